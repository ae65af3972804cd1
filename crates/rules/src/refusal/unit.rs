//! Refusals of orders for a unit's strength, EDNA or grade.

use super::{kind_and_name, quoted, refusals, sentence};
use wardiary_base::{book::Grade, id::UnitId, text};

refusals! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum UnitRefusal, |refusal, state| match *refusal {
        Strength { unit: UnitId, now: u16, full: u16, points: u16, change: StrengthChange } => {
            let change = match change {
                StrengthChange::Lost => "lost",
                StrengthChange::Restored => "restored",
            };
            sentence(format!("{} has {now} of {full} Strength Points; {points} can't be {change}", kind_and_name(state, unit)))
        },
        Edna {
            unit: UnitId,
            now: u8,
            full: u8,
            /// Negative if the EDNA would fall.
            by: i16,
        } => {
            let change = match by {
                0 => "change by 0".into(),
                1.. => format!("rise by {by}"),
                _ => format!("fall by {}", by.unsigned_abs()),
            };
            sentence(format!("{} has an EDNA of {now} of {full}; it can't {change}", kind_and_name(state, unit)))
        },
        NothingFailed { unit: UnitId } => {
            sentence(format!("there is no failed EDNA test of {} to reroll", state.name(unit)))
                .with_hint("a test can be rerolled only before anything else happens to the unit")
        },
        NoRetest {
            unit: UnitId,
            most: u8,
        } => if most == 0 {
            sentence("the rulebook allows no rerolls of EDNA tests").with_hint("set `edna: (rerolls: 1)` in the rulebook")
        } else {
            let times = text::count(most.into(), "time", "times");
            sentence(format!("the test of {} can't be rerolled: the limit is {times}", state.name(unit)))
        },
        NoWear => sentence("the rulebook's wear for that is 0")
            .with_hint("set `edna: (wear: (fire: 1, manoeuvre: 1))` in the rulebook"),
        LadderEnds { unit: UnitId, grade: Grade } => {
            let (name, ladder) = (state.name(unit), &state.book().ladder);
            let text = sentence(format!("{} is {}, which is the end of the ladder", kind_and_name(state, unit), ladder.name(grade)));
            if grade == ladder.lowest() {
                text.with_hint(format!("to remove it from the field: `eliminate {}`", quoted(&name)))
            } else {
                text
            }
        },
        LadderEndsForAll { grade: Grade } => {
            sentence(format!("all of them are already {}, which is the end of the ladder", state.book().ladder.name(grade)))
        },
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrengthChange {
    Lost,
    Restored,
}
