//! How likely rolls were, as `do` and `log` say it of entries: worked out from the state before each, never stored.

use serde_json::{Value, json};
use std::sync::{Arc, atomic::AtomicBool};
use wardiary_base::book::Rulebook;
use wardiary_diary::diary::{replayed::ReplayResult, steps::DiaryStep};
use wardiary_odds::odds::{
    self, Cost, Effort, Monitor,
    statistics::{Rank, StatisticsCache, of_100},
    unknown_side_of,
};
use wardiary_report::report::Weighed;
use wardiary_rules::rules::{Rolled, table::DrawnRow};

/// Exactly within two milliseconds or so, and else not at all: what a diary of thousands of entries can have for each.
pub(super) const QUICK: Effort = Effort { exact: 2 * Cost::STEPS_A_MILLISECOND, trials: 0, seed: 0 };
/// Exactly within a quarter of a second, and else by twenty thousand trials.
pub(super) const THOROUGH: Effort = Effort { trials: 20_000, ..Effort::AT_ONCE };

/// How likely a roll was.
pub(super) enum Standing {
    /// How it ranks among all that there could have been, and for whom.
    Ranked {
        /// For which side, by name, where several rolled: the one that opened the combat, or struck first.
        whose: Option<String>,
        /// Whether dice were thrown again for what is ranked among first throws.
        again: bool,
        /// Its rank.
        rank: Rank,
    },
    /// The chance of what came up on a table, which is nobody's success.
    CameUp(f64),
}

impl Standing {
    /// `Germans: better than 91 of 100, as good as 5 of 100`, `comes up in 17 of 100 throws`.
    pub fn text(&self) -> String {
        match self {
            Self::Ranked { whose, again, rank } => {
                let whose = whose.as_ref().map_or(String::new(), |whose| format!("{whose}: "));
                let again = if *again { Rank::AGAIN } else { "" };
                format!("{whose}{}{again}", rank.describe())
            }
            Self::CameUp(chance) => format!("comes up in {} throws", of_100(*chance)),
        }
    }

    /// The same, as a report tells it.
    pub fn weighed(&self) -> Weighed {
        let (whose, rank) = match self {
            Self::Ranked { whose, rank, .. } => (whose.clone(), Some((rank.worse, rank.same))),
            Self::CameUp(_) => (None, None),
        };
        Weighed { whose, rank, text: self.text(), json: self.json() }
    }

    /// The same for programs.
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
            Self::CameUp(chance) => json!({ "chance": chance }),
        }
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
        if unknown_side_of(&step.before, &step.entry.order).is_some() {
            return None;
        }
        let fought = rolled.fought();
        if fought.is_some_and(|fought| !fought.settled) {
            return None;
        }
        let book = step.before.book();
        if let Rolled::Table { drawn, .. } = rolled {
            let way: Vec<DrawnRow> = drawn.iter().map(|drawn| drawn.row).collect();
            let ways = odds::table::ways(book, &drawn.first()?.table);
            return Some(Standing::CameUp(ways.chance(|other| *other == way)));
        }
        let at = self.caches.iter().position(|(known, _)| Arc::ptr_eq(known, book)).unwrap_or_else(|| {
            self.caches.push((Arc::clone(book), StatisticsCache::new(Arc::clone(book))));
            self.caches.len() - 1
        });
        let monitor = Monitor { cancel: &self.cancel, ..Monitor::none() };
        let rank = self.caches[at].1.rank_of_rolled(rolled, &self.effort, monitor).ok().flatten()?;
        let whose = rolled.for_side().map(|side| step.after.name(side));
        let again = rolled.throws_again() || step.entry.order.throws_again();
        Some(Standing::Ranked { whose, again, rank })
    }
}
