//! Gives orders: gets the dice they need, and shows the result.

use super::history::after;
use crate::{
    clock,
    component::SessionChange,
    desk::Desk,
    notice::Notice,
    overlay::{hand_dice::HandDiceForm, order_line::OrderLine},
    session::Session,
};
use wardiary_base::{
    dice::{
        DiceRoll,
        source::{AtTable, NotYet},
    },
    text,
};
use wardiary_diary::diary::{
    EntryNo,
    file::{SubmitError, Submitted, WriteError},
};
use wardiary_rules::{notation, order::Order, rules::Unanswered};
use wardiary_view::line_up::result_line;

/// Gives an order with the rolls made so far. Rolls the missing dice, or asks for them at the table.
pub fn give(desk: &mut Desk<Session>, order: Order, mut rolls: Vec<DiceRoll>, flourish: bool) {
    if let Some((before, rolled)) = desk.context.take_unwritten()
        && before == order
        && rolls.is_empty()
        && desk.context.diary().resolve(&order, &rolled).is_ok()
    {
        rolls = rolled;
    }
    let session = &mut desk.context;
    let now = match clock::now() {
        Ok(now) => now,
        Err(failure) => return session.say(Notice::of_failure(&failure)),
    };
    let program = session.diary().program_dice(&rolls);
    let state = session.diary().state().clone();
    let table = session.table_in(&state);
    let is_on_table = |owner| table.has(owner);
    match session.save_mut().submit(order.clone(), &mut AtTable::new(rolls, program, &is_on_table), now) {
        Ok(submitted) => recorded(desk, &order, submitted, flourish),
        Err(SubmitError::Unanswered(Unanswered { request, rolls, error: NotYet })) => {
            let form = HandDiceForm::new(order, rolls, request, is_on_table);
            desk.open(Box::new(form));
        }
        Err(SubmitError::NotRecorded { why, rolls }) => not_recorded(desk, order, rolls, why),
    }
}

/// Gives orders in sequence and stops at the first that is not recorded. One notice covers several.
pub(crate) fn give_all(desk: &mut Desk<Session>, orders: Vec<Order>, flourish: bool) {
    let all = orders.len();
    for (given, order) in orders.into_iter().enumerate() {
        let before = desk.context.diary().head();
        give(desk, order, Vec::new(), flourish);
        if desk.context.diary().head() == before {
            // There is no notice when dice are asked for at the table.
            if let Some(why) = desk.context.take_notice() {
                let given = text::count(given, "order is given", "orders are given");
                desk.context.say(Notice::bad(format!("{given}, then: {}", why.text)));
            }
            return;
        }
    }
    if all > 1 {
        desk.context.say(Notice::good(format!("{all} orders are given; undo takes back one at a time")));
    }
}

/// Records an order as broken off.
pub(crate) fn abandon(desk: &mut Desk<Session>, order: Order, rolls: Vec<DiceRoll>) {
    let now = match clock::now() {
        Ok(now) => now,
        Err(failure) => return desk.context.say(Notice::of_failure(&failure)),
    };
    let recorded = desk.context.save_mut().abandon(order, rolls, now);
    after(desk, recorded.map(|no| format!("entry {no}: broken off; its dice stay in the diary")));
}

fn recorded(desk: &mut Desk<Session>, order: &Order, submitted: Submitted, flourish: bool) {
    let Submitted { entry, rolled } = submitted;
    if rolled.is_some() {
        desk.context.rolled_in(entry, rolled);
        // The first roll ends the tutorial, since the dice take its place.
        if desk.context.first_steps.leave() {
            desk.context.folders().keep_explained();
        }
    }
    after(desk, Ok(String::new()));
    desk.context.go_to_battle_of(entry, order);
    desk.context.picked_for(order);
    desk.tell(SessionChange::Recorded(order));
    let phase = matches!(order, Order::Scrud { .. } | Order::Reroll { .. });
    let shown = phase && desk.shows_phases();
    let session = &mut desk.context;
    session.await_result(entry);
    let notice = match session.fought().filter(|_| phase) {
        _ if shown => None,
        Some(fought) => Some(Notice::good(result_line(session.state(), fought).to_string())),
        None => result(session, entry),
    };
    session.set_notice(notice);
    if shown && flourish && session.fought().is_some() {
        session.let_land(entry);
    }
}

/// The result of an entry as one line.
fn result(session: &mut Session, no: EntryNo) -> Option<Notice> {
    let at = session.diary().path().binary_search(&no).ok()?;
    let told = session.tell(at, 1).pop()?;
    let dice = if told.dice.is_empty() { String::new() } else { format!("{}: ", told.faces()) };
    let text = if told.sentences.is_empty() { told.headline } else { format!("{dice}{}", told.sentences.join("; ")) };
    Some(Notice::good(text))
}

/// Puts an order that could not be recorded back into the order line, and keeps its dice.
fn not_recorded(desk: &mut Desk<Session>, order: Order, rolls: Vec<DiceRoll>, not: WriteError) {
    let failed = matches!(not, WriteError::Failed(_));
    after(desk, Err(not));
    if failed && desk.context.viewed().is_writable() {
        let diary = desk.context.diary();
        let text = notation::order_text(diary.state(), &order);
        let line = OrderLine::new(text);
        desk.open(Box::new(line));
        desk.context.keep_unwritten(order, rolls);
    }
}
