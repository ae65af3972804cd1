//! Every rule and every setting in force of RULES.md sections 1, 2, 4 and 5.1, as three parts: the field before, the
//! orders with their dice, the field after. The tables are in tests/golden/rules.

use wardiary_harness_rules::field::{self, play_table};
use wardiary_odds::odds::{
    Effort, Monitor,
    forecast::{MainOdds, forecast},
};
use wardiary_rules::notation::{Instruction, completions, parse_instruction};

#[test]
fn edna() {
    play_table(include_str!("../../../../tests/golden/rules/edna.csv"));
}

#[test]
fn extras_and_defeats() {
    play_table(include_str!("../../../../tests/golden/rules/extras_and_defeats.csv"));
}

#[test]
fn every_third_defeat() {
    play_table(include_str!("../../../../tests/golden/rules/every_third_defeat.csv"));
}

#[test]
fn variants_of_a_phase() {
    play_table(include_str!("../../../../tests/golden/rules/variants_of_a_phase.csv"));
}

#[test]
fn push_backs() {
    play_table(include_str!("../../../../tests/golden/rules/push_backs.csv"));
}

#[test]
fn bonus_and_penalty_dice() {
    play_table(include_str!("../../../../tests/golden/rules/bonus_and_penalty_dice.csv"));
}

#[test]
fn a_combat_in_its_phases() {
    play_table(include_str!("../../../../tests/golden/rules/a_combat_in_its_phases.csv"));
}

#[test]
fn rulings_on_grades() {
    play_table(include_str!("../../../../tests/golden/rules/rulings_on_grades.csv"));
}

#[test]
fn strength_and_exhaustion() {
    play_table(include_str!("../../../../tests/golden/rules/strength_and_exhaustion.csv"));
}

#[test]
fn attacks() {
    play_table(include_str!("../../../../tests/golden/rules/attacks.csv"));
}

#[test]
fn odds_of_a_test_are_those_of_one_throw() {
    // RULES 1: the odds of `edna` are those before any second throw. A second throw is made against the EDNA of the
    // first.
    let mut state = field::field("(edna: (rerolls: 1))", "A v X");
    let aim = |state: &wardiary_rules::state::State, text: &str| {
        let Ok(Instruction::Order(order)) = parse_instruction(text, state) else { panic!("{text}: no order") };
        let found = forecast(state, &order, &Effort::INTERACTIVE, Monitor::none()).expect("it is small");
        found.expect("it throws dice").main_odds
    };
    let first = aim(&state, "edna A");
    assert!(matches!(first, MainOdds::Edna { from: 8, acts, .. } if (acts - 13.0 / 18.0).abs() < 1e-12), "{first:?}");
    field::give(&mut state, "edna A: 6 6").expect("it fails");
    assert_eq!(aim(&state, "retest A"), first);
    assert!(matches!(aim(&state, "edna A"), MainOdds::Edna { from: 4, .. }));
}

#[test]
fn units_that_attacked_are_not_offered_again() {
    let mut state = field::field("(turn: (attacks: OncePerTurn))", "A, B v X, Y");
    for order in ["volley A at X range 3: 1 2", "scrud B v Y: 1 1"] {
        field::give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    let offered = |line: &str, name: &str| completions(line, &state).iter().any(|s| s.text == name);
    assert!(!offered("volley ", "A") && !offered("scrud ", "A"), "it has volleyed");
    assert!(!offered("volley ", "B") && offered("scrud ", "B"), "its combat goes on");
    assert!(offered("volley ", "X") && offered("scrud ", "Reds"));
    assert!(offered("volley X at ", "A") && offered("scrud Y v ", "A"), "it can be attacked all the same");
}

#[test]
fn turns() {
    play_table(include_str!("../../../../tests/golden/rules/turns.csv"));
}

#[test]
fn changed_rules_hold_from_there_on() {
    play_table(include_str!("../../../../tests/golden/rules/changed_rules_hold_from_there_on.csv"));
}

#[test]
fn two_battles_interleaved() {
    let mut state = field::field("(exhaustion: (exhausted_from: EndOfTurn))", "A, B v X, Y");
    let mut give = |text: &str| field::give(&mut state, text).unwrap_or_else(|e| panic!("{text}: {e}"));
    // A second pair of sides in a battle of their own, during the first battle.
    for order in [
        "side Green as #3",
        "side Gold as #4",
        "unit M for Green as #31",
        "unit N for Gold as #41",
        "battle \"Far away\" with Green v Gold as #50",
        "initiative in Field: 6 1",
        "initiative in \"Far away\": 2 5",
        "first Gold in \"Far away\"",
        "scrud M v N: 6 1",
        "first Red in Field",
        "scrud A v X: 1 6",
        "scrud A v N ! TwoBattles",
        "reinforce M in Field ! SideNotInBattle",
        "battle Third with A v N ! InBattle",
        "lose M 2",
        "end turn in \"Far away\"",
        "scrud M v N ! Exhausted",
        "scrud B v Y: 6 1",
        "lose B 3",
        "pass in Field",
    ] {
        give(order);
    }
    let [field, far] = state.battles() else { panic!("two battles") };
    let acting = |battle: &wardiary_rules::state::Battle| battle.acting_side.map(|side| state.name(side));
    assert_eq!((field.turn, far.turn), (1, 2));
    assert_eq!((acting(field).as_deref(), acting(far)), (Some("Blue"), None));
    assert_eq!((field.combats.len(), far.combats.len()), (2, 0), "the end of a turn ends its own battle's combats");
    let exhausted =
        |battle: &wardiary_rules::state::Battle| battle.contingents.iter().map(|c| c.exhausted).collect::<Vec<_>>();
    assert_eq!((exhausted(field), exhausted(far)), (vec![false, false], vec![true, false]));
    let lost = |battle| {
        state
            .battle(battle)
            .map(|b| b.contingents.iter().map(|c| state.losses(b, c).expect("all is known").lost).collect::<Vec<_>>())
    };
    assert_eq!(lost(wardiary_base::id::BattleId(40)), Some(vec![3, 0]));
    assert_eq!(lost(wardiary_base::id::BattleId(50)), Some(vec![2, 0]));
}

#[test]
fn a_side_in_two_battles_fights_where_its_enemy_is() {
    let mut state = field::field("()", "A, B v X, Y");
    for order in [
        "unit C for Red as #33",
        "unit Z for Blue as #34",
        "battle \"Far away\" with C v Z as #50",
        // Of Red only C is in the area of Z, and of Blue only X and Y are in the area of A.
        "scrud Red v Z: 6 1",
        "scrud A v Blue: 1 6 6",
        "scrud Red v Blue ! TwoBattles",
    ] {
        field::give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    let combats: Vec<usize> = state.battles().iter().map(|b| b.combats.len()).collect();
    assert_eq!(combats, [1, 1]);
}
