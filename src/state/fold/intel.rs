//! What events of a side's own diary do to the campaign as it sees it.

use crate::{
    event::{IntelEvent, Learned},
    state::{Gauge, State},
};

impl State {
    pub(super) fn apply_intel_event(&mut self, event: &IntelEvent) {
        match event {
            IntelEvent::Sketched { side, number, known } => {
                self.sketches_mut().insert(*number, (*side, known.as_ref().clone()));
            }
            IntelEvent::Faded { number } => {
                self.sketches_mut().remove(number);
            }
            IntelEvent::Learned(learned) => self.learn(learned),
        }
    }

    fn learn(&mut self, learned: &Learned) {
        let Learned { unit, strength, edna, grade, kind } = learned;
        self.change_unit(*unit, |unit| {
            if let Some((now, full)) = *strength {
                unit.strength = Gauge { now, full };
            }
            if let Some((now, full)) = *edna {
                unit.edna = Gauge { now, full };
            }
            unit.grade = grade.unwrap_or(unit.grade);
            if let Some(kind) = kind {
                unit.kind = kind.as_str().into();
            }
        });
        self.leave_if_gone(*unit);
    }
}
