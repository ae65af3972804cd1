//! Verifies a diary: carries out every order again with its rulebook and dice, derives every program die again from the
//! seed and its serial number, and checks every seal. A share has no seed, and its orders hold no more than its side
//! knew, so only its seals are checked.
//!
//! The entries are split into runs that are verified in parallel, each from the state before its first entry. Only the
//! check that no die counts twice on one path is sequential, and that is quick.

mod report;

pub use report::Difference;
pub(super) use report::detail;
pub use report::place_of_cut;
pub use report::{DifferenceKind, Verification, VerificationNote};

use super::{
    Diary, Entry, EntryNo, FoundCut, PROGRAM, prose,
    seal::{Ending, LineChangedByHand, LineKind, Seals},
    watch::{Cancelled, Watch, Work},
};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use wardiary_base::{
    dice::{DiceError, Request},
    text::Text,
};
use wardiary_rules::{
    event::Event,
    notation::refusal,
    rules::{self, Refusal, Replay, Step},
    state::State,
};

/// Number of entries in a run.
const ENTRIES_PER_RUN: usize = 256;

#[derive(Default)]
struct VerifiedRun {
    program_dice: usize,
    table_dice: usize,
    differences: Vec<Difference>,
    other_rules: Vec<(EntryNo, String)>,
}

pub fn verify(diary: &Diary, seals: &Seals, watch: Watch) -> Result<Verification, Cancelled> {
    if let Some(share) = diary.share() {
        let mut report = Verification { entries: diary.entries.len(), ..Verification::default() };
        report.shown_dice = diary.entries.iter().flat_map(|entry| &entry.dice).map(|fall| fall.faces.len()).sum();
        check_seals(diary, seals, &mut report);
        report.differences.sort_by_key(|difference| difference.entry);
        report.notes.push(VerificationNote::Share { projection: share.projection });
        return Ok(report);
    }
    let done = AtomicUsize::new(0);
    let runs: Result<Vec<VerifiedRun>, Cancelled> = diary
        .entries
        .par_chunks(ENTRIES_PER_RUN)
        .map(|entries| {
            let run = verify_run(diary, seals, entries);
            let done = done.fetch_add(entries.len(), Ordering::Relaxed) + entries.len();
            watch.report(Work::Verifying, done, diary.entries.len())?;
            Ok(run)
        })
        .collect();
    let mut report = Verification { entries: diary.entries.len(), ..Verification::default() };
    let mut other_rules = Vec::new();
    for run in runs? {
        report.program_dice += run.program_dice;
        report.table_dice += run.table_dice;
        report.differences.extend(run.differences);
        other_rules.extend(run.other_rules);
    }
    check_seals(diary, seals, &mut report);
    check_serials(diary, &mut report);
    if let Some((first, program)) = other_rules.first().cloned() {
        report.notes.push(VerificationNote::OtherRules { program, first, entries: other_rules.len() });
    }
    report.differences.sort_by_key(|difference| difference.entry);
    Ok(report)
}

fn verify_run(diary: &Diary, seals: &Seals, entries: &[Entry]) -> VerifiedRun {
    let mut run = VerifiedRun::default();
    // The state after the last entry, as long as its order leads to the same state.
    let mut reached: Option<(EntryNo, State)> = None;
    for entry in entries {
        let mut state = match reached.take() {
            Some((no, state)) if no == entry.parent() => state,
            _ => diary.state_at(entry.parent()).unwrap_or_else(|| diary.muster_state.clone()),
        };
        // The event with the program version comes first; the order was carried out after it.
        let opened = entry.events.iter().take_while(|event| matches!(event, Event::Opened { .. })).count();
        let (opened, facts) = entry.events.split_at(opened);
        state.replay(opened);
        let Replay { step, requests: asked } = rules::replay(state, &entry.order, &entry.dice);
        run.dice(diary, entry, &asked);
        match compare_replay(entry, facts, &asked, step) {
            Ok(after) => reached = after.map(|state| (entry.no, state)),
            Err(what) => run.record_difference((diary, seals), entry, opened, what),
        }
    }
    run
}

/// Why an entry is not what its order and dice lead to.
enum Mismatch {
    Kind(DifferenceKind),
    Refused(Refusal),
    /// The order leads to these events, not the recorded ones.
    Facts(Vec<Event>),
}

impl VerifiedRun {
    /// Records a difference, in words with the names of the state before the entry.
    fn record_difference(&mut self, (diary, seals): (&Diary, &Seals), entry: &Entry, opened: &[Event], what: Mismatch) {
        let mut before = diary.state_at(entry.parent()).unwrap_or_else(|| diary.muster_state.clone());
        before.replay(opened);
        // The rules code may have changed since. An edit of the events alone leaves the seal broken.
        match before.program() {
            Some(program) if *program != *PROGRAM && !seals.changed_by_hand().contains(&entry.no) => {
                self.other_rules.push((entry.no, program.as_name()));
                return;
            }
            _ => {}
        }
        let what = match what {
            Mismatch::Kind(found) => found,
            Mismatch::Refused(refusal) => DifferenceKind::Refused(refusal::describe(&refusal, &before)),
            Mismatch::Facts(events) => {
                let facts = &entry.events[opened.len()..];
                let (was, now) = differing_sentences(entry, (&before, facts), (&before, &events));
                DifferenceKind::Facts { was, now, detail: detail(facts, &events) }
            }
        };
        self.differences.push(Difference { entry: entry.no, what });
    }

    /// Derives the program's dice again.
    fn dice(&mut self, diary: &Diary, entry: &Entry, asked: &[Request]) {
        for (fall, request) in entry.dice.iter().zip(asked) {
            for (at, wanted) in fall.requested_dice(request).into_iter().enumerate() {
                let (Some(serial), Some(wanted)) = (fall.serial(at), wanted) else {
                    self.table_dice += 1;
                    continue;
                };
                self.program_dice += 1;
                let (was, now) = (fall.faces[at], diary.header.seed.face(serial, wanted.die));
                if was != now {
                    let what = DifferenceKind::Face { serial, die: wanted.die, was, now };
                    self.differences.push(Difference { entry: entry.no, what });
                }
            }
        }
    }
}

/// The state after an entry (`None` if it was abandoned), or why the entry is not what its order leads to.
fn compare_replay(
    entry: &Entry,
    facts: &[Event],
    asked: &[Request],
    step: Result<Step, Refusal>,
) -> Result<Option<State>, Mismatch> {
    let left = asked.len() < entry.dice.len();
    let found = match step {
        Err(Refusal::Dice(DiceError::Count { wanted, given })) if given < wanted => DifferenceKind::DiceMissing,
        Err(refusal) => return Err(Mismatch::Refused(refusal)),
        Ok(Step::NeedDice(_)) if entry.is_abandoned() => return Ok(None),
        Ok(Step::NeedDice(_)) => DifferenceKind::DiceMissing,
        Ok(Step::Done(_)) if entry.is_abandoned() => DifferenceKind::NotAbandoned,
        Ok(Step::Done(_)) if left => DifferenceKind::UnusedDice,
        Ok(Step::Done(done)) if match_recorded(&done.events, facts) => return Ok(Some(done.after)),
        Ok(Step::Done(done)) => return Err(Mismatch::Facts(done.events)),
    };
    Err(Mismatch::Kind(found))
}

/// A sentence of one version of an entry, and the other version's sentence in its place.
type SentencePair = (Option<String>, Option<String>);

/// Whether these events are the recorded ones. Fields that older versions did not record are ignored.
pub(super) fn match_recorded<'e>(events: &[Event], recorded: impl IntoIterator<Item = &'e Event>) -> bool {
    let is_recorded_as = |event: &Event, recorded: &Event| match (event, recorded) {
        (
            Event::BattleEnded { battle, how, decision, .. },
            Event::BattleEnded { battle: b, how: h, decision: d, outcome: None },
        ) => (battle, how, decision) == (b, h, d),
        _ => event == recorded,
    };
    let mut recorded = recorded.into_iter();
    let found = events.iter().all(|event| recorded.next().is_some_and(|recorded| is_recorded_as(event, recorded)));
    found && recorded.next().is_none()
}

/// The first sentence in which two versions of an entry differ, each with the state before it. If all sentences are
/// equal, the sentence of the first event that differs, twice: the difference is a detail that the sentence leaves out.
pub(super) fn differing_sentences(entry: &Entry, was: (&State, &[Event]), now: (&State, &[Event])) -> SentencePair {
    // The sentences, each with the index of its event.
    let describe = |(before, events): (&State, &[Event])| {
        let mut after = before.clone();
        // After an event that can't have happened, use the names before it.
        let _ = events.iter().try_for_each(|event| after.apply(event));
        let entry = Entry { events: events.to_vec(), ..entry.clone() };
        let sentences =
            |at| prose::sentences_for_event(before, &entry, &after, at).into_iter().map(move |line| (at, line.text));
        (0..events.len()).flat_map(sentences).collect::<Vec<_>>()
    };
    let (then, again) = (describe(was), describe(now));
    let same = then.iter().zip(&again).take_while(|((_, was), (_, now))| was == now).count();
    // A sentence that both have, only at another index, is no difference.
    let not_in = |of: &[(usize, String)], other: &[(usize, String)]| {
        of.iter().map(|(_, line)| line).find(|line| other.iter().all(|(_, other_line)| other_line != *line)).cloned()
    };
    let missing = (not_in(&then, &again), not_in(&again, &then));
    if missing != (None, None) {
        return missing;
    }
    // The same sentences in another order, or one of them more often.
    let sentence = |of: &[(usize, String)]| of.get(same).map(|(_, line)| line.clone());
    if same < then.len() || same < again.len() {
        return (sentence(&then), sentence(&again));
    }
    let differs = was.1.iter().zip(now.1).position(|(was, now)| was != now).unwrap_or(0);
    let detail = then.iter().rfind(|(at, _)| *at <= differs).map(|(_, line)| line.clone());
    (detail.clone(), detail)
}

fn check_seals(diary: &Diary, seals: &Seals, report: &mut Verification) {
    let found = |no: &EntryNo| Difference { entry: *no, what: DifferenceKind::Seal { missing: seals.is_missing(*no) } };
    let broken = seals.changed_by_hand().iter().map(found);
    report.differences.extend(broken);
    let lines =
        seals.lines_changed_by_hand().iter().map(|&LineChangedByHand { line, count, after, kind }| match kind {
            LineKind::Remark(on) => Difference { entry: on, what: DifferenceKind::Remark { line, count } },
            LineKind::Move => Difference { entry: after, what: DifferenceKind::Move { line, count } },
            LineKind::Digest => Difference { entry: after, what: DifferenceKind::Digest { line, count } },
        });
    report.differences.extend(lines);
    if seals.ending() != Ending::Whole {
        let what = DifferenceKind::Ending(seals.ending());
        report.differences.push(Difference { entry: diary.next_no() - 1, what });
    }
    let is_alike = |(a, first): &(EntryNo, FoundCut), (b, next): &(EntryNo, FoundCut)| {
        (a, first.recovered, first.accepted) == (b, next.recovered, next.accepted)
    };
    for cuts in diary.cuts().chunk_by(is_alike) {
        let ((after, cut), count) = (cuts[0], cuts.len());
        if cut.accepted {
            report.notes.push(VerificationNote::FoundCut { after, cut, count });
        } else {
            report.differences.push(Difference { entry: after, what: DifferenceKind::FoundCut { cut, count } });
        }
    }
    let emptied = removed_seals(diary, seals);
    let unsealed = seals.unsealed().saturating_sub(emptied.len());
    report.differences.extend(emptied);
    report.sealed = diary.entries.iter().filter(|entry| !entry.seal.is_none()).count();
    if unsealed > 0 {
        report.notes.push(VerificationNote::Unsealed { entries: unsealed });
    }
}

/// The last version whose saves may predate seals; every later version seals.
pub(crate) const LAST_UNSEALED_VERSION: &str = "0.1.0";

/// Entries without a seal whose own branch names a version of the program that seals.
pub fn removed_seals(diary: &Diary, seals: &Seals) -> Vec<Difference> {
    // Only the first entries can predate seals.
    let bare = diary.entries.iter().take(seals.unsealed()).take_while(|entry| entry.seal.is_none());
    let mut programs: Vec<Option<&Text>> = vec![None];
    let mut found = Vec::new();
    for entry in bare {
        let opened = entry.events.iter().rev().find_map(|event| match event {
            Event::Opened { program } => Some(program),
            _ => None,
        });
        let program = opened.or(programs.get(entry.parent() as usize).copied().flatten());
        programs.push(program);
        if let Some(program) = program.filter(|program| **program != *LAST_UNSEALED_VERSION) {
            let what = DifferenceKind::SealRemoved(program.as_name());
            found.push(Difference { entry: entry.no, what });
        }
    }
    found
}

/// Checks that no die counts twice on one path, and that every rolled die was recorded.
fn check_serials(diary: &Diary, report: &mut Verification) {
    // The first free serial number on the path to each entry.
    let mut free = vec![0u64; diary.entries.len() + 1];
    let mut next = 0;
    for entry in &diary.entries {
        let mut end = free[entry.parent() as usize];
        for fall in &entry.dice {
            let mut last = end;
            for serial in fall.serials() {
                if serial < end {
                    report
                        .differences
                        .push(Difference { entry: entry.no, what: DifferenceKind::SerialReused { serial } });
                }
                if serial > next {
                    let what = DifferenceKind::SerialsUnused { first: next, last: serial - 1 };
                    report.differences.push(Difference { entry: entry.no, what });
                }
                next = next.max(serial.saturating_add(1));
                last = last.max(serial.saturating_add(1));
            }
            end = last;
        }
        free[entry.no as usize] = end;
    }
}
