//! The diary entries about a force on the Campaign screen: the last few on its card, and all of them in a list that
//! leads to the Review screen.

use super::table::CampaignScreen;
use crate::{
    component::{Action, Actions},
    notice::Notice,
    overlay::listing::Listing,
    session::Session,
};
use std::collections::BTreeSet;
use wardiary_base::id::{Id, StackId};
use wardiary_diary::diary::{Account, EntryNo};
use wardiary_rules::state::EntityKind;

/// The number of entries on a card.
const ON_CARD: usize = 3;

/// How many entries back a card searches. Cards are made on every step, so the search is bounded.
const FOR_CARD: usize = 2_000;

/// The maximum length of the list.
const IN_LIST: usize = 100;

/// The last entries about a force: their numbers and headlines.
pub(super) fn last_told(session: &mut Session, id: Id) -> Vec<String> {
    let told = told(session, id, (ON_CARD, FOR_CARD));
    told.iter().map(|entry| format!("entry {}: {}", entry.no, entry.headline)).collect()
}

/// The outcome of written orders: a description of the entry that answered them.
pub(super) fn answered(session: &mut Session, orders: u32) -> Option<String> {
    session.state().written(orders)?.answer.as_ref()?;
    let no = session.save.diary().answer_to(orders)?;
    let place = session.place_of(no).saturating_sub(1);
    let entry = session.tell(place, 1).into_iter().next()?;
    Some(format!("entry {}: {}; {}", entry.no, entry.headline, entry.sentences.join("; ")))
}

pub(super) fn list(screen: &mut CampaignScreen, session: &mut Session) -> Actions<Session> {
    let Some(id) = screen.subject(session.state()) else { return Vec::new() };
    let entries = told(session, id, (IN_LIST, usize::MAX));
    if entries.is_empty() {
        session.say(Notice::good(format!("no entry of the diary speaks of {} yet", session.state().name(id))));
        return Vec::new();
    }
    vec![Action::Open(Box::new(Listing::of_entries(&session.state().name(id), &entries)))]
}

fn told(session: &mut Session, id: Id, many: (usize, usize)) -> Vec<Account> {
    let numbers = numbers(session, id, many);
    let places: Vec<usize> = numbers.iter().map(|no| session.place_of(*no).saturating_sub(1)).collect();
    places.into_iter().flat_map(|place| session.tell(place, 1)).collect()
}

/// The numbers of the entries up to the viewed one. Entries about a stack's units count as entries about the stack.
fn numbers(session: &mut Session, id: Id, (many, among): (usize, usize)) -> Vec<EntryNo> {
    let state = session.state();
    let mut ids = BTreeSet::from([id]);
    if state.kind(id) == Some(EntityKind::Stack) {
        let units = state.units().iter().filter(|unit| unit.stack == Some(StackId(id.0)));
        ids.extend(units.map(|unit| Id::from(unit.id)));
    }
    session.last_about(&ids, among, many)
}
