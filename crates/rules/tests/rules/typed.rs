//! Any typed or pasted order gets a result or an error, and completions.

use proptest::prelude::*;
use wardiary_harness_rules::field;
use wardiary_rules::notation::{completions, completions_counted, parse_counted, parse_instruction};

/// Words of orders, blanks, signs of all kinds, and arbitrary text.
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

    /// A suggestion replaces whole characters.
    #[test]
    fn anything_can_be_typed(text in typed()) {
        let state = field::field("()", "A, B v X, Y");
        let _ = parse_instruction(&text, &state);
        for suggestion in completions(&text, &state) {
            prop_assert!(text.get(suggestion.at.clone()).is_some(), "{text:?}: {suggestion:?}");
        }
    }
}

/// A blank of several bytes, as on web pages.
#[test]
fn a_blank_that_does_not_break() {
    let state = field::field("()", "A, B v X, Y");
    let offered = |text: &str| completions(text, &state).into_iter().map(|s| (s.at, s.text)).collect::<Vec<_>>();
    let shifted: Vec<_> = offered("scrud ").into_iter().map(|(at, text)| (at.start + 1..at.end + 1, text)).collect();
    assert!(!shifted.is_empty());
    assert_eq!(offered("scrud\u{a0}"), shifted);
}

/// Many things have this word within their names.
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

/// The forms of a time are offered where something counts it.
#[test]
fn a_place_in_the_diary_is_completed() {
    const CLOCK: &str = r#"(clock: (unit: "day", parts: ["dawn", "dusk"]))"#;
    for (rules, line, offered) in [
        (CLOCK, "goto ", &["turn", "day"][..]),
        (CLOCK, "goto d", &["day"]),
        (CLOCK, "goto day 2 ", &["dawn", "dusk"]),
        (CLOCK, "goto day 2 du", &["dusk"]),
        (CLOCK, "undo ", &["to"]),
        (CLOCK, "undo to ", &["turn", "day"]),
        (CLOCK, "what if night from ", &["turn", "day"]),
        ("()", "goto ", &["turn"]),
    ] {
        let state = field::field(rules, "A v X");
        let found: Vec<String> = completions(line, &state).into_iter().map(|s| s.text).collect();
        let words: Vec<&str> = found.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        assert_eq!(words, offered, "{line}");
    }
}

/// Reading and completing a line takes time proportional to its length, whatever the line repeats.
#[test]
fn a_line_ten_times_as_long_takes_ten_times_the_steps() {
    let state = field::field("()", "A, B v X, Y");
    for (begin, again, reads) in [
        ("scrud A", " + B", false),
        ("scrud A v X", " + Y", true),
        ("scrud A v X support A", " + B counter X", true),
        ("withdraw A", " B", false),
        ("commit A", " + B", false),
        ("detach A", " + B", true),
        ("test A", " + B", false),
        ("reroll A", " + B die 2", false),
        ("recover A", " + B", true),
        ("volley A at X", " + Y", true),
        ("volley A at X", " range 1", false),
        ("volley A at X", " with general", false),
        ("move A by C1", " C2", true),
        ("move A to C1", ", B to C1", true),
        ("stats A to", " attack 1", true),
        ("stats A to", " ruler heir", true),
        ("unit N", " weapon muskets", true),
        ("battle N with A", " v X", true),
        ("battle N with A", " + B", true),
        ("tell Red", " + Blue", false),
        ("rename A to", " word", true),
        ("terrain", " C1", false),
        ("amend 1 dice 1", ",1", true),
        ("amend 1", " to", true),
        ("remark 1 \"x\" with a", ", a", true),
        ("note \"", "\\\"", false),
        ("note \"", "\\u{41}", false),
        ("note", " word", true),
        ("orders A", " of A", false),
        ("grant 1", " as grant 1", false),
        ("give 1", " as give 1", false),
        ("goto", " word", true),
        ("goto turn 3", " word", false),
        ("\"", "\" \"", false),
        ("1d1", "-1d1", false),
    ] {
        let cost = |many: usize| {
            let line = format!("{begin}{}", again.repeat(many));
            let (read, steps) = parse_counted(None, &line, &state);
            let (_, more) = completions_counted(None, &line, &state);
            (read.is_ok(), (steps + more).max(line.len()))
        };
        let ((reads_short, short), (_, long)) = (cost(100), cost(1_000));
        assert!(long <= 11 * short, "{begin}{again}…: {short} steps, then {long}");
        assert!(reads_short || !reads, "{begin}{again}…: {:?}", parse_instruction(&format!("{begin}{again}"), &state));
    }
}

/// An error repeats at most 200 characters of the input.
#[test]
fn an_error_repeats_little() {
    let state = field::field("()", "A, B v X, Y");
    let word = "z".repeat(10_000);
    for line in [
        word.clone(),
        format!("scrud {word}"),
        format!("scrud \"{word}\""),
        format!("scrud A v X {word}"),
        format!("scrud A v X {}", "9".repeat(10_000)),
        format!("lose A {}", "9".repeat(10_000)),
        format!("remark 1 {}", "!".repeat(10_000)),
        format!("advance {word}"),
        format!("note \"{word}"),
        format!("place A at {word}"),
        format!("rules change \"({word}: 1)\""),
        format!("march A to {word}"),
    ] {
        let Err(error) = parse_instruction(&line, &state) else { panic!("{}", &line[..20]) };
        let said = [&error.reason, &error.hint.clone().unwrap_or_default(), &error.with_pointer(&line)];
        let many = said.iter().map(|said| said.matches(['z', '9', '!']).count()).max();
        assert!(many <= Some(210), "{}: {said:?}", &line[..20]);
        let shown = error.with_pointer(&line);
        let (text, mark) = shown.split_once('\n').expect("two lines");
        assert!(mark.chars().count() <= text.chars().count() + 1, "{shown}");
    }
}
