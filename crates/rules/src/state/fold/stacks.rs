//! Applies events to stacks and their Conflicts. Source: RULES 5.

use crate::{
    event::{ConflictEnd, Formation, StackEvent},
    order::Edge,
    state::{Conflict, ConflictStack, Contact, EntityKind, Stack, State, Unit},
};
use wardiary_base::{
    ground::{Facing, Place},
    id::{BattleId, StackId, UnitId},
};

impl State {
    pub(super) fn apply_stack_event(&mut self, event: &StackEvent) {
        match event {
            StackEvent::Postured { stack, to, .. } => self.change_stack(*stack, |stack| stack.posture = *to),
            StackEvent::Led { stack, to, .. } => self.change_stack(*stack, |stack| stack.leader = *to),
            StackEvent::Screened { stack, to, .. } => {
                self.change_stack(*stack, |stack| stack.screening.clone_from(to));
            }
            StackEvent::StatsSet { unit, to, .. } => self.change_unit(*unit, |unit| unit.stats = Some(to.clone())),
            StackEvent::Exposed { .. } => {}
            StackEvent::ConflictOpened { battle, stacks } => {
                let conflict = Conflict::of(stacks.0.iter().chain(&stacks.1).copied());
                self.battle_mut(*battle).into_iter().for_each(|b| b.conflicts.push(conflict.clone()));
            }
            StackEvent::Formed { battle, conflict, stack, formation, init } => {
                self.change_conflict(*battle, *conflict, |c| c.form(*stack, formation, *init));
            }
            StackEvent::RoundBegun { battle, conflict, order } => {
                self.begin_round(*battle, *conflict, order);
            }
            StackEvent::Struck { battle, conflict, by, at, edge, .. } => {
                self.change_conflict(*battle, *conflict, |c| c.strike(*by, *at, *edge));
            }
            StackEvent::Held { battle, conflict, stack } => {
                self.change_conflict(*battle, *conflict, |c| c.to_act.retain(|s| s != stack));
            }
            StackEvent::Rotated { battle, conflict, stack, cost, facing, .. } => {
                self.change_conflict(*battle, *conflict, |c| c.turn_stack(*stack, *cost, *facing));
                facing.iter().for_each(|facing| self.face_stack(*stack, *facing));
            }
            StackEvent::RoundEnded { battle, conflict, round } => {
                self.change_conflict(*battle, *conflict, |c| c.end_round(*round));
            }
            StackEvent::Joined { battle, conflict, stack } => {
                self.change_conflict(*battle, *conflict, |c| c.stacks.push(ConflictStack::new(*stack)));
            }
            StackEvent::Fled { battle, conflict, stack } => {
                self.change_conflict(*battle, *conflict, |c| c.flee(*stack));
            }
            StackEvent::ConflictEnded { battle, conflict, how } => {
                self.change_conflict(*battle, *conflict, |c| c.end(*how));
            }
        }
    }

    fn change_stack(&mut self, id: StackId, change: impl FnOnce(&mut Stack)) {
        if let Some(at) = self.place(id.0, EntityKind::Stack) {
            change(&mut self.stacks[at]);
        }
    }

    /// Turns the units of a stack that are on the map of their battle.
    fn face_stack(&mut self, stack: StackId, facing: Facing) {
        let there = |unit: &Unit| self.place_in_battle(unit.id).is_some();
        let units: Vec<UnitId> = self.units_standing(stack).filter(|unit| there(unit)).map(|unit| unit.id).collect();
        for unit in units {
            self.change_unit(unit, |unit| unit.place = unit.place.map(|place| Place { facing, ..place }));
        }
    }

    fn begin_round(&mut self, battle: BattleId, conflict: u16, order: &[StackId]) {
        let at = usize::from(conflict);
        let standing = self.conflict(battle, at).into_iter().flat_map(|c| &c.stacks).filter(|s| !s.fled);
        let stands = standing.map(|s| (s.stack, self.place_of_stack(s.stack))).collect::<Vec<_>>();
        let units =
            stands.iter().flat_map(|(stack, _)| self.units_standing(*stack)).map(|u| (u.id, at)).collect::<Vec<_>>();
        self.change_conflict(battle, conflict, |c| c.begin_round(order, &stands));
        self.go_on(units.iter().map(|(unit, _)| *unit).collect());
        if let Some(battle) = self.battle_mut(battle) {
            battle.fought.extend(units);
        }
    }

    fn change_conflict(&mut self, battle: BattleId, at: u16, change: impl FnOnce(&mut Conflict)) {
        if let Some(conflict) = self.battle_mut(battle).and_then(|b| b.conflicts.get_mut(usize::from(at))) {
            change(conflict);
        }
    }
}

impl Conflict {
    fn standing_mut(&mut self, stack: StackId) -> Option<&mut ConflictStack> {
        self.stacks.iter_mut().find(|s| s.stack == stack && !s.fled)
    }

    fn form(&mut self, stack: StackId, formation: &Formation, init: Option<u32>) {
        if let Some(standing) = self.standing_mut(stack) {
            standing.formation = formation.clone();
            standing.init = init.unwrap_or(standing.init);
        }
    }

    fn begin_round(&mut self, order: &[StackId], stands: &[(StackId, Option<Place>)]) {
        self.under_way = true;
        self.begun = self.begun.saturating_add(1);
        self.to_act = order.to_vec();
        for (stack, place) in stands {
            self.standing_mut(*stack).into_iter().for_each(|standing| standing.stood = *place);
        }
    }

    fn strike(&mut self, by: StackId, at: StackId, edge: Edge) {
        self.to_act.retain(|s| *s != by);
        self.contacts.retain(|c| (c.stack, c.enemy) != (at, by));
        if !edge.is_front() {
            self.contacts.push(Contact { stack: at, enemy: by, edge });
        }
    }

    fn turn_stack(&mut self, stack: StackId, cost: u16, facing: Option<Facing>) {
        self.contacts.retain(|c| c.stack != stack);
        if let Some(standing) = self.standing_mut(stack) {
            standing.turned = standing.turned.saturating_add(cost);
            standing.stood = standing.stood.map(|place| Place { facing: facing.unwrap_or(place.facing), ..place });
        }
    }

    fn end_round(&mut self, round: u32) {
        self.round = round.saturating_add(1);
        self.under_way = false;
        self.to_act.clear();
        self.stacks.iter_mut().for_each(|s| s.turned = 0);
    }

    fn flee(&mut self, stack: StackId) {
        self.to_act.retain(|s| *s != stack);
        self.contacts.retain(|c| c.stack != stack && c.enemy != stack);
        self.stacks.iter_mut().filter(|s| s.stack == stack).for_each(|s| s.fled = true);
    }

    /// Starts the Conflict's part of the battle's next turn.
    pub(super) fn begin_turn(&mut self) {
        self.begun = u8::from(self.under_way);
        self.opened_this_turn = false;
    }

    pub(super) fn end(&mut self, how: ConflictEnd) {
        self.under_way = false;
        self.to_act.clear();
        self.over = Some(how);
    }
}
