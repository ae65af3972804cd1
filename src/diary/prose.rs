//! Entries in words: made from their facts, never stored beside them.

mod battle;
mod combat;
mod fire;
mod muster;
mod stacks;
mod support;
mod unit;

use super::Entry;
use crate::{
    book::TurnPhase,
    event::Event,
    id::UnitId,
    notation::{combat_ends, order_text},
    order::Order,
    state::State,
    text,
};

/// What was asked, in a line: the order's text, with the names that things have in `state`.
pub(super) fn headline(state: &State, entry: &Entry) -> String {
    text::sanitize(&match &entry.order {
        Order::Note { text } => format!("“{text}”"),
        Order::Edna { unit, purpose: Some(purpose) } => format!("{} is to {purpose}", state.name(*unit)),
        // The number belongs to the order, not to what a reader wants to know.
        Order::Side { .. } | Order::Stack { .. } | Order::Unit(_) | Order::Battle { .. } => {
            let text = order_text(state, &entry.order);
            text.rsplit_once(" as #").map_or(text.clone(), |(before, _)| before.to_string())
        }
        Order::Branch { name, dice } => {
            let same = if dice.is_some() { ", with the same dice" } else { "" };
            format!("branch “{name}”{same}")
        }
        // ---- matrix arguments
        Order::Argue(argument) => support::argument(state, argument),
        order => order_text(state, order),
    })
}

/// What came of it, a sentence each, with the names that things have in `state`.
pub(super) fn sentences(state: &State, entry: &Entry) -> Vec<String> {
    let mut told = Vec::new();
    let mut events = entry.events.iter().peekable();
    while let Some(event) = events.next() {
        if let Event::PhaseFought { battle, combat, defeats, .. } = event {
            let mut casualties = Vec::new();
            while let Some(casualty) = events.next_if(|event| combat::is_casualty(event)) {
                casualties.push(casualty);
            }
            told.push(combat::defeats(state, entry, (*battle, *combat), *defeats));
            told.extend(combat::casualties(state, &casualties));
        } else if let Event::Supported { units, clashes, .. } = event {
            told.extend(support::supported(state, units, clashes));
        } else if !stands_by_itself(entry, event) {
            told.extend(unrolled_initiative(state, entry, event));
            told.extend(sentence(state, event));
        }
    }
    told.iter().map(|line| text::sanitize(line)).collect()
}

/// Whether dice stand because none of them may be thrown again, and nobody has decided anything.
fn stands_by_itself(entry: &Entry, event: &Event) -> bool {
    let mut rethrown = entry.events.iter().filter(|event| matches!(event, Event::Rethrown { .. }));
    let decided = rethrown.next().filter(|_| matches!(entry.order, Order::Reroll { .. }));
    let stands = matches!(event, Event::Rethrown { dice, .. } if dice.is_empty());
    stands && !decided.is_some_and(|decided| std::ptr::eq(decided, event))
}

/// That the turn has gone on past an initiative for which nobody rolled, where the rules leave that free.
fn unrolled_initiative(state: &State, entry: &Entry, event: &Event) -> Option<String> {
    let Event::PhaseBegun { phase, .. } = event else { return None };
    let before = usize::from(*phase).checked_sub(1).and_then(|at| state.book().turn.phases.get(at));
    let passed = matches!(before, Some(TurnPhase::Initiative)) && !matches!(entry.order, Order::First { .. });
    passed.then(|| "nobody rolled for the initiative".into())
}

fn names(state: &State, units: &[UnitId]) -> String {
    text::list(&units.iter().map(|unit| state.name(*unit)).collect::<Vec<_>>())
}

/// An event in a sentence; nothing where there is nothing to tell.
fn sentence(state: &State, event: &Event) -> Option<String> {
    Some(match event {
        // The branch's name is in the order, and so in the headline; support is told with its phase.
        Event::Opened { .. } | Event::Noted | Event::BranchNamed { .. } | Event::Supported { .. } => return None,
        Event::RulesChanged(_) => "the rules are changed".into(),
        Event::Abandoned => "broken off after dice were shown".into(),
        Event::SideMade { name, .. } => format!("{name} enter the campaign"),
        Event::StackMade { side, name, .. } => format!("{name} is formed for {}", state.name(*side)),
        Event::UnitMade(recruit) => muster::unit_made(state, recruit),
        Event::Renamed { from, to, .. } => format!("{from} is now called {to}"),
        Event::Assigned { unit, from, to } => muster::assigned(state, *unit, *from, *to),
        Event::DateSet { to, .. } => format!("the day is {to}"),
        Event::BattleBegun { name, sides, .. } => battle::begun(state, name, sides),
        Event::Arrived { units, .. } => format!("{} arrive", names(state, units)),
        Event::BattleEnded { battle, how } => battle::ended(state, *battle, *how),
        Event::InitiativeWon { side, .. } => format!("{} win the initiative", state.name(*side)),
        Event::FirstChosen { side, .. } => format!("{} go first", state.name(*side)),
        Event::PhaseBegun { side, .. } => format!("{} to act", state.name((*side)?)),
        Event::TurnEnded { turn, .. } => format!("turn {turn} ends"),
        Event::Exhausted { side, lost, point, .. } => {
            format!("{} are exhausted: {lost} SP lost, the point is {point}", state.name(*side))
        }
        Event::EdnaTested { unit, total, acts, from, to } => unit::tested(state, *unit, (*total, *acts), (*from, *to)),
        Event::EdnaRetested { unit, total, acts, against, from, to } => {
            unit::retested(state, *unit, (*total, *acts, *against), (*from, *to))
        }
        Event::EdnaWorn { unit, cause, from, to } => unit::worn(state, *unit, *cause, (*from, *to)),
        Event::EdnaRuled { unit, from, to } => unit::edna_ruled(state, *unit, (*from, *to)),
        Event::CombatOpened { first, second, .. } => {
            format!("{} attack {}", state.name(first.0), state.name(second.0))
        }
        Event::Committed { units, .. } => format!("{} join the combat", names(state, units)),
        Event::Thrown { .. } => "the dice are down, and may be thrown again".into(),
        Event::Rethrown { dice, .. } if dice.is_empty() => "the dice stand".into(),
        Event::Rethrown { dice, .. } => format!("{} thrown again", text::count(dice.len(), "die", "dice")),
        Event::PhaseFought { defeats, .. } => format!("{} defeats to {}", defeats.0, defeats.1),
        Event::CombatEnded { how, .. } => combat_ends(state, *how),
        Event::Demoted { unit, from, to, used, .. } => {
            format!("{} demoted, {}", state.name(*unit), combat::demotion(state, (*from, *to), *used))
        }
        Event::PushedBack { unit } => format!("{} pushed back", state.name(*unit)),
        Event::Eliminated { unit, by, .. } => combat::eliminated(state, *unit, *by),
        Event::StrengthLost { unit, from, to } => unit::strength_lost(state, *unit, (*from, *to)),
        Event::StrengthRestored { unit, from, to } => unit::strength_restored(state, *unit, (*from, *to)),
        Event::Regraded { unit, from, to } => unit::regraded(state, *unit, (*from, *to)),
        Event::Shifted { unit, by, term } => unit::shifted(state, *unit, *by, *term),
        // ---- dice tests and volleys
        Event::Objected { side, off, .. } => fire::objected(state, *side, *off),
        Event::DiceTested { test, passed, failed, dice } => fire::tested(state, test, [passed, failed], dice),
        Event::Volleyed { unit, dice, hits, .. } => fire::volleyed(state, *unit, *dice, hits),
        // ---- matrix arguments
        Event::Argued { succeeds, total } => support::argued(*succeeds, *total),
        // ---- stacks
        Event::Stacks(event) => return stacks::sentence(state, event),
    })
}
