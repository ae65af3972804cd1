//! EDNA: an ever decreasing number that decides whether a unit obeys. Source: RULES 1.

use super::{Refusal, Resolver, RuleResult, refusal::UnitRefusal};
use crate::{event::Event, order::WearCause};
use wardiary_base::{
    book::{Edna, EqualRoll},
    dice::{Owner, Purpose, Request, RequestedDie, RolledDie},
    id::UnitId,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdnaOutcome {
    pub total: u16,
    pub acts: bool,
    pub edna: u8,
}

/// Evaluates a test: a lower total acts, a higher one costs the difference, and the rulebook decides a tie.
pub fn evaluate_test(rules: &Edna, edna: u8, dice: &[RolledDie]) -> EdnaOutcome {
    let total: u16 = dice.iter().map(|d| u16::from(d.face)).sum();
    let before = u16::from(edna);
    let acts = total < before || (total == before && rules.equal == EqualRoll::Acts);
    let loss = total.saturating_sub(before);
    let edna = u8::try_from(before.saturating_sub(loss)).expect("no more than it was");
    EdnaOutcome { total, acts, edna }
}

pub fn request(rules: &Edna, owner: Owner) -> Request {
    let dice = vec![RequestedDie::plain(owner, rules.dice.1); usize::from(rules.dice.0)];
    Request { purpose: Purpose::Edna, dice }
}

impl Resolver<'_> {
    pub(super) fn edna_test(&mut self, unit: UnitId) -> RuleResult {
        let tested = self.living_unit(unit)?;
        fail_if!(tested.is_ineffective(), Refusal::Ineffective { who: unit.into() });
        let from = tested.edna.now;
        let book = self.state.book().clone();
        let dice = self.request_dice(request(&book.edna, unit.into()))?;
        let EdnaOutcome { total, acts, edna } = evaluate_test(&book.edna, from, &dice);
        self.emit(Event::EdnaTested { unit, total, acts, from, to: edna });
        let (tested, dice) = (EdnaOutcome { total, acts, edna }, dice.iter().map(|d| d.face).collect());
        self.order_roll = Some(super::OrderRoll::Edna { unit, dice, from, tested });
        Ok(())
    }

    /// Rerolls a failed test against the same EDNA. The new result replaces the old one.
    pub(super) fn edna_retest(&mut self, unit: UnitId) -> RuleResult {
        let tested = self.living_unit(unit)?;
        let most = self.state.book().edna.rerolls;
        let failed = tested.failed_test.ok_or(UnitRefusal::NothingFailed { unit })?;
        fail_if!(failed.rerolls >= most, UnitRefusal::NoRetest { unit, most });
        let (from, against, book) = (tested.edna.now, failed.edna_before, self.state.book().clone());
        let dice = self.request_dice(request(&book.edna, unit.into()))?;
        let tested = evaluate_test(&book.edna, against, &dice);
        let EdnaOutcome { total, acts, edna } = tested;
        self.emit(Event::EdnaRetested { unit, total, acts, against, from, to: edna });
        let dice = dice.iter().map(|d| d.face).collect();
        self.order_roll = Some(super::OrderRoll::Edna { unit, dice, from: against, tested });
        Ok(())
    }

    pub(super) fn edna_wear(&mut self, unit: UnitId, cause: WearCause) -> RuleResult {
        let from = self.living_unit(unit)?.edna.now;
        let wear = self.state.book().edna.wear;
        let by = match cause {
            WearCause::Fire => wear.fire,
            WearCause::Manoeuvre => wear.manoeuvre,
        };
        fail_if!(by == 0, UnitRefusal::NoWear);
        self.conclude(Event::EdnaWorn { unit, cause, from, to: from.saturating_sub(by) })
    }

    pub(super) fn edna_ruling(&mut self, unit: UnitId, by: i16) -> RuleResult {
        let ruled = self.living_unit(unit)?;
        let (now, full) = (ruled.edna.now, ruled.edna.full);
        let to = u8::try_from(i16::from(now) + by).ok().filter(|to| *to <= full && by != 0);
        let to = to.ok_or(UnitRefusal::Edna { unit, now, full, by })?;
        self.conclude(Event::EdnaRuled { unit, from: now, to })
    }
}
