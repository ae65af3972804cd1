//! `wardiary odds` prints the odds of a roll.

use super::{
    command_output::CommandOutput,
    viewer::{ViewerArg, Watcher},
};
use clap::Args;
use serde::{Serialize, Serializer};
use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    io::{IsTerminal, Write as _, stderr},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};
use wardiary_base::{book::Rulebook, dice::TermCount, text};
use wardiary_diary::{
    assets::{self, Folders, Shipped},
    error::{ErrorKind, UserError},
};
use wardiary_odds::odds::{
    self, Effort, Method, Monitor, Question, forecast,
    playout::{Playout, StopCondition},
    report,
    sum::EXPLODING_TAIL,
    unknown_odds_text, unknown_side,
    words::{self, OddsTable},
};
use wardiary_rules::{
    notation::{self, Instruction},
    order::Order,
    rules::{self, Roll, Step},
    state::State,
};

/// The limits as set by [`Effort::BATCH`] and `--within`.
const LIMITS_HELP: &str = "Odds are exact if they take at most 400 MB and 60 % of the time limit (--within, a minute); larger ones are simulated a million \
    times, or as often as the rest of the time allows, and are marked so. --simulate has no time limit, unless --within is \
    given too. Wins, losses and expectations are those of the first roll, before any rerolls.";

/// `wardiary odds`
#[derive(Args)]
#[command(after_help = LIMITS_HELP)]
pub(super) struct Odds {
    /// The roll: 2d6, edna 8, 3x edna 8, scrud 4 green v 8 yellow; with --save an order
    #[arg(required = true, value_name = "ROLL", allow_negative_numbers = true)]
    what: Vec<String>,
    /// Show the odds of an order in the current state of this save: 'scrud "XX Corps" v "XIII Corps"'
    #[arg(long, value_name = "SAVE", conflicts_with_all = ["left", "phases", "versus", "rules"])]
    save: Option<OsString>,
    /// Simulate the order's fight by a simple policy, 10,000 times or as often as --simulate says: until the combat is
    /// over, a side is exhausted, or the battle is over. Each side attacks whenever it may; nobody withdraws
    #[arg(long, value_name = "END", requires = "save", num_args = 0..=1, require_equals = true, default_missing_value = "combat")]
    to_the_end: Option<SimulationEnd>,
    /// For a combat: show what each side has left, by grade
    #[arg(long)]
    left: bool,
    /// For a combat: the number of phases
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=99))]
    phases: Option<u8>,
    /// Simulate it this many times instead of computing it exactly
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    simulate: Option<u64>,
    /// Stop after this many seconds and show what is known by then [default: 60, without --simulate]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    within: Option<u32>,
    /// The seed of simulated dice
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// A second roll to compare with the first
    #[arg(long, value_name = "ROLL")]
    versus: Option<String>,
    /// The rulebook
    #[arg(long, value_name = "BOOK", default_value = "mouat")]
    rules: String,
    #[command(flatten)]
    view: ViewerArg,
}

/// When a fight that is played out ends.
#[derive(Clone, Copy, clap::ValueEnum)]
enum SimulationEnd {
    /// Until the combat, or the Conflict, is over.
    Combat,
    /// Until a side is exhausted, or has nobody left.
    Exhaustion,
    /// Until the battle is over.
    Battle,
}

const DEFAULT_SIMULATIONS: u64 = 10_000;

/// The odds of a roll, and of a second beside it; or of an order in a save.
pub(super) fn odds(odds: &Odds) -> Result<CommandOutput, UserError> {
    if let Some(save) = &odds.save {
        return of_order(odds, save);
    }
    if odds.view.is_side() {
        let failure = UserError::usage("a roll by itself is the same for every side");
        return Err(failure.hint("--for works with an order in a save: add --save SAVE"));
    }
    let book = assets::rulebook(&odds.rules, Folders::of_user().ok().as_ref())?;
    let mut first = of_roll(odds, &book, &odds.what.join(" "))?;
    let mut notes = Vec::from_iter(first.note.take());
    let answer = match odds.versus.as_ref().map(|text| of_roll(odds, &book, text)).transpose()? {
        None => CommandOutput::streamed(first.lines.join("\n"), first.json),
        Some(second) => {
            notes.extend(second.note.filter(|note| !notes.contains(note)));
            let text = side_by_side(&first.lines, &second.lines);
            CommandOutput::streamed(text, BTreeMap::from([("first", first.json), ("second", second.json)]))
        }
    };
    Ok(CommandOutput { notes, ..answer })
}

fn of_order(odds: &Odds, save: &OsStr) -> Result<CommandOutput, UserError> {
    let save = odds.view.open_save(&Watcher::begin(), save, None)?;
    let state = save.diary().state();
    let text = odds.what.join(" ");
    let instruction =
        notation::parse_instruction(&text, state).map_err(|error| UserError::from_notation(error, &text))?;
    let Instruction::Order(order) = instruction else {
        return Err(UserError::usage(format!("“{}” rolls no dice", text::display_name(&text))));
    };
    let step = rules::resolve(state, &order, &[]).map_err(|no| notation::refusal::describe(&no, state))?;
    let Step::NeedDice(request) = step else {
        let failure = UserError::refused(format!("“{}” rolls no dice", notation::order_text(state, &order)));
        return Err(failure.hint("scrud, edna, test, volley, initiative, argue, strike, round and consult roll dice"));
    };
    if let Some(side) = unknown_side(state, &request) {
        return Err(UserError::refused(unknown_odds_text(state, side)));
    }
    let effort =
        odds.simulate.map_or(Effort { trials: 100_000, ..Effort::BATCH }, |trials| Effort::simulated(trials, 0));
    let effort = Effort { seed: odds.seed, ..effort };
    if let Some(end) = odds.to_the_end {
        let effort = Effort { trials: odds.simulate.unwrap_or(DEFAULT_SIMULATIONS), ..effort };
        return simulate_order(odds, (state, &order), end, &effort);
    }
    let notes = words::reroll_note(state.book(), request.purpose);
    Ok(CommandOutput { notes: Vec::from_iter(notes), ..of_dice(odds, (state, &order), &effort)? })
}

fn simulate_order(
    odds: &Odds,
    (state, order): (&State, &Order),
    end: SimulationEnd,
    effort: &Effort,
) -> Result<CommandOutput, UserError> {
    let until = match end {
        SimulationEnd::Combat => StopCondition::CombatOver,
        SimulationEnd::Exhaustion => StopCondition::SideExhausted,
        SimulationEnd::Battle => StopCondition::BattleOver,
    };
    let playout = Playout::new(state, order, until).ok_or_else(|| {
        UserError::usage("only a fight can be simulated")
            .hint("scrud, conflict, round and strike start or continue one")
    })?;
    let playout_odds = with_progress(odds, |watch| playout.play(effort, watch)).map_err(stopped)?;
    let names: Vec<String> = playout_odds.sides.iter().map(|side| state.name(*side)).collect();
    let (text, tables) = words::playout_text(&playout_odds, &names);
    let mut lines = vec![notation::order_text(state, order)];
    lines.extend(timeout_note(playout_odds.trials, effort));
    lines.extend(text);
    lines.push(String::new());
    lines.extend(bars(&tables));
    Ok(CommandOutput::new(lines.join("\n"), report::playout_json(state, order, &playout_odds)))
}

/// The odds of the dice that an order asks for.
fn of_dice(odds: &Odds, (state, order): (&State, &Order), effort: &Effort) -> Result<CommandOutput, UserError> {
    let forecast = with_progress(odds, |watch| forecast::forecast(state, order, effort, watch)).map_err(stopped)?;
    let forecast = forecast.ok_or_else(|| UserError::refused("these dice have no odds"))?;
    let mut lines = vec![notation::order_text(state, order)];
    lines.extend(forecast::words::main_odds(state, &forecast));
    lines.extend(forecast::words::side_losses(state, &forecast));
    lines.extend(forecast::words::unit_losses(state, &forecast, usize::MAX));
    lines.push(forecast::words::method_note(&forecast, None).unwrap_or_else(|| "computed exactly".into()));
    Ok(CommandOutput::new(lines.join("\n"), report::forecast_json(state, order, &forecast)))
}

fn stopped(stopped: odds::OddsError) -> UserError {
    UserError::refused(stopped.to_string())
}

/// The note if the time ran out before all trials.
fn timeout_note(trials: u64, effort: &Effort) -> Option<String> {
    let fewer = trials < effort.trials;
    fewer.then(|| format!("time ran out: simulated {trials} of {} times (--within allows more)", effort.trials))
}

/// The odds of a roll as text and as the source of the JSON.
struct RollOdds {
    lines: Vec<String>,
    /// A note that dice may be rerolled, if they may.
    note: Option<String>,
    json: RollJson,
}

fn of_roll(odds: &Odds, book: &Rulebook, text: &str) -> Result<RollOdds, UserError> {
    let mut roll = notation::parse_roll(text, book, &Shipped)
        .map_err(|error| UserError { kind: ErrorKind::Usage, ..UserError::from_notation(error, text) })?;
    match (&mut roll, odds.phases) {
        (Roll::Scrud(scrud), Some(phases)) => scrud.phases = phases,
        (Roll::Scrud(_), None) => {}
        _ if odds.phases.is_some() || odds.left => {
            let which = if odds.left { "--left" } else { "--phases" };
            let what = format!("{which} is for combats, and “{}” is not one", notation::roll_text(&roll, book));
            return Err(UserError::usage(what).hint(format!("leave out {which}, or give `scrud … v …`")));
        }
        _ => {}
    }
    let canonical = notation::roll_text(&roll, book);
    let note = words::reroll_note_for_roll(book, &roll);
    let explodes = matches!(&roll, Roll::Sum { formula, .. } if formula.terms.iter().any(|term| term.count == TermCount::Exploding));
    let mut question = Question::from_roll(roll);
    question.asks_survivors = odds.left;
    let effort = odds.simulate.map_or(Effort::BATCH, |trials| Effort::simulated(trials, odds.seed));
    let answer = with_progress(odds, |watch| odds::answer(book, &question, &effort, watch)).map_err(stopped)?;
    let mut lines = vec![canonical, words::method_text(answer.method, odds.simulate.is_some())];
    if explodes && answer.method == Method::Exact {
        lines[1] = format!("{}, except for a chance of {EXPLODING_TAIL:e} that dice keep exploding", lines[1]);
    }
    if let Method::Simulated { trials, .. } = answer.method {
        lines.extend(timeout_note(trials, &effort));
    }
    let nobody = words::unnamed_sides();
    lines.extend(words::summary_sentences(&answer.summary, &nobody));
    lines.push(String::new());
    lines.extend(bars(&words::result_tables(&question, question.book(book), &answer, &nobody)));
    Ok(RollOdds { lines, note, json: RollJson { book: book.clone(), question, answer } })
}

/// The odds of a roll as JSON, serialized case by case: there can be hundreds of thousands.
struct RollJson {
    book: Rulebook,
    question: Question,
    answer: odds::Answer,
}

impl Serialize for RollJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        report::OddsJson { book: &self.book, question: &self.question, answer: &self.answer }.serialize(serializer)
    }
}

const DEFAULT_TIME_LIMIT: u32 = 60;

/// Runs long work within its time limit and shows its progress on a terminal.
fn with_progress<T>(odds: &Odds, work: impl FnOnce(Monitor) -> T) -> T {
    let begun = Instant::now();
    let within = odds.within.or_else(|| odds.simulate.is_none().then_some(DEFAULT_TIME_LIMIT));
    let spent = || within.map_or(0.0, |seconds| begun.elapsed().as_secs_f64() / f64::from(seconds));
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
    let done = work(Monitor { cancel: &cancel, progress: &progress, time_spent: &spent });
    cancel.store(true, Ordering::Relaxed);
    if terminal {
        let _ = write!(stderr(), "    \r");
    }
    done
}

fn bars(tables: &[OddsTable]) -> Vec<String> {
    let lines = |table: &OddsTable| {
        let heading = Some(table.heading.clone()).filter(|heading| !heading.is_empty());
        heading.into_iter().chain(rows(table)).collect::<Vec<_>>()
    };
    tables.iter().map(lines).collect::<Vec<_>>().join(&String::new())
}

fn rows(table: &OddsTable) -> Vec<String> {
    let widest = table.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let row = |(name, p): &(String, f64)| {
        let bar = bar(*p);
        format!("  {name:widest$}  {:>7}  {bar}", words::percent(*p))
    };
    let mut lines: Vec<String> = table.rows.iter().map(row).collect();
    if let Some(rest) = table.remainder(words::percent) {
        let all = if table.rest.0 > 0 { " (--json lists more)" } else { "" };
        lines.push(format!("  {rest}{all}"));
    }
    lines
}

/// A bar of 40 columns on a fixed scale from 0 to 100, to an eighth of a column.
fn bar(p: f64) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of 320")]
    let eighths = (p * 320.0).round() as usize;
    let part = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8];
    format!("{}{part}", "█".repeat(eighths / 8)).trim_end().to_string()
}

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
