//! Events of one unit: its EDNA, grade and strength.

use super::{EntityKind, FailedTest, Problem, State, Unit, Validity, off_ladder, same, within};
use crate::order::Term;
use wardiary_base::{
    book::{Grade, Moment},
    id::{Id, UnitId},
};

impl State {
    pub(super) fn validate_edna(&self, unit: UnitId, from: u8, to: u8) -> Validity {
        let unit = self.need_unit(unit)?;
        same("its EDNA", &from, &unit.edna.now)?;
        within("an EDNA", u16::from(to), u16::from(unit.edna.full))
    }

    pub(super) fn validate_grade(&self, unit: UnitId, from: Grade, to: Grade) -> Validity {
        let unit = self.need_unit(unit)?;
        same("its grade", &from, &unit.grade)?;
        if self.book.ladder.has(to) {
            return Ok(());
        }
        Err(off_ladder(to, "to"))
    }

    pub(super) fn validate_demotion(
        &self,
        unit: UnitId,
        (from, to): (Grade, Grade),
        used: Option<(Grade, Grade)>,
        spent: u32,
    ) -> Validity {
        self.validate_grade(unit, from, to)?;
        let fought = used.into_iter().flat_map(|(before, after)| [before, after]);
        if let Some(grade) = fought.into_iter().find(|grade| !self.book.ladder.has(*grade)) {
            return Err(off_ladder(grade, "used"));
        }
        let there = self.need_unit(unit)?.standing().combat.up;
        if spent <= there { Ok(()) } else { Err(Problem::StepsSpent { spent, there }.at("spent")) }
    }

    /// Checks a push-back by a unit or a side.
    pub(super) fn validate_push_back(&self, unit: UnitId, by: Option<Id>) -> Validity {
        self.need_unit(unit)?;
        match by {
            Some(by) if self.kind(by) != Some(EntityKind::Side) => self.need_unit(UnitId(by.0)).map(drop),
            _ => Ok(()),
        }
    }

    pub(super) fn validate_shift(&self, unit: UnitId, by: i8, term: Term) -> Validity {
        self.need_unit(unit)?;
        if term == Term::ForGood {
            return Err(Problem::ShiftForGood.at("term"));
        }
        if by == 0 { Err(Problem::ShiftByZero.at("by")) } else { Ok(()) }
    }

    pub(super) fn validate_strength(&self, unit: UnitId, from: u16, to: u16) -> Validity {
        let unit = self.need_unit(unit)?;
        same("its strength", &from, &unit.strength.now)?;
        within("a strength", to, unit.strength.full)
    }
}

impl Unit {
    /// Sets the EDNA after a test, and records the test if it failed.
    pub(super) fn test(&mut self, acts: bool, failed: FailedTest, edna: u8) {
        self.edna.now = edna;
        self.failed = (!acts).then_some(failed);
    }

    /// Lowers the unit's own grade, and takes `spent` steps off the shifts that raise it for the combat.
    pub(super) fn demote(&mut self, to: Grade, spent: u32) {
        self.grade = to;
        let mut left = spent;
        for shift in self.shifts.iter_mut().filter(|shift| shift.term == Term::Combat && shift.by > 0) {
            let steps = shift.by.min(i8::try_from(left).unwrap_or(i8::MAX));
            shift.by -= steps;
            left -= u32::from(steps.unsigned_abs());
        }
        self.shifts.retain(|shift| shift.by != 0);
    }

    /// Sets the strength, whatever changed it.
    pub(super) fn set_strength(&mut self, now: u16) {
        self.strength.now = now;
        self.service.missing.keep_within(self.strength.full.saturating_sub(now));
    }

    pub(super) fn eliminate(&mut self, now: Moment, fell: u16) {
        self.service.eliminate(now, fell);
        self.strength.now = 0;
        self.shifts.clear();
        self.place = None;
    }
}
