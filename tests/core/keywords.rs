//! Words that orders are written with as names of things: what is printed is quoted where it must be, and reads back as
//! the same order. That each word which may follow a name is declared as a keyword is checked by the reader whenever it
//! looks for one behind a name, as it does here for every form.

use crate::harness::{arbitrary::FORMS, field::field_on};
use std::collections::BTreeSet;
use wardiary::{
    event::Event,
    id::{BattleId, Id, SideId, StackId, UnitId},
    notation::{Instruction, instruction, order_text},
    order::{KEYWORDS, Order, Verb},
    state::State,
};

fn read(state: &State, text: &str) -> Order {
    match instruction(text, state) {
        Ok(Instruction::Order(order)) => order,
        other => panic!("{text}: {other:?}"),
    }
}

fn things() -> State {
    let ground =
        "(title: \"Plain\", rows: [\".....\", \".....\", \".....\", \".....\", \".....\"], legend: {'.': \"open\"})";
    field_on(Some(ground), "", "A green, B green, C green + D green v X yellow, Y yellow")
}

#[test]
fn each_order_has_a_form_here() {
    let state = things();
    let told: BTreeSet<Verb> = FORMS.iter().map(|form| read(&state, form).verb()).collect();
    let missing: Vec<&Verb> = Verb::ALL.iter().filter(|verb| !told.contains(verb)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The word as the name of one of the things, or of all, and of what is made.
#[test]
fn a_thing_may_be_called_by_any_word_that_orders_are_written_with() {
    let own = ["of", "side", "stack", "unit", "battle", "undo", "redo", "goto", "amend", "anyway", "what", "if"];
    let verbs = Verb::ALL.iter().flat_map(|verb| verb.as_str().split(' ').chain([verb.as_str()]));
    let words: BTreeSet<&str> = KEYWORDS.iter().copied().chain(own).chain(verbs).collect();
    let before = things();
    let things_named: [Id; 4] = [UnitId(11).into(), StackId(5).into(), SideId(1).into(), BattleId(40).into()];
    for word in words {
        let orders: Vec<Order> = FORMS.iter().map(|form| read(&before, &form.replace('%', word))).collect();
        for called in things_named.iter().map(std::slice::from_ref).chain([&things_named[..]]) {
            let mut state = before.clone();
            for id in called {
                let from = state.name(*id);
                state.apply(&Event::Renamed { id: *id, from, to: word.into() });
            }
            for order in &orders {
                let text = order_text(&state, order);
                assert_eq!(read(&state, &text), *order, "{called:?} called `{word}`: {text}");
            }
        }
    }
}
