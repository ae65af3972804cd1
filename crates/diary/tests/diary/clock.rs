//! The campaign's clock: the sentences as time passes, and the effect of a change of the clock. Source: RULES 7.

use wardiary_base::book::Moment;
use wardiary_diary::diary::account;
use wardiary_harness_rules::field::{field, give, give_order};
use wardiary_rules::{
    event::{ClockEvent, Event},
    state::{EventError, EventProblem, Scheduled, State},
};

const PARTS: &str = r#"(clock: (parts: ["dawn", "day", "dusk"]))"#;

fn told_of(state: &mut State, order: &str) -> Vec<String> {
    let given = give_order(state, order).unwrap_or_else(|e| panic!("{order}: {e}")).expect("it is given");
    let entry = wardiary_diary::diary::Entry {
        no: 1,
        after: None,
        at: jiff::Timestamp::UNIX_EPOCH,
        by: None,
        order: given.order,
        dice: given.dice,
        events: given.events,
        seal: wardiary_diary::diary::seal::Seal::default(),
    };
    account(&given.before, &entry, state).sentences
}

#[test]
fn due_notes_appear_in_scheduled_order() {
    let mut state = field(PARTS, "A v X");
    assert_eq!(state.time(), None, "nobody has used the clock");
    give(&mut state, "end battle").expect("nothing is fought");
    assert_eq!(
        told_of(&mut state, "schedule \"the Guard arrives\" at day 1 dusk"),
        ["scheduled for day 1, dusk as number 1"]
    );
    assert_eq!(told_of(&mut state, "schedule rain at dusk"), ["scheduled for day 1, dusk as number 2"]);
    assert_eq!(told_of(&mut state, "schedule fog at day 1 day"), ["scheduled for day 1, day as number 3"]);
    assert_eq!(
        told_of(&mut state, "schedule frost at dawn"),
        ["scheduled for day 2, dawn as number 4"],
        "the next there is"
    );
    assert_eq!(told_of(&mut state, "advance"), ["it is day 1, day", "due now: 3 “fog”"]);
    assert_eq!(state.time().as_deref(), Some("day 1, day"));
    assert_eq!(told_of(&mut state, "settle 3 because \"it lifts\""), ["settled: “fog”"]);
    let told = told_of(&mut state, "advance");
    assert_eq!(told, ["it is day 1, dusk", "due now: 1 “the Guard arrives”", "due now: 2 “rain”"]);
    // An item that was due before is not reported again.
    give(&mut state, "advance ! LeftOver").expect("it is due yet");
    give(&mut state, "advance leaving item 1 ! LeftOver").expect("2 is due too");
    give(&mut state, "advance leaving item 1 and item 4 and item 2 ! NotOpen").expect("4 is not due");
    let left = told_of(&mut state.clone(), "advance leaving item 2 and item 1");
    assert_eq!(left, ["it is day 2, dawn", "due now: 4 “frost”"]);
    assert_eq!(told_of(&mut state, "advance anyway"), ["it is day 2, dawn", "due now: 4 “frost”"]);
    let calendar = state.calendar();
    assert_eq!(calendar.due().iter().map(|s| s.item).collect::<Vec<_>>(), [1, 2, 4]);
    assert!(calendar.upcoming().is_empty());
    assert_eq!(calendar.next_item(), 5, "a number is not given twice");
}

#[test]
fn a_change_of_the_clock_keeps_every_moment_within_it() {
    let mut state = field(PARTS, "A v X");
    for order in ["end battle", "schedule rain at day 2 dusk", "advance", "advance"] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    let change = r#"rules change "(clock: (unit: \"bound\", parts: [\"first\"]))""#;
    give(&mut state, change).expect("another clock");
    assert_eq!(state.time().as_deref(), Some("bound 1, first"));
    let rain = Scheduled { item: 1, due: Moment { count: 2, part: 0 }, text: "rain".into(), force: None };
    assert_eq!(state.calendar().scheduled(), [rain]);
    give(&mut state, "rules change \"(clock: (unit: \\\"\\\", parts: []))\"").expect("none");
    assert_eq!(state.time(), None);
    give(&mut state, "advance ! NoClock").expect("there is none");
}

#[test]
fn events_that_can_not_have_happened() {
    let mut state = field(PARTS, "A v X");
    give(&mut state, "schedule rain at day 2 dusk").expect("it is ahead");
    let at = |count, part| Moment { count, part };
    let cases = [
        (ClockEvent::Advanced { from: at(1, 0), to: at(1, 0) }, EventProblem::NotLater { to: at(1, 0) }.at("to")),
        (ClockEvent::Advanced { from: at(1, 0), to: at(1, 3) }, EventProblem::NoMoment { moment: at(1, 3) }.at("to")),
        (
            ClockEvent::Scheduled { item: 2, at: at(0, 0), what: "fog".into(), who: None },
            EventProblem::NoMoment { moment: at(0, 0) }.at("at"),
        ),
        (
            ClockEvent::Scheduled { item: 1, at: at(3, 0), what: "fog".into(), who: None },
            EventProblem::NotNext { what: "scheduled item", number: 1, next: 2 }.at("item"),
        ),
        (ClockEvent::Settled { item: 2 }, EventProblem::NoSuch { what: "waiting item", number: 2 }.at("item")),
    ];
    for (event, error) in cases {
        assert_eq!(state.clone().apply(&Event::Clock(event.clone())), Err(error), "{event:?}");
    }
    let elsewhere = ClockEvent::Advanced { from: at(1, 1), to: at(1, 2) };
    assert!(matches!(
        state.clone().apply(&Event::Clock(elsewhere)),
        Err(EventError { problem: EventProblem::Differs { .. }, .. })
    ));
}
