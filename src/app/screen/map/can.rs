//! When something can be done on the Map screen.

use super::table::MapScreen;
use crate::{
    app::{
        command::not_now,
        session::Session,
        shared_commands::{is_writable, takes_orders},
    },
    book::Mechanism,
    state::{Battle, Unit},
    view::map::Zoom,
};

fn in_battle(screen: &MapScreen, session: &Session, test: impl Fn(&Battle) -> bool) -> bool {
    let state = session.state();
    let battle = screen.battle(state).and_then(|id| state.battle(id)).filter(|battle| battle.over.is_none());
    takes_orders(screen, session) && battle.is_some_and(test)
}

fn uses(session: &Session, mechanism: Mechanism) -> bool {
    session.state().book().uses(mechanism)
}

fn chosen<'s>(screen: &MapScreen, session: &'s Session) -> Option<&'s Unit> {
    session.state().unit(screen.chosen?)
}

/// Whether there is a map.
pub(super) fn has_map(screen: &MapScreen, _: &Session) -> bool {
    screen.map.is_some()
}

/// Whether there are several.
pub(super) fn several_maps(_: &MapScreen, session: &Session) -> bool {
    session.state().maps().len() > 1
}

/// Whether the map can be seen from nearer.
pub(super) fn can_zoom_in(screen: &MapScreen, _: &Session) -> bool {
    screen.map.is_some() && screen.camera.zoom < Zoom::Full
}

/// Whether it can be seen from farther away.
pub(super) fn can_zoom_out(screen: &MapScreen, _: &Session) -> bool {
    screen.map.is_some() && screen.camera.zoom > Zoom::Far
}

/// Whether a unit on the map is chosen, or some are picked, that could be moved.
pub(super) fn can_move(screen: &MapScreen, session: &Session) -> bool {
    !screen.subjects(session).is_empty() && in_battle(screen, session, |battle| battle.awaiting().is_none())
}

/// Whether there is a unit under the cursor that can be picked for an order.
pub(super) fn can_pick(screen: &MapScreen, session: &Session) -> bool {
    takes_orders(screen, session) && screen.piece_at(screen.cursor).is_some()
}

/// Whether a unit is chosen, and an enemy under the cursor, where volleys are fired.
pub(super) fn can_volley(screen: &MapScreen, session: &Session) -> bool {
    uses(session, Mechanism::Volleys) && can_attack(screen, session)
}

/// Whether a unit is chosen, and an enemy under the cursor, where combats are fought.
pub(super) fn can_fight(screen: &MapScreen, session: &Session) -> bool {
    uses(session, Mechanism::Scrud) && can_attack(screen, session)
}

/// Whether a unit of a stack is chosen, and an enemy of a stack under the cursor.
pub(super) fn can_engage(screen: &MapScreen, session: &Session) -> bool {
    let state = session.state();
    let stacked = |unit: Option<&Unit>| unit.is_some_and(|unit| unit.stack.is_some());
    let both = stacked(screen.acting(state)) && stacked(screen.enemy_at_cursor(state).and_then(|id| state.unit(id)));
    uses(session, Mechanism::Stacks) && both && can_attack(screen, session)
}

fn can_attack(screen: &MapScreen, session: &Session) -> bool {
    let is_enemy = screen.enemy_at_cursor(session.state()).is_some();
    is_enemy && in_battle(screen, session, |battle| battle.awaiting().is_none())
}

/// Whether a unit is chosen whose EDNA can be tested.
pub(super) fn can_test(screen: &MapScreen, session: &Session) -> bool {
    takes_orders(screen, session) && uses(session, Mechanism::Edna) && chosen(screen, session).is_some()
}

/// Whether units can be put on the map.
pub(super) fn can_place(screen: &MapScreen, session: &Session) -> bool {
    screen.map.is_some() && is_writable(screen, session) && session.state().units().iter().any(|unit| unit.is_alive())
}

/// Whether a decision or the initiative is awaited.
pub(super) fn is_awaited(screen: &MapScreen, session: &Session) -> bool {
    let initiative = |battle: &Battle| battle.awaits_initiative(session.state());
    in_battle(screen, session, |battle| battle.awaiting().is_some() || initiative(battle))
}

/// Whether the turn can go on.
pub(super) fn can_act(screen: &MapScreen, session: &Session) -> bool {
    in_battle(screen, session, |battle| uses(session, Mechanism::Turns) && battle.awaiting().is_none())
}

/// Whether the turn can be ended.
pub(super) fn can_end_turn(screen: &MapScreen, session: &Session) -> bool {
    is_writable(screen, session) && can_act(screen, session)
}

/// Whether there is an earlier entry.
pub(super) fn can_go_earlier(_: &MapScreen, session: &Session) -> bool {
    session.entry() != 0
}

/// Whether an earlier entry is looked at.
pub(super) fn is_past(_: &MapScreen, session: &Session) -> bool {
    session.review.is_some()
}

/// Why a command is not possible now.
pub(super) fn why_not(screen: &MapScreen, session: &Session, command: &str, help: &str) -> String {
    let mechanism = match command {
        "map-volley" => Some(Mechanism::Volleys),
        "map-scrud" => Some(Mechanism::Scrud),
        "map-conflict" => Some(Mechanism::Stacks),
        "map-edna" => Some(Mechanism::Edna),
        "map-pass" | "map-end-turn" => Some(Mechanism::Turns),
        _ => None,
    };
    let book = session.state().book();
    if screen.map.is_none() {
        return "this campaign has no map".into();
    }
    if session.review.is_some() {
        return "this is the past: Esc comes back to now".into();
    }
    if let Some(why) = session.read_only() {
        return why;
    }
    if let Some(mechanism) = mechanism.filter(|mechanism| !book.uses(*mechanism)) {
        return format!("the rulebook “{}” does without {}", book.name, mechanism.title());
    }
    let points = ["map-volley", "map-scrud", "map-conflict"].contains(&command);
    if command == "map-pick" {
        return "point at a unit".into();
    }
    if screen.subjects(session).is_empty()
        && (points || command == "map-move" || command == "map-face" || command == "map-edna")
    {
        return "choose a unit first".into();
    }
    if points && screen.enemy_at_cursor(session.state()).is_none() {
        return "point at an enemy".into();
    }
    not_now(help)
}
