//! What each side knows of the others: forces that it sees or saw, when and where.

use super::{CampaignCard, CampaignItem, CampaignRow, RowTone, capital};
use wardiary_base::id::{Id, SideId};
use wardiary_rules::{
    notation::{self, SightingWords},
    rules::sighting::{Age, Known, known},
    state::State,
};

/// `Sightings: 5`
pub(super) fn title(sightings: usize) -> String {
    format!("Sightings: {sightings}")
}

/// A row for each force that a side knows of, grouped by side, forces in sight first.
pub fn rows(state: &State) -> Vec<CampaignRow> {
    let sighted = state.sightings().filter_map(|(side, force, _)| {
        known(state, side, force).map(|known| (side, CampaignItem::Sighting(side, force), force.0, known))
    });
    let sketched = state.sketches().map(|(side, number, known)| (side, CampaignItem::Sketch(number), number, known));
    let mut all: Vec<(SideId, CampaignItem, u32, Known)> = sighted.chain(sketched).collect();
    all.sort_by_key(|(side, _, number, known)| (*side, known.age != Age::InSight, *number));
    let mut last = None;
    let row = |(side, item, _, known): (SideId, CampaignItem, u32, Known)| {
        let SightingWords { who, place, when, facts } = notation::sighting_words(state, &known);
        // Only the first row of a side names it.
        let lead = if last == Some(side) { String::new() } else { state.name(side) };
        last = Some(side);
        CampaignRow {
            item,
            lead,
            text: format!("{who}{place}, {}", when.replacen("last seen on ", "seen ", 1)),
            tail: String::new(),
            about: facts,
            tone: if known.age == Age::InSight { RowTone::Plain } else { RowTone::Quiet },
        }
    };
    all.into_iter().map(row).collect()
}

/// The card of a sighting in a side's own campaign, where the force itself is not part of the state.
pub(super) fn card_of_sketch(state: &State, number: u32) -> CampaignCard {
    state.sketch(number).map_or_else(CampaignCard::default, |(side, known)| card_of(state, side, &known))
}

/// What is known of a force: where, when and how well.
fn card_of(state: &State, side: SideId, known: &Known) -> CampaignCard {
    let SightingWords { who, place, when, facts } = notation::sighting_words(state, known);
    let facts = if facts.is_empty() { "Nothing else is known of it.".into() } else { format!("Known of it: {facts}") };
    let lines = vec![format!("{}, {when}", capital(&format!("{who}{place}"))), facts];
    CampaignCard { title: format!("Known to {}", state.name(side)), lines }
}

/// The card of a sighting: where, when and how well the force is known, and its true state.
pub(super) fn card(state: &State, side: SideId, force: Id) -> CampaignCard {
    let Some(known) = known(state, side, force) else { return CampaignCard::default() };
    let mut card = card_of(state, side, &known);
    let strength: u32 = state.units_of_force(force).iter().map(|unit| u32::from(unit.strength.now)).sum();
    let whereabouts = super::whereabouts(state, force);
    let whereabouts = if whereabouts.is_empty() { String::new() } else { format!(" {whereabouts},") };
    card.lines.push(format!("In truth: {},{whereabouts} {strength} SP", state.name(force)));
    card
}
