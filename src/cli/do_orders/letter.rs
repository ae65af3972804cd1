//! `wardiary do SHARE`: orders of a player who only has a share. They go into a letter beside the share, which the
//! player sends to the referee.

use super::{ScriptLine, expand_alias};
use crate::cli::command_output::{CommandOutput, print};
use serde_json::{Value, json};
use std::path::Path;
use wardiary_base::{dice::Face, text};
use wardiary_diary::{
    diary::file::Save,
    error::{UserError, display_path},
    mail::{Composed, Outbox, parse_order},
};
use wardiary_rules::notation::{self, Aliases, Instruction};

/// Composes orders on an open share, up to the first that its side may not give or that its own knowledge refutes.
pub(super) fn compose(
    share: &Save,
    lines: impl Iterator<Item = Result<ScriptLine, UserError>>,
    (aliases, dice): (&Aliases, Option<&[Face]>),
    json: bool,
) -> Result<CommandOutput, UserError> {
    if dice.is_some() {
        let failure = UserError::usage(format!("{}: orders on a share throw no dice", display_path(share.path())));
        return Err(failure.hint("leave --dice out: the referee has them thrown, or types them in"));
    }
    let mut outbox = Outbox::of(share)?;
    let mut values: Vec<Value> = Vec::new();
    let mut failure = None;
    for line in lines {
        match line.and_then(|line| compose_one(share, &mut outbox, &line, aliases)) {
            Ok((text, value)) => {
                if !json {
                    // If the reader closes the pipe, the orders are in the letter all the same.
                    let _ = print(&text);
                }
                values.push(value);
            }
            Err(stop) => {
                failure = Some(stop);
                break;
            }
        }
    }
    let text = if values.is_empty() { String::new() } else { letter_summary(&outbox) };
    Ok(CommandOutput { failure, ..CommandOutput::new(text, values.into()) })
}

fn compose_one(
    share: &Save,
    outbox: &mut Outbox,
    line: &ScriptLine,
    aliases: &Aliases,
) -> Result<(String, Value), UserError> {
    let ScriptLine { source: place, text: typed } = line;
    let whose = || format!("{place}, `{}`", text::excerpt(typed));
    let stands_for = expand_alias(aliases, line)?;
    let order = stands_for.as_ref().unwrap_or(typed);
    let diary = share.diary();
    if let Ok(Instruction::Undo(many)) = notation::parse_instruction(order, diary.state()) {
        let back = outbox.take_back(many as usize).map_err(|failure| failure.prefixed(whose()))?;
        let text: Vec<String> = back.iter().map(|order| format!("taken back: {order}")).collect();
        return Ok((text.join("\n") + "\n", letter_json(outbox, "taken_back", &json!(back), None)));
    }
    let own = diary.share().map(|share| share.side).unwrap_or_default();
    let order = parse_order(order, diary.state(), own).map_err(|failure| failure.prefixed(whose()))?;
    let Composed { number, order, overrides, backup: kept } =
        outbox.compose(share, &order).map_err(|failure| failure.prefixed(whose()))?;
    let older = kept.as_deref().map_or_else(String::new, |kept| {
        format!("the orders composed on the older share are kept in {}\n", display_path(kept))
    });
    let instead = overrides.map_or_else(String::new, |other| format!(" (it counts in place of order {other})"));
    let text = format!("{older}{number}  {order}{instead}\n");
    Ok((text, letter_json(outbox, "composed", &json!([order]), kept.as_deref())))
}

fn letter_json(outbox: &Outbox, outcome: &str, orders: &Value, kept: Option<&Path>) -> Value {
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
fn letter_summary(outbox: &Outbox) -> String {
    let holds = outbox.summary();
    if outbox.letter().orders.is_empty() {
        return format!("{holds}: there is nothing to send.");
    }
    format!("{holds}: send it to the referee, who takes it in with `wardiary orders import SAVE {}`.", outbox.name())
}
