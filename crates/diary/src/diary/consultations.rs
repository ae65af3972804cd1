//! Finds in the entries what the state does not record: the tables consulted recently, the units that took an EDNA test
//! this turn, and the entry that answered a player's written orders.

use super::{Diary, EntryNo};
use std::collections::BTreeMap;
use wardiary_base::{
    book::Moment,
    id::{Id, UnitId},
};
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
                        consulted.entry((table.raw().to_lowercase(), *who)).or_insert(then);
                    }
                    _ => {}
                }
            }
        }
        consulted
    }
}

impl Diary {
    /// The entry on the path to the head that gave, refused or cancelled these written orders.
    pub fn entry_answering(&self, orders: u32) -> Option<EntryNo> {
        let answers = |event: &Event| event.answered_orders() == Some(orders);
        let path = self.path();
        let mut entries = path.iter().rev().filter_map(|no| self.entry(*no));
        entries.find(|entry| entry.events.iter().any(answers)).map(|entry| entry.no)
    }
}

impl Diary {
    /// The units that took an EDNA test since the turn began, and whether they act. The turn began with the last event
    /// that ended a turn, or that began or ended a battle.
    pub fn edna_tests_this_turn(&self) -> BTreeMap<UnitId, bool> {
        let mut asked = BTreeMap::new();
        for entry in self.path().iter().rev().filter_map(|no| self.entry(*no)) {
            for event in entry.events.iter().rev() {
                match event {
                    Event::TurnEnded { .. } | Event::BattleBegun { .. } | Event::BattleEnded { .. } => return asked,
                    Event::EdnaTested { unit, acts, .. } | Event::EdnaRetested { unit, acts, .. } => {
                        asked.entry(*unit).or_insert(*acts);
                    }
                    _ => {}
                }
            }
        }
        asked
    }
}
