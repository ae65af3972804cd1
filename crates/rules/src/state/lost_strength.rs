//! The strength that a unit lacks: what is lost for good, and what is to come back. Source: RULES 7.

use wardiary_base::book::{Clock, LostForGood, Moment};

/// The strength that a unit lacks, as far as it is classified. The sum never exceeds what the unit lacks of its full
/// strength.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LostStrength {
    /// Strength that only replacements can restore.
    pub permanent: u16,
    /// Strength that is to come back, by battle.
    returning: Vec<ReturningStrength>,
}

/// Strength that comes back after one battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ReturningStrength {
    since: Moment,
    /// The total that comes back.
    total: u16,
    /// How much has come back so far.
    returned: u16,
}

impl ReturningStrength {
    fn remaining(self) -> u16 {
        self.total.saturating_sub(self.returned)
    }

    /// How much should be back after `parts` of `of` parts, and is not.
    fn due(self, parts: u32, of: u32) -> u16 {
        let share = if of == 0 { 1 } else { u64::from(parts.min(of)) };
        let should = (u64::from(self.total) * share).div_ceil(u64::from(of.max(1)));
        u16::try_from(should).unwrap_or(u16::MAX).min(self.total).saturating_sub(self.returned)
    }
}

impl LostStrength {
    /// The total that is still to come back, now or later.
    pub fn returning(&self) -> u16 {
        self.returning.iter().fold(0, |sum, coming| sum.saturating_add(coming.remaining()))
    }

    /// How much can come back now.
    pub(super) fn due(&self, rule: &LostForGood, clock: &Clock, now: Moment) -> u16 {
        let of = if clock.is_on() { u32::from(rule.parts) } else { 0 };
        let due = |coming: &ReturningStrength| coming.due(clock.parts_between(coming.since, now), of);
        self.returning.iter().map(due).fold(0, u16::saturating_add)
    }

    /// Records the losses of a battle that has ended.
    pub(super) fn lose(&mut self, for_good: u16, back: u16, now: Moment) {
        self.permanent = self.permanent.saturating_add(for_good);
        if back > 0 {
            self.returning.push(ReturningStrength { since: now, total: back, returned: 0 });
        }
    }

    /// Restores `points`, from the oldest battle first.
    pub(super) fn restore_returning(&mut self, mut points: u16) {
        for coming in &mut self.returning {
            let now = points.min(coming.remaining());
            coming.returned += now;
            points -= now;
        }
        self.returning.retain(|coming| coming.remaining() > 0);
    }

    /// Caps the total at what the unit lacks: first reduces what was lost for good, then the most recent of what is to
    /// come back.
    pub(super) fn cap_at(&mut self, lacks: u16) {
        self.permanent = self.permanent.min(lacks.saturating_sub(self.returning()));
        let mut too_many = self.returning().saturating_sub(lacks);
        for coming in self.returning.iter_mut().rev() {
            let off = too_many.min(coming.remaining());
            coming.total -= off;
            too_many -= off;
        }
        self.returning.retain(|coming| coming.remaining() > 0);
    }

    pub(super) fn convert_to_clock(&mut self, clock: &Clock) {
        self.returning.iter_mut().for_each(|coming| coming.since = clock.nearest_moment(coming.since));
    }
}
