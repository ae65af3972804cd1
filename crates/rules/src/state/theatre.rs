//! The theatre of a campaign: its places and routes, and the station of each force. Source: RULES 7.

mod contact;
mod draft;
mod routes;
mod sighting;

pub use contact::ForceContact;
pub use routes::{RouteGraph, TheatrePoint};
pub use sighting::{Sighting, UnitSnapshot};

use super::{Map, State, TheatreError, Unit};
use crate::event::{ContactEnd, SightLevel};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::{
    ground::{Cell, Network, Spot, Station},
    id::{Id, MapId, SideId, StackId, UnitId},
    text::Text,
};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Deployment {
    layout: TheatreLayout,
    pub stations: BTreeMap<Id, Station>,
    /// The places that each force has yet to march to, in order. No list is empty.
    pub routes: BTreeMap<Id, Vec<Spot>>,
    pub contacts: Vec<ForceContact>,
    pub last_contact: u32,
    /// Why each past contact ended, by its number.
    pub partings: Arc<BTreeMap<u32, ContactEnd>>,
    pub objectives: Vec<TheatreObjective>,
    pub sources: Vec<(SideId, Spot)>,
    /// The enemy forces that each side sees or has seen.
    pub sightings: Arc<BTreeMap<(SideId, Id), Sighting>>,
}

#[derive(Clone, Debug, PartialEq)]
enum TheatreLayout {
    Map(MapId),
    Network(Arc<Network>),
}

/// An objective of a theatre. Source: RULES 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TheatreObjective {
    pub spot: Spot,
    pub points: u16,
    /// The last side whose forces were there without an enemy.
    pub holder: Option<SideId>,
}

/// Why a force can't march.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standstill {
    /// One of its units has no marching allowance, whatever its supply.
    Allowance,
    /// The supply of one of its units leaves it no allowance.
    Supply,
}

#[derive(Clone, Copy)]
pub struct Theatre<'a> {
    state: &'a State,
    deployment: &'a Deployment,
}

impl<'a> Theatre<'a> {
    pub fn map(self) -> Option<&'a Map> {
        match self.deployment.layout {
            TheatreLayout::Map(map) => self.state.map(map),
            TheatreLayout::Network(_) => None,
        }
    }

    pub(crate) fn ground_rules(self) -> &'a wardiary_base::book::GroundRules {
        &self.state.book.ground
    }

    /// The network of the theatre; `None` if it is a map.
    pub fn network(self) -> Option<&'a Network> {
        match &self.deployment.layout {
            TheatreLayout::Network(network) => Some(network),
            TheatreLayout::Map(_) => None,
        }
    }

    /// The title; empty for a network without a name.
    pub fn title(self) -> String {
        let network = || self.network().map_or_else(String::new, |network| network.title().to_string());
        self.map().map_or_else(network, |map| map.name.to_string())
    }

    pub fn spots(self) -> Vec<Spot> {
        let areas = self.map().into_iter().flat_map(|map| map.ground.cells()).map(Spot::Area);
        let places = self.network().map_or(0, |network| network.places().len());
        areas.chain((0u16..).take(places).map(Spot::Place)).collect()
    }

    pub fn contains(self, spot: Spot) -> bool {
        match spot {
            Spot::Area(cell) => self.map().is_some_and(|map| map.ground.contains(cell)),
            Spot::Place(number) => self.network().is_some_and(|network| usize::from(number) < network.places().len()),
        }
    }

    /// The name of a place; for an area without a name its column and row.
    pub fn name(self, spot: Spot) -> String {
        let known = match spot {
            Spot::Area(cell) => self.map().and_then(|map| map.ground.name_of(cell)),
            Spot::Place(number) => self.network().and_then(|n| n.places().get(usize::from(number))),
        };
        known.map_or_else(|| unnamed(spot), Text::to_string)
    }

    /// The name of a station, such as `Thorn` or `between Thorn and Kulm`.
    pub fn name_of_station(self, station: Station) -> String {
        match (station.toward, self.network()) {
            (Some((toward, _)), Some(_)) => format!("between {} and {}", self.name(station.at), self.name(toward)),
            _ => self.name(station.at),
        }
    }

    /// A station within a sentence, such as `at Thorn` or `between Thorn and Kulm`.
    pub fn whereabouts(self, station: Station) -> String {
        self.whereabouts_with("at", station)
    }

    /// Like [`whereabouts`](Self::whereabouts), with another preposition before the name of a place.
    pub fn whereabouts_with(self, preposition: &str, station: Station) -> String {
        let name = self.name_of_station(station);
        if station.toward.is_some() && self.network().is_some() { name } else { format!("{preposition} {name}") }
    }

    /// A route in words, such as `by Kulm to Thorn`.
    pub fn describe_route(self, way: &[Spot]) -> String {
        let Some((last, by)) = way.split_last() else { return String::new() };
        let by: Vec<String> = by.iter().map(|spot| self.name(*spot)).collect();
        let to = format!("to {}", self.name(*last));
        if by.is_empty() { to } else { format!("by {} {to}", wardiary_base::text::list(&by)) }
    }

    /// The place with this name, ignoring case; on a map also the area with this column and row.
    pub fn spot_named(self, name: &str) -> Option<Spot> {
        if let Some(network) = self.network() {
            return network.place_named(name).map(Spot::Place);
        }
        let ground = &self.map()?.ground;
        let area = || name.parse::<Cell>().ok().filter(|cell| ground.contains(*cell));
        ground.place_named(name).or_else(area).map(Spot::Area)
    }

    pub fn place_names(self) -> Vec<Text> {
        let areas = self.map().into_iter().flat_map(|map| map.ground.places()).map(|(name, _)| name.clone());
        areas.chain(self.network().into_iter().flat_map(|network| network.places().iter().cloned())).collect()
    }

    /// The theatre's own objectives; if it has none, those of its map, worth what the rulebook says.
    pub fn objectives(self) -> Cow<'a, [TheatreObjective]> {
        let Some(map) = self.map().filter(|_| self.own_objectives().is_empty()) else {
            return Cow::Borrowed(self.own_objectives());
        };
        let points = u16::try_from(self.state.book.victory.points.objective).unwrap_or(u16::MAX);
        map.objectives().map(|(cell, holder)| TheatreObjective { spot: Spot::Area(cell), points, holder }).collect()
    }

    /// The objectives that the theatre itself defines.
    pub fn own_objectives(self) -> &'a [TheatreObjective] {
        &self.deployment.objectives
    }

    pub fn sources(self) -> &'a [(SideId, Spot)] {
        &self.deployment.sources
    }

    /// The forces in a place, or on the way from it to another, in roster order.
    pub fn forces_at(self, spot: Spot) -> Vec<Id> {
        let there = |force: &Id| self.state.station(*force).is_some_and(|station| station.at == spot);
        self.state.forces().into_iter().filter(there).collect()
    }

    /// The places that hold an enemy of a side, or that one left last on the way to another.
    pub fn spots_of_enemies(self, side: SideId) -> BTreeSet<Spot> {
        let enemies = self.state.roster().filter(|unit| unit.is_alive() && unit.side != side).map(force_of);
        enemies.filter_map(|force| self.deployment.stations.get(&force)).map(|station| station.at).collect()
    }
}

fn unnamed(spot: Spot) -> String {
    match spot {
        Spot::Area(cell) => cell.to_string(),
        Spot::Place(number) => format!("place {number}"),
    }
}

impl State {
    pub fn theatre(&self) -> Option<Theatre<'_>> {
        self.deployment.as_deref().map(|deployed| Theatre { state: self, deployment: deployed })
    }

    /// The living units whose force is in an area of the theatre's map, or left it last, and that are in no battle's
    /// area.
    pub fn stationed_on(&self, map: MapId) -> impl Iterator<Item = (&Unit, Cell)> {
        let theatre = self.theatre().filter(|theatre| theatre.map().is_some_and(|field| field.id == map));
        let free = self.roster().filter(move |unit| theatre.is_some() && unit.is_alive() && unit.place.is_none());
        free.filter_map(|unit| match self.station(force_of(unit))?.at {
            Spot::Area(cell) => Some((unit, cell)),
            Spot::Place(_) => None,
        })
    }

    /// The force that a unit belongs to: its stack, or the unit itself if it has none.
    pub fn force_of(&self, unit: UnitId) -> Option<Id> {
        self.unit(unit).map(force_of)
    }

    /// The forces with a living unit, in roster order: stacks, and units in no stack.
    pub fn forces(&self) -> Vec<Id> {
        let mut seen = BTreeSet::new();
        let forces = self.roster().filter(|unit| unit.is_alive()).map(force_of);
        forces.filter(|force| seen.insert(*force)).collect()
    }

    /// The living units of a force, in roster order.
    pub fn units_of_force(&self, force: Id) -> Vec<&Unit> {
        self.roster().filter(|unit| unit.is_alive() && force_of(unit) == force).collect()
    }

    pub fn station(&self, force: Id) -> Option<Station> {
        self.deployment.as_ref()?.stations.get(&force).copied()
    }

    pub fn station_of_unit(&self, unit: UnitId) -> Option<Station> {
        self.station(self.force_of(unit)?)
    }

    /// An enemy of `side` at a place or a point of a road.
    pub(crate) fn enemy_at(&self, side: SideId, station: Station) -> Option<Id> {
        let theatre = self.theatre()?;
        let there = |other: &Station| theatre.is_same_point(*other, station);
        let mut others = self.deployment.as_ref()?.stations.iter().filter(|(_, other)| there(other));
        others.find(|(force, _)| self.side_of(**force).is_some_and(|other| other != side)).map(|(force, _)| *force)
    }

    pub fn route_of(&self, force: Id) -> &[Spot] {
        self.deployment.as_ref().and_then(|deployed| deployed.routes.get(&force)).map_or(&[], Vec::as_slice)
    }

    /// The number of steps that units march in a part: the allowance of the slowest.
    pub fn steps_per_part(&self, units: &[&Unit]) -> u16 {
        let march = &self.book().march;
        let steps = |unit: &&Unit| self.marching_share(unit).portion_of(march.allowance_for(&unit.kind).into());
        let steps = units.iter().map(steps).min().unwrap_or(0);
        u16::try_from(steps).unwrap_or(u16::MAX)
    }

    /// Why units can't march together, if they can't.
    pub fn standstill(&self, units: &[&Unit]) -> Option<Standstill> {
        let march = &self.book().march;
        let by_rule = units.iter().any(|unit| march.allowance_for(&unit.kind) == 0);
        (self.steps_per_part(units) == 0).then_some(if by_rule { Standstill::Allowance } else { Standstill::Supply })
    }

    /// The forces with a living unit, each with those units, in roster order.
    pub fn forces_with_units(&self) -> Vec<(Id, Vec<&Unit>)> {
        let mut units: BTreeMap<Id, Vec<&Unit>> = BTreeMap::new();
        let mut forces = Vec::new();
        for unit in self.roster().filter(|unit| unit.is_alive()) {
            let force = force_of(unit);
            let there = units.entry(force).or_insert_with(|| {
                forces.push(force);
                Vec::new()
            });
            there.push(unit);
        }
        forces.into_iter().map(|force| (force, units.remove(&force).unwrap_or_default())).collect()
    }

    pub(super) fn deployment_mut(&mut self) -> Option<&mut Deployment> {
        self.deployment.as_mut().map(Arc::make_mut)
    }

    /// Moves a unit into or out of a stack. Its new force takes over its station, unless that force has one.
    pub(super) fn regroup(&mut self, unit: UnitId, to: Option<StackId>) {
        let Some(old) = self.force_of(unit) else { return };
        let was_last = self.units_of_force(old).iter().all(|other| other.id == unit);
        if was_last {
            self.forget_force(old);
        }
        let Some(station) = self.station(old) else { return };
        let new = to.map_or(Id::from(unit), Id::from);
        let takes = self.station(new).is_none();
        if let Some(deployed) = self.deployment_mut() {
            if was_last {
                deployed.remove_force(old);
                deployed.transfer_contacts(old, new);
            }
            if takes {
                deployed.stations.insert(new, station);
            }
        }
    }

    /// Rejects a unit's joining a stack elsewhere in the theatre: the unit would be in two places.
    pub(super) fn check_same_station(&self, unit: UnitId, stack: StackId) -> Result<(), TheatreError> {
        let (Some(at), Some(there)) = (self.station_of_unit(unit), self.station(stack.into())) else { return Ok(()) };
        let is_one = self.theatre().is_some_and(|theatre| theatre.is_same_point(at, there));
        if is_one { Ok(()) } else { Err(TheatreError::Apart { unit, at, stack, there }) }
    }

    /// Removes a force without living units from the theatre.
    pub(super) fn remove_if_empty(&mut self, unit: UnitId) {
        if self.theatre().is_none() {
            return;
        }
        let Some(force) = self.force_of(unit).filter(|force| self.units_of_force(*force).is_empty()) else { return };
        self.forget_force(force);
        // Sightings that only this force made end with it.
        let own = self.side_of(force);
        self.snapshot_ended_sightings(|side, _, level| own == Some(side) && level == SightLevel::Seen);
        if self.station(force).is_some()
            && let Some(deployed) = self.deployment_mut()
        {
            deployed.remove_force(force);
        }
    }
}

impl Deployment {
    fn new(field: TheatreLayout) -> Self {
        Self {
            layout: field,
            stations: BTreeMap::new(),
            routes: BTreeMap::new(),
            contacts: Vec::new(),
            last_contact: 0,
            partings: Arc::default(),
            objectives: Vec::new(),
            sources: Vec::new(),
            sightings: Arc::default(),
        }
    }

    pub fn remove_force(&mut self, force: Id) {
        self.stations.remove(&force);
        self.routes.remove(&force);
    }

    fn transfer_contacts(&mut self, old: Id, new: Id) {
        let is_new = |other| !self.contacts.iter().any(|at| at.opponent(new) == Some(other));
        let handed: Vec<bool> = self.contacts.iter().map(|at| at.opponent(old).is_some_and(is_new)).collect();
        for (encounter, _) in self.contacts.iter_mut().zip(handed).filter(|(_, is_handed)| *is_handed) {
            let (first, second) = &mut encounter.forces;
            *(if *first == old { first } else { second }) = new;
        }
    }

    pub fn send(&mut self, force: Id, way: &[Spot]) {
        if way.is_empty() {
            self.routes.remove(&force);
        } else {
            self.routes.insert(force, way.to_vec());
        }
    }
}

fn force_of(unit: &Unit) -> Id {
    unit.stack.map_or(Id::from(unit.id), Id::from)
}
