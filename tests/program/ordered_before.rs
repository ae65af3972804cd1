//! The order line recalls earlier orders, of this save and of earlier sessions, and loses no draft.

use crate::harness::{
    program::Program,
    session::{Session, home, saves},
};
use std::fs;

const SIZE: (u16, u16) = (120, 40);

/// Story, keys, and text in the order line.
#[test]
fn up_and_down_go_through_it() {
    let table: &[(&str, &str, &str)] = &[
        ("nothing was ordered", ":<up>", ": "),
        ("what was ordered last", ":note one<enter>:note two<enter>:<up>", ": note \"two\""),
        ("and before", ":note one<enter>:note two<enter>:<up><up><up><up>", ": note \"one\""),
        ("down again to an empty line", ":note one<enter>:<up><down>", ": "),
        ("what begin like the line", ":note one<enter>:edna #11<enter>:no<up>", ": note \"one\""),
        ("and the draft comes back", ":note one<enter>:note two<enter>:no<up><up><down><down>", ": no"),
        ("what was undone is typed, and no entry", ":note one<enter>:undo<enter>:<up>", ": undo 1"),
        ("a draft that Esc left", ":note half a tho<esc>:<up>", ": note half a tho"),
        ("a draft that another line took the place of", ":note one<enter>:no<up> more<esc>:<up><up>", ": no"),
        ("it can be typed on", ":note one<enter>:<up><backspace>!\"<enter>:<up>", ": note \"one!\""),
        ("what is marked goes first", ":scrud <down><down><up><up><up>", ": scrud "),
    ];
    for (story, keys, line) in table {
        let mut program = Program::with("tannenberg");
        let screen = program.keys(keys).shows(SIZE);
        let found = screen.lines().any(|row| row.trim_matches(['│', ' ']).split("  ").next() == Some(line.trim_end()));
        assert!(found, "{story}: “{line}” is not in the line\n{screen}");
    }
}

#[test]
fn the_position_in_the_history_is_shown() {
    let mut program = Program::with("tannenberg");
    let screen = program.keys(":note one<enter>:note two<enter>:<up><up>").shows(SIZE);
    assert!(screen.contains("Order: 2 of 2 earlier orders"), "{screen}");
    assert!(screen.contains("↑ earlier"), "{screen}");
    // The line that amends an entry changes that entry, so the history stays out of it.
    let mut program = Program::with("tannenberg");
    let screen = program.keys(":note one<enter>:note two<enter><tab><up>A<up>").shows(SIZE);
    assert!(screen.contains(": amend 1 to note"), "{screen}");
}

/// In a terminal: a session recalls the orders of an earlier session in another save, although others wrote to the
/// history file between.
#[test]
#[cfg_attr(windows, ignore = "needs a pseudo-terminal")]
fn the_order_history_persists_between_sessions() {
    let home = home();
    for (at, keys) in [(0, ":note the fog lifts\r"), (1, ":\x1b[A")] {
        let mut session = Session::start(home.path(), &["new", "tannenberg"], SIZE);
        session.sees("initiative to roll");
        session.keys(keys);
        session.sees("the fog lifts");
        session.keys(if at == 0 { "q" } else { "\x1b" });
        if at == 1 {
            session.until("the line to close", |session| !session.text().contains(": note \"the fog lifts"));
            session.keys("q");
        }
        assert_eq!(session.ends(), 0);
        let file = home.path().join("orders.txt");
        let text = fs::read_to_string(&file).expect("it was written");
        assert_eq!(text, "note \"the fog lifts\"\n");
        fs::write(&file, format!("{text}\u{1b}[2J\n")).expect("it can be written");
        if at == 1 {
            continue;
        }
        assert_eq!(saves(home.path()).len(), 1);
        fs::write(&file, text).expect("it can be written");
    }
    assert_eq!(saves(home.path()).len(), 2);
}
