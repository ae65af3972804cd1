//! What a side knows of enemy forces, in that side's view. In the referee's campaign this is derived from the forces
//! themselves ([`crate::rules::sighting`]).

use super::State;
use crate::event::{Age, Known};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::id::{Id, SideId};

/// Known enemy forces that are not units of this state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sketches {
    /// By number: the side that knows, and what it knows.
    pub known: BTreeMap<u32, (SideId, Known)>,
    /// Contacts of the side's own forces with sighted forces.
    pub contacts: BTreeSet<(Id, u32)>,
}

impl State {
    /// Known enemy forces that are not units of this state: the side that knows, the number, and what it knows.
    pub fn sketches(&self) -> impl Iterator<Item = (SideId, u32, Known)> + '_ {
        self.sketches.known.iter().map(|(number, (side, known))| (*side, *number, self.as_of_now(known)))
    }

    /// Dates the knowledge of a force in sight to the current moment.
    fn as_of_now(&self, known: &Known) -> Known {
        let as_of = if known.age == Age::InSight { self.calendar.now } else { known.as_of };
        Known { as_of, ..known.clone() }
    }

    /// What is known of the enemy force with this number.
    pub fn sketch(&self, number: u32) -> Option<(SideId, Known)> {
        self.sketches.known.get(&number).map(|(side, known)| (*side, self.as_of_now(known)))
    }

    /// What is known of the enemy force with this name, ignoring case.
    pub fn sketch_called(&self, name: &str) -> Option<Known> {
        let is_it = |known: &&Known| known.alias.as_ref().is_some_and(|alias| alias.eq_ignore_ascii_case(name));
        self.sketches.known.values().map(|(_, known)| known).find(is_it).map(|known| self.as_of_now(known))
    }

    /// The numbers of the sighted enemy forces that a force is in contact with.
    pub fn sketched_contacts(&self, force: Id) -> impl Iterator<Item = u32> + '_ {
        self.sketches.contacts.iter().filter(move |(own, _)| *own == force).map(|(_, number)| *number)
    }

    /// All contacts with sighted enemy forces: the own force, and the number of the enemy.
    pub fn all_sketched_contacts(&self) -> impl Iterator<Item = (Id, u32)> + '_ {
        self.sketches.contacts.iter().copied()
    }

    /// Whether a force is in contact with any enemy.
    pub fn is_in_contact(&self, force: Id) -> bool {
        self.in_contact_with(force).next().is_some() || self.sketched_contacts(force).next().is_some()
    }

    pub(super) fn sketches_mut(&mut self) -> &mut Sketches {
        Arc::make_mut(&mut self.sketches)
    }
}
