//! Odds that were worked out before, under one rulebook. They are asked for again and again, of units that are alike.

use crate::odds::{self, Distribution, Effort, Engagement, Method, Monitor, Question, Summary, fire};
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{book::Rulebook, sides::BothSides};
use wardiary_rules::rules::volley::Mark;

/// How much work the odds of a phase may be: where it is more, it is played out so many times.
const EFFORT: Effort = Effort { exact: 3_000_000, trials: 1_000, seed: 0 };

/// The most phases whose odds are kept.
const MOST_KEPT: usize = 10_000;

/// What was worked out before.
#[derive(Default)]
pub struct Memo {
    volleys: BTreeMap<VolleyKey, Arc<Hits>>,
    phases: BTreeMap<String, Option<PhaseOdds>>,
}

/// Dice, and the target class of each of those who are judged by themselves, with whether he is in cover.
type VolleyKey = (u8, Vec<(String, bool)>);

/// The hits of a volley on those who are judged by themselves.
pub type Hits = Distribution<Vec<u16>>;

/// How a phase of SCRUD may come out.
#[derive(Clone, Copy, Debug)]
pub struct PhaseOdds {
    /// The chance of each side to inflict more defeats than it suffers.
    pub wins: BothSides<f64>,
    /// The defeats each side suffers, in the mean.
    pub defeats: BothSides<f64>,
    /// Whether that is exact.
    pub exact: bool,
}

impl PhaseOdds {
    /// The same, seen from the other side.
    pub(super) fn swapped(self) -> Self {
        Self { wins: self.wins.swapped(), defeats: self.defeats.swapped(), ..self }
    }
}

impl Memo {
    /// The hits of so many dice on those who are judged by themselves.
    pub fn volley(&mut self, book: &Rulebook, dice: u8, marks: &[Mark]) -> Arc<Hits> {
        let key = (dice, marks.iter().map(|mark| (mark.class.name.clone(), mark.cover)).collect());
        let worked_out = || {
            let judged: Vec<_> = marks.iter().map(Mark::judged).collect();
            Arc::new(fire::volley(&book.volley, &judged, dice))
        };
        Arc::clone(self.volleys.entry(key).or_insert_with(worked_out))
    }

    /// How a phase of SCRUD may come out.
    pub fn phase(&mut self, book: &Rulebook, engagement: Engagement) -> Option<PhaseOdds> {
        if self.phases.len() >= MOST_KEPT {
            self.phases.clear();
        }
        let key = format!("{engagement:?}");
        *self.phases.entry(key).or_insert_with(|| phase(book, engagement))
    }
}

fn phase(book: &Rulebook, engagement: Engagement) -> Option<PhaseOdds> {
    let question = Question::of_engagement(engagement);
    let answer = odds::answer(book, &question, &EFFORT, Monitor::none()).ok()?;
    let Summary::Defeats { wins, mean_defeats, .. } = answer.summary else { return None };
    Some(PhaseOdds { wins, defeats: mean_defeats, exact: answer.method == Method::Exact })
}
