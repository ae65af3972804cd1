//! The week in the vale of Arn, led from the referee's program while its players write by mail and in the shell and one
//! of them watches. It is the same week as that of the script.

use crate::{
    harness::{
        call::{Home, as_str},
        session::Session,
    },
    week::diary,
};
use std::fs;

const SCENARIO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/saves/vale/scenario.ron");
/// Dice that nobody can guess, with which each order of the script can be carried out.
const SEED: &str = "137ddcab19bd8d1868fd27f1780e4057e211d1441400ce2d005d99b71f4aebfa";
const SCRIPT: &str = include_str!("../../saves/vale.txt");

/// A line per order on the screen.
const SIZE: (u16, u16) = (200, 60);

/// How the orders of a side come: as a file in the mail folder, or by a player with a shell.
enum Sender {
    Mail,
    Shell,
}

/// Waits for an entry to be the last.
fn is_at(referee: &Session, entry: usize, after: &str) {
    let written = format!("entry {entry}");
    referee.until(&format!("{written}, of {after}"), |session| {
        session.text().lines().next().is_some_and(|header| header.trim_end().ends_with(&written))
    });
}

/// The shares of all sides by one key.
fn shares(referee: &Session) {
    referee.keys("5");
    referee.sees("◆");
    referee.keys("\x1bs");
    referee.sees("The next share of each side");
    referee.keys("\r");
    referee.sees("the share for South is in");
}

#[test]
fn a_week_by_mail_in_the_open_program_is_that_of_the_script() {
    let home = Home::new();
    fs::create_dir(home.path("config")).expect("a folder");
    home.file("config/settings.ron", "(mail_folder: \"post\")");
    fs::create_dir(home.path("post")).expect("a folder");
    for save in ["script.ron", "open.ron"] {
        home.run(&["new", SCENARIO, save, "--no-open", "--seed", SEED]).done();
    }
    home.feed(&["do", "script.ron", "-"], SCRIPT).done();
    let (script, open) = (home.path("script.ron"), home.path("open.ron"));
    let mut referee = Session::start(&home.path(""), &["open", as_str(&open)], SIZE);
    referee.sees("entry 0");
    let mut watcher = Session::start(&home.path(""), &["open", as_str(&open), "--for", "North", "--follow"], SIZE);
    watcher.sees("North");

    let is_from = |side: &str, line: &str| line.starts_with(&format!("orders {side} "));
    let mut lines = SCRIPT.lines().filter(|line| !line.starts_with("//")).peekable();
    let (mut entry, mut south) = (0, [Sender::Mail, Sender::Shell].iter().cycle());
    while let Some(line) = lines.next() {
        let Some(side) = ["North", "South"].into_iter().find(|side| is_from(side, line)) else {
            referee.keys(":");
            referee.keys(line);
            referee.keys("\r");
            entry += 1;
            is_at(&referee, entry, line);
            continue;
        };
        let mut orders = vec![line];
        while let Some(line) = lines.next_if(|line| is_from(side, line)) {
            orders.push(line);
        }
        entry += orders.len();
        let sender = if side == "South" { south.next() } else { None };
        match sender.unwrap_or(&Sender::Mail) {
            Sender::Mail => {
                shares(&referee);
                let files = fs::read_dir(home.path("post")).expect("the folder").filter_map(Result::ok);
                let of_side = |name: &String| name.contains(side) && name.ends_with(".share.ron");
                let names = files.map(|file| file.file_name().to_string_lossy().into_owned()).filter(of_side);
                let newest =
                    names.max_by_key(|name| fs::metadata(home.path("post").join(name)).and_then(|f| f.modified()).ok());
                let share = format!("post/{}", newest.expect("a share"));
                home.run(&[&["do", &share], &orders[..]].concat()).done();
            }
            Sender::Shell => {
                home.run(&[&["do", "open.ron", "--as", side, "--wait", "0"], &orders[..]].concat()).done();
            }
        }
        is_at(&referee, entry, line);
    }
    let last = home.run(&["state", "open.ron", "--for", "North"]).done().out;
    let last = last
        .lines()
        .next()
        .and_then(|head| head.split(" · ").find(|part| part.starts_with("entry ")))
        .expect("an entry");
    watcher.sees(last);
    for session in [&mut referee, &mut watcher] {
        session.keys("q");
        assert_eq!(session.ends(), 0);
    }

    assert_eq!(diary(&open), diary(&script));
    for told in ["log", "state"] {
        let [open, script] = [&open, &script].map(|save| home.run(&[told, as_str(save)]).done().out);
        assert_eq!(open, script, "{told}");
    }
    assert!(home.run(&["verify", "open.ron"]).done().out.contains("no line was changed"));
    // He saw nothing that only the other side was told.
    assert!(!watcher.written().contains("dark coats"));
    for share in fs::read_dir(home.path("post")).expect("the folder").filter_map(Result::ok) {
        if share.file_name().to_string_lossy().ends_with(".share.ron") {
            home.run(&["verify", "--against", as_str(&share.path()), "open.ron"]).done();
        }
    }
}
