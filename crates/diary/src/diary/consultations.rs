//! Finds the tables that were consulted recently, which the state does not record.

use super::Diary;
use std::collections::BTreeMap;
use wardiary_base::{book::Moment, id::Id};
use wardiary_rules::event::{ClockEvent, Event};

impl Diary {
    /// The tables consulted since the campaign's clock began its current day (or other unit); without a clock, since a
    /// battle last began or ended. Keyed by the table's name in lower case and the id it was consulted for; the value
    /// is the last time.
    pub fn recent_consultations(&self) -> BTreeMap<(String, Option<Id>), Moment> {
        let mut consulted = BTreeMap::new();
        let has_clock = self.state().book().clock.is_on();
        let today = self.state().calendar().now.count;
        let mut then = self.state().calendar().now;
        for entry in self.path().iter().rev().filter_map(|no| self.entry(*no)) {
            for event in entry.events.iter().rev() {
                match event {
                    Event::Clock(ClockEvent::Advanced { from, .. }) if from.count == today => then = *from,
                    Event::Clock(ClockEvent::Advanced { .. }) => return consulted,
                    Event::BattleBegun { .. } | Event::BattleEnded { .. } if !has_clock => return consulted,
                    Event::Consulted { table, who, .. } => {
                        consulted.entry((table.to_lowercase(), *who)).or_insert(then);
                    }
                    _ => {}
                }
            }
        }
        consulted
    }
}
