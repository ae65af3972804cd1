//! Where those who move are going, to an objective, to the enemy, to those who fight, and what the way there costs.
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

/// Of a unit's dice, those of a range at which it has this share of its most count as a good range.
const GOOD_RANGE: u8 = 2;

/// Whose weapons reach farther takes no objectives: it fires.
const STORMS_WITHIN: u32 = 4;

/// So near guns come that see nobody from as far as they fire well, and no nearer.
const CLOSE_UP: u16 = 2;

/// What somebody moves for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Aim {
    /// An objective that its side does not hold.
    Objective,
    /// The nearest enemy.
    Enemy,
    /// To be with those who fight.
    Friends,
}

/// The way from each area of the map, by its place in the rows.
type Ways = Arc<Vec<Option<Leg>>>;

/// The ways that were worked out, by what they are for and by those who go alike: their troop types, and how far they go.
pub(super) type Chart = BTreeMap<(Aim, Vec<(String, u16)>), Option<Ways>>;

/// Where somebody is going.
#[derive(Clone)]
pub(super) struct Heading<'a> {
    ground: &'a Ground,
    /// What for, if for anything.
    pub aim: Option<Aim>,
    course: Course,
    /// What of the way need not be gone, since it attacks from there.
    spare: u16,
    /// The way over the ground alone, where this one goes round friends.
    round: Option<(Ways, u16)>,
}

#[derive(Clone)]
enum Course {
    Nowhere,
    Ways(Ways),
    /// No way leads there: as near as may be.
    Straight(Vec<Cell>),
}

impl Heading<'_> {
    /// The way from an area, if one leads where it is going.
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

    /// Goes on, though not up to the enemy himself: as far off as it fires well there is nobody to be seen.
    pub fn close_up(&mut self) {
        self.spare = self.spare.min(CLOSE_UP);
    }

    /// Whether no way leads where it is going.
    pub fn is_straight(&self) -> bool {
        matches!(self.course, Course::Straight(_))
    }

    /// Whether it goes round friends.
    pub fn is_round(&self) -> bool {
        self.round.is_some()
    }

    /// Whether a place lies on the way: who goes round friends goes no farther off, so that he need not come back.
    pub fn admits(&self, cell: Cell) -> bool {
        let Some((ways, most)) = &self.round else { return true };
        self.ground.index(cell).and_then(|at| ways[at]).is_some_and(|leg| leg.cost <= *most)
    }
}

impl<'a> Adviser<'a> {
    /// Where somebody is going.
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

    /// The same round friends, where they stand on the way.
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

    /// What somebody could move for, what comes first first.
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

    /// How far those who move fire with a good part of their dice.
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

    /// Whether a unit takes and holds objectives: it is armed, and does not fire far.
    pub(super) fn holds(&self, unit: &Unit) -> bool {
        (1..=STORMS_WITHIN).contains(&self.farthest(unit))
    }

    /// Whether a unit fights hand to hand, in Conflicts with its stack or in combats: not what fires far.
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
