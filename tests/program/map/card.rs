//! The card of an area: its short form when there is little room, and its note on what it leaves out.

use crate::harness::program::Program;

/// A stack of six on a hill's edge.
fn crowd() -> Program {
    let mut program = Program::with("ridge");
    program.keys("2<tab>");
    program
}

const NAMES: [&str; 6] = ["Captain Renard", "1st Company", "2nd Company", "3rd Company", "4th Company", "Old Guard"];

#[test]
fn the_card_tells_the_ground_and_all_who_stand_there_or_how_many_it_leaves_out() {
    for width in [60, 80, 120] {
        for height in [20, 24] {
            for keys in ["", "<space>"] {
                let screen = crowd().keys(keys).shows((width, height));
                let words = screen.split(|c: char| c.is_whitespace() || c == '│').filter(|word| !word.is_empty());
                let screen_words = words.collect::<Vec<_>>().join(" ");
                let told = NAMES.iter().filter(|name| screen_words.contains(**name)).count();
                let left = ["; and 1 more unit", "; and 2 more units", "; and 3 more units", "6 units here"];
                let left = left.iter().position(|words| screen_words.contains(words)).map_or(0, |at| at + 1);
                if width < 110 {
                    assert!(screen_words.contains("built-up, cover, road ne s nw"), "{width}x{height}\n{screen}");
                    assert_eq!(told + if left == 4 { 6 } else { left }, 6, "{width}x{height}\n{screen}");
                } else {
                    // In the column beside the map, the map's rows interrupt the card's lines.
                    assert!(screen.contains("built-up, cover"), "{width}x{height}\n{screen}");
                    assert!(NAMES.iter().all(|name| screen.contains(name)), "{width}x{height}\n{screen}");
                }
            }
        }
    }
}

/// The card uses the spare rows of the map, and then shows the full line of each unit.
#[test]
fn the_card_grows_for_units() {
    let screen = crowd().shows((80, 24));
    for name in NAMES {
        assert!(screen.contains(&format!("{name} Crown, infantry, white, 4/4 SP, E8, faces n")), "{screen}");
    }
}

/// The screen describes the entry under review in words.
#[test]
fn the_map_says_what_the_entry_was() {
    let mut program = super::wells();
    let screen = program.keys("<tab><tab><tab><up><enter><enter><enter><tab>").shows((120, 40));
    assert!(screen.contains("2nd Fusiliers moved from G8 to G7"), "{screen}");
    assert!(screen.contains(" entry 3: "), "{screen}");
    let screen = program.keys("[").shows((120, 40));
    assert!(screen.contains("REVIEW of entry 2") && screen.contains(" entry 2: "), "{screen}");
    let screen = program.keys("[").shows((120, 40));
    assert!(screen.contains("REVIEW of entry 1") && screen.contains(" entry 1: "), "{screen}");
}
