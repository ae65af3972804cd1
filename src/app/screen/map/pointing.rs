//! Orders by pointing: a unit, then where to or at whom, then the facing; and the order line opens with the order.

use super::{
    can,
    table::{MapScreen, subject},
};
use crate::{
    app::{component::Actions, motion::Motion, notice::Notice, overlay::order_line::OrderLine, session::Session},
    book::Mechanism,
    ground::{Cell, Facing, Grid},
    id::{Id, SideId, UnitId},
    notation,
    state::{Awaiting, Battle, EntityKind, State},
    view::map::Plan,
};

const NAMED: &[EntityKind] = &[EntityKind::Stack, EntityKind::Unit];

fn named(state: &State, id: Id) -> String {
    notation::reference(state, id, NAMED)
}

/// The order line with an order that begins with the chosen unit or its stack.
fn about_chosen(screen: &MapScreen, session: &Session, order: impl Fn(&State, &str) -> String) -> Actions<Session> {
    let state = session.save.diary().state();
    let Some(unit) = screen.chosen else { return Vec::new() };
    OrderLine::opened(order(state, &named(state, subject(state, unit))))
}

/// Chooses the unit under the cursor; with one chosen, moves it there or attacks whom it meets there.
pub(super) fn point(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let Some(unit) = screen.chosen.filter(|unit| screen.cell_of(state, *unit).is_some()) else {
        return choose(screen, session);
    };
    if screen.enemy_at_cursor(state).is_some() {
        return attack(screen, session);
    }
    if screen.piece_at(screen.cursor).is_some() {
        let is_alone = screen.piece_at(screen.cursor).is_some_and(|piece| piece.units == [unit]);
        return if is_alone { go_there(screen, session) } else { choose(screen, session) };
    }
    go_there(screen, session)
}

/// A click: as Enter there; a second one on the same area does what Enter would do next.
pub(super) fn click(screen: &mut MapScreen, session: &mut Session, cell: Cell) -> Actions<Session> {
    let Some(plan) = &screen.plan else {
        screen.cursor = cell;
        return point(screen, session);
    };
    let end = plan.way.last().copied().unwrap_or(screen.cursor);
    if cell == end {
        return compose(screen, session);
    }
    let grid = screen.ground(session.state()).map_or(Grid::Square, crate::ground::Ground::grid);
    if let (Some(facing), Some(plan)) = (grid.facing_to(end, cell), &mut screen.plan) {
        plan.facing = facing;
        return Vec::new();
    }
    screen.plan = None;
    screen.cursor = cell;
    point(screen, session)
}

/// Chooses the unit under the cursor, or the next of those that share its area.
fn choose(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let Some(piece) = screen.piece_at(screen.cursor) else {
        session.notice = Some(Notice::bad("nobody stands here: point at a unit, or go to the next one of yours"));
        return Vec::new();
    };
    let units: &[UnitId] = if piece.stack.is_some() { &piece.units[..1] } else { &piece.units };
    let at = screen.chosen.and_then(|chosen| units.iter().position(|id| *id == chosen)).map_or(0, |at| at + 1);
    screen.chosen = units.get(at % units.len().max(1)).copied();
    Vec::new()
}

/// Attacks the enemy under the cursor: in what way depends on the rules, and on how far off he is.
fn attack(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let book = state.book();
    let ground = screen.ground(state);
    let from = screen.chosen.and_then(|unit| screen.cell_of(state, unit));
    let beside = ground.zip(from).is_some_and(|(ground, from)| ground.grid().distance(from, screen.cursor) == 1);
    let fires = screen.chosen.and_then(|id| state.unit(id)).is_some_and(|unit| !state.weapons_of(unit).is_empty());
    let volleys = book.uses(Mechanism::Volleys) && fires;
    if can::can_engage(screen, session) {
        conflict(screen, session)
    } else if book.uses(Mechanism::Scrud) && (beside || !volleys) {
        scrud(screen, session)
    } else {
        volley(screen, session)
    }
}

/// The end of a move, at the cursor: its way is shown, and its facing chosen next.
pub(super) fn go_there(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let Some(unit) = screen.chosen.and_then(|id| state.unit(id)) else { return Vec::new() };
    let Some(place) = unit.place else { return Vec::new() };
    let found = match &screen.answers.reach {
        Some(Ok(reach)) => reach.at(screen.cursor).map(|area| area.path.clone()),
        _ => None,
    };
    let way = found.unwrap_or_else(|| vec![screen.cursor]);
    let grid = screen.ground(state).map_or(Grid::Square, crate::ground::Ground::grid);
    // It faces the enemy beside whom it stops, or the way it went.
    let stop = match &screen.answers.reach {
        Some(Ok(reach)) => reach.at(screen.cursor).and_then(|area| area.stops.first().copied()),
        _ => None,
    };
    let enemy =
        stop.and_then(|enemy| screen.cell_of(state, enemy)).and_then(|cell| grid.facing_to(screen.cursor, cell));
    let before = if way.len() > 1 { way[way.len() - 2] } else { place.cell };
    let heading = grid.facing_to(before, screen.cursor);
    let facing = enemy.or(heading).unwrap_or(place.facing);
    let side = state.sides().iter().position(|side| side.id == unit.side).unwrap_or(0);
    screen.plan = Some(Plan { way, facing, side });
    Vec::new()
}

/// The order of what was pointed at, in the order line.
pub(super) fn compose(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    // It stays in sight under the order line, and Esc comes back to it.
    let Some(plan) = screen.plan.clone() else { return Vec::new() };
    let state = session.save.diary().state();
    let Some(end) = plan.way.last().copied() else { return Vec::new() };
    let on_the_spot = screen.chosen.and_then(|unit| screen.cell_of(state, unit)) == Some(end);
    about_chosen(screen, session, |_, who| {
        let facing = plan.facing;
        if on_the_spot { format!("face {who} {facing}") } else { format!("move {who} to {end} facing {facing}") }
    })
}

/// Turns to another edge, clockwise.
pub(super) fn turn(screen: &mut MapScreen, session: &Session, by: isize) -> Actions<Session> {
    let facings = screen.ground(session.state()).map_or(&[][..], |ground| ground.grid().facings());
    if let Some(plan) = screen.plan.as_mut().filter(|_| !facings.is_empty()) {
        let at = facings.iter().position(|facing| *facing == plan.facing).unwrap_or(0);
        plan.facing = facings[(at + facings.len()).saturating_add_signed(by) % facings.len()];
    }
    Vec::new()
}

/// Turns to the left or the right of the page; on hexes to the upper edge there, and again to the lower.
pub(super) fn lean(screen: &mut MapScreen, session: &Session, by: isize) -> Actions<Session> {
    let is_hex = screen.ground(session.state()).is_some_and(|ground| ground.grid() == Grid::Hex);
    if let Some(plan) = &mut screen.plan {
        plan.facing = match (is_hex, by > 0) {
            (false, true) => Facing::E,
            (false, false) => Facing::W,
            (true, true) if plan.facing == Facing::Ne || plan.facing == Facing::S => Facing::Se,
            (true, true) => Facing::Ne,
            (true, false) if plan.facing == Facing::Nw || plan.facing == Facing::S => Facing::Sw,
            (true, false) => Facing::Nw,
        };
    }
    Vec::new()
}

/// Turns to the top or the bottom of the page.
pub(super) fn rise(screen: &mut MapScreen, _: &Session, motion: Motion) {
    if let Some(plan) = &mut screen.plan {
        plan.facing = if matches!(motion, Motion::Up | Motion::PageUp | Motion::Top) { Facing::N } else { Facing::S };
    }
}

/// `face … e`: on the spot, towards the cursor's area, or with the facing chosen next where that is its own.
pub(super) fn face(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let from = screen.chosen.and_then(|unit| screen.cell_of(state, unit));
    let Some((from, grid)) = from.zip(screen.ground(state).map(crate::ground::Ground::grid)) else { return Vec::new() };
    let to = screen.cursor;
    let ahead = grid.facings().iter().copied().filter(|facing| grid.in_arc(from, *facing, to));
    match ahead.min_by_key(|facing| grid.neighbour(from, *facing).map_or(u32::MAX, |cell| grid.distance(cell, to))) {
        Some(facing) if from != to => about_chosen(screen, session, |_, who| format!("face {who} {facing}")),
        _ => {
            screen.cursor = from;
            go_there(screen, session)
        }
    }
}

/// `place … at C5`
pub(super) fn place(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.save.diary().state();
    let absent = || state.units().iter().find(|unit| unit.is_alive() && unit.place.is_none()).map(|unit| unit.id);
    let Some(unit) = screen.chosen.or_else(absent) else { return Vec::new() };
    let who = named(state, unit.into());
    OrderLine::opened(format!("place {who} at {}", screen.cursor))
}

/// Who is attacked in the cursor's area.
fn target(screen: &MapScreen, state: &State) -> Option<String> {
    let enemy = screen.enemy_at_cursor(state)?;
    Some(named(state, subject(state, enemy)))
}

/// `volley … at …`
pub(super) fn volley(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.save.diary().state();
    let Some((unit, enemy)) = screen.chosen.zip(screen.enemy_at_cursor(state)) else { return Vec::new() };
    OrderLine::opened(format!("volley {} at {}", named(state, unit.into()), named(state, enemy.into())))
}

/// `scrud … v …`
pub(super) fn scrud(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.save.diary().state();
    let Some(target) = target(screen, state) else { return Vec::new() };
    about_chosen(screen, session, |_, who| format!("scrud {who} v {target}"))
}

/// `conflict … v …`
pub(super) fn conflict(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.save.diary().state();
    let stack = |unit: UnitId| state.unit(unit).and_then(|unit| unit.stack);
    let own = screen.chosen.and_then(stack);
    let Some((own, other)) = own.zip(screen.enemy_at_cursor(state).and_then(stack)) else { return Vec::new() };
    OrderLine::opened(format!("conflict {} v {}", named(state, own.into()), named(state, other.into())))
}

/// `edna …`
pub(super) fn edna(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.save.diary().state();
    let Some(unit) = screen.chosen else { return Vec::new() };
    OrderLine::opened(format!("edna {}", named(state, unit.into())))
}

/// ` in "The left wing"`, where several battles are under way.
fn in_this_battle(screen: &MapScreen, session: &Session) -> String {
    let state = session.save.diary().state();
    match screen.battle(state).filter(|_| state.open_battles().count() > 1) {
        Some(battle) => format!(" in {}", notation::reference(state, battle.into(), &[EntityKind::Battle])),
        None => String::new(),
    }
}

/// What is awaited: `initiative`, `first …`, `stand …`
pub(super) fn awaited(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.save.diary().state();
    let battle = in_this_battle(screen, session);
    let side = |side: SideId| notation::reference(state, side.into(), &[EntityKind::Side]);
    let order = match screen.battle(state).and_then(|id| state.battle(id)).and_then(Battle::awaiting) {
        Some(Awaiting::First(_)) => "first ".to_string(),
        Some(Awaiting::Rerolls(whose, _)) => format!("stand {}{battle}", side(whose)),
        None => format!("initiative{battle}"),
    };
    OrderLine::opened(order)
}

/// `pass`
pub(super) fn pass(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    OrderLine::opened(format!("pass{}", in_this_battle(screen, session)))
}

/// `end turn`
pub(super) fn end_turn(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    OrderLine::opened(format!("end turn{}", in_this_battle(screen, session)))
}
