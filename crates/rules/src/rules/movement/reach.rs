//! All areas in which a move could end. Source: RULES 4.4.

use super::{index, movement_map::MovementMap, party::MovingUnits};
use crate::{
    rules::{
        Refusal,
        refusal::{Attack, MapRefusal},
    },
    state::{State, Unit, UnitMove},
};
use std::collections::BTreeMap;
use wardiary_base::{
    book::Mechanism,
    ground::{Cell, Facing, Grid, Ground, Place},
    id::{Id, UnitId},
    text::Text,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    pub who: Id,
    pub from: Place,
    /// The allowance, at a cost of 1 an area.
    pub allowance: u16,
    /// The allowance on a path that is by road throughout. It is larger if roads add to a move and the party is on one.
    pub road_allowance: u16,
    /// Extra areas for a move that ends beside an enemy.
    pub charge: u16,
    /// Whether any unit of the party can attack, with a weapon or hand to hand. Generals and transport can't.
    pub can_attack: bool,
    /// Left to right, top to bottom, without the current area.
    pub areas: Vec<ReachedArea>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedArea {
    pub at: Cell,
    pub cost: u16,
    pub allowance: u16,
    /// Adjacent enemies that force a move to stop there, each with the edge towards it, clockwise from n.
    pub stopping_enemies: Vec<(Facing, UnitId)>,
    pub may_attack: bool,
    /// The cheapest path, as the areas that it enters. Among equally cheap paths the choice is deterministic.
    pub path: Vec<Cell>,
}

impl ReachedArea {
    /// The edges that may be faced there, clockwise from n: those with an enemy beyond, or all if there is none.
    pub fn facings(&self, grid: Grid) -> Vec<Facing> {
        if self.stopping_enemies.is_empty() {
            return grid.facings().to_vec();
        }
        self.stopping_enemies.iter().map(|(facing, _)| *facing).collect()
    }

    /// The default facing there for a move from an adjacent area.
    pub fn facing(&self, grid: Grid, from: Cell) -> Facing {
        let previous = self.path.len().checked_sub(2).map_or(from, |at| self.path[at]);
        let heading = grid.facing_to(previous, self.at).unwrap_or_default();
        nearest_facing(grid, heading, &self.stopping_enemies).map_or(heading, |(facing, _)| facing)
    }
}

/// The default facing among adjacent enemies: the one nearest to the heading; on a tie the one on the right.
pub(super) fn nearest_facing(grid: Grid, heading: Facing, enemies: &[(Facing, UnitId)]) -> Option<(Facing, UnitId)> {
    let all = grid.facings();
    let place = |facing: Facing| all.iter().position(|f| *f == facing).unwrap_or(0);
    let clockwise = |facing: Facing| (place(facing) + all.len() - place(heading)) % all.len();
    let turn = |facing: Facing| clockwise(facing).min(all.len() - clockwise(facing));
    enemies.iter().min_by_key(|(facing, _)| (turn(*facing), clockwise(*facing))).copied()
}

impl Reach {
    pub fn at(&self, cell: Cell) -> Option<&ReachedArea> {
        self.areas.binary_search_by_key(&cell, |area| area.at).ok().map(|at| &self.areas[at])
    }
}

/// All areas in which a move could end now. Fails if it is off the map, has moved, is in a fight, or may not act.
pub fn reach(state: &State, who: impl Into<Id>) -> Result<Reach, Refusal> {
    let party = MovingUnits::new(state, who.into())?;
    party.check_can_move(state)?;
    let field = MovementMap::new(state, &party).ok_or(MapRefusal::NoMap { battle: party.battle })?;
    Ok(search(state, &party, &field))
}

/// An area, by road throughout or not: if roads add to a move, the cheaper path may have the smaller allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SearchNode {
    to: Cell,
    by_road: bool,
}

/// The cheapest paths found so far, by the area's row-major index.
struct CheapestPaths {
    costs: [Vec<u16>; 2],
    predecessors: [Vec<Option<SearchNode>>; 2],
}

const UNKNOWN: u16 = u16::MAX;

/// Dijkstra's algorithm with a bucket for each cost (Dial's algorithm), since costs are small integers.
fn search(state: &State, party: &MovingUnits, field: &MovementMap) -> Reach {
    let ground = field.ground;
    let start = party.place.cell;
    let layer = || vec![UNKNOWN; ground.areas()];
    let unknown = || vec![None; ground.areas()];
    let mut ways = CheapestPaths { costs: [layer(), layer()], predecessors: [unknown(), unknown()] };
    let farthest = field.max_cost(true);
    let mut due: Vec<Vec<SearchNode>> = vec![Vec::new(); usize::from(farthest) + 1];
    let mut ends: Vec<(Cell, u16, bool)> = Vec::new();
    ways.costs[1][index(ground, start)] = 0;
    due[0].push(SearchNode { to: start, by_road: true });
    for cost in 0..=farthest {
        let mut next = 0;
        while let Some(way) = due[usize::from(cost)].get(next).copied() {
            next += 1;
            if ways.costs[usize::from(way.by_road)][index(ground, way.to)] != cost {
                continue;
            }
            if way.to != start {
                if field.check_end(way.to, cost, way.by_road).is_ok() {
                    ends.push((way.to, cost, !way.by_road));
                }
                if field.must_stop_at(way.to) {
                    continue;
                }
            }
            for (on, total) in continuations(field, way, cost) {
                let (layer, at) = (usize::from(on.by_road), index(ground, on.to));
                if total < ways.costs[layer][at] {
                    ways.costs[layer][at] = total;
                    ways.predecessors[layer][at] = Some(way);
                    due[usize::from(total)].push(on);
                }
            }
        }
    }
    // Of two paths to an area the cheaper one; on a tie the one by road.
    ends.sort_unstable();
    ends.dedup_by_key(|(cell, ..)| *cell);
    let may_attack = AttackAfterMove::new(state, party);
    let reached = |(at, cost, off_road): (Cell, u16, bool)| ReachedArea {
        at,
        cost,
        allowance: field.allowance(!off_road),
        stopping_enemies: field.adjacent_enemies(at),
        may_attack: may_attack.can_attack_after(field.cost_used(at, cost), field.allowance(!off_road)),
        path: ways.path(ground, SearchNode { to: at, by_road: !off_road }),
    };
    Reach {
        who: party.who,
        from: party.place,
        allowance: field.allowance.areas,
        road_allowance: field.road_allowance(),
        charge: field.allowance.charge,
        can_attack: may_attack.can_attack,
        areas: ends.into_iter().map(reached).collect(),
    }
}

/// The continuations of a path within the allowance, each with its total cost.
fn continuations<'f>(
    field: &'f MovementMap,
    way: SearchNode,
    cost: u16,
) -> impl Iterator<Item = (SearchNode, u16)> + 'f {
    field.ground.neighbours(way.to).filter_map(move |(through, to)| {
        let step = field.step(way.to, through, to).ok()?;
        let on = SearchNode { to, by_road: way.by_road && step.by_road };
        let total = cost.saturating_add(step.cost);
        (total <= field.max_cost(on.by_road)).then_some((on, total))
    })
}

impl CheapestPaths {
    /// The areas that a path enters, in order.
    fn path(&self, ground: &Ground, way: SearchNode) -> Vec<Cell> {
        let before = |way: &SearchNode| self.predecessors[usize::from(way.by_road)][index(ground, way.to)];
        let mut path: Vec<Cell> = std::iter::successors(Some(way), before).map(|way| way.to).collect();
        path.pop();
        path.reverse();
        path
    }
}

impl State {
    pub(in crate::rules) fn has_weapon(&self, unit: &Unit) -> bool {
        let loaded = |name: &Text| self.book().weapon(name).is_some_and(|weapon| !weapon.dice.is_empty());
        self.book().uses(Mechanism::Volleys) && self.weapons_of(unit).iter().any(loaded)
    }

    /// Whether a unit fights hand to hand: in combats by its die, in its stack's Conflicts by that or by its numbers.
    pub(in crate::rules) fn fights_hand_to_hand(&self, unit: &Unit) -> bool {
        let (book, rolls) = (self.book(), self.rolls_in_combat(unit));
        let in_stack = unit.stack.is_some() && (rolls || unit.stats.is_some());
        (book.uses(Mechanism::Scrud) && rolls) || (book.uses(Mechanism::Stacks) && in_stack)
    }
}

/// Whether the party can attack at all this turn, and whether it can after its full allowance.
struct AttackAfterMove {
    can_attack: bool,
    attacks: bool,
    free_attack: bool,
}

impl AttackAfterMove {
    fn new(state: &State, party: &MovingUnits) -> Self {
        let units: Vec<&Unit> = party.units.iter().filter_map(|unit| state.unit(*unit)).collect();
        let exhausted = state.battle(party.battle).is_some_and(|battle| battle.is_exhausted(party.side));
        let unspent = |unit: &Unit, attack: Attack| state.attack_refusal(unit.id, attack).is_none();
        let can = |unit: &Unit| {
            let volley = state.has_weapon(unit) && unspent(unit, Attack::Volley);
            let combat = state.fights_hand_to_hand(unit) && !exhausted && unspent(unit, Attack::Combat);
            !unit.is_ineffective() && (volley || combat)
        };
        Self {
            can_attack: units.iter().any(|unit| state.has_weapon(unit) || state.fights_hand_to_hand(unit)),
            attacks: units.iter().any(|unit| can(unit)),
            free_attack: units.iter().any(|unit| can(unit) && state.has_free_attack(unit)),
        }
    }

    fn can_attack_after(&self, cost: u16, of: u16) -> bool {
        let full = UnitMove { unit: UnitId(0), cost, allowance: of }.is_full();
        if full { self.free_attack } else { self.attacks }
    }
}

/// How a path ends, and what blocks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathEnd {
    /// Into an area, whatever is on the way.
    Enter,
    /// Next to an area, which the party need not be able to enter.
    Approach,
}

/// The cost of the path from an area, and the area it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathToGoal {
    pub cost: u16,
    pub to: Cell,
}

/// For each area by row-major index the cost of the path to the nearest of some destinations, over as many turns as it
/// takes; `None` if there is no path. A step must be possible within a whole turn's allowance; `round_friends` avoids
/// areas that friends fill. Enemies do not block.
pub fn paths_to(
    state: &State,
    who: impl Into<Id>,
    goals: &[Cell],
    end: PathEnd,
    round_friends: bool,
) -> Option<Vec<Option<PathToGoal>>> {
    let party = MovingUnits::new(state, who.into()).ok()?;
    let field = MovementMap::new(state, &party)?;
    let ground = field.ground;
    let most = party.areas_per_turn(state);
    let is_closed = |cell: Cell| round_friends && cell != party.place.cell && field.is_full_of_friends(cell);
    let mut legs: Vec<Option<PathToGoal>> = vec![None; ground.areas()];
    let mut due: BTreeMap<u16, Vec<(Cell, Cell)>> =
        BTreeMap::from([(0, goals.iter().map(|goal| (*goal, *goal)).collect())]);
    while let Some((cost, cells)) = due.pop_first() {
        for (cell, to) in cells {
            let at = index(ground, cell);
            if legs[at].is_some() {
                continue;
            }
            legs[at] = Some(PathToGoal { cost, to });
            for (towards, from) in ground.neighbours(cell) {
                // Search backwards: the path is walked from there to here.
                let step =
                    field.cost(from, towards.opposite(), cell).ok().filter(|step| step.by_road || step.cost <= most);
                let step = step.map(|step| step.cost).or((end == PathEnd::Approach && cost == 0).then_some(1));
                let Some(step) = step.filter(|_| !is_closed(from)) else { continue };
                if legs[index(ground, from)].is_none() {
                    due.entry(cost.saturating_add(step)).or_default().push((from, to));
                }
            }
        }
    }
    Some(legs)
}
