//! Simulated odds for questions that are too large for exact work, with dice derived from a seed.
//!
//! Trials are made in chunks of at most [`CHUNK`], each with its own `ChaCha8` stream, and added up in the order of the
//! chunks. So the answer depends on the question, the seed and the number of trials, and not on the number of cores or
//! their speed. Memory is bounded: `case_counts` stops distinguishing new cases when its memory is full. The caller can
//! also limit the time: then the simulation makes fewer trials, and the answer holds their number. Sorted SCRUD phases
//! use a tight loop (`phase`, and `combat` for several phases); everything else goes through the rules, die by die.

mod phase;

use super::{Case, Distribution, Engagement, Monitor, OddsError, Question, Subject, Survivors, scrud};
use chacha20::ChaCha8Rng;
use indexmap::IndexMap;
use phase::CombatSimulator;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use std::{
    collections::BTreeMap,
    convert::Infallible,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};
use wardiary_base::{
    book::{LineUp, Rulebook},
    dice::{DiceRoll, Die, Face, Origin, Request, source::DiceSource},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::{
    carry_out_roll,
    scrud::{Fate, Phase, PhaseSide},
};

/// Maximum number of trials that share one stream of dice.
pub const CHUNK: u64 = 8192;

/// The same for trials that go through the rules; large combats manage perhaps a thousand a second.
const SLOW_CHUNK: u64 = 64;

/// Number of trials that share one stream: fewer with many dice, so that a chunk never takes long.
fn chunk_size(dice: usize) -> u64 {
    let dice = u64::try_from(dice).unwrap_or(u64::MAX).clamp(64, 1 << 16);
    (CHUNK * 64 * 64 / (dice * dice)).max(SLOW_CHUNK)
}

/// The standard error of a probability found in this many trials.
#[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
pub fn standard_error(p: f64, trials: u64) -> f64 {
    // Agreement of all trials does not make a case certain or impossible: the error is at least that of one deviating
    // trial.
    let trials = trials.max(1) as f64;
    let p = p.clamp(1.0 / (trials + 1.0), trials / (trials + 1.0));
    (p * (1.0 - p) / trials).sqrt()
}

/// The normal deviate for a confidence of 95%.
const NORMAL_DEVIATE_95: f64 = 1.96;

/// Wilson's score interval: the 95% confidence bounds of the probability of something that came up `came_up` times in
/// `trials`. Unlike the normal approximation it holds for few trials, and at 0 or all.
#[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
pub fn wilson(came_up: u64, trials: u64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (trials as f64, came_up as f64 / trials as f64);
    let z2 = NORMAL_DEVIATE_95 * NORMAL_DEVIATE_95 / n;
    let middle = (p + z2 / 2.0) / (1.0 + z2);
    let half = NORMAL_DEVIATE_95 * (p * (1.0 - p) / n + z2 / (4.0 * n)).sqrt() / (1.0 + z2);
    // An event that never came up may be impossible, one that always did may be certain.
    let low = if came_up == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if came_up == trials { 1.0 } else { (middle + half).min(1.0) };
    (low, high)
}

#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    pub trials: u64,
    /// The cases that came up, with their shares.
    pub cases: Distribution<Case>,
    /// Gists of the cases beyond the limit on separately counted ones, with their shares.
    pub case_gists: Distribution<CoarseCase>,
}

/// Simulates a question `trials` times, at least once.
pub fn simulate(
    book: &Rulebook,
    question: &Question,
    trials: u64,
    seed: u64,
    watch: Monitor,
) -> Result<Simulation, OddsError> {
    let rules = question.book(book);
    let before = scrud::sides_of(rules, question).filter(|_| question.gives_survivors());
    let before = before.map(|(sides, _)| sides.map(|side| side.grades())).unwrap_or_default();
    let sum = CaseCounts::new(before, MAX_BYTES);
    let (counts, trials) = match scrud::fixed_sides_of(rules, question) {
        Some((sides, phases)) if has_fast_path(rules, question, &sides, phases) => {
            let dice: usize = sides.iter().map(scrud::SideSetup::dice).sum();
            let chunk = chunk_size(dice * usize::from(phases));
            let phases = if question.gives_survivors() { phases } else { 0 };
            let combat = || CombatSimulator::new(rules, &sides, phases);
            in_chunks((trials, chunk), seed, watch, combat, CombatSimulator::trials, sum, CaseCounts::with_trials)?
        }
        _ => {
            let chunk = |(): &mut (), stream: &mut Stream, trials| {
                let mut counts = IndexMap::new();
                for _ in 0..trials {
                    *counts.entry(play_by_rules(book, question, stream)).or_insert(0) += 1;
                }
                counts
            };
            in_chunks((trials, SLOW_CHUNK), seed, watch, || (), chunk, sum, CaseCounts::with_trials)?
        }
    };
    let (cases, rest) = counts.shares(trials);
    Ok(Simulation { trials, cases, case_gists: rest })
}

fn has_fast_path(rules: &Rulebook, question: &Question, sides: &BothSides<scrud::SideSetup>, phases: u8) -> bool {
    let countable = scrud::tally_gives_survivors(&rules.scrud, phases) && phase::tallies_fit(rules, sides);
    let countable = countable && !rules.scrud.margins;
    rules.scrud.line_up == LineUp::Sorted && (!question.gives_survivors() || countable)
}

pub struct Stream(ChaCha8Rng);

impl Stream {
    pub fn new(seed: u64, number: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        Self(rng)
    }

    /// A uniform number below `sides` (the face of a die, less 1): the upper half of a random word times `sides`.
    /// Rejects the fewer than `sides` words that would bias it.
    #[inline]
    pub fn uniform_below(&mut self, sides: u32) -> usize {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(sides);
            let low = product & 0xffff_ffff;
            if low >= u64::from(sides) || low >= (1 << 32) % u64::from(sides) {
                return usize::try_from(product >> 32).expect("less than the number of sides");
            }
        }
    }

    pub fn face(&mut self, die: Die) -> Face {
        u8::try_from(self.uniform_below(die.sides().into())).expect("less than a die's sides") + 1
    }
}

impl DiceSource for Stream {
    type Error = Infallible;

    fn roll(&mut self, request: &Request) -> Result<DiceRoll, Infallible> {
        let faces = request.dice.iter().map(|wanted| self.face(wanted.die)).collect();
        Ok(DiceRoll { who: request.dice.iter().map(|wanted| wanted.owner).collect(), from: Origin::App(0), faces })
    }
}

/// Makes trials in chunks of `size`, and adds the results of the chunks to a sum in their order. Workspaces are reused
/// between chunks. If the time runs out it stops after the chunks made so far, at least one. Returns the sum and the
/// number of trials made.
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
        watch.check_cancelled()?;
        // The first chunk is always made.
        if number > 0 && (watch.time_spent)() > TRIALS_TIME_SHARE {
            return Ok(None);
        }
        let mut space = spare.lock().ok().and_then(|mut spare| spare.pop()).unwrap_or_else(&workspace);
        let result = chunk(&mut space, &mut Stream::new(seed, number), size.min(trials - number * size));
        if let Ok(mut spare) = spare.lock() {
            spare.push(space);
        }
        #[allow(clippy::cast_precision_loss, reason = "for a gauge")]
        let share = (done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / chunks as f64;
        (watch.progress)(share.max((watch.time_spent)()).min(1.0));
        Ok(Some(result))
    };
    let together = u64::try_from(2 * rayon::current_num_threads()).unwrap_or(MAX_CHUNKS_HELD).min(MAX_CHUNKS_HELD);
    let (mut sum, mut next) = (sum, 0);
    let mut spent = (watch.time_spent)();
    while next < chunks {
        let before = std::mem::replace(&mut spent, (watch.time_spent)());
        // The next chunks will take as long as the last.
        if next > 0 && 2.0 * spent - before > TRIALS_TIME_SHARE {
            break;
        }
        let until = chunks.min(next + together);
        let results: Result<Vec<Option<T>>, OddsError> = (next..until).into_par_iter().map(one).collect();
        // Chunks after a missing one are dropped, so that the number of trials determines which were made.
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

/// No chunks are started after this share of the allowed time, which leaves the rest for evaluating and writing the
/// results.
const TRIALS_TIME_SHARE: f64 = 0.9;

/// Maximum number of chunks held before they are added up.
const MAX_CHUNKS_HELD: u64 = 32;

/// One trial through the rules.
fn play_by_rules(book: &Rulebook, question: &Question, stream: &mut Stream) -> Case {
    match &question.subject {
        Subject::Roll(roll) => {
            let completed = carry_out_roll(book, roll, stream).expect("the dice are those that were asked for");
            Case::from_outcome(&completed.result, question.gives_survivors())
        }
        Subject::Combat(engagement) => {
            let phase = engagement.clone().roll_dice(book, |die| stream.face(die)).phase;
            case_of(book, engagement, &phase, question.gives_survivors())
        }
    }
}

pub(super) fn case_of(book: &Rulebook, engagement: &Engagement, phase: &Phase, left: bool) -> Case {
    if !left {
        return Case::Defeats(phase.defeats);
    }
    Case::Survivors(BothSides::from_fn(|side| survivors(book, &engagement.parties[side], &phase.fates[side])))
}

fn survivors(book: &Rulebook, party: &PhaseSide, fates: &[Fate]) -> Survivors {
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

/// Maximum bytes of counted cases: as many as can be written in a second or two.
const MAX_BYTES: usize = 8 << 20;

/// The coarse features of a case that is not counted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CoarseCase {
    pub units: BothSides<u16>,
    /// Whether a side kept all its units and grades.
    pub unhurt: BothSides<bool>,
}

/// Counts cases within a memory limit. The cases that come up first, which are the likely ones, are counted separately
/// while there is room, all later ones by their coarse case, which is enough for the key figures.
pub struct CaseCounts {
    /// The initial units of each side, if survivors are asked for.
    before: BothSides<Survivors>,
    max_bytes: usize,
    bytes: usize,
    cases: IndexMap<Case, u64>,
    coarse_cases: BTreeMap<CoarseCase, u64>,
}

impl CaseCounts {
    /// Counts with room for `room` bytes of separately counted cases.
    pub fn new(before: BothSides<Survivors>, room: usize) -> Self {
        Self { before, max_bytes: room, bytes: 0, cases: IndexMap::new(), coarse_cases: BTreeMap::new() }
    }

    pub fn with_trials(mut self, counts: IndexMap<Case, u64>) -> Self {
        for (case, n) in counts {
            if let Some(known) = self.cases.get_mut(&case) {
                *known += n;
                continue;
            }
            // The entry, its hash and index slot, and its heap allocation.
            let bytes = size_of::<(Case, u64)>() + 24 + heap(&case);
            if let Some(coarse_case) = self.coarse_case(&case).filter(|_| self.bytes + bytes > self.max_bytes) {
                *self.coarse_cases.entry(coarse_case).or_insert(0) += n;
            } else {
                self.bytes += bytes;
                self.cases.insert(case, n);
            }
        }
        self
    }

    /// The coarse form of a case; only survivors have one, since all other questions have few cases.
    fn coarse_case(&self, case: &Case) -> Option<CoarseCase> {
        let Case::Survivors(left) = case else { return None };
        let units = left.as_ref().map(|left| left.iter().map(|(_, units)| *units).sum());
        Some(CoarseCase { units, unhurt: BothSides::from_fn(|side: CombatSide| left[side] == self.before[side]) })
    }

    /// The shares of the cases, and of the coarse cases of all others.
    pub fn shares(self, trials: u64) -> (Distribution<Case>, Distribution<CoarseCase>) {
        #[allow(clippy::cast_precision_loss, reason = "trials are fewer than 2^53")]
        let share = |n: u64| n as f64 / trials.max(1) as f64;
        let cases = Distribution::collect(self.cases.into_iter().map(|(case, n)| (case, share(n))));
        (cases, Distribution::collect(self.coarse_cases.into_iter().map(|(coarse_case, n)| (coarse_case, share(n)))))
    }
}

/// Heap bytes of a case, including allocation overhead.
fn heap(case: &Case) -> usize {
    match case {
        Case::Survivors(left) => left.iter().map(|left| size_of_val(&**left) + 16).sum(),
        Case::Volley { hits } => size_of_val(&**hits) + 16,
        _ => 0,
    }
}
