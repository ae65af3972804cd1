//! Changes of maps in a campaign: new maps, edges and roads between areas, and holders of objectives. Source: RULES 4.4.

use crate::{
    event::{Event, MapEvent},
    order::Border,
    rules::{Refusal, Resolver, RuleResult, refusal::MapRefusal},
    state::{EntityKind, MapError, State},
};
use wardiary_base::{
    ground::{Cell, GroundDraft},
    id::{BattleId, MapId, SideId, UnitId},
};

impl Resolver<'_> {
    pub(super) fn change_between(
        &mut self,
        map: MapId,
        (from, to): (Cell, Cell),
        what: &Border,
        gone: bool,
    ) -> RuleResult {
        let found = self.state.map(map).ok_or_else(|| self.state.no_such(map, &[EntityKind::Map]))?;
        let ground = &found.ground;
        if let Some(cell) = [from, to].into_iter().find(|cell| !ground.contains(*cell)) {
            return Err(Refusal::from(MapError::OffMap { map, cell }).into());
        }
        let facing = ground.grid().facing_to(from, to).ok_or(MapRefusal::NoNeighbours { from, to })?;
        let (edge, road) = (ground.edge(from, facing).cloned(), ground.has_road(from, facing));
        let is_there = match what {
            Border::Road => road,
            Border::Bridge => road && edge.is_some(),
            Border::Edge(name) => edge.as_ref().is_some_and(|edge| edge.eq_ignore_case(name)),
        };
        fail_if!(gone && !is_there, MapRefusal::NotBetween { from, to, what: what.clone(), edge, road });
        fail_if!(!gone && is_there, Refusal::NoChange);
        let between = (from, to);
        let event = match what {
            Border::Bridge if edge.is_none() => return Err(MapRefusal::NothingToBridge { from, to }.into()),
            Border::Road | Border::Bridge => MapEvent::RoadChanged { map, between, there: !gone },
            Border::Edge(_) if gone => MapEvent::EdgeChanged { map, between, from: edge, to: None },
            Border::Edge(name) => {
                let known = self.state.book().ground.edge(name);
                let known = known.ok_or_else(|| MapRefusal::NoEdgeKind { name: name.clone() })?;
                MapEvent::EdgeChanged { map, between, from: edge, to: Some(known.name.clone()) }
            }
        };
        self.conclude(Event::Map(event))
    }

    /// Adds a map, whose ground must suit the rulebook, to an open battle without one.
    pub(super) fn add_map(&mut self, id: MapId, ground: &GroundDraft, battle: Option<BattleId>) -> RuleResult {
        let faults = match ground.check() {
            Ok(_) => ground.faults_with_rules(&self.state.book().ground),
            Err(faults) => faults,
        };
        if let Some(fault) = faults.into_iter().next() {
            return Err(Refusal::from(MapError::Ground(fault)).into());
        }
        if let Some(battle) = battle {
            self.open_battle(battle)?;
        }
        self.emit_if_valid(Event::Map(MapEvent::LaidOut { id, ground: Box::new(ground.clone()), battle }))
    }

    /// Transfers objectives to the sides whose units the order has brought there, in order of arrival.
    pub(in crate::rules) fn update_objectives(&mut self) {
        let came: Vec<UnitId> = self.events.iter().flat_map(arrived_units).collect();
        for unit in came {
            if let Some((map, at, side)) = objective_taken_by(&self.state, unit) {
                self.transfer_objective(map, at, Some(side));
            }
        }
    }

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
