//! The forecast of an order as short phrases.

mod chances;

use super::{BlowForecast, Forecast, MainOdds, PhaseForecast, SideForecast, UnitForecast};
use crate::odds::{Distribution, Method, table};
use wardiary_base::{
    id::Id,
    text::{self, Text},
};
use wardiary_rules::{
    notation::row_text,
    rules::{FightPart, table::DrawnRow},
    state::State,
};

pub use chances::{ChanceRow, ChanceTable, chance_table};

/// Maximum number of tested units named.
const MAX_NAMED: usize = 6;

pub fn main_odds(state: &State, forecast: &Forecast) -> Vec<String> {
    with_phrases(forecast, main_odds_phrases(state, &forecast.main_odds))
}

/// A shorter [`main_odds`]: lists each random table separately, with shortened rows.
pub fn main_odds_briefly(state: &State, forecast: &Forecast) -> Vec<String> {
    match &forecast.main_odds {
        MainOdds::Table { who, outcomes: ways } => with_phrases(forecast, table_rows(state, *who, ways)),
        _ => main_odds(state, forecast),
    }
}

fn with_phrases(forecast: &Forecast, odds: Vec<String>) -> Vec<String> {
    let about = approximate_prefix(forecast.method);
    let goes_on = match &forecast.main_odds {
        MainOdds::Phase(phase) => continuation_text(phase),
        _ => None,
    };
    let odds = odds.into_iter().map(|phrase| format!("{about}{phrase}"));
    goes_on.into_iter().chain(odds).collect()
}

fn main_odds_phrases(state: &State, aim: &MainOdds) -> Vec<String> {
    match aim {
        MainOdds::Edna { from, full, acts, after, spent, tests_until_spent } => {
            let (now, after) = (text::edna(*from, *full), text::mean_edna(*after, *full));
            let mut phrases = vec![format!("acts {}", percent(*acts)), format!("{now} to {after} on average")];
            if *spent > 0.0 {
                phrases.push(format!("spent {}", percent(*spent)));
            }
            phrases.push(if tests_until_spent.is_finite() {
                format!("lasts {tests_until_spent:.1} tests on average")
            } else {
                "never ineffective by tests alone".into()
            });
            phrases
        }
        MainOdds::Tests { each, passed } => match each[..] {
            [] => Vec::new(),
            [(_, one)] => vec![format!("passes {}", percent(one))],
            _ => {
                let mean = each.iter().map(|(_, p)| p).sum::<f64>();
                let all = passed.probability(&each.len());
                let mut phrases = vec![format!("{mean:.1} of {} pass on average", each.len())];
                phrases.push(format!("all {}", percent(all)));
                phrases.push(format!("none {}", percent(passed.probability(&0))));
                let differ = each.iter().any(|(_, p)| (p - each[0].1).abs() > 1e-9);
                let named = each.iter().filter(|_| differ).take(MAX_NAMED);
                phrases.extend(named.map(|(unit, p)| format!("{} {}", state.name(*unit), percent(*p))));
                phrases
            }
        },
        MainOdds::Initiative(sides) => {
            sides.iter().map(|(side, p)| format!("won by {} {}", state.name(*side), percent(*p))).collect()
        }
        MainOdds::Argument(succeeds) => vec![format!("succeeds {}", percent(*succeeds))],
        MainOdds::Total(totals) => {
            let share = |share| totals.percentile(share).copied().unwrap_or(0);
            let mean = totals.mean(|total| f64::from(*total));
            vec![format!("{mean:.1} on average"), format!("half of the rolls give {} to {}", share(0.25), share(0.75))]
        }
        MainOdds::Table { who, outcomes: ways } => table_outcomes(state, *who, ways),
        MainOdds::Phase(phase) => phase_phrases(state, phase),
        MainOdds::Volley(hits) => {
            let text = |(unit, chance, mean): &(_, f64, f64)| {
                let mean = if mean - chance > 1e-9 { format!(", {mean:.2} hits on average") } else { String::new() };
                format!("hits {} {}{mean}", state.name(*unit), percent(*chance))
            };
            hits.iter().map(text).collect()
        }
        MainOdds::Blows(blows) => blows.iter().map(|blow| blow_phrase(state, blow)).collect(),
    }
}

/// Says that a combat continues, if it does.
fn continuation_text(phase: &PhaseForecast) -> Option<String> {
    match phase.part {
        FightPart::Phase(number) if number > 1 => Some(format!("phase {number} of the combat")),
        FightPart::Phase(_) | FightPart::Round(_) => None,
    }
}

fn phase_phrases(state: &State, phase: &PhaseForecast) -> Vec<String> {
    let (names, unhurt) = (phase.sides.map(|side| state.name(side)), phase.unhurt.map(percent));
    vec![
        format!("wins: {} {}, {} {}", names.first, percent(phase.wins.first), names.second, percent(phase.wins.second)),
        format!("no defeat {} : {}", unhurt.first, unhurt.second),
        format!("defeats {:.1} : {:.1}", phase.defeats.first, phase.defeats.second),
    ]
}

fn blow_phrase(state: &State, blow: &BlowForecast) -> String {
    let (by, at) = (state.name(blow.attacker), state.name(blow.target));
    let given =
        if blow.struck_chance < 1.0 { format!(" (struck {})", percent(blow.struck_chance)) } else { String::new() };
    let hits = if blow.struck_chance > 0.0 { blow.hits / blow.struck_chance } else { 0.0 };
    format!("{by} hits {at} {}{given}, damage {:.1} on average", percent(hits), blow.damage)
}

pub fn side_losses(state: &State, forecast: &Forecast) -> Vec<String> {
    let about = approximate_prefix(forecast.sides_method);
    if let [first, second] = &forecast.sides[..] {
        // In one phrase for both sides, like the defeats.
        let mut phrases = vec![
            format!("{about}dice lost {:.1} : {:.1}", first.units, second.units),
            format!("{about}strength lost {:.1} : {:.1}", first.strength, second.strength),
        ];
        let exhausted = |side: &SideForecast| side.exhausted.map_or_else(|| "–".to_string(), percent);
        if [first, second].iter().any(|side| side.exhausted.is_some_and(|p| p > 0.0)) {
            phrases.push(format!("{about}exhausted {} : {}", exhausted(first), exhausted(second)));
        }
        return phrases;
    }
    let mut phrases = Vec::new();
    for side in &forecast.sides {
        let name = state.name(side.side);
        phrases.push(format!("{about}SP lost by {name} {:.1} on average", side.strength));
        if let Some(p) = side.exhausted.filter(|p| *p > 0.0) {
            phrases.push(format!("{about}{name} exhausted {}", percent(p)));
        }
    }
    phrases
}

/// The possible losses of at most `max` units, the most endangered first.
pub fn unit_losses(state: &State, forecast: &Forecast, max: usize) -> Vec<String> {
    let about = approximate_prefix(forecast.units_method);
    let mut units: Vec<&UnitForecast> =
        forecast.units.iter().filter(|unit| unit.demoted + unit.eliminated > 0.0).collect();
    if !matches!(forecast.main_odds, MainOdds::Blows(_)) {
        units.sort_by(|a, b| (b.eliminated, b.demoted).partial_cmp(&(a.eliminated, a.demoted)).expect("chances"));
    }
    let text = |unit: &&UnitForecast| {
        let demoted = (unit.demoted > 0.0).then(|| format!("demoted {}", percent(unit.demoted)));
        let lost = (unit.eliminated > 0.0).then(|| format!("lost {}", percent(unit.eliminated)));
        let what: Vec<String> = demoted.into_iter().chain(lost).collect();
        format!("{about}{}: {}", state.name(unit.unit), what.join(", "))
    };
    units.iter().take(max).map(text).collect()
}

/// How the odds were found, unless all of them are exact; `under_way` is the progress of the exact work in percent.
pub fn method_note(forecast: &Forecast, under_way: Option<u32>) -> Option<String> {
    let simulated =
        [forecast.method, forecast.sides_method, forecast.units_method].into_iter().find_map(|method| match method {
            Method::Simulated { trials, error } => Some((trials, error)),
            Method::Exact => None,
        });
    let (trials, error) = simulated?;
    let better = under_way.map_or_else(String::new, |done| format!("; exact odds {done}% done"));
    Some(format!("~ simulated {trials} times, accurate to ±{:.1}%{better}", 200.0 * error))
}

/// A prefix for simulated figures.
fn approximate_prefix(method: Method) -> &'static str {
    if method == Method::Exact { "" } else { "~" }
}

/// A chance as a rounded percentage: 72%, or <1% and >99% where rounding would mislead.
pub fn percent(chance: f64) -> String {
    match chance * 100.0 {
        p if p > 0.0 && p < 1.0 => "<1%".into(),
        p if p > 99.0 && p < 100.0 - 1e-9 => ">99%".into(),
        // An empty sum of floats is −0.
        p => format!("{:.0}%", p + 0.0),
    }
}

const MAX_PHRASES: usize = 24;

/// Each outcome of a table, including the tables it refers to: in table order, or the likeliest first if there are too
/// many.
fn table_outcomes(state: &State, who: Option<Id>, ways: &Distribution<Vec<DrawnRow>>) -> Vec<String> {
    let text = |text: &Text| row_text(state, text, who);
    let phrase = |way: &Vec<DrawnRow>| table::outcome_text(state.book(), way, text);
    likeliest_first(ways.iter().map(|(way, p)| (phrase(way), p)).collect())
}

/// A shorter [`table_outcomes`]: lists each table separately, every row with its total chance.
fn table_rows(state: &State, who: Option<Id>, ways: &Distribution<Vec<DrawnRow>>) -> Vec<String> {
    let first = ways.iter().next().and_then(|(way, _)| way.first()).map(|drawn| drawn.table);
    let rows = Distribution::collect(ways.iter().flat_map(|(way, p)| way.iter().map(move |drawn| (*drawn, p))));
    let phrase = |drawn: &DrawnRow| {
        let (found, row) = drawn.resolve(state.book());
        let result = format!("{} {}", row.on, table::shorten_row_text(&row_text(state, &row.text, who)));
        if first == Some(drawn.table) { result } else { format!("{} {result}", found.name.as_name()) }
    };
    // The consulted table comes before those it refers to, wherever it is in the rulebook.
    let mut rows: Vec<(&DrawnRow, f64)> = rows.iter().collect();
    rows.sort_by_key(|(drawn, _)| first != Some(drawn.table));
    likeliest_first(rows.into_iter().map(|(drawn, p)| (phrase(drawn), p)).collect())
}

fn likeliest_first(mut all: Vec<(String, f64)>) -> Vec<String> {
    let more = all.len().saturating_sub(MAX_PHRASES);
    if more > 0 {
        all.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    }
    let text = all.iter().take(MAX_PHRASES).map(|(phrase, p)| format!("{phrase} {}", percent(*p)));
    let rest = (more > 0).then(|| format!("and {more} more"));
    text.chain(rest).collect()
}
