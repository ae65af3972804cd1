//! Builds a theatre from a draft, or reports all its errors. Source: RULES 7.

use super::{Deployment, TheatreLayout, TheatreObjective};
use crate::state::{EntityKind, State, TheatreError};
use std::{collections::BTreeSet, sync::Arc};
use wardiary_base::{
    ground::{Spot, Station, TheatreDraft},
    id::{Id, UnitId},
    text,
};

/// The errors, each with its path in the draft.
pub(crate) type Errors = Vec<(String, TheatreError)>;

impl State {
    /// The theatre of a draft. A state has at most one.
    pub(in crate::state) fn deployment_of(&self, draft: &TheatreDraft) -> Result<Deployment, Errors> {
        fail_if!(self.deployment.is_some(), vec![(String::new(), TheatreError::HasTheatre)]);
        let field = self.layout_of(draft)?;
        let empty = Deployment::new(field);
        // Place names resolve as they will in the finished theatre.
        let mut laid = self.clone();
        laid.deployment = Some(Arc::new(empty));
        let mut errors = Errors::new();
        for (nth, (force, place)) in draft.at.iter().enumerate() {
            let earlier = || draft.at[..nth].iter().find(|(other, _)| other == force);
            let placed = laid.spot(place.raw()).map(Station::at).and_then(|station| {
                match (laid.check_station(*force, station), earlier()) {
                    (Ok(()) | Err(TheatreError::EnemyThere { .. }), Some((_, earlier))) => {
                        Err(TheatreError::InTwoPlaces { force: *force, names: (earlier.clone(), place.clone()) })
                    }
                    (Err(TheatreError::EnemyThere { enemy, .. }), None) => {
                        Err(TheatreError::EnemyInSamePlace { enemy, name: place.clone() })
                    }
                    (checked, _) => checked.map(|()| station),
                }
            });
            match (placed, laid.deployment_mut()) {
                (Ok(station), Some(deployed)) => drop(deployed.stations.insert(*force, station)),
                (Err(error), _) => errors.push((format!("at.{nth}"), error)),
                (Ok(_), None) => {}
            }
        }
        let (mut prizes, mut sources, mut taken) = (Vec::new(), Vec::new(), BTreeSet::new());
        for (nth, (place, points)) in draft.objectives.iter().enumerate() {
            match laid.spot(place.raw()) {
                Ok(at) if taken.insert(at) => {
                    prizes.push(TheatreObjective { spot: at, points: *points, holder: laid.sole_side_at(at) });
                }
                Ok(_) => {
                    errors.push((format!("objectives.{nth}"), TheatreError::ObjectiveTwice { name: place.clone() }));
                }
                Err(error) => errors.push((format!("objectives.{nth}.0"), error)),
            }
        }
        for (nth, (side, place)) in draft.sources.iter().enumerate() {
            if self.side(*side).is_none() {
                errors.push((format!("sources.{nth}.0"), TheatreError::NoSide { side: *side }));
            }
            match laid.spot(place.raw()) {
                Ok(at) => sources.push((*side, at)),
                Err(error) => errors.push((format!("sources.{nth}.1"), error)),
            }
        }
        let deployed = laid.deployment.filter(|_| errors.is_empty()).map(Arc::unwrap_or_clone);
        deployed.map(|deployed| Deployment { objectives: prizes, sources, ..deployed }).ok_or(errors)
    }

    /// What is wrong with a draft, each with its path in it.
    pub(crate) fn theatre_errors(&self, draft: &TheatreDraft) -> Errors {
        self.deployment_of(draft).err().unwrap_or_default()
    }

    fn layout_of(&self, draft: &TheatreDraft) -> Result<TheatreLayout, Errors> {
        match (&draft.network, draft.map) {
            (Some(network), None) => match network.check() {
                Ok(network) => Ok(TheatreLayout::Network(Arc::new(network))),
                Err(faults) => {
                    Err(faults.into_iter().map(|fault| ("network".into(), TheatreError::Network(fault))).collect())
                }
            },
            (None, Some(map)) if self.map(map).is_some() => Ok(TheatreLayout::Map(map)),
            (None, Some(map)) => Err(vec![("map".into(), TheatreError::NoMap { map })]),
            (network, _) => Err(vec![(String::new(), TheatreError::NotOneLayout { both: network.is_some() })]),
        }
    }

    pub fn spot(&self, name: &str) -> Result<Spot, TheatreError> {
        let theatre = self.theatre().ok_or(TheatreError::NoTheatre)?;
        theatre.spot_named(name).ok_or_else(|| {
            let names = theatre.place_names();
            let near = text::nearest(name, &names).cloned();
            TheatreError::NoPlace { name: name.into(), near }
        })
    }

    /// The side of the forces in a place, if all are of one side.
    pub(crate) fn sole_side_at(&self, at: Spot) -> Option<wardiary_base::id::SideId> {
        let theatre = self.theatre()?;
        let standing = self.deployment.as_ref()?.stations.iter();
        let there = standing.filter(|(_, station)| theatre.is_same_point(**station, Station::at(at)));
        let sides: BTreeSet<_> = there.filter_map(|(force, _)| self.side_of(*force)).collect();
        sides.first().copied().filter(|_| sides.len() == 1)
    }

    pub(crate) fn check_spot(&self, spot: Spot) -> Result<(), TheatreError> {
        let theatre = self.theatre().ok_or(TheatreError::NoTheatre)?;
        if theatre.contains(spot) { Ok(()) } else { Err(TheatreError::OffTheatre { spot }) }
    }

    /// Rejects an id that is not a force, or a force without living units.
    pub fn check_force(&self, force: Id) -> Result<(), TheatreError> {
        match self.kind(force) {
            Some(EntityKind::Stack) if self.units_of_force(force).is_empty() => Err(TheatreError::NobodyLeft { force }),
            Some(EntityKind::Stack) => Ok(()),
            Some(EntityKind::Unit) => {
                let unit = UnitId(force.0);
                match self.unit(unit) {
                    Some(found) if !found.is_alive() => Err(TheatreError::NobodyLeft { force }),
                    Some(found) => found.stack.map_or(Ok(()), |stack| Err(TheatreError::InStack { unit, stack })),
                    None => Err(TheatreError::NoForce { id: force }),
                }
            }
            _ => Err(TheatreError::NoForce { id: force }),
        }
    }

    /// Rejects a route with a gap, or one that is closed to the force.
    pub(crate) fn check_route(&self, force: Id, from: Station, by: &[Spot]) -> Result<(), TheatreError> {
        by.iter().try_for_each(|spot| self.check_spot(*spot))?;
        let theatre = self.theatre().ok_or(TheatreError::NoTheatre)?;
        let legs = theatre.route_graph(&self.units_of_force(force));
        let mut here = from;
        for to in by {
            legs.steps_left(here, *to).ok_or(TheatreError::NoRoute { force, from: here.at, to: *to })?;
            here = Station::at(*to);
        }
        Ok(())
    }

    /// Rejects a station that is off the theatre or holds an enemy.
    pub(crate) fn check_station(&self, force: Id, station: Station) -> Result<(), TheatreError> {
        self.check_force(force)?;
        self.check_spot(station.at)?;
        if let Some((toward, steps)) = station.toward {
            self.check_spot(toward)?;
            let theatre = self.theatre().ok_or(TheatreError::NoTheatre)?;
            let length = theatre.route_graph(&self.units_of_force(force)).leg_length(station.at, toward);
            let length = length.ok_or(TheatreError::NoRoute { force, from: station.at, to: toward })?;
            // A side does not know the tables that make a march longer.
            let longest = match self.viewer {
                Some(_) => i32::MAX,
                None => i32::from(length) + self.table_effect(|state| state.march).max(0),
            };
            if steps == 0 || i32::from(steps) >= longest {
                return Err(TheatreError::OffLeg { from: station.at, to: toward, steps, length });
            }
        }
        let side = self.side_of(force).ok_or(TheatreError::NoForce { id: force })?;
        match self.enemy_at(side, station) {
            Some(enemy) => Err(TheatreError::EnemyThere { force, enemy, at: station }),
            None => Ok(()),
        }
    }
}
