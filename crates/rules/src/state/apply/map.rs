//! Events on maps.

use super::{EventError, State, Validity, need_current};
use crate::{
    event::{Driven, MapEvent},
    state::{EntityKind, Map, MapError, UnitMove},
};
use std::sync::Arc;
use wardiary_base::{
    book::Mechanism,
    ground::{Cell, Facing, Ground, Place},
    id::{BattleId, MapId, UnitId},
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
