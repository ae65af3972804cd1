//! The availability of the Map screen's commands.

use super::table::MapScreen;
use crate::{
    command::not_now,
    session::Session,
    shared_commands::{self as shared, is_writable, takes_orders},
};
use wardiary_base::book::Mechanism;
use wardiary_rules::state::{Battle, Unit};
use wardiary_view::map::Zoom;

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

pub(super) fn has_map(screen: &MapScreen, _: &Session) -> bool {
    screen.map.is_some()
}

pub(super) fn several_maps(_: &MapScreen, session: &Session) -> bool {
    session.state().maps().len() > 1
}

pub(super) fn can_zoom_in(screen: &MapScreen, _: &Session) -> bool {
    screen.map.is_some() && screen.camera.zoom < Zoom::Full
}

pub(super) fn can_zoom_out(screen: &MapScreen, _: &Session) -> bool {
    screen.map.is_some() && screen.camera.zoom > Zoom::Far
}

/// Whether the selected unit is on the map, or picked units are, and can be moved.
pub(super) fn can_move(screen: &MapScreen, session: &Session) -> bool {
    !screen.subjects(session).is_empty() && in_battle(screen, session, |battle| battle.awaiting().is_none())
}

/// Whether a unit under the cursor can be picked for an order.
pub(super) fn can_pick(screen: &MapScreen, session: &Session) -> bool {
    takes_orders(screen, session) && screen.piece_at(screen.cursor).is_some()
}

/// Whether a unit is selected and an enemy is under the cursor, under rules with volleys.
pub(super) fn can_volley(screen: &MapScreen, session: &Session) -> bool {
    uses(session, Mechanism::Volleys) && can_attack(screen, session)
}

/// Whether a unit is selected and an enemy is under the cursor, under rules with combats.
pub(super) fn can_fight(screen: &MapScreen, session: &Session) -> bool {
    uses(session, Mechanism::Scrud) && can_attack(screen, session)
}

/// Whether a stack's unit is selected and an enemy stack's unit is under the cursor.
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

/// Whether the selected unit's EDNA can be tested.
pub(super) fn can_test(screen: &MapScreen, session: &Session) -> bool {
    takes_orders(screen, session) && uses(session, Mechanism::Edna) && chosen(screen, session).is_some()
}

/// Whether units can be placed on the map.
pub(super) fn can_place(screen: &MapScreen, session: &Session) -> bool {
    screen.map.is_some() && is_writable(screen, session) && session.state().units().iter().any(|unit| unit.is_alive())
}

/// Whether a decision or the initiative is awaited.
pub(super) fn is_awaited(screen: &MapScreen, session: &Session) -> bool {
    let initiative = |battle: &Battle| battle.awaits_initiative(session.state());
    in_battle(screen, session, |battle| battle.awaiting().is_some() || initiative(battle))
}

pub(super) fn can_act(screen: &MapScreen, session: &Session) -> bool {
    in_battle(screen, session, |battle| uses(session, Mechanism::Turns) && battle.awaiting().is_none())
}

pub(super) fn can_end_turn(screen: &MapScreen, session: &Session) -> bool {
    is_writable(screen, session) && can_act(screen, session)
}

pub(super) fn can_go_earlier(_: &MapScreen, session: &Session) -> bool {
    session.entry() != 0
}

pub(super) fn is_past(_: &MapScreen, session: &Session) -> bool {
    session.is_reviewing()
}

/// Why a command is unavailable now.
pub(super) fn why_not(screen: &MapScreen, session: &Session, command: &str) -> String {
    let mechanism = match command {
        "map-volley" => Some(Mechanism::Volleys),
        "map-scrud" => Some(Mechanism::Scrud),
        "map-conflict" => Some(Mechanism::Stacks),
        "map-edna" => Some(Mechanism::Edna),
        "map-pass" | "map-end-turn" => Some(Mechanism::Turns),
        _ => None,
    };
    let state = session.state();
    let book = state.book();
    let own = command.strip_prefix("map-").unwrap_or(command);
    if let Some(looks) = shared::why_not_seen(own, session).or_else(|| why_not_seen(screen, own)) {
        return looks.into();
    }
    if screen.map.is_none() {
        return "this campaign has no map".into();
    }
    if session.is_reviewing() {
        return "this is the past: Esc comes back to now".into();
    }
    if let Some(why) = session.read_only() {
        return why;
    }
    if let Some(mechanism) = mechanism.filter(|mechanism| !book.uses(*mechanism)) {
        return format!("the rulebook “{}” does without {}", book.name, mechanism.title());
    }
    if let Some(why) = shared::why_not_done(own) {
        return why.into();
    }
    let battle = screen.battle(state).and_then(|id| state.battle(id)).filter(|battle| battle.over.is_none());
    let points = ["map-volley", "map-scrud", "map-conflict"].contains(&command);
    let of_units = points || ["map-move", "map-face", "map-edna"].contains(&command);
    let why = match (command, battle) {
        ("map-pick", _) => "point at a unit",
        ("map-place", _) => "nobody is left to be put on the map",
        _ if of_units && screen.subjects(session).is_empty() => "choose a unit first",
        ("map-edna", _) => "choose one unit for it",
        (_, None) => "no battle is under way on this map",
        ("map-awaited", _) => "neither the initiative nor a decision is awaited",
        (_, Some(battle)) if battle.awaiting().is_some() => "a decision is awaited first: the header says which",
        _ if points && screen.enemy_at_cursor(state).is_none() => "point at an enemy",
        ("map-conflict", _) => "both are to be in stacks",
        _ => return not_now(),
    };
    why.into()
}

/// Why a command that only looks is unavailable now. `None` for other commands.
fn why_not_seen(screen: &MapScreen, command: &str) -> Option<&'static str> {
    let why = match command {
        "next-map" => "there is no other map",
        "zoom-in" if screen.map.is_some() => "it is as near as it gets",
        "zoom-out" if screen.map.is_some() => "it is as far away as it gets",
        "earlier" => "nothing is written before this",
        "later" => "nothing is written after this",
        "record" => "choose a unit first",
        _ => return None,
    };
    Some(why)
}
