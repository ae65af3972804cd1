//! Writes the tutorial of a first battle: which key does what, and what the letters of its rules mean. It is shown in
//! place of the dice until there are some.

use super::{command_id::CommandId, keymap::Keymap};
use wardiary_base::book::{EqualRoll, Grade, Mechanism};
use wardiary_rules::state::State;
use wardiary_view::{grade_letter, modifier};

pub(super) fn lines(state: &State, keymap: &Keymap) -> Vec<String> {
    let key = |command| keymap.key_labels(command).into_iter().next();
    let by_key = |command, does: &str| key(command).map(|key| format!("{key} {does}"));
    let book = state.book();
    let mut lines = Vec::new();
    let next = by_key(CommandId::GoOn, "takes the next step that the header shows").into_iter();
    let chosen = by_key(CommandId::Up, "and").zip(by_key(CommandId::Down, "choose a unit, a stack or a side"));
    let chosen = chosen.map(|(up, down)| format!("{up} {down}")).into_iter();
    lines.push(sentence(next.chain(chosen)));
    let uses = |mechanism| book.uses(mechanism);
    let orders = [
        (uses(Mechanism::Scrud), CommandId::Scrud, "fights with it"),
        (uses(Mechanism::Edna), CommandId::Edna, "tests whether it obeys"),
        (uses(Mechanism::Volleys), CommandId::Volley, "fires"),
        (uses(Mechanism::Stacks), CommandId::Conflict, "engages"),
    ];
    let orders = orders.into_iter().filter(|(used, ..)| *used).filter_map(|(_, command, does)| by_key(command, does));
    let odds = std::iter::once("you see the odds first".to_string());
    lines.push(sentence(orders.chain(odds)));
    let dice = by_key(CommandId::HandDice, "is for dice that you roll on the table").into_iter();
    let undo = by_key(CommandId::Undo, "undoes anything, and nothing is ever lost").into_iter();
    lines.push(sentence(dice.chain(undo)));
    let help = by_key(CommandId::Help, "lists all commands").into_iter();
    let order = by_key(CommandId::Order, "takes any order as text").into_iter();
    lines.push(sentence(help.chain(order)));
    if book.uses_line_up() {
        let step = |grade| {
            let step = book.ladder.step(Grade(grade));
            format!("{} {} {}", grade_letter(step), step.name, modifier(step))
        };
        let steps: Vec<String> = (0..=book.ladder.lowest().0).map(step).collect();
        lines.push(format!("Grades, best first, each with its modifier to a die: {}.", steps.join(", ")));
    }
    if uses(Mechanism::Edna) {
        let most = if book.edna.equal == EqualRoll::Acts { 8 } else { 7 };
        let dice = book.edna.dice;
        lines.push(format!(
            "E8 is an EDNA of 8: the unit obeys if {dice} total {most} or less; any excess over 8 is taken off its EDNA."
        ));
    }
    lines
}

fn sentence(clauses: impl Iterator<Item = String>) -> String {
    let clauses: Vec<String> = clauses.collect();
    let sentence = clauses.join("; ");
    // A clause starts with a key, so the first letter is not capitalised.
    if sentence.is_empty() { sentence } else { format!("{sentence}.") }
}
