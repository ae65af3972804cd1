//! Conflicts of stacks: open, fight a round, join, leave. Source: RULES 5.8, 8.

use super::{
    Adviser, Proposal,
    close::UNDER_WAY,
    whole,
    words::{mean, percent, sentence},
};
use crate::odds::{blow, forecast};
use wardiary_base::{
    book::{Blows, Mechanism},
    id::StackId,
};
use wardiary_rules::{
    order::{Order, StackOrder},
    rules::{self, Step},
    state::{Conflict, State, Unit},
};

/// The mean losses in a round, in Strength Points or in defeats.
#[derive(Clone, Copy, Default)]
struct RoundOdds {
    taken: f64,
    lost: f64,
}

impl Adviser<'_> {
    /// Proposes rounds that are due or under way, or leaving a Conflict.
    pub(super) fn rounds(&mut self) -> Vec<Proposal> {
        if !self.uses(Mechanism::Stacks) {
            return Vec::new();
        }
        let left = rules::outstanding(self.state, self.battle.id);
        let all = left.rounds.into_iter().chain(left.under_way);
        all.flat_map(|at| self.round(at)).collect()
    }

    fn round(&mut self, at: usize) -> Vec<Proposal> {
        let conflict = &self.battle.conflicts[at];
        let there = conflict.stacks.iter().filter(|s| !s.fled && self.state.has_units(s.stack)).map(|s| s.stack);
        let there: Vec<StackId> = there.collect();
        let is_own = |stack: &StackId| self.state.side_of((*stack).into()) == Some(self.side);
        let own: Vec<StackId> = there.into_iter().filter(is_own).collect();
        let (Some(first), Some(orders)) = (own.first().copied(), self.state.orders_round(self.battle.id, at)) else {
            return Vec::new();
        };
        // Any own stack may give the order if the rules let it; else the enemy orders the round.
        let mut asking = own.iter().copied().chain([orders]).map(|stack| Order::Stacks(StackOrder::Round { stack }));
        let Some(order) = asking.find(|order| rules::resolve(self.state, order, &[]).is_ok()) else {
            return Vec::new();
        };
        let (odds, said) = match self.state.book().stacks.blows {
            Blows::Scrud => self.by_scrud(self.state, &order),
            Blows::D20 => self.blows(self.state, &self.strikers(self.state, conflict)),
        };
        let worth = self.worth(odds.taken, odds.lost);
        let mut all = Vec::new();
        if -worth > f64::from(self.policy.leave) && !conflict.under_way {
            let reason = format!("out of the Conflict before it costs more. {said}");
            all.push(Proposal {
                order: Order::Stacks(StackOrder::Flee { stack: first }),
                who: Some(first.into()),
                reason: sentence(reason),
                score: whole(UNDER_WAY - worth),
            });
        }
        let round = if conflict.under_way { "the rest of round" } else { "round" };
        let reason = sentence(format!("{round} {} is due. {said}", conflict.round));
        all.push(Proposal { order, who: Some(first.into()), reason, score: whole(worth.max(0.0) + UNDER_WAY) });
        all
    }

    /// Proposes to open Conflicts, one stack against one.
    pub(super) fn conflicts(&mut self) -> Vec<Proposal> {
        if !self.uses(Mechanism::Stacks) || self.battle.is_exhausted(self.side) {
            return Vec::new();
        }
        let (own, enemies) = (self.stacks(&self.own()), self.stacks(&self.enemies()));
        let mut all = Vec::new();
        for (stack, enemy) in own.iter().flat_map(|own| enemies.iter().map(move |enemy| (*own, *enemy))) {
            all.extend(self.conflict(stack, enemy));
        }
        all
    }

    /// Proposes to join Conflicts that the side is in. The stack strikes from the next round on.
    pub(super) fn joins(&mut self) -> Vec<Proposal> {
        if !self.uses(Mechanism::Stacks) {
            return Vec::new();
        }
        let mut all = Vec::new();
        // Guns fire instead.
        let own: Vec<&Unit> = self.own().into_iter().filter(|unit| self.fights_close(unit)).collect();
        for stack in self.stacks(&own) {
            let open = self.battle.conflicts.iter().filter(|conflict| conflict.over.is_none());
            let best = open.filter_map(|conflict| self.join(stack, conflict)).max_by_key(|proposal| proposal.score);
            all.extend(best);
        }
        all
    }

    fn join(&mut self, stack: StackId, conflict: &Conflict) -> Option<Proposal> {
        let there = conflict.stacks.iter().filter(|s| !s.fled && self.state.has_units(s.stack)).map(|s| s.stack);
        let own = there.into_iter().find(|stack| self.state.side_of((*stack).into()) == Some(self.side))?;
        let order = Order::Stacks(StackOrder::Join { stack, to: own, anyway: None });
        let Ok(Step::Done(done)) = rules::resolve(self.state, &order, &[]) else { return None };
        let (after, joined) = (&done.after, conflict_with(&done.after, stack)?);
        let enemy = after.opposite(joined, stack)?;
        let first = |stack: StackId| self.state.units_of_stack(stack).next();
        if !self.are_close(first(stack)?, first(enemy)?) {
            return None;
        }
        let (odds, said) = match self.state.book().stacks.blows {
            Blows::Scrud => self.by_scrud(after, &Order::Stacks(StackOrder::Round { stack })),
            Blows::D20 => {
                let strikers = self.strikers(after, joined);
                let of_it: Vec<_> = strikers.into_iter().filter(|(by, at)| [by, at].contains(&&stack)).collect();
                self.blows(after, &of_it)
            }
        };
        let worth = self.worth(odds.taken, odds.lost);
        (worth > 0.0).then(|| Proposal {
            order,
            who: Some(stack.into()),
            reason: sentence(format!("against {}, from the next round on. {said}", self.state.name(enemy))),
            score: whole(worth),
        })
    }

    /// The units' stacks that can enter a Conflict: not in one yet, with a unit that has stack numbers, or, if rounds
    /// are fought by SCRUD, one that rolls dice.
    fn stacks(&self, units: &[&Unit]) -> Vec<StackId> {
        let by_scrud = self.state.book().stacks.blows == Blows::Scrud;
        let counts = |unit: &&&Unit| unit.stats.is_some() || (by_scrud && self.state.rolls_in_combat(unit));
        let mut stacks: Vec<StackId> = units.iter().filter(counts).filter_map(|unit| unit.stack).collect();
        stacks.sort();
        stacks.dedup();
        stacks.retain(|stack| self.state.conflict_of(*stack).is_none());
        stacks
    }

    fn conflict(&mut self, stack: StackId, enemy: StackId) -> Option<Proposal> {
        let first = |stack: StackId| self.state.units_of_stack(stack).next();
        if !self.are_close(first(stack)?, first(enemy)?) {
            return None;
        }
        let order = Order::Stacks(StackOrder::Conflict { first: vec![stack], second: vec![enemy], anyway: None });
        let Ok(Step::Done(done)) = rules::resolve(self.state, &order, &[]) else { return None };
        let (odds, said) = match self.state.book().stacks.blows {
            Blows::Scrud => self.by_scrud(&done.after, &Order::Stacks(StackOrder::Round { stack })),
            Blows::D20 => self.blows(&done.after, &self.strikers(&done.after, conflict_with(&done.after, stack)?)),
        };
        let worth = self.worth(odds.taken, odds.lost);
        (worth > 0.0).then(|| Proposal {
            order,
            who: Some(stack.into()),
            reason: sentence(format!("its first round is due at once. {said}")),
            score: whole(worth),
        })
    }

    /// The points of a round between two adjacent stacks.
    pub(super) fn would_strike(&self, stack: StackId, enemy: StackId) -> f64 {
        let (odds, _) = self.blows(self.state, &[(stack, enemy), (enemy, stack)]);
        self.worth(odds.taken, odds.lost)
    }

    /// Who strikes whom in the next round of a Conflict, or in the rest of the current one. Own stacks come first.
    fn strikers(&self, state: &State, conflict: &Conflict) -> Vec<(StackId, StackId)> {
        let there = conflict.stacks.iter().filter(|s| !s.fled && state.has_units(s.stack)).map(|s| s.stack);
        let acting: Vec<StackId> = if conflict.under_way { conflict.to_act.clone() } else { there.collect() };
        let at = |stack: StackId| Some((stack, state.opposite(conflict, stack)?));
        let mut strikers: Vec<(StackId, StackId)> = acting.into_iter().filter_map(at).collect();
        strikers.sort_by_key(|(stack, _)| state.side_of((*stack).into()) != Some(self.side));
        strikers
    }

    /// The odds of these blows in a round by D20, in words, too.
    fn blows(&self, state: &State, strikers: &[(StackId, StackId)]) -> (RoundOdds, String) {
        let mut odds = RoundOdds::default();
        let mut said: Vec<String> = Vec::new();
        for (stack, at) in strikers {
            let Some((chance, damage)) = blow_of(state, *stack, *at) else { continue };
            let own = state.side_of((*stack).into()) == Some(self.side);
            let sum = if own { &mut odds.taken } else { &mut odds.lost };
            *sum += chance * f64::from(damage);
            let (name, chance) = (state.name(*stack), percent(chance));
            said.push(match strikers.len() {
                0..=2 if !said.is_empty() => format!("{name}: {chance} for {damage} SP"),
                0..=2 => format!("{name}: {chance} to hit for {damage} SP"),
                _ => format!("{name}: {chance} to hit {} for {damage} SP", state.name(*at)),
            });
        }
        (odds, said.join(", "))
    }

    /// The odds of a round by SCRUD in this state, in words, too.
    fn by_scrud(&mut self, state: &State, order: &Order) -> (RoundOdds, String) {
        let engagement = forecast::phase_of(state, order);
        let odds = engagement.and_then(|engagement| self.memo.phase(state.book(), engagement));
        let Some(odds) = odds else { return (RoundOdds::default(), "its odds are not known".into()) };
        let said = format!(
            "{} defeats inflicted and {} suffered in the mean",
            mean(odds.defeats.second),
            mean(odds.defeats.first)
        );
        (RoundOdds { taken: odds.defeats.second, lost: odds.defeats.first }, said)
    }
}

fn conflict_with(state: &State, stack: StackId) -> Option<&Conflict> {
    let (battle, at) = state.conflict_of(stack)?;
    state.conflict(battle, at)
}

/// A stack's chance to hit another, and the Strength Points a hit takes, at most those that are left.
fn blow_of(state: &State, stack: StackId, at: StackId) -> Option<(f64, u32)> {
    let roll = forecast::blow(state, stack, at, None)?;
    let rules = &state.book().stacks;
    let left: u32 = state.units_of_stack(at).map(|unit| u32::from(unit.strength.now)).sum();
    Some((blow::hits(rules, roll), roll.damage(rules).min(left)))
}
