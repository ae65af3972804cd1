//! Temporary grades: a unit's own grade and the steps by which rulings shift it. Source: RULES 2.5.
//!
//! Orders and odds both use this module for the effective grade and for the effect of a defeat on it.

use super::{Grade, Ladder};

/// Shift steps that lapse together. Up and down are kept apart, since defeats use up promotions and never demotions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShiftSteps {
    pub up: u32,
    pub down: u32,
}

impl ShiftSteps {
    /// Adds a shift; negative is down.
    pub fn plus(self, by: i8) -> Self {
        let steps = u32::from(by.unsigned_abs());
        let (up, down) = if by > 0 { (steps, 0) } else { (0, steps) };
        Self { up: self.up.saturating_add(up), down: self.down.saturating_add(down) }
    }

    pub fn net(self) -> i64 {
        i64::from(self.up) - i64::from(self.down)
    }
}

/// An own grade with the shifts on it. Source: RULES 2.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShiftedGrade {
    pub own: Grade,
    pub phase: ShiftSteps,
    pub combat: ShiftSteps,
}

impl ShiftedGrade {
    pub fn unshifted(own: Grade) -> Self {
        Self { own, phase: ShiftSteps::default(), combat: ShiftSteps::default() }
    }

    pub fn is_unshifted(&self) -> bool {
        *self == Self::unshifted(self.own)
    }

    fn unclamped(&self) -> i64 {
        i64::from(self.own.0) - self.phase.net() - self.combat.net()
    }

    /// The grade used: the own grade and all shifts, clamped to the ladder.
    pub fn effective(&self, ladder: &Ladder) -> Grade {
        let at = self.unclamped().clamp(0, i64::from(ladder.lowest().0));
        Grade(u8::try_from(at).expect("held within the ladder"))
    }

    /// The grade and shifts after a number of `Demote` defeats, during the phase; `None` if they eliminate the unit.
    ///
    /// A defeat at the lowest used grade eliminates. Any other takes one step off the used grade and off the own grade,
    /// which stops at the lowest. Promotions that no longer fit, because the ladder's top cut them off or the own grade
    /// cannot fall further, are lost, those of the phase first.
    pub fn after_defeats(mut self, ladder: &Ladder, times: u16) -> Option<Self> {
        let lowest = ladder.lowest();
        // Each defeat that does not eliminate takes a step off the used grade, so the loop runs at most once for each
        // grade.
        for _ in 0..times {
            let used = self.effective(ladder);
            if used >= lowest {
                return None;
            }
            self.own = Grade(self.own.0.saturating_add(1).min(lowest.0));
            let too_high = i64::from(used.0) + 1 - self.unclamped();
            self.drop_promotions(u32::try_from(too_high).expect("a defeat never lifts the grade used"));
        }
        Some(self)
    }

    /// Removes promotions, those of the phase first.
    fn drop_promotions(&mut self, steps: u32) {
        let of_phase = steps.min(self.phase.up);
        self.phase.up -= of_phase;
        self.combat.up = self.combat.up.saturating_sub(steps - of_phase);
    }

    pub fn after_phase(self) -> Self {
        Self { phase: ShiftSteps::default(), ..self }
    }
}
