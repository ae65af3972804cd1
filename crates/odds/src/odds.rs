//! The odds: the possible results of a roll and their probabilities, before any dice are rolled.
//!
//! [`answer`] solves a [`Question`] exactly if that fits within the allowed [`Effort`], and simulates it otherwise; the
//! [`Answer`] says which. Everything here is pure: no clock and no files; pseudo-random numbers come from the given
//! seed. The same question has the same answer to the last bit: sums are kept in maps with a defined order, and results
//! of threads are added as integers. [`words`] formats odds as text and [`report`] as JSON.
//!
//! Each mechanism has a file. [`enumerate`] is the reference for all tests: it resolves every possible roll by the
//! rules. [`sum`], [`edna`] and [`scrud`] are faster. `dice_outcomes` is faster where dice are interchangeable, and has
//! no rules of its own. [`simulate`] is approximate, for questions that are too large for exact work.

pub mod assessment;
pub mod edna;
pub mod engagement;
pub mod enumerate;
pub mod fire;
pub mod forecast;
pub mod playout;
pub mod report;
pub mod scrud;
pub mod simulate;
pub mod statistics;
pub mod sum;
pub mod summary;
pub mod table;
pub mod units;
pub mod variants;
pub mod words;

mod dice_outcomes;
mod distribution;
mod limits;
mod lookup;
mod question;

pub use distribution::Distribution;
pub use engagement::Engagement;
pub use limits::{Cost, Effort, Meter, Method, Monitor, OddsError};
pub use question::{Case, Question, Subject, unknown_odds_text, unknown_side, unknown_side_of};
pub(crate) use question::{Survivors, is_unknown};
pub use summary::Summary;

pub use simulate::CoarseCase;
use simulate::Simulation;
use wardiary_base::{book::Rulebook, sides::CombatSide};
use wardiary_rules::rules::Roll;

#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub method: Method,
    /// Every case that can happen, or that came up in a simulation, with its probability.
    pub cases: Distribution<Case>,
    /// The coarse cases of simulated cases beyond the limit on separately counted ones.
    pub rest: Distribution<CoarseCase>,
    pub summary: Summary,
}

/// The odds of a question, under the rules of `book` unless the question names its own. Exact if `effort` allows it,
/// simulated otherwise.
pub fn answer(book: &Rulebook, question: &Question, effort: &Effort, watch: Monitor) -> Result<Answer, OddsError> {
    // The estimate is right within a factor of about three, so exact work far above the limit is not started.
    let hopeless = effort.exact == 0 || estimate(book, question).is_hopeless(effort);
    let exact = if hopeless { Err(OddsError::TooLarge) } else { exact(book, question, effort.exact, watch) };
    let (method, cases, rest) = match exact {
        Ok(cases) => (Method::Exact, cases, Distribution::default()),
        Err(OddsError::Cancelled) => return Err(OddsError::Cancelled),
        Err(OddsError::TooLarge) => {
            let played = simulate::simulate(book, question, effort.trials, effort.seed, watch)?;
            let Simulation { trials, cases, case_gists: rest } = played;
            // The cases in `rest` count as one more case.
            let chances = cases.iter().map(|(_, p)| p).chain([rest.chance(|_| true)]);
            let error = chances.map(|p| simulate::standard_error(p, trials)).fold(0.0, f64::max);
            (Method::Simulated { trials, error }, cases, rest)
        }
    };
    let summary = Summary::new(book, question, &cases, &rest);
    Ok(Answer { method, cases, rest, summary })
}

/// The exact odds, within the given number of steps and the memory limit. Fails if the question is too large, or the
/// work was cancelled.
pub fn exact(
    book: &Rulebook,
    question: &Question,
    steps: u64,
    watch: Monitor,
) -> Result<Distribution<Case>, OddsError> {
    let rules = question.book(book);
    match &question.subject {
        Subject::Roll(Roll::Sum { formula, .. }) => {
            Ok(sum::formula_total(formula).map(|total| Case::Sum { total: *total }))
        }
        Subject::Roll(Roll::Edna { times, edna, dice }) => {
            let rules = edna::rules_with(&rules.edna, *dice);
            let tests = edna::consecutive_tests(&rules, *edna, *times);
            Ok(tests.map(|(acted, edna)| Case::Edna { acted: *acted, edna: *edna }))
        }
        // A roll is won, lost or tied; a tie is rolled again with the same chances.
        Subject::Roll(Roll::Initiative) => {
            Ok(Distribution::collect(CombatSide::BOTH.map(|winner| (Case::Initiative { winner }, 0.5))))
        }
        Subject::Roll(Roll::Scrud(_)) | Subject::Combat(_) => scrud::exact(rules, question, &Meter::new(watch, steps)),
        Subject::Roll(Roll::Test(roll)) => {
            let passed = fire::passed_distribution(&vec![fire::pass_chance(roll.test); roll.times.into()]);
            Ok(passed.map(|passed| Case::Tests { passed: *passed }))
        }
        Subject::Roll(Roll::Volley(roll)) => {
            let (dice, targets) = (roll.dice(rules), roll.targets(rules));
            let (dice, targets) = (dice.expect("a roll is read with its book"), targets.expect("as its dice are"));
            let targets: Vec<_> = targets.into_iter().map(|class| (class, roll.cover)).collect();
            let hits = fire::volley_metered(&rules.volley, &targets, dice, &Meter::new(watch, steps))?;
            Ok(hits.map(|hits| Case::Volley { hits: hits.clone() }))
        }
        Subject::Roll(Roll::Blow(roll)) => Ok(fire::blows_distribution(&rules.stacks, *roll)),
        Subject::Roll(Roll::Table { name }) => {
            Ok(table::outcomes(rules, None, name).map(|rows| Case::Table { rows: rows.clone() }))
        }
    }
}

/// Estimates the exact work for a question, so that a caller can tell [`answer`] to simulate instead. For a combat of
/// several phases the estimate is right within a factor of about three.
pub fn estimate(book: &Rulebook, question: &Question) -> Cost {
    match &question.subject {
        Subject::Roll(Roll::Sum { formula, .. }) => Cost { steps: sum::formula_steps(formula) },
        Subject::Roll(Roll::Edna { times, edna, .. }) => {
            Cost { steps: u64::from(*times) * u64::from(*times) * u64::from(*edna) * u64::from(*edna) }
        }
        Subject::Roll(Roll::Initiative) => Cost { steps: 1 },
        Subject::Roll(Roll::Test(roll)) => Cost { steps: u64::from(roll.times) * u64::from(roll.times) },
        Subject::Roll(Roll::Volley(roll)) => {
            Cost { steps: roll.dice(question.book(book)).map_or(1, fire::volley_steps) }
        }
        // The rulebook's validation limits the number of outcomes of a table.
        Subject::Roll(Roll::Table { .. }) => Cost { steps: 1000 },
        Subject::Roll(Roll::Blow(roll)) => Cost { steps: u64::from(roll.times) * u64::from(roll.times) },
        Subject::Roll(Roll::Scrud(_)) | Subject::Combat(_) => scrud::estimate(question.book(book), question),
    }
}
