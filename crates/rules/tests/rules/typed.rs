//! Whatever is typed or pasted as an order, it can be read on or said what is wrong, and completed.

use proptest::prelude::*;
use wardiary_harness_rules::field;
use wardiary_rules::notation::{completions, parse_instruction};

/// Words that orders are made of, blanks and signs of all kinds, and anything.
fn typed() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "scrud",
        "volley",
        "edna",
        "note",
        "amend 1 to",
        "undo",
        "A",
        "X",
        "v",
        "at",
        "for",
        "#1",
        "3d6",
        "\"",
        "\\\"",
        "\\u{",
        "+",
        ",",
        ":",
        " ",
        "  ",
        "\t",
        "\n",
        "\u{a0}",
        "\u{2003}",
        "\u{3000}",
        "é",
        "€",
        "😀",
    ]);
    let piece = prop_oneof![6 => word.prop_map(String::from), 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A suggestion takes the place of whole characters.
    #[test]
    fn anything_can_be_typed(text in typed()) {
        let state = field::field("()", "A, B v X, Y");
        let _ = parse_instruction(&text, &state);
        for suggestion in completions(&text, &state) {
            prop_assert!(text.get(suggestion.at.clone()).is_some(), "{text:?}: {suggestion:?}");
        }
    }
}

/// A blank of more than one byte, as web pages have them.
#[test]
fn a_blank_that_does_not_break() {
    let state = field::field("()", "A, B v X, Y");
    let offered = |text: &str| completions(text, &state).into_iter().map(|s| (s.at, s.text)).collect::<Vec<_>>();
    let shifted: Vec<_> = offered("scrud ").into_iter().map(|(at, text)| (at.start + 1..at.end + 1, text)).collect();
    assert!(!shifted.is_empty());
    assert_eq!(offered("scrud\u{a0}"), shifted);
}

/// Many are called by a word in the midst of their names.
#[test]
fn a_name_is_found_by_any_word_of_it() {
    let mut state = field::field("()", "A, B v X, Y");
    for order in ["rename A to \"6th (Inniskilling) Dragoons\"", "rename B to \"Inner Guard\""] {
        field::give(&mut state, order).expect("it is no name of another");
    }
    let offered = |text: &str| completions(text, &state).into_iter().map(|s| s.text).collect::<Vec<_>>();
    let (guard, dragoons) = ("\"Inner Guard\"", "\"6th (Inniskilling) Dragoons\"");
    assert_eq!(offered("scrud inn"), [guard, dragoons], "whose names begin so come first");
    assert_eq!(offered("scrud drag"), [dragoons]);
    assert!(!offered("scrud skill").iter().any(|text| text == dragoons), "but not by the midst of a word");
}
