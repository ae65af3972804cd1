//! Contacts: made by marches or a ruling, and over when the forces part. Source: RULES 7.

use crate::{
    event::{ContactCause, ContactEnd, Event, TheatreEvent},
    rules::{Refusal, Resolver, RuleResult, refusal::TheatreRefusal},
    state::{Battle, Contingent, ForceContact, State},
};
use std::collections::BTreeSet;
use wardiary_base::{
    ground::Station,
    id::{Id, UnitId},
};

impl Resolver<'_> {
    pub(super) fn make_contact(&mut self, first: Id, second: Id, how: ContactCause) {
        if contact_between(&self.state, first, second).is_none() {
            let contact = self.state.next_contact_number();
            self.emit(Event::Theatre(TheatreEvent::Met { contact, first, second, how }));
        }
    }

    pub(super) fn rule_contact(&mut self, first: Id, second: Id) -> RuleResult {
        for force in [first, second] {
            self.station_of_force(force)?;
        }
        if let Some(side) = self.state.side_of(first).filter(|side| self.state.side_of(second) == Some(*side)) {
            return Err(Refusal::OwnSide { side }.into());
        }
        if let Some(contact) = contact_between(&self.state, first, second) {
            return Err(TheatreRefusal::InContact { contact }.into());
        }
        let battles = [first, second].map(|force| self.state.battle_of_force(force));
        if let [Some(battle), Some(other)] = battles
            && battle == other
        {
            return Err(TheatreRefusal::Fighting { first, second, battle }.into());
        }
        self.make_contact(first, second, ContactCause::Ruled);
        Ok(())
    }

    pub(super) fn set_contact_aside(&mut self, contact: u32) -> RuleResult {
        self.state.contact(contact).ok_or(TheatreRefusal::NoContact { contact })?;
        self.conclude(Event::Theatre(TheatreEvent::Parted { contact, how: ContactEnd::SetAside }))
    }

    /// Refuses a battle from a contact that is over, or without the contact's forces.
    pub(in crate::rules) fn check_contact(&self, contact: Option<u32>, parties: &[Vec<Id>]) -> Result<(), Refusal> {
        let Some(number) = contact else { return Ok(()) };
        let contact = self.state.contact(number).ok_or(TheatreRefusal::NoContact { contact: number })?;
        let sides = self.state.parties(parties);
        let units = || sides.iter().flat_map(|(_, units)| units);
        for force in [contact.forces.0, contact.forces.1] {
            if !units().any(|unit| self.state.force_of(*unit) == Some(force)) {
                return Err(TheatreRefusal::ContactForceMissing { contact: number, force }.into());
            }
        }
        let fought = [contact.stations.0, contact.stations.1];
        units().try_for_each(|unit| self.check_station(*unit, &fought))
    }

    /// Refuses to bring a unit to a battle whose other units are elsewhere in the theatre.
    pub(in crate::rules) fn check_is_near_battle(&self, battle: &Battle, unit: UnitId) -> Result<(), Refusal> {
        let others = battle.contingents.iter().flat_map(Contingent::units);
        let fought: BTreeSet<Station> = others.filter_map(|other| self.state.station_of_unit(other)).collect();
        self.check_station(unit, &Vec::from_iter(fought))
    }

    fn check_station(&self, unit: UnitId, fought: &[Station]) -> Result<(), Refusal> {
        let (Some(theatre), Some(force)) = (self.state.theatre(), self.state.force_of(unit)) else { return Ok(()) };
        let Some(stands) = self.state.station(force).filter(|_| !fought.is_empty()) else { return Ok(()) };
        if fought.iter().any(|at| theatre.is_same_point(*at, stands)) {
            return Ok(());
        }
        Err(TheatreRefusal::Elsewhere { force, fought: fought.to_vec() }.into())
    }

    pub(in crate::rules) fn update_contacts(&mut self) {
        let over = self.state.contacts().iter().filter_map(|at| Some((at.number, parting_reason(&self.state, at)?)));
        for (contact, how) in over.collect::<Vec<_>>() {
            self.emit(Event::Theatre(TheatreEvent::Parted { contact, how }));
        }
    }
}

fn contact_between(state: &State, first: Id, second: Id) -> Option<u32> {
    state.contacts().iter().find(|contact| contact.opponent(first) == Some(second)).map(|contact| contact.number)
}

/// Why a contact is over, if it is. If both forces left, the one that moved away from the other did.
fn parting_reason(state: &State, contact: &ForceContact) -> Option<ContactEnd> {
    let theatre = state.theatre()?;
    let both = [
        (contact.forces.0, contact.stations.0, contact.stations.1),
        (contact.forces.1, contact.stations.1, contact.stations.0),
    ];
    let mut left = Vec::new();
    for (force, standing, enemy) in both {
        match state.station(force) {
            None if state.units_of_force(force).is_empty() => return Some(ContactEnd::Gone(force)),
            Some(stands) if theatre.is_same_point(stands, standing) => {}
            stands => {
                let apart = |station| theatre.distance_between(station, enemy);
                left.push((force, stands.is_none_or(|stands| apart(stands) > apart(standing))));
            }
        }
    }
    let fled = left.iter().find(|(_, is_away)| *is_away).or(left.first());
    if let Some((force, _)) = fled {
        return Some(ContactEnd::Left(*force));
    }
    let (first, second) = (state.battle_of_force(contact.forces.0)?, state.battle_of_force(contact.forces.1)?);
    (first == second).then_some(ContactEnd::Fought(first))
}
