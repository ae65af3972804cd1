//! The odds: what a roll can come to, and with what chance, before a die has fallen.
//!
//! [`answer`] works a [`Question`] out exactly where that is within the [`Effort`] it is given, and simulates it
//! otherwise; the [`Answer`] says which of the two it is. Everything here is pure: no clock, no files; what looks random
//! comes from the seed that is passed in. Text and JSON are [`report`]'s and the command line's, bars the screen's.
//!
//! Each mechanism has a file. [`enumerate`] is the definition that all are held to: every way for the dice to fall, resolved
//! by the rules. [`sum`], [`edna`] and `scrud` get there faster, [`simulate`] gets near where nothing gets there.

pub mod blow;
pub mod course;
pub mod edna;
pub mod engagement;
pub mod enumerate;
pub mod figures;
pub mod fire;
pub mod forecast;
pub mod report;
mod scrud;
pub mod simulate;
pub mod sum;
pub mod summary;
pub mod units;
pub mod variants;
pub mod words;

mod distribution;
mod meter;

pub use distribution::Distribution;
pub use engagement::Engagement;
pub use meter::{MOST_KEPT, Stopped, Watch};
pub use summary::Summary;

use crate::{
    book::{Grade, Rulebook},
    rules::{Outcome, Roll, roll::ScrudRoll},
};
use meter::Meter;

/// What somebody wants to know the odds of.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is to be rolled.
    pub subject: Subject,
    /// Of a combat: what is left of the sides, rather than how many defeats they suffered. More than one phase always
    /// asks for what is left.
    pub left: bool,
}

/// What is to be rolled.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A roll of the notation.
    Roll(Roll),
    /// The next phase of a combat between units that are there: troops, dice, support and defeats left over as the
    /// rules would line them up.
    Combat(Box<Engagement>),
}

impl Question {
    /// The odds of a roll; of a combat of one phase, the defeats.
    #[must_use]
    pub fn of(roll: Roll) -> Self {
        Self { subject: Subject::Roll(roll), left: false }
    }

    /// The odds of the next phase of a combat in a campaign; see [`Subject::Combat`].
    #[must_use]
    pub fn of_engagement(engagement: impl Into<Engagement>) -> Self {
        Self { subject: Subject::Combat(Box::new(engagement.into())), left: false }
    }

    /// The same, asked for what is left of the sides.
    #[must_use]
    pub fn left(self) -> Self {
        Self { left: true, ..self }
    }

    /// The rules that hold: those the roll names, or `book`.
    #[must_use]
    pub fn book<'a>(&'a self, book: &'a Rulebook) -> &'a Rulebook {
        match &self.subject {
            Subject::Roll(roll) => roll.book(book),
            Subject::Combat(_) => book,
        }
    }

    /// Whether the answer tells what is left.
    #[must_use]
    pub fn tells_left(&self) -> bool {
        self.left || matches!(&self.subject, Subject::Roll(Roll::Scrud(ScrudRoll { phases: 2.., .. })))
    }
}

/// What is left of a side: how many of which grade, best first; empty, where nobody is. Support dice are not counted.
pub type Left = Vec<(Grade, u16)>;

/// What a question can come to, as far as the odds tell one thing from another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Case {
    /// A total.
    Sum {
        /// Dice and what was added.
        total: i32,
    },
    /// EDNA tests in a row.
    Edna {
        /// In how many the unit acted.
        acted: u8,
        /// Its EDNA afterwards.
        edna: u8,
    },
    /// The initiative.
    Initiative {
        /// 0 the first side, 1 the second.
        winner: usize,
    },
    /// Defeats that each side suffered in a phase.
    Defeats([u16; 2]),
    /// What is left of each side.
    Left([Left; 2]),
    // ---- dice tests and volleys
    /// How many tests passed.
    Tests {
        /// Of all that were thrown.
        passed: usize,
    },
    /// A volley.
    Volley {
        /// Hits on each target class, in the order in which they were named.
        hits: Vec<u16>,
    },
    /// Blows.
    Blows {
        /// How many hit.
        hits: u8,
        /// The damage they do together.
        damage: u32,
    },
}

impl Case {
    /// What an outcome counts as, where what is `left` is asked for or not.
    #[must_use]
    pub fn of(outcome: &Outcome, left: bool) -> Self {
        match outcome {
            Outcome::Sum { total } => Self::Sum { total: *total },
            Outcome::Edna { acted, edna, .. } => Self::Edna { acted: *acted, edna: *edna },
            Outcome::Scrud { left: grades, .. } if left => Self::Left(grades.clone()),
            Outcome::Scrud { defeats, .. } => Self::Defeats(*defeats),
            Outcome::Initiative { winner } => Self::Initiative { winner: *winner },
            // ---- dice tests and volleys
            Outcome::Tests(thrown) => Self::Tests { passed: thrown.passed() },
            Outcome::Volley { fired, .. } => Self::Volley { hits: fired.hits.clone() },
            Outcome::Blows(blows) => {
                let damage = blows.iter().filter_map(|blow| blow.damage);
                let hits = u8::try_from(damage.clone().count()).expect("a roll has 100 blows at the most");
                Self::Blows { hits, damage: damage.sum() }
            }
        }
    }
}

/// How much an answer may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most steps of exact work, 0 to simulate in any case. See [`Cost`] for what a step is.
    pub exact: u64,
    /// How many times it is played out where it can't be exact.
    pub trials: u64,
    /// What simulated dice are derived from.
    pub seed: u64,
}

impl Effort {
    /// What a person waits for at the command line: a minute or so of exact work, or a million trials.
    pub const PATIENT: Self = Self { exact: 20_000_000_000, trials: 1_000_000, seed: 0 };
    /// What a screen shows without a stutter: exact within a quarter of a second, or a hundred thousand trials.
    pub const AT_ONCE: Self = Self { exact: 250 * Cost::STEPS_A_MILLISECOND, trials: 100_000, seed: 0 };

    /// To play it out so many times and no more.
    #[must_use]
    pub fn simulated(trials: u64, seed: u64) -> Self {
        Self { exact: 0, trials, seed }
    }
}

/// How many times more than is granted an estimate must be, for exact work not to be tried.
const HOPELESS: u64 = 8;

/// What exact work would cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// Steps: additions of one probability to another.
    pub steps: u64,
}

impl Cost {
    /// How many steps a machine of our day makes in a millisecond, on one core, with something to spare.
    pub const STEPS_A_MILLISECOND: u64 = 300_000;

    /// Whether it is so far beyond what is granted that exact work is not even tried.
    #[must_use]
    pub fn is_hopeless(self, effort: &Effort) -> bool {
        self.steps / HOPELESS > effort.exact
    }

    /// Whether that is done within so many milliseconds.
    #[must_use]
    pub fn within(self, milliseconds: u64) -> bool {
        self.steps <= milliseconds.saturating_mul(Self::STEPS_A_MILLISECOND)
    }
}

/// Which kind of answer it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Exact, but for rounding below 10⁻¹².
    Exact,
    /// Played out.
    Simulated {
        /// So many times.
        trials: u64,
        /// The standard error of the least certain result's probability.
        error: f64,
    },
}

/// The odds.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Exact or simulated.
    pub method: Method,
    /// Every case that can happen (or did, in a simulation), with its probability.
    pub cases: Distribution<Case>,
    /// What a person would ask first.
    pub summary: Summary,
}

/// The odds of a question, under the rules of `book` unless it names its own: exact where `effort` allows it, and
/// simulated otherwise.
///
/// # Errors
/// Only [`Stopped::Cancelled`].
pub fn answer(book: &Rulebook, question: &Question, effort: &Effort, watch: Watch) -> Result<Answer, Stopped> {
    // What is far too large by the estimate, which is right within a factor of three or so, is not even tried.
    let hopeless = effort.exact == 0 || estimate(book, question).is_hopeless(effort);
    let exact = if hopeless { Err(Stopped::TooLarge) } else { exact(book, question, effort.exact, watch) };
    let (method, cases) = match exact {
        Ok(cases) => (Method::Exact, cases),
        Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
        Err(Stopped::TooLarge) => {
            let trials = effort.trials.max(1);
            let cases = simulate::simulate(book, question, trials, effort.seed, watch)?;
            let error = cases.iter().map(|(_, p)| simulate::standard_error(p, trials)).fold(0.0, f64::max);
            (Method::Simulated { trials, error }, cases)
        }
    };
    let summary = Summary::of(book, question, &cases);
    Ok(Answer { method, cases, summary })
}

/// The exact odds, if they can be had in so many steps and within [`MOST_KEPT`].
///
/// # Errors
/// Where it is too large, or was cancelled.
pub fn exact(book: &Rulebook, question: &Question, steps: u64, watch: Watch) -> Result<Distribution<Case>, Stopped> {
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
        // A throw is won, lost, or thrown again, and what is thrown again is as fair as the first throw.
        Subject::Roll(Roll::Initiative) => {
            Ok(Distribution::collect([0, 1].map(|winner| (Case::Initiative { winner }, 0.5))))
        }
        Subject::Roll(Roll::Scrud(_)) | Subject::Combat(_) => {
            scrud::exact(rules, question, &Meter::new(watch, steps)).or_else(|stopped| {
                match (stopped, &question.subject) {
                    // What the fast way does not reach may still be small enough to be tried out.
                    (Stopped::TooLarge, Subject::Roll(roll)) => {
                        let most = enumerate::MOST_WAYS.min(steps / enumerate::STEPS_A_WAY);
                        let ways = enumerate::enumerate(book, roll, question.tells_left(), most, watch)?;
                        Ok(ways.distribution())
                    }
                    _ => Err(stopped),
                }
            })
        }
        // ---- dice tests and volleys
        Subject::Roll(Roll::Test(roll)) => {
            let passed = fire::passed(&vec![fire::passes(roll.test); roll.times.into()]);
            Ok(passed.map(|passed| Case::Tests { passed: *passed }))
        }
        Subject::Roll(Roll::Volley(roll)) => {
            let (dice, targets) = (roll.dice(rules), roll.targets(rules));
            let (dice, targets) = (dice.expect("a roll is read with its book"), targets.expect("as its dice are"));
            let hits = fire::volley_within(&rules.volley, &targets, (dice, roll.cover), &Meter::new(watch, steps))?;
            Ok(hits.map(|hits| Case::Volley { hits: hits.clone() }))
        }
        Subject::Roll(Roll::Blow(roll)) => Ok(blow::blows(&rules.stacks, *roll)),
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
        Subject::Roll(Roll::Blow(roll)) => Cost { steps: u64::from(roll.times) * u64::from(roll.times) },
        Subject::Roll(Roll::Scrud(_)) | Subject::Combat(_) => scrud::estimate(question.book(book), question),
    }
}
