//! The outcomes of battles and campaigns: in older saves, in refusals, and in the calendar at the start. Source: RULES
//! 7.

use wardiary_base::{
    book::Moment,
    document,
    id::{BattleId, SideId},
    text::Text,
};
use wardiary_diary::diary::{Diary, Header};
use wardiary_harness_rules::field::{book, field, give};
use wardiary_rules::{
    event::{BattleEnd, DecidedBy, Decision, Event, VictoryEvent},
    order::Award,
    state::{EventError, EventProblem, Muster, State},
};

const FIELD: BattleId = BattleId(40);
const RED: SideId = SideId(1);

/// The end of a battle from an older version names no winner, and reads back unchanged.
#[test]
fn an_older_end_of_a_battle_reads_the_same() {
    let text = "BattleEnded(battle: 40, how: Called, outcome: Some(\"dusk\"))";
    let event: Event = document::read(text).expect("it reads");
    assert_eq!(
        event,
        Event::BattleEnded { battle: FIELD, how: BattleEnd::Called, outcome: Some("dusk".into()), decision: None }
    );
    assert_eq!(document::to_line(&event), "BattleEnded(battle: 40, how: Called, outcome: \"dusk\")");
}

#[test]
fn refuses_impossible_victory_events() {
    let mut state = field("", "A v X");
    let won = |side| Some(Decision { award: Award::Won { side, margin: None }, by: DecidedBy::Word });
    let ended = |decision| Event::Victory(VictoryEvent::CampaignEnded { decision, outcome: None });
    assert_eq!(state.clone().apply(&ended(None)), Err(EventProblem::BattleOpen { battle: FIELD }.at("decision")));
    let battle_ended = |decision| Event::BattleEnded { battle: FIELD, how: BattleEnd::Called, outcome: None, decision };
    let strange = state.clone().apply(&battle_ended(won(SideId(9))));
    assert_eq!(strange, Err(EventProblem::NotIn { who: SideId(9).into(), of: FIELD.into() }.at("side")));
    let decided = VictoryEvent::BattleDecided { battle: FIELD, decision: won(RED).expect("one"), outcome: None };
    let decided = Event::Victory(decided);
    let open = Err(EventProblem::Decided { battle: FIELD }.at("battle"));
    assert_eq!(state.clone().apply(&decided), open, "it is under way");
    give(&mut state, "end battle").expect("it ends");
    assert_eq!(state.clone().apply(&decided), Ok(()));
    state.replay([&decided]);
    assert_eq!(state.clone().apply(&decided), open, "it is decided");
    assert!(matches!(
        state.clone().apply(&ended(won(SideId(9)))),
        Err(EventError { problem: EventProblem::NotFound { .. }, .. })
    ));
    state.replay([&ended(won(RED))]);
    for late in [ended(None), Event::DateSet { from: Text::default(), to: "1 May".into() }, battle_ended(None)] {
        assert_eq!(state.clone().apply(&late), Err(EventProblem::CampaignOver.at("decision")), "{late:?}");
    }
    assert_eq!(state.clone().apply(&Event::Noted), Ok(()));
}

/// The state at the start of a campaign, or all problems of its muster, as text.
fn begun(settings: &str, muster: &str) -> Result<State, String> {
    let muster: Muster = document::read(muster).expect("it reads");
    let seed = "1".parse().expect("a seed");
    let header = Header { title: "A campaign".into(), seed, book: book(settings), muster };
    let diary = Diary::new(header).map_err(|faults| faults.iter().map(ToString::to_string).collect::<String>())?;
    Ok(diary.state().clone())
}

const PARTS: &str = "(clock: (parts: [\"dawn\", \"day\", \"dusk\"]))";

#[test]
fn a_campaign_begins_at_a_moment_with_what_is_scheduled() {
    let state = begun(
        PARTS,
        "(clock: \"day 2, dusk\", scheduled: [(\"day 3 dawn\", \"the Guard arrives\"), (\"Day 2, DUSK\", \"rain\")])",
    )
    .expect("it begins");
    let calendar = state.calendar();
    assert_eq!(calendar.now, Moment { count: 2, part: 2 });
    assert_eq!(state.time().as_deref(), Some("day 2, dusk"));
    let due: Vec<&str> = calendar.due().iter().map(|item| item.text.raw()).collect();
    let coming: Vec<&str> = calendar.upcoming().iter().map(|item| item.text.raw()).collect();
    assert_eq!((due, coming), (vec!["rain"], vec!["the Guard arrives"]));
    assert_eq!(calendar.next_item(), 3);
}

#[test]
fn pools_grow_from_the_first_part_of_the_campaign() {
    let settings = r#"(clock: (parts: ["dawn", "day", "dusk", "night"]),
        replacements: (pools: [(name: "depot", points: 3, gains: 2, every: 4)]))"#;
    let mut state = begun(settings, r#"(clock: "day 5, dawn", sides: [(id: 1, name: "Red")])"#).expect("it begins");
    let left =
        |state: &State| state.pools().map(|(pool, side)| state.points_left_in_pool(pool, side.id)).collect::<Vec<_>>();
    let mut seen = left(&state);
    for _ in 0..4 {
        give(&mut state, "advance").expect("time goes on");
        seen.extend(left(&state));
    }
    assert_eq!(seen, [3, 3, 3, 3, 5]);
}

#[test]
fn a_start_that_the_clock_has_not_is_told() {
    let cases = [
        (PARTS, "(clock: \"day 2 noon\")", "clock: the clock has no moment “day 2 noon”"),
        (PARTS, "(clock: \"week 2\")", "clock: the clock has no moment “week 2”"),
        (PARTS, "(clock: \"day 0\")", "clock: the clock has no moment “day 0”"),
        ("", "(clock: \"day 2\")", "has no clock"),
        (
            PARTS,
            "(clock: \"day 2\", scheduled: [(\"day 1, dusk\", \"rain\")])",
            "scheduled.0.0: “day 1, dusk” is before the start, day 2, dawn",
        ),
        (PARTS, "(scheduled: [(\"day 2\", \"\")])", "scheduled.0.1: the text to schedule is missing"),
    ];
    for (settings, muster, says) in cases {
        let told = begun(settings, muster).expect_err(muster);
        assert!(told.contains(says), "{muster}: {told}");
    }
}
