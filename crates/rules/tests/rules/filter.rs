//! Filters of the diary: reading, printing, and refusals with their place.

use std::sync::Arc;
use wardiary_base::{
    book::{ClockDraft, Rulebook, RulebookDraft},
    id::{SideId, StackId},
    text::Text,
};
use wardiary_rules::{
    event::Event,
    notation::{Criterion, FilterTerm, parse_filter},
    state::State,
};

fn state() -> State {
    let mut state = State::new(Arc::new(Rulebook::default_rules()));
    for (id, name) in (1..).zip(["Germans", "Turn of the tide"]) {
        state.replay([&Event::SideMade { id: SideId(id), name: name.into() }]);
    }
    state.replay([&Event::StackMade {
        id: StackId(5),
        side: SideId(1),
        name: "XX Corps".into(),
        formation: Text::default(),
    }]);
    state
}

#[test]
fn a_filter_is_read_and_printed_as_the_same() {
    let state = state();
    for (text, terms) in [
        ("", vec![]),
        ("fog", vec!["fog"]),
        ("side Germans turn 3", vec!["side Germans", "turn 3"]),
        ("stack XX Corps turn 3-5 dice table", vec!["stack XX Corps", "turn 3-5", "dice table"]),
        ("side \"Turn of the tide\" not kind end turn", vec!["side \"Turn of the tide\"", "not kind end turn"]),
        ("turn 3 on entry 4 to 8 marked", vec!["turn 3 on", "entry 4 to 8", "marked"]),
        ("marked !? or text \"a b\" dice", vec!["marked !?", "text \"a b\"", "dice"]),
        ("mechanism scrud bookmarked fork abandoned", vec!["mechanism scrud", "bookmarked", "fork", "abandoned"]),
        ("\"turn\" 9 not fog", vec!["\"turn\"", "9", "not fog"]),
        ("lucky or not unlucky turn 3", vec!["lucky", "not unlucky", "turn 3"]),
        (
            "lucky for Germans unlucky for \"Turn of the tide\"",
            vec!["lucky for Germans", "unlucky for \"Turn of the tide\""],
        ),
        ("side Germans lucky", vec!["side Germans", "lucky for Germans"]),
        ("not unlucky stack XX Corps turn 2", vec!["not unlucky for Germans", "stack XX Corps", "turn 2"]),
        ("side Germans side \"Turn of the tide\" lucky", vec!["side Germans", "side \"Turn of the tide\"", "lucky"]),
        ("not side Germans lucky", vec!["not side Germans", "lucky"]),
        ("side Germans text fog or lucky", vec!["side Germans", "text fog", "lucky"]),
    ] {
        let read = parse_filter(text, &state).unwrap_or_else(|e| panic!("{text}: {}", e.reason));
        let found: Vec<String> = read.alternatives.iter().flatten().map(FilterTerm::to_string).collect();
        assert_eq!(found, terms, "{text}");
        assert_eq!(parse_filter(&read.to_string(), &state), Ok(read), "{text}");
    }
}

/// A clock's unit is a word of the language only with a number behind it, and only while the rules have a clock.
#[test]
fn a_filter_knows_the_words_of_the_clock() {
    let day = RulebookDraft {
        clock: Some(ClockDraft { parts: Some(vec!["dawn".into(), "dusk".into()]), ..ClockDraft::default() }),
        ..RulebookDraft::default()
    };
    let bound = RulebookDraft {
        clock: Some(ClockDraft { unit: Some("turn".into()), ..ClockDraft::default() }),
        ..RulebookDraft::default()
    };
    let time = Criterion::Time;
    let says = |text: &str| Criterion::Contains(text.into());
    let germans = || Criterion::Concerns(SideId(1).into());
    for (rules, text, asks) in [
        (Some(&day), "day 3", vec![time(3..=3, None)]),
        (Some(&day), "DAY 3 dusk fog", vec![time(3..=3, Some(1)), says("fog")]),
        (Some(&day), "day 3 noon", vec![time(3..=3, None), says("noon")]),
        (Some(&day), "day 3-5", vec![time(3..=5, None)]),
        (Some(&day), "day 3 on side Germans", vec![time(3..=u32::MAX, None), germans()]),
        (Some(&day), "side Germans day 3", vec![germans(), time(3..=3, None)]),
        (Some(&day), "day dusk", vec![says("day"), says("dusk")]),
        (Some(&day), "text day 3", vec![says("day"), says("3")]),
        (Some(&bound), "turn 3", vec![Criterion::Turn(3..=3)]),
        (None, "day 3", vec![says("day"), says("3")]),
    ] {
        let mut state = state();
        let changed = rules.map(|rules| Event::RulesChanged(Box::new(rules.clone())));
        state.replay(&changed.into_iter().collect::<Vec<_>>());
        let read = parse_filter(text, &state).unwrap_or_else(|e| panic!("{text}: {}", e.reason));
        let found: Vec<Criterion> = read.alternatives.iter().flatten().map(|term| term.criterion.clone()).collect();
        assert_eq!(found, asks, "{text}");
        assert_eq!(parse_filter(&read.to_string(), &state), Ok(read), "{text}");
    }
}

#[test]
fn unreadable_filters_are_reported_with_positions() {
    let state = state();
    for (text, at, what) in [
        ("side Germns", 5, "there is no side called “Germns”"),
        ("fog turn x", 9, "expected a turn"),
        ("turn 5-3", 5, "5 comes after 3"),
        ("kind scrd", 5, "no order begins with “scrd”"),
        ("mechanism fog", 10, "expected `edna`, `scrud`"),
        ("fog or", 6, "another condition is missing here"),
        ("or fog", 0, "`or` needs a condition on either side"),
        ("text", 4, "a word, or a text in quotes is missing here"),
        ("\"fog", 0, "the quotes are not closed"),
        ("by Germns", 3, "there is no side called “Germns”"),
        ("lucky for Germns", 10, "there is no side called “Germns”"),
    ] {
        let error = parse_filter(text, &state).expect_err(text);
        assert!(error.reason.starts_with(what), "{text}: {}", error.reason);
        assert_eq!(error.at.start, at, "{text}");
    }
    assert_eq!(parse_filter("kind scrd", &state).expect_err("no kind").hint.as_deref(), Some("did you mean `scrud`?"));
}
