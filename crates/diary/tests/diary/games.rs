//! Whole games of random orders with undo, redo, branches, what-ifs, amended and struck entries: each is written as a
//! save, read, and verified to the last die.
//!
//! By default a few are played; `cargo test --release -- --ignored` plays 400.

use rayon::prelude::*;
use wardiary_base::dice::source::Seed;
use wardiary_diary::diary::{file, verify::verify, watch::Watch};
use wardiary_harness_diary::{campaign, game::Game};
use wardiary_rules::order::Order;

/// The number of entries in each game.
const ENTRIES: usize = 550;

/// The result of a game.
#[derive(Default)]
struct Tally {
    entries: usize,
    branches: usize,
    moves: usize,
    retold: usize,
    dice: usize,
}

fn played(number: usize) -> Tally {
    let seed: Seed = format!("{:x}", number + 1).parse().expect("a seed");
    let mut game = Game::new(number % campaign::BOOKS.len());
    let mut tally = Tally::default();
    for step in 0u32.. {
        if game.diary.entries().len() >= ENTRIES {
            break;
        }
        let bytes = [seed.nonce(2 * step), seed.nonce(2 * step + 1)].concat();
        let numbers: Vec<u16> = bytes.chunks(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
        game.step(&numbers);
    }
    let text = game.text();
    let loaded = file::load(text.as_bytes()).unwrap_or_else(|stop| panic!("game {number}: {:?}", stop.problems));
    assert_eq!(loaded.notices, [], "game {number}");
    assert_eq!(loaded.diary.entries(), game.diary.entries(), "game {number}");
    assert_eq!(loaded.diary.state(), game.diary.state(), "game {number}");
    let report = verify(&loaded.diary, &loaded.seals, Watch::none()).expect("nobody broke it off");
    assert_eq!(report.differences, Vec::new(), "game {number}");
    assert_eq!(report.notes, Vec::new(), "game {number}");
    let retells = |entry: &&wardiary_diary::diary::Entry| matches!(&entry.order, Order::Branch { name, .. } if name.starts_with("entry "));
    tally.retold = game.diary.entries().iter().filter(retells).count();
    tally.moves = game.lines.iter().filter(|line| line.starts_with("Head")).count();
    tally.branches = game.diary.branches().len();
    (tally.entries, tally.dice) = (report.entries, report.program_dice + report.table_dice);
    tally
}

#[test]
fn random_campaigns_are_verified() {
    are_verified(10);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn many_random_campaigns_are_verified() {
    are_verified(400);
}

fn are_verified(games: usize) {
    let tallies: Vec<Tally> = (0..games).into_par_iter().map(played).collect();
    let sum = |of: fn(&Tally) -> usize| tallies.iter().map(of).sum::<usize>();
    let (entries, branches, dice) = (sum(|t| t.entries), sum(|t| t.branches), sum(|t| t.dice));
    let (moves, retold) = (sum(|t| t.moves), sum(|t| t.retold));
    println!(
        "{games} games, {entries} entries, {dice} dice, {moves} times undone, redone or gone elsewhere, {branches} \
         branches, {retold} entries amended or struck: no difference"
    );
    assert!(entries >= games * ENTRIES);
    assert!(branches > games * 10 && retold > games && moves > games * 10, "the games do all of it");
}
