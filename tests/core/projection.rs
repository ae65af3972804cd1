//! What a side sees: a diary of its own, made from the referee's. Source: RULES 7, and the architecture.

use crate::harness::{arbitrary::Chance, game::Game, war};
use rayon::prelude::*;
use wardiary::{
    diary::EntryNo,
    id::{Id, SideId},
    projection::Projector,
    state::State,
};

/// So many orders are carried out in each campaign.
const ORDERS: usize = 150;

/// A random campaign of that number, with moves through its diary, and entries told anew.
pub(crate) fn played(number: usize) -> Game {
    let mut game = Game::of(war::header(number));
    let seed = game.diary.header().seed;
    for step in 0u32.. {
        if game.diary.entries().len() >= ORDERS {
            break;
        }
        let bytes = [seed.nonce(2 * step), seed.nonce(2 * step + 1)].concat();
        let numbers: Vec<u16> = bytes.chunks(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
        let mut chance = Chance::new(&numbers);
        let what = if chance.below(8) == 7 { 16 + chance.below(8) } else { 0 };
        #[allow(
            clippy::redundant_closure_for_method_calls,
            reason = "the method is less general than what is asked for"
        )]
        game.thing(what, &mut chance, |chance, state| chance.campaign_order(state));
    }
    game
}

/// Of its own units a side knows what is true, after each entry.
fn own_is_true(number: usize) {
    let game = played(number);
    let sides: Vec<SideId> = game.diary.state().sides().iter().map(|side| side.id).collect();
    for side in sides {
        let projector = Projector::of(&game.diary, side).expect("its beginning stands");
        folds_as_written(&projector, number);
        for no in 0..game.diary.next_no() {
            let truth = &game.model.nodes[&no].1;
            let seen = projector.diary().at(projector.own_entry(no).expect("it was fed")).expect("it is there");
            let entry = game.diary.entry(no).map(|entry| &entry.order);
            if let Some(wrong) = different(&projector, no, side, truth, &seen) {
                panic!("campaign {number}, side {side:?}, entry {no} {entry:?}: {wrong}");
            }
        }
    }
}

/// The state that the side's diary stands at, which is folded while its entries are made, is what those fold to.
fn folds_as_written(projector: &Projector, number: usize) {
    let seen = projector.diary();
    let mut state = seen.at(0).expect("the muster");
    let way: Vec<EntryNo> = seen.path().to_vec();
    for no in way {
        seen.entry(no).expect("it is on the way").events.iter().for_each(|event| state.apply(event));
    }
    assert!(state == *seen.state(), "campaign {number}, side {:?}", projector.side());
}

/// What of a side's own units is otherwise than it sees it.
fn different(projector: &Projector, no: EntryNo, side: SideId, truth: &State, seen: &State) -> Option<String> {
    let own = |id: Id| projector.own_id(no, id);
    let all = !truth.book().sight.is_on();
    for unit in truth.units().iter().filter(|unit| all || unit.side == side) {
        let Some(known) = own(unit.id.into()).and_then(|id| seen.unit(wardiary::id::UnitId(id.0))) else {
            return Some(format!("{} is not known", unit.name));
        };
        let is = (&unit.name, unit.strength, unit.edna, unit.grade, unit.standing(), &unit.kind, &unit.stats);
        let knows = (&known.name, known.strength, known.edna, known.grade, known.standing(), &known.kind, &known.stats);
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
        if battle != seen.battle_of(known.id).map(|battle| (Some(battle.id.0), battle.turn)) {
            let (is, knows) = (truth.battle_of(unit.id), seen.battle_of(known.id));
            return Some(format!("{} fights in {knows:?}, not {is:?}", unit.name));
        }
    }
    for force in truth.forces().into_iter().filter(|force| all || truth.side_of(*force) == Some(side)) {
        let known = own(force).and_then(|id| seen.station(id));
        if known != truth.station(force) {
            return Some(format!("{} stands at {known:?}, not {:?}", truth.name(force), truth.station(force)));
        }
    }
    None
}

#[test]
fn a_side_knows_its_own() {
    (0..8).into_par_iter().for_each(own_is_true);
}

#[test]
#[ignore = "long"]
fn a_side_knows_its_own_in_many_campaigns() {
    (0..200).into_par_iter().for_each(own_is_true);
}
