//! Totals over weighed rolls: by side and mechanism, by unit, the luck of a side, and the luckiest and unluckiest
//! rolls.

use super::{Luck, LuckRoll, MIN_ROLLS, normal};
use std::collections::BTreeMap;
use wardiary_base::id::{BattleId, Id, SideId};
use wardiary_diary::diary::EntryNo;
use wardiary_odds::odds::{
    assessment::{ActualAndExpected, AssessedRoll, Quantity, RollKind},
    statistics::Rank,
};
use wardiary_rules::notation::RollLuck;

#[derive(Clone, Debug, PartialEq)]
pub struct SideLuck {
    pub side: SideId,
    /// Number of weighed rolls, including the enemy's that count for it.
    pub rolls: usize,
    pub mechanisms: Vec<MechanismLuck>,
    /// Strength Points taken from others, in rolls with a known mean.
    pub taken: ActualAndExpected,
    /// Strength Points lost, in rolls with a known mean.
    pub lost: ActualAndExpected,
    /// Number of rolls behind `taken` and `lost`.
    pub strength_rolls: usize,
    /// Standard deviations above the mean of fair dice; `None` without rolls.
    pub luck: Option<f64>,
    /// How many of 100 sets of fair dice are no luckier; `None` with fewer than [`MIN_ROLLS`] rolls.
    pub percentile: Option<f64>,
}

impl SideLuck {
    /// Strength Points gained by luck in these rolls: taken above expectation, plus lost below expectation.
    pub fn strength_gained(&self) -> f64 {
        self.taken.difference() - self.lost.difference()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct MechanismLuck {
    pub kind: RollKind,
    pub rolls: usize,
    pub counts: Vec<(Quantity, ActualAndExpected)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct UnitLuck {
    pub who: Id,
    pub mechanisms: Vec<MechanismLuck>,
    /// Strength Points lost in phases of SCRUD, where the mean for the unit is known.
    pub lost: ActualAndExpected,
    /// Number of phases behind `lost`.
    pub strength_rolls: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extreme {
    pub no: EntryNo,
    pub side: SideId,
    /// The chance of a worse result.
    pub better_than: f64,
    /// The chance of an equal result.
    pub as_good_as: f64,
}

impl LuckRoll {
    fn extreme(&self) -> Extreme {
        let AssessedRoll { side, rank, .. } = &self.weighed;
        Extreme { no: self.no, side: *side, better_than: rank.worse, as_good_as: rank.equal }
    }
}

impl Extreme {
    pub fn rank(&self) -> Rank {
        let better = (1.0 - self.better_than - self.as_good_as).max(0.0);
        Rank { worse: self.better_than, equal: self.as_good_as, better }
    }

    /// Whether it is above the median.
    pub fn is_lucky(&self) -> bool {
        self.middle() > 0.5
    }

    /// The percentile: the chance of a worse result plus half of the chance of an equal one.
    fn middle(&self) -> f64 {
        self.better_than + self.as_good_as / 2.0
    }
}

#[derive(Default)]
struct MechanismSums(BTreeMap<RollKind, (usize, BTreeMap<Quantity, ActualAndExpected>)>);

impl MechanismSums {
    fn add(&mut self, kind: RollKind, counts: impl Iterator<Item = (Quantity, ActualAndExpected)>) {
        let (rolls, sums) = self.0.entry(kind).or_default();
        *rolls += 1;
        for (counted, tally) in counts {
            let sum = sums.entry(counted).or_default();
            *sum = sum.merged(tally);
        }
    }

    fn into_mechanisms(self) -> Vec<MechanismLuck> {
        let of = |(kind, (rolls, counts)): (RollKind, (usize, BTreeMap<Quantity, ActualAndExpected>))| MechanismLuck {
            kind,
            rolls,
            counts: counts.into_iter().collect(),
        };
        self.0.into_iter().map(of).collect()
    }
}

impl Luck {
    pub fn side_luck(&self, side: SideId, battle: Option<BattleId>) -> SideLuck {
        let within = |roll: &&LuckRoll| roll.is_in(battle);
        let own: Vec<&LuckRoll> = self.rolls.iter().filter(within).filter(|roll| roll.concerns(side)).collect();
        let mut sums = MechanismSums::default();
        for roll in &own {
            let counts = roll.weighed.comparisons.iter().filter(|(of, ..)| *of == side);
            sums.add(roll.weighed.kind, counts.map(|(_, counted, tally)| (*counted, *tally)));
        }
        // Losses belong to whoever is hit, so a side's losses to volleys are in the enemy's rolls.
        let (mut taken, mut lost, mut strength_rolls) = (ActualAndExpected::default(), ActualAndExpected::default(), 0);
        for roll in self.rolls.iter().filter(within) {
            let Some(strength) = &roll.weighed.strength else { continue };
            let takes = roll.concerns(side);
            let of_it = strength.iter().filter(|(loser, _)| *loser == side || takes);
            let mut counted = false;
            for (loser, tally) in of_it {
                let sum = if *loser == side { &mut lost } else { &mut taken };
                *sum = sum.merged(*tally);
                counted = true;
            }
            strength_rolls += usize::from(counted);
        }
        let luck = luck_deviate(own.iter().filter_map(|r| Some((r.percentile(side)?, r.weighed.percentile_variance))));
        let percentile = luck.filter(|_| own.len() >= MIN_ROLLS).map(|luck| 100.0 * normal::cdf(luck));
        SideLuck {
            side,
            rolls: own.len(),
            mechanisms: sums.into_mechanisms(),
            taken,
            lost,
            strength_rolls,
            luck,
            percentile,
        }
    }

    /// Totals of each unit, and of each stack for blows, in numerical order, in one battle or in all. For a phase of
    /// SCRUD they are what the unit's own dice in the line inflicted and suffered, with the expected values.
    pub fn unit_luck(&self, battle: Option<BattleId>) -> Vec<UnitLuck> {
        let mut units: BTreeMap<Id, (MechanismSums, ActualAndExpected, usize)> = BTreeMap::new();
        for roll in self.rolls.iter().filter(|roll| roll.is_in(battle)) {
            let mut counts: BTreeMap<Id, Vec<(Quantity, ActualAndExpected)>> = BTreeMap::new();
            for (who, counted, tally) in &roll.weighed.by_unit {
                counts.entry(*who).or_default().push((*counted, *tally));
            }
            for (who, counts) in counts {
                units.entry(who).or_default().0.add(roll.weighed.kind, counts.into_iter());
            }
            for (unit, tally) in &roll.weighed.strength_by_unit {
                let (_, lost, rolls) = units.entry((*unit).into()).or_default();
                (*lost, *rolls) = (lost.merged(*tally), *rolls + 1);
            }
        }
        let unit_luck = |(who, (sums, lost, strength_rolls)): (Id, (MechanismSums, ActualAndExpected, usize))| {
            UnitLuck { who, mechanisms: sums.into_mechanisms(), lost, strength_rolls }
        };
        units.into_iter().map(unit_luck).collect()
    }

    /// All rolls, each for the side that made it, best first; equal rolls keep their order.
    pub fn ranked(&self) -> Vec<Extreme> {
        let mut all: Vec<Extreme> = self.rolls.iter().map(LuckRoll::extreme).collect();
        all.sort_by(|a, b| b.middle().total_cmp(&a.middle()).then(a.no.cmp(&b.no)));
        all
    }

    /// The rolls that one in fifty makes, each in words.
    pub fn notable_rolls(&self) -> Vec<(EntryNo, String)> {
        let is_notable = |roll: &&LuckRoll| roll.weighed.roll_luck().iter().any(RollLuck::is_notable);
        let words = |roll: &LuckRoll| (roll.no, roll.weighed.rank.describe_for_players());
        self.rolls.iter().filter(is_notable).map(words).collect()
    }

    /// At most `most` of the luckiest and unluckiest rolls of each side that are far enough from the median, luckiest
    /// first.
    pub fn extremes(&self, most: usize) -> Vec<Extreme> {
        let mut all: Vec<Extreme> = Vec::new();
        for side in self.sides() {
            let is_far = |roll: &&LuckRoll| roll.weighed.side == side && roll.weighed.is_unusual();
            let mut own: Vec<Extreme> = self.rolls.iter().filter(is_far).map(LuckRoll::extreme).collect();
            own.sort_by(|a, b| b.middle().total_cmp(&a.middle()));
            let luckiest = own.iter().take_while(|roll| roll.middle() > 0.5).take(most);
            let unluckiest = own.iter().rev().take_while(|roll| roll.middle() < 0.5).take(most);
            all.extend(luckiest.chain(unluckiest).copied());
        }
        all.sort_by(|a, b| b.middle().total_cmp(&a.middle()).then((a.no, a.side).cmp(&(b.no, b.side))));
        all
    }
}

/// Σ (u − ½) ÷ √Σ V over percentiles u with variances V.
fn luck_deviate(rolls: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let (sum, variance) = rolls.fold((0.0, 0.0), |(sum, all), (u, variance)| (sum + u - 0.5, all + variance));
    (variance > 0.0).then(|| sum / variance.sqrt())
}
