//! Reads the course of battles a few entries at a time, so that a screen stays responsive in a long diary.

use super::{Measure, Moment, Swing, WayGone};
use wardiary_base::{book::Mechanism, id::BattleId};
use wardiary_diary::diary::{Diary, EntryNo, steps::DiaryStep};
use wardiary_rules::{
    event::Event,
    state::{Losses, State},
};

/// Caches the losses of each battle after each entry, on any branch. Entries never change, so the cache stays valid;
/// after a save is reloaded a new reader is needed.
#[derive(Clone, Debug, Default)]
pub struct SwingReader {
    /// By entry number, 0 for the muster: the battles that were open before or after the entry.
    known: Vec<Vec<Stand>>,
}

/// The losses of a battle after an entry. They become shares when they are read.
#[derive(Clone, Debug)]
struct Stand {
    battle: BattleId,
    turn: u32,
    ends_turn: bool,
    sides: Vec<Losses>,
}

impl Stand {
    fn of(state: &State, battle: BattleId, turn: u32, ends_turn: bool) -> Option<Self> {
        let found = state.battle(battle)?;
        let sides = found.contingents.iter().map(|contingent| state.losses(found, contingent)).collect();
        Some(Self { battle, turn, ends_turn, sides })
    }

    fn at_the_muster(state: &State) -> Vec<Self> {
        state.battles().iter().filter_map(|battle| Self::of(state, battle.id, battle.turn, false)).collect()
    }

    /// The battles that were not over before the entry.
    fn after(step: &DiaryStep) -> Vec<Self> {
        let was_over = |id: BattleId| step.before.battle(id).is_some_and(|battle| battle.over.is_some());
        let stand = |id: BattleId| {
            let turn = step.before.battle(id).or_else(|| step.after.battle(id)).map_or(0, |battle| battle.turn);
            let ends = |event: &Event| matches!(event, Event::TurnEnded { battle: of, .. } if *of == id);
            Self::of(&step.after, id, turn, step.entry.events.iter().any(ends))
        };
        step.after.battles().iter().map(|battle| battle.id).filter(|id| !was_over(*id)).filter_map(stand).collect()
    }

    fn moment(&self, no: EntryNo, measure: Measure) -> Moment {
        let way = |losses: &Losses| {
            let of = if measure == Measure::ExhaustionPoint { losses.point } else { losses.initial };
            WayGone { lost: losses.lost, of }
        };
        Moment { no, turn: self.turn, ends_turn: self.ends_turn, sides: self.sides.iter().map(way).collect() }
    }
}

impl Measure {
    /// The measure under the rules of a state.
    pub fn of(state: &State) -> Self {
        if state.book().uses(Mechanism::Exhaustion) { Self::ExhaustionPoint } else { Self::AllStrength }
    }
}

impl SwingReader {
    /// Reads at most `many` more entries, in numerical order.
    pub fn extend(&mut self, diary: &Diary, many: usize) {
        if self.known.is_empty() {
            self.known.push(diary.at(0).map_or_else(Vec::new, |start| Stand::at_the_muster(&start)));
        }
        let from = EntryNo::try_from(self.known.len()).unwrap_or(EntryNo::MAX);
        self.known.extend(diary.steps((from..diary.next_no()).take(many)).map(|step| Stand::after(&step)));
    }

    /// Whether all entries of the diary have been read.
    pub fn is_complete(&self, diary: &Diary) -> bool {
        self.known.len() >= diary.next_no() as usize
    }

    /// The losses of a battle after an entry; 0 is the muster. `None` if it was not open then, or the entry has not
    /// been read.
    pub fn at(&self, no: EntryNo, battle: BattleId, measure: Measure) -> Option<Moment> {
        let stand = self.known.get(no as usize)?.iter().find(|stand| stand.battle == battle)?;
        Some(stand.moment(no, measure))
    }

    /// The swing of a battle along a path (entries in order, without the muster), as far as it has been read. `None` if
    /// the battle is not on the path.
    pub fn along(&self, diary: &Diary, way: &[EntryNo], battle: BattleId) -> Option<Swing> {
        let last = diary.at(way.last().copied().unwrap_or(0))?;
        let measure = Measure::of(&last);
        let sides = last.battle(battle)?.contingents.iter().map(|contingent| contingent.side).collect();
        let moments = std::iter::once(0).chain(way.iter().copied()).filter_map(|no| self.at(no, battle, measure));
        Some(Swing { battle, sides, measure, moments: moments.collect() })
    }
}

/// The swing of a battle on the path to the head. `None` if it is not on the path, or if some of its strengths are
/// unknown.
pub fn swing(diary: &Diary, battle: BattleId) -> Option<Swing> {
    let state = diary.state();
    let measure = Measure::of(state);
    let fought = state.battle(battle)?;
    if fought.contingents.iter().any(|contingent| !state.losses(fought, contingent).is_known) {
        return None;
    }
    let sides = fought.contingents.iter().map(|contingent| contingent.side).collect();
    let muster = diary.at(0).map_or_else(Vec::new, |start| Stand::at_the_muster(&start));
    let mut moments: Vec<Moment> =
        muster.iter().filter(|stand| stand.battle == battle).map(|stand| stand.moment(0, measure)).collect();
    for step in diary.steps(diary.path().iter().copied()) {
        let after = Stand::after(&step);
        moments.extend(after.iter().filter(|s| s.battle == battle).map(|stand| stand.moment(step.entry.no, measure)));
    }
    Some(Swing { battle, sides, measure, moments })
}
