//! Orders for the campaign's clock.

use super::Chance;
use wardiary::{book::Moment, order::ClockOrder, state::State};

impl Chance<'_> {
    /// An order for the clock, mostly one that can be carried out where there is one.
    pub fn clock_order(&mut self, state: &State) -> ClockOrder {
        let calendar = state.calendar();
        let waiting: Vec<u32> = calendar.scheduled().iter().map(|scheduled| scheduled.item).collect();
        if !waiting.is_empty() && self.once_in(2) {
            return ClockOrder::Settle { item: self.of(&waiting).unwrap_or(7), why: self.why() };
        }
        match self.below(4) {
            0 => ClockOrder::Advance { anyway: !self.once_in(3) },
            1 | 2 => {
                let parts = state.book().clock.parts.len().max(1);
                let part = u8::try_from(self.below(parts)).expect("a few parts");
                let count = calendar.now.count + u32::from(self.small(3));
                ClockOrder::Schedule { at: Moment { count, part }, what: self.text() }
            }
            _ => ClockOrder::Settle { item: 7, why: self.why() },
        }
    }
}
