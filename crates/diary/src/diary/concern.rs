//! The subjects of an entry: the ids by which a diary is searched, with an index of them, and the entry's battle and turn.

use super::{Diary, Entry, EntryNo, concern};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};
use wardiary_base::id::{BattleId, Id, SideId, StackId, UnitId};
use wardiary_rules::{
    event::{CombatEnd, Event, MapEvent, StaffEvent, TheatreEvent},
    order::OrderSubject,
    state::{Battle, EntityKind, State, Unit},
};

pub(super) struct Concern {
    /// The ids that the entry affected or whose dice it rolled. A unit adds its side, its stack at the time, and the
    /// stack's formations.
    pub ids: BTreeSet<Id>,
    pub battle: Option<BattleId>,
    pub turn: Option<u32>,
}

impl Concern {
    pub fn of(before: &State, after: &State, entry: &Entry) -> Self {
        let owners = entry.dice.iter().flat_map(|fall| &fall.who).filter(|owner| owner.0 != 0);
        let about =
            entry.events.iter().fold(EntrySubjects::default(), add_event_ids).ids(owners.map(|owner| Id(owner.0)));
        let OrderSubject { battle, side, campaign } = entry.order.subject();
        let recipients = entry.events.iter().flat_map(|event| recipients(after, event));
        let takers = entry.events.iter().flat_map(|event| objective_takers(before, after, event));
        let EntrySubjects { mut ids, mut battles } = about.battle(battle).ids(side).ids(takers).ids(recipients);
        let sides: Vec<Id> = ids.iter().filter_map(|id| after.side_of(*id)).map(Id::from).collect();
        ids.extend(sides);
        if battles.is_empty() && !campaign {
            battles = battles_of(before, after, &ids);
        }
        let battle = battles.first().copied().filter(|_| battles.len() == 1);
        let turn = battle.and_then(|id| before.battle(id).or_else(|| after.battle(id))).map(|b| b.turn);
        ids.extend(battles.into_iter().map(Id::from));
        let stack_of = |id: &Id| [before, after].map(|state| state.unit(UnitId(id.0)).and_then(|unit| unit.stack));
        let stacks: Vec<Id> = ids.iter().flat_map(stack_of).flatten().map(Id::from).collect();
        ids.extend(stacks);
        let holders: Vec<Id> = ids.iter().flat_map(|id| after.holders(*id)).collect();
        ids.extend(holders);
        Self { ids, battle, turn }
    }
}

/// The recipients of delivered messages and of answers to written orders, which the events do not name.
fn recipients(after: &State, event: &Event) -> Vec<SideId> {
    match event {
        Event::Staff(StaffEvent::Delivered { message }) => {
            after.message(*message).map_or_else(Vec::new, |message| message.sides.clone())
        }
        _ => event
            .answered_orders()
            .and_then(|number| after.written_order(number))
            .map(|orders| orders.side)
            .into_iter()
            .collect(),
    }
}

/// The units that took an objective with an event: those of the side that now holds it which the entry moved there.
pub fn objective_takers(before: &State, after: &State, event: &Event) -> Vec<UnitId> {
    let is_there = |state: &State, unit: &Unit| match event {
        Event::Map(MapEvent::ChangedHands { map, at, .. }) => {
            state.unit(unit.id).and_then(|unit| unit.place).is_some_and(|place| place.map == *map && place.cell == *at)
        }
        Event::Theatre(TheatreEvent::ChangedHands { at, .. }) => {
            state.station_of_unit(unit.id).is_some_and(|station| station.at == *at)
        }
        _ => false,
    };
    let (Event::Map(MapEvent::ChangedHands { to, .. }) | Event::Theatre(TheatreEvent::ChangedHands { to, .. })) = event
    else {
        return Vec::new();
    };
    let came = |unit: &&Arc<Unit>| {
        *to == Some(unit.side) && unit.is_alive() && is_there(after, unit) && !is_there(before, unit)
    };
    after.units().iter().filter(came).map(|unit| unit.id).collect()
}

/// The ids that the entry's events name, and the owners of its dice.
pub fn named_ids(entry: &Entry) -> BTreeSet<Id> {
    let owners = entry.dice.iter().flat_map(|fall| &fall.who).map(|owner| Id(owner.0));
    entry.events.iter().fold(EntrySubjects::default(), add_event_ids).ids(owners).ids
}

/// The battles of an entry whose events name none: those of its units, or of its stacks' units. An entry about no unit,
/// such as a note, belongs to the only battle being fought, if the entry's sides are in it. Renaming a battle belongs
/// to that battle.
fn battles_of(before: &State, after: &State, ids: &BTreeSet<Id>) -> BTreeSet<BattleId> {
    let of_kind = |kind: EntityKind| ids.iter().filter(move |id| before.kind(**id) == Some(kind));
    if let Some(id) = of_kind(EntityKind::Battle).next() {
        return BTreeSet::from([BattleId(id.0)]);
    }
    let in_stacks = of_kind(EntityKind::Stack).flat_map(|id| before.units_of_stack(StackId(id.0))).map(|unit| unit.id);
    let mut units = of_kind(EntityKind::Unit).map(|id| UnitId(id.0)).chain(in_stacks).peekable();
    if units.peek().is_some() {
        return units.filter_map(|unit| before.battle_of(unit)).map(|battle| battle.id).collect();
    }
    let mut open = before.open_battles();
    let only = open.next().filter(|_| open.next().is_none());
    // A new side is in no battle yet.
    let sides: Vec<&Id> = ids.iter().filter(|id| after.kind(**id) == Some(EntityKind::Side)).collect();
    let holds_all = |battle: &&Battle| sides.iter().all(|id| battle.contingent(SideId(id.0)).is_some());
    only.filter(holds_all).map(|battle| battle.id).into_iter().collect()
}

#[derive(Default)]
struct EntrySubjects {
    ids: BTreeSet<Id>,
    battles: BTreeSet<BattleId>,
}

impl EntrySubjects {
    fn battle(mut self, battle: impl Into<Option<BattleId>>) -> Self {
        self.battles.extend(battle.into());
        self
    }

    fn id(self, id: impl Into<Id>) -> Self {
        self.ids([id])
    }

    fn ids<T: Into<Id>>(mut self, ids: impl IntoIterator<Item = T>) -> Self {
        self.ids.extend(ids.into_iter().map(Into::into));
        self
    }

    fn subjects<T: Into<Id>>(self, (battle, ids): (Option<BattleId>, impl IntoIterator<Item = T>)) -> Self {
        self.battle(battle).ids(ids)
    }

    fn force(self, (side, units): &(SideId, Vec<UnitId>)) -> Self {
        self.id(*side).ids(units.iter().copied())
    }
}

fn add_event_ids(about: EntrySubjects, event: &Event) -> EntrySubjects {
    match event {
        Event::Opened { .. }
        | Event::RulesChanged(_)
        | Event::LadderChanged { .. }
        | Event::Abandoned
        | Event::DateSet { .. }
        | Event::Clock(_)
        | Event::Noted
        | Event::BranchNamed { .. }
        | Event::Argued { .. } => about,
        Event::Consulted { who, .. } | Event::Rolled { who, .. } => about.ids(*who),
        Event::SideMade { id, .. } => about.id(*id),
        Event::StackMade { id, side, .. } => about.id(*id).id(*side),
        Event::UnitMade(recruit) => about.id(recruit.id),
        Event::Renamed { id, .. } => about.id(*id),
        Event::Assigned { unit, from, to } => about.id(*unit).ids(*from).ids(*to),
        Event::BattleBegun { id, sides, .. } => sides.iter().fold(about.battle(*id), EntrySubjects::force),
        Event::CombatOpened { battle, first, second } => about.battle(*battle).force(first).force(second),
        Event::Arrived { battle, units }
        | Event::Committed { battle, units, .. }
        | Event::Supported { battle, units, .. } => about.battle(*battle).ids(units.iter().copied()),
        Event::InitiativeWon { battle, side }
        | Event::Objected { battle, side, .. }
        | Event::FirstChosen { battle, side }
        | Event::Exhausted { battle, side, .. } => about.battle(*battle).id(*side),
        Event::CombatEnded { battle, how, .. } => {
            let side = match how {
                CombatEnd::Withdrew(side) | CombatEnd::NoneLeft(side) => Some(*side),
                CombatEnd::PhasesUsed | CombatEnd::TimeUp => None,
            };
            about.battle(*battle).ids(side)
        }
        Event::BattleEnded { battle, decision, .. } => {
            about.battle(*battle).ids(decision.as_ref().and_then(|decision| decision.award.winner()))
        }
        Event::PhaseBegun { battle, .. }
        | Event::TurnEnded { battle, .. }
        | Event::Thrown { battle, .. }
        | Event::Rethrown { battle, .. }
        | Event::PhaseFought { battle, .. } => about.battle(*battle),
        Event::EdnaTested { unit, .. }
        | Event::EdnaRetested { unit, .. }
        | Event::EdnaWorn { unit, .. }
        | Event::EdnaRuled { unit, .. }
        | Event::Demoted { unit, .. }
        | Event::Eliminated { unit, .. }
        | Event::StrengthLost { unit, .. }
        | Event::StrengthRestored { unit, .. }
        | Event::Regraded { unit, .. }
        | Event::Shifted { unit, .. } => about.id(*unit),
        Event::PushedBack { unit, by, .. } => about.id(*unit).ids(*by),
        Event::DiceTested { passed, failed, .. } => about.ids(passed.iter().chain(failed).copied()),
        Event::Volleyed { battle, unit, hits, .. } => {
            about.battle(*battle).id(*unit).ids(hits.iter().map(|(target, _)| *target))
        }
        Event::Theatre(event) => about.ids(event.forces()).ids(event.sides()),
        Event::Staff(event) => about.ids(event.ids()),
        Event::Refit(event) => about.subjects(event.subjects()),
        Event::Victory(event) => about.subjects(event.subjects()),
        Event::Map(event) => about.subjects(event.subjects()),
        Event::Intel(event) => about.ids(event.ids()),
        Event::Stacks(event) => about.subjects(event.subjects()),
    }
}

/// For each id, the entries that name it or whose dice it owns.
#[derive(Debug)]
pub struct Mentions {
    /// Number of entries indexed at a time.
    chunk_size: EntryNo,
    indexed: Range<EntryNo>,
    entries_by_id: BTreeMap<Id, BTreeSet<EntryNo>>,
}

impl Default for Mentions {
    fn default() -> Self {
        Self::with_chunk_size(256)
    }
}

impl Mentions {
    pub fn with_chunk_size(at_once: EntryNo) -> Self {
        Self { chunk_size: at_once, indexed: Range::default(), entries_by_id: BTreeMap::new() }
    }

    /// The last entries that name any of these ids, newest first. `places` is a range of the path to the head.
    pub fn last(&mut self, diary: &Diary, ids: &BTreeSet<Id>, places: Range<usize>, many: usize) -> Vec<EntryNo> {
        let path = diary.path();
        let way = &path[places.start.min(path.len())..places.end.min(path.len())];
        let (Some(first), Some(last)) = (way.first().copied(), way.last().copied()) else { return Vec::new() };
        if self.indexed.is_empty() || last < self.indexed.start {
            *self = Self { chunk_size: self.chunk_size, indexed: last + 1..last + 1, entries_by_id: BTreeMap::new() };
        }
        self.index_entries(diary, self.indexed.end..last + 1);
        self.indexed.end = self.indexed.end.max(last + 1);
        loop {
            let found = self.indexed_mentions(ids, way, many);
            if found.len() == many || self.indexed.start <= first {
                return found;
            }
            let from = self.indexed.start.saturating_sub(self.chunk_size).max(first);
            self.index_entries(diary, from..self.indexed.start);
            self.indexed.start = from;
        }
    }

    fn index_entries(&mut self, diary: &Diary, numbers: Range<EntryNo>) {
        for entry in numbers.filter_map(|no| diary.entry(no)) {
            for id in concern::named_ids(entry) {
                self.entries_by_id.entry(id).or_default().insert(entry.no);
            }
        }
    }

    fn indexed_mentions(&self, ids: &BTreeSet<Id>, way: &[EntryNo], many: usize) -> Vec<EntryNo> {
        let within = way[0]..=way[way.len() - 1];
        let of = |id: &Id| {
            let of = self.entries_by_id.get(id).map(|of| of.range(within.clone()).rev());
            of.into_iter().flatten().copied().filter(|no| way.binary_search(no).is_ok()).take(many)
        };
        let mut found: Vec<EntryNo> = ids.iter().flat_map(of).collect();
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.dedup();
        found.truncate(many);
        found
    }
}
