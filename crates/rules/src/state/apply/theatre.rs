//! Events in the theatre. Source: RULES 7.

use super::{EventError, State, Validity, need_current};
use crate::{
    event::{Marched, SightLevel, TheatreEvent},
    state::{ForceContact, Theatre, TheatreError, TheatrePoint, theatre::Deployment},
};
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{
    ground::Station,
    id::{Id, SideId},
};

impl State {
    pub(super) fn apply_theatre_event(&mut self, event: &TheatreEvent) -> Validity {
        if let TheatreEvent::LaidOut(draft) = event {
            let first = |errors: Vec<(String, TheatreError)>| errors.into_iter().next().expect("it has an error").1;
            self.deployment = Some(Arc::new(self.deployment_of(draft).map_err(first)?));
            return Ok(());
        }
        let theatre = self.theatre().ok_or(TheatreError::NoTheatre)?;
        let now = self.calendar.now;
        match event {
            TheatreEvent::LaidOut(_) => {}
            TheatreEvent::Stationed { force, from, to } => {
                need_current("its station", from, &self.station(*force))?;
                match to {
                    Some(to) => self.check_station(*force, *to)?,
                    None => self.check_force(*force)?,
                }
                // A force that is put elsewhere no longer sees, or is seen, at its old station.
                let own = self.side_of(*force);
                let was_seen = |side, level| own == Some(side) && level == SightLevel::Seen;
                self.snapshot_ended_sightings(|side, known, level| known == *force || was_seen(side, level));
                let deployed = self.deployed()?;
                // The marching orders started from its old station.
                deployed.remove_force(*force);
                deployed.stations.extend(to.map(|to| (*force, to)));
            }
            TheatreEvent::Sent { force, from, to } => {
                need_current("its route", from, &self.route_of(*force).to_vec())?;
                self.check_force(*force)?;
                to.iter().try_for_each(|spot| self.check_spot(*spot))?;
                self.station(*force).ok_or(TheatreError::OffRoute { force: *force })?;
                self.deployed()?.send(*force, to);
            }
            TheatreEvent::Marched(moves) => {
                self.check_marches(theatre, moves)?;
                let deployed = self.deployed()?;
                for marched in moves {
                    deployed.stations.insert(marched.force, marched.to);
                    let way = deployed.routes.remove(&marched.force).unwrap_or_default();
                    deployed.send(marched.force, way.get(marched.by.len()..).unwrap_or_default());
                }
                let units = moves.iter().flat_map(|marched| self.units_of_force(marched.force)).map(|unit| unit.id);
                for unit in units.collect::<Vec<_>>() {
                    if let Some(unit) = self.unit_mut(unit) {
                        unit.history.march(now);
                    }
                }
            }
            TheatreEvent::Met { contact, first, second, how } => {
                let at = self.check_meeting(*contact, *first, *second)?;
                let deployed = self.deployed()?;
                deployed.last_contact = *contact;
                let (number, forces) = (*contact, (*first, *second));
                deployed.contacts.push(ForceContact { number, forces, stations: at, touch: *how, since: now });
            }
            TheatreEvent::Parted { contact, how } => {
                let over = *self.contact(*contact).ok_or(TheatreError::NoContact { contact: *contact })?;
                let touches =
                    |at: &ForceContact, side, known| at.opponent(known).and_then(|of| self.side_of(of)) == Some(side);
                let others = || self.contacts().iter().filter(|at| at.number != *contact);
                let is_over = |side, known| touches(&over, side, known) && !others().any(|at| touches(at, side, known));
                let known: Vec<(SideId, Id)> =
                    self.stored_sightings().filter(|(side, known)| is_over(*side, *known)).collect();
                self.snapshot_ended_sightings(|side, force, level| {
                    level == SightLevel::InContact && known.contains(&(side, force))
                });
                let deployed = self.deployed()?;
                deployed.contacts.retain(|at| at.number != *contact);
                Arc::make_mut(&mut deployed.partings).insert(*contact, *how);
            }
            TheatreEvent::Sighted { side, force, at, level } => {
                self.need_side(*side)?;
                self.check_force(*force)?;
                let is_enemy = self.side_of(*force) != Some(*side);
                if !is_enemy || self.station(*force) != Some(*at) {
                    return Err(TheatreError::NotThere { force: *force, at: *at }.into());
                }
                self.deployed()?.record_sighting(*side, *force, *at, *level);
            }
            TheatreEvent::LostSight { side, force, seen } => {
                let sighting = self.stored_sighting(*side, *force).filter(|sighting| sighting.is_in_sight());
                fail_if!(sighting.is_none() || *seen > now, TheatreError::NotInSight { force: *force });
                self.lose_sight(*side, *force, *seen);
            }
            TheatreEvent::ChangedHands { at, from, to } => {
                self.need_sides(*to)?;
                let prize = self.deployed()?.objectives.iter_mut().find(|prize| prize.spot == *at);
                let prize = prize.ok_or(TheatreError::NoObjective { at: *at })?;
                need_current("its holder", from, &prize.holder)?;
                prize.holder = *to;
            }
        }
        Ok(())
    }

    fn deployed(&mut self) -> Result<&mut Deployment, TheatreError> {
        self.deployment_mut().ok_or(TheatreError::NoTheatre)
    }

    /// Checks that each force marched along its route, and that no opposing forces share a point after all moves.
    fn check_marches(&self, theatre: Theatre, moves: &[Marched]) -> Validity {
        let mut moved = BTreeMap::new();
        for Marched { force, from, by, to } in moves {
            need_current("its station", &Some(*from), &self.station(*force))?;
            let off = || EventError::from(TheatreError::OffRoute { force: *force });
            let next = self.route_of(*force).strip_prefix(by.as_slice()).ok_or_else(off)?.first();
            let here = by.last().copied();
            // A force that turns back on a road leaves from its other end.
            let leaves =
                |at| here.unwrap_or(from.at) == at || (by.is_empty() && from.toward.is_some_and(|(end, _)| end == at));
            let is_on_way = match to.toward {
                None => here == Some(to.at),
                Some((toward, steps)) => steps > 0 && next == Some(&toward) && leaves(to.at),
            };
            fail_if!(!is_on_way || moved.insert(*force, *to).is_some(), off());
        }
        let mut held: BTreeMap<TheatrePoint, (Id, SideId)> = BTreeMap::new();
        for force in self.forces() {
            let (Some(stands), Some(side)) = (moved.get(&force).copied().or(self.station(force)), self.side_of(force))
            else {
                continue;
            };
            let (other, holder) = *held.entry(theatre.point(stands)).or_insert((force, side));
            fail_if!(holder != side, TheatreError::EnemyThere { force, enemy: other, at: stands });
        }
        Ok(())
    }

    fn check_meeting(&self, contact: u32, first: Id, second: Id) -> Result<(Station, Station), TheatreError> {
        let next = self.next_contact_number();
        fail_if!(contact != next, TheatreError::ContactNumber { contact, next });
        let is_new = self.enemies_in_contact(first).all(|other| other != second);
        let are_enemies = self.side_of(first) != self.side_of(second);
        let stations = self.station(first).zip(self.station(second));
        stations.filter(|_| is_new && are_enemies).ok_or(TheatreError::NoMeeting { first, second })
    }
}
