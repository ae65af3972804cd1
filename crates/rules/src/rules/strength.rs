//! Losing and restoring Strength Points by order. Source: RULES 4.1; 6 for their meaning elsewhere.

use super::{
    Resolver, RuleResult,
    refusal::{StrengthChange, UnitRefusal},
};
use crate::event::{Cause, CombatEnd, Event};
use wardiary_base::id::UnitId;

impl Resolver<'_> {
    /// Takes strength from a unit; losing its last point eliminates it.
    pub(super) fn take_strength(&mut self, unit: UnitId, points: u16, by: Cause) {
        let Some(from) = self.state.unit(unit).map(|u| u.strength.now) else { return };
        if points >= from {
            self.emit(Event::Eliminated { unit, from, by });
        } else if points > 0 {
            self.emit(Event::StrengthLost { unit, from, to: from - points });
        }
    }

    pub(super) fn lose(&mut self, unit: UnitId, points: u16) -> RuleResult {
        let loser = self.living_unit(unit)?;
        let (now, full) = (loser.strength.now, loser.strength.full);
        if points == 0 || points > now {
            return Err(UnitRefusal::Strength { unit, now, full, points, change: StrengthChange::Lost }.into());
        }
        self.take_strength(unit, points, Cause::Losses);
        self.close_empty_combats();
        Ok(())
    }

    pub(super) fn restore(&mut self, unit: UnitId, points: u16) -> RuleResult {
        let gainer = self.living_unit(unit)?;
        let (now, full) = (gainer.strength.now, gainer.strength.full);
        if points == 0 || points > full - now {
            return Err(UnitRefusal::Strength { unit, now, full, points, change: StrengthChange::Restored }.into());
        }
        self.conclude(Event::StrengthRestored { unit, from: now, to: now + points })
    }

    pub(super) fn eliminate(&mut self, unit: UnitId) -> RuleResult {
        let from = self.living_unit(unit)?.strength.now;
        self.emit(Event::Eliminated { unit, from, by: Cause::Ruling });
        self.close_empty_combats();
        Ok(())
    }

    /// Ends combats in which a side has no units left, whatever the cause.
    pub(super) fn close_empty_combats(&mut self) {
        let mut over = Vec::new();
        for battle in self.state.open_battles() {
            for (at, combat) in battle.combats.iter().enumerate().filter(|(_, c)| c.ended.is_none()) {
                let empty = combat.lines.iter().find(|l| !l.units.iter().any(|u| self.living_unit(*u).is_ok()));
                if let (Some(line), Ok(combat)) = (empty, u16::try_from(at)) {
                    over.push(Event::CombatEnded { battle: battle.id, combat, how: CombatEnd::NoneLeft(line.side) });
                }
            }
        }
        over.into_iter().for_each(|event| self.emit(event));
    }
}
