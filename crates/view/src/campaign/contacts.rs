//! The contacts of the theatre: opposing forces that met or passed each other and have not parted.

use super::{CampaignCard, CampaignItem, CampaignRow, RowTone};
use wardiary_base::{id::Id, text};
use wardiary_rules::{
    event::Touch,
    state::{Encounter, State},
};

/// `Contacts: 2`
pub(super) fn title(contacts: usize) -> String {
    format!("Contacts: {contacts}")
}

/// A row for each contact.
pub fn rows(state: &State) -> Vec<CampaignRow> {
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

/// Where a contact is: at the place of the force that was met, or between the places of two forces that passed: `Kulm`,
/// `Thorn and Kulm`.
pub fn place(state: &State, contact: &Encounter) -> String {
    let Some(theatre) = state.theatre() else { return String::new() };
    let (first, second) = (theatre.name_of_station(contact.at.0), theatre.name_of_station(contact.at.1));
    if contact.how == Touch::Met || first == second { second } else { format!("{first} and {second}") }
}

fn how(state: &State, contact: &Encounter) -> String {
    let [first, second] = [contact.forces.0, contact.forces.1].map(|force| state.name(force));
    match contact.how {
        Touch::Met => format!("{first} met {second}"),
        Touch::Passed => format!("{first} and {second} marched into each other"),
        Touch::Ruled => format!("{first} is in contact with {second}"),
    }
}

/// The same, with the whereabouts of both forces.
fn how_and_where(state: &State, contact: &Encounter) -> String {
    let Some(theatre) = state.theatre() else { return how(state, contact) };
    let with = |force: Id, at| format!("{} {}", state.name(force), theatre.whereabouts(at));
    let [first, second] = [with(contact.forces.0, contact.at.0), with(contact.forces.1, contact.at.1)];
    match contact.how {
        Touch::Met => format!("{first} met {second}"),
        Touch::Passed => format!("{first} and {second} marched into each other"),
        Touch::Ruled => format!("{first} is in contact with {second}"),
    }
}

/// Which of the two forces already fights in a battle: `Alpha fights in Field`.
pub fn fights_already(state: &State, contact: &Encounter) -> Option<String> {
    let forces = [contact.forces.0, contact.forces.1];
    let told = forces.map(|force| fights(state, force));
    let told: Vec<String> = told.into_iter().flatten().collect();
    (!told.is_empty()).then(|| text::list(&told))
}

fn fights(state: &State, force: Id) -> Option<String> {
    let battle = state.battle_of_force(force)?;
    Some(format!("{} fights in {}", state.name(force), state.name(battle)))
}

/// The card of a contact: how it came about, and who would fight.
pub(super) fn card(state: &State, number: u32) -> CampaignCard {
    let Some(contact) = state.contact(number) else { return CampaignCard::default() };
    let clock = &state.book().clock;
    let since = if clock.is_on() { format!(", {}", text::sanitize(&clock.name(contact.since))) } else { String::new() };
    let mut lines = vec![format!("{}{since}", how_and_where(state, contact))];
    for (at, forces) in
        [contact.forces.0, contact.forces.1].into_iter().zip(<[Vec<Id>; 2]>::from(state.forces_at_hand(contact)))
    {
        let told: Vec<String> = forces.iter().map(|force| super::with_strength(state, *force)).collect();
        let side = state.side_of(at).map(|side| state.name(side)).unwrap_or_default();
        lines.push(match fights(state, at) {
            Some(fights) => format!("{side}: {fights}"),
            None => format!("{side} at hand: {}", text::list(&told)),
        });
    }
    CampaignCard { title: format!("Contact {number}"), lines }
}
