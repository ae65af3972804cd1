//! What a side can't see leaves no trace in its diary and its share. Pairs of random games differ only in what Blue can't see
//! ([`wardiary_harness_diary::pairs`]); what Blue sees of the two is the same to the last bit. Its screens and what the command line
//! tells it are compared in `tests/program/secrets.rs`.
//!
//! Some forty pairs by default, a hundred where `CASES` is `all`; `cargo test --release -- --ignored` plays 3,000.

mod planted;
mod shared;
mod veiled;

use rayon::prelude::*;
use std::ops::Range;
use wardiary_harness_diary::pairs::{Fought, first_difference, fought, found, pair};
use wardiary_harness_rules::share::cases;
use wardiary_rules::order::Order;

/// Plays so many pairs, in each of which Blue is told the same.
fn are_alike(pairs: Range<usize>, orders: i64, fought: Fought) {
    pairs.into_par_iter().for_each(|game| {
        let [one, other] = pair(game, orders, fought).map(|mut game| game.seen());
        assert_eq!(first_difference(&one, &other), None, "pair {game}");
    });
}

#[test]
fn what_blue_can_not_see_leaves_no_trace() {
    are_alike(0..cases(40, 100), 14, Fought::Exact);
}

#[test]
fn what_blue_can_not_see_of_whom_it_fights_leaves_no_trace() {
    are_alike(0..cases(20, 50), 14, Fought::Bands);
    are_alike(50..cases(70, 100), 14, Fought::Hidden);
}

#[test]
#[ignore = "a long run"]
fn what_blue_can_not_see_leaves_no_trace_in_many_games() {
    are_alike(0..2000, 60, Fought::Exact);
    are_alike(2000..2500, 60, Fought::Bands);
    are_alike(2500..3000, 60, Fought::Hidden);
}

/// The dice of an entry were once the first to name a unit, after all its events: what it had been before was learned anew then,
/// and what it was since when something else was told of it.
#[test]
fn who_is_named_by_dice_alone_is_known_as_it_is() {
    are_alike(2466..2467, 60, Fought::Bands);
}

/// Who comes into sight by a fight is in it for Blue too, so that it ends for both.
#[test]
fn who_is_met_in_a_fight_fights_in_it() {
    for game in [698, 1186] {
        are_alike(game..game + 1, 60, Fought::Exact);
    }
}

/// An entry of Blue's says what Blue saw; one that says nothing would tell that there was something.
#[test]
fn what_blue_sees_is_said() {
    (0..cases(18, 60)).into_par_iter().for_each(|number| {
        let [mut game, _] = pair(number, 40, fought(number));
        game.seen();
        let own = game.blue.diary();
        for no in 1..own.next_no() {
            let step = own.step(no).expect("it is there");
            let account = step.account();
            assert_eq!(own.headline(no), Some(account.headline), "the headline by itself is that of the account");
            let sentences = account.sentences;
            let says_nothing = sentences.iter().all(|sentence| sentence == "the rules are as they were");
            let is_unheard = matches!(step.entry.order, Order::Note { .. });
            assert!(!(is_unheard && says_nothing), "game {number}: {:?}", step.entry);
        }
    });
}

/// Names, strengths and numbers that Blue can't know stand nowhere in what it sees, and what it sees is not nothing.
#[test]
fn nothing_hidden_is_named() {
    let fights = (0..cases(12, 30)).into_par_iter().map(|number| {
        let [mut game, _] = pair(number, 24, fought(number));
        let seen = game.seen();
        assert_eq!(found(&game.numbers(), &seen), None, "game {number}");
        let own = game.blue.diary();
        assert!(own.entries().len() > 5, "game {number}: Blue sees {} entries", own.entries().len());
        own.entries().iter().filter(|entry| !entry.dice.is_empty()).count()
    });
    assert!(fights.sum::<usize>() > 0, "no dice that Blue saw");
}
