//! `wardiary do SHARE`: orders of a player who only has a share. They go into a letter beside the share, which the
//! player sends to the referee.

use super::{ScriptLine, stands_for};
use crate::cli::answer::{Answer, print};
use serde_json::{Value, json};
use std::path::Path;
use wardiary_base::{dice::Face, text};
use wardiary_diary::{
    diary::file::Save,
    error::{UserError, shown},
    mail::{Composed, Outbox, order_of},
};
use wardiary_rules::notation::{self, Aliases, Instruction};

/// Composes orders on an open share, up to the first that its side may not give or that its own knowledge refutes.
pub(super) fn compose(
    share: &Save,
    lines: &[ScriptLine],
    (aliases, dice): (&Aliases, Option<&[Face]>),
    json: bool,
) -> Result<Answer, UserError> {
    if dice.is_some() {
        let failure = UserError::usage(format!("{}: orders on a share throw no dice", shown(share.path())));
        return Err(failure.hint("leave --dice out: the referee has them thrown, or types them in"));
    }
    let mut outbox = Outbox::of(share)?;
    let mut values: Vec<Value> = Vec::new();
    let mut failure = None;
    for line in lines {
        match compose_one(share, &mut outbox, line, aliases) {
            Ok((told, value)) => {
                if !json {
                    // If the reader closes the pipe, the orders are in the letter all the same.
                    let _ = print(&told);
                }
                values.push(value);
            }
            Err(stop) => {
                failure = Some(stop);
                break;
            }
        }
    }
    let told = if values.is_empty() { String::new() } else { sent_back(&outbox) };
    Ok(Answer { failure, ..Answer::new(told, values.into()) })
}

fn compose_one(
    share: &Save,
    outbox: &mut Outbox,
    line: &ScriptLine,
    aliases: &Aliases,
) -> Result<(String, Value), UserError> {
    let ScriptLine { place, text: typed } = line;
    let whose = || format!("{place}, `{}`", text::sanitize(typed));
    let stands_for = stands_for(aliases, line)?;
    let order = stands_for.as_ref().unwrap_or(typed);
    let diary = share.diary();
    if let Ok(Instruction::Undo(many)) = notation::instruction(order, diary.state()) {
        let back = outbox.take_back(many as usize).map_err(|failure| failure.of(whose()))?;
        let told: Vec<String> = back.iter().map(|order| format!("taken back: {}", text::sanitize(order))).collect();
        return Ok((told.join("\n") + "\n", described(outbox, "taken_back", &json!(back), None)));
    }
    let own = diary.share().map(|share| share.side).unwrap_or_default();
    let order = order_of(order, diary.state(), own).map_err(|failure| failure.of(whose()))?;
    let Composed { number, order, overrides, kept } =
        outbox.compose(share, &order).map_err(|failure| failure.of(whose()))?;
    let older = kept.as_deref().map_or_else(String::new, |kept| {
        format!("the orders composed on the older share are kept in {}\n", shown(kept))
    });
    let instead = overrides.map_or_else(String::new, |other| format!(" (it counts in place of order {other})"));
    let told = format!("{older}{number}  {}{instead}\n", text::sanitize(&order));
    Ok((told, described(outbox, "composed", &json!([order]), kept.as_deref())))
}

fn described(outbox: &Outbox, outcome: &str, orders: &Value, kept: Option<&Path>) -> Value {
    json!({
        "outcome": outcome,
        "orders": orders,
        "letter": outbox.path().display().to_string(),
        "holds": outbox.letter().orders.len(),
        "entry": outbox.letter().entry,
        "kept": kept.map(|kept| kept.display().to_string()),
    })
}

/// What the letter holds now, and what to do with it.
fn sent_back(outbox: &Outbox) -> String {
    let holds = outbox.told();
    if outbox.letter().orders.is_empty() {
        return format!("{holds}: there is nothing to send.");
    }
    format!("{holds}: send it to the referee, who takes it in with `wardiary orders import SAVE {}`.", outbox.name())
}
