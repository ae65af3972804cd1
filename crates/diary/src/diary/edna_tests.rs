//! Finds the units that took an EDNA test this turn, which the state does not record.

use super::Diary;
use std::collections::BTreeMap;
use wardiary_base::id::UnitId;
use wardiary_rules::event::Event;

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
