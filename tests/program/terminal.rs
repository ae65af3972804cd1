//! A battle in a pseudo-terminal: begun, fought, undone, quit, and opened again with the same state.

use crate::harness::session::{Session, home, saves};
use std::{thread, time::Duration};

/// Tannenberg from the start screen, with keys and typed dice, up to the first phase of the source.
#[test]
fn a_battle_is_played_quit_and_opened_again() {
    let home = home();
    let mut session = Session::start(home.path(), &[], (120, 40));
    session.sees("w a r d i a r y");
    session.sees("The sample battle");
    // Without saves the sample is the first item and the scenario the second.
    session.keys("j\r");
    session.sees("First day");
    session.sees("lost  0 of 16");

    // XX Corps is the first stack: one row below its side.
    session.keys("js");
    session.sees("scrud \"XX Corps\" v");
    session.keys("\x15scrud Germans v Russians");
    session.sees("Enter: 4 dice for Germans, 8 dice for Russians");
    session.keys("\x14");
    session.sees("dice: from the table");
    session.keys("\r");
    session.sees("Dice from the table");
    // A face that a D6 does not have is refused at once, and the other dice stay.
    session.keys("65547");
    session.sees("a d6 has no 7: its faces are 1 to 6");
    session.keys("44332211\r");
    session.sees("4 demoted");
    session.sees("lost  4 of 32");

    // A typed note, then undo and redo.
    session.keys(":note the fog lifts\r");
    session.sees("the fog lifts");
    session.keys("u");
    session.sees("undone");
    session.keys("U");
    session.sees("entry 2");
    session.resize(80, 24);
    session.sees("lost  4 of 32");
    session.resize(120, 40);
    session.keys("q");
    assert_eq!(session.ends(), 0);

    let [save] = &saves(home.path())[..] else { panic!("one save: {:?}", saves(home.path())) };
    let before = std::fs::read_to_string(save).expect("the save");
    let mut again = Session::start(home.path(), &["open", save.to_str().expect("a path")], (120, 40));
    again.sees("lost  4 of 32");
    again.sees("the fog lifts");
    again.keys("q");
    assert_eq!(again.ends(), 0);
    assert_eq!(std::fs::read_to_string(save).expect("the save"), before, "looking changes nothing");
}

/// An idle program does not wake up and uses no processor time.
#[test]
fn an_idle_program_sleeps() {
    let home = home();
    let mut session = Session::start(home.path(), &["new", "tannenberg"], (120, 40));
    session.sees("XX Corps");
    thread::sleep(Duration::from_millis(500));
    let (Some(ticks), Some(waits)) = (session.ticks(), session.waits()) else {
        eprintln!("skipped: there is no /proc here to read a process's times from");
        return;
    };
    thread::sleep(Duration::from_secs(2));
    let used = session.ticks().map(|now| now - ticks);
    assert!(used.is_some_and(|used| used <= 4), "it used the processor: {used:?} hundredths of a second");
    // It wakes four times a second, only to see whether another program has replaced the save.
    let woken = session.waits().map(|now| now - waits);
    assert!(woken.is_some_and(|woken| woken <= 12), "it woke up: {woken:?}");
    session.keys("q");
    session.ends();
}

/// A terminal that is too small shows a message, a larger one shows the battle again, and no size causes a panic.
#[test]
fn any_size_will_do() {
    let home = home();
    let mut session = Session::start(home.path(), &["new", "tannenberg"], (1, 1));
    for (columns, rows) in [(1, 1), (2, 40), (200, 1), (59, 20), (60, 20), (200, 60), (3, 3)] {
        session.resize(columns, rows);
        thread::sleep(Duration::from_millis(60));
    }
    session.resize(59, 20);
    session.sees("needs 60");
    session.resize(60, 20);
    session.sees("XX Corps");
    session.keys("q");
    assert_eq!(session.ends(), 0);
}

/// The work on the Campaign screen: planning ahead, advancing time, settling what is due, looking over battles and
/// forces, and beginning the next battle.
#[test]
fn a_campaign_is_led_from_its_screen() {
    let home = home();
    for (columns, rows) in [(120, 40), (80, 24), (60, 20)] {
        let name = format!("east-{columns}");
        let mut session = Session::start(home.path(), &["new", "tannenberg", &name], (columns, rows));
        session.sees("Forces");
        session.keys("5");
        session.sees("no clock yet");
        session.keys("\r");
        session.sees("Enter gives the order");
        session.keys("\r");
        session.sees("Calendar: day 1, dawn");
        // Schedules a reminder and an order.
        session.keys("@the Guard arrives\" at day\r");
        session.sees("the Guard");
        session.keys("@demote \\\"37th Brigade\\\" 1 because mud\" at day\r");
        session.sees("demote");
        // Advances time although a battle is under way.
        session.keys("F");
        session.sees("is not over");
        session.keys(" anyway\r");
        session.sees("Calendar: day 1, day, 2 due");
        // Settles and gives what is due.
        session.keys("g\r");
        session.sees(": settle 1");
        session.keys("\r");
        session.sees("Calendar: day 1, day, 1 due");
        session.keys("\r");
        session.sees(": give 2");
        session.keys("\r");
        session.until("nothing due", |session| !session.text().contains("1 due"));
        // Goes over the battles to the current one and back, and over the forces to a unit's card and its battle.
        session.keys("\x1b[Z\x1b[Z");
        session.sees("◆ Battles: 1 under way");
        session.keys("\r");
        session.sees("exhaust");
        session.keys("5");
        session.sees("◆ Battles: 1 under way");
        session.keys("\tjj");
        session.sees("37th Brigade");
        session.sees("Germans, XX Corps, infantry");
        session.keys("'f");
        session.sees("exhaust");
        // Ends the battle and begins the next with the picked unit.
        session.keys(":end battle because night\r");
        session.sees("over: “night”");
        session.keys("5\x1b[Zj b");
        session.sees("battle \"Battle 2\" with");
        session.keys("\r");
        session.sees("Battles: 1 under way, 1 over");
        // Goes back in time.
        session.keys("[[");
        session.sees("REVIEW");
        session.keys("\x1b");
        session.until("back to now", |session| !session.text().contains("REVIEW"));
        session.keys("q");
        assert_eq!(session.ends(), 0);
    }
}

/// Moves one unit on the Map screen with keys, and another with the mouse alone, with a terminal's input sequences.
#[test]
fn units_are_moved_on_the_map_by_keys_and_by_mouse() {
    let home = home();
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/wells.ron");
    let mut session = Session::start(home.path(), &["new", scenario, "wells"], (120, 40));
    session.sees("Forces");
    session.keys("H:initiative\r");
    session.sees("Dice from the table");
    session.keys("6");
    session.keys("1\r");
    session.sees("Column won the initiative");
    session.keys(":first Column\r");
    session.sees("Column to act");
    session.keys("2");
    session.sees("point");
    session.keys("\t\t\t");
    session.sees("where 2nd Fusiliers can go");
    session.keys("kk\r");
    session.sees("2nd Fusiliers to G6");
    session.keys("l\r");
    session.sees("move \"2nd Fusiliers\" to G6 facing e");
    session.keys("\r");
    session.sees("2nd Fusiliers moved from G8 to G6");
    // The Highlanders are at I8: a click on them, a click on I7, another click on I7, and a click on Enter in the
    // footer.
    let at = |column: char, row: &str| {
        let text = session.text();
        let across = text
            .lines()
            .find(|line| line.contains("    A    B    C"))
            .and_then(|l| l.chars().position(|c| c == column));
        let down = text.lines().position(|line| line.starts_with(&format!("│{row:>2} ")));
        (across.expect("the column") + 1, down.expect("the row") + 1)
    };
    let click = |(x, y): (usize, usize)| session.keys(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
    session.keys("\x1b");
    session.until("nobody chosen", |session| !session.text().contains("has already moved this turn"));
    let (highlanders, ahead) = (at('I', "8"), at('I', "7"));
    click(highlanders);
    session.sees("where Highlanders can go");
    click(ahead);
    session.sees("Highlanders to I7");
    click(ahead);
    session.sees("move Highlanders to I7 facing n");
    let footer = session.text().lines().position(|line| line.contains("Enter give the order")).expect("a footer") + 1;
    click((4, footer));
    session.sees("Highlanders moved from I8 to I7");
    session.keys("q");
    assert_eq!(session.ends(), 0);
}
