//! What is due between battles, proposed as orders with their reasons. Nothing of it is done by itself: the player gives an
//! order, changes it, or leaves it. Source: RULES 7.
//!
//! All of it can be given one after the other, in this order, and each by itself.

use super::{Resolver, Trace, refit, roll_queue::RollQueue};
use crate::{
    book::{Grade, Mechanism, Merit},
    event::{Event, RefitEvent},
    id::{Id, StackId, UnitId},
    order::{Gains, Order, RefitOrder, Term},
    state::{Due, State, Unit},
    text,
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
    /// A force is supplied, or cut off.
    Supply {
        /// The level now, of whom of it is worst supplied, and after.
        level: (u8, u8),
        /// What the tracing comes to.
        trace: Trace,
    },
    /// Strength lost in battles comes back to these units, so much to each, and so much is still to come later.
    Return {
        /// Each unit, what comes back, and what comes later.
        units: Vec<(UnitId, u16, u16)>,
    },
    /// A unit takes replacements.
    Replacements {
        /// How many.
        points: u16,
        /// From which pool.
        pool: String,
        /// What is left in it then.
        left: u32,
        /// Why that is due.
        due: Due,
    },
    /// An eliminated unit is rebuilt.
    Raising {
        /// With so many Strength Points.
        strength: u16,
        /// Its grade before and after.
        grade: (Grade, Grade),
        /// How many parts it has been gone, where there is a clock.
        parts: Option<u32>,
    },
    /// A unit is promoted for what it did.
    Promotion {
        /// What counts.
        merit: Merit,
        /// How much of it, since its last promotion.
        number: u32,
        /// Its grade before and after.
        grade: (Grade, Grade),
    },
}

/// What is due between battles: for each kind of it force by force, in roster order.
#[must_use]
pub fn proposals(state: &State) -> Vec<Proposal> {
    if state.ended().is_some() || !has_refit(state) {
        return Vec::new();
    }
    let mut proposing = Proposing { state, given: Resolver::new(state.clone(), RollQueue::of(&[])), all: Vec::new() };
    proposing.supplies();
    proposing.returns();
    proposing.recoveries();
    proposing.replacements();
    proposing.raisings();
    proposing.promotions();
    proposing.all
}

/// Whether anything could be due between battles at all: else nothing is looked at, and no state is copied.
fn has_refit(state: &State) -> bool {
    let book = state.book();
    let by_rule =
        book.supply.is_on() || book.recover.is_on() || book.raise.is_on() || book.promote.after != Merit::Never;
    by_rule || !book.replacements.pools.is_empty() || state.units().iter().any(|unit| unit.service.missing.coming() > 0)
}

/// Proposals that are being made: each is carried out on the state that those before it would make.
struct Proposing<'a> {
    state: &'a State,
    given: Resolver<'a>,
    all: Vec<Proposal>,
}

impl Proposing<'_> {
    /// Proposes an order, if it can be given now, and after those before it.
    fn propose(&mut self, order: Order, who: Id, reason: Reason) {
        let mut alone = Resolver::new(self.state.clone(), RollQueue::of(&[]));
        if alone.carry_out(&order).is_ok() && self.given.carry_out(&order).is_ok() {
            self.all.push(Proposal { order, who, reason });
        }
    }

    fn supplies(&mut self) {
        if !self.state.book().supply.is_on() {
            return;
        }
        for (force, units) in forces(self.state) {
            let Ok((to, trace)) = refit::level_due(self.state, &units) else { continue };
            let levels = units.iter().filter_map(|unit| self.state.unit(*unit)).map(|unit| unit.service.supply);
            let from = levels.max().unwrap_or(0);
            let Some(level) = self.state.book().supply.level(to).filter(|_| from != to) else { continue };
            let order = RefitOrder::Supply { who: force, level: level.name.clone(), why: None };
            self.propose(Order::Refit(order), force, Reason::Supply { level: (from, to), trace });
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
            self.propose(Order::Refit(order), who, Reason::Recovery { units });
        }
    }

    fn returns(&mut self) {
        if self.state.units().iter().all(|unit| unit.service.missing.coming() == 0) {
            return;
        }
        for (force, units) in forces(&self.given.state) {
            let state = &self.given.state;
            let returns = |id: &UnitId| {
                let unit = state.unit(*id)?;
                let back = refit::back(state, unit)?;
                Some((*id, back, unit.service.missing.coming() - back))
            };
            let units: Vec<_> = units.iter().filter_map(returns).collect();
            let who = match units[..] {
                [] => continue,
                [(unit, ..)] => Id::from(unit),
                _ => force,
            };
            let order = RefitOrder::Return { who: vec![who], points: None, why: None };
            self.propose(Order::Refit(order), who, Reason::Return { units });
        }
    }

    /// First come, first served: units draw on a pool in roster order.
    fn replacements(&mut self) {
        if self.state.book().replacements.pools.is_empty() {
            return;
        }
        let units: Vec<UnitId> = self.state.units().iter().map(|unit| unit.id).collect();
        for id in units {
            let Some(unit) = self.given.state.unit(id) else { continue };
            let found = self.given.state.replacements_due(unit).zip(refit::replacements(&self.given, unit));
            let Some((due, (points, pool))) = found else { continue };
            let left = self.state.book().replacements.pool(&pool).map_or(0, |p| self.given.state.left_in(p, unit.side));
            let left = left.saturating_sub(points.into());
            let order = RefitOrder::Replace { unit: id, points: Some(points), why: None };
            self.propose(Order::Refit(order), id.into(), Reason::Replacements { points, pool, left, due });
        }
    }

    fn raisings(&mut self) {
        if !self.state.book().raise.is_on() {
            return;
        }
        let gone: Vec<UnitId> = self.state.units().iter().filter(|unit| !unit.is_alive()).map(|unit| unit.id).collect();
        for unit in gone {
            let Ok(Event::Refit(RefitEvent::Raised { to, grade, .. })) = self.given.raising_of(unit, None, false)
            else {
                continue;
            };
            let parts = self.state.unit(unit).and_then(|unit| self.state.parts_gone(unit));
            let parts = parts.filter(|_| self.state.book().clock.is_on());
            let order = RefitOrder::Raise { unit, strength: None, why: None };
            self.propose(Order::Refit(order), unit.into(), Reason::Raising { strength: to, grade, parts });
        }
    }

    fn promotions(&mut self) {
        let rule = &self.state.book().promote;
        let least = match rule.after {
            Merit::Never => return,
            Merit::Battles(least) | Merit::Won(least) | Merit::Inflicted(least) => u32::from(least),
        };
        if !self.state.book().uses_grades() {
            return;
        }
        let units: Vec<UnitId> = self.state.units().iter().map(|unit| unit.id).collect();
        for id in units {
            let Some(unit) = self.given.state.unit(id).filter(|unit| is_at_rest(&self.given.state, unit)) else {
                continue;
            };
            let number = unit.service.deeds_since_promotion().of(rule.after);
            // Whom nothing moves any more shines in nothing.
            let uses_edna = self.state.book().uses(Mechanism::Edna);
            let rises = !(uses_edna && unit.is_ineffective()) && number >= least;
            let risen = unit.mustered.0.saturating_sub(unit.grade.0);
            if !rises || rule.most.is_some_and(|most| risen >= most) {
                continue;
            }
            let grade = (unit.grade, self.state.book().ladder.shifted(unit.grade, 1));
            let (one, many) = match rule.after {
                Merit::Never | Merit::Battles(_) => ("battle", "battles"),
                Merit::Won(_) => ("battle won", "battles won"),
                Merit::Inflicted(_) => ("defeat or hit inflicted", "defeats or hits inflicted"),
            };
            let why = text::count(usize::try_from(number).unwrap_or(usize::MAX), one, many);
            let order = Order::Regrade { who: vec![id.into()], by: 1, term: Term::ForGood, why };
            self.propose(order, id.into(), Reason::Promotion { merit: rule.after, number, grade });
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
