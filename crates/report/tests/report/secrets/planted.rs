//! The comparison of a pair's games finds the leaks of a careless projection. Without a leak it finds nothing.

use rayon::prelude::*;
use wardiary_diary::{diary::EntryNo, diary::watch::Watch, share::share};
use wardiary_harness_diary::pairs::{BLUE, Game, enemy_knowledge, first_difference, pair, secret};

/// Blue's view of a game, with a leak.
type Leak = fn(&Game, &str) -> String;

const LEAKS: &[(&str, Leak)] = &[
    ("an alias that keeps an id", |game, told| {
        let last = game.diary.state().forces().into_iter().max().expect("there are forces");
        told.replace(", about ", &format!(" #{}, about ", last.0))
    }),
    ("the order of a hash map", |game, told| {
        // The iteration order of hash maps differs on each run.
        let key = |line: &str| game.diary.header().seed.nonce(line.bytes().map(u32::from).sum());
        let mut lines: Vec<&str> = told.lines().collect();
        lines.sort_by_key(|line| key(line));
        lines.join("\n")
    }),
    ("a count in a header", |game, told| format!("{} entries\n{told}", game.diary.entries().len())),
    ("a gap in serial numbers", |game, told| {
        let mut serials =
            seen(game).into_iter().flat_map(|no| serials(game, no)).map(|serial| format!("App({serial})"));
        let mut parts = told.split("Shown");
        let first = parts.next().unwrap_or_default().to_string();
        parts.fold(first, |told, part| told + &serials.next().unwrap_or_else(|| "Table".into()) + part)
    }),
    ("a time", |game, told| {
        let seen = seen(game);
        let mut hidden = game.diary.entries().iter().rev().filter(|entry| !seen.contains(&entry.no));
        let last = hidden.next().map_or_else(String::new, |entry| entry.at.to_string());
        told.replace("head ", &format!("at {last}, head "))
    }),
];

/// The referee's entries of which Blue saw something.
fn seen(game: &Game) -> Vec<EntryNo> {
    let own = |no: EntryNo| game.blue.own_entry(no);
    let is_seen =
        |no: &EntryNo| own(*no).is_some() && own(*no) != own(game.diary.entry(*no).expect("it is there").parent());
    (1..game.diary.next_no()).filter(is_seen).collect()
}

/// The serial numbers of an entry's rolls, for those that the program threw.
fn serials(game: &Game, no: EntryNo) -> Vec<u64> {
    let entry = game.diary.entry(no).expect("it is there");
    entry.dice.iter().filter_map(|fall| fall.serial(0)).collect()
}

#[test]
fn planted_leaks_are_found() {
    let games: Vec<[(Game, String); 2]> = (0..24)
        .into_par_iter()
        .map(|number| {
            pair(number, 32, enemy_knowledge(number)).map(|mut game| {
                let told = game.seen();
                (game, told)
            })
        })
        .collect();
    for [(_, one), (_, other)] in &games {
        assert_eq!(first_difference(one, other), None, "nothing is planted");
    }
    for (what, leak) in LEAKS {
        let planted = games.iter().filter(|pair| pair.iter().all(|(game, told)| leak(game, told) != *told));
        let leaks = planted.map(|pair| pair.each_ref().map(|(game, told)| leak(game, told)));
        let found: Vec<bool> = leaks.map(|[one, other]| first_difference(&one, &other).is_some()).collect();
        let many = found.iter().filter(|is_found| **is_found).count();
        println!("{what}: found in {many} of {} pairs", found.len());
        // In some pairs a leak, such as the time of a hidden entry, is the same in both games.
        assert!(2 * many >= found.len().max(1), "{what} is found in {many} of {} pairs", found.len());
    }
}

/// The same in a share, in which only digests may differ.
#[test]
fn leaks_planted_in_a_share_are_found() {
    let games = pair(0, 14, enemy_knowledge(0));
    let shares = games.each_ref().map(|game| {
        share(game.save().as_bytes(), secret(), BLUE, Watch::none()).expect("the save reads, and has the side").text
    });
    let compared = |leak: &dyn Fn(&Game, &str) -> String| {
        let [one, other] = [0, 1].map(|at| super::shared::but_for_digests(&leak(&games[at], &shares[at])));
        first_difference(&one, &other)
    };
    assert_eq!(compared(&|_, share| share.into()), None, "nothing is planted");
    let seed =
        |game: &Game, share: &str| share.replacen("luck: \"", &format!("luck: \"{}", game.diary.header().seed), 1);
    let one_more = |game: &Game, share: &str| {
        let digest = share.lines().find(|line| line.starts_with("Digest(")).expect("there is a digest");
        let more = game.diary.entries().len();
        share.replacen(digest, &[digest].repeat(more).join("\n"), 1)
    };
    let longer = |game: &Game, share: &str| {
        share.replacen("seal: \"", &format!("seal: \"{}", "0".repeat(game.diary.entries().len())), 1)
    };
    assert!(compared(&seed).is_some(), "the seed");
    assert!(compared(&one_more).is_some(), "a digest for each entry");
    assert!(compared(&longer).is_some(), "a seal whose length counts entries");
}
