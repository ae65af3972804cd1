//! Words for the reasons of proposals between battles. Source: RULES 7.

use crate::{
    order::Gains,
    rules::{ProposalReason, SupplyTrace},
    state::{DueReason, State},
};
use wardiary_base::{
    book::{DueRule, Grade, PromotionMerit},
    id::UnitId,
    text,
};

/// The maximum number of units listed one by one.
const MAX_LISTED: usize = 3;

/// The reason for a proposed order, as a sentence without a full stop.
pub fn proposal_reason(state: &State, reason: &ProposalReason) -> String {
    match reason {
        ProposalReason::Recovery { units } => recovery_reason(state, units),
        ProposalReason::Supply { level, trace } => supply_reason(state, *level, *trace),
        ProposalReason::ReturningStrength { units } => return_reason(state, units),
        ProposalReason::Replacements { points, pool: (pool, side), due: why } => {
            let left = state.book().replacements.pool(pool).map_or(0, |pool| state.points_left_in_pool(pool, *side));
            let pool = pool.as_name();
            format!("{}: {points} SP from the pool {pool}, which has {left}", due_reason(state, *why))
        }
        ProposalReason::Raising { strength, grade, parts } => {
            let since =
                parts.map_or("eliminated".into(), |parts| format!("eliminated {} ago", parts_text(state, parts)));
            format!("{since}: rebuilt with {strength} SP{}", grade_change_text(state, *grade))
        }
        ProposalReason::Promotion { merit, number, grade, was_raised } => {
            let count = |one, many| text::count(usize::try_from(*number).unwrap_or(usize::MAX), one, many);
            let did = match merit {
                PromotionMerit::Never | PromotionMerit::Battles(_) => format!("in {}", count("battle", "battles")),
                PromotionMerit::Won(_) => format!("won {}", count("battle", "battles")),
                PromotionMerit::Inflicted(_) => format!("inflicted {}", count("defeat or hit", "defeats or hits")),
            };
            let since = if *was_raised { "rebuilt or promoted" } else { "mustered or promoted" };
            format!("{did} since it was last {since}{}", grade_change_text(state, *grade))
        }
    }
}

/// `after 2 parts of rest: 37th Brigade 1 SP, 41st Brigade 1 SP and 1 EDNA`
fn recovery_reason(state: &State, units: &[(UnitId, Gains, DueReason)]) -> String {
    let Some((_, _, first)) = units.first() else { return String::new() };
    let alike = units.iter().all(|(_, _, due)| due == first);
    let one = |(unit, gains, why): &(UnitId, Gains, DueReason)| {
        let why = if alike { String::new() } else { format!(" {}", due_reason(state, *why)) };
        format!("{} {}{why}", state.name(*unit), gains_text(*gains))
    };
    let units_text = match units.len() {
        1..=MAX_LISTED => text::list(&units.iter().map(one).collect::<Vec<_>>()),
        many => {
            let sum = units.iter().fold((0, 0, 0), |(strength, edna, grade), (_, gains, _)| {
                (strength + u32::from(gains.strength), edna + u32::from(gains.edna), grade + u32::from(gains.grade))
            });
            format!("{} for {}", amounts_text(sum), text::count(many, "unit", "units"))
        }
    };
    if alike || units.len() > MAX_LISTED { format!("{}: {units_text}", due_reason(state, *first)) } else { units_text }
}

/// `battle losses return: 1 SP to 37th Brigade, and 2 later`
fn return_reason(state: &State, units: &[(UnitId, u16, u16)]) -> String {
    let later = |later: u32| if later == 0 { String::new() } else { format!(", and {later} later") };
    let one = |(unit, back, rest): &(UnitId, u16, u16)| {
        format!("{back} SP to {}{}", state.name(*unit), later(u32::from(*rest)))
    };
    let text = match units.len() {
        1..=MAX_LISTED => units.iter().map(one).collect::<Vec<_>>().join("; "),
        many => {
            let (back, rest) =
                units.iter().fold((0, 0), |(b, r), (_, back, rest)| (b + u32::from(*back), r + u32::from(*rest)));
            format!("{back} SP to {}{}", text::count(many, "unit", "units"), later(rest))
        }
    };
    format!("battle losses return: {text}")
}

/// `supplied from Thorn, 2 roads away: low to full`
fn supply_reason(state: &State, (from, to): (u8, u8), trace: SupplyTrace) -> String {
    let level = |level| state.book().supply.level(level).map_or(String::new(), |level| level.name.as_name());
    format!("{}: {} to {}", supply_trace_text(state, trace), level(from), level(to))
}

/// `supplied from Thorn, 2 roads away`, `cut off, with no route to a source free of enemies`
pub(crate) fn supply_trace_text(state: &State, trace: SupplyTrace) -> String {
    let Some(theatre) = state.theatre() else { return "there is no theatre".into() };
    let (one, many) = if theatre.network().is_some() { ("road", "roads") } else { ("area", "areas") };
    match trace {
        SupplyTrace::Supplied(source, 0) => format!("supplied, in {}", theatre.name(source)),
        SupplyTrace::Supplied(source, roads) => {
            format!("supplied from {}, {} away", theatre.name(source), text::count(roads.into(), one, many))
        }
        SupplyTrace::EnemyHeld(source) => format!("cut off, with its source {} in enemy hands", theatre.name(source)),
        SupplyTrace::CutOff => {
            let range = state.book().supply.range;
            let within =
                range.map_or(String::new(), |range| format!(" of at most {}", text::count(range.into(), one, many)));
            format!("cut off, with no route{within} to a source free of enemies")
        }
    }
}

/// `, grade green to white`
fn grade_change_text(state: &State, (from, to): (Grade, Grade)) -> String {
    let ladder = &state.book().ladder;
    let changes = from != to && state.book().uses_grades();
    if changes { format!(", grade {} to {}", ladder.name(from), ladder.name(to)) } else { String::new() }
}

/// A note that more proposals follow once these have been carried out or skipped.
pub fn more_proposals_note(proposals: usize) -> String {
    let them = if proposals == 1 { "it is" } else { "they are" };
    format!("More proposals depend on this: they are listed once {them} given or skipped")
}

/// `after 2 parts of rest`
fn due_reason(state: &State, due: DueReason) -> String {
    match due {
        DueReason::AfterBattle => "after a battle".into(),
        DueReason::Parts { parts, when } => {
            let parts = parts_text(state, parts);
            match when {
                DueRule::Rested(_) => format!("after {parts} of rest"),
                DueRule::Unengaged(_) => format!("after {parts} without an enemy near"),
                DueRule::Passed(_) | DueRule::AfterBattle => format!("after {parts}"),
            }
        }
    }
}

/// `2 parts`, `1 week`
pub fn parts_text(state: &State, parts: u32) -> String {
    let clock = &state.book().clock;
    let n = usize::try_from(parts).unwrap_or(usize::MAX);
    if clock.parts.is_empty() {
        let unit = clock.unit();
        return text::count(n, &unit, &format!("{unit}s"));
    }
    text::count(n, "part", "parts")
}

/// `1 SP, 2 EDNA and 1 grade`
pub(crate) fn gains_text(gains: Gains) -> String {
    amounts_text((gains.strength.into(), gains.edna.into(), gains.grade.into()))
}

fn amounts_text((strength, edna, grade): (u32, u32, u32)) -> String {
    let mut text = Vec::new();
    text.extend((strength > 0).then(|| format!("{strength} SP")));
    text.extend((edna > 0).then(|| format!("{edna} EDNA")));
    text.extend((grade > 0).then(|| text::count(usize::try_from(grade).unwrap_or(usize::MAX), "grade", "grades")));
    if text.is_empty() { "nothing".into() } else { text::list(&text) }
}
