//! Validation of events of stacks and their Conflicts. Source: RULES 5.

use super::{EntityKind, EventError, Problem, State, Validity, no_such, same};
use crate::{
    event::{Formation, StackEvent},
    order::{Edge, Posture, ScreenTarget, Stats},
    state::{Conflict, MapError, Stack},
};
use wardiary_base::{
    ground::Place,
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
