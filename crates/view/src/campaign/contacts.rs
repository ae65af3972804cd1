//! The contacts of the theatre: opposing forces that met or passed each other and have not parted.

use super::{CampaignCard, CampaignItem, CampaignRow, RowTone};
use wardiary_base::{id::Id, text};
use wardiary_rules::{
    event::Touch,
    state::{ForceContact, State},
};

/// `Contacts: 2`
pub(super) fn title(contacts: usize) -> String {
    format!("Contacts: {contacts}")
}

/// A row for each contact: the forces in two columns, so that a narrow pane shortens both names, then the place.
pub fn rows(state: &State) -> Vec<CampaignRow> {
    let row = |contact: &ForceContact| {
        let met = match contact.touch {
            Touch::Met => "met",
            Touch::Passed => "ran into",
            Touch::Ruled => "against",
        };
        CampaignRow {
            item: CampaignItem::Contact(contact.number),
            lead: state.name(contact.forces.0),
            text: format!("{met} {}", state.name(contact.forces.1)),
            tail: place(state, contact),
            details: String::new(),
            tone: RowTone::Urgent,
        }
    };
    state.contacts().iter().map(row).collect()
}

/// Where a contact is: at the place of the force that was met, or between the places of two forces that passed: `Kulm`,
/// `Thorn and Kulm`.
pub fn place(state: &State, contact: &ForceContact) -> String {
    let Some(theatre) = state.theatre() else { return String::new() };
    let (first, second) = (theatre.name_of_station(contact.stations.0), theatre.name_of_station(contact.stations.1));
    if contact.touch == Touch::Met || first == second { second } else { format!("{first} and {second}") }
}

/// How a contact came about, with the whereabouts of both forces.
fn description_with_places(state: &State, contact: &ForceContact) -> String {
    let Some(theatre) = state.theatre() else { return String::new() };
    let with = |force: Id, at| format!("{} {}", state.name(force), theatre.whereabouts(at));
    let [first, second] = [with(contact.forces.0, contact.stations.0), with(contact.forces.1, contact.stations.1)];
    match contact.touch {
        Touch::Met => format!("{first} met {second}"),
        Touch::Passed => format!("{first} and {second} marched into each other"),
        Touch::Ruled => format!("{first} is in contact with {second}"),
    }
}

/// Which of the two forces already fights in a battle: `Alpha fights in Field`.
pub fn already_fighting(state: &State, contact: &ForceContact) -> Option<String> {
    let forces = [contact.forces.0, contact.forces.1];
    let text = forces.map(|force| fight_phrase(state, force));
    let text: Vec<String> = text.into_iter().flatten().collect();
    (!text.is_empty()).then(|| text::list(&text))
}

fn fight_phrase(state: &State, force: Id) -> Option<String> {
    let battle = state.battle_of_force(force)?;
    Some(format!("{} fights in {}", state.name(force), state.name(battle)))
}

/// The card of a contact: how it came about, and who would fight.
pub(super) fn card(state: &State, number: u32) -> CampaignCard {
    let Some(contact) = state.contact(number) else { return CampaignCard::default() };
    let clock = &state.book().clock;
    let since = if clock.is_on() {
        format!(", {}", text::sanitize(&clock.format_moment(contact.since)))
    } else {
        String::new()
    };
    let mut lines = vec![format!("{}{since}", description_with_places(state, contact))];
    for (at, forces) in
        [contact.forces.0, contact.forces.1].into_iter().zip(<[Vec<Id>; 2]>::from(state.nearby_forces(contact)))
    {
        let text: Vec<String> = forces.iter().map(|force| super::name_with_strength(state, *force)).collect();
        let side = state.side_of(at).map(|side| state.name(side)).unwrap_or_default();
        lines.push(match fight_phrase(state, at) {
            Some(fights) => format!("{side}: {fights}"),
            None => format!("{side} at hand: {}", text::list(&text)),
        });
    }
    CampaignCard { title: format!("Contact {number}"), lines }
}
