//! Validation of events in the diary of what a side saw.

use super::{EventError, GaugeKind, State, Validity, within};
use crate::{
    event::{Found, IntelEvent, Known, Learned},
    state::RecruitError,
};

impl State {
    pub(super) fn validate_intel_event(&self, event: &IntelEvent) -> Validity {
        match event {
            IntelEvent::Sketched { side, known, .. } => {
                let Known { of, force, .. } = known.as_ref();
                self.need_side(*side)?;
                self.need_side(*of)?;
                self.need_force(*force)
            }
            IntelEvent::Faded { .. } | IntelEvent::Parted { .. } => Ok(()),
            IntelEvent::Met { forces, .. } => forces.iter().try_for_each(|force| self.need_force(Some(*force))),
            IntelEvent::Learned(learned) => self.validate_learned(learned),
        }
    }

    fn validate_learned(&self, learned: &Learned) -> Validity {
        let Learned { unit, stack, place, strength, edna, grade, kind, .. } = learned;
        self.need_unit(*unit)?;
        if let Some(Found::In(stack)) = *stack {
            self.need_stack(stack)?;
        }
        if let Some(Found::In(place)) = *place {
            self.check_place(place)?;
        }
        strength.map_or(Ok(()), |(now, full)| within(GaugeKind::Strength, now, full))?;
        edna.map_or(Ok(()), |(now, full)| within(GaugeKind::Edna, now.into(), full.into()))?;
        let lowest = self.book().ladder.lowest();
        if let Some(grade) = grade.filter(|grade| *grade > lowest) {
            return Err(EventError::GradeOffLadder { grade });
        }
        match kind {
            Some(kind) if self.book().troop(kind).is_none() => {
                Err(RecruitError::UnknownTroop { name: kind.clone() }.into())
            }
            _ => Ok(()),
        }
    }
}
