//! When something can be done: what the footer shows and a key is allowed rests on these.

use super::campaign;
use crate::{
    app::model::{Campaign, Focus, Model},
    book::{Blows, Mechanism, TurnPhase},
    id::StackId,
    state::{Awaiting, Battle},
};

/// Whether entries can be written now.
#[must_use]
pub fn is_writable(model: &Model) -> bool {
    campaign(model).is_some_and(|c| c.session.save.is_writable() && c.session.review.is_none())
}

/// Whether the save can be read again: another program has changed it, or it is only watched so far.
#[must_use]
pub fn can_read_again(model: &Model) -> bool {
    campaign(model).is_some_and(|c| c.session.save.is_overtaken() || c.session.save.is_watched())
}

fn in_battle(model: &Model, test: impl Fn(&Campaign, &Battle) -> bool) -> bool {
    let open = |c: &Campaign| {
        c.battle.and_then(|b| c.session.state().battle(b)).filter(|b| b.over.is_none()).is_some_and(|b| test(c, b))
    };
    is_writable(model) && campaign(model).is_some_and(open)
}

/// Whether the side that won the initiative is to choose.
#[must_use]
pub fn awaits_first(model: &Model) -> bool {
    in_battle(model, |_, b| matches!(b.awaiting(), Some(Awaiting::First(_))))
}

/// Whether dice may be thrown again.
#[must_use]
pub fn awaits_reroll(model: &Model) -> bool {
    in_battle(model, |_, b| matches!(b.awaiting(), Some(Awaiting::Rerolls(..))))
}

/// Whether a combat can be fought.
#[must_use]
pub fn can_fight(model: &Model) -> bool {
    in_battle(model, |c, b| c.session.state().book().uses(Mechanism::Scrud) && b.awaiting().is_none())
}

/// Whether a unit is chosen whose EDNA can be tested.
#[must_use]
pub fn can_test(model: &Model) -> bool {
    on_unit(model) && campaign(model).is_some_and(|c| c.session.state().book().uses(Mechanism::Edna))
}

/// Whether the turn can go on.
#[must_use]
pub fn can_act(model: &Model) -> bool {
    in_battle(model, |c, b| c.session.state().book().uses(Mechanism::Turns) && b.awaiting().is_none())
}

/// Whether the initiative is to be rolled.
#[must_use]
pub fn at_initiative(model: &Model) -> bool {
    let initiative = |c: &Campaign, b: &Battle| {
        matches!(b.phase_of(c.session.state()), TurnPhase::Initiative) && b.initiative.is_none()
    };
    in_battle(model, |c, b| c.session.state().book().uses(Mechanism::Turns) && initiative(c, b))
}

/// Whether a combat is under way.
#[must_use]
pub fn in_combat(model: &Model) -> bool {
    in_battle(model, |c, b| {
        c.session.state().book().uses(Mechanism::Scrud) && b.combats.iter().any(|c| c.over.is_none())
    })
}

/// Whether a unit is chosen.
#[must_use]
pub fn on_unit(model: &Model) -> bool {
    is_writable(model) && campaign(model).is_some_and(|c| c.chosen_unit().is_some())
}

/// Whether there is something to undo.
#[must_use]
pub fn can_undo(model: &Model) -> bool {
    is_writable(model) && campaign(model).is_some_and(|c| c.session.save.diary().head() != 0)
}

/// Whether there is something to redo.
#[must_use]
pub fn can_redo(model: &Model) -> bool {
    is_writable(model) && campaign(model).is_some_and(|c| c.session.save.diary().redoable().next().is_some())
}

/// Whether several battles are under way.
#[must_use]
pub fn several_battles(model: &Model) -> bool {
    campaign(model).is_some_and(|c| c.session.state().open_battles().count() > 1)
}

/// Whether there is a step to go back.
#[must_use]
pub fn can_go_back(model: &Model) -> bool {
    campaign(model).is_some_and(|c| {
        c.session.review.is_some() || !c.picked.is_empty() || c.session.notice.is_some() || c.focus != Focus::Forces
    })
}

/// Whether a campaign waits behind the start screen.
#[must_use]
pub fn has_campaign_behind(model: &Model) -> bool {
    model.behind.is_some()
}

/// Whether units there are could support a combat.
#[must_use]
pub fn can_support(model: &Model) -> bool {
    let gun = |c: &Campaign| {
        let kinds = &c.session.state().book().troops;
        let supports = |kind: &str| kinds.iter().any(|t| t.support.is_some() && t.name == kind);
        c.session.state().units().iter().any(|u| u.is_alive() && supports(&u.kind))
    };
    can_fight(model) && campaign(model).is_some_and(gun)
}

/// Whether a unit is chosen that may fire.
#[must_use]
pub fn can_volley(model: &Model) -> bool {
    on_unit(model)
        && in_battle(model, |c, b| c.session.state().book().uses(Mechanism::Volleys) && b.awaiting().is_none())
}

/// Whether anybody carries a test that he could be put to.
#[must_use]
pub fn can_be_tested(model: &Model) -> bool {
    let tests =
        |c: &Campaign| c.session.state().book().uses(Mechanism::Tests) && !c.session.state().test_names().is_empty();
    is_writable(model) && campaign(model).is_some_and(tests)
}

fn on_stack(model: &Model, test: impl Fn(&Campaign, StackId) -> bool) -> bool {
    let chosen = |c: &Campaign| {
        c.session.state().book().uses(Mechanism::Stacks) && c.chosen_stack().is_some_and(|stack| test(c, stack))
    };
    is_writable(model) && campaign(model).is_some_and(chosen)
}

/// Whether the chosen stack could begin a Conflict.
#[must_use]
pub fn can_engage(model: &Model) -> bool {
    in_battle(model, |_, b| b.awaiting().is_none())
        && on_stack(model, |c, s| c.session.state().conflict_of(s).is_none())
}

/// Whether the chosen stack is in a Conflict.
#[must_use]
pub fn in_conflict(model: &Model) -> bool {
    on_stack(model, |c, s| c.session.state().conflict_of(s).is_some())
}

/// Whether it is fought blow by blow.
#[must_use]
pub fn can_strike(model: &Model) -> bool {
    in_conflict(model) && campaign(model).is_some_and(|c| c.session.state().book().stacks.blows == Blows::D20)
}

/// Whether a stack is chosen, where stacks fight as one.
#[must_use]
pub fn has_stack(model: &Model) -> bool {
    on_stack(model, |_, _| true)
}

/// Whether the chosen stack has a leader, and so may take a posture.
#[must_use]
pub fn is_led(model: &Model) -> bool {
    on_stack(model, |c, s| c.session.state().stack(s).is_some_and(|stack| stack.leader.is_some()))
}
