//! A unit that merges with a stack in another area takes a step on the map, like a move. Source: RULES 4.4, 5.6.

use wardiary_base::id::UnitId;
use wardiary_harness_rules::field::{field, give};
use wardiary_rules::state::State;

/// A book whose stacks share an area, with woods and rivers that are closed to artillery.
const BOOK: &str = "stacks: (merging: Move), turn: (order: Free), ground: (stacking: Stack(4), terrain: [(name: \"open\"), (name: \"woods\", \
                    forbids: [\"artillery\"]), (name: \"built-up\", enter: 2)], edges: [(name: \"river\", forbids: \
                    [\"artillery\"])])";
const OPEN: &str = "...../...../...../...../.....";

/// The results of consecutive orders: for each a part of its refusal, or an empty text.
fn play(order: &str, units: &str, ground: &str, orders: &[(&str, &str)]) -> State {
    let settings = format!("({})", BOOK.replace("order: Free", &format!("order: {order}")));
    let mut state = field(&settings, &format!("{units} on {ground}"));
    for (order, says) in orders {
        let before = state.clone();
        match give(&mut state, order) {
            Ok(()) => assert!(says.is_empty(), "{order} is carried out, not refused with “{says}”"),
            Err(said) => {
                assert!(!says.is_empty() && said.contains(says), "{order}: {said}");
                assert_eq!(state, before, "{order}: nothing moves");
            }
        }
    }
    state
}

fn at(state: &State, unit: u32) -> String {
    let place = state.unit(UnitId(unit)).and_then(|unit| unit.place).expect("it stands there");
    format!("{}{}", place.cell, place.facing)
}

#[test]
fn nobody_merges_into_what_is_closed_to_him() {
    let gun = "A artillery @B2n + B @C2e v X @E5";
    play(
        "Free",
        gun,
        "...../..w../...../...../.....",
        &[("merge Reds into Reds2", "C2 is woods, which is closed to artillery")],
    );
    let river = format!("{OPEN} with river C2w");
    play("Free", gun, &river, &[("merge Reds into Reds2", "the edge “river”, which is closed to artillery")]);
    // Over a bridge, and in the other direction with infantry.
    play("Free", gun, &format!("{river}, road B2-C2"), &[("merge Reds into Reds2", "")]);
    let state = play("Free", gun, OPEN, &[("merge Reds into Reds2", "")]);
    assert_eq!((at(&state, 11), at(&state, 12)), ("C2e".into(), "C2e".into()));
}

#[test]
fn merging_into_another_area_is_the_move_of_the_turn() {
    let three = "A @A2n + B @B2n + C @C2n v X @E5";
    let state = play(
        "Free",
        three,
        OPEN,
        &[
            ("merge Reds into Reds2", ""),
            ("move A to A3", "A has already moved this turn"),
            // One of them has moved, and all of them would move.
            ("merge Reds2 into Reds3", "A has already moved this turn"),
            ("move Reds2 to B3", "A has already moved this turn"),
            // The stack that they join has not moved by this.
            ("move B to B3", ""),
            ("end turn", ""),
        ],
    );
    assert_eq!(at(&state, 11), "B2n");
    play(
        "Free",
        three,
        OPEN,
        &[
            ("move Reds to A1", ""),
            ("move Reds2 to A2", ""),
            ("merge Reds2 into Reds", "the stack Reds2 has already moved this turn"),
        ],
    );
    play(
        "Free",
        three,
        OPEN,
        &[("face Reds e", ""), ("merge Reds into Reds2", "the stack Reds has already moved this turn")],
    );
    // A place that is too far for a move is too far for a merge, and the merge uses the allowance.
    play(
        "Free",
        "A 0/0/0/0/0/1 @A2n + B @B2n v X @E5",
        ".h.../.h.../...../...../.....",
        &[("merge Reds into Reds2", "B2 is too far for Reds: the route there costs 2")],
    );
    let state = play("Free", three, ".h.../.h.../...../...../.....", &[("merge Reds into Reds2", "")]);
    let moved = state.move_of(UnitId(11)).expect("it has moved");
    assert_eq!((moved.cost, moved.allowance), (2, 2));
}

/// A unit that has used its whole move can't attack any more, and a unit that has attacked has one area less.
#[test]
fn merging_costs_what_an_attack_needs() {
    let near = "A 0/0/0/0/0/1 @C4n + B @C3n v X @C2s";
    play("Free", near, OPEN, &[("merge Reds into Reds2", ""), ("conflict Reds2 v Blues", "A has used its whole move")]);
    let far = "A infantry 0/0/0/0/0/1 @C3n + B @D3n v X infantry @C1s";
    play(
        "Free",
        far,
        OPEN,
        &[("volley A at X: 1 1 1 1", ""), ("merge Reds into Reds2", "the allowance is 0 areas after its attack")],
    );
}

#[test]
fn units_that_may_not_act_may_not_merge() {
    let units = "A @A2n + B @B2n v X @E5 + Y @D5";
    let early = "Red can’t act in this part of the turn";
    play("Strict", units, OPEN, &[("merge Reds into Reds2", early)]);
    let chosen = [("initiative: 6 1", ""), ("merge Reds into Reds2", "who goes first"), ("first Blue", "")];
    let state = play("Strict", units, OPEN, &[&chosen[..], &[("merge Reds into Reds2", early)]].concat());
    assert_eq!(at(&state, 11), "A2n");
}

#[test]
fn enemies_hold_up_who_merges() {
    // X faces A; C3 is also beside X.
    let faced = "A @C2n + B @D2n v X @C1s, Y @D1s";
    play("Free", faced, OPEN, &[("merge Reds into Reds2", "D2 is in front of another enemy: Y")]);
    play("Free", "A @C2n + B @B2n v X @C1s", OPEN, &[("merge Reds into Reds2", "")]);
    // An ineffective unit comes no nearer, and neither does any unit of an exhausted side.
    play(
        "Free",
        "A E0 @C4n + B @C3n v X @C1s",
        OPEN,
        &[("merge Reds into Reds2", "is ineffective"), ("merge Reds2 into Reds", "")],
    );
}

/// Within a Conflict they merge between rounds, by the same step.
#[test]
fn merging_within_a_conflict_is_a_move() {
    let screened = "A 0/0/0/0/0/2 @C3n + B 0/0/0/0/0/2 @D3n v X 0/0/0/0/9/0 @C2s";
    let fought = [("screen Reds2 for Reds left", ""), ("conflict Reds v Blues", ""), ("round: 1 1 1", "")];
    let merged = [("merge Reds2 into Reds", "")];
    let state = play("Free", screened, OPEN, &[&fought[..], &merged].concat());
    assert_eq!(at(&state, 12), "C3n");
    assert!(state.move_of(UnitId(12)).is_some(), "it is its move");
    let slow = screened.replace("0/2", "0/1");
    play(
        "Free",
        &slow,
        OPEN,
        &[&fought[..], &[("merge Reds2 into Reds", "the allowance is 0 areas after its attack")]].concat(),
    );
}

/// A ruling allows the merge anyway, as it allows a move.
#[test]
fn a_ruling_merges_them_anyway() {
    let gun = "A artillery @B2n + B @C2e v X @E5";
    let state = play(
        "Free",
        gun,
        "...../..w../...../...../.....",
        &[
            ("face Reds s", ""),
            ("merge Reds into Reds2", "has already moved this turn"),
            ("merge Reds into Reds2 anyway because \"they cut a lane\"", ""),
        ],
    );
    assert_eq!(at(&state, 11), "C2e");
    let far = "A @A2n + B @C2e v X @E5";
    play("Free", far, OPEN, &[("merge Reds into Reds2 anyway because \"at night\"", "are not neighbours")]);
}
