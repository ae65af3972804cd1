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
        ("e", "edna: choose a unit for it"),
        ("w", "withdraw: no combat is under way"),
        ("x", "let stand: no dice wait to be thrown again"),
        ("f", "who goes first: no side is to say who goes first"),
        ("U", "redo: nothing was taken back"),
        ("u", "undo: nothing is written yet"),
        ("A", "amend: nothing is written yet that could be changed"),
        ("W", "write on: this is now"),
    ];
    for (key, says) in table {
        let screen = Program::with("tannenberg").keys(key).shows((120, 40));
        assert!(screen.contains(says), "{key}: {says}\n{screen}");
    }
}
