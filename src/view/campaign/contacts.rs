//! The contacts of the theatre: opposing forces that met or passed each other, and have not parted.

use super::{CampaignCard, CampaignItem, CampaignRow, RowTone};
use crate::{
    event::Touch,
    id::Id,
    state::{Encounter, State},
    text,
};

/// `Contacts: 2`
pub(super) fn title(contacts: usize) -> String {
    format!("Contacts: {contacts}")
}

/// A row for each contact.
#[must_use]
pub(crate) fn rows(state: &State) -> Vec<CampaignRow> {
    let row = |contact: &Encounter| CampaignRow {
        item: CampaignItem::Contact(contact.number),
        lead: place(state, contact),
        text: how(state, contact),
        tail: String::new(),
        about: String::new(),
        tone: RowTone::Urgent,
    };
    state.contacts().iter().map(row).collect()
}

fn place(state: &State, contact: &Encounter) -> String {
    state.theatre().map_or_else(String::new, |theatre| theatre.name_of_station(contact.at.1))
}

fn how(state: &State, contact: &Encounter) -> String {
    let [first, second] = [contact.forces.0, contact.forces.1].map(|force| state.name(force));
    match contact.how {
        Touch::Met => format!("{first} met {second}"),
        Touch::Passed => format!("{first} and {second} marched into each other"),
        Touch::Ruled => format!("{first} is in contact with {second}"),
    }
}

/// The card of a contact: how it came about, and who would fight.
pub(super) fn card(state: &State, number: u32) -> CampaignCard {
    let Some(contact) = state.contact(number) else { return CampaignCard::default() };
    let clock = &state.book().clock;
    let since = if clock.is_on() { format!(", {}", text::sanitize(&clock.name(contact.since))) } else { String::new() };
    let whereabouts = state.theatre().map_or_else(String::new, |theatre| theatre.whereabouts(contact.at.1));
    let mut lines = vec![format!("{} {whereabouts}{since}", how(state, contact))];
    for (at, forces) in
        [contact.forces.0, contact.forces.1].into_iter().zip(<[Vec<Id>; 2]>::from(state.forces_at_hand(contact)))
    {
        let strength =
            |force: &Id| -> u32 { state.units_of_force(*force).iter().map(|unit| u32::from(unit.strength.now)).sum() };
        let told: Vec<String> = forces.iter().map(|f| format!("{} ({} SP)", state.name(*f), strength(f))).collect();
        let side = state.side_of(at).map(|side| state.name(side)).unwrap_or_default();
        lines.push(format!("{side} at hand: {}", text::list(&told)));
    }
    CampaignCard { title: format!("Contact {number}"), lines }
}
