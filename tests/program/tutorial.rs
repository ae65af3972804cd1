//! First steps: a few lines that explain the first battle, once, in place of the dice.

use crate::harness::program::Program;
use crossterm::event::{KeyCode, KeyModifiers};

#[test]
fn tutorial_pages_replace_the_dice_until_hidden() {
    for leaving in ["<esc>", "js<enter>"] {
        let mut program = Program::with("tannenberg");
        assert!(!program.shows((120, 40)).contains("First steps"), "only the program in a terminal begins with them");
        program.model.enable_tutorial();
        for size in [(120, 40), (80, 24), (60, 20)] {
            let screen = program.shows(size);
            for said in ["First steps", "Enter takes the next step that the header shows", "Esc: close "] {
                assert!(screen.contains(said), "{said} at {size:?}:\n{screen}");
            }
        }
        let screen = program.shows((120, 40));
        for said in ["G Green +1", "E8 is an EDNA of 8: the unit obeys if 2d6 total 8 or less"] {
            assert!(screen.to_lowercase().contains(&said.to_lowercase()), "{said}:\n{screen}");
        }
        program.keys(leaving);
        assert!(!program.shows((120, 40)).contains("First steps"));
        // The first steps do not appear again on their own.
        program.model.enable_tutorial();
        assert!(!program.shows((120, 40)).contains("First steps"), "{leaving}");
    }
}

/// With little room, the key that shows the first steps again pages through them.
#[test]
fn further_tutorial_pages_come_by_key() {
    for size in [(80, 24), (60, 20)] {
        let mut program = Program::with("tannenberg");
        program.model.enable_tutorial();
        let (mut seen, mut pages) = (program.shows(size), 1);
        assert!(seen.contains("F2: more") && !seen.contains("E8 is an EDNA"), "{seen}");
        while seen.contains("F2: more") {
            program.press(KeyCode::F(2), KeyModifiers::NONE);
            seen = program.shows(size);
            pages += 1;
        }
        assert!(seen.contains("E8 is an EDNA") && pages <= 4, "{pages} pages:\n{seen}");
        program.press(KeyCode::F(2), KeyModifiers::NONE);
        assert!(!program.shows(size).contains("First steps"));
        program.press(KeyCode::F(2), KeyModifiers::NONE);
        assert!(program.shows(size).contains("Enter takes the next step that the header shows"));
        // A larger terminal shows the lines that did not fit.
        assert!(program.shows((120, 40)).contains("E8 is an EDNA"));
    }
}

#[test]
fn tutorial_pages_return_by_command() {
    let mut program = Program::with("tannenberg");
    program.keys("?first steps<enter>");
    assert!(program.shows((120, 40)).contains("First steps"), "{}", program.shows((120, 40)));
    program.keys("<esc>");
    assert!(!program.shows((120, 40)).contains("First steps"));
}
