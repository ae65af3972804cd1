//! When something can be done on the battle screen: what its footer shows and which keys count rests on these.

use super::table::{BattleScreen, Focus};
use crate::{
    app::{
        command::{Info, not_now},
        session::Session,
        shared_commands::{is_writable, takes_orders},
    },
    book::{Blows, Mechanism},
    id::StackId,
    state::{Awaiting, Battle, Combat},
};

fn in_battle(screen: &BattleScreen, session: &Session, test: impl Fn(&Battle) -> bool) -> bool {
    let battle = session.battle().and_then(|b| session.state().battle(b)).filter(|b| b.over.is_none());
    takes_orders(screen, session) && battle.is_some_and(test)
}

fn uses(session: &Session, mechanism: Mechanism) -> bool {
    session.state().book().uses(mechanism)
}

/// Whether a battle is under way that goes on.
#[must_use]
pub(crate) fn can_go_on(screen: &BattleScreen, session: &Session) -> bool {
    screen.entry_of_card().is_some() || (screen.focus == Focus::Forces && in_battle(screen, session, |_| true))
}

/// Whether the side that won the initiative is to choose.
#[must_use]
pub(crate) fn awaits_first(screen: &BattleScreen, session: &Session) -> bool {
    in_battle(screen, session, |b| matches!(b.awaiting(), Some(Awaiting::First(_))))
}

/// Whether dice may be rolled again.
#[must_use]
pub(crate) fn awaits_reroll(screen: &BattleScreen, session: &Session) -> bool {
    in_battle(screen, session, |b| matches!(b.awaiting(), Some(Awaiting::Rerolls(..))))
}

/// Whether a combat can be fought.
#[must_use]
pub(crate) fn can_fight(screen: &BattleScreen, session: &Session) -> bool {
    in_battle(screen, session, |b| uses(session, Mechanism::Scrud) && b.awaiting().is_none())
}

/// Whether a unit is chosen whose EDNA can be tested.
#[must_use]
pub(crate) fn can_test(screen: &BattleScreen, session: &Session) -> bool {
    on_unit(screen, session) && uses(session, Mechanism::Edna)
}

/// Whether the turn can go on.
#[must_use]
pub(crate) fn can_act(screen: &BattleScreen, session: &Session) -> bool {
    in_battle(screen, session, |b| uses(session, Mechanism::Turns) && b.awaiting().is_none())
}

/// Whether a battle is under way that has turns.
#[must_use]
pub(crate) fn has_turns(_: &BattleScreen, session: &Session) -> bool {
    let open = session.battle().and_then(|b| session.state().battle(b)).is_some_and(|b| b.over.is_none());
    open && uses(session, Mechanism::Turns)
}

/// Whether the initiative is to be rolled.
#[must_use]
pub(crate) fn at_initiative(screen: &BattleScreen, session: &Session) -> bool {
    in_battle(screen, session, |battle| battle.awaits_initiative(session.state()))
}

/// Whether a combat is under way; a round of a Conflict is none.
#[must_use]
pub(crate) fn in_combat(screen: &BattleScreen, session: &Session) -> bool {
    let open = |combat: &Combat| combat.over.is_none() && combat.conflict.is_none();
    in_battle(screen, session, |b| uses(session, Mechanism::Scrud) && b.combats.iter().any(open))
}

/// Whether a unit is chosen.
#[must_use]
pub(crate) fn on_unit(screen: &BattleScreen, session: &Session) -> bool {
    takes_orders(screen, session) && screen.chosen_unit(session).is_some()
}

/// Whether a unit is chosen that something can be ruled on.
#[must_use]
pub(crate) fn can_rule(screen: &BattleScreen, session: &Session) -> bool {
    is_writable(screen, session) && on_unit(screen, session)
}

/// Whether the turn can be ended.
#[must_use]
pub(crate) fn can_end_turn(screen: &BattleScreen, session: &Session) -> bool {
    is_writable(screen, session) && can_act(screen, session)
}

/// Whether there is a step to go back.
#[must_use]
pub(crate) fn can_go_back(screen: &BattleScreen, session: &Session) -> bool {
    session.review.is_some()
        || !session.picked.is_empty()
        || session.notice.is_some()
        || session.panes.zoomed
        || session.first_steps.are_shown()
        || screen.focus != Focus::Forces
        || session.way_back
}

/// Whether there are units that could support a combat.
#[must_use]
pub(crate) fn can_support(screen: &BattleScreen, session: &Session) -> bool {
    let state = session.state();
    let supports = |kind: &str| state.book().troops.iter().any(|t| t.support.is_some() && t.name == kind);
    can_fight(screen, session) && state.units().iter().any(|u| u.is_alive() && supports(&u.kind))
}

/// Whether a unit is chosen that may fire.
#[must_use]
pub(crate) fn can_volley(screen: &BattleScreen, session: &Session) -> bool {
    let fires = |b: &Battle| uses(session, Mechanism::Volleys) && b.awaiting().is_none();
    on_unit(screen, session) && in_battle(screen, session, fires)
}

/// Whether there is a unit with a test that it could be put to.
#[must_use]
pub(crate) fn can_be_tested(screen: &BattleScreen, session: &Session) -> bool {
    takes_orders(screen, session) && uses(session, Mechanism::Tests) && !session.state().test_names().is_empty()
}

fn on_stack(screen: &BattleScreen, session: &Session, test: impl Fn(StackId) -> bool) -> bool {
    let chosen = || uses(session, Mechanism::Stacks) && screen.chosen_stack(session).is_some_and(test);
    takes_orders(screen, session) && chosen()
}

/// Whether the chosen stack could begin a Conflict.
#[must_use]
pub(crate) fn can_engage(screen: &BattleScreen, session: &Session) -> bool {
    in_battle(screen, session, |b| b.awaiting().is_none())
        && on_stack(screen, session, |s| session.state().conflict_of(s).is_none())
}

/// Whether the chosen stack is in a Conflict.
#[must_use]
pub(crate) fn in_conflict(screen: &BattleScreen, session: &Session) -> bool {
    on_stack(screen, session, |s| session.state().conflict_of(s).is_some())
}

/// Whether it is fought blow by blow.
#[must_use]
pub(crate) fn can_strike(screen: &BattleScreen, session: &Session) -> bool {
    in_conflict(screen, session) && session.state().book().stacks.blows == Blows::D20
}

/// Whether a stack is chosen, where stacks fight as one.
#[must_use]
pub(crate) fn has_stack(screen: &BattleScreen, session: &Session) -> bool {
    on_stack(screen, session, |_| true)
}

/// Whether the chosen stack has a leader, and so may take a posture.
#[must_use]
pub(crate) fn is_led(screen: &BattleScreen, session: &Session) -> bool {
    on_stack(screen, session, |s| session.state().stack(s).is_some_and(|stack| stack.leader.is_some()))
}

/// Whether the diary can go on from the entry that is reviewed.
#[must_use]
pub(crate) fn can_write_on(_: &BattleScreen, session: &Session) -> bool {
    session.save.is_writable() && session.review.is_some()
}

/// Whether there is an entry that could be amended.
#[must_use]
pub(crate) fn can_amend(_: &BattleScreen, session: &Session) -> bool {
    session.save.is_writable() && session.entry() != 0
}

/// Whether it has dice that could be corrected.
#[must_use]
pub(crate) fn can_correct(screen: &BattleScreen, session: &Session) -> bool {
    can_amend(screen, session) && session.rolled_dice()
}

/// Whether the diary can go on by another branch.
#[must_use]
pub(crate) fn can_branch(_: &BattleScreen, session: &Session) -> bool {
    session.save.is_writable()
}

/// Why a command is not possible now; nothing of the way back.
#[must_use]
pub(crate) fn why_not(session: &Session, command: &Info, help: &str) -> Option<String> {
    let book = session.state().book();
    if command.name == "back" {
        None
    } else if session.review.is_some() {
        Some("this is the past: Esc comes back to now".into())
    } else if let Some(why) = session.read_only() {
        Some(why)
    } else if let Some(mechanism) = command.mechanism().filter(|m| !book.uses(*m)) {
        Some(format!("the rulebook “{}” does without {}", book.name, mechanism.title()))
    } else {
        Some(not_now(help))
    }
}
