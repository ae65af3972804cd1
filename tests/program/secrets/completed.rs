//! Blue's typed input: its completions, and the refusals of hidden names.

use super::{games, pairs};
use rayon::prelude::*;
use std::{collections::BTreeSet, ops::Range};
use wardiary_harness_diary::pairs::{Game, HIDDEN_PREFIX, many, revealed_secret};
use wardiary_rules::{
    notation::{Instruction, completions, parse_instruction, refusal},
    rules::resolve,
    state::State,
};

/// Beginnings of orders.
const BEGUN: &[&str] = &[
    "",
    "m",
    "march ",
    "march \"I",
    "march \"I Corps\" ",
    "march \"I Corps\" to ",
    "halt ",
    "scrud ",
    "scrud \"I Corps\" v ",
    "edna ",
    "lose ",
    "rename ",
    "assign ",
    "tell ",
    "reveal ",
    "hide ",
    "orders ",
    "grant ",
    "refuse ",
    "consult ",
    "battle \"x\" ",
    "battle \"x\" with ",
    "battle \"x\" from contact ",
    "initiative in ",
    "first ",
    "first Blue in ",
    "end battle in ",
    "place ",
    "move ",
    "move \"I Corps 0\" to ",
    "face ",
    "terrain ",
    "objective ",
    "note ",
    "goto ",
    "branch ",
    "amend ",
    "strike ",
    "unit \"x\" in ",
    "unit \"x\" in \"I Corps\" kind ",
    "score ",
    "supply ",
    "argue \"x\" by ",
    "map ",
    "schedule ",
    "volley ",
    "test ",
];

/// Orders with a name in them, as a player might guess.
fn guesses(name: &str) -> Vec<String> {
    [
        "march \"I Corps\" to \"{}\"",
        "march \"{}\" to Mill",
        "scrud \"I Corps\" v \"{}\"",
        "edna \"{}\"",
        "lose \"{}\" 1",
        "tell \"{}\" x",
        "reveal \"{}\"",
        "orders \"{}\" x",
        "consult \"{}\"",
        "battle x with Blue v \"{}\"",
        "first \"{}\"",
        "goto \"{}\"",
        "move \"{}\" to B2",
        "rename \"{}\" to x",
        "unit x in \"{}\"",
        "unit x in \"I Corps\" kind \"{}\"",
    ]
    .map(|guess| guess.replace("{}", name))
    .to_vec()
}

/// The answer to a typed order, in words.
fn answered(typed: &str, state: &State) -> String {
    match parse_instruction(typed, state) {
        Err(error) => format!("{error:?}"),
        Ok(Instruction::Order(order)) => match resolve(state, &order, &[]) {
            Err(refusal) => format!("{:?}", refusal::describe(&refusal, state)),
            Ok(step) => format!("{step:?}"),
        },
        Ok(other) => format!("{other:?}"),
    }
}

/// The names and numbers of hidden things in a game, and the troop type that Blue has never seen.
fn hidden(game: &Game) -> BTreeSet<String> {
    let state = game.diary.state();
    let forces = state.forces().into_iter().map(|force| state.name(force));
    let sides = state.sides().iter().map(|side| side.name.to_string());
    let units = state.units().iter().map(|unit| unit.name.to_string());
    let tables = state.book().tables.iter().map(|table| table.name.to_string());
    let names = forces.chain(sides).chain(units).chain(tables).filter(|name| name.contains(HIDDEN_PREFIX));
    let ids = state.units().iter().map(|unit| unit.id.0).filter(|id| *id > 9999).map(|id| format!("#{id}"));
    names.chain(ids).collect()
}

fn compare(pairs: Range<usize>) {
    pairs.into_par_iter().for_each(|number| {
        let mut games = games(number);
        games.iter_mut().for_each(|game| drop(game.seen()));
        let [one, other] = games.each_ref().map(|game| game.blue.diary().state());
        let secrets: BTreeSet<String> = games.iter().flat_map(hidden).collect();
        for begun in BEGUN {
            let [offered, of_other] = [one, other].map(|state| format!("{:?}", completions(begun, state)));
            assert_eq!(offered, of_other, "pair {number}: {begun}");
            assert_eq!(revealed_secret(&games[0].numbers(), &offered), None, "pair {number}: {begun}");
        }
        // A hidden name is refused like a name that does not exist.
        let nothing = if secrets.is_empty() { String::new() } else { format!("{HIDDEN_PREFIX}nobody") };
        for secret in &secrets {
            let as_if = if secret.starts_with('#') { "#899999" } else { &nothing };
            for (typed, other_typed) in guesses(secret).iter().zip(guesses(as_if)) {
                let [told, of_other] = [one, other].map(|state| answered(typed, state));
                assert_eq!(told, of_other, "pair {number}: {typed}");
                let there_is_none = answered(&other_typed, one).replace(as_if, secret);
                let (told, there_is_none) = (without_places(&told), without_places(&there_is_none));
                assert_eq!(told, there_is_none, "pair {number}: {typed}");
            }
        }
    });
}

/// An answer without positions in the text, which depend on the length of the name.
fn without_places(told: &str) -> String {
    told.split("at: ").next().unwrap_or_default().to_string()
}

#[test]
fn completion_does_not_depend_on_hidden_state() {
    compare(0..pairs());
}

#[test]
#[ignore = "a long run"]
fn completion_does_not_depend_on_hidden_state_in_many_games() {
    compare(many());
}
