//! The availability of the Map screen's commands. Where the campaign has no map, that is the reason why not.

use super::screen_state::MapScreen;
use crate::{
    command::{Availability, Unavailable, require},
    session::Session,
    shared_commands::{self as shared, can_order_if, has_mechanism},
};
use wardiary_base::book::Mechanism;
use wardiary_rules::state::{Battle, Unit};
use wardiary_view::map::Zoom;

pub(super) fn has_map(screen: &MapScreen, _: &Session) -> Availability {
    require(screen.map.is_some(), "this campaign has no map")
}

/// The availability, where the campaign has a map.
pub(super) fn if_map_shown(screen: &MapScreen, session: &Session, availability: Availability) -> Availability {
    availability.map_err(|why| has_map(screen, session).err().unwrap_or(why))
}

pub(super) fn can_write(screen: &MapScreen, session: &Session) -> Availability {
    if_map_shown(screen, session, shared::can_write(screen, session))
}

/// Whether an order can be given that needs more than that.
pub(super) fn order_if(screen: &MapScreen, session: &Session, more: impl FnOnce() -> Availability) -> Availability {
    if_map_shown(screen, session, can_order_if(screen, session, more))
}

fn battle<'s>(screen: &MapScreen, session: &'s Session) -> Result<&'s Battle, Unavailable> {
    let battle = screen.battle(session.state()).and_then(|id| session.state().battle(id));
    battle.filter(|battle| battle.ended.is_none()).ok_or_else(|| "no battle is under way on this map".into())
}

fn awaits_no_decision(screen: &MapScreen, session: &Session) -> Availability {
    let is_decided = battle(screen, session)?.pending_decision().is_none();
    require(is_decided, "a decision comes first: the header says which")
}

/// Where no unit is chosen, that is the reason why not.
fn if_unit_selected(screen: &MapScreen, session: &Session, availability: Availability) -> Availability {
    availability.map_err(|why| {
        let is_chosen = !screen.find_subjects(session).is_empty();
        if is_chosen { why } else { "choose a unit first".into() }
    })
}

pub(super) fn can_zoom_in(screen: &MapScreen, session: &Session) -> Availability {
    has_map(screen, session)?;
    require(screen.camera.zoom < Zoom::Full, "this is the closest zoom")
}

pub(super) fn can_zoom_out(screen: &MapScreen, session: &Session) -> Availability {
    has_map(screen, session)?;
    require(screen.camera.zoom > Zoom::Far, "this is the widest zoom")
}

/// Whether the selected unit is on the map, or picked units are, and can be moved.
pub(super) fn can_move(screen: &MapScreen, session: &Session) -> Availability {
    order_if(screen, session, || {
        require(!screen.find_subjects(session).is_empty(), "choose a unit first")?;
        awaits_no_decision(screen, session)
    })
}

/// Whether a stack's unit is selected and an enemy stack's unit is under the cursor.
pub(super) fn can_engage(screen: &MapScreen, session: &Session) -> Availability {
    let state = session.state();
    let stacked = |unit: Option<&Unit>| unit.is_some_and(|unit| unit.stack.is_some());
    can_attack(screen, session, Mechanism::Stacks, || {
        let enemy = screen.enemy_at_cursor(state).and_then(|id| state.unit(id));
        require(stacked(screen.acting_unit(state)) && stacked(enemy), "both units must be in stacks")
    })
}

pub(super) fn can_attack(
    screen: &MapScreen,
    session: &Session,
    mechanism: Mechanism,
    more: impl FnOnce() -> Availability,
) -> Availability {
    let attack = || {
        awaits_no_decision(screen, session)?;
        require(screen.enemy_at_cursor(session.state()).is_some(), "point at an enemy")?;
        more()
    };
    order_if(screen, session, || {
        has_mechanism(session, mechanism)?;
        if_unit_selected(screen, session, attack())
    })
}

pub(super) fn can_test(screen: &MapScreen, session: &Session) -> Availability {
    order_if(screen, session, || {
        has_mechanism(session, Mechanism::Edna)?;
        let chosen = screen.selected_unit.and_then(|id| session.state().unit(id));
        if_unit_selected(screen, session, require(chosen.is_some(), "choose one unit first"))
    })
}

pub(super) fn can_place(screen: &MapScreen, session: &Session) -> Availability {
    has_map(screen, session)?;
    shared::can_write(screen, session)?;
    require(session.state().units().iter().any(|unit| unit.is_alive()), "no unit is left to place on the map")
}

pub(super) fn is_awaited(screen: &MapScreen, session: &Session) -> Availability {
    order_if(screen, session, || {
        let battle = battle(screen, session)?;
        let awaits = battle.pending_decision().is_some() || battle.awaits_initiative(session.state());
        require(awaits, "no initiative roll or decision is due")
    })
}

pub(super) fn can_act(screen: &MapScreen, session: &Session) -> Availability {
    order_if(screen, session, || {
        has_mechanism(session, Mechanism::Turns)?;
        awaits_no_decision(screen, session)
    })
}

pub(super) fn can_end_turn(screen: &MapScreen, session: &Session) -> Availability {
    can_write(screen, session)?;
    can_act(screen, session)
}
