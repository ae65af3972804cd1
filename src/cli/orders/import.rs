//! `wardiary orders import` takes a letter of orders in.

use crate::cli::{answer::Answer, columns::columns, watcher::Watcher};
use clap::Args;
use serde_json::{Value, json};
use std::{ffi::OsString, path::PathBuf, time::Duration};
use wardiary_app::clock;
use wardiary_base::text;
use wardiary_diary::{
    assets::Folders,
    diary::file::Save,
    error::{ErrorKind, UserError, shown},
    mail::{Delivered, Delivery, Letter, NotDelivered, ReadAs},
};

/// How long to wait for another program that has the save open.
const WAIT: Duration = Duration::from_secs(5);

/// How to answer orders.
const HOW: &str = "`grant N` carries an order out, `grant N as ORDER` another in its place, `refuse N` none; `wardiary orders` lists \
    them.";

/// `wardiary orders import`
#[derive(Args)]
pub(super) struct Import {
    /// The save
    save: OsString,
    /// The orders file that the player sent back: NAME.orders.ron
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Hand in again what was handed in since it was composed
    #[arg(long)]
    again: bool,
}

/// Hands in the orders of a letter. Orders that were handed in before are skipped, so that a truncated or extended
/// letter can be imported again.
pub(super) fn import(args: &Import) -> Result<Answer, UserError> {
    let letter = Letter::from_file(&args.file)?;
    let path = Folders::of_user()?.save(&args.save);
    let watcher = Watcher::begin();
    let mut save = watcher.watch(&path, |watch| Save::open_within(&path, WAIT, watch))?;
    let file = shown(&args.file);
    let secret = save.seals().chain().secret();
    let delivery = Delivery::of(&letter, save.diary(), secret).map_err(|why| not_taken(&file, &why, &save))?;
    let is_new = |order: &Delivered| args.again || order.before.is_none();
    if !delivery.orders.iter().any(is_new) {
        let numbers = text::ranges(delivery.orders.iter().filter_map(|order| order.before));
        let what = format!("{file}: all of it was handed in before, as orders {numbers}");
        return Err(UserError::refused(what).hint("`--again` hands it in once more"));
    }
    let (mut rows, mut values, mut failure) = (Vec::new(), Vec::new(), None);
    for delivered in &delivery.orders {
        let number = if is_new(delivered) {
            match hand_in(&mut save, delivered) {
                Ok(number) => Some(number),
                Err(stop) => {
                    failure = Some(stop.hint("what is in the inbox stays; take the rest in by the same command"));
                    break;
                }
            }
        } else {
            None
        };
        rows.push(row(delivered, number));
        values.push(described(delivered, number));
    }
    let side = save.diary().state().name(delivery.side);
    let told = format!("{file}: {}\n{}\n{HOW}", composed(&delivery, &side), columns(&rows).join("\n"));
    let json = json!({
        "letter": args.file.display().to_string(),
        "side": side,
        "entry": delivery.entry,
        "knows": delivery.knows,
        "is_older": delivery.is_of_older_share(),
        "is_withdrawn": delivery.is_withdrawn,
        "orders": values,
    });
    Ok(Answer { failure, ..Answer::new(told, json).noting(&save) })
}

fn composed(delivery: &Delivery, side: &str) -> String {
    let many = text::count(delivery.orders.len(), "order", "orders");
    let on = format!("{many} of {side}, composed on entry {} of what {side} knew", delivery.entry);
    match (delivery.is_withdrawn, delivery.is_of_older_share()) {
        (true, _) => format!("{on}, which was taken back since"),
        (false, true) => format!("{on}; by now it knows entry {}", delivery.knows),
        (false, false) => on,
    }
}

fn row(delivered: &Delivered, number: Option<u32>) -> Vec<String> {
    let how = match (&delivered.read_as, delivered.before) {
        (_, Some(before)) if number.is_none() => format!("handed in before, as orders {before}"),
        (ReadAs::Unread(why), _) => format!("as it is written: {}", text::sanitize(why)),
        (ReadAs::Otherwise(order), _) => {
            format!("in the save: grant {} as {}", number.unwrap_or_default(), text::sanitize(order))
        }
        (ReadAs::Words, _) => "in words".into(),
        (ReadAs::Order, _) => String::new(),
    };
    let number = number.map_or_else(|| "–".into(), |number| number.to_string());
    vec![format!("  {number}"), format!("“{}”", text::sanitize(&delivered.text)), how]
}

fn described(delivered: &Delivered, number: Option<u32>) -> Value {
    let (read_as, that_is) = match &delivered.read_as {
        ReadAs::Order => ("order", Value::Null),
        ReadAs::Otherwise(order) => ("otherwise", json!(order)),
        ReadAs::Words => ("words", Value::Null),
        ReadAs::Unread(why) => ("unread", json!(why)),
    };
    json!({ "number": number, "text": delivered.text, "read_as": read_as, "that_is": that_is, "before": delivered.before })
}

/// Puts one order into the inbox; returns its number.
fn hand_in(save: &mut Save, delivered: &Delivered) -> Result<u32, UserError> {
    let number = save.diary().state().next_written();
    // Handing in an order rolls no dice.
    let mut dice = save.diary().program_dice(&[]);
    let submitted = save.submit(delivered.order.clone(), &mut dice, clock::now()?);
    submitted.map_err(|error| UserError::unsubmitted(error, save.diary().state()))?;
    Ok(number)
}

/// The error if a letter can't be imported, with a hint.
fn not_taken(file: &str, why: &NotDelivered, save: &Save) -> UserError {
    let hint = match why {
        NotDelivered::OtherTitle { .. } => Some("take it into the save of that campaign".into()),
        NotDelivered::NoSide { .. } => {
            let sides = save.diary().state().sides().iter().map(|side| text::display_name(&side.name));
            Some(format!("its sides are {}", text::list(&sides.collect::<Vec<_>>())))
        }
        NotDelivered::OtherGame => Some(
            "take it into the save that was shared; where that is this one, recovered since, take the line `game: …` out of the \
             file"
                .into(),
        ),
        NotDelivered::Ahead { .. } => Some("perhaps this is an older copy of the save: `wardiary merge` joins two".into()),
        NotDelivered::Empty => Some("ask the player for the file as it is beside his share".into()),
        NotDelivered::Refused { .. } => Some("nothing was handed in; mend the order in the file".into()),
        NotDelivered::Unprojected { .. } => Some("this is a mistake in wardiary: please report it".into()),
    };
    UserError { kind: ErrorKind::Refused, what: format!("{file}: {why}"), hint }
}
