//! What is due between battles, proposed as orders with their reasons. Nothing of it is done by itself: the player gives an
//! order, changes it, or leaves it. Source: RULES 7.
//!
//! All that is listed can be given one after the other, in this order, and each by itself, and comes to the same either way:
//! what something earlier on the list would change comes when that is given or left.

use super::{Resolver, Trace, refit, roll_queue::RollQueue};
use crate::{
    event::{Event, RefitEvent},
    order::{Gains, Order, RefitOrder, Term},
    state::{Due, State, Unit},
};
use wardiary_base::{
    book::{Grade, Mechanism, Merit},
    id::{Id, SideId, StackId, UnitId},
    text,
};

/// An order that is proposed between battles.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The order.
    pub order: Order,
    /// Whom it is for: a stack or a unit.
    pub who: Id,
    /// The force to which it is due, the unit where it is due to each by himself: one of a stack may be left to whom it is for.
    force: Id,
    /// Why, as data; [`crate::notation::proposal_reason`] puts it in words.
    pub reason: Reason,
}

impl Proposal {
    /// What it is about, by which it is known again where its order has changed.
    #[must_use]
    pub fn matter(&self) -> Matter {
        Matter(std::mem::discriminant(&self.reason), self.force)
    }
}

/// What a proposal is about: which kind of thing is due, and to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Matter(std::mem::Discriminant<Reason>, Id);

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
        /// From which pool, and of which side it is.
        pool: (String, SideId),
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
        /// Whether it was rebuilt since it was mustered.
        was_raised: bool,
    },
}

/// What is proposed between battles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proposed {
    /// The orders: for each kind force by force, in roster order.
    pub all: Vec<Proposal>,
    /// Whether more waits for these: it is listed once they are given or left, if it is still due then.
    pub more: bool,
}

/// What is due between battles.
#[must_use]
pub fn proposals(state: &State) -> Vec<Proposal> {
    proposed(state, &[]).all
}

/// What is due between battles, but for what is left: so what would wait for that comes now. All of it is the referee's to
/// give: in a side's view nothing is due.
#[must_use]
pub fn proposed(state: &State, left: &[Matter]) -> Proposed {
    if state.ended().is_some() || state.viewer().is_some() || !has_refit(state) {
        return Proposed::default();
    }
    let resolver = || Resolver::new(state.clone(), RollQueue::of(&[]));
    let mut proposing = Proposing { now: resolver(), then: resolver(), left, proposed: Proposed::default() };
    proposing.all();
    proposing.proposed
}

/// Whether anything could be due between battles at all: else nothing is looked at, and no state is copied.
fn has_refit(state: &State) -> bool {
    let book = state.book();
    let by_rule =
        book.supply.is_on() || book.recover.is_on() || book.raise.is_on() || book.promote.after != Merit::Never;
    by_rule || !book.replacements.pools.is_empty() || state.units().iter().any(|unit| unit.service.missing.coming() > 0)
}

/// What of one kind is due to a force, of which these units live and are in no battle.
type DueToForce = fn(&State, Id, &[UnitId]) -> Option<Proposal>;

/// What of one kind is due to a unit.
type DueToUnit = fn(&Resolver, UnitId) -> Option<Proposal>;

/// Proposals that are being made.
struct Proposing<'a> {
    /// What there is now.
    now: Resolver<'a>,
    /// What there would be if all so far were given but what is left.
    then: Resolver<'a>,
    left: &'a [Matter],
    proposed: Proposed,
}

impl Proposing<'_> {
    fn all(&mut self) {
        let forces = forces(&self.now.state);
        let units: Vec<UnitId> = self.now.state.units().iter().map(|unit| unit.id).collect();
        let by_force: [DueToForce; 3] = [supply, coming_back, recovery];
        for due in by_force {
            for (force, units) in &forces {
                self.consider(|resolver| due(&resolver.state, *force, units));
            }
        }
        // First come, first served: units draw on a pool in roster order.
        let by_unit: [DueToUnit; 3] = [replacements, raising, promotion];
        for due in by_unit {
            for unit in &units {
                self.consider(|resolver| due(resolver, *unit));
            }
        }
    }

    /// Proposes what is due, if it can be given now and is the same after all before it; else it waits for them.
    fn consider(&mut self, due: impl Fn(&Resolver) -> Option<Proposal>) {
        let then = due(&self.then).filter(|proposal| !self.left.contains(&proposal.matter()));
        let Some(then) = then else { return };
        if self.then.carry_out(&then.order).is_err() {
            return;
        }
        let alone = || Resolver::new(self.now.state.clone(), RollQueue::of(&[])).carry_out(&then.order);
        if due(&self.now).as_ref() == Some(&then) && alone().is_ok() {
            self.proposed.all.push(then);
        } else {
            self.proposed.more = true;
        }
    }
}

fn supply(state: &State, force: Id, units: &[UnitId]) -> Option<Proposal> {
    if !state.book().supply.is_on() {
        return None;
    }
    let (to, trace) = refit::level_due(state, units).ok()?;
    let levels = units.iter().filter_map(|unit| state.unit(*unit)).map(|unit| unit.service.supply);
    let from = levels.max().unwrap_or(0);
    let level = state.book().supply.level(to).filter(|_| from != to)?;
    let order = RefitOrder::Supply { who: force, level: level.name.clone(), why: None };
    Some(Proposal {
        order: Order::Refit(order),
        who: force,
        force,
        reason: Reason::Supply { level: (from, to), trace },
    })
}

/// Whom it is for: one of a stack is named himself, so that it can be changed how much.
fn named(force: Id, units: impl ExactSizeIterator<Item = UnitId>) -> Option<Id> {
    let number = units.len();
    let first = units.last()?;
    Some(if number == 1 { first.into() } else { force })
}

fn coming_back(state: &State, force: Id, units: &[UnitId]) -> Option<Proposal> {
    let returns = |id: &UnitId| {
        let unit = state.unit(*id)?;
        let back = refit::back(state, unit)?;
        Some((*id, back, unit.service.missing.coming() - back))
    };
    let units: Vec<_> = units.iter().filter_map(returns).collect();
    let who = named(force, units.iter().map(|(unit, ..)| *unit))?;
    let order = RefitOrder::Return { who: vec![who], points: None, why: None };
    Some(Proposal { order: Order::Refit(order), who, force, reason: Reason::Return { units } })
}

fn recovery(state: &State, force: Id, units: &[UnitId]) -> Option<Proposal> {
    let recovers = |id: &UnitId| {
        let unit = state.unit(*id)?;
        let gains = refit::gains(state, unit).ok()?;
        Some((*id, gains, state.recovery_due(unit)?))
    };
    let units: Vec<_> = units.iter().filter_map(recovers).collect();
    let who = named(force, units.iter().map(|(unit, ..)| *unit))?;
    let order = RefitOrder::Recover { who: vec![who], gains: Gains::default(), why: None };
    Some(Proposal { order: Order::Refit(order), who, force, reason: Reason::Recovery { units } })
}

fn replacements(resolver: &Resolver, unit: UnitId) -> Option<Proposal> {
    let state = &resolver.state;
    let found = state.unit(unit)?;
    let due = state.replacements_due(found)?;
    let (points, pool) = refit::replacements(resolver, found)?;
    let order = RefitOrder::Replace { unit, points: Some(points), why: None };
    let reason = Reason::Replacements { points, pool: (pool, found.side), due };
    Some(Proposal { order: Order::Refit(order), who: unit.into(), force: unit.into(), reason })
}

fn raising(resolver: &Resolver, unit: UnitId) -> Option<Proposal> {
    let state = &resolver.state;
    if !state.book().raise.is_on() {
        return None;
    }
    let Ok(Event::Refit(RefitEvent::Raised { to, grade, .. })) = resolver.raising_of(unit, None, false) else {
        return None;
    };
    let parts = state.unit(unit).and_then(|unit| state.parts_gone(unit)).filter(|_| state.book().clock.is_on());
    let order = RefitOrder::Raise { unit, strength: None, why: None };
    let reason = Reason::Raising { strength: to, grade, parts };
    Some(Proposal { order: Order::Refit(order), who: unit.into(), force: unit.into(), reason })
}

fn promotion(resolver: &Resolver, id: UnitId) -> Option<Proposal> {
    let state = &resolver.state;
    let rule = &state.book().promote;
    let least = match rule.after {
        Merit::Never => return None,
        Merit::Battles(least) | Merit::Won(least) | Merit::Inflicted(least) => u32::from(least),
    };
    let unit = state.unit(id).filter(|unit| state.book().uses_grades() && is_at_rest(state, unit))?;
    let number = unit.service.deeds_since_promotion().of(rule.after);
    // Whom nothing moves any more shines in nothing.
    let rises = !(state.book().uses(Mechanism::Edna) && unit.is_ineffective()) && number >= least;
    let risen = unit.mustered.0.saturating_sub(unit.grade.0);
    if !rises || rule.most.is_some_and(|most| risen >= most) {
        return None;
    }
    let grade = (unit.grade, state.book().ladder.shifted(unit.grade, 1));
    let (one, many) = match rule.after {
        Merit::Never | Merit::Battles(_) => ("battle", "battles"),
        Merit::Won(_) => ("battle won", "battles won"),
        Merit::Inflicted(_) => ("defeat or hit inflicted", "defeats or hits inflicted"),
    };
    let why = text::count(usize::try_from(number).unwrap_or(usize::MAX), one, many);
    let order = Order::Regrade { who: vec![id.into()], by: 1, term: Term::ForGood, why };
    let reason = Reason::Promotion { merit: rule.after, number, grade, was_raised: unit.service.was_ever_raised() };
    Some(Proposal { order, who: id.into(), force: id.into(), reason })
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
