//! Proposes orders that are due between battles, with reasons. Nothing happens automatically: the player carries out a
//! proposed order, changes it, or skips it. Source: RULES 7.
//!
//! The listed orders can be carried out one by one in any selection, or all in this order, with the same result. An
//! order that depends on an earlier one is listed only once that one is carried out or skipped.

use super::{Resolver, SupplyTrace, refit, resolution::RollQueue};
use crate::{
    event::{Event, RefitEvent},
    order::{Gains, Order, RefitOrder, Term},
    state::{DueReason, State, Unit},
};
use wardiary_base::{
    book::{Grade, Mechanism, PromotionMerit},
    id::{Id, SideId, StackId, UnitId},
    text::{self, Text},
};

#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    pub order: Order,
    pub who: Id,
    /// The force it is due to, or the unit if due to each separately. The order may name a single unit of a force.
    force: Id,
    pub reason: ProposalReason,
}

impl Proposal {
    pub fn key(&self) -> ProposalKey {
        ProposalKey(std::mem::discriminant(&self.reason), self.force)
    }
}

/// The subject of a proposal: the kind of reason, and whom it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProposalKey(std::mem::Discriminant<ProposalReason>, Id);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProposalReason {
    Recovery {
        /// Each unit, what it recovers, and why that is due.
        units: Vec<(UnitId, Gains, DueReason)>,
    },
    /// A force is supplied, or cut off.
    Supply {
        /// The supply level now, of the force's worst unit, and after.
        level: (u8, u8),
        trace: SupplyTrace,
    },
    /// Strength lost in battles returns to units.
    ReturningStrength {
        /// Each unit, the points that return now, and the points that return later.
        units: Vec<(UnitId, u16, u16)>,
    },
    Replacements {
        points: u16,
        /// The pool, and the side that it belongs to.
        pool: (Text, SideId),
        due: DueReason,
    },
    Raising {
        strength: u16,
        grade: (Grade, Grade),
        /// The number of parts since it was eliminated, if there is a clock.
        parts: Option<u32>,
    },
    Promotion {
        merit: PromotionMerit,
        /// The count since the last promotion.
        number: u32,
        grade: (Grade, Grade),
        /// Whether the unit was rebuilt since the muster.
        was_raised: bool,
    },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProposalList {
    /// By kind, then by force in roster order.
    pub all: Vec<Proposal>,
    /// Whether further proposals depend on these. They are listed once these are carried out or skipped.
    pub has_more: bool,
}

pub fn proposals(state: &State) -> Vec<Proposal> {
    proposals_without(state, &[]).all
}

/// The proposals between battles without those in `left`. They are the referee's: in a side's view nothing is due.
pub fn proposals_without(state: &State, left: &[ProposalKey]) -> ProposalList {
    if state.ended().is_some() || state.viewer().is_some() || !can_be_due(state) {
        return ProposalList::default();
    }
    let resolver = || Resolver::new(state.clone(), RollQueue::from_rolls(&[]));
    let mut proposing = ProposalCollector {
        current: resolver(),
        after_proposals: resolver(),
        skipped: left,
        list: ProposalList::default(),
    };
    proposing.collect();
    proposing.list
}

/// Whether anything can be due between battles. If not, the state is not copied.
fn can_be_due(state: &State) -> bool {
    let book = state.book();
    let by_rule = book.supply.is_on()
        || book.recover.is_on()
        || book.raise.is_on()
        || book.promote.after != PromotionMerit::Never;
    by_rule
        || !book.replacements.pools.is_empty()
        || state.units().iter().any(|unit| unit.history.lost_strength.returning() > 0)
}

/// A proposal of one kind for a force; the units are its living ones in no battle.
type ForceProposer = fn(&State, Id, &[UnitId]) -> Option<Proposal>;

type UnitProposer = fn(&Resolver, UnitId) -> Option<Proposal>;

struct ProposalCollector<'a> {
    current: Resolver<'a>,
    /// The state after all proposals so far, except those that were left.
    after_proposals: Resolver<'a>,
    skipped: &'a [ProposalKey],
    list: ProposalList,
}

impl ProposalCollector<'_> {
    fn collect(&mut self) {
        let forces = forces(&self.current.state);
        let units: Vec<UnitId> = self.current.state.units().iter().map(|unit| unit.id).collect();
        let by_force: [ForceProposer; 3] = [supply, returning_strength, recovery];
        for due in by_force {
            for (force, units) in &forces {
                self.add_if_independent(|resolver| due(&resolver.state, *force, units));
            }
        }
        // Pools serve units in roster order.
        let by_unit: [UnitProposer; 3] = [replacements, raising, promotion];
        for due in by_unit {
            for unit in &units {
                self.add_if_independent(|resolver| due(resolver, *unit));
            }
        }
    }

    /// Adds a proposal if it is possible now and the same after all before it; otherwise it waits for them.
    fn add_if_independent(&mut self, due: impl Fn(&Resolver) -> Option<Proposal>) {
        let then = due(&self.after_proposals).filter(|proposal| !self.skipped.contains(&proposal.key()));
        let Some(then) = then else { return };
        if self.after_proposals.carry_out(&then.order).is_err() {
            return;
        }
        let alone = || Resolver::new(self.current.state.clone(), RollQueue::from_rolls(&[])).carry_out(&then.order);
        if due(&self.current).as_ref() == Some(&then) && alone().is_ok() {
            self.list.all.push(then);
        } else {
            self.list.has_more = true;
        }
    }
}

fn supply(state: &State, force: Id, units: &[UnitId]) -> Option<Proposal> {
    if !state.book().supply.is_on() {
        return None;
    }
    let (to, trace) = refit::due_supply_level(state, units).ok()?;
    let levels = units.iter().filter_map(|unit| state.unit(*unit)).map(|unit| unit.history.supply);
    let from = levels.max().unwrap_or(0);
    let level = state.book().supply.level(to).filter(|_| from != to)?;
    let order = RefitOrder::Supply { who: force, level: level.name.clone(), why: None };
    Some(Proposal {
        order: Order::Refit(order),
        who: force,
        force,
        reason: ProposalReason::Supply { level: (from, to), trace },
    })
}

/// The force that the order names: for a single unit of a stack the unit itself, so that the amount can be changed.
fn order_subject(force: Id, units: impl ExactSizeIterator<Item = UnitId>) -> Option<Id> {
    let number = units.len();
    let first = units.last()?;
    Some(if number == 1 { first.into() } else { force })
}

fn returning_strength(state: &State, force: Id, units: &[UnitId]) -> Option<Proposal> {
    let returns = |id: &UnitId| {
        let unit = state.unit(*id)?;
        let back = refit::returning_points(state, unit)?;
        Some((*id, back, unit.history.lost_strength.returning() - back))
    };
    let units: Vec<_> = units.iter().filter_map(returns).collect();
    let who = order_subject(force, units.iter().map(|(unit, ..)| *unit))?;
    let order = RefitOrder::Return { who: vec![who], points: None, why: None };
    Some(Proposal { order: Order::Refit(order), who, force, reason: ProposalReason::ReturningStrength { units } })
}

fn recovery(state: &State, force: Id, units: &[UnitId]) -> Option<Proposal> {
    let recovers = |id: &UnitId| {
        let unit = state.unit(*id)?;
        let gains = refit::possible_gains(state, unit).ok()?;
        Some((*id, gains, state.recovery_due(unit)?))
    };
    let units: Vec<_> = units.iter().filter_map(recovers).collect();
    let who = order_subject(force, units.iter().map(|(unit, ..)| *unit))?;
    let order = RefitOrder::Recover { who: vec![who], gains: Gains::default(), why: None };
    Some(Proposal { order: Order::Refit(order), who, force, reason: ProposalReason::Recovery { units } })
}

fn replacements(resolver: &Resolver, unit: UnitId) -> Option<Proposal> {
    let state = &resolver.state;
    let found = state.unit(unit)?;
    let due = state.replacements_due(found)?;
    let (points, pool) = refit::available_replacements(resolver, found)?;
    let order = RefitOrder::Replace { unit, points: Some(points), why: None };
    let reason = ProposalReason::Replacements { points, pool: (pool, found.side), due };
    Some(Proposal { order: Order::Refit(order), who: unit.into(), force: unit.into(), reason })
}

fn raising(resolver: &Resolver, unit: UnitId) -> Option<Proposal> {
    let state = &resolver.state;
    if !state.book().raise.is_on() {
        return None;
    }
    let Ok(Event::Refit(RefitEvent::Raised { to, grade, .. })) = resolver.raise_event(unit, None, false) else {
        return None;
    };
    let parts =
        state.unit(unit).and_then(|unit| state.parts_since_elimination(unit)).filter(|_| state.book().clock.is_on());
    let order = RefitOrder::Raise { unit, strength: None, why: None };
    let reason = ProposalReason::Raising { strength: to, grade, parts };
    Some(Proposal { order: Order::Refit(order), who: unit.into(), force: unit.into(), reason })
}

fn promotion(resolver: &Resolver, id: UnitId) -> Option<Proposal> {
    let state = &resolver.state;
    let rule = &state.book().promote;
    let least = match rule.after {
        PromotionMerit::Never => return None,
        PromotionMerit::Battles(least) | PromotionMerit::Won(least) | PromotionMerit::Inflicted(least) => {
            u32::from(least)
        }
    };
    let unit = state.unit(id).filter(|unit| state.book().uses_grades() && is_at_rest(state, unit))?;
    let number = unit.history.totals_since_promotion().count_for(rule.after);
    // A unit that can't be moved to act earns no promotion.
    let rises = !(state.book().uses(Mechanism::Edna) && unit.is_ineffective()) && number >= least;
    let risen = unit.grade_at_muster.0.saturating_sub(unit.grade.0);
    if !rises || rule.most.is_some_and(|most| risen >= most) {
        return None;
    }
    let grade = (unit.grade, state.book().ladder.shifted(unit.grade, 1));
    let (one, many) = match rule.after {
        PromotionMerit::Never | PromotionMerit::Battles(_) => ("battle", "battles"),
        PromotionMerit::Won(_) => ("battle won", "battles won"),
        PromotionMerit::Inflicted(_) => ("defeat or hit inflicted", "defeats or hits inflicted"),
    };
    let why = text::count(usize::try_from(number).unwrap_or(usize::MAX), one, many);
    let order = Order::Regrade { who: vec![id.into()], by: 1, term: Term::ForGood, why: why.into() };
    let reason =
        ProposalReason::Promotion { merit: rule.after, number, grade, was_raised: unit.history.was_ever_raised() };
    Some(Proposal { order, who: id.into(), force: id.into(), reason })
}

/// The forces, each a stack or a unit in none, with their living units in no battle.
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
