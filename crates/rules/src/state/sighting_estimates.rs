//! A side's knowledge of enemy forces in its view. The referee's campaign derives it ([`crate::rules::sighting`]).

use super::State;
use crate::event::{Age, Known};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::{
    ground::{Cell, Spot, Station},
    id::{Id, MapId, SideId},
};

/// Known enemy forces that are not units of this state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SightingEstimates {
    /// By number: the side that knows, and what it knows.
    pub known: BTreeMap<u32, (SideId, Known)>,
    /// Contacts of the side's own forces with sighted forces.
    pub contacts: BTreeSet<(Id, u32)>,
}

impl State {
    /// Known enemy forces that are not units of this state: the side that knows, the number, and what it knows.
    pub fn sighting_estimates(&self) -> impl Iterator<Item = (SideId, u32, Known)> + '_ {
        self.sighting_estimates.known.iter().map(|(number, (side, known))| (*side, *number, self.dated_now(known)))
    }

    /// Dates the knowledge of a force in sight to the current moment.
    fn dated_now(&self, known: &Known) -> Known {
        let as_of = if known.age == Age::InSight { self.calendar.now } else { known.as_of };
        Known { as_of, ..known.clone() }
    }

    pub fn sighting_estimate(&self, number: u32) -> Option<(SideId, Known)> {
        self.sighting_estimates.known.get(&number).map(|(side, known)| (*side, self.dated_now(known)))
    }

    /// Known enemy forces by where they are or were last seen, those in sight first.
    pub fn sighted_by_station(&self) -> BTreeMap<Station, Vec<Known>> {
        let mut all: BTreeMap<Station, Vec<Known>> = BTreeMap::new();
        for (_, _, known) in self.sighting_estimates() {
            if let Some(station) = known.place {
                all.entry(station).or_default().push(known);
            }
        }
        all.values_mut().for_each(|there| there.sort_by_key(|known| known.age != Age::InSight));
        all
    }

    /// The same on the map of the theatre, by area; empty for any other map.
    pub fn sighted_on(&self, map: MapId) -> BTreeMap<Cell, Vec<Known>> {
        let is_theatre = self.theatre().is_some_and(|theatre| theatre.map().is_some_and(|field| field.id == map));
        let sighted = self.sighted_by_station().into_iter().filter(|_| is_theatre);
        let in_areas = sighted.filter_map(|(station, there)| match station.at {
            Spot::Area(cell) => Some((cell, there)),
            Spot::Place(_) => None,
        });
        in_areas.collect()
    }

    /// The knowledge about the enemy force with this name, ignoring case.
    pub fn sighting_estimate_named(&self, name: &str) -> Option<Known> {
        let is_it = |known: &&Known| known.alias.as_ref().is_some_and(|alias| alias.raw().eq_ignore_ascii_case(name));
        self.sighting_estimates.known.values().map(|(_, known)| known).find(is_it).map(|known| self.dated_now(known))
    }

    pub fn contacts_with_sighted(&self, force: Id) -> impl Iterator<Item = u32> + '_ {
        self.sighting_estimates.contacts.iter().filter(move |(own, _)| *own == force).map(|(_, number)| *number)
    }

    /// All contacts with sighted enemy forces: the own force, and the number of the enemy.
    pub fn all_contacts_with_sighted(&self) -> impl Iterator<Item = (Id, u32)> + '_ {
        self.sighting_estimates.contacts.iter().copied()
    }

    pub fn is_in_contact(&self, force: Id) -> bool {
        self.enemies_in_contact(force).next().is_some() || self.contacts_with_sighted(force).next().is_some()
    }

    pub(super) fn sighting_estimates_mut(&mut self) -> &mut SightingEstimates {
        Arc::make_mut(&mut self.sighting_estimates)
    }
}
