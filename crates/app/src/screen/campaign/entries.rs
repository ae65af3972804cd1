//! The entries of the diary that speak of somebody on the Campaign screen: the last of them on his card, all in a list that leads
//! to the Review screen.

use super::table::CampaignScreen;
use crate::{
    component::{Action, Actions, Context},
    notice::Notice,
    overlay::listing::Listing,
    session::Session,
};
use std::collections::BTreeSet;
use wardiary_base::id::{Id, StackId};
use wardiary_diary::diary::{Account, EntryNo};
use wardiary_rules::state::EntityKind;

/// How many a card has.
const ON_CARD: usize = 3;

/// Among how many entries, back from the one that is looked at, a card looks for them: it is made with every step.
const FOR_CARD: usize = 2_000;

/// How many the list has at the most.
const IN_LIST: usize = 100;

/// The last entries that speak of somebody, in words: their numbers, and what they are about.
pub(super) fn last_told(session: &mut Session, id: Id) -> Vec<String> {
    let told = told(session, id, (ON_CARD, FOR_CARD));
    told.iter().map(|entry| format!("entry {}: {}", entry.no, entry.headline)).collect()
}

/// What came of written orders: the entry that answered them, in words.
pub(super) fn answered(session: &mut Session, orders: u32) -> Option<String> {
    session.state().written(orders)?.answer.as_ref()?;
    let no = session.save.diary().answer_to(orders)?;
    let place = session.place_of(no).saturating_sub(1);
    let entry = session.tell(place, 1).into_iter().next()?;
    Some(format!("entry {}: {}; {}", entry.no, entry.headline, entry.sentences.join("; ")))
}

/// The list of them.
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

/// Those up to the entry that is looked at. What speaks of a stack's units speaks of the stack.
fn numbers(session: &mut Session, id: Id, (many, among): (usize, usize)) -> Vec<EntryNo> {
    let state = session.state();
    let mut ids = BTreeSet::from([id]);
    if state.kind(id) == Some(EntityKind::Stack) {
        let units = state.units().iter().filter(|unit| unit.stack == Some(StackId(id.0)));
        ids.extend(units.map(|unit| Id::from(unit.id)));
    }
    session.last_about(&ids, among, many)
}
