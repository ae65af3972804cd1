//! All problems of a document, found at once.

use serde::{Deserialize, de::DeserializeOwned};
use wardiary_base::{book::RulebookDraft, document::read_recovering};

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
#[allow(dead_code, reason = "only the problems matter")]
struct Roll {
    sides: Vec<Named>,
    stacks: Vec<Named>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "only the problems matter")]
struct Named {
    id: u32,
    name: String,
}

fn told<T: DeserializeOwned>(text: &str) -> Vec<String> {
    read_recovering::<T>(text).into_problems().iter().map(ToString::to_string).collect()
}

#[test]
fn all_faults_of_a_rulebook_are_found_at_once() {
    let text = "(\n name: \"mine\",\n scrud: (\n  extra: Ignored,\n  phases: \"three\",\n  carry: PerPhases,\n  defeat: \
                [Demote, Demoted],\n ),\n edna: (dice: (2, 0), strat: 9),\n turns: (),\n)";
    let wanted = [
        "line 4, column 3: scrud: there is no field `extra` (did you mean `extras`?)",
        "line 5, column 11: scrud.phases: expected a whole number",
        "line 6, column 10: scrud.carry: there is no word `PerPhases` (did you mean `PerPhase`?)",
        "line 7, column 20: scrud.defeat.1: there is no word `Demoted` (did you mean `Demote`?)",
        "line 9, column 19: edna.dice.1: a die has 2 to 100 sides, not 0 (write 2D6 as `(2, 6)`, a single D6 as `6`)",
        "line 9, column 23: edna: there is no field `strat` (did you mean `start`?)",
        "line 10, column 2: there is no field `turns` (did you mean `turn`?)",
    ];
    assert_eq!(told::<RulebookDraft>(text), wanted);
}

#[test]
fn a_field_that_was_blanked_is_not_missed() {
    let text = "(sides: [(id: \"one\", name: \"A\"), (nmae: \"B\", id: 2), (id: 3)], stacks: [(id: 4 name: \"S\")])";
    let wanted = [
        "line 1, column 15: sides.0.id: expected a whole number",
        "line 1, column 35: sides.1: there is no field `nmae` (did you mean `name`?)",
        "line 1, column 54: sides.2: the field `name` is missing (add `name: …`)",
        "line 1, column 80: a comma is missing before this",
    ];
    assert_eq!(told::<Roll>(text), wanted);
}

#[test]
fn a_text_that_is_none_is_said_to_be_none_in_plain_words() {
    for text in
        ["", "Dear diary", "(name: \"a\"", "(name: \"a)", "[1, 2]", "(scrud: (phases: 1])", "(title: 3) x", "\u{1b}"]
    {
        let problems = told::<RulebookDraft>(text);
        assert!(!problems.is_empty(), "{text}");
        assert!(problems.iter().all(|p| !p.contains("Draft") && !p.contains("struct")), "{problems:?}");
    }
}
