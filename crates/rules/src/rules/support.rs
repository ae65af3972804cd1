//! Support before the line-up of a SCRUD phase: counter-battery, then air defence; the remaining support joins the
//! line. Source: RULES 2.4.
//!
//! Like [`super::scrud::fight`] it knows dice, but neither campaigns nor orders. All counter-battery fire of a phase is
//! simultaneous, by the rolled scores: a gun that is hit has still fired its own counter-battery.

use super::scrud::LineDie;
use crate::event::{Clash, ClashEffect, ClashKind};
use std::cmp::{Ordering, Reverse};
use wardiary_base::{
    book::{AirDefence, Ladder, Scrud, SupportRole},
    sides::{BothSides, CombatSide},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SupportTask {
    /// Fires at the enemy's line.
    Artillery,
    /// Fires at one of the enemy's guns. It never joins the line, even without a target.
    CounterBattery,
    /// Strikes the enemy's line, if the enemy's air defence lets it through.
    Aircraft,
    /// Fires at the enemy's aircraft, and never joins the line.
    AirDefence,
}

impl SupportTask {
    /// Whether counter-battery can be declared against it.
    pub fn is_gun(self) -> bool {
        matches!(self, Self::Artillery | Self::CounterBattery)
    }
}

impl From<SupportRole> for SupportTask {
    fn from(role: SupportRole) -> Self {
        match role {
            SupportRole::Artillery => Self::Artillery,
            SupportRole::Aircraft => Self::Aircraft,
            SupportRole::AirDefence => Self::AirDefence,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupportDie {
    pub task: SupportTask,
    /// The die; its `troop` is always `None`.
    pub die: LineDie,
    /// The enemy's support die that its counter-battery is declared against.
    pub target: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SupportFate {
    /// The number of grades it goes down.
    pub down: u16,
    pub destroyed: Option<ClashKind>,
    pub joins_line: bool,
}

/// A support die: its side, and its index among that side's support.
pub type SupportIndex = (CombatSide, usize);

/// The part of a phase before the line-up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SupportExchange {
    pub dice: BothSides<Vec<SupportDie>>,
    pub fates: BothSides<Vec<SupportFate>>,
    pub clashes: Vec<Clash<SupportIndex>>,
}

impl SupportExchange {
    pub fn resolve(rules: &Scrud, ladder: &Ladder, dice: BothSides<Vec<SupportDie>>) -> Self {
        let fires = |die: &SupportDie| matches!(die.task, SupportTask::Artillery | SupportTask::Aircraft);
        let fate = |die: &SupportDie| SupportFate { joins_line: fires(die), ..SupportFate::default() };
        let fates = dice.as_ref().map(|dice| dice.iter().map(fate).collect());
        let mut prelude = Self { dice, fates, clashes: Vec::new() };
        for (what, by, at) in prelude.clash_pairs(rules.air_defence) {
            prelude.clash(ladder, what, by, at);
        }
        prelude
    }

    /// The pairs of dice that meet, in the order of resolution.
    fn clash_pairs(&self, air_defence: AirDefence) -> Vec<(ClashKind, SupportIndex, SupportIndex)> {
        let mut meetings = Vec::new();
        for (side, dice) in self.dice.by_side() {
            let enemy = side.opponent();
            for (by, gun) in dice.iter().enumerate().filter(|(_, d)| d.task == SupportTask::CounterBattery) {
                let is_gun = |at: &usize| self.dice[enemy].get(*at).is_some_and(|d| d.task.is_gun());
                meetings
                    .extend(gun.target.filter(is_gun).map(|at| (ClashKind::CounterBattery, (side, by), (enemy, at))));
            }
        }
        for (side, dice) in self.dice.by_side() {
            let enemy = side.opponent();
            let with = |line: CombatSide, task: SupportTask| {
                let dice = &self.dice[line];
                (0..dice.len()).filter(|at| dice[*at].task == task).collect::<Vec<usize>>()
            };
            let (defence, aircraft) = (with(side, SupportTask::AirDefence), with(enemy, SupportTask::Aircraft));
            let pairs: Vec<(usize, usize)> = match air_defence {
                // The highest score meets them all; on a tie the first.
                AirDefence::Best => {
                    let best = defence.into_iter().min_by_key(|at| Reverse(dice[*at].die.score));
                    best.into_iter().flat_map(|by| aircraft.iter().map(move |at| (by, *at))).collect()
                }
                AirDefence::OneEach => defence.into_iter().zip(aircraft).collect(),
            };
            let met = |(by, at)| (ClashKind::AirDefence, (side, by), (enemy, at));
            meetings.extend(pairs.into_iter().map(met));
        }
        meetings
    }

    fn clash(&mut self, ladder: &Ladder, what: ClashKind, by: SupportIndex, at: SupportIndex) {
        let (shot, hit) = (self.dice[by.0][by.1].die, self.dice[at.0][at.1].die);
        let fate = &mut self.fates[at.0][at.1];
        let effect = match shot.score.cmp(&hit.score) {
            Ordering::Less => ClashEffect::Nothing,
            Ordering::Equal => ClashEffect::Silenced,
            Ordering::Greater => {
                fate.down += 1;
                let room = u16::from(ladder.lowest().0.saturating_sub(hit.assumed_grade.0));
                if fate.down > room { ClashEffect::Destroyed } else { ClashEffect::Demoted }
            }
        };
        fate.joins_line &= effect == ClashEffect::Nothing;
        if effect == ClashEffect::Destroyed {
            fate.destroyed = Some(what);
        }
        self.clashes.push(Clash { what, by, at, scores: (shot.score, hit.score), effect });
    }

    pub fn joins_line(&self, side: CombatSide, at: usize) -> bool {
        self.fates[side].get(at).is_some_and(|fate| fate.joins_line)
    }
}

/// Declares each counter-battery die against the enemy's guns, the k-th against the k-th; surplus dice have no target.
pub fn pair_counter_battery(dice: &mut BothSides<Vec<SupportDie>>) {
    let guns = dice.as_ref().map(|dice| (0..dice.len()).filter(|at| dice[*at].task.is_gun()).collect::<Vec<_>>());
    for side in CombatSide::BOTH {
        let declared = dice[side].iter_mut().filter(|d| d.task == SupportTask::CounterBattery);
        for (nth, die) in declared.enumerate() {
            die.target = guns[side.opponent()].get(nth).copied();
        }
    }
}
