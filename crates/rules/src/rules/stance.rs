//! The stance of stacks: leaders, postures, screens, merging, and rulings on a unit's numbers. Source: RULES 5.5 to
//! 5.7.

use super::{Refusal, Resolver, RuleResult, muster::check_name, refusal::StackRefusal};
use crate::{
    event::{Event, StackEvent},
    order::{Posture, ScreenTarget, StackOrder, Stats},
    state::{EntityKind, Stack, State},
};
use wardiary_base::id::{BattleId, Id, StackId, UnitId};

impl State {
    fn existing_stack(&self, id: StackId) -> Result<&Stack, Refusal> {
        self.stack(id).ok_or_else(|| self.no_such(id, &[EntityKind::Stack]))
    }

    pub(super) fn living_stack(&self, id: StackId) -> Result<&Stack, Refusal> {
        let stack = self.existing_stack(id)?;
        if self.has_units(id) { Ok(stack) } else { Err(Refusal::NobodyLeft { of: id.into() }) }
    }
}

impl Resolver<'_> {
    pub(super) fn stack_order(&mut self, order: &StackOrder) -> RuleResult {
        match order {
            StackOrder::Posture { stack, posture } => self.posture(*stack, *posture),
            StackOrder::Lead { stack, unit } => self.lead(*stack, *unit),
            StackOrder::Screen { stack, screen: Some(screen) } => self.screen(*stack, screen),
            StackOrder::Screen { stack, screen: None } => self.unscreen(*stack),
            StackOrder::Merge { stack, into, anyway } => self.merge(*stack, *into, anyway.is_some()),
            StackOrder::Stats { unit, stats } => self.set_stats(*unit, stats),
            StackOrder::Conflict { first, second, anyway } => self.open_conflict(first, second, anyway.is_some()),
            StackOrder::Strike { stack, at, edge, anyway } => self.strike_blow((*stack, *at), *edge, anyway.is_some()),
            StackOrder::Hold { stack } => self.hold(*stack),
            StackOrder::Round { stack } => self.round(*stack),
            StackOrder::Rotate { stack, times } => self.rotate(*stack, *times),
            StackOrder::Turn { stack, facing } => self.turn_to(*stack, *facing),
            StackOrder::Join { stack, to, anyway } => self.join(*stack, *to, anyway.is_some()),
            StackOrder::Flee { stack } => self.flee(*stack),
            StackOrder::Disengage { stack } => self.disengage(*stack),
        }
    }

    pub(super) fn stack(&self, id: StackId) -> Result<&Stack, Refusal> {
        self.state.existing_stack(id)
    }

    pub(super) fn living_stack(&self, id: StackId) -> Result<&Stack, Refusal> {
        self.state.living_stack(id)
    }

    pub(super) fn emit_stack(&mut self, event: StackEvent) {
        self.emit(Event::Stacks(event));
    }

    fn posture(&mut self, id: StackId, to: Posture) -> RuleResult {
        let stack = self.living_stack(id)?;
        let from = stack.posture;
        fail_if!(to == from, Refusal::NoChange);
        fail_if!(to != Posture::Neutral && stack.leader.is_none(), StackRefusal::NoLeader { stack: id });
        match stack.screening.clone() {
            None if to == Posture::Screening => return Err(StackRefusal::ScreensNothing { stack: id }.into()),
            screens @ Some(_) if to != Posture::Screening => {
                self.emit_stack(StackEvent::Screened { stack: id, from: screens, to: None });
            }
            _ => {}
        }
        self.emit_stack(StackEvent::Postured { stack: id, from, to });
        Ok(())
    }

    fn lead(&mut self, id: StackId, to: Option<UnitId>) -> RuleResult {
        let from = self.stack(id)?.leader;
        fail_if!(to == from, Refusal::NoChange);
        if let Some(unit) = to
            && self.living_unit(unit)?.stack != Some(id)
        {
            return Err(StackRefusal::NotInStack { unit, stack: id }.into());
        }
        self.emit_stack(StackEvent::Led { stack: id, from, to });
        Ok(())
    }

    /// Sets the target of a stack's screen. Without a map only what no map allows is refused.
    fn screen(&mut self, id: StackId, screen: &ScreenTarget) -> RuleResult {
        let stack = self.living_stack(id)?;
        let (side, posture, from) = (stack.side, stack.posture, stack.screening.clone());
        let led = stack.leader.is_some();
        fail_if!(from.as_ref() == Some(screen), Refusal::NoChange);
        let same_side = |of: Id| match self.state.side_of(of) {
            Some(other) if other == side => Ok(()),
            _ => Err(StackRefusal::OtherSide { stack: id, other: of }),
        };
        let same_battle = |of: Id| match (self.battle_of_unit_or_stack(id.into()), self.battle_of_unit_or_stack(of)) {
            (Some(own), Some(other)) if own != other => Err(StackRefusal::OtherBattle { stack: id, other: of }),
            _ => Ok(()),
        };
        match screen {
            ScreenTarget::Edge(other, edge) => {
                let defended = self.living_stack(*other)?;
                same_side((*other).into())?;
                fail_if!(*other == id, StackRefusal::ScreensItself { stack: id });
                fail_if!(defended.screening.is_some(), StackRefusal::Screening { stack: *other });
                same_battle((*other).into())?;
                self.state.check_can_screen(id, *other, *edge)?;
            }
            ScreenTarget::Unit(unit) => {
                self.living_unit(*unit)?;
                same_side((*unit).into())?;
                same_battle((*unit).into())?;
            }
            ScreenTarget::Structure(what) => check_name(what)?,
        }
        fail_if!(!led && !matches!(screen, ScreenTarget::Edge(..)), StackRefusal::NoLeader { stack: id });
        self.state.check_in_one_area(id).map_err(Refusal::from)?;
        let screens = |s: &&Stack| matches!(s.screening, Some(ScreenTarget::Edge(of, _)) if of == id);
        if let Some(by) = self.state.stacks().iter().find(screens) {
            return Err(StackRefusal::Screened { stack: id, by: by.id }.into());
        }
        self.emit_stack(StackEvent::Screened { stack: id, from, to: Some(screen.clone()) });
        if led && posture != Posture::Screening {
            self.emit_stack(StackEvent::Postured { stack: id, from: posture, to: Posture::Screening });
        }
        Ok(())
    }

    /// The battle of a unit, or of the first unit of a stack that is in one.
    fn battle_of_unit_or_stack(&self, of: Id) -> Option<BattleId> {
        self.state.units_for_id(of).iter().find_map(|unit| self.state.battle_of(unit.id)).map(|battle| battle.id)
    }

    fn unscreen(&mut self, id: StackId) -> RuleResult {
        let stack = self.stack(id)?;
        let from = stack.screening.clone();
        fail_if!(from.is_none(), StackRefusal::ScreensNothing { stack: id });
        self.emit_stack(StackEvent::Screened { stack: id, from, to: None });
        Ok(())
    }

    /// Moves all units of a stack into an adjacent stack, and into its area.
    fn merge(&mut self, id: StackId, into: StackId, ruled: bool) -> RuleResult {
        let stack = self.living_stack(id)?;
        let other = self.living_stack(into)?;
        fail_if!(id == into, StackRefusal::MergesItself { stack: id });
        fail_if!(stack.side != other.side, StackRefusal::OtherSide { stack: id, other: into.into() });
        let conflicts = (self.state.conflict_of(id), self.state.conflict_of(into));
        let battle = |stack| {
            let mut units = self.state.units_of_stack(stack);
            units.next().and_then(|u| self.state.battle_of(u.id)).map(|b| b.id)
        };
        if battle(id) != battle(into) || conflicts.0.is_some_and(|own| conflicts.1 != Some(own)) {
            return Err(StackRefusal::Apart { stack: id, other: into }.into());
        }
        fail_if!(conflicts.0.is_none() && conflicts.1.is_some(), StackRefusal::JoinsFirst { stack: id, into });
        self.state.check_adjacent(id, into)?;
        if let Some((battle, at)) = conflicts.1 {
            self.check_between_rounds(battle, at)?;
        }
        let units: Vec<UnitId> = self.state.units_of_stack(id).map(|u| u.id).collect();
        let goes_over = self.merge_move(id, into, ruled)?;
        for unit in units {
            self.emit_if_valid(Event::Assigned { unit, from: Some(id), to: Some(into) })?;
        }
        goes_over.map_or(Ok(()), |goes_over| self.emit_if_valid(goes_over))
    }

    fn set_stats(&mut self, id: UnitId, stats: &Stats) -> RuleResult {
        let unit = self.living_unit(id)?;
        let from = unit.stats.clone();
        fail_if!(from.as_deref().unwrap_or(&Stats::default()) == stats, StackRefusal::SameStats { unit: id });
        if let Some(stack) = unit.stack.filter(|s| self.state.conflict_of(*s).is_some()) {
            return Err(StackRefusal::LevelsWait { stack }.into());
        }
        self.emit_if_valid(Event::Stacks(StackEvent::StatsSet { unit: id, from, to: Box::new(stats.clone()) }))
    }

    /// Applies consequences for stances: lost leaders go, leaderless stacks become neutral, screens of nothing end.
    pub(super) fn update_stances(&mut self) {
        let stacks: Vec<StackId> = self.state.stacks().iter().filter(|s| !s.is_plain()).map(|s| s.id).collect();
        for id in stacks {
            let led = |s: &Stack| s.leader.filter(|u| self.living_unit(*u).is_ok_and(|u| u.stack == Some(id)));
            let Some(stack) = self.state.stack(id).cloned() else { continue };
            if stack.leader.is_some() && led(&stack).is_none() {
                self.emit_stack(StackEvent::Led { stack: id, from: stack.leader, to: None });
            }
            let led = self.state.stack(id).is_some_and(|s| s.leader.is_some());
            if !led && stack.posture != Posture::Neutral {
                self.emit_stack(StackEvent::Postured { stack: id, from: stack.posture, to: Posture::Neutral });
            }
            if stack.screening.as_ref().is_some_and(|screen| !self.still_screens(id, screen, led)) {
                self.emit_stack(StackEvent::Screened { stack: id, from: stack.screening, to: None });
            }
            let after = self.state.stack(id).filter(|s| s.screening.is_none() && s.posture == Posture::Screening);
            if after.is_some() {
                let (from, to) = (Posture::Screening, Posture::Neutral);
                self.emit_stack(StackEvent::Postured { stack: id, from, to });
            }
        }
    }

    fn still_screens(&self, id: StackId, screen: &ScreenTarget, led: bool) -> bool {
        self.living_stack(id).is_ok()
            && self.state.check_in_one_area(id).is_ok()
            && match screen {
                ScreenTarget::Edge(other, edge) => {
                    self.living_stack(*other).is_ok() && self.state.check_can_screen(id, *other, *edge).is_ok()
                }
                ScreenTarget::Unit(unit) => led && self.living_unit(*unit).is_ok(),
                ScreenTarget::Structure(_) => led,
            }
    }
}
