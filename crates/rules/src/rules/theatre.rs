//! The theatre: setting it up, placing forces and sending them on marches, with the consequences. Source: RULES 7.

use super::{Refusal, Resolver, RuleResult, refusal::TheatreRefusal};
use crate::{
    event::{ContactCause, ContactEnd, Event, MapEvent, Marched, TheatreEvent},
    order::TheatreOrder,
    state::{Battle, Contingent, EntityKind, ForceContact, RouteGraph, State, Theatre, TheatreError, TheatrePoint},
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};
use wardiary_base::{
    ground::{Spot, Station, TheatreDraft},
    id::{Id, SideId, UnitId},
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
    ///
    /// They move step by step; within a step the fastest first, then in roster order, whatever the order in which their
    /// orders were given. A force that would enter the station of an enemy stays where it is, and both stop.
    pub(super) fn march_all(&mut self) {
        let MarchResults { moves, contacts: met, blocked } = march_forces(&self.state);
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

impl Resolver<'_> {
    fn make_contact(&mut self, first: Id, second: Id, how: ContactCause) {
        if contact_between(&self.state, first, second).is_none() {
            let contact = self.state.next_contact_number();
            self.emit(Event::Theatre(TheatreEvent::Met { contact, first, second, how }));
        }
    }

    fn rule_contact(&mut self, first: Id, second: Id) -> RuleResult {
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

    fn set_contact_aside(&mut self, contact: u32) -> RuleResult {
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

#[derive(Debug, Default, PartialEq, Eq)]
struct MarchResults {
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

fn march_forces(state: &State) -> MarchResults {
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
