//! Events on maps, and in the theatre. Source: RULES 7.

use super::{EventError, State, Validity, need_current};
use crate::{
    event::{Driven, MapEvent, Marched, SightLevel, TheatreEvent},
    state::{
        EntityKind, ForceContact, Map, MapError, Theatre, TheatreError, TheatrePoint, UnitMove, theatre::Deployment,
    },
};
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{
    book::Mechanism,
    ground::{Cell, Facing, Ground, Place, Station},
    id::{BattleId, Id, MapId, SideId, UnitId},
};

impl State {
    pub(super) fn apply_map_event(&mut self, event: &MapEvent) -> Validity {
        match event {
            MapEvent::Placed { unit, from, to } => {
                let found = self.need_unit(*unit)?;
                fail_if!(!found.is_alive(), MapError::Eliminated { unit: *unit });
                need_current("its place", &from.map(|from| from.cell), &found.place.map(|place| place.cell))?;
                self.check_place(*to)?;
                self.check_room(&[*unit], *to)?;
                self.change_unit(*unit, |unit| unit.place = Some(*to));
            }
            MapEvent::Moved { battle, units, from, by, facing, cost, of, driven, .. } => {
                let to = self.check_move(*battle, units, *from, by, *facing)?;
                for unit in units {
                    self.change_unit(*unit, |unit| unit.place = Some(to));
                }
                if driven.is_none_or(Driven::is_own_move) {
                    self.record_moves(*battle, units, (*cost, *of));
                }
            }
            MapEvent::Changed { unit, from, to, .. } => {
                need_current("its troop type", from, &self.need_unit(*unit)?.kind)?;
                self.book.troop(to).ok_or_else(|| MapError::NoTroop { name: to.clone() })?;
                self.change_unit(*unit, |unit| unit.kind = to.clone());
                if let Some(battle) = self.battle_by_unit.get(unit).copied() {
                    self.record_moves(battle, &[*unit], (0, 0));
                }
            }
            MapEvent::TerrainChanged { map: id, at, from, to } => {
                let map = self.need_map_mut(*id)?;
                fail_if!(!map.ground.contains(*at), MapError::OffMap { map: *id, cell: *at });
                need_current("the terrain", from, &map.ground.terrain(*at).cloned().unwrap_or_default())?;
                Arc::make_mut(&mut map.ground).set_terrain(*at, to);
            }
            MapEvent::EdgeChanged { map, between: (cell, beyond), from, to } => {
                let (ground, facing) = self.need_border(*map, *cell, *beyond)?;
                need_current("the edge", from, &ground.edge(*cell, facing).cloned())?;
                Arc::make_mut(ground).set_edge(*cell, facing, to.as_ref());
            }
            MapEvent::RoadChanged { map, between: (cell, beyond), there } => {
                let (ground, facing) = self.need_border(*map, *cell, *beyond)?;
                need_current("the road over the edge", &!there, &ground.has_road(*cell, facing))?;
                Arc::make_mut(ground).set_road(*cell, facing, *there);
            }
            MapEvent::LaidOut { id, ground, battle } => {
                self.need_free((*id).into())?;
                let fault = |faults: Vec<_>| MapError::Ground(faults.into_iter().next().expect("it has a fault"));
                let ground = ground.check().map_err(fault)?;
                if let Some(battle) = battle {
                    let found = self.need_battle_mut(*battle)?;
                    if let Some(map) = found.map {
                        return Err(MapError::HasMap { battle: *battle, map }.into());
                    }
                    found.map = Some(*id);
                }
                self.add_map(*id, ground);
            }
            MapEvent::ChangedHands { map: id, at, from, to } => {
                self.need_sides(*to)?;
                let map = self.need_map_mut(*id)?;
                need_current(
                    "its holder",
                    from,
                    &map.holder(*at).ok_or(MapError::NoObjective { map: *id, cell: *at })?,
                )?;
                map.set_holder(*at, *to);
            }
        }
        Ok(())
    }

    /// The end of a move. The units are in one area, the path crosses edges of the map, and its end has room.
    fn check_move(
        &self,
        battle: BattleId,
        units: &[UnitId],
        from: Cell,
        by: &[Cell],
        facing: Facing,
    ) -> Result<Place, EventError> {
        let battle = self.need_battle(battle)?;
        let Some(first) = units.first() else { return Err(MapError::Nobody.into()) };
        let Some(start) = self.need_unit(*first)?.place else {
            return Err(MapError::NotPlaced { unit: *first }.into());
        };
        for unit in units {
            let place = self.need_unit(*unit)?.place;
            need_current("its place", &Some(from), &place.map(|place| place.cell))?;
            if place.map(|place| place.map) != battle.map || self.battle_of(*unit).map(|b| b.id) != Some(battle.id) {
                return Err(MapError::NotPlaced { unit: *unit }.into());
            }
        }
        let grid = self.need_map(start.map)?.ground.grid();
        let mut here = from;
        for cell in by {
            fail_if!(grid.facing_to(here, *cell).is_none(), MapError::Apart { from: here, to: *cell });
            here = *cell;
            self.check_place(Place { cell: here, facing, ..start })?;
        }
        let end = Place { cell: here, facing, ..start };
        self.check_place(end)?;
        // Turning in place needs no room: a change of the rules may have made the area too full.
        if !by.is_empty() {
            self.check_room(units, end)?;
        }
        Ok(end)
    }

    /// The edge between two areas of a map.
    fn need_border(&mut self, map: MapId, from: Cell, to: Cell) -> Result<(&mut Arc<Ground>, Facing), EventError> {
        let ground = &mut self.need_map_mut(map)?.ground;
        if let Some(cell) = [from, to].into_iter().find(|cell| !ground.contains(*cell)) {
            return Err(MapError::OffMap { map, cell }.into());
        }
        let facing = ground.grid().facing_to(from, to).ok_or(MapError::Apart { from, to })?;
        Ok((ground, facing))
    }

    pub(super) fn need_map(&self, id: MapId) -> Result<&Map, EventError> {
        self.map(id).ok_or_else(|| MapError::NoMap { map: id }.into())
    }

    fn need_map_mut(&mut self, id: MapId) -> Result<&mut Map, EventError> {
        let map = self.index_of(id.0, EntityKind::Map).map(|at| &mut self.maps[at]);
        map.ok_or_else(|| MapError::NoMap { map: id }.into())
    }

    /// Records that units have moved this turn. Without turns nothing is recorded.
    fn record_moves(&mut self, battle: BattleId, units: &[UnitId], (cost, of): (u16, u16)) {
        if self.book().uses(Mechanism::Turns) {
            let moved = units.iter().map(|unit| UnitMove { unit: *unit, cost, allowance: of });
            self.change_battle(battle, |_, b| b.moved.extend(moved));
        }
    }
}

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
