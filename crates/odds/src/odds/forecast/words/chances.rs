//! The forecast of an order as a small table: a row for each side, unit or blow, with the main chance as a bar and the
//! other numbers beside it.

use super::{about, continuation_text, percent};
use crate::odds::forecast::{Aim, BlowForecast, Forecast, PhaseForecast, SideForecast, UnitForecast};
use wardiary_base::{id::SideId, sides::CombatSide, text};
use wardiary_rules::state::State;

/// The odds of an order, ready for layout in columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chances {
    /// Column heads: of the bar first, then of the other columns.
    pub heads: Vec<&'static str>,
    pub rows: Vec<ChanceRow>,
    /// Phrases for below the table.
    pub below: Vec<String>,
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

/// Maximum number of rows of one kind.
const MAX_ROWS: usize = 6;

impl ChanceRow {
    fn new(name: impl Into<String>, chance: f64, mark: &str) -> Self {
        Self { side: None, name: name.into(), chance, cells: vec![format!("{mark}{}", percent(chance))] }
    }

    fn of(self, state: &State, side: SideId) -> Self {
        Self { side: state.sides().iter().position(|other| other.id == side), ..self }
    }

    fn and(mut self, cell: String) -> Self {
        self.cells.push(cell);
        self
    }
}

/// The table of an order's odds; `None` for random tables, which are described in phrases. Names at most `units` units.
pub fn chances(state: &State, forecast: &Forecast, units: usize) -> Option<Chances> {
    let mark = about(forecast.method);
    let mut table = match &forecast.aim {
        Aim::Table { .. } => return None,
        Aim::Phase(phase) => of_phase(state, forecast, phase),
        Aim::Edna { from, full, acts, after, spent, tests_until_spent } => {
            let after = text::edna_in_the_mean(*after, *full);
            let row = ChanceRow::new("acts", *acts, mark).and(text::edna(*from, *full)).and(format!("{mark}{after}"));
            let until = if tests_until_spent.is_finite() {
                format!("ineffective after {tests_until_spent:.1} tests in the mean")
            } else {
                "never ineffective by tests alone".into()
            };
            let spent = (*spent > 0.0).then(|| format!("spent by this test {mark}{}", percent(*spent)));
            Chances {
                heads: vec!["", "EDNA", "after it"],
                rows: vec![row],
                below: spent.into_iter().chain([until]).collect(),
            }
        }
        Aim::Tests { each, passed } => match each[..] {
            [] => return None,
            [(unit, chance)] => plain(vec![ChanceRow::new(state.name(unit), chance, mark)], "passes"),
            _ => {
                let mean = each.iter().map(|(_, p)| p).sum::<f64>();
                let all = |name: &str, many: usize| ChanceRow::new(name, passed.p(&many), mark);
                let mut rows = vec![all("all pass", each.len()), all("none passes", 0)];
                if each.iter().any(|(_, p)| (p - each[0].1).abs() > 1e-9) {
                    let named = each.iter().take(MAX_ROWS);
                    rows.extend(named.map(|(unit, p)| ChanceRow::new(state.name(*unit), *p, mark)));
                }
                let below = vec![format!("{mark}{mean:.1} of {} pass in the mean", each.len())];
                Chances { below, ..plain(rows, "") }
            }
        },
        Aim::Initiative(sides) => {
            let row =
                |(side, chance): &(SideId, f64)| ChanceRow::new(state.name(*side), *chance, mark).of(state, *side);
            plain(sides.iter().map(row).collect(), "wins it")
        }
        Aim::Argument(succeeds) => plain(vec![ChanceRow::new("succeeds", *succeeds, mark)], ""),
        Aim::Volley(hits) => {
            let row = |(unit, chance, mean): &(_, f64, f64)| {
                ChanceRow::new(state.name(*unit), *chance, mark).and(format!("{mark}{mean:.2}"))
            };
            let rows = hits.iter().take(MAX_ROWS).map(row).collect();
            Chances { heads: vec!["is hit", "hits"], rows, below: Vec::new() }
        }
        Aim::Blows(blows) => {
            let row = |blow: &BlowForecast| {
                let hits = if blow.struck > 0.0 { blow.hits / blow.struck } else { 0.0 };
                let name = format!("{} at {}", state.name(blow.by), state.name(blow.at));
                let struck = if blow.struck < 1.0 { percent(blow.struck) } else { String::new() };
                ChanceRow::new(name, hits, mark).and(format!("{mark}{:.1}", blow.damage)).and(struck)
            };
            let some = blows.iter().any(|blow| blow.struck < 1.0);
            let heads = vec!["hits", "damage", if some { "if struck" } else { "" }];
            Chances { heads, rows: blows.iter().take(MAX_ROWS).map(row).collect(), below: Vec::new() }
        }
    };
    if !matches!(forecast.aim, Aim::Phase(_)) {
        table.below.extend(super::sides(state, forecast));
    }
    table.below.extend(at_risk(state, forecast, units));
    Some(table)
}

/// Rows with a bar only.
fn plain(rows: Vec<ChanceRow>, head: &'static str) -> Chances {
    Chances { heads: vec![head], rows, below: Vec::new() }
}

fn of_phase(state: &State, forecast: &Forecast, phase: &PhaseForecast) -> Chances {
    let (mark, costs) = (about(forecast.method), about(forecast.costs));
    let cost = |side: SideId| forecast.sides.iter().find(|cost| cost.side == side);
    let may_exhaust = forecast.sides.iter().any(|side| side.exhausted.is_some_and(|p| p > 0.0));
    let row = |at: CombatSide| {
        let side = phase.sides[at];
        let mut row = ChanceRow::new(state.name(side), phase.wins[at], mark)
            .of(state, side)
            .and(format!("{mark}{}", percent(phase.unhurt[at])))
            .and(format!("{mark}{:.1}", phase.defeats[at]));
        let in_mean = |of: fn(&SideForecast) -> f64| {
            cost(side).map_or_else(|| "–".to_string(), |cost| format!("{costs}{:.1}", of(cost)))
        };
        row = row.and(in_mean(|cost| cost.strength));
        if may_exhaust {
            let exhausted = cost(side).and_then(|cost| cost.exhausted);
            row = row.and(exhausted.map_or_else(|| "–".to_string(), |p| format!("{costs}{}", percent(p))));
        }
        row.and(in_mean(|cost| cost.units))
    };
    let mut heads = vec!["wins", "no defeat", "suffers", "SP lost"];
    heads.extend(may_exhaust.then_some("exhausted").into_iter().chain(["dice lost"]));
    Chances { heads, rows: CombatSide::BOTH.map(row).into(), below: continuation_text(phase).into_iter().collect() }
}

/// Units that may be lost or demoted, the most endangered first: `at risk: 6th Rifle 52%`, `may be demoted: …`
fn at_risk(state: &State, forecast: &Forecast, most: usize) -> Vec<String> {
    let mark = about(forecast.by_unit);
    let told = |what: &str, chance: fn(&UnitForecast) -> f64| {
        let mut units: Vec<_> = forecast.units.iter().filter(|unit| chance(unit) > 0.0).collect();
        units.sort_by(|a, b| chance(b).total_cmp(&chance(a)));
        let left = units.len().saturating_sub(most);
        let named =
            units.iter().take(most).map(|unit| format!("{} {mark}{}", state.name(unit.unit), percent(chance(unit))));
        let mut named: Vec<String> = named.collect();
        named.extend((left > 0).then(|| format!("{left} more")));
        (!named.is_empty()).then(|| format!("{what}: {}", text::list(&named)))
    };
    let lost = told("may be lost", |unit| unit.eliminated);
    lost.into_iter().chain(told("may be demoted", |unit| unit.demoted)).collect()
}
