//! The comparison of a pair's games finds the leaks of a careless projection. Without a leak it finds nothing.

use rayon::prelude::*;
use std::collections::BTreeSet;
use wardiary_diary::{
    diary::{Diary, Entry, EntryNo, watch::Watch},
    share::share,
};
use wardiary_harness_diary::pairs::{
    BLUE, FIRST_HIDDEN_NUMBER, Game, HIDDEN_PREFIX, decide, enemy_knowledge, first_difference, pair, secret,
};
use wardiary_rules::{
    event::Event,
    order::{Order, StaffOrder},
    state::{Unit, WrittenOrders},
};

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

/// The secrets of a game by their kinds: where the comparison would find a leak if it had one.
fn kinds_of_secrets(game: &Game) -> Vec<&'static str> {
    let state = game.diary.state();
    let entries = || game.diary.entries().iter();
    // An entry that was withdrawn before it was shared is not in Blue's diary.
    let is_withdrawn = |entry: &&Entry| game.blue.own_entry(entry.no).is_none();
    let told = |entry: &Entry| match &entry.order {
        Order::Staff(StaffOrder::Tell { sides, text, .. }) => sides.contains(&BLUE) && text.contains(HIDDEN_PREFIX),
        _ => false,
    };
    let is_near = |unit: &Unit| unit.side != BLUE && unit.id.0 < FIRST_HIDDEN_NUMBER;
    let powers = state.units().iter().filter(|unit| is_near(unit)).filter_map(|unit| unit.stats_in_rules());
    let is_foreign = |orders: &WrittenOrders| orders.side != BLUE && orders.text.contains(HIDDEN_PREFIX);
    let kinds = [
        ("a withdrawn entry", entries().filter(is_withdrawn).any(told)),
        ("attack and defence", powers.into_iter().any(|stats| stats.attack > 99 && stats.defense > 99)),
        ("the inbox", state.waiting_orders().into_iter().any(is_foreign)),
    ];
    kinds.into_iter().filter(|(_, is_there)| *is_there).map(|(kind, _)| kind).collect()
}

/// The margin of the battle that an entry ended.
fn margin(diary: &Diary, no: EntryNo) -> Option<String> {
    let mut events = diary.entry(no)?.events.iter();
    events.find_map(|event| match event {
        Event::BattleEnded { decision: Some(decision), .. } => decision.award.margin().map(ToString::to_string),
        _ => None,
    })
}

/// What others have put into the spool is compared by `tests/program/secrets/calls.rs`.
#[test]
fn secrets_of_all_kinds_are_there() {
    let found = (0..24).into_par_iter().flat_map_iter(|number| {
        let mut games = pair(number, 20, enemy_knowledge(number));
        decide(&mut games);
        games.iter_mut().for_each(|game| drop(game.seen()));
        let kinds = games.each_ref().map(kinds_of_secrets).concat();
        let [one, other] = games.each_ref().map(|game| margin(&game.diary, game.diary.head()));
        kinds.into_iter().chain((one != other).then_some("a margin"))
    });
    let found: BTreeSet<&str> = found.collect();
    assert_eq!(found, ["a margin", "a withdrawn entry", "attack and defence", "the inbox"].into());
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
