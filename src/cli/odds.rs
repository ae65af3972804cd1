//! `wardiary odds`: how a roll may come out, before it is made.

use super::answer::Answer;
use crate::{
    assets::{self, Folders, Shipped},
    book::{Ladder, Rulebook},
    error::{Failure, Kind},
    notation,
    odds::{self, Case, Distribution, Effort, Left, Method, Question, Subject, Summary, Watch, report},
    rules::Roll,
    text,
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
    let mut lines = vec![canonical];
    lines.push(match answer.method {
        Method::Exact => "exact".into(),
        Method::Simulated { trials, error } => format!(
            "simulated, {trials} times; each chance is right to about ±{:.3}% (too large to be worked out exactly here)",
            200.0 * error
        ),
    });
    if odds.simulate.is_some() {
        lines.pop();
        if let Method::Simulated { trials, error } = answer.method {
            lines.push(format!("simulated, {trials} times; each chance is right to about ±{:.3}%", 200.0 * error));
        }
    }
    lines.extend(summary(&answer.summary));
    lines.push(String::new());
    lines.extend(bars(&question, &question.book(book).ladder, &answer.cases));
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

fn percent(p: f64) -> String {
    format!("{:6.2}%", 100.0 * p)
}

fn number(n: f64) -> String {
    if n.is_finite() { format!("{n:.2}") } else { "no end".into() }
}

fn summary(summary: &Summary) -> Vec<String> {
    match summary {
        Summary::Sum { mean, variance, percentiles } => vec![
            format!("mean {mean:.2}, standard deviation {:.2}", variance.sqrt()),
            format!(
                "5 of 100 come to {} or less, half to {}, 95 to {}",
                percentiles[0], percentiles[2], percentiles[4]
            ),
        ],
        Summary::Edna { acts, mean_acted, mean_edna, spent, tests_until_spent } => vec![
            format!("acts every time {}, {mean_acted:.2} times in the mean", percent(*acts).trim()),
            format!("EDNA {mean_edna:.2} afterwards in the mean; spent {}", percent(*spent).trim()),
            format!("tests until it is spent, in the mean: {}", number(*tests_until_spent)),
        ],
        Summary::Initiative { first } => vec![format!("the first side wins {}", percent(*first).trim())],
        Summary::Defeats { wins, unhurt, mean_defeats } => vec![
            format!("first wins {}, second {}", percent(wins[0]).trim(), percent(wins[1]).trim()),
            format!("no loss: first {}, second {}", percent(unhurt[0]).trim(), percent(unhurt[1]).trim()),
            format!("defeats in the mean: first {:.2}, second {:.2}", mean_defeats[0], mean_defeats[1]),
        ],
        Summary::Left { dice, unhurt, mean_left, wiped_out } => vec![
            format!(
                "left in the mean: first {:.2} of {}, second {:.2} of {}",
                mean_left[0], dice[0], mean_left[1], dice[1]
            ),
            format!("unhurt: first {}, second {}", percent(unhurt[0]).trim(), percent(unhurt[1]).trim()),
            format!("nobody left: first {}, second {}", percent(wiped_out[0]).trim(), percent(wiped_out[1]).trim()),
        ],
        // ---- dice tests and volleys
        Summary::Tests { each, all, mean_passed } => vec![
            format!("each passes {}, all of them {}", percent(*each).trim(), percent(*all).trim()),
            format!("passed in the mean: {mean_passed:.2}"),
        ],
        Summary::Volley { at, hit, mean_hits } => {
            let of = |((class, hit), mean): ((&String, &f64), &f64)| {
                format!("{class}: hit {}, {mean:.2} hits in the mean", percent(*hit).trim())
            };
            at.iter().zip(hit).zip(mean_hits).map(of).collect()
        }
        Summary::Blows { each, any, mean_hits, mean_damage } => vec![
            format!("each hits {}, any of them {}", percent(*each).trim(), percent(*any).trim()),
            format!("in the mean {mean_hits:.2} hit, with a damage of {mean_damage:.2} together"),
        ],
    }
}

/// How many rows are shown at the most of what can be many thousands.
const MOST_ROWS: usize = 24;

fn bars(question: &Question, ladder: &Ladder, cases: &Distribution<Case>) -> Vec<String> {
    let any = cases.iter().next().map(|(case, _)| case.clone());
    match any {
        Some(Case::Defeats(_)) => {
            let of = |side: usize| {
                let marginal = cases.map(|case| if let Case::Defeats(d) = case { d[side] } else { 0 });
                rows(
                    marginal.iter().map(|(n, p)| (text::count(usize::from(*n), "defeat", "defeats"), p)).collect(),
                    false,
                )
            };
            both("suffers", of)
        }
        Some(Case::Left(_)) => {
            let of = |side: usize| {
                let marginal =
                    cases.map(|case| if let Case::Left(left) = case { left[side].clone() } else { Left::new() });
                rows(marginal.iter().map(|(left, p)| (left_in_words(ladder, left), p)).collect(), true)
            };
            both("has left", of)
        }
        _ => rows(cases.iter().map(|(case, p)| (in_words(question, case), p)).collect(), false),
    }
}

fn both(verb: &str, of: impl Fn(usize) -> Vec<String>) -> Vec<String> {
    let mut lines = vec![format!("first {verb}")];
    lines.extend(of(0));
    lines.extend([String::new(), format!("second {verb}")]);
    lines.extend(of(1));
    lines
}

fn in_words(question: &Question, case: &Case) -> String {
    match case {
        Case::Sum { total } => total.to_string(),
        Case::Edna { acted, edna } => format!("acts {acted}, EDNA {edna}"),
        Case::Initiative { winner } => if *winner == 0 { "first" } else { "second" }.into(),
        Case::Defeats(_) | Case::Left(_) => String::new(),
        // ---- dice tests and volleys
        Case::Tests { passed } => format!("{passed} passed"),
        Case::Volley { hits } => {
            let count = |n: &u16| text::count(usize::from(*n), "hit", "hits");
            match &question.subject {
                // Of several targets each is named with its own.
                Subject::Roll(Roll::Volley(roll)) if roll.at.len() > 1 => {
                    let each = roll.at.iter().zip(hits).map(|(class, n)| format!("{class} {}", count(n)));
                    each.collect::<Vec<_>>().join(", ")
                }
                _ => hits.iter().map(count).collect::<Vec<_>>().join(", "),
            }
        }
        Case::Blows { hits, damage } => {
            format!("{}, damage {damage}", text::count(usize::from(*hits), "hit", "hits"))
        }
    }
}

fn left_in_words(ladder: &Ladder, left: &Left) -> String {
    let groups: Vec<String> = left.iter().map(|(grade, n)| format!("{n} {}", ladder.name(*grade))).collect();
    if groups.is_empty() { "nobody".into() } else { groups.join(" + ") }
}

/// Rows with bars; the likeliest first where there is no order that says more.
fn rows(mut cases: Vec<(String, f64)>, likeliest_first: bool) -> Vec<String> {
    if likeliest_first {
        cases.sort_by(|a, b| b.1.total_cmp(&a.1));
    }
    let rest = cases.len().saturating_sub(MOST_ROWS);
    let left_out: f64 = cases.iter().skip(MOST_ROWS).map(|(_, p)| p).sum();
    cases.truncate(MOST_ROWS);
    let widest = cases.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let most = cases.iter().map(|(_, p)| *p).fold(f64::MIN_POSITIVE, f64::max);
    let mut lines: Vec<String> = cases
        .iter()
        .map(|(name, p)| {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 40")]
            let bar = "█".repeat((p / most * 40.0).round() as usize);
            format!("  {name:widest$}  {}  {bar}", percent(*p))
        })
        .collect();
    if rest > 0 {
        lines.push(format!("  and {rest} more, {} together (all of them with --json)", percent(left_out).trim()));
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
