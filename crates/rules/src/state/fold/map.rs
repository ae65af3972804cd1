//! Applies events on maps.

use crate::{
    event::{Driven, MapEvent},
    state::{Moved, State},
};
use std::sync::Arc;
use wardiary_base::{
    book::Mechanism,
    ground::{Cell, Facing, Ground, Place},
    id::{BattleId, MapId, UnitId},
};

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
