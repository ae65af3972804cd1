//! Words for the reasons of proposals between battles. Source: RULES 7.

use crate::{
    order::Gains,
    rules::{Reason, Trace},
    state::{Due, State},
};
use wardiary_base::{
    book::{Grade, Merit, When},
    id::UnitId,
    text,
};

/// The maximum number of units listed one by one.
const FEW: usize = 3;

/// The reason for a proposed order, as a sentence without a full stop.
pub fn proposal_reason(state: &State, reason: &Reason) -> String {
    match reason {
        Reason::Recovery { units } => recovery(state, units),
        Reason::Supply { level, trace } => supply(state, *level, *trace),
        Reason::Return { units } => returning(state, units),
        Reason::Replacements { points, pool: (pool, side), due: why } => {
            let left = state.book().replacements.pool(pool).map_or(0, |pool| state.left_in(pool, *side));
            let pool = text::display_name(pool);
            format!("{}: {points} SP from the pool {pool}, which has {left}", due(state, *why))
        }
        Reason::Raising { strength, grade, parts } => {
            let since = parts.map_or("eliminated".into(), |parts| format!("eliminated {} ago", in_parts(state, parts)));
            format!("{since}: rebuilt with {strength} SP{}", change(state, *grade))
        }
        Reason::Promotion { merit, number, grade, was_raised } => {
            let count = |one, many| text::count(usize::try_from(*number).unwrap_or(usize::MAX), one, many);
            let did = match merit {
                Merit::Never | Merit::Battles(_) => format!("in {}", count("battle", "battles")),
                Merit::Won(_) => format!("won {}", count("battle", "battles")),
                Merit::Inflicted(_) => format!("inflicted {}", count("defeat or hit", "defeats or hits")),
            };
            let since = if *was_raised { "rebuilt or promoted" } else { "mustered or promoted" };
            format!("{did} since it was {since} last{}", change(state, *grade))
        }
    }
}

/// `after 2 parts of rest: 37th Brigade 1 SP, 41st Brigade 1 SP and 1 EDNA`
fn recovery(state: &State, units: &[(UnitId, Gains, Due)]) -> String {
    let Some((_, _, first)) = units.first() else { return String::new() };
    let alike = units.iter().all(|(_, _, due)| due == first);
    let one = |(unit, gains, why): &(UnitId, Gains, Due)| {
        let why = if alike { String::new() } else { format!(" {}", due(state, *why)) };
        format!("{} {}{why}", state.name(*unit), gained(*gains))
    };
    let told = match units.len() {
        1..=FEW => text::list(&units.iter().map(one).collect::<Vec<_>>()),
        many => {
            let sum = units.iter().fold((0, 0, 0), |(strength, edna, grade), (_, gains, _)| {
                (strength + u32::from(gains.strength), edna + u32::from(gains.edna), grade + u32::from(gains.grade))
            });
            format!("{} for {}", amounts(sum), text::count(many, "unit", "units"))
        }
    };
    if alike || units.len() > FEW { format!("{}: {told}", due(state, *first)) } else { told }
}

/// `back after a battle: 37th Brigade 1 SP, and 2 later`
fn returning(state: &State, units: &[(UnitId, u16, u16)]) -> String {
    let later = |later: u32| if later == 0 { String::new() } else { format!(", and {later} later") };
    let one = |(unit, back, rest): &(UnitId, u16, u16)| {
        format!("{back} SP to {}{}", state.name(*unit), later(u32::from(*rest)))
    };
    let told = match units.len() {
        1..=FEW => units.iter().map(one).collect::<Vec<_>>().join("; "),
        many => {
            let (back, rest) =
                units.iter().fold((0, 0), |(b, r), (_, back, rest)| (b + u32::from(*back), r + u32::from(*rest)));
            format!("{back} SP to {}{}", text::count(many, "unit", "units"), later(rest))
        }
    };
    format!("of what was lost in battle comes back {told}")
}

/// `supply over 2 roads from Thorn: low to full`
fn supply(state: &State, (from, to): (u8, u8), trace: Trace) -> String {
    let level = |level| state.book().supply.level(level).map_or(String::new(), |level| text::display_name(&level.name));
    format!("{}: {} to {}", traced(state, trace), level(from), level(to))
}

/// `supplied from Thorn, 2 roads away`, `no way to a source that is free of enemies`
pub(crate) fn traced(state: &State, trace: Trace) -> String {
    let Some(theatre) = state.theatre() else { return "there is no theatre".into() };
    let (one, many) = if theatre.network().is_some() { ("road", "roads") } else { ("area", "areas") };
    match trace {
        Trace::Supplied(source, 0) => format!("supplied, in {}", theatre.name(source)),
        Trace::Supplied(source, roads) => {
            format!("supplied from {}, {} away", theatre.name(source), text::count(roads.into(), one, many))
        }
        Trace::Held(source) => format!("cut off, its source {} is in enemy hands", theatre.name(source)),
        Trace::CutOff => {
            let range = state.book().supply.range;
            let within =
                range.map_or(String::new(), |range| format!(" of at most {}", text::count(range.into(), one, many)));
            format!("cut off, no way{within} free of enemies to a source")
        }
    }
}

/// `, grade green to white`
fn change(state: &State, (from, to): (Grade, Grade)) -> String {
    let ladder = &state.book().ladder;
    let changes = from != to && state.book().uses_grades();
    if changes { format!(", grade {} to {}", ladder.name(from), ladder.name(to)) } else { String::new() }
}

/// A note that more proposals follow once these have been given or skipped.
pub fn more_waits(proposals: usize) -> String {
    let them = if proposals == 1 { "it is" } else { "they are" };
    format!("Something else waits for that: it is listed once {them} given or left")
}

/// `after 2 parts of rest`
fn due(state: &State, due: Due) -> String {
    match due {
        Due::AfterBattle => "after a battle".into(),
        Due::Parts { parts, when } => {
            let parts = in_parts(state, parts);
            match when {
                When::Rested(_) => format!("after {parts} of rest"),
                When::Unengaged(_) => format!("after {parts} without an enemy near"),
                When::Passed(_) | When::AfterBattle => format!("after {parts}"),
            }
        }
    }
}

/// `2 parts`, `1 week`
pub fn in_parts(state: &State, parts: u32) -> String {
    let clock = &state.book().clock;
    let n = usize::try_from(parts).unwrap_or(usize::MAX);
    if clock.parts.is_empty() {
        let unit = clock.unit();
        return text::count(n, unit, &format!("{unit}s"));
    }
    text::count(n, "part", "parts")
}

/// `1 SP, 2 EDNA and 1 grade`
pub(crate) fn gained(gains: Gains) -> String {
    amounts((gains.strength.into(), gains.edna.into(), gains.grade.into()))
}

fn amounts((strength, edna, grade): (u32, u32, u32)) -> String {
    let mut told = Vec::new();
    told.extend((strength > 0).then(|| format!("{strength} SP")));
    told.extend((edna > 0).then(|| format!("{edna} EDNA")));
    told.extend((grade > 0).then(|| text::count(usize::try_from(grade).unwrap_or(usize::MAX), "grade", "grades")));
    if told.is_empty() { "nothing".into() } else { text::list(&told) }
}
