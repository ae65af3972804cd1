//! Words of orders as names of things: the printer quotes them where needed, and the text reads back as the same order.
//! Whenever the reader looks for a word after a name, it checks that the word is declared as a keyword. This test makes
//! it do so for every form.

use std::collections::BTreeSet;
use wardiary_base::{
    id::{BattleId, Id, SideId, StackId, UnitId},
    text::capitalized,
};
use wardiary_harness_rules::{
    arbitrary::FORMS,
    field::{field_on, give},
};
use wardiary_rules::{
    event::Event,
    notation::{Instruction, order_keywords, order_text, parse_instruction},
    order::{Order, Verb},
    state::State,
};

fn read(state: &State, text: &str) -> Order {
    match parse_instruction(text, state) {
        Ok(Instruction::Order(order)) => order,
        other => panic!("{text}: {other:?}"),
    }
}

fn things() -> State {
    let ground =
        "(title: \"Plain\", rows: [\".....\", \".....\", \".....\", \".....\", \".....\"], legend: {'.': \"open\"})";
    let mut state = field_on(Some(ground), "", "A green, B green, C green + D green v X yellow, Y yellow");
    give(&mut state, "theatre map Plain").expect("it is laid out");
    give(&mut state, "orders Red \"dig in\"").expect("they are handed in");
    state
}

#[test]
fn each_order_has_a_form_here() {
    let state = things();
    let told: BTreeSet<Verb> = FORMS.iter().map(|form| read(&state, form).verb()).collect();
    let missing: Vec<&Verb> = Verb::ALL.iter().filter(|verb| !told.contains(verb)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Gives the word as a name to one of the things, or to all of them, and to the new thing, which may not have the very
/// same name.
#[test]
fn a_thing_may_be_called_by_any_word_that_orders_are_written_with() {
    let own = ["of", "side", "stack", "unit", "battle", "undo", "redo", "goto", "amend", "anyway", "what", "if"];
    let verbs = Verb::ALL.iter().flat_map(|verb| verb.as_str().split(' ').chain([verb.as_str()]));
    let words: BTreeSet<&str> = order_keywords().into_iter().chain(own).chain(verbs).collect();
    let before = things();
    let things_named: [Id; 4] = [UnitId(11).into(), StackId(5).into(), SideId(1).into(), BattleId(40).into()];
    for word in words {
        let orders: Vec<Order> = FORMS.iter().map(|form| read(&before, &form.replace('%', word))).collect();
        for called in things_named.iter().map(std::slice::from_ref).chain([&things_named[..]]) {
            let mut state = before.clone();
            for id in called {
                let from = state.name(*id).into();
                state.replay([&Event::Renamed { id: *id, from, to: capitalized(word).into() }]);
            }
            for order in &orders {
                let text = order_text(&state, order);
                assert_eq!(read(&state, &text), *order, "{called:?} called `{word}`: {text}");
            }
        }
    }
}

/// Things with words of orders as names, typed without quotes.
#[test]
fn a_name_that_is_read_as_a_word_is_said_to_need_quotes() {
    let ground = "(title: \"Plain\", rows: [\".....\", \".....\", \".....\", \".....\", \".....\"], legend: {'.': \"open\"}, \
                  places: {\"Old Mill\": \"A1\", \"Road to Rome\": \"A2\"})";
    let mut state = field_on(Some(ground), "", "A @C5, B @C4, C @C3 v Y @E1, X @E2");
    for (id, name) in [
        (Id(11), "Lost"),
        (Id(12), "Guard to Follow"),
        (Id(13), "nobody"),
        (Id(5), "In"),
        (Id(21), "anyway"),
        (Id(2), "Blue and Lost"),
    ] {
        state.replay([&Event::Renamed { id, from: state.name(id).into(), to: name.into() }]);
    }
    for (order, name) in [
        ("move Lost to C5", "Lost"),
        ("lose LOST 1", "Lost"),
        ("volley X at Lost", "Lost"),
        ("scrud In v X", "In"),
        ("scrud Guard + nobody v X", "nobody"),
        ("flee anyway", "anyway"),
        ("volley Guard at anyway", "anyway"),
        ("move Guard to Follow to C5", "Guard to Follow"),
        ("face Guard to Follow", "Guard to Follow"),
        ("first Blue and Lost", "Blue and Lost"),
        ("place Guard at Road to Rome", "Road to Rome"),
        ("move Guard to Road to Rome", "Road to Rome"),
    ] {
        let error = parse_instruction(order, &state).expect_err(order);
        assert_eq!(error.hint, Some(format!("to use it as a name, write `\"{name}\"`")), "{order}: {error}");
        let quoted = order.replace(name, &format!("\"{name}\"")).replace("LOST", "\"Lost\"");
        let read = parse_instruction(&quoted, &state);
        assert!(
            read.as_ref()
                .err()
                .is_none_or(|error| error.hint.as_ref().is_none_or(|hint| !hint.contains("to use it as a name"))),
            "{quoted}: {read:?}"
        );
    }
    // Also the name of a new thing, and a name that does not exist.
    for (order, name) in [
        ("unit In for Red", "In"),
        ("rename Guard to Lost", "Lost"),
        ("stack to for Red", "to"),
        ("what if at", "at"),
        ("merge with into In", "with"),
    ] {
        let error = parse_instruction(order, &state).expect_err(order);
        assert_eq!(error.hint, Some(format!("to use it as a name, write `\"{name}\"`")), "{order}: {error}");
    }
    // Without such names, the message does not mention names.
    for order in ["move Guard to", "scrud Guard v", "lose Guard", "place Guard at Q", "place Guard at Old"] {
        let error = parse_instruction(order, &state).expect_err(order);
        assert!(!error.hint.clone().unwrap_or_default().contains("to use it as a name"), "{order}: {error:?}");
    }
}
