//! Staff work: messages to sides, what rulings let them know, and the orders that they handed in. Source: RULES 7.

use super::State;
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{
    book::{Clock, Moment},
    id::{Id, SideId, UnitId},
    text,
};

/// A message to sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its number, from 1.
    pub number: u32,
    /// Who is told.
    pub sides: Vec<SideId>,
    /// What.
    pub text: Arc<str>,
    /// When it is, or was, to be delivered.
    pub due: Moment,
    /// When it was delivered; nothing while it waits.
    pub delivered: Option<Moment>,
}

/// Orders that a side handed in, for the referee to give or refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenOrders {
    /// Their number, from 1.
    pub number: u32,
    /// Whose they are.
    pub side: SideId,
    /// As they are written: an order, or free text.
    pub text: Arc<str>,
    /// When they were handed in.
    pub received: Moment,
    /// When they are to be given.
    pub due: Moment,
    /// What came of them; nothing while they wait.
    pub answer: Option<Answer>,
}

/// What the referee made of written orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether they were given; else they were refused.
    pub is_given: bool,
    /// When.
    pub at: Moment,
    /// In his words, where he said something.
    pub why: Option<Arc<str>>,
}

/// What a ruling lets a side know of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruled {
    /// All, exactly, wherever it is.
    Revealed,
    /// Nothing, even in sight.
    Hidden,
}

/// All of it. Rulings are for a side, or for all but its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Staff {
    messages: Vec<Message>,
    orders: Vec<WrittenOrders>,
    rulings: BTreeMap<(Id, Option<SideId>), Ruled>,
}

impl State {
    /// All messages, in the order in which they were sent.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.staff.messages
    }

    /// The message of that number.
    #[must_use]
    pub fn message(&self, number: u32) -> Option<&Message> {
        self.staff.messages.get(place(number)?)
    }

    /// The number of the message that is sent next.
    #[must_use]
    pub fn next_message(&self) -> u32 {
        next(self.staff.messages.len())
    }

    /// The messages that are due and not delivered, first what came due first.
    #[must_use]
    pub(crate) fn undelivered(&self) -> Vec<&Message> {
        let now = self.calendar.now;
        let waiting = self.staff.messages.iter().filter(|message| message.delivered.is_none() && message.due <= now);
        let mut due: Vec<&Message> = waiting.collect();
        due.sort_by_key(|message| message.due);
        due
    }

    /// All orders that sides handed in, in the order in which they did.
    #[must_use]
    pub fn written_orders(&self) -> &[WrittenOrders] {
        &self.staff.orders
    }

    /// The written orders of that number.
    #[must_use]
    pub fn written(&self, number: u32) -> Option<&WrittenOrders> {
        self.staff.orders.get(place(number)?)
    }

    /// The number of the orders that are handed in next.
    #[must_use]
    pub fn next_written(&self) -> u32 {
        next(self.staff.orders.len())
    }

    /// The written orders that wait for an answer, first what comes due first.
    #[must_use]
    pub fn waiting_orders(&self) -> Vec<&WrittenOrders> {
        let mut waiting: Vec<&WrittenOrders> =
            self.staff.orders.iter().filter(|orders| orders.answer.is_none()).collect();
        waiting.sort_by_key(|orders| orders.due);
        waiting
    }

    /// Those of them that are due.
    pub fn orders_due(&self) -> impl Iterator<Item = &WrittenOrders> {
        let now = self.calendar.now;
        self.waiting_orders().into_iter().filter(move |orders| orders.due <= now)
    }

    /// What a ruling lets a side know of something that is not its own: the thing's own ruling, or else that of its stack, or of
    /// its side. Nothing where none was made, and what the side sees decides.
    #[must_use]
    pub fn ruled_sight(&self, side: SideId, id: Id) -> Option<Ruled> {
        if self.staff.rulings.is_empty() || self.side_of(id) == Some(side) {
            return None;
        }
        let of_unit = self.unit(UnitId(id.0)).and_then(|unit| unit.stack).map(Id::from);
        let of_side = self.side_of(id).map(Id::from).filter(|of| *of != id);
        [Some(id), of_unit, of_side].into_iter().flatten().find_map(|id| self.ruling_on(side, id))
    }

    /// The ruling on that thing itself.
    #[must_use]
    pub(crate) fn ruling_on(&self, side: SideId, id: Id) -> Option<Ruled> {
        let rulings = &self.staff.rulings;
        rulings.get(&(id, Some(side))).or_else(|| rulings.get(&(id, None))).copied()
    }

    /// All rulings on what sides know, by what they are on: for a side, or for all others.
    pub fn rulings(&self) -> impl Iterator<Item = (Id, Option<SideId>, Ruled)> + '_ {
        self.staff.rulings.iter().map(|((id, side), ruled)| (*id, *side, *ruled))
    }

    /// Whether anything of it was ever used.
    #[must_use]
    pub fn has_staff_work(&self) -> bool {
        *self.staff != Staff::default()
    }

    pub(super) fn staff_mut(&mut self) -> &mut Staff {
        Arc::make_mut(&mut self.staff)
    }
}

impl Staff {
    pub(super) fn send(&mut self, message: Message) {
        self.messages.push(message);
    }

    pub(super) fn deliver(&mut self, number: u32, now: Moment) {
        let message = place(number).and_then(|at| self.messages.get_mut(at));
        if let Some(message) = message {
            message.delivered = Some(now);
        }
    }

    pub(super) fn hand_in(&mut self, orders: WrittenOrders) {
        self.orders.push(orders);
    }

    pub(super) fn answer(&mut self, number: u32, answer: Answer) {
        let orders = place(number).and_then(|at| self.orders.get_mut(at));
        if let Some(orders) = orders {
            orders.answer = Some(answer);
        }
    }

    pub(super) fn reveal(&mut self, what: Id, to: &[SideId]) {
        self.rulings.extend(to.iter().map(|side| ((what, Some(*side)), Ruled::Revealed)));
    }

    pub(super) fn hide(&mut self, what: Id, from: &[SideId]) {
        if from.is_empty() {
            self.rulings.retain(|(id, _), _| *id != what);
            self.rulings.insert((what, None), Ruled::Hidden);
        }
        self.rulings.extend(from.iter().map(|side| ((what, Some(*side)), Ruled::Hidden)));
    }

    /// Brings its moments to those of another clock.
    pub(super) fn go_by(&mut self, clock: &Clock) {
        for message in &mut self.messages {
            message.due = clock.nearest(message.due);
            message.delivered = message.delivered.map(|at| clock.nearest(at));
        }
        for orders in &mut self.orders {
            (orders.received, orders.due) = (clock.nearest(orders.received), clock.nearest(orders.due));
            if let Some(answer) = &mut orders.answer {
                answer.at = clock.nearest(answer.at);
            }
        }
    }
}

/// Text as it is kept.
pub(super) fn kept(written: &str) -> Arc<str> {
    text::sanitize(written).trim().into()
}

/// The place in its list of what has a number.
fn place(number: u32) -> Option<usize> {
    usize::try_from(number.checked_sub(1)?).ok()
}

fn next(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1)
}
