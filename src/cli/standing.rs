//! How likely rolls were, as `do` and `log` say it of entries: worked out from the state before each, never stored.

use crate::{
    book::Rulebook,
    diary::{replayed::ReplayResult, steps::DiaryStep},
    odds::{
        Cost, Effort, Monitor,
        statistics::{Rank, StatisticsCache},
    },
    report::Weighed,
    rules::Rolled,
};
use serde_json::{Value, json};
use std::sync::{Arc, atomic::AtomicBool};

/// Exactly within two milliseconds or so, and else not at all: what a diary of thousands of entries can have for each.
pub(super) const QUICK: Effort = Effort { exact: 2 * Cost::STEPS_A_MILLISECOND, trials: 0, seed: 0 };
/// Exactly within a quarter of a second, and else by twenty thousand trials.
pub(super) const THOROUGH: Effort = Effort { trials: 20_000, ..Effort::AT_ONCE };

/// How a roll ranks among all that there could have been, and for whom.
pub(super) struct Standing {
    /// For which side, by name, where several rolled: the one that opened the combat, or struck first.
    whose: Option<String>,
    /// Whether dice were thrown again for what is ranked among first throws.
    again: bool,
    rank: Rank,
}

impl Standing {
    /// `Germans: better than 91 of 100, as good as 5 of 100`.
    pub fn text(&self) -> String {
        let whose = self.whose.as_ref().map_or(String::new(), |whose| format!("{whose}: "));
        let again = if self.again { Rank::AGAIN } else { "" };
        format!("{whose}{}{again}", self.rank.describe())
    }

    /// The same, as a report tells it.
    pub fn weighed(&self) -> Weighed {
        let Rank { worse, same, .. } = self.rank;
        Weighed { whose: self.whose.clone(), worse, same, text: self.text(), json: self.json() }
    }

    /// The same for programs.
    pub fn json(&self) -> Value {
        let mut value = rank_json(&self.rank);
        if let Some(object) = value.as_object_mut() {
            self.whose.iter().for_each(|whose| drop(object.insert("for".into(), whose.clone().into())));
            if self.again {
                object.insert("thrown_again".into(), true.into());
            }
        }
        value
    }
}

/// A rank for programs.
pub(super) fn rank_json(rank: &Rank) -> Value {
    json!({ "worse": rank.worse, "same": rank.same, "better": rank.better, "percentile": rank.percentile() })
}

/// Works out how likely rolls were, the same roll once.
pub(super) struct Standings {
    effort: Effort,
    /// Set by Ctrl-C: nothing is worked out any more.
    cancel: Arc<AtomicBool>,
    /// By rulebook: rules can change on the way.
    caches: Vec<(Arc<Rulebook>, StatisticsCache)>,
}

impl Standings {
    /// Within this effort for each roll, until `cancel` is set.
    pub fn new(effort: Effort, cancel: Arc<AtomicBool>) -> Self {
        Self { effort, cancel, caches: Vec::new() }
    }

    /// How likely what an entry rolled was. Nothing of rolls that are no success of anybody's, such as the initiative, of a
    /// phase whose dice may be thrown again, of what takes more than the effort, and once it is cancelled.
    ///
    /// Nothing either where today's rules do not lead to what is recorded, as where an entry was changed by hand: it would be
    /// told of another result.
    pub fn of(&mut self, step: &DiaryStep, rolled: &Rolled) -> Option<Standing> {
        if matches!(step.replayed().result, ReplayResult::Otherwise) {
            return None;
        }
        let fought = rolled.fought();
        if fought.is_some_and(|fought| !fought.settled) {
            return None;
        }
        let book = step.before.book();
        let at = self.caches.iter().position(|(known, _)| Arc::ptr_eq(known, book)).unwrap_or_else(|| {
            self.caches.push((Arc::clone(book), StatisticsCache::new(Arc::clone(book))));
            self.caches.len() - 1
        });
        let monitor = Monitor { cancel: &self.cancel, ..Monitor::none() };
        let rank = self.caches[at].1.rank_of_rolled(rolled, &self.effort, monitor).ok().flatten()?;
        let whose = rolled.for_side().map(|side| step.after.name(side));
        let again = rolled.throws_again() || step.entry.order.throws_again();
        Some(Standing { whose, again, rank })
    }
}
