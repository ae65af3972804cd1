//! Errors in events of stacks and Conflicts.

use crate::order::StatsFault;
use wardiary_base::{
    id::{StackId, UnitId},
    text::NameFault,
};

/// Why an event of a stack or a Conflict is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackError {
    /// The battle has no open Conflict with this index.
    ConflictNotOpen {
        conflict: u16,
    },
    NotInConflict {
        stack: StackId,
    },
    InConflict,
    /// The stack has a posture but no leader.
    NoLeader {
        stack: StackId,
    },
    /// The stack has a screening posture but screens nothing.
    ScreensNothing {
        stack: StackId,
    },
    LeaderNotInStack {
        unit: UnitId,
    },
    Stats(StatsFault),
    /// The name of what is screened can't be shown.
    ScreenName(NameFault),
    /// The stack screens something of another side.
    ScreensOtherSide {
        stack: StackId,
    },
    /// A stack without a leader screens something other than an Edge.
    ScreensWithoutLeader {
        stack: StackId,
    },
    ScreensItself,
    /// The screened stack itself screens something.
    Screening {
        stack: StackId,
    },
    /// The screening stack is itself screened.
    Screened {
        stack: StackId,
        /// The stack that screens it.
        by: StackId,
    },
}

impl StackError {
    /// The field of the event that is at fault.
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
