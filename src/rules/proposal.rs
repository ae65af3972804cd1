//! What is due between battles, proposed as orders with their reasons. Nothing of it is done by itself: the player gives an
//! order, changes it, or leaves it. Source: RULES 7.
//!
//! All of it can be given one after the other, in this order, and each by itself.

use super::{Resolver, refit, roll_queue::RollQueue};
use crate::{
    id::{Id, StackId, UnitId},
    order::{Gains, Order, RefitOrder},
    state::{Due, State, Unit},
};

/// An order that is proposed between battles.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The order.
    pub order: Order,
    /// Whom it is for: a stack or a unit.
    pub who: Id,
    /// Why, as data; [`crate::notation::proposal_reason`] puts it in words.
    pub reason: Reason,
}

/// Why an order is proposed between battles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// These units recover, each so much.
    Recovery {
        /// Each unit, what it recovers, and why that is due.
        units: Vec<(UnitId, Gains, Due)>,
    },
}

/// What is due between battles: for each kind of it force by force, in roster order.
#[must_use]
pub fn proposals(state: &State) -> Vec<Proposal> {
    let mut proposing = Proposing { state, given: Resolver::new(state.clone(), RollQueue::of(&[])), all: Vec::new() };
    proposing.recoveries();
    proposing.all
}

/// Proposals that are being made: each is carried out on the state that those before it would make.
struct Proposing<'a> {
    state: &'a State,
    given: Resolver<'a>,
    all: Vec<Proposal>,
}

impl Proposing<'_> {
    /// Proposes an order, if it can be given now, and after those before it.
    fn propose(&mut self, order: RefitOrder, who: Id, reason: Reason) {
        let order = Order::Refit(order);
        let mut alone = Resolver::new(self.state.clone(), RollQueue::of(&[]));
        if alone.carry_out(&order).is_ok() && self.given.carry_out(&order).is_ok() {
            self.all.push(Proposal { order, who, reason });
        }
    }

    fn recoveries(&mut self) {
        if !self.state.book().recover.is_on() {
            return;
        }
        for (force, units) in forces(&self.given.state) {
            let state = &self.given.state;
            let recovers = |id: &UnitId| {
                let unit = state.unit(*id)?;
                let gains = refit::gains(state, unit).ok()?;
                Some((*id, gains, state.recovery_due(unit)?))
            };
            let units: Vec<_> = units.iter().filter_map(recovers).collect();
            let who = match units[..] {
                [] => continue,
                // One of a stack is named himself, so that it can be changed how much.
                [(unit, ..)] => Id::from(unit),
                _ => force,
            };
            let order = RefitOrder::Recover { who: vec![who], gains: Gains::default(), why: None };
            self.propose(order, who, Reason::Recovery { units });
        }
    }
}

/// The forces there are, each a stack or a unit in none, with those of its units that live and are in no battle.
fn forces(state: &State) -> Vec<(Id, Vec<UnitId>)> {
    let mut forces: Vec<(Id, Vec<UnitId>)> = Vec::new();
    let mut places = std::collections::BTreeMap::<StackId, usize>::new();
    for unit in state.units().iter().filter(|unit| is_at_rest(state, unit)) {
        match unit.stack {
            Some(stack) => {
                let at = *places.entry(stack).or_insert(forces.len());
                if at == forces.len() {
                    forces.push((stack.into(), Vec::new()));
                }
                forces[at].1.push(unit.id);
            }
            None => forces.push((unit.id.into(), vec![unit.id])),
        }
    }
    forces
}

fn is_at_rest(state: &State, unit: &Unit) -> bool {
    unit.is_alive() && state.battle_of(unit.id).is_none()
}
