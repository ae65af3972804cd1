//! Moves by pointing: the destination, the facing there, and the order. A move that the rules refuse is explained at
//! once and opens no order.

use super::screen_state::MapScreen;
use crate::{
    component::{Actions, Context as _},
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
        movement::{ReachedArea, column},
        refusal::MapRefusal,
        resolve,
    },
    state::{EntityKind, State},
};
use wardiary_view::map::PlannedMove;

const NAMED: &[EntityKind] = &[EntityKind::Stack, EntityKind::Unit];

pub(super) fn order_name(state: &State, id: Id) -> String {
    notation::reference_text(state, id, NAMED)
}

/// The subjects of an order, as the order names them.
pub(super) fn subject_names_in_order(screen: &MapScreen, state: &State) -> String {
    screen.subjects.iter().map(|id| order_name(state, *id)).collect::<Vec<_>>().join(" + ")
}

/// Makes the cursor's area the destination of a move: shows the path and asks for the facing, or says why they can't go
/// there.
pub(super) fn plan_move(screen: &mut MapScreen, session: &mut Session) {
    screen.update_answers(session);
    match planned_move(screen, session.state()) {
        Ok(plan) => {
            screen.plan = plan;
            screen.update_answers(session);
        }
        Err(why) => session.say(Notice::bad(why)),
    }
}

/// The move to the cursor's area, or why it is impossible.
fn planned_move(screen: &MapScreen, state: &State) -> Result<Option<PlannedMove>, String> {
    let (Some(from), Some(ground)) = (screen.subject_cell(state), screen.ground(state)) else { return Ok(None) };
    let (to, grid) = (screen.cursor, ground.grid());
    let reach = match &screen.reach {
        Some(Ok(reach)) => reach,
        Some(Err(why)) => return Err(why.clone()),
        None => return Ok(None),
    };
    let side = screen.side_of_order(state);
    let side = state.sides().iter().position(|other| Some(other.id) == side).unwrap_or(0);
    let plan = |way, facing, facings| Ok(Some(PlannedMove { path: way, facing, facings, side }));
    if to == from && screen.subjects.len() == 1 {
        return plan(vec![to], reach.from.facing, grid.facings().to_vec());
    }
    let Some(area) = reach.at(to) else {
        return match reach.refusal_for(state, to) {
            Some(why) => Err(unreachable_text(&why, state, to)),
            None => Ok(None),
        };
    };
    can_follow(state, &screen.subjects, to).map_err(|why| unreachable_text(&why, state, to))?;
    plan(area.path.clone(), area.facing(grid, from), area.facings(grid))
}

/// Whether everyone picked may go to an area in a column behind the first, who can reach it; or why one can't.
pub(super) fn can_follow(state: &State, who: &[Id], to: Cell) -> Result<(), Refusal> {
    if who.len() < 2 {
        return Ok(());
    }
    let marches = column(state, who, to, None);
    resolve(state, &Order::Map(MapOrder::Move { marches, anyway: None }), &[]).map(drop)
}

/// Why an area can't be reached. If the path fails at an earlier area, that one is named too.
pub(super) fn unreachable_text(why: &Refusal, state: &State, to: Cell) -> String {
    let what = refusal::describe(why, state).reason;
    let cells: Vec<String> = what.split(|c: char| !c.is_alphanumeric()).map(str::to_string).collect();
    let is_named = cells.contains(&to.to_string()) || !cells.iter().any(|word| word.parse::<Cell>().is_ok());
    if is_named { what } else { format!("{to} is out of reach: {what}") }
}

pub(super) fn open_in_order_line(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    // The plan stays visible under the order line, and Esc returns to it.
    let Some(plan) = screen.plan.clone() else { return Vec::new() };
    let state = session.diary().state();
    let Some(end) = plan.path.last().copied() else { return Vec::new() };
    let (who, facing) = (subject_names_in_order(screen, state), plan.facing);
    if screen.subject_cell(state) != Some(end) {
        return OrderLine::open_unless_refused(format!("move {who} to {end} facing {facing}"), session);
    }
    let units = screen.subjects.iter().flat_map(|id| state.units_for_id(*id)).filter(|unit| unit.is_alive());
    if units.filter_map(|unit| unit.place).all(|place| place.facing == facing) {
        let reason = format!("{} already faces {}: turn it first", screen.subject_names(state), facing.name());
        session.say(Notice::bad(reason));
        return Vec::new();
    }
    OrderLine::open_unless_refused(format!("face {who} {facing}"), session)
}

/// Turns clockwise to the next allowed facing.
pub(super) fn rotate(screen: &mut MapScreen, by: isize) {
    if let Some(plan) = &mut screen.plan {
        plan.facing = cycled(&plan.facings, plan.facing, by);
    }
}

/// Turns to the first of these facings that is allowed, or says why none is.
pub(super) fn face_first_allowed(screen: &mut MapScreen, session: &mut Session, wanted: &[Facing]) {
    let Some(plan) = &mut screen.plan else { return };
    if let Some(facing) = wanted.iter().find(|facing| plan.facings.contains(facing)) {
        plan.facing = *facing;
        return;
    }
    let end = plan.path.last().copied().unwrap_or(screen.cursor);
    let state = session.state();
    let reach = screen.reach.as_ref().and_then(|reach| reach.as_ref().ok());
    let why = reach.and_then(|reach| reach.at(end)).map(|area| must_face_text(state, area));
    session.set_notice(why.map(Notice::bad));
}

/// The notice that a unit which stops next to an enemy faces him.
fn must_face_text(state: &State, area: &ReachedArea) -> String {
    refusal::describe(&MapRefusal::MustFace { cell: area.at, enemies: area.stopping_enemies.clone() }.into(), state)
        .reason
}

/// Turns to the left or right of the page. On hexes the first press takes the upper edge there, and the second the
/// lower.
pub(super) fn face_sideways(screen: &mut MapScreen, session: &mut Session, by: isize) {
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
    face_first_allowed(screen, session, &wanted);
}

/// Turns to the top or bottom of the page.
pub(super) fn face_vertically(screen: &mut MapScreen, session: &mut Session, motion: Motion) {
    let up = matches!(motion, Motion::Up | Motion::PageUp | Motion::Top);
    face_first_allowed(screen, session, &[if up { Facing::N } else { Facing::S }]);
}

/// `face … e`: turns on the spot towards the cursor's area, or lets the user choose the facing if the cursor is on the
/// unit.
pub(super) fn turn_towards_cursor(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    screen.update_answers(session);
    let state = session.state();
    let Some(from) = screen.subject_cell(state) else { return Vec::new() };
    if let Some(Err(why)) = &screen.reach {
        session.say(Notice::bad(why.clone()));
        return Vec::new();
    }
    if let [_, second, ..] = screen.subjects[..] {
        let reason = format!("only one can turn at a time: {} is picked too", state.name(second));
        session.say(Notice::bad(reason));
        return Vec::new();
    }
    let grid = screen.ground(state).map_or(Grid::Square, Ground::grid);
    if let Some(facing) = facing_towards(grid, from, screen.cursor) {
        let order = format!("face {} {facing}", subject_names_in_order(screen, state));
        return OrderLine::open_unless_refused(order, session);
    }
    screen.cursor = from;
    plan_move(screen, session);
    Vec::new()
}

/// The edge that faces another area most directly.
fn facing_towards(grid: Grid, from: Cell, to: Cell) -> Option<Facing> {
    let ahead = grid.facings().iter().copied().filter(|facing| from != to && grid.in_arc(from, *facing, to));
    ahead.min_by_key(|facing| grid.neighbour(from, *facing).map_or(u32::MAX, |cell| grid.distance(cell, to)))
}
