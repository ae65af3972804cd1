//! What happened to stacks and in their Conflicts, in words.

use crate::{
    event::{ConflictEnd, StackEvent},
    id::StackId,
    order::{Edge, Posture, ScreenTarget},
    state::State,
    text,
};

/// What a stack screens, in words.
fn screened(state: &State, screen: &ScreenTarget) -> String {
    match screen {
        ScreenTarget::Edge(stack, edge) => format!("the {} of {}", edge.word(), state.name(*stack)),
        ScreenTarget::Unit(unit) => state.name(*unit),
        ScreenTarget::Structure(what) => what.clone(),
    }
}

fn names(state: &State, stacks: &[StackId]) -> String {
    text::list(&stacks.iter().map(|s| state.name(*s)).collect::<Vec<_>>())
}

/// An event in a sentence; nothing where there is nothing to tell.
pub(super) fn sentence(state: &State, event: &StackEvent) -> Option<String> {
    Some(match event {
        StackEvent::Postured { stack, to: Posture::Neutral, .. } => format!("{} takes no posture", state.name(*stack)),
        StackEvent::Postured { to: Posture::Screening, .. } => return None,
        StackEvent::Postured { stack, to, .. } => format!("{} goes over to the {}", state.name(*stack), to.word()),
        StackEvent::Led { stack, to: Some(unit), .. } => format!("{} leads {}", state.name(*unit), state.name(*stack)),
        StackEvent::Led { stack, .. } => format!("{} is led by nobody", state.name(*stack)),
        StackEvent::Screened { stack, to: Some(screen), .. } => {
            format!("{} screens {}", state.name(*stack), screened(state, screen))
        }
        StackEvent::Screened { stack, .. } => format!("{} screens no more", state.name(*stack)),
        StackEvent::StatsSet { unit, from, to } => {
            let before = from.as_deref().cloned().unwrap_or_default().numbers();
            let changed = to.numbers().into_iter().zip(before).filter(|((_, to), (_, from))| to != from);
            let mut told: Vec<String> =
                changed.map(|((name, to), (_, from))| format!("{name} {from} to {to}")).collect();
            told.extend(to.ranks.iter().map(|rank| rank.word().to_string()));
            told.extend(to.decrypted.then(|| "decrypted".to_string()));
            format!("{}: {}", state.name(*unit), text::list(&told))
        }
        StackEvent::ConflictOpened { stacks, .. } => {
            format!("{} engage {}", names(state, &stacks.0), names(state, &stacks.1))
        }
        StackEvent::Formed { stack, formation, init, .. } => {
            let numbers = state.numbers(formation);
            let (ap, dp) = (numbers.ap(Edge::Front, 0), numbers.dp(Edge::Front, 0));
            let init = init.map_or(String::new(), |init| format!(", Init {init}"));
            let units = text::count(formation.units.len(), "unit", "units");
            let stack = state.name(*stack);
            format!("{stack} forms, {units}: AP {ap}, DP {dp}, Dmg {}, DR {}{init}", numbers.dmg, numbers.dr)
        }
        StackEvent::RoundBegun { .. } => return None,
        StackEvent::Struck { by, at, edge, face, ap, dp, damage, spare, .. } => {
            let edge = if edge.is_front() { String::new() } else { format!(" on the {}", edge.word()) };
            let how = match damage {
                None => "misses".to_string(),
                Some(damage) if *spare > 0 => format!("hits for {damage}, {spare} of it more than there is to take"),
                Some(damage) => format!("hits for {damage}"),
            };
            format!("{} strikes {}{edge}, {face} + {ap} against DP {dp}: {how}", state.name(*by), state.name(*at))
        }
        StackEvent::Exposed { unit, face, exposed } => {
            let where_he_is = if *exposed { "stands in the way" } else { "is out of reach" };
            format!("{} {where_he_is} ({face})", state.name(*unit))
        }
        StackEvent::Held { stack, .. } => format!("{} strikes at nobody", state.name(*stack)),
        StackEvent::Rotated { stack, times, cost, .. } => {
            let times = text::count((*times).into(), "time", "times");
            format!("{} turns {times}: AP and DP less {cost} in this round", state.name(*stack))
        }
        StackEvent::RoundEnded { round, .. } => format!("round {round} ends"),
        StackEvent::Joined { stack, .. } => format!("{} joins the Conflict", state.name(*stack)),
        StackEvent::Fled { stack, .. } => format!("{} flees from the Conflict", state.name(*stack)),
        StackEvent::ConflictEnded { how, .. } => match how {
            ConflictEnd::NoneLeft(side) => {
                format!("the Conflict is over: {} have no stack left in it", state.name(*side))
            }
            ConflictEnd::Disengaged => "all disengage, and the Conflict is over".into(),
            ConflictEnd::TimeUp => "the Conflict ends with the battle".into(),
        },
    })
}
