//! `wardiary playtest` simulates a scenario many times by its rulebook's policy.

use super::{
    command_output::{CommandOutput, columns},
    viewer::Watcher,
};
use clap::Args;
use serde_json::{Map, Value, json};
use wardiary_base::{
    dice::source::Seed,
    text::{self, Text},
};
use wardiary_diary::{
    assets::{self, Folders},
    diary::Diary,
    error::UserError,
};
use wardiary_odds::{
    odds::{Distribution, Monitor, forecast::words::percent, simulate::wilson},
    suggest::playtest::{Ending, MAX_ORDERS, Playtest, PlaytestResults, SideFigures, Unplayable},
};
use wardiary_rules::state::State;

/// The limits, and how a winner is judged.
const READING_HELP: &str = "A side wins if only it can fight on: a side can't once it is exhausted, or has no unit left that obeys \
    orders. If several sides or none can fight on, the side with the most objectives wins, else the side whose share of \
    lost Strength Points is smaller by the policy's margin; else the game is drawn. Battles end when the rules end \
    them, when the only side that can't fight on gives up, when nobody attacks or moves for some turns, and undecided at the \
    policy's last turn or after 20,000 orders. The weights are the rulebook's `policy` (`wardiary rules BOOK`). The same seed \
    plays the same games. The bounds after a percentage contain the true chance with 95% confidence (Wilson's score interval): with \
    few games they are far apart. Ctrl-C stops with the games finished by then, and exit code 1.";

/// `wardiary playtest`
#[derive(Args)]
#[command(after_help = READING_HELP)]
pub(super) struct PlaytestArgs {
    /// A scenario: the name of a built-in one or of your own, or a file
    scenario: String,
    /// How many games, up to a million
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The seed of the dice
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

pub(super) fn playtest(args: &PlaytestArgs) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user().ok();
    // The games have dice of their own; the save's seed is not used.
    let seed = Seed::random().map_err(UserError::refused)?;
    let header = assets::scenario(&args.scenario, folders.as_ref(), seed)?;
    let title = header.title.clone();
    let diary = Diary::new(header).map_err(|faults| {
        UserError::refused(faults.first().map_or_else(|| "the muster is not valid".into(), ToString::to_string))
    })?;
    let playtest = Playtest::new(diary.state().clone()).map_err(|why| unplayable(&title, why))?;
    let watcher = Watcher::begin();
    let progress =
        |share: f64| watcher.print_progress(&format!("{} of the games played (Ctrl-C stops)", percent(share)));
    let watch = Monitor { cancel: watcher.cancel_flag(), progress: &progress, time_spent: &|| 0.0 };
    let played = playtest.play(args.games, args.seed, watch);
    watcher.clear();
    if played.games == 0 {
        return Err(UserError::refused("cancelled before the first game was finished"));
    }
    let broken_off =
        || UserError::refused(format!("cancelled: {} of {} games were finished", played.games, args.games));
    let failure = (played.games < u64::from(args.games)).then(broken_off);
    let state = playtest.state();
    let json = as_json(args, state, &title, &played);
    Ok(CommandOutput { failure, ..CommandOutput::new(describe(args, state, &title, &played), json) })
}

fn unplayable(title: &Text, why: Unplayable) -> UserError {
    let failure = UserError::refused(format!("“{title}” can't be played: {why}"));
    match why {
        Unplayable::NoBattle => {
            failure.hint("a scenario starts one with `battles: [(id: 30, name: \"…\", parties: [[1], [2]])]`")
        }
        Unplayable::NoAttacks | Unplayable::NoTurns => failure.hint("the rulebook's `mechanisms` list what it uses"),
    }
}

/// How games ended, in words, and its key in JSON.
fn ending_in_words(ending: Ending) -> (&'static str, &'static str) {
    match ending {
        Ending::NoneLeft => ("a side had no units left", "none_left"),
        Ending::AllExhausted => ("all sides were exhausted", "all_exhausted"),
        Ending::OthersGaveUp => ("a side that could not fight on gave up", "given_up"),
        Ending::NobodyCanFight => ("no side could fight on", "nobody_fights"),
        Ending::Stalemate => ("called off: nobody attacked or moved any more", "called_off"),
        Ending::TooLong => ("stopped undecided", "undecided"),
    }
}

#[allow(clippy::cast_precision_loss, reason = "games are fewer than 2^53")]
fn fraction(n: u64, of: u64) -> f64 {
    n as f64 / of.max(1) as f64
}

fn mean(numbers: &Distribution<u32>) -> f64 {
    numbers.mean(|n| f64::from(*n))
}

/// The 5th and the 95th percentile.
fn spread(numbers: &Distribution<u32>) -> (u32, u32) {
    let at = |share| numbers.percentile(share).copied().unwrap_or(0);
    (at(0.05), at(0.95))
}

/// The minimum number of games for a statement about nine in ten.
const MIN_GAMES_FOR_SPREAD: u64 = 20;

/// `3 to 9 in 90% of games`; for fewer games, the minimum and the maximum.
fn spread_in_words(numbers: &Distribution<u32>, games: u64) -> String {
    let all: Vec<u32> = numbers.iter().map(|(n, _)| *n).collect();
    let (Some(least), Some(most)) = (all.iter().min(), all.iter().max()) else { return String::new() };
    match spread(numbers) {
        _ if games < MIN_GAMES_FOR_SPREAD && least == most => format!("{least} in each"),
        _ if games < MIN_GAMES_FOR_SPREAD => format!("{least} to {most}"),
        (from, to) if from == to => format!("{from} in 90% of games"),
        (from, to) => format!("{from} to {to} in 90% of games"),
    }
}

fn initial(playtest: &State, at: usize) -> u32 {
    let battle = playtest.open_battles().next();
    battle.and_then(|b| Some(playtest.losses(b, b.contingents.get(at)?)?.initial)).unwrap_or(0)
}

fn describe(args: &PlaytestArgs, state: &State, title: &Text, played: &PlaytestResults) -> String {
    let figures = &played.figures;
    let names: Vec<String> = played.sides.iter().map(|side| state.name(*side)).collect();
    let games = text::count(usize::try_from(played.games).unwrap_or(usize::MAX), "game", "games");
    let book = &state.book().name;
    let mut lines = vec![format!("{title}: {games} by the policy of {book}, seed {}", args.seed), String::new()];
    let row = |what: String, n: u64| {
        let (low, high) = wilson(n, played.games);
        let bounds = format!("{} to {} with 95% confidence", percent(low), percent(high));
        vec![format!("  {what}"), n.to_string(), percent(fraction(n, played.games)), bounds]
    };
    let mut rows: Vec<Vec<String>> =
        names.iter().zip(&figures.sides).map(|(name, side)| row(format!("won by {name}"), side.won)).collect();
    rows.push(row("drawn".into(), figures.drawn));
    if figures.undecided > 0 {
        rows.push(row("undecided".into(), figures.undecided));
    }
    lines.extend(columns(&rows));
    lines.extend([String::new(), "How the games ended".into()]);
    let rows: Vec<Vec<String>> = figures
        .endings
        .iter()
        .map(|(ending, n)| {
            vec![format!("  {}", ending_in_words(*ending).0), n.to_string(), percent(fraction(*n, played.games))]
        })
        .collect();
    lines.extend(columns(&rows));
    if figures.undecided > 0 {
        let last = state.book().policy.last_turn;
        lines.push(format!("  A battle is stopped after turn {last} (`last_turn`), or after {MAX_ORDERS} orders."));
    }
    let turns = if played.games == 1 {
        format!("Turns: {:.0}; orders: {:.0}", mean(&figures.turns), figures.orders)
    } else {
        let range = spread_in_words(&figures.turns, played.games);
        format!("Turns: {:.1} on average, {range}; orders: {:.0} on average", mean(&figures.turns), figures.orders)
    };
    lines.extend([String::new(), turns]);
    lines.extend([String::new(), "Losses".into()]);
    let objectives = state.maps().iter().any(|map| !map.ground.objectives().is_empty());
    let loss = |(at, (name, side)): (usize, (&String, &SideFigures))| {
        let mut row = vec![
            format!("  {name}"),
            format!("{:.1} of {} SP", mean(&side.strength), initial(state, at)),
            format!("{:.1} units lost", side.units),
            format!("exhausted {}", percent(fraction(side.exhausted, played.games))),
        ];
        if played.games > 1 {
            row.insert(2, spread_in_words(&side.strength, played.games));
        }
        row.extend(objectives.then(|| format!("{:.1} objectives held", side.objectives)));
        row
    };
    let rows: Vec<Vec<String>> = names.iter().zip(&figures.sides).enumerate().map(loss).collect();
    lines.extend(columns(&rows));
    lines.join("\n")
}

fn as_json(args: &PlaytestArgs, state: &State, title: &Text, played: &PlaytestResults) -> Value {
    let figures = &played.figures;
    let side = |(at, side): (usize, &SideFigures)| {
        let (from, to) = spread(&side.strength);
        json!({
            "side": state.name(played.sides[at]),
            "won": side.won,
            "p": fraction(side.won, played.games),
            "between": [wilson(side.won, played.games).0, wilson(side.won, played.games).1],
            "initial": initial(state, at),
            "mean_strength_lost": mean(&side.strength),
            "strength_lost": { "5": from, "95": to },
            "mean_units_lost": side.units,
            "exhausted": fraction(side.exhausted, played.games),
            "mean_objectives": side.objectives,
        })
    };
    let count = |ending: Ending| figures.endings.iter().find(|(other, _)| *other == ending).map_or(0, |(_, n)| *n);
    let endings: Map<String, Value> =
        Ending::ALL.into_iter().map(|ending| (ending_in_words(ending).1.to_string(), count(ending).into())).collect();
    let (from, to) = spread(&figures.turns);
    json!({
        "scenario": title,
        "rules": state.book().name,
        "seed": args.seed,
        "games": played.games,
        "asked": args.games,
        "sides": figures.sides.iter().enumerate().map(side).collect::<Value>(),
        "drawn": figures.drawn,
        "undecided": figures.undecided,
        "endings": endings,
        "turns": { "mean": mean(&figures.turns), "5": from, "95": to },
        "mean_orders": figures.orders,
        "bounds": { "turns": state.book().policy.last_turn, "orders": MAX_ORDERS },
    })
}
