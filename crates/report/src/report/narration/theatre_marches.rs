//! Narrates marches between battles. Those of a side at one time form one sentence, which includes the orders of forces
//! that set out.

use super::{ChapterMemory, NarrationContext, sentence};
use crate::report::names;
use wardiary_base::{
    id::{Id, SideId},
    text,
};
use wardiary_rules::{
    event::{Event, Marched, TheatreEvent},
    state::{State, Theatre},
};

/// Maximum number of words in a sentence of several marches.
const MAX_WORDS: usize = 36;

const MARCHED: &str = "marched ";

/// Narrates marches, and march orders that were not carried out.
pub(super) fn collect_marches(
    context: &NarrationContext,
    memory: &mut ChapterMemory,
    mut tell: impl FnMut(Option<SideId>, String, Id),
) {
    let Some(theatre) = context.after.theatre() else { return };
    let moves = context.events.iter().filter_map(|event| match event {
        Event::Theatre(TheatreEvent::Marched(moves)) => Some(moves),
        _ => None,
    });
    for moved in moves.flatten() {
        let is_new = memory.pending_marches.iter().any(|(force, _)| *force == moved.force);
        memory.pending_marches.retain(|(force, _)| *force != moved.force);
        let way = if is_new { new_march(context, theatre, moved) } else { None };
        let what = way.unwrap_or_else(|| continued_march(theatre, moved));
        tell(context.after.side_of(moved.force), what, moved.force);
    }
    for (force, _) in std::mem::take(&mut memory.pending_marches) {
        if let Some(orders) = march_orders(context.before, force) {
            tell(context.after.side_of(force), orders, force);
        }
    }
}

/// A force's march orders, in words.
pub(super) fn march_orders(state: &State, force: Id) -> Option<String> {
    let way = state.route_of(force);
    Some(format!("had orders to march {}", state.theatre()?.describe_route(way))).filter(|_| !way.is_empty())
}

/// A force that set out by new orders: its goal, its way, and how far it got.
fn new_march(
    context: &NarrationContext,
    theatre: Theatre,
    Marched { force, from, by, to }: &Marched,
) -> Option<String> {
    let (goal, through) = context.before.route_of(*force).split_last()?;
    if from.toward.is_some() {
        return None;
    }
    let goal = theatre.name(*goal);
    let through: Vec<String> = through.iter().map(|spot| theatre.name(*spot)).collect();
    let through = if through.is_empty() { String::new() } else { format!(" by way of {}", text::list(&through)) };
    let (start, reached) = (theatre.name(from.at), theatre.name(to.at));
    Some(if to.toward.is_none() && reached == goal {
        format!("{MARCHED}from {start}{through} to {goal}")
    } else if by.is_empty() {
        format!("{MARCHED}from {start} for {goal}{through}")
    } else {
        format!("{MARCHED}from {start} for {goal}{through}, and came to {reached}")
    })
}

/// A force that continued by earlier orders.
fn continued_march(theatre: Theatre, Marched { from, by, to, .. }: &Marched) -> String {
    let on = to.toward.map(|(toward, _)| theatre.name(toward));
    let further = |on: &Option<String>| on.as_ref().map_or(String::new(), |on| format!(", and on towards {on}"));
    // A force that turned back on its way first reaches the place that it had left.
    let went_back = from.toward.is_some() && by.first() == Some(&from.at);
    let at = theatre.name(from.at);
    match (&by[..], &on) {
        ([], on) => {
            let on = on.as_ref().map_or(String::new(), |on| format!(" towards {on}"));
            format!("{MARCHED}from {}{on}", theatre.name(to.at))
        }
        ([_], on) if went_back => format!("turned back to {at}{}", further(on)),
        ([_, way @ ..], on) if went_back => {
            format!("turned back to {at} and marched on {}{}", theatre.describe_route(way), further(on))
        }
        (way, on) => format!("{MARCHED}from {at} {}{}", theatre.describe_route(way), further(on)),
    }
}

/// The actions of the forces of a side: one sentence, or several if it would be too long.
pub(super) fn sentences(context: &NarrationContext, actions: &[(String, Vec<Id>)], meanwhile: bool) -> Vec<String> {
    let (mut in_order, others): (Vec<_>, Vec<_>) = actions.iter().partition(|(what, _)| what.starts_with(MARCHED));
    in_order.extend(others);
    let words = |(what, who): &(String, Vec<Id>)| {
        what.split_whitespace().count() + context.list_in_brief(who).split_whitespace().count()
    };
    let mut parts: Vec<Vec<&(String, Vec<Id>)>> = Vec::new();
    let mut length = 0;
    for action in in_order {
        length += words(action);
        if let Some(part) = parts.last_mut().filter(|_| length <= MAX_WORDS) {
            part.push(action);
        } else {
            length = words(action);
            parts.push(vec![action]);
        }
    }
    let one = |(at, part): (usize, &Vec<&(String, Vec<Id>)>)| {
        let mut prefix = "";
        let clauses: Vec<String> = part
            .iter()
            .map(|(what, who)| {
                let rest = if prefix == MARCHED { what.strip_prefix(MARCHED).unwrap_or(what) } else { what };
                prefix = if what.starts_with(MARCHED) { MARCHED } else { "" };
                format!("{} {rest}", context.list_in_brief(who))
            })
            .collect();
        let holds_commas = part.iter().any(|(what, who)| what.contains(',') || what.contains(" and ") || who.len() > 1);
        let joined = match (&clauses[..], holds_commas) {
            ([first @ .., last], true) if !first.is_empty() => format!("{}; and {last}", first.join("; ")),
            (all, _) => text::list(all),
        };
        let begins = if meanwhile && at == 0 { "meanwhile " } else { "" };
        sentence(&format!("{begins}{joined}"))
    };
    parts.iter().enumerate().map(one).collect()
}

impl ChapterMemory {
    /// Forces with march orders that have not marched yet, each with the entry of its orders and a sentence about them.
    pub fn pending_orders(&mut self, state: &State) -> Vec<(wardiary_diary::diary::EntryNo, String)> {
        let left = std::mem::take(&mut self.pending_marches);
        let text = |(force, entry)| {
            Some((
                entry,
                sentence(&format!("{} {}", names::with_article(&state.name(force)), march_orders(state, force)?)),
            ))
        };
        left.into_iter().filter_map(text).collect()
    }
}
