//! How battles and combats end, in words: the one place that phrases it, for screens, the diary, the command line and
//! refusals.

use crate::{
    event::{BattleEnd, CombatEnd},
    state::State,
};

/// Why a battle ended; `None` where it was simply called off.
#[must_use]
pub(crate) fn battle_end(state: &State, how: BattleEnd) -> Option<String> {
    match how {
        BattleEnd::Called => None,
        BattleEnd::AllExhausted => Some("both sides are exhausted".into()),
        BattleEnd::NoneLeft(side) => Some(format!("{} have nobody left", state.name(side))),
    }
}

/// Why a combat is over, said afterwards. `phases` is how many it had, where that is worth saying.
#[must_use]
pub(crate) fn combat_end(state: &State, how: CombatEnd, phases: Option<u8>) -> String {
    match how {
        CombatEnd::PhasesUsed => {
            let phases = phases.map_or(String::new(), |phases| format!("{phases} "));
            format!("its {phases}phases are fought")
        }
        CombatEnd::Withdrew(side) => format!("{} withdrew", state.name(side)),
        CombatEnd::NoneLeft(side) => format!("{} had nobody left in it", state.name(side)),
        CombatEnd::TimeUp => "its time was up".into(),
    }
}

/// That a combat ends, as the diary says it of the entry in which it happens.
#[must_use]
pub(crate) fn combat_ends(state: &State, how: CombatEnd) -> String {
    match how {
        CombatEnd::PhasesUsed => "the combat is over for this turn".into(),
        CombatEnd::Withdrew(side) => format!("{} withdraw from the combat", state.name(side)),
        CombatEnd::NoneLeft(side) => format!("the combat is over: {} have nobody left in it", state.name(side)),
        CombatEnd::TimeUp => "the combat is broken off".into(),
    }
}
