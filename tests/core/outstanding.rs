//! What is still to do in a turn, held against a slow definition: what the rules then break off, and what they allow.

use crate::harness::field::{field, give};
use wardiary::{
    event::{CombatEnd, Event},
    notation::{Instruction, instruction},
    rules::{self, Step, outstanding},
    state::State,
};

/// Combats, rounds due, rounds under way, and the names of the units.
fn left(state: &State) -> (usize, usize, usize, String) {
    let battle = state.battles()[0].id;
    let left = outstanding(state, battle);
    let names: Vec<String> = left.units.iter().map(|unit| state.name(*unit)).collect();
    (left.combats.len(), left.rounds.len(), left.under_way.len(), names.join(" "))
}

#[test]
fn what_is_still_to_do() {
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

/// The end of the turn breaks off just the combats that were said to be under way.
fn breaks_off_as_said(state: &State) {
    let Some(battle) = state.open_battles().next() else { return };
    let Ok(Instruction::Order(order)) = instruction("end turn", state) else { panic!("it reads") };
    let Ok(Step::Done(done)) = rules::resolve(state, &order, &[]) else { return };
    let ended = done.events.iter().filter_map(|event| match event {
        Event::CombatEnded { combat, how: CombatEnd::TimeUp, .. } => Some(usize::from(*combat)),
        _ => None,
    });
    assert_eq!(ended.collect::<Vec<_>>(), outstanding(state, battle.id).combats);
}
