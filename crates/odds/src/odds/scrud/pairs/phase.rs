//! A phase of pairs: who is beaten, and who is the lowest.

use super::going::Going;
use crate::odds::{Meter, OddsError, scrud::setup::SideDie, throws::scores};
use wardiary_base::{
    book::{Extras, Grade, Rulebook, Ties},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::scrud::{Party, Troop};

/// How many steps it takes to settle a result of all pairs.
pub(super) const STEPS_A_RESULT: u64 = 600;

/// What is left of a side: its units with their strength, and defeats left over.
pub(super) type SideLeft = (Vec<(Grade, u16)>, u16);

/// A way for the dice of a pair to fall, or for an extra die.
#[derive(Clone, Copy)]
pub(super) struct Fall {
    /// What each side's die shows, if it has one here.
    pub scores: BothSides<i16>,
    pub p: f64,
}

/// A result of a pair: whose unit suffers a full defeat, and how the dice may have fallen.
struct PairResult {
    beaten: BothSides<bool>,
    falls: Vec<Fall>,
}

/// A phase between two lines whose units come first, each with one die.
pub(super) struct PairPhase<'a> {
    pub book: &'a Rulebook,
    pub parties: &'a BothSides<Party>,
    /// Whether no other follows.
    pub last: bool,
    dice: &'a BothSides<Vec<SideDie>>,
    pairs: Vec<Vec<PairResult>>,
    /// The dice past the end of the shorter line.
    pub extras: Vec<Vec<Fall>>,
    longer: CombatSide,
    /// Whether they may count.
    extras_count: bool,
}

/// All that a score of the lowest unit die leaves open: how each pair and each extra die may have fallen.
pub(super) struct Case {
    /// The score.
    pub lowest: Option<i16>,
    pub falls: Vec<Vec<Fall>>,
    /// The chance of each number of extra dice that count.
    pub hits: Vec<f64>,
    /// The chance that the pairs fell in one of these ways.
    p: f64,
}

impl<'a> PairPhase<'a> {
    pub fn new(
        book: &'a Rulebook,
        parties: &'a BothSides<Party>,
        dice: &'a BothSides<Vec<SideDie>>,
        last: bool,
    ) -> Self {
        let shows = |die: &SideDie| -> Vec<(i16, f64)> {
            let cast = || scores(book, die.grade).into_iter().map(|(score, _, p)| (score, p)).collect();
            die.rolled.map_or_else(cast, |score| vec![(score, 1.0)])
        };
        let pair = |(first, second): (&SideDie, &SideDie)| {
            let mut results: Vec<PairResult> = Vec::new();
            for (a, p_a) in shows(first) {
                for (b, p_b) in shows(second) {
                    let margin = (a - b).abs();
                    let full = !(book.scrud.margins && margin == 1);
                    let first_loses = a < b || (a == b && book.scrud.ties == Ties::Defender);
                    let beaten = BothSides::new(
                        full && first_loses && first.troop.is_some(),
                        full && a > b && second.troop.is_some(),
                    );
                    let fall = Fall { scores: BothSides::new(a, b), p: p_a * p_b };
                    match results.iter_mut().find(|result| result.beaten == beaten) {
                        Some(result) => result.falls.push(fall),
                        None => results.push(PairResult { beaten, falls: vec![fall] }),
                    }
                }
            }
            results
        };
        let pairs: Vec<_> = dice.first.iter().zip(&dice.second).map(pair).collect();
        let longer = if dice.first.len() > dice.second.len() { CombatSide::First } else { CombatSide::Second };
        let extra = |die: &SideDie| {
            let fall = |(score, p)| {
                let mut scores = BothSides::default();
                scores[longer] = score;
                Fall { scores, p }
            };
            shows(die).into_iter().map(fall).collect::<Vec<_>>()
        };
        let extras: Vec<_> = dice[longer][pairs.len()..].iter().map(extra).collect();
        let has_units = !parties[longer.opponent()].troops.is_empty();
        let extras_count = !extras.is_empty() && has_units && book.scrud.extras != Extras::Ignored;
        Self { book, parties, last, dice, pairs, extras, longer, extras_count }
    }

    /// All that can be left, each with a part of its chance.
    pub fn each(
        &self,
        meter: &Meter,
        mut add: impl FnMut(&BothSides<SideLeft>, f64) -> Result<(), OddsError>,
    ) -> Result<(), OddsError> {
        let mut result = vec![0; self.pairs.len()];
        loop {
            let these: Vec<&PairResult> = self.pairs.iter().zip(&result).map(|(pair, at)| &pair[*at]).collect();
            self.settle(&these, meter, &mut add)?;
            let Some(at) = (0..result.len()).find(|at| result[*at] + 1 < self.pairs[*at].len()) else { return Ok(()) };
            result[..at].fill(0);
            result[at] += 1;
        }
    }

    /// What is left by these results.
    fn settle(
        &self,
        results: &[&PairResult],
        meter: &Meter,
        add: &mut impl FnMut(&BothSides<SideLeft>, f64) -> Result<(), OddsError>,
    ) -> Result<(), OddsError> {
        let beaten = BothSides::from_fn(|side| {
            let of = |unit: usize| results.get(unit).is_some_and(|result| result.beaten[side]);
            (0..self.parties[side].troops.len()).map(|unit| u16::from(of(unit))).collect::<Vec<u16>>()
        });
        if !self.extras_count {
            let falls: Vec<Vec<Fall>> = results.iter().map(|result| result.falls.clone()).collect();
            let p = falls.iter().map(|falls| sum(falls)).product();
            let case = Case { lowest: None, falls: self.with_extras(falls), hits: vec![1.0], p };
            return self.go(&[case], &beaten, 0, meter, add);
        }
        let shorter = self.longer.opponent();
        for lowest in 0..self.parties[shorter].troops.len() {
            let cases = self.cases(results, lowest);
            meter.charge(results.len() * 100)?;
            for hits in 0..=self.extras.len() {
                let mut beaten = beaten.clone();
                beaten[shorter][lowest] += u16::try_from(hits).unwrap_or(u16::MAX);
                if cases.iter().any(|case| case.hits[hits] > 0.0) {
                    self.go(&cases, &beaten, hits, meter, add)?;
                }
            }
        }
        Ok(())
    }

    /// What is left where so many extra dice count, the units have these full defeats, and the dice fell by one of the cases.
    fn go(
        &self,
        cases: &[Case],
        beaten: &BothSides<Vec<u16>>,
        hits: usize,
        meter: &Meter,
        add: &mut impl FnMut(&BothSides<SideLeft>, f64) -> Result<(), OddsError>,
    ) -> Result<(), OddsError> {
        let sides = BothSides::from_fn(|side| Going::new(self, side, &beaten[side]));
        meter.charge(300)?;
        if sides.iter().all(|side| side.choose == 0) {
            let p = cases.iter().map(|case| case.p * case.hits[hits]).sum();
            return add(&sides.map(|side| side.left(&[])), p);
        }
        for case in cases.iter().filter(|case| case.hits[hits] > 0.0) {
            for (gone, p) in Going::choices(self, &sides, (case, hits), meter)? {
                let left = BothSides::from_fn(|side| sides[side].left(&gone[side]));
                add(&left, p)?;
            }
        }
        Ok(())
    }

    /// By each score that a unit of the shorter line may show, how the dice may have fallen where it is the lowest.
    fn cases(&self, results: &[&PairResult], lowest: usize) -> Vec<Case> {
        let shorter = self.longer.opponent();
        let units = &self.parties[shorter].troops;
        let mut scores: Vec<i16> = results[lowest].falls.iter().map(|fall| fall.scores[shorter]).collect();
        scores.sort_unstable();
        scores.dedup();
        let case = |score: i16| {
            let may_fall = |at: usize, shown: i16| match units.get(at) {
                _ if at == lowest => shown == score,
                // Equal scores: the worst grade, then the last.
                Some(unit) => {
                    let before = (unit.grade, at) < (units[lowest].grade, lowest);
                    shown > score || (shown == score && before)
                }
                None => true,
            };
            let of = |(at, result): (usize, &&PairResult)| -> Vec<Fall> {
                result.falls.iter().filter(|fall| may_fall(at, fall.scores[shorter])).copied().collect()
            };
            let falls: Vec<Vec<Fall>> = results.iter().enumerate().map(of).collect();
            let p = falls.iter().map(|falls| sum(falls)).product::<f64>();
            Case { lowest: Some(score), falls: self.with_extras(falls), hits: self.hits(score), p }
        };
        scores.into_iter().map(case).filter(|case| case.p > 0.0).collect()
    }

    fn with_extras(&self, mut falls: Vec<Vec<Fall>>) -> Vec<Vec<Fall>> {
        falls.extend(self.extras.iter().cloned());
        falls
    }

    /// The chance of each number of extra dice that count, where the lowest unit die shows this.
    fn hits(&self, lowest: i16) -> Vec<f64> {
        let mut chances = vec![1.0];
        for (at, falls) in self.extras.iter().enumerate() {
            let hit: f64 = falls.iter().filter(|fall| self.counts(at, fall, Some(lowest))).map(|fall| fall.p).sum();
            let mut next = vec![0.0; chances.len() + 1];
            for (hits, p) in chances.into_iter().enumerate() {
                next[hits] += p * (1.0 - hit);
                next[hits + 1] += p * hit;
            }
            chances = next;
        }
        chances
    }

    /// Whether an extra die counts that shows this, as a full defeat of the lowest.
    pub fn counts(&self, extra: usize, fall: &Fall, lowest: Option<i16>) -> bool {
        let score = fall.scores[self.longer];
        let over = lowest.map_or(0, |lowest| score - lowest);
        match self.book.scrud.extras {
            Extras::BeatLowest => over > i16::from(self.book.scrud.margins),
            Extras::Ignored => false,
            Extras::OverHalf => {
                let die = &self.dice[self.longer][self.pairs.len() + extra];
                lowest.is_some() && 2 * score > i16::from(self.book.ladder.step(die.grade).die.sides())
            }
        }
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// The troops of a side.
    pub fn troops(&self, side: CombatSide) -> &[Troop] {
        &self.parties[side].troops
    }
}

/// The chance of all of them together.
pub(super) fn sum(falls: &[Fall]) -> f64 {
    falls.iter().map(|fall| fall.p).sum()
}
