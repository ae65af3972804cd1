//! Dice tests and volleys, as `wardiary roll` tells them.

use crate::{
    rules::{
        dice_test::{Thrown, Way},
        volley::{Fired, counts},
    },
    text,
};
use serde_json::{Map, Value, json};

/// The dice of tests: which test each is of, in which round it fell, and whether it passes.
pub(super) fn test_dice(thrown: &Thrown) -> Vec<Value> {
    let rounds = thrown.rounds.iter().zip(1..);
    let dice = rounds.flat_map(|(dice, round)| dice.iter().map(move |die| (die, round)));
    dice.map(|(die, round)| json!({ "face": die.face, "test": die.test + 1, "round": round, "passes": die.passes }))
        .collect()
}

/// Hits by target class.
pub(super) fn hits(at: &[String], fired: &Fired) -> Value {
    let hits: Map<String, Value> = at.iter().cloned().zip(fired.hits.iter().map(|n| Value::from(*n))).collect();
    json!({ "hits": hits })
}

/// Each test in series, or each round in parallel, and what came of them.
pub(super) fn tests_in_words(thrown: &Thrown) -> Vec<String> {
    let several = thrown.tests.len() > 1;
    let round = |(number, dice): (usize, &Vec<_>)| {
        let faces: Vec<String> =
            dice.iter().map(|die: &crate::rules::dice_test::TestDie| die.face.to_string()).collect();
        let faces = faces.join(" ");
        let passes = dice.iter().filter(|die| die.passes).count();
        match thrown.way {
            Way::Series => {
                let result = &thrown.results[number - 1];
                let verdict = if result.passed { "passes" } else { "fails" };
                let with = format!("{} of {} dice", passes, dice.len());
                let name = if several { format!("test {number}: ") } else { String::new() };
                if dice.len() == 1 {
                    format!("{name}{faces}, {verdict}")
                } else {
                    format!("{name}{faces}, {verdict} with {with}")
                }
            }
            Way::Parallel => {
                let taken = dice.iter().filter(|die| thrown.is_taken(**die)).count();
                let left = dice.len() - taken;
                let which = if passes == taken { "passed" } else { "failed" };
                format!("round {number}: {faces}, {taken} {which} and taken away, {left} left")
            }
        }
    };
    let mut lines: Vec<String> = (1..).zip(&thrown.rounds).map(round).collect();
    if several || thrown.way == Way::Parallel {
        let many = text::count(thrown.tests.len(), "test passes", "tests pass");
        lines.push(format!("{} of {many}", thrown.passed()));
    }
    lines
}

/// The dice with those of a face together, and what they hit.
pub(super) fn volley_in_words(at: &[String], fired: &Fired) -> Vec<String> {
    let groups = counts(&fired.dice).into_iter().zip(1..).filter(|(many, _)| *many > 0);
    let groups: Vec<String> = groups.map(|(many, face)| vec![face.to_string(); many.into()].join(" ")).collect();
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
