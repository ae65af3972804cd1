//! The likelihood of recorded rolls, for `do` and `log`. It is computed from the state before each entry and never
//! stored.

use serde_json::{Value, json};
use std::sync::{Arc, atomic::AtomicBool};
use wardiary_base::book::Rulebook;
use wardiary_diary::diary::steps::{DiaryStep, ReplayResult};
use wardiary_odds::odds::{
    self, Cost, Effort, Monitor,
    statistics::{Rank, StatisticsCache, out_of_100},
    unknown_side_of,
};
use wardiary_report::report::RollLikelihood;
use wardiary_rules::rules::{OrderRoll, table::DrawnRow};

/// Exact within about two milliseconds, or else not at all: affordable for each of thousands of entries.
pub(super) const QUICK: Effort = Effort { exact: 2 * Cost::STEPS_A_MILLISECOND, trials: 0, seed: 0 };
/// Exact within a quarter of a second, or else from 20,000 trials.
pub(super) const THOROUGH: Effort = Effort { trials: 20_000, ..Effort::INTERACTIVE };

/// How likely a roll was.
pub(super) enum OrderLikelihood {
    /// The rank among all possible outcomes.
    Ranked {
        /// The name of the side that the rank is for, if several sides rolled: the one that opened the combat or struck
        /// first.
        whose: Option<String>,
        /// Whether the dice are a reroll that is ranked among first rolls.
        again: bool,
        rank: Rank,
    },
    /// The chance of the row that came up on a table, which is nobody's success.
    Probability(f64),
}

impl OrderLikelihood {
    /// `Germans: a lucky roll: only 9 of 100 are as good or better`, `comes up in 17 of 100 rolls`.
    pub fn text(&self) -> String {
        match self {
            Self::Ranked { whose, again, rank } => {
                let whose = whose.as_ref().map_or(String::new(), |whose| format!("{whose}: "));
                let again = if *again { Rank::REROLL_NOTE } else { "" };
                format!("{whose}{}{again}", rank.describe_for_players())
            }
            Self::Probability(chance) => format!("comes up in {} rolls", out_of_100(*chance)),
        }
    }

    pub fn weighed(&self) -> RollLikelihood {
        let (whose, rank) = match self {
            Self::Ranked { whose, rank, .. } => (whose.clone(), Some((rank.worse, rank.equal))),
            Self::Probability(_) => (None, None),
        };
        RollLikelihood { side: whose, rank, text: self.text(), json: self.json(), general: None }
    }

    pub fn json(&self) -> Value {
        match self {
            Self::Ranked { whose, again, rank } => {
                let mut value = rank_json(rank);
                if let Some(object) = value.as_object_mut() {
                    whose.iter().for_each(|whose| drop(object.insert("for".into(), whose.clone().into())));
                    if *again {
                        object.insert("thrown_again".into(), true.into());
                    }
                }
                value
            }
            Self::Probability(chance) => json!({ "chance": chance }),
        }
    }
}

pub(super) fn rank_json(rank: &Rank) -> Value {
    json!({ "worse": rank.worse, "same": rank.equal, "better": rank.better, "percentile": rank.percentile() })
}

/// Computes how likely rolls were, and caches equal rolls.
pub(super) struct LikelihoodCache {
    effort: Effort,
    /// Set by Ctrl-C; no further rolls are computed.
    cancel: Arc<AtomicBool>,
    /// One cache for each rulebook: rules can change during a campaign.
    caches: Vec<(Arc<Rulebook>, StatisticsCache)>,
}

impl LikelihoodCache {
    pub fn new(effort: Effort, cancel: Arc<AtomicBool>) -> Self {
        Self { effort, cancel, caches: Vec::new() }
    }

    /// How likely the roll of an entry was. `None` for rolls that are nobody's success, such as the initiative; for a
    /// phase whose dice may be rerolled; for rolls that take more than the effort; and after a cancel.
    ///
    /// Also `None` if today's rules do not lead to the recorded result, as in an entry that was changed by hand: the
    /// rank would be that of another result.
    pub fn likelihood_of(&mut self, step: &DiaryStep, rolled: &OrderRoll) -> Option<OrderLikelihood> {
        if matches!(step.replay().result, ReplayResult::Different) {
            return None;
        }
        if unknown_side_of(&step.before, &step.entry.order).is_some() {
            return None;
        }
        let fought = rolled.phase();
        if fought.is_some_and(|fought| !fought.settled) {
            return None;
        }
        let book = step.before.book();
        if let OrderRoll::Table { drawn, .. } = rolled {
            let way: Vec<DrawnRow> = drawn.iter().map(|drawn| drawn.row).collect();
            let ways = odds::table::outcomes(book, Some(&step.before), &drawn.first()?.table);
            return Some(OrderLikelihood::Probability(ways.chance(|other| *other == way)));
        }
        let at = self.caches.iter().position(|(known, _)| Arc::ptr_eq(known, book)).unwrap_or_else(|| {
            self.caches.push((Arc::clone(book), StatisticsCache::new(Arc::clone(book))));
            self.caches.len() - 1
        });
        let monitor = Monitor { cancel: &self.cancel, ..Monitor::none() };
        let rank = self.caches[at].1.rank_of_order(rolled, &self.effort, monitor).ok().flatten()?;
        let whose = rolled.opening_side().map(|side| step.after.name(side));
        let again = rolled.has_rerolls() || step.entry.order.rerolls_test();
        Some(OrderLikelihood::Ranked { whose, again, rank })
    }
}
