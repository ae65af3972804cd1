//! The players of a playout and their policy: the winner of the initiative goes first; each side attacks whenever it
//! may, with everything it may use.

use super::{Playout, StopCondition, is_exhausted};
use crate::odds::simulate::Stream;
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, Id, SideId, StackId},
    sides::{BothSides, CombatSide},
};
use wardiary_rules::{
    order::{Force, Order, StackOrder},
    rules,
    state::{Battle, Combat, PendingDecision, State},
};

pub(super) struct Players<'a> {
    playout: &'a Playout,
    state: State,
    /// Attacks made so far: the turn, and the attacker.
    attacked: Vec<(u32, Id)>,
}

impl<'a> Players<'a> {
    pub fn new(playout: &'a Playout) -> Self {
        Self { playout, state: playout.state.clone(), attacked: Vec::new() }
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn is_over(&self) -> bool {
        let Some(battle) = self.state.battle(self.playout.battle).filter(|b| b.ended.is_none()) else { return true };
        match self.playout.until {
            StopCondition::BattleOver => false,
            StopCondition::SideExhausted => {
                let mut sides = battle.contingents.iter().map(|c| c.side);
                let nobody = |force: &Force| !force.who.iter().any(|id| self.is_alive(*id));
                sides.any(|side| is_exhausted(&self.state, battle.id, side))
                    || self.surviving_forces().is_some_and(|forces| forces.iter().any(nobody))
            }
            // Over when no order is possible.
            StopCondition::CombatOver => false,
        }
    }

    fn is_alive(&self, id: Id) -> bool {
        self.state.units_for_id(id).iter().any(|unit| unit.is_alive())
    }

    /// The survivors of the two forces that the order named.
    fn surviving_forces(&self) -> Option<BothSides<Force>> {
        let living = |who: &mut dyn Iterator<Item = Id>| Force::new(who.filter(|id| self.is_alive(*id)).collect());
        match &self.playout.order {
            Order::Scrud { first, second } => {
                Some(BothSides::new(first, second).map(|force| living(&mut force.who.iter().copied())))
            }
            Order::Stacks(StackOrder::Conflict { first, second, .. }) => {
                Some(BothSides::new(first, second).map(|stacks| living(&mut stacks.iter().map(|id| Id::from(*id)))))
            }
            _ => None,
        }
    }

    pub fn step(&mut self, stream: &mut Stream) -> bool {
        let battle = self.playout.battle;
        if let Some(decision) = self.decision() {
            return self.submit(&decision, stream);
        }
        if self.playout.until == StopCondition::CombatOver {
            return self.continuations().iter().any(|order| self.submit(order, stream));
        }
        let attacks = self.attacks();
        for (who, order) in attacks {
            if self.submit(&order, stream) {
                // A combat continues phase by phase, but each attacker opens only one per turn.
                self.attacked.extend(who.map(|who| (self.turn(), who)));
                return true;
            }
        }
        let initiative = [Order::Initiative { battle }, Order::Pass { battle }, Order::EndTurn { battle }];
        initiative.iter().any(|order| self.submit(order, stream))
    }

    fn turn(&self) -> u32 {
        self.state.battle(self.playout.battle).map_or(0, |battle| battle.turn)
    }

    /// The decision that blocks everything else, if there is one.
    fn decision(&self) -> Option<Order> {
        let battle = self.state.battle(self.playout.battle)?;
        Some(match battle.pending_decision()? {
            PendingDecision::First(side) => Order::First { battle: battle.id, side },
            PendingDecision::Rerolls(side, _) => Order::Reroll { battle: battle.id, side, dice: Vec::new() },
        })
    }

    /// Orders to try that continue the combat or Conflict: the order itself at first, then its next phase or round.
    fn continuations(&self) -> Vec<Order> {
        // A combat that is over is not reopened in this fight.
        if self.state == self.playout.state {
            return vec![self.playout.order.clone()];
        }
        match &self.playout.order {
            Order::Scrud { first, second } => self.next_phase(BothSides::new(first, second)),
            Order::Stacks(StackOrder::Conflict { first, second, .. }) => {
                let mut stacks = first.iter().chain(second);
                let stack = stacks.find(|stack| self.state.conflict_of(**stack).is_some());
                stack.map(|stack| Order::Stacks(StackOrder::Round { stack: *stack })).into_iter().collect()
            }
            Order::Stacks(StackOrder::Round { stack } | StackOrder::Strike { stack, .. }) => {
                self.next_round(*stack).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The next phase of the combat between two forces, with the support they had, or without it if they may not have
    /// it again.
    fn next_phase(&self, forces: BothSides<&Force>) -> Vec<Order> {
        let Some(battle) = self.state.battle(self.playout.battle) else { return Vec::new() };
        let fights = |combat: &&Combat| {
            let both = combat.lines.iter().zip(forces.iter());
            let mut both = both.map(|(line, force)| {
                force
                    .who
                    .iter()
                    .any(|id| self.playout.state.units_for_id(*id).iter().any(|u| line.units.contains(&u.id)))
            });
            combat.ended.is_none() && combat.conflict.is_none() && both.all(|fights| fights)
        };
        let Some(BothSides { first, second }) =
            battle.combats.iter().find(fights).and_then(|c| self.continuing_forces(c))
        else {
            return Vec::new();
        };
        let supported = |force: &Force, named: &Force| {
            let support = named.support.iter().filter(|support| self.is_alive(support.unit.into()));
            Force { support: support.copied().collect(), ..force.clone() }
        };
        let with = Order::Scrud { first: supported(&first, forces.first), second: supported(&second, forces.second) };
        vec![with, Order::Scrud { first, second }]
    }

    /// Two forces that refer to an open combat: one living unit of each line stands for all of it.
    fn continuing_forces(&self, combat: &Combat) -> Option<BothSides<Force>> {
        let one = |side: CombatSide| {
            let living = combat.lines[side].units.iter().find(|unit| self.is_alive((**unit).into()));
            living.map(|unit| Force::new(vec![(*unit).into()]))
        };
        Some(BothSides::new(one(CombatSide::First)?, one(CombatSide::Second)?))
    }

    /// The next round of the Conflict that a stack is or was in.
    fn next_round(&self, stack: StackId) -> Option<Order> {
        let (battle, at) = self.state.conflict_of(stack).or_else(|| self.conflict_of_lost_stack(stack))?;
        let alive = self.state.conflict(battle, at)?.stacks.iter().find(|s| !s.fled)?.stack;
        Some(Order::Stacks(StackOrder::Round { stack: alive }))
    }

    /// The Conflict that a stack was in, if the stack is wiped out and the Conflict continues.
    fn conflict_of_lost_stack(&self, stack: StackId) -> Option<(BattleId, usize)> {
        let battle = self.state.battle(self.playout.battle)?;
        let at = battle.conflicts.iter().position(|c| c.ended.is_none() && c.active_stack(stack).is_some())?;
        Some((battle.id, at))
    }

    /// Attacks to try, open combats and Conflicts first; each with its attacker, if it opens something.
    fn attacks(&self) -> Vec<(Option<Id>, Order)> {
        let Some(battle) = self.state.battle(self.playout.battle) else { return Vec::new() };
        if !battle.current_phase(&self.state).sides_act() && self.state.book().uses(Mechanism::Turns) {
            return Vec::new();
        }
        let mut attacks = self.continuing_orders(battle);
        if self.playout.until == StopCondition::SideExhausted {
            if let Some(forces) = self.surviving_forces() {
                let forces = [forces.clone(), forces.swapped()];
                attacks.extend(forces.into_iter().filter_map(|both| self.new_attack(both.first, both.second)));
            }
            return attacks;
        }
        let groups: Vec<(SideId, Vec<Vec<Id>>)> =
            battle.order_of_sides().into_iter().map(|side| (side, self.groups(battle.id, side))).collect();
        for (side, own) in &groups {
            let Some((_, enemies)) = groups.iter().find(|(other, groups)| other != side && !groups.is_empty()) else {
                continue;
            };
            for (at, who) in own.iter().enumerate() {
                let enemy = enemies[at % enemies.len()].clone();
                attacks.extend(self.new_attack(Force::new(who.clone()), Force::new(enemy)));
            }
        }
        attacks
    }

    fn continuing_orders(&self, battle: &Battle) -> Vec<(Option<Id>, Order)> {
        let mut orders = Vec::new();
        for combat in battle.combats.iter().filter(|combat| combat.ended.is_none() && combat.conflict.is_none()) {
            if let Some(BothSides { first, second }) = self.continuing_forces(combat) {
                // If those who opened it are exhausted, the enemy may continue it.
                let turned = Order::Scrud { first: second.clone(), second: first.clone() };
                orders.extend([(None, Order::Scrud { first, second }), (None, turned)]);
            }
        }
        for (at, conflict) in battle.conflicts.iter().enumerate().filter(|(_, conflict)| conflict.ended.is_none()) {
            let ordering = self.state.round_orderer(battle.id, at);
            let stack = ordering.or_else(|| conflict.stacks.iter().find(|s| !s.fled).map(|s| s.stack));
            orders.extend(stack.map(|stack| (None, Order::Stacks(StackOrder::Round { stack }))));
        }
        orders
    }

    /// An attack, if its attacker has made none this turn.
    fn new_attack(&self, first: Force, second: Force) -> Option<(Option<Id>, Order)> {
        let who = *first.who.first()?;
        let turn = self.turn();
        if self.attacked.contains(&(turn, who)) {
            return None;
        }
        let stacks = |force: &Force| -> Option<Vec<StackId>> {
            force.who.iter().map(|id| self.state.stack(StackId(id.0)).map(|stack| stack.id)).collect()
        };
        let by_scrud = self.state.book().uses(Mechanism::Scrud);
        let by_blows = matches!(self.playout.order, Order::Stacks(_)) || !by_scrud;
        let order = match (stacks(&first), stacks(&second)) {
            (Some(first), Some(second)) if by_blows => self.conflict_order(first, second),
            _ => Order::Scrud { first, second },
        };
        Some((Some(who), order))
    }

    /// The Conflict that stacks open. On a map they fight the stacks adjacent to them, unless the original order gives a
    /// reason to fight the others anyway.
    fn conflict_order(&self, first: Vec<StackId>, second: Vec<StackId>) -> Order {
        let anyway = match &self.playout.order {
            Order::Stacks(StackOrder::Conflict { anyway, .. }) => anyway.clone(),
            _ => None,
        };
        let beside = rules::adjacent_enemy_stacks(&self.state, &first);
        let apart = anyway.is_none() && !beside.is_empty() && second.iter().any(|stack| !beside.contains(stack));
        Order::Stacks(StackOrder::Conflict { first, second: if apart { beside } else { second }, anyway })
    }

    /// The stacks of a side with units in the battle, and one group of the units in no stack.
    fn groups(&self, battle: BattleId, side: SideId) -> Vec<Vec<Id>> {
        let Some(contingent) = self.state.battle(battle).and_then(|b| b.contingent(side)) else { return Vec::new() };
        let mut groups: Vec<(Option<StackId>, Vec<Id>)> = Vec::new();
        for unit in contingent.units().filter_map(|unit| self.state.unit(unit)).filter(|unit| unit.is_alive()) {
            let known = groups.iter().position(|(stack, _)| *stack == unit.stack);
            match (known, unit.stack) {
                (Some(at), None) => groups[at].1.push(unit.id.into()),
                (Some(_), Some(_)) => {}
                (None, stack) => groups.push((stack, vec![stack.map_or(unit.id.into(), Id::from)])),
            }
        }
        groups.into_iter().map(|(_, who)| who).collect()
    }

    /// Carries an order out with dice from the stream. Returns `false` if it is refused.
    fn submit(&mut self, order: &Order, stream: &mut Stream) -> bool {
        match rules::carry_out(self.state.clone(), order, stream) {
            Ok(completed) => {
                self.state = completed.result.after;
                true
            }
            Err(_) => false,
        }
    }
}
