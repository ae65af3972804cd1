//! The card of the selected row, with all details that the row has no room for.

use super::{
    CampaignItem, battles, capitalize, contacts,
    forces::{IN_BATTLE, whereabouts},
    inbox, tables, theatre,
};
use crate::grade_with_bonus;
use wardiary_base::{
    book::Mechanism,
    id::{Id, UnitId},
    text::{self, Text},
};
use wardiary_rules::{
    notation,
    state::{Battle, Contingent, EntityKind, State, Unit, total_strength},
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CampaignCard {
    pub title: String,
    pub lines: Vec<String>,
}

/// The card of a row's item, with the row's further text.
pub fn card(state: &State, item: &CampaignItem, about: &str) -> CampaignCard {
    match item {
        CampaignItem::Scheduled(item) => scheduled_card(state, *item),
        CampaignItem::Proposed(proposal) => {
            let order = notation::order_text(state, &proposal.order);
            CampaignCard { title: "Due between battles".into(), lines: vec![order, about.into()] }
        }
        CampaignItem::Composed(at, order) => inbox::composed_card(*at, order),
        CampaignItem::Orders(number) | CampaignItem::Answered(number) => inbox::written_orders_card(state, *number),
        CampaignItem::Message(number) => inbox::message_card(state, *number),
        CampaignItem::Sighting(side, force) => contacts::sighting_card(state, *side, *force),
        CampaignItem::Estimate(number) => contacts::estimate_card(state, *number),
        CampaignItem::Contact(number) => contacts::card(state, *number),
        CampaignItem::Contacts { place, numbers, unfolded } => contacts::place_card(state, place, numbers, *unfolded),
        CampaignItem::Table(at) => tables::card(state, *at),
        CampaignItem::Battle(id) => CampaignCard { title: state.name(*id), lines: battles::summary(state, *id) },
        CampaignItem::Station(station) => theatre::card(state, *station),
        CampaignItem::Force(id) => match state.kind(*id) {
            Some(EntityKind::Unit) => unit_card(state, UnitId(id.0)),
            _ => force_card(state, *id),
        },
        CampaignItem::End => CampaignCard {
            title: "The end".into(),
            lines: notation::campaign_over_sentence(state).into_iter().map(|how| capitalize(&how)).collect(),
        },
        CampaignItem::Missing(order) => CampaignCard {
            title: "Offered".into(),
            lines: vec![format!("Enter starts the order: {}", text::sanitize(order))],
        },
    }
}

/// `turn 3`, if the rulebook has turns.
pub(super) fn turn(state: &State, battle: &Battle) -> Option<String> {
    state.book().uses(Mechanism::Turns).then(|| format!("turn {}", battle.turn))
}

fn scheduled_card(state: &State, item: u32) -> CampaignCard {
    let (clock, calendar) = (&state.book().clock, state.calendar());
    let Some(scheduled) = calendar.item(item) else { return CampaignCard::default() };
    let at = clock.format_moment(scheduled.due);
    let title = format!("Calendar item {item}");
    let what = notation::due_text(state, scheduled).to_string();
    let when = if scheduled.due <= calendar.now { format!("Due since {at}.") } else { format!("Due on {at}.") };
    let is_order = scheduled.due <= calendar.now && notation::due_order(state, scheduled).is_ok();
    let can = if is_order { "Its text is an order that can be given." } else { "" };
    CampaignCard { title, lines: vec![what, when, can.into()] }
}

/// The card of a side, formation or stack on the screen of a battle, a paragraph each, without the fact that it is in the
/// battle.
pub fn force_details(state: &State, id: Id) -> Vec<String> {
    let mut lines = force_card(state, id).lines;
    lines.retain(|line| *line != capitalize(IN_BATTLE));
    lines
}

/// A side, formation or stack: its number of units, strength, grades and whereabouts.
fn force_card(state: &State, id: Id) -> CampaignCard {
    let units = state.units().iter().map(|unit| &**unit);
    let units: Vec<&Unit> = units.filter(|unit| state.holders(unit.id.into()).contains(&id)).collect();
    let (alive, gone): (Vec<&Unit>, Vec<&Unit>) = units.iter().partition(|unit| unit.is_alive());
    let together = total_strength(units.iter().copied()).map(|sum| format!("{} of {} SP", sum.now, sum.full));
    let mut strength = vec![text::count(alive.len(), "unit", "units"), together.unwrap_or_else(|| "? SP".into())];
    strength.extend((!gone.is_empty()).then(|| format!("{} eliminated", gone.len())));
    let mut lines = vec![strength.join(", ")];
    let mut worth = Vec::new();
    let graded: Vec<&Unit> = alive.iter().copied().filter(|unit| state.uses_grade(unit)).collect();
    worth.extend(grades(state, &graded));
    worth.extend(ednas(&alive).filter(|_| state.book().uses(Mechanism::Edna)));
    lines.extend((!worth.is_empty()).then(|| worth.join("; ")));
    lines.extend(losses(&units));
    lines.extend(supply(state, &alive));
    lines.push(whereabouts_sentence(state, id));
    lines.retain(|line| !line.is_empty());
    let side = state.side_of(id).filter(|side| Id::from(*side) != id).map(|side| format!(", {}", state.name(side)));
    CampaignCard { title: format!("{}{}", state.name(id), side.unwrap_or_default()), lines }
}

/// The units' losses so far, and their fate: `Lost so far: 7 SP, 2 permanently, 3 returning`
fn losses(units: &[&Unit]) -> Option<String> {
    let strength = total_strength(units.iter().copied())?;
    let sum = |of: fn(&Unit) -> u16| units.iter().map(|unit| u32::from(of(unit))).sum::<u32>();
    let lost = strength.full.saturating_sub(strength.now);
    let parts = [
        (sum(|unit| unit.history.lost_strength.permanent), "permanently"),
        (sum(|unit| unit.history.lost_strength.returning()), "returning"),
    ];
    let parts = parts.iter().filter(|(points, _)| *points > 0).map(|(points, what)| format!(", {points} {what}"));
    (lost > 0).then(|| format!("Lost so far: {lost} SP{}", parts.collect::<String>()))
}

/// The units' supply, the best first: `Supply: full`, `Supply: 2 full, 1 low`
fn supply(state: &State, units: &[&Unit]) -> Option<String> {
    if units.iter().any(|unit| state.supply_level(unit).is_none()) {
        return None;
    }
    let mut levels: Vec<u8> = units.iter().map(|unit| unit.history.supply).collect();
    levels.sort_unstable();
    let name = |level: u8| state.book().supply.level(level).map(|level| &level.name);
    let runs: Vec<(usize, &Text)> =
        levels.chunk_by(|a, b| a == b).filter_map(|run| Some((run.len(), name(run[0])?))).collect();
    match &runs[..] {
        [] => None,
        [(_, name)] => Some(format!("Supply: {name}")),
        several => {
            let text: Vec<String> = several.iter().map(|(many, name)| format!("{many} {name}")).collect();
            Some(format!("Supply: {}", text.join(", ")))
        }
    }
}

/// `3 green, 1 yellow`, the best first, if all are known.
fn grades(state: &State, units: &[&Unit]) -> Option<String> {
    let ladder = &state.book().ladder;
    let mut all: Vec<_> = units.iter().map(|unit| state.effective_grade(unit).exact()).collect::<Option<_>>()?;
    all.sort_unstable();
    let runs = all.chunk_by(|a, b| a == b).map(|run| format!("{} {}", run.len(), ladder.step(run[0]).name));
    let runs: Vec<String> = runs.collect();
    (!runs.is_empty()).then(|| runs.join(", "))
}

/// `EDNA 3 to 8, 1 ineffective`, if all are known.
fn ednas(units: &[&Unit]) -> Option<String> {
    let all: Vec<u8> = units.iter().map(|unit| unit.edna().exact().map(|edna| edna.now)).collect::<Option<_>>()?;
    let (least, most) = (all.iter().min()?, all.iter().max()?);
    let range = if least == most { format!("EDNA {most}") } else { format!("EDNA {least} to {most}") };
    match units.iter().filter(|unit| unit.is_ineffective()).count() {
        0 => Some(range),
        n => Some(format!("{range}, {n} ineffective")),
    }
}

/// Whereabouts as a sentence; empty if unknown.
fn whereabouts_sentence(state: &State, id: Id) -> String {
    match whereabouts(state, id) {
        place if place.is_empty() => place,
        place => capitalize(&place),
    }
}

fn unit_card(state: &State, id: UnitId) -> CampaignCard {
    let Some(unit) = state.unit(id) else { return CampaignCard::default() };
    let book = state.book();
    let mut parts: Vec<String> = vec![state.name(unit.side)];
    parts.extend(unit.stack.map(|stack| state.name(stack)));
    parts.push(unit.kind.to_string());
    let mut worth = Vec::new();
    if unit.is_alive() {
        if state.uses_grade(unit) {
            let used = state.effective_grade(unit);
            let mustered = unit.grade_at_muster().exact().filter(|mustered| used.exact() != Some(*mustered));
            let was = mustered.map(|mustered| format!(", mustered {}", book.ladder.step(mustered).name));
            worth.push(used.grade_text(|used| grade_with_bonus(state, used) + &was.unwrap_or_default()));
        }
        worth.push(unit.strength().text(|strength| format!("{} of {}", strength.now, strength.full)) + " SP");
        if book.uses(Mechanism::Edna) {
            let spent = if unit.is_ineffective() { ", ineffective" } else { "" };
            worth.push(format!("{}{spent}", unit.edna_words()));
        }
    } else {
        let had = unit.strength().exact().map(|strength| format!("; it had {} SP", strength.full));
        worth.push(format!("eliminated{}", had.unwrap_or_default()));
    }
    let mut lines = vec![parts.join(", "), worth.join(", "), whereabouts_sentence(state, id.into())];
    lines.extend(losses(&[unit]).filter(|_| unit.is_alive()));
    lines.extend(supply(state, &[unit]).filter(|_| unit.is_alive()));
    lines.extend(battle_record(state, id));
    lines.retain(|line| !line.is_empty());
    CampaignCard { title: unit.name.to_string(), lines }
}

/// The battles of a unit, each with its strength at the start.
fn battle_record(state: &State, id: UnitId) -> Option<String> {
    let came = |battle: &Battle| {
        let contingents = battle.contingents.iter();
        contingents.flat_map(Contingent::strengths_on_arrival).find(|(unit, _)| *unit == id).map(|(_, sp)| sp)
    };
    let fought = |battle: &Battle| came(battle).map(|sp| (battle.id, sp));
    let with = |sp: Option<u16>| sp.map_or_else(String::new, |sp| format!(" (started with {sp})"));
    let all = state.battles().iter().filter_map(fought);
    let text: Vec<String> = all.map(|(battle, sp)| state.name(battle) + &with(sp)).collect();
    (!text.is_empty()).then(|| format!("Fought in {}", text::list(&text)))
}
