//! Objectives: who holds them, and when they change hands. Source: RULES 4.4.

use crate::{
    event::{Event, MapEvent},
    rules::{Refusal, Resolver, RuleResult},
    state::{EntityKind, MapError, State},
};
use wardiary_base::{
    ground::Cell,
    id::{MapId, SideId, UnitId},
};

impl Resolver<'_> {
    /// Transfers objectives to the sides whose units the order has brought there, in order of arrival.
    pub(in crate::rules) fn update_objectives(&mut self) {
        let came: Vec<UnitId> = self.events.iter().flat_map(arrived_units).collect();
        for unit in came {
            if let Some((map, at, side)) = objective_taken_by(&self.state, unit) {
                self.transfer_objective(map, at, Some(side));
            }
        }
    }

    /// Sets the holder of an objective by ruling.
    pub(super) fn rule_objective(&mut self, map: MapId, at: Cell, to: Option<SideId>) -> RuleResult {
        let found = self.state.map(map).ok_or_else(|| self.state.no_such(map, &[EntityKind::Map]))?;
        fail_if!(!found.ground.contains(at), Refusal::from(MapError::OffMap { map, cell: at }));
        let holder = found.holder(at).ok_or_else(|| Refusal::from(MapError::NoObjective { map, cell: at }))?;
        if let Some(side) = to.filter(|side| self.state.side(*side).is_none()) {
            return Err(self.state.no_such(side, &[EntityKind::Side]).into());
        }
        fail_if!(holder == to, Refusal::NoChange);
        self.transfer_objective(map, at, to);
        Ok(())
    }

    fn transfer_objective(&mut self, map: MapId, at: Cell, to: Option<SideId>) {
        let from = self.state.map(map).and_then(|map| map.holder(at)).flatten();
        self.emit(Event::Map(MapEvent::ChangedHands { map, at, from, to }));
    }
}

/// The units that an event brought to an area.
fn arrived_units(event: &Event) -> Vec<UnitId> {
    match event {
        Event::Map(MapEvent::Placed { unit, .. }) => vec![*unit],
        Event::Map(MapEvent::Moved { units, .. }) => units.clone(),
        Event::UnitMade(recruit) => vec![recruit.id],
        _ => Vec::new(),
    }
}

/// The objective that a unit takes where it is: its side does not hold it yet, and no enemy is there.
fn objective_taken_by(state: &State, unit: UnitId) -> Option<(MapId, Cell, SideId)> {
    let unit = state.unit(unit).filter(|unit| unit.is_alive())?;
    let (place, side) = (unit.place?, unit.side);
    let holder = state.map(place.map)?.holder(place.cell)?;
    let contested = || state.units_at(place.map, place.cell).any(|other| other.side != side);
    (holder != Some(side) && !contested()).then_some((place.map, place.cell, side))
}
