//! Refusals of support from outside the lines of a combat.

use super::{RefusalText, kind, only, quoted, the};
use crate::{rules::refusal::SupportRefusal, state::State};
use wardiary_base::text;

pub(super) fn describe(refusal: &SupportRefusal, state: &State) -> RefusalText {
    match *refusal {
        SupportRefusal::Fights { unit } => {
            only(format!("{} can't both fight and support", state.name(unit))).hint("name it once")
        }
        SupportRefusal::EmptyLine => {
            only("nobody is left in the line").hint("a side needs a unit that fights beside its support")
        }
        SupportRefusal::Twice { unit } => {
            only(format!("{} is named twice", the(state, unit))).hint("a support die rolls once a phase")
        }
        SupportRefusal::Elsewhere { unit, phase } => {
            only(format!("{} has supported another combat in phase {phase} of this turn", the(state, unit)))
                .hint("a support die rolls once a phase")
        }
        SupportRefusal::SilentTarget { target } => {
            let name = state.name(target);
            only(format!("{} does not fire in this phase, so no counter-battery finds it", the(state, target)))
                .hint(format!("name it with its own side: `… v … support {}`", quoted(&name)))
        }
        SupportRefusal::OtherSide { unit, side } => {
            only(format!("{} does not support {}: it is on the other side", the(state, unit), state.name(side)))
                .hint("name it after its own side’s force")
        }
        SupportRefusal::NoRole { unit } => {
            let kind = kind(state, unit);
            only(format!(
                "{} is of the troop type {kind}, which supports nobody from outside the line",
                the(state, unit)
            ))
            .hint(supporting_kinds(state))
        }
        SupportRefusal::InLine { unit } => only(format!("{} stands in the line of a combat", the(state, unit)))
            .hint("name it as support when the combat is opened, and not among those who fight"),
        SupportRefusal::NoGun { unit, target } => {
            let kind = kind(state, unit);
            only(format!("{} is of the troop type {kind}: only artillery fires counter-battery", the(state, unit)))
                .hint(format!("leave out `counter {}`", quoted(&state.name(target))))
        }
        SupportRefusal::NoEnemy { target } => only(format!("{} is no enemy in this combat", the(state, target)))
            .hint("counter-battery is declared against the enemy’s artillery"),
        SupportRefusal::NoTarget { target } => {
            let kind = kind(state, target);
            only(format!(
                "{} is of the troop type {kind}: counter-battery is declared against artillery",
                the(state, target)
            ))
            .hint("air defence meets aircraft by itself, once it is named as support")
        }
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
