//! The palette (`?`): possible actions come first, the search also finds near words, and Enter runs the action.

use crate::harness::program::Program;

fn at_table() -> Program {
    Program::with("tannenberg")
}

#[test]
fn available_commands_come_first_and_others_give_reasons() {
    let mut program = at_table();
    let screen = program.keys("?").shows((120, 200));
    let (now, rest) = screen.split_once("At the table").expect("both parts");
    assert!(now.contains("Here and now") && now.contains("roll for the initiative"), "{now}");
    assert!(!now.contains("withdraw from a combat"), "nobody is in one\n{now}");
    assert!(rest.contains("withdraw from a combat (no combat is under way)"), "{rest}");
    // In review the reason is different, and other actions come first.
    let mut program = at_table();
    program.keys("#the fog lifts<enter><tab>k?");
    let screen = program.shows((120, 200));
    let (now, rest) = screen.split_once("At the table").expect("both parts");
    assert!(
        now.contains("continue here: continue from the viewed entry, after a question; later entries")
            && !now.contains("roll for the initiative"),
        "{now}"
    );
    assert!(rest.contains("roll for the initiative (this is the past: Esc returns to the present)"), "{rest}");
}

#[test]
fn enter_does_what_is_chosen() {
    let mut program = at_table();
    // A command found by its words, a command that opens the order line, and the form of an order up to its first gap.
    let screen = program.keys("?mouse on<enter>").shows((120, 40));
    assert!(screen.contains("the mouse selects text"), "{screen}");
    let screen = program.keys("?write a note<enter>the fog lifts<enter>").shows((120, 40));
    assert!(screen.contains("“the fog lifts”"), "{screen}");
    let screen = program.keys("?end battle<enter>").shows((120, 40));
    assert!(screen.contains(": end battle"), "{screen}");
    program.keys("<esc>");
    // An impossible action gives its reason, as its key does.
    let screen = program.keys("?withdraw from a combat<enter>").shows((120, 40));
    assert!(screen.contains("withdraw: no combat is under way"), "{screen}");
    // A key of another screen shows where it applies, and the palette stays open.
    let screen = program.keys("?the area on the left<enter>").shows((120, 40));
    assert!(screen.contains("available elsewhere: “On the Map screen”"), "{screen}");
}

#[test]
fn settings_of_rulebooks_are_found() {
    let screen = at_table().keys("?scrud.extras<enter>").shows((120, 40));
    assert!(screen.contains("scrud.extras") && screen.contains("scrud.extras is a setting of rulebooks"), "{screen}");
}

#[test]
fn near_words_are_found_and_said_to_be_near() {
    let mut program = at_table();
    let screen = program.keys("?initative").shows((120, 40));
    assert!(
        screen.contains("Nothing matches “initative”. Similar:") && screen.contains("roll for the initiative"),
        "{screen}"
    );
    let screen = program.keys("<esc>?xyzzyplugh").shows((120, 40));
    assert!(screen.contains("Nothing matches “xyzzyplugh”. Try one word"), "{screen}");
    program.keys("<enter>");
    assert!(program.shows((120, 40)).contains("xyzzyplugh"), "there is nothing to do");
}

#[test]
fn a_click_chooses_and_a_second_does_it() {
    let mut program = at_table();
    let screen = program.keys("?mouse on").shows((120, 40));
    let row = screen.lines().position(|line| line.contains("mouse on or off")).expect("it is found");
    program.click(60, u16::try_from(row).expect("on the screen"));
    let screen = program.shows((120, 40));
    assert!(screen.contains("the mouse selects text"), "the only one found is already chosen\n{screen}");
    program.rest();
    // The first match is selected. A click selects another, and no row moves under the pointer.
    let screen = program.keys("?screen:").shows((120, 40));
    let row = screen.lines().position(|line| line.contains("the Luck screen:")).expect("it is found");
    program.click(60, u16::try_from(row).expect("on the screen"));
    let screen = program.shows((120, 40));
    assert!(
        screen.contains("/ screen:") && screen.lines().nth(row).is_some_and(|line| line.contains("the Luck screen:"))
    );
    program.click(60, u16::try_from(row).expect("on the screen"));
    let screen = program.shows((120, 40));
    assert!(screen.contains("Luck of the sides"), "{screen}");
}
