//! The contacts of the theatre, opposing forces that met or passed each other and have not parted; and the sightings,
//! what each side knows of the others.

use super::{CampaignCard, CampaignItem, CampaignRow, RowTone, capitalize};
use std::collections::BTreeSet;
use wardiary_base::{
    id::{Id, SideId},
    text,
};
use wardiary_rules::{
    event::ContactCause,
    notation::{self, SightingText},
    rules::sighting::{Age, Known, knowledge_of},
    state::{ForceContact, State, total_strength},
};

/// `Contacts: 2`
pub(super) fn title(contacts: usize) -> String {
    format!("Contacts: {contacts}")
}

/// This many contacts at one place are one row, which unfolds.
const MANY: usize = 4;

/// A row for each contact: the forces in two columns, so that a narrow pane shortens both names, then the place. Many
/// contacts at one place are one row, with theirs below it if it is unfolded.
pub fn rows(state: &State, unfolded: &BTreeSet<String>) -> Vec<CampaignRow> {
    let row = |contact: &ForceContact| {
        let met = match contact.touch {
            ContactCause::Met => "met",
            ContactCause::Passed => "ran into",
            ContactCause::Ruled => "against",
        };
        CampaignRow {
            tail: place(state, contact),
            ..CampaignRow::new(
                CampaignItem::Contact(contact.number),
                state.name(contact.forces.0),
                format!("{met} {}", state.name(contact.forces.1)),
                RowTone::Urgent,
            )
        }
    };
    let mut places: Vec<(String, Vec<&ForceContact>)> = Vec::new();
    for contact in state.contacts() {
        let place = place(state, contact);
        match places.iter_mut().find(|(other, _)| *other == place) {
            Some((_, contacts)) => contacts.push(contact),
            None => places.push((place, vec![contact])),
        }
    }
    let mut rows = Vec::new();
    for (place, contacts) in places {
        let is_unfolded = contacts.len() < MANY || unfolded.contains(&place);
        if contacts.len() >= MANY {
            let numbers = contacts.iter().map(|contact| contact.number).collect();
            let text = text::count(contacts.len(), "contact", "contacts");
            let item = CampaignItem::Contacts { place: place.clone(), numbers, unfolded: is_unfolded };
            rows.push(CampaignRow::new(item, place, text, RowTone::Urgent));
        }
        rows.extend(contacts.into_iter().filter(|_| is_unfolded).map(row));
    }
    rows
}

/// The card of a place with many contacts: each of them.
pub(super) fn place_card(state: &State, place: &str, numbers: &[u32], unfolded: bool) -> CampaignCard {
    let contacts = numbers.iter().filter_map(|number| state.contact(*number));
    let line = |contact: &ForceContact| format!("{}.", description_with_places(state, contact));
    let does = if unfolded { "Enter folds them." } else { "Enter lists them." };
    let lines = contacts.map(line).chain([does.to_string()]).collect();
    CampaignCard { title: format!("Contacts at {place}"), lines }
}

/// Where a contact is: at the place of the force that was met, or between the places of two forces that passed: `Kulm`,
/// `Thorn and Kulm`.
pub fn place(state: &State, contact: &ForceContact) -> String {
    let Some(theatre) = state.theatre() else { return String::new() };
    let (first, second) = (theatre.name_of_station(contact.stations.0), theatre.name_of_station(contact.stations.1));
    if contact.touch == ContactCause::Met || first == second { second } else { format!("{first} and {second}") }
}

/// How a contact came about, with the whereabouts of both forces.
fn description_with_places(state: &State, contact: &ForceContact) -> String {
    let Some(theatre) = state.theatre() else { return String::new() };
    let with = |force: Id, at| format!("{} {}", state.name(force), theatre.whereabouts(at));
    let [first, second] = [with(contact.forces.0, contact.stations.0), with(contact.forces.1, contact.stations.1)];
    match contact.touch {
        ContactCause::Met => format!("{first} met {second}"),
        ContactCause::Passed => format!("{first} and {second} marched into each other"),
        ContactCause::Ruled => format!("{first} is in contact with {second}"),
    }
}

/// The one of two forces that already fights in a battle: `Alpha fights in Field`.
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

pub(super) fn card(state: &State, number: u32) -> CampaignCard {
    let Some(contact) = state.contact(number) else { return CampaignCard::default() };
    let clock = &state.book().clock;
    let since = if clock.is_on() { format!(", {}", clock.format_moment(contact.since)) } else { String::new() };
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

/// A row for each force that a side knows of, grouped by side, forces in sight first.
pub fn sighting_rows(state: &State) -> Vec<CampaignRow> {
    let sighted = state.sightings().filter_map(|(side, force, _)| {
        knowledge_of(state, side, force).map(|known| (side, CampaignItem::Sighting(side, force), force.0, known))
    });
    let sketched =
        state.sighting_estimates().map(|(side, number, known)| (side, CampaignItem::Estimate(number), number, known));
    let mut all: Vec<(SideId, CampaignItem, u32, Known)> = sighted.chain(sketched).collect();
    all.sort_by_key(|(side, _, number, known)| (*side, known.age != Age::InSight, *number));
    let mut last = None;
    let row = |(side, item, _, known): (SideId, CampaignItem, u32, Known)| {
        let SightingText { who, place, when, facts, .. } = notation::sighting_parts(state, &known);
        // Only the first row of a side names it.
        let lead = if last == Some(side) { String::new() } else { state.name(side) };
        last = Some(side);
        CampaignRow {
            details: facts,
            ..CampaignRow::new(
                item,
                lead,
                format!("{who}{place}, {}", when.replacen("last seen on ", "seen ", 1)),
                if known.age == Age::InSight { RowTone::Plain } else { RowTone::Muted },
            )
        }
    };
    all.into_iter().map(row).collect()
}

/// The card of a sighting in a side's own campaign, where the force itself is not part of the state.
pub(super) fn estimate_card(state: &State, number: u32) -> CampaignCard {
    state.sighting_estimate(number).map_or_else(CampaignCard::default, |(side, known)| known_card(state, side, &known))
}

/// The knowledge of a force: where, when and how well.
fn known_card(state: &State, side: SideId, known: &Known) -> CampaignCard {
    let SightingText { who, place, when, facts, .. } = notation::sighting_parts(state, known);
    let facts =
        if facts.is_empty() { "Nothing else is known about it.".into() } else { format!("Known about it: {facts}") };
    let lines = vec![format!("{}, {when}", capitalize(&format!("{who}{place}"))), facts];
    CampaignCard { title: format!("Known to {}", state.name(side)), lines }
}

/// The card of a sighting: where, when and how well the force is known, and its true state.
pub(super) fn sighting_card(state: &State, side: SideId, force: Id) -> CampaignCard {
    let Some(known) = knowledge_of(state, side, force) else { return CampaignCard::default() };
    let mut card = known_card(state, side, &known);
    let strength = total_strength(state.units_of_force(force)).map_or_else(|| "?".into(), |sum| sum.now.to_string());
    let whereabouts = crate::campaign::whereabouts(state, force);
    let whereabouts = if whereabouts.is_empty() { String::new() } else { format!(" {whereabouts},") };
    card.lines.push(format!("Actually: {},{whereabouts} {strength} SP", state.name(force)));
    card
}
