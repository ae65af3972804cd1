//! A map that is laid out during a campaign. Source: RULES 4.4, the readings for the map.

use wardiary_base::id::{BattleId, MapId};
use wardiary_harness_rules::field::{field, field_on, give};
use wardiary_rules::{
    notation::{Instruction, order_text, parse_instruction},
    state::State,
};

const GROUND: &str = "(title: \\\"Fields\\\", rows: [\\\"...\\\", \\\".w.\\\", \\\"...\\\"], legend: {'.': \\\"open\\\", 'w': \\\"woods\\\"}, \
                      places: {\\\"Mill\\\": \\\"C3\\\"}, objectives: {\\\"Mill\\\": \\\"Blue\\\"})";

const FREE: &str = "itchy-and-scratchy: (turn: (order: Free))";

/// An order with `GROUND` in place of `%`.
fn order(text: &str) -> String {
    text.replace('%', &format!("\"{GROUND}\""))
}

#[track_caller]
fn refused(state: &mut State, text: &str, why: &str) {
    let before = state.clone();
    let told = give(state, &order(text)).expect_err("it is refused");
    assert!(told.contains(why), "{text}: {told}");
    assert_eq!(*state, before);
}

#[test]
fn a_battle_goes_on_on_the_map_that_is_laid_out_for_it() {
    let mut state = field(FREE, "A, B v X");
    let Ok(Instruction::Order(read)) = parse_instruction(&order("map % for Field as #60"), &state) else {
        panic!("no order")
    };
    let text = order_text(&state, &read);
    assert_eq!(parse_instruction(&text, &state), Ok(Instruction::Order(read)), "{text}");
    give(&mut state, &text).expect("it is carried out");
    assert_eq!(state.battle(BattleId(40)).and_then(|battle| battle.map), Some(MapId(60)));
    let map = state.map(MapId(60)).expect("it is there");
    assert_eq!((&*map.name, map.ground.areas(), map.objectives().count()), ("Fields", 9, 1));
    // A unit in the battle is put on the map, and the map binds it from then on.
    for order in [
        "place A at A3 facing e",
        "place X at C1 facing s",
        "move A to B3 facing n",
        "objective Mill held by Red because \"x\"",
    ] {
        give(&mut state, order).unwrap_or_else(|why| panic!("{order}: {why}"));
    }
    refused(&mut state, "move A to C3", "has already moved this turn");
}

#[test]
fn refuses_senseless_maps() {
    let plain = "(title: \"Plain\", rows: [\"...\"], legend: {'.': \"open\"})";
    let mut on_a_map = field_on(Some(plain), FREE, "A @A1n v X");
    refused(&mut on_a_map, "map % for Field", "already has a map: Plain");
    refused(&mut on_a_map, "map % as #11", "11");
    let mut state = field(FREE, "A v X");
    refused(
        &mut state,
        "map \"(title: \\\"F\\\", rows: [\\\"..\\\", \\\".\\\"], legend: {'.': \\\"open\\\"})\" for Field",
        "row",
    );
    refused(
        &mut state,
        "map \"(title: \\\"F\\\", rows: [\\\"~~\\\"], legend: {'~': \\\"lava\\\"})\" for Field",
        "no terrain “lava”",
    );
    give(&mut state, "end battle").expect("it ends");
    refused(&mut state, "map % for Field", "over");
    // A map without a battle, and then a battle on it.
    give(&mut state, &order("map % as #60")).expect("it is laid out");
    give(&mut state, "battle Again with A v X on Fields as #70").expect("it begins");
    assert_eq!(state.map_of(BattleId(70)).map(|map| map.id), Some(MapId(60)));
}
