//! The campaign's clock: advancing time, and settling scheduled items. Source: RULES 7.

use super::{Resolver, RuleResult, refusal::ClockRefusal, resolution::Interrupt};
use crate::{
    event::{ClockEvent, Event},
    order::{ClockOrder, Order, Unfinished},
    state::State,
};
use wardiary_base::{book::Moment, text::Text};

/// The things that time waits for.
pub fn unfinished(state: &State) -> Vec<Unfinished> {
    let battles = state.open_battles().map(|battle| Unfinished::Battle(battle.id));
    let calendar = state.calendar();
    let due = calendar.due().iter().map(|scheduled| Unfinished::Item(scheduled.item));
    let orders = state.orders_due().map(|orders| Unfinished::Orders(orders.number));
    let contacts = state.contacts().iter().map(|contact| Unfinished::Contact(contact.number));
    battles.chain(due).chain(orders).chain(contacts).collect()
}

impl Resolver<'_> {
    pub(super) fn clock_order(&mut self, order: &ClockOrder) -> RuleResult {
        match order {
            ClockOrder::Advance { anyway, leaving } => self.require_clock()?.advance(*anyway, leaving),
            ClockOrder::Schedule { at, what } => self.require_clock()?.schedule(*at, what),
            // Tables can make orders due even without a clock.
            ClockOrder::Settle { item, .. } => self.settle(*item),
            ClockOrder::Give { item, order } => self.give(*item, order),
        }
    }

    pub(super) fn require_clock(&mut self) -> RuleResult<&mut Self> {
        if self.state.book().clock.is_on() { Ok(self) } else { Err(ClockRefusal::NoClock.into()) }
    }

    /// Advances to the next part of the day. Refuses while something is unfinished that the order does not leave open.
    fn advance(&mut self, anyway: bool, leaving: &[Unfinished]) -> RuleResult {
        let mut left = unfinished(&self.state);
        if let Some(what) = leaving.iter().find(|what| !left.contains(what)) {
            return Err(ClockRefusal::NotOpen { what: *what }.into());
        }
        left.retain(|what| !leaving.contains(what));
        fail_if!(!left.is_empty() && !anyway, ClockRefusal::LeftOver { left });
        let calendar = self.state.calendar();
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
