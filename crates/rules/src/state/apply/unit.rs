//! Events of one unit: its EDNA, grade and strength.

use super::{
    Battle, EntityKind, EventError, EventProblem, FailedTest, Shift, State, Unit, Validity, need_current, need_within,
    off_ladder,
};
use crate::{
    order::Term,
    state::{Contingent, PushBack},
};
use wardiary_base::{
    book::{Grade, Moment},
    id::{Id, UnitId},
};

impl State {
    pub(super) fn demote(
        &mut self,
        unit: UnitId,
        (from, to): (Grade, Grade),
        used: Option<(Grade, Grade)>,
        spent: u32,
    ) -> Validity {
        let lowest = self.book.ladder.lowest();
        let unit = self.need_unit_mut(unit)?;
        unit.check_grade(from, to, lowest)?;
        let fought = used.into_iter().flat_map(|(before, after)| [before, after]);
        if let Some(grade) = fought.into_iter().find(|grade| *grade > lowest) {
            return Err(off_ladder(grade, "used"));
        }
        let there = unit.grade_in_rules().combat.up;
        fail_if!(spent > there, EventProblem::StepsSpent { spent, there }.at("spent"));
        unit.go_on().demote(to, spent);
        Ok(())
    }

    /// Records a push-back by a unit or a side; a unit that retires leaves the combat.
    pub(super) fn push_back(&mut self, unit: UnitId, by: Option<Id>, leaves: Option<u16>) -> Validity {
        self.need_unit(unit)?;
        if let Some(by) = by.filter(|by| self.kind(*by) != Some(EntityKind::Side)) {
            self.need_unit(UnitId(by.0))?;
        }
        if let Some(battle) = self.battle_by_unit.get(&unit).copied().and_then(|battle| self.battle_mut(battle)) {
            battle.pushed_back.push(PushBack { unit, beaten_by: by });
            if let Some(combat) = leaves {
                let lines = &mut battle.need_combat(combat)?.lines;
                lines.iter_mut().for_each(|line| line.units.retain(|other| *other != unit));
            }
        }
        Ok(())
    }

    pub(super) fn eliminate(&mut self, id: UnitId, from: u16) -> Validity {
        let now = self.calendar.now;
        let brought = |battle: &Battle| {
            battle.contingents.iter().flat_map(Contingent::strengths_on_arrival).find(|(unit, _)| *unit == id)
        };
        let fell = self.battle_of(id).and_then(brought).and_then(|(_, strength)| strength).unwrap_or(0);
        let unit = self.need_unit_mut(id)?;
        need_current("its strength", &from, &unit.strength.now)?;
        unit.go_on().eliminate(now, fell);
        self.remove_if_empty(id);
        Ok(())
    }

    pub(super) fn need_living(&self, unit: UnitId) -> Result<&Unit, EventError> {
        let found = self.need_unit(unit)?;
        if found.is_alive() { Ok(found) } else { Err(EventProblem::Eliminated { unit }.at("unit")) }
    }

    pub(super) fn need_living_mut(&mut self, unit: UnitId) -> Result<&mut Unit, EventError> {
        let found = self.need_unit_mut(unit)?;
        if found.is_alive() { Ok(found) } else { Err(EventProblem::Eliminated { unit }.at("unit")) }
    }
}

impl Unit {
    pub(super) fn check_edna(&self, from: u8, to: u8) -> Validity {
        need_current("its EDNA", &from, &self.edna.now)?;
        need_within("an EDNA", u16::from(to), u16::from(self.edna.full))
    }

    pub(super) fn check_grade(&self, from: Grade, to: Grade, lowest: Grade) -> Validity {
        need_current("its grade", &from, &self.grade)?;
        if to > lowest { Err(off_ladder(to, "to")) } else { Ok(()) }
    }

    pub(super) fn check_strength(&self, from: u16, to: u16) -> Validity {
        need_current("its strength", &from, &self.strength.now)?;
        need_within("a strength", to, self.strength.full)
    }

    /// Clears the failed EDNA test of a unit that does something else.
    pub(super) fn go_on(&mut self) -> &mut Self {
        self.failed_test = None;
        self
    }

    pub(super) fn shift(&mut self, by: i8, term: Term) -> Validity {
        fail_if!(term == Term::ForGood, EventProblem::ShiftForGood.at("term"));
        fail_if!(by == 0, EventProblem::ShiftByZero.at("by"));
        self.go_on().shifts.push(Shift { steps: by, term });
        Ok(())
    }

    /// Sets the EDNA after a test, and records the test if it failed.
    pub(super) fn record_test(&mut self, acts: bool, failed: FailedTest, edna: u8) {
        self.edna.now = edna;
        self.failed_test = (!acts).then_some(failed);
    }

    /// Lowers the unit's own grade, and takes `spent` steps off the shifts that raise it for the combat.
    pub(super) fn demote(&mut self, to: Grade, spent: u32) {
        self.grade = to;
        let mut left = spent;
        for shift in self.shifts.iter_mut().filter(|shift| shift.term == Term::Combat && shift.steps > 0) {
            let steps = shift.steps.min(i8::try_from(left).unwrap_or(i8::MAX));
            shift.steps -= steps;
            left -= u32::from(steps.unsigned_abs());
        }
        self.shifts.retain(|shift| shift.steps != 0);
    }

    pub(super) fn set_strength(&mut self, now: u16) {
        self.strength.now = now;
        self.history.lost_strength.cap_at(self.strength.full.saturating_sub(now));
    }

    pub(super) fn eliminate(&mut self, now: Moment, fell: u16) {
        self.history.eliminate(now, fell);
        self.strength.now = 0;
        self.shifts.clear();
        self.place = None;
    }
}
