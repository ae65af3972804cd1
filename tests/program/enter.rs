//! What Enter begins on the table is a good idea for the side to act.

use crate::harness::program::Program;

const SIZE: (u16, u16) = (120, 40);

/// Two armies in formations, of two stacks and of one.
const MUSTER: &str = r#"(
    sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
    stacks: [
        (id: 11, name: "Guns", side: 1, formation: "Red Army"),
        (id: 12, name: "Van", side: 1, formation: "Red Army"),
        (id: 13, name: "Rear", side: 2, formation: "Blue Army"),
    ],
    units: [
        (id: 21, name: "Battery", stack: 11, kind: "artillery", grade: "white"),
        (id: 22, name: "First", stack: 12, kind: "infantry", grade: "green"),
        (id: 23, name: "Second", stack: 12, kind: "infantry", grade: "green"),
        (id: 24, name: "Third", stack: 13, kind: "infantry", grade: "black"),
        (id: 25, name: "Fourth", stack: 13, kind: "infantry", grade: "black"),
    ],
    battles: [(id: 40, name: "Field", parties: [[1], [2]])],
)"#;

fn program() -> Program {
    let mut program = Program::of_muster(MUSTER);
    program.draw(SIZE);
    program
}

fn gives(program: &mut Program, orders: &[&str]) {
    for order in orders {
        program.keys(&format!(":{order}<enter>"));
        program.draw(SIZE);
    }
}

#[test]
fn an_order_after_the_other_side_acts_is_for_a_stack() {
    let mut program = program();
    gives(&mut program, &["initiative", "first Red"]);
    program.keys("s");
    let screen = program.shows(SIZE);
    assert!(
        screen.contains(": scrud ") && !screen.contains("scrud \"Red Army\"") && !screen.contains("scrud Red"),
        "{screen}"
    );
    program.keys("<esc>p");
    program.draw(SIZE);
    program.keys("s");
    let screen = program.shows(SIZE);
    assert!(screen.contains(": scrud Rear v "), "{screen}");
}

#[test]
fn a_phase_that_the_side_to_act_would_rather_lose_is_asked_about() {
    let mut program = program();
    gives(&mut program, &["initiative", "first Blue", "scrud Rear v First", "pass"]);
    let before = program.save().diary().head();
    let screen = program.keys("<enter>").shows(SIZE);
    assert!(screen.contains(": scrud First v Third + Fourth") || screen.contains(": scrud First v Rear"), "{screen}");
    assert!(screen.contains("Red would lose this phase in "), "{screen}");
    assert_eq!(program.save().diary().head(), before);
}

#[test]
fn the_winner_of_the_initiative_is_offered_by_both_keys() {
    let mut program = program();
    gives(&mut program, &["initiative"]);
    let by_enter = program.keys("<enter>").shows(SIZE);
    let line = |screen: &str| screen.lines().find(|row| row.contains(": first ")).map(str::to_string);
    let by_key = program.keys("<esc>f").shows(SIZE);
    assert!(line(&by_enter).is_some() && line(&by_enter) == line(&by_key), "{by_enter}\n{by_key}");
}
