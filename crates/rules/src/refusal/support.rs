//! Refusals of support for a combat.

use super::{kind, named, only, quoted, refusals, the};
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
            only(format!("{} can't both fight and support", state.name(unit))).hint("name it once")
        },
        /// All units of a force support, and none fights.
        EmptyLine => {
            only("nobody is left in the line").hint("a side needs a unit that fights beside its support")
        },
        Twice { unit: UnitId } => {
            only(format!("{} is named twice", the(state, unit))).hint("a support die rolls once a phase")
        },
        Elsewhere {
            unit: UnitId,
            /// From 1.
            phase: u8,
        } => {
            only(format!("{} has supported another combat in phase {phase} of this turn", the(state, unit)))
                .hint("a support die rolls once a phase")
        },
        /// The gun that counter-battery is declared against does not fire in this phase.
        SilentTarget { target: UnitId } => {
            let name = state.name(target);
            only(format!("{} does not fire in this phase, so no counter-battery finds it", the(state, target)))
                .hint(format!("name it with its own side: `… v … support {}`", quoted(&name)))
        },
        OtherSide { unit: UnitId, side: SideId } => {
            only(format!("{} does not support {}: it is on the other side", the(state, unit), state.name(side)))
                .hint("name it after its own side’s force")
        },
        NoRole { unit: UnitId } => {
            let kind = kind(state, unit);
            only(format!(
                "{} is of the troop type {kind}, which supports nobody from outside the line",
                the(state, unit)
            ))
            .hint(supporting_kinds(state))
        },
        InLine { unit: UnitId } => only(format!("{} stands in the line of a combat", the(state, unit)))
            .hint("name it as support when the combat is opened, and not among those who fight"),
        NoGun { unit: UnitId, target: UnitId } => {
            let kind = kind(state, unit);
            only(format!("{} is of the troop type {kind}: only artillery fires counter-battery", the(state, unit)))
                .hint(format!("leave out `counter {}`", named(state, target)))
        },
        NoEnemy { target: UnitId } => only(format!("{} is no enemy in this combat", the(state, target)))
            .hint("counter-battery is declared against the enemy’s artillery"),
        /// The target of counter-battery is not artillery.
        NoTarget { target: UnitId } => {
            let kind = kind(state, target);
            only(format!(
                "{} is of the troop type {kind}: counter-battery is declared against artillery",
                the(state, target)
            ))
            .hint("air defence meets aircraft by itself, once it is named as support")
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
