//! What a side knows of enemy forces, in the campaign as that side sees it. In the referee's, where the forces themselves stand,
//! it is worked out from them ([`crate::rules::sighting`]).

use super::State;
use crate::event::{Age, Known};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::id::{Id, SideId};

/// What is known of enemy forces that are no units here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sketches {
    /// By number: whose knowledge it is, and what is known.
    pub known: BTreeMap<u32, (SideId, Known)>,
    /// Which force of the side's own is in contact with which of them.
    pub contacts: BTreeSet<(Id, u32)>,
}

impl State {
    /// What is known of enemy forces that are no units here: who knows it, its number, and what.
    pub fn sketches(&self) -> impl Iterator<Item = (SideId, u32, Known)> + '_ {
        self.sketches.known.iter().map(|(number, (side, known))| (*side, *number, self.as_of_now(known)))
    }

    /// Who is in sight is known as of now.
    fn as_of_now(&self, known: &Known) -> Known {
        let as_of = if known.age == Age::InSight { self.calendar.now } else { known.as_of };
        Known { as_of, ..known.clone() }
    }

    /// What is known of the enemy force of that number.
    #[must_use]
    pub fn sketch(&self, number: u32) -> Option<(SideId, Known)> {
        self.sketches.known.get(&number).map(|(side, known)| (*side, self.as_of_now(known)))
    }

    /// What is known of the enemy force that goes by that name, whatever its case.
    #[must_use]
    pub fn sketch_called(&self, name: &str) -> Option<Known> {
        let is_it = |known: &&Known| known.alias.as_ref().is_some_and(|alias| alias.eq_ignore_ascii_case(name));
        self.sketches.known.values().map(|(_, known)| known).find(is_it).map(|known| self.as_of_now(known))
    }

    /// The enemy forces that are no units here with which a force is in contact, by their numbers.
    pub fn sketched_contacts(&self, force: Id) -> impl Iterator<Item = u32> + '_ {
        self.sketches.contacts.iter().filter(move |(own, _)| *own == force).map(|(_, number)| *number)
    }

    /// All contacts of forces with enemy forces that are no units here: which force, and the number of the other.
    pub fn all_sketched_contacts(&self) -> impl Iterator<Item = (Id, u32)> + '_ {
        self.sketches.contacts.iter().copied()
    }

    /// Whether a force is in contact with any enemy.
    #[must_use]
    pub fn is_in_contact(&self, force: Id) -> bool {
        self.in_contact_with(force).next().is_some() || self.sketched_contacts(force).next().is_some()
    }

    pub(super) fn sketches_mut(&mut self) -> &mut Sketches {
        Arc::make_mut(&mut self.sketches)
    }
}
