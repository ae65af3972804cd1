//! Players hand in orders while the referee's program has the save open.

use crate::harness::{call::Home, session::Session};
use std::fs;

fn game() -> Home {
    let home = Home::new();
    home.run(&["new", "tannenberg", "t.ron", "--no-open"]).done();
    home
}

/// The files of the spool.
fn mail(home: &Home) -> usize {
    let files = fs::read_dir(home.path("")).expect("a folder").filter_map(Result::ok);
    files.filter(|file| file.file_name().to_string_lossy().contains(".mail-")).count()
}

fn hand_in(home: &Home, side: &str, text: &str) -> String {
    home.run(&["do", "t.ron", "--as", side, "--wait", "0", &format!("orders {side} \"{text}\"")]).done().out
}

fn inbox(home: &Home) -> Vec<String> {
    let listed = home.run(&["orders", "t.ron", "--json"]).done().json();
    let orders = listed["orders"].as_array().expect("a list").iter();
    orders.map(|order| order["text"].as_str().expect("a text").to_string()).collect()
}

#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn the_open_program_takes_in_what_players_hand_in() {
    let home = game();
    let path = home.path("t.ron").display().to_string();
    let mut referee = Session::start(&home.path(""), &["open", &path], (120, 40));
    referee.until("the save is locked", |_| home.run(&["do", "t.ron", "--wait", "0", "note x"]).code != 0);
    assert_eq!(hand_in(&home, "Germans", "hold the ford"), "Handed in; the referee’s program will take it in.\n");
    referee.sees("orders G1 handed in by Germans");
    // An order that would be carried out at once answers alike.
    assert_eq!(hand_in(&home, "Russians", "to the guns"), "Handed in; the referee’s program will take it in.\n");
    referee.sees("orders R1 handed in by Russians");
    assert_eq!((inbox(&home), mail(&home)), (vec!["hold the ford".to_string(), "to the guns".into()], 0));
    // Undo takes back no order of a player.
    referee.keys("u");
    referee.sees("players sent orders since:");
    // Killed, with mail that came in since: the next program takes in each order once.
    let _ = referee.child.kill();
    let _ = referee.child.wait();
    home.run(&["verify", "t.ron"]).done();
    assert!(hand_in(&home, "Germans", "march at dawn").contains("handed in by Germans"), "nobody has it open");
    assert_eq!(inbox(&home).len(), 3);
}

/// The program is killed at any moment while players hand in: each acknowledged order is in the inbox once.
#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn a_killed_program_loses_and_repeats_no_order() {
    let home = game();
    let path = home.path("t.ron").display().to_string();
    let mut sent = Vec::new();
    for round in 0..4 {
        let mut referee = Session::start(&home.path(""), &["open", &path], (120, 40));
        referee.until("the save is locked", |_| {
            home.run(&["do", "t.ron", "--wait", "0", "undo 999"]).err.contains("open elsewhere")
        });
        for n in 0..3 {
            let text = format!("{round}: {n}");
            hand_in(&home, "Germans", &text);
            sent.push(text);
        }
        let _ = referee.child.kill();
        let _ = referee.child.wait();
    }
    let told = home.run(&["do", "t.ron", "note \"and on\""]).done();
    assert_eq!((inbox(&home), mail(&home)), (sent, 0), "{}", told.err);
    home.run(&["verify", "t.ron"]).done();
}

/// On the command line too, undo takes back no order of a player.
#[test]
fn undo_spares_what_players_sent() {
    let home = game();
    home.run(&["do", "t.ron", "note x"]).done();
    assert!(hand_in(&home, "Germans", "hold the ford").contains("handed in"));
    let spared = "players sent orders since: `strike 1` takes back your own last order, `goto 1` takes theirs back too";
    home.run(&["do", "t.ron", "undo"]).failed(1, &[spared]);
    home.run(&["do", "t.ron", "note y", "undo 2"]).failed(1, &["players sent orders since: `goto 1`"]);
    home.run(&["do", "t.ron", "undo", "strike 1 anyway"]).done();
    assert_eq!(inbox(&home), ["hold the ford"]);
    home.run(&["verify", "t.ron"]).done();
    home.run(&["do", "t.ron", "goto 0"]).done();
    assert!(inbox(&home).is_empty());
}

/// An orders file that is imported in a shell, while the program has the save open, waits for it and arrives once.
#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn an_orders_file_is_taken_in_by_the_open_program() {
    let home = game();
    home.run(&["share", "t.ron", "--for", "Germans"]).done();
    home.run(&["do", "t.Germans.share.ron", "orders Germans \"hold the ford\"", "orders Germans \"to the guns\""])
        .done();
    let mut referee = Session::start(&home.path(""), &["open", &home.path("t.ron").display().to_string()], (120, 40));
    referee.until("the save is locked", |_| {
        home.run(&["do", "t.ron", "--wait", "0", "undo 999"]).err.contains("open elsewhere")
    });
    // Nothing is taken in while a line is open.
    referee.keys(":note");
    referee.sees(": note");
    for _ in 0..2 {
        let told = home.run(&["orders", "import", "t.ron", "t.Germans.orders.ron"]).done().out;
        assert_eq!(told.matches("the program that has the save open will take it in").count(), 2, "{told}");
    }
    assert_eq!(mail(&home), 2);
    referee.keys("\x1b");
    referee.sees("orders G2 handed in by Germans");
    home.run(&["orders", "import", "t.ron", "t.Germans.orders.ron"])
        .failed(1, &["all its orders were handed in before"]);
    assert_eq!((inbox(&home), mail(&home)), (vec!["hold the ford".to_string(), "to the guns".into()], 0));
    referee.keys("q");
    assert_eq!(referee.ends(), 0);
}
