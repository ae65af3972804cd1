//! Every distinct throw of a phase's dice, resolved by the rules: exact under any rules.
//!
//! Dice of one grade that belong to like units next to each other on the roster are interchangeable: which of them
//! shows what only decides which of these units is beaten. So such a group is not thrown die by die. Of all
//! permutations in which n dice show certain **scores** only the one with descending scores is tried, weighted for all
//! of them: at most C(n + 5, 5) throws with six-sided dice, instead of 6ⁿ.
//!
//! The fates are assigned to units afterwards. Dice of a group that show the same score, b of its n, line up in roster
//! order, and are any b of the units with equal chances. So the r-th of them is the q-th unit of the group with the
//! probability C(q, r) · C(n − 1 − q, b − 1 − r) ÷ C(n, b), counted from 0: q − r of the others are before it.
//!
//! Bonus dice belong to nobody, and are interchangeable too. With lines as rolled each die is a group of its own.

use super::{Engagement, Meter, OddsError, engagement::RolledPhase, enumerate::STEPS_PER_ROLL};
use rayon::prelude::*;
use wardiary_base::{
    book::{Grade, LineUp, Rulebook},
    dice::Face,
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::scrud::PhaseSide;

/// Number of throws per task.
const THROWS_PER_TASK: u64 = 1024;

pub(super) struct DiceOutcomes<'a> {
    book: &'a Rulebook,
    engagement: &'a Engagement,
    groups: Vec<DiceGroup>,
    dice: usize,
}

struct DiceGroup {
    /// Indices among all dice, in rolling order.
    dice: Vec<usize>,
    /// The side and the troops that the dice belong to.
    troops: (CombatSide, Vec<usize>),
    outcomes: Vec<GroupOutcome>,
}

struct GroupOutcome {
    /// A face for each die, in descending order of scores.
    faces: Vec<Face>,
    /// For each score, the number of dice that show it.
    blocks: Vec<usize>,
    pub p: f64,
}

pub(super) struct DiceOutcome<'a> {
    pub rolled: RolledPhase,
    pub p: f64,
    groups: Vec<(&'a DiceGroup, &'a GroupOutcome)>,
}

impl<'a> DiceOutcomes<'a> {
    /// The throws of an engagement. `alike` tells whether units of equal grade and strength are interchangeable.
    pub fn new(
        book: &'a Rulebook,
        engagement: &'a Engagement,
        alike: impl Fn(CombatSide, usize, usize) -> bool,
    ) -> Self {
        let mut groups: Vec<(Grade, Option<usize>, DiceGroup)> = Vec::new();
        let mut dice = 0;
        for side in CombatSide::BOTH {
            let party = &engagement.parties[side];
            let own = party.dice.iter().enumerate().map(|(at, die)| (die.assumed_grade, Some(at), die.troop));
            let support = engagement.support[side].iter().map(|die| (die.die.assumed_grade, None, None));
            for (grade, at, troop) in own.chain(support) {
                // The nearest die of its grade that could be before it in the line.
                let before = groups.iter_mut().rev().find(|(g, _, group)| *g == grade && group.troops.0 == side);
                let joined = before.filter(|(_, last, group)| {
                    let same = last.zip(at).is_some_and(|(last, at)| are_interchangeable(book, party, last, at));
                    let worth = group.troops.1.last().zip(troop.as_ref());
                    same && worth.is_none_or(|(last, own)| alike(side, *last, *own))
                });
                if let Some((_, last, group)) = joined {
                    *last = at;
                    group.dice.push(dice);
                    group.troops.1.extend(troop);
                } else {
                    let troops = (side, troop.into_iter().collect());
                    groups.push((grade, at, DiceGroup { dice: vec![dice], troops, outcomes: Vec::new() }));
                }
                dice += 1;
            }
        }
        let with_falls = |(grade, _, group): (Grade, _, DiceGroup)| {
            let falls = group_outcomes(book, grade, group.dice.len());
            DiceGroup { outcomes: falls, ..group }
        };
        Self { book, engagement, dice, groups: groups.into_iter().map(with_falls).collect() }
    }

    pub fn count(&self) -> u64 {
        let falls = |group: &DiceGroup| u64::try_from(group.outcomes.len()).unwrap_or(u64::MAX);
        self.groups.iter().fold(1, |all, group| all.saturating_mul(falls(group)))
    }

    /// Estimates the number of throws without listing them.
    pub fn estimate(book: &Rulebook, engagement: &Engagement) -> u64 {
        let mut all = 1u64;
        for side in CombatSide::BOTH {
            let party = &engagement.parties[side];
            let mut run = 0;
            for (at, die) in party.dice.iter().enumerate() {
                let scores = scores(book, die.assumed_grade).len() as u64;
                let again = at.checked_sub(1).is_some_and(|before| are_interchangeable(book, party, before, at));
                // C(n + s − 1, n) from C(n + s − 2, n − 1).
                run = if again { run + 1 } else { 1 };
                let wider = u128::from(all) * u128::from(scores + run - 1) / u128::from(run);
                all = u64::try_from(wider).unwrap_or(u64::MAX);
            }
            for die in &engagement.support[side] {
                all = all.saturating_mul(scores(book, die.die.assumed_grade).len() as u64);
            }
        }
        all
    }

    /// Tries all throws. `fresh` makes an accumulator, each throw is counted into one, and `add` combines them in the
    /// order of the throws.
    pub fn accumulate<T: Send>(
        &self,
        meter: &Meter,
        fresh: impl Fn() -> T + Sync,
        count: impl Fn(&mut T, &DiceOutcome) + Sync,
        add: impl Fn(T, T) -> T,
    ) -> Result<T, OddsError> {
        let all = self.count();
        fail_if!(!meter.allows(all.saturating_mul(STEPS_PER_ROLL)), OddsError::TooLarge);
        let piece = |from: u64| -> Result<T, OddsError> {
            let mut sum = fresh();
            let until = all.min(from + THROWS_PER_TASK);
            meter.charge(usize::try_from((until - from) * STEPS_PER_ROLL).unwrap_or(usize::MAX))?;
            let mut engagement = self.engagement.clone();
            (from..until).for_each(|number| count(&mut sum, &self.outcome(number, &mut engagement)));
            Ok(sum)
        };
        let pieces = all.div_ceil(THROWS_PER_TASK);
        let together = u64::try_from(4 * rayon::current_num_threads()).unwrap_or(u64::MAX);
        let mut sum = fresh();
        for first in (0..pieces).step_by(usize::try_from(together).unwrap_or(usize::MAX)) {
            let some = (first..pieces.min(first.saturating_add(together))).into_par_iter();
            let counted: Result<Vec<T>, OddsError> = some.map(|number| piece(number * THROWS_PER_TASK)).collect();
            sum = counted?.into_iter().fold(sum, &add);
        }
        Ok(sum)
    }

    fn outcome(&self, number: u64, engagement: &mut Engagement) -> DiceOutcome<'_> {
        let mut faces: Vec<Face> = vec![0; self.dice];
        let (mut rest, mut p) = (number, 1.0);
        let mut groups = Vec::with_capacity(self.groups.len());
        for group in &self.groups {
            let falls = group.outcomes.len() as u64;
            let fall = &group.outcomes[usize::try_from(rest % falls).expect("less than their number")];
            rest /= falls;
            p *= fall.p;
            group.dice.iter().zip(&fall.faces).for_each(|(place, face)| faces[*place] = *face);
            groups.push((group, fall));
        }
        let mut next = faces.into_iter();
        let rolled = engagement.roll_dice(self.book, |_| next.next().expect("as many faces as dice"));
        DiceOutcome { rolled, p, groups }
    }
}

/// Whether two dice of a party are interchangeable, given that no die of their grade is between them.
fn are_interchangeable(book: &Rulebook, party: &PhaseSide, one: usize, other: usize) -> bool {
    let single = |troop: usize| party.dice.iter().filter(|die| die.troop == Some(troop)).count() == 1;
    let (first, second) = (party.dice[one], party.dice[other]);
    let alike = match (first.troop, second.troop) {
        (Some(a), Some(b)) => single(a) && single(b) && party.troops[a] == party.troops[b],
        // Bonus dice belong to nobody.
        (None, None) => party.is_support(one) == party.is_support(other),
        _ => false,
    };
    alike && first.assumed_grade == second.assumed_grade && book.scrud.line_up == LineUp::Sorted
}

impl DiceOutcome<'_> {
    /// For each troop that rolled, its rank within its group.
    fn ranks(&self) -> impl Iterator<Item = (CombatSide, usize, TieRank)> + '_ {
        self.groups.iter().flat_map(|(group, fall)| {
            let (side, troops) = (group.troops.0, &group.troops.1);
            let blocks = fall.blocks.iter().flat_map(|block| (0..*block).map(|rank| TieRank { block: *block, rank }));
            troops.iter().zip(blocks).map(move |(troop, rank)| (side, *troop, rank))
        })
    }
}

/// The 0-based rank of a die among those of its group with the same score, and the number of these (`block`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TieRank {
    pub block: usize,
    pub rank: usize,
}

/// Sums over all throws of numbers for a troop's fate, to be distributed among interchangeable troops.
#[derive(Clone)]
pub(super) struct RankSums<const N: usize> {
    /// For each troop, the index of its group in `members` and `sums`.
    groups: BothSides<Vec<Option<usize>>>,
    members: Vec<(CombatSide, Vec<usize>)>,
    sums: Vec<Vec<[f64; N]>>,
}

impl<const N: usize> RankSums<N> {
    pub fn new(throws: &DiceOutcomes) -> Self {
        let mut groups = throws.engagement.parties.as_ref().map(|party| vec![None; party.troops.len()]);
        let mut members = Vec::new();
        for group in &throws.groups {
            let (side, troops) = &group.troops;
            for troop in troops {
                groups[*side][*troop] = Some(members.len());
            }
            members.push((*side, troops.clone()));
        }
        // A troop without a die is a group of its own.
        for side in CombatSide::BOTH {
            for (troop, group) in groups[side].iter_mut().enumerate().filter(|(_, group)| group.is_none()) {
                *group = Some(members.len());
                members.push((side, vec![troop]));
            }
        }
        let sums = members.iter().map(|(_, troops)| vec![[0.0; N]; troops.len() * (troops.len() + 1)]).collect();
        Self { groups, members, sums }
    }

    pub fn add(&mut self, thrown: &DiceOutcome, numbers: impl Fn(CombatSide, usize) -> [f64; N]) {
        let mut rolled: BothSides<Vec<bool>> = self.groups.as_ref().map(|groups| vec![false; groups.len()]);
        for (side, troop, rank) in thrown.ranks() {
            // The first of several dice represents its troop.
            if !std::mem::replace(&mut rolled[side][troop], true) {
                self.add_to(side, troop, rank, thrown.p, numbers(side, troop));
            }
        }
        for side in CombatSide::BOTH {
            for troop in (0..rolled[side].len()).filter(|troop| !rolled[side][*troop]) {
                self.add_to(side, troop, TieRank { block: 1, rank: 0 }, thrown.p, numbers(side, troop));
            }
        }
    }

    fn add_to(&mut self, side: CombatSide, troop: usize, TieRank { block, rank }: TieRank, p: f64, numbers: [f64; N]) {
        let group = self.groups[side][troop].expect("every troop has a group");
        let n = self.members[group].1.len();
        let sums = &mut self.sums[group][(block - 1) * n + rank];
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += p * number);
    }

    pub fn merged(mut self, more: &Self) -> Self {
        let own = self.sums.iter_mut().flatten().flatten();
        own.zip(more.sums.iter().flatten().flatten()).for_each(|(sum, more)| *sum += more);
        self
    }

    /// The sums of one troop, weighted by its probability of each block and rank.
    pub fn sums_for(&self, side: CombatSide, troop: usize) -> [f64; N] {
        let group = self.groups[side][troop].expect("every troop has a group");
        let troops = &self.members[group].1;
        let (n, at) = (troops.len(), troops.iter().position(|t| *t == troop).expect("it is in its group"));
        let mut of = [0.0; N];
        for block in 1..=n {
            for rank in 0..block {
                let chance =
                    binomial(at, rank) * binomial(n - 1 - at, (block - 1).wrapping_sub(rank)) / binomial(n, block);
                let sums = &self.sums[group][(block - 1) * n + rank];
                of.iter_mut().zip(sums).for_each(|(of, sum)| *of += chance * sum);
            }
        }
        of
    }
}

/// The binomial coefficient C(n, k).
fn binomial(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    (0..k).fold(1.0, |product, i| product * number(n - i) / number(i + 1))
}

/// The scores of a grade's die in descending order, each with one of its faces and its probability.
fn scores(book: &Rulebook, grade: Grade) -> Vec<(i16, Face, f64)> {
    let sides = book.ladder.step(grade).die.sides();
    let mut scores: Vec<(i16, Face, f64)> = Vec::new();
    for face in (1..=sides).rev() {
        let score = book.ladder.score(grade, face);
        match scores.last_mut().filter(|(last, ..)| *last == score) {
            Some((.., p)) => *p += 1.0,
            None => scores.push((score, face, 1.0)),
        }
    }
    scores.iter_mut().for_each(|(.., p)| *p /= f64::from(sides));
    scores
}

/// All results of this many dice, in descending order of scores.
fn group_outcomes(book: &Rulebook, grade: Grade, dice: usize) -> Vec<GroupOutcome> {
    let mut falls = vec![GroupOutcome { faces: Vec::new(), blocks: Vec::new(), p: 1.0 }];
    let scores = scores(book, grade);
    for (at, (_, face, chance)) in scores.iter().enumerate() {
        let last = at + 1 == scores.len();
        let with = |fall: &GroupOutcome, block: usize| {
            let left = dice - fall.faces.len();
            let GroupOutcome { faces, blocks, p } = fall;
            let mut next = GroupOutcome { faces: faces.clone(), blocks: blocks.clone(), p: *p };
            next.faces.extend(std::iter::repeat_n(*face, block));
            next.blocks.extend((block > 0).then_some(block));
            next.p *= binomial(left, block) * chance.powi(i32::try_from(block).unwrap_or(i32::MAX));
            next
        };
        let of = |fall: &GroupOutcome| {
            let left = dice - fall.faces.len();
            (if last { left } else { 0 }..=left).map(|block| with(fall, block)).collect::<Vec<_>>()
        };
        falls = falls.iter().flat_map(of).collect();
    }
    falls
}
