//! The survivors of both sides after one phase or several.
//!
//! The results of a phase depend only on the survivors before it (and leftover defeats, if they carry over), so several
//! phases are a Markov chain. Each reachable state is fought on from once, however many paths lead to it. States are
//! independent and are spread over all cores. A [`CombatModel`] defines the states and resolves the phases: `by_walk`
//! counts units by grade, which is fast but not always enough; `by_enumeration` knows every unit, and uses the rules.
//!
//! Probabilities are added in the order in which states are first reached (an [`IndexMap`]), so that the same question
//! has the same answer to the last bit.

use super::{
    Meter, OddsError, PhaseSetup, SideSetup,
    support::{self, SupportResults},
    tally::{Ending, TallyDetail, TallyLayout},
};
use crate::odds::{
    Case, Distribution, Engagement, Survivors,
    engagement::BareSide,
    limits::{MAX_BYTES, MemoryGuard},
    lookup::Lookup,
};
use indexmap::{IndexMap, IndexSet};
use rayon::prelude::*;
use std::{
    hash::Hash,
    sync::atomic::{AtomicUsize, Ordering},
};
use wardiary_base::{
    book::{DefeatCarry, Grade, Rulebook},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::support::{SupportDie, SupportTask};

const MAX_STATES: usize = 200_000;

/// Maximum number of states fought on in parallel before their results are added up.
const MAX_PARALLEL_STATES: usize = 1024;

/// Indices of both sides' endings.
type EndPair = BothSides<u32>;

/// The state of one side between two phases, as far as later phases depend on it.
pub(super) trait SideState: Clone + Eq + Hash + Send + Sync {
    fn survivors(&self) -> Survivors;

    /// Whether it has any units.
    fn has_units(&self) -> bool;

    /// Bytes on the heap, including allocation overhead.
    fn heap_bytes(&self) -> usize;

    /// The side as it enters the next phase.
    fn next_phase_side(&self, book: &Rulebook) -> BareSide;
}

pub(super) trait CombatModel: Sync {
    type State: SideState;

    fn book(&self) -> &Rulebook;

    fn bonus(&self) -> BothSides<i8>;

    /// A phase, with `more` phases to follow.
    fn phase<'m>(
        &self,
        engagement: &Engagement,
        more: u8,
        meter: &'m Meter,
    ) -> Result<PhaseEnds<'m, Self::State>, OddsError>;
}

/// The states after a phase: endings of either side, and pairs of them with probabilities, in the order in which they
/// were first reached.
pub(super) struct PhaseEnds<'m, E> {
    endings: BothSides<IndexSet<E>>,
    pairs: IndexMap<EndPair, f64>,
    /// Heap bytes of the endings.
    heap_bytes: usize,
    memory: MemoryGuard<'m>,
}

impl<'m, E: SideState> PhaseEnds<'m, E> {
    pub fn empty(meter: &'m Meter) -> Result<Self, OddsError> {
        let (endings, pairs) = (BothSides::default(), IndexMap::new());
        Ok(Self { endings, pairs, heap_bytes: 0, memory: meter.reserve(0)? })
    }

    /// The index of an ending; adds it if it is new.
    pub fn index_of(&mut self, side: CombatSide, ending: E) -> u32 {
        let heap = ending.heap_bytes();
        let (index, new) = self.endings[side].insert_full(ending);
        self.heap_bytes += if new { heap } else { 0 };
        u32::try_from(index).expect("there are more endings than memory allows")
    }

    /// Adds to the probability of a pair of endings.
    pub fn add(&mut self, ends: EndPair, p: f64) -> Result<(), OddsError> {
        *self.pairs.entry(ends).or_insert(0.0) += p;
        self.count_memory()
    }

    /// Adds the results of a phase from a state that has this probability.
    fn merge(&mut self, ends: PhaseEnds<E>, p: f64) -> Result<(), OddsError> {
        let mut indices = |side: CombatSide, endings: IndexSet<E>| -> Vec<u32> {
            endings.into_iter().map(|ending| self.index_of(side, ending)).collect()
        };
        let BothSides { first, second } = ends.endings;
        let index = BothSides::new(indices(CombatSide::First, first), indices(CombatSide::Second, second));
        for (pair, q) in ends.pairs {
            let pair = BothSides::from_fn(|side| index[side][pair[side] as usize]);
            *self.pairs.entry(pair).or_insert(0.0) += p * q;
        }
        self.count_memory()
    }

    /// Counts the collections as held, with the hash and index slot of each entry.
    fn count_memory(&mut self) -> Result<(), OddsError> {
        let endings: usize = self.endings.iter().map(|endings| endings.capacity() * (size_of::<E>() + 24)).sum();
        let pairs = self.pairs.capacity() * (size_of::<(EndPair, f64)>() + 24);
        self.memory.grow_to(pairs + endings + self.heap_bytes)
    }

    fn state(&self, pair: EndPair) -> BothSides<&E> {
        BothSides::from_fn(|side| &self.endings[side][pair[side] as usize])
    }

    /// The survivors of both sides, as cases.
    pub fn cases(&self, meter: &Meter) -> Result<Distribution<Case>, OddsError> {
        // Endings with the same survivors are one case.
        let mut survivors: BothSides<IndexSet<Survivors>> = BothSides::default();
        let same = BothSides::from_fn(|side| {
            let endings = self.endings[side].iter();
            endings.map(|ending| survivors[side].insert_full(ending.survivors()).0).collect::<Vec<usize>>()
        });
        let mut sums: IndexMap<BothSides<usize>, f64> = IndexMap::new();
        for (pair, p) in &self.pairs {
            *sums.entry(BothSides::from_fn(|side| same[side][pair[side] as usize])).or_insert(0.0) += p;
        }
        let of_one = size_of::<(Case, f64)>() + 2 * (16 + size_of::<Survivors>());
        // Once in a sorted tree, half empty in the worst case, and once in the list made from it.
        let _held = meter.reserve(sums.len() * 3 * of_one)?;
        meter.charge(sums.len())?;
        let left = |pair: BothSides<usize>| BothSides::from_fn(|side| survivors[side][pair[side]].clone());
        Ok(Distribution::collect(sums.into_iter().map(|(pair, p)| (Case::Survivors(left(pair)), p))))
    }
}

/// The survivors of both sides after the given number of phases, or when a side has no units left.
pub(super) fn survivors(
    model: &impl CombatModel,
    start: &Engagement,
    phases: u8,
    meter: &Meter,
) -> Result<Distribution<Case>, OddsError> {
    let mut now = model.phase(start, phases - 1, meter)?;
    for fought in 1..phases {
        fail_if!(now.pairs.len() > MAX_STATES, OddsError::TooLarge);
        let mut next = PhaseEnds::empty(meter)?;
        let states = now.pairs.len();
        let done = AtomicUsize::new(0);
        let one = |at: usize| {
            let (pair, p) = now.pairs.get_index(at).expect("there are too many states");
            let state = now.state(*pair);
            let share = share(done.fetch_add(1, Ordering::Relaxed), states);
            meter.progress((f64::from(fought) + share) / f64::from(phases));
            let ends = if state.iter().all(|end| end.has_units()) {
                let sides = state.map(|end| end.next_phase_side(model.book()));
                let engagement = Engagement::from_sides(model.book(), &sides, model.bonus());
                model.phase(&engagement, phases - fought - 1, meter)?
            } else {
                terminal_phase(state, meter)?
            };
            Ok((ends, *p))
        };
        let few = 2 * rayon::current_num_threads();
        let (mut first, mut together) = (0, few);
        while first < states {
            let until = states.min(first + together);
            let ends: Result<Vec<_>, OddsError> = (first..until).into_par_iter().map(one).collect();
            let mut largest = 1;
            for (ends, p) in ends? {
                largest = largest.max(ends.memory.bytes());
                next.merge(ends, p)?;
            }
            (first, together) = (until, (MAX_BYTES / 4 / largest).clamp(few, MAX_PARALLEL_STATES.max(few)));
        }
        now = next;
    }
    now.cases(meter)
}

/// A state in which the combat has ended.
fn terminal_phase<'m, E: SideState>(state: BothSides<&E>, meter: &'m Meter) -> Result<PhaseEnds<'m, E>, OddsError> {
    let mut ends = PhaseEnds::empty(meter)?;
    let pair = BothSides::from_fn(|side| ends.index_of(side, state[side].clone()));
    ends.add(pair, 1.0)?;
    Ok(ends)
}

/// Estimated steps, if the first phase takes `one`.
pub(super) fn estimate(one: u64, units: BothSides<usize>, phases: u8) -> u64 {
    if phases == 1 {
        return one;
    }
    // The number of states starts with the number of pairs of defeats and grows from phase to phase. Later phases have
    // dice of more grades than the first, and so take longer. The growth factors are measured.
    let states = share(units.iter().map(|units| units + 1).product(), 1);
    (2..=phases).fold(one, |steps, phase| {
        let reached = as_states(states.powf(1.0 + 0.6 * f64::from(phase - 2)));
        steps.saturating_add(reached.saturating_mul(one).saturating_mul(3))
    })
}

/// Rounds to a number of states, limited to [`MAX_STATES`].
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most MAX_STATES")]
fn as_states(states: f64) -> u64 {
    states.min(share(MAX_STATES, 1)) as u64
}

#[allow(clippy::cast_precision_loss, reason = "for a gauge and an estimate")]
fn share(done: usize, of: usize) -> f64 {
    done as f64 / of.max(1) as f64
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct GradeEnding {
    ending: Ending,
    /// Support from outside, in roster order.
    support: Vec<(SupportTask, Grade)>,
}

impl SideState for GradeEnding {
    fn survivors(&self) -> Survivors {
        self.ending.survivors.clone()
    }

    fn has_units(&self) -> bool {
        !self.ending.survivors.is_empty()
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.ending.survivors) + size_of_val(&*self.support) + 32
    }

    fn next_phase_side(&self, book: &Rulebook) -> BareSide {
        let strength = book.troops[0].strength;
        let units = self.ending.survivors.iter();
        let units = units.flat_map(|(grade, n)| std::iter::repeat_n((*grade, strength), (*n).into()));
        let (support, carried) = (self.support.clone(), self.ending.carried);
        BareSide { units: units.collect(), support, carried, retired: Vec::new() }
    }
}

/// Walks phases with sorted lines in which only the number of surviving units of each grade matters. Support against
/// support is resolved before each phase, and what remains of it continues to the next.
pub(super) struct GradeCombat<'a> {
    pub book: &'a Rulebook,
    pub bonus: BothSides<i8>,
}

impl CombatModel for GradeCombat<'_> {
    type State = GradeEnding;

    fn book(&self) -> &Rulebook {
        self.book
    }

    fn bonus(&self) -> BothSides<i8> {
        self.bonus
    }

    fn phase<'m>(
        &self,
        engagement: &Engagement,
        _: u8,
        meter: &'m Meter,
    ) -> Result<PhaseEnds<'m, GradeEnding>, OddsError> {
        let mut ends = PhaseEnds::empty(meter)?;
        for (results, p) in support::results(self.book, engagement, meter)? {
            let left = BothSides::from_fn(|side| remaining_support(self.book, engagement, &results, side));
            self.add(support::lines(engagement, &results), &left, p, &mut ends, meter)?;
        }
        Ok(ends)
    }
}

impl GradeCombat<'_> {
    /// The results of a phase between two lines, regardless of support.
    pub fn phase_between_lines<'m>(
        &self,
        lines: BothSides<SideSetup>,
        meter: &'m Meter,
    ) -> Result<PhaseEnds<'m, GradeEnding>, OddsError> {
        let mut ends = PhaseEnds::empty(meter)?;
        self.add(lines, &BothSides::default(), 1.0, &mut ends, meter)?;
        Ok(ends)
    }

    /// Adds the results of a phase between two lines that occur with probability `chance`.
    fn add(
        &self,
        lines: BothSides<SideSetup>,
        support: &BothSides<Vec<(SupportTask, Grade)>>,
        chance: f64,
        ends: &mut PhaseEnds<GradeEnding>,
        meter: &Meter,
    ) -> Result<(), OddsError> {
        let setup = PhaseSetup::new(&self.book.scrud, &self.book.ladder, lines);
        let layout = TallyLayout::new(&setup, TallyDetail::Survivors).ok_or(OddsError::TooLarge)?;
        let tallies = setup.tallies(&layout, meter)?;
        let _held = meter.reserve(size_of_val(&*tallies))?;
        // Decoding a tally takes as long as some hundred additions.
        meter.charge(tallies.len().saturating_mul(100))?;
        // Many tallies have the same ending, so each side's part of a tally is decoded only once.
        let mut known: BothSides<Lookup<u64, u32>> = BothSides::default();
        for (tally, p) in tallies {
            let parts = layout.side_parts(tally);
            let mut index = |side: CombatSide| {
                *known[side].get_or_insert_with(parts[side], || {
                    let ending = layout.ending(&setup, side, parts[side]).without_lapsed_defeats(self.book);
                    ends.index_of(side, GradeEnding { ending, support: support[side].clone() })
                })
            };
            let pair = BothSides::from_fn(&mut index);
            ends.add(pair, chance * p)?;
        }
        Ok(())
    }
}

/// The support of a side that remains after support met support.
fn remaining_support(
    book: &Rulebook,
    engagement: &Engagement,
    results: &SupportResults,
    side: CombatSide,
) -> Vec<(SupportTask, Grade)> {
    let after = |(die, result): (&SupportDie, &support::SupportResult)| {
        let down = -i16::try_from(result.down).unwrap_or(i16::MAX);
        (!result.destroyed).then(|| (die.task, book.ladder.shifted(die.die.assumed_grade, down)))
    };
    engagement.support[side].iter().zip(&results[side]).filter_map(after).collect()
}

impl Ending {
    /// Drops leftover defeats unless the rules carry them over to the next phase.
    pub(in crate::odds) fn without_lapsed_defeats(self, book: &Rulebook) -> Self {
        let carried = if book.scrud.carry == DefeatCarry::PerPhase { 0 } else { self.carried };
        Self { carried, ..self }
    }

    pub(in crate::odds) fn remaining_side(&self, side: &SideSetup) -> SideSetup {
        side.reduced_to(&self.survivors, self.carried)
    }
}
