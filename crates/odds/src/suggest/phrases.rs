//! Shared by all proposals: phrases for their reasons, and odds cached by rulebook, since many units are alike.

pub(super) use words::percent;

use crate::odds::{self, Distribution, Effort, Engagement, Method, Monitor, Question, Summary, fire, forecast::words};
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{
    book::Rulebook,
    id::UnitId,
    sides::BothSides,
    text::{self, Text},
};
use wardiary_rules::{rules::volley::TargetGroup, state::State};

/// The maximum number of units of one stack that are named; more are counted.
const MAX_NAMED: usize = 3;

pub(super) fn capitalized(text: String) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}

pub(super) fn mean_text(points: f64) -> String {
    format!("{points:.1}")
}

/// Two expected losses with as many decimals as tell them apart: `0.4` and `1.1`, `no` and `0.03`.
pub(super) fn expected_loss_texts(points: [f64; 2]) -> [String; 2] {
    let text = |decimals: usize| points.map(|p| if p > 0.0 { format!("{p:.decimals$}") } else { "no".into() });
    let tells = |[first, second]: &[String; 2]| {
        first != second
            && [first, second].into_iter().all(|p| p == "no" || p.contains(|c: char| matches!(c, '1'..='9')))
    };
    let all: Vec<[String; 2]> = (1..=3).map(text).collect();
    all.iter().find(|one| tells(one)).unwrap_or(&all[0]).clone()
}

/// `3 areas away`
pub(super) fn distance_text(range: u32) -> String {
    match range {
        1 => "adjacent".into(),
        range => format!("{range} areas away"),
    }
}

pub(super) fn unit_names(state: &State, units: &[UnitId]) -> String {
    let stack = |unit: &UnitId| state.unit(*unit).and_then(|unit| unit.stack);
    match units.first().and_then(stack).filter(|_| units.len() > MAX_NAMED) {
        Some(first) if units.iter().all(|unit| stack(unit) == Some(first)) => {
            format!("{} units of {}", units.len(), state.name(first))
        }
        _ => text::list(&units.iter().map(|unit| state.name(*unit)).collect::<Vec<_>>()),
    }
}

/// The limit for exact odds of a phase. Above it the phase is simulated with this many trials.
const EFFORT: Effort = Effort { exact: 3_000_000, trials: 1_000, seed: 0 };

const MAX_CACHED_PHASES: usize = 10_000;

#[derive(Default)]
pub struct PolicyOddsCache {
    volleys: BTreeMap<VolleyKey, Arc<HitDistribution>>,
    phases: BTreeMap<String, Option<PhaseOdds>>,
}

/// The dice, and for each mark its target class and whether it is in cover.
type VolleyKey = (u8, Vec<(Text, bool)>);

/// The distribution of a volley's hits on each mark.
pub type HitDistribution = Distribution<Vec<u16>>;

#[derive(Clone, Copy, Debug)]
pub struct PhaseOdds {
    pub wins: BothSides<f64>,
    pub defeats: BothSides<f64>,
    pub exact: bool,
}

impl PhaseOdds {
    pub(super) fn swapped(self) -> Self {
        Self { wins: self.wins.swapped(), defeats: self.defeats.swapped(), ..self }
    }
}

impl PolicyOddsCache {
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
