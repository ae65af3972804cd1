//! Staff work: messages to sides, rulings on what they know, and the orders they hand in. Source: RULES 7.

use super::{Refusal, Resolver, RuleResult, refusal::StaffRefusal, resolution::Interrupt};
use crate::{
    event::{Event, StaffEvent},
    order::{ClockOrder, Order, StaffOrder},
    state::{EntityKind, VisibilityRuling, WrittenOrders},
};
use wardiary_base::{
    book::Moment,
    id::{Id, SideId},
    text::Text,
};

/// The maximum length of a message or of written orders, in characters.
pub(crate) const MAX_TEXT_LENGTH: usize = 4_000;

impl Order {
    /// Whether the order must be given alone, not as the answer to something due or handed in.
    pub(super) fn must_be_given_alone(&self) -> bool {
        matches!(
            self,
            Self::Branch { .. } | Self::Clock(ClockOrder::Give { .. }) | Self::Staff(StaffOrder::Grant { .. })
        )
    }
}

impl Resolver<'_> {
    pub(super) fn staff_order(&mut self, order: &StaffOrder) -> RuleResult {
        match order {
            StaffOrder::Tell { sides, text, at } => self.tell(sides, text, *at),
            StaffOrder::Reveal { what, to, .. } => self.reveal(*what, to),
            StaffOrder::Hide { what, from, .. } => self.hide(*what, from),
            StaffOrder::HandIn { side, text, due } => self.hand_in(*side, text, *due),
            StaffOrder::Cancel { side, own_number } => {
                self.distinct_sides(&[*side])?;
                let orders = self.state.orders_of(*side, *own_number);
                let number = orders.ok_or(StaffRefusal::NoSuchOrders { number: *own_number })?.number;
                self.pending_orders(number)?;
                self.conclude(Event::Staff(StaffEvent::Cancelled { number }))
            }
            StaffOrder::Grant { number, order } => self.grant(*number, order),
            StaffOrder::Done { number, why } => {
                let number = self.pending_orders(*number)?.number;
                self.conclude(Event::Staff(StaffEvent::Granted { number, why: why.clone() }))
            }
            StaffOrder::Refuse { number, why } => {
                let number = self.pending_orders(*number)?.number;
                self.conclude(Event::Staff(StaffEvent::Refused { number, why: why.clone() }))
            }
        }
    }

    fn tell(&mut self, sides: &[SideId], text: &Text, at: Option<Moment>) -> RuleResult {
        let sides = self.distinct_sides(sides)?;
        check_text(text)?;
        if let Some(at) = at {
            let now = self.require_clock()?.state.calendar().now;
            fail_if!(!self.state.book().clock.contains(at) || at <= now, StaffRefusal::NotAhead { at });
        }
        let message = self.state.next_message_number();
        self.conclude(Event::Staff(StaffEvent::Told { message, sides, text: text.clone(), due: at }))
    }

    pub(super) fn deliver(&mut self) {
        let due: Vec<u32> = self.state.undelivered().iter().map(|message| message.number).collect();
        for message in due {
            self.emit(Event::Staff(StaffEvent::Delivered { message }));
        }
    }

    fn reveal(&mut self, what: Id, to: &[SideId]) -> RuleResult {
        let to = self.distinct_sides(to)?;
        self.check_ruling(what, &to)?;
        if to.iter().all(|side| self.state.ruling_on(*side, what) == Some(VisibilityRuling::Revealed)) {
            return Err(StaffRefusal::AlreadyRuled { what, ruled: VisibilityRuling::Revealed }.into());
        }
        self.conclude(Event::Staff(StaffEvent::Revealed { what, to }))
    }

    fn hide(&mut self, what: Id, from: &[SideId]) -> RuleResult {
        let named = if from.is_empty() { Vec::new() } else { self.distinct_sides(from)? };
        self.check_ruling(what, &named)?;
        let is_hidden = |side: SideId| self.state.ruling_on(side, what) == Some(VisibilityRuling::Hidden);
        let from_all = || self.state.rulings().any(|ruling| ruling == (what, None, VisibilityRuling::Hidden));
        let others =
            self.state.sides().iter().map(|side| side.id).filter(|side| self.state.side_of(what) != Some(*side));
        let already = match named[..] {
            [] => from_all() && others.into_iter().all(is_hidden),
            _ => named.iter().all(|side| is_hidden(*side)),
        };
        fail_if!(already, StaffRefusal::AlreadyRuled { what, ruled: VisibilityRuling::Hidden });
        self.conclude(Event::Staff(StaffEvent::Hidden { what, from: named }))
    }

    /// Refuses a ruling on something that does not exist, or that one of the sides owns.
    fn check_ruling(&self, what: Id, sides: &[SideId]) -> Result<(), Refusal> {
        fail_if!(self.state.kind(what).is_none(), Refusal::UnknownId { id: what });
        match sides.iter().find(|side| self.state.side_of(what) == Some(**side)) {
            Some(side) => Err(StaffRefusal::OwnThing { side: *side, what }.into()),
            None => Ok(()),
        }
    }

    fn hand_in(&mut self, side: SideId, text: &Text, due: Option<Moment>) -> RuleResult {
        self.distinct_sides(&[side])?;
        check_text(text)?;
        if let Some(due) = due {
            let now = self.require_clock()?.state.calendar().now;
            fail_if!(!self.state.book().clock.contains(due) || due < now, StaffRefusal::DuePassed { due });
        }
        let number = self.state.next_orders_number();
        self.conclude(Event::Staff(StaffEvent::HandedIn { number, side, text: text.clone(), due }))
    }

    fn grant(&mut self, number: u32, order: &Order) -> RuleResult {
        fail_if!(self.pending_orders(number)?.due > self.state.calendar().now, StaffRefusal::NotDue { number });
        fail_if!(order.must_be_given_alone(), StaffRefusal::MustBeAlone);
        self.emit(Event::Staff(StaffEvent::Granted { number, why: None }));
        match self.carry_out(order) {
            Err(Interrupt::Refused(why)) => Err(StaffRefusal::NotGranted { number, why: Box::new(why) }.into()),
            given => given,
        }
    }

    fn pending_orders(&self, number: u32) -> Result<&WrittenOrders, StaffRefusal> {
        let orders = self.state.written_order(number).ok_or(StaffRefusal::NoSuchOrders { number })?;
        if orders.answer.is_some() { Err(StaffRefusal::Answered { number }) } else { Ok(orders) }
    }

    fn distinct_sides(&self, named: &[SideId]) -> Result<Vec<SideId>, Refusal> {
        let mut sides: Vec<SideId> = Vec::new();
        for side in named {
            self.state.side(*side).ok_or_else(|| self.state.no_such(*side, &[EntityKind::Side]))?;
            if !sides.contains(side) {
                sides.push(*side);
            }
        }
        if sides.is_empty() { Err(Refusal::NobodyNamed) } else { Ok(sides) }
    }
}

fn check_text(text: &Text) -> Result<(), StaffRefusal> {
    fail_if!(text.is_blank(), StaffRefusal::NothingSaid);
    match text.raw().chars().count() {
        characters if characters > MAX_TEXT_LENGTH => Err(StaffRefusal::TooLong { characters }),
        _ => Ok(()),
    }
}
