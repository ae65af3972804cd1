//! Narrates marches between battles. The text has who set out and who turned back; a table for each day has where
//! everybody came to.

use super::{ChapterMemory, NarrationContext, sentence};
use crate::report::{names, story::Block};
use wardiary_base::{
    book::Period,
    ground::Station,
    id::{Id, SideId},
    text::{self, Text},
};
use wardiary_rules::{
    event::{ClockEvent, Event, Marched, TheatreEvent},
    state::{State, Theatre},
};

/// Maximum number of words in a sentence of several marches.
const MAX_WORDS: usize = 36;

const MARCHED: &str = "set out ";

/// Narrates marches, and march orders that were not carried out.
pub(super) fn collect_marches(
    context: &NarrationContext,
    memory: &mut ChapterMemory,
    mut tell: impl FnMut(Option<SideId>, String, Id),
) -> Option<Block> {
    let theatre = context.after.theatre()?;
    memory.sightings.clear();
    let moves = context.events.iter().filter_map(|event| match event {
        Event::Theatre(TheatreEvent::Marched(moves)) => Some(moves),
        _ => None,
    });
    for moved in moves.flatten() {
        let is_new = memory.pending_marches.iter().any(|(force, _)| *force == moved.force);
        memory.pending_marches.retain(|(force, _)| *force != moved.force);
        let what = if is_new { new_march(context, theatre, moved) } else { turning_back(theatre, moved) };
        if let Some(what) = what {
            tell(context.after.side_of(moved.force), what, moved.force);
        }
    }
    for (force, _) in std::mem::take(&mut memory.pending_marches) {
        if let Some(orders) = march_orders(context.before, force) {
            tell(context.after.side_of(force), orders, force);
        }
    }
    memory.marches.add_part(context)
}

/// A force's march orders, in words.
pub(super) fn march_orders(state: &State, force: Id) -> Option<String> {
    let way = state.route_of(force);
    Some(format!("had orders to march {}", state.theatre()?.describe_route(way))).filter(|_| !way.is_empty())
}

/// A force that set out by new orders: from where, and for where.
fn new_march(context: &NarrationContext, theatre: Theatre, moved: &Marched) -> Option<String> {
    let goal = theatre.name(*context.before.route_of(moved.force).last()?);
    Some(format!("{MARCHED}from {} for {goal}", theatre.name(moved.from.at))).filter(|_| moved.from.toward.is_none())
}

/// A force that turned back on its way, and reached the place that it had left.
fn turning_back(theatre: Theatre, Marched { from, by, .. }: &Marched) -> Option<String> {
    let went_back = from.toward.is_some() && by.first() == Some(&from.at);
    went_back.then(|| format!("turned back to {}", theatre.name(from.at)))
}

/// `Thorn`, `towards Kulm`
fn place(theatre: Theatre, station: Station) -> String {
    match station.toward {
        Some((toward, _)) if theatre.network().is_some() => format!("towards {}", theatre.name(toward)),
        _ => theatre.name(station.at),
    }
}

/// Where the forces that marched on a day stood at the end of each of its parts.
#[derive(Default)]
pub struct DayOfMarches {
    day: String,
    parts: Vec<String>,
    /// Each force with where it set out from, and where it stood at the end of each part.
    rows: Vec<(Option<SideId>, Id, Vec<String>)>,
}

impl DayOfMarches {
    /// Adds the marches of a part of the day. Returns the table of the day if the clock went on to the next.
    fn add_part(&mut self, context: &NarrationContext) -> Option<Block> {
        let advanced = |event: &Event| match event {
            Event::Clock(ClockEvent::Advanced { from, to }) => Some((*from, *to)),
            _ => None,
        };
        let (theatre, (from, to)) = (context.after.theatre()?, context.events.iter().find_map(advanced)?);
        let clock = &context.after.book().clock;
        let day = clock.format_period(Period { count: from.count, part: None });
        self.parts.push(clock.part(from.part).map_or_else(|| day.clone(), Text::to_string));
        self.day = text::capitalized(&day);
        let marched = context.events.iter().filter_map(|event| match event {
            Event::Theatre(TheatreEvent::Marched(moves)) => Some(moves),
            _ => None,
        });
        for moved in marched.flatten() {
            if !self.rows.iter().any(|(_, force, _)| *force == moved.force) {
                let before = vec![place(theatre, moved.from); self.parts.len()];
                self.rows.push((context.after.side_of(moved.force), moved.force, before));
            }
        }
        for (_, force, places) in &mut self.rows {
            let now = context.after.station(*force).map(|station| place(theatre, station));
            places.push(now.unwrap_or_default());
        }
        (from.count != to.count).then(|| self.table(context.after)).flatten()
    }

    /// The table of the day, which begins anew; `None` if nobody marched.
    pub(super) fn table(&mut self, state: &State) -> Option<Block> {
        let Self { day, parts, mut rows } = std::mem::take(self);
        rows.sort_by_key(|(side, force, _)| (*side, *force));
        let mut groups: Vec<(Option<SideId>, Vec<String>, Vec<String>)> = Vec::new();
        for (side, force, mut places) in rows {
            // A force that stayed has an empty cell.
            for at in (1..places.len()).rev() {
                if places[at] == places[at - 1] {
                    places[at].clear();
                }
            }
            match groups.iter_mut().find(|(of, _, others)| (*of, others) == (side, &places)) {
                Some((_, names, _)) => names.push(state.name(force)),
                None => groups.push((side, vec![state.name(force)], places)),
            }
        }
        let row = |(_, names, places): (_, Vec<String>, Vec<String>)| {
            std::iter::once(text::capitalized(&names::list(&names))).chain(places).collect()
        };
        let rows: Vec<Vec<String>> = groups.into_iter().map(row).collect();
        let head = [day, "from".into()].into_iter().chain(parts).collect();
        (!rows.is_empty()).then_some(Block::Marches { head, rows })
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
    /// The table of a day that the chapter does not end.
    pub fn last_marches(&mut self, state: &State) -> Option<Block> {
        self.marches.table(state)
    }

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
