//! Refusals of support for a combat.

use super::{kind_and_name, message, quoted, quoted_name, refusals, troop_type_name};
use crate::state::State;
use wardiary_base::{
    id::{SideId, UnitId},
    text,
};

refusals! {
    /// Why units can't support a combat.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SupportRefusal, |refusal, state| match *refusal {
        /// The unit is named both as a fighter and as support.
        Fights { unit: UnitId } => {
            message(format!("{} can't both fight and support", state.name(unit))).with_hint("name it once")
        },
        /// All units of a force support, and none fights.
        EmptyLine => {
            message("nobody is left in the line").with_hint("a side needs a unit that fights beside its support")
        },
        Twice { unit: UnitId } => {
            message(format!("{} is named twice", kind_and_name(state, unit))).with_hint("a support die rolls once a phase")
        },
        Elsewhere {
            unit: UnitId,
            /// From 1.
            phase: u8,
        } => {
            message(format!("{} has supported another combat in phase {phase} of this turn", kind_and_name(state, unit)))
                .with_hint("a support die rolls once a phase")
        },
        /// The gun that counter-battery is declared against does not fire in this phase.
        SilentTarget { target: UnitId } => {
            let name = state.name(target);
            message(format!("{} does not fire in this phase, so no counter-battery finds it", kind_and_name(state, target)))
                .with_hint(format!("name it with its own side: `… v … support {}`", quoted(&name)))
        },
        OtherSide { unit: UnitId, side: SideId } => {
            message(format!("{} does not support {}: it is on the other side", kind_and_name(state, unit), state.name(side)))
                .with_hint("name it after its own side’s force")
        },
        NoRole { unit: UnitId } => {
            let kind = troop_type_name(state, unit);
            message(format!(
                "{} is of the troop type {kind}, which supports nobody from outside the line",
                kind_and_name(state, unit)
            ))
            .with_hint(supporting_kinds(state))
        },
        InLine { unit: UnitId } => message(format!("{} stands in the line of a combat", kind_and_name(state, unit)))
            .with_hint("name it as support when the combat is opened, and not among those who fight"),
        NoGun { unit: UnitId, target: UnitId } => {
            let kind = troop_type_name(state, unit);
            message(format!("{} is of the troop type {kind}: only artillery fires counter-battery", kind_and_name(state, unit)))
                .with_hint(format!("leave out `counter {}`", quoted_name(state, target)))
        },
        NoEnemy { target: UnitId } => message(format!("{} is no enemy in this combat", kind_and_name(state, target)))
            .with_hint("counter-battery is declared against the enemy’s artillery"),
        /// The target of counter-battery is not artillery.
        NoTarget { target: UnitId } => {
            let kind = troop_type_name(state, target);
            message(format!(
                "{} is of the troop type {kind}: counter-battery is declared against artillery",
                kind_and_name(state, target)
            ))
            .with_hint("air defence meets aircraft by itself, once it is named as support")
        },
    }
}

fn supporting_kinds(state: &State) -> String {
    let troops = state.book().troops.iter().filter(|t| t.support.is_some());
    let kinds: Vec<&str> = troops.map(|t| t.name.as_str()).collect();
    match kinds[..] {
        [] => "give a troop type of the rulebook `support: Artillery`".into(),
        _ => format!("these can: {}", text::list(&kinds)),
    }
}
