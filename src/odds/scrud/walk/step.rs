//! One step of the walk: from one score to the next.

use super::{
    Layer, Mover, TallyRow, WalkPlan, count,
    line::{Moves, narrow},
};
use crate::{
    book::Extras,
    odds::{Meter, OddsError},
};
use rayon::prelude::*;
use std::{
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering},
};

/// Below so many additions a score, threads cost more than they save.
const WORTH_THREADS: f64 = 200_000.0;

/// In so many parts a layer is made, before what it is made from is given back as far as it is no longer needed.
const PARTS: usize = 12;

/// Sums of probabilities by tally, which remember the tallies that were added to.
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

    /// Moves the sums out, in the order in which they were first added to.
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

/// The state after the leader's move and before the follower's: for each way to have the follower's dice down, runs of
/// tallies that share what the follower must remember.
#[derive(Default)]
struct HalfStep {
    /// Where the runs of each way end in `runs`.
    ends: Vec<usize>,
    /// What is remembered, and where the run ends.
    runs: Vec<(usize, usize)>,
    tallies: Vec<u32>,
    probabilities: Vec<f64>,
}

impl HalfStep {
    fn end_run(&mut self, remembered: Option<usize>, sums: &mut SparseSums) {
        sums.drain_into(&mut self.tallies, &mut self.probabilities);
        if let Some(remembered) = remembered {
            self.runs.push((remembered, self.tallies.len()));
        }
    }

    fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<usize>()
            + self.runs.capacity() * size_of::<(usize, usize)>()
            + self.tallies.capacity() * size_of::<u32>()
            + self.probabilities.capacity() * size_of::<f64>()
    }

    fn runs_of(&self, way: usize) -> impl Iterator<Item = (usize, Range<usize>)> {
        let start = if way == 0 { 0 } else { self.ends[way - 1] };
        (start..self.ends[way]).map(|at| {
            let begin = if at == 0 { 0 } else { self.runs[at - 1].1 };
            (self.runs[at].0, begin..self.runs[at].1)
        })
    }
}

/// From one score to the next.
pub(super) struct WalkStep<'a> {
    plan: &'a WalkPlan<'a>,
    /// The index of the score.
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
    /// Dice that are down stay down, so a row is made of none but those before it and its own. The last are made first, and
    /// the rows that only they needed given back: together both layers then take little more than one.
    pub fn all(mut self, meter: &'a Meter) -> Result<Layer<'a>, OddsError> {
        let size = narrow(self.plan.layout.size) as usize;
        let ways = self.plan.leader.ways;
        let moves = [&self.leader_moves, &self.follower_moves].map(|moves| moves.iter().map(Vec::len).sum::<usize>());
        let _moves = meter.hold((moves[0] + moves[1]) * size_of::<(u32, f64)>())?;
        let threads = self.estimate() > WORTH_THREADS;
        let _sums = meter.hold(if threads { rayon::current_num_threads() * size * size_of::<f64>() } else { 0 })?;
        let mut own = SparseSums::new(if threads { 0 } else { size });
        let mut rows: Vec<TallyRow> = Vec::with_capacity(ways);
        let part = if threads { ways.div_ceil(PARTS) } else { ways };
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

    /// About how many additions the step takes.
    fn estimate(&self) -> f64 {
        let kept: usize = self.from.rows.iter().map(|row| row.tallies.len()).sum();
        let a_way = |moves: &Moves, ways: usize| count(moves.iter().map(Vec::len).sum()) / count(ways);
        let leader = a_way(&self.leader_moves, self.plan.leader.ways);
        let follower = a_way(&self.follower_moves, self.plan.follower.ways);
        count(kept) * (leader + follower)
    }

    /// The row of one way to have the leader's dice down after this score.
    fn row<'m>(&self, to: usize, sums: &mut SparseSums, meter: &'m Meter) -> Result<TallyRow<'m>, OddsError> {
        let half = self.leader_to(to, sums, meter)?;
        let _half = meter.hold(half.bytes())?;
        let mut row = self.follower_after(to, &half, sums, meter)?;
        row.hold(meter)?;
        let done = count(self.done.fetch_add(1, Ordering::Relaxed) + 1) / count(self.plan.leader.ways);
        meter.progress((count(self.place) + done) / count(self.plan.setup.scores.len()));
        Ok(row)
    }

    fn is_last(&self) -> bool {
        self.place + 1 == self.plan.setup.scores.len()
    }

    /// Moves the leader from all ways that lead to `to`.
    fn leader_to(&self, to: usize, sums: &mut SparseSums, meter: &Meter) -> Result<HalfStep, OddsError> {
        let (leader, follower) = (&self.plan.leader, &self.plan.follower);
        let mut half = HalfStep::default();
        if self.is_last() && to + 1 != leader.ways {
            half.ends.resize(follower.ways, 0);
            return Ok(half);
        }
        for theirs in 0..follower.ways {
            let opposite = follower.down[theirs];
            let mut remembered = None;
            let mut steps = 0;
            for (from, p) in &self.leader_moves[to] {
                let from = *from as usize;
                let before = self.from.rows[from].range(theirs);
                if before.is_empty() {
                    continue;
                }
                let remember = self.remembered(from, to, opposite);
                if remembered.is_some_and(|r| r != remember) {
                    half.end_run(remembered, sums);
                }
                remembered = Some(remember);
                let lead = opposite.saturating_sub(leader.down[from]);
                let gain = leader.beaten(self.place, to - from, lead)
                    + self.lowest(Mover::Leader, (from, to), lead)
                    + self.over_half(Mover::Leader, (from, to));
                steps += before.len() + 4;
                for (tally, probability) in self.from.rows[from].at(theirs) {
                    sums.add(tally + gain, probability * p);
                }
            }
            half.end_run(remembered, sums);
            half.ends.push(half.runs.len());
            meter.charge(steps)?;
        }
        Ok(half)
    }

    /// Moves the follower in all ways, after the leader has moved to `leader`.
    fn follower_after(
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
                let over_half = self.over_half(Mover::Follower, (from, to));
                for (remembered, range) in half.runs_of(from) {
                    let gain = self.follower_gain(leader, (from, to), remembered) + over_half;
                    steps += range.len() + 4;
                    let probabilities = half.probabilities[range.clone()].iter();
                    for (tally, probability) in half.tallies[range].iter().zip(probabilities) {
                        sums.add(tally + gain, probability * p);
                    }
                }
            }
            sums.drain_into(&mut row.tallies, &mut row.probabilities);
            row.end_way();
            meter.charge(steps)?;
        }
        Ok(row)
    }

    /// What the follower must know of the time before the leader moved: by how much the leader was ahead; or, where that
    /// does not matter, how many extra dice the leader set down.
    fn remembered(&self, from: usize, to: usize, opposite: usize) -> usize {
        match (self.plan.leader_wins_ties, self.plan.shorter) {
            (true, Some(Mover::Follower)) => self.extras(Mover::Leader, (from, to)),
            (true, _) => 0,
            (false, _) => self.plan.leader.down[from].saturating_sub(opposite),
        }
    }

    /// What the tally gains as the follower goes from one way to another, after the leader has moved to `leader`.
    fn follower_gain(&self, leader: usize, (from, to): (usize, usize), remembered: usize) -> u32 {
        let plan = self.plan;
        let ahead = plan.leader.down[leader].saturating_sub(plan.follower.down[from]);
        let lead = if plan.leader_wins_ties { ahead } else { remembered };
        let gain = plan.follower.beaten(self.place, to - from, lead) + self.lowest(Mover::Follower, (from, to), lead);
        if plan.setup.rules.extras != Extras::BeatLowest {
            return gain;
        }
        let extras = match plan.shorter {
            Some(Mover::Leader) if plan.leader.units_up[leader] > 0 => self.extras(Mover::Follower, (from, to)),
            Some(Mover::Follower) if plan.follower.units_up[to] > 0 => remembered,
            _ => 0,
        };
        gain + narrow(plan.layout.extra) * u32::try_from(extras).unwrap_or(0)
    }

    /// How many of the dice that a line sets down stand past the end of the other.
    fn extras(&self, mover: Mover, (from, to): (usize, usize)) -> usize {
        let down = &self.plan.line(mover).down;
        down[to].saturating_sub(down[from].max(self.plan.line(mover.other()).dice))
    }

    /// What the extra dice that a line sets down add under [`Extras::OverHalf`].
    fn over_half(&self, mover: Mover, (from, to): (usize, usize)) -> u32 {
        if self.plan.setup.rules.extras != Extras::OverHalf || self.plan.shorter != Some(mover.other()) {
            return 0;
        }
        let extras = self.extras(mover, (from, to));
        let counted = self.plan.line(mover).over_half(to - from, extras, self.place);
        narrow(self.plan.layout.extra) * u32::try_from(counted).unwrap_or(0)
    }

    /// What the lowest unit die adds when the shorter line sets down its last unit die, `lead` of the dice it sets down
    /// losing.
    fn lowest(&self, mover: Mover, (from, to): (usize, usize), lead: usize) -> u32 {
        let (plan, line) = (self.plan, self.plan.line(mover));
        if plan.layout.lowest == 0 || plan.shorter != Some(mover) || line.units_up[to] > 0 || line.units_up[from] == 0 {
            return 0;
        }
        let last = line.last_unit(to - from);
        last.map_or(0, |(kind, before)| narrow(plan.layout.lowest_is(kind, before < lead)))
    }
}
