//! Support and matrix arguments in words.

use super::EntryContext;
use wardiary_base::id::{BattleId, Id, SideId, UnitId};
use wardiary_rules::{
    event::{Clash, Event},
    notation::describe_clash,
    order::{Argument, Need, Verdict},
    state::State,
};

/// The support of each side in a phase, unless the opening of the combat reports it, and the results of counter-battery
/// fire and air defence.
pub(super) fn supported(scene: &EntryContext, units: &[UnitId], clashes: &[Clash<UnitId>]) -> Vec<String> {
    let opens = scene.entry.events.iter().any(|event| matches!(event, Event::CombatOpened { .. }));
    let mut sides: Vec<SideId> = Vec::new();
    for side in units.iter().filter_map(|unit| scene.after.side_of(Id::from(*unit))) {
        if !sides.contains(&side) {
            sides.push(side);
        }
    }
    let text = sides
        .iter()
        .filter_map(|side| Some(format!("{} supported by {}", scene.name(*side), support_of(scene, *side, units)?)));
    let support = (!opens).then(|| text.collect::<Vec<_>>().join("; "));
    let clashes = clashes.iter().map(|clash| describe_clash(clash, |unit| scene.name(unit)));
    support.into_iter().chain(clashes).collect()
}

/// A side's units among those that supported a phase; `None` if there are none.
fn support_of(scene: &EntryContext, side: SideId, units: &[UnitId]) -> Option<String> {
    let own = units.iter().filter(|unit| scene.after.side_of(Id::from(**unit)) == Some(side));
    let own: Vec<UnitId> = own.copied().collect();
    (!own.is_empty()).then(|| scene.names(&own))
}

/// Who attacked whom, each with its support: `Red, supported by G and F, attacked Blue, supported by H and AD`. `None`
/// for a round of a Conflict, which is no new attack and has no support.
pub(super) fn opened(scene: &EntryContext, battle: BattleId, first: SideId, second: SideId) -> Option<String> {
    let opened = scene.after.battle(battle).and_then(|battle| battle.combats.last());
    if opened.is_some_and(|combat| combat.conflict.is_some()) {
        return None;
    }
    let units = scene.entry.events.iter().find_map(|event| match event {
        Event::Supported { battle: b, units, .. } if *b == battle => Some(&units[..]),
        _ => None,
    });
    let [ours, theirs] = [first, second].map(|side| support_of(scene, side, units.unwrap_or_default()));
    let (first, second, there) = (scene.name(first), scene.name(second), scene.in_battle(battle));
    Some(match (ours, theirs) {
        (None, None) => format!("{first} attacked {second}{there}"),
        (Some(ours), None) => format!("{first}, supported by {ours}, attacked {second}{there}"),
        // Repeat the name, or the support would read as the attacker’s.
        (None, Some(theirs)) => format!("{first} attacked {second}{there}, {second} supported by {theirs}"),
        (Some(ours), Some(theirs)) if there.is_empty() => {
            format!("{first}, supported by {ours}, attacked {second}, supported by {theirs}")
        }
        // Repeat the name, since the battle's name comes between.
        (Some(ours), Some(theirs)) => {
            format!("{first}, supported by {ours}, attacked {second}{there}, {second} supported by {theirs}")
        }
    })
}

pub(super) fn argument(state: &State, argument: &Argument) -> String {
    let mut parts = vec![match argument.by {
        Some(side) => format!("argued by {}: “{}”", state.name(side), argument.claim),
        None => format!("argued: “{}”", argument.claim),
    }];
    let message = |text: &&String| !text.trim().is_empty();
    parts.extend(argument.pro.iter().filter(message).map(|pro| format!("for it: {pro}")));
    parts.extend(argument.con.iter().filter(message).map(|con| format!("against it: {con}")));
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
