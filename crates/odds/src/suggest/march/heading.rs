//! Where a mover is heading (an objective, the enemy, its own side's fighting units) and the cost of the way there.
//! Source: RULES 8.

use super::{Adviser, Mover, Outlook};
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{
    book::Mechanism,
    ground::{Cell, Ground},
};
use wardiary_rules::{
    rules::movement::{self, Leg, WayTo},
    state::Unit,
};

/// A range is good if a weapon still has at least 1/`GOOD_RANGE` of its most dice there.
const GOOD_RANGE: u8 = 2;

/// Units with a longer range than this do not take objectives but fire.
const STORMS_WITHIN: u32 = 4;

/// How near a unit comes that sees no target from its good range.
const CLOSE_UP: u16 = 2;

/// The aim of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Aim {
    /// An objective that the side does not hold.
    Objective,
    Enemy,
    /// The own units that fight.
    Friends,
}

/// The way from each area, by the area's index.
type Ways = Arc<Vec<Option<Leg>>>;

/// Cached ways, by aim and by the movers' troop types and movement allowances.
pub(super) type Chart = BTreeMap<(Aim, Vec<(String, u16)>), Option<Ways>>;

/// Where a mover is heading.
#[derive(Clone)]
pub(super) struct Heading<'a> {
    ground: &'a Ground,
    pub aim: Option<Aim>,
    course: Course,
    /// The last part of the way, which need not be walked because the mover attacks from there.
    spare: u16,
    /// For a way around own units: the ways without them, and the maximum cost.
    round: Option<(Ways, u16)>,
}

#[derive(Clone)]
enum Course {
    Nowhere,
    Ways(Ways),
    /// No way leads there, so the distance counts.
    Straight(Vec<Cell>),
}

impl Heading<'_> {
    /// The way from an area to the goal.
    pub fn leg(&self, from: Cell) -> Option<Leg> {
        let leg = match &self.course {
            Course::Nowhere => None,
            Course::Ways(ways) => self.ground.index(from).and_then(|at| ways[at]),
            Course::Straight(goals) => {
                let far = |to: &Cell| u16::try_from(self.ground.grid().distance(from, *to)).unwrap_or(u16::MAX);
                goals.iter().map(|to| Leg { cost: far(to), to: *to }).min_by_key(|leg| leg.cost)
            }
        };
        leg.map(|leg| Leg { cost: leg.cost.saturating_sub(self.spare), ..leg })
    }

    /// Lets the mover come nearer, since nothing can be seen from its good range.
    pub fn close_up(&mut self) {
        self.spare = self.spare.min(CLOSE_UP);
    }

    /// Whether no way leads to the goal.
    pub fn is_straight(&self) -> bool {
        matches!(self.course, Course::Straight(_))
    }

    /// Whether the way goes around own units.
    pub fn is_round(&self) -> bool {
        self.round.is_some()
    }

    /// Whether a place is on the way. On a way around own units the mover never gets farther from the goal, so it need
    /// not come back.
    pub fn admits(&self, cell: Cell) -> bool {
        let Some((ways, most)) = &self.round else { return true };
        self.ground.index(cell).and_then(|at| ways[at]).is_some_and(|leg| leg.cost <= *most)
    }
}

impl<'a> Adviser<'a> {
    /// The heading of a mover: its first aim with a way, or else the straight line to its last one.
    pub(super) fn heading(&self, mover: &Mover, outlook: &mut Outlook<'a>) -> Heading<'a> {
        let aims = self.aims(mover, outlook);
        let mut heading = Heading { ground: outlook.ground, aim: None, course: Course::Nowhere, spare: 0, round: None };
        for aim in aims {
            let Some(ways) = self.ways(mover, aim, outlook) else { continue };
            heading.aim = Some(aim);
            heading.spare = if aim == Aim::Enemy { self.good_range(mover) } else { 0 };
            let leads_there = outlook.ground.index(mover.place.cell).is_some_and(|at| ways[at].is_some());
            if leads_there {
                return Heading { course: Course::Ways(ways), ..heading };
            }
        }
        if let Some(aim) = heading.aim {
            heading.course = Course::Straight(self.goals(aim, outlook));
        }
        heading
    }

    /// The way around own units, if they block the direct one.
    pub(super) fn round_friends(&self, mover: &Mover, heading: &Heading<'a>, outlook: &Outlook) -> Option<Heading<'a>> {
        let (Course::Ways(ways), Some(aim)) = (&heading.course, heading.aim) else { return None };
        let here = mover.place.cell;
        let cost = |cell: Cell| outlook.ground.index(cell).and_then(|at| ways[at]).map(|leg| leg.cost);
        let most = cost(here)?;
        let taken = |cell: Cell| self.state.units_at(outlook.map, cell).any(|unit| unit.side == self.side);
        let mut before = outlook.ground.neighbours(here).map(|(_, cell)| cell);
        before.find(|cell| cost(*cell).is_some_and(|cost| cost < most) && taken(*cell))?;
        let round = movement::ways_to(self.state, mover.id, &self.goals(aim, outlook), aim.way(), true)?;
        Some(Heading {
            course: Course::Ways(Arc::new(round)),
            round: Some((Arc::clone(ways), most)),
            ..heading.clone()
        })
    }

    /// A mover's aims, most important first.
    fn aims(&self, mover: &Mover, outlook: &Outlook) -> Vec<Aim> {
        let range = mover.units.iter().map(|unit| self.farthest(unit)).max().unwrap_or(0);
        let closes = mover.units.iter().any(|unit| self.fights_close(unit));
        if range == 0 && !closes {
            let general = mover.units.iter().any(|unit| self.is_general(unit));
            return if general { vec![Aim::Friends] } else { Vec::new() };
        }
        if self.battle.is_exhausted(self.side) || self.is_frail(mover) {
            return Vec::new();
        }
        let wanted = outlook.objectives.iter().any(|(_, holder)| *holder != Some(self.side));
        let storms = range <= STORMS_WITHIN;
        let guards = || outlook.objectives.iter().any(|(cell, _)| *cell == mover.place.cell);
        if outlook.leads && (storms || guards()) {
            Vec::new()
        } else if storms && wanted {
            vec![Aim::Objective, Aim::Enemy]
        } else {
            vec![Aim::Enemy]
        }
    }

    fn goals(&self, aim: Aim, outlook: &Outlook) -> Vec<Cell> {
        match aim {
            Aim::Objective => {
                let wanted = outlook.objectives.iter().filter(|(_, holder)| *holder != Some(self.side));
                wanted.map(|(cell, _)| *cell).collect()
            }
            Aim::Enemy => outlook.enemies.iter().map(|(_, place)| place.cell).collect(),
            Aim::Friends => {
                let fighting = self.own().into_iter().filter(|unit| self.farthest(unit) > 0);
                fighting.filter_map(|unit| Some(self.state.place_in_battle(unit.id)?.cell)).collect()
            }
        }
    }

    fn ways(&self, mover: &Mover, aim: Aim, outlook: &mut Outlook) -> Option<Ways> {
        let mut alike: Vec<(String, u16)> =
            mover.units.iter().map(|unit| (unit.kind.to_string(), self.state.areas_a_turn(unit))).collect();
        alike.sort();
        alike.dedup();
        let key = (aim, alike);
        if let Some(known) = outlook.chart.get(&key) {
            return known.clone();
        }
        let ways = movement::ways_to(self.state, mover.id, &self.goals(aim, outlook), aim.way(), false).map(Arc::new);
        outlook.chart.insert(key, ways.clone());
        ways
    }

    /// The longest good range among the units.
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
            dice.iter().rposition(|n| n.saturating_mul(GOOD_RANGE) >= most).map_or(1, |at| at + 1)
        };
        let ranges = weapons.map(|weapon| u16::try_from(good(&weapon.dice)).unwrap_or(1));
        ranges.max().unwrap_or(1)
    }

    /// Whether a unit takes and holds objectives: it is armed and has a short range.
    pub(super) fn holds(&self, unit: &Unit) -> bool {
        (1..=STORMS_WITHIN).contains(&self.farthest(unit))
    }

    /// Whether a unit fights in close combat, in Conflicts with its stack or in combats. Units with a long range do
    /// not.
    pub(in crate::suggest) fn fights_close(&self, unit: &Unit) -> bool {
        let conflict = self.uses(Mechanism::Stacks) && unit.stats.is_some() && unit.stack.is_some();
        let combat = self.uses(Mechanism::Scrud) && self.state.rolls_in_combat(unit);
        (conflict || combat) && self.farthest(unit) <= STORMS_WITHIN
    }
}

impl Aim {
    fn way(self) -> WayTo {
        match self {
            Self::Objective => WayTo::Enter,
            Self::Enemy | Self::Friends => WayTo::Approach,
        }
    }
}
