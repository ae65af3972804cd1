//! The map as it is for units that move: enemies, friends and costs. Source: RULES 4.4.

use super::{
    index,
    party::{AdvanceBan, Allowance, MovingUnits},
};
use crate::{
    rules::refusal::MapRefusal,
    state::{MapError, Occupants, State},
};
use wardiary_base::{
    ground::{Cell, Facing, Ground, Place},
    id::{MapId, StackId, UnitId},
    text::Text,
};

/// The map as it is for a party that moves. Areas are found by row-major index, which is cheap on the largest map.
pub(super) struct MovementMap<'a> {
    state: &'a State,
    party: &'a MovingUnits,
    pub ground: &'a Ground,
    pub allowance: Allowance,
    advance_ban: Option<AdvanceBan>,
    /// For each area its index in `posts` plus one; 0 if the area is empty.
    occupant_index: Vec<u16>,
    area_occupants: Vec<AreaOccupants>,
    /// For each area whether an enemy is adjacent.
    next_to_enemy: Vec<bool>,
    enemies: Vec<(UnitId, Place)>,
    /// The adjacent enemies that face the party. It may only move off.
    faced_by: Vec<(UnitId, Place)>,
    /// The party's own units, as they fill an area.
    own: Occupants,
    /// The cost of each kind of terrain, in the ground's order.
    terrain_costs: Vec<MoveCost>,
    /// The cost of each kind of edge, in the ground's order.
    edge_costs: Vec<MoveCost>,
}

struct MoveCost {
    cost: u16,
    /// The troop type of a unit in the party for which it is closed.
    closed_to: Option<Text>,
}

impl MoveCost {
    /// The cost for the unit that pays most.
    fn new(state: &State, party: &MovingUnits, cost_for: impl Fn(&Text) -> Option<u8>) -> Self {
        let kinds = party.units.iter().filter_map(|unit| state.unit(*unit)).map(|unit| &unit.kind);
        let mut toll = Self { cost: 0, closed_to: None };
        for kind in kinds {
            match cost_for(kind) {
                Some(cost) => toll.cost = toll.cost.max(cost.into()),
                None => toll.closed_to = toll.closed_to.or_else(|| Some(kind.into())),
            }
        }
        toll
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct StepCost {
    pub cost: u16,
    pub by_road: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct AreaOccupants {
    enemy: Option<UnitId>,
    friends: Occupants,
}

impl<'a> MovementMap<'a> {
    /// The map of a party's battle; `None` if it has none.
    pub fn new(state: &'a State, party: &'a MovingUnits) -> Option<Self> {
        let map = state.map(party.place.map)?;
        let ground = &*map.ground;
        let areas = ground.areas();
        let rules = &state.book().ground;
        // Terrain that the rulebook does not know counts as open ground.
        let terrain = |name: &Text| {
            let known = rules.terrain(name);
            MoveCost::new(state, party, |kind| known.map_or(Some(1), |terrain| terrain.cost_for(kind)))
        };
        let edge = |name: &Text| {
            let known = rules.edge(name);
            MoveCost::new(state, party, |kind| known.map_or(Some(0), |edge| edge.cost_for(kind)))
        };
        let mut field = Self {
            terrain_costs: ground.legend().iter().map(|(_, name)| terrain(name)).collect(),
            edge_costs: ground.edge_kinds().iter().map(edge).collect(),
            state,
            party,
            ground,
            allowance: party.allowance(state),
            advance_ban: party.advance_ban(state),
            occupant_index: vec![0; areas],
            area_occupants: Vec::new(),
            next_to_enemy: vec![false; areas],
            enemies: Vec::new(),
            faced_by: Vec::new(),
            own: Occupants::from_units(state, party.units.iter().filter_map(|unit| state.unit(*unit))),
        };
        field.record_occupants(map.id);
        let here = party.place.cell;
        let front = |place: &Place| ground.neighbour(place.cell, place.facing);
        field.faced_by = field.enemies.iter().filter(|(_, place)| front(place) == Some(here)).copied().collect();
        Some(field)
    }

    /// The same for a party that joins another stack in its area.
    pub fn joining(self, stack: StackId) -> Self {
        Self { own: self.own.joined_to(stack), ..self }
    }

    fn record_occupants(&mut self, map: MapId) {
        for (unit, place) in self.state.units_on(map).filter(|(unit, _)| !self.party.units.contains(&unit.id)) {
            let at = index(self.ground, place.cell);
            if self.occupant_index[at] == 0 {
                self.area_occupants.push(AreaOccupants::default());
                self.occupant_index[at] = u16::try_from(self.area_occupants.len()).unwrap_or(u16::MAX);
            }
            let post = &mut self.area_occupants[usize::from(self.occupant_index[at]) - 1];
            if unit.side == self.party.side {
                post.friends.add(self.state, unit);
            } else {
                post.enemy = post.enemy.or(Some(unit.id));
                self.enemies.push((unit.id, place));
                for (_, beside) in self.ground.neighbours(place.cell) {
                    self.next_to_enemy[index(self.ground, beside)] = true;
                }
            }
        }
    }

    fn occupants_of(&self, cell: Cell) -> AreaOccupants {
        let post = usize::from(self.occupant_index[index(self.ground, cell)]);
        post.checked_sub(1).and_then(|at| self.area_occupants.get(at)).copied().unwrap_or_default()
    }

    /// The enemies adjacent to an area, each with the edge towards it, clockwise from n.
    pub fn adjacent_enemies(&self, cell: Cell) -> Vec<(Facing, UnitId)> {
        let beyond = self.ground.neighbours(cell);
        beyond.filter_map(|(facing, cell)| Some((facing, self.occupants_of(cell).enemy?))).collect()
    }

    /// Whether a move that enters an area must stop there, because an enemy is adjacent.
    pub fn must_stop_at(&self, cell: Cell) -> bool {
        self.next_to_enemy[index(self.ground, cell)]
    }

    pub fn map(&self) -> MapId {
        self.party.place.map
    }

    /// The allowance, on a path that is by road throughout or not.
    pub fn allowance(&self, by_road: bool) -> u16 {
        let bonus = if by_road { u16::from(self.state.book().ground.road_bonus) } else { 0 };
        // A road does not help units that can't move at all.
        if self.allowance.areas == 0 { 0 } else { self.allowance.areas.saturating_add(bonus) }
    }

    /// The allowance by road from where the party is; without a road there, the normal one.
    pub fn road_allowance(&self) -> u16 {
        let from = self.party.place.cell;
        self.allowance(self.ground.grid().facings().iter().any(|facing| self.ground.has_road(from, *facing)))
    }

    /// The maximum cost of a move, including a charge.
    pub fn max_cost(&self, by_road: bool) -> u16 {
        self.allowance(by_road).saturating_add(self.allowance.charge)
    }

    /// The cost of crossing an edge into the area beyond, which is on the map; refuses if the party can't.
    pub fn step(&self, from: Cell, through: Facing, to: Cell) -> Result<StepCost, MapRefusal> {
        if let Some(enemy) = self.occupants_of(to).enemy {
            return Err(MapError::EnemyThere { cell: to, enemy }.into());
        }
        if !self.faced_by.is_empty()
            && self.next_to_enemy[index(self.ground, to)]
            && let Some((enemy, _)) = self.enemies.iter().find(|(_, enemy)| self.is_front(enemy, to))
        {
            return Err(MapRefusal::Front { cell: to, enemy: *enemy });
        }
        self.cost(from, through, to)
    }

    fn is_front(&self, enemy: &Place, cell: Cell) -> bool {
        self.ground.neighbour(enemy.cell, enemy.facing) == Some(cell)
    }

    /// The cost of the ground: of a road, or of the area's terrain plus the edge.
    pub fn cost(&self, from: Cell, through: Facing, to: Cell) -> Result<StepCost, MapRefusal> {
        if self.ground.has_road(from, through) {
            return Ok(StepCost { cost: self.state.book().ground.road.into(), by_road: true });
        }
        let terrain = self.ground.terrain_index(to);
        let edge = self.ground.edge_index(from, through);
        if let Some(kind) = &self.terrain_costs[terrain].closed_to {
            let terrain = self.ground.legend()[terrain].1.clone();
            return Err(MapRefusal::Closed { cell: to, terrain, kind: kind.clone() });
        }
        if let Some((at, kind)) = edge.and_then(|at| Some((at, self.edge_costs[at].closed_to.as_ref()?))) {
            let edge = self.ground.edge_kinds()[at].clone();
            return Err(MapRefusal::Barred { from, to, edge, kind: kind.clone() });
        }
        let cost = self.terrain_costs[terrain].cost + edge.map_or(0, |at| self.edge_costs[at].cost);
        Ok(StepCost { cost: cost.max(1), by_road: false })
    }

    /// Refuses to end a move in an area that costs that much to reach. Staying in place is always allowed.
    pub fn check_end(&self, cell: Cell, cost: u16, by_road: bool) -> Result<(), MapRefusal> {
        if cost > self.allowance(by_road) && !(self.must_stop_at(cell) && cost <= self.max_cost(by_road)) {
            return Err(self.too_far(cell, cost));
        }
        let is_adjacent = |place: &Place| self.ground.grid().facing_to(place.cell, cell).is_some();
        if let Some((enemy, _)) = self.faced_by.iter().find(|(_, place)| is_adjacent(place)) {
            return Err(MapRefusal::StaysBeside { cell, enemy: *enemy });
        }
        self.check_room(cell)?;
        match self.advance_ban {
            Some(ban) => self.check_no_nearer(cell, ban),
            None => Ok(()),
        }
    }

    pub fn too_far(&self, cell: Cell, cost: u16) -> MapRefusal {
        let Allowance { attacked, slowest, .. } = self.allowance;
        let (allowance, by_road) = (self.allowance(false), self.road_allowance());
        MapRefusal::TooFar { who: self.party.who, slowest, cell, cost, allowance, by_road, attacked }
    }

    /// Refuses an area whose occupants leave no room for the party.
    pub fn check_room(&self, cell: Cell) -> Result<(), MapError> {
        let post = self.occupants_of(cell);
        match post.enemy {
            Some(enemy) => Err(MapError::EnemyThere { cell, enemy }),
            None => self.own.check_join(post.friends, self.state.book(), cell),
        }
    }

    /// Whether friends in an area leave no room for the party.
    pub fn is_full_of_friends(&self, cell: Cell) -> bool {
        let post = self.occupants_of(cell);
        post.enemy.is_none() && self.own.check_join(post.friends, self.state.book(), cell).is_err()
    }

    fn nearest_enemy(&self, cell: Cell) -> Option<u32> {
        self.enemies.iter().map(|(_, enemy)| self.ground.grid().distance(cell, enemy.cell)).min()
    }

    fn check_no_nearer(&self, cell: Cell, ban: AdvanceBan) -> Result<(), MapRefusal> {
        match (self.nearest_enemy(self.party.place.cell), self.nearest_enemy(cell)) {
            (Some(before), Some(after)) if after < before => {
                Err(MapRefusal::Nearer { unit: ban.unit, cell, before, after, exhausted: ban.exhausted })
            }
            _ => Ok(()),
        }
    }

    /// How much of a move's cost counts as used, which is without a charge.
    pub fn cost_used(&self, cell: Cell, cost: u16) -> u16 {
        if self.must_stop_at(cell) { cost.saturating_sub(self.allowance.charge) } else { cost }
    }
}
