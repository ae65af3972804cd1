//! Staff work: messages that reach a side when they are due, the orders that sides hand in, and rulings on the
//! knowledge of sides. Source: RULES 7.

use wardiary_harness_rules::field::{field, give, give_order};

use proptest::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::dice::source::ReplayedDice;
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
    text::Text,
};
use wardiary_diary::{
    assets::scenario,
    diary::{Diary, Record},
    projection::Projector,
};
use wardiary_harness_diary::{garrison::VANGUARD, play};
use wardiary_rules::{
    event::{Event, StaffEvent},
    notation::{Instruction, orders_by_force, parse_instruction, replaced_orders, sighting_text},
    order::{Order, Posture, StaffOrder},
    rules::{
        may_give,
        sighting::{all_knowledge, knowledge_of},
    },
    state::{AnswerKind, EventProblem, State, Unit, VisibilityRuling},
};

const RED: SideId = SideId(1);
const BLUE: SideId = SideId(2);
const CLOCK: &str = r#"(clock: (parts: ["dawn", "day", "dusk"]))"#;
const FOG: &str = r#"(clock: (unit: "day"), march: (allowance: 1), sight: (range: 0, memory: 1, seen: (presence: Band([1]), strength: Band([3]))))"#;

fn give_all(state: &mut State, orders: &[&str]) {
    for order in orders {
        give(state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
}

/// The numbers of the messages that an order delivered, in order. An immediate message has no event for its delivery.
fn delivered(state: &mut State, order: &str) -> Vec<u32> {
    let given = give_order(state, order).unwrap_or_else(|e| panic!("{order}: {e}")).expect("it is given");
    let number = |event: &Event| match event {
        Event::Staff(StaffEvent::Delivered { message }) => Some(*message),
        _ => None,
    };
    given.events.iter().filter_map(number).collect()
}

#[test]
fn a_message_waits_until_it_is_due_and_is_delivered_once() {
    let mut state = field(CLOCK, "A v X");
    give_all(
        &mut state,
        &[
            "end battle",
            "tell Blue \"ride at once\"",
            "tell Blue \"third\" at day 2 dawn",
            "tell Red + Blue \"first\" at dusk",
            "tell Red \"second\" at day 1 dusk",
        ],
    );
    let told = |state: &State| -> Vec<Option<Moment>> { state.messages().iter().map(|m| m.delivered).collect() };
    let dawn = Moment { count: 1, part: 0 };
    assert_eq!(told(&state), [Some(dawn), None, None, None]);
    assert_eq!(delivered(&mut state, "advance"), [] as [u32; 0]);
    assert_eq!(delivered(&mut state, "advance"), [3, 4], "those of one moment as they were sent");
    assert_eq!(delivered(&mut state, "advance"), [2]);
    assert_eq!(delivered(&mut state, "advance"), [] as [u32; 0], "and never again");
    give(&mut state, "tell Blue \"late\" at day 1 dusk ! NotAhead").expect("it has passed");
    give(&mut state, "tell Blue \" \" ! NothingSaid").expect("it has no text");
    give(&mut state, &format!("tell Blue \"{}\" ! TooLong", "x".repeat(4_001))).expect("it is too long");
}

#[test]
fn orders_that_are_handed_in_are_granted_or_refused() {
    let mut state = field(CLOCK, "A, B v X");
    give_all(
        &mut state,
        &[
            "end battle",
            "orders Red \"lose A 1 because \\\"a forced march\\\"\"",
            "orders Red \"hold the ford at all costs\" due dusk",
            "orders Blue \"rename X to Y\" due day 2 dawn",
            "orders Blue \"lose X 9\"",
            // An item that is due is not forgotten.
            "advance ! LeftOver",
            "grant 3 ! NotDue",
            "grant 4 ! NotGranted",
            "grant 7 as note \"x\" ! NoSuchOrders",
            "grant 1 as give 1 as note \"x\" ! MustBeAlone",
            "grant 1 as grant 4 as note \"x\" ! MustBeAlone",
        ],
    );
    let strength = |state: &State| state.units().iter().map(|unit| unit.strength_in_rules().now).collect::<Vec<_>>();
    assert_eq!(strength(&state), [4, 4, 4], "a refusal changes nothing");
    let given = give_order(&mut state, "grant 1").expect("it reads as an order").expect("it is given");
    assert!(matches!(given.order.effective_order(), Order::Lose { .. }));
    assert_eq!(strength(&state), [3, 4, 4], "its entry holds what came of it");
    give_all(
        &mut state,
        &[
            "refuse 4 because \"nobody dies of it\"",
            "grant 1 done ! Answered",
            "advance",
            "advance",
            "grant 2 done because \"they held\"",
            "advance",
            "grant 3",
        ],
    );
    assert_eq!(state.name(Id(21)), "Y");
    let answers: Vec<(&str, Option<&str>)> = state
        .written_orders()
        .iter()
        .map(|orders| orders.answer.as_ref().expect("all are answered"))
        .map(|answer| (answer.kind.word(), answer.why.as_ref().map(Text::raw)))
        .collect();
    let held = Some("they held");
    assert_eq!(
        answers,
        [("granted", None), ("granted", held), ("granted", None), ("refused", Some("nobody dies of it"))]
    );
    assert!(state.waiting_orders().is_empty());
}

/// Written orders have the same name for both sides of the mail, and their own side takes them back while they wait.
#[test]
fn a_side_takes_its_own_orders_back_while_they_wait() {
    let mut state = field(CLOCK, "A, B v X");
    let handed_in = ["end battle", "orders Red \"one\"", "orders Blue \"two\"", "orders Red \"three\""];
    give_all(&mut state, &handed_in);
    let labels = |state: &State| {
        state.waiting_orders().iter().map(|orders| state.orders_label(orders.number)).collect::<Vec<_>>()
    };
    assert_eq!(labels(&state), Vec::from(["R1", "B1", "R2"].map(String::from)));
    give(&mut state.clone(), "advance leaving order r1 and order 2 and order R2").expect("all three are due");
    let (red, blue) = (state.sides()[0].id, state.sides()[1].id);
    let cancel = Order::Staff(StaffOrder::Cancel { side: red, own_number: 2 });
    assert_eq!((may_give(&state, red, &cancel).is_ok(), may_give(&state, blue, &cancel).is_ok()), (true, false));
    give_all(&mut state, &["cancel r2", "refuse R2 ! Answered", "refuse b1", "grant 1 done"]);
    assert_eq!(labels(&state), Vec::<String>::new());
    let kinds: Vec<&str> =
        state.written_orders().iter().filter_map(|orders| Some(orders.answer.as_ref()?.kind.word())).collect();
    assert_eq!(kinds, ["granted", "refused", "cancelled"]);
    give_all(&mut state, &["cancel R1 ! Answered", "cancel R9 ! NoSuchOrders"]);
}

/// A newer order of the same side for the same force at the same time replaces the older one.
#[test]
fn newer_orders_replace_older_ones() {
    let mut state = field(CLOCK, "A + B v X over P-Q 1, Q-R 3");
    let march = |to: &str, due: &str| format!("orders Red \"march Reds to {to}\"{due}");
    let given = ["station Reds at P", "station Blues at R"].map(String::from);
    let asked =
        [march("Q", ""), march("R", " due day 2 dawn"), "orders Blue \"march Blues to Q\"".into(), march("R", "")];
    for order in given.iter().chain(&asked) {
        give(&mut state, order).expect(order);
    }
    assert_eq!(replaced_orders(&state), BTreeMap::from([(1, 4)]));
    assert_eq!(orders_by_force("grant all", &state), Some(Ok(vec!["grant B1".into(), "grant R3".into()])));
    give(&mut state, "cancel R3").expect("it waits");
    assert_eq!(replaced_orders(&state), BTreeMap::new());
    for (typed, wanted) in [
        ("grant all from Red", Ok(vec!["grant R1"])),
        ("grant R1 B1", Ok(vec!["grant R1", "grant B1"])),
        ("refuse 1, b1 because \"mud\"", Ok(vec!["refuse R1 because \"mud\"", "refuse B1 because \"mud\""])),
        ("grant R1 R2", Err("`grant R2`: orders R2 are due only on day 2, dawn")),
    ] {
        let found = orders_by_force(typed, &state).expect(typed).map_err(|refusal| refusal.reason);
        assert_eq!(
            found,
            wanted.map(|all| all.into_iter().map(String::from).collect()).map_err(String::from),
            "{typed}"
        );
    }
    assert_eq!(orders_by_force("grant R1", &state), None, "one order is read as it is");
}

/// Granting a side's request does not give rulings about others, or orders that only the referee may give.
#[test]
fn rulings_about_others_are_not_granted_as_they_stand() {
    let mut state = field(CLOCK, "A, B v X");
    let asked =
        ["lose X 1", "hide A from Blue", "end battle", "tell Blue \"yield\"", "rename X to Y", "assign B to Blues"];
    for (order, number) in asked.iter().zip(1..) {
        give(&mut state, &format!("orders Red {order:?}")).expect("any text is taken");
        let error = wardiary_rules::notation::parse_instruction(&format!("grant {number}"), &state).expect_err(order);
        assert!(error.reason.ends_with("only the referee may give this order, not Red"), "{}", error.reason);
        let hint = format!("to give it as the referee: `grant R{number} as {order}`");
        assert_eq!(error.hint, Some(hint));
    }
    give(&mut state, "grant 1 as lose X 1").expect("it is his own then");
}

#[test]
fn free_text_is_not_granted_as_it_stands() {
    let mut state = field("", "A v X");
    give(&mut state, "orders Red \"hold the ford\"").expect("any text is taken, without a clock too");
    let error = wardiary_rules::notation::parse_instruction("grant 1", &state).expect_err("it is no order");
    assert!(error.reason.starts_with("“hold the ford” can’t be carried out: "), "{}", error.reason);
    let hint = "`grant R1 as ORDER` carries out an order for it, `grant R1 done` settles it without one";
    assert_eq!(error.hint.as_deref(), Some(hint));
    give(&mut state, "orders Red \"hold the ford\" due day 3 ! NoClock").expect("no moments without a clock");
    give(&mut state, "grant 1 as note \"they hold\"").expect("another order in its place");
}

#[test]
fn rulings_say_what_a_side_knows_whatever_it_sees() {
    let mut state = field(FOG, "A, B + C v X, Y over P-Q 1, Q-R 1, R-S 1");
    give_all(&mut state, &["station Reds at P", "station Reds2 at Q", "station Blues at S", "advance"]);
    let told = |state: &State| -> Vec<String> {
        all_knowledge(state).map(|(side, known)| sighting_text(state, side, &known)).collect()
    };
    assert_eq!(told(&state), [] as [&str; 0], "they stand too far apart");
    give_all(&mut state, &["reveal Blues to Red because \"a deserter talked\""]);
    let all = "sighted by Red: Blues at S, in sight (2 units, infantry, 8 SP, white, EDNA 8)";
    assert_eq!(told(&state), [all]);
    // The force is known wherever it goes, without being seen again.
    give_all(&mut state, &["station Blues at R because \"by night\"", "advance"]);
    let seen = told(&state);
    assert_eq!(seen[0], all.replace("at S", "at R"));
    assert!(seen.iter().any(|line| line.starts_with("sighted by Blue: a force of Red at Q")), "{seen:?}");
    // A unit that is hidden by itself is not counted.
    give_all(&mut state, &["hide Y from Red"]);
    assert_eq!(told(&state)[0], "sighted by Red: Blues at R, in sight (1 unit, infantry, 4 SP, white, EDNA 8)");
    // A hidden stack is not seen even in the next place. One of its units can be revealed alone.
    give_all(&mut state, &["hide Reds2", "advance"]);
    assert_eq!(knowledge_of(&state, BLUE, state.force_of(wardiary_base::id::UnitId(13)).expect("it is there")), None);
    assert_eq!(told(&state).len(), 1);
    give_all(&mut state, &["reveal A to Blue", "reveal A to Blue ! AlreadyRuled", "hide Reds2 ! AlreadyRuled"]);
    let lone = "sighted by Blue: A at P, in sight (1 unit, infantry, 4 SP, white, EDNA 8)";
    assert!(told(&state).contains(&lone.into()), "{:?}", told(&state));
    give_all(
        &mut state,
        &["reveal A to Red ! OwnThing", "hide A from Red ! OwnThing", "hide Reds2 from Red ! OwnThing"],
    );
    // A later ruling replaces an earlier one, for all other sides or for one.
    give_all(&mut state, &["hide A", "reveal Reds2 to Blue"]);
    assert_eq!(state.effective_ruling(BLUE, Id(11)), Some(VisibilityRuling::Hidden));
    assert_eq!(state.effective_ruling(BLUE, Id(13)), Some(VisibilityRuling::Revealed), "a unit by its stack");
    assert_eq!(state.effective_ruling(RED, Id(13)), None, "its own side needs no ruling");
}

#[test]
fn battles_maps_and_sides_can_be_revealed_and_hidden() {
    let mut state = field("", "A v X on ..");
    give_all(&mut state, &["reveal Field to Red", "hide map Ground from Red", "reveal Red to Blue"]);
    assert_eq!(state.effective_ruling(RED, Id(40)), Some(VisibilityRuling::Revealed));
    assert_eq!(state.effective_ruling(RED, Id(50)), Some(VisibilityRuling::Hidden));
    assert_eq!(state.effective_ruling(BLUE, Id(11)), Some(VisibilityRuling::Revealed), "a unit by its side");
    give_all(&mut state, &["side Green as #70"]);
    give_all(&mut state, &["hide A"]);
    assert_eq!(
        state.effective_ruling(SideId(70), Id(11)),
        Some(VisibilityRuling::Hidden),
        "all others are all that there ever are"
    );
}

#[test]
fn events_that_can_not_have_happened() {
    let mut state = field(CLOCK, "A v X");
    give_all(&mut state, &["tell Red \"x\" at dusk", "orders Red \"x\"", "refuse 1"]);
    let text = || Text::from("x");
    let told = |message, sides| StaffEvent::Told { message, sides, text: text(), due: None };
    let cases = [
        (told(1, vec![RED]), EventProblem::NotNext { what: "message", number: 1, next: 2 }.at("message")),
        (told(2, vec![]), EventProblem::Nobody.at("sides")),
        (StaffEvent::Delivered { message: 1 }, EventProblem::NoSuch { what: "due message", number: 1 }.at("message")),
        (StaffEvent::Delivered { message: 2 }, EventProblem::NoSuch { what: "due message", number: 2 }.at("message")),
        (
            StaffEvent::HandedIn { number: 1, side: RED, text: text(), due: None },
            EventProblem::NotNext { what: "hand-in", number: 1, next: 2 }.at("number"),
        ),
        (
            StaffEvent::Granted { number: 1, why: None },
            EventProblem::NoSuch { what: "unanswered set of orders", number: 1 }.at("number"),
        ),
        (
            StaffEvent::Refused { number: 0, why: None },
            EventProblem::NoSuch { what: "unanswered set of orders", number: 0 }.at("number"),
        ),
        (
            StaffEvent::Revealed { what: Id(11), to: vec![RED] },
            EventProblem::BelongsTo { who: Id(11), side: RED }.at("what"),
        ),
        (
            StaffEvent::Hidden { what: Id(11), from: vec![RED] },
            EventProblem::BelongsTo { who: Id(11), side: RED }.at("what"),
        ),
    ];
    for (event, error) in cases {
        assert_eq!(state.clone().apply(&Event::Staff(event.clone())), Err(error), "{event:?}");
    }
    let nobody = StaffEvent::Hidden { what: Id(99), from: Vec::new() };
    assert_eq!(state.clone().apply(&Event::Staff(nobody)), Err(EventProblem::UnknownId { id: Id(99) }.at("what")));
    assert!(state.clone().apply(&Event::Staff(told(2, vec![SideId(9)]))).is_err());
}

#[test]
fn words_to_the_sides_outlast_the_campaign() {
    let mut state = field(CLOCK, "A v X");
    give_all(
        &mut state,
        &["end battle", "end campaign drawn", "tell all \"thank you\"", "orders Red \"x\" ! CampaignOver"],
    );
    assert_eq!(state.messages().len(), 1);
}

/// A side's own diary has the messages that reached it, at their time, and the orders that it handed in, with its own
/// numbers. Nothing reveals the number of the other sides' messages.
#[test]
fn a_side_sees_what_it_was_told_and_wrote_and_no_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = play::tannenberg(folder.path(), "t.ron");
    let mut orders = |orders: &[&str]| {
        for order in orders {
            play::give(&mut save, order, &[]).unwrap_or_else(|e| panic!("{order}: {}", e.what));
        }
        let sides: Vec<SideId> = save.diary().state().sides().iter().map(|side| side.id).collect();
        let seen = |side: &SideId| Projector::of(save.diary(), *side).expect("it can be made").diary().clone();
        (seen(&sides[0]), seen(&sides[1]))
    };
    let fog = r#"rules change "(clock: (unit: \"day\"), sight: (range: 0))""#;
    let (germans, russians) = orders(&[
        "end battle",
        fog,
        "orders Russians \"SENTINEL\"",
        "orders Germans \"note \\\"we dig in\\\"\" due day 2",
        "tell Russians \"SENTINEL\"",
        "tell all \"an armistice\" at day 2",
        "tell Germans \"well done\"",
        "hide \"XX Corps\" because SENTINEL",
        "refuse 1 because SENTINEL",
    ]);
    let told = |diary: &wardiary_diary::diary::Diary| -> Vec<(u32, String)> {
        diary.state().messages().iter().map(|message| (message.number, message.text.to_string())).collect()
    };
    assert_eq!(told(&germans), [(1, "well done".into())], "and not what is to come");
    assert_eq!(told(&russians), [(1, "SENTINEL".into())]);
    let written = germans.state().written_orders();
    assert_eq!((written.len(), written[0].number, written[0].answer.is_none()), (1, 1, true));
    assert!(!format!("{:?}", germans.entries()).contains("SENTINEL"));
    let refused = russians.state().written_orders()[0].answer.as_ref().expect("an answer");
    assert_eq!((refused.kind.word(), refused.why.as_ref().map(Text::raw)), ("refused", Some("SENTINEL")));
    assert!(matches!(
        russians.entries().last().expect("the refusal").order,
        Order::Staff(StaffOrder::Refuse { number: 1, .. })
    ));

    let (germans, russians) = orders(&["advance", "grant 2"]);
    assert_eq!(told(&germans), [(1, "well done".into()), (2, "an armistice".into())]);
    assert_eq!(told(&russians), [(1, "SENTINEL".into()), (2, "an armistice".into())]);
    assert!(
        germans
            .state()
            .written_order(1)
            .and_then(|orders| orders.answer.as_ref())
            .is_some_and(|answer| answer.kind == AnswerKind::Granted)
    );
    assert!(!format!("{:?}", russians.entries()).contains("dig in"));
    assert!(!format!("{:?}", germans.entries()).contains("SENTINEL"));

    // A message that is undone before the side got it is nobody's, and a later one has its number.
    let (germans, _) = orders(&["tell Germans \"march at once\"", "undo", "tell Germans \"stay\""]);
    assert_eq!(told(&germans).last(), Some(&(3, "stay".into())));
    assert!(!format!("{:?}", germans.entries()).contains("march at once"));
}

/// A stack that a side has fought changes out of its sight. The side learns how when it sees the stack again.
#[test]
fn a_known_stack_changes_out_of_sight() {
    let seed = "1".parse().expect("a seed");
    let mut diary = Diary::new(scenario("garrison", None, seed).expect("it ships")).expect("it stands");
    let column = diary.state().stack(VANGUARD).expect("it is there").side;
    let mut seen = |orders: &[&str]| {
        for order in orders {
            let Ok(Instruction::Order(order)) = parse_instruction(order, diary.state()) else { panic!("{order}") };
            let now = jiff::Timestamp::from_second(1_000_000).expect("a time");
            let done = diary.carry_out(order, &mut ReplayedDice::new(Vec::new(), None), now).expect("no dice");
            diary.append(Record::Entry(done.entry)).expect("it fits");
        }
        let own = Projector::of(&diary, column).expect("it can be made").diary().clone();
        let garrison = own.state().stacks().iter().find(|stack| &*stack.name == "Garrison").expect("it was met");
        (own.entries().len(), garrison.posture)
    };
    let known = seen(&["rules change \"(sight: (range: 0))\"", "posture Garrison neutral", "end battle"]);
    assert_eq!(known.1, Posture::Neutral);
    assert_eq!(seen(&["posture Garrison offensive"]), known, "out of sight");
    assert_eq!(seen(&["battle Again with Column v Gate"]), (known.0 + 1, Posture::Offensive));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// For messages with any due times and any advances of the clock, each message reaches its side at the first moment
    /// that is not before its due time, and only once.
    #[test]
    #[allow(clippy::single_match_else, reason = "the two steps are of equal weight")]
    fn each_message_is_delivered_once_and_in_time(
        steps in proptest::collection::vec(proptest::option::of((1u32..5, 0u8..3, 0usize..3)), 1..30),
    ) {
        let mut state = field(CLOCK, "A v X");
        let whom = ["Red", "Blue", "all"];
        let mut due: BTreeMap<u32, Moment> = BTreeMap::new();
        for step in steps {
            match step {
                Some((days, part, to)) => {
                    let at = Moment { count: state.calendar().now.count + days - 1, part };
                    let number = state.next_message_number();
                    let order = format!("tell {} \"number {number}\" at {}", whom[to], state.book().clock.format_moment(at).replace(',', ""));
                    if at > state.calendar().now {
                        give(&mut state, &order).expect("it is ahead");
                        due.insert(number, at);
                    } else {
                        give(&mut state, &format!("{order} ! NotAhead")).expect("it is not");
                    }
                }
                None => {
                    let came = delivered(&mut state, "advance anyway");
                    let now = state.calendar().now;
                    let mut wanted: Vec<(Moment, u32)> =
                        due.iter().filter(|(_, at)| **at <= now).map(|(number, at)| (*at, *number)).collect();
                    wanted.sort_unstable();
                    prop_assert_eq!(&came, &wanted.iter().map(|(_, number)| *number).collect::<Vec<_>>());
                    due.retain(|_, at| *at > now);
                }
            }
            for message in state.messages() {
                prop_assert_eq!(message.delivered.is_none(), due.contains_key(&message.number));
                prop_assert!(message.delivered.is_none_or(|at| at == message.due));
            }
        }
    }
}

/// A side learns that it lost an objective out of its sight at once, or if the rulebook says so only when it sees the place.
#[test]
fn a_lost_objective_out_of_sight_is_known_as_the_rulebook_says() {
    for (setting, told) in [("", [true, false, false]), (", objectives_known: false", [true, true, false])] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut save = play::tannenberg(folder.path(), "t.ron");
        let roads = r#"[(\"Thorn\", \"Kulm\", 1), (\"Kulm\", \"Lautern\", 1), (\"Lautern\", \"Elbing\", 1)]"#;
        let fog = format!(r#"rules change "(clock: (unit: \"day\"), sight: (range: 0{setting}))""#);
        let net = format!(
            r#"theatre "(network: (places: [\"Thorn\", \"Kulm\", \"Lautern\", \"Elbing\"], roads: {roads}), objectives: [(\"Thorn\", 1)])""#
        );
        let mut holds = |orders: &[&str]| {
            for order in orders {
                play::give(&mut save, order, &[]).unwrap_or_else(|e| panic!("{order}: {}", e.what));
            }
            let germans = save.diary().state().sides()[0].id;
            let projector = Projector::of(save.diary(), germans).expect("it can be made");
            let theatre = projector.diary().state().theatre().expect("a theatre");
            theatre.own_objectives()[0].holder == projector.own_side()
        };
        let held = [
            holds(&["end battle", &fog, &net, r#"station "XX Corps" at Thorn"#, "advance"]),
            holds(&[
                r#"station "XX Corps" at Elbing because "by rail""#,
                r#"station "XIII Corps" at Thorn"#,
                "advance",
            ]),
            holds(&[r#"station "XX Corps" at Kulm because "by rail""#, "advance"]),
        ];
        assert_eq!(held, told, "{setting}");
    }
}

/// A campaign after these orders and dice, as its first side sees it.
fn seen_by_germans(orders: &[(&str, &[u8])]) -> State {
    let folder = tempfile::tempdir().expect("a folder");
    let mut save = play::tannenberg(folder.path(), "t.ron");
    for (order, faces) in orders {
        play::give(&mut save, &order.replace('\n', " "), faces).unwrap_or_else(|e| panic!("{order}: {}", e.what));
    }
    let germans = save.diary().state().sides()[0].id;
    Projector::of(save.diary(), germans).expect("it can be made").diary().state().clone()
}

/// A side's marches and fights have the effects of the state that a table told it last, and of no other.
#[test]
fn a_side_knows_the_state_that_a_table_told_it() {
    let weather = r#"rules change "(sight: (range: 0), tables: {\"Weather\": (roll: \"1d6\",
        states: [(name: \"fair\"), (name: \"mud\", march: 2), (name: \"frost\", march: 1)],
        rows: [(on: \"1-2\", text: \"rain\", becomes: \"mud\", tell: All), (on: \"3-4\", text: \"ice\", becomes: \"frost\"),
            (on: \"5-6\", text: \"sun\", becomes: \"fair\", tell: All)])})""#;
    let rolls: [&[u8]; 3] = [&[1], &[3], &[6]];
    let consulted = rolls.map(|faces| ("consult Weather", faces));
    let known = [0, 1, 2, 3].map(|rolls| {
        let state = seen_by_germans(&[&[(weather, &[][..])], &consulted[..rolls]].concat());
        let names: Vec<String> = state.table_states().map(|(table, now)| format!("{table}: {}", now.name)).collect();
        (names.concat(), state.table_effect(|state| state.march))
    });
    let mud = || ("Weather: mud".to_string(), 2);
    assert_eq!(known, [(String::new(), 0), mud(), mud(), ("Weather: fair".to_string(), 0)]);
}

/// A side that knows the grades of its enemies exactly knows the grades that they fight with, and nothing of their supply.
#[test]
fn an_exactly_known_grade_has_the_shift_of_supply() {
    let rules = r#"rules change "(sight: (range: 0, fought: (strength: Exact, edna: Exact, grade: Exact)),
        supply: (levels: [(name: \"full\"), (name: \"short\"), (name: \"low\", grade: -1)]))""#;
    let shifts = |level: &str| {
        let supply = format!(r#"supply "XIII Corps" {level} because "cut off""#);
        let orders = [rules, "end battle", &supply, r#"battle Again with "XX Corps" v "XIII Corps""#];
        let state = seen_by_germans(&orders.map(|order| (order, &[][..])));
        let fights = |unit: &&Arc<Unit>| unit.side != state.sides()[0].id && state.battle_of(unit.id).is_some();
        let enemies = state.units().iter().filter(fights);
        let shift = |unit: &Arc<Unit>| {
            assert_eq!(state.supply_level(unit), None);
            Some(state.effective_grade(unit).exact()?.0 - unit.grade().exact()?.0)
        };
        enemies.map(shift).collect::<BTreeSet<_>>()
    };
    assert_eq!((shifts("short"), shifts("low")), ([Some(0)].into(), [Some(1)].into()));
}

/// A side knows no losses of enemies whose strength it did not know when they came, whatever it learns of them later.
#[test]
fn losses_of_unknown_strength_stay_unknown() {
    let fog = r#"rules change "(sight: (range: 0, fought: (strength: Hidden)), victory: (points: (loss: 1)))""#;
    let (over, again) = ("end battle", r#"battle Again with "XX Corps" v "XIII Corps""#);
    let gone = r#"eliminate "1st Rifle Brigade" because "of the test""#;
    let clear = r#"rules change "(sight: (range: None))""#;
    for orders in [&[fog, over, again, gone][..], &[fog, over, again, gone, clear]] {
        let state = seen_by_germans(&orders.iter().map(|order| (*order, &[][..])).collect::<Vec<_>>());
        let battle = state.open_battles().next().expect("it was begun");
        let known =
            battle.contingents.iter().map(|contingent| state.losses(battle, contingent).map(|losses| losses.lost));
        assert_eq!(known.collect::<Vec<_>>(), [Some(0), None]);
        let own = state.score()[0];
        assert_eq!((own.losses, own.is_known), (0, false), "no placeholder counts");
    }
}
