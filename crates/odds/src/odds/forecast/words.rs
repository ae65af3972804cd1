//! The forecast of an order as short phrases.

mod chances;

use super::{Aim, BlowForecast, Forecast, PhaseForecast, SideForecast, UnitForecast};
use crate::odds::{Distribution, Method, table};
use wardiary_base::{id::Id, text};
use wardiary_rules::{
    notation::row_text,
    rules::{FightPart, table::DrawnRow},
    state::State,
};

pub use chances::{ChanceRow, Chances, chances};

/// Maximum number of tested units named.
const MAX_NAMED: usize = 6;

/// The chances of what the order is for.
pub fn aim(state: &State, forecast: &Forecast) -> Vec<String> {
    in_phrases(forecast, odds_of_aim(state, &forecast.aim))
}

/// A shorter [`aim`]: lists each random table separately, with shortened rows.
pub fn aim_briefly(state: &State, forecast: &Forecast) -> Vec<String> {
    match &forecast.aim {
        Aim::Table { who, ways } => in_phrases(forecast, table_briefly(state, *who, ways)),
        _ => aim(state, forecast),
    }
}

fn in_phrases(forecast: &Forecast, odds: Vec<String>) -> Vec<String> {
    let about = about(forecast.method);
    let goes_on = match &forecast.aim {
        Aim::Phase(phase) => continuation_text(phase),
        _ => None,
    };
    let odds = odds.into_iter().map(|phrase| format!("{about}{phrase}"));
    goes_on.into_iter().chain(odds).collect()
}

fn odds_of_aim(state: &State, aim: &Aim) -> Vec<String> {
    match aim {
        Aim::Edna { from, full, acts, after, spent, tests_until_spent } => {
            let (now, after) = (text::edna(*from, *full), text::edna_in_the_mean(*after, *full));
            let mut phrases = vec![format!("acts {}", percent(*acts)), format!("{now} to {after} in the mean")];
            if *spent > 0.0 {
                phrases.push(format!("spent {}", percent(*spent)));
            }
            phrases.push(if tests_until_spent.is_finite() {
                format!("ineffective after {tests_until_spent:.1} tests in the mean")
            } else {
                "never ineffective by tests alone".into()
            });
            phrases
        }
        Aim::Tests { each, passed } => match each[..] {
            [] => Vec::new(),
            [(_, one)] => vec![format!("passes {}", percent(one))],
            _ => {
                let mean = each.iter().map(|(_, p)| p).sum::<f64>();
                let all = passed.p(&each.len());
                let mut phrases = vec![format!("{mean:.1} of {} pass in the mean", each.len())];
                phrases.push(format!("all {}", percent(all)));
                phrases.push(format!("none {}", percent(passed.p(&0))));
                let differ = each.iter().any(|(_, p)| (p - each[0].1).abs() > 1e-9);
                let named = each.iter().filter(|_| differ).take(MAX_NAMED);
                phrases.extend(named.map(|(unit, p)| format!("{} {}", state.name(*unit), percent(*p))));
                phrases
            }
        },
        Aim::Initiative(sides) => {
            sides.iter().map(|(side, p)| format!("won by {} {}", state.name(*side), percent(*p))).collect()
        }
        Aim::Argument(succeeds) => vec![format!("succeeds {}", percent(*succeeds))],
        Aim::Table { who, ways } => table_in_full(state, *who, ways),
        Aim::Phase(phase) => of_phase(state, phase),
        Aim::Volley(hits) => {
            let text = |(unit, chance, mean): &(_, f64, f64)| {
                let mean = if mean - chance > 1e-9 { format!(", {mean:.2} hits in the mean") } else { String::new() };
                format!("hits {} {}{mean}", state.name(*unit), percent(*chance))
            };
            hits.iter().map(text).collect()
        }
        Aim::Blows(blows) => blows.iter().map(|blow| of_blow(state, blow)).collect(),
    }
}

/// Says that a combat continues, if it does.
fn continuation_text(phase: &PhaseForecast) -> Option<String> {
    match phase.part {
        FightPart::Phase(number) if number > 1 => Some(format!("phase {number}: all who are in the combat fight")),
        FightPart::Phase(_) | FightPart::Round(_) => None,
    }
}

fn of_phase(state: &State, phase: &PhaseForecast) -> Vec<String> {
    let (names, unhurt) = (phase.sides.map(|side| state.name(side)), phase.unhurt.map(percent));
    vec![
        format!("wins: {} {}, {} {}", names.first, percent(phase.wins.first), names.second, percent(phase.wins.second)),
        format!("no defeat {} : {}", unhurt.first, unhurt.second),
        format!("defeats {:.1} : {:.1}", phase.defeats.first, phase.defeats.second),
    ]
}

fn of_blow(state: &State, blow: &BlowForecast) -> String {
    let (by, at) = (state.name(blow.by), state.name(blow.at));
    let given = if blow.struck < 1.0 { format!(" (struck {})", percent(blow.struck)) } else { String::new() };
    let hits = if blow.struck > 0.0 { blow.hits / blow.struck } else { 0.0 };
    format!("{by} hits {at} {}{given}, damage {:.1} in the mean", percent(hits), blow.damage)
}

/// The possible losses of the sides.
pub fn sides(state: &State, forecast: &Forecast) -> Vec<String> {
    let about = about(forecast.costs);
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
        phrases.push(format!("{about}SP lost by {name} {:.1} in the mean", side.strength));
        if let Some(p) = side.exhausted.filter(|p| *p > 0.0) {
            phrases.push(format!("{about}{name} exhausted {}", percent(p)));
        }
    }
    phrases
}

/// The possible losses of at most `max` units, the most endangered first.
pub fn units(state: &State, forecast: &Forecast, max: usize) -> Vec<String> {
    let about = about(forecast.by_unit);
    let mut units: Vec<&UnitForecast> =
        forecast.units.iter().filter(|unit| unit.demoted + unit.eliminated > 0.0).collect();
    if !matches!(forecast.aim, Aim::Blows(_)) {
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
pub fn method(forecast: &Forecast, under_way: Option<u32>) -> Option<String> {
    let simulated = [forecast.method, forecast.costs, forecast.by_unit].into_iter().find_map(|method| match method {
        Method::Simulated { trials, error } => Some((trials, error)),
        Method::Exact => None,
    });
    let (trials, error) = simulated?;
    let better = under_way.map_or_else(String::new, |done| format!("; exact odds to come, {done}% done"));
    Some(format!("~ simulated {trials} times, right to ±{:.1}%{better}", 200.0 * error))
}

/// A prefix for simulated figures.
fn about(method: Method) -> &'static str {
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
fn table_in_full(state: &State, who: Option<Id>, ways: &Distribution<Vec<DrawnRow>>) -> Vec<String> {
    let said = |said: &str| row_text(state, said, who);
    let phrase = |way: &Vec<DrawnRow>| table::way_text(state.book(), way, said);
    likeliest_first(ways.iter().map(|(way, p)| (phrase(way), p)).collect())
}

/// A shorter [`table_in_full`]: lists each table separately, every row with its total chance.
fn table_briefly(state: &State, who: Option<Id>, ways: &Distribution<Vec<DrawnRow>>) -> Vec<String> {
    let first = ways.iter().next().and_then(|(way, _)| way.first()).map(|drawn| drawn.table);
    let rows = Distribution::collect(ways.iter().flat_map(|(way, p)| way.iter().map(move |drawn| (*drawn, p))));
    let phrase = |drawn: &DrawnRow| {
        let (found, row) = drawn.of(state.book());
        let said = format!("{} {}", row.on, table::shortened(&row_text(state, &row.text, who)));
        if first == Some(drawn.table) { said } else { format!("{} {said}", text::display_name(&found.name)) }
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
    let told = all.iter().take(MAX_PHRASES).map(|(phrase, p)| format!("{phrase} {}", percent(*p)));
    let rest = (more > 0).then(|| format!("and {more} more"));
    told.chain(rest).collect()
}
