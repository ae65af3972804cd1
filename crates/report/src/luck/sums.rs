//! Rolls summed up: by side and mechanism, by unit; how lucky a side was; the luckiest and the unluckiest rolls.

use super::{FEWEST, Luck, LuckRoll, normal};
use std::collections::BTreeMap;
use wardiary_base::id::{BattleId, Id, SideId};
use wardiary_diary::diary::EntryNo;
use wardiary_odds::odds::{
    statistics::Rank,
    weigh::{Counted, RollKind, Tally, WeighedRoll},
};

/// The luck of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct SideLuck {
    /// The side.
    pub side: SideId,
    /// How many of its rolls were weighed, those among them that are the enemy's too.
    pub rolls: usize,
    /// What they came to, by what they were made for.
    pub weighed: Vec<MechanismLuck>,
    /// The Strength Points that it took from others, in rolls whose mean is known.
    pub taken: Tally,
    /// The Strength Points that it lost, likewise.
    pub lost: Tally,
    /// How many rolls those are.
    pub strength_rolls: usize,
    /// How lucky it was, as a normal number; nothing without rolls.
    pub luck: Option<f64>,
    /// The share of fair dice, of 100, that are no luckier; nothing below [`FEWEST`] rolls.
    pub percentile: Option<f64>,
}

impl SideLuck {
    /// The Strength Points that luck gave it in these rolls: what it took more than was to be expected, and lost less.
    #[must_use]
    pub fn gave(&self) -> f64 {
        self.taken.difference() - self.lost.difference()
    }
}

/// What the rolls of a mechanism came to.
#[derive(Clone, Debug, PartialEq)]
pub struct MechanismLuck {
    /// The mechanism.
    pub kind: RollKind,
    /// How many there were.
    pub rolls: usize,
    /// What is counted of them.
    pub counts: Vec<(Counted, Tally)>,
}

/// What the dice of a unit came to, or those of a stack for blows.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitLuck {
    /// Who.
    pub who: Id,
    /// By mechanism.
    pub weighed: Vec<MechanismLuck>,
    /// The Strength Points that it lost in phases of SCRUD, in those whose mean is known for it.
    pub lost: Tally,
    /// How many phases those are.
    pub strength_rolls: usize,
}

/// How a roll came out for a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extreme {
    /// Its entry.
    pub no: EntryNo,
    /// The side.
    pub side: SideId,
    /// The chance of a worse result.
    pub better_than: f64,
    /// The chance of one as good.
    pub as_good_as: f64,
}

impl LuckRoll {
    /// How it came out for the side that made it.
    fn extreme(&self) -> Extreme {
        let WeighedRoll { side, rank, .. } = &self.weighed;
        Extreme { no: self.no, side: *side, better_than: rank.worse, as_good_as: rank.same }
    }
}

impl Extreme {
    /// How it ranks for the side.
    #[must_use]
    pub fn rank(&self) -> Rank {
        let better = (1.0 - self.better_than - self.as_good_as).max(0.0);
        Rank { worse: self.better_than, same: self.as_good_as, better }
    }

    /// Whether it was better than most.
    #[must_use]
    pub fn is_lucky(&self) -> bool {
        self.middle() > 0.5
    }

    /// The share of results that are worse, with half of those that are as good.
    fn middle(&self) -> f64 {
        self.better_than + self.as_good_as / 2.0
    }
}

/// Sums by mechanism.
#[derive(Default)]
struct Sums(BTreeMap<RollKind, (usize, BTreeMap<Counted, Tally>)>);

impl Sums {
    fn add(&mut self, kind: RollKind, counts: impl Iterator<Item = (Counted, Tally)>) {
        let (rolls, sums) = self.0.entry(kind).or_default();
        *rolls += 1;
        for (counted, tally) in counts {
            let sum = sums.entry(counted).or_default();
            *sum = sum.plus(tally);
        }
    }

    fn told(self) -> Vec<MechanismLuck> {
        let of = |(kind, (rolls, counts)): (RollKind, (usize, BTreeMap<Counted, Tally>))| MechanismLuck {
            kind,
            rolls,
            counts: counts.into_iter().collect(),
        };
        self.0.into_iter().map(of).collect()
    }
}

impl Luck {
    /// The luck of a side, in all battles or in one.
    #[must_use]
    pub fn of_side(&self, side: SideId, battle: Option<BattleId>) -> SideLuck {
        let within = |roll: &&LuckRoll| roll.is_in(battle);
        let own: Vec<&LuckRoll> = self.rolls.iter().filter(within).filter(|roll| roll.is_of(side)).collect();
        let mut sums = Sums::default();
        for roll in &own {
            let counts = roll.weighed.counts.iter().filter(|(of, ..)| *of == side);
            sums.add(roll.weighed.kind, counts.map(|(_, counted, tally)| (*counted, *tally)));
        }
        // Points are lost by whoever is hit, so those of a volley are in a roll of the enemy's.
        let (mut taken, mut lost, mut strength_rolls) = (Tally::default(), Tally::default(), 0);
        for roll in self.rolls.iter().filter(within) {
            let Some(strength) = &roll.weighed.strength else { continue };
            let takes = roll.is_of(side);
            let of_it = strength.iter().filter(|(loser, _)| *loser == side || takes);
            let mut counted = false;
            for (loser, tally) in of_it {
                let sum = if *loser == side { &mut lost } else { &mut taken };
                *sum = sum.plus(*tally);
                counted = true;
            }
            strength_rolls += usize::from(counted);
        }
        let luck = luck_of(own.iter().filter_map(|roll| roll.percentile(side)));
        let percentile = luck.filter(|_| own.len() >= FEWEST).map(|luck| 100.0 * normal::cdf(luck));
        SideLuck { side, rolls: own.len(), weighed: sums.told(), taken, lost, strength_rolls, luck, percentile }
    }

    /// What the dice of each unit came to, and those of each stack for blows, in the order of their numbers, in all battles or in
    /// one. Of a phase of SCRUD it is what its own dice in the line inflicted and suffered, beside what was to be expected of them.
    #[must_use]
    pub fn of_units(&self, battle: Option<BattleId>) -> Vec<UnitLuck> {
        let mut units: BTreeMap<Id, (Sums, Tally, usize)> = BTreeMap::new();
        for roll in self.rolls.iter().filter(|roll| roll.is_in(battle)) {
            let mut counts: BTreeMap<Id, Vec<(Counted, Tally)>> = BTreeMap::new();
            for (who, counted, tally) in &roll.weighed.by {
                counts.entry(*who).or_default().push((*counted, *tally));
            }
            for (who, counts) in counts {
                units.entry(who).or_default().0.add(roll.weighed.kind, counts.into_iter());
            }
            for (unit, tally) in &roll.weighed.strength_by {
                let (_, lost, rolls) = units.entry((*unit).into()).or_default();
                (*lost, *rolls) = (lost.plus(*tally), *rolls + 1);
            }
        }
        let told = |(who, (sums, lost, strength_rolls)): (Id, (Sums, Tally, usize))| UnitLuck {
            who,
            weighed: sums.told(),
            lost,
            strength_rolls,
        };
        units.into_iter().map(told).collect()
    }

    /// All rolls, each for the side that made it, the best first; of those as good as each other the first.
    #[must_use]
    pub fn ranked(&self) -> Vec<Extreme> {
        let mut all: Vec<Extreme> = self.rolls.iter().map(LuckRoll::extreme).collect();
        all.sort_by(|a, b| b.middle().total_cmp(&a.middle()).then(a.no.cmp(&b.no)));
        all
    }

    /// For each side the luckiest of its rolls and the unluckiest, so many of each at the most: the luckiest of all first. Only
    /// those that came out as few do ([`WeighedRoll::fortunes`](wardiary_odds::odds::weigh::WeighedRoll::fortunes)), and each for the
    /// side that made it: for the other it was as far the other way.
    #[must_use]
    pub fn extremes(&self, most: usize) -> Vec<Extreme> {
        let mut all: Vec<Extreme> = Vec::new();
        for side in self.sides() {
            let is_far = |roll: &&LuckRoll| roll.weighed.side == side && roll.weighed.is_far();
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

/// The luck of rolls with these randomised percentiles: Σ Φ⁻¹(u) ÷ √n.
fn luck_of(percentiles: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, n) = percentiles.fold((0.0, 0u32), |(sum, n), u| (sum + normal::inverse(u), n + 1));
    (n > 0).then(|| sum / f64::from(n).sqrt())
}
