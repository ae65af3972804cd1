//! What is left of both sides after one phase, or several.
//!
//! What a phase leads to depends on nothing but what is left of both sides before it (and defeats left over, where they
//! are carried over), so several phases are a chain of such states: every state that can be reached is fought on from
//! once, however many ways lead to it. States are independent of one another, and spread over all cores.
//!
//! Probabilities are added up in the order in which states are first reached (an [`IndexMap`]), so
//! that the same question has the same answer to the last bit.

use super::{
    Meter, OddsError, PhaseSetup, SideSetup,
    tally::{Ending, TallyDetail, TallyLayout},
};
use crate::{
    book::{Carry, Rulebook},
    odds::{Case, Distribution, lookup::Lookup},
    sides::BothSides,
};
use indexmap::{IndexMap, IndexSet};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most states that a chain goes on from.
const MAX_STATES: usize = 200_000;

/// Both sides between two phases.
type PhaseEnd = BothSides<Ending>;

/// What is left of both sides after so many phases, or when one of them has no units left.
pub(super) fn survivors(
    book: &Rulebook,
    sides: &BothSides<SideSetup>,
    phases: u8,
    meter: &Meter,
) -> Result<Distribution<Case>, OddsError> {
    let mut now = phase(book, sides, meter)?;
    for fought in 1..phases {
        if now.len() > MAX_STATES {
            return Err(OddsError::TooLarge);
        }
        let states: Vec<(PhaseEnd, f64)> = now.into_iter().collect();
        let done = AtomicUsize::new(0);
        let after: Result<Vec<_>, OddsError> = states
            .par_iter()
            .map(|(state, p)| {
                let sides = BothSides::from_fn(|side| state[side].reduced(&sides[side]));
                let share = share(done.fetch_add(1, Ordering::Relaxed), states.len());
                meter.progress((f64::from(fought) + share) / f64::from(phases));
                if !sides.iter().all(SideSetup::has_units) {
                    return Ok((IndexMap::from([(state.clone(), 1.0)]), *p));
                }
                phase(book, &sides, meter).map(|after| (after, *p))
            })
            .collect();
        now = IndexMap::new();
        for (after, p) in after? {
            for (state, q) in after {
                *now.entry(state).or_insert(0.0) += p * q;
            }
        }
    }
    let case = |(ends, p): (PhaseEnd, f64)| (Case::Left(ends.map(|end| end.survivors)), p);
    Ok(Distribution::collect(now.into_iter().map(case)))
}

/// One phase from one state on.
fn phase(book: &Rulebook, sides: &BothSides<SideSetup>, meter: &Meter) -> Result<IndexMap<PhaseEnd, f64>, OddsError> {
    let setup = PhaseSetup::new(&book.scrud, &book.ladder, sides.clone());
    let layout = TallyLayout::new(&setup, TallyDetail::Survivors).ok_or(OddsError::TooLarge)?;
    let tallies = setup.tallies(&layout, meter)?;
    meter.charge(tallies.len())?;
    // Many tallies mean the same ending, and each side's part of a tally is decoded only once.
    let mut known: BothSides<KnownEndings> = BothSides::default();
    let mut pairs: IndexMap<BothSides<usize>, f64> = IndexMap::new();
    for (tally, p) in tallies {
        let parts = layout.parts(tally);
        let ends = BothSides::from_fn(|side| {
            known[side].index_of(parts[side], || layout.ending(&setup, side, parts[side]).before_next_phase(book))
        });
        *pairs.entry(ends).or_insert(0.0) += p;
    }
    let endings = |ends: BothSides<usize>| BothSides::from_fn(|side| known[side].endings[ends[side]].clone());
    Ok(pairs.into_iter().map(|(ends, p)| (endings(ends), p)).collect())
}

/// The endings of one side, each with an index.
#[derive(Default)]
struct KnownEndings {
    endings: IndexSet<Ending>,
    of_part: Lookup<u64, usize>,
}

impl KnownEndings {
    /// The index of the ending that a part of a tally stands for, which `decode` finds out the first time.
    fn index_of(&mut self, part: u64, decode: impl FnOnce() -> Ending) -> usize {
        *self.of_part.get_or_insert_with(part, || self.endings.insert_full(decode()).0)
    }
}

impl Ending {
    /// The same with those of the defeats left over that the rules carry over to the next phase.
    pub(in crate::odds) fn before_next_phase(self, book: &Rulebook) -> Self {
        let carried = if book.scrud.carry == Carry::PerPhase { 0 } else { self.carried };
        Self { carried, ..self }
    }

    /// The side as it goes into its next phase.
    pub(in crate::odds) fn reduced(&self, side: &SideSetup) -> SideSetup {
        side.reduced_to(&self.survivors, self.carried)
    }
}

/// About how many steps so many phases take, where the first takes `one`.
pub(super) fn estimate(one: u64, sides: &BothSides<SideSetup>, phases: u8) -> u64 {
    if phases == 1 {
        return one;
    }
    // The states after one phase are as many as there are pairs of defeats, and grow from phase to phase; a later phase's
    // dice stand in more grades than the first's, and so take longer. All of it as measured.
    let states = share(sides.iter().map(|side| side.units() + 1).product(), 1);
    (2..=phases).fold(one, |steps, phase| {
        let reached = states.powf(1.0 + 0.6 * f64::from(phase - 2)).min(share(MAX_STATES, 1));
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most MAX_STATES")]
        let reached = reached as u64;
        steps.saturating_add(reached.saturating_mul(one).saturating_mul(3))
    })
}

#[allow(clippy::cast_precision_loss, reason = "for a gauge and an estimate")]
fn share(done: usize, of: usize) -> f64 {
    done as f64 / of.max(1) as f64
}
