//! Where a mover is heading (an objective, the enemy, its own side's fighting units) and the cost of the way there.
//! Source: RULES 8.

use super::{Adviser, MapOutlook, Mover};
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{
    book::Mechanism,
    ground::{Cell, Ground},
};
use wardiary_rules::{
    rules::movement::{self, PathEnd, PathToGoal},
    state::Unit,
};

/// A range is good if a weapon still has at least 1/`GOOD_RANGE_DIVISOR` of its most dice there.
const GOOD_RANGE_DIVISOR: u8 = 2;

/// Units with a longer range than this do not take objectives but fire.
const MAX_STORMING_RANGE: u32 = 4;

/// How near a unit comes that sees no target from its good range.
const CLOSE_UP_AREAS: u16 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Goal {
    /// An objective that the side does not hold.
    Objective,
    Enemy,
    /// The own units that fight.
    Friends,
}

/// The way from each area, by the area's index.
type GoalPaths = Arc<Vec<Option<PathToGoal>>>;

/// Cached ways, by aim and by the movers' troop types and movement allowances.
pub(super) type PathCache = BTreeMap<(Goal, Vec<(String, u16)>), Option<GoalPaths>>;

#[derive(Clone)]
pub(super) struct Heading<'a> {
    ground: &'a Ground,
    pub goal: Option<Goal>,
    route: Route,
    /// The last part of the way, which need not be walked because the mover attacks from there.
    attack_range: u16,
    /// For a way around own units: the ways without them, and the maximum cost.
    detour: Option<(GoalPaths, u16)>,
}

#[derive(Clone)]
enum Route {
    Nowhere,
    Paths(GoalPaths),
    /// No way leads there, so the distance counts.
    Straight(Vec<Cell>),
}

impl Heading<'_> {
    pub fn path_from(&self, from: Cell) -> Option<PathToGoal> {
        let leg = match &self.route {
            Route::Nowhere => None,
            Route::Paths(ways) => self.ground.index(from).and_then(|at| ways[at]),
            Route::Straight(goals) => {
                let far = |to: &Cell| u16::try_from(self.ground.grid().distance(from, *to)).unwrap_or(u16::MAX);
                goals.iter().map(|to| PathToGoal { cost: far(to), to: *to }).min_by_key(|leg| leg.cost)
            }
        };
        leg.map(|leg| PathToGoal { cost: leg.cost.saturating_sub(self.attack_range), ..leg })
    }

    /// Lets the mover come nearer, since nothing can be seen from its good range.
    pub fn close_up(&mut self) {
        self.attack_range = self.attack_range.min(CLOSE_UP_AREAS);
    }

    pub fn is_straight(&self) -> bool {
        matches!(self.route, Route::Straight(_))
    }

    pub fn is_detour(&self) -> bool {
        self.detour.is_some()
    }

    /// Whether a place is on the way. On a way around own units the mover never gets farther from the goal, so it need
    /// not come back.
    pub fn allows(&self, cell: Cell) -> bool {
        let Some((ways, most)) = &self.detour else { return true };
        self.ground.index(cell).and_then(|at| ways[at]).is_some_and(|leg| leg.cost <= *most)
    }
}

impl<'a> Adviser<'a> {
    /// The heading of a mover: its first aim with a way, or else the straight line to its last one.
    pub(super) fn heading(&self, mover: &Mover, outlook: &mut MapOutlook<'a>) -> Heading<'a> {
        let aims = self.goals_by_importance(mover, outlook);
        let mut heading =
            Heading { ground: outlook.ground, goal: None, route: Route::Nowhere, attack_range: 0, detour: None };
        for aim in aims {
            let Some(ways) = self.paths_to_goal(mover, aim, outlook) else { continue };
            heading.goal = Some(aim);
            heading.attack_range = if aim == Goal::Enemy { self.good_range(mover) } else { 0 };
            let leads_there = outlook.ground.index(mover.place.cell).is_some_and(|at| ways[at].is_some());
            if leads_there {
                return Heading { route: Route::Paths(ways), ..heading };
            }
        }
        if let Some(aim) = heading.goal {
            heading.route = Route::Straight(self.goal_cells(aim, outlook));
        }
        heading
    }

    pub(super) fn detour_around_friends(
        &self,
        mover: &Mover,
        heading: &Heading<'a>,
        outlook: &MapOutlook,
    ) -> Option<Heading<'a>> {
        let (Route::Paths(ways), Some(aim)) = (&heading.route, heading.goal) else { return None };
        let here = mover.place.cell;
        let cost = |cell: Cell| outlook.ground.index(cell).and_then(|at| ways[at]).map(|leg| leg.cost);
        let most = cost(here)?;
        let taken = |cell: Cell| self.state.units_at(outlook.map, cell).any(|unit| unit.side == self.side);
        let mut before = outlook.ground.neighbours(here).map(|(_, cell)| cell);
        before.find(|cell| cost(*cell).is_some_and(|cost| cost < most) && taken(*cell))?;
        let round = movement::paths_to(self.state, mover.id, &self.goal_cells(aim, outlook), aim.path_end(), true)?;
        Some(Heading {
            route: Route::Paths(Arc::new(round)),
            detour: Some((Arc::clone(ways), most)),
            ..heading.clone()
        })
    }

    /// A mover's aims, most important first.
    fn goals_by_importance(&self, mover: &Mover, outlook: &MapOutlook) -> Vec<Goal> {
        let range = mover.units.iter().map(|unit| self.max_range(unit)).max().unwrap_or(0);
        let closes = mover.units.iter().any(|unit| self.fights_close(unit));
        if range == 0 && !closes {
            let general = mover.units.iter().any(|unit| self.is_general(unit));
            return if general { vec![Goal::Friends] } else { Vec::new() };
        }
        if self.battle.is_exhausted(self.side) || self.is_frail(mover) {
            return Vec::new();
        }
        let wanted = outlook.objectives.iter().any(|(_, holder)| *holder != Some(self.side));
        let storms = range <= MAX_STORMING_RANGE;
        let guards = || outlook.objectives.iter().any(|(cell, _)| *cell == mover.place.cell);
        if outlook.holds_most_objectives && (storms || guards()) {
            Vec::new()
        } else if storms && wanted {
            vec![Goal::Objective, Goal::Enemy]
        } else {
            vec![Goal::Enemy]
        }
    }

    fn goal_cells(&self, aim: Goal, outlook: &MapOutlook) -> Vec<Cell> {
        match aim {
            Goal::Objective => {
                let wanted = outlook.objectives.iter().filter(|(_, holder)| *holder != Some(self.side));
                wanted.map(|(cell, _)| *cell).collect()
            }
            Goal::Enemy => outlook.enemies.iter().map(|(_, place)| place.cell).collect(),
            Goal::Friends => {
                let fighting = self.own_units().into_iter().filter(|unit| self.max_range(unit) > 0);
                fighting.filter_map(|unit| Some(self.state.place_in_battle(unit.id)?.cell)).collect()
            }
        }
    }

    fn paths_to_goal(&self, mover: &Mover, aim: Goal, outlook: &mut MapOutlook) -> Option<GoalPaths> {
        let mut alike: Vec<(String, u16)> =
            mover.units.iter().map(|unit| (unit.kind.to_string(), self.state.areas_per_turn(unit))).collect();
        alike.sort();
        alike.dedup();
        let key = (aim, alike);
        if let Some(known) = outlook.path_cache.get(&key) {
            return known.clone();
        }
        let ways = movement::paths_to(self.state, mover.id, &self.goal_cells(aim, outlook), aim.path_end(), false)
            .map(Arc::new);
        outlook.path_cache.insert(key, ways.clone());
        ways
    }

    fn good_range(&self, mover: &Mover) -> u16 {
        mover.units.iter().map(|unit| self.good_range_of(unit)).max().unwrap_or(1)
    }

    fn good_range_of(&self, unit: &Unit) -> u16 {
        if !self.uses(Mechanism::Volleys) || self.fights_close(unit) {
            return 1;
        }
        let weapons = self.state.weapons_of(unit).iter().filter_map(|name| self.state.book().weapon(name));
        let good = |dice: &[u8]| {
            let most = dice.iter().max().copied().unwrap_or(0);
            dice.iter().rposition(|n| n.saturating_mul(GOOD_RANGE_DIVISOR) >= most).map_or(1, |at| at + 1)
        };
        let ranges = weapons.map(|weapon| u16::try_from(good(&weapon.dice)).unwrap_or(1));
        ranges.max().unwrap_or(1)
    }

    /// Whether a unit takes and holds objectives: it is armed and has a short range.
    pub(super) fn takes_objectives(&self, unit: &Unit) -> bool {
        (1..=MAX_STORMING_RANGE).contains(&self.max_range(unit))
    }

    /// Whether a unit fights in close combat, in Conflicts with its stack or in combats.
    pub(in crate::suggest) fn fights_close(&self, unit: &Unit) -> bool {
        let conflict = self.uses(Mechanism::Stacks) && unit.stats_in_rules().is_some() && unit.stack.is_some();
        let combat = self.uses(Mechanism::Scrud) && self.state.rolls_in_combat(unit);
        (conflict || combat) && self.max_range(unit) <= MAX_STORMING_RANGE
    }
}

impl Goal {
    fn path_end(self) -> PathEnd {
        match self {
            Self::Objective => PathEnd::Enter,
            Self::Enemy | Self::Friends => PathEnd::Approach,
        }
    }
}
