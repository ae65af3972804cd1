//! The campaign's clock: advancing time, and settling scheduled items. Source: RULES 7.

use super::{Resolver, RuleResult, refusal::ClockRefusal, resolution::Interrupt};
use crate::{
    event::{ClockEvent, Event},
    order::{ClockOrder, Order},
};
use wardiary_base::{book::Moment, id::BattleId, text::Text};

impl Resolver<'_> {
    pub(super) fn clock_order(&mut self, order: &ClockOrder) -> RuleResult {
        match order {
            ClockOrder::Advance { anyway } => self.require_clock()?.advance(*anyway),
            ClockOrder::Schedule { at, what } => self.require_clock()?.schedule(*at, what),
            // Tables can make orders due even without a clock.
            ClockOrder::Settle { item, .. } => self.settle(*item),
            ClockOrder::Give { item, order } => self.give(*item, order),
        }
    }

    pub(super) fn require_clock(&mut self) -> RuleResult<&mut Self> {
        if self.state.book().clock.is_on() { Ok(self) } else { Err(ClockRefusal::NoClock.into()) }
    }

    /// Advances to the next part of the day. Unless `anyway`, refuses while something is unfinished.
    fn advance(&mut self, anyway: bool) -> RuleResult {
        let battles: Vec<BattleId> = self.state.open_battles().map(|battle| battle.id).collect();
        let calendar = self.state.calendar();
        let due: Vec<u32> = calendar.due().iter().map(|scheduled| scheduled.item).collect();
        let contacts: Vec<u32> = self.state.contacts().iter().map(|contact| contact.number).collect();
        let orders: Vec<u32> = self.state.orders_due().map(|orders| orders.number).collect();
        let is_left_over = !(battles.is_empty() && due.is_empty() && contacts.is_empty() && orders.is_empty());
        fail_if!(is_left_over && !anyway, ClockRefusal::LeftOver { battles, due, contacts, orders });
        let from = calendar.now;
        let to = self.state.book().clock.next_moment(from).ok_or(ClockRefusal::EndOfTime)?;
        // The marches are those of the part that passes.
        self.march_all();
        self.emit(Event::Clock(ClockEvent::Advanced { from, to }));
        self.deliver();
        Ok(())
    }

    fn schedule(&mut self, at: Moment, what: &Text) -> RuleResult {
        fail_if!(what.is_blank(), ClockRefusal::NothingScheduled);
        let calendar = self.state.calendar();
        fail_if!(!self.state.book().clock.contains(at) || at <= calendar.now, ClockRefusal::NotAhead { at });
        let item = calendar.next_item();
        self.conclude(Event::Clock(ClockEvent::Scheduled { item, at, what: what.clone(), who: None }))
    }

    fn settle(&mut self, item: u32) -> RuleResult {
        self.state.calendar().item(item).ok_or(ClockRefusal::NoSuchItem { item })?;
        self.conclude(Event::Clock(ClockEvent::Settled { item }))
    }

    fn give(&mut self, item: u32, order: &Order) -> RuleResult {
        let calendar = self.state.calendar();
        let scheduled = calendar.item(item).ok_or(ClockRefusal::NoSuchItem { item })?;
        fail_if!(scheduled.due > calendar.now, ClockRefusal::NotDue { item });
        fail_if!(order.must_be_given_alone(), ClockRefusal::MustBeAlone);
        self.emit(Event::Clock(ClockEvent::Settled { item }));
        match self.carry_out(order) {
            Err(Interrupt::Refused(why)) => Err(ClockRefusal::NotGiven { item, why: Box::new(why) }.into()),
            given => given,
        }
    }
}
