//! Describes dice tests and volleys, both of a bare roll and of an entry.

use serde_json::{Map, Value, json};
use wardiary_base::text;
use wardiary_rules::rules::{
    dice_test::{RollOrder, RolledTests},
    volley::{VolleyOutcome, face_counts},
};

/// The dice of tests as JSON: the test of each die, its round, and whether it passes.
pub(super) fn test_dice(thrown: &RolledTests) -> Vec<Value> {
    let rounds = thrown.rounds.iter().zip(1..);
    let dice = rounds.flat_map(|(dice, round)| dice.iter().map(move |die| (die, round)));
    dice.map(|(die, round)| json!({ "face": die.face, "test": die.test + 1, "round": round, "passes": die.passes }))
        .collect()
}

pub(super) fn hits(at: &[String], fired: &VolleyOutcome) -> Value {
    let hits: Map<String, Value> = at.iter().cloned().zip(fired.hits.iter().map(|n| Value::from(*n))).collect();
    json!({ "hits": hits })
}

/// Describes each test in series or each round in parallel, and the results. Tests are called by these names, or by
/// number.
pub(super) fn describe_tests(thrown: &RolledTests, names: &[String]) -> Vec<String> {
    let several = thrown.tests.len() > 1;
    let round = |(number, dice): (usize, &Vec<_>)| {
        let faces: Vec<String> =
            dice.iter().map(|die: &wardiary_rules::rules::dice_test::TestDie| die.face.to_string()).collect();
        let faces = faces.join(" ");
        let passes = dice.iter().filter(|die| die.passes).count();
        match thrown.roll_order {
            RollOrder::Series => {
                let result = &thrown.results[number - 1];
                let verdict = if result.passed { "passed" } else { "failed" };
                let with = format!("{} of {} dice", passes, dice.len());
                let name = match names.get(number - 1) {
                    Some(name) => format!("{name}: "),
                    None if several => format!("test {number}: "),
                    None => String::new(),
                };
                if dice.len() == 1 {
                    format!("{name}{faces}, {verdict}")
                } else {
                    format!("{name}{faces}, {verdict} with {with}")
                }
            }
            RollOrder::Parallel => {
                let taken = dice.iter().filter(|die| thrown.is_taken(**die)).count();
                let left = dice.len() - taken;
                let which = if passes == taken { "passed" } else { "failed" };
                format!("round {number}: {faces}, {taken} {which} and taken away, {left} left")
            }
        }
    };
    let mut lines: Vec<String> = (1..).zip(&thrown.rounds).map(round).collect();
    if thrown.roll_order == RollOrder::Parallel && !names.is_empty() {
        for (passed, verb) in [(true, "passed"), (false, "failed")] {
            let these: Vec<&str> = names
                .iter()
                .zip(&thrown.results)
                .filter(|(_, r)| r.passed == passed)
                .map(|(n, _)| n.as_str())
                .collect();
            if !these.is_empty() {
                lines.push(format!("{} {verb}: {}", these.len(), text::list(&these)));
            }
        }
    } else if several || thrown.roll_order == RollOrder::Parallel {
        let many = text::count(thrown.tests.len(), "test", "tests");
        lines.push(format!("{} of {many} passed", thrown.passed()));
    }
    lines
}

/// Describes the dice grouped by face, and their hits.
pub(super) fn describe_volley(at: &[String], fired: &VolleyOutcome) -> Vec<String> {
    let groups = face_counts(&fired.dice).into_iter().zip(1..).filter(|(many, _)| *many > 0);
    // Faces that score a double or more are in brackets.
    let group = |(many, face): (u16, i32)| {
        let shown = vec![face.to_string(); many.into()].join(" ");
        if many > 1 { format!("[{shown}]") } else { shown }
    };
    let groups: Vec<String> = groups.map(group).collect();
    let mut lines = vec![groups.join("  ")];
    if let Some(face) = fired.who_suffers {
        lines.push(format!("{face}: {}", if face == 6 { "the General suffers" } else { "the troops suffer" }));
    }
    let hit = |(class, hits): (&String, &u16)| match hits {
        0 => format!("{class}: no hit"),
        n => format!("{class}: {}", text::count((*n).into(), "hit", "hits")),
    };
    lines.extend(at.iter().zip(&fired.hits).map(hit));
    lines
}
