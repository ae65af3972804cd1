//! Validation of events of the rules and the roster.

use super::{EntityKind, Problem, State, Validity, same};
use wardiary_base::{
    book::{Grade, RulebookDraft},
    fault::Fault,
    id::{Id, StackId, UnitId},
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
