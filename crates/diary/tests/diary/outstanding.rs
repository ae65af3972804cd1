//! The outstanding actions of a turn, compared with a slow definition: what the rules later break off, and what they
//! allow.

use wardiary_harness_rules::field::{GivenOrder, field, give, give_order};

use wardiary_diary::diary::account;
use wardiary_harness_diary::narrated_campaign::NarratedCampaign;
use wardiary_rules::{
    event::{CombatEnd, Event},
    notation::{Instruction, order_text, parse_instruction},
    rules::{self, Step, outstanding},
    state::State,
};

/// Combats, rounds due, rounds under way, and the names of the units.
fn left(state: &State) -> (usize, usize, usize, String) {
    let battle = state.battles()[0].id;
    let left = outstanding(state, battle);
    let names: Vec<String> = left.units.iter().map(|unit| state.name(*unit)).collect();
    (left.combats.len(), left.due_rounds.len(), left.open_rounds.len(), names.join(" "))
}

#[test]
fn outstanding_actions_are_listed() {
    let general = "A, B, G general v X, Y";
    for (settings, before, orders, wanted, why) in [
        ("", general, &[][..], (0, 0, 0, "A B X Y"), "nobody has acted; a General without a weapon can't"),
        ("", general, &["scrud A v X: 1 1"], (1, 0, 0, "B X Y"), "being attacked is no act"),
        ("", general, &["scrud A v X: 1 1", "withdraw X"], (0, 0, 0, "B X Y"), "the combat is over"),
        ("", general, &["volley A at X range 3: 1 2", "scrud X v B: 1 1"], (1, 0, 0, "B Y"), "fire is an act"),
        ("", general, &["scrud A v X: 1 1", "end turn"], (0, 0, 0, "A B X Y"), "a new turn"),
        ("(turn: (attacks: OncePerTurn))", "A v X", &["volley A at X range 3: 1 2"], (0, 0, 0, "X"), "one attack"),
        ("(mechanisms: [Scrud, Edna, Turns])", "A v X", &["shake A 8"], (0, 0, 0, "X"), "who is ineffective can't act"),
        ("(mechanisms: [Scrud])", "A v X", &["scrud A v X: 1 1"], (1, 0, 0, ""), "without turns nobody's act is due"),
        ("(exhaustion: (exhausted_from: AtOnce))", "A, B v X", &["eliminate A"], (0, 0, 0, "B X"), "it may fire"),
        (
            "(exhaustion: (exhausted_from: AtOnce), mechanisms: [Scrud, Turns, Exhaustion])",
            "A, B v X",
            &["eliminate A"],
            (0, 0, 0, "X"),
            "who is exhausted opens no combat",
        ),
        ("", "A, B v X", &["conflict Reds v Blues"], (0, 1, 0, ""), "its first round is fought at once"),
        ("", "A, B v X", &["conflict Reds v Blues", "hold Reds"], (0, 0, 1, ""), "it goes on over the turn's end"),
        ("", "A, B v X", &["conflict Reds v Blues", "hold Reds", "hold Blues"], (0, 0, 0, ""), "one round a turn"),
        ("", "A, B v X", &["conflict Reds v Blues", "hold Reds", "hold Blues", "end turn"], (0, 1, 0, ""), "due again"),
        ("mouat", "A, B v X, Y", &["scrud Red v Blue: 3 3 3 3"], (1, 0, 0, ""), "all are in it"),
        (
            "mouat",
            "A, B v X, Y",
            &["scrud A v X: 3 3", "withdraw A", "scrud A v X ! CombatOver"],
            (0, 0, 0, "B X Y"),
            "X may fight B yet; A has attacked",
        ),
        ("mouat", "A, B v X", &["scrud A + B v X: 3 3 3", "withdraw A"], (0, 0, 0, ""), "X has met all its enemies"),
        ("mouat", "A, B, C v X", &["scrud A v X: 3 3"], (1, 0, 0, "B C"), "they can be committed to it"),
        ("mouat", "A v X, Y", &["scrud A v X: 3 3"], (1, 0, 0, ""), "Y is not attacked, and can't attack who fights"),
        ("mouat", "A, B v X, G artillery", &["scrud A + B v X: 3 3 3"], (1, 0, 0, "G"), "it may support the combat"),
        (
            "mouat",
            "A v X, G artillery",
            &["scrud A v X + G: 3 3 3", "withdraw A"],
            (0, 0, 0, ""),
            "nobody is left to open a combat that it could support",
        ),
        (
            "campaign",
            "A v X general",
            &[],
            (0, 0, 0, "A"),
            "a General without numbers counts for nothing in a Conflict",
        ),
        (
            "unlurked-stacks",
            "A v X + Y",
            &["conflict Reds v Blues"],
            (0, 1, 0, ""),
            "every enemy of Y is in a Conflict",
        ),
        ("", "A v X", &["end battle"], (0, 0, 0, ""), "nothing in a battle that is over"),
    ] {
        let mut state = field(settings, before);
        for order in orders {
            give(&mut state, order).unwrap_or_else(|e| panic!("{why}: {order}: {e}"));
        }
        let (combats, rounds, under_way, units) = left(&state);
        assert_eq!((combats, rounds, under_way, units.as_str()), wanted, "{why}");
        breaks_off_as_said(&state);
    }
}

/// The end of the turn breaks off exactly the combats that were reported as open.
fn breaks_off_as_said(state: &State) {
    let Some(battle) = state.open_battles().next() else { return };
    let Ok(Instruction::Order(order)) = parse_instruction("end turn", state) else { panic!("it reads") };
    let Ok(Step::Done(done)) = rules::resolve(state, &order, &[]) else { return };
    let ended = done.events.iter().filter_map(|event| match event {
        Event::CombatEnded { combat, how: CombatEnd::TimeUp, .. } => Some(usize::from(*combat)),
        _ => None,
    });
    assert_eq!(ended.collect::<Vec<_>>(), outstanding(state, battle.id).combats);
}

/// A and A2 of the Reds fight X and X2 of the Blues, in two combats.
fn two_combats() -> NarratedCampaign {
    let muster = "(sides: [(id: 1, name: \"Red\"), (id: 2, name: \"Blue\")],
        stacks: [(id: 5, side: 1, name: \"R\"), (id: 6, side: 2, name: \"B\")],
        units: [(id: 11, name: \"A\", stack: 5), (id: 12, name: \"A2\", stack: 5), (id: 13, name: \"A3\", stack: 5),
            (id: 21, name: \"X\", stack: 6), (id: 22, name: \"X2\", stack: 6)],
        battles: [(id: 40, name: \"Field\", parties: [[1], [2]])])";
    let mut told = NarratedCampaign::new("mouat", "", muster);
    told.give("scrud A v X", &[3, 3]);
    told.give("scrud A2 v X2", &[3, 3]);
    told
}

fn last_order(told: &NarratedCampaign) -> String {
    let diary = &told.diary;
    order_text(diary.state(), &diary.step(diary.head()).expect("an entry").entry.order)
}

#[test]
fn the_diary_keeps_who_fought_a_phase() {
    let mut told = two_combats();
    told.give("scrud R v B", &[3, 3]);
    assert_eq!(last_order(&told), "scrud A v X");
    told.give("scrud Blue bonus 1 v A2", &[3, 3, 2]);
    // The order means the first open combat. Of the side, only X2 fights A2.
    assert_eq!(last_order(&told), "scrud \"X2\" bonus 1 v \"A2\"");
    told.give("commit A3 to A", &[]);
    told.give("scrud A v X", &[3, 3, 3]);
    assert_eq!(last_order(&told), "scrud A + \"A3\" v X");
    let refused = two_combats().refusal("scrud A + A3 v X");
    assert!(refused.contains("A3 is not in that combat"), "{refused}");
}

#[test]
fn combats_of_the_same_sides_are_told_apart() {
    let mut told = two_combats();
    let state = told.diary.state();
    let battle = state.battles()[0].id;
    assert_eq!(outstanding(state, battle).combats, [0, 1]);
    assert_eq!(told.sentences("withdraw A2", &[]), ["Red withdrew from the combat of A2 v X2"]);
    let ended = told.sentences("end turn", &[]);
    assert!(ended.contains(&"the combat of A v X was broken off after 1 of 3 phases".into()), "{ended:?}");
}

#[test]
fn a_round_of_a_conflict_is_no_combat() {
    let mut state = field("(stacks: (blows: Scrud))", "A v X + Y");
    let mut told = Vec::new();
    for order in [
        "conflict Reds v Blues + Blues2",
        "round: 3 3 3",
        "scrud X v A ! InConflict",
        "withdraw X ! NoWithdrawal",
        "commit Y to X ! NoReserves",
        "end turn",
        "scrud X v A ! InConflict",
        "round: 3 3 3",
    ] {
        let given = give_order(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
        let Some(GivenOrder { before, order, events, dice }) = given else { continue };
        assert_eq!(left(&state).0, 0, "no combat is left");
        let seal = wardiary_diary::diary::seal::Seal::default();
        let at = jiff::Timestamp::UNIX_EPOCH;
        let entry = wardiary_diary::diary::Entry { no: 1, after: None, at, by: None, order, dice, events, seal };
        told.extend(account(&before, &entry, &state).sentences);
    }
    assert!(told.iter().all(|s| !s.contains("combat") && !s.contains("attacked")), "{told:?}");
}

/// Two stacks a side, of two units each, under a book with Conflicts and exhaustion.
fn two_stacks_a_side() -> NarratedCampaign {
    let muster = "(sides: [(id: 1, name: \"Red\"), (id: 2, name: \"Blue\")],
        stacks: [(id: 5, side: 1, name: \"RA\"), (id: 6, side: 1, name: \"RC\"),
            (id: 7, side: 2, name: \"BA\"), (id: 8, side: 2, name: \"BB\")],
        units: [(id: 11, name: \"A\", stack: 5), (id: 12, name: \"A2\", stack: 5),
            (id: 13, name: \"A3\", stack: 6), (id: 14, name: \"A4\", stack: 6),
            (id: 21, name: \"X\", stack: 7), (id: 22, name: \"X2\", stack: 7),
            (id: 23, name: \"X3\", stack: 8), (id: 24, name: \"X4\", stack: 8)],
        battles: [(id: 40, name: \"Field\", parties: [[1], [2]])])";
    NarratedCampaign::new("mouat", "(mechanisms: [Scrud, Stacks, Turns, Exhaustion])", muster)
}

#[test]
fn a_turn_that_ends_the_battle_tells_what_it_left() {
    let mut told = two_stacks_a_side();
    for unit in ["A2", "A4", "X2", "X4"] {
        told.give(&format!("eliminate {unit}"), &[]);
    }
    told.give("conflict RA v BA", &[]);
    let ended = told.sentences("end turn", &[]);
    for sentence in
        ["no round of the Conflict of RA and BA was fought in turn 1", "could still have attacked in turn 1: A3 and X3"]
    {
        assert_eq!(ended.iter().filter(|s| *s == sentence).count(), 1, "{sentence}: {ended:?}");
    }
    assert!(ended.last().is_some_and(|s| s.starts_with("the battle Field ended")), "{ended:?}");
}

#[test]
fn the_end_of_a_battle_tells_what_it_breaks_off() {
    let mut told = two_stacks_a_side();
    told.give("scrud A3 v X3", &[3, 3]);
    told.give("conflict RA v BA", &[]);
    let ended = told.sentences("end battle", &[]);
    assert_eq!(
        ended,
        [
            "the combat of Red v Blue was broken off after 1 of 3 phases",
            "no round of the Conflict of RA and BA was fought in turn 1",
            "could still have attacked in turn 1: A4, X3 and X4",
            "the battle Field ended"
        ],
    );
}

#[test]
fn a_round_under_way_goes_on_in_the_next_turn_and_ends_with_the_battle() {
    let mut told = two_stacks_a_side();
    told.give("conflict RA v BA", &[]);
    told.give("hold RA", &[]);
    let ended = told.sentences("end turn", &[]);
    assert_eq!(
        ended,
        [
            "nobody rolled for the initiative",
            "turn 1 ended",
            "the unfinished round of the Conflict of RA and BA continues in turn 2",
            "could still have attacked in turn 1: A3, A4, X3 and 1 more"
        ],
    );
    let ended = told.sentences("end battle", &[]);
    assert_eq!(ended[0], "the unfinished round of the Conflict of RA and BA was broken off");
}

#[test]
fn an_order_must_name_one_of_several_conflicts() {
    let mut told = two_stacks_a_side();
    let asked =
        |told: &NarratedCampaign| parse_instruction("round", told.diary.state()).map(drop).expect_err("which one?");
    let none = asked(&told);
    assert_eq!(none.reason, "no Conflict is under way");
    told.give("conflict RA v BA", &[]);
    told.give("conflict RC v BB", &[]);
    let which = asked(&told);
    assert_eq!(which.reason, "2 Conflicts are under way: name one");
    let hint = "add `RA` for the Conflict of RA and BA, or `RC` for the Conflict of RC and BB";
    assert_eq!(which.hint.as_deref(), Some(hint));
}

/// The participants fight the next phase of a combat, under whatever name they are given. A participant whose stack is
/// in a Conflict with the enemy blocks the phase, even if the order names another stack.
#[test]
fn a_phase_with_a_stack_in_a_conflict_is_not_fought_by_another_name() {
    let mut state = field("(stacks: (blows: Scrud, scrud_in_conflict: true), turn: (attacks: Free))", "A + B v X");
    for order in ["scrud Red v X: 6 6 6", "conflict Reds2 v Blues"] {
        give(&mut state, order).expect(order);
    }
    give(&mut state, "scrud A + B v X ! InConflict").expect("B is in a Conflict with X");
    give(&mut state, "scrud Reds v X ! InConflict").expect("and fights on with A");
}
