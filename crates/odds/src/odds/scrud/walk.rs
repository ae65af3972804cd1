//! The distribution of a phase's tally for sorted lines. Source: RULES 2.2.
//!
//! Sorted lines can be matched without rolling dice one by one. **Go through the scores from the highest to the
//! lowest.** At each score either side places the dice that show it next to those it has placed before, better grades
//! first. Say the first side had placed a dice and the second b:
//!
//! - If a > b, the first side is a − b dice ahead: the next a − b dice of the second side stand opposite dice with a
//!   higher score, and lose. If b > a it is the other way round.
//! - Dice that both place beyond that stand opposite an equal score, and nothing happens. (If the defender wins ties,
//!   it is as if he had placed his dice first.)
//! - Dice placed past the end of the enemy's line are extras. One counts if the enemy has a unit die left *after* this
//!   score, since that die will show less.
//!
//! If a defeat by exactly 1 is only a push-back (`margins`), it also matters how many of the dice that are ahead showed
//! the previous score: they are *fresh*, and the last dice that lose to them lose by 1. The number of fresh dice is
//! stored above the tally and replaced at each score. An extra die is also fresh for one score, and counts if the enemy
//! has a unit die left after that.
//!
//! So the state is **the number of dice of each grade that either side has placed**, and the tally so far. The dice of
//! one grade are alike, so the number of them that show this score, of those that show no more, is binomial. The walk
//! carries the probability of each state (first side's dice placed, second side's, tally) from score to score. At the
//! end all dice are placed, and what is left is the distribution of the tally.
//!
//! Two things make it fast. A step from one score to the next moves both sides, which would cost the product of both
//! sides' moves if done at once. So **one side, the leader, moves first, then the other, the follower**; all that the
//! follower needs from before the leader's move is one number, the leader's lead. And the work is grouped by target:
//! everything that leads to the same dice of the leader is one task. Tasks share nothing, and run on all cores.
//!
//! With n dice in g kinds of n ÷ g there are (n/g + 1)^g ways to have placed some of them, (n/g + 1)(n/g + 2)/2 to the
//! g-th moves from one to another, and up to n² ÷ 2 tallies of defeats.
//! Measured on two cores with other load (`benches/speed/odds.rs`), D6 on the `mouat` ladder:
//!
//! | dice | grades a side | defeats | what is left |
//! |---|---|---|---|
//! | 4 v 8 | 1 | 0.06 ms | 0.09 ms |
//! | 4 v 8, two phases | 1 | | 7 ms |
//! | 4 v 8, three phases | 1 | | 110 ms |
//! | 4 and a gun v 8 | 1 | 0.12 ms | |
//! | 4, a gun and counter-battery v 8 and a gun | 1 | 1.1 ms | |
//! | 8 v 8 | 1 | 0.15 ms | |
//! | 10 v 10 | 1 | 0.27 ms | |
//! | 20 v 20 | 1 | 3.4 ms | |
//! | 40 v 40 | 1 | 86 ms | |
//! | 8 v 12 | 2 | 2.5 ms | |
//! | 8 v 12 | 3 | 11 ms | 49 ms |
//! | 15 v 15 | 3 | 200 ms | |
//! | 20 v 16 | 3 | 1.3 s | |
//! | 18 v 18 | 3 | 1.8 s of one core | |
//! | 21 v 21 | 3 | 4.5 s of one core | |
//! | 22 v 22 | 3 | 5.9 s of one core | |
//! | 24 v 24 | 3 | 19 s of one core | |
//!
//! In one grade, twice the dice take 10 to 30 times as long; a third grade takes three times as long as two.
//!
//! **24 v 24 in three grades**, the size of a club's evening, can't be done instantly. Eight dice of a grade are placed
//! in 9³ = 729 ways a side, 531,441 together, with some dozens of tallies in each. A score moves a side in 45³ = 91,125
//! ways, for every way of the other: 19 s of one core, measured, and 434 MB if both layers of a step are complete. So a
//! layer is freed while the next is built (`step`). Moving one grade after another would take some 3 · 729 · 5 ways
//! instead, since what a die loses to depends only on the number of dice placed before it. But then the state between
//! the moves of the two sides has to be held completely, and the estimate is still about a thousand million additions a
//! score: some seconds. No cheaper method is known, and none comes near a quarter of a second, since the winner depends
//! on both sides' losses together. So a screen shows simulated odds first. Each unit's chances are 15 such walks with
//! two more kinds, and are simulated there too.

mod line;
mod step;

use super::{Meter, OddsError, PhaseSetup, SideSetup, tally::TallyLayout};
use crate::odds::limits::MemoryGuard;
use line::{MAX_TALLIES, WalkLine};
use step::WalkStep;
use wardiary_base::{book::Ties, sides::CombatSide};

pub(super) fn tallies(setup: &PhaseSetup, layout: &TallyLayout, meter: &Meter) -> Result<Vec<(u64, f64)>, OddsError> {
    let plan = WalkPlan::new(setup, layout)?;
    let mut layer = Layer::start(&plan, meter)?;
    for place in 0..setup.scores.len() {
        layer = WalkStep::new(&plan, place, layer).run(meter)?;
    }
    let row = layer.rows.pop().expect("the last score sets down the last die");
    let last = plan.follower.ways - 1;
    // After the last score no die is fresh.
    Ok(row.entries(last).map(|(tally, p)| (tally.into(), p)).collect())
}

pub(super) fn estimate(setup: &PhaseSetup, layout: &TallyLayout) -> u64 {
    let ways = |side: &SideSetup| -> f64 { side.kinds.iter().map(|k| as_f64(k.dice) + 1.0).product() };
    let moves = |side: &SideSetup| -> f64 {
        side.kinds.iter().map(|k| as_f64(k.dice)).map(|n| (n + 1.0) * (n + 2.0) / 2.0).product()
    };
    let (ways, moves) = (setup.sides.as_ref().map(ways), setup.sides.as_ref().map(moves));
    let scores = as_f64(setup.scores.len());
    // A way holds few of all the tallies; the share is measured, and right within a factor of three.
    let fewer = setup.sides.iter().map(SideSetup::dice).min().unwrap_or(0);
    #[allow(clippy::cast_precision_loss, reason = "for an estimate")]
    let size = layout.size as f64;
    let tallies = if layout.lowest == 0 { size.powf(0.4) } else { size.powf(0.25) };
    let leads = (1.0 + as_f64(fewer) / 6.0) * if layout.margins { 4.0 } else { 1.0 };
    let middle = (scores - 2.0).max(1.0);
    let additions = (ways.second * moves.first + ways.first * moves.second * leads) * tallies * middle;
    // The conversion saturates at the maximum.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates at the maximum")]
    let steps = additions as u64;
    steps
}

#[allow(clippy::cast_precision_loss, reason = "for an estimate")]
fn as_f64(n: usize) -> f64 {
    n as f64
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mover {
    Leader,
    Follower,
}

impl Mover {
    fn other(self) -> Self {
        match self {
            Self::Leader => Self::Follower,
            Self::Follower => Self::Leader,
        }
    }
}

struct WalkPlan<'a> {
    setup: &'a PhaseSetup<'a>,
    layout: &'a TallyLayout,
    leader: WalkLine,
    follower: WalkLine,
    /// The shorter line, if extra dice can count.
    shorter: Option<Mover>,
    /// Whether the leader wins ties; otherwise nobody does.
    leader_wins_ties: bool,
    /// Number of values of the count of fresh dice.
    fresh: usize,
}

impl<'a> WalkPlan<'a> {
    fn new(setup: &'a PhaseSetup<'a>, layout: &'a TallyLayout) -> Result<Self, OddsError> {
        let dice = setup.sides.as_ref().map(SideSetup::dice);
        let fresh = if layout.margins { 1 + dice.first.max(dice.second) } else { 1 };
        fail_if!(layout.size.saturating_mul(fresh as u64) > MAX_TALLIES, OddsError::TooLarge);
        let defender = (setup.rules.ties == Ties::Defender).then_some(CombatSide::Second);
        // The side that wins ties leads: the other's losses then follow from the dice placed. Otherwise the shorter
        // line leads: then it is settled whether it has units left, which extra dice depend on.
        let leads = defender.or(setup.shorter_side()).unwrap_or(CombatSide::First);
        let mover = |side: CombatSide| if side == leads { Mover::Leader } else { Mover::Follower };
        Ok(Self {
            setup,
            layout,
            leader: WalkLine::new(setup, layout, leads)?,
            follower: WalkLine::new(setup, layout, leads.opponent())?,
            shorter: setup.shorter_side().map(mover),
            leader_wins_ties: defender.is_some(),
            fresh,
        })
    }

    fn line(&self, mover: Mover) -> &WalkLine {
        match mover {
            Mover::Leader => &self.leader,
            Mover::Follower => &self.follower,
        }
    }
}

/// Tallies with their probabilities, for each way to have placed the follower's dice.
#[derive(Default)]
struct TallyRow<'m> {
    /// The end of the tallies of each way.
    ends: Vec<u32>,
    tallies: Vec<u32>,
    probabilities: Vec<f64>,
    /// Guard for the memory of the row.
    memory: Option<MemoryGuard<'m>>,
}

impl<'m> TallyRow<'m> {
    fn range(&self, way: usize) -> std::ops::Range<usize> {
        let start = if way == 0 { 0 } else { self.ends[way - 1] as usize };
        start..self.ends[way] as usize
    }

    /// Shrinks the vectors, and counts the rest as held.
    fn reserve(&mut self, meter: &'m Meter) -> Result<(), OddsError> {
        self.tallies.shrink_to_fit();
        self.probabilities.shrink_to_fit();
        let bytes = size_of_val(&*self.ends) + size_of_val(&*self.tallies) + size_of_val(&*self.probabilities);
        self.memory = Some(meter.reserve(bytes)?);
        Ok(())
    }

    fn entries(&self, way: usize) -> impl Iterator<Item = (u32, f64)> {
        let range = self.range(way);
        self.tallies[range.clone()].iter().copied().zip(self.probabilities[range].iter().copied())
    }

    /// The tallies of a way with `fresh` fresh dice, which are contiguous if the count has more than one value; `size`
    /// is the number of values of the tally below it.
    fn with_fresh(&self, way: usize, size: u32, fresh: u32) -> std::ops::Range<usize> {
        let range = self.range(way);
        let tallies = &self.tallies[range.clone()];
        let below = |fresh: u32| range.start + tallies.partition_point(|tally| *tally < fresh * size);
        below(fresh)..below(fresh + 1)
    }

    fn end_way(&mut self) {
        self.ends.push(narrow_len(self.tallies.len()));
    }

    /// Ends a way after sorting its tallies.
    fn end_sorted_way(&mut self) {
        let start = self.ends.last().map_or(0, |end| *end as usize);
        let mut way: Vec<(u32, f64)> =
            self.tallies[start..].iter().copied().zip(self.probabilities[start..].iter().copied()).collect();
        way.sort_unstable_by_key(|(tally, _)| *tally);
        for (at, (tally, p)) in (start..).zip(way) {
            (self.tallies[at], self.probabilities[at]) = (tally, p);
        }
        self.end_way();
    }
}

/// The memory limit keeps a row far below 2³² tallies.
fn narrow_len(tallies: usize) -> u32 {
    u32::try_from(tallies).expect("there are more than memory allows")
}

/// The state of the walk between two scores: a row for each way to have placed the leader's dice.
struct Layer<'m> {
    rows: Vec<TallyRow<'m>>,
}

impl<'m> Layer<'m> {
    fn start(plan: &WalkPlan, meter: &'m Meter) -> Result<Self, OddsError> {
        let (leader, follower) = (plan.leader.ways, plan.follower.ways);
        // Rows without tallies still have an entry for each way, and so will the next layer.
        let guard = meter.reserve(leader.saturating_mul(follower).saturating_mul(2 * size_of::<u32>()))?;
        let mut rows: Vec<TallyRow> = Vec::with_capacity(leader);
        rows.push(TallyRow {
            ends: vec![1; follower],
            tallies: vec![0],
            probabilities: vec![1.0],
            memory: Some(guard),
        });
        rows.resize_with(leader, || TallyRow { ends: vec![0; follower], ..TallyRow::default() });
        Ok(Self { rows })
    }
}
