//! Validation of events about the rules and the roster.

use super::{EntityKind, EventError, State, Validity, same};
use crate::{
    book::RulebookDraft,
    id::{Id, StackId, UnitId},
};

impl State {
    pub(super) fn validate_rules(&self, draft: &RulebookDraft) -> Validity {
        draft.check(&self.book).map(drop).map_err(|faults| {
            EventError::new(faults.first().map_or_else(|| "the rules can't be so".into(), ToString::to_string))
        })
    }

    pub(super) fn validate_renaming(&self, id: Id) -> Validity {
        self.kind(id).map(drop).ok_or_else(|| EventError::new(format!("nothing has the number {id}")).of("id"))
    }

    pub(super) fn validate_assignment(&self, unit: UnitId, from: Option<StackId>, to: Option<StackId>) -> Validity {
        let unit = self.need_unit(unit)?;
        same("its stack", &from, &unit.stack)?;
        let Some(to) = to else { return Ok(()) };
        let stack = self.stack(to).ok_or_else(|| self.not_found(to.into(), EntityKind::Stack, "to"))?;
        if stack.side == unit.side {
            return Ok(());
        }
        Err(EventError::new(format!("{} belongs to the other side", stack.name)).of("to"))
    }
}
