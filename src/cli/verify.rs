//! `wardiary verify` lists the differences in saves, and compares shares with them; `wardiary seal` accepts edits.

mod against;

use super::{command_output::CommandOutput, viewer::Watcher};
use clap::Args;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};
use wardiary_app::clock;
use wardiary_base::text;
use wardiary_diary::{
    assets::Folders,
    diary::{
        EntryNo,
        file::{LoadedSave, Mode, Save, load_with_progress, read_save, reseal_with_progress},
        seal::Ending,
        verify::{Difference, DifferenceKind, Verification, VerificationNote, place_of_cut, removed_seals, verify},
        watch::Work,
    },
    error::{ErrorKind, UserError, display_path},
};

/// The maximum number of differences printed for a save; the rest are counted.
const MAX_SHOWN: usize = 20;

/// The maximum number of differences listed in JSON.
const MAX_LISTED: usize = 10_000;

/// `wardiary verify`
#[derive(Args)]
#[command(after_help = against::LIMITS_HELP)]
pub(super) struct Verify {
    /// The saves
    #[arg(required = true, value_name = "SAVE")]
    saves: Vec<OsString>,
    /// Compare this share with the save it was made from: was it an honest extract?
    #[arg(long, value_name = "SHARE")]
    against: Option<OsString>,
}

/// `wardiary seal`
#[derive(Args)]
pub(super) struct Seal {
    /// The save
    save: OsString,
}

/// Verifies saves. The differences are the answer; the worst one decides the exit code.
pub(super) fn verify_saves(args: &Verify) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user()?;
    if let Some(share) = &args.against {
        let [save] = args.saves.as_slice() else {
            return Err(UserError::usage("compare a share with one save: wardiary verify --against SHARE SAVE"));
        };
        return against::verdict(&folders.save_path(share)?, &folders.save_path(save)?);
    }
    let mut answer = CommandOutput::default();
    let mut values: Vec<Value> = Vec::new();
    let (mut worst, mut different, mut unread): (Option<ErrorKind>, usize, usize) = (None, 0, 0);
    let watcher = Watcher::begin();
    for name in &args.saves {
        let (path, verified) = match folders.save_path(name) {
            Ok(path) => (path.clone(), verify_save(&path, &watcher)),
            Err(failure) => (PathBuf::from(name), Err(failure)),
        };
        let (text, value, kind) = match verified {
            Err(failure) if watcher.cancel_flag().load(Ordering::Relaxed) => {
                let failure = failure.hint("neither this save nor those after it were verified");
                return Ok(CommandOutput { json: values.into(), failure: Some(failure), ..answer });
            }
            Ok((report, lines, changes)) => {
                let kind = (!report.differences.is_empty()).then_some(ErrorKind::Refused);
                different += usize::from(kind.is_some());
                (describe(&path, &report, &lines, &changes), as_json(&path, &report, &lines), kind)
            }
            Err(failure) => {
                let value = json!({ "file": path.display().to_string(), "fault": failure.what });
                unread += 1;
                (format!("{failure}\n"), value, Some(failure.kind))
            }
        };
        answer.text.push_str(&text);
        values.push(value);
        worst = [worst, kind].into_iter().flatten().max_by_key(|kind| *kind as u8);
    }
    answer.json = values.into();
    answer.failure = worst.map(|kind| {
        let all = text::count(args.saves.len(), "save", "saves");
        let it = if args.saves.len() == 1 { "has" } else { "have" };
        let parts = [
            (different > 0).then(|| format!("{different} of {all} {it} differences")),
            (unread > 0).then(|| format!("{unread} of {all} could not be read")),
        ];
        let what = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
        UserError { kind, ..UserError::refused(what) }
    });
    Ok(answer)
}

/// The findings, the line of each entry in the file, and the changes made by the program itself.
type Verified = (Verification, Vec<usize>, String);

fn verify_save(path: &Path, watcher: &Watcher) -> Result<Verified, UserError> {
    watcher.watch(path, |watch| {
        let bytes = read_save(path).map_err(|e| UserError::io(path, "read", &e))?;
        let loaded = load_with_progress(&bytes, watch).map_err(|error| UserError::unreadable(path, error))?;
        let LoadedSave { diary, seals, lines, .. } = loaded;
        let report = verify(&diary, &seals, watch);
        let report = report.map_err(|_| UserError::file(path, format!("{} was cancelled", Work::Verifying)))?;
        let aside = diary.entries().len() - diary.path().len();
        let last = diary.entries().last().map(|entry| format!("; last written {}", clock::local_text(entry.at)));
        let aside = if aside == 0 {
            String::new()
        } else {
            format!(
                "; {} on other branches, left by undo, amend or strike",
                text::count(aside, "entry is", "entries are")
            )
        };
        Ok((report, lines, aside + &last.unwrap_or_default()))
    })
}

/// `saves/mine.ron:17: entry 3`: the place of a difference.
fn place(path: &Path, lines: &[usize], difference: &Difference) -> String {
    let line = difference.entry.checked_sub(1).and_then(|at| lines.get(at as usize));
    match (&difference.what, line) {
        (DifferenceKind::Ending(_), _) => format!("{}: the end", display_path(path)),
        (DifferenceKind::FoundCut { cut, .. }, _) => {
            format!("{}: {}", display_path(path), place_of_cut(difference.entry, cut))
        }
        (DifferenceKind::Move { line, .. } | DifferenceKind::Digest { line, .. }, None) => {
            format!("{}:{line}: the muster", display_path(path))
        }
        (
            DifferenceKind::Move { line, .. }
            | DifferenceKind::Remark { line, .. }
            | DifferenceKind::Digest { line, .. },
            Some(_),
        ) => {
            format!("{}:{line}: entry {}", display_path(path), difference.entry)
        }
        (_, Some(line)) => format!("{}:{line}: entry {}", display_path(path), difference.entry),
        (_, None) => format!("{}:1: the header", display_path(path)),
    }
}

fn describe(path: &Path, report: &Verification, lines: &[usize], changes: &str) -> String {
    let found = &report.differences;
    let differences = found
        .iter()
        .take(MAX_SHOWN)
        .map(|found| (found.entry, format!("{}: {}", place(path, lines, found), found.what)));
    let (marks, notes): (Vec<_>, Vec<_>) =
        report.notes.iter().partition(|note| matches!(note, VerificationNote::FoundCut { .. }));
    // Notes found when the file was opened are merged with the new differences, in the order of entries.
    let marks = marks.into_iter().map(|note| (note.entry(), format!("{}: {note}", display_path(path))));
    let mut placed: Vec<(EntryNo, String)> = differences.chain(marks).collect();
    placed.sort_by_key(|(entry, _)| *entry);
    let mut text: Vec<String> = placed.into_iter().map(|(_, line)| text::sanitize(&line)).collect();
    if found.len() > MAX_SHOWN {
        text.push(format!("{}: and {} more", display_path(path), found.len() - MAX_SHOWN));
    }
    text.extend(notes.iter().map(|note| format!("{}: {note}", display_path(path))));
    let accepted = report.notes.iter().any(|note| matches!(note, VerificationNote::FoundCut { .. }));
    let verdict = match found.len() {
        0 if accepted => format!("no other line was changed outside the program{changes}"),
        0 => format!("no line was changed outside the program{changes}"),
        many => text::count(many, "difference", "differences"),
    };
    text.push(format!(
        "{}: {}, {}, {}: {verdict}",
        display_path(path),
        text::count(report.entries, "entry", "entries"),
        text::count(report.sealed, "seal", "seals"),
        dice(report),
    ));
    text.join("\n") + "\n"
}

/// The number of dice verified; for a share, only those that its side saw.
fn dice(report: &Verification) -> String {
    let is_share = report.notes.iter().any(|note| matches!(note, VerificationNote::Share { .. }));
    if is_share {
        return format!("{} that the side saw", text::count(report.shown_dice, "die", "dice"));
    }
    let of_program = text::count(report.program_dice, "die", "dice");
    format!("{of_program} rolled by the program and {} on the table", report.table_dice)
}

fn as_json(path: &Path, report: &Verification, lines: &[usize]) -> Value {
    let line = |found: &Difference| match &found.what {
        DifferenceKind::Move { line, .. }
        | DifferenceKind::Remark { line, .. }
        | DifferenceKind::Digest { line, .. } => Some(*line),
        _ => found.entry.checked_sub(1).and_then(|at| lines.get(at as usize)).copied(),
    };
    let differences: Vec<Value> = report
        .differences
        .iter()
        .take(MAX_LISTED)
        .map(|found| json!({ "entry": found.entry, "line": line(found), "what": found.what.to_string() }))
        .collect();
    let notes: Vec<String> = report.notes.iter().map(ToString::to_string).collect();
    let mut value = json!({
        "file": path.display().to_string(),
        "entries": report.entries,
        "seals": report.sealed,
        "dice": { "program": report.program_dice, "table": report.table_dice, "shown": report.shown_dice },
        "differences": differences,
        "notes": notes,
    });
    if let Some(unlisted) = report.differences.len().checked_sub(MAX_LISTED).filter(|unlisted| *unlisted > 0) {
        value["unlisted"] = unlisted.into();
    }
    value
}

/// Gives a save correct seals, and says which edits that accepts.
pub(super) fn seal(args: &Seal) -> Result<CommandOutput, UserError> {
    let path = Folders::of_user()?.save_path(&args.save)?;
    // Opening the save for writing repairs its end, which is a change too.
    let before = read_save(&path).map_err(|e| UserError::io(&path, "read", &e))?;
    let watcher = Watcher::begin();
    let mut save = watcher.open(&path, Mode::Write)?;
    let was = fs::read_to_string(&path).map_err(|e| UserError::io(&path, "read", &e))?;
    let now = watcher.watch(&path, |watch| reseal_with_progress(&was, watch));
    let mended = before != was.as_bytes();
    let now = now.map_err(|error| {
        let broken_off = error.is_cancelled();
        let failure = UserError::unreadable(&path, error);
        match (broken_off, mended) {
            (false, _) => failure,
            (true, false) => failure.hint("nothing was changed"),
            (true, true) => failure.hint("its seals were not changed; its end was repaired when it was opened"),
        }
    })?;
    let (accepted, what) = accepted_edits(&save, now == was);
    let json =
        |copy: Option<&Path>| json!({ "accepted": accepted, "copy": copy.map(|copy| copy.display().to_string()) });
    if now == was && !mended {
        let answer = CommandOutput::new(format!("{}: every seal is correct\n", display_path(&path)), json(None));
        return Ok(answer);
    }
    let before = mended.then_some(before.as_slice());
    let copy = watcher.watch(&path, |watch| save.rewrite_from(before, &now, "seal", watch))?;
    let text = format!("{}: {what}; the earlier version is kept in {}\n", display_path(&path), display_path(&copy));
    Ok(CommandOutput::new(text, json(Some(&copy))))
}

/// The entries whose edits are accepted, and the effect of sealing. `alike`: only the end of the file is rewritten.
fn accepted_edits(save: &Save, alike: bool) -> (Vec<u32>, String) {
    let (diary, seals) = (save.diary(), save.seals());
    let emptied: Vec<u32> = removed_seals(diary, seals).iter().map(|found| found.entry).collect();
    let changed = seals.changed_by_hand();
    let by_hand = text::ranges(changed.iter().copied().filter(|no| *no > 0));
    let remarks: BTreeSet<u32> =
        seals.lines_changed_by_hand().iter().filter_map(|line| line.kind.remark_on()).collect();
    let moves = seals.lines_changed_by_hand().iter().filter(|line| line.kind.remark_on().is_none());
    let moves: usize = moves.map(|line| line.count).sum();
    let unaccepted = |is_recovered: bool| {
        diary.cuts().iter().any(|(_, cut)| !cut.accepted && cut.recovered.is_some() == is_recovered)
    };
    let counted = match seals.ending() {
        Ending::Counts { counted, found } if counted < found => Some((counted, found)),
        _ => None,
    };
    let entries = |ranges: String| {
        let one = if ranges.contains(' ') { "entries" } else { "entry" };
        format!("{one} {ranges}")
    };
    let parts = [
        changed.contains(&0).then(|| "changes above the entries".to_string()),
        (!by_hand.is_empty()).then(|| format!("edits by hand in {}", entries(by_hand))),
        (!emptied.is_empty())
            .then(|| format!("the missing seals of {}", entries(text::ranges(emptied.iter().copied())))),
        (moves > 0).then(|| text::count(moves, "changed line of undo or redo", "changed lines of undo or redo")),
        (!remarks.is_empty()).then(|| format!("changed remarks on {}", entries(text::ranges(remarks.iter().copied())))),
        unaccepted(false).then(|| "the cut that was found in it".to_string()),
        unaccepted(true).then(|| "the findings of its recovery".to_string()),
        counted.map(|(counted, found)| format!("a closing line that counts {found} lines instead of {counted}")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let what = match parts.as_slice() {
        [] if alike => "sealed; only its end was rewritten".to_string(),
        [] => "sealed for the first time".to_string(),
        parts => format!("sealed, accepting {}", text::list(parts)),
    };
    let mut accepted: Vec<u32> = changed.iter().copied().chain(emptied).collect();
    accepted.sort_unstable();
    accepted.dedup();
    (accepted, what)
}
