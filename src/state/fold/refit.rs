//! What events between battles do to units. Source: RULES 7.

use crate::{event::RefitEvent, state::State};

impl State {
    pub(super) fn apply_refit_event(&mut self, event: &RefitEvent) {
        let now = self.calendar.now;
        match event {
            RefitEvent::Recovered { unit, strength, edna, grade } => self.change_unit(*unit, |unit| {
                unit.strength.now = strength.map_or(unit.strength.now, |(_, to)| to);
                unit.edna.now = edna.map_or(unit.edna.now, |(_, to)| to);
                unit.grade = grade.map_or(unit.grade, |(_, to)| to);
                unit.service.recovered = unit.service.given(now);
            }),
        }
    }
}
