//! One game played by the policy.

use super::{Ending, GameOutcome, MAX_ORDERS, Playtest, SideOutcome};
use crate::{
    odds::simulate::Stream,
    suggest::{EdnaTested, PolicyOddsCache, SuggestedOrder, can_fight_on, proposals},
};
use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicBool, Ordering},
};
use wardiary_base::id::{BattleId, Id, UnitId};
use wardiary_rules::{
    event::{BattleEnd, Event},
    order::{MapOrder, Order, StackOrder},
    rules,
    state::{Battle, Contingent, State},
};

pub(super) struct Game<'m> {
    start: State,
    state: State,
    battle: BattleId,
    stream: Stream,
    cache: &'m mut PolicyOddsCache,
    edna_tested: EdnaTested,
    orders: u32,
    /// Whether anybody has attacked or moved this turn, and the number of turns before it in which nobody did.
    acted: bool,
    quiet_turns: u8,
}

impl<'m> Game<'m> {
    pub fn new(of: &Playtest, seed: u64, number: u32, memo: &'m mut PolicyOddsCache) -> Self {
        Self {
            start: of.state.clone(),
            state: of.state.clone(),
            battle: of.battle,
            stream: Stream::new(seed, number.into()),
            cache: memo,
            edna_tested: EdnaTested::new(),
            orders: 0,
            acted: false,
            quiet_turns: 0,
        }
    }

    /// Plays the game to its end; `None` if cancelled.
    pub fn play(mut self, cancel: &AtomicBool) -> Option<GameOutcome> {
        loop {
            let turn = self.current_battle().turn;
            let given = self.give_proposed_orders(cancel);
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            if !given {
                self.end_turn_or_phase();
            }
            if let Some(ending) = self.ending(turn) {
                return Some(self.outcome(ending));
            }
        }
    }

    fn current_battle(&self) -> &Battle {
        self.state.battle(self.battle).expect("battles stay where they are")
    }

    /// Gives the proposed orders, best first, one to each unit and stack. Returns whether any was given.
    fn give_proposed_orders(&mut self, cancel: &AtomicBool) -> bool {
        let found = self.state.battle(self.battle).expect("battles stay where they are");
        let all = proposals(&self.state, found, None, &self.edna_tested, self.cache);
        let mut busy: BTreeSet<Id> = BTreeSet::new();
        let mut given = false;
        for proposal in all.iter().filter(|proposal| proposal.score > 0) {
            let with = self.occupied_ids(proposal);
            if with.iter().any(|id| busy.contains(id)) || self.orders >= MAX_ORDERS {
                continue;
            }
            if self.give_order(&proposal.order) {
                given = true;
                busy.extend(with);
            }
            if self.current_battle().ended.is_some() || cancel.load(Ordering::Relaxed) {
                break;
            }
        }
        given
    }

    /// The unit or stack that an order occupies, its stack, and their units.
    fn occupied_ids(&self, proposal: &SuggestedOrder) -> Vec<Id> {
        let Some(who) = proposal.who else { return Vec::new() };
        let units = self.state.units_for_id(who);
        let stack = self.state.unit(UnitId(who.0)).and_then(|unit| unit.stack).map(Id::from);
        let stack = stack.filter(|_| matches!(proposal.order, Order::Map(_) | Order::Stacks(_)));
        std::iter::once(who).chain(stack).chain(units.iter().map(|unit| Id::from(unit.id))).collect()
    }

    fn end_turn_or_phase(&mut self) {
        let battle = self.battle;
        let orders = [Order::Pass { battle }, Order::EndTurn { battle }];
        if !orders.iter().any(|order| self.give_order(order)) {
            // Nobody can do anything, so the game ends.
            self.orders = MAX_ORDERS;
        }
    }

    fn give_order(&mut self, order: &Order) -> bool {
        let Ok(completed) = rules::carry_out(self.state.clone(), order, &mut self.stream) else { return false };
        self.orders += 1;
        self.acted |= is_attack_or_move(order);
        for event in &completed.result.events {
            match event {
                Event::EdnaTested { unit, acts, .. } => drop(self.edna_tested.insert(*unit, *acts)),
                Event::TurnEnded { .. } => self.edna_tested.clear(),
                _ => {}
            }
        }
        self.state = completed.result.after;
        true
    }

    /// The ending, if the game has ended. `turn` is the turn before the last orders.
    fn ending(&mut self, turn: u32) -> Option<Ending> {
        let found = self.current_battle();
        match found.ended {
            Some(BattleEnd::AllExhausted) => return Some(Ending::AllExhausted),
            Some(BattleEnd::NoneLeft(_) | BattleEnd::Called) => return Some(Ending::NoneLeft),
            None if self.orders >= MAX_ORDERS => return Some(Ending::TooLong),
            None if found.turn == turn => return None,
            None => {}
        }
        let policy = &self.state.book().policy;
        let (gives_up, most, last) = (policy.gives_up, policy.quiet_turns, u32::from(policy.last_turn));
        let standing = self.sides_able_to_fight();
        let fighting = standing.iter().filter(|stands| **stands).count();
        self.quiet_turns = if std::mem::take(&mut self.acted) { 0 } else { self.quiet_turns + 1 };
        if fighting == 0 {
            Some(Ending::NobodyCanFight)
        } else if fighting == 1 && gives_up {
            Some(Ending::OthersGaveUp)
        } else if self.quiet_turns >= most {
            Some(Ending::Stalemate)
        } else {
            (self.current_battle().turn > last).then_some(Ending::TooLong)
        }
    }

    fn sides_able_to_fight(&self) -> Vec<bool> {
        can_fight_on(&self.state, self.current_battle()).into_iter().map(|(_, can)| can).collect()
    }

    fn outcome(&self, ending: Ending) -> GameOutcome {
        let found = self.current_battle();
        let holders: Vec<_> = self.state.map_of(self.battle).map_or_else(Vec::new, |map| map.objectives().collect());
        let sides = found.contingents.iter().map(|contingent| {
            let mut side = SideOutcome { exhausted: contingent.exhausted, ..SideOutcome::default() };
            for unit in contingent.units() {
                let (Some(before), Some(after)) = (self.start.unit(unit), self.state.unit(unit)) else { continue };
                side.strength +=
                    u32::from(before.strength_in_rules().now.saturating_sub(after.strength_in_rules().now));
                side.units += u32::from(before.is_alive() && !after.is_alive());
            }
            let own = holders.iter().filter(|(_, holder)| *holder == Some(contingent.side)).count();
            side.objectives = u32::try_from(own).unwrap_or(u32::MAX);
            side
        });
        let sides: Vec<SideOutcome> = sides.collect();
        let winner = if ending == Ending::TooLong { None } else { self.winner(&sides) };
        // A turn that has only just started does not count.
        let ended = if found.ended.is_some() { found.turn } else { found.turn.saturating_sub(1).max(1) };
        GameOutcome { winner, ending, turns: ended, orders: self.orders, sides }
    }

    /// The winner, as the docs of [`super`] define it.
    fn winner(&self, sides: &[SideOutcome]) -> Option<usize> {
        let standing = self.sides_able_to_fight();
        let only = |marked: Vec<bool>| match marked.iter().filter(|marked| **marked).count() {
            1 => marked.iter().position(|marked| *marked),
            _ => None,
        };
        let most = sides.iter().map(|side| side.objectives).max().unwrap_or(0);
        let holds = sides.iter().map(|side| most > 0 && side.objectives == most).collect();
        only(standing).or_else(|| only(holds)).or_else(|| self.side_with_least_losses(sides))
    }
}

impl Game<'_> {
    /// The side that lost a smaller share of its strength than all others, by the policy's margin.
    fn side_with_least_losses(&self, sides: &[SideOutcome]) -> Option<usize> {
        let brought = |contingent: &Contingent| -> u32 {
            let units = contingent.units().filter_map(|id| self.start.unit(id));
            units.map(|unit| u32::from(unit.strength_in_rules().now)).sum()
        };
        let share = |(contingent, side): (&Contingent, &SideOutcome)| {
            f64::from(side.strength) / f64::from(brought(contingent).max(1))
        };
        let lost: Vec<f64> = self.current_battle().contingents.iter().zip(sides).map(share).collect();
        let margin = f64::from(self.state.book().policy.margin) / 100.0;
        let clear =
            |at: &usize| lost.iter().enumerate().all(|(other, share)| other == *at || share - lost[*at] >= margin);
        // With a margin of 0 several sides could qualify.
        (0..lost.len()).find(clear).filter(|at| (0..lost.len()).filter(clear).all(|other| other == *at))
    }
}

fn is_attack_or_move(order: &Order) -> bool {
    match order {
        Order::Volley(_) | Order::Scrud { .. } | Order::Edna { .. } => true,
        Order::Stacks(order) => matches!(order, StackOrder::Conflict { .. } | StackOrder::Round { .. }),
        Order::Map(order) => matches!(order, MapOrder::Move { .. }),
        _ => false,
    }
}
