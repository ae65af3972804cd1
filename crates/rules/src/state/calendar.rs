//! The campaign's calendar: what time it is by its clock, and what is scheduled. Source: RULES 7.

use wardiary_base::{
    book::{Clock, Moment},
    id::Id,
};

/// Something that is scheduled and not settled yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheduled {
    /// Its number, from 1: the order in which things were scheduled. None is given twice on one path through the diary.
    pub item: u32,
    /// When it comes due.
    pub at: Moment,
    /// What it is: a note, or the text of an order.
    pub what: String,
    /// The unit, stack or side that `{force}` stands for in it.
    pub who: Option<Id>,
}

/// What time it is in a campaign, and what is scheduled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calendar {
    /// The present moment.
    pub now: Moment,
    /// The campaign's first moment.
    pub(super) first: Moment,
    /// What is not settled, in the order in which it comes due; of one moment in that in which it was scheduled.
    scheduled: Vec<Scheduled>,
    /// The number of what was scheduled last.
    last: u32,
}

impl Calendar {
    /// What is due and not settled, first what came due first.
    #[must_use]
    pub fn due(&self) -> &[Scheduled] {
        &self.scheduled[..self.due_count()]
    }

    /// What is still to come, first what comes first.
    #[must_use]
    pub fn coming(&self) -> &[Scheduled] {
        &self.scheduled[self.due_count()..]
    }

    /// Both, in that order.
    #[must_use]
    pub fn scheduled(&self) -> &[Scheduled] {
        &self.scheduled
    }

    /// What has that number, unless it is settled.
    #[must_use]
    pub fn item(&self, item: u32) -> Option<&Scheduled> {
        self.scheduled.iter().find(|scheduled| scheduled.item == item)
    }

    /// The number of what is scheduled next.
    #[must_use]
    pub fn next_item(&self) -> u32 {
        self.last.saturating_add(1)
    }

    /// Whether time has gone on or anything was ever scheduled.
    #[must_use]
    pub fn is_used(&self) -> bool {
        *self != Self::default()
    }

    fn due_count(&self) -> usize {
        self.scheduled.partition_point(|scheduled| scheduled.at <= self.now)
    }

    pub(super) fn schedule(&mut self, scheduled: Scheduled) {
        self.last = scheduled.item;
        let place = self.scheduled.partition_point(|other| other.at <= scheduled.at);
        self.scheduled.insert(place, scheduled);
    }

    /// The campaign begins now.
    pub(super) fn begin(&mut self) {
        self.first = self.now;
    }

    pub(super) fn settle(&mut self, item: u32) {
        self.scheduled.retain(|scheduled| scheduled.item != item);
    }

    /// Brings its moments to those of another clock.
    pub(super) fn go_by(&mut self, clock: &Clock) {
        (self.now, self.first) = (clock.nearest(self.now), clock.nearest(self.first));
        self.scheduled.iter_mut().for_each(|scheduled| scheduled.at = clock.nearest(scheduled.at));
    }
}
