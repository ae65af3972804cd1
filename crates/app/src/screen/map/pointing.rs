//! Orders by pointing: select a unit, then a destination or target, then a facing; the order line opens with the order.

use super::{
    attack_suggestion::{self, AttackSuggestion, order_text},
    move_order::{face_first_allowed, open_in_order_line, order_name, plan_move},
    screen_state::MapScreen,
};
use crate::{
    component::{Actions, Context as _},
    notice::Notice,
    overlay::order_line::OrderLine,
    session::Session,
};
use wardiary_base::{
    ground::{Cell, Grid, Ground},
    id::{Id, UnitId},
    text,
};
use wardiary_rules::{
    notation,
    rules::{self, NextStep},
    state::{PendingDecision, State, Unit},
};

/// Selects the unit under the cursor. With a selection or picks, moves them there or attacks the enemy there.
pub(super) fn act_at_cursor(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    screen.update_answers(session);
    let state = session.state();
    if !screen.subjects.is_empty() && screen.enemy_at_cursor(state).is_some() {
        return attack(screen, session);
    }
    let is_other = || screen.piece_at(screen.cursor).is_some() && !screen.stands_alone_at_cursor(state);
    if screen.subjects.is_empty() || is_other() {
        select_at_cursor(screen, session);
    } else {
        plan_move(screen, session);
    }
    Vec::new()
}

/// A click acts like Enter there; a second click on the same area continues with the next step.
pub(super) fn click(screen: &mut MapScreen, session: &mut Session, cell: Cell) -> Actions<Session> {
    screen.pressed = None;
    let Some(plan) = &screen.plan else {
        screen.cursor = cell;
        let actions = act_at_cursor(screen, session);
        // A drag may start here, whether this press selected the unit or it was selected before, in which case the press has
        // begun a turn on the spot.
        screen.subjects = screen.find_subjects(session);
        screen.pressed = (screen.subject_cell(session.state()) == Some(cell)).then_some((cell, false));
        return actions;
    };
    let end = plan.path.last().copied().unwrap_or(screen.cursor);
    if cell == end {
        return open_in_order_line(screen, session);
    }
    let grid = screen.ground(session.state()).map_or(Grid::Square, Ground::grid);
    if let Some(facing) = grid.facing_to(end, cell) {
        face_first_allowed(screen, session, &[facing]);
        return Vec::new();
    }
    screen.plan = None;
    screen.cursor = cell;
    act_at_cursor(screen, session)
}

/// The mouse moves with its button down: the cursor follows and previews the action there.
pub(super) fn drag(screen: &mut MapScreen, cell: Cell) {
    if let Some((from, left)) = &mut screen.pressed {
        *left |= *from != cell;
        if *left {
            screen.plan = None;
        }
        screen.cursor = cell;
    }
}

/// The button is released: the dragged unit is to go to the cursor's area.
pub(super) fn release(screen: &mut MapScreen, session: &mut Session) {
    if let Some((from, true)) = screen.pressed.take() {
        screen.update_answers(session);
        if screen.cursor != from && screen.enemy_at_cursor(session.state()).is_none() {
            plan_move(screen, session);
        }
    }
}

/// Picks the unit under the cursor for a joint order, or drops it: the selected one of several in the area, or the one
/// shown there.
pub(super) fn toggle_pick(screen: &mut MapScreen, session: &mut Session) {
    screen.update_answers(session);
    let state = session.state();
    let Some(piece) = screen.piece_at(screen.cursor) else { return };
    let unit = screen.selected_unit.filter(|chosen| piece.units.contains(chosen)).or(piece.units.first().copied());
    let Some(unit) = unit else { return };
    let (id, side) = (state.moving_id(unit), state.side_of(unit.into()));
    if let Some(other) = session.picked().iter().find(|other| state.side_of(**other) != side) {
        let reason = format!("{} is not on the same side as {}, which is picked", state.name(id), state.name(*other));
        session.say(Notice::bad(reason));
        return;
    }
    // A unit picked on another screen is dropped together with the stack that it moves with, and the other way round.
    let meant: Vec<UnitId> = state.units_for_id(id).iter().map(|unit| unit.id).collect();
    let is_of_it = |other: &Id| state.units_for_id(*other).iter().all(|unit| meant.contains(&unit.id));
    let dropped: Vec<Id> = session.picked().iter().copied().filter(is_of_it).collect();
    let name = state.name(id);
    session.drop_picks(&dropped);
    if dropped.is_empty() {
        session.toggle_pick(id);
        screen.selected_unit = Some(unit);
    }
    screen.update_answers(session);
    let many = text::count(session.picked().len(), "unit", "units");
    let now = if dropped.is_empty() { "picked" } else { "dropped" };
    session.say(Notice::good(format!("{name} {now}; the order now has {many}")));
}

/// Selects the unit under the cursor, or the next of those that share its area.
fn select_at_cursor(screen: &mut MapScreen, session: &mut Session) {
    let Some(piece) = screen.piece_at(screen.cursor) else {
        session.say(Notice::bad("no unit is here: point at a unit, or go to your next one"));
        return;
    };
    // One unit represents a whole stack.
    let units: &[UnitId] = if piece.stack.is_some() { &piece.units[..1] } else { &piece.units };
    let at = screen.selected_unit.and_then(|chosen| units.iter().position(|id| *id == chosen)).map_or(0, |at| at + 1);
    screen.selected_unit = units.get(at % units.len().max(1)).copied();
}

/// Attacks the enemy under the cursor as the rules allow, or says why they do not.
fn attack(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.state();
    let reason = match AttackSuggestion::at_cursor(screen, state) {
        Some(AttackSuggestion::Attack(order)) => {
            return OrderLine::open_unless_refused(order_text(state, &order), session);
        }
        Some(AttackSuggestion::Rotate { who, facing }) => {
            let (who, enemy) =
                (state.name(who), screen.enemy_at_cursor(state).map(|id| state.name(state.moving_id(id))));
            let enemy = enemy.unwrap_or_default();
            format!("{enemy} is out of the arc of {who}: turn it to {} first (face)", facing.word())
        }
        Some(AttackSuggestion::Unavailable(why)) => why,
        None => return Vec::new(),
    };
    session.say(Notice::bad(reason));
    Vec::new()
}

/// `place … at C5`
pub(super) fn place(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.diary().state();
    let absent = || state.units().iter().find(|unit| unit.is_alive() && unit.place.is_none()).map(|unit| unit.id);
    let Some(unit) = screen.selected_unit.or_else(absent) else { return Vec::new() };
    let who = order_name(state, unit.into());
    OrderLine::open_unless_refused(format!("place {who} at {}", screen.cursor), session)
}

/// `volley … at …`
pub(super) fn volley(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.diary().state();
    let Some((unit, enemy)) = screen.acting_unit(state).zip(screen.enemy_at_cursor(state)) else { return Vec::new() };
    let (who, enemy) = (order_name(state, unit.id.into()), order_name(state, enemy.into()));
    OrderLine::open_unless_refused(format!("volley {who} at {enemy}"), session)
}

/// `scrud … v …`
pub(super) fn scrud(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.diary().state();
    let Some(enemy) = screen.enemy_at_cursor(state) else { return Vec::new() };
    OrderLine::open_unless_refused(order_text(state, &attack_suggestion::scrud_order(screen, state, enemy)), session)
}

/// `conflict … v …`
pub(super) fn conflict(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.diary().state();
    let order = screen.enemy_at_cursor(state).and_then(|enemy| attack_suggestion::conflict_order(screen, state, enemy));
    let order = order.map(|order| order_text(state, &order));
    order.map_or_else(Vec::new, |order| OrderLine::open_unless_refused(order, session))
}

/// `edna …`
pub(super) fn edna(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.diary().state();
    let Some(unit) = screen.selected_unit else { return Vec::new() };
    OrderLine::open_unless_refused(format!("edna {}", order_name(state, unit.into())), session)
}

/// ` in "The left wing"` if several battles are under way.
pub(super) fn in_this_battle(screen: &MapScreen, session: &Session) -> String {
    let state = session.diary().state();
    screen.battle(state).map_or_else(String::new, |battle| notation::in_battle_suffix(state, battle))
}

/// The awaited order: `initiative`, `first …` or `stand …`.
pub(super) fn open_awaited_order(screen: &mut MapScreen, session: &mut Session) -> Actions<Session> {
    let state = session.diary().state();
    let battle = screen.battle(state).and_then(|id| state.battle(id));
    let step = battle.and_then(|battle| Some((battle, rules::next_step(state, battle)?)));
    OrderLine::open_action(match step {
        Some((_, NextStep::Decide(PendingDecision::First(_)))) => "first ".to_string(),
        Some((battle, step)) => notation::step_order(state, battle, step).unwrap_or_default(),
        None => String::new(),
    })
}

impl MapScreen {
    /// The unit that acts alone: the selected one, or the first picked.
    pub(super) fn acting_unit<'s>(&self, state: &'s State) -> Option<&'s Unit> {
        let chosen =
            self.selected_unit.and_then(|id| state.unit(id)).filter(|unit| self.cell_of(state, unit.id).is_some());
        chosen.or_else(|| state.units_for_id(*self.subjects.first()?).into_iter().find(|unit| unit.is_alive()))
    }

    /// The firer: the acting unit if it is armed, or else the first subject that is.
    pub(super) fn firer(&self, state: &State) -> Option<UnitId> {
        let armed = |unit: &&Unit| unit.is_alive() && !state.weapons_of(unit).is_empty();
        let of_all = || {
            let mut units = self.subjects.iter().flat_map(|id| state.units_for_id(*id));
            units.find(|unit| armed(unit)).map(|unit| unit.id)
        };
        self.acting_unit(state).filter(armed).map(|unit| unit.id).or_else(of_all)
    }

    /// Whether the first subject of the order is next to the cursor's area.
    pub(super) fn is_beside_cursor(&self, state: &State) -> bool {
        let ground = self.ground(state);
        ground
            .zip(self.subject_cell(state))
            .is_some_and(|(ground, from)| ground.grid().distance(from, self.cursor) == 1)
    }

    /// Whether the subject of the order is alone in the cursor's area, so that it can only turn there.
    fn stands_alone_at_cursor(&self, state: &State) -> bool {
        let ([who], Some(piece)) = (&self.subjects[..], self.piece_at(self.cursor)) else { return false };
        let own = state.units_for_id(*who);
        piece.units.iter().all(|unit| own.iter().any(|other| other.id == *unit))
    }
}
