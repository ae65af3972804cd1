//! The traces of a combat's phase besides lost grades and strength: used shifts and push-backs, in the diary's text, in
//! the save and in validation. Source: RULES 2.2, 2.5, 4.4.

use wardiary_harness_rules::field::{field, give};

use wardiary_base::document;
use wardiary_harness_diary::narrated_campaign::NarratedCampaign;
use wardiary_rules::event::Event;

const MUSTER: &str = r#"(
    sides: [(id: 1, name: "Germans"), (id: 2, name: "Russians")],
    units: [
        (id: 11, name: "37th Brigade", side: 1),
        (id: 12, name: "73rd Brigade", side: 1, grade: "red"),
        (id: 21, name: "1st Rifles", side: 2),
        (id: 22, name: "2nd Rifles", side: 2),
    ],
    battles: [(id: 40, name: "First day", parties: [[1], [2]])],
)"#;

#[test]
fn a_demotion_names_the_grade_that_was_used_and_the_own_one() {
    let mut told = NarratedCampaign::new("mouat", "(turn: (order: Free))", MUSTER);
    told.give("promote Germans 1 this combat because hill", &[]);
    told.give("demote Russians 1 this phase because mud", &[]);
    let both = told.sentences("scrud Germans v Russians", &[1, 1, 6, 6]);
    assert_eq!(
        both[2..],
        [
            "37th Brigade demoted, green to white (own grade white to yellow)",
            "73rd Brigade demoted, yellow to red (own grade still red)",
        ]
    );
    let both = told.sentences("scrud Germans v Russians", &[6, 6, 1, 1]);
    assert_eq!(both[1..], ["1st Rifles and 2nd Rifles demoted, white to yellow"], "their shift has lapsed");
}

#[test]
fn push_backs_are_told_with_whose_die_it_was() {
    let mut told =
        NarratedCampaign::new("mouat", "(turn: (order: Free), scrud: (defeat: [PushBack], margins: true))", MUSTER);
    let of = |told: &mut NarratedCampaign, order: &str, faces: &[u8]| told.sentences(order, faces).split_off(2);
    let both = of(&mut told, "scrud Germans v Russians", &[5, 6, 3, 6]);
    assert_eq!(both, ["pushed back: 37th Brigade by 2nd Rifles, 1st Rifles by 73rd Brigade"]);
    let one = told.sentences("scrud Germans v Russians", &[6, 1, 1, 1]);
    assert_eq!(one[1], "1st Rifles pushed back by 37th Brigade");
    told.give("end turn", &[]);
    let both = told.sentences("scrud Germans v Russians", &[6, 6, 1, 1]);
    assert_eq!(both[2], "pushed back: 1st Rifles by 37th Brigade, 2nd Rifles by 73rd Brigade");
    let both = told.sentences("scrud Germans bonus 2 v Russians", &[1, 1, 6, 6, 3, 2]);
    assert_eq!(both[1], "pushed back: 1st Rifles by a bonus die of Germans, 2nd Rifles by a bonus die of Germans");
}

#[test]
fn forged_traces_do_not_fit() {
    let mut state = field("", "A, B v X");
    give(&mut state, "promote A 2 this combat because hill").expect("a ruling");
    give(&mut state, "promote A 3 this phase because hill").expect("a ruling");
    let read = |text: &str| document::read::<Event>(text).expect("an event");
    for (text, fits) in [
        ("Demoted(unit: 11, from: 3, to: 4)", true),
        ("Demoted(unit: 11, from: 3, to: 4, used: (0, 1), spent: 2)", true),
        ("Demoted(unit: 11, from: 3, to: 3, used: (0, 1), spent: 1)", true),
        // The steps of the phase do not lapse with the others.
        ("Demoted(unit: 11, from: 3, to: 4, used: (0, 1), spent: 3)", false),
        ("Demoted(unit: 11, from: 3, to: 4, used: (0, 6))", false),
        ("Demoted(unit: 12, from: 3, to: 4, spent: 1)", false),
        ("PushedBack(unit: 11)", true),
        ("PushedBack(unit: 11, by: 21)", true),
        ("PushedBack(unit: 11, by: 2)", true),
        ("PushedBack(unit: 11, by: 40)", false),
        ("PushedBack(unit: 11, by: 99)", false),
        ("PushedBack(unit: 99, by: 21)", false),
    ] {
        assert_eq!(state.clone().apply(&read(text)).is_ok(), fits, "{text}");
    }
    // A save from before shifts could be used up keeps them whole.
    let mut old = state.clone();
    old.replay([&read("Demoted(unit: 11, from: 3, to: 4)")]);
    let used = |state: &wardiary_rules::state::State| state.grade_in_rules(state.units().first().expect("A"));
    assert_eq!(used(&old).0, 0);
    state.replay([&read("Demoted(unit: 11, from: 3, to: 4, spent: 2)")]);
    assert_eq!(used(&state).0, 1, "three steps are left");
}
