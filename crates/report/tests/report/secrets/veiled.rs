//! Numbers of enemies that Blue fights, under rulebooks that disclose bands or nothing.

use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use wardiary_base::{id::SideId, sides::CombatSide};
use wardiary_diary::diary::{EntryNo, steps::DiaryStep};
use wardiary_harness_diary::pairs::{EnemyKnowledge, FIRST_HIDDEN_NUMBER, pair};
use wardiary_report::report::model::state_json;
use wardiary_rules::rules::{OrderRoll, roll_of_order, scrud::PhaseSide};

/// No line of Blue's diary and no part of its state has an enemy's number that the rulebook hides. Blue does know the
/// numbers that the rulebook discloses.
#[test]
fn numbers_of_whom_blue_fights_are_veiled() {
    let met = [EnemyKnowledge::Bands, EnemyKnowledge::Hidden].map(|fought| {
        let units = (0..20).into_par_iter().map(|number| {
            let [mut game, _] = pair(number, 24, fought);
            let seen = game.seen();
            let reds = game
                .diary
                .state()
                .units()
                .iter()
                .filter(|unit| unit.side == SideId(2) && unit.id.0 < FIRST_HIDDEN_NUMBER);
            let powers =
                reds.clone().filter_map(|unit| unit.stats_in_rules()).flat_map(|stats| [stats.attack, stats.defense]);
            let strengths = reds
                .clone()
                .flat_map(|unit| [unit.strength_in_rules().now, unit.strength_in_rules().full])
                .chain(powers);
            let edna = reds.flat_map(|unit| [unit.edna_in_rules().now, unit.edna_in_rules().full]).map(u16::from);
            let secrets: BTreeSet<String> =
                strengths.chain(edna).filter(|n| *n > 99).map(|secret| secret.to_string()).collect();
            let told: Vec<&str> = seen.split(|c: char| !c.is_ascii_alphanumeric()).collect();
            let leaked = told.iter().find(|word| secrets.contains(**word));
            assert_eq!(leaked, None, "game {number} tells Blue of a number");
            let blue = game.blue.diary().state();
            let json = state_json(&"".into(), 0, blue);
            let own = game.blue.own_side().expect("it is there");
            for (unit, json) in blue.units().iter().zip(json["units"].as_array().expect("units")) {
                let alive = unit.is_alive();
                let words = (unit.strength_words(), unit.edna_words());
                let numbers = [&json["strength"], &json["edna"]];
                assert_eq!(json.get("supply").is_some(), unit.side == own);
                let known = [&json["ineffective"], &json["grade_used"]].map(|value| !value.is_null());
                assert_eq!(known, [unit.side == own || fought == EnemyKnowledge::Bands; 2]);
                match fought {
                    _ if unit.side == own => assert!(unit.precision().is_exact()),
                    EnemyKnowledge::Hidden => {
                        assert_eq!(words, (if alive { "?" } else { "0" }.into(), "E?".into()));
                        let strength = if alive { Value::Null } else { json!({ "least": 0, "most": 0 }) };
                        assert_eq!(numbers, [&strength, &Value::Null]);
                        assert_eq!(unit.grade_in_rules().own, blue.book().ladder.neutral());
                    }
                    _ => {
                        assert_eq!(words, (if alive { "8 or more" } else { "0" }.into(), "E6 or more".into()));
                        assert_eq!(numbers[1], &json!({ "least": 6, "most": null }));
                    }
                }
            }
            blue.units().iter().filter(|unit| unit.side != own).count()
        });
        units.sum::<usize>()
    });
    assert!(met.iter().all(|units| *units > 0), "Blue fights nobody");
}

/// The sorted scores of both sides in a phase; `None` if the entry has no phase.
fn scores(step: &DiaryStep) -> Option<[Vec<i16>; 2]> {
    let fought = roll_of_order(&step.before, &step.entry.order, &step.entry.dice)?.into_phase()?;
    let of = |party: &PhaseSide| {
        let mut scores: Vec<i16> = party.dice.iter().map(|die| die.score).collect();
        scores.sort_unstable();
        scores
    };
    Some([of(&fought.parties.first), of(&fought.parties.second)])
}

/// With hidden grades, the dice that Blue sees keep their scores.
#[test]
fn dice_of_hidden_grades_keep_their_scores() {
    let phases = (0..40).into_par_iter().map(|number| {
        let [mut game, _] = pair(number, 40, EnemyKnowledge::Hidden);
        game.seen();
        let own = |no: EntryNo| game.blue.own_entry(no);
        let mut compared = 0;
        for no in 1..game.diary.next_no() {
            let step = game.diary.step(no).expect("it is there");
            // Entries that were withdrawn before they were shared are not in Blue's diary.
            let Some(own) = own(no).filter(|no| Some(*no) != own(step.entry.parent())) else { continue };
            let seen = game.blue.diary().step(own).expect("it is there");
            if let (false, Some(known)) = (seen.entry.dice.is_empty(), scores(&seen)) {
                assert_eq!(Some(known), scores(&step), "game {number}, entry {no}");
                let fought =
                    roll_of_order(&seen.before, &seen.entry.order, &seen.entry.dice).and_then(OrderRoll::into_phase);
                let dice =
                    fought.into_iter().flat_map(|fought| CombatSide::BOTH.map(|side| fought.dice_with_owners(side)));
                for (unit, die) in dice.flatten().filter(|(_, die)| die.troop.is_some()) {
                    let is_own = seen.before.side_of(unit) == game.blue.own_side();
                    assert_eq!(die.grade().is_some(), is_own, "game {number}, entry {no}");
                }
                compared += 1;
            }
        }
        compared
    });
    assert!(phases.sum::<usize>() > 0, "Blue saw no dice");
}
