//! Movement on the map: destinations, costs and stops; and forced moves of units that are pushed back or withdraw. Source: RULES 4.4, "Readings for the map".
//!
//! [`reach`] lists every area in which a unit's move could end now. An order's path is checked against the same
//! `MovementMap`, step by step, so the order, the screen and the command line always agree.

mod map_changes;
mod march;
mod movement_map;
mod party;
mod reach;

use super::{Refusal, Resolver, RuleResult, resolve};
use crate::{
    event::{Cause, Driven, Event, MapEvent},
    order::{MapOrder, March, Order},
    state::State,
};
use movement_map::MovementMap;
use party::MovingUnits;
pub use reach::{PathEnd, PathToGoal, Reach, ReachedArea, paths_to, reach};
use std::collections::BTreeSet;
use wardiary_base::{
    book::{BlockedPush, Stacking},
    ground::{Cell, Facing, Ground, Place},
    id::{Id, SideId, UnitId},
};

fn index(ground: &Ground, cell: Cell) -> usize {
    ground.index(cell).expect("only areas of the map are asked for")
}

impl Resolver<'_> {
    pub(super) fn map_order(&mut self, order: &MapOrder) -> RuleResult {
        match order {
            MapOrder::Place { who, map, at, facing, anyway } => {
                let place = wardiary_base::ground::Place { map: *map, cell: *at, facing: *facing };
                self.place_units(*who, place, anyway.is_some())
            }
            MapOrder::Move { marches, anyway } => {
                fail_if!(marches.is_empty(), Refusal::NobodyNamed);
                marches.iter().try_for_each(|march| self.march(march, anyway.is_some()))
            }
            MapOrder::Face { who, facing, anyway } => {
                self.march(&March { who: *who, by: Vec::new(), facing: Some(*facing) }, anyway.is_some())
            }
            MapOrder::Change { unit, change } => self.change_troop_type(*unit, *change),
            MapOrder::Terrain { map, at, terrain, .. } => self.change_terrain(*map, *at, terrain),
            MapOrder::Between { map, from, to, what, gone, .. } => self.change_between(*map, (*from, *to), what, *gone),
            MapOrder::LayOut { id, ground, battle } => self.add_map(*id, ground, *battle),
            MapOrder::Objective { map, at, held_by, .. } => self.rule_objective(*map, *at, *held_by),
        }
    }
}

/// The path to an area: the cheapest if the move could end there, otherwise the one least objectionable to the rules.
pub fn route(state: &State, who: Id, to: Cell) -> Vec<Cell> {
    let ways = reach(state, who).ok();
    let way = ways.and_then(|reach| Some(reach.at(to)?.path.clone()));
    way.unwrap_or_else(|| blocked_path(state, who, to))
}

/// The paths of a column. Each follower goes to the last area that the one before it came through.
pub fn column(state: &State, who: &[Id], to: Cell, facing: Option<Facing>) -> Vec<March> {
    let mut state = state.clone();
    let (mut to, mut marches) = (to, Vec::new());
    for (at, id) in who.iter().enumerate() {
        let from = MovingUnits::new(&state, *id).ok().map(|party| party.place.cell);
        let by = route(&state, *id, to);
        let facing = facing.filter(|_| at == 0);
        let march = March { who: *id, by, facing };
        let order = Order::Map(MapOrder::Move { marches: vec![march.clone()], anyway: None });
        if let Ok(crate::rules::Step::Done(done)) = resolve(&state, &order, &[]) {
            state = done.after;
        }
        let last_but_one = march.by.len().checked_sub(2).map(|at| march.by[at]).or(from);
        to = last_but_one.unwrap_or(to);
        marches.push(march);
    }
    marches
}

impl Reach {
    /// Why the move can't end in an area, with the area where the path fails; `None` if it can.
    pub fn refusal_for(&self, state: &State, to: Cell) -> Option<Refusal> {
        if self.at(to).is_some() {
            return None;
        }
        let march = March { who: self.who, by: blocked_path(state, self.who, to), facing: None };
        resolve(state, &Order::Map(MapOrder::Move { marches: vec![march], anyway: None }), &[]).err()
    }
}

/// A path to an area in which no move could end: the one that the rules object to least.
fn blocked_path(state: &State, who: Id, to: Cell) -> Vec<Cell> {
    least_blocked_path(state, who, to).unwrap_or_else(|| vec![to])
}

/// An area by index, and whether the path is by road so far, which allows a higher cost.
type Node = (usize, bool);

/// The penalty for entering a closed area, so that paths avoid them.
const CLOSED_PENALTY: u32 = 10_000;

/// The weight of one area. It leaves room for smaller penalties, such as for passing an enemy.
const AREA_WEIGHT: u32 = 8;

/// The path with the least part that is too far. An area on it that is too far can't be reached by any path.
fn least_blocked_path(state: &State, who: Id, to: Cell) -> Option<Vec<Cell>> {
    let party = MovingUnits::new(state, who).ok()?;
    let field = MovementMap::new(state, &party)?;
    let (ground, from) = (field.ground, party.place.cell);
    if !ground.contains(to) || from == to {
        return None;
    }
    let bonus = AREA_WEIGHT * u32::from(field.allowance(true).saturating_sub(field.allowance(false)));
    let place = |(at, by_road): Node| 2 * at + usize::from(by_road);
    let mut costs = vec![u32::MAX; 2 * ground.areas()];
    let mut before: Vec<Option<Node>> = vec![None; 2 * ground.areas()];
    let start = (index(ground, from), true);
    costs[place(start)] = 0;
    let mut due = BTreeSet::from([(0, start)]);
    while let Some((cost, node)) = due.pop_first() {
        if cost > costs[place(node)] {
            continue;
        }
        let cell = ground.cell(node.0);
        if cell == to {
            let mut way: Vec<Cell> =
                std::iter::successors(Some(node), |node| before[place(*node)]).map(|(at, _)| ground.cell(at)).collect();
            way.pop();
            way.reverse();
            return Some(way);
        }
        let passes = u32::from(cell != from && field.must_stop_at(cell));
        for (through, next) in ground.neighbours(cell) {
            let step = field.step(cell, through, next).ok();
            let by_road = node.1 && step.is_some_and(|step| step.by_road);
            let leaves_road = if node.1 && !by_road { bonus } else { 0 };
            let total =
                cost + passes + leaves_road + step.map_or(CLOSED_PENALTY, |step| AREA_WEIGHT * u32::from(step.cost));
            let on = (index(ground, next), by_road);
            if total < costs[place(on)] {
                costs[place(on)] = total;
                before[place(on)] = Some(node);
                due.insert((total, on));
            }
        }
    }
    None
}

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
