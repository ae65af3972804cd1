//! The command line's output for Blue: each command with `--for`, its refusals, and the result of a player's orders.

use super::{games, is_in_part, pairs, parts};
use crate::harness::call::{Answered, Home};
use rayon::prelude::*;
use std::{fs, ops::Range};
use wardiary_base::id::SideId;
use wardiary_diary::diary::file::{HandedIn, Mode, Save};
use wardiary_harness_diary::{
    pairs::{Game, many, revealed_secret},
    play::now,
};

/// Questions about a save for Blue, each in words and as JSON.
const CALLS: &[&[&str]] = &[
    &["state", "war.ron"],
    &["state", "war.ron", "--at", "3"],
    &["state", "war.ron", "--at", "99"],
    &["log", "war.ron"],
    &["log", "war.ron", "--all"],
    &["log", "war.ron", "--odds"],
    &["log", "war.ron", "--branches"],
    &["log", "war.ron", "--side", "Red"],
    &["odds", "--save", "war.ron", "edna \"I Corps 0\""],
    &["odds", "--save", "war.ron", "scrud \"I Corps\" v Reds"],
    &["odds", "--save", "war.ron", "scrud \"II Corps\" v \"Red Guards\""],
    &["odds", "--save", "war.ron", "initiative"],
    &["map", "war.ron"],
    &["map", "war.ron", "--at", "2"],
    &["map", "war.ron", "--reach", "I Corps 1"],
    &["map", "war.ron", "--targets", "I Corps 1"],
    &["map", "war.ron", "--sight", "A2"],
    &["orders", "war.ron"],
    &["report", "war.ron"],
    &["report", "war.ron", "--format", "txt"],
    &["report", "war.ron", "--format", "csv"],
    &["report", "war.ron", "--format", "html"],
    &["report", "war.ron", "--what", "map"],
    &["picture", "war.ron", "--what", "map"],
    &["picture", "war.ron", "--what", "strength"],
    &["picture", "war.ron", "--what", "order-of-battle"],
    &["luck", "war.ron"],
    &["luck", "war.ron", "--all", "--units", "--swing"],
    &["service", "war.ron"],
    &["service", "war.ron", "I Corps 0"],
    &["service", "war.ron", "Reds 1"],
    &["compare", "war.ron", "--with", "1"],
    &["picture", "war.ron"],
    &["picture", "war.ron", "--screen", "campaign", "--size", "120x40"],
    &["picture", "war.ron", "--at", "3", "--screen", "map"],
    &["review", "war.ron", "--at", "99"],
    // Questions about things that do not exist or are not Blue's.
    &["odds", "--save", "war.ron", "edna \"Quanobody\""],
    &["service", "war.ron", "Quanobody"],
    &["luck", "war.ron", "--battle", "Far"],
    &["log", "war.ron", "--unit", "Quanobody"],
    &["map", "war.ron", "--map", "Quanobody"],
    &["report", "war.ron", "--battle", "Far"],
    &["suggest", "war.ron"],
    &["orders", "war.ron"],
];

/// The orders of Blue's player, one after the other, because each may change the save.
const ORDERS: &[&str] = &[
    "march \"I Corps\" to Nowhere",
    "march Reds to Mill",
    "scrud \"I Corps\" v Quanobody",
    "undo",
    "note x",
    "reveal Reds to Blue",
    "goto 1",
    "orders Blue \"march \\\"II Corps\\\" to Mill\"",
    "march \"II Corps\" to Mill",
    "cancel B1",
    "cancel R1",
];

fn home(save: &str) -> Home {
    let home = Home::new();
    home.file("war.ron", save);
    home
}

/// Whether a call for Blue has different answers for two saves.
pub fn differ(saves: &[String; 2]) -> bool {
    let homes = saves.each_ref().map(|save| home(save));
    CALLS.iter().any(|call| {
        let [one, other] = homes.each_ref().map(|home| home.run(&[*call, &["--for", "Blue", "--json"]].concat()));
        (one.out, one.err) != (other.out, other.err)
    })
}

/// Checks that both games give the same answer, and returns it.
#[track_caller]
fn alike(homes: &[Home; 2], call: &[&str], at: &str) -> Answered {
    let [one, other] = homes.each_ref().map(|home| home.run(call).harmless());
    let at = format!("{at}, {call:?}");
    assert_eq!((one.code, &one.out, &one.err), (other.code, &other.out, &other.err), "{at}");
    one
}

/// Compares one part of the calls for each pair.
fn compare(pairs: Range<usize>, parts: usize) {
    pairs.into_par_iter().for_each(|number| {
        let games = games(number);
        let numbers: Vec<String> = games.iter().flat_map(Game::numbers).collect();
        let homes = games.each_ref().map(|game| home(&game.save()));
        let at = format!("pair {number}");
        let calls = CALLS.iter().enumerate().filter(|(nth, _)| is_in_part(*nth, number, parts)).map(|(_, call)| call);
        for (call, json) in calls.flat_map(|call| [(call, &[][..]), (call, &["--json"][..])]) {
            let told = alike(&homes, &[*call, &["--for", "Blue"], json].concat(), &at);
            // Digits in a page's style and drawing and the words of the call itself do not count.
            let is_plain = !told.out.starts_with('<') && !call.iter().any(|word| word.contains("Quanobody"));
            assert!(!is_plain || revealed_secret(&numbers, &(told.out + &told.err)).is_none(), "{at}, {call:?}");
        }
        if !number.is_multiple_of(parts) {
            return;
        }
        of_shares(&homes, &numbers, &at);
        for order in ORDERS {
            for json in [&[][..], &["--json"][..]] {
                let before = lines(&homes);
                alike(&homes, &[&["do", "war.ron", "--as", "Blue", *order], json].concat(), &at);
                let after = lines(&homes);
                assert_eq!(after[0] - before[0], after[1] - before[1], "{at}, {order}: the lines written");
            }
        }
        of_spool(&homes, &numbers, &at);
    });
}

/// The number of lines of each save.
fn lines(homes: &[Home; 2]) -> [usize; 2] {
    homes.each_ref().map(|home| fs::read_to_string(home.path("war.ron")).expect("it is there").lines().count())
}

/// While the referee's program has the save open, Blue's orders get the same answers, whatever others have handed in.
fn of_spool(homes: &[Home; 2], numbers: &[String], at: &str) {
    let open = homes.each_ref().map(|home| Save::open(&home.path("war.ron"), Mode::Write).expect("nobody has it"));
    for (save, texts) in open.iter().zip([&["quabbleflint"][..], &["zorrow", "zorrowend to the mill"]]) {
        let others = save.diary().state().sides().iter().map(|side| side.id).filter(|side| *side != SideId(1));
        for (side, text) in others.flat_map(|side| texts.iter().map(move |text| (side, *text))) {
            save.hand_in(HandedIn { side, text: text.into(), due: None, request: None }, now(save.diary()))
                .expect("written");
        }
    }
    let told = |call: &[&str]| {
        let told = alike(homes, call, at);
        let said = told.out + &told.err;
        // The words of the call itself do not count.
        let is_named = call.iter().any(|word| word.contains("Quanobody"));
        assert!(!said.contains("quabble") && !said.contains("zorrow"), "{at}, {call:?}: {said}");
        assert!(is_named || revealed_secret(numbers, &said).is_none(), "{at}, {call:?}: {said}");
    };
    for order in ORDERS {
        told(&["do", "war.ron", "--as", "Blue", "--wait", "0", order]);
    }
    drop(open);
    told(&["do", "war.ron", "--as", "Blue", "orders Blue \"to the mill\""]);
    told(&["orders", "war.ron", "--for", "Blue"]);
}

/// Making, reading and refusing Blue's share is the same in both games.
fn of_shares(homes: &[Home; 2], numbers: &[String], at: &str) {
    alike(homes, &["share", "war.ron", "--for", "Blue", "-o", "blue.ron"], at);
    for call in [
        &["log", "blue.ron"][..],
        &["state", "blue.ron"],
        &["luck", "blue.ron"],
        &["report", "blue.ron"],
        &["check", "blue.ron"],
    ] {
        let told = alike(homes, call, at);
        assert_eq!(revealed_secret(numbers, &(told.out + &told.err)), None, "{at}, {call:?}");
    }
    let bytes = homes.each_ref().map(|home| fs::read(home.path("blue.ron")).expect("it was written").len());
    assert_eq!(bytes[0], bytes[1], "{at}: how long the shares are");
}

#[test]
fn blue_is_told_the_same() {
    compare(0..pairs(), 4);
}

#[test]
#[ignore = "a long run"]
fn blue_is_told_the_same_in_many_games() {
    compare(many(), parts());
}
