//! The start of a side's diary: the parts of the muster and the rules that it knows. It knows the rules of the game,
//! but not the referee's tables and not the other sides' troop types and pools. Source: RULES 7.

use super::{
    redaction::recruit_as_seen,
    translate::Translate,
    viewer_ids::{Viewer, ViewerIds, is_foggy, kinds_seen},
};
use crate::diary::Header;
use std::sync::Arc;
use wardiary_base::{
    book::{ListDraft, Rulebook, RulebookDraft, TablesDraft, TroopType},
    dice::source::Seed,
    ground::TheatreDraft,
    id::{Id, MapId, SideId, UnitId},
    text::Text,
};
use wardiary_rules::{
    order::Recruit,
    state::{EntityKind, Muster, State},
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
    let mut sides = muster.sides.clone();
    sides.retain(|side| meet(EntityKind::Side, side.id.into()));
    let mut stacks = muster.stacks.clone();
    stacks.retain(|stack| meet(EntityKind::Stack, stack.id.into()));
    let mut maps = muster.maps.clone();
    maps.retain(|map| meet(EntityKind::Map, map.id.into()));
    let mut recruits: Vec<&Recruit> = muster.units.iter().collect();
    recruits.retain(|unit| meet(EntityKind::Unit, unit.id.into()));
    let mut battles = muster.battles.clone();
    battles.retain(|battle| meet(EntityKind::Battle, battle.id.into()));
    let mut own = |id: u32| ids.id(id);
    // Everything listed was met and has an id. References to things that were not met are removed.
    for stack in &mut stacks {
        stack.leader = stack.leader.filter(|leader| own(leader.0).is_some());
        stack.screening = stack.screening.take().filter(|target| target.clone().translate(&mut own).is_some());
    }
    let is_known = |holder: &Text| sides.iter().any(|side| side.name.eq_ignore_case(holder));
    let objectives = maps.iter_mut().filter_map(|map| map.ground.as_mut()).flat_map(|ground| &mut ground.objectives.0);
    objectives.filter(|(_, holder)| !is_known(holder)).for_each(|(_, holder)| *holder = Text::default());
    let unit = |made: &&Recruit| match start.unit(made.id).filter(|_| is_foggy(start.book())) {
        Some(found) if !viewer.redacted_unit(start, found).precision().is_exact() => {
            recruit_as_seen(viewer, start, found, made)
        }
        // Without a kind the unit would get the rulebook's first troop type, and the side may not know that one.
        Some(found) => Recruit { kind: Some(found.kind.clone()), ..(*made).clone() },
        None => (*made).clone(),
    };
    let mut units: Vec<Recruit> = recruits.iter().map(unit).collect();
    let precision = |made: &&Recruit| {
        let precision = viewer.redacted_unit(start, start.unit(made.id)?).precision();
        (!precision.is_exact()).then_some((UnitId(ids.id(made.id.0)?), precision))
    };
    let precisions = recruits.iter().filter_map(precision).collect();
    sides.translate(&mut own);
    stacks.translate(&mut own);
    units.translate(&mut own);
    maps.translate(&mut own);
    battles.translate(&mut own);
    let theatre = muster.theatre.as_ref().map(|draft| theatre(draft, start, viewer, ids));
    // Only the referee knows what is scheduled.
    let (date, clock) = (muster.date.clone(), muster.clock.clone());
    Muster { date, clock, scheduled: Vec::new(), sides, stacks, units, precisions, battles, maps, theatre }
}

/// The theatre with the forces that a side sees. All sides know the places and roads.
pub(super) fn theatre(draft: &TheatreDraft, state: &State, viewer: Viewer, ids: &ViewerIds) -> TheatreDraft {
    let TheatreDraft { network, map, at, objectives, sources } = draft;
    let all = !is_foggy(state.book());
    let own = |id: u32| ids.id(id);
    let stands = |(force, place): &(Id, Text)| {
        let is_own = all || state.side_of(*force) == Some(viewer.0);
        own(force.0).filter(|_| is_own).map(|force| (Id(force), place.clone()))
    };
    let source = |(side, place): &(SideId, Text)| {
        own(side.0).filter(|_| all || *side == viewer.0).map(|side| (SideId(side), place.clone()))
    };
    TheatreDraft {
        network: network.clone(),
        map: map.and_then(|map| own(map.0)).map(MapId),
        at: at.iter().filter_map(stands).collect(),
        objectives: objectives.clone(),
        sources: sources.iter().filter_map(source).collect(),
    }
}

/// The rules as far as a side has met them: without the referee's tables and troop types it has not seen.
pub(super) fn book(book: &Rulebook, state: &State, viewer: Viewer) -> Rulebook {
    if !is_foggy(book) {
        return book.clone();
    }
    let met = kinds_seen(viewer, state);
    let name = state.name(viewer.0);
    let knows = RulesFilter::new(&name, &met, &book.troops);
    let known = RulebookDraft { tables: Some(TablesDraft::default()), ..knows.filter(book.to_draft()) };
    // The check fails if other rules refer to a troop type that is left out. They give it away already, so the side
    // gets all of them.
    let with_all_troops = RulebookDraft { troops: Some(ListDraft::Whole(book.troops.clone())), ..known.clone() };
    let base = Rulebook::default_rules();
    known.check(&base).or_else(|_| with_all_troops.check(&base)).unwrap_or(base)
}

/// The filter of rules for a side.
pub(super) struct RulesFilter<'a> {
    /// The side's name, which the rules use.
    side: &'a str,
    /// The troop types that it has met, and those they can change into.
    kinds: Vec<&'a Text>,
}

impl<'a> RulesFilter<'a> {
    /// A filter for a side that has met these troop types. `troops` tells what they can change into.
    pub fn new(side: &'a str, met: impl IntoIterator<Item = &'a Text>, troops: &'a [TroopType]) -> Self {
        let mut kinds: Vec<&Text> = Vec::new();
        let mut next: Vec<&Text> = met.into_iter().collect();
        while let Some(kind) = next.pop() {
            if !kinds.iter().any(|known| known.eq_ignore_case(kind)) {
                kinds.push(kind);
                let troop = troops.iter().find(|troop| troop.name.eq_ignore_case(kind));
                next.extend(troop.into_iter().flat_map(|troop| troop.becomes.values()));
            }
        }
        Self { side, kinds }
    }

    fn kind(&self, name: &Text) -> bool {
        self.kinds.iter().any(|known| known.eq_ignore_case(name))
    }

    /// Removes from the rules what is hidden from the side. The tables are unset.
    pub fn filter(&self, mut rules: RulebookDraft) -> RulebookDraft {
        // All parts are named, so that a new one is decided here. Those without a name of their own are public.
        let RulebookDraft {
            troops,
            replacements,
            tables,
            name: _,
            title: _,
            based_on: _,
            only: _,
            ladder: _,
            scrud: _,
            edna: _,
            exhaustion: _,
            turn: _,
            square: _,
            tests: _,
            volley: _,
            weapons: _,
            targets: _,
            mechanisms: _,
            stacks: _,
            ground: _,
            clock: _,
            march: _,
            sight: _,
            victory: _,
            recover: _,
            raise: _,
            promote: _,
            lost_for_good: _,
            supply: _,
            policy: _,
        } = &mut rules;
        *tables = None;
        if let Some(all) = troops {
            all.retain(|name| self.kind(name));
        }
        troops.take_if(|troops| ListDraft::is_empty(troops));
        if let Some(pools) = replacements.as_mut().and_then(|settings| settings.pools.as_mut()) {
            pools.retain_mut(|pool| {
                let is_for_all = pool.troops.is_empty();
                pool.troops.retain(|name| self.kind(name));
                let is_for_known = is_for_all || !pool.troops.is_empty();
                is_for_known && pool.side.as_ref().is_none_or(|side| side.eq_ignore_case(self.side))
            });
        }
        rules
    }
}

/// The rules that a side learns with a new troop type: the type, what it can change into, and its pools.
pub(super) fn with_kind(book: &Rulebook, seen: &State, side: &str, kind: &Text) -> RulebookDraft {
    let known = seen.book();
    let met = known.troops.iter().map(|troop| &troop.name).chain([kind]);
    let knows = RulesFilter::new(side, met, &book.troops);
    let full = knows.filter(book.to_draft());
    // Known troop types stay as they are. Their changes come with other events.
    let is_new = |troop: &TroopType| known.troop(&troop.name).is_none();
    let all = full.troops.as_ref().and_then(ListDraft::whole).unwrap_or_default();
    let new = all.iter().filter(|troop| is_new(troop)).cloned();
    let troops = Some(ListDraft::Whole(known.troops.iter().cloned().chain(new).collect()));
    let replacements = full.replacements.filter(|pools| {
        let pools = RulebookDraft { replacements: Some(pools.clone()), ..Default::default() };
        pools.check(known).is_ok_and(|with| with.replacements != known.replacements)
    });
    RulebookDraft { troops, replacements, ..Default::default() }
}
