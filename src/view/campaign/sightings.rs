//! What each side knows of the others: whom it sees, or saw last, when and where.

use super::{CampaignCard, CampaignItem, CampaignRow, RowTone, capital};
use crate::{
    id::{Id, SideId},
    notation::{self, SightingWords},
    rules::sighting::{Age, Known, known},
    state::{State, strength_together},
};

/// `Sightings: 5`
pub(super) fn title(sightings: usize) -> String {
    format!("Sightings: {sightings}")
}

/// A row for each force that a side knows of, side by side, those in sight first.
#[must_use]
pub(crate) fn rows(state: &State) -> Vec<CampaignRow> {
    let mut all: Vec<(SideId, Id, Known)> = state
        .sightings()
        .filter_map(|(side, force, _)| known(state, side, force).map(|known| (side, force, known)))
        .collect();
    all.sort_by_key(|(side, force, known)| (*side, known.age != Age::InSight, *force));
    let mut last = None;
    let row = |(side, force, known): &(SideId, Id, Known)| {
        let SightingWords { who, place, when, facts } = notation::sighting_words(state, known);
        // Of several of one side the first names it.
        let lead = if last == Some(*side) { String::new() } else { state.name(*side) };
        last = Some(*side);
        CampaignRow {
            item: CampaignItem::Sighting(*side, *force),
            lead,
            text: format!("{who}{place}, {}", when.replacen("last seen on ", "seen ", 1)),
            tail: String::new(),
            about: facts,
            tone: if known.age == Age::InSight { RowTone::Plain } else { RowTone::Quiet },
        }
    };
    all.iter().map(row).collect()
}

/// The card of what a side knows of a force: where and when, what else, and how it is in truth.
pub(super) fn card(state: &State, side: SideId, force: Id) -> CampaignCard {
    let Some(known) = known(state, side, force) else { return CampaignCard::default() };
    let SightingWords { who, place, when, facts } = notation::sighting_words(state, &known);
    let mut lines = vec![format!("{}, {when}", capital(&format!("{who}{place}")))];
    lines.push(if facts.is_empty() { "Nothing else is known of it.".into() } else { format!("Known of it: {facts}") });
    let whereabouts = super::whereabouts(state, force);
    let whereabouts = if whereabouts.is_empty() { String::new() } else { format!(" {whereabouts},") };
    if let Some(strength) = strength_together(state.units_of_force(force)) {
        lines.push(format!("In truth: {},{whereabouts} {} SP", state.name(force), strength.now));
    }
    CampaignCard { title: format!("Known to {}", state.name(side)), lines }
}
