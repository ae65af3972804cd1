//! `wardiary orders` lists the orders that sides handed in and the referee's answers; `orders import` takes orders from
//! a file.

mod import;

use super::{
    command_output::{CommandOutput, columns},
    viewer::{ViewerArg, side_named},
    watcher::Watcher,
};
use clap::{Args, Subcommand};
use serde_json::json;
use std::{ffi::OsString, path::Path};
use wardiary_diary::{
    diary::Diary,
    error::{UserError, display_path},
    mail::{Letter, LetterFile, is_letter},
};
use wardiary_report::report::model;
use wardiary_rules::{
    notation::{self, Destination},
    state::WrittenOrders,
};

/// `wardiary orders`
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, disable_help_subcommand = true)]
pub(super) struct Orders {
    #[command(subcommand)]
    import: Option<OrdersCommand>,
    /// The save; or a share or an orders file, to list the orders written on it
    #[arg(required = true)]
    save: Option<OsString>,
    /// Only those of this side
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// As of this entry (0 is the muster), the end of a branch, "turn 3" or "day 3 dawn"
    #[arg(long, value_name = "PLACE")]
    at: Option<Destination>,
    #[command(flatten)]
    view: ViewerArg,
}

/// Actions on orders other than listing.
#[derive(Subcommand)]
enum OrdersCommand {
    /// Import the orders that a player wrote on a share: each goes into the inbox, for an answer
    Import(import::Import),
}

pub(super) fn orders(args: &Orders) -> Result<CommandOutput, UserError> {
    match &args.import {
        Some(OrdersCommand::Import(args)) => import::import(args),
        None => list(args),
    }
}

/// Lists the unanswered orders, then the answered ones, latest first; of a share also those that are composed on it.
fn list(args: &Orders) -> Result<CommandOutput, UserError> {
    let path = Path::new(args.save.as_deref().unwrap_or_default());
    if is_letter(path) {
        let letter = Letter::from_file(path)?;
        let json =
            json!({ "title": letter.title, "side": letter.side, "entry": letter.entry, "composed": letter.orders });
        return Ok(CommandOutput::new(composed(&display_path(path), &letter), json));
    }
    let save = args.view.open_save(&Watcher::begin(), args.save.as_deref().unwrap_or_default(), args.at.as_ref())?;
    let diary = save.diary();
    let state = diary.state();
    let side = args.side.as_ref().map(|name| side_named(name, state)).transpose()?;
    let is_meant = |orders: &&WrittenOrders| side.is_none_or(|side| orders.side == side);
    let waiting: Vec<&WrittenOrders> = state.waiting_orders().into_iter().filter(is_meant).collect();
    let answered = state.written_orders().iter().rev().filter(|orders| orders.answer.is_some()).filter(is_meant);
    let all: Vec<&WrittenOrders> = waiting.into_iter().chain(answered).collect();
    let listed = |orders: &&WrittenOrders| {
        let mut json = model::written_json(state, orders);
        json["entry"] = json!(diary.entry_answering(orders.number));
        json
    };
    let mut json = json!({
        "entry": diary.head(),
        "time": state.time(),
        "orders": all.iter().map(listed).collect::<Vec<_>>(),
    });
    let whose = side.map_or_else(String::new, |side| format!(" by {}", state.name(side)));
    let mut text = if all.is_empty() { format!("No orders were handed in{whose}.") } else { describe(diary, &all) };
    if save.save().diary().share().is_some() {
        let file = LetterFile::of(save.save())?;
        if !file.letter().orders.is_empty() {
            json["composed"] = json!(file.letter().orders);
            text.extend(["\n", &composed(&display_path(file.path()), file.letter())]);
        }
    }
    Ok(CommandOutput::new(text, json).with_view_notices(&save))
}

/// The orders of a letter, which wait to be sent.
fn composed(file: &str, letter: &Letter) -> String {
    let head = format!("{file}: written by {} for “{}”, at entry {}", letter.side, letter.title, letter.entry);
    let rows = (1..).zip(&letter.orders).map(|(number, order)| format!("  {number}  {order}"));
    std::iter::once(head).chain(rows).collect::<Vec<_>>().join("\n")
}

/// `B3  Blue  due  “march "XX Corps" to Thorn”`, and below it the entry that answered it.
fn describe(diary: &Diary, all: &[&WrittenOrders]) -> String {
    let state = diary.state();
    let replaced = notation::replaced_orders(state);
    let row = |orders: &&WrittenOrders| {
        let newer = replaced.get(&orders.number);
        let newer = newer.map_or_else(String::new, |newer| format!(", replaced by {}", state.orders_label(*newer)));
        let entry = diary.entry_answering(orders.number).map_or_else(String::new, |no| format!(" (entry {no})"));
        vec![
            state.orders_label(orders.number),
            state.name(orders.side),
            format!("“{}”", orders.text),
            format!("{}{newer}{entry}", notation::orders_status(state, orders)),
        ]
    };
    columns(&all.iter().map(row).collect::<Vec<_>>()).join("\n")
}
