//! Sighting: which forces see each other in the theatre, and what their sides learn. Source: RULES 7.
//!
//! Sides look again when time advances; a contact or a battle reveals a force at once. Each change is an event, so the
//! diary records when a force was sighted and lost.

mod knowledge;
mod visibility;

pub use crate::event::{Age, Estimate, Known};
pub use knowledge::{
    age_knowledge, all_knowledge, full_knowledge, is_hidden, knowledge_of, known_forces, unit_precision,
};
pub use visibility::{can_see, visible_forces};

use super::Resolver;
use crate::event::{ClockEvent, Event, TheatreEvent};
use wardiary_base::book::Moment;

impl Resolver<'_> {
    /// Updates sightings after an order. If there was no fog of war before it, all sides look at once.
    pub(super) fn update_sightings(&mut self, was_foggy: bool) {
        if !self.state.book().sight.is_on() || self.state.theatre().is_none() {
            return;
        }
        let passed = self.events.iter().find_map(|event| match event {
            Event::Clock(ClockEvent::Advanced { from, .. }) => Some(*from),
            // Other events pass no time. Who sees whom is decided below.
            _ => None,
        });
        if let Some(before) = passed {
            self.refresh_all_sightings(before);
        } else if !was_foggy {
            self.refresh_all_sightings(self.state.calendar().now);
        } else if self.events.iter().any(brings_together) {
            self.record_engaged(visibility::engaged_enemies(&self.state));
        }
    }

    /// Updates all sightings. A force that is out of sight now was last seen at `before`.
    fn refresh_all_sightings(&mut self, before: Moment) {
        let now = visibility::visible_forces(&self.state);
        let kept = self.state.sightings().filter(|(.., sighting)| sighting.is_in_sight());
        let gone = kept.filter(|(side, force, _)| !now.contains_key(&(*side, *force)));
        let gone: Vec<_> = gone.map(|(side, force, _)| (side, force)).collect();
        for (side, force) in gone {
            self.emit(Event::Theatre(TheatreEvent::LostSight { side, force, seen: before }));
        }
        for ((side, force), (at, level)) in now {
            let is_known = |sighting: &crate::state::Sighting| {
                sighting.is_in_sight() && (sighting.station, sighting.level) == (at, level)
            };
            if !self.state.sighting(side, force).is_some_and(is_known) {
                self.emit(Event::Theatre(TheatreEvent::Sighted { side, force, at, level }));
            }
        }
    }

    /// Raises the knowledge of forces in contact or in battle. No sighting is lost.
    fn record_engaged(&mut self, engaged: visibility::VisibleForces) {
        for ((side, force), (at, level)) in engaged {
            let is_known = |sighting: &crate::state::Sighting| {
                sighting.last_seen_units(self.state.calendar().now).is_none()
                    && sighting.level >= level
                    && sighting.station == at
            };
            if !self.state.sighting(side, force).is_some_and(is_known) {
                self.emit(Event::Theatre(TheatreEvent::Sighted { side, force, at, level }));
            }
        }
    }
}

/// Whether an event brings enemies together.
fn brings_together(event: &Event) -> bool {
    // A unit that leaves or joins a stack may take over its contacts.
    matches!(
        event,
        Event::Theatre(TheatreEvent::Met { .. })
            | Event::BattleBegun { .. }
            | Event::Arrived { .. }
            | Event::Assigned { .. }
    )
}
