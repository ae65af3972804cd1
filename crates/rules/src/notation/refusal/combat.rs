//! Refusals of orders for SCRUD combats.

use super::{RefusalText, kind, only, quoted, the};
use crate::{
    notation::combat_end,
    rules::refusal::{CombatRefusal, RerollRefusal},
    state::State,
};
use wardiary_base::{
    id::{Id, UnitId},
    text,
};

pub(super) fn describe(refusal: &CombatRefusal, state: &State) -> RefusalText {
    match refusal {
        CombatRefusal::NoDie { unit } => {
            only(format!("{} rolls no die in a combat: its troop type is {}", the(state, *unit), kind(state, *unit)))
        }
        CombatRefusal::InCombat { unit } if fights_round(state, *unit) => only(fought_round(state, (*unit).into()))
            .hint("who has fought a round fights in no combat this turn; `end turn` brings the next"),
        CombatRefusal::NoWithdrawal { who, stack } => {
            let text = only(fought_round(state, *who) + ", and that is no combat to withdraw from");
            match stack.map(|stack| quoted(&state.name(stack))) {
                Some(stack) => text.hint(format!("`flee {stack}` takes it out, `disengage {stack}` ends the Conflict")),
                None => text,
            }
        }
        CombatRefusal::NoReserves { to, stack } => {
            let text = only(fought_round(state, *to) + ", and that is no combat to commit reserves to");
            match stack.map(|stack| quoted(&state.name(stack))) {
                Some(stack) => text.hint(format!("`join STACK to {stack}` brings a stack into the Conflict")),
                None => text,
            }
        }
        CombatRefusal::OutOfReach { unit, enemy, far, reach } => {
            let far = text::count(usize::try_from(*far).unwrap_or(usize::MAX), "area", "areas");
            let within = match reach {
                1 => "only neighbours fight".into(),
                areas => format!("units fight within {areas} areas"),
            };
            only(format!("{} is {far} away from {}, and {within}", the(state, *unit), state.name(*enemy)))
                .hint("`move` brings it nearer; how near they must be, the rulebook says: `ground: (reach: …)`")
        }
        CombatRefusal::InCombat { unit } => only(format!("{} is in another combat this turn", the(state, *unit)))
            .hint("`withdraw` leaves a combat, and `end turn` ends them all"),
        CombatRefusal::NotInCombat { who } => only(format!("{} is in no combat", the(state, *who))),
        CombatRefusal::NotInThatCombat { unit } => {
            only(format!("{} is not in that combat", the(state, *unit))).hint("`commit` brings reserves into a combat")
        }
        CombatRefusal::NoSideThere { side } => {
            only(format!("nobody of {} is in that combat", state.name(*side))).hint("begin one: `scrud FORCE v FORCE`")
        }
        CombatRefusal::InConflict { stack } => {
            only(format!("{} fights this enemy in a Conflict, whose rounds are phases of SCRUD", the(state, *stack)))
                .hint("give `round`")
        }
        CombatRefusal::CombatOver { how } => {
            let why = combat_end(state, *how, Some(state.book().scrud.phases));
            only(format!("that combat is over for this turn: {why}")).hint("`end turn` begins a new one")
        }
        CombatRefusal::AllIneffective { side } => {
            let side = state.name(*side);
            only(format!("{side} can’t go on with this combat: every unit that is left to {side} in it is ineffective"))
                .hint("the enemy can order the next phase: name his force first; or `withdraw`, or `commit` reserves")
        }
        CombatRefusal::Reroll(refusal) => only(reroll(refusal, state)),
    }
}

fn reroll(refusal: &RerollRefusal, state: &State) -> String {
    match refusal {
        RerollRefusal::TooMany { most: 0 } => "no dice may be thrown again".into(),
        RerollRefusal::TooMany { most } => format!("{most} of its dice at the most may be thrown again"),
        RerollRefusal::Supports { who } => format!("{} supports, and keeps what it rolled", the(state, *who)),
        RerollRefusal::NoDie { who, nth } => format!("{} rolled no die {nth}", state.name(*who)),
        RerollRefusal::Twice { who } => format!("the die of {} is named twice", state.name(*who)),
        RerollRefusal::Face { who, face, allowed } => {
            let allowed: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            format!("{} shows {face}, and only {} may be thrown again", the(state, *who), text::list(&allowed))
        }
    }
}

/// Whether the unit's combat is a round of a Conflict.
pub(super) fn fights_round(state: &State, unit: UnitId) -> bool {
    state.combat_of(unit).is_some_and(|(battle, at)| battle.combats[at].conflict.is_some())
}

fn fought_round(state: &State, who: Id) -> String {
    format!("{} has fought a round of a Conflict this turn", the(state, who))
}
