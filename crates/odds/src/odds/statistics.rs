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
    Answer, Case, Distribution, Effort, Engagement, Gist, Method, Monitor, OddsError, Question, Subject, answer, blow,
    edna, fire, lookup::Lookup, sum, weigh::FAR,
};
use std::{collections::BTreeSet, sync::Arc};
use wardiary_base::{
    book::Rulebook,
    sides::{BothSides, CombatSide},
};
use wardiary_rules::{
    notation::roll_text,
    rules::{
        Outcome, Roll, Rolled, Struck,
        dice_test::{TestRoll, Thrown},
        volley::{Judged, Mark},
    },
};

#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    pub method: Method,
    /// The mean value of the results.
    pub mean: f64,
    pub variance: f64,
    values: Distribution<i64>,
}

/// A roll is good if at most this share of all possible results is better, with equal ones counted half. So if nearly
/// all results are equal the roll is ordinary, even though few are better.
const GOOD: f64 = 0.25;

/// The rank of a result among all possible ones, as probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rank {
    pub worse: f64,
    /// The chance of an equal result.
    pub same: f64,
    pub better: f64,
}

impl Rank {
    /// A suffix for rolls with re-rolled dice, whose rank is among first throws.
    pub const AGAIN: &str = "; among first throws, but dice were thrown again";

    /// The share of worse results plus half of the equal ones.
    pub fn percentile(&self) -> f64 {
        self.worse + self.same / 2.0
    }

    /// `better than 91 of 100 throws`, or `worse than` if that share is greater, and the share of equal results.
    pub fn describe(&self) -> String {
        self.compared()
            .map_or_else(|| Self::ONLY_RESULT.into(), |than| format!("{than} throws, as good as {}", of_100(self.same)))
    }

    /// A description for players: `a lucky roll: only 8 of 100 are as good or better`. The limit for lucky rolls is
    /// [`FAR`].
    pub fn in_words(&self) -> String {
        self.verdict().map_or_else(|| Self::ONLY_RESULT.into(), |(word, why)| format!("{word}: {why}"))
    }

    /// The verdict and the reason for it.
    fn verdict(&self) -> Option<(&'static str, String)> {
        let (good, bad) = (self.better + self.same, self.worse + self.same);
        let few = |share: f64| if share < 0.005 { of_100(share) } else { format!("only {}", of_100(share)) };
        self.compared()?;
        Some(match () {
            () if good <= FAR + 1e-9 => ("a lucky roll", format!("{} are as good or better", few(good))),
            () if bad <= FAR + 1e-9 => ("an unlucky roll", format!("{} are as bad or worse", few(bad))),
            () if self.better <= 0.0 => ("the best there could be", format!("{} come to that", of_100(self.same))),
            () if self.worse <= 0.0 => ("the worst there could be", format!("{} come to that", of_100(self.same))),
            () if 1.0 - self.percentile() <= GOOD => ("a good roll", format!("{} are better", of_100(self.better))),
            () if self.percentile() <= GOOD => ("a poor roll", format!("{} are worse", of_100(self.worse))),
            () => ("an ordinary roll", format!("{} are better, {} worse", of_100(self.better), of_100(self.worse))),
        })
    }

    /// Shown if there are neither better nor worse results.
    const ONLY_RESULT: &str = "the only result there is";

    /// `better than 91 of 100`, or `worse than` if that share is greater.
    fn compared(&self) -> Option<String> {
        let (word, share) = if self.worse >= self.better { ("better", self.worse) } else { ("worse", self.better) };
        (share > 0.0).then(|| format!("{word} than {}", of_100(share)))
    }

    /// The longest description that fits, with `whose` as a prefix: drops the least important clauses first. `None` if
    /// nothing fits.
    pub fn describe_within(&self, whose: Option<&str>, again: bool, fits: impl Fn(&str) -> bool) -> Option<String> {
        let whose = whose.map_or(String::new(), |whose| format!("{whose}: "));
        let judged = self.verdict();
        let behind = if again { Self::AGAIN } else { "" };
        // First throws are not all throws, so that note is never dropped.
        let short = |word: &str| if again { format!("{word} among first throws") } else { word.to_string() };
        let all = [format!("{}{behind}", self.in_words())].into_iter().chain(judged.map(|(word, _)| short(word)));
        all.map(|said| format!("{whose}{said}")).find(|said| fits(said))
    }
}

/// A share as a count of 100, without rounding to 0 or 100 where that would mislead.
pub fn of_100(share: f64) -> String {
    match 100.0 * share {
        none if none <= 0.0 => "0 of 100".into(),
        few if few < 0.5 => "hardly any".into(),
        most if (99.5..100.0).contains(&most) && share < 1.0 - 1e-9 => "nearly all".into(),
        some => format!("{some:.0} of 100"),
    }
}

impl Statistics {
    fn of(method: Method, values: Distribution<i64>) -> Self {
        #[allow(clippy::cast_precision_loss, reason = "totals and counts are small")]
        let number = |value: &i64| *value as f64;
        Self { method, mean: values.mean(number), variance: values.variance(number), values }
    }

    pub fn rank(&self, value: i64) -> Rank {
        let (worse, better) = self.values.standing(&value);
        Rank { worse, same: self.values.p(&value), better }
    }

    /// The smallest value whose cumulative share of results is at least `share` (0 to 1).
    pub fn percentile(&self, share: f64) -> i64 {
        self.values.percentile(share).copied().unwrap_or(0)
    }
}

fn value(case: &Case) -> i64 {
    match case {
        Case::Sum { total } => (*total).into(),
        // The rows of tables have no order of merit.
        Case::Table { .. } => 0,
        Case::Edna { edna, .. } => (*edna).into(),
        Case::Initiative { winner } => i64::from(*winner == CombatSide::First),
        Case::Defeats(BothSides { first, second }) => i64::from(*second) - i64::from(*first),
        Case::Left(left) => {
            let units = left.as_ref().map(|left| left.iter().map(|(_, n)| i64::from(*n)).sum::<i64>());
            units.first - units.second
        }
        Case::Tests { passed } => i64::try_from(*passed).unwrap_or(i64::MAX),
        Case::Volley { hits } => hits.iter().map(|n| i64::from(*n)).sum(),
        Case::Blows { damage, .. } => (*damage).into(),
    }
}

/// The statistics of rolls under one rulebook, each computed once.
pub struct StatisticsCache {
    book: Arc<Rulebook>,
    figures: Lookup<String, Arc<Statistics>>,
    /// Questions too large for exact work, when only exact figures were acceptable.
    too_large: BTreeSet<String>,
}

impl StatisticsCache {
    pub fn new(book: Arc<Rulebook>) -> Self {
        Self { book, figures: Lookup::default(), too_large: BTreeSet::new() }
    }

    /// The statistics of a question, from the cache if they are as good as this effort allows.
    ///
    /// # Errors
    /// [`OddsError::Cancelled`]; if the effort has no trials, [`OddsError::TooLarge`] too.
    pub fn figures(
        &mut self,
        question: &Question,
        effort: &Effort,
        watch: Monitor,
    ) -> Result<Arc<Statistics>, OddsError> {
        let key = cache_key(&self.book, question);
        if let Some(known) = self.figures.get(&key).filter(|known| known.method == Method::Exact || effort.exact == 0) {
            return Ok(Arc::clone(known));
        }
        if effort.trials == 0 {
            return self.exact_figures(key, question, effort, watch);
        }
        let Answer { method, cases, rest, .. } = answer(&self.book, question, effort, watch)?;
        let of_rest = |gist: &Gist| i64::from(gist.units.first) - i64::from(gist.units.second);
        let values = cases.iter().map(|(case, p)| (value(case), p));
        let values = Distribution::collect(values.chain(rest.iter().map(|(gist, p)| (of_rest(gist), p))));
        let figures = Arc::new(Statistics::of(method, values));
        self.figures.insert(key, Arc::clone(&figures));
        Ok(figures)
    }

    /// Exact figures only. A question that was too large is not tried again.
    fn exact_figures(
        &mut self,
        key: String,
        question: &Question,
        effort: &Effort,
        watch: Monitor,
    ) -> Result<Arc<Statistics>, OddsError> {
        if self.too_large.contains(&key) {
            return Err(OddsError::TooLarge);
        }
        let hopeless = super::estimate(&self.book, question).is_hopeless(effort);
        let found =
            if hopeless { Err(OddsError::TooLarge) } else { super::exact(&self.book, question, effort.exact, watch) };
        match found {
            Ok(cases) => {
                let values = Distribution::collect(cases.iter().map(|(case, p)| (value(case), p)));
                let figures = Arc::new(Statistics::of(Method::Exact, values));
                self.figures.insert(key, Arc::clone(&figures));
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
    ///
    /// # Errors
    /// Only [`OddsError::Cancelled`].
    pub fn rank(&mut self, roll: &Roll, outcome: &Outcome, effort: &Effort, watch: Monitor) -> Result<Rank, OddsError> {
        let question = Question::of(roll.clone());
        let case = Case::of(outcome, question.tells_left());
        Ok(self.figures(&question, effort, watch)?.rank(value(&case)))
    }

    /// The rank of the dice of an order: for a phase, for the side that opened the combat; for several blows, for the
    /// side that struck first. `None` for the initiative and for random tables, which are no success of either side.
    /// Several differing tests, volleys and blows are fast, and not cached.
    ///
    /// # Errors
    /// Only [`OddsError::Cancelled`].
    pub fn rank_of_rolled(
        &mut self,
        rolled: &Rolled,
        effort: &Effort,
        watch: Monitor,
    ) -> Result<Option<Rank>, OddsError> {
        let (question, case) = match rolled {
            Rolled::Fought(fought) => {
                (Question::of_engagement(Engagement::of(fought)), Case::Defeats(fought.phase.defeats))
            }
            // Ranked by whether it acted, which is the purpose of the test and the basis of luck.
            Rolled::Edna { from, tested, .. } => {
                let acts = edna::one(&self.book.edna, *from).map(|(acts, _)| i64::from(*acts));
                return Ok(Some(Statistics::of(Method::Exact, acts).rank(i64::from(tested.acts))));
            }
            Rolled::Tests { thrown, .. } => {
                let case = Case::Tests { passed: thrown.passed() };
                let (Some(test), Ok(times)) = (thrown.tests.first(), u8::try_from(thrown.tests.len())) else {
                    return Ok(Some(of_tests(thrown).rank(value(&case))));
                };
                if thrown.tests.iter().any(|other| other != test) {
                    return Ok(Some(of_tests(thrown).rank(value(&case))));
                }
                (Question::of(Roll::Test(TestRoll { times, test: *test, way: thrown.way })), case)
            }
            Rolled::Volley { marks, fired, .. } => {
                let targets: Vec<Judged> = marks.iter().map(Mark::judged).collect();
                let dice = u8::try_from(fired.dice.len()).unwrap_or(u8::MAX);
                let hits = fire::volley(&self.book.volley, &targets, dice);
                let values = hits.map(|hits| value(&Case::Volley { hits: hits.clone() }));
                let case = Case::Volley { hits: fired.hits.clone() };
                return Ok(Some(Statistics::of(Method::Exact, values).rank(value(&case))));
            }
            // The initiative and the rows of a table are no success of either side.
            Rolled::Initiative(_) | Rolled::Table { .. } => return Ok(None),
            // An argument, like a test, only succeeds or fails.
            Rolled::Argument { dice, need, thrown } => {
                let met = |total: u16| i64::from(need.is_met(total));
                let values = sum::total(*thrown, 0).map(|total| met(u16::try_from(*total).unwrap_or(u16::MAX)));
                let total = dice.iter().map(|face| u16::from(*face)).sum();
                return Ok(Some(Statistics::of(Method::Exact, values).rank(met(total))));
            }
            Rolled::Blows(blows) => return Ok(of_blows(&self.book, blows)),
        };
        Ok(Some(self.figures(&question, effort, watch)?.rank(value(&case))))
    }
}

/// The rank of a round's blows by the hits of the first striker's side less those of the enemy. Each blow counts with
/// the powers at the time it was struck.
pub(super) fn of_blows(book: &Rulebook, blows: &[Struck]) -> Option<Rank> {
    let by = blows.first()?.side;
    let mut values = Distribution::collect([(0, 1.0)]);
    let mut came = 0;
    for struck in blows {
        let worth = if struck.side == by { 1 } else { -1 };
        let hits = blow::hit_chance(&book.stacks, struck.ap, struck.dp);
        let with = values.iter().flat_map(|(value, p)| [(value + worth, p * hits), (*value, p * (1.0 - hits))]);
        values = Distribution::collect(with.collect::<Vec<_>>());
        came += if struck.damage.is_some() { worth } else { 0 };
    }
    Some(Statistics::of(Method::Exact, values).rank(came))
}

fn of_tests(thrown: &Thrown) -> Statistics {
    let chances: Vec<f64> = thrown.tests.iter().map(|test| fire::passes(*test)).collect();
    let passed = fire::passed(&chances);
    Statistics::of(Method::Exact, passed.map(|passed| value(&Case::Tests { passed: *passed })))
}

/// The cache key of a question: the text of its roll, if it has one.
pub(super) fn cache_key(book: &Rulebook, question: &Question) -> String {
    let left = if question.tells_left() { "left of " } else { "" };
    match &question.subject {
        Subject::Roll(roll) => format!("{left}{}", roll_text(roll, book)),
        Subject::Combat(engagement) => {
            if let Some((roll, true)) = engagement.roll(book) {
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
