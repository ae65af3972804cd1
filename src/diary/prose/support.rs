//! Support and matrix arguments in words.

use crate::{
    event::Clash,
    id::UnitId,
    notation::describe_clash,
    order::{Argument, Need, Verdict},
    state::State,
    text,
};

/// Who supported a phase, and what counter-battery and air defence did.
pub(super) fn supported(state: &State, units: &[UnitId], clashes: &[Clash<UnitId>]) -> Vec<String> {
    let names: Vec<String> = units.iter().map(|unit| state.name(*unit)).collect();
    let support = format!("with support by {}", text::list(&names));
    std::iter::once(support).chain(clashes.iter().map(|clash| describe_clash(clash, |unit| state.name(unit)))).collect()
}

/// What was argued: `argued by Germans: “The supply columns are stuck”; for it: rain; against it: they foraged; 2d6 for 7+`.
pub(super) fn argument(state: &State, argument: &Argument) -> String {
    let mut parts = vec![match argument.by {
        Some(side) => format!("argued by {}: “{}”", state.name(side), argument.claim),
        None => format!("argued: “{}”", argument.claim),
    }];
    parts.extend(argument.pro.iter().map(|pro| format!("for it: {pro}")));
    parts.extend(argument.con.iter().map(|con| format!("against it: {con}")));
    match argument.verdict {
        Verdict::Roll(dice, Need::AtLeast(least)) => parts.push(format!("{dice} for {least}+")),
        Verdict::Roll(dice, Need::AtMost(most)) => parts.push(format!("{dice} for {most}-")),
        Verdict::Succeeds | Verdict::Fails => {}
    }
    parts.join("; ")
}

/// How an argument was settled: `9: the argument succeeds`.
pub(super) fn argued(succeeds: bool, total: Option<u16>) -> String {
    let total = total.map_or(String::new(), |total| format!("{total}: "));
    format!("{total}the argument {}", if succeeds { "succeeds" } else { "fails" })
}
