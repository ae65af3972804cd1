//! A side's view: a diary of its own, made from the referee's. Source: RULES 7, and docs/ARCHITECTURE.md.

use wardiary_harness_rules::{arbitrary::RandomNumbers, case_sample::case_count};

use rayon::prelude::*;
use std::collections::BTreeSet;
use wardiary_base::{
    book::Detail,
    dice::source::ReplayedDice,
    id::{Id, SideId},
};
use wardiary_diary::{
    diary::{Diary, EntryNo, Record},
    projection::Projector,
};
use wardiary_harness_diary::{
    game::{Game, dice_for},
    war,
};
use wardiary_rules::{
    event::{Event, IntelEvent},
    notation::{Instruction, parse_instruction},
    state::{State, Unit},
};

/// The number of orders in each campaign.
const ORDERS: [usize; 2] = [60, 150];

/// The random campaign with this number, with moves through its diary and rewritten entries.
pub(crate) fn played(number: usize) -> Game {
    played_with(number, |_, _| {})
}

/// The same campaign, with a further action after each step.
fn played_with(number: usize, besides: impl Fn(&mut Game, u32)) -> Game {
    let mut game = Game::of(war::header(number));
    let seed = game.diary.header().seed;
    let orders = case_count(ORDERS[0], ORDERS[1]);
    for step in 0u32.. {
        if game.diary.entries().len() >= orders {
            break;
        }
        let bytes = [seed.nonce(2 * step), seed.nonce(2 * step + 1)].concat();
        let numbers: Vec<u16> = bytes.chunks(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
        let mut chance = RandomNumbers::new(&numbers);
        let what = if chance.below(8) == 7 { 16 + chance.below(8) } else { 0 };
        #[allow(clippy::redundant_closure_for_method_calls, reason = "the method does not satisfy the lifetimes")]
        game.act(what, &mut chance, |chance, state| chance.campaign_order(state));
        if step % 3 == 0 {
            let sides: Vec<SideId> = game.diary.state().sides().iter().map(|side| side.id).collect();
            sides.into_iter().for_each(|side| game.share_with(side));
        }
        besides(&mut game, step);
    }
    game
}

/// Changes the rules of sight from time to time: fog starts, gets thicker, and ends. Terrain changes, too.
fn change_fog(game: &mut Game, step: u32) {
    const SIGHT: [&str; 4] = [
        "(sight: (range: None))",
        "(sight: (range: 1, memory: 2, seen: (strength: Band([5, 10])), fought: (strength: Hidden, edna: Band([4]))))",
        "(sight: (range: 2, seen: (presence: Band([2, 4])), fought: (strength: Exact, grade: Hidden, edna: Exact)))",
        "(sight: (range: 0, seen: (presence: Exact)))",
    ];
    let every = 9;
    let seed = game.diary.header().seed.nonce(step)[0];
    let order = match step % every {
        8 => format!("rules change {:?}", SIGHT[usize::from(seed) % SIGHT.len()]),
        4 => format!(
            "terrain {}3 is {} because \"of rain\"",
            ["A", "C", "G"][usize::from(seed) % 3],
            ["woods", "open"][usize::from(seed / 3) % 2]
        ),
        _ => return,
    };
    let Ok(Instruction::Order(order)) = parse_instruction(&order, game.diary.state()) else { return };
    if dice_for(&game.diary, &order).is_some() {
        let now = jiff::Timestamp::from_second(1_000_000).expect("a time");
        let found =
            game.diary.carry_out(order, &mut ReplayedDice::new(Vec::new(), None), now).expect("it asks for no dice");
        game.record(Record::Entry(found.entry));
    }
}

/// After each entry, a side knows the truth about its own units.
fn own_is_true(number: usize, game: &Game) {
    let sides: Vec<SideId> = game.diary.state().sides().iter().map(|side| side.id).collect();
    for side in sides {
        let projector = Projector::of(&game.diary, side).expect("its beginning stands");
        folds_as_written(&projector, number);
        of_the_fallen_nothing_is_learned(projector.diary(), number);
        for no in 0..game.diary.next_no() {
            // Entries that were withdrawn before they were shared are not in the side's diary.
            let Some(own) = projector.own_entry(no) else { continue };
            let truth = &game.model.nodes[&no].1;
            let seen = projector.diary().state_at(own).expect("it is there");
            let entry = game.diary.entry(no).map(|entry| &entry.order);
            if let Some(wrong) = different(&projector, no, side, truth, &seen) {
                panic!("campaign {number}, side {side:?}, entry {no} {entry:?}: {wrong}");
            }
        }
    }
}

/// The diary's state, which is folded while its entries are made, equals the fold of those entries.
fn folds_as_written(projector: &Projector, number: usize) {
    let seen = projector.diary();
    let mut state = seen.state_at(0).expect("the muster");
    let way: Vec<EntryNo> = seen.path().to_vec();
    for no in way {
        state.replay(&seen.entry(no).expect("it is on the way").events);
    }
    assert!(state == *seen.state(), "campaign {number}, side {:?}", projector.side());
}

/// Placeholders for numbers that a side may not know are never reported as facts learned about fallen units.
fn of_the_fallen_nothing_is_learned(seen: &Diary, number: usize) {
    for no in 1..seen.next_no() {
        let step = seen.step(no).expect("it is there");
        for event in &step.entry.events {
            let Event::Intel(IntelEvent::Learned(learned)) = event else { continue };
            let is_no_more = |state: &State| state.unit(learned.unit).is_some_and(|unit| !unit.is_alive());
            let sight = &step.after.book().sight;
            if !(sight.is_on() && is_no_more(&step.before) && is_no_more(&step.after)) {
                continue;
            }
            let of_grade = learned.grade.is_some() || learned.shifts.is_some();
            for (is_told, detail) in [(learned.edna.is_some(), &sight.fought.edna), (of_grade, &sight.fought.grade)] {
                assert!(!is_told || *detail == Detail::Exact, "campaign {number}, entry {no}: {learned:?}");
            }
        }
    }
}

/// The first difference between a side's own units and its view of them.
fn different(projector: &Projector, no: EntryNo, side: SideId, truth: &State, seen: &State) -> Option<String> {
    let own = |id: Id| projector.own_id(no, id);
    let all = !truth.book().sight.is_on();
    for unit in truth.units().iter().filter(|unit| all || unit.side == side) {
        let Some(known) = own(unit.id.into()).and_then(|id| seen.unit(wardiary_base::id::UnitId(id.0))) else {
            return Some(format!("{} is not known", unit.name));
        };
        let is = (
            &unit.name,
            unit.strength_in_rules(),
            unit.edna_in_rules(),
            unit.grade_in_rules(),
            &unit.kind,
            unit.stats_in_rules(),
        );
        let knows = (
            &known.name,
            known.strength_in_rules(),
            known.edna_in_rules(),
            known.grade_in_rules(),
            &known.kind,
            known.stats_in_rules(),
        );
        if is != knows {
            return Some(format!("{is:?} is known as {knows:?}"));
        }
        let stack = unit.stack.map(|stack| own(stack.into()).map(|id| id.0));
        if stack != known.stack.map(|stack| Some(stack.0)) {
            return Some(format!("{} stands in {:?}, not {:?}", unit.name, known.stack, unit.stack));
        }
        let place = unit.place.map(|place| (own(place.map.into()).map(|id| id.0), place.cell, place.facing));
        if place != known.place.map(|place| (Some(place.map.0), place.cell, place.facing)) {
            return Some(format!("{} is at {:?}, not {:?}", unit.name, known.place, unit.place));
        }
        let battle = truth.battle_of(unit.id).map(|battle| (own(battle.id.into()).map(|id| id.0), battle.turn));
        // A unit that fell before the side learned of a battle is not in that battle for the side.
        let is_there = unit.is_alive() || unit.side == side;
        if is_there && battle != seen.battle_of(known.id).map(|battle| (Some(battle.id.0), battle.turn)) {
            let (is, knows) = (truth.battle_of(unit.id), seen.battle_of(known.id));
            return Some(format!("{} fights in {knows:?}, not {is:?}", unit.name));
        }
    }
    if let Some(wrong) = truth.units().iter().filter(|unit| unit.side != side).find_map(|unit| {
        let known = own(unit.id.into()).and_then(|id| seen.unit(wardiary_base::id::UnitId(id.0)))?;
        seen.battle_of(known.id).and_then(|_| misjudged(unit, known))
    }) {
        return Some(wrong);
    }
    for force in truth.forces().into_iter().filter(|force| all || truth.side_of(*force) == Some(side)) {
        let known = own(force).and_then(|id| seen.station(id));
        if known != truth.station(force) {
            return Some(format!("{} stands at {known:?}, not {:?}", truth.name(force), truth.station(force)));
        }
    }
    for force in seen.forces().into_iter().filter(|force| !all && seen.station(*force).is_some()) {
        let own_side = projector.own_id(no, side.into()).map(|id| SideId(id.0));
        if seen.side_of(force) != own_side {
            return Some(format!("{}, an enemy, stands at {:?}", seen.name(force), seen.station(force)));
        }
    }
    for map in truth.maps().iter().filter(|_| all) {
        let known = own(map.id.into()).and_then(|id| seen.map(wardiary_base::id::MapId(id.0)));
        if known.is_none_or(|known| known.ground != map.ground) {
            return Some(format!("{:?} is known as {:?}", map.ground, known.map(|known| &known.ground)));
        }
    }
    let contacts = |state: &State, own: &dyn Fn(Id) -> Option<Id>| -> BTreeSet<(Option<Id>, Option<Id>)> {
        state.contacts().iter().map(|at| (own(at.forces.0), own(at.forces.1))).collect()
    };
    let (is, knows) = (contacts(truth, &own), contacts(seen, &Some));
    if all && is != knows {
        return Some(format!("contacts are {is:?}, not {knows:?}"));
    }
    if !all && !knows.is_empty() {
        return Some(format!("{knows:?} are in contact, though one of them is no force for it"));
    }
    let points = |state: &State, own: &dyn Fn(Id) -> Option<Id>| -> BTreeSet<(Option<Id>, i64)> {
        state.score().iter().map(|score| (own(score.side.into()), score.rulings)).collect()
    };
    let (is, knows) = (points(truth, &own), points(seen, &Some));
    if all && is != knows {
        return Some(format!("the points are {is:?}, not {knows:?}"));
    }
    (all && seen.sighting_estimates().next().is_some()).then(|| "it has sketches where it sees all".into())
}

/// The first difference between an enemy in a battle of the side and the exact numbers that the side has of it.
fn misjudged(unit: &Unit, known: &Unit) -> Option<String> {
    let differs = known.strength().is_exact() && known.strength() != unit.strength()
        || known.edna().is_exact() && known.edna() != unit.edna()
        || known.grade().is_exact() && known.grade_in_rules() != unit.grade_in_rules();
    // The numbers of fallen units are not disclosed.
    (unit.is_alive() && differs).then(|| format!("{}: {unit:?} is known as {known:?}", unit.name))
}

#[test]
fn a_side_knows_its_own() {
    (0..8).into_par_iter().for_each(|number| own_is_true(number, &played(number)));
}

#[test]
#[ignore = "long"]
fn a_side_knows_its_own_in_many_campaigns() {
    (0..200).into_par_iter().for_each(|number| own_is_true(number, &played(number)));
}

/// Fog that starts or ends during a campaign. Afterwards the side knows everything, or unseen forces have no station.
#[test]
fn fog_comes_down_and_lifts() {
    (0..12).into_par_iter().for_each(|number| own_is_true(number, &played_with(number, change_fog)));
}

#[test]
#[ignore = "long"]
fn fog_comes_down_and_lifts_in_many_campaigns() {
    (0..200).into_par_iter().for_each(|number| own_is_true(number, &played_with(number, change_fog)));
}
