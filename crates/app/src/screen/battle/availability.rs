//! The availability of the battle screen's commands. The footer and the keys depend on it.

use super::screen_state::{BattleScreen, Focus};
use crate::{
    command::{Availability, Unavailable, require},
    session::Session,
    shared_commands::{can_order_if, can_write, has_mechanism, is_writable},
};
use wardiary_base::{
    book::{Blows, Mechanism},
    text::Text,
};
use wardiary_rules::state::{Battle, Combat, PendingDecision, Stack};

fn battle(session: &Session) -> Result<&Battle, Unavailable> {
    let battle = session.battle().and_then(|battle| session.state().battle(battle));
    battle.filter(|battle| battle.ended.is_none()).ok_or_else(|| "no battle is under way".into())
}

fn awaits_no_decision(battle: &Battle) -> Availability {
    match battle.pending_decision() {
        Some(PendingDecision::First(_)) => Err("decide who goes first before anything else".into()),
        Some(PendingDecision::Rerolls(..)) => Err("first choose which dice to keep".into()),
        None => Ok(()),
    }
}

/// Whether an order of this mechanism can be given in the battle under way, where no decision is awaited.
fn can_give_mechanism(screen: &BattleScreen, session: &Session, mechanism: Mechanism) -> Availability {
    can_order_if(screen, session, || {
        has_mechanism(session, mechanism)?;
        awaits_no_decision(battle(session)?)
    })
}

/// Whether the battle under way meets this condition. Otherwise this is the reason.
fn battle_meets(
    (screen, session): (&BattleScreen, &Session),
    mechanism: Mechanism,
    condition: impl FnOnce(&Battle) -> bool,
    why: &'static str,
) -> Availability {
    can_order_if(screen, session, || {
        has_mechanism(session, mechanism)?;
        require(condition(battle(session)?), why)
    })
}

pub(crate) fn can_go_on(screen: &BattleScreen, session: &Session) -> Availability {
    if screen.card_entry().is_some() {
        return Ok(());
    }
    can_order_if(screen, session, || battle(session).map(drop))
}

pub(crate) fn is_under_way(screen: &BattleScreen, session: &Session) -> Availability {
    can_order_if(screen, session, || battle(session).map(drop))
}

pub(crate) fn awaits_first(screen: &BattleScreen, session: &Session) -> Availability {
    let awaits = |battle: &Battle| matches!(battle.pending_decision(), Some(PendingDecision::First(_)));
    battle_meets((screen, session), Mechanism::Turns, awaits, "no side has to choose who goes first")
}

pub(crate) fn awaits_reroll(screen: &BattleScreen, session: &Session) -> Availability {
    let awaits = |battle: &Battle| matches!(battle.pending_decision(), Some(PendingDecision::Rerolls(..)));
    battle_meets((screen, session), Mechanism::Scrud, awaits, "no dice can be rerolled now")
}

pub(crate) fn can_fight(screen: &BattleScreen, session: &Session) -> Availability {
    can_give_mechanism(screen, session, Mechanism::Scrud)
}

pub(crate) fn can_test(screen: &BattleScreen, session: &Session) -> Availability {
    can_order_if(screen, session, || {
        has_mechanism(session, Mechanism::Edna)?;
        has_selected_unit(screen, session)
    })
}

pub(crate) fn can_act(screen: &BattleScreen, session: &Session) -> Availability {
    can_give_mechanism(screen, session, Mechanism::Turns)
}

pub(crate) fn has_turns(_: &BattleScreen, session: &Session) -> Availability {
    battle(session)?;
    require(session.state().book().uses(Mechanism::Turns), "the rulebook does not use turns")
}

pub(crate) fn awaits_initiative(screen: &BattleScreen, session: &Session) -> Availability {
    let awaits = |battle: &Battle| battle.awaits_initiative(session.state());
    battle_meets((screen, session), Mechanism::Turns, awaits, "the initiative of this turn is already rolled")
}

/// Whether a combat is under way. A round of a Conflict does not count.
pub(crate) fn in_combat(screen: &BattleScreen, session: &Session) -> Availability {
    let open = |combat: &Combat| combat.ended.is_none() && combat.conflict.is_none();
    let fights = |battle: &Battle| battle.combats.iter().any(open);
    battle_meets((screen, session), Mechanism::Scrud, fights, "no combat is under way")
}

fn has_selected_unit(screen: &BattleScreen, session: &Session) -> Availability {
    require(screen.selected_unit(session).is_some(), "choose a unit first")
}

/// Whether a unit is selected that the referee can rule on.
pub(crate) fn can_change_unit(screen: &BattleScreen, session: &Session) -> Availability {
    can_write(screen, session)?;
    has_selected_unit(screen, session)
}

pub(crate) fn can_end_turn(screen: &BattleScreen, session: &Session) -> Availability {
    can_write(screen, session)?;
    can_act(screen, session)
}

pub(crate) fn can_go_back(screen: &BattleScreen, session: &Session) -> Availability {
    let goes = session.is_reviewing()
        || !session.picked().is_empty()
        || session.notice().is_some()
        || session.panes.zoomed
        || session.tutorial.is_shown()
        || screen.focus != Focus::Forces
        || session.has_way_back();
    require(goes, Unavailable::NoWayBack)
}

pub(crate) fn can_support(screen: &BattleScreen, session: &Session) -> Availability {
    can_fight(screen, session)?;
    let state = session.state();
    let supports = |kind: &Text| state.book().troops.iter().any(|t| t.support.is_some() && t.name == *kind);
    can_order_if(screen, session, || {
        let has_support = state.units().iter().any(|u| u.is_alive() && supports(&u.kind));
        require(has_support, "there are no guns or aircraft to give support")
    })
}

pub(crate) fn can_volley(screen: &BattleScreen, session: &Session) -> Availability {
    can_order_if(screen, session, || {
        has_mechanism(session, Mechanism::Volleys)?;
        let battle = battle(session)?;
        has_selected_unit(screen, session)?;
        awaits_no_decision(battle)
    })
}

pub(crate) fn can_be_tested(screen: &BattleScreen, session: &Session) -> Availability {
    can_order_if(screen, session, || {
        has_mechanism(session, Mechanism::Tests)?;
        require(session.has_tests(), "no unit has a test")
    })
}

/// Whether the selected stack meets this condition. While a decision is awaited, that is the reason why not.
pub(super) fn stack_meets(
    screen: &BattleScreen,
    session: &Session,
    condition: impl FnOnce(&Stack) -> Availability,
) -> Availability {
    can_order_if(screen, session, || {
        has_mechanism(session, Mechanism::Stacks)?;
        let stack = screen.selected_stack(session).and_then(|stack| session.state().stack(stack));
        let stack = stack.ok_or_else(|| Unavailable::from("choose a stack first, or a unit in one"));
        let awaited = || battle(session).ok().and_then(|battle| awaits_no_decision(battle).err());
        stack.and_then(condition).map_err(|why| awaited().unwrap_or(why))
    })
}

pub(crate) fn can_engage(screen: &BattleScreen, session: &Session) -> Availability {
    can_give_mechanism(screen, session, Mechanism::Stacks)?;
    stack_meets(screen, session, |stack| match session.state().conflict_of(stack.id) {
        Some(_) => Err(format!("{} is already in a Conflict", stack.name).into()),
        None => Ok(()),
    })
}

pub(super) fn is_in_conflict(session: &Session, stack: &Stack) -> Availability {
    match session.state().conflict_of(stack.id) {
        Some(_) => Ok(()),
        None => Err(format!("{} is not in a Conflict", stack.name).into()),
    }
}

/// Whether the Conflict is fought blow by blow.
pub(crate) fn can_strike(screen: &BattleScreen, session: &Session) -> Availability {
    stack_meets(screen, session, |stack| {
        is_in_conflict(session, stack)?;
        let by_blows = session.state().book().stacks.blows == Blows::D20;
        require(by_blows, "this rulebook fights Conflicts in rounds, not blow by blow")
    })
}

/// Whether a stack is selected, under rules where stacks fight as one.
pub(crate) fn has_selected_stack(screen: &BattleScreen, session: &Session) -> Availability {
    stack_meets(screen, session, |_| Ok(()))
}

pub(crate) fn has_leader(screen: &BattleScreen, session: &Session) -> Availability {
    stack_meets(screen, session, |stack| {
        require(stack.leader.is_some(), "the chosen stack has no leader: `lead` sets one")
    })
}

pub(crate) fn can_write_on(_: &BattleScreen, session: &Session) -> Availability {
    is_writable(session)?;
    require(session.is_reviewing(), "this is the current entry: go to an earlier one first")
}

pub(crate) fn can_amend(_: &BattleScreen, session: &Session) -> Availability {
    is_writable(session)?;
    require(session.entry() != 0, "there is no entry to change yet")
}

pub(crate) fn can_correct(_: &BattleScreen, session: &Session) -> Availability {
    is_writable(session)?;
    require(session.entry() != 0 && session.has_dice(), "the entry has no dice")
}

pub(crate) fn has_selection(screen: &BattleScreen, session: &Session) -> Availability {
    require(screen.selected_row(session).is_some(), "no forces are mustered yet")
}
