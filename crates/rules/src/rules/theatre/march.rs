//! Marching: all forces with marching orders make their moves of a part simultaneously. Source: RULES 7.
//!
//! They move step by step; within a step the fastest first, then in roster order. A force that would enter the station
//! of an enemy stays where it is, and both stop. The order in which the orders were given does not matter.

use crate::{
    event::{ContactCause, Marched},
    state::{RouteGraph, State, Theatre, TheatrePoint},
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};
use wardiary_base::{
    ground::{Spot, Station},
    id::{Id, SideId},
};

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct MarchResults {
    /// The move of each force, the fastest first, then in roster order.
    pub moves: Vec<Marched>,
    /// The meetings in order: the force that moved, the force it met, and how.
    pub contacts: Vec<(Id, Id, ContactCause)>,
    /// The forces with no open leg ahead.
    pub blocked: Vec<Id>,
}

struct Marcher<'a> {
    force: Id,
    side: SideId,
    legs: RouteGraph<'a>,
    /// Steps in a part; 0 while it is in a battle.
    steps: u16,
    from: Station,
    now: Station,
    /// The places ahead of it.
    route: &'a [Spot],
    passed: Vec<Spot>,
    stopped: bool,
    /// The enemies that it is in contact with, by index.
    contacts: BTreeSet<usize>,
}

impl Marcher<'_> {
    fn next_place(&self) -> Option<Spot> {
        self.route.get(self.passed.len()).copied().filter(|_| !self.stopped && self.steps > 0)
    }
}

struct MarchingForces<'a> {
    theatre: Theatre<'a>,
    forces: Vec<Marcher<'a>>,
    /// The forces at each point, by index.
    occupants: BTreeMap<TheatrePoint, BTreeSet<usize>>,
    results: MarchResults,
}

pub(super) fn march_forces(state: &State) -> MarchResults {
    let Some(theatre) = state.theatre() else { return MarchResults::default() };
    let mut march = MarchingForces::new(state, theatre);
    let mut order: Vec<usize> = (0..march.forces.len()).filter(|at| march.forces[*at].next_place().is_some()).collect();
    order.sort_by_key(|at| Reverse(march.forces[*at].steps));
    let most = order.first().map_or(0, |at| march.forces[*at].steps);
    for step in 1..=most {
        for at in order.iter().copied().take_while(|at| march.forces[*at].steps >= step).collect::<Vec<_>>() {
            march.step(at);
        }
    }
    let moved = order.into_iter().filter(|at| march.forces[*at].now != march.forces[*at].from);
    let moves = moved.map(|at| {
        let Marcher { force, from, passed: by, now, .. } = &march.forces[at];
        Marched { force: *force, from: *from, by: by.clone(), to: *now }
    });
    MarchResults { moves: moves.collect(), ..march.results }
}

impl<'a> MarchingForces<'a> {
    fn new(state: &'a State, theatre: Theatre<'a>) -> Self {
        let mut forces = Vec::new();
        for (force, units) in state.forces_with_units() {
            let (Some(now), Some(side)) = (state.station(force), units.first().map(|unit| unit.side)) else { continue };
            let is_fighting = units.iter().any(|unit| state.battle_of(unit.id).is_some());
            let way = state.route_of(force);
            let steps = if is_fighting || way.is_empty() { 0 } else { state.steps_per_part(&units) };
            let legs = theatre.march_graph(if way.is_empty() { &[] } else { &units });
            let touches = BTreeSet::new();
            forces.push(Marcher {
                force,
                side,
                legs,
                steps,
                from: now,
                now,
                route: way,
                passed: Vec::new(),
                stopped: false,
                contacts: touches,
            });
        }
        let places: BTreeMap<Id, usize> = forces.iter().enumerate().map(|(at, marcher)| (marcher.force, at)).collect();
        for contact in state.contacts() {
            if let (Some(first), Some(second)) = (places.get(&contact.forces.0), places.get(&contact.forces.1)) {
                forces[*first].contacts.insert(*second);
                forces[*second].contacts.insert(*first);
            }
        }
        let mut standing: BTreeMap<TheatrePoint, BTreeSet<usize>> = BTreeMap::new();
        for (at, marcher) in forces.iter().enumerate() {
            standing.entry(theatre.point(marcher.now)).or_default().insert(at);
        }
        Self { theatre, forces, occupants: standing, results: MarchResults::default() }
    }

    /// Moves a force one step along its route, or makes it meet the enemies there.
    fn step(&mut self, at: usize) {
        let marcher = &self.forces[at];
        let Some(next) = marcher.next_place() else { return };
        let Some(to) = marcher.legs.step(marcher.now, next) else {
            self.results.blocked.push(marcher.force);
            self.forces[at].stopped = true;
            return;
        };
        if !self.leads_away_from_contacts(at, next, to) {
            return;
        }
        let (from, point) = (self.theatre.point(marcher.now), self.theatre.point(to));
        let there = self.occupants.get(&point).into_iter().flatten().copied();
        let enemies: Vec<usize> = there.filter(|other| self.forces[*other].side != marcher.side).collect();
        if !enemies.is_empty() {
            return self.make_contacts(at, next, &enemies);
        }
        if from != point {
            self.occupants.entry(from).or_default().remove(&at);
            self.occupants.entry(point).or_default().insert(at);
            for other in std::mem::take(&mut self.forces[at].contacts) {
                self.forces[other].contacts.remove(&at);
            }
        }
        let marcher = &mut self.forces[at];
        marcher.now = to;
        marcher.passed.extend(to.toward.is_none().then_some(next));
    }

    /// Whether a step leads away from all enemies that a force is in contact with.
    fn leads_away_from_contacts(&self, at: usize, next: Spot, to: Station) -> bool {
        let marcher = &self.forces[at];
        // On a map a force within a leg is still in the area that it leaves.
        let after = if self.theatre.network().is_some() { to } else { Station::at(next) };
        let apart = |from: Station, other: &usize| self.theatre.distance_between(from, self.forces[*other].now);
        marcher.contacts.iter().all(|other| match (apart(marcher.now, other), apart(after, other)) {
            (Some(before), Some(after)) => after > before,
            (_, after) => after.is_none(),
        })
    }

    /// Makes a force meet the enemies where it would go; all of them stop.
    fn make_contacts(&mut self, at: usize, next: Spot, enemies: &[usize]) {
        for enemy in enemies {
            let how = if self.is_head_on(*enemy, at, next) { ContactCause::Passed } else { ContactCause::Met };
            self.results.contacts.push((self.forces[at].force, self.forces[*enemy].force, how));
        }
        for stopped in enemies.iter().chain([&at]) {
            self.forces[*stopped].stopped = true;
        }
    }

    /// Whether an enemy marches over the same leg as a force in the opposite direction.
    fn is_head_on(&self, enemy: usize, at: usize, next: Spot) -> bool {
        let (marcher, enemy) = (&self.forces[at], &self.forces[enemy]);
        let behind = match marcher.now.toward {
            Some((toward, _)) if marcher.now.at == next => toward,
            _ => marcher.now.at,
        };
        let is_on_it = enemy.now.at == next || enemy.now.toward.is_some_and(|(toward, _)| toward == next);
        enemy.next_place() == Some(behind) && is_on_it
    }
}
