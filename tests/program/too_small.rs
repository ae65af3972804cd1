//! A terminal that is too small: its message, and that only the keys in the message work.

use crate::harness::program::Program;
use crossterm::event::{KeyCode, KeyModifiers};

const SMALL: (u16, u16) = (107, 7);

/// Keys that open an overlay or an input: the order line, the search line, the help, dice by hand, a list, the roll of
/// the odds.
const OPEN: &[&str] = &[":note half", "/XX", "?", "H:scrud Germans v Russians<enter>65", ":note one<enter>B", "4:", ""];

/// The program with this input open, on a terminal that is too small.
fn small(keys: &str) -> Program {
    let mut program = Program::with("tannenberg");
    program.keys(keys).draw((120, 40));
    program.draw(SMALL);
    program
}

#[test]
fn a_small_terminal_can_always_be_left() {
    for open in OPEN {
        for (code, modifiers) in [('q', KeyModifiers::NONE), ('c', KeyModifiers::CONTROL)] {
            let mut program = small(open);
            let entries = program.save().diary().entries().len();
            assert!(program.press(KeyCode::Char(code), modifiers), "{open}: {code} does not quit");
            assert_eq!(program.save().diary().entries().len(), entries, "{open}");
        }
    }
    let mut program = Program::at_menu();
    program.draw(SMALL);
    assert!(program.press(KeyCode::Char('q'), KeyModifiers::NONE));
}

#[test]
fn esc_closes_what_is_open_and_nothing_else_counts() {
    for open in OPEN {
        let mut untouched = small(open);
        let mut program = small(open);
        program.keys("ab:x<enter><tab><down>");
        program.paste("12345\n");
        for row in 0..SMALL.1 {
            for column in (0..SMALL.0).step_by(3) {
                program.click(column, row);
            }
        }
        assert_eq!(program.shows((120, 40)), untouched.shows((120, 40)), "{open}");
    }
    for open in [":note half", "/XX", "?", ":note one<enter>B"] {
        let mut program = small(open);
        assert!(program.shows(SMALL).contains("Esc closes the dialog"), "{open}");
        assert!(!program.press(KeyCode::Esc, KeyModifiers::NONE), "{open}");
        assert!(!program.shows(SMALL).contains("Esc"), "{open}");
        program.draw((120, 40));
        program.keys("<esc>");
        assert!(program.press(KeyCode::Char('q'), KeyModifiers::NONE), "{open}: it was not closed");
    }
    // A screen without an overlay has nothing to close.
    let mut program = small("4:");
    program.keys("<esc>");
    assert!(program.shows((120, 40)).contains("Odds"));
}

#[test]
fn the_note_of_a_small_terminal() {
    let mut program = small("");
    assert_eq!(program.shows(SMALL).trim(), "wardiary needs 60×20; this terminal has 107×7; q quits");
    program.draw((120, 40));
    program.keys(":");
    assert_eq!(
        program.shows(SMALL).trim(),
        "wardiary needs 60×20; this terminal has 107×7; q quits, Esc closes the dialog"
    );
    let narrow = program.shows((20, 6));
    let words: Vec<&str> = narrow.split_whitespace().collect();
    assert_eq!(words.join(" "), "wardiary needs 60×20; this terminal has 20×6; q quits, Esc closes the dialog");
}
