//! The first battle explained in a few lines in place of the dice, once.

use crate::harness::program::Program;

#[test]
fn they_stand_in_place_of_the_dice_until_they_are_left_out() {
    for leaving in ["<esc>", "js<enter>"] {
        let mut program = Program::with("tannenberg");
        assert!(!program.shows((120, 40)).contains("First steps"), "only the program in a terminal begins with them");
        program.model.explain();
        for size in [(120, 40), (80, 24), (60, 20)] {
            let screen = program.shows(size);
            for said in ["First steps", "Enter does what the header awaits", "Esc: no more of this"] {
                assert!(screen.contains(said), "{said} at {size:?}:\n{screen}");
            }
        }
        let screen = program.shows((120, 40));
        for said in ["G Green +1", "E8 is an EDNA of 8: the unit obeys where 2d6 come to 8 or less"] {
            assert!(screen.to_lowercase().contains(&said.to_lowercase()), "{said}:\n{screen}");
        }
        program.keys(leaving);
        assert!(!program.shows((120, 40)).contains("First steps"));
        // Never again, but where it is asked for.
        program.model.explain();
        assert!(!program.shows((120, 40)).contains("First steps"), "{leaving}");
    }
}

#[test]
fn they_come_back_by_their_command() {
    let mut program = Program::with("tannenberg");
    program.keys("?first steps<enter>");
    assert!(program.shows((120, 40)).contains("First steps"), "{}", program.shows((120, 40)));
    program.keys("<esc>");
    assert!(!program.shows((120, 40)).contains("First steps"));
}
