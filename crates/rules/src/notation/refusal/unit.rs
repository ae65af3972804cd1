//! Refusals of orders for a unit's strength, EDNA or grade.

use super::{RefusalText, only, quoted, the};
use crate::{
    rules::refusal::{StrengthChange, UnitRefusal},
    state::State,
};
use wardiary_base::text;

pub(super) fn describe(refusal: &UnitRefusal, state: &State) -> RefusalText {
    match *refusal {
        UnitRefusal::Strength { unit, now, full, points, change } => {
            let change = match change {
                StrengthChange::Lost => "lost",
                StrengthChange::Restored => "restored",
            };
            only(format!("{} has {now} of {full} Strength Points; {points} can't be {change}", the(state, unit)))
        }
        UnitRefusal::Edna { unit, now, full, by } => {
            let change = match by {
                0 => "change by 0".into(),
                1.. => format!("rise by {by}"),
                _ => format!("fall by {}", by.unsigned_abs()),
            };
            only(format!("{} has an EDNA of {now} of {full}; it can't {change}", the(state, unit)))
        }
        UnitRefusal::NothingFailed { unit } => {
            only(format!("there is no failed EDNA test of {} to throw again", state.name(unit)))
                .hint("a test can be thrown again before anything else happens to the unit")
        }
        UnitRefusal::NoRetest { most: 0, .. } => {
            only("the rulebook lets no EDNA test be thrown again").hint("set `edna: (rerolls: 1)` in the rulebook")
        }
        UnitRefusal::NoRetest { unit, most } => {
            let times = text::count(most.into(), "time", "times");
            only(format!("the test of {} can't be thrown again: {times} is the most", state.name(unit)))
        }
        UnitRefusal::NoWear => only("the rulebook's wear for that is 0")
            .hint("set `edna: (wear: (fire: 1, manoeuvre: 1))` in the rulebook"),
        UnitRefusal::LadderEndsForAll { grade } => {
            only(format!("all of them are {} already, and the ladder goes no further", state.book().ladder.name(grade)))
        }
        UnitRefusal::LadderEnds { unit, grade } => {
            let (name, grade) = (state.name(unit), state.book().ladder.name(grade));
            only(format!("{} is {grade}, and the ladder goes no further", the(state, unit)))
                .hint(format!("to take it off the field: `eliminate {}`", quoted(&name)))
        }
    }
}
