//! Validation of events about stacks and their Conflicts. Source: RULES 5.

use super::{EntityKind, EventError, State, Validity, same};
use crate::{
    event::{Formation, StackEvent},
    id::{BattleId, SideId, StackId, UnitId},
    order::{Edge, Posture, ScreenTarget, Stats},
    state::{Conflict, Stack},
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
            StackEvent::Held { battle, conflict, stack }
            | StackEvent::Rotated { battle, conflict, stack, .. }
            | StackEvent::Fled { battle, conflict, stack } => self.need_standing(*battle, *conflict, &[*stack]),
            StackEvent::RoundBegun { battle, conflict, order } => self.need_standing(*battle, *conflict, order),
            StackEvent::RoundEnded { battle, conflict, .. } | StackEvent::ConflictEnded { battle, conflict, .. } => {
                self.need_conflict(*battle, *conflict).map(drop)
            }
        }
    }

    fn need_stack(&self, id: StackId) -> Result<&Stack, EventError> {
        self.stack(id).ok_or_else(|| self.not_found(id.into(), EntityKind::Stack, "stack"))
    }

    /// The Conflict of that place in the battle, if it is not over.
    fn need_conflict(&self, battle: BattleId, at: u16) -> Result<&Conflict, EventError> {
        let found = self.need_battle(battle)?.conflicts.get(usize::from(at)).filter(|c| c.over.is_none());
        found.ok_or_else(|| EventError::new(format!("there is no open Conflict {at}")).of("conflict"))
    }

    /// Refuses stacks that are not in the Conflict.
    fn need_standing(&self, battle: BattleId, at: u16, stacks: &[StackId]) -> Validity {
        let conflict = self.need_conflict(battle, at)?;
        match stacks.iter().find(|stack| conflict.standing(**stack).is_none()) {
            Some(stack) => Err(EventError::new(format!("{} is not in that Conflict", self.name(*stack))).of("stack")),
            None => Ok(()),
        }
    }

    fn validate_joining(&self, conflict: &Conflict, stack: StackId) -> Validity {
        self.need_stack(stack)?;
        match conflict.standing(stack) {
            None => Ok(()),
            Some(_) => Err(EventError::new("it is in that Conflict already").of("stack")),
        }
    }

    fn validate_formation(&self, formation: &Formation) -> Validity {
        formation.units.iter().chain(&formation.leader).try_for_each(|u| self.need_unit(*u).map(drop))
    }

    /// A posture needs a leader, and screening something to screen.
    fn validate_posture(&self, stack: StackId, from: Posture, to: Posture) -> Validity {
        let stack = self.need_stack(stack)?;
        same("its posture", &from, &stack.posture)?;
        let error = |what: String, hint: &str| Err(EventError::new(what).of("posture").hinted(hint));
        match to {
            Posture::Neutral => Ok(()),
            _ if stack.leader.is_none() => {
                error(format!("{} has no leader, and takes no posture", stack.name), "name one: `leader: 100`")
            }
            Posture::Screening if stack.screening.is_none() => {
                error(format!("{} screens nothing", stack.name), "say what: `screening: Edge(11, Left)`")
            }
            _ => Ok(()),
        }
    }

    fn validate_leader(&self, stack: StackId, from: Option<UnitId>, to: Option<UnitId>) -> Validity {
        same("its leader", &from, &self.need_stack(stack)?.leader)?;
        match to {
            Some(unit) if self.need_unit(unit)?.stack != Some(stack) => {
                Err(EventError::new(format!("{} is not in that stack", self.name(unit))).of("leader"))
            }
            _ => Ok(()),
        }
    }

    fn validate_stats(&self, unit: UnitId, from: Option<&Stats>, to: &Stats) -> Validity {
        same("its numbers", &from, &self.need_unit(unit)?.stats.as_deref())?;
        to.fault().map_or(Ok(()), |what| Err(EventError::new(what).of("to")))
    }

    /// What a stack screens is its side's, and no screen stands before another. Source: RULES 5.6.
    fn validate_screen(&self, stack: &Stack, screen: &ScreenTarget) -> Validity {
        let error = |what: String| Err(EventError::new(what).of("screening"));
        let side = match screen {
            ScreenTarget::Edge(other, _) => self.validate_screened_stack(stack, *other)?,
            ScreenTarget::Unit(unit) => {
                self.unit(*unit).ok_or_else(|| self.not_found((*unit).into(), EntityKind::Unit, "screening"))?.side
            }
            ScreenTarget::Structure(what) => {
                if let Some(what) = text::fault_of_name(what) {
                    return error(what.into());
                }
                stack.side
            }
        };
        if side != stack.side {
            return error(format!("{} can't screen what is another side's", stack.name));
        }
        if stack.leader.is_none() && !matches!(screen, ScreenTarget::Edge(..)) {
            return error(format!("{} has no leader, and screens Edges of other stacks only", stack.name));
        }
        Ok(())
    }

    /// The side of a stack that another can screen.
    fn validate_screened_stack(&self, stack: &Stack, screened: StackId) -> Result<SideId, EventError> {
        let error = |what: String, hint: &str| Err(EventError::new(what).of("screening").hinted(hint));
        let other =
            self.stack(screened).ok_or_else(|| self.not_found(screened.into(), EntityKind::Stack, "screening"))?;
        let one_only = "one of the two screens nothing";
        if other.id == stack.id {
            return error("a stack can't screen itself".into(), "it screens an Edge of another stack of its side");
        }
        if other.screening.is_some() {
            return error(format!("{} screens already, and can't be screened", other.name), one_only);
        }
        if let Some(by) = Edge::ALL.into_iter().flat_map(|e| self.screeners(stack.id, e)).next() {
            let what = format!("{} is screened by {}, and can't screen", stack.name, self.name(by));
            return error(what, one_only);
        }
        Ok(other.side)
    }
}
