//! The forms in the help are orders, whatever is left out of them and whichever alternative is taken.

use wardiary_harness_rules::field::{field_on, give};
use wardiary_rules::{
    notation::{Instruction, parse_instruction},
    order::ORDER_FORMS,
};

/// All texts of a form: with and without what is in brackets, and with each alternative.
///
/// Alternatives are phrases within brackets, but words where they are placeholders or outside of brackets.
fn texts(form: &str) -> Vec<String> {
    let is_placeholder = |word: &str| word.chars().all(|c| c.is_ascii_uppercase());
    if let Some(open) = form.find('[') {
        let mut depth = 0;
        let closes = |c: char| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            depth == 0
        };
        let close = open + form[open..].find(closes).expect("each bracket is closed");
        let (before, within, after) = (form[..open].trim_end(), &form[open + 1..close], &form[close + 1..]);
        let are_words = within.split(" | ").skip(1).all(is_placeholder);
        let parts = if are_words { vec![within] } else { within.split(" | ").collect() };
        let with = parts.iter().flat_map(|part| texts(&format!("{before} {part}{after}")));
        return texts(&format!("{before}{after}")).into_iter().chain(with).collect();
    }
    let mut parts = form.split(" | ");
    let first = parts.next().unwrap_or_default();
    let before = first.rsplit_once(' ').map_or("", |(before, _)| before);
    std::iter::once(first.into()).chain(parts.map(|part| format!("{before} {part}"))).collect()
}

/// The text with a sample in place of each placeholder.
fn filled(text: &str) -> String {
    let is = |verb: &str| text.starts_with(verb);
    let words = text.split(' ').enumerate().map(|(at, word)| match word {
        "FORCE" | "STACK" if at > 1 => "#6",
        "FORCE" | "STACK" | "THING" => "#5",
        "UNIT" => "#11",
        "BATTLE" => "#40",
        "MAP" if is("map") => r#""(title: \"New\", rows: [\"..\"], legend: {'.': \"open\"})""#,
        "MAP" => "#50",
        "TEXT" if is("rules") => r#""(scrud: (phases: 2))""#,
        "TEXT" if is("theatre") => r#""(network: (places: [\"Thorn\"], roads: []))""#,
        "SIDE" if is("rules") => "Blue",
        "K" if is("rules") => "infantry",
        "SIDE" => "#1",
        "PLACE" if is("theatre") => ["C5", "C4"][at / 4 % 2],
        "NAME" | "TEXT" | "TEST" | "TABLE" | "TERRAIN" | "WEAPON" | "LEVEL" | "K" | "G" => "\"a text\"",
        "AREA" | "PLACE" => ["C5", "C4"][at % 2],
        "EDGE" if is("screen") => "left",
        "EDGE" if is("terrain") => "river",
        "EDGE" => "e",
        "DICE" => "2d6",
        "Nx" => "3x",
        "N" => "1",
        "PART" => "dawn",
        "ORDER" => "pass",
        word => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn each_form_in_the_help_is_an_order_of_its_verbs() {
    let ground =
        "(title: \"Plain\", rows: [\".....\", \".....\", \".....\", \".....\", \".....\"], legend: {'.': \"open\"})";
    let clock = "(clock: (parts: [\"dawn\", \"dusk\"]))";
    let mut state = field_on(Some(ground), clock, "A green, B green, C green + D green v X yellow, Y yellow");
    give(&mut state, "theatre map Plain").expect("it is laid out");
    // These need something due, or a Conflict.
    let need_more = ["give 1", "cancel 1", "grant 1", "conflict #5", "round", "disengage"];
    for form in ORDER_FORMS.iter().filter(|form| !form.verbs.is_empty()) {
        let text = form
            .text
            .replace("promote | demote …", "promote FORCE")
            .replace(" + …", "")
            .replace(", …", "")
            .replace(" …", "");
        for typed in text.split(", ").flat_map(texts).map(|text| filled(&text)) {
            match parse_instruction(&typed, &state) {
                Ok(Instruction::Order(order)) => assert!(form.verbs.contains(&order.verb()), "{typed}"),
                Err(_) if need_more.contains(&typed.as_str()) => {}
                other => panic!("{}: `{typed}`: {other:?}", form.text),
            }
        }
    }
}
