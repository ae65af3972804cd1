//! The forecast of an order as a small table: a row for each side, unit or blow, with the main chance as a bar and the
//! other numbers beside it.

use super::{approximate_prefix, continuation_text, percent};
use crate::odds::forecast::{BlowForecast, Forecast, MainOdds, PhaseForecast, SideForecast, UnitForecast};
use wardiary_base::{id::SideId, sides::CombatSide, text};
use wardiary_rules::state::State;

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
    // What decides comes first: a low pane shows no more than that.
    table.notes.splice(0..0, at_risk(state, forecast, most));
    if !matches!(forecast.main_odds, MainOdds::Phase(_)) {
        table.notes.extend(super::side_losses(state, forecast));
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
