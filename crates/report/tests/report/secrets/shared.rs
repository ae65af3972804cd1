//! Blue's shares of a pair's games: equal except for their digests, which are equal in number and length.

use rayon::prelude::*;
use std::ops::Range;
use wardiary_diary::{diary::watch::Watch, share::share};
use wardiary_harness_diary::pairs::{
    BLUE, Game, enemy_knowledge, first_difference, many, pair, revealed_secret, secret,
};
use wardiary_harness_rules::case_sample::case_count;

/// Blue's share of a game.
fn share_of(game: &Game) -> String {
    share(game.save().as_bytes(), secret(), BLUE, Watch::none()).expect("the save reads, and has the side").text
}

/// A share with each digest and seal replaced with the same character, repeated to its length.
pub fn but_for_digests(share: &str) -> String {
    let mut rest = share;
    let mut told = String::new();
    // In moves through the diary, the seal has no field name.
    let marks = ["seal: \"", "of: \"", "last: \"", ", \""];
    while let Some((at, mark)) = marks.iter().filter_map(|mark| Some((rest.find(mark)?, *mark))).min() {
        let (before, from) = rest.split_at(at + mark.len());
        let (digest, after) = from.split_at(from.find('"').unwrap_or(from.len()));
        told += before;
        let is_digest = digest.len() >= 32 && digest.chars().all(|c| c.is_ascii_hexdigit());
        told += &if is_digest { "#".repeat(digest.len()) } else { digest.to_string() };
        rest = after;
    }
    told + rest
}

fn are_alike(pairs: Range<usize>, orders: i64) {
    pairs.into_par_iter().for_each(|number| {
        let games = pair(number, orders, enemy_knowledge(number));
        let shares = games.each_ref().map(share_of);
        let [one, other] = shares.each_ref().map(|share| but_for_digests(share));
        assert_eq!(first_difference(&one, &other), None, "pair {number}");
        for (game, share) in games.iter().zip(&shares) {
            assert_eq!(revealed_secret(&game.numbers(), share), None, "pair {number}: in the share");
        }
        let digests = shares[0].lines().filter(|line| line.starts_with("Digest(")).count();
        assert!(digests > 0 && one.matches('#').count() > 32 * digests, "pair {number}: {one}");
        assert_ne!(shares[0], shares[1], "pair {number}: digests of different saves");
    });
}

#[test]
fn shares_are_the_same_but_for_their_digests() {
    are_alike(0..case_count(24, 100), 14);
}

#[test]
#[ignore = "a long run"]
fn shares_of_many_games_are_the_same_but_for_their_digests() {
    are_alike(many(), 40);
}
