//! What a unit has been through in a campaign: battles, marches and parts of rest, and what was given to it between battles.
//! What is due to it follows from this and the rulebook. Source: RULES 7.

use super::{State, Unit};
use crate::book::{Clock, Moment, When};

/// What a unit has been through in a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Service {
    /// When it came.
    since: Moment,
    /// The last part in which it fought or stood in contact.
    fought: Option<Moment>,
    /// The last part in which it marched.
    marched: Option<Moment>,
    /// How many battles it has been in that are over.
    pub battles: u32,
    /// When it recovered last.
    pub(crate) recovered: Given,
}

/// When something was given to a unit last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Given {
    at: Option<Moment>,
    /// How many battles it had been in then.
    battles: u32,
}

/// Why something is due to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// So many parts in a row have passed without what keeps it from resting.
    Parts {
        /// How many.
        parts: u32,
        /// What had to be so.
        when: When,
    },
    /// A battle that it was in is over.
    AfterBattle,
}

impl Service {
    pub(super) fn beginning(since: Moment) -> Self {
        Self { since, ..Self::default() }
    }

    pub(super) fn fight(&mut self, now: Moment) {
        self.fought = Some(now);
    }

    /// It marched in this part.
    #[allow(dead_code, reason = "strategic moves say so")]
    pub(super) fn march(&mut self, now: Moment) {
        self.marched = Some(now);
    }

    /// A battle that it was in is over.
    pub(super) fn end_battle(&mut self, now: Moment) {
        self.fight(now);
        self.battles = self.battles.saturating_add(1);
    }

    /// What is given to it now.
    pub(super) fn given(&self, now: Moment) -> Given {
        Given { at: Some(now), battles: self.battles }
    }

    /// Brings its moments to those of another clock.
    pub(super) fn go_by(&mut self, clock: &Clock) {
        self.since = clock.nearest(self.since);
        for moment in [&mut self.fought, &mut self.marched, &mut self.recovered.at].into_iter().flatten() {
            *moment = clock.nearest(*moment);
        }
    }

    /// How many parts in a row have passed since it was last kept from what `when` asks for, and since `given`.
    fn parts(&self, when: When, given: Given, clock: &Clock, now: Moment) -> u32 {
        let (fought, marched) = match when {
            When::Rested(_) => (self.fought, self.marched),
            When::Unengaged(_) => (self.fought, None),
            When::Passed(_) | When::AfterBattle => (None, None),
        };
        // The part in which it did so is none of rest, so counting begins with the one after it.
        let after = |busy: Moment| clock.parts_between(busy, now).saturating_sub(1);
        let since = |moment: Moment| clock.parts_between(moment, now);
        let kept = [fought, marched].into_iter().flatten().map(after);
        let passed = given.at.into_iter().chain([self.since]).map(since);
        kept.chain(passed).min().unwrap_or(0)
    }

    /// Why something is due, if it is.
    fn due(&self, when: When, given: Given, clock: &Clock, now: Moment) -> Option<Due> {
        match when.parts() {
            None => (self.battles > given.battles).then_some(Due::AfterBattle),
            Some(least) => {
                let parts = if clock.is_on() { self.parts(when, given, clock, now) } else { 0 };
                (parts >= u32::from(least)).then_some(Due::Parts { parts, when })
            }
        }
    }
}

impl State {
    /// Why recovery is due to a unit now, if it is.
    #[must_use]
    pub(crate) fn recovery_due(&self, unit: &Unit) -> Option<Due> {
        let service = &unit.service;
        service.due(self.book.recover.when, service.recovered, &self.book.clock, self.calendar.now)
    }
}
