//! The forecast of an order as short phrases, and as a table with a row for each side, unit or blow.

use super::{BlowForecast, Forecast, MainOdds, PhaseForecast, SideForecast, UnitForecast};
use crate::odds::{Distribution, Method, table};
use wardiary_base::{
    id::{Id, SideId},
    sides::CombatSide,
    text::{self, Text},
};
use wardiary_rules::{
    notation::row_text,
    rules::{FightPart, table::DrawnRow},
    state::State,
};

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

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChanceTable {
    /// Column heads: of the bar first, then of the other columns.
    pub headings: Vec<&'static str>,
    pub rows: Vec<ChanceRow>,
    /// Phrases for below the table.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ChanceRow {
    /// The index of the row's side among all sides, if it is about one.
    pub side: Option<usize>,
    pub name: String,
    /// The chance that the bar shows, 0 to 1.
    pub chance: f64,
    /// The chance as text, then the other columns.
    pub cells: Vec<String>,
}

impl ChanceRow {
    fn new(name: impl Into<String>, chance: f64, mark: &str) -> Self {
        Self { side: None, name: name.into(), chance, cells: vec![format!("{mark}{}", percent(chance))] }
    }

    fn for_side(self, state: &State, side: SideId) -> Self {
        Self { side: state.sides().iter().position(|other| other.id == side), ..self }
    }

    fn with_cell(mut self, cell: String) -> Self {
        self.cells.push(cell);
        self
    }
}

/// The table of an order's odds; `None` for random tables and plain dice, which are described in phrases. Has at most
/// `most` rows of units or blows, and names at most `most` units at risk.
pub fn chance_table(state: &State, forecast: &Forecast, most: usize) -> Option<ChanceTable> {
    let mark = approximate_prefix(forecast.method);
    let mut table = match &forecast.main_odds {
        MainOdds::Table { .. } | MainOdds::Total(_) => return None,
        MainOdds::Phase(phase) => phase_chances(state, forecast, phase),
        MainOdds::Edna { from, full, acts, after, spent, tests_until_spent } => {
            let after = text::mean_edna(*after, *full);
            let row = ChanceRow::new("acts", *acts, mark)
                .with_cell(text::edna(*from, *full))
                .with_cell(format!("{mark}{after}"));
            let until = if tests_until_spent.is_finite() {
                format!("lasts {tests_until_spent:.1} tests on average")
            } else {
                "never ineffective by tests alone".into()
            };
            let spent = (*spent > 0.0).then(|| format!("spent by this test {mark}{}", percent(*spent)));
            ChanceTable {
                headings: vec!["", "EDNA", "after it"],
                rows: vec![row],
                notes: spent.into_iter().chain([until]).collect(),
            }
        }
        MainOdds::Tests { each, passed } => match each[..] {
            [] => return None,
            [(unit, chance)] => bars_only(vec![ChanceRow::new(state.name(unit), chance, mark)], "passes"),
            _ => {
                let mean = each.iter().map(|(_, p)| p).sum::<f64>();
                let all = |name: &str, many: usize| ChanceRow::new(name, passed.probability(&many), mark);
                let mut rows = vec![all("all pass", each.len()), all("none passes", 0)];
                if each.iter().any(|(_, p)| (p - each[0].1).abs() > 1e-9) {
                    let named = each.iter().take(most);
                    rows.extend(named.map(|(unit, p)| ChanceRow::new(state.name(*unit), *p, mark)));
                }
                let below = vec![format!("{mark}{mean:.1} of {} pass on average", each.len())];
                ChanceTable { notes: below, ..bars_only(rows, "") }
            }
        },
        MainOdds::Initiative(sides) => {
            let row = |(side, chance): &(SideId, f64)| {
                ChanceRow::new(state.name(*side), *chance, mark).for_side(state, *side)
            };
            bars_only(sides.iter().map(row).collect(), "wins it")
        }
        MainOdds::Argument(succeeds) => bars_only(vec![ChanceRow::new("succeeds", *succeeds, mark)], ""),
        MainOdds::Volley(hits) => {
            let row = |(unit, chance, mean): &(_, f64, f64)| {
                ChanceRow::new(state.name(*unit), *chance, mark).with_cell(format!("{mark}{mean:.2}"))
            };
            let rows = hits.iter().take(most).map(row).collect();
            ChanceTable { headings: vec!["is hit", "hits"], rows, notes: Vec::new() }
        }
        MainOdds::Blows(blows) => {
            let row = |blow: &BlowForecast| {
                let hits = if blow.struck_chance > 0.0 { blow.hits / blow.struck_chance } else { 0.0 };
                let name = format!("{} at {}", state.name(blow.attacker), state.name(blow.target));
                let struck = if blow.struck_chance < 1.0 { percent(blow.struck_chance) } else { String::new() };
                ChanceRow::new(name, hits, mark).with_cell(format!("{mark}{:.1}", blow.damage)).with_cell(struck)
            };
            let some = blows.iter().any(|blow| blow.struck_chance < 1.0);
            let heads = vec!["hits", "damage", if some { "if struck" } else { "" }];
            ChanceTable {
                headings: heads,
                rows: blows_of_both(state, blows, most).into_iter().map(row).collect(),
                notes: Vec::new(),
            }
        }
    };
    // The units at risk come first: a low pane shows nothing else.
    table.notes.splice(0..0, at_risk(state, forecast, most));
    if !matches!(forecast.main_odds, MainOdds::Phase(_)) {
        table.notes.extend(side_losses(state, forecast));
    }
    Some(table)
}

/// At most `most` of the blows, in their order; the last of them is one of the other side, if none else would be.
fn blows_of_both<'b>(state: &State, blows: &'b [BlowForecast], most: usize) -> Vec<&'b BlowForecast> {
    let mut shown: Vec<&BlowForecast> = blows.iter().take(most).collect();
    let side = |blow: &BlowForecast| state.side_of(blow.attacker.into());
    if let Some(answer) = blows.iter().find(|blow| shown.iter().all(|other| side(other) != side(blow))) {
        shown.pop();
        shown.push(answer);
    }
    shown
}

fn bars_only(rows: Vec<ChanceRow>, head: &'static str) -> ChanceTable {
    ChanceTable { headings: vec![head], rows, notes: Vec::new() }
}

fn phase_chances(state: &State, forecast: &Forecast, phase: &PhaseForecast) -> ChanceTable {
    let (mark, costs) = (approximate_prefix(forecast.method), approximate_prefix(forecast.sides_method));
    let cost = |side: SideId| forecast.sides.iter().find(|cost| cost.side == side);
    let may_exhaust = forecast.sides.iter().any(|side| side.exhausted.is_some_and(|p| p > 0.0));
    let row = |at: CombatSide| {
        let side = phase.sides[at];
        let mut row = ChanceRow::new(state.name(side), phase.wins[at], mark)
            .for_side(state, side)
            .with_cell(format!("{mark}{}", percent(phase.unhurt[at])))
            .with_cell(format!("{mark}{:.1}", phase.defeats[at]));
        let in_mean = |of: fn(&SideForecast) -> f64| {
            cost(side).map_or_else(|| "–".to_string(), |cost| format!("{costs}{:.1}", of(cost)))
        };
        row = row.with_cell(in_mean(|cost| cost.strength));
        if may_exhaust {
            let exhausted = cost(side).and_then(|cost| cost.exhausted);
            row = row.with_cell(exhausted.map_or_else(|| "–".to_string(), |p| format!("{costs}{}", percent(p))));
        }
        row.with_cell(in_mean(|cost| cost.units))
    };
    let mut heads = vec!["wins", "no defeat", "suffers", "SP lost"];
    heads.extend(may_exhaust.then_some("exhausted").into_iter().chain(["dice lost"]));
    ChanceTable {
        headings: heads,
        rows: CombatSide::BOTH.map(row).into(),
        notes: continuation_text(phase).into_iter().collect(),
    }
}

/// Units that may be lost or demoted, the most endangered first: `at risk: 6th Rifle 52%`, `may be demoted: …`
fn at_risk(state: &State, forecast: &Forecast, most: usize) -> Vec<String> {
    let mark = approximate_prefix(forecast.units_method);
    let text = |what: &str, chance: fn(&UnitForecast) -> f64| {
        let mut units: Vec<_> = forecast.units.iter().filter(|unit| chance(unit) > 0.0).collect();
        units.sort_by(|a, b| chance(b).total_cmp(&chance(a)));
        let left = units.len().saturating_sub(most);
        let named =
            units.iter().take(most).map(|unit| format!("{} {mark}{}", state.name(unit.unit), percent(chance(unit))));
        let mut named: Vec<String> = named.collect();
        named.extend((left > 0).then(|| format!("{left} more")));
        (!named.is_empty()).then(|| format!("{what}: {}", text::list(&named)))
    };
    let lost = text("may be lost", |unit| unit.eliminated);
    lost.into_iter().chain(text("may be demoted", |unit| unit.demoted)).collect()
}
