//! The action of an entry in half a sentence, for lists: who attacked whom, who fired at whom. Without the result or
//! notation.

use super::{
    names,
    narration::{force_name, sentence},
};
use wardiary_base::{
    id::{Id, UnitId},
    sides::CombatSide,
};
use wardiary_diary::diary::steps::DiaryStep;
use wardiary_rules::{
    event::{Event, MapEvent, StackEvent},
    rules::{FightPart, OrderRoll},
};

/// The action of an entry: `the 1st Fusiliers fired at Emir Yusuf`, `the Germans attacked the Russians, second phase`.
pub fn action(step: &DiaryStep) -> String {
    let (deed, phase) = deed_and_phase(step);
    with_phase(&deed, phase)
}

pub(super) fn with_phase(deed: &str, phase: Option<u8>) -> String {
    phase.map_or_else(|| deed.into(), |phase| format!("{deed}, {} phase", names::ordinal(phase.into())))
}

/// The action of an entry, and the phase of its fight if the rulebook has several.
pub(super) fn deed_and_phase(step: &DiaryStep) -> (String, Option<u8>) {
    let (before, after) = (&*step.state_with_introduced(), &step.after);
    let the = |id: Id| names::with_article(&after.name(id));
    // Of several blows one that told.
    let has_told = step
        .entry
        .events
        .iter()
        .any(|event| matches!(event, Event::Stacks(StackEvent::Struck { damage: Some(_), .. })));
    let found = step.entry.events.iter().find_map(|event| match event {
        Event::Volleyed { unit, hits, .. } => {
            let targets: Vec<UnitId> = hits.iter().map(|(target, _)| *target).collect();
            let targets = names::list(&targets.iter().map(|unit| after.name(*unit)).collect::<Vec<_>>());
            Some((format!("{} fired at {targets}", the((*unit).into())), None))
        }
        Event::PhaseFought { battle, combat, .. } => {
            let lines = &after.battle(*battle)?.combats.get(usize::from(*combat))?.lines;
            let rolled = step.rolled();
            let fought = rolled.as_ref().and_then(OrderRoll::phase);
            let side = |side: CombatSide| {
                // Units that fell in earlier phases took no part in this one.
                let fights = |unit: &UnitId| before.unit(*unit).is_some_and(wardiary_rules::state::Unit::is_alive);
                let units: Vec<UnitId> = lines[side].units.iter().copied().filter(fights).collect();
                force_name(before, &units)
            };
            let phase = match fought.map(|fought| fought.part) {
                Some(FightPart::Phase(n)) if before.book().scrud.phases > 1 => Some(n),
                _ => None,
            };
            Some((format!("{} attacked {}", side(CombatSide::First), side(CombatSide::Second)), phase))
        }
        Event::Stacks(StackEvent::Struck { by, at, damage, .. }) if damage.is_some() || !has_told => {
            let struck = if damage.is_some() { "struck" } else { "struck at" };
            Some((format!("{} {struck} {}", the((*by).into()), the((*at).into())), None))
        }
        Event::Map(MapEvent::ChangedHands { map, at, to: Some(side), .. }) => {
            let takers = step.objective_takers(event);
            let who = if takers.is_empty() { the((*side).into()) } else { force_name(before, &takers) };
            Some((format!("{who} took {}", names::area(&after.map(*map)?.ground, *at)), None))
        }
        Event::EdnaTested { unit, .. } => Some((format!("{} took an EDNA test", the((*unit).into())), None)),
        _ => None,
    });
    found.unwrap_or_else(|| {
        let account = step.account();
        let text = sentence(account.sentences.first().unwrap_or(&account.headline));
        (text.trim_end_matches('.').to_string(), None)
    })
}
