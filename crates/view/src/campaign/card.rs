//! The card of the selected row, with all details that the row has no room for.

use super::{
    CampaignItem, battles, capital, contacts,
    forces::{IN_BATTLE, whereabouts},
    inbox, sightings, tables, theatre,
};
use crate::modifier;
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, Id, StackId, UnitId},
    text,
};
use wardiary_rules::{
    notation,
    state::{Battle, EntityKind, State, Unit, strength_together},
};

/// The card of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CampaignCard {
    pub title: String,
    pub lines: Vec<String>,
}

/// The card of a row's item, with the row's further text.
pub fn card(state: &State, item: &CampaignItem, about: &str) -> CampaignCard {
    match item {
        CampaignItem::Scheduled(item) => of_scheduled(state, *item),
        CampaignItem::Proposed(proposal) => {
            let order = notation::order_text(state, &proposal.order);
            CampaignCard { title: "Due between battles".into(), lines: vec![order, about.into()] }
        }
        CampaignItem::Composed(at, order) => inbox::of_composed(*at, order),
        CampaignItem::Orders(number) => inbox::of_written(state, *number),
        CampaignItem::Message(number) => inbox::of_sent(state, *number),
        CampaignItem::Sighting(side, force) => sightings::card(state, *side, *force),
        CampaignItem::Sketch(number) => sightings::card_of_sketch(state, *number),
        CampaignItem::Contact(number) => contacts::card(state, *number),
        CampaignItem::Table(at) => tables::card(state, *at),
        CampaignItem::Battle(id) => CampaignCard { title: state.name(*id), lines: battles::told(state, *id) },
        CampaignItem::Station(station) => theatre::card(state, *station),
        CampaignItem::Force(id) => match state.kind(*id) {
            Some(EntityKind::Unit) => of_unit(state, UnitId(id.0)),
            _ => of_force(state, *id),
        },
        CampaignItem::End => CampaignCard {
            title: "The end".into(),
            lines: notation::campaign_over(state).into_iter().map(|how| capital(&how)).collect(),
        },
        CampaignItem::Offer(order) => CampaignCard {
            title: "Offered".into(),
            lines: vec![format!("Enter begins the order: {}", text::sanitize(order))],
        },
    }
}

/// `turn 3`, if the rulebook has turns.
pub(super) fn turn(state: &State, battle: &Battle) -> Option<String> {
    state.book().uses(Mechanism::Turns).then(|| format!("turn {}", battle.turn))
}

fn of_scheduled(state: &State, item: u32) -> CampaignCard {
    let (clock, calendar) = (&state.book().clock, state.calendar());
    let Some(scheduled) = calendar.item(item) else { return CampaignCard::default() };
    let at = text::sanitize(&clock.name(scheduled.at));
    let title = format!("Number {item} of the calendar");
    let what = text::sanitize(&notation::due_text(state, scheduled));
    let when = if scheduled.at <= calendar.now { format!("Due since {at}.") } else { format!("To come on {at}.") };
    let is_order = scheduled.at <= calendar.now && notation::due_order(state, scheduled).is_ok();
    let can = if is_order { "It reads as an order, which can be given." } else { "" };
    CampaignCard { title, lines: vec![what, when, can.into()] }
}

/// The card of a side or a stack on the screen of a battle, a paragraph each, without the fact that it is in the
/// battle.
pub fn of_force_in_words(state: &State, id: Id) -> Vec<String> {
    let mut lines = of_force(state, id).lines;
    lines.retain(|line| *line != capital(IN_BATTLE));
    lines
}

/// A side or a stack: its number of units, strength, grades and whereabouts.
fn of_force(state: &State, id: Id) -> CampaignCard {
    let units: Vec<&Unit> = match state.kind(id) {
        Some(EntityKind::Stack) => {
            state.units().iter().map(|unit| &**unit).filter(|unit| unit.stack == Some(StackId(id.0))).collect()
        }
        _ => state.units().iter().map(|unit| &**unit).filter(|unit| Id::from(unit.side) == id).collect(),
    };
    let (alive, gone): (Vec<&Unit>, Vec<&Unit>) = units.iter().partition(|unit| unit.is_alive());
    let together = strength_together(units.iter().copied()).map(|sum| format!("{} of {} SP", sum.now, sum.full));
    let mut strength = vec![text::count(alive.len(), "unit", "units"), together.unwrap_or_else(|| "? SP".into())];
    strength.extend((!gone.is_empty()).then(|| format!("{} eliminated", gone.len())));
    let mut lines = vec![strength.join(", ")];
    let mut worth = Vec::new();
    if state.book().lines_up() && alive.iter().all(|unit| unit.grade_known().is_exact()) {
        worth.extend(grades(state, &alive));
    }
    if state.book().uses(Mechanism::Edna) && alive.iter().all(|unit| unit.edna_known().is_exact()) {
        worth.extend(ednas(&alive));
    }
    lines.extend((!worth.is_empty()).then(|| worth.join("; ")));
    lines.extend(losses(&units));
    lines.extend(supply(state, &alive));
    lines.push(place(state, id));
    lines.retain(|line| !line.is_empty());
    let side = state.side_of(id).filter(|side| Id::from(*side) != id).map(|side| format!(", {}", state.name(side)));
    CampaignCard { title: format!("{}{}", state.name(id), side.unwrap_or_default()), lines }
}

/// The units' losses so far, and their fate: `Lost so far: 7 SP, 2 for good, 3 to come back`
fn losses(units: &[&Unit]) -> Option<String> {
    strength_together(units.iter().copied())?;
    let sum = |of: fn(&Unit) -> u16| units.iter().map(|unit| u32::from(of(unit))).sum::<u32>();
    let lost = sum(|unit| unit.strength.full.saturating_sub(unit.strength.now));
    let parts = [
        (sum(|unit| unit.service.missing.for_good), "for good"),
        (sum(|unit| unit.service.missing.coming()), "to come back"),
    ];
    let parts = parts.iter().filter(|(points, _)| *points > 0).map(|(points, what)| format!(", {points} {what}"));
    (lost > 0).then(|| format!("Lost so far: {lost} SP{}", parts.collect::<String>()))
}

/// The units' supply, the best first: `Supply: full`, `Supply: 2 full, 1 low`
fn supply(state: &State, units: &[&Unit]) -> Option<String> {
    if !state.book().supply.is_on() {
        return None;
    }
    let mut levels: Vec<u8> = units.iter().map(|unit| unit.service.supply).collect();
    levels.sort_unstable();
    let name = |level: u8| state.book().supply.level(level).map(|level| text::sanitize(&level.name));
    let runs: Vec<(usize, String)> =
        levels.chunk_by(|a, b| a == b).filter_map(|run| Some((run.len(), name(run[0])?))).collect();
    match &runs[..] {
        [] => None,
        [(_, name)] => Some(format!("Supply: {name}")),
        several => {
            let told: Vec<String> = several.iter().map(|(many, name)| format!("{many} {name}")).collect();
            Some(format!("Supply: {}", told.join(", ")))
        }
    }
}

/// `3 green, 1 yellow`, the best first.
fn grades(state: &State, units: &[&Unit]) -> Option<String> {
    let ladder = &state.book().ladder;
    let mut all: Vec<_> = units.iter().map(|unit| state.grade_used(unit)).collect();
    all.sort_unstable();
    let runs = all.chunk_by(|a, b| a == b).map(|run| format!("{} {}", run.len(), ladder.step(run[0]).name));
    let runs: Vec<String> = runs.collect();
    (!runs.is_empty()).then(|| runs.join(", "))
}

/// `EDNA 3 to 8, 1 ineffective`
fn ednas(units: &[&Unit]) -> Option<String> {
    let least = units.iter().map(|unit| unit.edna.now).min()?;
    let most = units.iter().map(|unit| unit.edna.now).max()?;
    let range = if least == most { format!("EDNA {most}") } else { format!("EDNA {least} to {most}") };
    match units.iter().filter(|unit| unit.is_ineffective()).count() {
        0 => Some(range),
        n => Some(format!("{range}, {n} ineffective")),
    }
}

/// Whereabouts as a sentence; empty if unknown.
fn place(state: &State, id: Id) -> String {
    match whereabouts(state, id) {
        place if place.is_empty() => place,
        place => capital(&place),
    }
}

fn of_unit(state: &State, id: UnitId) -> CampaignCard {
    let Some(unit) = state.unit(id) else { return CampaignCard::default() };
    let book = state.book();
    let mut parts: Vec<String> = vec![state.name(unit.side)];
    parts.extend(unit.stack.map(|stack| state.name(stack)));
    parts.push(unit.kind.to_string());
    let mut worth = Vec::new();
    if unit.is_alive() {
        if book.lines_up() {
            let step = book.ladder.step(state.grade_used(unit));
            let bonus = if step.modifier == 0 { String::new() } else { format!(" {}", modifier(step)) };
            let was = if state.grade_used(unit) == unit.mustered {
                String::new()
            } else {
                format!(", mustered {}", book.ladder.step(unit.mustered).name)
            };
            worth.push(unit.grade_or(|| format!("{}{bonus}{was}", step.name)));
        }
        worth.push(unit.strength_or(|strength| format!("{} of {}", strength.now, strength.full)) + " SP");
        if book.uses(Mechanism::Edna) {
            let spent = if unit.is_ineffective() { ", ineffective" } else { "" };
            worth.push(format!("{}{spent}", unit.edna_words()));
        }
    } else {
        let had = unit.strength_known().is_exact().then(|| format!("; it had {} SP", unit.strength.full));
        worth.push(format!("eliminated{}", had.unwrap_or_default()));
    }
    let mut lines = vec![parts.join(", "), worth.join(", "), place(state, id.into())];
    lines.extend(losses(&[unit]).filter(|_| unit.is_alive()));
    lines.extend(supply(state, &[unit]).filter(|_| unit.is_alive()));
    lines.extend(record(state, id));
    lines.retain(|line| !line.is_empty());
    CampaignCard { title: unit.name.to_string(), lines }
}

/// The battles of a unit, each with its strength at the start.
fn record(state: &State, id: UnitId) -> Option<String> {
    let came = |battle: &Battle| {
        let contingents = battle.contingents.iter();
        contingents.flat_map(|c| c.brought.iter().chain(&c.arrived)).find(|(unit, _)| *unit == id).map(|(_, sp)| *sp)
    };
    let fought = |battle: &Battle| came(battle).map(|sp| (battle.id, sp));
    let all: Vec<(BattleId, u16)> = state.battles().iter().filter_map(fought).collect();
    let is_known = state.unit(id).is_some_and(|unit| unit.strength_known().is_exact());
    let with = |sp: &u16| if is_known { format!(" (came with {sp})") } else { String::new() };
    let told: Vec<String> = all.iter().map(|(battle, sp)| state.name(*battle) + &with(sp)).collect();
    (!told.is_empty()).then(|| format!("Fought in {}", text::list(&told)))
}
