//! The records of forces: what the units of a side, a formation or a stack did together, and where they were.

use super::{LeaderChange, ServiceRecord, ServiceRecords, TakenObjective};
use std::collections::BTreeMap;
use wardiary_base::id::{BattleId, Id, StackId};
use wardiary_diary::diary::{EntryNo, Remarks};
use wardiary_rules::state::{State, total_strength};

/// The service of a side, a formation, a stack or a unit.
#[derive(Clone, Debug)]
pub struct ForceRecord<'a> {
    pub id: Id,
    /// The units that are in it, or were in a battle.
    pub units: Vec<&'a ServiceRecord>,
    pub battles: Vec<ForceService>,
    /// The objectives that its units took, each once, in battles and on the march.
    pub objectives_taken: Vec<&'a TakenObjective>,
    pub leaders: Vec<&'a LeaderChange>,
    pub days: Vec<ForceDay>,
    pub entries: &'a [EntryNo],
    pub remarks: Vec<(EntryNo, &'a Remarks)>,
}

/// A force at the end of a period of the campaign's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForceDay {
    pub time: String,
    /// Where its stacks and units were; a force of one stack is not named.
    pub place: String,
    /// `None` if a unit's is not known exactly.
    pub strength: Option<u32>,
}

/// The deeds of a force's units in one battle, added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForceService {
    pub force: Id,
    pub battle: BattleId,
    pub units: usize,
    /// Strength Points lost; `None` if a unit's are not known.
    pub lost: Option<u32>,
    pub inflicted: u32,
    pub suffered: u32,
    pub hits: u32,
}

/// The services of all formations, each in the battles that its units were in.
pub fn of_formations(state: &State, units: &[ServiceRecord]) -> Vec<ForceService> {
    state.formations().iter().flat_map(|formation| services(state, units, formation.id)).collect()
}

/// The services of a force, by battle.
fn services(state: &State, units: &[ServiceRecord], force: Id) -> Vec<ForceService> {
    let mut sums = BTreeMap::new();
    for record in units {
        for service in record.battles.iter().filter(|service| is_within(state, record, service.stack, force)) {
            let battle = service.battle;
            let sum = sums.entry(battle).or_insert_with(|| ForceService {
                force,
                battle,
                units: 0,
                lost: Some(0),
                inflicted: 0,
                suffered: 0,
                hits: 0,
            });
            sum.units += 1;
            sum.lost = sum.lost.zip(service.lost).map(|(sum, lost)| sum + lost);
            sum.inflicted += service.inflicted;
            sum.suffered += service.suffered;
            sum.hits += service.hits;
        }
    }
    sums.into_values().collect()
}

/// Whether a unit that is in this stack belongs to a force.
fn is_within(state: &State, record: &ServiceRecord, stack: Option<StackId>, force: Id) -> bool {
    let of_stack = |stack: StackId| force == stack.into() || state.holders(stack.into()).contains(&force);
    force == record.unit.into() || force == record.side.into() || stack.is_some_and(of_stack)
}

impl<'a> ForceRecord<'a> {
    /// The record of the unit, if the force is one.
    pub fn unit(&self) -> Option<&'a ServiceRecord> {
        self.units.first().copied().filter(|record| Id::from(record.unit) == self.id)
    }
}

impl ServiceRecords {
    /// The record of a force, named as in this state.
    pub fn of_force(&self, state: &State, id: Id) -> ForceRecord<'_> {
        let now = |record: &ServiceRecord| state.unit(record.unit).and_then(|unit| unit.stack);
        let then = |record: &ServiceRecord| record.battles.iter().map(|service| service.stack).collect::<Vec<_>>();
        let belongs = |record: &&ServiceRecord| {
            let mut stacks = then(record).into_iter().chain([now(record)]);
            stacks.any(|stack| is_within(state, record, stack, id))
        };
        let units: Vec<&ServiceRecord> = self.units.iter().filter(belongs).collect();
        let mut objectives_taken = Vec::new();
        for record in &units {
            let in_battles = record.battles.iter().flat_map(|service| &service.objectives_taken);
            let taken = in_battles.chain(&record.objectives_taken);
            objectives_taken.extend(taken.filter(|taken| is_within(state, record, taken.stack, id)));
        }
        objectives_taken.sort_by_key(|taken| (taken.no, &taken.place));
        objectives_taken.dedup_by_key(|taken| (taken.no, &taken.place));
        let is_own = |change: &&LeaderChange| {
            let stack = Id::from(change.stack);
            stack == id || change.leader.map(Id::from) == Some(id) || state.holders(stack).contains(&id)
        };
        let entries = self.entries_about(id);
        ForceRecord {
            id,
            battles: services(state, &self.units, id),
            objectives_taken,
            leaders: self.leaders.iter().filter(is_own).collect(),
            days: self.days.iter().filter_map(|day| force_day(day, id)).collect(),
            remarks: self.remarks_on(entries),
            units,
            entries,
        }
    }

    /// The entries about a side, a formation, a stack or a unit.
    pub fn entries_about(&self, id: Id) -> &[EntryNo] {
        self.entries.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Readers' remarks on these entries.
    pub fn remarks_on(&self, entries: &[EntryNo]) -> Vec<(EntryNo, &Remarks)> {
        entries.iter().filter_map(|no| Some((*no, self.remarks.get(no)?))).collect()
    }
}

/// Where a force was; `None` without a clock or a theatre, or if it had no units or was nowhere.
fn force_day(state: &State, id: Id) -> Option<ForceDay> {
    let theatre = state.theatre()?;
    let time = state.time()?;
    let mut units = state.units_for_id(id);
    units.retain(|unit| unit.is_alive());
    let mut places: Vec<(String, Vec<String>)> = Vec::new();
    for unit in &units {
        let Some(force) = state.force_of(unit.id) else { continue };
        let Some(station) = state.station(force) else { continue };
        let (place, name) = (theatre.name_of_station(station), state.name(force));
        match places.iter_mut().find(|(known, _)| *known == place) {
            Some((_, forces)) if forces.contains(&name) => {}
            Some((_, forces)) => forces.push(name),
            None => places.push((place, vec![name])),
        }
    }
    let place = match &places[..] {
        [] => return None,
        [(place, _)] => place.clone(),
        several => {
            let group = |(place, forces): &(String, Vec<String>)| format!("{place}: {}", forces.join(", "));
            several.iter().map(group).collect::<Vec<_>>().join("; ")
        }
    };
    Some(ForceDay { time, place, strength: total_strength(units).map(|strength| strength.now) })
}
