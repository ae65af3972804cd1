//! Whether a diary is what it says: every order carried out again with its own rulebook and dice, every die of the
//! program's derived again from the seed and its serial number, every seal.
//!
//! The entries lie in runs that are looked at side by side, each from the state before its first; only that no die counts
//! twice on one way through the diary has to be looked at in order, and that is quick.

use super::{Diary, Entry, EntryNo, PROGRAM, prose, seal::Seals};
use crate::{
    dice::{DiceError, Die, Face, Request},
    document::to_line,
    event::Event,
    notation::refusal::{self, RefusalText},
    rules::{self, Refusal, Replay, Step},
    state::State,
    text,
};
use rayon::prelude::*;
use std::{
    fmt,
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
};

/// So many entries are carried out again in one go.
const RUN: usize = 256;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Entries carried out again.
    pub entries: usize,
    /// Entries with a seal, right or wrong.
    pub sealed: usize,
    /// The program's dice that were derived again.
    pub program_dice: usize,
    /// Dice from the table: nobody can derive them.
    pub table_dice: usize,
    /// What is not as it should be, by entries.
    pub differences: Vec<Difference>,
    /// What is no fault, but may be of interest.
    pub notes: Vec<Note>,
}

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The entry; 0 for what stands above them.
    pub entry: EntryNo,
    /// What it is.
    pub what: Found,
}

/// What is not as it should be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Found {
    /// The seal is broken or missing.
    #[error("it was changed by hand: the seal {}", if *missing { "is missing" } else { "does not fit" })]
    Seal {
        /// Whether there is none.
        missing: bool,
    },
    /// The order is refused.
    #[error("the order is refused: {0}")]
    Refused(RefusalText),
    /// Dice are missing.
    #[error("the order needs more dice than there are")]
    DiceMissing,
    /// There are dice that nobody asked for.
    #[error("there are dice that the order does not need")]
    DiceLeft,
    /// It was broken off, but there was nothing left to wait for.
    #[error("it was not broken off: the order had all its dice")]
    NotBrokenOff,
    /// What happened is something else.
    #[error("{}", told(was.as_ref(), now.as_ref()))]
    Facts {
        /// As it is written.
        was: Option<String>,
        /// As it comes out.
        now: Option<String>,
    },
    /// A die of the program's shows something else.
    #[error("die {serial} of the program's, a {die}, shows {now} and not {was}")]
    Face {
        /// Its serial number.
        serial: u64,
        /// Of which kind it is.
        die: Die,
        /// As it is written.
        was: Face,
        /// As it is derived.
        now: Face,
    },
    /// A die counts again that has counted before on the way to this entry.
    #[error("die {serial} of the program's has fallen before")]
    Again {
        /// Its serial number.
        serial: u64,
    },
}

fn told(was: Option<&String>, now: Option<&String>) -> String {
    match (was, now) {
        (Some(was), Some(now)) => format!("it says “{was}”, and its dice make “{now}”"),
        (Some(was), None) => format!("it says “{was}”, which does not come of it"),
        (None, Some(now)) => format!("it leaves out “{now}”"),
        (None, None) => "it comes out otherwise".into(),
    }
}

/// Something that is no fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// So many entries, the first of them this, come out otherwise now: an older or newer program wrote them.
    OtherRules {
        /// The version that wrote the first of them.
        program: String,
        /// The first of them.
        first: EntryNo,
        /// How many they are.
        entries: usize,
    },
    /// Dice of the program's from this serial number to that, both among them, were never written down.
    Unused {
        /// The first.
        first: u64,
        /// The last.
        last: u64,
        /// The entry before which they are missing.
        before: EntryNo,
    },
    /// These entries are from before there were seals.
    Unsealed {
        /// How many they are.
        entries: usize,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherRules { program, first, entries } => write!(
                f,
                "{} other rules code, of wardiary {program}, and would come out otherwise in {PROGRAM}; the first is \
                 entry {first}",
                text::count(*entries, "entry was written by", "entries were written by")
            ),
            Self::Unused { first, last, before } if first == last => {
                write!(f, "die {first} of the program's was never written down (before entry {before})")
            }
            Self::Unused { first, last, before } => {
                write!(f, "dice {first} to {last} of the program's were never written down (before entry {before})")
            }
            Self::Unsealed { entries } => {
                write!(f, "{} no seal: from before there were any", text::count(*entries, "entry has", "entries have"))
            }
        }
    }
}

/// What was found in a run of entries.
#[derive(Default)]
struct Run {
    program_dice: usize,
    table_dice: usize,
    differences: Vec<Difference>,
    other_rules: Vec<(EntryNo, String)>,
}

/// Looks at a whole diary. `watch` is told now and then how many entries are done, and may break it off.
///
/// # Errors
/// If it was broken off.
pub fn verify(
    diary: &Diary,
    seals: &Seals,
    watch: &(dyn Fn(usize) -> ControlFlow<()> + Sync),
) -> Result<Report, BrokenOff> {
    let done = AtomicUsize::new(0);
    let runs: Option<Vec<Run>> = diary
        .entries
        .par_chunks(RUN)
        .map(|entries| {
            let run = run(diary, seals, entries);
            let done = done.fetch_add(entries.len(), Ordering::Relaxed) + entries.len();
            watch(done).is_continue().then_some(run)
        })
        .collect();
    let mut report = Report { entries: diary.entries.len(), ..Report::default() };
    let mut other_rules = Vec::new();
    for run in runs.ok_or(BrokenOff)? {
        report.program_dice += run.program_dice;
        report.table_dice += run.table_dice;
        report.differences.extend(run.differences);
        other_rules.extend(run.other_rules);
    }
    check_seals(diary, seals, &mut report);
    serials(diary, &mut report);
    if let Some((first, program)) = other_rules.first().cloned() {
        report.notes.push(Note::OtherRules { program, first, entries: other_rules.len() });
    }
    report.differences.sort_by_key(|difference| difference.entry);
    Ok(report)
}

/// Verifying was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenOff;

fn run(diary: &Diary, seals: &Seals, entries: &[Entry]) -> Run {
    let mut run = Run::default();
    // The state that the last entry led to, as long as its order leads there too.
    let mut come_to: Option<(EntryNo, State)> = None;
    for entry in entries {
        let state = match come_to.take() {
            Some((no, state)) if no == entry.follows() => state,
            _ => diary.at(entry.follows()).unwrap_or_else(|| diary.start.clone()),
        };
        // The version that wrote an entry stands first in it, and the order knew of it.
        let opened = entry.events.iter().take_while(|event| matches!(event, Event::Opened { .. })).count();
        let (opened, facts) = entry.events.split_at(opened);
        let state = opened.iter().fold(state, |mut state, event| {
            state.apply(event);
            state
        });
        let Replay { step, asked } = rules::replay(state, &entry.order, &entry.dice);
        run.dice(diary, entry, &asked);
        match difference(entry, facts, &asked, step) {
            Ok(after) => come_to = after.map(|state| (entry.no, state)),
            Err(what) => run.differs((diary, seals), entry, opened, what),
        }
    }
    run
}

/// What of an entry does not come of its order and its dice.
enum Wrong {
    Found(Found),
    Refused(Refusal),
    /// This happens, and not what is written.
    Facts(Vec<Event>),
}

impl Run {
    /// Notes a difference, in the words of its time.
    fn differs(&mut self, (diary, seals): (&Diary, &Seals), entry: &Entry, opened: &[Event], what: Wrong) {
        let mut before = diary.at(entry.follows()).unwrap_or_else(|| diary.start.clone());
        opened.iter().for_each(|event| before.apply(event));
        // Rules code may have been mended since; whoever only changed the facts left the seal broken.
        match before.program() {
            Some(program) if program != PROGRAM && !seals.changed_by_hand().contains(&entry.no) => {
                self.other_rules.push((entry.no, text::display_name(program)));
                return;
            }
            _ => {}
        }
        let what = match what {
            Wrong::Found(found) => found,
            Wrong::Refused(refusal) => Found::Refused(refusal::describe(&refusal, &before)),
            Wrong::Facts(events) => {
                let facts = &entry.events[opened.len()..];
                let (was, now) = facts_differ(entry, (&before, facts), (&before, &events));
                Found::Facts { was, now }
            }
        };
        self.differences.push(Difference { entry: entry.no, what });
    }

    /// Derives the program's dice again.
    fn dice(&mut self, diary: &Diary, entry: &Entry, asked: &[Request]) {
        for (fall, request) in entry.dice.iter().zip(asked) {
            for (at, wanted) in fall.thrown_as(request).into_iter().enumerate() {
                let (Some(serial), Some(wanted)) = (fall.serial(at), wanted) else {
                    self.table_dice += 1;
                    continue;
                };
                self.program_dice += 1;
                let (was, now) = (fall.faces[at], diary.header.seed.face(serial, wanted.die));
                if was != now {
                    let what = Found::Face { serial, die: wanted.die, was, now };
                    self.differences.push(Difference { entry: entry.no, what });
                }
            }
        }
    }
}

/// The state that an entry's order led to, if it was not broken off; or what does not come of it.
fn difference(
    entry: &Entry,
    facts: &[Event],
    asked: &[Request],
    step: Result<Step, Refusal>,
) -> Result<Option<State>, Wrong> {
    let left = asked.len() < entry.dice.len();
    let found = match step {
        Err(Refusal::Dice(DiceError::Count { wanted, given })) if given < wanted => Found::DiceMissing,
        Err(refusal) => return Err(Wrong::Refused(refusal)),
        Ok(Step::NeedDice(_)) if entry.is_abandoned() => return Ok(None),
        Ok(Step::NeedDice(_)) => Found::DiceMissing,
        Ok(Step::Done(_)) if entry.is_abandoned() => Found::NotBrokenOff,
        Ok(Step::Done(_)) if left => Found::DiceLeft,
        Ok(Step::Done(done)) if done.events == facts => return Ok(Some(done.after)),
        Ok(Step::Done(done)) => return Err(Wrong::Facts(done.events)),
    };
    Err(Wrong::Found(found))
}

/// What one telling says, and what the other says in its place.
type Differ = (Option<String>, Option<String>);

/// The first sentence in which two tellings of an entry differ, each with the state before it; where they say the same,
/// the first fact.
pub(super) fn facts_differ(entry: &Entry, was: (&State, &[Event]), now: (&State, &[Event])) -> Differ {
    let tell = |(before, events): (&State, &[Event])| {
        let mut after = before.clone();
        for event in events {
            // What does not fit can't be told with the names of its time; the fact itself is shown then.
            if after.validate(event).is_err() {
                return Vec::new();
            }
            after.apply(event);
        }
        prose::sentences(&after, &Entry { events: events.to_vec(), ..entry.clone() })
    };
    let differ = |was: Vec<String>, now: Vec<String>| {
        let same = was.iter().zip(&now).take_while(|(was, now)| was == now).count();
        (was.get(same).cloned(), now.get(same).cloned())
    };
    let (mut then, mut again) = differ(tell(was), tell(now));
    if then.is_none() && again.is_none() {
        let lines = |events: &[Event]| events.iter().map(to_line).collect();
        (then, again) = differ(lines(was.1), lines(now.1));
    }
    (then, again)
}

fn check_seals(diary: &Diary, seals: &Seals, report: &mut Report) {
    let found = |no: &EntryNo| Difference { entry: *no, what: Found::Seal { missing: seals.is_missing(*no) } };
    let broken = seals.changed_by_hand().iter().map(found);
    report.differences.extend(broken);
    report.sealed = diary.entries.iter().filter(|entry| !entry.seal.is_none()).count();
    if seals.unsealed() > 0 {
        report.notes.push(Note::Unsealed { entries: seals.unsealed() });
    }
}

/// That no die counts twice on one way through the diary, and that none was thrown and kept quiet.
fn serials(diary: &Diary, report: &mut Report) {
    // The first serial number that nothing on the way to an entry has.
    let mut free = vec![0u64; diary.entries.len() + 1];
    let mut next = 0;
    for entry in &diary.entries {
        let mut end = free[entry.follows() as usize];
        for fall in &entry.dice {
            let mut last = end;
            for serial in fall.serials() {
                if serial < end {
                    report.differences.push(Difference { entry: entry.no, what: Found::Again { serial } });
                }
                if serial > next {
                    report.notes.push(Note::Unused { first: next, last: serial - 1, before: entry.no });
                }
                next = next.max(serial.saturating_add(1));
                last = last.max(serial.saturating_add(1));
            }
            end = last;
        }
        free[entry.no as usize] = end;
    }
}
