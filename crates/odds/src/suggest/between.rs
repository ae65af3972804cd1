//! Proposals between battles: what is due, the rulebook's proposals for each force, tables for the acts of an opponent
//! or the weather, what each force could do, and advancing the clock. Source: RULES 7, 8.

use super::{Consulted, Proposal, theatre::Outlook, words};
use crate::odds;
use wardiary_base::{
    book::{Table, TableRow},
    id::{Id, SideId},
    text,
};
use wardiary_rules::{
    notation::{due_order, due_text, proposal_reason, written_order},
    order::{ClockOrder, Order, StaffOrder},
    rules,
    state::{Scheduled, State, WrittenOrders},
};

/// The maximum number of a table's rows listed with their chances.
const MOST_ROWS: usize = 8;

/// All proposals for a side, or for all sides. The rules have not checked them yet.
pub(super) fn all(state: &State, side: Option<SideId>, consulted: &Consulted) -> Vec<Proposal> {
    if state.ended().is_some() {
        return Vec::new();
    }
    // A proposal without a force is for every side.
    let is_theirs = |who: Option<Id>| match (side, who.and_then(|who| state.side_of(who))) {
        (Some(side), Some(of)) => side == of,
        _ => true,
    };
    let due = state.calendar().due().iter().map(|scheduled| due(state, scheduled));
    let due = due.chain(state.orders_due().map(|orders| handed_in(state, orders)));
    let refit = rules::proposals(state).into_iter().map(|proposal| Proposal {
        reason: words::sentence(proposal_reason(state, &proposal.reason)),
        order: proposal.order,
        who: Some(proposal.who),
        score: 0,
    });
    let all = due.chain(refit).filter(|proposal| is_theirs(proposal.who));
    all.chain(for_all(state, consulted)).chain(of_forces(state, side, consulted)).chain(going_on(state)).collect()
}

/// Proposes to give a scheduled item as an order, or to settle it.
fn due(state: &State, scheduled: &Scheduled) -> Proposal {
    let item = scheduled.item;
    let order = match due_order(state, scheduled) {
        Ok(order) => ClockOrder::Give { item, order: Box::new(order) },
        Err(_) => ClockOrder::Settle { item, why: None },
    };
    let clock = &state.book().clock;
    let since = if clock.is_on() { format!(" since {}", clock.name(scheduled.at)) } else { String::new() };
    let reason = format!("Due{since}: “{}”", due_text(state, scheduled));
    Proposal { order: Order::Clock(order), who: scheduled.who, reason, score: 0 }
}

/// Proposes to grant written orders that are due, or to settle them.
fn handed_in(state: &State, orders: &WrittenOrders) -> Proposal {
    let number = orders.number;
    let order = match written_order(state, orders) {
        Ok(order) => StaffOrder::Grant { number, order: Box::new(order) },
        Err(_) => StaffOrder::Done { number, why: None },
    };
    let clock = &state.book().clock;
    let since = if clock.is_on() { format!(", due since {}", clock.name(orders.due)) } else { String::new() };
    let reason = format!("Orders of {}{since}: “{}”", state.name(orders.side), orders.text);
    Proposal { order: Order::Staff(order), who: Some(orders.side.into()), reason, score: 0 }
}

/// The tables that need no force and have not been consulted today.
fn for_all(state: &State, consulted: &Consulted) -> Vec<Proposal> {
    let tables = state.book().tables.iter().enumerate();
    let open = tables.filter(|(at, table)| {
        !state.book().tables.asks_for_force(*at) && !consulted.contains_key(&(table.name.to_lowercase(), None))
    });
    open.map(|(_, table)| consulting(table, None)).collect()
}

/// For each force, the tables that need one and what the force could do. Tables are proposed for the forces of a named
/// side, else for forces in contact, since those must be settled before the clock advances. A table consulted today is
/// left out; for a force in contact, one consulted at this moment.
fn of_forces(state: &State, side: Option<SideId>, consulted: &Consulted) -> Vec<Proposal> {
    let tables = &state.book().tables;
    let for_a_force: Vec<&Table> =
        tables.iter().enumerate().filter(|(at, _)| tables.asks_for_force(*at)).map(|(_, table)| table).collect();
    let outlook = Outlook::of(state);
    let mut all = Vec::new();
    for force in state.forces().into_iter().filter(|force| side.is_none_or(|side| state.side_of(*force) == Some(side)))
    {
        let touches = state.is_in_contact(force);
        let is_answered = |table: &Table| {
            let when = consulted.get(&(table.name.to_lowercase(), Some(force)));
            when.is_some_and(|when| !touches || *when == state.calendar().now)
        };
        if side.is_some() || touches {
            let open = for_a_force.iter().filter(|table| !is_answered(table));
            all.extend(open.map(|table| consulting(table, Some(force))));
        }
        all.extend(outlook.iter().flat_map(|outlook| outlook.of_force(force)));
    }
    all
}

/// Proposes to consult a table.
fn consulting(table: &Table, who: Option<Id>) -> Proposal {
    let row = |(row, p): (&TableRow, f64)| {
        format!("{} {}", odds::table::shortened(&odds::table::to_anybody(&row.text)), words::percent(p))
    };
    let mut rows: Vec<String> = table.rows.iter().zip(odds::table::rows(table)).map(row).collect();
    let more = rows.len().saturating_sub(MOST_ROWS);
    if more > 0 {
        rows.truncate(MOST_ROWS);
        rows.push(format!("and {more} more"));
    }
    let reason = format!("A table, rolled with {}: {}", table.roll, rows.join(", "));
    Proposal { order: Order::Consult { table: table.name.clone(), who }, who, reason, score: 0 }
}

/// Proposes to advance the clock. The rules refuse that while anything is outstanding.
fn going_on(state: &State) -> Option<Proposal> {
    let clock = &state.book().clock;
    let next = clock.is_on().then(|| clock.after(state.calendar().now)).flatten()?;
    let reason = format!("Time goes on to {}", text::sanitize(&clock.name(next)));
    Some(Proposal { order: Order::Clock(ClockOrder::Advance { anyway: false }), who: None, reason, score: 0 })
}
