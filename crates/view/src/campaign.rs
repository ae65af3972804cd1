//! The Campaign screen's panes: the calendar, the forces, the battles, each a list of rows, and a card of the chosen row. What is
//! not there yet is offered in the pane where it would be, as an order.

mod areas;
mod battles;
mod calendar;
mod card;
mod contacts;
mod forces;
mod inbox;
mod network;
mod pane;
mod plan;
mod proposed;
mod score;
mod sightings;
mod tables;
mod theatre;

pub use areas::{CampaignAreas, Graph, Wanted, areas, stacked};
pub use battles::rows as battle_rows;
pub use calendar::rows as calendar_rows;
pub use card::{CampaignCard, card, of_force_in_words};
pub use contacts::{fights_already, place as contact_place, rows as contact_rows};
pub use forces::{offers as force_offers, whereabouts};
pub use inbox::{composed as composed_rows, composed_title, rows as inbox_rows};
pub use network::{NetworkPane, NetworkPlan, Way};
pub use pane::CampaignPane;
pub use proposed::{THEN_MORE, row as proposed_row};
pub use score::rows as score_rows;
pub use sightings::rows as sighting_rows;
pub use tables::rows as table_rows;
pub use theatre::rows as theatre_rows;

use crate::layout::Border;
use wardiary_base::{
    ground::Station,
    id::{BattleId, Id, SideId, UnitId},
    text,
};
use wardiary_rules::{
    notation,
    rules::Proposal,
    state::{EntityKind, State, strength_together},
};

/// The panes of the Campaign screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CampaignPart {
    /// What is due, and what is to come.
    Calendar,
    /// The orders that sides handed in, and the messages that go to them.
    Inbox,
    /// What is due between battles, as orders.
    Proposed,
    /// Opposing forces that have met.
    Contacts,
    /// The places of the theatre, and who stands in them.
    Theatre,
    /// What each side knows of the others.
    Sightings,
    /// The random tables of the rulebook.
    Tables,
    /// The victory points, and how the campaign ended.
    Score,
    /// The battles with their results.
    Battles,
    /// The forces by side.
    Forces,
}

impl CampaignPart {
    /// All there are, in their order.
    pub const ALL: [Self; 10] = [
        Self::Calendar,
        Self::Inbox,
        Self::Proposed,
        Self::Contacts,
        Self::Theatre,
        Self::Sightings,
        Self::Tables,
        Self::Score,
        Self::Battles,
        Self::Forces,
    ];

    /// The border above its pane, where another lies there; none of what is always the first.
    pub fn above(self) -> Option<Border> {
        match self {
            Self::Calendar => None,
            Self::Inbox => Some(Border::CampaignInbox),
            Self::Proposed => Some(Border::CampaignProposed),
            Self::Contacts => Some(Border::CampaignContacts),
            Self::Theatre => Some(Border::CampaignTheatre),
            Self::Sightings => Some(Border::CampaignSightings),
            Self::Tables => Some(Border::CampaignTables),
            Self::Score => Some(Border::CampaignScore),
            Self::Battles => Some(Border::CampaignBattles),
            Self::Forces => Some(Border::CampaignForcesBelow),
        }
    }

    /// What stands over the pane with so many rows: the most that can be said of it in a few words, since a pane without room
    /// shows no more.
    #[must_use]
    pub fn title(self, state: &State, rows: usize) -> String {
        match self {
            Self::Calendar => calendar::title(state),
            Self::Inbox => inbox::title(state),
            Self::Proposed => proposed::title(rows),
            Self::Contacts => contacts::title(rows),
            Self::Theatre => theatre::title(state),
            Self::Sightings => sightings::title(rows),
            Self::Tables => tables::title(rows),
            Self::Score => score::title(state),
            Self::Battles => battles::title(state),
            Self::Forces => forces::title(state),
        }
    }
}

/// What a row stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum CampaignItem {
    /// Something that is scheduled, by its number.
    Scheduled(u32),
    /// An order that is composed on a share, by its place in the letter, and its text.
    Composed(usize, String),
    /// Orders that a side handed in, by their number.
    Orders(u32),
    /// A message, by its number.
    Message(u32),
    /// An order that is due between battles.
    Proposed(Box<Proposal>),
    /// A contact, by its number.
    Contact(u32),
    /// A random table, by its place in the rulebook.
    Table(usize),
    /// A battle.
    Battle(BattleId),
    /// A place of the theatre, or a point on the way from it.
    Station(Station),
    /// What a side knows of an enemy force.
    Sighting(SideId, Id),
    /// The same where it is all there is of the force, in the campaign as that side sees it: by its number.
    Sketch(u32),
    /// A side, a stack or a unit.
    Force(Id),
    /// How the campaign ended.
    End,
    /// Something that is not there yet, and the beginning of the order that makes it.
    Offer(String),
}

/// How a row looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowTone {
    /// Something is to be done about it.
    Urgent,
    /// It is not there, and could be.
    Offer,
    /// It is there.
    Plain,
    /// It is over.
    Quiet,
}

/// A row of a pane.
#[derive(Clone, Debug, PartialEq)]
pub struct CampaignRow {
    /// What it stands for.
    pub item: CampaignItem,
    /// What stands in front, in a column of its own.
    pub lead: String,
    /// What it says.
    pub text: String,
    /// What stands at the end, where there is room.
    pub tail: String,
    /// What its card says besides.
    pub about: String,
    /// How it looks.
    pub tone: RowTone,
}

impl CampaignRow {
    /// A row that offers what is not there yet.
    fn offer(what: &str, order: impl Into<String>) -> Self {
        let (lead, tail, about) = Default::default();
        Self { item: CampaignItem::Offer(order.into()), lead, text: what.into(), tail, about, tone: RowTone::Offer }
    }
}

/// The side, stack or unit that a row is about: of a contact the one that came, of a place and a battle the first one there, of
/// what is scheduled the one that it names.
#[must_use]
pub fn subject(state: &State, item: &CampaignItem) -> Option<Id> {
    match item {
        CampaignItem::Force(id) | CampaignItem::Sighting(_, id) => Some(*id),
        CampaignItem::Proposed(proposal) => Some(proposal.who),
        CampaignItem::Orders(number) => state.written(*number).map(|orders| orders.side.into()),
        CampaignItem::Message(number) => state.message(*number)?.sides.first().copied().map(Id::from),
        CampaignItem::Contact(number) => state.contact(*number).map(|contact| contact.forces.0),
        CampaignItem::Scheduled(item) => {
            let text = notation::due_text(state, state.calendar().item(*item)?).to_lowercase();
            let units = state.units().iter().map(|unit| (&unit.name, Id::from(unit.id)));
            let stacks = state.stacks().iter().map(|stack| (&stack.name, Id::from(stack.id)));
            let named = stacks.chain(units).filter(|(name, _)| text.contains(&name.to_lowercase()));
            // Of “1st Guards” and “1st Guards Horse” the longer one is meant.
            named.max_by_key(|(name, _)| name.len()).map(|(_, id)| id)
        }
        CampaignItem::Station(station) => theatre::standing(state).remove(station)?.first().copied(),
        CampaignItem::Battle(id) => state.battle(*id)?.contingents.first()?.units().next().map(Id::from),
        CampaignItem::Composed(..)
        | CampaignItem::Sketch(_)
        | CampaignItem::Table(_)
        | CampaignItem::End
        | CampaignItem::Offer(_) => None,
    }
}

/// The force that a side, stack or unit is, or is part of; none of a side.
#[must_use]
pub fn force_of(state: &State, id: Id) -> Option<Id> {
    match state.kind(id)? {
        EntityKind::Unit => state.force_of(UnitId(id.0)),
        EntityKind::Stack => Some(id),
        _ => None,
    }
}

/// A text of the user's as it is shown in a row.
fn shown(text: &str) -> String {
    text::sanitize(text)
}

/// A phrase as a sentence begins.
fn capital(phrase: &str) -> String {
    let mut signs = phrase.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// `XX Corps (12 SP)`; the name alone where its strength is not known exactly.
fn with_strength(state: &State, force: Id) -> String {
    let strength = strength_together(state.units_of_force(force)).map(|sum| format!(" ({} SP)", sum.now));
    state.name(force) + &strength.unwrap_or_default()
}
