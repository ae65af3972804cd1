//! What each side knows of the others: forces that it sees or saw, when and where.

use super::{CampaignCard, CampaignItem, CampaignRow, RowTone, capitalize};
use wardiary_base::id::{Id, SideId};
use wardiary_rules::{
    notation::{self, SightingText},
    rules::sighting::{Age, Known, knowledge_of},
    state::State,
};

/// `Sightings: 5`
pub(super) fn title(sightings: usize) -> String {
    format!("Sightings: {sightings}")
}

/// A row for each force that a side knows of, grouped by side, forces in sight first.
pub fn rows(state: &State) -> Vec<CampaignRow> {
    let sighted = state.sightings().filter_map(|(side, force, _)| {
        knowledge_of(state, side, force).map(|known| (side, CampaignItem::Sighting(side, force), force.0, known))
    });
    let sketched =
        state.sighting_estimates().map(|(side, number, known)| (side, CampaignItem::Estimate(number), number, known));
    let mut all: Vec<(SideId, CampaignItem, u32, Known)> = sighted.chain(sketched).collect();
    all.sort_by_key(|(side, _, number, known)| (*side, known.age != Age::InSight, *number));
    let mut last = None;
    let row = |(side, item, _, known): (SideId, CampaignItem, u32, Known)| {
        let SightingText { who, place, when, facts } = notation::sighting_parts(state, &known);
        // Only the first row of a side names it.
        let lead = if last == Some(side) { String::new() } else { state.name(side) };
        last = Some(side);
        CampaignRow {
            item,
            lead,
            text: format!("{who}{place}, {}", when.replacen("last seen on ", "seen ", 1)),
            tail: String::new(),
            details: facts,
            tone: if known.age == Age::InSight { RowTone::Plain } else { RowTone::Muted },
        }
    };
    all.into_iter().map(row).collect()
}

/// The card of a sighting in a side's own campaign, where the force itself is not part of the state.
pub(super) fn estimate_card(state: &State, number: u32) -> CampaignCard {
    state.sighting_estimate(number).map_or_else(CampaignCard::default, |(side, known)| known_card(state, side, &known))
}

/// What is known of a force: where, when and how well.
fn known_card(state: &State, side: SideId, known: &Known) -> CampaignCard {
    let SightingText { who, place, when, facts } = notation::sighting_parts(state, known);
    let facts = if facts.is_empty() { "Nothing else is known of it.".into() } else { format!("Known of it: {facts}") };
    let lines = vec![format!("{}, {when}", capitalize(&format!("{who}{place}"))), facts];
    CampaignCard { title: format!("Known to {}", state.name(side)), lines }
}

/// The card of a sighting: where, when and how well the force is known, and its true state.
pub(super) fn card(state: &State, side: SideId, force: Id) -> CampaignCard {
    let Some(known) = knowledge_of(state, side, force) else { return CampaignCard::default() };
    let mut card = known_card(state, side, &known);
    let strength: u32 = state.units_of_force(force).iter().map(|unit| u32::from(unit.strength.now)).sum();
    let whereabouts = super::whereabouts(state, force);
    let whereabouts = if whereabouts.is_empty() { String::new() } else { format!(" {whereabouts},") };
    card.lines.push(format!("In truth: {},{whereabouts} {strength} SP", state.name(force)));
    card
}
