//! Orders for staff work.

use super::RandomNumbers;
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
};
use wardiary_rules::{
    notation::{order_text, written_order},
    order::{Order, StaffOrder},
    state::State,
};

impl RandomNumbers<'_> {
    /// An order for staff work that mostly can be carried out.
    pub fn staff_order(&mut self, state: &State) -> StaffOrder {
        let waiting: Vec<u32> = state.waiting_orders().iter().map(|orders| orders.number).collect();
        if !waiting.is_empty() && self.below(3) > 0 {
            return self.answer(state, &waiting);
        }
        match self.below(8) {
            0..=2 => StaffOrder::Tell { sides: self.sides_of(state), text: self.text(), at: self.future_moment(state) },
            3 => StaffOrder::Reveal { what: self.any_id(state), to: self.sides_of(state), why: self.optional_reason() },
            4 => {
                let from = if self.below(2) == 0 { Vec::new() } else { self.sides_of(state) };
                StaffOrder::Hide { what: self.any_id(state), from, why: self.optional_reason() }
            }
            _ => {
                let text = if self.once_in(3) { self.text() } else { self.order_in_writing(state).into() };
                StaffOrder::HandIn { side: self.side(state), text, due: self.future_moment(state) }
            }
        }
    }

    fn answer(&mut self, state: &State, waiting: &[u32]) -> StaffOrder {
        let number = self.pick(waiting).filter(|_| !self.once_in(4)).unwrap_or(7);
        match self.below(6) {
            5 => {
                let written = state.written_order(number);
                let side = written.map_or_else(|| self.side(state), |orders| orders.side);
                StaffOrder::Cancel { side, own_number: written.map_or(7, |orders| orders.own_number) }
            }
            0 => StaffOrder::Refuse { number, why: self.optional_reason() },
            1 => StaffOrder::Done { number, why: self.optional_reason() },
            _ => {
                let written = state.written_order(number).and_then(|orders| written_order(state, orders).ok());
                let another = || Order::Note { text: "by word of mouth".into() };
                let order = Box::new(written.filter(|_| !self.once_in(4)).unwrap_or_else(another));
                StaffOrder::Grant { number, order }
            }
        }
    }

    /// Text that a side could plausibly write.
    fn order_in_writing(&mut self, state: &State) -> String {
        let order = match self.below(3) {
            0 if state.theatre().is_some() => Order::Theatre(self.theatre_order(state)),
            1 => Order::Lose { unit: self.unit(state), points: 1, why: self.optional_reason() },
            _ => Order::Note { text: self.text() },
        };
        order_text(state, &order)
    }

    fn sides_of(&mut self, state: &State) -> Vec<SideId> {
        (0..=self.below(2)).map(|_| self.side(state)).collect()
    }

    /// The id of anything that can be revealed or hidden.
    fn any_id(&mut self, state: &State) -> Id {
        if self.below(4) == 0 { Id(self.stray_id(state)) } else { self.anybody(state) }
    }

    /// `None` for at once, or mostly a future moment.
    fn future_moment(&mut self, state: &State) -> Option<Moment> {
        let clock = &state.book().clock;
        if !clock.is_on() && !self.once_in(8) || self.below(3) == 0 {
            return None;
        }
        if self.below(2) == 0 {
            return clock.next_moment(state.calendar().now);
        }
        let part = u8::try_from(self.below(clock.parts.len().max(1))).expect("a few parts");
        Some(Moment { count: state.calendar().now.count + u32::from(self.small(2)), part })
    }
}
