//! The availability of the battle screen's commands. The footer and the keys depend on it.

use super::table::{BattleScreen, Focus};
use crate::{
    command::{Info, not_now},
    session::Session,
    shared_commands::{self as shared, is_writable, takes_orders},
};
use wardiary_base::{
    book::{Blows, Mechanism},
    id::StackId,
    text,
};
use wardiary_rules::state::{Awaiting, Battle, Combat};

fn in_battle(screen: &BattleScreen, session: &Session, test: impl Fn(&Battle) -> bool) -> bool {
    let battle = session.battle().and_then(|b| session.state().battle(b)).filter(|b| b.over.is_none());
    takes_orders(screen, session) && battle.is_some_and(test)
}

fn uses(session: &Session, mechanism: Mechanism) -> bool {
    session.state().book().uses(mechanism)
}

/// Whether a battle is under way that can continue.
pub(crate) fn can_go_on(screen: &BattleScreen, session: &Session) -> bool {
    screen.entry_of_card().is_some() || in_battle(screen, session, |_| true)
}

/// Whether the side that won the initiative has to choose who goes first.
pub(crate) fn awaits_first(screen: &BattleScreen, session: &Session) -> bool {
    in_battle(screen, session, |b| matches!(b.awaiting(), Some(Awaiting::First(_))))
}

pub(crate) fn awaits_reroll(screen: &BattleScreen, session: &Session) -> bool {
    in_battle(screen, session, |b| matches!(b.awaiting(), Some(Awaiting::Rerolls(..))))
}

pub(crate) fn can_fight(screen: &BattleScreen, session: &Session) -> bool {
    in_battle(screen, session, |b| uses(session, Mechanism::Scrud) && b.awaiting().is_none())
}

/// Whether the selected unit's EDNA can be tested.
pub(crate) fn can_test(screen: &BattleScreen, session: &Session) -> bool {
    on_unit(screen, session) && uses(session, Mechanism::Edna)
}

pub(crate) fn can_act(screen: &BattleScreen, session: &Session) -> bool {
    in_battle(screen, session, |b| uses(session, Mechanism::Turns) && b.awaiting().is_none())
}

/// Whether the battle under way has turns.
pub(crate) fn has_turns(_: &BattleScreen, session: &Session) -> bool {
    let open = session.battle().and_then(|b| session.state().battle(b)).is_some_and(|b| b.over.is_none());
    open && uses(session, Mechanism::Turns)
}

/// Whether the initiative is to be rolled next.
pub(crate) fn at_initiative(screen: &BattleScreen, session: &Session) -> bool {
    in_battle(screen, session, |battle| battle.awaits_initiative(session.state()))
}

/// Whether a combat is under way. A round of a Conflict does not count.
pub(crate) fn in_combat(screen: &BattleScreen, session: &Session) -> bool {
    let open = |combat: &Combat| combat.over.is_none() && combat.conflict.is_none();
    in_battle(screen, session, |b| uses(session, Mechanism::Scrud) && b.combats.iter().any(open))
}

pub(crate) fn on_unit(screen: &BattleScreen, session: &Session) -> bool {
    takes_orders(screen, session) && screen.chosen_unit(session).is_some()
}

/// Whether a unit is selected that the referee can rule on.
pub(crate) fn can_rule(screen: &BattleScreen, session: &Session) -> bool {
    is_writable(screen, session) && on_unit(screen, session)
}

pub(crate) fn can_end_turn(screen: &BattleScreen, session: &Session) -> bool {
    is_writable(screen, session) && can_act(screen, session)
}

pub(crate) fn can_go_back(screen: &BattleScreen, session: &Session) -> bool {
    session.is_reviewing()
        || !session.picked().is_empty()
        || session.notice().is_some()
        || session.panes.zoomed
        || session.first_steps.are_shown()
        || screen.focus != Focus::Forces
        || session.has_way_back()
}

/// Whether there are units that could support a combat.
pub(crate) fn can_support(screen: &BattleScreen, session: &Session) -> bool {
    let state = session.state();
    let supports = |kind: &str| state.book().troops.iter().any(|t| t.support.is_some() && t.name == kind);
    can_fight(screen, session) && state.units().iter().any(|u| u.is_alive() && supports(&u.kind))
}

/// Whether the selected unit may fire.
pub(crate) fn can_volley(screen: &BattleScreen, session: &Session) -> bool {
    let fires = |b: &Battle| uses(session, Mechanism::Volleys) && b.awaiting().is_none();
    on_unit(screen, session) && in_battle(screen, session, fires)
}

/// Whether some unit could be put to some test.
pub(crate) fn can_be_tested(screen: &BattleScreen, session: &Session) -> bool {
    takes_orders(screen, session) && uses(session, Mechanism::Tests) && session.has_tests()
}

fn on_stack(screen: &BattleScreen, session: &Session, test: impl Fn(StackId) -> bool) -> bool {
    let chosen = || uses(session, Mechanism::Stacks) && screen.chosen_stack(session).is_some_and(test);
    takes_orders(screen, session) && chosen()
}

/// Whether the selected stack could begin a Conflict.
pub(crate) fn can_engage(screen: &BattleScreen, session: &Session) -> bool {
    in_battle(screen, session, |b| b.awaiting().is_none())
        && on_stack(screen, session, |s| session.state().conflict_of(s).is_none())
}

/// Whether the selected stack is in a Conflict.
pub(crate) fn in_conflict(screen: &BattleScreen, session: &Session) -> bool {
    on_stack(screen, session, |s| session.state().conflict_of(s).is_some())
}

/// Whether the Conflict is fought blow by blow.
pub(crate) fn can_strike(screen: &BattleScreen, session: &Session) -> bool {
    in_conflict(screen, session) && session.state().book().stacks.blows == Blows::D20
}

/// Whether a stack is selected, under rules where stacks fight as one.
pub(crate) fn has_stack(screen: &BattleScreen, session: &Session) -> bool {
    on_stack(screen, session, |_| true)
}

/// Whether the selected stack has a leader, and so may take a posture.
pub(crate) fn is_led(screen: &BattleScreen, session: &Session) -> bool {
    on_stack(screen, session, |s| session.state().stack(s).is_some_and(|stack| stack.leader.is_some()))
}

/// Whether the diary can continue from the reviewed entry.
pub(crate) fn can_write_on(_: &BattleScreen, session: &Session) -> bool {
    session.save.is_writable() && session.is_reviewing()
}

/// Whether there is an entry that can be amended.
pub(crate) fn can_amend(_: &BattleScreen, session: &Session) -> bool {
    session.save.is_writable() && session.entry() != 0
}

/// Whether the entry has dice that can be corrected.
pub(crate) fn can_correct(screen: &BattleScreen, session: &Session) -> bool {
    can_amend(screen, session) && session.rolled_dice()
}

/// Whether the diary can continue on another branch.
pub(crate) fn can_branch(_: &BattleScreen, session: &Session) -> bool {
    session.save.is_writable()
}

/// Why a command is unavailable now. `None` for going back.
pub(crate) fn why_not(screen: &BattleScreen, session: &Session, command: &Info) -> Option<String> {
    let (book, name) = (session.state().book(), command.name);
    if name == "back" {
        None
    } else if let Some(why) = shared::why_not_seen(name, session) {
        Some(why.into())
    } else if session.is_reviewing() && !LOOKS.contains(&name) && !CHANGES_PAST.contains(&name) {
        Some("this is the past: Esc comes back to now".into())
    } else if let Some(why) = session.read_only().filter(|_| !LOOKS.contains(&name)) {
        Some(why)
    } else if let Some(mechanism) = command.mechanism().filter(|m| !book.uses(*m)) {
        Some(format!("the rulebook “{}” does without {}", book.name, mechanism.title()))
    } else {
        Some(reason(screen, session, name))
    }
}

/// Commands that write nothing: available in the past and in a read-only save.
const LOOKS: [&str; 3] = ["next-left", "still-to-do", "record"];

/// Commands that change the reviewed entry.
const CHANGES_PAST: [&str; 5] = ["write-on", "amend", "strike-out", "correct-dice", "what-if"];

/// Commands that need a battle under way.
const OF_BATTLE: [&str; 13] = [
    "go-on",
    "first",
    "stand",
    "reroll",
    "scrud",
    "support",
    "volley",
    "initiative",
    "pass",
    "end-turn",
    "conflict",
    "withdraw",
    "commit",
];

/// What a command lacks, given a writable save at its last entry and rules that have the mechanism.
fn reason(screen: &BattleScreen, session: &Session, command: &str) -> String {
    let state = session.state();
    let battle = session.battle().and_then(|battle| state.battle(battle)).filter(|battle| battle.over.is_none());
    let stack = screen.chosen_stack(session).and_then(|stack| state.stack(stack));
    let in_one = |name: &str| format!("{} is in a Conflict already", text::display_name(name));
    let awaited = battle.and_then(Battle::awaiting).map(|awaiting| match awaiting {
        Awaiting::First(_) => "it is to be said first who goes first",
        Awaiting::Rerolls(..) => "it is to be said first which dice stand",
    });
    if let Some(why) = shared::why_not_done(command) {
        return why.into();
    }
    let why = match command {
        "amend" | "strike-out" => "nothing is written yet that could be changed",
        "correct-dice" => "the entry has no dice",
        "write-on" => "this is now: an earlier entry is to be looked at for it",
        "what-if" | "begin" | "note" | "argue" | "hand-dice" | "save-as" => "the save is only read",
        "record" | "hand-dice-of-side" => "nobody is mustered yet",
        "next-left" | "still-to-do" if battle.is_some() => "the rulebook does without turns",
        "next-left" | "still-to-do" => "no battle is under way",
        _ if battle.is_none() && OF_BATTLE.contains(&command) => "no battle is under way",
        "first" => "no side is to say who goes first",
        "stand" | "reroll" => "no dice wait to be thrown again",
        "initiative" => "the initiative of this turn is thrown",
        "withdraw" | "commit" => "no combat is under way",
        "edna" | "volley" | "lose" | "restore" if screen.chosen_unit(session).is_none() => "choose a unit for it",
        "test" => "nobody has a test that he could be put to",
        _ if awaited.is_some() => awaited.unwrap_or_default(),
        "support" => "there are no guns or aircraft to support",
        "strike" | "round" | "conflict" | "posture" | "lead" | "screen" if stack.is_none() => {
            "choose a stack for it, or somebody in one"
        }
        "conflict" => return stack.map_or_else(String::new, |stack| in_one(&stack.name)),
        "strike" if stack.is_some_and(|stack| state.conflict_of(stack.id).is_some()) => {
            "by this rulebook Conflicts are fought in rounds, not blow by blow"
        }
        "strike" | "round" => {
            let name = stack.map_or_else(String::new, |stack| text::display_name(&stack.name));
            return format!("{name} is in no Conflict");
        }
        "posture" => "nobody leads the chosen stack: `lead` says who does",
        _ => return not_now(),
    };
    why.into()
}
