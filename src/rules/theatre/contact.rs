//! Contacts: made by marches or a ruling, and over when the two part. Source: RULES 7.

use crate::{
    event::{Event, Parting, TheatreEvent, Touch},
    id::Id,
    rules::{Refusal, Resolver, RuleResult, refusal::TheatreRefusal},
    state::{Encounter, State},
};

impl Resolver<'_> {
    /// Two opposing forces are in contact from here on.
    pub(super) fn meet(&mut self, first: Id, second: Id, how: Touch) {
        if is_touching(&self.state, first, second).is_none() {
            let contact = self.state.next_contact();
            self.emit(Event::Theatre(TheatreEvent::Met { contact, first, second, how }));
        }
    }

    /// The referee says that two forces are in contact.
    pub(super) fn rule_contact(&mut self, first: Id, second: Id) -> RuleResult {
        for force in [first, second] {
            self.stationed(force)?;
        }
        if let Some(side) = self.state.side_of(first).filter(|side| self.state.side_of(second) == Some(*side)) {
            return Err(Refusal::OwnSide { side }.into());
        }
        if let Some(contact) = is_touching(&self.state, first, second) {
            return Err(TheatreRefusal::InContact { contact }.into());
        }
        let battles = [first, second].map(|force| self.state.battle_of_force(force));
        if let [Some(battle), Some(other)] = battles
            && battle == other
        {
            return Err(TheatreRefusal::Fighting { first, second, battle }.into());
        }
        self.meet(first, second, Touch::Ruled);
        Ok(())
    }

    /// The referee sets a contact aside.
    pub(super) fn set_aside(&mut self, contact: u32) -> RuleResult {
        self.state.contact(contact).ok_or(TheatreRefusal::NoContact { contact })?;
        self.emit(Event::Theatre(TheatreEvent::Parted { contact, how: Parting::SetAside }));
        Ok(())
    }

    /// Refuses a battle that comes of a contact which does not stand any more, or without its forces.
    pub(in crate::rules) fn check_contact(&self, contact: Option<u32>, parties: &[Vec<Id>]) -> Result<(), Refusal> {
        let Some(number) = contact else { return Ok(()) };
        let contact = self.state.contact(number).ok_or(TheatreRefusal::NoContact { contact: number })?;
        let sides = self.state.parties(parties);
        let units = || sides.iter().flat_map(|(_, units)| units);
        for force in [contact.forces.0, contact.forces.1] {
            if !units().any(|unit| self.state.force_of(*unit) == Some(force)) {
                return Err(TheatreRefusal::NotOfIt { contact: number, force }.into());
            }
        }
        Ok(())
    }

    /// Contacts whose forces have parted are over.
    pub(in crate::rules) fn follow_contacts(&mut self) {
        let over = self.state.contacts().iter().filter_map(|at| Some((at.number, parting(&self.state, at)?)));
        for (contact, how) in over.collect::<Vec<_>>() {
            self.emit(Event::Theatre(TheatreEvent::Parted { contact, how }));
        }
    }
}

/// The contact in which two forces are.
fn is_touching(state: &State, first: Id, second: Id) -> Option<u32> {
    state.contacts().iter().find(|contact| contact.other(first) == Some(second)).map(|contact| contact.number)
}

/// Why a contact is over, if it is.
fn parting(state: &State, contact: &Encounter) -> Option<Parting> {
    let theatre = state.theatre()?;
    for (force, stood) in [(contact.forces.0, contact.at.0), (contact.forces.1, contact.at.1)] {
        match state.station(force) {
            None if state.units_of_force(force).is_empty() => return Some(Parting::Gone(force)),
            Some(stands) if theatre.is_same_point(stands, stood) => {}
            _ => return Some(Parting::Left(force)),
        }
    }
    let (first, second) = (state.battle_of_force(contact.forces.0)?, state.battle_of_force(contact.forces.1)?);
    (first == second).then_some(Parting::Fought(first))
}
