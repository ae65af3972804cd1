//! Stacks and Conflicts: why an event of them can't have happened.

use crate::order::StatsFault;
use wardiary_base::{
    id::{StackId, UnitId},
    text::NameFault,
};

/// Why an event of a stack or a Conflict can't have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackError {
    /// The battle has no open Conflict of that place.
    ConflictNotOpen {
        /// The place, from 0.
        conflict: u16,
    },
    /// A stack is not in the Conflict.
    NotInConflict {
        /// The stack.
        stack: StackId,
    },
    /// The stack is in the Conflict already.
    InConflict,
    /// A posture without a leader.
    NoLeader {
        /// The stack.
        stack: StackId,
    },
    /// A posture of screening, and nothing that is screened.
    ScreensNothing {
        /// The stack.
        stack: StackId,
    },
    /// The leader is not in the stack.
    LeaderNotInStack {
        /// The unit.
        unit: UnitId,
    },
    /// A unit's numbers are faulty.
    Stats(StatsFault),
    /// What is screened has a name that can't be shown.
    ScreenName(NameFault),
    /// What is screened is another side's.
    ScreensOtherSide {
        /// The stack that screens.
        stack: StackId,
    },
    /// A stack without a leader screens something else than an Edge.
    ScreensWithoutLeader {
        /// The stack that screens.
        stack: StackId,
    },
    /// A stack screens itself.
    ScreensItself,
    /// A stack is screened that screens something itself.
    Screening {
        /// The stack that is screened.
        stack: StackId,
    },
    /// A stack screens that is screened itself.
    Screened {
        /// The stack.
        stack: StackId,
        /// What screens it.
        by: StackId,
    },
}

impl StackError {
    /// The field of the event that is to blame.
    pub(super) fn field(self) -> &'static str {
        match self {
            Self::ConflictNotOpen { .. } => "conflict",
            Self::NotInConflict { .. } | Self::InConflict => "stack",
            Self::NoLeader { .. } | Self::ScreensNothing { .. } => "posture",
            Self::LeaderNotInStack { .. } => "leader",
            Self::Stats(_) => "to",
            Self::ScreenName(_)
            | Self::ScreensOtherSide { .. }
            | Self::ScreensWithoutLeader { .. }
            | Self::ScreensItself
            | Self::Screening { .. }
            | Self::Screened { .. } => "screening",
        }
    }
}
