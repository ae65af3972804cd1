//! Events of the rules and the roster.

use super::{EntityKind, EventError, EventProblem, State, Validity, need_current};
use crate::{
    order::{Posture, Recruit},
    state::{Side, Stack},
};
use std::sync::Arc;
use wardiary_base::{
    book::{Grade, Rulebook, RulebookDraft},
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
