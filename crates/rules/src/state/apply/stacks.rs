//! Events of stacks and their Conflicts. Source: RULES 5.

use super::{EntityKind, EventError, EventProblem, State, Validity, need_current, no_such};
use crate::{
    event::{ConflictEnd, Square, StackEvent},
    order::{Edge, Posture, ScreenTarget},
    state::{Conflict, ConflictStack, EdgeContact, MapError, Stack, Unit},
};
use wardiary_base::{
    ground::{Facing, Place},
    id::{BattleId, SideId, StackId, UnitId},
    text::{self, Text},
};

impl State {
    pub(super) fn apply_stack_event(&mut self, event: &StackEvent) -> Validity {
        match event {
            StackEvent::Postured { stack: id, from, to } => {
                let stack = self.need_stack_mut(*id)?;
                need_current("its posture", from, &stack.posture)?;
                match to {
                    Posture::Neutral => {}
                    _ if stack.leader.is_none() => return Err(EventProblem::NoLeader { stack: *id }.at("posture")),
                    Posture::Screening if stack.screening.is_none() => {
                        return Err(EventProblem::ScreensNothing { stack: *id }.at("posture"));
                    }
                    _ => {}
                }
                stack.posture = *to;
            }
            StackEvent::Led { stack, from, to } => {
                let at = self.need(*stack, EntityKind::Stack, "stack")?;
                need_current("its leader", from, &self.stacks[at].leader)?;
                if let Some(unit) = *to
                    && self.need_unit(unit)?.stack != Some(*stack)
                {
                    return Err(EventProblem::NotIn { who: unit.into(), of: (*stack).into() }.at("leader"));
                }
                self.stacks[at].leader = *to;
            }
            StackEvent::Screened { stack, from, to } => {
                let at = self.need(*stack, EntityKind::Stack, "stack")?;
                need_current("its screen", from, &self.stacks[at].screening)?;
                to.as_ref().map_or(Ok(()), |screen| self.check_screen(&self.stacks[at], screen))?;
                self.stacks[at].screening.clone_from(to);
            }
            StackEvent::StatsSet { unit, from, to } => {
                let unit = self.need_unit_mut(*unit)?;
                need_current(
                    "the list of its stats",
                    &from.as_deref().map(|stats| Text::from(stats.describe())),
                    &unit.stats.as_deref().map(|stats| stats.describe().into()),
                )?;
                to.fault().map_or(Ok(()), |fault| Err(EventProblem::Stats(fault).at("to")))?;
                unit.go_on().stats = Some(to.clone());
            }
            StackEvent::Exposed { unit, .. } => self.need_unit(*unit).map(drop)?,
            StackEvent::ConflictOpened { battle, stacks } => {
                let at = self.need_open(*battle)?;
                let stacks = || stacks.0.iter().chain(&stacks.1).copied();
                stacks().try_for_each(|stack| self.need_stack(stack).map(drop))?;
                self.battles[at].conflicts.push(Conflict::with_stacks(stacks()));
            }
            StackEvent::Joined { battle, conflict, stack } => {
                let known = self.need_stack(*stack).map(drop);
                let conflict = self.need_conflict(*battle, *conflict)?;
                known?;
                if conflict.active_stack(*stack).is_some() {
                    return Err(EventProblem::CannotBeThere { who: (*stack).into() }.at("stack"));
                }
                conflict.stacks.push(ConflictStack::new(*stack));
            }
            StackEvent::Formed { battle, conflict, stack, square, init } => {
                let known = self.need_units(square.units.iter().chain(&square.leader));
                let conflict = self.need_in_conflict(*battle, *conflict, &[*stack])?;
                known?;
                conflict.form(*stack, square, *init);
            }
            StackEvent::Struck { battle, conflict, by, at, edge, .. } => {
                self.need_in_conflict(*battle, *conflict, &[*by, *at])?.strike(*by, *at, *edge);
            }
            StackEvent::Held { battle, conflict, stack } => {
                self.need_in_conflict(*battle, *conflict, &[*stack])?.to_act.retain(|s| s != stack);
            }
            StackEvent::Fled { battle, conflict, stack, .. } => {
                self.need_in_conflict(*battle, *conflict, &[*stack])?.flee(*stack);
            }
            StackEvent::Rotated { battle, conflict, stack, cost, facing, .. } => {
                let turned = facing.map_or(Ok(()), |facing| {
                    let place = self.place_of_stack(*stack).ok_or(MapError::Nobody)?;
                    self.check_place(Place { facing, ..place })
                });
                let conflict = self.need_in_conflict(*battle, *conflict, &[*stack])?;
                turned?;
                conflict.turn_stack(*stack, *cost, *facing);
                facing.iter().for_each(|facing| self.face_stack(*stack, *facing));
            }
            StackEvent::RoundBegun { battle, conflict, order } => self.begin_round(*battle, *conflict, order)?,
            StackEvent::RoundEnded { battle, conflict, round } => {
                self.need_conflict(*battle, *conflict)?.end_round(*round);
            }
            StackEvent::ConflictEnded { battle, conflict, how } => self.need_conflict(*battle, *conflict)?.end(*how),
        }
        Ok(())
    }

    fn need_stack_mut(&mut self, id: StackId) -> Result<&mut Stack, EventError> {
        self.need(id, EntityKind::Stack, "stack").map(|at| &mut self.stacks[at])
    }

    pub(super) fn need_stack(&self, id: StackId) -> Result<&Stack, EventError> {
        self.need(id, EntityKind::Stack, "stack").map(|at| &self.stacks[at])
    }

    /// The Conflict with this index in the battle, if it is not over.
    fn need_conflict(&mut self, battle: BattleId, at: u16) -> Result<&mut Conflict, EventError> {
        let found = self.need_battle_mut(battle)?.conflicts.get_mut(usize::from(at)).filter(|c| c.ended.is_none());
        found.ok_or_else(|| no_such("open Conflict", "conflict", at.into()))
    }

    /// The Conflict with this index, if these stacks are in it.
    fn need_in_conflict(&mut self, battle: BattleId, at: u16, stacks: &[StackId]) -> Result<&mut Conflict, EventError> {
        let conflict = self.need_conflict(battle, at)?;
        match stacks.iter().find(|stack| conflict.active_stack(**stack).is_none()) {
            Some(stack) => Err(EventProblem::CannotBeThere { who: (*stack).into() }.at("stack")),
            None => Ok(conflict),
        }
    }

    /// Checks that a screened thing is of the stack's own side, and that nothing screens a screen. Source: RULES 5.6.
    fn check_screen(&self, stack: &Stack, screen: &ScreenTarget) -> Validity {
        let side = match screen {
            ScreenTarget::Edge(other, _) => self.check_screened_stack(stack, *other)?,
            ScreenTarget::Unit(unit) => self.units[self.need(*unit, EntityKind::Unit, "screening")?].side,
            ScreenTarget::Structure(what) => {
                if let Some(fault) = text::name_fault(what) {
                    return Err(EventProblem::Name(fault).at("screening"));
                }
                stack.side
            }
        };
        fail_if!(side != stack.side, EventProblem::ScreensOtherSide { stack: stack.id }.at("screening"));
        if stack.leader.is_none() && !matches!(screen, ScreenTarget::Edge(..)) {
            return Err(EventProblem::NoLeader { stack: stack.id }.at("screening"));
        }
        Ok(())
    }

    /// The side of a stack that another may screen.
    fn check_screened_stack(&self, stack: &Stack, screened: StackId) -> Result<SideId, EventError> {
        let other = &self.stacks[self.need(screened, EntityKind::Stack, "screening")?];
        fail_if!(other.id == stack.id, EventProblem::ScreensItself.at("screening"));
        fail_if!(other.screening.is_some(), EventProblem::Screening { stack: other.id }.at("screening"));
        if let Some(by) = Edge::ALL.into_iter().flat_map(|e| self.screeners(stack.id, e)).next() {
            return Err(EventProblem::Screened { stack: stack.id, by }.at("screening"));
        }
        Ok(other.side)
    }

    /// Turns the units of a stack that are on the map of their battle.
    fn face_stack(&mut self, stack: StackId, facing: Facing) {
        let there = |unit: &Unit| self.place_in_battle(unit.id).is_some();
        let units: Vec<UnitId> = self.fighting_units(stack).filter(|unit| there(unit)).map(|unit| unit.id).collect();
        for unit in units {
            self.change_unit(unit, |unit| unit.place = unit.place.map(|place| Place { facing, ..place }));
        }
    }

    fn begin_round(&mut self, id: BattleId, conflict: u16, order: &[StackId]) -> Validity {
        let at = usize::from(conflict);
        let conflict = self.need_in_conflict(id, conflict, order)?;
        let standing: Vec<StackId> = conflict.stacks.iter().filter(|s| !s.fled).map(|s| s.stack).collect();
        let stands: Vec<_> = standing.iter().map(|stack| (*stack, self.place_of_stack(*stack))).collect();
        let units = standing.iter().flat_map(|stack| self.fighting_units(*stack)).map(|unit| unit.id);
        let units: Vec<UnitId> = units.collect();
        if let Some(battle) = self.battle_mut(id) {
            battle.conflicts[at].begin_round(order, &stands);
            battle.fought_rounds.extend(units.iter().map(|unit| (*unit, at)));
        }
        self.clear_failed_tests(&units);
        Ok(())
    }
}

impl Conflict {
    fn active_stack_mut(&mut self, stack: StackId) -> Option<&mut ConflictStack> {
        self.stacks.iter_mut().find(|s| s.stack == stack && !s.fled)
    }

    fn form(&mut self, stack: StackId, square: &Square, init: Option<u32>) {
        if let Some(standing) = self.active_stack_mut(stack) {
            standing.square = square.clone();
            standing.init = init.unwrap_or(standing.init);
        }
    }

    fn begin_round(&mut self, order: &[StackId], stands: &[(StackId, Option<Place>)]) {
        self.under_way = true;
        self.rounds_begun = self.rounds_begun.saturating_add(1);
        self.to_act = order.to_vec();
        for (stack, place) in stands {
            self.active_stack_mut(*stack).into_iter().for_each(|standing| standing.start_place = *place);
        }
    }

    fn strike(&mut self, by: StackId, at: StackId, edge: Edge) {
        self.to_act.retain(|s| *s != by);
        self.contacts.retain(|c| (c.stack, c.enemy) != (at, by));
        if !edge.is_front() {
            self.contacts.push(EdgeContact { stack: at, enemy: by, edge });
        }
    }

    fn turn_stack(&mut self, stack: StackId, cost: u16, facing: Option<Facing>) {
        self.contacts.retain(|c| c.stack != stack);
        if let Some(standing) = self.active_stack_mut(stack) {
            standing.turn_penalty = standing.turn_penalty.saturating_add(cost);
            standing.start_place =
                standing.start_place.map(|place| Place { facing: facing.unwrap_or(place.facing), ..place });
        }
    }

    fn end_round(&mut self, round: u32) {
        self.round = round.saturating_add(1);
        self.under_way = false;
        self.to_act.clear();
        self.stacks.iter_mut().for_each(|s| s.turn_penalty = 0);
    }

    fn flee(&mut self, stack: StackId) {
        self.to_act.retain(|s| *s != stack);
        self.contacts.retain(|c| c.stack != stack && c.enemy != stack);
        self.stacks.iter_mut().filter(|s| s.stack == stack).for_each(|s| s.fled = true);
    }

    pub(super) fn begin_turn(&mut self) {
        self.rounds_begun = u8::from(self.under_way);
        self.opened_this_turn = false;
    }

    pub(super) fn end(&mut self, how: ConflictEnd) {
        self.under_way = false;
        self.to_act.clear();
        self.ended = Some(how);
    }
}
