//! No units share an area against the rules, after any order, undo, amendment or strike. Source: RULES 4.4.

use wardiary_harness_rules::{arbitrary::RandomNumbers, field::book};

use jiff::Timestamp;
use proptest::prelude::*;
use std::collections::BTreeMap;
use wardiary_base::{dice::source::ReplayedDice, document, ground::Cell, id::MapId};
use wardiary_diary::diary::{Header, Record};
use wardiary_harness_diary::game::{Game, dice_for};
use wardiary_rules::{
    order::Order,
    state::{Muster, State, Unit},
};

/// Two sides on ground so small that they block each other.
fn header(hex: bool, stacks: bool) -> Header {
    let grid = if hex { "Hex" } else { "Square" };
    let muster: Muster = document::read(&format!(
        r#"(
            sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
            stacks: [(id: 5, side: 1, name: "Reds"), (id: 6, side: 1, name: "Rest"), (id: 7, side: 2, name: "Blues")],
            units: [
                (id: 11, name: "A", stack: 5, kind: "infantry", at: "A1"),
                (id: 12, name: "B", stack: 5, kind: "infantry", at: "B1"),
                (id: 13, name: "C", stack: 6, kind: "mounted cavalry", at: "A2"),
                (id: 14, name: "D", stack: 6, kind: "general", at: "A2"),
                (id: 15, name: "E", side: 1, kind: "transport", at: "B1"),
                (id: 16, name: "F", side: 1, kind: "machine gun", at: "C1"),
                (id: 17, name: "G", stack: 5, kind: "infantry"),
                (id: 21, name: "U", stack: 7, kind: "infantry", at: "A4"),
                (id: 22, name: "V", stack: 7, kind: "infantry", at: "B4"),
                (id: 23, name: "W", stack: 7, kind: "dismounted cavalry", at: "C4"),
                (id: 24, name: "X", side: 2, kind: "artillery", at: "D4"),
                (id: 25, name: "Y", side: 2, kind: "general", at: "D4"),
                (id: 26, name: "Z", side: 2, kind: "infantry"),
            ],
            battles: [(id: 40, name: "Field", parties: [[1], [2]], map: 50)],
            maps: [(id: 50, ground: (title: "Small", grid: {grid}, rows: ["....", "..w.", ".w..", "...."],
                legend: {{'.': "open", 'w': "woods"}}))],
        )"#
    ))
    .expect("the muster reads");
    let stacking = if stacks { "Stack(2)" } else { "One" };
    let settings = format!("(scrud: (defeat: [LoseStrength(1), PushBack]), ground: (stacking: {stacking}))");
    Header { title: "Narrow".into(), seed: "5ace".parse().expect("a seed"), book: book(&settings), muster }
}

/// The units in an area that may not be there together, directly from the rule.
fn crowd<'u>(units: &[&'u Unit], stacks: bool) -> Option<(&'u Unit, &'u Unit)> {
    let fills = |unit: &&&Unit| !["general", "transport", "aircraft"].iter().any(|kind| unit.kind == *kind);
    let filling: Vec<&Unit> = units.iter().filter(fills).copied().collect();
    let enemies = units.iter().find(|unit| unit.side != units[0].side).map(|enemy| (units[0], *enemy));
    let of_one_stack = |one: &Unit, other: &Unit| stacks && one.stack.is_some() && one.stack == other.stack;
    let strangers = filling.iter().skip(1).find(|other| !of_one_stack(filling[0], other));
    let too_many = filling.get(2).map(|third| (filling[0], *third));
    enemies.or(strangers.map(|other| (filling[0], *other))).or(too_many)
}

fn nobody_shares(state: &State, stacks: bool) -> Result<(), TestCaseError> {
    let mut areas: BTreeMap<(MapId, Cell), Vec<&Unit>> = BTreeMap::new();
    for unit in state.units() {
        let Some(place) = unit.place else { continue };
        prop_assert!(unit.is_alive(), "{} is gone, and stands at {}", unit.name, place.cell);
        areas.entry((place.map, place.cell)).or_default().push(unit);
    }
    for ((_, cell), units) in areas {
        prop_assert!(crowd(&units, stacks).is_none(), "at {}: {:?}", cell, crowd(&units, stacks));
    }
    Ok(())
}

/// An order on the map, or another operation on the diary. The rules stay the same, because a change may make an area
/// too full for its units.
fn step(game: &mut Game, numbers: &[u16]) {
    let mut chance = RandomNumbers::new(&numbers[1..]);
    if numbers[0].is_multiple_of(4) {
        return game.step(&numbers[1..]);
    }
    let order = Order::Map(chance.map_order(game.diary.state()));
    let Some(falls) = dice_for(&game.diary, &order) else { return };
    let now = Timestamp::from_second(0).expect("a time");
    let new = game.diary.carry_out(order, &mut ReplayedDice::new(falls, None), now).expect("it was not refused before");
    game.record(Record::Entry(new.entry));
}

fn ruled_otherwise(game: &Game) -> bool {
    let is_so = |no: &u32| matches!(game.diary.entry(*no).map(|entry| &entry.order), Some(Order::Rules(_)));
    game.diary.path().iter().any(is_so)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_two_share_what_they_may_not(
        (hex, stacks) in any::<(bool, bool)>(),
        steps in proptest::collection::vec(proptest::collection::vec(any::<u16>(), 2..30), 1..80),
    ) {
        let mut game = Game::of(header(hex, stacks));
        nobody_shares(game.diary.state(), stacks)?;
        for numbers in &steps {
            step(&mut game, numbers);
            while ruled_otherwise(&game) {
                let to = game.model.nodes[&game.diary.head()].0;
                game.record(Record::head(to));
            }
            nobody_shares(game.diary.state(), stacks)?;
        }
    }
}
