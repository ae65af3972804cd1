//! Entries in words: made from their facts, never stored beside them.

mod stacks;
mod support;

use super::Entry;
use crate::{
    book::TurnPhase,
    event::{Cause, Event},
    id::{SideId, UnitId},
    notation::{battle_end, combat_ends, order_text},
    order::{Order, Term, WearCause},
    state::State,
    text,
};

/// What was asked, in a line: the order's text, with the names that things have in `state`.
pub(super) fn headline(state: &State, entry: &Entry) -> String {
    text::scrub(&match &entry.order {
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
            while let Some(casualty) = events.next_if(|e| is_casualty(e)) {
                casualties.push(casualty);
            }
            told.push(defeats_in_words(state, entry, (*battle, *combat), *defeats));
            told.extend(casualties_in_words(state, &casualties));
        } else if let Event::Supported { units, clashes, .. } = event {
            told.extend(support::supported(state, units, clashes));
        } else {
            told.extend(unrolled_initiative(state, entry, event));
            told.extend(sentence(state, event));
        }
    }
    told.iter().map(|line| text::scrub(line)).collect()
}

/// That the turn has gone on past an initiative for which nobody rolled, where the rules leave that free.
fn unrolled_initiative(state: &State, entry: &Entry, event: &Event) -> Option<String> {
    let Event::PhaseBegun { phase, .. } = event else { return None };
    let before = usize::from(*phase).checked_sub(1).and_then(|at| state.book().turn.phases.get(at));
    let passed = matches!(before, Some(TurnPhase::Initiative)) && !matches!(entry.order, Order::First { .. });
    passed.then(|| "nobody rolled for the initiative".into())
}

fn is_casualty(event: &Event) -> bool {
    matches!(
        event,
        Event::Demoted { .. } | Event::PushedBack { .. } | Event::Eliminated { .. } | Event::StrengthLost { .. }
    )
}

/// The two sides of a combat: from the entry that opened it, or from the state.
fn sides_of(state: &State, entry: &Entry, (battle, combat): (crate::id::BattleId, u16)) -> Option<(SideId, SideId)> {
    let opened = entry.events.iter().find_map(|event| match event {
        Event::CombatOpened { battle: b, first, second } if *b == battle => Some((first.0, second.0)),
        _ => None,
    });
    opened.or_else(|| {
        let combat = state.battle(battle)?.combats.get(usize::from(combat))?;
        Some((combat.lines[0].side, combat.lines[1].side))
    })
}

fn defeats_in_words(state: &State, entry: &Entry, combat: (crate::id::BattleId, u16), defeats: (u16, u16)) -> String {
    let Some((first, second)) = sides_of(state, entry, combat) else {
        return format!("{} defeats to {}", defeats.0, defeats.1);
    };
    let suffer = |side: SideId, n: u16| {
        format!(
            "{} suffer {}",
            state.name(side),
            if n == 0 { "no defeat".into() } else { text::count(n.into(), "defeat", "defeats") }
        )
    };
    match defeats {
        (0, 0) => "nobody is beaten".into(),
        (a, b) => format!("{}, {}", suffer(first, a), suffer(second, b)),
    }
}

fn casualties_in_words(state: &State, casualties: &[&Event]) -> Vec<String> {
    let ladder = &state.book().ladder;
    let name = |unit: UnitId| state.name(unit);
    let mut demoted: Vec<(String, Vec<String>)> = Vec::new();
    let mut rest = Vec::new();
    let mut pushed = Vec::new();
    for event in casualties {
        match event {
            Event::Demoted { unit, from, to } => {
                let change = format!("{} to {}", ladder.name(*from), ladder.name(*to));
                match demoted.iter_mut().find(|(c, _)| *c == change) {
                    Some((_, names)) => names.push(name(*unit)),
                    None => demoted.push((change, vec![name(*unit)])),
                }
            }
            Event::PushedBack { unit } => pushed.push(name(*unit)),
            other => rest.extend(sentence(state, other)),
        }
    }
    let mut told: Vec<String> =
        demoted.iter().map(|(change, names)| format!("{} demoted, {change}", text::list(names))).collect();
    if !pushed.is_empty() {
        told.push(format!("{} pushed back", text::list(&pushed)));
    }
    told.extend(rest);
    told
}

fn sentence(state: &State, event: &Event) -> Option<String> {
    let ladder = &state.book().ladder;
    let of = |id: UnitId| state.name(id);
    let names = |units: &[UnitId]| text::list(&units.iter().map(|u| state.name(*u)).collect::<Vec<_>>());
    Some(match event {
        // The branch's name is in the order, and so in the headline.
        Event::Opened { .. } | Event::Noted | Event::BranchNamed { .. } => return None,
        Event::RulesChanged(_) => "the rules are changed".into(),
        Event::Abandoned => "broken off after dice were shown".into(),
        Event::SideMade { name, .. } => format!("{name} enter the campaign"),
        Event::StackMade { side, name, .. } => format!("{name} is formed for {}", state.name(*side)),
        Event::UnitMade(recruit) => match state.unit(recruit.id) {
            Some(unit) => format!(
                "{} is mustered: {}, {}, {} SP, EDNA {}",
                unit.name,
                unit.kind,
                ladder.name(unit.mustered),
                unit.strength.full,
                unit.edna.full
            ),
            None => format!("{} is mustered", recruit.name),
        },
        Event::Renamed { from, to, .. } => format!("{from} is now called {to}"),
        Event::Assigned { unit, to: Some(stack), .. } => format!("{} joins {}", of(*unit), state.name(*stack)),
        Event::Assigned { unit, from: Some(stack), .. } => format!("{} leaves {}", of(*unit), state.name(*stack)),
        Event::Assigned { unit, .. } => format!("{} stands alone", of(*unit)),
        Event::DateSet { to, .. } => format!("the day is {to}"),
        Event::BattleBegun { name, sides, .. } => {
            let sides: Vec<String> = sides
                .iter()
                .map(|(side, units)| {
                    format!("{} with {}", state.name(*side), text::count(units.len(), "unit", "units"))
                })
                .collect();
            format!("the battle {name} begins: {}", text::list(&sides))
        }
        Event::Arrived { units, .. } => format!("{} arrive", names(units)),
        Event::BattleEnded { battle, how } => {
            let why = battle_end(state, *how).map_or(String::new(), |why| format!(": {why}"));
            format!("the battle {} ends{why}", state.name(*battle))
        }
        Event::InitiativeWon { side, .. } => format!("{} win the initiative", state.name(*side)),
        Event::FirstChosen { side, .. } => format!("{} go first", state.name(*side)),
        Event::PhaseBegun { side: Some(side), .. } => format!("{} to act", state.name(*side)),
        Event::PhaseBegun { .. } => return None,
        Event::TurnEnded { turn, .. } => format!("turn {turn} ends"),
        Event::Exhausted { side, lost, point, .. } => {
            format!("{} are exhausted: {lost} SP lost, the point is {point}", state.name(*side))
        }
        Event::EdnaTested { unit, total, acts, from, to } => {
            let does = if *acts { "acts" } else { "halts" };
            let now = if from == to { format!("E{to}") } else { format!("E{from} to E{to}") };
            let spent = if *to == 0 && from != to { ", ineffective" } else { "" };
            format!("{}: {total} against {from}, {does}, {now}{spent}", of(*unit))
        }
        Event::EdnaWorn { unit, cause, from, to } => {
            let by = match cause {
                WearCause::Fire => "fire",
                WearCause::Manoeuvre => "manoeuvre",
            };
            format!("{} worn by {by}, E{from} to E{to}", of(*unit))
        }
        Event::EdnaRuled { unit, from, to } if from < to => format!("{} rallies, E{from} to E{to}", of(*unit)),
        Event::EdnaRuled { unit, from, to } => format!("{} is shaken, E{from} to E{to}", of(*unit)),
        Event::CombatOpened { first, second, .. } => {
            format!("{} attack {}", state.name(first.0), state.name(second.0))
        }
        Event::Committed { units, .. } => format!("{} join the combat", names(units)),
        Event::Thrown { .. } => "the dice are down, and may be thrown again".into(),
        Event::Rethrown { dice, .. } if dice.is_empty() => "the dice stand".into(),
        Event::Rethrown { dice, .. } => format!("{} thrown again", text::count(dice.len(), "die", "dice")),
        Event::PhaseFought { defeats, .. } => format!("{} defeats to {}", defeats.0, defeats.1),
        Event::CombatEnded { how, .. } => combat_ends(state, *how),
        Event::Demoted { unit, from, to } => {
            format!("{} demoted, {} to {}", of(*unit), ladder.name(*from), ladder.name(*to))
        }
        Event::PushedBack { unit } => format!("{} pushed back", of(*unit)),
        Event::Eliminated { unit, by, .. } => {
            let by = match by {
                Cause::Defeat | Cause::Losses => "",
                Cause::EveryThird => " for its side’s defeats",
                Cause::Ruling => " by a ruling",
                Cause::CounterBattery => " by counter-battery fire",
                Cause::AirDefence => " by air defence",
            };
            format!("{} eliminated{by}", of(*unit))
        }
        Event::StrengthLost { unit, from, to } => format!("{} loses {} SP, {to} left", of(*unit), from - to.min(from)),
        Event::StrengthRestored { unit, from, to } => {
            format!("{} recovers {} SP, now {to}", of(*unit), to.saturating_sub(*from))
        }
        Event::Regraded { unit, from, to } => {
            let word = if to < from { "promoted" } else { "demoted" };
            format!("{} {word}, {} to {}", of(*unit), ladder.name(*from), ladder.name(*to))
        }
        Event::Shifted { unit, by, term } => {
            let span = match term {
                Term::Phase => "for a phase",
                Term::Combat => "for a combat",
                Term::ForGood => "for good",
            };
            format!(
                "{} fights {} {} {span}",
                of(*unit),
                text::count(by.unsigned_abs().into(), "grade", "grades"),
                if *by > 0 { "higher" } else { "lower" }
            )
        }
        // ---- dice tests and volleys
        Event::DiceTested { test, passed, failed, dice } => tested_in_words(state, test, [passed, failed], dice),
        Event::Volleyed { unit, dice, hits, .. } => {
            let (hit, missed): (Vec<_>, Vec<_>) = hits.iter().partition(|(_, n)| *n > 0);
            let hit: Vec<String> = hit
                .iter()
                .map(|(target, n)| {
                    format!("hits {} {}", of(*target), if *n == 1 { "once".into() } else { format!("{n} times") })
                })
                .collect();
            let fires = format!("{} fires with {}", of(*unit), text::count((*dice).into(), "die", "dice"));
            match (hit.is_empty(), missed.is_empty()) {
                (true, _) => format!("{fires} and hits nobody"),
                (false, true) => format!("{fires} and {}", text::list(&hit)),
                (false, false) => {
                    let missed: Vec<UnitId> = missed.iter().map(|(target, _)| *target).collect();
                    format!("{fires} and {}; {} unhurt", text::list(&hit), names(&missed))
                }
            }
        }
        // ---- support
        Event::Supported { .. } => return None,
        // ---- matrix arguments
        Event::Argued { succeeds, total } => support::argued(*succeeds, *total),
        // ---- stacks
        Event::Stacks(event) => return stacks::sentence(state, event),
    })
}

// ---- dice tests and volleys
/// Who passed and who did not, with how many dice where that is known.
fn tested_in_words(state: &State, test: &str, [passed, failed]: [&[UnitId]; 2], dice: &[u8]) -> String {
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
