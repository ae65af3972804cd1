//! `wardiary do SHARE`: orders of a player who only has a share. They go into a letter beside the share, which the
//! player sends to the referee.

use super::{ScriptLine, expand_alias, stopped_note};
use crate::cli::command_output::{CommandOutput, print};
use serde_json::{Value, json};
use std::path::Path;
use wardiary_base::{dice::Face, text};
use wardiary_diary::{
    diary::file::Save,
    error::{UserError, display_path},
    mail::{ComposedOrder, LetterFile, parse_order},
};
use wardiary_rules::notation::{self, Aliases, Instruction};

/// Composes orders on an open share, up to the first that its side may not give or that its own knowledge refutes.
pub(super) fn compose(
    share: &Save,
    (orders, lines): (&[String], impl Iterator<Item = Result<ScriptLine, UserError>>),
    (aliases, dice): (&Aliases, Option<&[Face]>),
    json: bool,
) -> Result<CommandOutput, UserError> {
    if dice.is_some() {
        let failure = UserError::usage(format!("{}: orders on a share roll no dice", display_path(share.path())));
        return Err(failure.hint("leave out --dice: the referee rolls the dice, or types them in"));
    }
    let mut letter_file = LetterFile::of(share)?;
    let mut values: Vec<Value> = Vec::new();
    let mut failure = None;
    for line in lines {
        let mut compose = |line: ScriptLine| {
            let (text, value) = compose_one(share, &mut letter_file, &line, aliases)?;
            if !json {
                // If the reader closes the pipe, the orders are in the letter all the same.
                let _ = print(&text);
            }
            values.push(value);
            Ok(())
        };
        let state = share.diary().state();
        if let Err(stop) = line.and_then(|line| line.by_force(state)?.into_iter().try_for_each(&mut compose)) {
            failure = Some(stop);
            break;
        }
    }
    let text = if values.is_empty() { String::new() } else { letter_summary(&letter_file) };
    let notes =
        failure.as_ref().filter(|_| !json).and_then(|_| stopped_note(orders, values.len())).into_iter().collect();
    Ok(CommandOutput { notes, failure, ..CommandOutput::new(text, values.into()) })
}

fn compose_one(
    share: &Save,
    letter_file: &mut LetterFile,
    line: &ScriptLine,
    aliases: &Aliases,
) -> Result<(String, Value), UserError> {
    let ScriptLine { source: place, text: typed } = line;
    let whose = || format!("{place}, `{}`", text::excerpt(typed));
    let stands_for = expand_alias(aliases, line)?;
    let order = stands_for.as_ref().unwrap_or(typed);
    let diary = share.diary();
    if let Ok(Instruction::Undo(many)) = notation::parse_instruction(order, diary.state()) {
        let back = letter_file.take_back(many as usize).map_err(|failure| failure.prefixed(whose()))?;
        let text: Vec<String> = back.iter().map(|order| format!("taken back: {order}")).collect();
        return Ok((text.join("\n") + "\n", letter_json(letter_file, "taken_back", &json!(back), None)));
    }
    let own = diary.share().map(|share| share.side).unwrap_or_default();
    let order = parse_order(order, diary.state(), own).map_err(|failure| failure.prefixed(whose()))?;
    let ComposedOrder { number, order, overrides, backup: older_letter } =
        letter_file.compose(share, &order).map_err(|failure| failure.prefixed(whose()))?;
    let older = older_letter.as_deref().map_or_else(String::new, |older_letter| {
        format!("the orders written on the older share are kept in {}\n", display_path(older_letter))
    });
    let instead = overrides.map_or_else(String::new, |other| format!(" (replaces order {other})"));
    let text = format!("{older}{number}  {order}{instead}\n");
    Ok((text, letter_json(letter_file, "composed", &json!([order]), older_letter.as_deref())))
}

fn letter_json(letter_file: &LetterFile, outcome: &str, orders: &Value, backup: Option<&Path>) -> Value {
    json!({
        "outcome": outcome,
        "orders": orders,
        "letter": letter_file.path().display().to_string(),
        "holds": letter_file.letter().orders.len(),
        "entry": letter_file.letter().entry,
        "kept": backup.map(|backup| backup.display().to_string()),
    })
}

fn letter_summary(letter_file: &LetterFile) -> String {
    let holds = letter_file.summary();
    if letter_file.letter().orders.is_empty() {
        return format!("{holds}: there is nothing to send.");
    }
    format!(
        "{holds}: send it to the referee, who imports it with `wardiary orders import SAVE {}`.",
        letter_file.name()
    )
}
