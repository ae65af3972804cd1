//! The odds as the one JSON object that `odds --json` prints.

use super::{Answer, Case, Left, Method, Question, Subject, Summary};
use crate::{
    book::{Ladder, Rulebook},
    notation::roll_text,
    rules::Roll,
};
use serde_json::{Map, Value, json};

/// `{"roll": …, "method": …, "trials"?: …, "results": [{…, "p": …}, …], "summary": {…}}`. A combat between units that are
/// there has no text, and so no `roll`. What is infinite is `null`.
#[must_use]
pub fn to_json(book: &Rulebook, question: &Question, answer: &Answer) -> Value {
    let mut object = Map::new();
    if let Subject::Roll(roll) = &question.subject {
        object.insert("roll".into(), roll_text(roll, book).into());
    }
    match answer.method {
        Method::Exact => {
            object.insert("method".into(), "exact".into());
        }
        Method::Simulated { trials, .. } => {
            object.insert("method".into(), "simulated".into());
            object.insert("trials".into(), trials.into());
        }
    }
    let ladder = &question.book(book).ladder;
    let results = answer.cases.iter().map(|(case, p)| {
        let mut result = case_json(question, ladder, case);
        result.insert("p".into(), p.into());
        Value::Object(result)
    });
    object.insert("results".into(), results.collect::<Vec<_>>().into());
    let mut summary = summary_json(&answer.summary);
    if let (Method::Simulated { error, .. }, Value::Object(summary)) = (answer.method, &mut summary) {
        summary.insert("standard_error".into(), error.into());
    }
    object.insert("summary".into(), summary);
    object.into()
}

/// The keys of one result, less `p`.
#[must_use]
pub fn case_json(question: &Question, ladder: &Ladder, case: &Case) -> Map<String, Value> {
    let object = match case {
        Case::Sum { total } => json!({ "total": total }),
        Case::Edna { acted, edna } => match &question.subject {
            Subject::Roll(Roll::Edna { times: 1, .. }) => json!({ "acts": *acted == 1, "edna": edna }),
            _ => json!({ "acted": acted, "edna": edna }),
        },
        Case::Initiative { winner } => json!({ "winner": if *winner == 0 { "first" } else { "second" } }),
        Case::Defeats([first, second]) => json!({ "first": { "defeats": first }, "second": { "defeats": second } }),
        Case::Left([first, second]) => {
            json!({ "first": { "left": left_json(ladder, first) }, "second": { "left": left_json(ladder, second) } })
        }
        // ---- dice tests and volleys
        Case::Tests { passed } => json!({ "passed": passed }),
        Case::Volley { hits } => match &question.subject {
            Subject::Roll(Roll::Volley(roll)) => json!({ "hits": by_class(&roll.at, hits) }),
            _ => json!({ "hits": hits }),
        },
        Case::Blows { hits, damage } => json!({ "hits": hits, "damage": damage }),
    };
    if let Value::Object(object) = object { object } else { Map::new() }
}

/// `{"green": 2, "white": 1}`
#[must_use]
pub fn left_json(ladder: &Ladder, left: &Left) -> Value {
    left.iter().map(|(grade, units)| (ladder.name(*grade).to_lowercase(), Value::from(*units))).collect()
}

fn summary_json(summary: &Summary) -> Value {
    let both = |[first, second]: [f64; 2]| json!({ "first": first, "second": second });
    match summary {
        Summary::Sum { mean, variance, percentiles: [p5, p25, p50, p75, p95] } => json!({
            "mean": mean,
            "variance": variance,
            "percentiles": { "5": p5, "25": p25, "50": p50, "75": p75, "95": p95 },
        }),
        // An infinite number is written as `null`.
        Summary::Edna { acts, mean_acted, mean_edna, spent, tests_until_spent } => json!({
            "acts": acts,
            "mean_acted": mean_acted,
            "mean_edna": mean_edna,
            "spent": spent,
            "tests_until_spent": tests_until_spent,
        }),
        Summary::Initiative { first } => json!({ "first": first }),
        Summary::Defeats { wins, unhurt, mean_defeats } => json!({
            "wins": both(*wins),
            "unhurt": both(*unhurt),
            "mean_defeats": both(*mean_defeats),
        }),
        Summary::Left { dice: [first, second], unhurt, mean_left, wiped_out } => json!({
            "dice": { "first": first, "second": second },
            "unhurt": both(*unhurt),
            "mean_left": both(*mean_left),
            "wiped_out": both(*wiped_out),
        }),
        // ---- dice tests and volleys
        Summary::Tests { each, all, mean_passed } => {
            json!({ "each": each, "all": all, "mean_passed": mean_passed })
        }
        Summary::Volley { at, hit, mean_hits } => {
            json!({ "hit": by_class(at, hit), "mean_hits": by_class(at, mean_hits) })
        }
        Summary::Blows { each, any, mean_hits, mean_damage } => {
            json!({ "each": each, "any": any, "mean_hits": mean_hits, "mean_damage": mean_damage })
        }
    }
}

// ---- dice tests and volleys
/// `{"infantry": 1, "general": 0}`
fn by_class<T: Copy + Into<Value>>(at: &[String], values: &[T]) -> Value {
    at.iter().cloned().zip(values.iter().map(|value| (*value).into())).collect()
}
