//! Simulated odds, for what is too large to be worked out: so many trials, their dice derived from a seed.
//!
//! Trials are made in chunks of [`CHUNK`] at the most, each with a `ChaCha8` stream of its own, and added up in the order of the chunks:
//! the answer depends on question, seed and number of trials, and not on how many cores there are or which was faster.
//! What is remembered on the way is bounded: new cases are no longer told apart when there is no room for more (`counts`),
//! and so is the time, where there is a limit: then fewer trials are made, and the answer says how many. Sorted
//! SCRUD phases go through a tight loop (`phase`, and `combat` for several); everything else goes through the rules
//! themselves, die by die.

mod combat;
mod counts;
mod phase;

use super::{Case, Distribution, Engagement, Monitor, OddsError, Question, Subject, Survivors, scrud};
use chacha20::ChaCha8Rng;
use combat::CombatSimulator;
use counts::CaseCounts;
pub use counts::Gist;
use indexmap::IndexMap;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use std::{
    convert::Infallible,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};
use wardiary_base::{
    book::{LineUp, Rulebook},
    dice::{DiceRoll, Die, Face, Origin, Request, source::DiceSource},
    sides::BothSides,
};
use wardiary_rules::rules::{
    Roll, carry_out_roll,
    scrud::{Fate, Party, Phase},
};

/// How many trials share one stream of dice, where they are not many dice.
pub const CHUNK: u64 = 8192;

/// The same where each trial goes through the rules, of large combats perhaps a thousand a second.
const SLOW_CHUNK: u64 = 64;

/// How many trials of so many dice share one stream: of many dice fewer, so that a chunk never takes long.
fn chunk_of(dice: usize) -> u64 {
    let dice = u64::try_from(dice).unwrap_or(u64::MAX).clamp(64, 1 << 16);
    (CHUNK * 64 * 64 / (dice * dice)).max(SLOW_CHUNK)
}

/// The standard error of a probability that was found in so many trials.
#[must_use]
#[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
pub fn standard_error(p: f64, trials: u64) -> f64 {
    // No case is certain or impossible because all trials agree: never less than if one of them had differed.
    let trials = trials.max(1) as f64;
    let p = p.clamp(1.0 / (trials + 1.0), trials / (trials + 1.0));
    (p * (1.0 - p) / trials).sqrt()
}

/// The normal deviate that bounds 95 of 100.
const Z: f64 = 1.96;

/// Between which bounds a probability lies, with a confidence of 95%, of something that came up in so many of so many trials:
/// Wilson's score interval, which holds of few trials too, and where none or all came up.
#[must_use]
#[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
pub fn wilson(came_up: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (trials as f64, came_up as f64 / trials as f64);
    let z2 = Z * Z / n;
    let middle = (p + z2 / 2.0) / (1.0 + z2);
    let half = Z * (p * (1.0 - p) / n + z2 / (4.0 * n)).sqrt() / (1.0 + z2);
    // What never came up may be impossible, what always did certain.
    let low = if came_up == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if came_up == trials { 1.0 } else { (middle + half).min(1.0) };
    (low, high)
}

/// What came of a simulation.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulated {
    /// How many trials were made: fewer than were asked for where the time was up.
    pub trials: u64,
    /// The cases that came up, with their shares.
    pub cases: Distribution<Case>,
    /// The gists of those that are too many to be counted each on its own, with their shares.
    pub rest: Distribution<Gist>,
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
) -> Result<Simulated, OddsError> {
    let rules = question.book(book);
    let before = scrud::sides_of(rules, question).filter(|_| question.tells_left());
    let before = before.map(|(sides, _)| sides.map(|side| side.grades())).unwrap_or_default();
    let sum = CaseCounts::new(before);
    let (counts, trials) = match scrud::fixed_sides_of(rules, question) {
        Some((sides, phases)) if is_quick(rules, question, &sides, phases) => {
            let dice: usize = sides.iter().map(scrud::SideSetup::dice).sum();
            let chunk = chunk_of(dice * usize::from(phases));
            let phases = if question.tells_left() { phases } else { 0 };
            let combat = || CombatSimulator::new(rules, &sides, phases);
            in_chunks((trials, chunk), seed, watch, combat, CombatSimulator::trials, sum, CaseCounts::add)?
        }
        _ => {
            let chunk = |(): &mut (), stream: &mut Stream, trials| {
                let mut counts = IndexMap::new();
                for _ in 0..trials {
                    *counts.entry(by_rules(book, question, stream)).or_insert(0) += 1;
                }
                counts
            };
            in_chunks((trials, SLOW_CHUNK), seed, watch, || (), chunk, sum, CaseCounts::add)?
        }
    };
    let (cases, rest) = counts.shares(trials);
    Ok(Simulated { trials, cases, rest })
}

/// Whether the tight loop can answer the question.
fn is_quick(rules: &Rulebook, question: &Question, sides: &BothSides<scrud::SideSetup>, phases: u8) -> bool {
    let countable = scrud::counts_survivors(&rules.scrud, phases) && phase::fits(rules, sides);
    let countable = countable && !rules.scrud.margins;
    rules.scrud.line_up == LineUp::Sorted && (!question.tells_left() || countable)
}

/// A stream of dice.
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of that number among those of a seed.
    pub fn new(seed: u64, number: u64) -> Self {
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

/// Makes so many trials in chunks of `size`, and adds the results of the chunks to a sum, in their order. A workspace
/// serves one chunk after another. Where the time is up it ends with the chunks that were made by then, at least one.
/// Returns the sum, and how many trials were made.
pub(super) fn in_chunks<W: Send, T: Send, S>(
    (trials, size): (u64, u64),
    seed: u64,
    watch: Monitor,
    workspace: impl Fn() -> W + Sync + Send,
    chunk: impl Fn(&mut W, &mut Stream, u64) -> T + Sync + Send,
    sum: S,
    add: impl Fn(S, T) -> S,
) -> Result<(S, u64), OddsError> {
    let trials = trials.max(1);
    let chunks = trials.div_ceil(size);
    let spare: Mutex<Vec<W>> = Mutex::default();
    let done = AtomicU64::new(0);
    let one = |number: u64| {
        watch.cancelled()?;
        // The first chunk is made whatever it takes.
        if number > 0 && (watch.spent)() > PLAYING_SHARE {
            return Ok(None);
        }
        let mut space = spare.lock().ok().and_then(|mut spare| spare.pop()).unwrap_or_else(&workspace);
        let result = chunk(&mut space, &mut Stream::new(seed, number), size.min(trials - number * size));
        if let Ok(mut spare) = spare.lock() {
            spare.push(space);
        }
        #[allow(clippy::cast_precision_loss, reason = "for a gauge")]
        let share = (done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / chunks as f64;
        (watch.progress)(share.max((watch.spent)()).min(1.0));
        Ok(Some(result))
    };
    let together = u64::try_from(2 * rayon::current_num_threads()).unwrap_or(MAX_TOGETHER).min(MAX_TOGETHER);
    let (mut sum, mut next) = (sum, 0);
    let mut spent = (watch.spent)();
    while next < chunks {
        let before = std::mem::replace(&mut spent, (watch.spent)());
        // The next chunks will take as long as the last.
        if next > 0 && 2.0 * spent - before > PLAYING_SHARE {
            break;
        }
        let until = chunks.min(next + together);
        let results: Result<Vec<Option<T>>, OddsError> = (next..until).into_par_iter().map(one).collect();
        // Behind one that was not made none counts, so that the number of trials alone says which they were.
        for result in results?.into_iter().map_while(|result| result) {
            sum = add(sum, result);
            next += 1;
        }
        if next < until {
            break;
        }
    }
    Ok((sum, trials.min(next * size)))
}

/// The share of the time allowed after which no more chunks are begun: the rest is for what is made of the results, and for
/// writing them.
const PLAYING_SHARE: f64 = 0.9;

/// The most chunks whose results are held before they are added up.
const MAX_TOGETHER: u64 = 32;

/// One trial through the rules.
fn by_rules(book: &Rulebook, question: &Question, stream: &mut Stream) -> Case {
    match &question.subject {
        Subject::Roll(roll) => rolled(book, roll, question.tells_left(), stream),
        Subject::Combat(engagement) => {
            let phase = engagement.clone().roll_dice(book, |die| stream.face(die)).phase;
            case_of(book, engagement, &phase, question.tells_left())
        }
    }
}

/// The case of a phase of an engagement.
pub(super) fn case_of(book: &Rulebook, engagement: &Engagement, phase: &Phase, left: bool) -> Case {
    if !left {
        return Case::Defeats(phase.defeats);
    }
    Case::Left(BothSides::from_fn(|side| survivors(book, &engagement.parties[side], &phase.fates[side])))
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
