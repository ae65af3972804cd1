//! What is left of both sides after one phase, or several.
//!
//! What a phase leads to depends on nothing but what is left of both sides before it (and defeats left over, where they
//! are counted on), so several phases are a chain over what is left: every state that can be reached after a phase is
//! fought on from, once, whatever the ways that led there. States are independent of one another, and go to all cores.
//!
//! Probabilities are summed up in the order in which states are first reached (an [`IndexMap`], never a `HashMap`), so that
//! the same question has the same answer to the last bit.

use super::{
    Bout, Meter, Seat, Side, Stopped,
    tally::{Ending, Ledger, Telling},
};
use crate::{
    book::{Carry, Rulebook},
    odds::{Case, Distribution, Left},
    rules::scrud::Troop,
};
use indexmap::IndexMap;
use rayon::prelude::*;
use std::{
    collections::HashMap,
    sync::atomic::{AtomicUsize, Ordering},
};

/// The most states that a chain goes on from.
const MOST_STATES: usize = 200_000;

/// How both sides stand between two phases: what is left, and defeats left over that are counted on.
type State = [Ending; 2];

/// What is left of both sides after so many phases, or when one of them has nobody left.
pub(super) fn left(
    book: &Rulebook,
    sides: &[Side; 2],
    phases: u8,
    meter: &Meter,
) -> Result<Distribution<Case>, Stopped> {
    let mut now = phase(book, sides, meter)?;
    for fought in 1..phases {
        if now.len() > MOST_STATES {
            return Err(Stopped::TooLarge);
        }
        let states: Vec<(State, f64)> = now.into_iter().collect();
        let done = AtomicUsize::new(0);
        let after: Result<Vec<_>, Stopped> = states
            .par_iter()
            .map(|(state, p)| {
                let sides = [0, 1].map(|side: usize| reduced(&sides[side], &state[side]));
                let share = share(done.fetch_add(1, Ordering::Relaxed), states.len());
                meter.progress((f64::from(fought) + share) / f64::from(phases));
                if !sides.iter().all(Side::lives) {
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
    let cases = now.into_iter().map(|([first, second], p)| (Case::Left([first.left, second.left]), p));
    Ok(Distribution::collect(cases))
}

/// One phase from one state on.
fn phase(book: &Rulebook, sides: &[Side; 2], meter: &Meter) -> Result<IndexMap<State, f64>, Stopped> {
    let bout = Bout::new(&book.scrud, &book.ladder, sides.clone());
    let ledger = Ledger::new(&bout, Telling::Left).ok_or(Stopped::TooLarge)?;
    let tallies = bout.tallies(&ledger, meter)?;
    meter.charge(tallies.len())?;
    // Many tallies come to the same, and each side's part of a tally is read only once.
    let mut read: [Reader; 2] = Default::default();
    let mut pairs: IndexMap<[usize; 2], f64> = IndexMap::new();
    for (tally, p) in tallies {
        let parts = ledger.parts(tally);
        let ends = [0, 1].map(|side: usize| {
            read[side].number(parts[side], || {
                let mut end = ledger.ending(bout.rules, bout.ladder, side, &bout.sides[side], parts[side]);
                end.carried = counted_on(book, end.carried);
                end
            })
        });
        *pairs.entry(ends).or_insert(0.0) += p;
    }
    let ending = |ends: [usize; 2]| [0, 1].map(|side: usize| read[side].endings[ends[side]].clone());
    Ok(pairs.into_iter().map(|(ends, p)| (ending(ends), p)).collect())
}

/// The endings of one side, each with a number.
#[derive(Default)]
struct Reader {
    endings: Vec<Ending>,
    of_part: HashMap<u64, usize>,
    numbers: HashMap<Ending, usize>,
}

impl Reader {
    fn number(&mut self, part: u64, read: impl FnOnce() -> Ending) -> usize {
        *self.of_part.entry(part).or_insert_with(|| {
            let ending = read();
            let next = self.endings.len();
            *self.numbers.entry(ending).or_insert_with_key(|ending| {
                self.endings.push(ending.clone());
                next
            })
        })
    }
}

/// The side as it goes into its next phase: the units that are left, and the support dice it always had.
pub(in crate::odds) fn reduced(side: &Side, state: &Ending) -> Side {
    let strength = side.kinds.iter().find_map(|k| k.troop).map_or(1, |troop| troop.strength);
    reduced_to(side, &state.left, strength, state.carried)
}

fn reduced_to(side: &Side, left: &Left, strength: u16, carried: u16) -> Side {
    let mut dice = Vec::new();
    let mut troops = Vec::new();
    for (grade, units) in left {
        for _ in 0..*units {
            dice.push(Seat { grade: *grade, troop: Some(troops.len()), lies: None });
            troops.push(Troop { grade: *grade, strength });
        }
    }
    let support = side.kinds.iter().filter(|k| k.troop.is_none());
    dice.extend(support.flat_map(|k| std::iter::repeat_n(Seat { grade: k.grade, troop: None, lies: k.lies }, k.dice)));
    Side::new(&dice, &troops, carried)
}

/// Of defeats left over, those that the next phase counts on.
pub(in crate::odds) fn counted_on(book: &Rulebook, carried: u16) -> u16 {
    if book.scrud.carry == Carry::PerPhase { 0 } else { carried }
}

/// About how many steps so many phases take, where the first takes `one`.
pub(super) fn estimate(one: u64, bout: &Bout, phases: u8) -> u64 {
    if phases == 1 {
        return one;
    }
    // The states after one phase are as many as there are pairs of defeats, and grow from phase to phase; a later phase's
    // dice stand in more grades than the first's, and so take longer. All of it as measured.
    let states = share(bout.sides.iter().map(|side| side.units() + 1).product(), 1);
    (2..=phases).fold(one, |steps, phase| {
        let reached = states.powf(1.0 + 0.6 * f64::from(phase - 2)).min(share(MOST_STATES, 1));
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the most states there are")]
        let reached = reached as u64;
        steps.saturating_add(reached.saturating_mul(one).saturating_mul(3))
    })
}

#[allow(clippy::cast_precision_loss, reason = "for a gauge and an estimate")]
fn share(done: usize, of: usize) -> f64 {
    done as f64 / of.max(1) as f64
}
