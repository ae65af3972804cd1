//! `wardiary verify --against SHARE SAVE`: whether a share was an honest extract of a save.

use crate::cli::{command_output::CommandOutput, viewer::Watcher};
use serde_json::{Value, json};
use std::path::Path;
use wardiary_base::text;
use wardiary_diary::{
    diary::file::read_save,
    error::{ErrorKind, UserError, display_path},
    projection::PROJECTION,
    share::{
        Discrepancy,
        comparison::{Comparison, ComparisonError, Verdict, compare},
    },
};

/// The limits of a comparison, for the help.
pub(super) const LIMITS_HELP: &str = "With --against, a share is compared with the save it was made from, once that is \
    published: the save is projected again up to where the share was made, and every byte compared.\n\
    This does not show that the player was told nothing else, or that all players were told the same; that the program's dice were not chosen, \
    or that table dice fell as recorded; when the share was made; or anything about play after its last digest. To hold the referee \
    to this, keep every share unchanged.";

const LIMITS: &[&str] = &[
    "that the player was told nothing else, or that all players were told the same",
    "that the program's dice were not chosen, or that table dice fell as recorded",
    "when the share was made",
    "anything about play after its last digest",
];

pub(super) fn verdict(share: &Path, save: &Path) -> Result<CommandOutput, UserError> {
    let read = |path: &Path| read_save(path).map_err(|e| UserError::io(path, "read", &e));
    let (bytes, of_save) = (read(share)?, read(save)?);
    let found = Watcher::begin().watch(save, |watch| compare(&bytes, &of_save, watch));
    let found = found.map_err(|error| refused(share, save, error))?;
    let failure = match &found.verdict {
        Verdict::Honest => None,
        Verdict::Differs(_) => Some(UserError::refused(format!(
            "{}: not an honest extract of {}",
            display_path(share),
            display_path(save)
        ))),
        Verdict::OtherProjection => Some(other_projection(share, &found)),
    };
    Ok(CommandOutput { failure, ..CommandOutput::new(describe(share, save, &found), as_json(share, save, &found)) })
}

fn refused(share: &Path, save: &Path, error: ComparisonError) -> UserError {
    let usage =
        |path: &Path, what: &str, hint: &str| UserError::usage(format!("{}: {what}", display_path(path))).hint(hint);
    let order = "the share comes first: wardiary verify --against SHARE SAVE";
    match error {
        ComparisonError::Share(error) => UserError { hint: None, ..UserError::unreadable(share, *error) },
        ComparisonError::Save(error) => {
            let failure = UserError::unreadable(save, *error);
            let verdict = format!(
                "whether {} is an honest extract of it can't be checked until it can be read",
                display_path(share)
            );
            let hint = failure.hint.as_ref().map(|hint| format!("{hint}; {verdict}"));
            failure.hint(hint.unwrap_or(verdict))
        }
        ComparisonError::NotAShare => {
            usage(share, "this is a save, not a share", "`wardiary compare` compares two saves")
        }
        ComparisonError::NotASave { swapped: true } => {
            usage(share, "this is the save, and the other file is the share", order)
        }
        ComparisonError::NotASave { swapped: false } => {
            usage(save, "this is a share too: compare a share with the save it was made from", order)
        }
        ComparisonError::OldSeals => UserError::refused(format!(
            "{}: it was started before every line was sealed, so no share can have been made from it",
            display_path(save)
        )),
    }
}

fn other_projection(share: &Path, found: &Comparison) -> UserError {
    let (fit, all) = found.digests;
    let digests = if fit == all {
        "all its digests match this save".to_string()
    } else {
        format!("of its {}, {fit} match this save", text::count(all, "digest", "digests"))
    };
    UserError {
        kind: ErrorKind::Undecided,
        what: format!(
            "{}: made by version {} of the projection, and this program has version {PROJECTION}, so it can't check whether this is an \
             honest extract; {digests}",
            display_path(share),
            found.projection
        ),
        hint: Some("compare them with the version of wardiary that made the share".into()),
    }
}

fn describe(share: &Path, save: &Path, found: &Comparison) -> String {
    let side = &found.side;
    let made = found.made.map(|made| format!("line {} of {}, entry {}", made.line, display_path(save), made.entry));
    let mut lines = Vec::new();
    match &found.verdict {
        Verdict::Honest => {
            lines.push(format!(
                "{}: an honest extract of {}: what {side} knew",
                display_path(share),
                display_path(save)
            ));
            lines.extend(made.map(|made| format!("  as of {made}, by version {PROJECTION} of the projection")));
        }
        Verdict::Differs(discrepancies) => lines.extend(discrepancies.iter().map(|discrepancy| {
            let place = match discrepancy {
                Discrepancy::SaveByHand { line } => format!("{}:{line}", display_path(save)),
                Discrepancy::SaveEnding(_) => display_path(save),
                other => {
                    other.line().map_or_else(|| display_path(share), |line| format!("{}:{line}", display_path(share)))
                }
            };
            format!("{place}: {discrepancy}")
        })),
        Verdict::OtherProjection => lines.push(format!("{}: a share for {side}", display_path(share))),
    }
    if found.grown > 0 {
        lines.push(format!("  the save has {} after that", text::count(found.grown, "line", "lines")));
    }
    if let Some(line) = found.later_by_hand {
        lines.push(format!("  and was changed by hand there: {}:{line}", display_path(save)));
    }
    if found.verdict == Verdict::Honest {
        lines.push("This does not show:".into());
        lines.extend(LIMITS.iter().map(|what| format!("  {what}")));
    }
    lines.into_iter().map(|line| text::sanitize(&line) + "\n").collect()
}

fn as_json(share: &Path, save: &Path, found: &Comparison) -> Value {
    let (verdict, discrepancies): (&str, &[Discrepancy]) = match &found.verdict {
        Verdict::Honest => ("honest", &[]),
        Verdict::Differs(discrepancies) => ("differs", discrepancies),
        Verdict::OtherProjection => ("undecided", &[]),
    };
    let discrepancies: Vec<Value> = discrepancies
        .iter()
        .map(|discrepancy| {
            let (file, line) = match discrepancy {
                Discrepancy::SaveByHand { line } => (save, Some(*line)),
                Discrepancy::SaveEnding(_) => (save, None),
                other => (share, other.line()),
            };
            json!({
                "file": file.display().to_string(),
                "line": line,
                "kind": discrepancy.kind(),
                "what": discrepancy.to_string(),
            })
        })
        .collect();
    json!({
        "share": share.display().to_string(),
        "save": save.display().to_string(),
        "side": found.side,
        "projection": { "share": found.projection, "program": PROJECTION },
        "verdict": verdict,
        "differences": discrepancies,
        "digests": { "fit": found.digests.0, "all": found.digests.1 },
        "made": found.made.map(|made| json!({ "line": made.line, "entry": made.entry })),
        "grown": found.grown,
        "later_by_hand": found.later_by_hand,
        "not_shown": LIMITS,
    })
}
