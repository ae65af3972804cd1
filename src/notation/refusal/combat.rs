//! Refusals of orders for SCRUD combats.

use super::{RefusalText, kind, only};
use crate::{
    notation::combat_end,
    rules::refusal::{CombatRefusal, RerollRefusal},
    state::State,
};

pub(super) fn describe(refusal: &CombatRefusal, state: &State) -> RefusalText {
    match refusal {
        CombatRefusal::NoDie { unit } => {
            only(format!("{} rolls no die in a combat: it is {}", state.name(*unit), kind(state, *unit)))
        }
        CombatRefusal::InCombat { unit } => only(format!("{} is in another combat this turn", state.name(*unit)))
            .hint("`withdraw` leaves a combat, and `end turn` ends them all"),
        CombatRefusal::NotInCombat { who } => only(format!("{} is in no combat", state.name(*who))),
        CombatRefusal::NotInThatCombat { unit } => {
            only(format!("{} is not in that combat", state.name(*unit))).hint("`commit` brings reserves into a combat")
        }
        CombatRefusal::CombatOver { how } => {
            let why = combat_end(state, *how, Some(state.book().scrud.phases));
            only(format!("that combat is over for this turn: {why}")).hint("`end turn` begins a new one")
        }
        CombatRefusal::AllIneffective { side } => {
            let side = state.name(*side);
            only(format!("{side} can’t go on with this combat: no unit of {side}’s in it is effective"))
                .hint("the enemy can order the next phase: name his force first; or `withdraw`, or `commit` reserves")
        }
        CombatRefusal::Reroll(refusal) => {
            only(format!("the rules give no dice to throw again, or not these: {}", reroll(refusal, state)))
        }
    }
}

fn reroll(refusal: &RerollRefusal, state: &State) -> String {
    match refusal {
        RerollRefusal::TooMany { most } => format!("{most} of its dice at the most may be thrown again"),
        RerollRefusal::Supports { who } => format!("{} supports, and keeps what it rolled", state.name(*who)),
        RerollRefusal::NoDie { who, nth } => format!("{} rolled no die {nth}", state.name(*who)),
        RerollRefusal::Twice { who } => format!("{}’s die is named twice", state.name(*who)),
        RerollRefusal::Face { who, face, allowed } => {
            format!("{} shows {face}, and only {allowed:?} may be thrown again", state.name(*who))
        }
    }
}
