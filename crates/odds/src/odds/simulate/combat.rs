//! Combats of one phase or several, simulated again and again.

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

/// The most bytes that all combats of a simulation together remember.
const MAX_REMEMBERED: usize = 96 << 20;

/// A combat that can be played again and again, and remembers the states it has been in and how tallies lead from one to
/// another. When that has grown too much, it is forgotten, and found again.
pub(super) struct CombatSimulator<'a> {
    book: &'a Rulebook,
    sides: &'a BothSides<SideSetup>,
    /// How many phases, if survivors are counted; 0 to count the defeats of one.
    phases: u8,
    /// The first is the start.
    states: Vec<CombatState<'a>>,
    indices: Lookup<BothSides<Ending>, usize>,
    /// Where a tally led to from a state.
    next: Lookup<(usize, u64), usize>,
    /// How many bytes the states after the first take, and the maps.
    remembered: usize,
    room: usize,
}

/// A combat between two phases.
struct CombatState<'a> {
    /// What is left of the sides, except at the start.
    endings: Option<BothSides<Ending>>,
    /// Whether both sides have units left.
    goes_on: bool,
    /// The phase that follows, once it has been fought.
    phase: Option<PhaseSimulator<'a>>,
}

impl<'a> CombatSimulator<'a> {
    /// A combat of which it is known that all its tallies fit 64 bits.
    pub fn new(book: &'a Rulebook, sides: &'a BothSides<SideSetup>, phases: u8) -> Self {
        // Each thread may come to have one of its own.
        Self::within(book, sides, phases, MAX_REMEMBERED / rayon::current_num_threads())
    }

    fn within(book: &'a Rulebook, sides: &'a BothSides<SideSetup>, phases: u8, room: usize) -> Self {
        let detail = if phases == 0 { TallyDetail::Defeats } else { TallyDetail::Survivors };
        let phase = PhaseSimulator::new(book, sides.clone(), detail);
        let start = CombatState { endings: None, goes_on: true, phase };
        let (indices, next) = (Lookup::default(), Lookup::default());
        Self { book, sides, phases, states: vec![start], indices, next, remembered: 0, room }
    }

    /// Plays it so many times. Returns how often each case came up.
    pub fn trials(&mut self, stream: &mut Stream, trials: u64) -> IndexMap<Case, u64> {
        if let (0, Some(phase)) = (self.phases, &mut self.states[0].phase) {
            return defeats(phase, stream, trials);
        }
        let mut ends: IndexMap<usize, u64> = IndexMap::new();
        let mut counts = IndexMap::new();
        for _ in 0..trials {
            *ends.entry(self.trial(stream)).or_insert(0) += 1;
            if self.remembered > self.room {
                self.count(std::mem::take(&mut ends), &mut counts);
                self.forget();
            }
        }
        self.count(ends, &mut counts);
        counts
    }

    /// Counts the cases of states in which the combat ended.
    fn count(&self, ends: IndexMap<usize, u64>, counts: &mut IndexMap<Case, u64>) {
        for (end, n) in ends {
            let survivors = self.states[end].endings.clone().map(|both| both.map(|one| one.survivors));
            *counts.entry(Case::Left(survivors.unwrap_or_default())).or_insert(0) += n;
        }
    }

    /// Forgets all states but the start.
    fn forget(&mut self) {
        self.states.truncate(1);
        (self.indices, self.next) = (Lookup::default(), Lookup::default());
        self.remembered = 0;
    }

    /// Plays it once. Returns the index of the state that it ends in.
    fn trial(&mut self, stream: &mut Stream) -> usize {
        let mut at = 0;
        for _ in 0..self.phases {
            self.prepare(at);
            let Some(phase) = &mut self.states[at].phase else { break };
            let tally = phase.roll(stream);
            at = match self.next.get(&(at, tally)) {
                Some(next) => *next,
                None => self.discover(at, tally),
            };
        }
        at
    }

    /// Makes the phase that follows a state ready, if one does.
    fn prepare(&mut self, at: usize) {
        let CombatState { endings: Some(endings), goes_on: true, phase: phase @ None } = &mut self.states[at] else {
            return;
        };
        let sides = BothSides::from_fn(|side| endings[side].reduced(&self.sides[side]));
        *phase = PhaseSimulator::new(self.book, sides, TallyDetail::Survivors);
        self.remembered += phase.as_ref().map_or(0, PhaseSimulator::bytes);
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
            let has_units = |side| !endings[side].survivors.is_empty() || !self.sides[side].idle.is_empty();
            let goes_on = CombatSide::BOTH.into_iter().all(has_units);
            // The endings stand in the map as well.
            let heap: usize = endings.iter().map(|ending| size_of_val(&*ending.survivors) + 16).sum();
            self.remembered += 2 * (heap + size_of::<BothSides<Ending>>()) + size_of::<CombatState>() + 16;
            self.states.push(CombatState { endings: Some(endings), goes_on, phase: None });
        }
        self.remembered += 2 * size_of::<((usize, u64), usize)>();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::{Question, scrud};
    use wardiary_rules::rules::roll::{Group, Role, Roll, ScrudRoll};

    /// What is forgotten and found again changes nothing; and no more is remembered than there is room for.
    #[test]
    fn what_is_forgotten_changes_nothing() {
        let book = Rulebook::default_rules();
        let of = |groups: &[(u8, &str)]| -> Vec<Group> {
            let grade = |name| book.ladder.find(name).expect("a grade");
            groups.iter().map(|(count, name)| Group { count: *count, role: Role::Unit, grade: grade(name) }).collect()
        };
        let (first, second) = (of(&[(3, "green"), (2, "white")]), of(&[(4, "yellow"), (1, "red")]));
        let roll = Roll::Scrud(ScrudRoll { first, second, phases: 3, book: None });
        let (sides, phases) = scrud::sides_of(&book, &Question::of(roll)).expect("a combat");
        let played = |room: usize| {
            let mut combat = CombatSimulator::within(&book, &sides, phases, room);
            let counts = combat.trials(&mut Stream::new(4, 2), 1000);
            assert!(combat.remembered < room.saturating_add(10_000), "{} for {room}", combat.remembered);
            (counts, combat.states.len())
        };
        let (counts, states) = played(usize::MAX);
        let (again, few) = played(30_000);
        assert!(few < states / 2, "{few} of {states}");
        assert_eq!(again, counts);
    }
}
