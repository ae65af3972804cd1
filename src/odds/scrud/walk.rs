//! The distribution of a phase's tally where the lines are sorted. Source: RULES 2.2.
//!
//! Nobody needs to roll the dice one by one to know how sorted lines meet. **Call out the scores from the highest to the
//! lowest.** At each score either side sets down the dice that show it, next to those it has set down before, the better
//! grades first. Say the first side had set down a dice and the second b:
//!
//! - If a > b, the first side is a − b dice ahead: the first a − b dice that the second sets down now stand opposite dice
//!   of a higher score, and lose. If b > a it is the other way round.
//! - What both set down beyond that stands opposite its equal, and nothing happens. (Where the defender wins ties, it is as
//!   if he had set down his dice first.)
//! - Dice set down past the end of the enemy's line are extras. One counts if the enemy has a unit die left *after* this score,
//!   since that one will show less.
//!
//! So all that matters of the past is **how many dice of each grade either side has set down**, and the tally so far. And
//! since the dice of one grade are alike, the number of them that show this score, of those that show no more than it, is
//! binomial. The walk keeps the probability of each (first side's dice set down, second side's, tally), and carries it
//! from score to score. At the end all dice are down, and what is left is the distribution of the tally.
//!
//! Two things make it fast. A step from one score to the next moves both sides; done at once it would cost the product of
//! both sides' moves, so **one side moves first, then the other**, and what the second must remember of before the first
//! moved is a single number, its lead. And the work is done target by target: all that leads to the same dice of the
//! first side is one task, whole in itself, so that tasks share nothing and run on all cores.
//!
//! With n dice in g kinds of n ÷ g there are (n/g + 1)^g ways to have set some of them down, (n/g + 1)(n/g + 2)/2 to the
//! g-th moves from one to another, and up to n² ÷ 2 tallies of defeats.
//!
//! Measured on two cores that had other work besides (`benches/odds.rs`), D6 on the `mouat` ladder:
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
//! | 24 v 24 | 3 | outgrows [`MOST_KEPT`] | |
//!
//! In one grade twice the dice take 10 to 30 times as long; a third grade takes three times as long as two.

use super::{
    Bout, Meter, Stopped,
    line::{Line, MOST_TALLIES, Moves, narrow},
    tally::Ledger,
};
use crate::{
    book::{Extras, Ties},
    odds::MOST_KEPT,
};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Below so many additions a score, threads cost more than they save.
const WORTH_THREADS: f64 = 200_000.0;

/// The distribution of the tally.
pub(super) fn walk(bout: &Bout, ledger: &Ledger, meter: &Meter) -> Result<Vec<(u64, f64)>, Stopped> {
    let plan = Plan::new(bout, ledger)?;
    let mut layer = Layer::start(&plan);
    let scores = bout.scores.len();
    for place in 0..scores {
        let moves = [plan.line(0).moves(place), plan.line(1).moves(place)];
        let step =
            Step { plan: &plan, place, moves, from: &layer, kept: AtomicUsize::new(0), done: AtomicUsize::new(0) };
        layer = step.all(meter)?;
    }
    let row = layer.rows.pop().expect("the last score sets down the last die");
    let last = plan.line(1).ways - 1;
    Ok(row.at(last).map(|(tally, p)| (tally.into(), p)).collect())
}

/// About how many additions a walk takes.
pub(super) fn estimate(bout: &Bout, ledger: &Ledger) -> u64 {
    let sizes = [0, 1].map(|side: usize| {
        let dice = bout.sides[side].kinds.iter().map(|k| count(k.dice));
        let ways: f64 = dice.clone().map(|n| n + 1.0).product();
        let moves: f64 = dice.map(|n| (n + 1.0) * (n + 2.0) / 2.0).product();
        (ways, moves)
    });
    let [(_, first_moves), (second_ways, second_moves)] = sizes;
    let first_ways = sizes[0].0;
    let scores = count(bout.scores.len());
    // A way holds few of all the tallies; how few was measured, and is right within a factor of three.
    let fewer = bout.sides.iter().map(super::Side::dice).min().unwrap_or(0);
    #[allow(clippy::cast_precision_loss, reason = "for an estimate")]
    let size = ledger.size as f64;
    let tallies = if ledger.lowest == 0 { size.powf(0.4) } else { size.powf(0.25) };
    let leads = 1.0 + count(fewer) / 6.0;
    let middle = (scores - 2.0).max(1.0);
    let additions = (second_ways * first_moves + first_ways * second_moves * leads) * tallies * middle;
    // The conversion holds at the largest number where there are more.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "as said")]
    let steps = additions as u64;
    steps
}

#[allow(clippy::cast_precision_loss, reason = "for an estimate")]
fn count(n: usize) -> f64 {
    n as f64
}

/// A phase made ready for the walk. The lines stand in the order in which they move, not in that of the sides.
struct Plan<'a> {
    bout: &'a Bout<'a>,
    ledger: &'a Ledger,
    lines: [Line; 2],
    /// Which of the lines is the shorter, where extra dice can count.
    short: Option<usize>,
    /// Which of the lines wins ties, if any.
    wins_ties: Option<usize>,
}

impl<'a> Plan<'a> {
    fn new(bout: &'a Bout<'a>, ledger: &'a Ledger) -> Result<Self, Stopped> {
        if ledger.size > MOST_TALLIES {
            return Err(Stopped::TooLarge);
        }
        let defender = (bout.rules.ties == Ties::Defender).then_some(1);
        // Whoever wins ties moves first: the other's losses are then told by the dice that are down. Otherwise the
        // shorter line moves first: whether it has units left, which extra dice must know, is then settled.
        let first = defender.or(bout.short()).unwrap_or(0);
        let order = [first, 1 - first];
        let lines = order.map(|side| Line::new(bout, ledger, side));
        let [one, two] = lines;
        let place = |side: usize| usize::from(order[0] != side);
        Ok(Self { bout, ledger, lines: [one?, two?], short: bout.short().map(place), wins_ties: defender.map(place) })
    }

    fn line(&self, at: usize) -> &Line {
        &self.lines[at]
    }
}

/// Tallies with their probabilities, for each way to have the second mover's dice down.
#[derive(Default)]
struct Row {
    ends: Vec<usize>,
    tallies: Vec<u32>,
    chances: Vec<f64>,
}

impl Row {
    fn range(&self, way: usize) -> std::ops::Range<usize> {
        let start = if way == 0 { 0 } else { self.ends[way - 1] };
        start..self.ends[way]
    }

    fn at(&self, way: usize) -> impl Iterator<Item = (u32, f64)> {
        let range = self.range(way);
        self.tallies[range.clone()].iter().copied().zip(self.chances[range].iter().copied())
    }

    fn close(&mut self) {
        self.ends.push(self.tallies.len());
    }
}

/// Where the walk stands between two scores: a row for each way to have the first mover's dice down.
struct Layer {
    rows: Vec<Row>,
}

impl Layer {
    /// Nothing is down.
    fn start(plan: &Plan) -> Self {
        let empty = |_| Row { ends: vec![0; plan.line(1).ways], ..Row::default() };
        let mut rows: Vec<Row> = (0..plan.line(0).ways).map(empty).collect();
        rows[0] = Row { ends: vec![1; plan.line(1).ways], tallies: vec![0], chances: vec![1.0] };
        Self { rows }
    }
}

/// A place to add up probabilities by tally, which remembers where it was touched.
struct Slate {
    sums: Vec<f64>,
    touched: Vec<u32>,
}

impl Slate {
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

    fn wipe_into(&mut self, tallies: &mut Vec<u32>, chances: &mut Vec<f64>) {
        for tally in self.touched.drain(..) {
            let sum = std::mem::take(&mut self.sums[tally as usize]);
            if sum > 0.0 {
                tallies.push(tally);
                chances.push(sum);
            }
        }
    }
}

/// What the first mover leads to, before the second has moved: for each way to have the second's dice down, runs
/// of tallies that have one thing in common, what the second must remember.
#[derive(Default)]
struct Half {
    /// Where the runs of each way end in `runs`.
    ends: Vec<usize>,
    /// What is remembered, and where the run ends.
    runs: Vec<(usize, usize)>,
    tallies: Vec<u32>,
    chances: Vec<f64>,
}

/// From one score to the next.
struct Step<'a> {
    plan: &'a Plan<'a>,
    place: usize,
    moves: [Moves; 2],
    from: &'a Layer,
    /// How many tallies are kept for the next layer.
    kept: AtomicUsize,
    done: AtomicUsize,
}

impl Step<'_> {
    fn all(&self, meter: &Meter) -> Result<Layer, Stopped> {
        let size = narrow(self.plan.ledger.size) as usize;
        let ways = self.plan.line(0).ways;
        let one = |slate: &mut Slate, way: usize| self.row(way, slate, meter);
        let worth = estimate_step(self) > WORTH_THREADS;
        let rows: Result<Vec<Row>, Stopped> = if worth {
            (0..ways).into_par_iter().map_init(|| Slate::new(size), one).collect()
        } else {
            let mut slate = Slate::new(size);
            (0..ways).map(|way| one(&mut slate, way)).collect()
        };
        rows.map(|rows| Layer { rows })
    }

    /// The row of one way to have the first mover's dice down after this score.
    fn row(&self, to: usize, slate: &mut Slate, meter: &Meter) -> Result<Row, Stopped> {
        let half = self.first_moves(to, slate, meter)?;
        let row = self.second_moves(to, &half, slate, meter)?;
        let kept = self.kept.fetch_add(row.tallies.len(), Ordering::Relaxed) + row.tallies.len();
        if kept > MOST_KEPT {
            return Err(Stopped::TooLarge);
        }
        let ways = self.plan.line(0).ways;
        let done = count(self.done.fetch_add(1, Ordering::Relaxed) + 1) / count(ways);
        meter.progress((count(self.place) + done) / count(self.plan.bout.scores.len()));
        Ok(row)
    }

    fn is_last(&self) -> bool {
        self.place + 1 == self.plan.bout.scores.len()
    }

    fn first_moves(&self, to: usize, slate: &mut Slate, meter: &Meter) -> Result<Half, Stopped> {
        let (one, two) = (self.plan.line(0), self.plan.line(1));
        let mut half = Half::default();
        if self.is_last() && to + 1 != one.ways {
            half.ends.resize(two.ways, 0);
            return Ok(half);
        }
        for theirs in 0..two.ways {
            let opposite = two.down[theirs];
            let mut remembered = None;
            let mut steps = 0;
            for (own, p) in &self.moves[0][to] {
                let own = *own as usize;
                let before = self.from.rows[own].range(theirs);
                if before.is_empty() {
                    continue;
                }
                let remember = self.remembered(own, to, opposite);
                if remembered.is_some_and(|r| r != remember) {
                    half.end_run(remembered, slate);
                }
                remembered = Some(remember);
                let lead = opposite.saturating_sub(one.down[own]);
                let gain =
                    one.beaten(self.place, to - own, lead) + self.lowest(0, own, to, lead) + self.over_half(0, own, to);
                steps += before.len() + 4;
                for (tally, chance) in self.from.rows[own].at(theirs) {
                    slate.add(tally + gain, chance * p);
                }
            }
            half.end_run(remembered, slate);
            half.ends.push(half.runs.len());
            meter.charge(steps)?;
        }
        Ok(half)
    }

    fn second_moves(&self, first: usize, half: &Half, slate: &mut Slate, meter: &Meter) -> Result<Row, Stopped> {
        let two = self.plan.line(1);
        let mut row = Row::default();
        for to in 0..two.ways {
            if self.is_last() && to + 1 != two.ways {
                row.close();
                continue;
            }
            let mut steps = 0;
            for (own, p) in &self.moves[1][to] {
                let own = *own as usize;
                let over_half = self.over_half(1, own, to);
                for (remembered, range) in half.runs_of(own) {
                    let gain = self.second_gain(first, (own, to), remembered) + over_half;
                    steps += range.len() + 4;
                    let chances = half.chances[range.clone()].iter();
                    for (tally, chance) in half.tallies[range].iter().zip(chances) {
                        slate.add(tally + gain, chance * p);
                    }
                }
            }
            slate.wipe_into(&mut row.tallies, &mut row.chances);
            row.close();
            meter.charge(steps)?;
        }
        Ok(row)
    }

    /// What the second mover must know of what was before the first moved from `own` to `to`: by how much the first
    /// was ahead; or, where that tells nothing, how many extra dice the first set down.
    fn remembered(&self, own: usize, to: usize, opposite: usize) -> usize {
        let one = self.plan.line(0);
        match (self.plan.wins_ties, self.plan.short) {
            (Some(_), Some(1)) => self.extras(0, own, to),
            (Some(_), _) => 0,
            (None, _) => one.down[own].saturating_sub(opposite),
        }
    }

    /// What the tally gains as the second mover goes from one way to another, the first standing at `first` now.
    fn second_gain(&self, first: usize, (own, to): (usize, usize), remembered: usize) -> u32 {
        let (one, two) = (self.plan.line(0), self.plan.line(1));
        let ties = self.plan.wins_ties.is_some();
        let lead = if ties { one.down[first].saturating_sub(two.down[own]) } else { remembered };
        let gain = two.beaten(self.place, to - own, lead) + self.lowest(1, own, to, lead);
        if self.plan.bout.rules.extras != Extras::BeatLowest {
            return gain;
        }
        let extras = match self.plan.short {
            Some(0) if one.units_up[first] > 0 => self.extras(1, own, to),
            Some(1) if two.units_up[to] > 0 => remembered,
            _ => 0,
        };
        gain + narrow(self.plan.ledger.extra) * u32::try_from(extras).unwrap_or(0)
    }

    /// How many of the dice that a line sets down stand past the end of the other.
    fn extras(&self, line: usize, own: usize, to: usize) -> usize {
        let down = &self.plan.line(line).down;
        down[to].saturating_sub(down[own].max(self.plan.line(1 - line).dice))
    }

    fn over_half(&self, line: usize, own: usize, to: usize) -> u32 {
        if self.plan.bout.rules.extras != Extras::OverHalf || self.plan.short != Some(1 - line) {
            return 0;
        }
        let counted = self.plan.line(line).over_half(to - own, self.extras(line, own, to), self.place);
        narrow(self.plan.ledger.extra) * u32::try_from(counted).unwrap_or(0)
    }

    /// What is noted down when the shorter line sets down its last unit die, so many of the dice it sets down losing.
    fn lowest(&self, line: usize, own: usize, to: usize, lead: usize) -> u32 {
        let units_up = &self.plan.line(line).units_up;
        if self.plan.ledger.lowest == 0 || self.plan.short != Some(line) || units_up[to] > 0 || units_up[own] == 0 {
            return 0;
        }
        let last = self.plan.line(line).last_unit(to - own);
        last.map_or(0, |(kind, before)| narrow(self.plan.ledger.lowest_is(kind, before < lead)))
    }
}

fn estimate_step(step: &Step) -> f64 {
    let kept: usize = step.from.rows.iter().map(|row| row.tallies.len()).sum();
    let moves = |line: usize| {
        let all: usize = step.moves[line].iter().map(Vec::len).sum();
        count(all) / count(step.plan.line(line).ways)
    };
    count(kept) * (moves(0) + moves(1))
}

impl Half {
    fn end_run(&mut self, remembered: Option<usize>, slate: &mut Slate) {
        slate.wipe_into(&mut self.tallies, &mut self.chances);
        if let Some(remembered) = remembered {
            self.runs.push((remembered, self.tallies.len()));
        }
    }

    fn runs_of(&self, way: usize) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
        let start = if way == 0 { 0 } else { self.ends[way - 1] };
        (start..self.ends[way]).map(|at| {
            let begin = if at == 0 { 0 } else { self.runs[at - 1].1 };
            (self.runs[at].0, begin..self.runs[at].1)
        })
    }
}
