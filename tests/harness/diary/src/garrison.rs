//! The shipped garrison scenario, played order by order.

use wardiary_base::{
    dice::source::ScriptedDice,
    id::{StackId, UnitId},
};
use wardiary_diary::diary::account;
use wardiary_rules::{
    event::Event,
    notation::{Instruction, parse_instruction, refusal::describe},
    rules::{self, CarryOutError},
    state::State,
};

/// The stack of Gate that the tests attack.
pub const GARRISON: StackId = StackId(10);
/// The attacking stack of Column.
pub const VANGUARD: StackId = StackId(20);

/// The campaign at its start.
pub fn garrison() -> State {
    let header = wardiary_diary::assets::scenario("garrison", None, "1".parse().expect("a seed")).expect("it ships");
    header.muster.check(&header.book).expect("it stands")
}

/// Gives an order with these faces, all of which it must use. Returns the events, or the refusal.
pub fn give(state: &mut State, text: &str, faces: &[u8]) -> Result<Vec<Event>, String> {
    let Instruction::Order(order) = parse_instruction(text, state).map_err(|e| e.reason)? else {
        panic!("{text}: no order")
    };
    let mut script = ScriptedDice { faces: faces.iter().copied().collect() };
    let carried_out = rules::carry_out(state.clone(), &order, &mut script);
    let done = carried_out.map_err(|error| match error {
        CarryOutError::Refused(refusal) => {
            let text = describe(&refusal, state);
            format!("{}: {}", text.reason, text.hint.unwrap_or_default())
        }
        CarryOutError::Unanswered(unanswered) => unanswered.to_string(),
    })?;
    assert!(script.faces.is_empty(), "{text}: {} faces too many", script.faces.len());
    *state = done.result.after;
    Ok(done.result.events)
}

/// The sentences of these events.
pub fn sentences(state: &State, events: Vec<Event>) -> Vec<String> {
    let Ok(Instruction::Order(order)) = parse_instruction("note x", state) else { panic!("a note reads") };
    let entry = wardiary_diary::diary::Entry {
        no: 1,
        after: None,
        at: jiff::Timestamp::UNIX_EPOCH,
        by: None,
        order,
        dice: Vec::new(),
        events,
        seal: wardiary_diary::diary::seal::Seal::default(),
    };
    account(state, &entry, state).sentences
}

/// The Strength Points that a unit has left.
pub fn strength(state: &State, unit: u32) -> u16 {
    state.unit(UnitId(unit)).expect("it is there").strength_in_rules().now
}
