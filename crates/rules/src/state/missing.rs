//! The strength that a unit lacks: what is lost for good, and what is to come back. Source: RULES 7.

use wardiary_base::book::{Clock, LostForGood, Moment};

/// The strength that a unit lacks, as far as it is classified. The sum never exceeds what the unit lacks of its full
/// strength.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Strength that only replacements can restore.
    pub for_good: u16,
    /// Strength that is to come back, by battle.
    coming: Vec<Coming>,
}

/// Strength that comes back after one battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Coming {
    since: Moment,
    /// The total that comes back.
    all: u16,
    /// How much has come back so far.
    back: u16,
}

impl Coming {
    fn left(self) -> u16 {
        self.all.saturating_sub(self.back)
    }

    /// How much should be back after `parts` of `of` parts, and is not.
    fn due(self, parts: u32, of: u32) -> u16 {
        let share = if of == 0 { 1 } else { u64::from(parts.min(of)) };
        let should = (u64::from(self.all) * share).div_ceil(u64::from(of.max(1)));
        u16::try_from(should).unwrap_or(u16::MAX).min(self.all).saturating_sub(self.back)
    }
}

impl Missing {
    /// The total that is still to come back, now or later.
    pub fn coming(&self) -> u16 {
        self.coming.iter().fold(0, |sum, coming| sum.saturating_add(coming.left()))
    }

    /// How much can come back now.
    pub(super) fn due(&self, rule: &LostForGood, clock: &Clock, now: Moment) -> u16 {
        let of = if clock.is_on() { u32::from(rule.parts) } else { 0 };
        let due = |coming: &Coming| coming.due(clock.parts_between(coming.since, now), of);
        self.coming.iter().map(due).fold(0, u16::saturating_add)
    }

    /// Records the losses of a battle that has ended.
    pub(super) fn lose(&mut self, for_good: u16, back: u16, now: Moment) {
        self.for_good = self.for_good.saturating_add(for_good);
        if back > 0 {
            self.coming.push(Coming { since: now, all: back, back: 0 });
        }
    }

    /// Restores `points`, from the oldest battle first.
    pub(super) fn come_back(&mut self, mut points: u16) {
        for coming in &mut self.coming {
            let now = points.min(coming.left());
            coming.back += now;
            points -= now;
        }
        self.coming.retain(|coming| coming.left() > 0);
    }

    /// Restores `points` by replacements.
    pub(super) fn make_good(&mut self, points: u16) {
        self.for_good = self.for_good.saturating_sub(points);
    }

    /// Caps the total at what the unit lacks: first reduces what was lost for good, then the most recent of what is to
    /// come back.
    pub(super) fn keep_within(&mut self, lacks: u16) {
        self.for_good = self.for_good.min(lacks.saturating_sub(self.coming()));
        let mut too_many = self.coming().saturating_sub(lacks);
        for coming in self.coming.iter_mut().rev() {
            let off = too_many.min(coming.left());
            coming.all -= off;
            too_many -= off;
        }
        self.coming.retain(|coming| coming.left() > 0);
    }

    pub(super) fn go_by(&mut self, clock: &Clock) {
        self.coming.iter_mut().for_each(|coming| coming.since = clock.nearest(coming.since));
    }
}
