//! A stack acts as a whole only from a single area of the map. After any order, undo, amendment or strike, no stack
//! with units in several areas is in a Conflict, screens, is screened, or turns. Source: RULES 5.6 to 5.8.

use wardiary_harness_rules::{arbitrary::RandomNumbers, field::book};

use jiff::Timestamp;
use proptest::test_runner::{RngAlgorithm, TestRng};
use rand::RngExt as _;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{
    dice::source::ReplayedDice,
    document,
    ground::Cell,
    id::{Id, MapId, StackId},
};
use wardiary_diary::{
    assets,
    diary::{Header, Record},
};
use wardiary_harness_diary::game::{Game, dice_for};
use wardiary_rules::{
    order::{Edge, MapOrder, March, Order, ScreenTarget, StackOrder},
    rules::{self, Refusal, adjacent_enemy_stacks, refusal::MapRefusal},
    state::{Muster, State, Unit},
};

/// Two sides with three stacks each on narrow ground. One unit of each stack is not on the map.
fn header(grid: &str, rules: &str) -> Header {
    let stats = "stats: (attack: 4, defense: 2, dmg: 2, dr: 0, init: 3, move: 2)";
    let (mut stacks, mut units) = (Vec::new(), Vec::new());
    for (name, side, cells) in [("Reds", 1, "A2 B2 C2"), ("Blues", 2, "A3 B3 D3")] {
        for (at, cell) in cells.split(' ').enumerate() {
            let stack = 10 * side + at;
            stacks.push(format!("(id: {stack}, side: {side}, name: \"{name} {at}\")"));
            // A unit that leaves room for others, under rules with one unit to an area.
            let general = if rules == "unlurked-stacks" { "warlord" } else { "general" };
            let kinds: &[&str] = if rules.starts_with("one") { &["infantry"] } else { &["infantry"; 3] };
            for kind in kinds.iter().chain([&general]) {
                let id = 100 + units.len();
                let who = format!("id: {id}, name: \"{name} {id}\", stack: {stack}, kind: \"{kind}\", {stats}");
                units.push(format!("({who}, at: \"{cell}\")"));
            }
            let id = 100 + units.len();
            units.push(format!("(id: {id}, name: \"{name} {id}\", stack: {stack}, {stats})"));
        }
    }
    let (stacks, units) = (stacks.join(", "), units.join(", "));
    let muster: Muster = document::read(&format!(
        "(sides: [(id: 1, name: \"Red\"), (id: 2, name: \"Blue\")], stacks: [{stacks}], units: [{units}],
          battles: [(id: 40, name: \"Field\", parties: [[1], [2]], map: 50)],
          maps: [(id: 50, ground: (title: \"Narrow\", grid: {grid}, rows: [\".....\", \".....\", \".....\", \".....\"],
              legend: {{'.': \"open\"}}))])"
    ))
    .expect("the muster reads");
    let book = match rules {
        "one by scrud" => book("(scrud: (defeat: [PushBack]), stacks: (blows: Scrud, rounds_a_turn: None))"),
        "one" => book("(stacks: (rounds_a_turn: None))"),
        "scrud" => book(
            "(scrud: (defeat: [PushBack]), stacks: (blows: Scrud, rounds_a_turn: None), ground: (stacking: Stack(4)))",
        ),
        shipped => assets::rulebook(shipped, None).expect("it ships"),
    };
    Header { title: "Together".into(), seed: "7e11".parse().expect("a seed"), book, muster }
}

/// The areas of a stack's living units on the map of their battle.
fn areas(state: &State, stack: StackId) -> BTreeSet<(MapId, Cell)> {
    let of_stack = state.units().iter().filter(|unit| unit.is_alive() && unit.stack == Some(stack));
    let place = |unit: &std::sync::Arc<Unit>| {
        let on = state.battle_of(unit.id)?.map?;
        unit.place.filter(|place| place.map == on).map(|place| (place.map, place.cell))
    };
    of_stack.filter_map(place).collect()
}

/// The stacks whose units must be together, each with the reason.
fn bound(state: &State) -> Vec<(StackId, &'static str)> {
    let open = state.open_battles().flat_map(|battle| &battle.conflicts).filter(|conflict| conflict.ended.is_none());
    let fighting = open.flat_map(|conflict| &conflict.stacks).filter(|s| !s.fled).map(|s| (s.stack, "in a Conflict"));
    let screening = state.stacks().iter().filter(|stack| stack.screening.is_some()).map(|stack| (stack.id, "screens"));
    let screened = state.stacks().iter().filter_map(|stack| match stack.screening {
        Some(ScreenTarget::Edge(of, _)) => Some((of, "is screened")),
        _ => None,
    });
    fighting.chain(screening).chain(screened).collect()
}

/// Orders that bring stacks together and separate them; most can be given.
fn order(chance: &mut RandomNumbers, state: &State) -> Order {
    fn of<T: Copy>(chance: &mut RandomNumbers, all: &[T]) -> Option<T> {
        (!all.is_empty()).then(|| all[chance.below(all.len())])
    }
    let anyway = (chance.below(2) == 0).then(|| "so".into());
    let units: Vec<&Unit> = state.units().iter().filter(|unit| unit.is_alive()).map(|unit| &**unit).collect();
    let unit = of(chance, &units).expect("somebody lives");
    let mut stacks: Vec<StackId> = units.iter().filter_map(|unit| unit.stack).collect();
    stacks.sort();
    stacks.dedup();
    let fights = |stack: &StackId| state.conflict_of(*stack).is_some();
    let (fighting, idle): (Vec<StackId>, Vec<StackId>) = stacks.iter().partition(|stack| fights(stack));
    let stack = of(chance, &stacks).unwrap_or(StackId(10));
    // Often a unit that must stay with its stack.
    let bound_to: Vec<&Unit> =
        bound(state).iter().flat_map(|(stack, _)| units.iter().filter(|u| u.stack == Some(*stack))).copied().collect();
    let unit = of(chance, &bound_to).filter(|_| chance.below(2) == 0).unwrap_or(unit);
    let who: Id = if chance.below(3) == 0 { stack.into() } else { unit.id.into() };
    let meant = |other: &&&Unit| who == other.id.into() || other.stack.is_some_and(|stack| who == stack.into());
    let place = units.iter().filter(meant).find_map(|unit| unit.place);
    let ground = &state.map(MapId(50)).expect("it is there").ground;
    let cells: Vec<Cell> = ground.cells().collect();
    let friends: Vec<StackId> = stacks
        .iter()
        .copied()
        .filter(|s| *s != stack && state.side_of((*s).into()) == state.side_of(stack.into()))
        .collect();
    let friend = of(chance, &friends).unwrap_or(stack);
    let facing = of(chance, ground.grid().facings()).unwrap_or_default();
    let stack_order = match chance.below(16) {
        0..=2 => {
            let near: Vec<Cell> =
                place.map(|place| ground.neighbours(place.cell).map(|(_, cell)| cell).collect()).unwrap_or_default();
            let by = of(chance, &near).into_iter().collect();
            return Order::Map(MapOrder::Move { marches: vec![March { who, by, facing: None }], anyway });
        }
        3 => {
            // To the others of its stack, or anywhere.
            let others = units.iter().filter(|other| other.stack == unit.stack).find_map(|other| other.place);
            let at = others.filter(|_| chance.below(3) > 0).map(|place| place.cell).or_else(|| of(chance, &cells));
            return Order::Map(MapOrder::Place {
                who,
                map: MapId(50),
                at: at.expect("the map has areas"),
                facing,
                anyway,
            });
        }
        4 => return Order::Assign { units: vec![unit.id], stack: Some(stack) },
        5 => {
            return Order::EndTurn {
                battle: state.open_battles().next().map_or(wardiary_base::id::BattleId(40), |battle| battle.id),
            };
        }
        6 | 7 => {
            let edge = of(chance, &Edge::ALL).unwrap_or_default();
            StackOrder::Screen { stack, screen: Some(ScreenTarget::Edge(friend, edge)) }
        }
        8 => StackOrder::Merge { stack, into: friend, anyway },
        9 | 10 => {
            let first = of(chance, &idle).unwrap_or(stack);
            let enemies: Vec<StackId> =
                idle.iter().copied().filter(|s| state.side_of((*s).into()) != state.side_of(first.into())).collect();
            let beside = of(chance, &adjacent_enemy_stacks(state, &[first]));
            let second = beside.or_else(|| of(chance, &enemies)).unwrap_or(stack);
            StackOrder::Conflict { first: vec![first], second: vec![second], anyway }
        }
        11 => StackOrder::Join {
            stack: of(chance, &idle).unwrap_or(stack),
            to: of(chance, &fighting).unwrap_or(stack),
            anyway,
        },
        12 => StackOrder::Turn { stack: of(chance, &fighting).unwrap_or(stack), facing },
        13 => StackOrder::Round { stack: of(chance, &fighting).unwrap_or(stack) },
        14 => StackOrder::Flee { stack: of(chance, &fighting).unwrap_or(stack) },
        _ => return chance.order(state),
    };
    Order::Stacks(stack_order)
}

/// The situations of a game, with their counts.
type Met = BTreeMap<&'static str, u32>;

fn played(number: u8, header: Header) -> Met {
    let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[number; 32]);
    let mut game = Game::of(header);
    let mut met = Met::new();
    while game.diary.entries().len() < 600 {
        let numbers: Vec<u16> = (0..40).map(|_| rng.random()).collect();
        let mut chance = RandomNumbers::new(&numbers[1..]);
        let before = game.diary.entries().len();
        if numbers[0].is_multiple_of(8) {
            game.step(&numbers[1..]);
        } else {
            let order = order(&mut chance, game.diary.state());
            give(&mut game, order, &mut met);
        }
        let state = game.diary.state();
        for (stack, why) in bound(state) {
            *met.entry(why).or_default() += 1;
            assert!(
                areas(state, stack).len() < 2,
                "game {number}: {} {why} at {:?}",
                state.name(stack),
                areas(state, stack)
            );
        }
        let events = game.diary.entries()[before..].iter().flat_map(|entry| &entry.events);
        let turned = events.filter(|event| format!("{event:?}").starts_with("Stacks(Rotated")).count();
        *met.entry("turned").or_default() += u32::try_from(turned).expect("a few");
        let scattered = state.stacks().iter().filter(|stack| areas(state, stack.id).len() > 1).count();
        *met.entry("scattered").or_default() += u32::try_from(scattered).expect("a few");
    }
    met
}

fn give(game: &mut Game, order: Order, met: &mut Met) {
    // The rules and the map do not change, and the campaign does not end.
    if matches!(
        order,
        Order::Rules(_) | Order::EndBattle { .. } | Order::Victory(_) | Order::Map(MapOrder::LayOut { .. })
    ) {
        return;
    }
    let asked = rules::resolve(game.diary.state(), &order, &[]);
    match &asked {
        Err(Refusal::Map(MapRefusal::Scattered { .. })) => *met.entry("refused as scattered").or_default() += 1,
        Err(Refusal::Map(MapRefusal::WouldScatter { .. })) => *met.entry("kept together").or_default() += 1,
        _ => {}
    }
    let Some(falls) = dice_for(&game.diary, &order) else {
        return assert!(asked.is_err(), "{order:?} is refused only when its dice have fallen");
    };
    let now = Timestamp::from_second(0).expect("a time");
    let new = game.diary.carry_out(order, &mut ReplayedDice::new(falls, None), now).expect("it was not refused before");
    game.record(Record::Entry(new.entry));
}

#[test]
fn no_stack_in_several_areas_does_what_stacks_do_as_one() {
    let rules = ["campaign", "unlurked-stacks", "scrud", "one", "one by scrud"];
    let games: Vec<(u8, &str, &str)> = (0u8..)
        .zip(rules.iter().flat_map(|rules| ["Square", "Hex", "Square", "Hex"].map(|grid| (grid, *rules))))
        .map(|(at, (grid, rules))| (at, grid, rules))
        .collect();
    let all: Vec<(&str, Met)> =
        games.into_par_iter().map(|(at, grid, rules)| (rules, played(at, header(grid, rules)))).collect();
    for rules in rules {
        let sum =
            |what: &str| all.iter().filter(|(own, _)| *own == rules).filter_map(|(_, met)| met.get(what)).sum::<u32>();
        let mut wanted =
            vec!["in a Conflict", "screens", "is screened", "scattered", "refused as scattered", "kept together"];
        wanted.extend((!rules.ends_with("scrud")).then_some("turned"));
        for what in wanted {
            assert!(sum(what) > 2, "{rules}: {what} {} times: {all:?}", sum(what));
        }
    }
}
