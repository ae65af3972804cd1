//! Validation of events about the rules and the roster.

use super::{EntityKind, EventError, Mismatch, State, Validity, same};
use crate::{
    book::RulebookDraft,
    id::{Id, StackId, UnitId},
};

impl State {
    pub(super) fn validate_rules(&self, draft: &RulebookDraft) -> Validity {
        draft.check(&self.book).map(drop).map_err(|faults| EventError::Rules { faults })
    }

    pub(super) fn validate_renaming(&self, id: Id) -> Validity {
        self.kind(id).map(drop).ok_or(EventError::UnknownId { id })
    }

    pub(super) fn validate_assignment(&self, unit: UnitId, from: Option<StackId>, to: Option<StackId>) -> Validity {
        let unit = self.need_unit(unit)?;
        same(&from, &unit.stack, Mismatch::Stack)?;
        let Some(to) = to else { return Ok(()) };
        let stack = self.stack(to).ok_or_else(|| self.not_found(to.into(), EntityKind::Stack, "to"))?;
        if stack.side == unit.side {
            return Ok(());
        }
        Err(EventError::StackOfOtherSide { stack: to })
    }
}
