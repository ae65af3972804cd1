//! Sighting: which forces see each other in the theatre, and what their sides learn. On a map they see within the
//! rulebook's range and in line of sight, on a network from place to place. Source: RULES 7.
//!
//! Sides look again when time advances; a contact or a battle reveals a force at once. Each change is an event, so the
//! diary records when a force was sighted and lost.

mod knowledge;

use super::Resolver;
pub use crate::event::{Age, Estimate, Known};
use crate::{
    event::{ClockEvent, Event, SightLevel, TheatreEvent},
    state::{State, Theatre},
};
pub use knowledge::{
    age_knowledge, all_knowledge, full_knowledge, is_hidden, knowledge_of, known_forces, unit_precision,
};
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{
    book::Moment,
    ground::{Cell, Sight, Spot, Station},
    id::{BattleId, Id, SideId},
};

impl Resolver<'_> {
    /// Updates sightings after an order. If there was no fog of war before it, all sides look at once.
    pub(super) fn update_sightings(&mut self, was_foggy: bool) {
        if !self.state.book().sight.is_on() || self.state.theatre().is_none() {
            return;
        }
        let passed = self.events.iter().find_map(|event| match event {
            Event::Clock(ClockEvent::Advanced { from, .. }) => Some(*from),
            // Other events pass no time. Who sees whom is decided below.
            _ => None,
        });
        if let Some(before) = passed {
            self.refresh_all_sightings(before);
        } else if !was_foggy {
            self.refresh_all_sightings(self.state.calendar().now);
        } else if self.events.iter().any(brings_together) {
            self.record_engaged(engaged_enemies(&self.state));
        }
    }

    /// Updates all sightings. A force that is out of sight now was last seen at `before`.
    fn refresh_all_sightings(&mut self, before: Moment) {
        let now = visible_forces(&self.state);
        let kept = self.state.sightings().filter(|(.., sighting)| sighting.is_in_sight());
        let gone = kept.filter(|(side, force, _)| !now.contains_key(&(*side, *force)));
        let gone: Vec<_> = gone.map(|(side, force, _)| (side, force)).collect();
        for (side, force) in gone {
            self.emit(Event::Theatre(TheatreEvent::LostSight { side, force, seen: before }));
        }
        for ((side, force), (at, level)) in now {
            let is_known = |sighting: &crate::state::Sighting| {
                sighting.is_in_sight() && (sighting.station, sighting.level) == (at, level)
            };
            if !self.state.sighting(side, force).is_some_and(is_known) {
                self.emit(Event::Theatre(TheatreEvent::Sighted { side, force, at, level }));
            }
        }
    }

    /// Raises the knowledge of forces in contact or in battle. No sighting is lost.
    fn record_engaged(&mut self, engaged: VisibleForces) {
        for ((side, force), (at, level)) in engaged {
            let is_known = |sighting: &crate::state::Sighting| {
                sighting.last_seen_units(self.state.calendar().now).is_none()
                    && sighting.level >= level
                    && sighting.station == at
            };
            if !self.state.sighting(side, force).is_some_and(is_known) {
                self.emit(Event::Theatre(TheatreEvent::Sighted { side, force, at, level }));
            }
        }
    }
}

/// Whether an event brings enemies together.
fn brings_together(event: &Event) -> bool {
    // A unit that leaves or joins a stack may take over its contacts.
    matches!(
        event,
        Event::Theatre(TheatreEvent::Met { .. })
            | Event::BattleBegun { .. }
            | Event::Arrived { .. }
            | Event::Assigned { .. }
    )
}

/// By side and enemy force: the force's station, and how well it is known.
type VisibleForces = BTreeMap<(SideId, Id), (Station, SightLevel)>;

struct StationedForce {
    force: Id,
    side: SideId,
    at: Station,
    battles: BTreeSet<BattleId>,
}

/// All that sides see of enemy forces now, whatever they saw before; empty if the rulebook has no sighting rules.
pub fn visible_forces(state: &State) -> VisibleForces {
    let (Some(theatre), Some(range)) = (state.theatre(), state.book().sight.range) else { return VisibleForces::new() };
    let standing = stationed_forces(state);
    let mut seen = VisibleForces::new();
    let sides: BTreeSet<SideId> = standing.iter().map(|force| force.side).collect();
    let mut eyes = SightLines::new(theatre, range);
    for side in sides {
        let (own, enemies): (Vec<&StationedForce>, Vec<&StationedForce>) =
            standing.iter().partition(|force| force.side == side);
        let from: BTreeSet<Station> = own.iter().map(|force| eyes.viewpoint(force.at)).collect();
        let mut targets: BTreeMap<Station, Vec<&StationedForce>> = BTreeMap::new();
        for enemy in enemies {
            targets.entry(eyes.viewpoint(enemy.at)).or_default().push(enemy);
        }
        for (to, enemies) in targets {
            if from.iter().any(|from| eyes.can_see(*from, to)) {
                seen.extend(enemies.iter().map(|enemy| ((side, enemy.force), (enemy.at, SightLevel::Seen))));
            }
        }
    }
    seen.extend(engaged_enemies_among(state, &standing));
    without_hidden(state, seen)
}

/// Whether a force in one place sees a force in another, by the rulebook.
pub fn can_see(state: &State, from: Station, to: Station) -> bool {
    let (Some(theatre), Some(range)) = (state.theatre(), state.book().sight.range) else { return false };
    let mut eyes = SightLines::new(theatre, range);
    let (from, to) = (eyes.viewpoint(from), eyes.viewpoint(to));
    eyes.can_see(from, to)
}

fn engaged_enemies(state: &State) -> VisibleForces {
    without_hidden(state, engaged_enemies_among(state, &stationed_forces(state)))
}

fn without_hidden(state: &State, mut seen: VisibleForces) -> VisibleForces {
    if state.rulings().next().is_some() {
        seen.retain(|(side, force), _| !is_hidden(state, *side, *force));
    }
    seen
}

fn engaged_enemies_among(state: &State, standing: &[StationedForce]) -> VisibleForces {
    let places: BTreeMap<Id, &StationedForce> = standing.iter().map(|force| (force.force, force)).collect();
    let mut engaged = VisibleForces::new();
    for contact in state.contacts() {
        let (first, second) = (places.get(&contact.forces.0), places.get(&contact.forces.1));
        if let (Some(first), Some(second)) = (first, second) {
            engaged.insert((first.side, second.force), (second.at, SightLevel::InContact));
            engaged.insert((second.side, first.force), (first.at, SightLevel::InContact));
        }
    }
    for force in standing {
        let battles = force.battles.iter().filter_map(|id| state.battle(*id));
        let others = battles.flat_map(|battle| &battle.contingents).filter(|other| other.side != force.side);
        engaged.extend(others.map(|other| ((other.side, force.force), (force.at, SightLevel::Fought))));
    }
    engaged
}

fn stationed_forces(state: &State) -> Vec<StationedForce> {
    let forces = state.forces_with_units().into_iter();
    let stand = forces.filter_map(|(force, units)| {
        let battles = units.iter().filter_map(|unit| state.battle_of(unit.id)).map(|battle| battle.id).collect();
        Some(StationedForce { force, side: units.first()?.side, at: state.station(force)?, battles })
    });
    stand.collect()
}

struct SightLines<'a> {
    theatre: Theatre<'a>,
    range: u32,
    sight: Option<Sight<'a>>,
    /// The lines of sight looked up so far; they are symmetric.
    lines: BTreeMap<(Cell, Cell), bool>,
}

impl<'a> SightLines<'a> {
    fn new(theatre: Theatre<'a>, range: u8) -> Self {
        let sight = theatre.map().map(|map| Sight::new(&map.ground, theatre.ground_rules()));
        Self { theatre, range: range.into(), sight, lines: BTreeMap::new() }
    }

    /// The part of a station that matters for sight: on a map the area, on a network the place, or the road with its
    /// ends in a fixed order.
    fn viewpoint(&self, station: Station) -> Station {
        match (station.toward, &self.sight) {
            (Some((toward, _)), None) => {
                Station { at: station.at.min(toward), toward: Some((station.at.max(toward), 0)) }
            }
            (Some(_), Some(_)) | (None, _) => Station::at(station.at),
        }
    }

    fn can_see(&mut self, from: Station, to: Station) -> bool {
        match (from.at, to.at, &self.sight) {
            (Spot::Area(from), Spot::Area(to), Some(sight)) => {
                let line = (from.min(to), from.max(to));
                self.theatre.distance(Spot::Area(from), Spot::Area(to)).is_some_and(|areas| areas <= self.range)
                    && *self.lines.entry(line).or_insert_with(|| sight.is_free(line.0, line.1))
            }
            (Spot::Place(_), _, _) | (_, Spot::Place(_), _) | (_, _, None) => match (from.toward, to.toward) {
                (None, None) => from.at == to.at || self.is_connected(from.at, to.at),
                (Some((end, _)), None) => to.at == from.at || to.at == end,
                (None, Some((end, _))) => from.at == to.at || from.at == end,
                (Some(_), Some(_)) => from == to,
            },
        }
    }

    /// Whether a road leads from one place to another.
    fn is_connected(&self, from: Spot, to: Spot) -> bool {
        let (Spot::Place(from), Spot::Place(to)) = (from, to) else { return false };
        self.theatre.network().is_some_and(|network| network.road(from, to).is_some())
    }
}
