//! What events of a side's own diary do to the campaign as it sees it.

use crate::{
    event::{IntelEvent, Learned},
    id::Id,
    state::{Gauge, Shift, State},
    text,
};

impl State {
    pub(super) fn apply_intel_event(&mut self, event: &IntelEvent) {
        match event {
            IntelEvent::Sketched { side, number, known } => {
                self.sketches_mut().known.insert(*number, (*side, known.as_ref().clone()));
            }
            IntelEvent::Faded { number, .. } => {
                let sketches = self.sketches_mut();
                sketches.known.remove(number);
                sketches.contacts.retain(|(_, enemy)| enemy != number);
            }
            IntelEvent::Met { forces, enemies } => {
                let pairs = forces.iter().flat_map(|force| enemies.iter().map(|enemy| (*force, *enemy)));
                self.sketches_mut().contacts.extend(pairs);
            }
            IntelEvent::Parted { forces, enemies } => {
                let is_over = |(force, enemy): &(Id, u32)| forces.contains(force) && enemies.contains(enemy);
                self.sketches_mut().contacts.retain(|pair| !is_over(pair));
            }
            IntelEvent::Learned(learned) => self.learn(learned),
        }
    }

    fn learn(&mut self, learned: &Learned) {
        let Learned { unit, name, stack, place, strength, edna, grade, shifts, kind, stats, veil } = learned;
        if let Some(stack) = *stack {
            let to = stack.into();
            self.regroup(*unit, to);
            self.change_unit(*unit, |unit| unit.stack = to);
        }
        self.change_unit(*unit, |unit| {
            if let Some(name) = name {
                unit.name = text::display_name(name).into();
            }
            if let Some(place) = *place {
                unit.place = place.into();
            }
            if let Some((now, full)) = *strength {
                unit.strength = Gauge { now, full };
            }
            if let Some((now, full)) = *edna {
                unit.edna = Gauge { now, full };
            }
            unit.grade = grade.unwrap_or(unit.grade);
            if let Some(shifts) = shifts {
                unit.shifts = shifts.iter().map(|(by, term)| Shift { by: *by, term: *term }).collect();
            }
            if let Some(kind) = kind {
                unit.kind = kind.as_str().into();
            }
            if let Some(stats) = stats {
                unit.stats = Some(stats.clone());
            }
            if let Some(veil) = veil {
                unit.veil = Some(veil.clone()).filter(|veil| !veil.is_exact()).map(Box::new);
            }
        });
        self.leave_if_gone(*unit);
    }
}
