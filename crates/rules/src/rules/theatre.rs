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
    /// Carries out an order in the theatre.
    pub(super) fn theatre_order(&mut self, order: &TheatreOrder) -> RuleResult {
        match order {
            TheatreOrder::LayOut(draft) => self.lay_out_theatre(draft),
            TheatreOrder::Station { force, at, .. } => self.station(*force, *at),
            TheatreOrder::March { force, by } => self.send(*force, by),
            TheatreOrder::Halt { force } => self.halt(*force),
            TheatreOrder::Contact { first, second, .. } => self.rule_contact(*first, *second),
            TheatreOrder::SetAside { contact, .. } => self.set_aside(*contact),
            TheatreOrder::Objective { at, held_by, .. } => self.rule_prize(*at, *held_by),
        }
    }

    fn lay_out_theatre(&mut self, draft: &TheatreDraft) -> RuleResult {
        self.emit_if_valid(Event::Theatre(TheatreEvent::LaidOut(Box::new(draft.clone()))))
    }

    fn station(&mut self, force: Id, at: Option<Spot>) -> RuleResult {
        if self.state.theatre().is_none() {
            return Err(Refusal::from(TheatreError::NoTheatre).into());
        }
        let (from, to) = (self.state.station(force), at.map(Station::at));
        if from == to {
            return Err(Refusal::NoChange.into());
        }
        // A force that had no station yet may be in a battle that began before there was a theatre.
        if let Some(battle) = self.state.battle_of_force(force).filter(|_| from.is_some()) {
            return Err(TheatreRefusal::Fights { force, battle }.into());
        }
        self.emit_if_valid(Event::Theatre(TheatreEvent::Stationed { force, from, to }))
    }

    /// The station of a force that can be given orders.
    fn stationed(&self, force: Id) -> Result<Station, Refusal> {
        if self.state.theatre().is_none() {
            return Err(TheatreError::NoTheatre.into());
        }
        self.state.check_force(force)?;
        self.state.station(force).ok_or_else(|| TheatreRefusal::NoStation { force }.into())
    }

    /// Gives a force marching orders.
    fn send(&mut self, force: Id, by: &[Spot]) -> RuleResult {
        let station = self.stationed(force)?;
        if by.is_empty() || (by.len() == 1 && station == Station::at(by[0])) {
            return Err(TheatreRefusal::IsThere { force }.into());
        }
        if let Some(by) = self.state.standstill(&self.state.units_of_force(force)) {
            return Err(TheatreRefusal::Still { force, by }.into());
        }
        let from = self.state.way_of(force).to_vec();
        if from == by {
            return Err(Refusal::NoChange.into());
        }
        self.state.check_way(force, station, by).map_err(Refusal::from)?;
        self.emit(Event::Theatre(TheatreEvent::Sent { force, from, to: by.to_vec() }));
        Ok(())
    }

    fn halt(&mut self, force: Id) -> RuleResult {
        self.stationed(force)?;
        let from = self.state.way_of(force).to_vec();
        if from.is_empty() {
            return Err(TheatreRefusal::NoOrders { force }.into());
        }
        self.emit(Event::Theatre(TheatreEvent::Sent { force, from, to: Vec::new() }));
        Ok(())
    }

    /// Marches all forces with marching orders for the part of the day that passes.
    pub(super) fn march_all(&mut self) {
        let march::Marches { moves, met, blocked } = march::marches(&self.state);
        if !moves.is_empty() {
            self.emit(Event::Theatre(TheatreEvent::Marched(moves)));
        }
        for force in blocked {
            let from = self.state.way_of(force).to_vec();
            self.emit(Event::Theatre(TheatreEvent::Sent { force, from, to: Vec::new() }));
        }
        for (first, second, how) in met {
            self.meet(first, second, how);
        }
        self.follow_contacts();
        self.follow_prizes();
    }

    /// Transfers the objectives of the theatre, or of its map, to the sides whose forces the order has brought there.
    pub(super) fn follow_prizes(&mut self) {
        let Some(theatre) = self.state.theatre() else { return };
        let came = self.events.iter().flat_map(|event| who_came(&self.state, event));
        let came: BTreeSet<Spot> = came.filter(|to| to.toward.is_none()).map(|to| to.at).collect();
        let own = !theatre.prizes().is_empty();
        let objectives = theatre.objectives();
        let taken = objectives.iter().filter(|prize| came.contains(&prize.at)).filter_map(|prize| {
            let side = self.state.alone_at(prize.at).filter(|side| prize.holder != Some(*side))?;
            match (prize.at, theatre.map()) {
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

    /// Sets the holder of an objective by ruling.
    fn rule_prize(&mut self, at: Spot, to: Option<SideId>) -> RuleResult {
        let from = prize_at(&self.state, at)?;
        if let Some(side) = to.filter(|side| self.state.side(*side).is_none()) {
            return Err(self.state.no_such(side, &[EntityKind::Side]).into());
        }
        if from == to {
            return Err(Refusal::NoChange.into());
        }
        self.emit(Event::Theatre(TheatreEvent::ChangedHands { at, from, to }));
        Ok(())
    }
}

/// The stations that an event brought forces to.
fn who_came(state: &State, event: &Event) -> Vec<Station> {
    match event {
        Event::Theatre(TheatreEvent::LaidOut(draft)) => {
            let places = draft.at.iter().filter_map(|(_, place)| state.spot(place).ok());
            places.map(Station::at).collect()
        }
        Event::Theatre(TheatreEvent::Stationed { to, .. }) => to.iter().copied().collect(),
        Event::Theatre(TheatreEvent::Marched(moves)) => moves.iter().map(|marched| marched.to).collect(),
        _ => Vec::new(),
    }
}

/// The holder of the theatre's objective in a place.
fn prize_at(state: &State, at: Spot) -> Result<Option<SideId>, Refusal> {
    let theatre = state.theatre().ok_or(TheatreError::NoTheatre)?;
    let prize = theatre.prizes().iter().find(|prize| prize.at == at);
    prize.map(|prize| prize.holder).ok_or_else(|| TheatreError::NoObjective { at }.into())
}
