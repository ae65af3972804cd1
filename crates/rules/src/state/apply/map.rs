//! Events on maps.

use super::{EventError, State, Validity, same};
use crate::{
    event::{Driven, MapEvent},
    state::{MapError, Moved},
};
use std::sync::Arc;
use wardiary_base::{
    book::Mechanism,
    ground::{Cell, Facing, Ground, Place},
    id::{BattleId, MapId, UnitId},
};

impl State {
    pub(super) fn validate_map_event(&self, event: &MapEvent) -> Validity {
        match event {
            MapEvent::Placed { unit, from, to } => self.validate_placing(*unit, *from, *to),
            MapEvent::Moved { battle, units, from, by, facing, .. } => {
                self.validate_move(*battle, units, *from, by, *facing)
            }
            MapEvent::Changed { unit, from, to, .. } => {
                same("its troop type", from, &self.need_unit(*unit)?.kind.to_string())?;
                self.book.troop(to).map(drop).ok_or_else(|| MapError::NoTroop { name: to.clone() }.into())
            }
            MapEvent::TerrainChanged { map, at, from, .. } => {
                let ground = &self.need_map(*map)?.ground;
                if !ground.contains(*at) {
                    return Err(MapError::OffMap { map: *map, cell: *at }.into());
                }
                same("the terrain", from, &ground.terrain(*at).unwrap_or_default().to_string())
            }
            MapEvent::EdgeChanged { map, between: (cell, beyond), from, .. } => {
                let facing = self.validate_border(*map, *cell, *beyond)?;
                let edge = self.need_map(*map)?.ground.edge(*cell, facing).map(Into::into);
                same("the edge", from, &edge)
            }
            MapEvent::RoadChanged { map, between: (cell, beyond), there } => {
                let facing = self.validate_border(*map, *cell, *beyond)?;
                same("the way over the edge", &!there, &self.need_map(*map)?.ground.has_road(*cell, facing))
            }
            MapEvent::LaidOut { id, ground, battle } => {
                self.need_free((*id).into())?;
                let fault = ground.check().err().and_then(|faults| faults.into_iter().next());
                fault.map_or(Ok(()), |fault| Err(MapError::Ground(fault)))?;
                let Some(battle) = battle else { return Ok(()) };
                match self.need_battle(*battle)?.map {
                    Some(map) => Err(MapError::HasMap { battle: *battle, map }.into()),
                    None => Ok(()),
                }
            }
            MapEvent::ChangedHands { map, at, from, to } => {
                to.map_or(Ok(()), |to| self.need_side(to))?;
                let holder = self.need_map(*map)?.holder(*at);
                let holder = holder.ok_or(MapError::NoObjective { map: *map, cell: *at })?;
                same("its holder", from, &holder)
            }
        }
    }

    fn validate_placing(&self, unit: UnitId, from: Option<Place>, to: Place) -> Validity {
        let found = self.need_unit(unit)?;
        if !found.is_alive() {
            return Err(MapError::Eliminated { unit }.into());
        }
        same("its place", &from.map(|from| from.cell), &found.place.map(|place| place.cell))?;
        self.check_place(to)?;
        Ok(self.check_room(&[unit], to)?)
    }

    /// Checks that the units are in one area, the path crosses edges of the map, and its end has room.
    fn validate_move(&self, battle: BattleId, units: &[UnitId], from: Cell, by: &[Cell], facing: Facing) -> Validity {
        let battle = self.need_battle(battle)?;
        let Some(first) = units.first() else { return Err(MapError::Nobody.into()) };
        let Some(start) = self.need_unit(*first)?.place else {
            return Err(MapError::NotPlaced { unit: *first }.into());
        };
        for unit in units {
            let place = self.need_unit(*unit)?.place;
            same("its place", &Some(from), &place.map(|place| place.cell))?;
            if place.map(|place| place.map) != battle.map || self.battle_of(*unit).map(|b| b.id) != Some(battle.id) {
                return Err(MapError::NotPlaced { unit: *unit }.into());
            }
        }
        let grid = self.need_map(start.map)?.ground.grid();
        let mut here = from;
        for cell in by {
            if grid.facing_to(here, *cell).is_none() {
                return Err(MapError::Apart { from: here, to: *cell }.into());
            }
            here = *cell;
            self.check_place(Place { cell: here, facing, ..start })?;
        }
        let end = Place { cell: here, facing, ..start };
        self.check_place(end)?;
        // Turning in place needs no room: a change of the rules may have made the area too full.
        if by.is_empty() { Ok(()) } else { Ok(self.check_room(units, end)?) }
    }

    /// The edge between two areas of a map.
    fn validate_border(&self, map: MapId, from: Cell, to: Cell) -> Result<Facing, EventError> {
        let ground = &self.need_map(map)?.ground;
        if let Some(cell) = [from, to].into_iter().find(|cell| !ground.contains(*cell)) {
            return Err(MapError::OffMap { map, cell }.into());
        }
        ground.grid().facing_to(from, to).ok_or_else(|| MapError::Apart { from, to }.into())
    }

    pub(super) fn need_map(&self, id: MapId) -> Result<&crate::state::Map, EventError> {
        self.map(id).ok_or_else(|| MapError::NoMap { map: id }.into())
    }
}

impl State {
    pub(super) fn apply_map_event(&mut self, event: &MapEvent) {
        match event {
            MapEvent::Placed { unit, to, .. } => self.change_unit(*unit, |unit| unit.place = Some(*to)),
            MapEvent::Moved { battle, units, from, by, facing, cost, of, driven, .. } => {
                let cell = by.last().copied().unwrap_or(*from);
                for id in units {
                    let (cell, facing) = (cell, *facing);
                    self.change_unit(*id, |unit| {
                        unit.place = unit.place.map(|place| Place { cell, facing, ..place });
                    });
                }
                if driven.is_none_or(Driven::is_own_move) {
                    self.have_moved(*battle, units, (*cost, *of));
                }
            }
            MapEvent::Changed { unit, to, .. } => {
                self.change_unit(*unit, |unit| unit.kind = to.as_str().into());
                if let Some(battle) = self.battle_of(*unit).map(|battle| battle.id) {
                    self.have_moved(battle, &[*unit], (0, 0));
                }
            }
            MapEvent::TerrainChanged { map, at, to, .. } => {
                if let Some(map) = self.map_mut(*map) {
                    Arc::make_mut(&mut map.ground).set_terrain(*at, to);
                }
            }
            MapEvent::EdgeChanged { map, between: (from, beyond), to, .. } => {
                self.change_border(*map, *from, *beyond, |ground, facing| {
                    ground.set_edge(*from, facing, to.as_deref());
                });
            }
            MapEvent::RoadChanged { map, between: (from, to), there } => {
                self.change_border(*map, *from, *to, |ground, facing| ground.set_road(*from, facing, *there));
            }
            MapEvent::LaidOut { id, ground, battle } => {
                if let Ok(ground) = ground.check() {
                    self.add_map(*id, ground);
                }
                if let Some(battle) = battle {
                    self.change_battle(*battle, |_, b| b.map = Some(*id));
                }
            }
            MapEvent::ChangedHands { map, at, to, .. } => {
                if let Some(map) = self.map_mut(*map) {
                    map.hold(*at, *to);
                }
            }
        }
    }

    fn change_border(&mut self, map: MapId, from: Cell, to: Cell, change: impl FnOnce(&mut Ground, Facing)) {
        let Some(map) = self.map_mut(map) else { return };
        if let Some(facing) = map.ground.grid().facing_to(from, to) {
            change(Arc::make_mut(&mut map.ground), facing);
        }
    }

    /// Records that units have moved this turn. Without turns nothing is recorded.
    fn have_moved(&mut self, battle: BattleId, units: &[UnitId], (cost, of): (u16, u16)) {
        if self.book().uses(Mechanism::Turns) {
            let moved = units.iter().map(|unit| Moved { unit: *unit, cost, of });
            self.change_battle(battle, |_, b| b.moved.extend(moved));
        }
    }
}
