//! Moves by pointing: the destination, the facing there, and the order. A move that the rules refuse is explained at
//! once and opens no order.

use super::table::MapScreen;
use crate::{
    component::Actions,
    motion::{Motion, cycled},
    notice::Notice,
    overlay::order_line::OrderLine,
    session::Session,
};
use wardiary_base::{
    ground::{Cell, Facing, Grid, Ground},
    id::Id,
};
use wardiary_rules::{
    notation::{self, refusal},
    order::{MapOrder, Order},
    rules::{
        Refusal,
        movement::{Reached, column},
        refusal::MapRefusal,
        resolve,
    },
    state::{EntityKind, State},
};
use wardiary_view::map::Plan;

const NAMED: &[EntityKind] = &[EntityKind::Stack, EntityKind::Unit];

pub(super) fn named(state: &State, id: Id) -> String {
    notation::reference(state, id, NAMED)
}

/// The subjects of an order, as the order names them.
pub(super) fn all_named(screen: &MapScreen, state: &State) -> String {
    screen.who.iter().map(|id| named(state, *id)).collect::<Vec<_>>().join(" + ")
}

/// Makes the cursor's area the destination of a move: shows the path and asks for the facing, or says why they can't go
/// there.
pub(super) fn go_there(screen: &mut MapScreen, session: &mut Session) {
    screen.make_answers(session);
    match planned(screen, session.state()) {
        Ok(plan) => {
            screen.plan = plan;
            screen.make_answers(session);
        }
        Err(why) => session.say(Notice::bad(why)),
    }
}

/// The move to the cursor's area, or why it is impossible.
fn planned(screen: &MapScreen, state: &State) -> Result<Option<Plan>, String> {
    let (Some(from), Some(ground)) = (screen.from(state), screen.ground(state)) else { return Ok(None) };
    let (to, grid) = (screen.cursor, ground.grid());
    let reach = match &screen.reach {
        Some(Ok(reach)) => reach,
        Some(Err(why)) => return Err(why.clone()),
        None => return Ok(None),
    };
    let side = screen.side_of_order(state);
    let side = state.sides().iter().position(|other| Some(other.id) == side).unwrap_or(0);
    let plan = |way, facing, facings| Ok(Some(Plan { way, facing, facings, side }));
    if to == from && screen.who.len() == 1 {
        return plan(vec![to], reach.from.facing, grid.facings().to_vec());
    }
    let Some(area) = reach.at(to) else {
        return match reach.why_not(state, to) {
            Some(why) => Err(out_of_reach(&why, state, to)),
            None => Ok(None),
        };
    };
    may_follow(state, &screen.who, to).map_err(|why| out_of_reach(&why, state, to))?;
    plan(area.path.clone(), area.facing(grid, from), area.facings(grid))
}

/// Whether everyone picked may go to an area in a column behind the first, who can reach it; or why one can't.
pub(super) fn may_follow(state: &State, who: &[Id], to: Cell) -> Result<(), Refusal> {
    if who.len() < 2 {
        return Ok(());
    }
    let marches = column(state, who, to, None);
    resolve(state, &Order::Map(MapOrder::Move { marches, anyway: None }), &[]).map(drop)
}

/// Why an area can't be reached. If the path fails at an earlier area, that one is named too.
pub(super) fn out_of_reach(why: &Refusal, state: &State, to: Cell) -> String {
    let what = refusal::describe(why, state).what;
    let cells: Vec<String> = what.split(|c: char| !c.is_alphanumeric()).map(str::to_string).collect();
    let is_named = cells.contains(&to.to_string()) || !cells.iter().any(|word| word.parse::<Cell>().is_ok());
    if is_named { what } else { format!("{to} is out of reach: {what}") }
}

/// Opens the composed move in the order line.
pub(super) fn compose(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    // The plan stays visible under the order line, and Esc returns to it.
    let Some(plan) = screen.plan.clone() else { return Vec::new() };
    let state = session.diary().state();
    let Some(end) = plan.way.last().copied() else { return Vec::new() };
    let (who, facing) = (all_named(screen, state), plan.facing);
    if screen.from(state) != Some(end) {
        return OrderLine::opened(format!("move {who} to {end} facing {facing}"));
    }
    let units = screen.who.iter().flat_map(|id| state.units_meant(*id)).filter(|unit| unit.is_alive());
    if units.filter_map(|unit| unit.place).all(|place| place.facing == facing) {
        let said = format!("{} faces {} already: turn it first", screen.name_of_all(state), facing.name());
        session.say(Notice::bad(said));
        return Vec::new();
    }
    OrderLine::opened(format!("face {who} {facing}"))
}

/// Turns clockwise to the next allowed facing.
pub(super) fn turn(screen: &mut MapScreen, by: isize) {
    if let Some(plan) = &mut screen.plan {
        plan.facing = cycled(&plan.facings, plan.facing, by);
    }
}

/// Turns to the first of these facings that is allowed, or says why none is.
pub(super) fn turn_to(screen: &mut MapScreen, session: &mut Session, wanted: &[Facing]) {
    let Some(plan) = &mut screen.plan else { return };
    if let Some(facing) = wanted.iter().find(|facing| plan.facings.contains(facing)) {
        plan.facing = *facing;
        return;
    }
    let end = plan.way.last().copied().unwrap_or(screen.cursor);
    let state = session.state();
    let reach = screen.reach.as_ref().and_then(|reach| reach.as_ref().ok());
    let why = reach.and_then(|reach| reach.at(end)).map(|area| must_face(state, area));
    session.set_notice(why.map(Notice::bad));
}

/// The notice that a unit which stops next to an enemy faces him.
fn must_face(state: &State, area: &Reached) -> String {
    refusal::describe(&MapRefusal::MustFace { cell: area.at, enemies: area.stops.clone() }.into(), state).what
}

/// Turns to the left or right of the page. On hexes the first press takes the upper edge there, and the second the
/// lower.
pub(super) fn lean(screen: &mut MapScreen, session: &mut Session, by: isize) {
    let is_hex = screen.ground(session.state()).is_some_and(|ground| ground.grid() == Grid::Hex);
    let Some(now) = screen.plan.as_ref().map(|plan| plan.facing) else { return };
    let wanted = match (is_hex, by > 0) {
        (false, true) => vec![Facing::E],
        (false, false) => vec![Facing::W],
        (true, true) if now == Facing::Ne || now == Facing::S => vec![Facing::Se, Facing::Ne],
        (true, true) => vec![Facing::Ne, Facing::Se],
        (true, false) if now == Facing::Nw || now == Facing::S => vec![Facing::Sw, Facing::Nw],
        (true, false) => vec![Facing::Nw, Facing::Sw],
    };
    turn_to(screen, session, &wanted);
}

/// Turns to the top or bottom of the page.
pub(super) fn rise(screen: &mut MapScreen, session: &mut Session, motion: Motion) {
    let up = matches!(motion, Motion::Up | Motion::PageUp | Motion::Top);
    turn_to(screen, session, &[if up { Facing::N } else { Facing::S }]);
}

/// `face … e`: turns on the spot towards the cursor's area, or lets the user choose the facing if the cursor is on the
/// unit.
pub(super) fn face(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    screen.make_answers(session);
    let state = session.state();
    let Some(from) = screen.from(state) else { return Vec::new() };
    if let Some(Err(why)) = &screen.reach {
        session.say(Notice::bad(why.clone()));
        return Vec::new();
    }
    if let [_, second, ..] = screen.who[..] {
        let said = format!("one turns at a time: {} is picked too", state.name(second));
        session.say(Notice::bad(said));
        return Vec::new();
    }
    let grid = screen.ground(state).map_or(Grid::Square, Ground::grid);
    if let Some(facing) = facing_towards(grid, from, screen.cursor) {
        return OrderLine::opened(format!("face {} {facing}", all_named(screen, state)));
    }
    screen.cursor = from;
    go_there(screen, session);
    Vec::new()
}

/// The edge that faces another area most directly.
fn facing_towards(grid: Grid, from: Cell, to: Cell) -> Option<Facing> {
    let ahead = grid.facings().iter().copied().filter(|facing| from != to && grid.in_arc(from, *facing, to));
    ahead.min_by_key(|facing| grid.neighbour(from, *facing).map_or(u32::MAX, |cell| grid.distance(cell, to)))
}
