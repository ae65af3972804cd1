//! Proposals between battles: due orders, the rulebook's proposals for each force, tables for the acts of an opponent or
//! the weather, options of each force, and advancing the clock. Source: RULES 7, 8.

use super::{ConsultedTables, SuggestedOrder, phrases, theatre::TheatreOutlook};
use crate::odds;
use wardiary_base::{
    book::{Table, TableRow},
    id::{Id, SideId},
};
use wardiary_rules::{
    notation::{due_order, due_text, proposal_reason, written_order},
    order::{ClockOrder, Order, StaffOrder},
    rules,
    state::{Scheduled, State, WrittenOrders},
};

/// The maximum number of a table's rows listed with their chances.
const MAX_ROWS: usize = 8;

/// All proposals for a side, or for all sides. The rules have not checked them yet.
pub(super) fn proposals(state: &State, side: Option<SideId>, consulted: &ConsultedTables) -> Vec<SuggestedOrder> {
    if state.ended().is_some() {
        return Vec::new();
    }
    // A proposal without a force is for every side.
    let is_theirs = |who: Option<Id>| match (side, who.and_then(|who| state.side_of(who))) {
        (Some(side), Some(of)) => side == of,
        _ => true,
    };
    let due = state.calendar().due().iter().map(|scheduled| scheduled_proposal(state, scheduled));
    let due = due.chain(state.orders_due().map(|orders| written_orders_proposal(state, orders)));
    let refit = rules::proposals(state).into_iter().map(|proposal| SuggestedOrder {
        reason: phrases::capitalized(proposal_reason(state, &proposal.reason)),
        order: proposal.order,
        who: Some(proposal.who),
        score: 0,
    });
    let all = due.chain(refit).filter(|proposal| is_theirs(proposal.who));
    all.chain(general_table_proposals(state, consulted))
        .chain(force_proposals(state, side, consulted))
        .chain(advance_proposal(state))
        .collect()
}

/// Proposes to give a scheduled item as an order, or to settle it.
fn scheduled_proposal(state: &State, scheduled: &Scheduled) -> SuggestedOrder {
    let item = scheduled.item;
    let order = match due_order(state, scheduled) {
        Ok(order) => ClockOrder::Give { item, order: Box::new(order) },
        Err(_) => ClockOrder::Settle { item, why: None },
    };
    let clock = &state.book().clock;
    let since = if clock.is_on() { format!(" since {}", clock.format_moment(scheduled.due)) } else { String::new() };
    let reason = format!("Due{since}: “{}”", due_text(state, scheduled));
    SuggestedOrder { order: Order::Clock(order), who: scheduled.force, reason, score: 0 }
}

/// Proposes to grant written orders that are due, or to settle them.
fn written_orders_proposal(state: &State, orders: &WrittenOrders) -> SuggestedOrder {
    let number = orders.number;
    let order = match written_order(state, orders) {
        Ok(order) => StaffOrder::Grant { number, order: Box::new(order) },
        Err(_) => StaffOrder::Done { number, why: None },
    };
    let clock = &state.book().clock;
    let since = if clock.is_on() { format!(", due since {}", clock.format_moment(orders.due)) } else { String::new() };
    let reason = format!("Orders of {}{since}: “{}”", state.name(orders.side), orders.text);
    SuggestedOrder { order: Order::Staff(order), who: Some(orders.side.into()), reason, score: 0 }
}

/// The tables that need no force and have not been consulted today.
fn general_table_proposals(state: &State, consulted: &ConsultedTables) -> Vec<SuggestedOrder> {
    let tables = state.book().tables.iter().enumerate();
    let open = tables.filter(|(at, table)| {
        !state.book().tables.asks_for_force(*at) && !consulted.contains_key(&(table.name.raw().to_lowercase(), None))
    });
    open.map(|(_, table)| consult_proposal(state, table, None)).collect()
}

/// For each force, the tables that need one and what the force could do. Tables are proposed for the forces of a named
/// side, else for forces in contact, since those must be settled before the clock advances. A table consulted today is
/// left out; for a force in contact, one consulted at this moment.
fn force_proposals(state: &State, side: Option<SideId>, consulted: &ConsultedTables) -> Vec<SuggestedOrder> {
    let tables = &state.book().tables;
    let for_a_force: Vec<&Table> =
        tables.iter().enumerate().filter(|(at, _)| tables.asks_for_force(*at)).map(|(_, table)| table).collect();
    let outlook = TheatreOutlook::new(state);
    let mut all = Vec::new();
    for force in state.forces().into_iter().filter(|force| side.is_none_or(|side| state.side_of(*force) == Some(side)))
    {
        let touches = state.is_in_contact(force);
        let is_answered = |table: &Table| {
            let when = consulted.get(&(table.name.raw().to_lowercase(), Some(force)));
            when.is_some_and(|when| !touches || *when == state.calendar().now)
        };
        if side.is_some() || touches {
            let open = for_a_force.iter().filter(|table| !is_answered(table));
            all.extend(open.map(|table| consult_proposal(state, table, Some(force))));
        }
        all.extend(outlook.iter().flat_map(|outlook| outlook.force_proposals(force)));
    }
    all
}

fn consult_proposal(state: &State, table: &Table, who: Option<Id>) -> SuggestedOrder {
    let row = |(row, p): (&TableRow, f64)| {
        format!(
            "{} {}",
            odds::table::shorten_row_text(&odds::table::row_text_for_anyone(&row.text)),
            phrases::percent(p)
        )
    };
    let chances = odds::table::row_chances(table, Some(state));
    let possible = table.rows.iter().zip(chances).filter(|(_, chance)| *chance > 0.0);
    let mut rows: Vec<String> = possible.map(row).collect();
    let more = rows.len().saturating_sub(MAX_ROWS);
    if more > 0 {
        rows.truncate(MAX_ROWS);
        rows.push(format!("and {more} more"));
    }
    let reason = format!("A table, rolled with {}: {}", table.roll, rows.join(", "));
    SuggestedOrder { order: Order::Consult { table: table.name.clone(), who }, who, reason, score: 0 }
}

/// Proposes to advance the clock. The rules refuse that while anything is outstanding.
fn advance_proposal(state: &State) -> Option<SuggestedOrder> {
    let clock = &state.book().clock;
    let next = clock.is_on().then(|| clock.next_moment(state.calendar().now)).flatten()?;
    let reason = format!("Time advances to {}", clock.format_moment(next));
    let order = Order::Clock(ClockOrder::Advance { anyway: false, leaving: Vec::new() });
    Some(SuggestedOrder { order, who: None, reason, score: 0 })
}
