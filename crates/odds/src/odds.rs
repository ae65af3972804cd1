//! The odds: the possible results of a roll and their probabilities, before any dice are rolled.
//!
//! [`answer`] works a [`Question`] out exactly if that is within the [`Effort`] allowed, and simulates it otherwise; the
//! [`Answer`] says which of the two it is. Everything here is pure: no clock, no files; what looks random comes from the
//! seed that is passed in. The same question has the same answer to the last bit: sums are kept in maps whose order is
//! defined, and threads' results are added up in whole numbers. [`words`] makes text of the odds and [`report`] JSON.
//!
//! Each mechanism has a file. [`enumerate`] is the definition that all are tested against: every way for the dice to fall,
//! resolved by the rules. [`sum`], [`edna`] and `scrud` are faster; `throws` too, where dice can be exchanged, and knows no
//! rule of its own; [`simulate`] is approximate where nothing is fast enough.

pub mod blow;
pub mod edna;
pub mod engagement;
pub mod enumerate;
pub mod fire;
pub mod forecast;
pub mod playout;
pub mod report;
mod scrud;
pub mod simulate;
pub mod statistics;
pub mod sum;
pub mod summary;
pub mod table;
pub mod units;
mod unknown;
pub mod variants;
pub mod weigh;
pub mod words;

mod case;
mod distribution;
mod effort;
mod lookup;
mod meter;
mod question;
mod throws;

pub use case::Case;
pub(crate) use case::Survivors;
pub use distribution::Distribution;
pub use effort::{Cost, Effort, Method};
pub use engagement::Engagement;
pub use meter::{Monitor, OddsError};
pub use question::{Question, Subject};
pub use summary::Summary;
pub use unknown::{unknown_odds, unknown_side, unknown_side_of};

use meter::Meter;
pub use simulate::Gist;
use simulate::Simulated;
use wardiary_base::{book::Rulebook, sides::CombatSide};
use wardiary_rules::rules::Roll;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Exact or simulated.
    pub method: Method,
    /// Every case that can happen (or did, in a simulation), with its probability.
    pub cases: Distribution<Case>,
    /// Of a simulation: the cases that are too many to be told apart, by their gist.
    pub rest: Distribution<Gist>,
    /// What a person would ask first.
    pub summary: Summary,
}

/// The odds of a question, under the rules of `book` unless it names its own: exact where `effort` allows it, and
/// simulated otherwise.
///
/// # Errors
/// Only [`OddsError::Cancelled`].
pub fn answer(book: &Rulebook, question: &Question, effort: &Effort, watch: Monitor) -> Result<Answer, OddsError> {
    // The estimate is right within a factor of three or so: what is far too large by it is not even tried.
    let hopeless = effort.exact == 0 || estimate(book, question).is_hopeless(effort);
    let exact = if hopeless { Err(OddsError::TooLarge) } else { exact(book, question, effort.exact, watch) };
    let (method, cases, rest) = match exact {
        Ok(cases) => (Method::Exact, cases, Distribution::default()),
        Err(OddsError::Cancelled) => return Err(OddsError::Cancelled),
        Err(OddsError::TooLarge) => {
            let played = simulate::simulate(book, question, effort.trials, effort.seed, watch)?;
            let Simulated { trials, cases, rest } = played;
            // The case of all others together is one more.
            let chances = cases.iter().map(|(_, p)| p).chain([rest.chance(|_| true)]);
            let error = chances.map(|p| simulate::standard_error(p, trials)).fold(0.0, f64::max);
            (Method::Simulated { trials, error }, cases, rest)
        }
    };
    let summary = Summary::of(book, question, &cases, &rest);
    Ok(Answer { method, cases, rest, summary })
}

/// The exact odds, if they can be had in so many steps and within the memory there is for it.
///
/// # Errors
/// Where it is too large, or was cancelled.
pub fn exact(
    book: &Rulebook,
    question: &Question,
    steps: u64,
    watch: Monitor,
) -> Result<Distribution<Case>, OddsError> {
    let rules = question.book(book);
    match &question.subject {
        Subject::Roll(Roll::Sum { dice, plus }) => {
            Ok(sum::total(*dice, *plus).map(|total| Case::Sum { total: *total }))
        }
        Subject::Roll(Roll::Edna { times, edna, dice }) => {
            let rules = edna::rules_with(&rules.edna, *dice);
            let tests = edna::in_a_row(&rules, *edna, *times);
            Ok(tests.map(|(acted, edna)| Case::Edna { acted: *acted, edna: *edna }))
        }
        // A roll is won, lost, or repeated, and each repetition is as fair as the first.
        Subject::Roll(Roll::Initiative) => {
            Ok(Distribution::collect(CombatSide::BOTH.map(|winner| (Case::Initiative { winner }, 0.5))))
        }
        Subject::Roll(Roll::Scrud(_)) | Subject::Combat(_) => scrud::exact(rules, question, &Meter::new(watch, steps)),
        // ---- dice tests and volleys
        Subject::Roll(Roll::Test(roll)) => {
            let passed = fire::passed(&vec![fire::passes(roll.test); roll.times.into()]);
            Ok(passed.map(|passed| Case::Tests { passed: *passed }))
        }
        Subject::Roll(Roll::Volley(roll)) => {
            let (dice, targets) = (roll.dice(rules), roll.targets(rules));
            let (dice, targets) = (dice.expect("a roll is read with its book"), targets.expect("as its dice are"));
            let targets: Vec<_> = targets.into_iter().map(|class| (class, roll.cover)).collect();
            let hits = fire::volley_within(&rules.volley, &targets, dice, &Meter::new(watch, steps))?;
            Ok(hits.map(|hits| Case::Volley { hits: hits.clone() }))
        }
        Subject::Roll(Roll::Blow(roll)) => Ok(blow::blows(&rules.stacks, *roll)),
        // ---- campaigns
        Subject::Roll(Roll::Table { name }) => {
            Ok(table::ways(rules, name).map(|rows| Case::Table { rows: rows.clone() }))
        }
    }
}

/// About how much exact work a question takes: to be asked before [`answer`], which may then be told to simulate.
/// Of a combat of several phases it is a guess, within a factor of three or so.
#[must_use]
pub fn estimate(book: &Rulebook, question: &Question) -> Cost {
    match &question.subject {
        Subject::Roll(Roll::Sum { dice, .. }) => {
            let reach = u64::from(dice.0) * u64::from(dice.1.sides());
            Cost { steps: reach * reach / 2 }
        }
        Subject::Roll(Roll::Edna { times, edna, .. }) => {
            Cost { steps: u64::from(*times) * u64::from(*times) * u64::from(*edna) * u64::from(*edna) }
        }
        Subject::Roll(Roll::Initiative) => Cost { steps: 1 },
        // ---- dice tests and volleys
        Subject::Roll(Roll::Test(roll)) => Cost { steps: u64::from(roll.times) * u64::from(roll.times) },
        Subject::Roll(Roll::Volley(roll)) => Cost { steps: roll.dice(question.book(book)).map_or(1, fire::steps) },
        // A check of the rulebook sees to it that a table has few ways to come out.
        Subject::Roll(Roll::Table { .. }) => Cost { steps: 1000 },
        Subject::Roll(Roll::Blow(roll)) => Cost { steps: u64::from(roll.times) * u64::from(roll.times) },
        Subject::Roll(Roll::Scrud(_)) | Subject::Combat(_) => scrud::estimate(question.book(book), question),
    }
}
