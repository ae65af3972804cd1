//! Orders given: the dice that they need asked for at the table, or rolled here, and what came of them.

use super::history::after;
use crate::{
    app::{
        component::Change,
        desk::Desk,
        notice::Notice,
        overlay::{hand_dice::HandDice, order_line::OrderLine},
        session::Session,
    },
    diary::{
        EntryNo,
        file::{Given, NotRecorded},
    },
    dice::{
        Fall, Request, Unfit,
        source::{Seeded, Source},
    },
    notation,
    order::Order,
};
use jiff::Timestamp;

/// Gives an order. Dice that it needs are asked for at the table, or rolled here and the order given again.
pub fn give(desk: &mut Desk<Session>, order: Order, mut falls: Vec<Fall>, flourish: bool) {
    if let Some((before, fallen)) = desk.context.unwritten.take()
        && before == order
        && falls.is_empty()
        && desk.context.save.diary().resolve(&order, &fallen).is_ok()
    {
        falls = fallen;
    }
    loop {
        let session = &mut desk.context;
        match session.save.give(order.clone(), falls.clone(), Timestamp::now()) {
            Ok(Given::Done(no)) => return recorded(desk, &order, no, flourish),
            Ok(Given::NeedsDice(request)) if session.by_hand => {
                return desk.open(Box::new(HandDice::new(order, falls, request)));
            }
            Ok(Given::NeedsDice(request)) => match roll(session, &falls, &request) {
                Ok(fall) => falls.push(fall),
                Err(unfit) => {
                    session.notice = Some(Notice::bad(unfit.to_string()));
                    return;
                }
            },
            Err(not) => return not_recorded(desk, order, falls, not),
        }
    }
}

/// An order that was broken off.
pub fn abandon(desk: &mut Desk<Session>, order: Order, falls: Vec<Fall>) {
    let recorded = desk.context.save.abandon(order, falls, Timestamp::now());
    after(desk, recorded.map(|no| format!("entry {no}: broken off; its dice stay in the diary")));
}

/// The program's dice of a request, with serial numbers after those that were shown for the order already.
fn roll(session: &Session, falls: &[Fall], request: &Request) -> Result<Fall, Unfit> {
    let diary = session.save.diary();
    let shown = falls.iter().filter_map(Fall::serials_end).max();
    let next = diary.next_serial().max(shown.unwrap_or(0));
    Seeded { seed: diary.header().seed, next }.answer(request)
}

fn recorded(desk: &mut Desk<Session>, order: &Order, no: EntryNo, flourish: bool) {
    after(desk, Ok(String::new()));
    desk.tell(Change::Recorded(order));
    let session = &mut desk.context;
    let fights = matches!(order, Order::Scrud { .. } | Order::Reroll { .. });
    session.landed = Some(0).filter(|_| fights && flourish && session.fought().is_some());
    session.notice = if fights { None } else { result(session, no) };
}

/// What came of an entry, in a line.
fn result(session: &mut Session, no: EntryNo) -> Option<Notice> {
    let at = session.save.diary().path().binary_search(&no).ok()?;
    let told = session.tell(at, 1).pop()?;
    let dice = if told.dice.is_empty() { String::new() } else { format!("{}: ", told.faces()) };
    let text = if told.sentences.is_empty() { told.headline } else { format!("{dice}{}", told.sentences.join("; ")) };
    Some(Notice::good(text))
}

/// An order that could not be written down goes back to the order line, and its dice are kept for it.
fn not_recorded(desk: &mut Desk<Session>, order: Order, falls: Vec<Fall>, not: NotRecorded) {
    let failed = matches!(not, NotRecorded::Failed(_));
    after(desk, Err(not));
    if failed && desk.context.save.is_writable() {
        let diary = desk.context.save.diary();
        let text = notation::order_text(diary.state(), &order);
        let line = OrderLine::new(text, diary);
        desk.open(Box::new(line));
        desk.context.unwritten = Some((order, falls));
    }
}
