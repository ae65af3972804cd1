//! If Blue does not know the strength of its enemies, the program shows Blue nothing computed from it.

use crate::harness::call::Home;
use rayon::prelude::*;
use serde_json::Value;
use wardiary_harness_diary::pairs::{EnemyKnowledge, Game, pair};
use wardiary_harness_rules::case_sample::case_count;
use wardiary_odds::suggest::{self, ConsultedTables, EdnaTested, SuggestedOrder};
use wardiary_rules::order::Order;

fn asked(home: &Home, call: &[&str]) -> Value {
    home.run(&[call, &["war.ron", "--for", "Blue", "--json"]].concat()).done().json()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], |list| list)
}

/// The number of dice that Blue saw, of rolls without a rank, of veiled records, and of battles without suggestions.
fn told(game: &Game) -> [usize; 4] {
    let home = Home::new();
    home.file("war.ron", game.save());
    let luck = asked(&home, &["luck"]);
    for faces in list(&luck["faces"]) {
        assert_eq!(faces["source"], "seen", "{luck}");
    }
    let unknown =
        list(&luck["left_out"]).iter().filter(|left| left["why"] == "rolls of units whose numbers are not all known");
    let unknown: u64 = unknown.filter_map(|left| left["rolls"].as_u64()).sum();
    let log = asked(&home, &["log"]);
    let dice: Vec<&Value> = list(&log).iter().flat_map(|entry| list(&entry["dice"])).collect();
    assert!(dice.iter().all(|die| die["from"].is_null()), "{log}");
    let fights = list(&log).iter().filter(|entry| entry["kind"] == "scrud" && entry["abandoned"] == false);
    assert!(fights.clone().all(|entry| entry["standing"].is_null()), "{log}");
    let records = asked(&home, &["service"]);
    let records = list(&records).iter().filter(|record| record["side"] != "Blue");
    let battles: Vec<&Value> = records.flat_map(|record| list(&record["battles"])).collect();
    for service in &battles {
        let strength = &service["to"]["strength"];
        assert!(strength.is_null() || *strength == 0, "{service}");
        assert!(service["from"]["edna"].is_null() && service["from"]["grade"].is_null(), "{service}");
    }
    let state = game.blue.diary().state();
    let own = game.blue.own_side().expect("Blue knows itself");
    for score in state.score().iter().filter(|score| score.side == own) {
        assert_eq!(score.is_known, battles.is_empty(), "{score:?}");
    }
    assert!(battles.is_empty() || home.run(&["state", "war.ron", "--for", "Blue"]).done().out.contains(" or more"));
    let proposed = suggest::suggest(state, Some(own), &EdnaTested::new(), &ConsultedTables::new());
    let unadvised = suggest::notes(state, Some(own)).iter().filter(|said| said.contains("are not all known")).count();
    let attacks =
        |proposal: &SuggestedOrder| matches!(proposal.order, Order::Scrud { .. } | Order::Volley(_) | Order::Stacks(_));
    assert!(unadvised == 0 || !proposed.iter().any(attacks), "{proposed:?}");
    [dice.len(), usize::try_from(unknown).expect("a few"), battles.len(), unadvised]
}

#[test]
fn unknown_numbers_have_no_effect() {
    let told = (0..case_count(6, 16usize)).into_par_iter().map(|number| {
        let [mut game, _] = pair(number, 48, EnemyKnowledge::Hidden);
        game.seen();
        told(&game)
    });
    let all = told.reduce(|| [0; 4], |one, other| std::array::from_fn(|at| one[at] + other[at]));
    assert!(all.iter().all(|many| *many > 0), "dice, unknown rolls, records, battles: {all:?}");
}
