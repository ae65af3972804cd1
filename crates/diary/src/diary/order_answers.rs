//! Finds the entry that answered a player's written orders. The state records the answer, but not the entry.

use super::{Diary, EntryNo};
use wardiary_rules::event::{Event, StaffEvent};

impl Diary {
    /// The entry on the path to the head that gave or refused these written orders.
    pub fn entry_answering(&self, orders: u32) -> Option<EntryNo> {
        let answers = |event: &Event| {
            matches!(event, Event::Staff(StaffEvent::Granted { number, .. } | StaffEvent::Refused { number, .. })
                if *number == orders)
        };
        let path = self.path();
        let mut entries = path.iter().rev().filter_map(|no| self.entry(*no));
        entries.find(|entry| entry.events.iter().any(answers)).map(|entry| entry.no)
    }
}
