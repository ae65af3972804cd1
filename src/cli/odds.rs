//! `wardiary odds`: how a roll may come out, before it is made.

use super::answer::Answer;
use crate::{
    assets::{self, Folders, Shipped},
    book::Rulebook,
    error::{Failure, Kind},
    notation,
    odds::{
        self, Effort, Question, Watch, report,
        words::{self, Chances},
    },
    rules::Roll,
};
use clap::Args;
use serde_json::json;
use std::{
    io::{IsTerminal, Write as _, stderr},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

/// `wardiary odds`
#[derive(Args)]
pub(super) struct Odds {
    /// Whatever can be rolled: 2d6, edna 8, 3x edna 8, scrud 4 green v 8 yellow
    #[arg(required = true, value_name = "ROLL", allow_negative_numbers = true)]
    what: Vec<String>,
    /// Of a combat: what is left of either side, by grade
    #[arg(long)]
    left: bool,
    /// Of a combat: so many phases
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=99))]
    phases: Option<u8>,
    /// Play it out so many times instead of working it out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    simulate: Option<u64>,
    /// What simulated dice are derived from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// A second roll, to be laid beside the first
    #[arg(long, value_name = "ROLL")]
    versus: Option<String>,
    /// The rulebook
    #[arg(long, value_name = "BOOK", default_value = "mouat")]
    rules: String,
}

/// The odds of a roll, and of a second beside it.
pub(super) fn odds(odds: &Odds) -> Result<Answer, Failure> {
    let book = assets::rulebook(&odds.rules, Folders::of_user().ok().as_ref())?;
    let first = asked(odds, &book, &odds.what.join(" "))?;
    match odds.versus.as_ref().map(|text| asked(odds, &book, text)).transpose()? {
        None => Ok(Answer::new(first.lines.join("\n"), first.json)),
        Some(second) => Ok(Answer::new(
            side_by_side(&first.lines, &second.lines),
            json!({ "first": first.json, "second": second.json }),
        )),
    }
}

struct Told {
    lines: Vec<String>,
    json: serde_json::Value,
}

fn asked(odds: &Odds, book: &Rulebook, text: &str) -> Result<Told, Failure> {
    let mut roll = notation::roll(text, book, &Shipped)
        .map_err(|error| Failure { kind: Kind::Usage, ..error.into_failure(text) })?;
    match (&mut roll, odds.phases) {
        (Roll::Scrud(scrud), Some(phases)) => scrud.phases = phases,
        (Roll::Scrud(_), None) => {}
        _ if odds.phases.is_some() || odds.left => {
            return Err(Failure::usage("--phases and --left are for combats: `scrud … v …`"));
        }
        _ => {}
    }
    let canonical = notation::roll_text(&roll, book);
    let mut question = Question::of(roll);
    question.left = odds.left;
    let effort = odds.simulate.map_or(Effort::PATIENT, |trials| Effort::simulated(trials, odds.seed));
    let answer = watched(|watch| odds::answer(book, &question, &effort, watch))
        .map_err(|stopped| Failure::refused(stopped.to_string()))?;
    let mut lines = vec![canonical, words::method(answer.method, odds.simulate.is_some())];
    lines.extend(words::summary(&answer.summary));
    lines.push(String::new());
    lines.extend(bars(&words::tables(&question.book(book).ladder, &answer.cases)));
    Ok(Told { lines, json: report::to_json(book, &question, &answer) })
}

/// Says on a terminal how far long work is.
fn watched<T>(work: impl FnOnce(Watch) -> T) -> T {
    let cancel = AtomicBool::new(false);
    let shown = Mutex::new(-1i32);
    let terminal = stderr().is_terminal();
    let progress = |share: f64| {
        #[allow(clippy::cast_possible_truncation, reason = "a share from 0 to 1")]
        let percent = (share * 100.0) as i32;
        let Ok(mut last) = shown.lock() else { return };
        if terminal && percent > *last {
            *last = percent;
            let _ = write!(stderr(), "\r{percent:3}%\r");
        }
    };
    let done = work(Watch { cancel: &cancel, progress: &progress });
    cancel.store(true, Ordering::Relaxed);
    if terminal {
        let _ = write!(stderr(), "    \r");
    }
    done
}

/// Tables with bars, a line between them.
fn bars(tables: &[Chances]) -> Vec<String> {
    let told = |table: &Chances| {
        let heading = Some(table.heading.clone()).filter(|heading| !heading.is_empty());
        heading.into_iter().chain(rows(table)).collect::<Vec<_>>()
    };
    tables.iter().map(told).collect::<Vec<_>>().join(&String::new())
}

fn rows(table: &Chances) -> Vec<String> {
    let widest = table.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let most = table.rows.iter().map(|(_, p)| *p).fold(f64::MIN_POSITIVE, f64::max);
    let row = |(name, p): &(String, f64)| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 40")]
        let bar = "█".repeat((p / most * 40.0).round() as usize);
        format!("  {name:widest$}  {:>7}  {bar}", words::percent(*p))
    };
    let mut lines: Vec<String> = table.rows.iter().map(row).collect();
    let (more, together) = table.rest;
    if more > 0 {
        lines.push(format!("  and {more} more, {} together (all of them with --json)", words::percent(together)));
    }
    lines
}

/// Two texts beside each other.
fn side_by_side(first: &[String], second: &[String]) -> String {
    let width = first.iter().map(|line| unicode_width::UnicodeWidthStr::width(line.as_str())).max().unwrap_or(0);
    let rows = first.len().max(second.len());
    let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_default();
    let joined = (0..rows).map(|at| {
        let left = line(first, at);
        let pad = " ".repeat(width - unicode_width::UnicodeWidthStr::width(left.as_str()));
        format!("{left}{pad}  │  {}", line(second, at)).trim_end().to_string()
    });
    joined.collect::<Vec<_>>().join("\n")
}
