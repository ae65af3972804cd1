//! The diary's sentences about single entries: they are true, name their battle if several are open, and are
//! grammatical for singular and plural names.

use wardiary_harness_diary::narrated_campaign::NarratedCampaign;
use wardiary_rules::notable::NotableKind;

/// Two battles at once, with singular and plural names. Uhlans are in neither battle.
const TWO: &str = r#"(
    sides: [(id: 1, name: "Germans"), (id: 2, name: "Column")],
    stacks: [(id: 5, side: 1, name: "Hussars"), (id: 6, side: 2, name: "XX Corps")],
    units: [
        (id: 11, name: "Grenadiers", stack: 5, stats: (attack: 4, defense: 5)),
        (id: 12, name: "Guard", stack: 5),
        (id: 13, name: "Reserve", side: 1),
        (id: 14, name: "Uhlans", side: 1),
        (id: 21, name: "New Brigade", stack: 6, stats: (attack: 4, defense: 5)),
        (id: 22, name: "Rifles", stack: 6),
        (id: 23, name: "Picket", side: 2),
    ],
    battles: [
        (id: 40, name: "First day", parties: [[5], [6]]),
        (id: 41, name: "The ford", parties: [[13], [23]]),
    ],
)"#;

/// The same with one battle.
const ONE: &str = r#"(
    sides: [(id: 1, name: "Germans"), (id: 2, name: "Column")],
    stacks: [(id: 5, side: 1, name: "Hussars"), (id: 6, side: 2, name: "XX Corps")],
    units: [
        (id: 11, name: "Grenadiers", stack: 5, strength: 1, stats: (attack: 4, defense: 5)),
        (id: 12, name: "Guard", stack: 5),
        (id: 14, name: "Uhlans", side: 1),
        (id: 21, name: "New Brigade", stack: 6, stats: (attack: 4, defense: 5)),
        (id: 22, name: "Rifles", stack: 6),
    ],
    battles: [(id: 40, name: "First day", parties: [[5], [6]])],
)"#;

#[test]
fn a_missing_initiative_roll_is_mentioned_only_if_it_is_missing() {
    let mut told = NarratedCampaign::new("mouat", "", ONE);
    told.give("initiative", &[6, 1]);
    told.give("first Germans", &[]);
    assert_eq!(told.sentences("pass", &[]), ["Column to act"]);
    assert_eq!(told.sentences("pass", &[])[0], "turn 1 ended");
    // Nobody rolls in the second turn. The diary says so once.
    assert_eq!(told.sentences("pass", &[]), ["nobody rolled for the initiative", "Germans to act"]);
    assert_eq!(told.sentences("pass", &[]), ["Column to act"]);
    told.give("end turn", &[]);
    // The diary does not say who acts in a turn that is over.
    assert_eq!(told.sentences("end turn", &[])[..2], ["nobody rolled for the initiative", "turn 3 ended"]);
    // The initiative was rolled, but the choice was never made, so the turn can't continue.
    told.give("initiative", &[6, 1]);
    assert!(told.refusal("pass").contains("who goes first"));
}

#[test]
fn each_entry_goes_by_its_own_battle_and_its_turn() {
    let mut told = NarratedCampaign::new("mouat", "(mechanisms: [Scrud, Turns, Edna])", TWO);
    let turn = |told: &mut NarratedCampaign, text: &str| {
        let account = told.give(text, &[]);
        (account.battle.map(|battle| battle.0), account.turn)
    };
    assert_eq!(turn(&mut told, "end turn in \"First day\""), (Some(40), Some(1)));
    assert_eq!(turn(&mut told, "end turn in \"First day\""), (Some(40), Some(2)));
    assert_eq!(turn(&mut told, "end turn in \"The ford\""), (Some(41), Some(1)));
    // With two open battles, a note belongs to neither. A ruling belongs to the battle of its unit, or to none.
    assert_eq!(turn(&mut told, "note \"the fog lifts\""), (None, None));
    assert_eq!(turn(&mut told, "shake Picket 2"), (Some(41), Some(2)));
    assert_eq!(turn(&mut told, "shake Guard 2"), (Some(40), Some(3)));
    assert_eq!(turn(&mut told, "shake Uhlans 2"), (None, None));
    // A ruling for units of both battles is labelled with neither, and concerns both.
    let account = told.give("demote side Germans 1 because \"tired\"", &[]);
    assert_eq!((account.battle, account.turn), (None, None));
    assert!([40, 41].iter().all(|battle| account.concerns.contains(&wardiary_base::id::Id(*battle))));
    // After the end of one battle a note belongs to the other. A ruling for a unit outside of it still does not.
    told.give("end battle in \"The ford\"", &[]);
    assert_eq!(turn(&mut told, "note \"night\""), (Some(40), Some(3)));
    assert_eq!(turn(&mut told, "rally Uhlans 2"), (None, None));
    assert_eq!(turn(&mut told, "argue \"The Guard is tired\" by Germans succeeds"), (Some(40), Some(3)));
}

#[test]
fn sentences_name_their_battle_if_several_are_open() {
    let mut told = NarratedCampaign::new("mouat", "", TWO);
    assert_eq!(told.sentences("initiative in \"The ford\"", &[1, 6]), ["Column won the initiative in The ford"]);
    assert_eq!(
        told.sentences("first Column in \"The ford\"", &[]),
        ["Column to go first in The ford", "Column to act in The ford"]
    );
    assert_eq!(
        told.sentences("scrud Grenadiers v \"New Brigade\"", &[6, 6]),
        ["Germans attacked Column in First day", "nobody was beaten in First day"]
    );
    assert_eq!(told.sentences("commit Guard to Grenadiers", &[]), ["Guard joined the combat in First day"]);
    assert_eq!(told.sentences("withdraw Grenadiers", &[]), ["Germans withdrew from the combat in First day"]);
    assert_eq!(
        told.sentences("end turn in \"First day\"", &[])[..2],
        ["nobody rolled for the initiative in First day", "turn 1 of First day ended"]
    );
    assert_eq!(told.sentences("reinforce Uhlans in \"First day\"", &[]), ["Uhlans arrived in First day"]);
}

#[test]
fn an_outcome_that_is_given_is_how_the_battle_ended() {
    let mut told = NarratedCampaign::new("mouat", "", ONE);
    let last = |told: &mut NarratedCampaign, order: &str| told.sentences(order, &[]).pop();
    let night_fell = last(&mut told, "end battle because \"night fell\"");
    assert_eq!(night_fell.as_deref(), Some("the battle First day ended: “night fell”"));
    let battle = &told.diary.state().battles()[0];
    assert_eq!(battle.outcome, Some("night fell".into()));
    let mut told = NarratedCampaign::new("mouat", "", ONE);
    assert_eq!(last(&mut told, "end battle").as_deref(), Some("the battle First day ended"));
}

#[test]
fn verbs_agree_with_every_name() {
    let mut told = NarratedCampaign::new(
        "mouat",
        "(mechanisms: [Scrud, Turns, Edna, Exhaustion], exhaustion: (exhausted_from: AtOnce, fraction: (1, 5)))",
        ONE,
    );
    assert_eq!(told.sentences("reinforce Uhlans", &[]), ["Uhlans arrived in First day"]);
    assert_eq!(
        told.sentences("scrud Guard v Rifles", &[6, 1]),
        [
            "Germans attacked Column",
            "Germans suffered no defeat, Column suffered 1 defeat",
            "Rifles demoted, white to yellow"
        ]
    );
    assert_eq!(
        told.sentences("lose \"New Brigade\" 2", &[]),
        ["New Brigade lost 2 SP, 2 left", "Column exhausted: 2 SP lost, the Exhaustion Point is 2"]
    );
    assert_eq!(told.refusal("scrud Rifles v Grenadiers"), "the side Column is exhausted and can't open a combat");
    told.give("eliminate Grenadiers", &[]);
    assert_eq!(told.refusal("edna Grenadiers"), "the unit Grenadiers is eliminated");
    let mut told = NarratedCampaign::new("itchy-and-scratchy", "", ONE);
    told.give("initiative", &[6, 1]);
    told.give("first Germans", &[]);
    assert_eq!(
        told.sentences("volley Guard at Rifles range 1 with rifles", &[1, 2, 3, 5, 5, 6])[0],
        "Guard fired with 6 dice: 1 hit on Rifles"
    );
}

#[test]
fn a_blow_is_told_with_the_number_it_had_to_reach() {
    let mut told = NarratedCampaign::new("unlurked-stacks", "(stacks: (rounds_a_turn: 9))", ONE);
    told.give("initiative", &[6, 1]);
    told.give("first Germans", &[]);
    told.give("conflict Hussars v \"XX Corps\"", &[]);
    let mut blow = |text: &str, face: u8| {
        let said = told.sentences(text, &[face]);
        said.into_iter().find(|line| line.contains("struck at")).expect("a blow")
    };
    assert_eq!(
        blow("strike Hussars at \"XX Corps\"", 9),
        "Hussars struck at XX Corps: 9 + AP 2 = 11 against 11 + DP 3 = 14, missed"
    );
    assert_eq!(
        blow("strike \"XX Corps\" at Hussars", 12),
        "XX Corps struck at Hussars: 12 + AP 2 = 14 against 11 + DP 3 = 14, hit for 1"
    );
    let mut told = NarratedCampaign::new(
        "unlurked-stacks",
        "(stacks: (rounds_a_turn: 9))",
        &ONE.replace("defense: 5", "defense: 60"),
    );
    told.give("initiative", &[6, 1]);
    told.give("first Germans", &[]);
    told.give("conflict Hussars v \"XX Corps\"", &[]);
    let mut blow = |text: &str, face: u8| {
        let said = told.sentences(text, &[face]);
        said.into_iter().find(|line| line.contains("struck at")).expect("a blow")
    };
    assert_eq!(
        blow("strike Hussars at \"XX Corps\"", 20),
        "Hussars struck at XX Corps: 20 + AP 2 = 22 against 11 + DP 30 = 41, hit for 1 (always on a 20)"
    );
}

/// Problems and differences of a save's events are described in words, with names.
#[test]
fn no_internals_are_shown() {
    use wardiary_base::{
        book::Grade,
        id::{StackId, UnitId},
    };
    use wardiary_diary::diary::{Entry, Record, seal::Seal};
    use wardiary_rules::{
        event::{Cause, Event, StackEvent},
        order::{Edge, Order, Posture, ScreenTarget},
    };
    let told = NarratedCampaign::new("mouat", "", ONE);
    let (grenadiers, hussars) = (UnitId(11), StackId(5));
    let screen = Some(ScreenTarget::Edge(StackId(6), Edge::Left));
    for (event, says) in [
        (Event::Eliminated { unit: grenadiers, from: 4, by: Cause::Defeat }, "its strength was 1, not 4"),
        (
            Event::Demoted { unit: grenadiers, from: Grade(2), to: Grade(3), used: None, spent: 0 },
            "its grade was white, not green",
        ),
        (
            Event::Demoted { unit: grenadiers, from: Grade(9), to: Grade(3), used: None, spent: 0 },
            "its grade was white, not number 9 of the ladder",
        ),
        (Event::Assigned { unit: UnitId(14), from: Some(hussars), to: None }, "its stack was none, not Hussars"),
        (Event::DateSet { from: "today".into(), to: "x".into() }, "the date was not set, not “today”"),
        (
            Event::Stacks(StackEvent::Postured { stack: hussars, from: Posture::Offensive, to: Posture::Neutral }),
            "its posture was neutral, not offensive",
        ),
        (
            Event::Stacks(StackEvent::Led { stack: hussars, from: Some(grenadiers), to: None }),
            "its leader was nobody, not Grenadiers",
        ),
        (
            Event::Stacks(StackEvent::Screened { stack: hussars, from: screen, to: None }),
            "its screen was nothing, not the left of XX Corps",
        ),
    ] {
        let at = jiff::Timestamp::from_second(0).expect("a time");
        let order = Order::Note { text: "x".into() };
        let entry = Entry {
            no: 1,
            after: None,
            at,
            by: None,
            order,
            dice: Vec::new(),
            events: vec![event],
            seal: Seal::default(),
        };
        let failure = told.diary.clone().append(Record::Entry(entry)).expect_err(says).to_string();
        assert_eq!(failure, format!("event 1 of entry 1 is impossible: {says}"));
    }
}

/// Guns, planes and air defence, with one battle.
const SUPPORT: &str = r#"(
    sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
    units: [
        (id: 11, name: "A", side: 1),
        (id: 12, name: "G", side: 1, kind: "artillery"),
        (id: 21, name: "X", side: 2),
        (id: 22, name: "H", side: 2, kind: "artillery"),
    ],
    battles: [(id: 40, name: "Hill", parties: [[11, 12], [21, 22]])],
)"#;

#[test]
fn each_sides_support_is_named_apart() {
    let opened =
        |order: &str, faces: &[u8]| NarratedCampaign::new("campaign", "", SUPPORT).sentences(order, faces)[0].clone();
    assert_eq!(
        opened("scrud A support G v X support H", &[3, 3, 3, 3]),
        "Red, supported by G, attacked Blue, supported by H"
    );
    // The support follows the side, not the battle.
    let two = SUPPORT.replace("]])],", "]]), (id: 41, name: \"Ford\", parties: [[13], [23]])],");
    let two = two.replace("units: [", "units: [(id: 13, name: \"B\", side: 1), (id: 23, name: \"Y\", side: 2),");
    let in_two =
        |order: &str, faces: &[u8]| NarratedCampaign::new("campaign", "", &two).sentences(order, faces)[0].clone();
    assert_eq!(
        in_two("scrud A support G v X support H", &[3, 3, 3, 3]),
        "Red, supported by G, attacked Blue in Hill, Blue supported by H"
    );
    assert_eq!(opened("scrud A support G v X", &[3, 3, 3]), "Red, supported by G, attacked Blue");
    assert_eq!(opened("scrud A v X support H", &[3, 3, 3]), "Red attacked Blue, Blue supported by H");
    let mut told = NarratedCampaign::new("campaign", "", SUPPORT);
    told.give("scrud A v X", &[3, 3]);
    assert_eq!(
        told.sentences("scrud A support G v X support H", &[3, 3, 3, 3])[0],
        "Red supported by G; Blue supported by H"
    );
}

#[test]
fn a_change_of_the_rules_says_which_and_is_written_as_it_is_typed() {
    let mut told = NarratedCampaign::new("mouat", "", ONE);
    let account = told.give("rules change \"(scrud: (phases: 2))\"", &[]);
    assert_eq!(account.order, "rules change scrud phases 2");
    assert_eq!(account.sentences, ["the rules changed: phases of SCRUD, 3 to 2"]);
    let changed = |told: &mut NarratedCampaign, to: &str| told.sentences(&format!("rules change \"({to})\""), &[]);
    for (to, says) in [
        (
            "scrud: (eliminate_every: None, defeat: [Demote, LoseStrength(1)], carry: PerBattle)",
            "defeat of SCRUD, [Demote] to [Demote, LoseStrength(1)]; eliminate_every of SCRUD, 3 to none; carry of SCRUD, PerPhase to PerBattle",
        ),
        ("scrud: (rerolls: (dice: 1))", "rerolls of SCRUD, (dice: 0, faces: []) to (dice: 1, faces: [])"),
        ("scrud: (margins: true)", "margins of SCRUD, false to true"),
        ("edna: (wear: (fire: 1))", "wear of EDNA, (fire: 0, manoeuvre: 0) to (fire: 1, manoeuvre: 0)"),
        ("edna: (dice: (2, 8), start: 10)", "start of EDNA, 8 to 10; dice of EDNA, (2, 6) to (2, 8)"),
        // The sentence only names a setting whose values are too long to show.
        ("edna: (scales: (fire: 0.5))", "scales of EDNA"),
    ] {
        let told = changed(&mut told, to);
        assert!(
            told[0] == format!("the rules changed: {says}")
                || told[0].starts_with(&format!("the rules changed: {says};")),
            "{told:?}"
        );
    }
    let account = told.give("rules change only \"(mechanisms: [Scrud])\"", &[]);
    assert_eq!(account.order, "rules change only mechanisms Scrud");
    assert!(account.sentences[0].starts_with("the rules changed: without "), "{:?}", account.sentences);
}

#[test]
fn a_side_that_is_in_no_battle_belongs_to_none() {
    let mut told = NarratedCampaign::new("mouat", "", ONE);
    assert_eq!(told.give("side Austrians", &[]).turn, None);
    assert_eq!(told.give("unit Lancers for Austrians", &[]).turn, None);
    assert_eq!(told.give("unit Lancers2 for Germans", &[]).turn, Some(1));
}

#[test]
fn an_objection_names_its_battle_where_several_are_open() {
    let settings = "(mechanisms: [Scrud, Turns, Tests], tests: (parallel: Objected))";
    let said = |setup: &str, order: &str| NarratedCampaign::new("mouat", settings, setup).sentences(order, &[]);
    assert_eq!(
        said(TWO, "object Column in \"The ford\""),
        ["Column objected to parallel tests: all tests of The ford are now in series"]
    );
    assert_eq!(
        said(ONE, "object Column"),
        ["Column objected to parallel tests: all tests of the battle are now in series"]
    );
}

/// The refusals with two open battles, or with a thing of the wrong kind.
#[test]
fn refusals_name_their_battle_where_several_are_open_and_what_was_named_instead() {
    let mut told = NarratedCampaign::new(
        "mouat",
        "(mechanisms: [Scrud, Turns, Stacks, Exhaustion], exhaustion: (fraction: (1, 9), exhausted_from: AtOnce), turn: (order: Strict))",
        TWO,
    );
    assert_eq!(told.refusal("end turn in #11"), "the unit Grenadiers is not a battle");
    assert_eq!(told.refusal("demote #40 1 because \"rain\""), "the battle First day is not a side, stack or unit");
    assert_eq!(
        told.refusal("first Germans in \"The ford\""),
        "no side has won the initiative of turn 1 of The ford yet"
    );
    assert_eq!(told.refusal("scrud Grenadiers v Rifles"), "Germans can’t act in this part of the turn in First day");
    told.give("initiative in \"First day\"", &[6, 1]);
    told.give("first Germans in \"First day\"", &[]);
    assert_eq!(
        told.refusal("first Column in \"First day\""),
        "the side that goes first in turn 1 of First day is already chosen: Germans"
    );
    assert_eq!(
        told.refusal("initiative in \"First day\""),
        "the initiative of turn 1 of First day is already decided: Germans won it"
    );
    assert_eq!(told.refusal("stand Germans in \"First day\""), "the side Germans has no dice to reroll in First day");
    told.give("lose Guard 2", &[]);
    assert_eq!(
        told.refusal("scrud Grenadiers v Rifles"),
        "the side Germans is exhausted in First day and can't open a combat"
    );
    assert_eq!(
        told.refusal("conflict Hussars v \"XX Corps\""),
        "the side Germans is exhausted in First day and can't open a Conflict"
    );
}

#[test]
fn refusals_use_plain_words() {
    let told = NarratedCampaign::new("skirmish", "", ONE);
    assert_eq!(told.refusal("date \"\""), "the date is missing");
    assert_eq!(told.refusal("unit Dragoons for Germans edna 250"), "an EDNA must be 0 to 200, not 250");
    assert_eq!(told.refusal("unit Dragoons for Germans edna 8 worn 9"), "a unit with an EDNA of 8 can't have lost 9");
    let mut told = NarratedCampaign::new("skirmish", "", ONE);
    told.give("scrud Guard v Rifles", &[6, 6]);
    assert_eq!(told.refusal("scrud Guard v Rifles"), "that combat is over for this turn: its phase has been fought");
    told.give("stack Cuirassiers for Germans", &[]);
    assert_eq!(told.refusal("promote Cuirassiers 1 because \"drums\""), "the stack Cuirassiers has no units left");
}

#[test]
fn joining_units_are_not_among_the_joined() {
    let mut told = NarratedCampaign::new("mouat", "", ONE);
    told.give("reinforce Uhlans", &[]);
    told.give("scrud Guard v Rifles", &[6, 6]);
    told.give("scrud Uhlans v \"New Brigade\"", &[6, 6]);
    assert_eq!(told.sentences("commit Grenadiers to Guard", &[]), ["Grenadiers joined the combat of Guard v Rifles"]);
}

#[test]
fn a_dice_test_says_how_many_of_its_dice_passed() {
    let settings = "(mechanisms: [Tests], troops: [(name: \"infantry\", strength: 4, tests: [
        (name: \"Nerve\", dice: 3, needs: AtMost(4), pass: All), (name: \"Bogging\", needs: AtLeast(3))])])";
    let mut told = NarratedCampaign::new("m42", settings, ONE);
    assert_eq!(told.sentences("test Guard for Nerve", &[1, 2, 6]), ["Nerve: Guard (2 of 3 dice) failed"]);
    assert_eq!(told.sentences("test Guard for Nerve", &[1, 2, 4]), ["Nerve: Guard (3 of 3 dice) passed"]);
    assert_eq!(told.sentences("test Guard for Nerve", &[6, 6, 5]), ["Nerve: Guard (0 of 3 dice) failed"]);
    // For a single die there is nothing to add.
    assert_eq!(told.sentences("test Guard for Bogging", &[3]), ["Bogging: Guard passed"]);
}

#[test]
fn units_are_described_by_the_mechanisms_in_use() {
    let mustered =
        |book: &str| NarratedCampaign::new(book, "", ONE).sentences("unit Dragoons for Germans", &[])[0].clone();
    assert_eq!(mustered("campaign"), "Dragoons mustered: infantry, white, 4 SP, EDNA 8");
    assert_eq!(mustered("mouat"), "Dragoons mustered: infantry, white, 4 SP");
    assert_eq!(mustered("full-metal-edna"), "Dragoons mustered: infantry, 4 SP, EDNA 8");
    assert_eq!(mustered("itchy-and-scratchy"), "Dragoons mustered: infantry, 4 SP");
    let mut told = NarratedCampaign::new("itchy-and-scratchy", "", ONE);
    let ruled = told.sentences("promote Guard 1 this combat because \"drums\"", &[]);
    assert_eq!(ruled, ["Guard: 1 grade up for a combat, now green, but these rules use no grades"]);
}

#[test]
fn a_shift_that_leaves_a_unit_its_grade_says_so() {
    let mut told = NarratedCampaign::new("skirmish", "", ONE);
    let ruled = told.sentences("promote Guard 1 this combat because \"drums\"", &[]);
    assert_eq!(ruled, ["Guard: 1 grade up for a combat, still fighting as white"]);
    let mut told = NarratedCampaign::new("mouat", "", ONE);
    told.give("promote Guard 5 this combat because \"drums\"", &[]);
    assert_eq!(
        told.sentences("demote Guard 2 this phase because \"mud\"", &[]),
        ["Guard: 2 grades down for a phase, still fighting as black"]
    );
}

/// A failed test is notable if its order says for what.
#[test]
fn a_charge_that_fails_is_notable() {
    let mut told = NarratedCampaign::new("full-metal-edna", "", ONE);
    let account = told.give("edna Guard", &[6, 6]);
    assert_eq!((account.headline.as_str(), account.notable().count()), ("Guard failed the EDNA test", 0));
    let account = told.give("edna Guard for \"charge the guns\"", &[6, 6]);
    assert_eq!(account.headline, "Guard failed the EDNA test: charge the guns");
    assert_eq!(account.notable().collect::<Vec<_>>(), [NotableKind::Charge]);
}

#[test]
fn empty_reasons_of_an_argument_are_omitted() {
    let mut told = NarratedCampaign::new("mouat", "", ONE);
    let account = told.give("argue \"The bridge is down\" for \"\" against \" \" succeeds", &[]);
    assert_eq!(account.headline, "argued: “The bridge is down”");
}

/// The label beside an entry's number names its battle only if several are open.
#[test]
fn the_label_of_an_entry_names_its_battle_where_several_are_open() {
    let mut told = NarratedCampaign::new("mouat", "(mechanisms: [Scrud, Turns, Edna])", TWO);
    let label = |told: &mut NarratedCampaign, order: &str| told.give(order, &[]).turn_label();
    assert_eq!(label(&mut told, "end turn in \"The ford\""), "T1 The ford");
    assert_eq!(label(&mut told, "shake Guard 1"), "T1 First day");
    assert_eq!(label(&mut told, "shake Uhlans 1"), "");
    assert_eq!(label(&mut told, "end battle in \"The ford\""), "T2 The ford");
    assert_eq!(label(&mut told, "shake Guard 1"), "T1");
}

/// Faults of a change of the rules have the words of `check`.
#[test]
fn a_change_of_the_rules_that_cannot_be_read_is_told_in_plain_words() {
    let told = NarratedCampaign::new("mouat", "", ONE);
    let failure = |change: &str| {
        let text = format!("rules change \"{change}\"");
        let error = wardiary_rules::notation::parse_instruction(&text, told.diary.state()).expect_err(change);
        (error.reason, error.hint.unwrap_or_default())
    };
    for (change, what, hint) in [
        ("(foo: 1)", "there is no field `foo`", ""),
        ("(scruds: (phases: 2))", "there is no field `scruds`", "did you mean `scrud`?"),
        ("(scrud: (extras: Foo))", "there is no word `Foo`", "available: BeatLowest, Ignored and OverHalf"),
        ("(troops: [one])", "expected fields in parentheses", ""),
    ] {
        let (said, hinted) = failure(change);
        assert!(said.contains(what) && hinted.contains(hint), "{change}: {said} ({hinted})");
        assert!(!said.contains("Draft") && !said.contains("struct") && !said.contains("enum"), "{said}");
    }
}

/// The sentence about an invalid number says what the number must be, and is true.
#[test]
fn bounds_of_numbers_are_said_as_they_are() {
    let told = NarratedCampaign::new("itchy-and-scratchy", "", ONE);
    let failure =
        |text: &str| wardiary_rules::notation::parse_instruction(text, told.diary.state()).expect_err(text).reason;
    assert_eq!(failure("volley Guard at Rifles range 0"), "a range must be 1 to 255, not 0");
    let told = NarratedCampaign::new("unlurked-stacks", "", ONE);
    let failure =
        |text: &str| wardiary_rules::notation::parse_instruction(text, told.diary.state()).expect_err(text).reason;
    assert_eq!(failure("rotate Hussars -1"), "a stack turns 1 to 12 times, not -1");
    assert_eq!(failure("stats Guard to attack 99999"), "a number must be 0 to 9999, not 99999");
}

/// Two battles of stacks.
const STACKS_OF_TWO: &str = r#"(
    sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
    stacks: [(id: 5, side: 1, name: "RS"), (id: 6, side: 2, name: "BB"), (id: 7, side: 2, name: "BA"),
             (id: 8, side: 1, name: "RN"), (id: 9, side: 2, name: "BC")],
    units: [
        (id: 11, name: "r 1", stack: 5), (id: 12, name: "r 2", stack: 8),
        (id: 21, name: "b 1", stack: 6), (id: 22, name: "b 2", stack: 6),
        (id: 23, name: "b 3", stack: 7), (id: 24, name: "b 4", stack: 9),
    ],
    battles: [(id: 40, name: "S", parties: [[5], [6, 9]]), (id: 41, name: "N", parties: [[8], [7]])],
)"#;

#[test]
fn a_unit_that_changes_to_a_stack_of_another_battle_stays_in_its_own_and_it_is_said() {
    let mut told = NarratedCampaign::new("unlurked-stacks", "", STACKS_OF_TWO);
    assert_eq!(told.sentences("assign \"b 1\" to BC", &[]), ["b 1 joined BC"]);
    assert_eq!(told.sentences("assign \"b 1\" to BA", &[]), ["b 1 left BC and joined BA, but is still in S"]);
}

/// Source: RULES 5.7: a stack screens in an adjacent area.
#[test]
fn a_stack_screens_nobody_in_another_battle() {
    let mut told = NarratedCampaign::new("unlurked-stacks", "", STACKS_OF_TWO);
    assert_eq!(told.refusal("screen BB for BA left"), "BB and BA are in different battles");
    assert_eq!(told.sentences("screen BB for BC left", &[]), ["BB began screening the left of BC"]);
}

/// Two SCRUD battles. Some stacks have units in both.
const SCRUD_OF_TWO: &str = r#"(
    sides: [(id: 1, name: "Red"), (id: 2, name: "Blue")],
    stacks: [(id: 5, side: 1, name: "Reds"), (id: 6, side: 2, name: "Blues")],
    units: [
        (id: 11, name: "R1", stack: 5), (id: 12, name: "R2", side: 1), (id: 13, name: "R3", stack: 5),
        (id: 14, name: "R4", side: 1),
        (id: 21, name: "B1", stack: 6), (id: 22, name: "B2", side: 2),
    ],
    battles: [(id: 40, name: "Hill", parties: [[11], [21]]), (id: 41, name: "Ford", parties: [[12, 13], [22]])],
)"#;

#[test]
fn units_in_another_battle_are_not_said_to_be_in_none() {
    let mut told = NarratedCampaign::new("mouat", "", SCRUD_OF_TWO);
    told.give("scrud R1 v B1", &[3, 3]);
    for (order, says) in [
        ("commit R2 to R1", "R2 and R1 are not in the same battle"),
        ("commit R3 to B1", "R3 and B1 are not in the same battle"),
        ("commit B2 to B1", "B2 and B1 are not in the same battle"),
        ("commit R4 to R1", "the unit R4 is not in Hill or Ford"),
    ] {
        assert_eq!(told.refusal(order), says, "{order}");
    }
    // The units of a side that are present join.
    told.give("unit R5 for Red as #15", &[]);
    told.give("reinforce R5 in Hill", &[]);
    assert_eq!(told.sentences("commit Red to R1", &[]), ["R5 joined the combat in Hill"]);
    let told = NarratedCampaign::new("mouat", "(mechanisms: [Scrud, Turns, Stacks])", SCRUD_OF_TWO);
    assert_eq!(told.refusal("conflict Reds v Blues"), "R1 and R3 are not in the same battle");
}

#[test]
fn a_round_of_each_conflict_is_due_of_those_there_are() {
    let mut told = NarratedCampaign::new("unlurked-stacks", "", ONE);
    told.give("initiative", &[6, 1]);
    let said = told.sentences("first Germans", &[]);
    assert!(said.contains(&"all sides to act: a round of each Conflict (no Conflict is open)".into()), "{said:?}");
}

/// A ladder that lacks grades of units takes these grades away, and the entry names the units.
#[test]
fn another_ladder_takes_away_the_grades_of_units() {
    let mut told = NarratedCampaign::new("mouat", "", ONE);
    told.give("demote Guard 1 because \"tired\"", &[]);
    told.give("promote Rifles 2 because \"fresh\"", &[]);
    let refused = |told: &NarratedCampaign, text: &str| {
        let refused = wardiary_rules::notation::parse_instruction(text, told.diary.state()).expect_err(text);
        (refused.reason, refused.hint.unwrap_or_default())
    };
    let (what, hint) = refused(&told, "rules change \"(ladder: \\\"classic\\\")\"");
    assert_eq!(what, "this removes the grades blue and yellow");
    assert!(hint.contains("rules change only"), "{hint}");
    let account = told.give("rules change only \"(ladder: \\\"classic\\\")\"", &[]);
    assert_eq!(account.order, "rules change only ladder \"classic\"");
    assert_eq!(
        account.sentences,
        [
            "the rules changed: the ladder, “mouat” to “classic”; units’ grades: Rifles blue to white, Guard yellow to white"
        ]
    );
    // Many units are counted.
    let said = told.sentences("rules change only \"(ladder: \\\"plus-one\\\")\"", &[]);
    assert!(said[0].ends_with("units’ grades: 5 units white to regular"), "{said:?}");
    // If no unit has a grade that goes away, the change needs no `only`.
    let mut told = NarratedCampaign::new("mouat", "", ONE);
    assert_eq!(
        told.sentences("rules change \"(ladder: \\\"classic\\\")\"", &[]),
        ["the rules changed: the ladder, “mouat” to “classic”"]
    );
}
