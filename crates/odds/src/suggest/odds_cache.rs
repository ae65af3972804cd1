//! A cache of odds under one rulebook, since many units are alike.

use crate::odds::{self, Distribution, Effort, Engagement, Method, Monitor, Question, Summary, fire};
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{book::Rulebook, sides::BothSides};
use wardiary_rules::rules::volley::TargetGroup;

/// The limit for exact odds of a phase. Above it the phase is simulated with this many trials.
const EFFORT: Effort = Effort { exact: 3_000_000, trials: 1_000, seed: 0 };

/// The maximum number of cached phases.
const MAX_CACHED_PHASES: usize = 10_000;

#[derive(Default)]
pub struct PolicyOddsCache {
    volleys: BTreeMap<VolleyKey, Arc<HitDistribution>>,
    phases: BTreeMap<String, Option<PhaseOdds>>,
}

/// The dice, and for each mark its target class and whether it is in cover.
type VolleyKey = (u8, Vec<(String, bool)>);

/// The distribution of a volley's hits on each mark.
pub type HitDistribution = Distribution<Vec<u16>>;

/// The odds of a SCRUD phase.
#[derive(Clone, Copy, Debug)]
pub struct PhaseOdds {
    /// Each side's chance to inflict more defeats than it suffers.
    pub wins: BothSides<f64>,
    /// The mean number of defeats that each side suffers.
    pub defeats: BothSides<f64>,
    pub exact: bool,
}

impl PhaseOdds {
    /// The odds with the sides exchanged.
    pub(super) fn swapped(self) -> Self {
        Self { wins: self.wins.swapped(), defeats: self.defeats.swapped(), ..self }
    }
}

impl PolicyOddsCache {
    /// The hits of a volley with these dice.
    pub fn volley(&mut self, book: &Rulebook, dice: u8, marks: &[TargetGroup]) -> Arc<HitDistribution> {
        let key = (dice, marks.iter().map(|mark| (mark.class.name.clone(), mark.cover)).collect());
        let worked_out = || {
            let judged: Vec<_> = marks.iter().map(TargetGroup::class_and_cover).collect();
            Arc::new(fire::volley(&book.volley, &judged, dice))
        };
        Arc::clone(self.volleys.entry(key).or_insert_with(worked_out))
    }

    /// The odds of a phase; `None` if they can't be computed.
    pub fn phase(&mut self, book: &Rulebook, engagement: Engagement) -> Option<PhaseOdds> {
        if self.phases.len() >= MAX_CACHED_PHASES {
            self.phases.clear();
        }
        let key = format!("{engagement:?}");
        *self.phases.entry(key).or_insert_with(|| phase(book, engagement))
    }
}

fn phase(book: &Rulebook, engagement: Engagement) -> Option<PhaseOdds> {
    let question = Question::from_engagement(engagement);
    let answer = odds::answer(book, &question, &EFFORT, Monitor::none()).ok()?;
    let Summary::Defeats { wins, mean_defeats, .. } = answer.summary else { return None };
    Some(PhaseOdds { wins, defeats: mean_defeats, exact: answer.method == Method::Exact })
}
