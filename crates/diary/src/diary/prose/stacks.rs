//! Stacks and their Conflicts, in words.

use super::States;
use wardiary_base::text;
use wardiary_rules::{
    event::{ConflictEnd, StackEvent},
    order::{Edge, Posture, ScreenTarget, Stats},
    state::State,
};

fn screened(state: &State, screen: &ScreenTarget) -> String {
    match screen {
        ScreenTarget::Edge(stack, edge) => format!("the {} of {}", edge.word(), state.name(*stack)),
        ScreenTarget::Unit(unit) => state.name(*unit),
        ScreenTarget::Structure(what) => format!("“{what}”"),
    }
}

pub(super) fn text(states: States, event: &StackEvent) -> String {
    let state = states.after;
    match event {
        StackEvent::Postured { stack, to: Posture::Neutral, .. } => {
            format!("{} went back to neutral", state.name(*stack))
        }
        StackEvent::Postured { stack, to: Posture::Screening, .. } => {
            format!("{} went over to screening", state.name(*stack))
        }
        StackEvent::Postured { stack, to, .. } => format!("{} went over to the {}", state.name(*stack), to.word()),
        StackEvent::Led { stack, to: Some(unit), .. } => {
            format!("{} took the lead of {}", state.name(*unit), state.name(*stack))
        }
        StackEvent::Led { stack, .. } => format!("nobody leads {} any more", state.name(*stack)),
        StackEvent::Screened { stack, to: Some(screen), .. } => {
            format!("{} began screening {}", state.name(*stack), screened(state, screen))
        }
        StackEvent::Screened { stack, .. } => format!("{} stopped screening", state.name(*stack)),
        StackEvent::StatsSet { unit, from, to } => {
            format!("{}: {}", state.name(*unit), numbers_set(from.as_deref().unwrap_or(&Stats::default()), to))
        }
        StackEvent::ConflictOpened { battle, stacks } => {
            let (first, second) = (states.names(&stacks.0), states.names(&stacks.1));
            format!("{first} engaged {second}{}", states.in_battle(*battle))
        }
        StackEvent::Formed { stack, square, init, .. } => {
            let numbers = state.numbers(square);
            let known = |power: u32| if state.knows_powers(*stack) { power.to_string() } else { "?".into() };
            let (ap, dp) = (known(numbers.ap(Edge::Front, 0)), known(numbers.dp(Edge::Front, 0)));
            let init = init.map_or(String::new(), |init| format!(", Init {init}"));
            let units = text::count(square.units.len(), "unit", "units");
            let stack = state.name(*stack);
            format!("{stack} formed, {units}: AP {ap}, DP {dp}, Dmg {}, DR {}{init}", numbers.dmg, numbers.dr)
        }
        // The blows of a round say what happens in it: no statement has this event.
        StackEvent::RoundBegun { .. } => String::new(),
        StackEvent::Struck { .. } => blow(state, event),
        StackEvent::Exposed { unit, face, exposed } => {
            let did = if *exposed { "was exposed" } else { "was not exposed" };
            format!("the Warlord {} {did} ({face})", state.name(*unit))
        }
        StackEvent::Held { stack, .. } => format!("{} did not strike", state.name(*stack)),
        StackEvent::Rotated { stack, times, cost, facing, .. } => {
            let times = text::times((*times).into());
            let facing = facing.map_or(String::new(), |facing| format!(" to face {}", facing.name()));
            format!(
                "{} turned {times}{facing}: AP and DP reduced by {cost} for the rest of the round",
                state.name(*stack)
            )
        }
        StackEvent::RoundEnded { battle, round, .. } => {
            format!("round {round} of the Conflict{} ended", states.in_battle(*battle))
        }
        StackEvent::Joined { battle, stack, .. } => {
            format!("{} joined the Conflict{}", state.name(*stack), states.in_battle(*battle))
        }
        StackEvent::Fled { battle, stack, lost_contact: true, .. } => {
            format!("{} left the Conflict{}: no adjacent enemy", state.name(*stack), states.in_battle(*battle))
        }
        StackEvent::Fled { battle, stack, .. } => {
            format!("{} fled from the Conflict{}", state.name(*stack), states.in_battle(*battle))
        }
        StackEvent::ConflictEnded { battle, how, .. } => {
            let there = states.in_battle(*battle);
            match how {
                ConflictEnd::NoneLeft(side) => {
                    format!("the Conflict{there} is over: no stack of {} left in it", state.name(*side))
                }
                ConflictEnd::Disengaged => format!("all disengaged, and the Conflict{there} is over"),
                ConflictEnd::TimeUp => format!("the Conflict{there} ended with the battle"),
            }
        }
    }
}

/// A blow with its total and its target number.
fn blow(state: &State, event: &StackEvent) -> String {
    let StackEvent::Struck { by, at, edge, face, ap, dp, damage, spare, .. } = event else { return String::new() };
    let need = u32::from(state.book().stacks.hit);
    let (knows_ap, knows_dp) = (state.knows_powers(*by), state.knows_powers(*at));
    let known = |is_known: bool, number: u32| if is_known { number.to_string() } else { "?".into() };
    let (total, needed) = (u32::from(*face) + ap, need + dp);
    let edge = if edge.is_front() { String::new() } else { format!(" on the {}", edge.word()) };
    let against = knows_ap && knows_dp && if total >= needed { damage.is_none() } else { damage.is_some() };
    let all_the_same = if against { format!(" (always on a {face})") } else { String::new() };
    let how = match damage {
        None => format!("missed{all_the_same}"),
        Some(damage) if *spare > 0 => {
            format!("hit for {damage}{all_the_same}, {spare} of it surplus")
        }
        Some(damage) => format!("hit for {damage}{all_the_same}"),
    };
    let (by, at) = (state.name(*by), state.name(*at));
    let (ap, total) = (known(knows_ap, *ap), known(knows_ap, total));
    let (dp, needed) = (known(knows_dp, *dp), known(knows_dp, needed));
    format!("{by} struck at {at}{edge}: {face} + AP {ap} = {total} against {need} + DP {dp} = {needed}, {how}")
}

fn numbers_set(from: &Stats, to: &Stats) -> String {
    let changed = to.numbers().into_iter().zip(from.numbers()).filter(|((_, to), (_, from))| to != from);
    let mut described: Vec<String> = changed.map(|((name, to), (_, from))| format!("{name} {from} to {to}")).collect();
    if from.ranks != to.ranks {
        let ranks: Vec<&str> = to.ranks.iter().map(|rank| rank.word()).collect();
        described.push(if ranks.is_empty() { "no rank".into() } else { format!("now {}", text::list(&ranks)) });
    }
    if from.decrypted != to.decrypted {
        described.push(if to.decrypted { "decrypted".into() } else { "no longer decrypted".into() });
    }
    text::list(&described)
}
