//! The timeline of the current battle: the strength of each side after each entry, and the gravest event of the entry.
//! It is read a few entries at a time along the path to the head.

use wardiary_base::{book::Mechanism, id::BattleId};
use wardiary_diary::diary::{Diary, EntryNo};
use wardiary_rules::{
    event::Event,
    state::{Losses, State},
};
use wardiary_view::{
    course::{Column, CourseSide},
    review::{Notch, Signal, column_of},
};

#[derive(Debug, Default)]
pub(super) struct BattleCourse {
    read: Option<Read>,
}

#[derive(Debug)]
struct Read {
    battle: BattleId,
    /// Number of entries on the path up to and including the one that began the battle.
    before: usize,
    /// One stage for the start of the battle, and one for each entry since.
    stages: Vec<Stage>,
}

#[derive(Debug)]
struct Stage {
    no: EntryNo,
    turn: u32,
    sides: Vec<Losses>,
    signal: Option<Signal>,
}

#[derive(Debug, Default)]
pub(super) struct Drawn {
    pub sides: Vec<CourseSide>,
    pub notches: Vec<Notch>,
    pub signals: Vec<(usize, Signal)>,
    /// Number of entries since the battle began.
    pub entries: usize,
}

impl BattleCourse {
    /// Reads up to `many` more entries. `before` is called only when nothing of the battle is known yet, and counts the
    /// entries before it. Returns true when the timeline is complete.
    pub fn look_up(&mut self, diary: &Diary, battle: BattleId, before: impl FnOnce() -> usize, many: usize) -> bool {
        let path = diary.path();
        let mut read = self.read.take().filter(|read| read.battle == battle).unwrap_or_else(|| {
            let before = before();
            Read { battle, before, stages: Vec::new() }
        });
        read.leave_behind(path);
        if read.stages.is_empty() {
            let no = read.before.checked_sub(1).map_or(0, |at| path[at]);
            let began = diary.at(no).map(|state| Stage::of(&state, battle, no, None));
            read.stages.extend(began);
        }
        let from = read.before + read.stages.len().saturating_sub(1);
        let numbers = path[from.min(path.len())..].iter().copied().take(many);
        for step in diary.steps(numbers) {
            let signal = signal(&step.before, battle, &step.entry.events);
            read.stages.push(Stage::of(&step.after, battle, step.entry.no, signal));
        }
        let is_known = read.before + read.stages.len() > path.len();
        self.read = Some(read);
        is_known
    }

    /// Identifies the part read so far; it changes when more is read.
    pub fn known(&self) -> Option<(BattleId, usize, EntryNo)> {
        let read = self.read.as_ref()?;
        Some((read.battle, read.stages.len(), read.stages.last()?.no))
    }

    /// The entry at an index, where 0 is the start of the battle.
    pub fn entry(&self, place: usize) -> Option<EntryNo> {
        Some(self.read.as_ref()?.stages.get(place)?.no)
    }

    /// Index of an entry, given its position on the path.
    pub fn place(&self, on_the_way: usize) -> usize {
        let Some(read) = &self.read else { return 0 };
        on_the_way.saturating_sub(read.before).min(read.stages.len().saturating_sub(1))
    }

    pub fn drawn(&self, state: &State, columns: u16) -> Drawn {
        let Some((read, battle)) = self.read.as_ref().and_then(|read| Some((read, state.battle(read.battle)?))) else {
            return Drawn::default();
        };
        let entries = read.stages.len().saturating_sub(1);
        let columns = columns.max(2);
        let column = |place: usize| usize::from(column_of(entries, place, columns));
        // For each column its last stage, and its gravest event.
        let mut found: Vec<Option<(usize, Option<Signal>)>> = vec![None; columns.into()];
        let mut notches: Vec<Notch> = Vec::new();
        for (place, stage) in read.stages.iter().enumerate() {
            let cell = &mut found[column(place)];
            let grave = cell.and_then(|(_, signal)| signal).max(stage.signal);
            *cell = Some((place, grave));
            let begins = place == 0 || read.stages[place - 1].turn != stage.turn;
            let is_free = notches.last().is_none_or(|notch| column(notch.place) + 2 < column(place));
            if begins && is_free {
                notches.push(Notch { place, name: format!("T{}", stage.turn), is_battle: false });
            }
        }
        let signals = found.iter().flatten().filter_map(|(place, signal)| Some((*place, (*signal)?))).collect();
        let exhausts = state.book().uses(Mechanism::Exhaustion);
        let side = |(at, contingent): (usize, &wardiary_rules::state::Contingent)| {
            let mut level = Column::default();
            let columns = found.iter().map(|cell| {
                if let Some(losses) = cell.and_then(|(place, _)| read.stages[place].sides.get(at)) {
                    level = Column {
                        left: losses.initial.saturating_sub(losses.lost),
                        point: exhausts.then(|| losses.initial.saturating_sub(losses.point)),
                    };
                }
                level
            });
            CourseSide {
                colour: state.sides().iter().position(|side| side.id == contingent.side).unwrap_or(at),
                name: state.name(contingent.side),
                most: read.stages.iter().filter_map(|stage| stage.sides.get(at)).map(|l| l.initial).max().unwrap_or(0),
                columns: columns.collect(),
            }
        };
        let sides = battle.contingents.iter().enumerate().map(side).collect();
        Drawn { sides, notches, signals, entries }
    }
}

impl Read {
    /// Drops the stages that are no longer on the path.
    fn leave_behind(&mut self, path: &[EntryNo]) {
        let place = |at: usize| (self.before + at).checked_sub(1);
        while let Some(last) = self.stages.len().checked_sub(1) {
            let on_the_way = place(last).map_or(Some(0), |at| path.get(at).copied());
            if on_the_way == Some(self.stages[last].no) {
                break;
            }
            self.stages.pop();
        }
    }
}

impl Stage {
    fn of(state: &State, battle: BattleId, no: EntryNo, signal: Option<Signal>) -> Self {
        let found = state.battle(battle);
        let sides = found.map_or_else(Vec::new, |found| {
            found.contingents.iter().map(|contingent| state.losses(found, contingent)).collect()
        });
        Self { no, turn: found.map_or(0, |battle| battle.turn), sides, signal }
    }
}

/// The gravest event of an entry in a battle.
fn signal(before: &State, battle: BattleId, events: &[Event]) -> Option<Signal> {
    let side_of = |unit| {
        let side = before.unit(unit)?.side;
        let is_there = before.battle_of(unit).is_some_and(|found| found.id == battle);
        is_there.then(|| before.sides().iter().position(|other| other.id == side)).flatten()
    };
    let one = |event: &Event| match event {
        Event::PhaseFought { battle: of, .. } if *of == battle => Some(Signal::Fought),
        Event::Demoted { unit, .. } => side_of(*unit).map(Signal::Demoted),
        Event::Eliminated { unit, .. } => side_of(*unit).map(Signal::Eliminated),
        Event::Exhausted { battle: of, side, .. } if *of == battle => {
            before.sides().iter().position(|other| other.id == *side).map(Signal::Exhausted)
        }
        _ => None,
    };
    events.iter().filter_map(one).max()
}
