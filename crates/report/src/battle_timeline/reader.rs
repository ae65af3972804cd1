//! Reads the timelines of battles a few entries at a time, so that a screen stays responsive in a long diary.

use super::{BattleTimeline, LossShare, Measure, SwingMoment};
use std::collections::BTreeMap;
use wardiary_base::{book::Mechanism, id::BattleId};
use wardiary_diary::diary::{Diary, EntryNo, steps::DiaryStep};
use wardiary_rules::{
    event::Event,
    notable::NotableKind,
    state::{Losses, State},
};

/// Caches the losses of each battle after each entry, on any branch. After a save is reloaded a new reader is needed.
#[derive(Clone, Debug, Default)]
pub struct TimelineReader {
    /// By entry number, 0 for the muster: the battles that were open before or after the entry.
    known: BTreeMap<EntryNo, Vec<BattleLosses>>,
}

/// The losses of a battle after an entry. They become shares when they are read.
#[derive(Clone, Debug)]
struct BattleLosses {
    battle: BattleId,
    turn: u32,
    turn_after: u32,
    ends_turn: bool,
    notable: Vec<(NotableKind, String)>,
    sides: Vec<Losses>,
}

impl BattleLosses {
    /// `None` if the losses of a side are not known.
    fn of(state: &State, id: BattleId) -> Option<Self> {
        let battle = state.battle(id)?;
        let sides = battle.contingents.iter().map(|contingent| state.losses(battle, contingent));
        let sides = sides.collect::<Option<_>>()?;
        let (turn, notable) = (battle.turn, Vec::new());
        Some(Self { battle: id, turn, turn_after: turn, ends_turn: false, notable, sides })
    }

    fn at_muster(state: &State) -> Vec<Self> {
        state.battles().iter().filter_map(|battle| Self::of(state, battle.id)).collect()
    }

    /// `None` if the battle was over before the entry.
    fn after(step: &DiaryStep, id: BattleId) -> Option<Self> {
        let before = step.before.battle(id);
        if before.is_some_and(|battle| battle.ended.is_some()) {
            return None;
        }
        let after = Self::of(&step.after, id)?;
        let ends = |event: &Event| matches!(event, Event::TurnEnded { battle: of, .. } if *of == id);
        Some(Self {
            turn: before.map_or(after.turn, |battle| battle.turn),
            ends_turn: step.entry.events.iter().any(ends),
            notable: notable(step, id),
            ..after
        })
    }

    fn moment(&self, no: EntryNo, measure: Measure) -> SwingMoment {
        let way = |losses: &Losses| {
            let of = if measure == Measure::ExhaustionPoint { losses.exhaustion_point } else { losses.initial };
            LossShare { lost: losses.lost, of }
        };
        SwingMoment {
            no,
            turn: self.turn,
            turn_after: self.turn_after,
            ends_turn: self.ends_turn,
            notable: self.notable.clone(),
            sides: self.sides.iter().map(way).collect(),
            brought: self.sides.iter().map(|losses| losses.initial).collect(),
        }
    }
}

/// The notable events of an entry in a battle, each in words.
fn notable(step: &DiaryStep, battle: BattleId) -> Vec<(NotableKind, String)> {
    let found = step.notable();
    if found.is_empty() || step.battle() == Some(battle) { found } else { Vec::new() }
}

impl Measure {
    /// The measure under the rules of a state.
    pub fn of(state: &State) -> Self {
        if state.book().uses(Mechanism::Exhaustion) { Self::ExhaustionPoint } else { Self::AllStrength }
    }
}

impl TimelineReader {
    /// Reads at most `many` of these entries, those read before left out; 0 is the muster. Returns whether all of them
    /// have been read.
    pub fn read(&mut self, diary: &Diary, numbers: impl IntoIterator<Item = EntryNo>, many: usize) -> bool {
        let mut missing = numbers.into_iter().filter(|no| !self.known.contains_key(no));
        let now: Vec<EntryNo> = missing.by_ref().take(many).collect();
        let are_all = missing.next().is_none();
        if now.contains(&0) {
            self.known.insert(0, diary.state_at(0).map_or_else(Vec::new, |start| BattleLosses::at_muster(&start)));
        }
        let steps = diary.steps(now.into_iter().filter(|no| *no > 0));
        let after = |step: DiaryStep| {
            let battles = step.after.battles().iter();
            (step.entry.no, battles.filter_map(|battle| BattleLosses::after(&step, battle.id)).collect())
        };
        self.known.extend(steps.map(after));
        are_all
    }

    pub fn is_complete(&self, diary: &Diary) -> bool {
        self.known.len() >= diary.next_no() as usize
    }

    /// The losses of a battle after an entry; 0 is the muster. `None` if it was not open then, or is not read yet.
    pub fn moment_at(&self, no: EntryNo, battle: BattleId, measure: Measure) -> Option<SwingMoment> {
        let stand = self.known.get(&no)?.iter().find(|stand| stand.battle == battle)?;
        Some(stand.moment(no, measure))
    }

    /// The timeline of a battle along a path (entries in order, without the muster), as far as it has been read. `None`
    /// if the battle is not on the path.
    pub fn swing_along(&self, diary: &Diary, way: &[EntryNo], battle: BattleId) -> Option<BattleTimeline> {
        let last = diary.state_at(way.last().copied().unwrap_or(0))?;
        let measure = Measure::of(&last);
        let sides = last.battle(battle)?.contingents.iter().map(|contingent| contingent.side).collect();
        let moments =
            std::iter::once(0).chain(way.iter().copied()).filter_map(|no| self.moment_at(no, battle, measure));
        Some(BattleTimeline { battle, sides, measure, moments: moments.collect() })
    }
}

/// The timeline of a battle on the path to the head. `None` if it is not on the path, or if some of its strengths are
/// unknown.
pub fn battle_timeline(diary: &Diary, battle: BattleId) -> Option<BattleTimeline> {
    let state = diary.state();
    let fought = state.battle(battle)?;
    if fought.contingents.iter().any(|contingent| state.losses(fought, contingent).is_none()) {
        return None;
    }
    let measure = Measure::of(state);
    let sides = fought.contingents.iter().map(|contingent| contingent.side).collect();
    let start = diary.state_at(0).and_then(|start| Some(BattleLosses::of(&start, battle)?.moment(0, measure)));
    let moment = |step: DiaryStep| Some(BattleLosses::after(&step, battle)?.moment(step.entry.no, measure));
    let moments = start.into_iter().chain(diary.steps(diary.path().iter().copied()).filter_map(moment));
    Some(BattleTimeline { battle, sides, measure, moments: moments.collect() })
}
