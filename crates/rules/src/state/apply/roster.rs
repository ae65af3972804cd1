//! Events of the rules and the roster.

use super::{EntityKind, Problem, State, Validity, same};
use crate::{
    order::{Posture, Recruit},
    state::{Side, Stack},
};
use std::sync::Arc;
use wardiary_base::{
    book::{Grade, Rulebook, RulebookDraft},
    fault::Fault,
    id::{Id, SideId, StackId, UnitId},
    text,
};

impl State {
    pub(super) fn validate_rules(&self, draft: &RulebookDraft) -> Validity {
        draft.check(&self.book).map(drop).map_err(|faults| Problem::Rules { faults }.into())
    }

    pub(super) fn validate_ladder(&self, draft: &RulebookDraft, grades: &[Grade]) -> Validity {
        let after = draft.check(&self.book).map_err(|faults| Problem::Rules { faults })?;
        let each = grades.len() == self.book.ladder.grades.len();
        if each && grades.iter().all(|grade| after.ladder.has(*grade)) {
            return Ok(());
        }
        let fault = Fault::at("ladder", "not every grade of the old ladder becomes one of the new");
        Err(Problem::Rules { faults: vec![fault] }.into())
    }

    pub(super) fn validate_renaming(&self, id: Id) -> Validity {
        self.kind(id).map(drop).ok_or(Problem::UnknownId { id }.at("id"))
    }

    pub(super) fn validate_assignment(&self, unit: UnitId, from: Option<StackId>, to: Option<StackId>) -> Validity {
        let unit = self.need_unit(unit)?;
        same("its stack", &from, &unit.stack)?;
        let Some(to) = to else { return Ok(()) };
        self.check_together(unit.id, to)?;
        let stack = self.stack(to).ok_or_else(|| self.not_found(to.into(), EntityKind::Stack, "to"))?;
        if stack.side == unit.side {
            return Ok(());
        }
        Err(Problem::BelongsTo { who: to.into(), side: stack.side }.at("to"))
    }
}

impl State {
    /// Changes the rules. Grades that the ladder no longer has become its lowest.
    pub(super) fn change_rules(&mut self, draft: &RulebookDraft) {
        let Ok(book) = draft.check(&self.book) else { return };
        let lowest = book.ladder.lowest();
        for unit in self.units.iter_mut().filter(|u| u.grade.max(u.mustered) > lowest) {
            let unit = Arc::make_mut(unit);
            (unit.grade, unit.mustered) = (unit.grade.min(lowest), unit.mustered.min(lowest));
        }
        if book.clock != self.book.clock {
            Arc::make_mut(&mut self.calendar).go_by(&book.clock);
            self.staff_mut().go_by(&book.clock);
            self.units.iter_mut().for_each(|unit| Arc::make_mut(unit).service.go_by(&book.clock));
        }
        if book.supply.levels != self.book.supply.levels {
            self.resupply(&book);
        }
        self.book = Arc::new(book);
        // Without sighting rules everything is visible, and old sightings are out of date.
        if !self.book.sight.is_on() {
            self.forget_sightings();
        }
    }

    /// Moves every unit to the new book's supply level of the same name, or else to the lowest.
    fn resupply(&mut self, book: &Rulebook) {
        let levels = self.book.clone();
        for unit in self.units.iter_mut().filter(|unit| unit.service.supply > 0) {
            let name = levels.supply.level(unit.service.supply).map(|level| level.name.as_str());
            let level = name.and_then(|name| book.supply.named(name)).unwrap_or(book.supply.lowest());
            Arc::make_mut(unit).service.supply = level;
        }
    }

    /// Changes the rules together with the ladder; `grades` maps each old grade to the new one.
    pub(super) fn change_ladder(&mut self, draft: &RulebookDraft, grades: &[Grade]) {
        let becomes = |grade: Grade| grades.get(usize::from(grade.0)).copied().unwrap_or(grade);
        for unit in &mut self.units {
            let unit = Arc::make_mut(unit);
            (unit.grade, unit.mustered) = (becomes(unit.grade), becomes(unit.mustered));
        }
        if let Some(deployed) = self.deployment_mut() {
            deployed.regrade_sightings(becomes);
        }
        self.change_rules(draft);
    }

    pub(super) fn add_side(&mut self, id: SideId, name: &str) {
        let name: Arc<str> = text::display_name(name).into();
        self.enter(id.into(), EntityKind::Side, self.sides.len(), &name);
        self.sides.push(Side { id, name });
    }

    pub(super) fn add_stack(&mut self, id: StackId, side: SideId, name: &str) {
        let name: Arc<str> = text::display_name(name).into();
        self.enter(id.into(), EntityKind::Stack, self.stacks.len(), &name);
        self.stacks.push(Stack { id, side, name, posture: Posture::default(), leader: None, screening: None });
    }

    pub(super) fn add_unit(&mut self, recruit: &Recruit) {
        if let Ok(unit) = self.recruit(recruit) {
            self.enter(unit.id.into(), EntityKind::Unit, self.units.len(), &unit.name);
            self.units.push(Arc::new(unit));
        }
    }

    /// Registers an id with its kind, its index in the list of that kind, and its name.
    pub(in crate::state) fn enter(&mut self, id: Id, kind: EntityKind, at: usize, name: &str) {
        Arc::make_mut(&mut self.index).insert(id.0, (kind, at));
        self.names.enter(id, name);
    }

    pub(super) fn rename(&mut self, id: Id, to: &str) {
        let name: Arc<str> = text::display_name(to).into();
        if self.index.contains_key(&id.0) {
            self.names.leave(id, &self.name(id));
            self.names.enter(id, &name);
        }
        match self.index.get(&id.0) {
            Some((EntityKind::Side, at)) => self.sides[*at].name = name,
            Some((EntityKind::Stack, at)) => self.stacks[*at].name = name,
            Some((EntityKind::Unit, at)) => Arc::make_mut(&mut self.units[*at]).name = name,
            Some((EntityKind::Battle, at)) => self.battles[*at].name = name,
            Some((EntityKind::Map, at)) => self.maps[*at].name = name,
            None => {}
        }
    }
}
