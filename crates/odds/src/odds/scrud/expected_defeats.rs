//! The expected defeats that each unit inflicts and suffers in a phase, exactly and fast. Source: RULES 2.2, 2.4.
//!
//! The mean of a sum is the sum of the means, and the dice of the two sides are independent. So it is enough to know
//! for each die the probability of each place and score; what stands opposite, and the lowest score of the enemy's unit
//! dice, depend on the other line only. The place of a die is the number of dice ahead of it. Given the die's score,
//! each other die is ahead independently with its own probability.
//!
//! A full bonus die that is beaten is a defeat of its side's lowest unit die. Then the calculation is conditional on
//! both dice.

use super::{
    Meter, OddsError,
    setup::SideDie,
    support::{self, SupportResults},
};
use crate::odds::Engagement;
use std::{cmp::Reverse, collections::BTreeMap};
use wardiary_base::{
    book::{Extras, Grade, LineUp, Rulebook, Ties},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::scrud::PhaseSide;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExpectedDefeats {
    /// Mean defeats inflicted by its dice.
    pub inflicted: f64,
    pub suffered: f64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideExpectation {
    pub troops: Vec<ExpectedDefeats>,
    /// Mean defeats inflicted by each support die from outside the line.
    pub support: Vec<f64>,
}

/// The expected results of both sides in a phase.
pub fn expected_defeats(
    book: &Rulebook,
    engagement: &Engagement,
    meter: &Meter,
) -> Result<BothSides<SideExpectation>, OddsError> {
    let mut shares = BothSides::from_fn(|side| SideExpectation {
        troops: vec![ExpectedDefeats::default(); engagement.parties[side].troops.len()],
        support: vec![0.0; engagement.support[side].len()],
    });
    for (results, p) in support::results(book, engagement, meter)? {
        let lines = BothSides::from_fn(|side| Line::new(book, engagement, &results, side));
        for side in CombatSide::BOTH {
            let pair = LinePair {
                book,
                own: &lines[side],
                enemy: &lines[side.opponent()],
                is_second: side == CombatSide::Second,
            };
            pair.add(p, &mut shares[side], meter)?;
        }
    }
    Ok(shares)
}

struct Line {
    dice: Vec<LineDie>,
    line_up: LineUp,
}

struct LineDie {
    grade: Grade,
    troop: Option<usize>,
    support: Option<usize>,
    /// Whether it is a defeat if the die is beaten.
    suffers: bool,
    scores: Vec<(i16, f64)>,
}

type ScoreProbabilities = BTreeMap<i16, f64>;

impl Line {
    fn new(book: &Rulebook, engagement: &Engagement, results: &SupportResults, side: CombatSide) -> Self {
        let party: &PhaseSide = &engagement.parties[side];
        let has_units = party.dice.iter().any(|die| die.troop.is_some());
        let mut joined = support::joins_line(&results[side]);
        let die = |(at, die): (usize, SideDie)| {
            let is_own = at < party.dice.len();
            LineDie {
                grade: die.grade,
                troop: die.troop,
                support: if is_own { None } else { joined.next() },
                suffers: is_own && has_units && !party.is_support(at),
                scores: match die.rolled {
                    Some(score) => vec![(score, 1.0)],
                    None => scores(book, die.grade),
                },
            }
        };
        let dice = support::dice_of(engagement, results, side).into_iter().enumerate().map(die).collect();
        Self { dice, line_up: book.scrud.line_up }
    }

    /// Sort key of the line-up, ascending.
    fn line_up_key(&self, at: usize, score: i16) -> (Reverse<i16>, Grade, bool, usize) {
        let die = &self.dice[at];
        match self.line_up {
            LineUp::Sorted => (Reverse(score), die.grade, die.troop.is_none(), at),
            LineUp::AsRolled => (Reverse(0), Grade(0), die.troop.is_none(), at),
        }
    }

    /// Sort key for the lowest unit die, ascending.
    fn lowest_key(&self, at: usize, score: i16) -> (i16, Reverse<Grade>, Reverse<usize>) {
        (score, Reverse(self.dice[at].grade), Reverse(at))
    }

    /// The probability of each place, jointly with the die showing `score`. With `lowest`, jointly with that die
    /// showing its score and being the lowest unit die.
    fn place_probabilities(&self, at: usize, score: i16, lowest: Option<(usize, i16)>) -> Vec<f64> {
        let chance = |at: usize, score: i16| {
            self.dice[at].scores.iter().find(|(other, _)| *other == score).map_or(0.0, |(_, p)| *p)
        };
        let mut places = vec![0.0; self.dice.len()];
        places[0] = chance(at, score);
        let own = self.line_up_key(at, score);
        let mut most = 0;
        for (other, die) in self.dice.iter().enumerate().filter(|(other, _)| *other != at) {
            let (mut ahead, mut behind) = (0.0, 0.0);
            for (shown, p) in &die.scores {
                let counts = lowest.is_none_or(|(low, least)| {
                    if other == low {
                        *shown == least
                    } else {
                        die.troop.is_none() || self.lowest_key(other, *shown) > self.lowest_key(low, least)
                    }
                });
                if counts {
                    *(if self.line_up_key(other, *shown) < own { &mut ahead } else { &mut behind }) += p;
                }
            }
            most += 1;
            for place in (0..=most).rev() {
                let from = if place > 0 { places[place - 1] * ahead } else { 0.0 };
                places[place] = places[place] * behind + from;
            }
        }
        places
    }

    /// The probability that a die shows this score and is the lowest unit die.
    fn lowest_probability(&self, at: usize, score: i16, p: f64) -> f64 {
        let own = self.lowest_key(at, score);
        let others = self.dice.iter().enumerate().filter(|(other, die)| *other != at && die.troop.is_some());
        let higher = |(other, die): (usize, &LineDie)| -> f64 {
            die.scores.iter().filter(|(shown, _)| self.lowest_key(other, *shown) > own).map(|(_, p)| p).sum()
        };
        p * others.map(higher).product::<f64>()
    }

    /// The score probabilities at each place, for the dice that match `asked`.
    fn scores_by_place(&self, asked: impl Fn(&LineDie) -> bool) -> Vec<ScoreProbabilities> {
        let mut shown = vec![ScoreProbabilities::new(); self.dice.len()];
        for (at, die) in self.dice.iter().enumerate().filter(|(_, die)| asked(die)) {
            for (score, _) in &die.scores {
                for (place, p) in self.place_probabilities(at, *score, None).into_iter().enumerate() {
                    *shown[place].entry(*score).or_insert(0.0) += p;
                }
            }
        }
        shown
    }

    /// Each unit die and score, with the probability that it is the lowest unit die with that score.
    fn lowest_die_probabilities(&self) -> Vec<(usize, i16, f64)> {
        let units = self.dice.iter().enumerate().filter(|(_, die)| die.troop.is_some());
        units
            .flat_map(|(at, die)| die.scores.iter().map(move |(s, p)| (at, *s, self.lowest_probability(at, *s, *p))))
            .collect()
    }
}

/// The possible scores of a die of a grade, with their probabilities.
pub(super) fn scores(book: &Rulebook, grade: Grade) -> Vec<(i16, f64)> {
    let faces = book.ladder.step(grade).die.sides();
    let mut scores = ScoreProbabilities::new();
    for face in 1..=faces {
        *scores.entry(book.ladder.score(grade, face)).or_insert(0.0) += 1.0 / f64::from(faces);
    }
    scores.into_iter().collect()
}

/// Both lines, seen from one side.
struct LinePair<'a> {
    book: &'a Rulebook,
    own: &'a Line,
    enemy: &'a Line,
    is_second: bool,
}

impl LinePair<'_> {
    /// Whether a score beats the score opposite; `defends` says whether the first is the defender's.
    fn beats(&self, score: i16, other: i16, defends: bool) -> bool {
        score > other || (score == other && defends && self.book.scrud.ties == Ties::Defender)
    }

    /// Whether an extra die beats the enemy's lowest die with score `lowest`.
    fn beats_lowest(&self, die: &LineDie, score: i16, lowest: i16) -> bool {
        match self.book.scrud.extras {
            Extras::BeatLowest => score > lowest,
            Extras::Ignored => false,
            Extras::OverHalf => 2 * score > i16::from(self.book.ladder.step(die.grade).die.sides()),
        }
    }

    fn add(&self, p: f64, shares: &mut SideExpectation, meter: &Meter) -> Result<(), OddsError> {
        let (own, enemy) = (self.own, self.enemy);
        let all = own.dice.len() + enemy.dice.len();
        meter.charge(all.pow(3).saturating_mul(8))?;
        let paired = own.dice.len().min(enemy.dice.len());
        let (opposite, beatable) = (enemy.scores_by_place(|_| true), enemy.scores_by_place(|die| die.suffers));
        let enemy_lowest = enemy.lowest_die_probabilities();
        let sum = |shown: &ScoreProbabilities, counts: &dyn Fn(i16) -> bool| -> f64 {
            shown.iter().filter(|(score, _)| counts(**score)).map(|(_, p)| p).sum()
        };
        // Defeats that a die suffers and inflicts in each place with a score.
        let suffers = |place: usize, score: i16| {
            opposite.get(place).map_or(0.0, |shown| sum(shown, &|other| self.beats(other, score, !self.is_second)))
        };
        let inflicts = |die: &LineDie, place: usize, score: i16| {
            if place < paired {
                return sum(&beatable[place], &|other| self.beats(score, other, self.is_second));
            }
            enemy_lowest.iter().filter(|(_, low, _)| self.beats_lowest(die, score, *low)).map(|(.., p)| p).sum()
        };
        for (at, die) in own.dice.iter().enumerate() {
            for (score, _) in &die.scores {
                for (place, q) in own.place_probabilities(at, *score, None).into_iter().enumerate() {
                    let inflicted = p * q * inflicts(die, place, *score);
                    if let Some(troop) = die.troop {
                        shares.troops[troop].inflicted += inflicted;
                        shares.troops[troop].suffered += p * q * suffers(place, *score);
                    } else if let Some(support) = die.support {
                        shares.support[support] += inflicted;
                    }
                }
            }
        }
        // The enemy's extra dice beat the lowest unit die, and full bonus dice that are beaten are its defeats too.
        let lowest = own.lowest_die_probabilities();
        let mut extras: BTreeMap<i16, f64> = BTreeMap::new();
        for (at, score, q) in &lowest {
            let Some(troop) = own.dice[*at].troop else { continue };
            let beat_it = *extras.entry(*score).or_insert_with(|| self.expected_extras(paired, *score));
            shares.troops[troop].suffered += p * q * beat_it;
        }
        for (bonus, die) in own.dice.iter().enumerate().filter(|(_, die)| die.troop.is_none() && die.suffers) {
            meter.charge(all.pow(2).saturating_mul(lowest.len()).saturating_mul(8))?;
            for (at, low, _) in &lowest {
                let Some(troop) = own.dice[*at].troop else { continue };
                for (score, _) in &die.scores {
                    let places = own.place_probabilities(bonus, *score, Some((*at, *low)));
                    let beaten = places.into_iter().enumerate().map(|(place, q)| q * suffers(place, *score));
                    shares.troops[troop].suffered += p * beaten.sum::<f64>();
                }
            }
        }
        Ok(())
    }

    /// Mean number of the enemy's extra dice that beat a lowest die with score `lowest`.
    fn expected_extras(&self, paired: usize, lowest: i16) -> f64 {
        let mut extras = 0.0;
        for (at, die) in self.enemy.dice.iter().enumerate() {
            for (score, _) in die.scores.iter().filter(|(score, _)| self.beats_lowest(die, *score, lowest)) {
                extras += self.enemy.place_probabilities(at, *score, None).into_iter().skip(paired).sum::<f64>();
            }
        }
        extras
    }
}
