//! Hidden facts leave no trace in a side's diary and its share. Pairs of random games differ only in what Blue can't
//! see ([`wardiary_harness_diary::pairs`]). Blue's view of both is the same to the last bit. `tests/program/secrets.rs`
//! compares Blue's screens and command output.
//!
//! Some forty pairs by default, a hundred if `CASES` is `all`; `cargo test --release -- --ignored` plays 2,000, or those
//! that `PAIRS` names ([`many`]).

mod planted;
mod shared;
mod veiled;

use rayon::prelude::*;
use std::ops::Range;
use wardiary_harness_diary::pairs::{
    EnemyKnowledge, decide, enemy_knowledge, first_difference, many, pair, revealed_secret,
};
use wardiary_harness_rules::case_sample::case_count;
use wardiary_rules::order::Order;

/// Plays these pairs. Blue's view of both games must be equal.
fn are_alike(pairs: Range<usize>, orders: i64, fought: EnemyKnowledge) {
    pairs.into_par_iter().for_each(|game| {
        let mut games = pair(game, orders, fought);
        if fought == EnemyKnowledge::Hidden {
            decide(&mut games);
        }
        let [one, other] = games.map(|mut game| game.seen());
        assert_eq!(first_difference(&one, &other), None, "pair {game}");
    });
}

#[test]
fn hidden_changes_leave_no_trace() {
    are_alike(0..case_count(40, 100), 14, EnemyKnowledge::Exact);
}

#[test]
fn hidden_changes_of_opponents_leave_no_trace() {
    are_alike(0..case_count(20, 50), 14, EnemyKnowledge::Bands);
    are_alike(50..case_count(70, 100), 14, EnemyKnowledge::Hidden);
}

#[test]
#[ignore = "a long run"]
fn hidden_changes_leave_no_trace_in_many_games() {
    many().into_par_iter().for_each(|game| are_alike(game..game + 1, 60, enemy_knowledge(game)));
}

/// A former bug: a unit was first named by the dice of an entry, after all its events. The projection then learned the
/// unit's old numbers, and its current numbers only with the next event about it.
#[test]
fn units_named_only_by_dice_are_known_exactly() {
    are_alike(2466..2467, 60, EnemyKnowledge::Bands);
}

/// A unit that comes into sight by a fight also fights for Blue, so that the fight ends for both.
#[test]
fn units_met_in_a_fight_take_part_in_it() {
    for game in [698, 1186] {
        are_alike(game..game + 1, 60, EnemyKnowledge::Exact);
    }
}

/// An entry of Blue says what Blue saw. An entry without text would reveal that something happened.
#[test]
fn visible_events_are_described() {
    (0..case_count(18, 60)).into_par_iter().for_each(|number| {
        let [mut game, _] = pair(number, 40, enemy_knowledge(number));
        game.seen();
        let own = game.blue.diary();
        for no in 1..own.next_no() {
            let step = own.step(no).expect("it is there");
            let account = step.account();
            assert_eq!(own.headline(no), Some(account.headline), "the headline by itself is that of the account");
            let sentences = account.sentences;
            let says_nothing = sentences.iter().all(|sentence| sentence == "the rules did not change");
            let is_unheard = matches!(step.entry.order, Order::Note { .. });
            assert!(!(is_unheard && says_nothing), "game {number}: {:?}", step.entry);
        }
    });
}

/// Blue's view never contains names, strengths and numbers that Blue can't know, and is not empty.
#[test]
fn nothing_hidden_is_named() {
    let fights = (0..case_count(12, 30)).into_par_iter().map(|number| {
        let [mut game, _] = pair(number, 24, enemy_knowledge(number));
        let seen = game.seen();
        assert_eq!(revealed_secret(&game.numbers(), &seen), None, "game {number}");
        let own = game.blue.diary();
        assert!(own.entries().len() > 5, "game {number}: Blue sees {} entries", own.entries().len());
        own.entries().iter().filter(|entry| !entry.dice.is_empty()).count()
    });
    assert!(fights.sum::<usize>() > 0, "no dice that Blue saw");
}
