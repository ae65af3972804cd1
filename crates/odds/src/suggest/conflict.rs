//! Conflicts of stacks: open, fight a round, join, leave. Source: RULES 5.8, 8.

use super::{
    Adviser, SuggestedOrder,
    close_combat::UNDER_WAY_BONUS,
    phrases::{capitalized, mean_text, percent},
    rounded,
};
use crate::odds::{fire, forecast};
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
    inflicted: f64,
    suffered: f64,
}

impl Adviser<'_> {
    pub(super) fn round_proposals(&mut self) -> Vec<SuggestedOrder> {
        if !self.uses(Mechanism::Stacks) {
            return Vec::new();
        }
        let left = rules::outstanding(self.state, self.battle.id);
        let all = left.due_rounds.into_iter().chain(left.open_rounds);
        all.flat_map(|at| self.conflict_round_proposals(at)).collect()
    }

    fn conflict_round_proposals(&mut self, at: usize) -> Vec<SuggestedOrder> {
        let conflict = &self.battle.conflicts[at];
        let there = conflict.stacks.iter().filter(|s| !s.fled && self.state.has_units(s.stack)).map(|s| s.stack);
        let there: Vec<StackId> = there.collect();
        let is_own = |stack: &StackId| self.state.side_of((*stack).into()) == Some(self.side);
        let own: Vec<StackId> = there.into_iter().filter(is_own).collect();
        let (Some(first), Some(orders)) = (own.first().copied(), self.state.round_orderer(self.battle.id, at)) else {
            return Vec::new();
        };
        // Any own stack may give the order if the rules let it; else the enemy orders the round.
        let mut asking = own.iter().copied().chain([orders]).map(|stack| Order::Stacks(StackOrder::Round { stack }));
        let Some(order) = asking.find(|order| rules::resolve(self.state, order, &[]).is_ok()) else {
            return Vec::new();
        };
        let (odds, odds_sentence) = match self.state.book().stacks.blows {
            Blows::Scrud => self.scrud_round_odds(self.state, &order),
            Blows::D20 => self.blow_round_odds(self.state, &self.strikers(self.state, conflict)),
        };
        let worth = self.net_points(odds.inflicted, odds.suffered);
        let mut all = Vec::new();
        if -worth > f64::from(self.policy.leave) && !conflict.under_way {
            let reason = format!("leave the Conflict before it costs more. {odds_sentence}");
            all.push(SuggestedOrder {
                order: Order::Stacks(StackOrder::Flee { stack: first }),
                who: Some(first.into()),
                reason: capitalized(reason),
                score: rounded(UNDER_WAY_BONUS - worth),
            });
        }
        let round = if conflict.under_way { "the rest of round" } else { "round" };
        let reason = capitalized(format!("{round} {} is due. {odds_sentence}", conflict.round));
        all.push(SuggestedOrder {
            order,
            who: Some(first.into()),
            reason,
            score: rounded(worth.max(0.0) + UNDER_WAY_BONUS),
        });
        all
    }

    pub(super) fn new_conflict_proposals(&mut self) -> Vec<SuggestedOrder> {
        if !self.uses(Mechanism::Stacks) || self.battle.is_exhausted(self.side) {
            return Vec::new();
        }
        let (own, enemies) = (self.eligible_stacks(&self.own_units()), self.eligible_stacks(&self.enemy_units()));
        let mut all = Vec::new();
        for (stack, enemy) in own.iter().flat_map(|own| enemies.iter().map(move |enemy| (*own, *enemy))) {
            all.extend(self.new_conflict_proposal(stack, enemy));
        }
        all
    }

    /// Proposes to join Conflicts that the side is in. The stack strikes from the next round on.
    pub(super) fn join_proposals(&mut self) -> Vec<SuggestedOrder> {
        if !self.uses(Mechanism::Stacks) {
            return Vec::new();
        }
        let mut all = Vec::new();
        // Guns fire instead.
        let own: Vec<&Unit> = self.own_units().into_iter().filter(|unit| self.fights_close(unit)).collect();
        for stack in self.eligible_stacks(&own) {
            let open = self.battle.conflicts.iter().filter(|conflict| conflict.ended.is_none());
            let best =
                open.filter_map(|conflict| self.join_proposal(stack, conflict)).max_by_key(|proposal| proposal.score);
            all.extend(best);
        }
        all
    }

    fn join_proposal(&mut self, stack: StackId, conflict: &Conflict) -> Option<SuggestedOrder> {
        let there = conflict.stacks.iter().filter(|s| !s.fled && self.state.has_units(s.stack)).map(|s| s.stack);
        let own = there.into_iter().find(|stack| self.state.side_of((*stack).into()) == Some(self.side))?;
        let order = Order::Stacks(StackOrder::Join { stack, to: own, anyway: None });
        let Ok(Step::Done(done)) = rules::resolve(self.state, &order, &[]) else { return None };
        let (after, joined) = (&done.after, conflict_with(&done.after, stack)?);
        let enemy = after.default_target(joined, stack)?;
        let first = |stack: StackId| self.state.units_of_stack(stack).next();
        if !self.are_close(first(stack)?, first(enemy)?) {
            return None;
        }
        let (odds, odds_sentence) = match self.state.book().stacks.blows {
            Blows::Scrud => self.scrud_round_odds(after, &Order::Stacks(StackOrder::Round { stack })),
            Blows::D20 => {
                let strikers = self.strikers(after, joined);
                let of_it: Vec<_> = strikers.into_iter().filter(|(by, at)| [by, at].contains(&&stack)).collect();
                self.blow_round_odds(after, &of_it)
            }
        };
        let worth = self.net_points(odds.inflicted, odds.suffered);
        (worth > 0.0).then(|| SuggestedOrder {
            order,
            who: Some(stack.into()),
            reason: capitalized(format!("against {}, from the next round on. {odds_sentence}", self.state.name(enemy))),
            score: rounded(worth),
        })
    }

    /// The units' stacks that can enter a Conflict: not in one yet, with a unit that has stack numbers, or, if rounds
    /// are fought by SCRUD, one that rolls dice.
    fn eligible_stacks(&self, units: &[&Unit]) -> Vec<StackId> {
        let by_scrud = self.state.book().stacks.blows == Blows::Scrud;
        let counts = |unit: &&&Unit| unit.stats_in_rules().is_some() || (by_scrud && self.state.rolls_in_combat(unit));
        let mut stacks: Vec<StackId> = units.iter().filter(counts).filter_map(|unit| unit.stack).collect();
        stacks.sort();
        stacks.dedup();
        stacks.retain(|stack| self.state.conflict_of(*stack).is_none());
        stacks
    }

    fn new_conflict_proposal(&mut self, stack: StackId, enemy: StackId) -> Option<SuggestedOrder> {
        let first = |stack: StackId| self.state.units_of_stack(stack).next();
        if !self.are_close(first(stack)?, first(enemy)?) {
            return None;
        }
        let order = Order::Stacks(StackOrder::Conflict { first: vec![stack], second: vec![enemy], anyway: None });
        let Ok(Step::Done(done)) = rules::resolve(self.state, &order, &[]) else { return None };
        let (odds, odds_sentence) = match self.state.book().stacks.blows {
            Blows::Scrud => self.scrud_round_odds(&done.after, &Order::Stacks(StackOrder::Round { stack })),
            Blows::D20 => {
                self.blow_round_odds(&done.after, &self.strikers(&done.after, conflict_with(&done.after, stack)?))
            }
        };
        let worth = self.net_points(odds.inflicted, odds.suffered);
        (worth > 0.0).then(|| SuggestedOrder {
            order,
            who: Some(stack.into()),
            reason: capitalized(format!("its first round is due at once. {odds_sentence}")),
            score: rounded(worth),
        })
    }

    /// The points of a round between two adjacent stacks.
    pub(super) fn strike_points(&self, stack: StackId, enemy: StackId) -> f64 {
        let (odds, _) = self.blow_round_odds(self.state, &[(stack, enemy), (enemy, stack)]);
        self.net_points(odds.inflicted, odds.suffered)
    }

    /// Strikers and their marks in the next round of a Conflict, or in the rest of the current one. Own stacks come
    /// first.
    fn strikers(&self, state: &State, conflict: &Conflict) -> Vec<(StackId, StackId)> {
        let there = conflict.stacks.iter().filter(|s| !s.fled && state.has_units(s.stack)).map(|s| s.stack);
        let acting: Vec<StackId> = if conflict.under_way { conflict.to_act.clone() } else { there.collect() };
        let at = |stack: StackId| Some((stack, state.default_target(conflict, stack)?));
        let mut strikers: Vec<(StackId, StackId)> = acting.into_iter().filter_map(at).collect();
        strikers.sort_by_key(|(stack, _)| state.side_of((*stack).into()) != Some(self.side));
        strikers
    }

    /// The odds of these blows in a round by D20, in words, too.
    fn blow_round_odds(&self, state: &State, strikers: &[(StackId, StackId)]) -> (RoundOdds, String) {
        let mut odds = RoundOdds::default();
        let mut parts: Vec<String> = Vec::new();
        for (stack, at) in strikers {
            let Some((chance, damage)) = hit_chance_and_damage(state, *stack, *at) else { continue };
            let own = state.side_of((*stack).into()) == Some(self.side);
            let sum = if own { &mut odds.inflicted } else { &mut odds.suffered };
            *sum += chance * f64::from(damage);
            let (name, chance) = (state.name(*stack), percent(chance));
            parts.push(match strikers.len() {
                0..=2 if !parts.is_empty() => format!("{name}: {chance} for {damage} SP"),
                0..=2 => format!("{name}: {chance} to hit for {damage} SP"),
                _ => format!("{name}: {chance} to hit {} for {damage} SP", state.name(*at)),
            });
        }
        (odds, parts.join(", "))
    }

    /// The odds of a round by SCRUD in this state, in words, too.
    fn scrud_round_odds(&mut self, state: &State, order: &Order) -> (RoundOdds, String) {
        let engagement = forecast::engagement_of(state, order);
        let odds = engagement.and_then(|engagement| self.cache.phase(state.book(), engagement));
        let Some(odds) = odds else { return (RoundOdds::default(), "its odds are unknown".into()) };
        let sentence = format!(
            "{} defeats inflicted and {} suffered on average",
            mean_text(odds.defeats.second),
            mean_text(odds.defeats.first)
        );
        (RoundOdds { inflicted: odds.defeats.second, suffered: odds.defeats.first }, sentence)
    }
}

fn conflict_with(state: &State, stack: StackId) -> Option<&Conflict> {
    let (battle, at) = state.conflict_of(stack)?;
    state.conflict(battle, at)
}

/// A stack's chance to hit another, and the Strength Points a hit takes, at most those that are left.
fn hit_chance_and_damage(state: &State, stack: StackId, at: StackId) -> Option<(f64, u32)> {
    let roll = forecast::blow_between(state, stack, at, None)?;
    let rules = &state.book().stacks;
    let left: u32 = state.units_of_stack(at).map(|unit| u32::from(unit.strength_in_rules().now)).sum();
    Some((fire::blow_hit_chance(rules, roll), roll.damage(rules).min(left)))
}
