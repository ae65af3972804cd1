//! Orders on the map.

use super::RandomNumbers;
use wardiary_base::{
    book::Change,
    ground::{Cell, Facing},
    id::{Id, MapId, SideId, UnitId},
    text::Text,
};
use wardiary_rules::{
    order::{Border, MapOrder, March},
    rules::movement::reach,
    state::{State, Unit},
};

impl RandomNumbers<'_> {
    /// A map for a battle or for later.
    fn lays_out(&mut self, state: &State) -> MapOrder {
        let terrain = if self.once_in(6) { "no such" } else { "open" };
        let text = format!(r#"(title: "Heath", rows: ["...", ".w."], legend: {{'.': "{terrain}", 'w': "woods"}})"#);
        let ground = Box::new(wardiary_base::document::read(&text).expect("ground reads"));
        let battle = if self.once_in(2) { Some(self.battle(state)) } else { None };
        let id = if self.once_in(5) { self.stray_id(state) } else { state.next_id() };
        MapOrder::LayOut { id: MapId(id), ground, battle }
    }

    /// An order on the first map that mostly can be carried out.
    pub fn map_order(&mut self, state: &State) -> MapOrder {
        let map = &state.maps()[0];
        let cells: Vec<Cell> = map.ground.cells().collect();
        let mut cell = self.pick(&cells).unwrap_or(Cell::new(0, 0));
        if self.once_in(20) {
            cell = Cell::new(self.below(210).try_into().expect("a few"), 3);
        }
        let facings = if self.once_in(20) { &Facing::ALL } else { map.ground.grid().facings() };
        let facing = self.pick(facings).unwrap_or_default();
        let anyway = if self.once_in(6) { Some(self.text()) } else { None };
        let there = |unit: &&std::sync::Arc<Unit>| state.place_in_battle(unit.id).is_some();
        let placed: Vec<UnitId> = state.units().iter().filter(there).map(|unit| unit.id).collect();
        let stack = |unit: UnitId| state.unit(unit).and_then(|unit| unit.stack).map(Id::from);
        let who: Id = self.pick(&placed).unwrap_or(UnitId(1)).into();
        let who = if self.once_in(10) { stack(UnitId(who.0)).unwrap_or(who) } else { who };
        match self.below(if placed.len() < 3 { 8 } else { 18 }) {
            0 | 1 => {
                let on_it = |unit: &&std::sync::Arc<Unit>| {
                    unit.is_alive() && state.battle_of(unit.id).is_some_and(|battle| battle.map == Some(map.id))
                };
                let units: Vec<UnitId> = state.units().iter().filter(on_it).map(|unit| unit.id).collect();
                let unit = self.pick(&units).filter(|_| !self.once_in(6)).unwrap_or(self.unit(state));
                let who: Id = if self.once_in(8) { self.stack(state).into() } else { unit.into() };
                MapOrder::Place { who, map: map.id, at: cell, facing, anyway }
            }
            4 => MapOrder::Face { who, facing, anyway },
            2 | 5 => {
                let change = self.pick(&Change::ALL).unwrap_or(Change::Mount);
                let able = |unit: &&std::sync::Arc<Unit>| {
                    let troop = state.book().troop(&unit.kind).filter(|_| unit.is_alive());
                    troop.is_some_and(|troop| troop.becomes.contains_key(&change))
                };
                let able: Vec<UnitId> = state.units().iter().filter(able).map(|unit| unit.id).collect();
                let any = self.unit(state);
                let unit = self.pick(&able).filter(|_| self.below(3) > 0).unwrap_or(any);
                MapOrder::Change { unit, change }
            }
            3 => {
                let names = [map.ground.terrain(cell).map_or("open", Text::raw), "woods", "open", "no such"];
                let terrain = self.pick(&names).unwrap_or("open").into();
                MapOrder::Terrain { map: map.id, at: cell, terrain, why: self.text() }
            }
            6 => {
                let beyond: Vec<Cell> = map.ground.neighbours(cell).map(|(_, cell)| cell).collect();
                let to = self.pick(&beyond).filter(|_| !self.once_in(10)).unwrap_or(Cell::new(0, 0));
                let edges = &state.book().ground.edges;
                let named = |at: usize| edges.get(at).map_or("river".into(), |edge| edge.name.clone());
                let what = match self.below(4) {
                    0 => Border::Road,
                    1 => Border::Bridge,
                    _ => Border::Edge(named(self.below(edges.len()))),
                };
                let gone = self.once_in(3);
                MapOrder::Between { map: map.id, from: cell, to, what, gone, why: self.text() }
            }
            7 => {
                let objectives: Vec<Cell> = map.objectives().map(|(cell, _)| cell).collect();
                let at = self.pick(&objectives).filter(|_| !self.once_in(6)).unwrap_or(cell);
                let sides: Vec<SideId> = state.sides().iter().map(|side| side.id).chain([SideId(99)]).collect();
                let held_by = self.pick(&sides).filter(|_| !self.once_in(4));
                MapOrder::Objective { map: map.id, at, held_by, why: self.text() }
            }
            17 => self.lays_out(state),
            _ => {
                let marches = (0..=self.below(2)).map(|_| self.march(state, who)).collect();
                MapOrder::Move { marches, anyway }
            }
        }
    }

    /// A path: mostly to an area in reach, otherwise to any area.
    pub(super) fn march(&mut self, state: &State, who: Id) -> March {
        let facing = if self.once_in(3) { self.pick(&Facing::ALL) } else { None };
        let reach = reach(state, who).map(|reach| reach.areas).unwrap_or_default();
        let by = match self.below(reach.len()) {
            at if at < reach.len() && !self.once_in(8) => reach[at].path.clone(),
            _ => (0..=self.below(3)).map(|at| Cell::new(at.try_into().expect("a few"), 2)).collect(),
        };
        March { who, by, facing }
    }
}
