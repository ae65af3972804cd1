//! Words that orders are written with as names of things: what is printed is quoted where it must be, and reads back as
//! the same order. That each word which may follow a name is declared as a keyword is checked by the reader whenever it
//! looks for one behind a name, as it does here for every form.

use crate::harness::field::field;
use std::collections::BTreeSet;
use wardiary::{
    event::Event,
    id::{BattleId, Id, SideId, StackId, UnitId},
    notation::{Instruction, instruction, order_text},
    order::{KEYWORDS, Order, Verb},
    state::State,
};

/// Every form of every order, things by their numbers: side #1, stacks #5 and #7, units #11 to #13, against #2, #6 and
/// #21, in the battle #40. `%` stands for a new name.
const FORMS: &[&str] = &[
    "scrud #1 + #5 + #11 v #2 bonus 1",
    "scrud #11 penalty 2 support #12 counter #21 v #6 bonus 1 support #21",
    "edna #11 for \"a reason\"",
    "edna #11",
    "initiative in #40",
    "first #1 in #40",
    "pass in #40",
    "end battle in #40 because \"a reason\"",
    "end turn in #40",
    "withdraw #5",
    "commit #11 + #12 to #5",
    "reroll #11 die 2 + #12 for #1 in #40",
    "stand #1 in #40",
    "lose #11 1 because \"a reason\"",
    "restore #11 1",
    "eliminate #11 because \"a reason\"",
    "promote #5 + #11 1 this phase because \"a reason\"",
    "promote #11 1 because \"a reason\"",
    "demote #11 2 this combat because \"a reason\"",
    "rally #11 1 because \"a reason\"",
    "shake #11 1",
    "wear #11 fire",
    "wear #11 manoeuvre",
    "note \"%\"",
    "battle \"%\" with #1 + #11 v #2 as #60",
    "reinforce #11 + #12 in #40",
    "side \"%\" as #60",
    "stack \"%\" for #1 as #60",
    "unit \"%\" in #5 kind infantry strength 2 edna 8 grade green as #60",
    "unit \"%\" for #1 lost 1 worn 1 test Nerve pass-one 2d 4- stats attack 2 as #60",
    "assign #11 + #12 to #7",
    "detach #11 + #12",
    "rename #11 to \"%\"",
    "rename #5 to \"%\"",
    "rename #1 to \"%\"",
    "rename #40 to \"%\"",
    "date \"%\"",
    "rules change \"(scrud: (phases: 2))\"",
    "test #5 + #11 for \"Nerve\" in parallel",
    "test #11 for \"Nerve\"",
    "volley #11 at #21 + #22 range 2 with general in cover",
    "volley #11 at #21",
    "argue \"%\" by #1 for \"a\" against \"b\" roll 2d6 7+ then promote #5 + #11 1 this combat",
    "argue \"%\" succeeds then demote #11 1",
    "argue \"%\" by #1 test 4+",
    "argue \"%\" by #1 fails",
    "branch \"%\"",
    "posture #5 defensive",
    "lead #5 with #11",
    "unlead #5",
    "screen #5 for #7 front",
    "screen #5 for unit #11",
    "screen #5 for structure \"%\"",
    "unscreen #5",
    "merge #5 into #7",
    "stats #11 to attack 2",
    "conflict #5 + #7 v #6",
    "strike #5 at #6 front",
    "strike #5 at #6",
    "hold #5",
    "round #5",
    "rotate #5 2",
    "join #5 to #7",
    "flee #5",
    "disengage #5",
];

fn read(state: &State, text: &str) -> Order {
    match instruction(text, state) {
        Ok(Instruction::Order(order)) => order,
        other => panic!("{text}: {other:?}"),
    }
}

fn things() -> State {
    field("", "A green, B green, C green + D green v X yellow, Y yellow")
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
        for called in things_named.iter().map(std::slice::from_ref).chain([&things_named[..]]) {
            let mut state = before.clone();
            for id in called {
                let from = state.name(*id);
                state.apply(&Event::Renamed { id: *id, from, to: word.into() });
            }
            for form in FORMS {
                let order = read(&state, &form.replace('%', word));
                let text = order_text(&state, &order);
                assert_eq!(read(&state, &text), order, "{called:?} called `{word}`: {text}");
            }
        }
    }
}
