//! Events in the theatre. Source: RULES 7.

use super::{EventError, State, Validity, same};
use crate::{
    event::{Marched, SightLevel, TheatreEvent},
    state::{Encounter, Point, Theatre, TheatreError},
};
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::id::{Id, SideId};

impl State {
    pub(super) fn validate_theatre_event(&self, event: &TheatreEvent) -> Validity {
        if let TheatreEvent::LaidOut(draft) = event {
            let error = self.deployment_of(draft).err().and_then(|errors| errors.into_iter().next());
            return error.map_or(Ok(()), |(_, error)| Err(error.into()));
        }
        let theatre = self.theatre().ok_or(TheatreError::NoTheatre)?;
        match event {
            TheatreEvent::LaidOut(_) => Ok(()),
            TheatreEvent::Stationed { force, from, to } => {
                same("its station", from, &self.station(*force))?;
                match to {
                    Some(to) => Ok(self.check_station(*force, *to)?),
                    None => Ok(self.check_force(*force)?),
                }
            }
            TheatreEvent::Sent { force, from, to } => {
                same("its way", from, &self.way_of(*force).to_vec())?;
                self.check_force(*force)?;
                to.iter().try_for_each(|spot| self.check_spot(*spot))?;
                self.station(*force).map(drop).ok_or_else(|| TheatreError::OffWay { force: *force }.into())
            }
            TheatreEvent::Marched(moves) => self.validate_marches(theatre, moves),
            TheatreEvent::Met { contact, first, second, .. } => self.validate_meeting(*contact, *first, *second),
            TheatreEvent::Parted { contact, .. } => {
                self.contact(*contact).map(drop).ok_or_else(|| TheatreError::NoContact { contact: *contact }.into())
            }
            TheatreEvent::Sighted { side, force, at, .. } => {
                self.need_side(*side)?;
                self.check_force(*force)?;
                let is_enemy = self.side_of(*force) != Some(*side);
                let stands = is_enemy && self.station(*force) == Some(*at);
                if stands { Ok(()) } else { Err(TheatreError::NotThere { force: *force, at: *at }.into()) }
            }
            TheatreEvent::LostSight { side, force, seen } => {
                let sighting = self.sighting_kept(*side, *force).filter(|sighting| sighting.is_in_sight());
                let is_past = *seen <= self.calendar.now;
                let was_seen = sighting.is_some() && is_past;
                if was_seen { Ok(()) } else { Err(TheatreError::NotInSight { force: *force }.into()) }
            }
            TheatreEvent::ChangedHands { at, from, to } => {
                to.map_or(Ok(()), |to| self.need_side(to))?;
                let prize = theatre.prizes().iter().find(|prize| prize.at == *at);
                let holder = prize.ok_or(TheatreError::NoObjective { at: *at })?.holder;
                same("its holder", from, &holder)
            }
        }
    }

    /// Checks that each force marched along its route, and that no opposing forces share a point after all moves.
    fn validate_marches(&self, theatre: Theatre, moves: &[Marched]) -> Validity {
        let mut moved = BTreeMap::new();
        for Marched { force, from, by, to } in moves {
            same("its station", &Some(*from), &self.station(*force))?;
            let off = || EventError::from(TheatreError::OffWay { force: *force });
            let next = self.way_of(*force).strip_prefix(by.as_slice()).ok_or_else(off)?.first();
            let here = by.last().copied();
            // A force that turns back on a road leaves from its other end.
            let leaves =
                |at| here.unwrap_or(from.at) == at || (by.is_empty() && from.toward.is_some_and(|(end, _)| end == at));
            let is_on_way = match to.toward {
                None => here == Some(to.at),
                Some((toward, steps)) => steps > 0 && next == Some(&toward) && leaves(to.at),
            };
            if !is_on_way || moved.insert(*force, *to).is_some() {
                return Err(off());
            }
        }
        let mut held: BTreeMap<Point, (Id, SideId)> = BTreeMap::new();
        for force in self.forces() {
            let (Some(stands), Some(side)) = (moved.get(&force).copied().or(self.station(force)), self.side_of(force))
            else {
                continue;
            };
            let (other, holder) = *held.entry(theatre.point(stands)).or_insert((force, side));
            if holder != side {
                return Err(TheatreError::EnemyThere { force, enemy: other, at: stands }.into());
            }
        }
        Ok(())
    }

    fn validate_meeting(&self, contact: u32, first: Id, second: Id) -> Validity {
        let next = self.next_contact();
        if contact != next {
            return Err(TheatreError::ContactNumber { contact, next }.into());
        }
        let stand = self.station(first).is_some() && self.station(second).is_some();
        let is_new = self.in_contact_with(first).all(|other| other != second);
        let are_enemies = self.side_of(first) != self.side_of(second);
        if stand && is_new && are_enemies { Ok(()) } else { Err(TheatreError::NoMeeting { first, second }.into()) }
    }
}

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
