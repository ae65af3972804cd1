//! What events do on maps.

use crate::{
    book::Mechanism,
    event::MapEvent,
    ground::Place,
    state::{Moved, State},
};
use std::sync::Arc;

impl State {
    pub(super) fn apply_map_event(&mut self, event: &MapEvent) {
        match event {
            MapEvent::Placed { unit, to, .. } => self.change_unit(*unit, |unit| unit.place = Some(*to)),
            MapEvent::Moved { battle, units, from, by, facing, cost, of, .. } => {
                let cell = by.last().copied().unwrap_or(*from);
                for id in units {
                    let (cell, facing) = (cell, *facing);
                    self.change_unit(*id, |unit| {
                        unit.place = unit.place.map(|place| Place { cell, facing, ..place });
                    });
                }
                // Where there are no turns, nobody has a move of the turn.
                if self.book().uses(Mechanism::Turns) {
                    let moved = units.iter().map(|unit| Moved { unit: *unit, cost: *cost, of: *of });
                    self.change_battle(*battle, |_, b| b.moved.extend(moved));
                }
            }
            MapEvent::Changed { unit, to, .. } => self.change_unit(*unit, |unit| unit.kind = to.as_str().into()),
            MapEvent::TerrainChanged { map, at, to, .. } => {
                if let Some(map) = self.map_mut(*map) {
                    Arc::make_mut(&mut map.ground).set_terrain(*at, to);
                }
            }
        }
    }
}
