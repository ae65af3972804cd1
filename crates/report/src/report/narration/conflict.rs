//! Narrates the Conflicts of stacks: who engaged whom, and the blows.

use super::{Narration, NarrationContext, event_sentences, march, sentence};
use crate::report::{
    episode::{Beat, BeatKind, Blow},
    names::list,
};
use wardiary_base::id::{StackId, UnitId};
use wardiary_rules::{
    event::{Driven, Event, MapEvent, StackEvent},
    state::{Contingent, Unit},
};

/// Narrates the events of a Conflict. Leaves out positions within Squares, which are mere numbers.
pub(super) fn conflict(context: &NarrationContext) -> Narration {
    let stacks = |stacks: &[StackId]| list(&stacks.iter().map(|stack| context.after.name(*stack)).collect::<Vec<_>>());
    // A reader who has just read that units were destroyed should not meet them again under the name of their stack.
    let mut dead: Vec<UnitId> = Vec::new();
    let said = |text: String| context.beat(BeatKind::Said(sentence(&text)), Vec::new());
    let mut beats: Vec<Beat> = Vec::new();
    for (at, event) in context.events.iter().enumerate() {
        let Event::Stacks(event) = event else {
            // The sentence of a blow includes its losses, and the sentence of a flight its destination.
            let is_told = matches!(event, Event::Eliminated { .. } | Event::StrengthLost { .. })
                || matches!(event, Event::Map(MapEvent::Moved { driven: Some(Driven::Fled), .. }));
            if let Event::Eliminated { unit, .. } = event {
                dead.push(*unit);
            }
            if !is_told {
                beats.extend(context.step.texts_at(at).into_iter().map(said));
            }
            continue;
        };
        match event {
            StackEvent::ConflictOpened { stacks: (first, second), .. } => {
                beats.push(said(format!("{} fell upon {}", stacks(first), stacks(second))));
            }
            StackEvent::Joined { stack, .. } => {
                beats.push(said(format!("{} joined the fight", context.with_article(*stack))));
            }
            StackEvent::Struck { by, at: target, edge, .. } => {
                let is_next = |event: &&Event| matches!(event, Event::Stacks(StackEvent::Struck { .. }));
                let blow = Blow {
                    stack: *by,
                    by: remaining(context, *by, &dead, "with a last blow "),
                    at: remaining(context, *target, &dead, ""),
                    edge: if edge.is_front() { String::new() } else { format!(" on the {}", edge.word()) },
                };
                let losses = context.losses(context.events[at + 1..].iter().take_while(|event| !is_next(event)));
                beats.push(context.beat(BeatKind::Blow(blow), losses));
            }
            StackEvent::Fled { stack, lost_contact: true, .. } => {
                let stack = remaining(context, *stack, &dead, "");
                beats.push(said(format!("{stack} was out of the fight, with no enemy beside it")));
            }
            StackEvent::Fled { stack, .. } => beats.push(said(flight(context, *stack, &dead))),
            StackEvent::Formed { .. }
            | StackEvent::Rotated { .. }
            | StackEvent::RoundBegun { .. }
            | StackEvent::RoundEnded { .. }
            | StackEvent::Screened { to: None, .. }
            | StackEvent::Exposed { .. } => {}
            _ => {
                let text = event_sentences(context, &context.events[at]);
                beats.extend(text.unwrap_or_else(|| context.step.texts_at(at)).into_iter().map(said));
            }
        }
    }
    Narration { beats, dice: context.dice(), ..Narration::default() }
}

/// The name of a stack, or of what is left of it. `last` goes before the name of a destroyed stack.
fn remaining(context: &NarrationContext, stack: StackId, dead: &[UnitId], last: &str) -> String {
    let battle = context.account.battle.and_then(|battle| context.before.battle(battle));
    let came = battle.into_iter().flat_map(|battle| battle.contingents.iter().flat_map(Contingent::units));
    let own = came.filter_map(|unit| context.before.unit(unit)).filter(|unit| unit.stack == Some(stack));
    let (fallen, left): (Vec<&Unit>, Vec<&Unit>) = own.partition(|unit| !unit.is_alive() || dead.contains(&unit.id));
    match (context.with_article(stack), &fallen[..], &left[..]) {
        (name, [], _) => name,
        (name, _, []) => format!("{last}{name}"),
        (name, ..) => format!("the rest of {name}"),
    }
}

fn flight(context: &NarrationContext, stack: StackId, dead: &[UnitId]) -> String {
    let to = context.events.iter().find_map(|event| match event {
        Event::Map(MapEvent::Moved { driven: Some(Driven::Fled), units, from, by, .. }) => {
            let map = context.before.unit(*units.first()?)?.place?.map;
            Some(march::flight(&context.before.map(map)?.ground, *from, *by.last()?))
        }
        _ => None,
    });
    let to = to.map_or(String::new(), |to| format!(" {to}"));
    format!("{} fled from the fight{to}", remaining(context, stack, dead, ""))
}
