//! Refusals of combats, of their support and of rerolls. Source: RULES 2.

use super::{kind_and_name, quoted, quoted_name, refusals, sentence, troop_type_name};
use crate::{event::CombatEnd, notation::combat_end_reason, state::State};
use wardiary_base::{
    dice::Face,
    id::{Id, SideId, StackId, UnitId},
    text::{self, Text},
};

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum CombatRefusal, |refusal, state| match refusal {
        NoDie { unit: UnitId } => {
            sentence(format!("{} rolls no die in a combat: its troop type is {}", kind_and_name(state, *unit), troop_type_name(state, *unit)))
        },
        OutOfReach {
            unit: UnitId,
            enemy: UnitId,
            /// The distance to the enemy, in areas.
            far: u32,
            reach: u8,
        } => {
            let far = text::count(usize::try_from(*far).unwrap_or(usize::MAX), "area", "areas");
            let within = match reach {
                1 => "only adjacent units fight".into(),
                areas => format!("units fight within {areas} areas"),
            };
            sentence(format!("{} is {far} away from {}, and {within}", kind_and_name(state, *unit), state.name(*enemy)))
                .with_hint("move it closer with `move`; the rulebook sets the reach: `ground: (reach: …)`")
        },
        InCombat { unit: UnitId } => if fights_round(state, *unit) {
            sentence(fought_round(state, (*unit).into()))
                .with_hint("a unit that has fought a round can't fight in a combat this turn; `end turn` starts the next turn")
        } else {
            sentence(format!("{} is in another combat this turn", kind_and_name(state, *unit)))
                .with_hint("`withdraw` leaves a combat, and `end turn` ends them all")
        },
        NotInCombat { who: Id } => sentence(format!("{} is not in a combat", kind_and_name(state, *who))),
        NotInThatCombat { unit: UnitId } => {
            sentence(format!("{} is not in that combat", kind_and_name(state, *unit))).with_hint("`commit` brings reserves into a combat")
        },
        NoSideThere { side: SideId } => {
            sentence(format!("no unit of {} is in that combat", state.name(*side))).with_hint("start one: `scrud FORCE v FORCE`")
        },
        InConflict { stack: StackId } => {
            sentence(format!("{} is in a Conflict with this enemy, which is fought in rounds", kind_and_name(state, *stack)))
                .with_hint("use `round`")
        },
        NoWithdrawal {
            who: Id,
            /// The stack in the Conflict; `None` if it has left, or the Conflict is over.
            stack: Option<StackId>,
        } => {
            let text = sentence(fought_round(state, *who) + ", and units can't withdraw from a round");
            match stack.map(|stack| quoted_name(state, stack)) {
                Some(stack) => text.with_hint(format!("`flee {stack}` takes it out, `disengage {stack}` ends the Conflict")),
                None => text,
            }
        },
        NoReserves {
            to: Id,
            stack: Option<StackId>,
        } => {
            let text = sentence(fought_round(state, *to) + ", and reserves can't be committed to a round");
            match stack.map(|stack| quoted_name(state, stack)) {
                Some(stack) => text.with_hint(format!("`join STACK to {stack}` brings a stack into the Conflict")),
                None => text,
            }
        },
        CombatOver { how: CombatEnd } => {
            let why = combat_end_reason(state, *how, Some(state.book().scrud.phases));
            sentence(format!("that combat is over for this turn: {why}")).with_hint("`end turn` starts the next turn")
        },
        AllIneffective { side: SideId } => {
            let side = state.name(*side);
            sentence(format!("{side} can’t continue this combat: every unit that {side} still has in it is ineffective"))
                .with_hint("the enemy can order the next phase: name the enemy force first; or `withdraw`, or `commit` reserves")
        },
        Reroll(refusal: RerollRefusal) => refusal.describe(state),
    }
}

refusals! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum RerollRefusal, |refusal, state| match refusal {
        TooMany {
            most: u8,
        } => sentence(match most {
            0 => "no dice may be rerolled".into(),
            most => format!("at most {most} of its dice may be rerolled"),
        }),
        Supports { who: Id } => sentence(format!("{} is supporting and can't reroll", kind_and_name(state, *who))),
        NoDie {
            who: Id,
            /// Which of its dice, from 1.
            nth: u8,
        } => sentence(format!("{} did not roll a die {nth}", state.name(*who))),
        Twice { who: Id } => sentence(format!("the die of {} is named twice", state.name(*who))),
        Face { who: Id, face: Face, allowed: Vec<Face> } => {
            let allowed: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            let allowed = text::list(&allowed);
            sentence(format!("{} rolled {face}, and only {allowed} may be rerolled", kind_and_name(state, *who)))
        },
    }
}

pub(super) fn fights_round(state: &State, unit: UnitId) -> bool {
    state.combat_of(unit).is_some_and(|(battle, at)| battle.combats[at].conflict.is_some())
}

fn fought_round(state: &State, who: Id) -> String {
    format!("{} has fought a round of a Conflict this turn", kind_and_name(state, who))
}

refusals! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SupportRefusal, |refusal, state| match *refusal {
        Fights { unit: UnitId } => {
            sentence(format!("{} can't both fight and support", state.name(unit))).with_hint("name it once")
        },
        EmptyLine => {
            sentence("no unit is left in the line").with_hint("a side needs a fighting unit besides its support")
        },
        Twice { unit: UnitId } => {
            sentence(format!("{} is named twice", kind_and_name(state, unit))).with_hint("a support die is rolled once per phase")
        },
        Elsewhere {
            unit: UnitId,
            /// From 1.
            phase: u8,
        } => {
            sentence(format!("{} already supported another combat in phase {phase} of this turn", kind_and_name(state, unit)))
                .with_hint("a support die is rolled once per phase")
        },
        SilentTarget { target: UnitId } => {
            let name = state.name(target);
            sentence(format!("{} does not fire in this phase, so counter-battery can't target it", kind_and_name(state, target)))
                .with_hint(format!("name it with its own side: `… v … support {}`", quoted(&name)))
        },
        OtherSide { unit: UnitId, side: SideId } => {
            sentence(format!("{} does not support {}: it is on the other side", kind_and_name(state, unit), state.name(side)))
                .with_hint("name it after its own side’s force")
        },
        NoRole { unit: UnitId } => {
            let kind = troop_type_name(state, unit);
            sentence(format!(
                "{} has the troop type {kind}, which can't support from outside the line",
                kind_and_name(state, unit)
            ))
            .with_hint(supporting_kinds(state))
        },
        InLine { unit: UnitId } => sentence(format!("{} is in the line of a combat", kind_and_name(state, unit)))
            .with_hint("name it as support, not as a fighter, when you open the combat"),
        NoGun { unit: UnitId, target: UnitId } => {
            let kind = troop_type_name(state, unit);
            sentence(format!("{} has the troop type {kind}: only artillery fires counter-battery", kind_and_name(state, unit)))
                .with_hint(format!("leave out `counter {}`", quoted_name(state, target)))
        },
        NoEnemy { target: UnitId } => sentence(format!("{} is not an enemy in this combat", kind_and_name(state, target)))
            .with_hint("counter-battery is declared against the enemy’s artillery"),
        NoTarget { target: UnitId } => {
            let kind = troop_type_name(state, target);
            sentence(format!(
                "{} has the troop type {kind}: counter-battery is declared against artillery",
                kind_and_name(state, target)
            ))
            .with_hint("air defence engages aircraft automatically once it is named as support")
        },
    }
}

fn supporting_kinds(state: &State) -> String {
    let troops = state.book().troops.iter().filter(|t| t.support.is_some());
    let kinds: Vec<&Text> = troops.map(|t| &t.name).collect();
    match kinds[..] {
        [] => "add `support: Artillery` to a troop type in the rulebook".into(),
        _ => format!("these can: {}", text::list(&kinds)),
    }
}
