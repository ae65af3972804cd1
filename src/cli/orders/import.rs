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
    diary::file::Save,
    error::{ErrorKind, UserError, display_path},
    mail::{DeliveredOrder, Delivery, DeliveryError, Letter, LetterOrderForm},
};

/// How long to wait for another program that has the save open.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

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
    let mut save = watcher.watch(&path, |watch| Save::open_waiting(&path, LOCK_TIMEOUT, watch))?;
    let file = display_path(&args.file);
    let secret = save.seals().chain().secret();
    let delivery = Delivery::of(&letter, save.diary(), secret).map_err(|why| delivery_error(&file, &why, &save))?;
    let is_new = |order: &DeliveredOrder| args.again || order.earlier_number.is_none();
    if !delivery.orders.iter().any(is_new) {
        let numbers = text::ranges(delivery.orders.iter().filter_map(|order| order.earlier_number));
        let what = format!("{file}: all its orders were handed in before, as orders {numbers}");
        return Err(UserError::refused(what).hint("`--again` hands them in again"));
    }
    let (mut rows, mut values, mut failure) = (Vec::new(), Vec::new(), None);
    for delivered in &delivery.orders {
        let number = if is_new(delivered) {
            match hand_in(&mut save, delivered) {
                Ok(number) => Some(number),
                Err(stop) => {
                    failure = Some(
                        stop.hint("the orders already in the inbox stay there; the same command imports the rest"),
                    );
                    break;
                }
            }
        } else {
            None
        };
        rows.push(row(delivered, number));
        values.push(order_json(delivered, number));
    }
    let side = save.diary().state().name(delivery.side);
    let text = format!("{file}: {}\n{}\n{ANSWERING_HELP}", composed(&delivery, &side), columns(&rows).join("\n"));
    let json = json!({
        "letter": args.file.display().to_string(),
        "side": side,
        "entry": delivery.entry,
        "knows": delivery.latest,
        "is_older": delivery.is_outdated(),
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

fn row(delivered: &DeliveredOrder, number: Option<u32>) -> Vec<String> {
    let how = match (&delivered.read_as, delivered.earlier_number) {
        (_, Some(before)) if number.is_none() => format!("handed in before, as orders {before}"),
        (LetterOrderForm::NotAnOrder(why), _) => format!("not an order as written: {why}"),
        (LetterOrderForm::DifferentText(order), _) => {
            format!("written differently in the save: grant {} as {}", number.unwrap_or_default(), order)
        }
        (LetterOrderForm::FreeText, _) => "in words".into(),
        (LetterOrderForm::Order, _) => String::new(),
    };
    let number = number.map_or_else(|| "–".into(), |number| number.to_string());
    vec![format!("  {number}"), format!("“{}”", delivered.text), how]
}

fn order_json(delivered: &DeliveredOrder, number: Option<u32>) -> Value {
    let (read_as, that_is) = match &delivered.read_as {
        LetterOrderForm::Order => ("order", Value::Null),
        LetterOrderForm::DifferentText(order) => ("otherwise", json!(order)),
        LetterOrderForm::FreeText => ("words", Value::Null),
        LetterOrderForm::NotAnOrder(why) => ("unread", json!(why)),
    };
    json!({ "number": number, "text": delivered.text, "read_as": read_as, "that_is": that_is, "before": delivered.earlier_number })
}

fn hand_in(save: &mut Save, delivered: &DeliveredOrder) -> Result<u32, UserError> {
    let number = save.diary().state().next_orders_number();
    // Handing in an order rolls no dice.
    let mut dice = save.diary().program_dice(&[]);
    let submitted = save.submit(delivered.order.clone(), &mut dice, clock::now()?);
    submitted.map_err(|error| UserError::from_submit(error, save.diary().state()))?;
    Ok(number)
}

/// The error if a letter can't be imported, with a hint.
fn delivery_error(file: &str, why: &DeliveryError, save: &Save) -> UserError {
    let hint = match why {
        DeliveryError::OtherTitle { .. } => Some("import it into the save of that campaign".into()),
        DeliveryError::NoSide { .. } => {
            let sides = save.diary().state().sides().iter().map(|side| side.name.to_string());
            Some(format!("its sides are {}", text::list(&sides.collect::<Vec<_>>())))
        }
        DeliveryError::OtherGame => Some(
            "import it into the save that was shared; if that is this one, recovered since, delete the line `game: …` from the \
             file"
                .into(),
        ),
        DeliveryError::Ahead { .. } => Some("this may be an older copy of the save: `wardiary merge` merges two copies".into()),
        DeliveryError::Empty => Some("ask the player for the unchanged file beside the share".into()),
        DeliveryError::Refused { .. } => Some("nothing was handed in; correct the order in the file".into()),
        DeliveryError::Unprojected { .. } => Some("this is a bug in wardiary: please report it".into()),
    };
    UserError { kind: ErrorKind::Refused, what: format!("{file}: {why}"), hint }
}
