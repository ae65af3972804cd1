//! Staff work: messages to sides, rulings on what they know, and the orders they hand in. Source: RULES 7.

use super::State;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};
use wardiary_base::{
    book::{Clock, Moment},
    id::{Id, SideId, UnitId},
    text::{self, Text},
};

/// The maximum number of letters before the number in the name of written orders.
const MAX_SIDE_LETTERS: usize = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// From 1.
    pub number: u32,
    pub sides: Vec<SideId>,
    pub text: Text,
    /// When it is, or was, to be delivered.
    pub due: Moment,
    /// `None` until it is delivered.
    pub delivered: Option<Moment>,
}

/// Orders that a side handed in, for the referee to grant or refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenOrders {
    /// The number among the orders of all sides, from 1.
    pub number: u32,
    pub side: SideId,
    /// The number among the side's own orders, from 1.
    pub own_number: u32,
    /// The text as written: an order, or free text.
    pub text: Text,
    pub received: Moment,
    pub due: Moment,
    /// The referee's answer; `None` while they wait.
    pub answer: Option<Answer>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub kind: AnswerKind,
    pub answered_at: Moment,
    pub why: Option<Text>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    Granted,
    Refused,
    /// Their own side took them back.
    Cancelled,
}

impl AnswerKind {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Granted => "granted",
            Self::Refused => "refused",
            Self::Cancelled => "cancelled",
        }
    }
}

/// The effect of a ruling on what a side knows of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisibilityRuling {
    /// Everything, exactly, wherever it is.
    Revealed,
    Hidden,
}

/// All staff work of a campaign. A ruling applies to one side, or to all sides except the thing's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Staff {
    messages: Vec<Message>,
    orders: Vec<WrittenOrders>,
    rulings: BTreeMap<(Id, Option<SideId>), VisibilityRuling>,
}

impl State {
    pub fn messages(&self) -> &[Message] {
        &self.staff.messages
    }

    pub fn message(&self, number: u32) -> Option<&Message> {
        self.staff.messages.get(index_of(number)?)
    }

    pub fn next_message_number(&self) -> u32 {
        next_number(self.staff.messages.len())
    }

    /// Messages that are due and not delivered, in the order of their due times.
    pub(crate) fn undelivered(&self) -> Vec<&Message> {
        let now = self.calendar.now;
        let waiting = self.staff.messages.iter().filter(|message| message.delivered.is_none() && message.due <= now);
        let mut due: Vec<&Message> = waiting.collect();
        due.sort_by_key(|message| message.due);
        due
    }

    pub fn written_orders(&self) -> &[WrittenOrders] {
        &self.staff.orders
    }

    pub fn written_order(&self, number: u32) -> Option<&WrittenOrders> {
        self.staff.orders.get(index_of(number)?)
    }

    pub fn next_orders_number(&self) -> u32 {
        next_number(self.staff.orders.len())
    }

    pub(super) fn next_own_number(&self, side: SideId) -> u32 {
        next_number(self.staff.orders.iter().filter(|orders| orders.side == side).count())
    }

    /// A side's written orders by its own number for them.
    pub fn orders_of(&self, side: SideId, own_number: u32) -> Option<&WrittenOrders> {
        self.staff.orders.iter().find(|orders| orders.side == side && orders.own_number == own_number)
    }

    /// The name of written orders in every view: `B7`, the seventh of Blue. A number that no orders have is its own name.
    pub fn orders_label(&self, number: u32) -> String {
        let label = |orders: &WrittenOrders| self.own_orders_label(orders.side, orders.own_number);
        self.written_order(number).map_or_else(|| number.to_string(), label)
    }

    pub fn own_orders_label(&self, side: SideId, own_number: u32) -> String {
        format!("{}{own_number}", self.side_letters(side))
    }

    pub fn orders_labelled(&self, label: &str) -> Option<&WrittenOrders> {
        self.side_and_number(label).and_then(|(side, own_number)| self.orders_of(side, own_number))
    }

    /// The side and its own number in a name such as `B7`, whether there are such orders or not.
    pub fn side_and_number(&self, label: &str) -> Option<(SideId, u32)> {
        let label = label.to_lowercase();
        self.sides().iter().find_map(|side| {
            let own_number = label.strip_prefix(&self.side_letters(side.id).to_lowercase())?.parse().ok()?;
            Some((side.id, own_number))
        })
    }

    /// The fewest letters that tell a side's name from the others', or else its place among the sides: `S2-`.
    fn side_letters(&self, side: SideId) -> String {
        let place = self.sides().iter().position(|other| other.id == side).unwrap_or_default();
        let start = |name: &str, many| name.to_lowercase().chars().filter(|c| c.is_alphabetic()).take(many).collect();
        let starts = |many| -> Vec<String> { self.sides().iter().map(|side| start(&side.name, many)).collect() };
        let tells_apart = |all: &Vec<String>| {
            !all.iter().any(String::is_empty) && all.iter().collect::<BTreeSet<_>>().len() == all.len()
        };
        let letters = (1..=MAX_SIDE_LETTERS).map(starts).find(tells_apart);
        letters.map_or_else(|| format!("S{}-", place + 1), |letters| text::capitalized(&letters[place]))
    }

    /// The written orders that wait for an answer, in the order of their due times.
    pub fn waiting_orders(&self) -> Vec<&WrittenOrders> {
        let mut waiting: Vec<&WrittenOrders> =
            self.staff.orders.iter().filter(|orders| orders.answer.is_none()).collect();
        waiting.sort_by_key(|orders| orders.due);
        waiting
    }

    /// The waiting orders that are due.
    pub fn orders_due(&self) -> impl Iterator<Item = &WrittenOrders> {
        let now = self.calendar.now;
        self.waiting_orders().into_iter().filter(move |orders| orders.due <= now)
    }

    /// The ruling on what a side knows of a thing: on itself, else on its stack, else on its side. `None`: sighting
    /// decides.
    pub fn effective_ruling(&self, side: SideId, id: Id) -> Option<VisibilityRuling> {
        if self.staff.rulings.is_empty() || self.side_of(id) == Some(side) {
            return None;
        }
        let of_unit = self.unit(UnitId(id.0)).and_then(|unit| unit.stack).map(Id::from);
        let of_side = self.side_of(id).map(Id::from).filter(|of| *of != id);
        [Some(id), of_unit, of_side].into_iter().flatten().find_map(|id| self.ruling_on(side, id))
    }

    pub(crate) fn ruling_on(&self, side: SideId, id: Id) -> Option<VisibilityRuling> {
        let rulings = &self.staff.rulings;
        rulings.get(&(id, Some(side))).or_else(|| rulings.get(&(id, None))).copied()
    }

    /// All rulings on what sides know: the thing, the side or `None` for all others, and the ruling.
    pub fn rulings(&self) -> impl Iterator<Item = (Id, Option<SideId>, VisibilityRuling)> + '_ {
        self.staff.rulings.iter().map(|((id, side), ruled)| (*id, *side, *ruled))
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
        let message = index_of(number).and_then(|at| self.messages.get_mut(at));
        if let Some(message) = message {
            message.delivered = Some(now);
        }
    }

    pub(super) fn hand_in(&mut self, orders: WrittenOrders) {
        self.orders.push(orders);
    }

    pub(super) fn answer(&mut self, number: u32, answer: Answer) {
        let orders = index_of(number).and_then(|at| self.orders.get_mut(at));
        if let Some(orders) = orders {
            orders.answer = Some(answer);
        }
    }

    pub(super) fn reveal(&mut self, what: Id, to: &[SideId]) {
        self.rulings.extend(to.iter().map(|side| ((what, Some(*side)), VisibilityRuling::Revealed)));
    }

    pub(super) fn hide(&mut self, what: Id, from: &[SideId]) {
        if from.is_empty() {
            self.rulings.retain(|(id, _), _| *id != what);
            self.rulings.insert((what, None), VisibilityRuling::Hidden);
        }
        self.rulings.extend(from.iter().map(|side| ((what, Some(*side)), VisibilityRuling::Hidden)));
    }

    pub(super) fn convert_to_clock(&mut self, clock: &Clock) {
        for message in &mut self.messages {
            message.due = clock.nearest_moment(message.due);
            message.delivered = message.delivered.map(|at| clock.nearest_moment(at));
        }
        for orders in &mut self.orders {
            (orders.received, orders.due) = (clock.nearest_moment(orders.received), clock.nearest_moment(orders.due));
            if let Some(answer) = &mut orders.answer {
                answer.answered_at = clock.nearest_moment(answer.answered_at);
            }
        }
    }
}

fn index_of(number: u32) -> Option<usize> {
    usize::try_from(number.checked_sub(1)?).ok()
}

fn next_number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1)
}
