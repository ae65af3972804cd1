//! A key that does nothing now says why.

use crate::harness::program::Program;
use wardiary_harness_rules::case_sample::sample;

/// The lines of the palette that give no reason beyond "not possible now".
fn unexplained(program: &mut Program) -> Vec<String> {
    let shown = program.keys("?").shows((120, 900));
    program.keys("<esc>");
    shown.lines().filter(|line| line.contains("not possible now")).map(str::to_string).collect()
}

/// On each screen: at the start, in a battle, after an undo, in review, and at the muster.
#[test]
fn unavailable_commands_give_reasons() {
    let begun = [
        "",
        ":initiative<enter>",
        ":note rain<enter>u",
        ":note rain<enter>:note sun<enter><tab>k<tab><tab>",
        ":note rain<enter><tab>k",
    ];
    let screens = ["", "2", "3", "4", "5", "6", "7"];
    let table = ["tannenberg", "wadi", "night-attack", "garrison"].into_iter().flat_map(|scenario| {
        begun.into_iter().flat_map(move |orders| screens.map(|screen| (scenario, orders, screen)))
    });
    // Every sixth row has other orders on another screen, so the sample covers each scenario, all orders and all
    // screens.
    for (scenario, orders, screen) in sample(table, 0, 6) {
        let mut program = Program::with(scenario);
        program.keys(orders).keys("<esc>").keys(screen);
        assert_eq!(unexplained(&mut program), [""; 0], "{scenario}: {orders} {screen}");
    }
}

#[test]
fn a_key_says_what_it_lacks() {
    let table = [
        ("e", "edna: choose a unit first"),
        ("w", "withdraw: no combat is under way"),
        ("x", "keep dice: no dice can be rerolled now"),
        ("f", "who goes first: no side has to choose who goes first"),
        ("U", "redo: there is nothing to redo"),
        ("u", "undo: the diary has no entries yet"),
        ("A", "amend: there is no entry to change yet"),
        ("W", "continue here: this is the current entry: go to an earlier one first"),
    ];
    for (key, says) in table {
        let screen = Program::with("tannenberg").keys(key).shows((120, 40));
        assert!(screen.contains(says), "{key}: {says}\n{screen}");
    }
}
