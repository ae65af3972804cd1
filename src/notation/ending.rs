//! How battles and combats end, in words: the one place that phrases it, for screens, the diary, the command line and
//! refusals.

use crate::{
    event::{BattleEnd, CombatEnd},
    state::{Battle, State},
    text,
};

/// Why a battle ended, or how it came out if somebody said so; `None` where it was ended by an order that does not say.
#[must_use]
pub(crate) fn battle_end(state: &State, how: BattleEnd, outcome: Option<&str>) -> Option<String> {
    match how {
        BattleEnd::Called => outcome.map(|outcome| format!("“{}”", text::sanitize(outcome))),
        BattleEnd::AllExhausted => Some("all sides exhausted".into()),
        BattleEnd::NoneLeft(side) => Some(format!("nobody left of {}", state.name(side))),
    }
}

/// Why a battle is over, said afterwards; `None` while it is under way.
#[must_use]
pub(crate) fn battle_over(state: &State, battle: &Battle) -> Option<String> {
    let why = battle_end(state, battle.over?, battle.outcome.as_deref());
    Some(why.unwrap_or_else(|| "ended by an order".into()))
}

/// That a battle is over, and why, in a line; `None` while it is under way.
#[must_use]
pub(crate) fn battle_is_over(state: &State, battle: &Battle) -> Option<String> {
    battle_over(state, battle).map(|why| format!("{} is over: {why}", battle.name))
}

/// Why a combat is over, said afterwards. `phases` is how many it had, where that is worth saying.
#[must_use]
pub(crate) fn combat_end(state: &State, how: CombatEnd, phases: Option<u8>) -> String {
    match how {
        CombatEnd::PhasesUsed => match phases {
            Some(1) => "its phase is fought".into(),
            Some(phases) => format!("its {phases} phases are fought"),
            None => "its phases are fought".into(),
        },
        CombatEnd::Withdrew(side) => format!("{} withdrew", state.name(side)),
        CombatEnd::NoneLeft(side) => format!("nobody was left of {} in it", state.name(side)),
        CombatEnd::TimeUp => "it was broken off".into(),
    }
}

/// That a combat ends, as the diary says it of the entry in which it happens; `there` is ` in First day` where it must be said
/// in which battle.
#[must_use]
pub(crate) fn combat_ends(state: &State, how: CombatEnd, there: &str) -> String {
    match how {
        CombatEnd::PhasesUsed => format!("the combat{there} is over for this turn"),
        CombatEnd::Withdrew(side) => format!("{} withdrew from the combat{there}", state.name(side)),
        CombatEnd::NoneLeft(side) => format!("the combat{there} is over: nobody left of {} in it", state.name(side)),
        CombatEnd::TimeUp => format!("the combat{there} was broken off"),
    }
}
