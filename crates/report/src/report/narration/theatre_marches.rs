//! Marches between battles: a table for each day has where everybody came to.

use super::NarrationContext;
use crate::report::{
    names,
    scene::{MapMove, MapScene, add_moves},
    story::Block,
};
use std::sync::Arc;
use wardiary_base::{
    book::Period,
    ground::Station,
    id::{Id, SideId},
    text::{self, Text},
};
use wardiary_rules::{
    event::{ClockEvent, Event, TheatreEvent},
    state::{State, Theatre},
};

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
    rows: Vec<MarchRow>,
    moves: Vec<MapMove>,
    /// The state after the last of its parts.
    after: Option<Arc<State>>,
}

/// The marches of a force on a day.
struct MarchRow {
    side: Option<SideId>,
    force: Id,
    /// Where it set out from, and where it stood at the end of each part.
    places: Vec<String>,
    goal: String,
}

impl DayOfMarches {
    /// Adds the marches of a part of the day. Returns the table of the day if the clock went on to the next.
    pub(super) fn add_part(&mut self, context: &NarrationContext) -> Option<Block> {
        let advanced = |event: &Event| match event {
            Event::Clock(ClockEvent::Advanced { from, to }) => Some((*from, *to)),
            _ => None,
        };
        let (theatre, (from, to)) = (context.after.theatre()?, context.events.iter().find_map(advanced)?);
        let clock = &context.after.book().clock;
        let day = clock.format_period(Period { count: from.count, part: None });
        self.parts.push(clock.part(from.part).map_or_else(|| day.clone(), Text::to_string));
        self.day = text::capitalized(&day);
        add_moves(&mut self.moves, context.after, context.events);
        self.after = Some(Arc::clone(&context.step.after));
        let marched = context.events.iter().filter_map(|event| match event {
            Event::Theatre(TheatreEvent::Marched(moves)) => Some(moves),
            _ => None,
        });
        for moved in marched.flatten() {
            let goal = context.before.route_of(moved.force).last().map_or_else(String::new, |goal| theatre.name(*goal));
            match self.rows.iter_mut().find(|row| row.force == moved.force) {
                Some(row) => row.goal = goal,
                None => self.rows.push(MarchRow {
                    side: context.after.side_of(moved.force),
                    force: moved.force,
                    places: vec![place(theatre, moved.from); self.parts.len()],
                    goal,
                }),
            }
        }
        for row in &mut self.rows {
            let now = context.after.station(row.force).map(|station| place(theatre, station));
            row.places.push(now.unwrap_or_default());
        }
        (from.count != to.count).then(|| self.table(context.after)).flatten()
    }

    /// The table of the day, which begins anew; `None` if nobody marched.
    pub fn table(&mut self, state: &State) -> Option<Block> {
        let Self { day, parts, mut rows, moves, after } = std::mem::take(self);
        rows.sort_by_key(|row| (row.side, row.force));
        let mut groups: Vec<(Vec<String>, MarchRow)> = Vec::new();
        for mut row in rows {
            // A force that stayed has an empty cell.
            for at in (1..row.places.len()).rev() {
                if row.places[at] == row.places[at - 1] {
                    row.places[at].clear();
                }
            }
            let name = state.name(row.force);
            match groups
                .iter_mut()
                .find(|(_, one)| (one.side, &one.places, &one.goal) == (row.side, &row.places, &row.goal))
            {
                Some((names, _)) => names.push(name),
                None => groups.push((vec![name], row)),
            }
        }
        let cells = |(names, row): (Vec<String>, MarchRow)| {
            std::iter::once(text::capitalized(&names::list(&names))).chain(row.places).chain([row.goal]).collect()
        };
        let rows: Vec<Vec<String>> = groups.into_iter().map(cells).collect();
        let head = [day, "from".into()].into_iter().chain(parts).chain(["bound for".into()]).collect();
        let scene = after.and_then(|after| MapScene::of_marches(after, moves)).map(Box::new);
        (!rows.is_empty()).then_some(Block::Marches { head, rows, scene })
    }
}
