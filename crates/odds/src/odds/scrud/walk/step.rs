//! One step of the walk: from one score to the next.

use super::{
    Layer, Mover, TallyRow, WalkPlan, as_f64,
    line::{Moves, narrow},
};
use crate::odds::{Meter, OddsError};
use rayon::prelude::*;
use std::{
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering},
};
use wardiary_base::book::Extras;

/// With fewer additions per score, threads cost more than they save.
const MIN_PARALLEL_ADDITIONS: f64 = 200_000.0;

/// Number of parts in which a layer is built; after each, source rows no longer needed are freed.
const LAYER_PARTS: usize = 12;

/// Probability sums by tally, with a list of the tallies touched.
struct SparseSums {
    sums: Vec<f64>,
    touched: Vec<u32>,
}

impl SparseSums {
    fn new(size: usize) -> Self {
        Self { sums: vec![0.0; size], touched: Vec::new() }
    }

    fn add(&mut self, tally: u32, p: f64) {
        let sum = &mut self.sums[tally as usize];
        if *sum == 0.0 {
            self.touched.push(tally);
        }
        *sum += p;
    }

    fn drain_into(&mut self, tallies: &mut Vec<u32>, probabilities: &mut Vec<f64>) {
        for tally in self.touched.drain(..) {
            let sum = std::mem::take(&mut self.sums[tally as usize]);
            if sum > 0.0 {
                tallies.push(tally);
                probabilities.push(sum);
            }
        }
    }
}

/// Facts from before the leader's move that the follower needs; 0 where they do not matter.
#[derive(Clone, Copy, Default, PartialEq)]
struct FollowerContext {
    /// How many dice the leader was ahead.
    lead: usize,
    /// Extra dice that the leader placed.
    extras: usize,
    /// Dice that the leader placed.
    placed: usize,
    /// Fresh dice of the side that was ahead.
    fresh: usize,
}

/// The dice placed together that lose: the first `first`, except a spared range.
#[derive(Clone, Copy)]
struct LosingDice {
    first: usize,
    spared: [usize; 2],
}

impl LosingDice {
    /// The last `fresh` of the first `lead` are spared, because they lose by 1.
    fn new(first: usize, lead: usize, fresh: usize) -> Self {
        Self { first, spared: [lead.saturating_sub(fresh), lead] }
    }

    fn loses(&self, at: usize) -> bool {
        at < self.first && !(self.spared[0]..self.spared[1]).contains(&at)
    }
}

/// The state between the leader's and the follower's move: for each way of the follower, runs of tallies with the same
/// [`FollowerContext`].
#[derive(Default)]
struct HalfStep {
    /// The end of each way's runs in `runs`.
    ends: Vec<usize>,
    /// A context, and the end of its run.
    runs: Vec<(FollowerContext, usize)>,
    tallies: Vec<u32>,
    probabilities: Vec<f64>,
}

impl HalfStep {
    fn end_run(&mut self, remembered: FollowerContext, sums: &mut SparseSums) {
        if !sums.touched.is_empty() {
            sums.drain_into(&mut self.tallies, &mut self.probabilities);
            self.runs.push((remembered, self.tallies.len()));
        }
    }

    fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<usize>()
            + self.runs.capacity() * size_of::<(FollowerContext, usize)>()
            + self.tallies.capacity() * size_of::<u32>()
            + self.probabilities.capacity() * size_of::<f64>()
    }

    fn runs_of(&self, way: usize) -> impl Iterator<Item = (FollowerContext, Range<usize>)> {
        let start = if way == 0 { 0 } else { self.ends[way - 1] };
        (start..self.ends[way]).map(|at| {
            let begin = if at == 0 { 0 } else { self.runs[at - 1].1 };
            (self.runs[at].0, begin..self.runs[at].1)
        })
    }
}

pub(super) struct WalkStep<'a> {
    plan: &'a WalkPlan<'a>,
    place: usize,
    leader_moves: Moves,
    follower_moves: Moves,
    from: Layer<'a>,
    done: AtomicUsize,
}

impl<'a> WalkStep<'a> {
    pub fn new(plan: &'a WalkPlan<'a>, place: usize, from: Layer<'a>) -> Self {
        Self {
            plan,
            place,
            leader_moves: plan.leader.moves(place),
            follower_moves: plan.follower.moves(place),
            from,
            done: AtomicUsize::new(0),
        }
    }

    /// The layer after this score.
    ///
    /// Placed dice stay placed, so a row depends only on its own predecessors. The last rows are built first, and
    /// source rows that only they needed are freed: both layers together then take little more than one.
    pub fn run(mut self, meter: &'a Meter) -> Result<Layer<'a>, OddsError> {
        let size = self.tally_count() as usize * self.plan.fresh;
        let ways = self.plan.leader.ways;
        let moves = [&self.leader_moves, &self.follower_moves].map(|moves| moves.iter().map(Vec::len).sum::<usize>());
        let _moves = meter.reserve((moves[0] + moves[1]) * size_of::<(u32, f64)>())?;
        let threads = self.estimate() > MIN_PARALLEL_ADDITIONS;
        let _sums = meter.reserve(if threads { rayon::current_num_threads() * size * size_of::<f64>() } else { 0 })?;
        let mut own = SparseSums::new(if threads { 0 } else { size });
        let mut rows: Vec<TallyRow> = Vec::with_capacity(ways);
        let part = if threads { ways.div_ceil(LAYER_PARTS) } else { ways };
        for until in (1..=ways).rev().step_by(part) {
            let these = (until.saturating_sub(part)..until).rev();
            let one = |sums: &mut SparseSums, way: usize| self.row(way, sums, meter);
            let made: Result<Vec<TallyRow>, OddsError> = if threads {
                let these: Vec<usize> = these.collect();
                these.into_par_iter().map_init(|| SparseSums::new(size), one).collect()
            } else {
                these.map(|way| one(&mut own, way)).collect()
            };
            rows.extend(made?);
            self.from.rows.truncate(until.saturating_sub(part));
        }
        rows.reverse();
        Ok(Layer { rows })
    }

    fn estimate(&self) -> f64 {
        let stored: usize = self.from.rows.iter().map(|row| row.tallies.len()).sum();
        let a_way = |moves: &Moves, ways: usize| as_f64(moves.iter().map(Vec::len).sum()) / as_f64(ways);
        let leader = a_way(&self.leader_moves, self.plan.leader.ways);
        let follower = a_way(&self.follower_moves, self.plan.follower.ways);
        as_f64(stored) * (leader + follower)
    }

    /// The row of one way of the leader after this score.
    fn row<'m>(&self, to: usize, sums: &mut SparseSums, meter: &'m Meter) -> Result<TallyRow<'m>, OddsError> {
        let half = self.move_leader(to, sums, meter)?;
        let _half = meter.reserve(half.bytes())?;
        let mut row = self.move_follower(to, &half, sums, meter)?;
        row.reserve(meter)?;
        let done = as_f64(self.done.fetch_add(1, Ordering::Relaxed) + 1) / as_f64(self.plan.leader.ways);
        meter.progress((as_f64(self.place) + done) / as_f64(self.plan.setup.scores.len()));
        Ok(row)
    }

    fn is_last(&self) -> bool {
        self.place + 1 == self.plan.setup.scores.len()
    }

    /// Moves the leader from every way that leads to `to`.
    fn move_leader(&self, to: usize, sums: &mut SparseSums, meter: &Meter) -> Result<HalfStep, OddsError> {
        let (leader, follower) = (&self.plan.leader, &self.plan.follower);
        let mut half = HalfStep::default();
        if self.is_last() && to + 1 != leader.ways {
            half.ends.resize(follower.ways, 0);
            return Ok(half);
        }
        for theirs in 0..follower.ways {
            let opposite = follower.placed[theirs];
            let mut steps = 0;
            let remember = |(from, _): &(u32, f64)| self.follower_context(*from as usize, to, opposite);
            for moves in self.leader_moves[to].chunk_by(|one, other| remember(one) == remember(other)) {
                for fresh in 0..self.plan.fresh {
                    let number = u32::try_from(fresh).expect("there are few dice");
                    for (from, p) in moves {
                        let from = *from as usize;
                        let row = &self.from.rows[from];
                        let before = if self.plan.fresh > 1 {
                            row.with_fresh(theirs, self.tally_count(), number)
                        } else {
                            row.range(theirs)
                        };
                        if before.is_empty() {
                            continue;
                        }
                        let lead = opposite.saturating_sub(leader.placed[from]);
                        let gain = self.gain(Mover::Leader, (from, to), LosingDice::new(lead, lead, fresh))
                            + self.fresh_extras(Mover::Leader, to, (opposite, fresh));
                        steps += before.len() + 4;
                        let probabilities = row.probabilities[before.clone()].iter();
                        for (tally, probability) in row.tallies[before].iter().zip(probabilities) {
                            sums.add(tally - number * self.tally_count() + gain, probability * p);
                        }
                    }
                    half.end_run(FollowerContext { fresh, ..remember(&moves[0]) }, sums);
                }
            }
            half.ends.push(half.runs.len());
            meter.charge(steps)?;
        }
        Ok(half)
    }

    /// Makes all moves of the follower, after the leader has moved to `leader`.
    fn move_follower(
        &self,
        leader: usize,
        half: &HalfStep,
        sums: &mut SparseSums,
        meter: &Meter,
    ) -> Result<TallyRow<'static>, OddsError> {
        let ways = self.plan.follower.ways;
        let mut row = TallyRow::default();
        for to in 0..ways {
            if self.is_last() && to + 1 != ways {
                row.end_way();
                continue;
            }
            let mut steps = 0;
            for (from, p) in &self.follower_moves[to] {
                let from = *from as usize;
                for (remembered, range) in half.runs_of(from) {
                    let gain = self.follower_gain(leader, (from, to), remembered);
                    steps += range.len() + 4;
                    let probabilities = half.probabilities[range.clone()].iter();
                    for (tally, probability) in half.tallies[range].iter().zip(probabilities) {
                        sums.add(tally + gain, probability * p);
                    }
                }
            }
            sums.drain_into(&mut row.tallies, &mut row.probabilities);
            if self.plan.fresh > 1 {
                row.end_sorted_way();
            } else {
                row.end_way();
            }
            meter.charge(steps)?;
        }
        Ok(row)
    }

    /// The context of the follower's move, without the fresh dice.
    fn follower_context(&self, from: usize, to: usize, opposite: usize) -> FollowerContext {
        let plan = self.plan;
        let margins = plan.fresh > 1;
        let lead = plan.leader.placed[from].saturating_sub(opposite);
        let extras = match plan.shorter {
            Some(Mover::Follower) => self.extras(Mover::Leader, (from, to)),
            _ => 0,
        };
        FollowerContext {
            lead: if margins || !plan.leader_wins_ties { lead } else { 0 },
            extras,
            placed: if margins { plan.leader.placed[to - from] } else { 0 },
            fresh: 0,
        }
    }

    /// The tally increment of the follower's move after the leader has moved to `leader`, including the new count of
    /// fresh dice.
    fn follower_gain(&self, leader: usize, (from, to): (usize, usize), remembered: FollowerContext) -> u32 {
        let plan = self.plan;
        let down = (plan.leader.placed[leader], plan.follower.placed[from]);
        let FollowerContext { lead, extras, placed: set, fresh } = remembered;
        let first = if plan.leader_wins_ties { down.0.saturating_sub(down.1) } else { lead };
        let gain = self.gain(Mover::Follower, (from, to), LosingDice::new(first, lead, fresh))
            + self.fresh_extras(Mover::Follower, to, (down.0 - set, fresh));
        let counts = plan.setup.rules.extras == Extras::BeatLowest && !self.stays_fresh();
        let extras = match plan.shorter {
            Some(Mover::Leader) if counts && plan.leader.units_left[leader] > 0 => {
                self.extras(Mover::Follower, (from, to))
            }
            Some(Mover::Follower) if counts && plan.follower.units_left[to] > 0 => extras,
            _ => 0,
        };
        gain + self.count_extras(extras) + self.tally_count() * self.fresh_after((down.0, set), (from, to))
    }

    /// The tally increment of a line's move, given which dice lose.
    fn gain(&self, mover: Mover, (from, to): (usize, usize), losing: LosingDice) -> u32 {
        let line = self.plan.line(mover);
        let beaten = |first: usize| line.beaten(self.place, to - from, first);
        let LosingDice { first, spared: [before, behind] } = losing;
        let spared = if before < behind { beaten(behind) - beaten(before) } else { 0 };
        beaten(first) - spared + self.lowest(mover, (from, to), losing) + self.over_half(mover, (from, to))
    }

    fn tally_count(&self) -> u32 {
        narrow(self.plan.layout.size)
    }

    /// The increment for extra dice that count.
    fn count_extras(&self, extras: usize) -> u32 {
        narrow(self.plan.layout.extra) * u32::try_from(extras).unwrap_or(0)
    }

    /// Whether dice placed now beat those placed next by exactly 1, and that matters.
    fn stays_fresh(&self) -> bool {
        self.plan.fresh > 1 && self.plan.setup.is_one_above(self.place, self.place + 1)
    }

    /// The number of fresh dice after this score. The leader has `leader` dice placed, `set` of them now; the follower
    /// makes the given move.
    fn fresh_after(&self, (leader, set): (usize, usize), (from, to): (usize, usize)) -> u32 {
        if !self.stays_fresh() {
            return 0;
        }
        let follower = &self.plan.follower.placed;
        let fresh = match leader.checked_sub(follower[to]) {
            Some(lead) => set.min(lead),
            None => follower[to - from].min(follower[to] - leader),
        };
        u32::try_from(fresh).expect("there are few dice")
    }

    /// The increment for extra dice that were fresh before this score, when the shorter line moves to `to`. The longer
    /// line had `down` dice placed, `fresh` of them fresh.
    fn fresh_extras(&self, mover: Mover, to: usize, (down, fresh): (usize, usize)) -> u32 {
        let (plan, shorter) = (self.plan, self.plan.line(mover));
        let counts = plan.setup.rules.extras == Extras::BeatLowest && shorter.units_left[to] > 0;
        let extras =
            if counts && plan.shorter == Some(mover) { fresh.min(down.saturating_sub(shorter.dice)) } else { 0 };
        self.count_extras(extras)
    }

    /// How many of the dice that a move places are past the end of the other line.
    fn extras(&self, mover: Mover, (from, to): (usize, usize)) -> usize {
        let down = &self.plan.line(mover).placed;
        down[to].saturating_sub(down[from].max(self.plan.line(mover.other()).dice))
    }

    /// The increment for a move's extra dice under [`Extras::OverHalf`].
    fn over_half(&self, mover: Mover, (from, to): (usize, usize)) -> u32 {
        if self.plan.setup.rules.extras != Extras::OverHalf || self.plan.shorter != Some(mover.other()) {
            return 0;
        }
        let extras = self.extras(mover, (from, to));
        let counted = self.plan.line(mover).over_half(to - from, extras, self.place);
        self.count_extras(counted)
    }

    /// The increment for the lowest unit die, when the shorter line places its last unit die.
    fn lowest(&self, mover: Mover, (from, to): (usize, usize), losing: LosingDice) -> u32 {
        let (plan, line) = (self.plan, self.plan.line(mover));
        if plan.layout.lowest == 0
            || plan.shorter != Some(mover)
            || line.units_left[to] > 0
            || line.units_left[from] == 0
        {
            return 0;
        }
        let last = line.last_unit(to - from);
        last.map_or(0, |(kind, before)| narrow(plan.layout.lowest_increment(kind, losing.loses(before))))
    }
}
