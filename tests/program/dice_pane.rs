//! The Roll pane for dice outside a combat: an EDNA test, tests in series and in parallel, and a volley.

use crate::harness::picture;
use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};
use wardiary_base::dice::source::ScriptedDice;
use wardiary_diary::assets;
use wardiary_rules::{
    notation::{Instruction, parse_instruction},
    rules::{carry_out, roll_of_order},
};
use wardiary_view::{
    Glyphs, Look, Theme,
    dice_pane::{DicePane, title},
};

/// The title and the rows of the pane after an order with these faces, in a scenario with a rulebook.
fn shown(scenario: &str, book: &str, order: &str, faces: &[u8], size: (u16, u16)) -> String {
    shown_after(scenario, book, &[], order, faces, size)
}

/// Like `shown`, after orders that need no dice.
fn shown_after(scenario: &str, book: &str, before: &[&str], order: &str, faces: &[u8], size: (u16, u16)) -> String {
    let header = assets::scenario(scenario, None, "1".parse().expect("a seed")).expect("it ships");
    let book = assets::rulebook(book, None).expect("it ships");
    let mut state = header.muster.check(&book).expect("it stands");
    for order in before {
        let Ok(Instruction::Order(order)) = parse_instruction(order, &state) else { panic!("{order} is an order") };
        let done =
            carry_out(state.clone(), &order, &mut ScriptedDice::default()).expect("not refused, and needs no dice");
        state = done.result.after;
    }
    let Ok(Instruction::Order(order)) = parse_instruction(order, &state) else { panic!("{order} is an order") };
    let mut script = ScriptedDice { faces: faces.iter().copied().collect() };
    let done = carry_out(state.clone(), &order, &mut script).expect("it is not refused, and has faces enough");
    assert_eq!(done.result.rolled, roll_of_order(&state, &order, &done.rolls), "the same later");
    let rolled = done.result.rolled.expect("it rolls");
    let theme = Theme::shipped("mono").expect("it ships");
    let look = Look::new(&theme, &Glyphs::UNICODE);
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    (&DicePane { look, state: &state, rolled: &rolled }).render(buffer.area, &mut buffer);
    let text = picture::text(&buffer);
    format!("{}\n{}", title(&state, &rolled), text.trim_end())
}

#[test]
fn an_initiative_and_an_argument() {
    assert_eq!(
        shown("tannenberg", "mouat", "initiative", &[4, 4, 2, 5], (60, 2)),
        "Initiative\n Germans [4]  Russians [4]  rerolled\n Germans  2   Russians [5]"
    );
    assert_eq!(
        shown("tannenberg", "mouat", "initiative", &[2, 5], (60, 3)),
        "Initiative\n                         ┌───┐\n Germans   2    Russians │ 5 │\n                         └───┘"
    );
    assert_eq!(
        shown("tannenberg", "mouat", "argue \"The road is mined\" roll 2d6 7+", &[3, 5], (60, 1)),
        "A matrix argument\n [3][5] = 8, succeeds  7 or more"
    );
}

#[test]
fn blows() {
    assert_eq!(
        shown_after("garrison", "unlurked-stacks", &["conflict Dwagons v Pikes"], "round", &[20, 1], (70, 2)),
        "2 blows\n Dwagons at Pikes  [20] hit for 13  20 + 7 against 11 + 5, front\n \
         Pikes at Dwagons    1  missed  1 + 2 against 11 + 6, front"
    );
}

#[test]
fn an_edna_test() {
    assert_eq!(
        shown("night-attack", "full-metal-edna", "edna \"1 Platoon\"", &[6, 4], (60, 3)),
        "1 Platoon, EDNA test\n [6][4] = 10 against 8\n halted, E8 to E6/8"
    );
    assert_eq!(
        shown("night-attack", "full-metal-edna", "edna \"1 Platoon\"", &[6, 4], (60, 6)),
        "1 Platoon, EDNA test\n ┌───┐┌───┐\n │ 6 ││ 4 │ = 10 against 8\n └───┘└───┘\n halted, E8 to E6/8"
    );
    // On a projector the dice contain the unit's name.
    assert_eq!(
        shown("night-attack", "full-metal-edna", "edna \"1 Platoon\"", &[6, 4], (158, 8)),
        "1 Platoon, EDNA test\n ┌─────────┐┌─────────┐\n │1 Platoon││1 Platoon│\n │    6    ││    4    │ = 10 against 8\n \
         │         ││         │\n └─────────┘└─────────┘\n halted, E8 to E6/8"
    );
}

#[test]
fn tests_in_series_and_in_parallel() {
    let order = "test \"37th Brigade\" + \"73rd Brigade\" + \"41st Brigade\" Leadership";
    assert_eq!(
        shown("tannenberg", "m42", order, &[1, 5, 6, 6, 3, 4], (60, 6)),
        "Leadership, 3 tests\n 37th Brigade  [1] 5   passed\n 73rd Brigade   6  6   failed\n 41st Brigade  [3][4]  passed\n \
         a die passes on 4-; one die must pass"
    );
    assert_eq!(
        shown("tannenberg", "m42", &format!("{order} in parallel"), &[1, 5, 6, 6, 3], (60, 6)),
        "Leadership, 3 tests in parallel\n round 1  [1] 5  6   1 removed, 2 left\n round 2   6 [3]  1 removed, 1 left\n \
         2 pass: 37th Brigade and 41st Brigade\n 1 fail: 73rd Brigade\n a die passes on 4-; one die must pass"
    );
    // With few rows, tests are side by side. With too few, the pane counts what it hides.
    let beside = shown("tannenberg", "m42", order, &[1, 5, 6, 6, 3, 4], (76, 3));
    assert!(beside.contains("37th Brigade  [1] 5   passed  41st Brigade  [3][4]  passed"), "{beside}");
    let small = shown("tannenberg", "m42", order, &[1, 5, 6, 6, 3, 4], (40, 3));
    assert!(small.ends_with("\n +2 more"), "{small}");
    // The dice of a test are as large as the space allows.
    let boxes = shown("tannenberg", "m42", order, &[1, 5, 6, 6, 3, 4], (60, 10));
    assert!(boxes.contains("41st Brigade  │ 3 ││ 4 │  passed"), "{boxes}");
    let large = shown("tannenberg", "m42", order, &[1, 5, 6, 6, 3, 4], (158, 15));
    assert!(large.contains("│37th Brigade│"), "{large}");
    assert!(!large.contains(" 37th Brigade  ┌"), "the name stands in the dice: {large}");
}

#[test]
fn a_volley_with_its_doubles() {
    let text = shown(
        "tannenberg",
        "campaign",
        "volley \"37th Brigade\" at \"1st Rifle Brigade\" range 1",
        &[4, 5, 4, 1, 1, 6],
        (60, 3),
    );
    assert_eq!(
        text,
        "37th Brigade fired at 1st Rifle Brigade\n [1][1]  [4][4]   5    6\n 1st Rifle Brigade  1 hit  a double 4, 5 or 6"
    );
    let order = "volley \"21st Brigade\" at \"9th Bavarian Brigade\" + \"Crown Prince Rupprecht\" range 1 in cover";
    assert_eq!(
        shown("grand-couronne", "campaign", order, &[1, 4, 1, 5, 4, 1], (80, 4)),
        "21st Brigade fired at 9th Bavarian Brigade and Crown Prince Rupprecht in cover\n [1][1][1]  [4][4]   5\n \
         9th Bavarian Brigade    1 hit  a double 4, 5 or 6 and another double\n \
         Crown Prince Rupprecht  destroyed  a treble 1 and another double"
    );
}
