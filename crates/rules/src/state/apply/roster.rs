//! Events of the rules, the roster, and a unit: its EDNA, grade and strength.

use super::{
    Battle, EntityKind, EventError, EventProblem, FailedTest, Shift, State, Unit, Validity, need_current, need_within,
    off_ladder,
};
use crate::{
    order::{Posture, Recruit, Term},
    state::{Contingent, PushBack, Side, Stack},
};
use std::sync::Arc;
use wardiary_base::{
    book::{Grade, Moment, Rulebook, RulebookDraft},
    fault::Fault,
    id::{Id, SideId, StackId, UnitId},
    text::Text,
};

impl State {
    pub(super) fn check_rules(&self, draft: &RulebookDraft) -> Result<Rulebook, EventError> {
        draft.check(&self.book).map_err(|faults| EventProblem::Rules { faults }.into())
    }

    /// Moves a unit into or out of a stack.
    pub(super) fn assign(&mut self, id: UnitId, from: Option<StackId>, to: Option<StackId>) -> Validity {
        let unit = self.need_unit(id)?;
        need_current("its stack", &from, &unit.stack)?;
        if let Some(to) = to {
            self.check_same_station(id, to)?;
            let stack = &self.stacks[self.need(to, EntityKind::Stack, "to")?];
            fail_if!(stack.side != unit.side, EventProblem::BelongsTo { who: to.into(), side: stack.side }.at("to"));
        }
        self.join_stack(id, to);
        Ok(())
    }

    pub(super) fn join_stack(&mut self, unit: UnitId, to: Option<StackId>) {
        self.regroup(unit, to);
        self.change_unit(unit, |unit| unit.stack = to);
    }

    /// Changes the rules. Grades that the ladder no longer has become its lowest.
    pub(super) fn change_rules(&mut self, book: Rulebook) {
        let lowest = book.ladder.lowest();
        for unit in self.units.iter_mut().filter(|u| u.grade.max(u.grade_at_muster) > lowest) {
            let unit = Arc::make_mut(unit);
            (unit.grade, unit.grade_at_muster) = (unit.grade.min(lowest), unit.grade_at_muster.min(lowest));
        }
        if book.clock != self.book.clock {
            Arc::make_mut(&mut self.calendar).convert_to_clock(&book.clock);
            self.staff_mut().convert_to_clock(&book.clock);
            self.units.iter_mut().for_each(|unit| Arc::make_mut(unit).history.convert_to_clock(&book.clock));
        }
        if book.supply.levels != self.book.supply.levels {
            self.convert_supply_levels(&book);
        }
        self.book = Arc::new(book);
        // Without sighting rules everything is visible, and old sightings are out of date.
        if !self.book.sight.is_on() {
            self.forget_sightings();
        }
    }

    /// Moves every unit to the new book's supply level of the same name, or else to the lowest.
    fn convert_supply_levels(&mut self, book: &Rulebook) {
        let levels = self.book.clone();
        for unit in self.units.iter_mut().filter(|unit| unit.history.supply > 0) {
            let name = levels.supply.level(unit.history.supply).map(|level| &level.name);
            let level = name.and_then(|name| book.supply.level_named(name)).unwrap_or(book.supply.lowest());
            Arc::make_mut(unit).history.supply = level;
        }
    }

    /// Changes the rules together with the ladder; `grades` maps each old grade to the new one.
    pub(super) fn change_ladder(&mut self, draft: &RulebookDraft, grades: &[Grade]) -> Validity {
        let book = self.check_rules(draft)?;
        if grades.len() != self.book.ladder.grades.len() || !grades.iter().all(|grade| book.ladder.contains(*grade)) {
            let fault = Fault::at("ladder", "not every grade of the old ladder is mapped to one of the new");
            return Err(EventProblem::Rules { faults: vec![fault] }.into());
        }
        let becomes = |grade: Grade| grades.get(usize::from(grade.0)).copied().unwrap_or(grade);
        for unit in &mut self.units {
            let unit = Arc::make_mut(unit);
            (unit.grade, unit.grade_at_muster) = (becomes(unit.grade), becomes(unit.grade_at_muster));
        }
        if let Some(deployed) = self.deployment_mut() {
            deployed.regrade_sightings(becomes);
        }
        self.change_rules(book);
        Ok(())
    }

    pub(super) fn add_side(&mut self, id: SideId, name: &Text) -> Validity {
        self.need_free(id.into())?;
        let name: Arc<str> = name.as_name().into();
        self.register(id.into(), EntityKind::Side, self.sides.len(), &name);
        self.sides.push(Side { id, name });
        Ok(())
    }

    pub(super) fn add_stack(&mut self, id: StackId, side: SideId, name: &Text, formation: &Text) -> Validity {
        self.need_free(id.into()).and(self.need_side(side))?;
        let name: Arc<str> = name.as_name().into();
        self.register(id.into(), EntityKind::Stack, self.stacks.len(), &name);
        let formation = self.formation_at(side, formation);
        self.stacks.push(Stack {
            id,
            side,
            name,
            formation,
            posture: Posture::default(),
            leader: None,
            screening: None,
        });
        Ok(())
    }

    pub(super) fn add_unit(&mut self, recruit: &Recruit) -> Validity {
        let unit = self.recruit(recruit)?;
        self.register(unit.id.into(), EntityKind::Unit, self.units.len(), &unit.name);
        self.units.push(Arc::new(unit));
        Ok(())
    }

    /// Registers an id with its kind, its index in the list of that kind, and its name.
    pub(in crate::state) fn register(&mut self, id: Id, kind: EntityKind, at: usize, name: &str) {
        Arc::make_mut(&mut self.index).insert(id.0, (kind, at));
        self.names.insert(id, name);
    }

    pub(super) fn rename(&mut self, id: Id, to: &Text) -> Validity {
        let found = self.index.get(&id.0).filter(|(kind, _)| *kind != EntityKind::Formation);
        let (kind, at) = *found.ok_or(EventProblem::UnknownId { id }.at("id"))?;
        let name: Arc<str> = to.as_name().into();
        self.names.remove(id, &self.name(id));
        self.names.insert(id, &name);
        match kind {
            EntityKind::Side => self.sides[at].name = name,
            EntityKind::Stack => self.stacks[at].name = name,
            EntityKind::Unit => Arc::make_mut(&mut self.units[at]).name = name,
            EntityKind::Battle => self.battles[at].name = name,
            EntityKind::Map => self.maps[at].name = name,
            EntityKind::Formation => self.formations[at].name = name,
        }
        Ok(())
    }
}

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
