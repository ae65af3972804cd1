//! Dice tests and volleys in words.

use super::names;
use crate::{
    id::{SideId, UnitId},
    state::State,
    text,
};

/// Who passed and who did not, with how many dice where that is known.
pub(super) fn tested(state: &State, test: &str, [passed, failed]: [&[UnitId]; 2], dice: &[u8]) -> String {
    let mut counts = dice.iter();
    let mut names = |units: &[UnitId]| -> Vec<String> {
        let name = |unit: &UnitId| match counts.next() {
            Some(n) if *n > 0 => format!("{} ({})", state.name(*unit), text::count((*n).into(), "die", "dice")),
            _ => state.name(*unit),
        };
        units.iter().map(name).collect()
    };
    let (passed, failed) = (names(passed), names(failed));
    let verb = |names: &[String], one: &str, many: &str| {
        format!("{} {}", text::list(names), if names.len() == 1 { one.to_string() } else { many.to_string() })
    };
    match (&passed[..], &failed[..]) {
        ([], failed) => format!("{} {test}", verb(failed, "fails", "fail")),
        (passed, []) => format!("{} {test}", verb(passed, "passes", "pass")),
        (passed, failed) => {
            format!("{} {test}; {}", verb(passed, "passes", "pass"), verb(failed, "fails", "fail"))
        }
    }
}

/// That a side objected to tests in parallel, or no more.
pub(super) fn objected(state: &State, side: SideId, off: bool) -> String {
    let side = state.name(side);
    if off {
        format!("objection to tests in parallel withdrawn by {side}")
    } else {
        format!("objection to tests in parallel by {side}: all tests of the battle go in series")
    }
}

/// Who fired with how many dice, and whom that hit how often.
pub(super) fn volleyed(state: &State, unit: UnitId, dice: u8, hits: &[(UnitId, u16)]) -> String {
    let (hit, missed): (Vec<_>, Vec<_>) = hits.iter().partition(|(_, n)| *n > 0);
    let times = |n: u16| if n == 1 { "once".into() } else { format!("{n} times") };
    let hit: Vec<String> =
        hit.iter().map(|(target, n)| format!("hits {} {}", state.name(*target), times(*n))).collect();
    let fires = format!("{} fires with {}", state.name(unit), text::count(dice.into(), "die", "dice"));
    match (hit.is_empty(), missed.is_empty()) {
        (true, _) => format!("{fires} and hits nobody"),
        (false, true) => format!("{fires} and {}", text::list(&hit)),
        (false, false) => {
            let missed: Vec<UnitId> = missed.iter().map(|(target, _)| *target).collect();
            format!("{fires} and {}; {} unhurt", text::list(&hit), names(state, &missed))
        }
    }
}
