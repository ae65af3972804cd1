//! Visibility: on a map within the rulebook's range and in line of sight, on a network from place to place. Source:
//! RULES 7.

use crate::{
    event::SightLevel,
    state::{State, Theatre},
};
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{
    ground::{Cell, Sight, Spot, Station},
    id::{BattleId, Id, SideId},
};

/// By side and enemy force: the force's station, and how well it is known.
pub type VisibleForces = BTreeMap<(SideId, Id), (Station, SightLevel)>;

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

pub(super) fn engaged_enemies(state: &State) -> VisibleForces {
    without_hidden(state, engaged_enemies_among(state, &stationed_forces(state)))
}

fn without_hidden(state: &State, mut seen: VisibleForces) -> VisibleForces {
    if state.rulings().next().is_some() {
        seen.retain(|(side, force), _| !super::is_hidden(state, *side, *force));
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
