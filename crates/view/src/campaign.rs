//! The Campaign screen's panes: calendar, forces, battles and others, each a list of rows, and a card for the selected
//! row. A pane offers what is still missing as an order.

pub mod areas;
mod battles;
mod calendar;
mod card;
mod contacts;
mod forces;
mod inbox;
mod network;
mod pane;
mod tables;
mod theatre;

pub use areas::{CampaignAreas, CampaignNeeds, NetworkSize, areas, stack_panes};
pub use battles::{rows as battle_rows, score_parts, score_rows};
pub use calendar::rows as calendar_rows;
pub use card::{CampaignCard, card, force_details};
pub use contacts::{already_fighting, place as contact_place, rows as contact_rows, sighting_rows};
pub use forces::{missing_rows as force_offers, whereabouts};
pub use inbox::{THEN_MORE, composed_rows, composed_title, proposed_row, rows as inbox_rows};
pub use network::{NetworkDirection, NetworkPane, NetworkPlan};
pub use pane::CampaignPane;
pub use tables::rows as table_rows;
pub use theatre::rows as theatre_rows;

use crate::layout::Border;
use wardiary_base::{
    ground::Station,
    id::{BattleId, Id, SideId, UnitId},
    text::{self, Text},
};
use wardiary_rules::{
    notation,
    rules::Proposal,
    state::{EntityKind, State, total_strength},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CampaignPart {
    /// Scheduled items, due or coming.
    Calendar,
    /// Orders that sides handed in, and messages to them.
    Inbox,
    /// Orders proposed for the time between battles.
    Proposed,
    /// Opposing forces that have met.
    Contacts,
    /// The places of the theatre and the forces there.
    Theatre,
    Sightings,
    Tables,
    /// The victory points and how the campaign ended.
    Score,
    Battles,
    Forces,
}

impl CampaignPart {
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

    /// The border above the pane when another pane is above it. `None` for a pane that always comes first.
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

    /// The pane's title, with its row count. The title carries the most important facts because a collapsed pane shows
    /// nothing else.
    pub fn title(self, state: &State, rows: usize) -> String {
        match self {
            Self::Calendar => calendar::title(state),
            Self::Inbox => inbox::title(state),
            Self::Proposed => format!("Proposed: {}", text::count(rows, "order", "orders")),
            Self::Contacts => contacts::title(state.contacts().len()),
            Self::Theatre => theatre::title(state),
            Self::Sightings => format!("Sightings: {rows}"),
            Self::Tables => tables::title(rows),
            Self::Score => battles::score_title(state),
            Self::Battles => battles::title(state),
            Self::Forces => forces::title(state),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum CampaignItem {
    /// Scheduled item, by its number.
    Scheduled(u32),
    /// An order composed on a share: its position in the letter, and its text.
    Composed(usize, Text),
    /// Orders that a side handed in and that wait for an answer, by number.
    Orders(u32),
    /// The same, answered.
    Answered(u32),
    Message(u32),
    Proposed(Box<Proposal>),
    Contact(u32),
    /// The contacts at one place, by number, and whether they are listed below.
    Contacts {
        place: String,
        numbers: Vec<u32>,
        unfolded: bool,
    },
    Table(usize),
    Battle(BattleId),
    /// A place of the theatre, or a point on a road.
    Station(Station),
    /// A side's knowledge of an enemy force.
    Sighting(SideId, Id),
    /// A sighting in a side's own campaign, where the force itself is not part of the state; by its number.
    Estimate(u32),
    /// A side, a stack or a unit.
    Force(Id),
    End,
    /// Something still missing, with the beginning of the order that creates it.
    Missing(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowTone {
    Urgent,
    /// It is missing and could be created.
    Missing,
    Plain,
    Muted,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CampaignRow {
    pub item: CampaignItem,
    /// Shown first, in a column of its own.
    pub lead: String,
    pub text: String,
    /// Shown at the end, if there is room.
    pub tail: String,
    /// Further text for the row's card.
    pub details: String,
    pub tone: RowTone,
}

impl CampaignRow {
    fn new(item: CampaignItem, lead: impl Into<String>, text: impl Into<String>, tone: RowTone) -> Self {
        Self { item, lead: lead.into(), text: text.into(), tail: String::new(), details: String::new(), tone }
    }

    fn missing(what: &str, order: impl Into<String>) -> Self {
        Self::new(CampaignItem::Missing(order.into()), "", what, RowTone::Missing)
    }
}

/// The side, stack or unit that a row is about. A contact: the force that came. A place or a battle: the first force
/// there. A scheduled item: the force that it names.
pub fn subject(state: &State, item: &CampaignItem) -> Option<Id> {
    match item {
        CampaignItem::Force(id) | CampaignItem::Sighting(_, id) => Some(*id),
        CampaignItem::Proposed(proposal) => Some(proposal.who),
        CampaignItem::Orders(number) | CampaignItem::Answered(number) => {
            state.written_order(*number).map(|orders| orders.side.into())
        }
        CampaignItem::Message(number) => state.message(*number)?.sides.first().copied().map(Id::from),
        CampaignItem::Contact(number) => state.contact(*number).map(|contact| contact.forces.0),
        CampaignItem::Scheduled(item) => {
            let text = notation::due_text(state, state.calendar().item(*item)?).to_string().to_lowercase();
            let units = state.units().iter().map(|unit| (&unit.name, Id::from(unit.id)));
            let stacks = state.stacks().iter().map(|stack| (&stack.name, Id::from(stack.id)));
            let named = stacks.chain(units).filter(|(name, _)| text.contains(&name.to_lowercase()));
            // Of “1st Guards” and “1st Guards Horse”, the longer match wins.
            named.max_by_key(|(name, _)| name.len()).map(|(_, id)| id)
        }
        CampaignItem::Station(station) => theatre::forces_by_station(state).remove(station)?.first().copied(),
        CampaignItem::Battle(id) => state.battle(*id)?.contingents.first()?.units().next().map(Id::from),
        CampaignItem::Contacts { numbers, .. } => subject(state, &CampaignItem::Contact(*numbers.first()?)),
        CampaignItem::Composed(..)
        | CampaignItem::Estimate(_)
        | CampaignItem::Table(_)
        | CampaignItem::End
        | CampaignItem::Missing(_) => None,
    }
}

/// The force that a stack or unit is, or is part of; `None` for a side.
pub fn force_of(state: &State, id: Id) -> Option<Id> {
    match state.kind(id)? {
        EntityKind::Unit => state.force_of(UnitId(id.0)),
        EntityKind::Stack => Some(id),
        _ => None,
    }
}

fn capitalize(phrase: &str) -> String {
    let mut signs = phrase.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// `XX Corps (12 SP)`; the name alone if the strength is not known exactly.
fn name_with_strength(state: &State, force: Id) -> String {
    let strength = total_strength(state.units_of_force(force)).map(|sum| format!(" ({} SP)", sum.now));
    state.name(force) + &strength.unwrap_or_default()
}
