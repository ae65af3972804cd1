//! The theatre: setting it up, placing forces and sending them on marches, with the consequences. Source: RULES 7.

mod contact;
mod march;

use super::{Refusal, Resolver, RuleResult, refusal::TheatreRefusal};
use crate::{
    event::{Event, MapEvent, TheatreEvent},
    order::TheatreOrder,
    state::{EntityKind, State, TheatreError},
};
use std::collections::BTreeSet;
use wardiary_base::{
    ground::{Spot, Station, TheatreDraft},
    id::{Id, SideId},
};

impl Resolver<'_> {
    pub(super) fn theatre_order(&mut self, order: &TheatreOrder) -> RuleResult {
        match order {
            TheatreOrder::LayOut(draft) => self.lay_out_theatre(draft),
            TheatreOrder::Station { force, at, .. } => self.station(*force, *at),
            TheatreOrder::March { force, by } => self.give_march_orders(*force, by),
            TheatreOrder::Halt { force } => self.halt(*force),
            TheatreOrder::Contact { first, second, .. } => self.rule_contact(*first, *second),
            TheatreOrder::SetAside { contact, .. } => self.set_contact_aside(*contact),
            TheatreOrder::Objective { at, held_by, .. } => self.rule_theatre_objective(*at, *held_by),
        }
    }

    fn lay_out_theatre(&mut self, draft: &TheatreDraft) -> RuleResult {
        self.emit_if_valid(Event::Theatre(TheatreEvent::LaidOut(Box::new(draft.clone()))))
    }

    fn station(&mut self, force: Id, at: Option<Spot>) -> RuleResult {
        fail_if!(self.state.theatre().is_none(), Refusal::from(TheatreError::NoTheatre));
        let (from, to) = (self.state.station(force), at.map(Station::at));
        fail_if!(from == to, Refusal::NoChange);
        // A force that had no station yet may be in a battle that began before there was a theatre.
        if let Some(battle) = self.state.battle_of_force(force).filter(|_| from.is_some()) {
            return Err(TheatreRefusal::Fights { force, battle }.into());
        }
        self.emit_if_valid(Event::Theatre(TheatreEvent::Stationed { force, from, to }))
    }

    /// The station of a force that can be given orders.
    fn station_of_force(&self, force: Id) -> Result<Station, Refusal> {
        fail_if!(self.state.theatre().is_none(), TheatreError::NoTheatre);
        self.state.check_force(force)?;
        self.state.station(force).ok_or_else(|| TheatreRefusal::NoStation { force }.into())
    }

    fn give_march_orders(&mut self, force: Id, by: &[Spot]) -> RuleResult {
        let station = self.station_of_force(force)?;
        if by.is_empty() || (by.len() == 1 && station == Station::at(by[0])) {
            return Err(TheatreRefusal::AlreadyThere { force }.into());
        }
        if let Some(by) = self.state.standstill(&self.state.units_of_force(force)) {
            return Err(TheatreRefusal::CannotMarch { force, by }.into());
        }
        let from = self.state.route_of(force).to_vec();
        fail_if!(from == by, Refusal::NoChange);
        self.state.check_route(force, station, by).map_err(Refusal::from)?;
        self.conclude(Event::Theatre(TheatreEvent::Sent { force, from, to: by.to_vec() }))
    }

    fn halt(&mut self, force: Id) -> RuleResult {
        self.station_of_force(force)?;
        let from = self.state.route_of(force).to_vec();
        fail_if!(from.is_empty(), TheatreRefusal::NoOrders { force });
        self.conclude(Event::Theatre(TheatreEvent::Sent { force, from, to: Vec::new() }))
    }

    /// Marches all forces with marching orders for the part of the day that passes.
    pub(super) fn march_all(&mut self) {
        let march::MarchResults { moves, contacts: met, blocked } = march::march_forces(&self.state);
        if !moves.is_empty() {
            self.emit(Event::Theatre(TheatreEvent::Marched(moves)));
        }
        for force in blocked {
            let from = self.state.route_of(force).to_vec();
            self.emit(Event::Theatre(TheatreEvent::Sent { force, from, to: Vec::new() }));
        }
        for (first, second, how) in met {
            self.make_contact(first, second, how);
        }
        self.update_contacts();
        self.update_theatre_objectives();
    }

    /// Transfers the objectives of the theatre, or of its map, to the sides whose forces the order has brought there.
    pub(super) fn update_theatre_objectives(&mut self) {
        let Some(theatre) = self.state.theatre() else { return };
        let came = self.events.iter().flat_map(|event| arrival_stations(&self.state, event));
        let came: BTreeSet<Spot> = came.filter(|to| to.toward.is_none()).map(|to| to.at).collect();
        let own = !theatre.own_objectives().is_empty();
        let objectives = theatre.objectives();
        let taken = objectives.iter().filter(|prize| came.contains(&prize.spot)).filter_map(|prize| {
            let side = self.state.sole_side_at(prize.spot).filter(|side| prize.holder != Some(*side))?;
            match (prize.spot, theatre.map()) {
                (Spot::Area(cell), Some(map)) if !own => {
                    // Units in a battle on the map contest the objective.
                    let is_contested = self.state.units_at(map.id, cell).any(|unit| unit.side != side);
                    let (map, at, from) = (map.id, cell, prize.holder);
                    (!is_contested).then_some(Event::Map(MapEvent::ChangedHands { map, at, from, to: Some(side) }))
                }
                (at, _) => Some(Event::Theatre(TheatreEvent::ChangedHands { at, from: prize.holder, to: Some(side) })),
            }
        });
        for event in taken.collect::<Vec<_>>() {
            self.emit(event);
        }
    }

    fn rule_theatre_objective(&mut self, at: Spot, to: Option<SideId>) -> RuleResult {
        let from = theatre_objective_holder(&self.state, at)?;
        if let Some(side) = to.filter(|side| self.state.side(*side).is_none()) {
            return Err(self.state.no_such(side, &[EntityKind::Side]).into());
        }
        fail_if!(from == to, Refusal::NoChange);
        self.conclude(Event::Theatre(TheatreEvent::ChangedHands { at, from, to }))
    }
}

fn arrival_stations(state: &State, event: &Event) -> Vec<Station> {
    match event {
        Event::Theatre(TheatreEvent::LaidOut(draft)) => {
            let places = draft.at.iter().filter_map(|(_, place)| state.spot(place.raw()).ok());
            places.map(Station::at).collect()
        }
        Event::Theatre(TheatreEvent::Stationed { to, .. }) => to.iter().copied().collect(),
        Event::Theatre(TheatreEvent::Marched(moves)) => moves.iter().map(|marched| marched.to).collect(),
        _ => Vec::new(),
    }
}

fn theatre_objective_holder(state: &State, at: Spot) -> Result<Option<SideId>, Refusal> {
    let theatre = state.theatre().ok_or(TheatreError::NoTheatre)?;
    let prize = theatre.own_objectives().iter().find(|prize| prize.spot == at);
    prize.map(|prize| prize.holder).ok_or_else(|| TheatreError::NoObjective { at }.into())
}
