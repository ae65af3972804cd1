//! Which entry answered written orders: a state remembers how, and not by what.

use super::{Diary, EntryNo};
use wardiary_rules::event::{Event, StaffEvent};

impl Diary {
    /// The entry on the way to the head by which the written orders of that number were given or refused.
    #[must_use]
    pub fn answer_to(&self, orders: u32) -> Option<EntryNo> {
        let answers = |event: &Event| {
            matches!(event, Event::Staff(StaffEvent::Granted { number, .. } | StaffEvent::Refused { number, .. })
                if *number == orders)
        };
        let path = self.path();
        let mut entries = path.iter().rev().filter_map(|no| self.entry(*no));
        entries.find(|entry| entry.events.iter().any(answers)).map(|entry| entry.no)
    }
}
