//! Properties of every game: replay is deterministic, nothing is erased, a refusal changes nothing, text and order are
//! equivalent.

use wardiary_harness_rules::arbitrary::RandomNumbers;

use jiff::Timestamp;
use proptest::prelude::*;
use std::collections::BTreeMap;
use wardiary_base::{dice::source::ReplayedDice, text::name_match::normalized_name};
use wardiary_diary::diary::{Record, file, verify::verify, watch::Watch};
use wardiary_harness_diary::game::{Game, assert_reads_back, dice_for, games};
use wardiary_rules::{
    event::{ClockEvent, Event},
    order::{Order, Verb},
};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(96))]

    /// The replay equals the live state. The diary read from its own text equals the live one. Undo and redo equal
    /// those of a tree with whole states. A refusal changes nothing. Every order reads back from its text. All numbers
    /// stay in range.
    #[test]
    fn a_game_is_what_its_diary_says((book, steps) in games(60)) {
        let mut game = Game::new(book);
        steps.iter().for_each(|numbers| game.step(numbers));

        let diary = &game.diary;
        for (no, (_, state)) in &game.model.nodes {
            let then = diary.state_at(*no);
            prop_assert_eq!(then.as_ref(), Some(state), "at entry {}", no);
            prop_assert_eq!(crate::theatre::crossed(state), None, "at entry {}", no);
            if diary.entry(*no).is_some_and(|entry| entry.events.iter().any(has_advanced)) {
                prop_assert_eq!(crate::sighting::wrong(state), None, "at entry {}", no);
            }
        }
        let mut replayed = diary.header().muster.check(&diary.header().book).expect("the muster stands");
        for event in diary.path().iter().flat_map(|no| &diary.entry(*no).expect("it is there").events) {
            prop_assert_eq!(replayed.apply(event), Ok(()));
        }
        prop_assert_eq!(&replayed, diary.state());

        let loaded = file::load(game.text().as_bytes()).expect("its own text can be read");
        prop_assert!(loaded.torn.is_none() && loaded.notices.is_empty(), "{:?}", loaded.notices);
        prop_assert_eq!(loaded.diary.header(), diary.header());
        prop_assert_eq!(loaded.diary.entries(), diary.entries());
        prop_assert_eq!(loaded.diary.head(), diary.head());
        prop_assert_eq!(loaded.diary.path(), diary.path());
        prop_assert_eq!(loaded.diary.redoable().collect::<Vec<_>>(), diary.redoable().collect::<Vec<_>>());
        prop_assert_eq!(loaded.diary.next_serial(), diary.next_serial());
        prop_assert_eq!(loaded.diary.state(), diary.state());
        prop_assert_eq!(loaded.diary.branches(), diary.branches());

        let report = verify(&loaded.diary, &loaded.seals, Watch::none()).expect("nobody broke it off");
        prop_assert_eq!(report.differences, Vec::new());
        prop_assert_eq!(report.notes, Vec::new());
    }

    /// As many redos as undos change nothing, from any entry. Redo prefers other entries to an amendment that was undone.
    #[test]
    fn undo_then_redo_is_nothing((book, steps) in games(30), many in 1u32..8) {
        let mut game = Game::new(book);
        steps.iter().for_each(|numbers| game.step(numbers));
        let Ok(back) = game.diary.undo_target(many) else { return Ok(()) };
        let (head, state, path) = (game.diary.head(), game.diary.state().clone(), game.diary.path().to_vec());
        let undone = path.iter().rev().take(many as usize);
        prop_assume!(undone.clone().all(|no| game.diary.head_before_amendment(*no).is_none()));
        game.record(Record::head(back));
        prop_assert_eq!(game.diary.redo_target(many), Ok(head));
        game.record(Record::head(head));
        prop_assert_eq!(game.diary.head(), head);
        prop_assert_eq!(game.diary.state(), &state);
        prop_assert_eq!(game.diary.path(), path);
    }

    /// Names of any characters read back, in a state full of them. New names are normalized when they are read.
    #[test]
    fn any_name_reads_back(names in proptest::collection::vec("[ \\PC\"\\\\+,#v]{1,8}", 1..6), text in any::<String>()) {
        let mut game = Game::new(0);
        for name in names.iter().map(|name| normalized_name(name)) {
            let state = game.diary.state();
            let order = Order::Unit(wardiary_rules::order::Recruit {
                side: Some(wardiary_base::id::SideId(2)),
                ..wardiary_rules::order::Recruit::new(wardiary_base::id::UnitId(state.next_id()), name)
            });
            assert_reads_back(state, &order);
            let Some(falls) = dice_for(&game.diary, &order) else { continue };
            let now = Timestamp::from_second(0).expect("a time");
            let new = game.diary.carry_out(order, &mut ReplayedDice::new(falls, None), now).expect("not refused, no dice");
            game.record(Record::Entry(new.entry));
            let state = game.diary.state();
            let unit = state.units().last().expect("it was just made").id;
            assert_reads_back(state, &Order::Edna { unit, purpose: Some(text.as_str().into()) });
            assert_reads_back(state, &Order::Rename { id: unit.into(), name: normalized_name(&text).into() });
            assert_reads_back(state, &Order::Test { who: vec![unit.into()], test: text.as_str().into(), parallel: true });
            let at = wardiary_rules::order::Volley {
                unit,
                at: vec![unit.into()],
                range: None,
                weapon: Some(text.as_str().into()),
                cover: true,
                general: true,
                anyway: Some(text.as_str().into()),
            };
            assert_reads_back(state, &Order::Volley(at));
        }
    }
}

fn has_advanced(event: &Event) -> bool {
    matches!(event, Event::Clock(ClockEvent::Advanced { .. }))
}

/// Without this the properties prove little: the games carry out every kind of order, and also refuse every kind.
#[test]
fn the_games_reach_everything() {
    reach_everything(900, 0);
}

#[test]
#[ignore = "long: `cargo test --release -- --ignored`"]
fn the_games_reach_everything_more_than_once() {
    reach_everything(1500, 2);
}

/// Plays this many games. Each kind of order is carried out more than `least` times.
fn reach_everything(games_played: u32, least: u32) {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let mut told: BTreeMap<Verb, (u32, u32)> = BTreeMap::new();
    let mut happened: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..games_played {
        let (book, steps) = games(60).new_tree(&mut runner).expect("a game").current();
        let mut game = Game::new(book);
        for numbers in &steps {
            let order = RandomNumbers::new(&numbers[1..]).order(game.diary.state());
            let count = told.entry(order.verb()).or_default();
            let carried_out = dice_for(&game.diary, &order).is_some();
            *(if carried_out { &mut count.0 } else { &mut count.1 }) += 1;
            game.step(numbers);
        }
        for event in game.diary.entries().iter().flat_map(|entry| &entry.events) {
            let text = format!("{event:?}");
            let inner = ["Stacks(", "Map(", "Clock(", "Refit(", "Victory(", "Theatre(", "Staff("];
            let inner = inner.into_iter().find_map(|outer| text.strip_prefix(outer));
            let text = inner.unwrap_or(&text);
            let name = text.split([' ', '(']).next().unwrap_or_default();
            *happened.entry(name.into()).or_default() += 1;
        }
    }
    // These games have branches without names.
    let missing: Vec<&Verb> = Verb::ALL.iter().filter(|verb| !told.contains_key(verb)).collect();
    assert_eq!(missing, [&Verb::Branch], "every kind of order: {told:#?}");
    assert!(told.values().all(|(carried_out, refused)| *carried_out > least && *refused > 0), "{told:#?}");
    assert_eq!(
        happened.len(),
        35 + 15 + 2 + 2 + 1 + 2 + 8 + 3 + 2 + 3 + 5 + 6 + 2 + 8,
        "every kind of event: {happened:#?}"
    );
    assert!(happened["PhaseFought"] > 200, "{happened:#?}");
}
