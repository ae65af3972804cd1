//! `wardiary orders` lists the orders that sides handed in and the referee's answers; `orders import` takes orders from
//! a file.

use super::{
    command_output::{CommandOutput, columns},
    viewer::{ViewerArg, Watcher, side_named},
};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};
use wardiary_app::clock;
use wardiary_base::text;
use wardiary_diary::{
    assets::Folders,
    diary::{
        Diary,
        file::{FileError, HandedIn, Mode, Save},
    },
    error::{UserError, display_path},
    mail::{DeliveredOrder, Delivery, Letter, LetterFile, LetterOrderForm, is_letter},
};
use wardiary_report::report::model;
use wardiary_rules::{
    notation::{self, Destination},
    state::{State, WrittenOrders},
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
    Import(Import),
}

pub(super) fn orders(args: &Orders) -> Result<CommandOutput, UserError> {
    match &args.import {
        Some(OrdersCommand::Import(args)) => import(args),
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

/// How long to wait while another process has the save locked. One that has it open for longer takes the orders in.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);

/// How to answer orders.
const ANSWERING_HELP: &str = "`grant N` carries out an order, `grant N as ORDER` carries out another in its place, `refuse N` refuses it; `wardiary orders` lists \
    them.";

/// `wardiary orders import`
#[derive(Args)]
struct Import {
    /// The save
    save: OsString,
    /// The orders file that the player sent back: NAME.orders.ron
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Hand in orders again that were handed in before
    #[arg(long)]
    again: bool,
}

/// Hands in the orders of a letter. Orders that were handed in before are skipped, so that a truncated or extended
/// letter can be imported again.
fn import(args: &Import) -> Result<CommandOutput, UserError> {
    let letter = Letter::from_file(&args.file)?;
    let path = Folders::of_user()?.save_path(&args.save)?;
    let watcher = Watcher::begin();
    let mut is_open_elsewhere = false;
    let mut save = match watcher.watch(&path, |watch| Save::open_waiting(&path, LOCK_TIMEOUT, watch)) {
        Err(FileError::Locked { .. } | FileError::Claimed { .. }) => {
            is_open_elsewhere = true;
            watcher.open(&path, Mode::Read)?
        }
        opened => opened?,
    };
    let file = display_path(&args.file);
    let secret = save.seals().chain().secret();
    let delivery =
        Delivery::of(&letter, save.diary(), secret).map_err(|why| why.into_user_error(&file, save.diary().state()))?;
    if !args.again && delivery.orders.iter().all(|order| order.earlier_number.is_some()) {
        let labels = delivery.orders.iter().filter_map(|order| order.earlier_number);
        let labels: Vec<String> = labels.map(|number| save.diary().state().orders_label(number)).collect();
        let what = format!("{file}: all its orders were handed in before, as orders {}", text::list(&labels));
        return Err(UserError::refused(what).hint("`--again` hands them in again"));
    }
    let (mut rows, mut values, mut failure) = (Vec::new(), Vec::new(), None);
    for delivered in &delivery.orders {
        let is_new = args.again || delivered.earlier_number.is_none();
        let entered = if is_open_elsewhere && is_new {
            let request = delivered.order.request.clone().filter(|_| !args.again);
            let order = HandedIn { request, ..delivered.order.clone() };
            save.hand_in(order, clock::now()?).map(|()| None).map_err(UserError::from)
        } else {
            delivered.enter(&mut save, args.again, clock::now()?)
        };
        let number = match entered {
            Ok(number) => number,
            Err(stop) => {
                failure =
                    Some(stop.hint("the orders already in the inbox stay there; the same command imports the rest"));
                break;
            }
        };
        rows.push(row(delivered, is_new, number, save.diary().state()));
        values.push(order_json(delivered, number));
    }
    let side = save.diary().state().name(delivery.side);
    let text = format!("{file}: {}\n{}\n{ANSWERING_HELP}", imported(&delivery, &side), columns(&rows).join("\n"));
    let json = json!({
        "letter": args.file.display().to_string(),
        "side": side,
        "entry": delivery.entry,
        "knows": delivery.latest,
        "is_older": delivery.entry != delivery.latest,
        "is_withdrawn": delivery.is_withdrawn,
        "orders": values,
    });
    Ok(CommandOutput { failure, ..CommandOutput::new(text, json).with_notices(&save) })
}

fn imported(delivery: &Delivery, side: &str) -> String {
    let many = text::count(delivery.orders.len(), "order", "orders");
    let on = format!("{many} of {side}, written when {side} knew entry {}", delivery.entry);
    match (delivery.is_withdrawn, delivery.is_outdated()) {
        (true, _) => format!("{on}, which has been undone since"),
        (false, true) => format!("{on}; it now knows entry {}", delivery.latest),
        (false, false) => on,
    }
}

fn row(delivered: &DeliveredOrder, is_new: bool, number: Option<u32>, state: &State) -> Vec<String> {
    let label = number.map(|number| state.orders_label(number));
    let how = match (&label, delivered.earlier_number) {
        (None, Some(before)) if !is_new => format!("handed in before, as orders {}", state.orders_label(before)),
        (None, _) => "the program that has the save open will take it in".into(),
        (Some(label), _) => delivered.note(label),
    };
    vec![format!("  {}", label.unwrap_or_else(|| "–".into())), format!("“{}”", delivered.order.text), how]
}

fn order_json(delivered: &DeliveredOrder, number: Option<u32>) -> Value {
    let (read_as, that_is) = match &delivered.read_as {
        LetterOrderForm::Order => ("order", Value::Null),
        LetterOrderForm::DifferentText(order) => ("otherwise", json!(order)),
        LetterOrderForm::FreeText => ("words", Value::Null),
        LetterOrderForm::NotAnOrder(why) => ("unread", json!(why)),
    };
    json!({ "number": number, "text": delivered.order.text, "read_as": read_as, "that_is": that_is, "before": delivered.earlier_number, "changed": delivered.changed_since })
}
