//! Forced moves: units pushed back in a fight, and units that withdraw from one. Source: RULES 4.4.

use super::{movement_map::MovementMap, party::MovingUnits};
use crate::{
    event::{Cause, Driven, Event, MapEvent},
    rules::Resolver,
    state::State,
};
use wardiary_base::{
    book::{BlockedPush, Stacking},
    ground::{Cell, Facing, Ground, Place},
    id::{SideId, UnitId},
};

impl Resolver<'_> {
    /// Drives units back, each from the nearest of some enemies.
    pub(in crate::rules) fn drive_from(&mut self, units: &[UnitId], enemies: &[UnitId], driven: Driven) {
        let driven_from: Vec<(UnitId, Option<UnitId>)> =
            units.iter().map(|unit| (*unit, self.state.nearest_enemy_of(*unit, enemies))).collect();
        self.drive_all(&driven_from, driven);
    }

    /// Drives units back, each from an enemy. A stack that counts as one unit is driven back once.
    pub(in crate::rules) fn drive_all(&mut self, units: &[(UnitId, Option<UnitId>)], driven: Driven) {
        let mut gone: Vec<UnitId> = Vec::new();
        for (unit, from) in units {
            if !gone.contains(unit) {
                gone.extend(self.drive_back(*unit, *from, driven));
            }
        }
    }

    /// Moves a unit on its battle's map one area away from an enemy, or from the nearest one if `None`. If there is no
    /// way back, the rulebook sets the price. Returns the units that moved.
    fn drive_back(&mut self, unit: UnitId, from: Option<UnitId>, driven: Driven) -> Vec<UnitId> {
        let Some(place) = self.state.place_in_battle(unit) else { return Vec::new() };
        let Some(party) = units_driven_with(&self.state, unit, driven) else { return Vec::new() };
        let enemy = from.and_then(|enemy| self.state.place_in_battle(enemy)).map(|place| place.cell);
        let enemy = enemy.or_else(|| nearest_enemy(&self.state, party.side, place));
        let Some(enemy) = enemy else { return Vec::new() };
        let way = MovementMap::new(&self.state, &party).and_then(|field| field.retreat_area(place, enemy));
        match (way, self.state.book().scrud.blocked_push) {
            (Some(to), _) => {
                let facing = self.state.map(place.map).map(|map| map.ground.grid().facing_towards(to, enemy));
                let moved = MapEvent::Moved {
                    battle: party.battle,
                    units: party.units.clone(),
                    from: place.cell,
                    by: vec![to],
                    facing: facing.unwrap_or(place.facing),
                    cost: 0,
                    of: 0,
                    stopped: None,
                    driven: Some(driven),
                };
                self.emit(Event::Map(moved));
                return party.units;
            }
            (None, BlockedPush::LoseStrength(points)) => self.take_strength(unit, points, Cause::Losses),
            (None, BlockedPush::Stays) => {}
        }
        Vec::new()
    }
}

/// The units driven back with a unit: its stack in that area, if a stack counts as one unit, or is in a Conflict and
/// leaves it; otherwise the unit alone.
fn units_driven_with(state: &State, unit: UnitId, driven: Driven) -> Option<MovingUnits> {
    let stacked = matches!(state.book().ground.stacking, Stacking::Stack(_)) || driven == Driven::Fled;
    let stack = state.unit(unit)?.stack.filter(|stack| stacked || state.conflict_of(*stack).is_some());
    let stack = stack
        .and_then(|stack| MovingUnits::on_map(state, stack.into()).ok())
        .filter(|party| party.units.contains(&unit));
    stack.or_else(|| MovingUnits::on_map(state, unit.into()).ok())
}

/// The area of the nearest enemy; on a tie the first on the roster.
fn nearest_enemy(state: &State, side: SideId, place: Place) -> Option<Cell> {
    let grid = state.map(place.map)?.ground.grid();
    let enemies = state.units_on(place.map).filter(|(unit, _)| unit.side != side);
    enemies.map(|(_, enemy)| enemy.cell).min_by_key(|cell| grid.distance(place.cell, *cell))
}

/// The edge directly away from an area, if the two areas are in a straight line.
fn edge_directly_away(ground: &Ground, from: Cell, enemy: Cell) -> Option<Facing> {
    let grid = ground.grid();
    let far = grid.distance(enemy, from);
    let along = |facing: &Facing| (0..far).try_fold(enemy, |cell, _| ground.neighbour(cell, *facing)) == Some(from);
    grid.facings().iter().copied().find(along)
}

impl MovementMap<'_> {
    /// The area to which a party is driven back from an enemy: directly away from it. If that is not a straight line,
    /// or not free, the free adjacent area farthest from the enemy and beside no other enemy; on a tie the one nearest
    /// to the party's rear, then clockwise from n. It is never nearer to the enemy.
    fn retreat_area(&self, place: Place, enemy: Cell) -> Option<Cell> {
        let (ground, here) = (self.ground, place.cell);
        let is_free =
            |through: Facing, cell: Cell| self.cost(here, through, cell).is_ok() && self.check_room(cell).is_ok();
        let straight = edge_directly_away(ground, here, enemy);
        let behind = straight.and_then(|through| Some((through, ground.neighbour(here, through)?)));
        if let Some((_, cell)) = behind.filter(|(through, cell)| is_free(*through, *cell)) {
            return Some(cell);
        }
        let grid = ground.grid();
        let alone = |cell: Cell| {
            let beyond = |(facing, _)| ground.neighbour(cell, facing) == Some(enemy);
            self.adjacent_enemies(cell).into_iter().all(beyond)
        };
        let facings = grid.facings();
        let at = |facing: Facing| facings.iter().position(|other| *other == facing).unwrap_or(0);
        let rear = at(place.facing.opposite());
        let turn = |facing: Facing| {
            let turns = at(facing).abs_diff(rear);
            turns.min(facings.len() - turns)
        };
        let free = ground.neighbours(here).filter(|(through, cell)| is_free(*through, *cell) && alone(*cell));
        let away = free.filter(|(_, cell)| grid.distance(*cell, enemy) >= grid.distance(here, enemy));
        let best = away.max_by_key(|(through, cell)| {
            let last = |n: usize| std::cmp::Reverse(n);
            (grid.distance(*cell, enemy), last(turn(*through)), last(at(*through)))
        });
        best.map(|(_, cell)| cell)
    }
}
