//! Events of stacks and their Conflicts. Source: RULES 5.

use super::{EntityKind, EventError, Problem, State, Validity, no_such, same};
use crate::{
    event::{ConflictEnd, Formation, StackEvent},
    order::{Edge, Posture, ScreenTarget, Stats},
    state::{Conflict, ConflictStack, Contact, MapError, Stack, Unit},
};
use wardiary_base::{
    ground::{Facing, Place},
    id::{BattleId, SideId, StackId, UnitId},
    text,
};

impl State {
    pub(super) fn validate_stack_event(&self, event: &StackEvent) -> Validity {
        match event {
            StackEvent::Postured { stack, from, to } => self.validate_posture(*stack, *from, *to),
            StackEvent::Led { stack, from, to } => self.validate_leader(*stack, *from, *to),
            StackEvent::Screened { stack, from, to } => {
                let stack = self.need_stack(*stack)?;
                same("what it screens", from, &stack.screening)?;
                to.as_ref().map_or(Ok(()), |screen| self.validate_screen(stack, screen))
            }
            StackEvent::StatsSet { unit, from, to } => self.validate_stats(*unit, from.as_deref(), to),
            StackEvent::Exposed { unit, .. } => self.need_unit(*unit).map(drop),
            StackEvent::ConflictOpened { battle, stacks } => {
                self.need_battle(*battle)?;
                stacks.0.iter().chain(&stacks.1).try_for_each(|s| self.need_stack(*s).map(drop))
            }
            StackEvent::Joined { battle, conflict, stack } => {
                self.validate_joining(self.need_conflict(*battle, *conflict)?, *stack)
            }
            StackEvent::Formed { battle, conflict, stack, formation, .. } => {
                self.need_standing(*battle, *conflict, &[*stack])?;
                self.validate_formation(formation)
            }
            StackEvent::Struck { battle, conflict, by, at, .. } => self.need_standing(*battle, *conflict, &[*by, *at]),
            StackEvent::Held { battle, conflict, stack } | StackEvent::Fled { battle, conflict, stack } => {
                self.need_standing(*battle, *conflict, &[*stack])
            }
            StackEvent::Rotated { battle, conflict, stack, facing, .. } => {
                self.need_standing(*battle, *conflict, &[*stack])?;
                match (facing, self.place_of_stack(*stack)) {
                    (None, _) => Ok(()),
                    (Some(facing), Some(place)) => Ok(self.check_place(Place { facing: *facing, ..place })?),
                    (Some(_), None) => Err(MapError::Nobody.into()),
                }
            }
            StackEvent::RoundBegun { battle, conflict, order } => self.need_standing(*battle, *conflict, order),
            StackEvent::RoundEnded { battle, conflict, .. } | StackEvent::ConflictEnded { battle, conflict, .. } => {
                self.need_conflict(*battle, *conflict).map(drop)
            }
        }
    }

    pub(super) fn need_stack(&self, id: StackId) -> Result<&Stack, EventError> {
        self.stack(id).ok_or_else(|| self.not_found(id.into(), EntityKind::Stack, "stack"))
    }

    /// The Conflict with this index in the battle, if it is not over.
    fn need_conflict(&self, battle: BattleId, at: u16) -> Result<&Conflict, EventError> {
        let found = self.need_battle(battle)?.conflicts.get(usize::from(at)).filter(|c| c.over.is_none());
        found.ok_or_else(|| no_such("open Conflict", "conflict", at.into()))
    }

    /// Rejects stacks that are not in the Conflict.
    fn need_standing(&self, battle: BattleId, at: u16, stacks: &[StackId]) -> Validity {
        let conflict = self.need_conflict(battle, at)?;
        match stacks.iter().find(|stack| conflict.standing(**stack).is_none()) {
            Some(stack) => Err(Problem::CannotBeThere { who: (*stack).into() }.at("stack")),
            None => Ok(()),
        }
    }

    fn validate_joining(&self, conflict: &Conflict, stack: StackId) -> Validity {
        self.need_stack(stack)?;
        match conflict.standing(stack) {
            None => Ok(()),
            Some(_) => Err(Problem::CannotBeThere { who: stack.into() }.at("stack")),
        }
    }

    fn validate_formation(&self, formation: &Formation) -> Validity {
        formation.units.iter().chain(&formation.leader).try_for_each(|u| self.need_unit(*u).map(drop))
    }

    /// Checks that the stack of a posture has a leader, and that a screening posture has something to screen.
    fn validate_posture(&self, stack: StackId, from: Posture, to: Posture) -> Validity {
        let found = self.need_stack(stack)?;
        same("its posture", &from, &found.posture)?;
        match to {
            Posture::Neutral => Ok(()),
            _ if found.leader.is_none() => Err(Problem::NoLeader { stack }.at("posture")),
            Posture::Screening if found.screening.is_none() => Err(Problem::ScreensNothing { stack }.at("posture")),
            _ => Ok(()),
        }
    }

    fn validate_leader(&self, stack: StackId, from: Option<UnitId>, to: Option<UnitId>) -> Validity {
        same("its leader", &from, &self.need_stack(stack)?.leader)?;
        match to {
            Some(unit) if self.need_unit(unit)?.stack != Some(stack) => {
                Err(Problem::NotIn { who: unit.into(), of: stack.into() }.at("leader"))
            }
            _ => Ok(()),
        }
    }

    fn validate_stats(&self, unit: UnitId, from: Option<&Stats>, to: &Stats) -> Validity {
        let is = self.need_unit(unit)?.stats.as_deref();
        same("the list of its stats", &from.map(Stats::list), &is.map(Stats::list))?;
        to.fault().map_or(Ok(()), |fault| Err(Problem::Stats(fault).at("to")))
    }

    /// Checks that a screened thing is of the stack's own side, and that nothing screens a screen. Source: RULES 5.6.
    fn validate_screen(&self, stack: &Stack, screen: &ScreenTarget) -> Validity {
        let side = match screen {
            ScreenTarget::Edge(other, _) => self.validate_screened_stack(stack, *other)?,
            ScreenTarget::Unit(unit) => {
                self.unit(*unit).ok_or_else(|| self.not_found((*unit).into(), EntityKind::Unit, "screening"))?.side
            }
            ScreenTarget::Structure(what) => {
                if let Some(fault) = text::fault_of_name(what) {
                    return Err(Problem::Name(fault).at("screening"));
                }
                stack.side
            }
        };
        if side != stack.side {
            return Err(Problem::ScreensOtherSide { stack: stack.id }.at("screening"));
        }
        if stack.leader.is_none() && !matches!(screen, ScreenTarget::Edge(..)) {
            return Err(Problem::NoLeader { stack: stack.id }.at("screening"));
        }
        Ok(())
    }

    /// The side of a stack that another may screen.
    fn validate_screened_stack(&self, stack: &Stack, screened: StackId) -> Result<SideId, EventError> {
        let other =
            self.stack(screened).ok_or_else(|| self.not_found(screened.into(), EntityKind::Stack, "screening"))?;
        if other.id == stack.id {
            return Err(Problem::ScreensItself.at("screening"));
        }
        if other.screening.is_some() {
            return Err(Problem::Screening { stack: other.id }.at("screening"));
        }
        if let Some(by) = Edge::ALL.into_iter().flat_map(|e| self.screeners(stack.id, e)).next() {
            return Err(Problem::Screened { stack: stack.id, by }.at("screening"));
        }
        Ok(other.side)
    }
}

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
