//! Narrates the Conflicts of stacks: who engaged whom, and the blows.

use super::{Clause, ClauseKind, Narration, NarrationContext, event_sentences, march, sentence};
use crate::report::names::list;
use wardiary_base::id::{StackId, UnitId};
use wardiary_rules::{
    event::{Driven, Event, MapEvent, StackEvent},
    order::Edge,
};

/// Narrates the events of a Conflict. Leaves out positions within Squares, which are mere numbers.
pub(super) fn conflict(context: &NarrationContext) -> Narration {
    let stacks = |stacks: &[StackId]| list(&stacks.iter().map(|stack| context.after.name(*stack)).collect::<Vec<_>>());
    if let Some(clause) = single_miss(context) {
        return Narration { clause: Some(clause), dice: context.dice(), ..Narration::default() };
    }
    let mut sentences: Vec<String> = Vec::new();
    let mut misses: Vec<(String, String)> = Vec::new();
    for (at, event) in context.events.iter().enumerate() {
        let Event::Stacks(event) = event else {
            // The sentence of a blow includes its losses, and the sentence of a flight its destination.
            let is_told = matches!(event, Event::Eliminated { .. } | Event::StrengthLost { .. })
                || matches!(event, Event::Map(MapEvent::Moved { driven: Some(Driven::Fled), .. }));
            if !is_told {
                sentences.extend(context.step.texts_at(at));
            }
            continue;
        };
        if let StackEvent::Struck { by, at, edge, damage: None, .. } = event {
            misses.push(miss_phrases(context, *by, (*at, *edge)));
            continue;
        }
        let is_quiet = matches!(event, StackEvent::Formed { .. } | StackEvent::Exposed { .. });
        if !is_quiet {
            sentences.extend(misses_sentence(&std::mem::take(&mut misses)));
        }
        match event {
            StackEvent::ConflictOpened { stacks: (first, second), .. } => {
                sentences.push(format!("{} fell upon {}", stacks(first), stacks(second)));
            }
            StackEvent::Joined { stack, .. } => sentences.push(format!("{} joined the fight", context.with_article(*stack))),
            StackEvent::Struck { .. } => sentences.push(blow(context, at, event)),
            StackEvent::Fled { stack, lost_contact: true, .. } => {
                sentences.push(format!("{} was out of the fight, with no enemy beside it", context.with_article(*stack)));
            }
            StackEvent::Fled { stack, .. } => sentences.push(flight(context, *stack)),
            StackEvent::Rotated { stack, facing, .. } => {
                let facing = facing.map_or("to another edge".into(), |facing| format!("to face {}", facing.name()));
                sentences.push(format!("{} turned {facing}", context.with_article(*stack)));
            }
            StackEvent::Formed { .. }
            | StackEvent::RoundBegun { .. }
            | StackEvent::RoundEnded { .. }
            | StackEvent::Screened { to: None, .. }
            // A unit exposed to a blow is told with the blow.
            | StackEvent::Exposed { .. } => {}
            _ => {
                let text = event_sentences(context, &context.events[at]);
                sentences.extend(text.unwrap_or_else(|| context.step.texts_at(at)));
            }
        }
    }
    sentences.extend(misses_sentence(&misses));
    let sentences = sentences.iter().map(|line| sentence(line)).collect();
    Narration { sentences, dice: context.dice(), ..Narration::default() }
}

fn flight(context: &NarrationContext, stack: StackId) -> String {
    let to = context.events.iter().find_map(|event| match event {
        Event::Map(MapEvent::Moved { driven: Some(Driven::Fled), units, from, by, .. }) => {
            let map = context.before.unit(*units.first()?)?.place?.map;
            Some(march::flight(&context.before.map(map)?.ground, *from, *by.last()?))
        }
        _ => None,
    });
    let to = to.map_or(String::new(), |to| format!(" {to}"));
    format!("{} fled from the fight{to}", context.with_article(stack))
}

/// A single missed blow, if the entry has nothing else: misses in a row are combined.
fn single_miss(context: &NarrationContext) -> Option<Clause> {
    let is_quiet = |event: &Event| {
        matches!(event, Event::Stacks(StackEvent::Exposed { .. } | StackEvent::Formed { .. }))
            || matches!(event, Event::Stacks(StackEvent::RoundBegun { .. } | StackEvent::RoundEnded { .. }))
    };
    let mut text = context.events.iter().filter(|event| !is_quiet(event));
    let (Some(Event::Stacks(StackEvent::Struck { by, at, edge, damage: None, .. })), None) = (text.next(), text.next())
    else {
        return None;
    };
    let (by, at) = miss_phrases(context, *by, (*at, *edge));
    Some(Clause::new(ClauseKind::Miss, by, at))
}

/// A miss in two phrases: `the Vanguard`, `at the Village Guard on the left`.
fn miss_phrases(context: &NarrationContext, by: StackId, (at, edge): (StackId, Edge)) -> (String, String) {
    let edge = if edge.is_front() { String::new() } else { format!(" on the {}", edge.word()) };
    (context.with_article(by), format!("at {}{edge}", context.with_article(at)))
}

fn misses_sentence(misses: &[(String, String)]) -> Option<String> {
    if let [(one, at_other), (other, at_one)] = misses
        && *at_other == format!("at {other}")
        && *at_one == format!("at {one}")
    {
        return Some(format!("{one} and {other} struck at each other in vain"));
    }
    let verb = ClauseKind::Miss.verb();
    let text = |(at, (by, whom)): (usize, &(String, String))| format!("{by}{} {whom}", if at == 0 { verb } else { "" });
    let list: Vec<String> = misses.iter().enumerate().map(text).collect();
    (!list.is_empty()).then(|| format!("{}{}", wardiary_base::text::list(&list), ClauseKind::Miss.ending(list.len())))
}

fn blow(context: &NarrationContext, at: usize, event: &StackEvent) -> String {
    let StackEvent::Struck { by, at: target, edge, damage: Some(damage), .. } = event else { return String::new() };
    let edge = if edge.is_front() { String::new() } else { format!(" on the {}", edge.word()) };
    let struck = *target;
    let (by, target) = (context.with_article(*by), context.with_article(struck));
    let (mut fell, mut hurt) = (Vec::new(), Vec::new());
    let is_next = |event: &&Event| matches!(event, Event::Stacks(StackEvent::Struck { .. }));
    let is_of_target = |unit: UnitId| context.before.unit(unit).is_some_and(|unit| unit.stack == Some(struck));
    let in_the_way =
        context.events[..at].iter().rev().take_while(|event| !is_next(event)).find_map(|event| match event {
            Event::Stacks(StackEvent::Exposed { unit, exposed: true, .. }) if is_of_target(*unit) => Some(*unit),
            _ => None,
        });
    let in_the_way =
        in_the_way.map_or(String::new(), |unit| format!(", with {} in the way,", context.with_article(unit)));
    for event in context.events[at + 1..].iter().take_while(|event| !is_next(event)) {
        match event {
            Event::Eliminated { unit, .. } => fell.push(*unit),
            Event::StrengthLost { unit, from, to } => {
                hurt.push(format!(
                    "{} {} of {from} Strength Points",
                    context.with_article(*unit),
                    from.saturating_sub(*to)
                ));
            }
            _ => {}
        }
    }
    fell.sort_by_key(|unit| context.after.roster_index(*unit));
    let fell = if fell.is_empty() { String::new() } else { format!(", destroying {}", context.units(&fell)) };
    let and = if fell.is_empty() { "," } else { " and" };
    let hurt =
        if hurt.is_empty() { String::new() } else { format!("{and} costing {}", wardiary_base::text::list(&hurt)) };
    format!("{by} struck {target}{edge}{in_the_way} for {damage} damage{fell}{hurt}")
}
