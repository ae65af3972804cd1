//! What there is to do between battles: what is due, what the rulebook proposes for each force, the tables that tell what an
//! opponent or the weather does, and time that goes on. Source: RULES 7, 8.

use super::{Proposal, words};
use crate::{
    id::{Id, SideId},
    notation::{due_order, due_text, proposal_reason},
    odds,
    order::{ClockOrder, Order},
    rules,
    state::{Scheduled, State},
    text,
};
use std::collections::BTreeSet;

/// Of so many rows of a table it is said how likely they are.
const MOST_ROWS: usize = 8;

/// All there is for a side, or for any; not yet held to the rules.
pub(super) fn all(state: &State, side: Option<SideId>) -> Vec<Proposal> {
    if state.ended().is_some() {
        return Vec::new();
    }
    // What is nobody's is everybody's.
    let is_theirs = |who: Option<Id>| match (side, who.and_then(|who| state.side_of(who))) {
        (Some(side), Some(of)) => side == of,
        _ => true,
    };
    let due = state.calendar().due().iter().map(|scheduled| due(state, scheduled));
    let refit = rules::proposals(state).into_iter().map(|proposal| Proposal {
        reason: words::sentence(proposal_reason(state, &proposal.reason)),
        order: proposal.order,
        who: Some(proposal.who),
        score: 0,
    });
    let all = due.chain(refit).filter(|proposal| is_theirs(proposal.who));
    all.chain(tables(state, side)).chain(going_on(state)).collect()
}

/// What is due: given where it is an order, and else settled.
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

/// The tables of the rulebook; those that are for a force, for each that is in contact.
fn tables(state: &State, side: Option<SideId>) -> Vec<Proposal> {
    let tables = &state.book().tables;
    let touching: BTreeSet<Id> = state.contacts().iter().flat_map(|at| [at.forces.0, at.forces.1]).collect();
    let is_theirs = |force: &Id| side.is_none_or(|side| state.side_of(*force) == Some(side));
    let touching: Vec<Id> = touching.into_iter().filter(is_theirs).collect();
    let mut all = Vec::new();
    for (at, table) in tables.iter().enumerate() {
        let whom: Vec<Option<Id>> =
            if tables.asks_for_force(at) { touching.iter().copied().map(Some).collect() } else { vec![None] };
        let mut rows: Vec<String> = table
            .rows
            .iter()
            .zip(odds::table::rows(table))
            .map(|(row, p)| {
                format!("{} {}", odds::table::in_few_words(&odds::table::to_anybody(&row.text)), words::percent(p))
            })
            .collect();
        let more = rows.len().saturating_sub(MOST_ROWS);
        if more > 0 {
            rows.truncate(MOST_ROWS);
            rows.push(format!("and {more} more"));
        }
        let reason = format!("A table, rolled with {}: {}", table.roll, rows.join(", "));
        all.extend(whom.into_iter().map(|who| Proposal {
            order: Order::Consult { table: table.name.clone(), who },
            who,
            reason: reason.clone(),
            score: 0,
        }));
    }
    all
}

/// That time goes on, which is refused while anything is left over.
fn going_on(state: &State) -> Option<Proposal> {
    let clock = &state.book().clock;
    let next = clock.is_on().then(|| clock.after(state.calendar().now)).flatten()?;
    let reason = format!("Time goes on: it is {} then", text::sanitize(&clock.name(next)));
    Some(Proposal { order: Order::Clock(ClockOrder::Advance { anyway: false }), who: None, reason, score: 0 })
}
