//! The units of a stack stay together: in a Conflict, and when they are driven from it or go back.

use super::*;

/// The units of a stack must be together to fight. Not even a ruling brings a stack in several areas into a Conflict.
/// As [`FREE`], but a stack without contact stays in its Conflict.
const STAYS: &str = "(stacks: (rounds_a_turn: None, lost_contact: Stays), ground: (stacking: Stack(9)))";

#[test]
fn a_stack_in_several_areas_goes_into_no_conflict() {
    let before = format!("A..C 0/5/0/0/1/0 @C3n, D 0/5/0/0/1/0 @D3n + E @B2e v X 0/5/0/0/9/0 @C2s {SQUARES}");
    let scattered = "the stack Reds is spread over several areas: A, B and C at C3, D at D3";
    let mut state = played(
        FREE,
        &before,
        &[
            ("conflict Reds v Blues", scattered),
            ("conflict Reds", scattered),
            ("conflict Blues v Reds", scattered),
            ("conflict Blues v Reds anyway because \"so\"", scattered),
            ("conflict Reds2 + Reds v Blues", scattered),
            ("conflict Reds2 v Blues", ""),
            ("round: 1 1", ""),
            ("join Reds to Reds2", scattered),
            ("join Reds to Reds2 anyway because \"so\"", scattered),
        ],
    );
    assert_eq!(outstanding(&state, BATTLE).contacts, [], "nobody is told to fight with it");
    let hint = refused(&state, "conflict Reds v Blues").hint.unwrap_or_default();
    assert!(hint.contains("`move \"D\" to C3`") && hint.contains("`detach \"D\"`"), "{hint}");
    // In one area, the stack joins.
    for order in ["move D to C3", "join Reds to Reds2"] {
        give(&mut state, order).unwrap_or_else(|e| panic!("{order}: {e}"));
    }
    let one = format!("A @C3n, B @D3n v X @C2s {SQUARES}");
    let state = played("(stacks: (rounds_a_turn: None))", &one, &[]);
    let hint = refused(&state, "conflict Reds v Blues").hint.unwrap_or_default();
    assert!(
        hint.contains("under these rules an area holds one of them; split it up so that its units can fight"),
        "{hint}"
    );
}

#[test]
fn a_stack_in_several_areas_neither_merges_nor_screens_nor_is_screened() {
    let before = format!("A @C3n, B @C4n + C @D3n + D leads @B3n, E @A3n v X @C1s {SQUARES}");
    let played = |orders: &[(&str, &str)]| played(FREE, &before, orders);
    let reds = "the stack Reds is spread over several areas: A at C3, B at C4";
    played(&[
        ("merge Reds into Reds2", reds),
        ("merge Reds2 into Reds", reds),
        ("screen Reds2 for Reds front", reds),
        ("screen Reds for Reds2 front", reds),
        ("screen Reds3 for structure \"the gate\"", "the stack Reds3 is spread over several areas: E at A3, D at B3"),
        ("screen Reds3 for E", "the stack Reds3 is spread over several areas: E at A3, D at B3"),
    ]);
    // A scattered stack neither screens nor is screened.
    let together = [("move B to C3", ""), ("move E to B3", ""), ("screen Reds2 for Reds front", ""), ("end turn", "")];
    let screening = |state: &State| {
        state
            .stacks()
            .iter()
            .filter(|stack| stack.screening.is_some())
            .map(|stack| stack.name.to_string())
            .collect::<Vec<_>>()
    };
    let mut state = played(&together);
    assert_eq!(screening(&state), ["Reds2"]);
    give(&mut state, "move A to C4").expect("it leaves the others");
    assert_eq!(screening(&state), [""; 0]);
    let mut state = played(&[("move E to B3", ""), ("screen Reds3 for structure \"the gate\"", ""), ("end turn", "")]);
    assert_eq!(screening(&state), ["Reds3"]);
    give(&mut state, "move E to A3").expect("it leaves the others");
    assert_eq!(screening(&state), [""; 0]);
}

/// After any order, the units of a stack in a Conflict stay together.
#[test]
fn a_stack_in_a_conflict_stays_together() {
    let before = format!("A..B @C3n + C @D4n v X @C2s {SQUARES}");
    let torn = "the stack Reds is in a Conflict and would be spread over several areas: ";
    let state = played(
        STAYS,
        &before,
        &[
            ("conflict Reds v Blues", ""),
            ("move A to B3 anyway because \"so\"", &format!("{torn}A at B3, B at C3")),
            ("place A at B3 anyway because \"so\"", &format!("{torn}A at B3, B at C3")),
            ("assign C to Reds", &format!("{torn}A and B at C3, C at D4")),
            ("move Reds to B3 anyway because \"so\"", ""),
            ("place Reds at C3 anyway because \"so\"", ""),
        ],
    );
    assert_eq!(at(&state, 11), "C3 n");
    let hint = refused(&state, "assign C to Reds").hint.unwrap_or_default();
    assert!(hint.contains("`join STACK to STACK`"), "{hint}");
    // Reinforcements in another area.
    let state = played(
        FREE,
        &before,
        &[
            ("conflict Reds v Blues", ""),
            ("unit D in Reds at E5", ""),
            ("reinforce D", &format!("{torn}A and B at C3, D at E5")),
            ("place D at C3", ""),
            ("reinforce D", ""),
        ],
    );
    assert_eq!((at(&state, 12), state.place_of_stack(stack(&state, "Reds")).is_some()), ("C3 n".into(), true));
    // A map that is laid out during the Conflict.
    let ground =
        "map \"(title: \\\"Late\\\", rows: [\\\"...\\\", \\\"...\\\"], legend: {'.': \\\"open\\\"})\" for Field";
    played(
        FREE,
        "A, B v X",
        &[
            ("conflict Reds v Blues", ""),
            (ground, ""),
            ("place A at A1", ""),
            ("place B at B1", &format!("{torn}A at A1, B at B1")),
            ("place B at A1", ""),
        ],
    );
}

/// With one unit to an area, a General still goes with his stack, into its Conflict and out of it.
#[test]
fn stacks_driven_by_a_conflict_stay_together() {
    let before = format!("A @C3n, B general @C3n v X @C2s {SQUARES}");
    let orders = [("conflict Reds v Blues", ""), ("round: 1 1", ""), ("flee Reds", "")];
    let state = played("(stacks: (rounds_a_turn: None))", &before, &orders);
    assert_eq!((at(&state, 11), at(&state, 12)), ("C4 n".into(), "C4 n".into()));
    let by_scrud = "(scrud: (defeat: [PushBack]), stacks: (blows: Scrud, rounds_a_turn: None))";
    let state = played(by_scrud, &before, &[("conflict Reds v Blues", ""), ("round: 1 6", "")]);
    assert_eq!((at(&state, 11), at(&state, 12)), ("C4 n".into(), "C4 n".into()));
}

/// A unit that goes over to a stack in a Conflict joins the Conflict: after a round, and by `join`.
#[test]
fn refuses_merges_from_outside_a_conflict() {
    for ground in ["", SQUARES] {
        let units = "A @C3n + B @D3n + C @D4n v X 0/0/0/0/9/0 @C2s";
        let words: Vec<&str> = units.split(' ').filter(|word| !ground.is_empty() || !word.starts_with('@')).collect();
        let before = format!("{} {ground}", words.join(" "));
        let state = played(
            FREE,
            before.trim(),
            &[
                ("conflict Reds v Blues", ""),
                ("merge Reds2 into Reds", "the stack Reds is in a Conflict and Reds2 is not: they can't merge"),
                ("merge Reds into Reds2", "are not in the same Conflict"),
                ("merge Reds2 into Reds3", ""),
            ],
        );
        let hint = refused(&state, "merge Reds3 into Reds").hint.unwrap_or_default();
        assert_eq!(hint, "`join \"Reds3\" to \"Reds\"` brings it in, after a round");
    }
}

#[test]
fn a_stack_without_an_effective_unit_joins_no_conflict() {
    let before = "A 0/0/0/0/1/0 + B E0, C E0 + D E0, E v X 0/0/0/0/9/0 + Y E0";
    played(
        FREE,
        before,
        &[
            ("conflict Reds v Blues", ""),
            ("round: 1 1", ""),
            ("join Reds2 to Reds", "every unit of Reds2 is ineffective"),
            ("join Blues2 to Reds", "every unit of Blues2 is ineffective"),
            ("join Reds3 to Reds", ""),
        ],
    );
}

#[test]
fn without_a_map_nothing_is_overruled() {
    played(
        FREE,
        "A + B v X",
        &[
            ("conflict Reds v Blues anyway because \"so\"", "is fought without a map"),
            ("conflict Reds v Blues", ""),
            ("strike Reds at Blues back anyway because \"so\"", "is fought without a map"),
            ("strike Reds at Blues back: 1", ""),
            ("round: 1", ""),
            ("join Reds2 to Reds anyway because \"so\"", "is fought without a map"),
            ("join Reds2 to Reds", ""),
        ],
    );
}

#[test]
fn fleeing_stacks_move_back_once() {
    let before = format!("A..C @C3n v X @C2s {SQUARES}");
    let mut state = field(FREE, &before);
    give(&mut state, "conflict Reds v Blues").expect("they engage");
    let given = give_order(&mut state, "flee Reds").expect("it flees").expect("it is carried out");
    assert_eq!([11, 12, 13].map(|unit| at(&state, unit)), ["C4 n", "C4 n", "C4 n"]);
    assert_eq!(given.events.iter().filter(|event| matches!(event, Event::Map(_))).count(), 1);
    // At the end of the map: to one side. Between enemies it stays.
    let mut state = field(FREE, &format!("A @C5n v X @C4s {SQUARES}"));
    give(&mut state, "conflict Reds v Blues").expect("they engage");
    give(&mut state, "flee Reds").expect("it flees");
    assert_eq!(at(&state, 11), "D5 n");
    let mut state = field(FREE, &format!("A @A5n v X @A4s + Y @B5w {SQUARES}"));
    give(&mut state, "conflict Reds v Blues").expect("they engage");
    give(&mut state, "flee Reds").expect("it flees");
    assert_eq!(at(&state, 11), "A5 n");
    // If all disengage, all stay.
    let mut state = field(FREE, &before);
    give(&mut state, "conflict Reds v Blues").expect("they engage");
    give(&mut state, "disengage").expect("they part");
    assert_eq!((at(&state, 11), at(&state, 21)), ("C3 n".into(), "C2 s".into()));
}

#[test]
fn a_stack_goes_back_once_however_many_of_it_are_driven() {
    let rows = "...../...../...../...../...../.....";
    let before = format!("A..C @C3n v X..Z @C2s on {rows}");
    let settings = "(scrud: (phases: 3), ground: (stacking: Stack(9)))";
    let mut state = field(settings, &before);
    give(&mut state, "scrud Reds v Blues: 1 1 1 1 1 1").expect("they fight");
    give(&mut state, "withdraw Reds").expect("it withdraws");
    assert_eq!([11, 12, 13].map(|unit| at(&state, unit)), ["C4 n", "C4 n", "C4 n"]);
    let settings = "(scrud: (defeat: [PushBack]), ground: (stacking: Stack(9)))";
    let mut state = field(settings, &before);
    give(&mut state, "scrud Reds v Blues: 1 1 1 6 6 6").expect("they fight");
    assert_eq!(at(&state, 12), "C4 n");
}

#[test]
fn a_stack_moves_as_one_only_where_all_of_it_stands() {
    let mut state = played(
        FREE,
        &format!("A @C3n, B v X @A1s {SQUARES}"),
        &[
            ("move Reds to C4", "only part of the stack Reds is at C3: B is not on the map"),
            ("face Reds e", "B is not on the map"),
            ("place B at C3 facing n", ""),
        ],
    );
    give(&mut state, "move Reds to C4").expect("all of it stands there");
    assert_eq!([11, 12].map(|unit| at(&state, unit)), ["C4 s", "C4 s"]);
    // In a Conflict only the units in the area count: its Edges are theirs.
    let before = format!("A 0/5/0/0/1/0 @C3n, B 0/5/0/0/1/0 v X 1/0/0/0/9/0 @C4n {SQUARES}");
    let mut state = played(FREE, &before, &[("conflict Blues v Reds", "")]);
    assert_eq!(edges(&mut state, "strike Blues at Reds: 1"), [Edge::Back]);
}
