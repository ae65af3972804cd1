//! Refit between battles: recovery, returning losses, replacements and rebuilding. The program proposes what is due
//! ([`super::proposals`]); orders grant as much as the rulebook says or less, or more by a ruling. Source: RULES 7.

mod strength;

use super::{Refusal, Resolver, RuleResult, refusal::RefitRefusal};
use crate::{
    event::{Event, RefitEvent},
    order::{RefitOrder, Verb},
    state::{State, Unit},
};
use std::collections::{BTreeSet, VecDeque};
pub(super) use strength::{available_replacements, possible_gains, returning_points};
use wardiary_base::{
    ground::Spot,
    id::{Id, UnitId},
    text::Text,
};

impl Resolver<'_> {
    pub(super) fn refit_order(&mut self, order: &RefitOrder) -> RuleResult {
        match order {
            RefitOrder::Recover { who, gains, why } => self.recover(who, *gains, why.is_some()),
            RefitOrder::Return { who, points, why } => self.return_strength(who, *points, why.is_some()),
            RefitOrder::Replace { unit, points, why } => self.replace(*unit, *points, why.is_some()),
            RefitOrder::Supply { who, level, why } => self.supply(*who, level, why.is_some()),
            RefitOrder::Raise { unit, strength, why } => self.raise(*unit, *strength, why.is_some()),
        }
    }

    /// The unit, if it is alive and in no battle.
    fn resting_unit(&self, unit: UnitId, verb: Verb) -> Result<&Unit, Refusal> {
        let found = self.living_unit(unit)?;
        check_in_no_battle(&self.state, unit, verb)?;
        Ok(found)
    }
}

/// The events of those units that get anything.
fn events_for_units(
    units: &[UnitId],
    verb: Verb,
    get: impl Fn(UnitId) -> Result<Event, Refusal>,
) -> Result<Vec<Event>, Refusal> {
    let mut refused = None;
    let mut all = Vec::new();
    for unit in units {
        match get(*unit) {
            Ok(event) => all.push(event),
            Err(refusal) => refused = refused.or(Some(refusal)),
        }
    }
    match refused {
        // If the rulebook has no rule at all, the refusal says so.
        Some(refusal @ Refusal::Refit(RefitRefusal::NoRule { .. })) if all.is_empty() => Err(refusal),
        _ if all.is_empty() => Err(RefitRefusal::Nobody { verb }.into()),
        _ => Ok(all),
    }
}

fn check_in_no_battle(state: &State, unit: UnitId, verb: Verb) -> Result<(), Refusal> {
    match state.battle_of(unit) {
        Some(battle) => Err(RefitRefusal::InBattle { unit, battle: battle.id, verb }.into()),
        None => Ok(()),
    }
}

const SUPPLY: Verb = Verb::Supply;

/// The result of tracing a force's supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupplyTrace {
    /// A route leads to this source, over this many areas or roads.
    Supplied(Spot, u16),
    /// No route leads to a source.
    CutOff,
    /// A route leads only to this source, which an enemy occupies or holds.
    EnemyHeld(Spot),
}

impl Resolver<'_> {
    fn supply(&mut self, who: Id, level: &Text, is_ruling: bool) -> RuleResult {
        let rule = self.state.book().supply.clone();
        fail_if!(!rule.is_on(), RefitRefusal::NoRule { verb: SUPPLY });
        let units = self.living_units(&[who])?;
        for unit in &units {
            self.resting_unit(*unit, SUPPLY)?;
        }
        let to = rule.level_named(level).ok_or_else(|| Refusal::from(RefitRefusal::NoLevel { who }))?;
        if !is_ruling {
            let (gives, trace) = due_supply_level(&self.state, &units)?;
            fail_if!(gives != to, RefitRefusal::OtherLevel { who, gives, trace });
        }
        let level_of = |unit: &UnitId| self.state.unit(*unit).map_or(0, |unit| unit.history.supply);
        let changes: Vec<(UnitId, u8)> = units.iter().map(|unit| (*unit, level_of(unit))).collect();
        fail_if!(changes.iter().all(|(_, from)| *from == to), Refusal::NoChange);
        self.conclude(Event::Refit(RefitEvent::Supplied { units: changes, to }))
    }
}

/// The supply level due to units of one force, and the trace. A force that is cut off goes one below its worst unit.
pub(in crate::rules) fn due_supply_level(state: &State, units: &[UnitId]) -> Result<(u8, SupplyTrace), RefitRefusal> {
    let found: Vec<&Unit> = units.iter().filter_map(|unit| state.unit(*unit)).collect();
    let Some(first) = found.first() else { return Err(RefitRefusal::Nobody { verb: SUPPLY }) };
    let unit = first.id;
    let trace = trace(state, &found).ok_or(RefitRefusal::NotTraced { unit })?;
    if let SupplyTrace::Supplied(..) = trace {
        return Ok((0, trace));
    }
    let worst = found.iter().map(|unit| unit.history.supply).max().unwrap_or(0);
    // A unit drops once for each part in which it was cut off.
    let falls = found.iter().all(|unit| state.parts_since_supply_change(unit) > 0);
    let to = worst.saturating_add(u8::from(falls)).min(state.book().supply.lowest());
    Ok((to, trace))
}

/// Traces the supply of units of one force to a source of its side, over routes that are open to its units and free of
/// enemies. A supplied force is at the best level; a force that is cut off drops one level a part. Source: RULES 7.
/// `None` if they are not in the theatre, or their side has no source.
fn trace(state: &State, units: &[&Unit]) -> Option<SupplyTrace> {
    let first = units.first()?;
    let (theatre, station) = (state.theatre()?, state.station_of_unit(first.id)?);
    let sources: Vec<Spot> =
        theatre.sources().iter().filter(|(side, _)| *side == first.side).map(|(_, spot)| *spot).collect();
    if sources.is_empty() {
        return None;
    }
    let range = state.book().supply.range.unwrap_or(u16::MAX);
    let legs = theatre.route_graph(units);
    // Computed once, since a route may lead over every place there is.
    let enemies = theatre.spots_of_enemies(first.side);
    let is_free = |spot: Spot| !enemies.contains(&spot);
    let objectives = theatre.objectives();
    let is_held_by_enemy = |spot: Spot| {
        let holder = objectives.iter().find(|prize| prize.spot == spot).and_then(|prize| prize.holder);
        holder.is_some_and(|holder| holder != first.side) || !is_free(spot)
    };
    // A force between two places of a network is supplied from either.
    let on_road = station.toward.map(|(toward, _)| toward).filter(|_| theatre.network().is_some());
    let ends = std::iter::once(station.at).chain(on_road);
    let own = on_road.is_none();
    let begin = ends.filter(|spot| own || is_free(*spot));
    let mut queue: VecDeque<(Spot, u16)> = begin.map(|spot| (spot, 0)).collect();
    let mut seen: BTreeSet<Spot> = queue.iter().map(|(spot, _)| *spot).collect();
    let mut held = None;
    while let Some((spot, roads)) = queue.pop_front() {
        if sources.contains(&spot) && !is_held_by_enemy(spot) {
            return Some(SupplyTrace::Supplied(spot, roads));
        }
        if sources.contains(&spot) {
            held = held.or(Some(spot));
        }
        if roads == range {
            continue;
        }
        for next in theatre.neighbours(spot) {
            if legs.leg_length(spot, next).is_none() {
                continue;
            }
            if !is_free(next) {
                held = held.or(Some(next).filter(|next| sources.contains(next)));
            } else if seen.insert(next) {
                queue.push_back((next, roads + 1));
            }
        }
    }
    Some(held.map_or(SupplyTrace::CutOff, SupplyTrace::EnemyHeld))
}
