//! The start of a side's diary: the parts of the muster and the rules that it knows.

use super::{
    known_rules::RulesFilter,
    redaction::recruit_as_seen,
    translate::Translate,
    viewer_ids::{Viewer, ViewerIds, is_foggy, kinds_seen},
};
use crate::diary::Header;
use std::sync::Arc;
use wardiary_base::{
    book::{Rulebook, RulebookDraft, TablesDraft},
    dice::source::Seed,
    ground::TheatreDraft,
    id::{Id, SideId, UnitId},
};
use wardiary_rules::{
    order::Recruit,
    state::{
        EntityKind, Muster, State,
        muster::{MusteredBattle, MusteredMap, MusteredStack},
    },
};

/// Returns the header of the side's diary, and the ids of the things in it. The header has no seed, which would reveal
/// all future dice.
pub(super) fn header(header: &Header, start: &State, side: SideId) -> (Header, ViewerIds) {
    let viewer = Viewer(side);
    let mut ids = ViewerIds::default();
    let muster = muster(&header.muster, start, viewer, &mut ids);
    let book = book(&header.book, start, viewer);
    let title = header.title.clone();
    (Header { title, seed: Seed::NONE, book: Arc::new(book), muster }, ids)
}

fn muster(muster: &Muster, start: &State, viewer: Viewer, ids: &mut ViewerIds) -> Muster {
    let sees = |id: Id| viewer.sees(start, id);
    let mut meet = |kind: EntityKind, id: Id| start.kind(id) == Some(kind) && sees(id) && ids.assign(id.0) > 0;
    let sides: Vec<_> = muster.sides.iter().filter(|side| meet(EntityKind::Side, side.id.into())).cloned().collect();
    let stacks: Vec<_> = muster.stacks.iter().filter(|at| meet(EntityKind::Stack, at.id.into())).cloned().collect();
    let maps: Vec<_> = muster.maps.iter().filter(|map| meet(EntityKind::Map, map.id.into())).cloned().collect();
    let units: Vec<_> = muster.units.iter().filter(|unit| meet(EntityKind::Unit, unit.id.into())).collect();
    let battles: Vec<_> = muster.battles.iter().filter(|at| meet(EntityKind::Battle, at.id.into())).cloned().collect();
    let mut own = |id: u32| ids.id(id);
    // Everything listed was met and has an id. References to things that were not met are removed.
    let mut sides = sides;
    for side in &mut sides {
        let _ = side.id.translate(&mut own);
    }
    let stack = |stack: MusteredStack| {
        let mut stack = stack;
        stack.id.translate(&mut own)?;
        stack.side.translate(&mut own)?;
        stack.leader = stack.leader.and_then(|mut leader| leader.translate(&mut own).map(|()| leader));
        stack.screening = stack.screening.and_then(|mut what| what.translate(&mut own).map(|()| what));
        Some(stack)
    };
    let stacks = stacks.into_iter().filter_map(stack).collect();
    let mut own = |id: u32| ids.id(id);
    let unit = |made: &Recruit| {
        let mut unit = made.clone();
        if let Some(found) = start.unit(made.id).filter(|_| is_foggy(start.book())) {
            // Without a kind the unit would get the rulebook's first troop type, and the side may not know that one.
            unit.kind = Some(found.kind.to_string());
            if viewer.redacted_unit(start, found).veil.is_some() {
                unit = recruit_as_seen(viewer, start, found, made);
            }
        }
        unit.translate(&mut own).map(|()| unit)
    };
    let veil = |made: &&Recruit| {
        let seen = viewer.redacted_unit(start, start.unit(made.id)?).into_owned();
        Some((UnitId(ids.id(made.id.0)?), *seen.veil?))
    };
    let veils = units.iter().filter_map(veil).collect();
    let units = units.into_iter().filter_map(unit).collect();
    let mut own = |id: u32| ids.id(id);
    let is_known = |holder: &str| sides.iter().any(|side| side.name.eq_ignore_ascii_case(holder));
    let map = |map: MusteredMap| {
        let mut map = map;
        for (_, holder) in map.ground.iter_mut().flat_map(|ground| &mut ground.objectives.0) {
            if !is_known(holder) {
                holder.clear();
            }
        }
        map.id.translate(&mut own).map(|()| map)
    };
    let maps = maps.into_iter().filter_map(map).collect();
    let mut own = |id: u32| ids.id(id);
    let battle = |battle: MusteredBattle| {
        let mut battle = battle;
        battle.id.translate(&mut own)?;
        battle.parties.translate(&mut own)?;
        battle.map.translate(&mut own)?;
        Some(battle)
    };
    let battles = battles.into_iter().filter_map(battle).collect();
    let theatre = muster.theatre.as_ref().map(|draft| theatre(draft, start, viewer, ids));
    // Only the referee knows what is scheduled.
    let (date, clock) = (muster.date.clone(), muster.clock.clone());
    Muster { date, clock, scheduled: Vec::new(), sides, stacks, units, veils, battles, maps, theatre }
}

/// The theatre with the forces that a side sees. All sides know the places and roads.
pub(super) fn theatre(draft: &TheatreDraft, state: &State, viewer: Viewer, ids: &ViewerIds) -> TheatreDraft {
    let all = !is_foggy(state.book());
    let own = |id: u32| ids.id(id);
    let stands = |(force, place): &(Id, String)| {
        let is_own = all || state.side_of(*force) == Some(viewer.0);
        own(force.0).filter(|_| is_own).map(|force| (Id(force), place.clone()))
    };
    let source = |(side, place): &(SideId, String)| {
        own(side.0).filter(|_| all || *side == viewer.0).map(|side| (SideId(side), place.clone()))
    };
    let map = draft.map.and_then(|map| own(map.0)).map(wardiary_base::id::MapId);
    TheatreDraft {
        map,
        at: draft.at.iter().filter_map(stands).collect(),
        sources: draft.sources.iter().filter_map(source).collect(),
        ..draft.clone()
    }
}

/// The rules as far as a side has met them: without the referee's tables and troop types it has not seen.
pub(super) fn book(book: &Rulebook, state: &State, viewer: Viewer) -> Rulebook {
    if !is_foggy(book) {
        return book.clone();
    }
    let met = kinds_seen(viewer, state);
    let name = state.name(viewer.0);
    let knows = RulesFilter::new(&name, met.iter().map(String::as_str), &book.troops);
    let known = RulebookDraft { tables: Some(TablesDraft::default()), ..knows.of(book.to_draft()) };
    // The check fails if other rules refer to a troop type that is left out. They give it away already, so the side
    // gets the whole book.
    known.check(&Rulebook::default_rules()).unwrap_or_else(|_| book.clone())
}
