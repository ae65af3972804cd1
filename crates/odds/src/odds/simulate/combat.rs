//! Simulates combats of one phase or several.

use super::{Stream, phase::PhaseSimulator};
use crate::odds::{
    Case,
    lookup::Lookup,
    scrud::{
        SideSetup,
        tally::{Ending, TallyDetail},
    },
};
use indexmap::IndexMap;
use wardiary_base::{
    book::Rulebook,
    sides::{BothSides, CombatSide},
};

/// Maximum bytes cached by all combats of a simulation together.
const MAX_CACHE_BYTES: usize = 96 << 20;

/// A combat that can be played repeatedly.
pub(super) struct CombatSimulator<'a> {
    book: &'a Rulebook,
    sides: &'a BothSides<SideSetup>,
    /// Number of phases if survivors are counted; 0 to count the defeats of one phase.
    phases: u8,
    /// State 0 is the start.
    states: Vec<CombatState<'a>>,
    indices: Lookup<BothSides<Ending>, usize>,
    /// The state that a tally leads to, by state and tally.
    next_states: Lookup<(usize, u64), usize>,
    /// Bytes of the states after the first, and of the maps.
    cached_bytes: usize,
    max_bytes: usize,
}

struct CombatState<'a> {
    /// The states of the sides; `None` at the start.
    endings: Option<BothSides<Ending>>,
    /// Whether both sides have units left.
    continues: bool,
    /// The following phase, built when it is first fought.
    phase: Option<PhaseSimulator<'a>>,
}

impl<'a> CombatSimulator<'a> {
    pub fn new(book: &'a Rulebook, sides: &'a BothSides<SideSetup>, phases: u8) -> Self {
        // Each thread may have its own.
        Self::with_cache_limit(book, sides, phases, MAX_CACHE_BYTES / rayon::current_num_threads())
    }

    fn with_cache_limit(book: &'a Rulebook, sides: &'a BothSides<SideSetup>, phases: u8, room: usize) -> Self {
        let detail = if phases == 0 { TallyDetail::Defeats } else { TallyDetail::Survivors };
        let phase = PhaseSimulator::new(book, sides.clone(), detail);
        let start = CombatState { endings: None, continues: true, phase };
        let (indices, next) = (Lookup::default(), Lookup::default());
        Self { book, sides, phases, states: vec![start], indices, next_states: next, cached_bytes: 0, max_bytes: room }
    }

    /// Plays the combat `trials` times. Returns the count of each case.
    pub fn trials(&mut self, stream: &mut Stream, trials: u64) -> IndexMap<Case, u64> {
        if let (0, Some(phase)) = (self.phases, &mut self.states[0].phase) {
            return defeats(phase, stream, trials);
        }
        let mut ends: IndexMap<usize, u64> = IndexMap::new();
        let mut counts = IndexMap::new();
        for _ in 0..trials {
            *ends.entry(self.trial(stream)).or_insert(0) += 1;
            if self.cached_bytes > self.max_bytes {
                self.count(std::mem::take(&mut ends), &mut counts);
                self.clear_cache();
            }
        }
        self.count(ends, &mut counts);
        counts
    }

    fn count(&self, ends: IndexMap<usize, u64>, counts: &mut IndexMap<Case, u64>) {
        for (end, n) in ends {
            let survivors = self.states[end].endings.clone().map(|both| both.map(|one| one.survivors));
            *counts.entry(Case::Survivors(survivors.unwrap_or_default())).or_insert(0) += n;
        }
    }

    fn clear_cache(&mut self) {
        self.states.truncate(1);
        (self.indices, self.next_states) = (Lookup::default(), Lookup::default());
        self.cached_bytes = 0;
    }

    /// Plays the combat once. Returns the index of the final state.
    fn trial(&mut self, stream: &mut Stream) -> usize {
        let mut at = 0;
        for _ in 0..self.phases {
            self.build_phase(at);
            let Some(phase) = &mut self.states[at].phase else { break };
            let tally = phase.roll(stream);
            at = match self.next_states.get(&(at, tally)) {
                Some(next) => *next,
                None => self.state_index(at, tally),
            };
        }
        at
    }

    /// Builds the phase that follows a state, if there is one.
    fn build_phase(&mut self, at: usize) {
        let CombatState { endings: Some(endings), continues: true, phase: phase @ None } = &mut self.states[at] else {
            return;
        };
        let sides = BothSides::from_fn(|side| endings[side].remaining_side(&self.sides[side]));
        *phase = PhaseSimulator::new(self.book, sides, TallyDetail::Survivors);
        self.cached_bytes += phase.as_ref().map_or(0, PhaseSimulator::bytes);
    }

    fn state_index(&mut self, at: usize, tally: u64) -> usize {
        let phase = self.states[at].phase.as_ref().expect("dice have just been rolled in it");
        let parts = phase.layout.side_parts(tally);
        let ending = |side| phase.layout.ending(&phase.setup, side, parts[side]).without_lapsed_defeats(self.book);
        let endings = BothSides::from_fn(ending);
        let new = self.states.len();
        let index = *self.indices.get_or_insert_with(endings.clone(), || new);
        if index == new {
            let has_units =
                |side| !endings[side].survivors.is_empty() || !self.sides[side].troops_without_dice.is_empty();
            let continues = CombatSide::BOTH.into_iter().all(has_units);
            // The map holds the endings as well.
            let heap: usize = endings.iter().map(|ending| size_of_val(&*ending.survivors) + 16).sum();
            self.cached_bytes += 2 * (heap + size_of::<BothSides<Ending>>()) + size_of::<CombatState>() + 16;
            self.states.push(CombatState { endings: Some(endings), continues, phase: None });
        }
        self.cached_bytes += 2 * size_of::<((usize, u64), usize)>();
        self.next_states.insert((at, tally), index);
        index
    }
}

fn defeats(phase: &mut PhaseSimulator, stream: &mut Stream, trials: u64) -> IndexMap<Case, u64> {
    let place = |tally: u64| usize::try_from(tally).expect("a tally of defeats is below the square of the dice");
    let mut tallies = vec![0; place(phase.layout.size)];
    (0..trials).for_each(|_| tallies[place(phase.roll(stream))] += 1);
    let found = (0..).zip(tallies).filter(|(_, n)| *n > 0);
    found.map(|(tally, n)| (Case::Defeats(phase.layout.defeats(tally)), n)).collect()
}
