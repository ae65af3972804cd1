//! The statistics of a roll: mean, variance, and the rank of its results among all possible ones. They are cached by
//! roll, since those of all rolls of a campaign may be needed at once.
//!
//! The value of a result is one number, higher if it is better for whoever rolled. It is the total of a sum; the EDNA
//! after a test; tests passed; hits; the damage of blows; 1 for an initiative won or an argument that succeeds. For the
//! blows of a Conflict it is the number of the first striker's side that hit, less the enemy's. For a phase of SCRUD it
//! is the defeats the first side inflicts less those it suffers, or the first side's surviving dice less the enemy's.
//!
//! Rolls have many ties, so a rank is three chances: of a worse, an equal and a better result. *Better than 91 of 100*
//! counts only the worse. The percentile is the chance of a worse result plus half of the chance of an equal one, so
//! that its mean over all results is one half for any roll.

use super::{
    Answer, Case, CoarseCase, Distribution, Effort, Engagement, Method, Monitor, OddsError, Question, Subject, answer,
    assessment::UNUSUAL_SHARE, edna, fire, lookup::Lookup, sum,
};
use std::{collections::BTreeSet, sync::Arc};
use wardiary_base::{
    book::Rulebook,
    sides::{BothSides, CombatSide},
};
use wardiary_rules::{
    notation::roll_text,
    rules::{
        ConflictBlow, OrderRoll, Outcome, Roll,
        dice_test::{RolledTests, TestRoll},
        volley::{ClassAndCover, TargetGroup},
    },
};

#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    pub method: Method,
    pub mean: f64,
    pub variance: f64,
    values: Distribution<i64>,
}

/// A roll is good if at most this share of all possible results is better, with equal ones counted half. So if nearly
/// all results are equal the roll is ordinary, even though few are better.
const GOOD_ROLL_SHARE: f64 = 0.25;

/// The rank of a result among all possible ones, as probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rank {
    pub worse: f64,
    /// The chance of an equal result.
    pub equal: f64,
    pub better: f64,
}

impl Rank {
    /// A suffix for rolls with rerolled dice, whose rank is among first rolls.
    pub const REROLL_NOTE: &str = "; among first rolls, but dice were rerolled";

    /// The share of worse results plus half of the equal ones.
    pub fn percentile(&self) -> f64 {
        self.worse + self.equal / 2.0
    }

    /// A description: `a lucky roll: only 8 of 100 are as good or better`. The limit for lucky rolls is
    /// [`UNUSUAL_SHARE`].
    pub fn describe_for_players(&self) -> String {
        self.verdict().map_or_else(|| Self::ONLY_RESULT.into(), |(word, why)| format!("{word}: {why}"))
    }

    /// The verdict and the reason for it.
    fn verdict(&self) -> Option<(&'static str, String)> {
        let (good, bad) = (self.better + self.equal, self.worse + self.equal);
        let few = |share: f64| if share < 0.005 { out_of_100(share) } else { format!("only {}", out_of_100(share)) };
        if self.worse <= 0.0 && self.better <= 0.0 {
            return None;
        }
        Some(match () {
            () if good <= UNUSUAL_SHARE + 1e-9 => ("a lucky roll", format!("{} are as good or better", few(good))),
            () if bad <= UNUSUAL_SHARE + 1e-9 => ("an unlucky roll", format!("{} are as bad or worse", few(bad))),
            () if self.better <= 0.0 => ("best possible result", format!("{} are as good", out_of_100(self.equal))),
            () if self.worse <= 0.0 => ("worst possible result", format!("{} are as bad", out_of_100(self.equal))),
            () if 1.0 - self.percentile() <= GOOD_ROLL_SHARE => {
                ("a good roll", format!("{} are better", out_of_100(self.better)))
            }
            () if self.percentile() <= GOOD_ROLL_SHARE => {
                ("a poor roll", format!("{} are worse", out_of_100(self.worse)))
            }
            () => (
                "an ordinary roll",
                format!("{} are better, {} worse", out_of_100(self.better), out_of_100(self.worse)),
            ),
        })
    }

    /// Shown if there are neither better nor worse results.
    const ONLY_RESULT: &str = "the only possible result";

    /// The longest description that fits, with `whose` as a prefix: drops the least important clauses first. `None` if
    /// nothing fits.
    pub fn describe_within(&self, whose: Option<&str>, again: bool, fits: impl Fn(&str) -> bool) -> Option<String> {
        let whose = whose.map_or(String::new(), |whose| format!("{whose}: "));
        let judged = self.verdict();
        let behind = if again { Self::REROLL_NOTE } else { "" };
        // First rolls are not all rolls, so that note is never dropped.
        let short = |word: &str| if again { format!("{word} among first rolls") } else { word.to_string() };
        let all =
            [format!("{}{behind}", self.describe_for_players())].into_iter().chain(judged.map(|(word, _)| short(word)));
        all.map(|phrase| format!("{whose}{phrase}")).find(|phrase| fits(phrase))
    }
}

/// A share as a count of 100, without rounding to 0 or 100 where that would mislead.
pub fn out_of_100(share: f64) -> String {
    match 100.0 * share {
        none if none <= 0.0 => "0 of 100".into(),
        few if few < 0.5 => "hardly any".into(),
        most if (99.5..100.0).contains(&most) && share < 1.0 - 1e-9 => "nearly all".into(),
        some => format!("{some:.0} of 100"),
    }
}

impl Statistics {
    fn new(method: Method, values: Distribution<i64>) -> Self {
        #[allow(clippy::cast_precision_loss, reason = "totals and counts are small")]
        let number = |value: &i64| *value as f64;
        Self { method, mean: values.mean(number), variance: values.variance(number), values }
    }

    pub fn rank(&self, value: i64) -> Rank {
        let (worse, better) = self.values.below_and_above(&value);
        Rank { worse, equal: self.values.probability(&value), better }
    }

    /// The smallest value whose cumulative share of results is at least `share` (0 to 1).
    pub fn percentile(&self, share: f64) -> i64 {
        self.values.percentile(share).copied().unwrap_or(0)
    }
}

fn case_value(case: &Case) -> i64 {
    match case {
        Case::Sum { total } => (*total).into(),
        // The rows of tables have no order of merit.
        Case::Table { .. } => 0,
        Case::Edna { edna, .. } => (*edna).into(),
        Case::Initiative { winner } => i64::from(*winner == CombatSide::First),
        Case::Defeats(BothSides { first, second }) => i64::from(*second) - i64::from(*first),
        Case::Survivors(left) => {
            let units = left.as_ref().map(|left| left.iter().map(|(_, n)| i64::from(*n)).sum::<i64>());
            units.first - units.second
        }
        Case::Tests { passed } => i64::try_from(*passed).unwrap_or(i64::MAX),
        Case::Volley { hits } => hits.iter().map(|n| i64::from(*n)).sum(),
        Case::Blows { damage, .. } => (*damage).into(),
    }
}

pub struct StatisticsCache {
    book: Arc<Rulebook>,
    cache: Lookup<String, Arc<Statistics>>,
    /// Questions too large for exact work, when only exact figures were acceptable.
    too_large: BTreeSet<String>,
}

impl StatisticsCache {
    pub fn new(book: Arc<Rulebook>) -> Self {
        Self { book, cache: Lookup::default(), too_large: BTreeSet::new() }
    }

    /// The statistics of a question, from the cache if they are as good as this effort allows. Errors:
    /// [`OddsError::Cancelled`]; if the effort has no trials, [`OddsError::TooLarge`] too.
    pub fn statistics(
        &mut self,
        question: &Question,
        effort: &Effort,
        watch: Monitor,
    ) -> Result<Arc<Statistics>, OddsError> {
        let key = cache_key(&self.book, question);
        if let Some(known) = self.cache.get(&key).filter(|known| known.method == Method::Exact || effort.exact == 0) {
            return Ok(Arc::clone(known));
        }
        if effort.trials == 0 {
            return self.exact_statistics(key, question, effort, watch);
        }
        let Answer { method, cases, rest, .. } = answer(&self.book, question, effort, watch)?;
        let of_rest =
            |coarse_case: &CoarseCase| i64::from(coarse_case.units.first) - i64::from(coarse_case.units.second);
        let values = cases.iter().map(|(case, p)| (case_value(case), p));
        let values = Distribution::collect(values.chain(rest.iter().map(|(coarse_case, p)| (of_rest(coarse_case), p))));
        let figures = Arc::new(Statistics::new(method, values));
        self.cache.insert(key, Arc::clone(&figures));
        Ok(figures)
    }

    /// Exact figures only. A question that was too large is not tried again.
    fn exact_statistics(
        &mut self,
        key: String,
        question: &Question,
        effort: &Effort,
        watch: Monitor,
    ) -> Result<Arc<Statistics>, OddsError> {
        fail_if!(self.too_large.contains(&key), OddsError::TooLarge);
        let hopeless = super::estimate(&self.book, question).is_hopeless(effort);
        let found =
            if hopeless { Err(OddsError::TooLarge) } else { super::exact(&self.book, question, effort.exact, watch) };
        match found {
            Ok(cases) => {
                let values = Distribution::collect(cases.iter().map(|(case, p)| (case_value(case), p)));
                let figures = Arc::new(Statistics::new(Method::Exact, values));
                self.cache.insert(key, Arc::clone(&figures));
                Ok(figures)
            }
            Err(stopped) => {
                if stopped == OddsError::TooLarge {
                    self.too_large.insert(key);
                }
                Err(stopped)
            }
        }
    }

    /// The rank of a roll's outcome.
    pub fn rank(&mut self, roll: &Roll, outcome: &Outcome, effort: &Effort, watch: Monitor) -> Result<Rank, OddsError> {
        let question = Question::from_roll(roll.clone());
        let case = Case::from_outcome(outcome, question.gives_survivors());
        Ok(self.statistics(&question, effort, watch)?.rank(case_value(&case)))
    }

    /// The rank of the dice of an order: for a phase, for the side that opened the combat; for several blows, for the
    /// side that struck first. `None` for the initiative and for random tables, which are no success of either side.
    /// Several differing tests, volleys and blows are fast, and not cached.
    pub fn rank_of_order(
        &mut self,
        rolled: &OrderRoll,
        effort: &Effort,
        watch: Monitor,
    ) -> Result<Option<Rank>, OddsError> {
        let (question, case) = match rolled {
            OrderRoll::Phase(fought) => {
                (Question::from_engagement(Engagement::from_fought(fought)), Case::Defeats(fought.phase.defeats))
            }
            // Ranked by whether it acted, which is the purpose of the test and the basis of luck.
            OrderRoll::Edna { from, tested, .. } => {
                let acts = edna::single_test(&self.book.edna, *from).map(|(acts, _)| i64::from(*acts));
                return Ok(Some(Statistics::new(Method::Exact, acts).rank(i64::from(tested.acts))));
            }
            OrderRoll::Tests { thrown, .. } => {
                let case = Case::Tests { passed: thrown.passed() };
                let (Some(test), Ok(times)) = (thrown.tests.first(), u8::try_from(thrown.tests.len())) else {
                    return Ok(Some(test_statistics(thrown).rank(case_value(&case))));
                };
                if thrown.tests.iter().any(|other| other != test) {
                    return Ok(Some(test_statistics(thrown).rank(case_value(&case))));
                }
                (Question::from_roll(Roll::Test(TestRoll { times, test: *test, roll_order: thrown.roll_order })), case)
            }
            OrderRoll::Volley { target_groups: marks, fired, .. } => {
                let targets: Vec<ClassAndCover> = marks.iter().map(TargetGroup::class_and_cover).collect();
                let dice = u8::try_from(fired.dice.len()).unwrap_or(u8::MAX);
                let hits = fire::volley(&self.book.volley, &targets, dice);
                let values = hits.map(|hits| case_value(&Case::Volley { hits: hits.clone() }));
                let case = Case::Volley { hits: fired.hits.clone() };
                return Ok(Some(Statistics::new(Method::Exact, values).rank(case_value(&case))));
            }
            // The initiative, the rows of a table and plain dice are no success of either side.
            OrderRoll::Initiative(_) | OrderRoll::Table { .. } | OrderRoll::Plain { .. } => return Ok(None),
            // An argument, like a test, only succeeds or fails.
            OrderRoll::Argument { dice, need, thrown } => {
                let met = |total: u16| i64::from(need.is_met(total));
                let values = sum::total(*thrown, 0).map(|total| met(u16::try_from(*total).unwrap_or(u16::MAX)));
                let total = dice.iter().map(|face| u16::from(*face)).sum();
                return Ok(Some(Statistics::new(Method::Exact, values).rank(met(total))));
            }
            OrderRoll::Blows(blows) => return Ok(rank_of_blows(&self.book, blows)),
        };
        Ok(Some(self.statistics(&question, effort, watch)?.rank(case_value(&case))))
    }
}

/// The rank of a round's blows by the hits of the first striker's side less those of the enemy. Each blow counts with
/// the powers at the time it was struck.
pub(super) fn rank_of_blows(book: &Rulebook, blows: &[ConflictBlow]) -> Option<Rank> {
    let by = blows.first()?.side;
    let mut values = Distribution::collect([(0, 1.0)]);
    let mut came = 0;
    for struck in blows {
        let worth = if struck.side == by { 1 } else { -1 };
        let hits = fire::hit_chance(&book.stacks, struck.ap, struck.dp);
        let with = values.iter().flat_map(|(value, p)| [(value + worth, p * hits), (*value, p * (1.0 - hits))]);
        values = Distribution::collect(with.collect::<Vec<_>>());
        came += if struck.damage.is_some() { worth } else { 0 };
    }
    Some(Statistics::new(Method::Exact, values).rank(came))
}

fn test_statistics(thrown: &RolledTests) -> Statistics {
    let chances: Vec<f64> = thrown.tests.iter().map(|test| fire::pass_chance(*test)).collect();
    let passed = fire::passed_distribution(&chances);
    Statistics::new(Method::Exact, passed.map(|passed| case_value(&Case::Tests { passed: *passed })))
}

/// The cache key of a question: the text of its roll, if it has one.
pub(super) fn cache_key(book: &Rulebook, question: &Question) -> String {
    let left = if question.gives_survivors() { "left of " } else { "" };
    match &question.subject {
        Subject::Roll(roll) => format!("{left}{}", roll_text(roll, book)),
        Subject::Combat(engagement) => {
            if let Some((roll, true)) = engagement.closest_roll(book) {
                return format!("{left}{}", roll_text(&Roll::Scrud(roll), book));
            }
            let mut bare = engagement.clone();
            for die in bare.parties.iter_mut().flat_map(|party| &mut party.dice) {
                (die.face, die.score) = (None, 0);
            }
            for die in bare.support.iter_mut().flatten() {
                (die.die.face, die.die.score) = (None, 0);
            }
            format!("{left}{bare:?}")
        }
    }
}
