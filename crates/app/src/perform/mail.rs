//! Orders on a share: they are added to the letter to the referee instead of being carried out.

use crate::{
    component::SessionChange, desk::Desk, effect::Effect, notice::Notice, overlay::order_line::OrderLine,
    session::Session,
};
use wardiary_base::text;
use wardiary_diary::{
    error::UserError,
    mail::{Composed, Outbox, shown_name},
};
use wardiary_rules::{notation, order::Order};

/// Redirects orders and undo to the letter, and refuses other effects that would write. Returns every other effect.
pub(super) fn take(desk: &mut Desk<Session>, effect: Effect) -> Option<Effect> {
    match effect {
        Effect::Give(order, _) => compose(desk, vec![*order]),
        Effect::GiveAll(orders) => compose(desk, orders),
        Effect::Undo(many) => take_back(desk, many),
        Effect::Abandon(..) | Effect::Redo(_) | Effect::Go(_) | Effect::Rebase(_) => {
            let why = desk.context.read_only().map(Notice::bad);
            desk.context.set_notice(why);
        }
        other => return Some(other),
    }
    None
}

/// Composes orders in sequence. One that fails goes back to the order line, and the rest is dropped.
fn compose(desk: &mut Desk<Session>, orders: Vec<Order>) {
    let all = orders.len();
    let mut composed = Vec::new();
    for order in orders {
        let done = change(desk, |outbox, session| outbox.compose(session.save(), &order));
        match done {
            Ok(one) => {
                desk.context.picked_for(&order);
                desk.tell(SessionChange::Recorded(&order));
                composed.push(one);
            }
            Err(failure) => {
                let line = OrderLine::new(notation::order_text(desk.context.diary().state(), &order));
                desk.open(Box::new(line));
                return desk.context.say(Notice::of_failure(&failure));
            }
        }
    }
    let Some(Composed { number, order, overrides, .. }) = composed.last() else { return };
    let kept = composed.iter().find_map(|one| one.kept.as_deref());
    let kept =
        kept.map_or_else(String::new, |kept| format!("; the orders of the older share are in {}", shown_name(kept)));
    let file = file_of(&desk.context);
    let told = if all > 1 {
        format!("{all} orders are composed: {number} in {file}; undo takes back one at a time{kept}")
    } else {
        let instead = overrides.map_or_else(String::new, |other| format!(", which counts in place of order {other}"));
        format!("order {number} in {file}: {}{instead}; undo takes it back{kept}", text::sanitize(order))
    };
    desk.context.say(Notice::good(told));
}

fn take_back(desk: &mut Desk<Session>, many: u32) {
    let back = change(desk, |outbox, _| outbox.take_back(many as usize));
    let told = back.map(|back| {
        let back: Vec<String> = back.iter().map(|order| text::sanitize(order)).collect();
        let holds = desk.context.composed().len();
        format!(
            "taken back: {}; {} in {}",
            back.join(", "),
            text::count(holds, "order", "orders"),
            file_of(&desk.context)
        )
    });
    desk.context.say(match told {
        Ok(told) => Notice::good(told),
        Err(failure) => Notice::of_failure(&failure),
    });
}

/// Changes the letter as its file has it now.
fn change<T>(
    desk: &mut Desk<Session>,
    how: impl FnOnce(&mut Outbox, &Session) -> Result<T, UserError>,
) -> Result<T, UserError> {
    let session = &mut desk.context;
    let changed = Outbox::of(session.save()).and_then(|mut outbox| {
        let done = how(&mut outbox, session);
        session.set_letter(outbox);
        done
    });
    session.stop_reviewing();
    desk.tell(SessionChange::Moved);
    changed
}

fn file_of(session: &Session) -> String {
    let outbox = session.outbox().and_then(|outbox| outbox.as_ref().ok());
    outbox.map_or_else(String::new, Outbox::name)
}
