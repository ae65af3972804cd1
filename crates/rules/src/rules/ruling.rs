//! Rulings: on grades and on Strength Points, and matrix arguments, decided by agreement or by dice. Source: RULES 2.5, 4.1.

use super::{
    OrderRoll, Refusal, Resolver, RuleResult,
    refusal::{StrengthChange, UnitRefusal},
};
use crate::{
    event::{Cause, CombatEnd, Event},
    order::{Argument, Need, Term, Verdict},
    state::EntityKind,
};
use wardiary_base::{
    dice::{Owner, Purpose, Request, RequestedDie},
    id::{Id, UnitId},
};

impl Resolver<'_> {
    pub(super) fn regrade(&mut self, who: &[Id], by: i8, term: Term) -> RuleResult {
        let changes = self.regrade_events(who, by, term)?;
        changes.into_iter().for_each(|event| self.emit(event));
        Ok(())
    }

    pub(super) fn regrade_events(&self, who: &[Id], by: i8, term: Term) -> Result<Vec<Event>, Refusal> {
        fail_if!(by == 0, Refusal::NoChange);
        let units = self.living_units(who)?;
        let book = self.state.book().clone();
        let mut changes = Vec::new();
        for id in &units {
            let unit = self.living_unit(*id)?;
            match term {
                Term::ForGood => {
                    let to = book.ladder.shifted(unit.grade, by.into());
                    if to != unit.grade {
                        changes.push(Event::Regraded { unit: *id, from: unit.grade, to });
                    }
                }
                Term::Phase | Term::Combat => changes.push(Event::Shifted { unit: *id, by, term }),
            }
        }
        match units[..] {
            [unit, ref others @ ..] if changes.is_empty() => {
                let grade = self.living_unit(unit)?.grade;
                let alone = others.is_empty().then_some(UnitRefusal::LadderEnds { unit, grade });
                Err(alone.unwrap_or(UnitRefusal::LadderEndsForAll { grade }).into())
            }
            _ => Ok(changes),
        }
    }

    pub(super) fn argue(&mut self, argument: &Argument) -> RuleResult {
        fail_if!(argument.claim.trim().is_empty(), Refusal::NothingArgued);
        if let Some(by) = argument.by {
            self.state.side(by).ok_or_else(|| self.state.no_such(by, &[EntityKind::Side]))?;
        }
        // Check that the effect is possible before rolling for it.
        let effect = match &argument.effect {
            Some(effect) => self.regrade_events(&effect.who, effect.by, effect.term)?,
            None => Vec::new(),
        };
        let (succeeds, total) = match argument.verdict {
            Verdict::Succeeds => (true, None),
            Verdict::Fails => (false, None),
            Verdict::Roll(dice, need) => {
                let least = u16::from(dice.0);
                let most = least * u16::from(dice.1.sides());
                let (Need::AtLeast(number) | Need::AtMost(number)) = need;
                fail_if!(!(least..=most).contains(&number), Refusal::OutOfReach { dice, number, least, most });
                let owner = argument.by.map_or(NOBODY, Owner::from);
                let wanted = vec![RequestedDie::plain(owner, dice.1); usize::from(dice.0)];
                let fallen = self.request_dice(Request { purpose: Purpose::Argument, dice: wanted })?;
                let faces = fallen.iter().map(|die| die.face).collect();
                self.order_roll = Some(OrderRoll::Argument { dice: faces, need, thrown: dice });
                let total: u16 = fallen.iter().map(|die| u16::from(die.face)).sum();
                (need.is_met(total), Some(total))
            }
        };
        self.emit(Event::Argued { succeeds, total });
        if succeeds {
            effect.into_iter().for_each(|event| self.emit(event));
        }
        Ok(())
    }

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

/// The owner of dice that no side rolls.
const NOBODY: Owner = Owner(0);
