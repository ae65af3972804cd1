//! `wardiary orders import` takes a letter of orders in.

use crate::cli::{
    command_output::{CommandOutput, columns},
    watcher::Watcher,
};
use clap::Args;
use serde_json::{Value, json};
use std::{ffi::OsString, path::PathBuf, time::Duration};
use wardiary_app::clock;
use wardiary_base::text;
use wardiary_diary::{
    assets::Folders,
    diary::file::{FileError, HandedIn, Mode, Save},
    error::{UserError, display_path},
    mail::{DeliveredOrder, Delivery, Letter, LetterOrderForm},
};
use wardiary_rules::state::State;

/// How long to wait while another process has the save locked. One that has it open for longer takes the orders in.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);

/// How to answer orders.
const ANSWERING_HELP: &str = "`grant N` carries out an order, `grant N as ORDER` carries out another in its place, `refuse N` refuses it; `wardiary orders` lists \
    them.";

/// `wardiary orders import`
#[derive(Args)]
pub(super) struct Import {
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
pub(super) fn import(args: &Import) -> Result<CommandOutput, UserError> {
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
    let text = format!("{file}: {}\n{}\n{ANSWERING_HELP}", composed(&delivery, &side), columns(&rows).join("\n"));
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

fn composed(delivery: &Delivery, side: &str) -> String {
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
