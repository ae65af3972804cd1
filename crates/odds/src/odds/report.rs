//! The odds as the JSON object that `odds --json` prints.

use super::{
    Answer, Case, Method, Question, Subject, Summary, Survivors,
    forecast::{BlowForecast, Forecast, MainOdds},
    playout::{PlayoutOdds, PlayoutSide},
};
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value, json};
use wardiary_base::{
    book::{Ladder, Rulebook},
    document,
    id::UnitId,
    sides::{BothSides, CombatSide},
    text::Text,
};
use wardiary_rules::{
    notation::{order_text, roll_text},
    order::Order,
    rules::{FightPart, Roll, table::DrawnRow},
    state::State,
};

/// `{"roll": …, "method": …, "trials"?: …, "results": [{…, "p": …}, …], "others"?: p, "summary": {…}}`. A combat
/// between units of a campaign has no text form, and so no `roll`. `others` is the chance of everything that a
/// simulation does not tell apart. Infinite numbers are `null`. Results are serialized one by one.
#[derive(Clone, Copy)]
pub struct OddsJson<'a> {
    pub book: &'a Rulebook,
    pub question: &'a Question,
    pub answer: &'a Answer,
}

impl Serialize for OddsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { book, question, answer } = *self;
        let mut object = serializer.serialize_map(None)?;
        if let Subject::Roll(roll) = &question.subject {
            object.serialize_entry("roll", &roll_text(roll, book))?;
        }
        match answer.method {
            Method::Exact => object.serialize_entry("method", "exact")?,
            Method::Simulated { trials, .. } => {
                object.serialize_entry("method", "simulated")?;
                object.serialize_entry("trials", &trials)?;
            }
        }
        object.serialize_entry("results", &Results(*self))?;
        if !answer.rest.is_empty() {
            object.serialize_entry("others", &answer.rest.chance(|_| true))?;
        }
        let mut summary = summary_json(&answer.summary);
        if let (Method::Simulated { error, .. }, Value::Object(summary)) = (answer.method, &mut summary) {
            summary.insert("standard_error".into(), error.into());
        }
        object.serialize_entry("summary", &summary)?;
        object.end()
    }
}

/// Builds each result only when it is serialized.
struct Results<'a>(OddsJson<'a>);

impl Serialize for Results<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let OddsJson { book, question, answer } = self.0;
        let book = question.book(book);
        serializer.collect_seq(answer.cases.iter().map(|(case, p)| {
            let mut result = case_json(question, book, case);
            result.insert("p".into(), p.into());
            result
        }))
    }
}

pub fn to_json(book: &Rulebook, question: &Question, answer: &Answer) -> Value {
    document::to_json(&OddsJson { book, question, answer })
}

/// The forecast of an order: `{"order": …, "method": …, "aim": {…}, "sides": [{…}], "units": [{…}]}`, with sides and
/// units by name. If only a part is simulated, `methods` says which. Infinite numbers are `null`.
pub fn forecast_json(state: &State, order: &Order, forecast: &Forecast) -> Value {
    let method = |method: Method| match method {
        Method::Exact => json!({ "method": "exact" }),
        Method::Simulated { trials, error } => {
            json!({ "method": "simulated", "trials": trials, "standard_error": error })
        }
    };
    let sides = forecast.sides.iter().map(|side| {
        json!({
            "side": state.name(side.side),
            "unhurt": side.unhurt,
            "mean_dice_lost": side.units,
            "mean_strength_lost": side.strength,
            "exhausted": side.exhausted,
        })
    });
    let units = forecast.units.iter().map(|unit| {
        json!({
            "unit": state.name(unit.unit),
            "demoted": unit.demoted,
            "eliminated": unit.eliminated,
            "mean_strength_lost": unit.strength,
        })
    });
    json!({
        "order": order_text(state, order),
        "aim": main_odds_json(state, &forecast.main_odds),
        "sides": sides.collect::<Vec<_>>(),
        "units": units.collect::<Vec<_>>(),
        "methods": {
            "aim": method(forecast.method),
            "sides": method(forecast.sides_method),
            "units": method(forecast.units_method),
        },
    })
}

fn main_odds_json(state: &State, aim: &MainOdds) -> Value {
    match aim {
        MainOdds::Edna { from, full, acts, after, spent, tests_until_spent } => json!({
            "edna": from,
            "full": full,
            "acts": acts,
            "mean_edna": after,
            "spent": spent,
            "tests_until_spent": tests_until_spent,
        }),
        MainOdds::Tests { each, passed } => {
            let each = each.iter().map(|(unit, p)| json!({ "unit": state.name(*unit), "passes": p }));
            let passed = passed.iter().map(|(n, p)| json!({ "passed": n, "p": p }));
            json!({ "each": each.collect::<Vec<_>>(), "results": passed.collect::<Vec<_>>() })
        }
        MainOdds::Initiative(sides) => {
            sides.iter().map(|(side, p)| (state.name(*side), Value::from(*p))).collect::<Map<_, _>>().into()
        }
        MainOdds::Argument(succeeds) => json!({ "succeeds": succeeds }),
        MainOdds::Total(totals) => {
            let totals = totals.iter().map(|(total, p)| json!({ "total": total, "p": p }));
            json!({ "results": totals.collect::<Vec<_>>() })
        }
        MainOdds::Table { outcomes: ways, .. } => {
            let way = |(way, p): (&Vec<DrawnRow>, f64)| json!({ "rows": outcome_json(state.book(), way), "p": p });
            json!({ "results": ways.iter().map(way).collect::<Vec<_>>() })
        }
        MainOdds::Phase(phase) => {
            let side = |side: CombatSide| {
                json!({
                    "side": state.name(phase.sides[side]),
                    "wins": phase.wins[side],
                    "unhurt": phase.unhurt[side],
                    "mean_defeats": phase.defeats[side],
                })
            };
            let (part, number) = match phase.part {
                FightPart::Phase(number) => ("phase", u32::from(number)),
                FightPart::Round(number) => ("round", number),
            };
            json!({ part: number, "first": side(CombatSide::First), "second": side(CombatSide::Second) })
        }
        MainOdds::Volley(hits) => {
            let hit = |(unit, chance, mean): &(UnitId, f64, f64)| json!({ "unit": state.name(*unit), "hit": chance, "mean_hits": mean });
            json!({ "at": hits.iter().map(hit).collect::<Vec<_>>() })
        }
        MainOdds::Blows(blows) => {
            let blow = |blow: &BlowForecast| {
                json!({
                    "by": state.name(blow.attacker),
                    "at": state.name(blow.target),
                    "struck": blow.struck_chance,
                    "hits": blow.hits,
                    "mean_damage": blow.damage,
                })
            };
            json!({ "blows": blows.iter().map(blow).collect::<Vec<_>>() })
        }
    }
}

/// A playout: `{"order": …, "method": "simulated", "trials": …, "results": [{"sides": {…}, …, "p": …}], "others"?: p}`,
/// and a summary for each side by name. `others` is the chance of all ends that are not listed.
pub fn playout_json(state: &State, order: &Order, odds: &PlayoutOdds) -> Value {
    let names: Vec<String> = odds.sides.iter().map(|side| state.name(*side)).collect();
    let results = odds.ends.iter().map(|(end, p)| {
        let side = |(name, side): (&String, &PlayoutSide)| {
            let value = json!({
                "strength_lost": side.strength,
                "units_lost": side.units,
                "exhausted": side.exhausted,
                "gone": side.wiped_out,
            });
            (name.clone(), value)
        };
        let sides: Map<String, Value> = names.iter().zip(&end.sides).map(side).collect();
        json!({ "sides": sides, "turns": end.turns, "finished": end.finished, "p": p })
    });
    let summary = names.iter().zip(&odds.figures).map(|(name, figures)| {
        let number = |points: &u32| f64::from(*points);
        let share = |share| figures.strength.percentile(share).copied().unwrap_or(0);
        let value = json!({
            "mean_strength_lost": figures.strength.mean(number),
            "variance": figures.strength.variance(number),
            "percentiles": {
                "5": share(0.05), "25": share(0.25), "50": share(0.5), "75": share(0.75), "95": share(0.95)
            },
            "mean_units_lost": figures.units,
            "exhausted": figures.exhausted,
            "gone": figures.wiped_out,
        });
        (name.clone(), value)
    });
    let summary: Map<String, Value> = summary.collect();
    let mut object = json!({
        "order": order_text(state, order),
        "method": "simulated",
        "trials": odds.trials,
        "results": results.collect::<Vec<_>>(),
        "summary": summary,
    });
    if odds.others > 0.0 {
        object["others"] = odds.others.into();
    }
    object
}

/// The keys of one result, without `p`.
fn case_json(question: &Question, book: &Rulebook, case: &Case) -> Map<String, Value> {
    let ladder = &book.ladder;
    let object = match case {
        Case::Sum { total } => json!({ "total": total }),
        Case::Edna { acted, edna } => match &question.subject {
            Subject::Roll(Roll::Edna { times: 1, .. }) => json!({ "acts": *acted == 1, "edna": edna }),
            _ => json!({ "acted": acted, "edna": edna }),
        },
        Case::Initiative { winner } => json!({ "winner": winner.word() }),
        Case::Defeats(BothSides { first, second }) => {
            json!({ "first": { "defeats": first }, "second": { "defeats": second } })
        }
        Case::Survivors(BothSides { first, second }) => {
            json!({ "first": { "left": survivors_json(ladder, first) }, "second": { "left": survivors_json(ladder, second) } })
        }
        Case::Tests { passed } => json!({ "passed": passed }),
        Case::Volley { hits } => match &question.subject {
            Subject::Roll(Roll::Volley(roll)) => json!({ "hits": by_class(&roll.at, hits) }),
            _ => json!({ "hits": hits }),
        },
        Case::Blows { hits, damage } => json!({ "hits": hits, "damage": damage }),
        Case::Table { rows } => json!({ "rows": outcome_json(book, rows) }),
    };
    if let Value::Object(object) = object { object } else { Map::new() }
}

/// The rows of a table's outcome, including referred tables: `[{"table": "Weather", "on": "2-4", "text": "heavy
/// rain"}]`
fn outcome_json(book: &Rulebook, way: &[DrawnRow]) -> Value {
    let row = |drawn: &DrawnRow| {
        let (table, row) = drawn.resolve(book);
        json!({ "table": table.name, "on": row.on, "text": row.text, "orders": row.orders })
    };
    way.iter().map(row).collect()
}

/// `{"green": 2, "white": 1}`
fn survivors_json(ladder: &Ladder, left: &Survivors) -> Value {
    left.iter().map(|(grade, units)| (ladder.name(*grade).raw().to_lowercase(), Value::from(*units))).collect()
}

fn summary_json(summary: &Summary) -> Value {
    match summary {
        Summary::Sum { mean, variance, percentiles: [p5, p25, p50, p75, p95] } => json!({
            "mean": mean,
            "variance": variance,
            "percentiles": { "5": p5, "25": p25, "50": p50, "75": p75, "95": p95 },
        }),
        Summary::Volley { at, hit, mean_hits } => {
            json!({ "hit": by_class(at, hit), "mean_hits": by_class(at, mean_hits) })
        }
        Summary::Table { likeliest, chance, orders, rows } => {
            json!({ "likeliest": likeliest, "p": chance, "orders": orders, "rows_with_orders": rows.iter().map(|row| &row.text).collect::<Vec<_>>() })
        }
        // An infinite number becomes `null`.
        summary => document::to_json(summary),
    }
}

/// `{"infantry": 1, "general": 0}`
fn by_class<T: Copy + Into<Value>>(at: &[Text], values: &[T]) -> Value {
    at.iter().map(|class| class.raw().to_string()).zip(values.iter().map(|value| (*value).into())).collect()
}
