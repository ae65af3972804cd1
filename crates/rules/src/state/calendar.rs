//! The campaign's calendar: the current time and what is scheduled. Source: RULES 7.

use wardiary_base::{
    book::{Clock, Moment},
    id::Id,
};

/// A scheduled item that is not settled yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheduled {
    /// The item's number, from 1, in the order of scheduling. It is unique on one path through the diary.
    pub item: u32,
    /// When the item comes due.
    pub due: Moment,
    /// The item's text: a note, or an order.
    pub text: String,
    /// The unit, stack or side that `{force}` stands for in the text.
    pub force: Option<Id>,
}

/// The current time of a campaign, and the scheduled items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calendar {
    pub now: Moment,
    pub(super) start: Moment,
    /// Unsettled items, ordered by due time and then by the order of scheduling.
    scheduled: Vec<Scheduled>,
    /// The number of the item that was scheduled last.
    last_item: u32,
}

impl Calendar {
    /// Unsettled items that are due, the earliest first.
    pub fn due(&self) -> &[Scheduled] {
        &self.scheduled[..self.due_count()]
    }

    /// Items that are not due yet, the earliest first.
    pub fn upcoming(&self) -> &[Scheduled] {
        &self.scheduled[self.due_count()..]
    }

    pub fn scheduled(&self) -> &[Scheduled] {
        &self.scheduled
    }

    /// The unsettled item with this number.
    pub fn item(&self, item: u32) -> Option<&Scheduled> {
        self.scheduled.iter().find(|scheduled| scheduled.item == item)
    }

    /// The number of the next item to be scheduled.
    pub fn next_item(&self) -> u32 {
        self.last_item.saturating_add(1)
    }

    /// Whether time has advanced, or anything was ever scheduled.
    pub fn is_used(&self) -> bool {
        *self != Self::default()
    }

    fn due_count(&self) -> usize {
        self.scheduled.partition_point(|scheduled| scheduled.due <= self.now)
    }

    pub(super) fn schedule(&mut self, scheduled: Scheduled) {
        self.last_item = scheduled.item;
        let place = self.scheduled.partition_point(|other| other.due <= scheduled.due);
        self.scheduled.insert(place, scheduled);
    }

    /// Makes the current moment the campaign's first.
    pub(super) fn begin(&mut self) {
        self.start = self.now;
    }

    pub(super) fn settle(&mut self, item: u32) {
        self.scheduled.retain(|scheduled| scheduled.item != item);
    }

    /// Converts all moments to those of another clock.
    pub(super) fn convert_to_clock(&mut self, clock: &Clock) {
        (self.now, self.start) = (clock.nearest_moment(self.now), clock.nearest_moment(self.start));
        self.scheduled.iter_mut().for_each(|scheduled| scheduled.due = clock.nearest_moment(scheduled.due));
    }
}
