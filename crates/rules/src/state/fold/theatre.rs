//! Applies events to the theatre. Source: RULES 7.

use crate::{
    event::{SightLevel, TheatreEvent},
    state::{Encounter, State},
};
use std::sync::Arc;
use wardiary_base::id::{Id, SideId};

impl State {
    pub(super) fn apply_theatre_event(&mut self, event: &TheatreEvent) {
        if let TheatreEvent::LaidOut(draft) = event {
            if let Ok(deployed) = self.deployment_of(draft) {
                self.deployed = Some(Arc::new(deployed));
            }
            return;
        }
        let now = self.calendar.now;
        if let TheatreEvent::LostSight { side, force, seen } = event {
            return self.lose_sight(*side, *force, *seen);
        }
        match event {
            // A force that is put elsewhere no longer sees, or is seen, at its old station.
            TheatreEvent::Stationed { force, .. } => {
                let own = self.side_of(*force);
                let was_seen = |side, level| own == Some(side) && level == SightLevel::Seen;
                self.keep_as_seen(|side, known, level| known == *force || was_seen(side, level));
            }
            TheatreEvent::Parted { contact, .. } => {
                let mut all = self.contacts().to_vec();
                let over = all.iter().position(|at| at.number == *contact).map(|at| all.remove(at));
                let touches =
                    |at: &Encounter, side, known| at.other(known).and_then(|of| self.side_of(of)) == Some(side);
                let is_over = |side, known| {
                    over.is_some_and(|over| touches(&over, side, known))
                        && !all.iter().any(|at| touches(at, side, known))
                };
                let known: Vec<(SideId, Id)> =
                    self.sightings_kept().filter(|(side, known)| is_over(*side, *known)).collect();
                self.keep_as_seen(|side, force, level| {
                    level == SightLevel::InContact && known.contains(&(side, force))
                });
            }
            _ => {}
        }
        let mut marchers = Vec::new();
        let Some(deployed) = self.deployment_mut() else { return };
        match event {
            TheatreEvent::LaidOut(_) | TheatreEvent::LostSight { .. } => {}
            TheatreEvent::Sighted { side, force, at, level } => deployed.sight(*side, *force, *at, *level),
            TheatreEvent::Stationed { force, to, .. } => {
                // The marching orders started from its old station.
                deployed.leave(*force);
                deployed.stations.extend(to.map(|to| (*force, to)));
            }
            TheatreEvent::Sent { force, to, .. } => deployed.send(*force, to),
            TheatreEvent::Marched(moves) => {
                for marched in moves {
                    marchers.push(marched.force);
                    deployed.stations.insert(marched.force, marched.to);
                    let way = deployed.ways.remove(&marched.force).unwrap_or_default();
                    deployed.send(marched.force, way.get(marched.by.len()..).unwrap_or_default());
                }
            }
            TheatreEvent::Met { contact, first, second, how } => {
                let stations = (deployed.stations.get(first), deployed.stations.get(second));
                let (Some(here), Some(there)) = stations else { return };
                deployed.last_encounter = *contact;
                let at = (*here, *there);
                deployed.encounters.push(Encounter {
                    number: *contact,
                    forces: (*first, *second),
                    at,
                    how: *how,
                    since: now,
                });
            }
            TheatreEvent::Parted { contact, how } => {
                deployed.encounters.retain(|at| at.number != *contact);
                Arc::make_mut(&mut deployed.partings).insert(*contact, *how);
            }
            TheatreEvent::ChangedHands { at, to, .. } => {
                deployed.objectives.iter_mut().filter(|prize| prize.at == *at).for_each(|prize| prize.holder = *to);
            }
        }
        let units = marchers.into_iter().flat_map(|force| self.units_of_force(force)).map(|unit| unit.id);
        for unit in units.collect::<Vec<_>>() {
            if let Some(unit) = self.unit_mut(unit) {
                unit.service.march(now);
            }
        }
    }
}
