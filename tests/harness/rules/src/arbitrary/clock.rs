//! Orders for the campaign's clock.

use super::RandomNumbers;
use wardiary_base::{book::Moment, id::Id};
use wardiary_rules::{
    notation::due_order,
    order::{ClockOrder, Order},
    rules,
    state::State,
};

impl RandomNumbers<'_> {
    /// An order for the clock. If there is a clock, the order mostly can be carried out.
    pub fn clock_order(&mut self, state: &State) -> ClockOrder {
        let calendar = state.calendar();
        let waiting: Vec<u32> = calendar.scheduled().iter().map(|scheduled| scheduled.item).collect();
        if !waiting.is_empty() && self.once_in(2) {
            let item = self.pick(&waiting).filter(|_| !self.once_in(8)).unwrap_or(7);
            if self.once_in(2) {
                return self.giving(state, item);
            }
            return ClockOrder::Settle { item, why: self.optional_reason() };
        }
        match self.below(4) {
            0 if self.once_in(3) => ClockOrder::Advance { anyway: false, leaving: rules::unfinished(state) },
            0 => ClockOrder::Advance { anyway: !self.once_in(2), leaving: Vec::new() },
            1 | 2 => {
                let parts = state.book().clock.parts.len().max(1);
                let part = u8::try_from(self.below(parts)).expect("a few parts");
                let count = calendar.now.count + u32::from(self.small(3));
                ClockOrder::Schedule { at: Moment { count, part }, what: self.text() }
            }
            _ => ClockOrder::Settle { item: 7, why: self.optional_reason() },
        }
    }

    /// Gives a scheduled item as its own order if it has one, or as another order.
    fn giving(&mut self, state: &State, item: u32) -> ClockOrder {
        let scheduled = state.calendar().item(item).and_then(|scheduled| due_order(state, scheduled).ok());
        let order = scheduled.filter(|_| !self.once_in(4)).unwrap_or_else(|| self.another(state));
        ClockOrder::Give { item, order: Box::new(order) }
    }

    fn another(&mut self, state: &State) -> Order {
        match self.below(4) {
            0 => Order::Note { text: self.text() },
            1 => self.scrud(state),
            2 => Order::Clock(ClockOrder::Settle { item: 7, why: None }),
            _ => self.consultation(state),
        }
    }

    /// Consults a table, mostly an existing one, or rolls plain dice.
    pub fn consultation(&mut self, state: &State) -> Order {
        if self.once_in(4) {
            return self.plain_roll(state);
        }
        let names: Vec<&str> = state.book().tables.iter().map(|table| table.name.raw()).collect();
        let table = if self.once_in(8) { self.text() } else { self.pick(&names).unwrap_or("none").into() };
        let who: Option<Id> = if self.once_in(3) { None } else { Some(self.anybody(state)) };
        Order::Consult { table, who }
    }

    fn plain_roll(&mut self, state: &State) -> Order {
        let dice = ["2d6", "d66", "4d6kh3+1", "2d4!", "1d10+3d6>=5", "d%"][self.below(6)];
        Order::Roll {
            dice: dice.parse().expect("a formula"),
            times: if self.once_in(3) { 3 } else { 1 },
            who: if self.once_in(2) { Some(self.anybody(state)) } else { None },
            purpose: self.optional_reason(),
        }
    }
}
