//! Combats of one phase or several, simulated again and again.

use super::{Stream, phase::PhaseSimulator};
use crate::{
    book::Rulebook,
    odds::{
        Case,
        lookup::Lookup,
        scrud::{
            SideSetup,
            tally::{Ending, TallyDetail},
        },
    },
    sides::BothSides,
};
use indexmap::IndexMap;

/// A combat that can be played again and again, and remembers the states it has been in and how tallies lead from one to
/// another.
pub(super) struct CombatSimulator<'a> {
    book: &'a Rulebook,
    sides: &'a BothSides<SideSetup>,
    /// How many phases, if survivors are counted; 0 to count the defeats of one.
    phases: u8,
    /// The first is the start. Combats end in those that have no simulator.
    states: Vec<CombatState<'a>>,
    indices: Lookup<BothSides<Ending>, usize>,
    /// Where a tally led to from a state.
    next: Lookup<(usize, u64), usize>,
}

/// A combat between two phases.
struct CombatState<'a> {
    /// What is left of the sides, except at the start.
    endings: Option<BothSides<Ending>>,
    phase: Option<PhaseSimulator<'a>>,
}

impl<'a> CombatSimulator<'a> {
    /// A combat of which it is known that all its tallies fit 64 bits.
    pub fn new(book: &'a Rulebook, sides: &'a BothSides<SideSetup>, phases: u8) -> Self {
        let detail = if phases == 0 { TallyDetail::Defeats } else { TallyDetail::Survivors };
        let start = CombatState { endings: None, phase: PhaseSimulator::new(book, sides.clone(), detail) };
        Self { book, sides, phases, states: vec![start], indices: Lookup::default(), next: Lookup::default() }
    }

    /// Plays it so many times. Returns how often each case came up.
    pub fn trials(&mut self, stream: &mut Stream, trials: u64) -> IndexMap<Case, u64> {
        if let (0, Some(phase)) = (self.phases, &mut self.states[0].phase) {
            return defeats(phase, stream, trials);
        }
        let mut ends: IndexMap<usize, u64> = IndexMap::new();
        (0..trials).for_each(|_| *ends.entry(self.trial(stream)).or_insert(0) += 1);
        let mut counts = IndexMap::new();
        for (end, n) in ends {
            let survivors = self.states[end].endings.clone().map(|both| both.map(|one| one.survivors));
            *counts.entry(Case::Left(survivors.unwrap_or_default())).or_insert(0) += n;
        }
        counts
    }

    /// Plays it once. Returns the index of the state that it ends in.
    fn trial(&mut self, stream: &mut Stream) -> usize {
        let mut at = 0;
        for _ in 0..self.phases {
            let Some(phase) = &mut self.states[at].phase else { break };
            let tally = phase.roll(stream);
            at = match self.next.get(&(at, tally)) {
                Some(next) => *next,
                None => self.discover(at, tally),
            };
        }
        at
    }

    /// The index of the state that a tally leads to, which may be a new one.
    fn discover(&mut self, at: usize, tally: u64) -> usize {
        let phase = self.states[at].phase.as_ref().expect("dice have just been rolled in it");
        let parts = phase.layout.parts(tally);
        let ending = |side| phase.layout.ending(&phase.setup, side, parts[side]).before_next_phase(self.book);
        let endings = BothSides::from_fn(ending);
        let new = self.states.len();
        let index = *self.indices.get_or_insert_with(endings.clone(), || new);
        if index == new {
            let sides = BothSides::from_fn(|side| endings[side].reduced(&self.sides[side]));
            let goes_on = self.phases > 1 && sides.iter().all(SideSetup::has_units);
            let phase = if goes_on { PhaseSimulator::new(self.book, sides, TallyDetail::Survivors) } else { None };
            self.states.push(CombatState { endings: Some(endings), phase });
        }
        self.next.insert((at, tally), index);
        index
    }
}

/// How often each pair of defeats came up in so many trials of one phase.
fn defeats(phase: &mut PhaseSimulator, stream: &mut Stream, trials: u64) -> IndexMap<Case, u64> {
    let place = |tally: u64| usize::try_from(tally).expect("a tally of defeats is below the square of the dice");
    let mut tallies = vec![0; place(phase.layout.size)];
    (0..trials).for_each(|_| tallies[place(phase.roll(stream))] += 1);
    let found = (0..).zip(tallies).filter(|(_, n)| *n > 0);
    found.map(|(tally, n)| (Case::Defeats(phase.layout.defeats(tally)), n)).collect()
}
