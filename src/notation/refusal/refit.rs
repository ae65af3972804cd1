//! Refusals of orders between battles, in words. Source: RULES 7.

use super::{RefusalText, only, quoted, the};
use crate::{
    book::When, id::UnitId, notation::proposal::gained, order::Verb, rules::refusal::RefitRefusal, state::State, text,
};

pub(super) fn describe(refusal: &RefitRefusal, state: &State) -> RefusalText {
    match *refusal {
        RefitRefusal::NoRule { verb } => no_rule(state, verb),
        RefitRefusal::InBattle { unit, battle, .. } => {
            let name = quoted(&state.name(unit));
            only(format!("{} is in {}, which is not over", the(state, unit), state.name(battle))).hint(format!(
                "a ruling in a battle: `restore {name} 1`, `rally {name} 1`, `promote {name} 1 because …`"
            ))
        }
        RefitRefusal::NotDue { unit, verb } => not_due(state, unit, verb),
        RefitRefusal::NothingLacks { unit, .. } => {
            only(format!("there is nothing that {} could recover now", the(state, unit)))
        }
        RefitRefusal::Nobody { .. } => only("none of them can recover anything now")
            .hint("`wardiary proposals` lists what is due; name one of them to see what keeps it"),
        RefitRefusal::SeveralUnits { units } => {
            let units = text::count(units, "unit", "units");
            only(format!("how much is said of one unit, and these are {units}"))
                .hint("leave it out, and each recovers as much as the rulebook gives")
        }
        RefitRefusal::BeyondRule { unit, gives } => {
            only(format!("the rulebook gives {} {} now, no more", the(state, unit), gained(gives)))
                .hint("a ruling may give more: add `because …`")
        }
        RefitRefusal::HowMuch { unit, lacks } => {
            let name = quoted(&state.name(unit));
            only(format!("the ruling does not say how much: {} lacks {}", the(state, unit), gained(lacks)))
                .hint(format!("say it, such as `recover {name} strength 1 edna 1 grade 1 because …`"))
        }
        RefitRefusal::BeyondFull { unit, lacks } if lacks.is_none() => {
            only(format!("{} lacks nothing that it could recover", the(state, unit)))
        }
        RefitRefusal::BeyondFull { unit, lacks } => {
            only(format!("{} lacks {}, no more", the(state, unit), gained(lacks)))
        }
    }
}

fn no_rule(state: &State, verb: Verb) -> RefusalText {
    let title = text::sanitize(&state.book().title);
    let (what, setting) = match verb {
        Verb::Recover => ("nobody recovers", "(recover: (strength: 1))"),
        _ => ("there is nothing of the kind", ""),
    };
    only(format!("under the rulebook “{title}” {what} between battles"))
        .hint(format!("set it: `rules change {}`; or rule on it: add `because …`", quoted(setting)))
}

/// That it is not due yet, and when it is.
fn not_due(state: &State, unit: UnitId, verb: Verb) -> RefusalText {
    let book = state.book();
    let (does, when) = match verb {
        Verb::Recover => ("recover", book.recover.when),
        _ => ("do so", When::AfterBattle),
    };
    let after = |parts: u16, of: &str| {
        let clock = &book.clock;
        let unit = if clock.parts.is_empty() { clock.unit() } else { "part" };
        let row = if parts > 1 && !of.is_empty() { " in a row" } else { "" };
        format!("after {}{row}{of}", text::count(parts.into(), unit, &format!("{unit}s")))
    };
    let when = match when {
        When::Rested(parts) => after(parts, " in which it neither marches, fights nor stands in contact"),
        When::Unengaged(parts) => after(parts, " in which it neither fights nor stands in contact"),
        When::Passed(parts) => after(parts, ""),
        When::AfterBattle => "after each battle that it was in".into(),
    };
    let unit = the(state, unit);
    only(format!("it is not time for {unit} to {does}: it does so {when}"))
        .hint("a ruling may give it now: add `because …`")
}
