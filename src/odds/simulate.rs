//! Simulated odds, for what is too large to be worked out: so many trials, their dice derived from a seed.
//!
//! Trials are made in chunks of [`CHUNK`], each with a `ChaCha8` stream of its own, and counted in whole numbers: the
//! answer depends on question, seed and number of trials, and not on how many cores there are or which was faster. Sorted
//! SCRUD phases go through a tight loop (`phase`, and `combat` for several); everything else goes through the rules
//! themselves, die by die.

mod combat;
mod phase;

use super::{Case, Distribution, Monitor, OddsError, Question, Subject, Survivors, scrud};
use crate::{
    book::{LineUp, Rulebook},
    dice::{DiceRoll, Die, Face, Origin, Request, source::DiceSource},
    rules::{
        Roll, carry_out_roll,
        scrud::{Fate, Party},
    },
    sides::BothSides,
};
use chacha20::ChaCha8Rng;
use combat::CombatSimulator;
use indexmap::IndexMap;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use std::{
    convert::Infallible,
    sync::atomic::{AtomicU64, Ordering},
};

/// How many trials share one stream of dice.
pub const CHUNK: u64 = 8192;

/// The standard error of a probability that was found in so many trials.
#[must_use]
#[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
pub fn standard_error(p: f64, trials: u64) -> f64 {
    // No case is certain or impossible because all trials agree: never less than if one of them had differed.
    let trials = trials.max(1) as f64;
    let p = p.clamp(1.0 / (trials + 1.0), trials / (trials + 1.0));
    (p * (1.0 - p) / trials).sqrt()
}

/// Simulates a question so many times, at least once.
///
/// # Errors
/// Only where it was cancelled.
pub fn simulate(
    book: &Rulebook,
    question: &Question,
    trials: u64,
    seed: u64,
    watch: Monitor,
) -> Result<Distribution<Case>, OddsError> {
    let rules = question.book(book);
    let counts = match scrud::fixed_sides_of(rules, question) {
        Some((sides, phases)) if is_quick(rules, question, &sides, phases) => {
            let phases = if question.tells_left() { phases } else { 0 };
            let combat = || CombatSimulator::new(rules, &sides, phases);
            in_chunks((trials, CHUNK), seed, watch, combat, CombatSimulator::trials, IndexMap::new, add_counts)?
        }
        _ => {
            let chunk = |(): &mut (), stream: &mut Stream, trials| {
                let mut counts = IndexMap::new();
                for _ in 0..trials {
                    *counts.entry(by_rules(book, question, stream)).or_insert(0) += 1;
                }
                counts
            };
            in_chunks((trials, CHUNK), seed, watch, || (), chunk, IndexMap::new, add_counts)?
        }
    };
    #[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
    let share = |n: u64| n as f64 / trials.max(1) as f64;
    Ok(Distribution::collect(counts.into_iter().map(|(case, n)| (case, share(n)))))
}

/// Whether the tight loop can answer the question.
fn is_quick(rules: &Rulebook, question: &Question, sides: &BothSides<scrud::SideSetup>, phases: u8) -> bool {
    let countable = scrud::counts_survivors(&rules.scrud, phases) && phase::fits(rules, sides);
    rules.scrud.line_up == LineUp::Sorted && (!question.tells_left() || countable)
}

/// A stream of dice.
pub(super) struct Stream(ChaCha8Rng);

impl Stream {
    pub(super) fn new(seed: u64, number: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        Self(rng)
    }

    /// The face of a die of so many sides, less 1: the upper half of a random word times the number of sides. The words
    /// that would make some faces likelier than others, fewer than there are sides, are skipped.
    #[inline]
    pub fn below(&mut self, sides: u32) -> usize {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(sides);
            let low = product & 0xffff_ffff;
            if low >= u64::from(sides) || low >= (1 << 32) % u64::from(sides) {
                return usize::try_from(product >> 32).expect("less than the number of sides");
            }
        }
    }

    pub fn face(&mut self, die: Die) -> Face {
        u8::try_from(self.below(die.sides().into())).expect("less than a die's sides") + 1
    }
}

impl DiceSource for Stream {
    type Error = Infallible;

    fn answer(&mut self, request: &Request) -> Result<DiceRoll, Infallible> {
        let faces = request.dice.iter().map(|wanted| self.face(wanted.die)).collect();
        Ok(DiceRoll { who: request.dice.iter().map(|wanted| wanted.owner).collect(), from: Origin::App(0), faces })
    }
}

/// Makes so many trials in chunks of `size`, and adds up the results of the chunks. A workspace serves one chunk after
/// another on a thread; how results are grouped as they are added depends on the threads, so `add` has to be exact.
pub(super) fn in_chunks<W, T: Send>(
    (trials, size): (u64, u64),
    seed: u64,
    watch: Monitor,
    workspace: impl Fn() -> W + Sync + Send,
    chunk: impl Fn(&mut W, &mut Stream, u64) -> T + Sync + Send,
    zero: impl Fn() -> T + Sync + Send,
    add: impl Fn(T, T) -> T + Sync + Send,
) -> Result<T, OddsError> {
    let trials = trials.max(1);
    let chunks = trials.div_ceil(size);
    let done = AtomicU64::new(0);
    (0..chunks)
        .into_par_iter()
        .map_init(workspace, |workspace, number| {
            watch.cancelled()?;
            let sum = chunk(workspace, &mut Stream::new(seed, number), size.min(trials - number * size));
            #[allow(clippy::cast_precision_loss, reason = "for a gauge")]
            let share = (done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / chunks as f64;
            (watch.progress)(share);
            Ok(sum)
        })
        .try_reduce(zero, |a, b| Ok(add(a, b)))
}

/// The sum of two counts.
pub(super) fn add_counts<K: Eq + std::hash::Hash>(
    mut sum: IndexMap<K, u64>,
    counts: IndexMap<K, u64>,
) -> IndexMap<K, u64> {
    for (case, n) in counts {
        *sum.entry(case).or_insert(0) += n;
    }
    sum
}

/// One trial through the rules.
fn by_rules(book: &Rulebook, question: &Question, stream: &mut Stream) -> Case {
    match &question.subject {
        Subject::Roll(roll) => rolled(book, roll, question.tells_left(), stream),
        Subject::Combat(engagement) => {
            let phase = engagement.clone().roll_dice(book, |die| stream.face(die)).phase;
            if !question.tells_left() {
                return Case::Defeats(phase.defeats);
            }
            let fates = phase.fates;
            Case::Left(BothSides::from_fn(|side| survivors(book, &engagement.parties[side], &fates[side])))
        }
    }
}

fn rolled(book: &Rulebook, roll: &Roll, left: bool, stream: &mut Stream) -> Case {
    let completed = carry_out_roll(book, roll, stream).expect("the dice are those that were asked for");
    Case::of(&completed.result, left)
}

fn survivors(book: &Rulebook, party: &Party, fates: &[Fate]) -> Survivors {
    let mut survivors = Survivors::new();
    for (troop, fate) in party.troops.iter().zip(fates).filter(|(_, fate)| fate.eliminated.is_none()) {
        let grade = book.ladder.shifted(troop.grade, -i16::try_from(fate.down).unwrap_or(i16::MAX));
        match survivors.iter_mut().find(|(g, _)| *g == grade) {
            Some((_, n)) => *n += 1,
            None => survivors.push((grade, 1)),
        }
    }
    survivors.sort_unstable();
    survivors
}
