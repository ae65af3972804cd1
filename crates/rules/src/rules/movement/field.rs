//! The map as it is for units that move: enemies, friends and costs. Source: RULES 4.4.

use super::{
    allowance::{Allowance, HeldBack},
    index,
    party::Party,
};
use crate::{
    rules::refusal::MapRefusal,
    state::{Fillers, MapError, State},
};
use wardiary_base::{
    ground::{Cell, Facing, Ground, Place},
    id::{MapId, StackId, UnitId},
};

/// The map as it is for a party that moves. Areas are found by row-major index, so that a lookup is cheap on the
/// largest map.
pub(super) struct Field<'a> {
    state: &'a State,
    party: &'a Party,
    pub ground: &'a Ground,
    pub allowance: Allowance,
    held_back: Option<HeldBack>,
    /// For each area its index in `posts` plus one; 0 if the area is empty.
    post: Vec<u16>,
    posts: Vec<Post>,
    /// For each area whether an enemy is adjacent.
    beside: Vec<bool>,
    enemies: Vec<(UnitId, Place)>,
    /// The adjacent enemies that face the party. It may only move off.
    faced_by: Vec<(UnitId, Place)>,
    /// The party's own units, as they fill an area.
    own: Fillers,
    /// The cost of each kind of terrain, in the ground's order.
    terrain: Vec<Toll>,
    /// The cost of each kind of edge, in the ground's order.
    edges: Vec<Toll>,
}

/// The cost of a kind of terrain or edge for the party.
struct Toll {
    cost: u16,
    /// The troop type of a unit in the party for which it is closed.
    closed_to: Option<String>,
}

impl Toll {
    /// The cost for the unit that pays most.
    fn of(state: &State, party: &Party, cost_for: impl Fn(&str) -> Option<u8>) -> Self {
        let kinds = party.units.iter().filter_map(|unit| state.unit(*unit)).map(|unit| &*unit.kind);
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

/// A step over an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub cost: u16,
    /// Whether the step is by road.
    pub by_road: bool,
}

/// The occupants of an area.
#[derive(Clone, Copy, Debug, Default)]
struct Post {
    enemy: Option<UnitId>,
    /// The friends that fill the area, without the party.
    friends: Fillers,
}

impl<'a> Field<'a> {
    /// The map of a party's battle; `None` if it has none.
    pub fn of(state: &'a State, party: &'a Party) -> Option<Self> {
        let map = state.map(party.place.map)?;
        let ground = &*map.ground;
        let areas = ground.areas();
        let rules = &state.book().ground;
        // Terrain that the rulebook does not know counts as open ground.
        let terrain = |name: &str| {
            let known = rules.terrain(name);
            Toll::of(state, party, |kind| known.map_or(Some(1), |terrain| terrain.cost_for(kind)))
        };
        let edge = |name: &str| {
            let known = rules.edge(name);
            Toll::of(state, party, |kind| known.map_or(Some(0), |edge| edge.cost_for(kind)))
        };
        let mut field = Self {
            terrain: ground.legend().iter().map(|(_, name)| terrain(name)).collect(),
            edges: ground.edge_kinds().iter().map(|name| edge(name)).collect(),
            state,
            party,
            ground,
            allowance: party.allowance(state),
            held_back: party.held_back(state),
            post: vec![0; areas],
            posts: Vec::new(),
            beside: vec![false; areas],
            enemies: Vec::new(),
            faced_by: Vec::new(),
            own: Fillers::of(state, party.units.iter().filter_map(|unit| state.unit(*unit))),
        };
        field.man(map.id);
        let here = party.place.cell;
        let front = |place: &Place| ground.neighbour(place.cell, place.facing);
        field.faced_by = field.enemies.iter().filter(|(_, place)| front(place) == Some(here)).copied().collect();
        Some(field)
    }

    /// The same for a party that joins another stack in its area.
    pub fn going_over_to(self, stack: StackId) -> Self {
        Self { own: self.own.as_of(stack), ..self }
    }

    /// Records the occupants of every area.
    fn man(&mut self, map: MapId) {
        for (unit, place) in self.state.units_on(map).filter(|(unit, _)| !self.party.units.contains(&unit.id)) {
            let at = index(self.ground, place.cell);
            if self.post[at] == 0 {
                self.posts.push(Post::default());
                self.post[at] = u16::try_from(self.posts.len()).unwrap_or(u16::MAX);
            }
            let post = &mut self.posts[usize::from(self.post[at]) - 1];
            if unit.side == self.party.side {
                post.friends.add(self.state, unit);
            } else {
                post.enemy = post.enemy.or(Some(unit.id));
                self.enemies.push((unit.id, place));
                for (_, beside) in self.ground.neighbours(place.cell) {
                    self.beside[index(self.ground, beside)] = true;
                }
            }
        }
    }

    fn post(&self, cell: Cell) -> Post {
        let post = usize::from(self.post[index(self.ground, cell)]);
        post.checked_sub(1).and_then(|at| self.posts.get(at)).copied().unwrap_or_default()
    }

    /// The enemies adjacent to an area, each with the edge towards it, clockwise from n.
    pub fn enemies_beside(&self, cell: Cell) -> Vec<(Facing, UnitId)> {
        let beyond = self.ground.neighbours(cell);
        beyond.filter_map(|(facing, cell)| Some((facing, self.post(cell).enemy?))).collect()
    }

    /// Whether a move that enters an area must stop there, because an enemy is adjacent.
    pub fn stops_at(&self, cell: Cell) -> bool {
        self.beside[index(self.ground, cell)]
    }

    pub fn map(&self) -> MapId {
        self.party.place.map
    }

    /// The allowance, on a path that is by road throughout or not.
    pub fn areas(&self, by_road: bool) -> u16 {
        let bonus = if by_road { u16::from(self.state.book().ground.road_bonus) } else { 0 };
        // A road does not help units that can't move at all.
        if self.allowance.areas == 0 { 0 } else { self.allowance.areas.saturating_add(bonus) }
    }

    /// The allowance by road from where the party is; without a road there, the normal one.
    pub fn areas_by_road(&self) -> u16 {
        let from = self.party.place.cell;
        self.areas(self.ground.grid().facings().iter().any(|facing| self.ground.has_road(from, *facing)))
    }

    /// The maximum cost of a move, including a charge.
    pub fn farthest(&self, by_road: bool) -> u16 {
        self.areas(by_road).saturating_add(self.allowance.charge)
    }

    /// The cost of crossing an edge into the area beyond, which is on the map; refuses if the party can't.
    pub fn step(&self, from: Cell, through: Facing, to: Cell) -> Result<Step, MapRefusal> {
        if let Some(enemy) = self.post(to).enemy {
            return Err(MapError::EnemyThere { cell: to, enemy }.into());
        }
        if !self.faced_by.is_empty()
            && self.beside[index(self.ground, to)]
            && let Some((enemy, _)) = self.enemies.iter().find(|(_, enemy)| self.is_front(enemy, to))
        {
            return Err(MapRefusal::Front { cell: to, enemy: *enemy });
        }
        self.cost(from, through, to)
    }

    fn is_front(&self, enemy: &Place, cell: Cell) -> bool {
        self.ground.neighbour(enemy.cell, enemy.facing) == Some(cell)
    }

    /// The cost of the ground: of a road, or of the area's terrain with what lies on the edge.
    pub fn cost(&self, from: Cell, through: Facing, to: Cell) -> Result<Step, MapRefusal> {
        if self.ground.has_road(from, through) {
            return Ok(Step { cost: self.state.book().ground.road.into(), by_road: true });
        }
        let terrain = self.ground.terrain_index(to);
        let edge = self.ground.edge_index(from, through);
        if let Some(kind) = &self.terrain[terrain].closed_to {
            let terrain = self.ground.legend()[terrain].1.clone();
            return Err(MapRefusal::Closed { cell: to, terrain, kind: kind.clone() });
        }
        if let Some((at, kind)) = edge.and_then(|at| Some((at, self.edges[at].closed_to.as_ref()?))) {
            let edge = self.ground.edge_kinds()[at].clone();
            return Err(MapRefusal::Barred { from, to, edge, kind: kind.clone() });
        }
        let cost = self.terrain[terrain].cost + edge.map_or(0, |at| self.edges[at].cost);
        Ok(Step { cost: cost.max(1), by_road: false })
    }

    /// Refuses to end a move in an area that costs that much to reach. Staying in place is always allowed.
    pub fn end(&self, cell: Cell, cost: u16, by_road: bool) -> Result<(), MapRefusal> {
        if cost > self.areas(by_road) && !(self.stops_at(cell) && cost <= self.farthest(by_road)) {
            return Err(self.too_far(cell, cost));
        }
        if let Some((enemy, _)) = self.faced_by.iter().find(|(_, place)| self.touches(place.cell, cell)) {
            return Err(MapRefusal::StaysBeside { cell, enemy: *enemy });
        }
        self.room(cell)?;
        match self.held_back {
            Some(held) => self.is_no_nearer(cell, held),
            None => Ok(()),
        }
    }

    pub fn too_far(&self, cell: Cell, cost: u16) -> MapRefusal {
        let Allowance { attacked, slowest, .. } = self.allowance;
        let (allowance, by_road) = (self.areas(false), self.areas_by_road());
        MapRefusal::TooFar { who: self.party.who, slowest, cell, cost, allowance, by_road, attacked }
    }

    fn touches(&self, first: Cell, second: Cell) -> bool {
        self.ground.grid().facing_to(first, second).is_some()
    }

    /// Refuses an area whose occupants leave no room for the party.
    pub fn room(&self, cell: Cell) -> Result<(), MapError> {
        let post = self.post(cell);
        match post.enemy {
            Some(enemy) => Err(MapError::EnemyThere { cell, enemy }),
            None => self.own.join(post.friends, self.state.book(), cell),
        }
    }

    /// Whether friends in an area leave no room for the party.
    pub fn is_full_of_friends(&self, cell: Cell) -> bool {
        let post = self.post(cell);
        post.enemy.is_none() && self.own.join(post.friends, self.state.book(), cell).is_err()
    }

    fn nearest_enemy(&self, cell: Cell) -> Option<u32> {
        self.enemies.iter().map(|(_, enemy)| self.ground.grid().distance(cell, enemy.cell)).min()
    }

    fn is_no_nearer(&self, cell: Cell, held: HeldBack) -> Result<(), MapRefusal> {
        match (self.nearest_enemy(self.party.place.cell), self.nearest_enemy(cell)) {
            (Some(before), Some(after)) if after < before => {
                Err(MapRefusal::Nearer { unit: held.unit, cell, before, after, exhausted: held.exhausted })
            }
            _ => Ok(()),
        }
    }

    /// How much of a move's cost counts as used, which is without a charge.
    pub fn used(&self, cell: Cell, cost: u16) -> u16 {
        if self.stops_at(cell) { cost.saturating_sub(self.allowance.charge) } else { cost }
    }
}
