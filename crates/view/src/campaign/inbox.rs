//! The inbox: orders that sides handed in, and messages to them. Waiting items come first, then answered and delivered
//! ones, latest first. And the orders that the program proposes for the time between battles.

use super::{CampaignCard, CampaignItem, CampaignRow, RowTone};
use wardiary_base::{book::Moment, text::Text};
use wardiary_rules::{
    notation::{self, order_text, proposal_reason},
    rules,
    state::{Message, State, WrittenOrders},
};

const MAX_FINISHED: usize = 20;

/// `Orders: 2 due, 1 upcoming`
pub(super) fn title(state: &State) -> String {
    let due = state.orders_due().count();
    let coming = state.waiting_orders().len() - due;
    let parts: Vec<String> = [(due, "due"), (coming, "upcoming")]
        .into_iter()
        .filter(|(many, _)| *many > 0)
        .map(|(many, what)| format!("{many} {what}"))
        .collect();
    if parts.is_empty() { "Orders and messages".into() } else { format!("Orders: {}", parts.join(", ")) }
}

/// `Orders: 2 composed`, above the orders composed on a share.
pub fn composed_title(composed: usize) -> String {
    format!("Orders: {composed} composed")
}

/// A row for each order composed on a share.
pub fn composed_rows(orders: &[Text]) -> Vec<CampaignRow> {
    let row = |(at, order): (usize, &Text)| {
        CampaignRow::new(
            CampaignItem::Composed(at, order.clone()),
            (at + 1).to_string(),
            order.to_string(),
            RowTone::Urgent,
        )
    };
    orders.iter().enumerate().map(row).collect()
}

pub(super) fn composed_card(at: usize, order: &Text) -> CampaignCard {
    let can = "It goes to the referee in the orders file beside the share; undo takes back the last order.";
    CampaignCard { title: format!("Order {} in the orders file", at + 1), lines: vec![order.to_string(), can.into()] }
}

pub fn rows(state: &State) -> Vec<CampaignRow> {
    let now = state.calendar().now;
    let waiting = state.waiting_orders();
    let replaced = notation::replaced_orders(state);
    let waiting = waiting.into_iter().map(|orders| {
        let (lead, tone) = if orders.due <= now {
            ("due".into(), RowTone::Urgent)
        } else {
            (moment(state, orders.due), RowTone::Plain)
        };
        let newer = replaced.get(&orders.number).map(|newer| format!("replaced by {}", state.orders_label(*newer)));
        CampaignRow { tail: newer.unwrap_or_default(), ..orders_row(state, orders, lead, tone) }
    });
    let coming = notation::pending_messages(state);
    let coming =
        coming.into_iter().map(|message| message_row(state, message, moment(state, message.due), RowTone::Plain));
    let answered = state.written_orders().iter().rev().filter_map(|orders| {
        let answer = orders.answer.as_ref()?;
        Some((answer.answered_at, orders_row(state, orders, answer.kind.word().into(), RowTone::Muted)))
    });
    let delivered =
        state.messages().iter().rev().filter_map(|message| {
            Some((message.delivered?, message_row(state, message, "sent".into(), RowTone::Muted)))
        });
    let mut over: Vec<(Moment, CampaignRow)> = answered.chain(delivered).collect();
    over.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    waiting.chain(coming).chain(over.into_iter().map(|(_, row)| row).take(MAX_FINISHED)).collect()
}

fn orders_row(state: &State, orders: &WrittenOrders, lead: String, tone: RowTone) -> CampaignRow {
    let WrittenOrders { number, text, answer, .. } = orders;
    let item = if answer.is_some() { CampaignItem::Answered(*number) } else { CampaignItem::Orders(*number) };
    let why = answer.as_ref().and_then(|answer| answer.why.as_ref());
    CampaignRow {
        tail: why.map_or_else(String::new, Text::to_string),
        ..CampaignRow::new(item, lead, format!("{}: {text}", state.orders_label(*number)), tone)
    }
}

fn message_row(state: &State, message: &Message, lead: String, tone: RowTone) -> CampaignRow {
    CampaignRow::new(
        CampaignItem::Message(message.number),
        lead,
        format!("to {}: {}", notation::side_names(state, &message.sides), message.text),
        tone,
    )
}

fn moment(state: &State, at: Moment) -> String {
    state.book().clock.format_moment(at)
}

/// The card of orders that a side handed in: their text, their status, and what can be done.
pub(super) fn written_orders_card(state: &State, number: u32) -> CampaignCard {
    let Some(orders) = state.written_order(number) else { return CampaignCard::default() };
    let label = state.orders_label(number);
    let title = format!("Orders {label} of {}", state.name(orders.side));
    let stand = format!("{}.", super::capitalize(&notation::orders_status(state, orders)));
    let can = match (&orders.answer, notation::written_order(state, orders)) {
        (Some(_), _) => String::new(),
        // Only the referee answers orders.
        (None, _) if state.viewer().is_some() => format!("`cancel {label}` takes them back while they wait."),
        (None, Ok(_)) => format!("Their text is an order that `grant {label}` carries out."),
        (None, Err(_)) => format!(
            "They can’t be given as written: `grant {label} as` gives an order in their place, `grant {label} done` grants them without one."
        ),
    };
    CampaignCard { title, lines: vec![orders.text.to_string(), stand, can] }
}

/// The card of a message: its recipient, text and time.
pub(super) fn message_card(state: &State, number: u32) -> CampaignCard {
    let Some(message) = state.message(number) else { return CampaignCard::default() };
    let title = format!("Message to {}", notation::side_names(state, &message.sides));
    let clock = state.book().clock.is_on();
    let when = match message.delivered {
        Some(at) if clock => format!("Delivered on {}.", moment(state, at)),
        Some(_) => "Delivered.".into(),
        None => format!("Due on {}; until then it is not delivered.", moment(state, message.due)),
    };
    CampaignCard { title, lines: vec![message.text.to_string(), when] }
}

/// Added to the title if more orders become due after the listed ones.
pub const THEN_MORE: &str = ", then more";

pub fn proposed_row(state: &State, proposal: &rules::Proposal) -> CampaignRow {
    CampaignRow {
        details: proposal_reason(state, &proposal.reason),
        ..CampaignRow::new(
            CampaignItem::Proposed(Box::new(proposal.clone())),
            "",
            order_text(state, &proposal.order),
            RowTone::Missing,
        )
    }
}
