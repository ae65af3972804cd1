//! Recruits: why an event of them can't have happened.

use super::MapError;
use crate::order::StatsFault;
use wardiary_base::{
    fault::Fault,
    id::{SideId, StackId},
};

/// Why a recruit can't become a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecruitError {
    /// The rulebook has no such troop type.
    UnknownTroop {
        /// The name that was given.
        name: String,
    },
    /// The ladder has no such grade.
    UnknownGrade {
        /// The name that was given.
        name: String,
    },
    /// The rulebook has no such weapon.
    UnknownWeapon {
        /// The name that was given.
        name: String,
    },
    /// It has neither a stack nor a side.
    NoSide,
    /// Its stack is another side's than its own.
    StackOfOtherSide {
        /// The stack.
        stack: StackId,
        /// Whose the stack is.
        side: SideId,
    },
    /// Its strength is out of range.
    Strength {
        /// The strength.
        full: u16,
    },
    /// It has lost more than it had.
    Lost {
        /// Its strength at first.
        full: u16,
        /// What it has lost.
        lost: u16,
    },
    /// Its EDNA is out of range.
    Edna {
        /// Its EDNA at first.
        full: u8,
        /// What is worn of it.
        worn: u8,
    },
    /// One of its tests is faulty.
    Test(Fault),
    /// Its numbers for stacks are faulty.
    Stats(StatsFault),
    /// It can't stand there.
    Place(MapError),
}

impl RecruitError {
    /// The field of the event that is to blame.
    pub(super) fn field(&self) -> &'static str {
        match self {
            Self::UnknownTroop { .. } => "kind",
            Self::UnknownGrade { .. } => "grade",
            Self::UnknownWeapon { .. } => "weapons",
            Self::NoSide => "name",
            Self::StackOfOtherSide { .. } => "side",
            Self::Strength { .. } => "strength",
            Self::Lost { .. } => "lost",
            Self::Edna { .. } => "edna",
            Self::Test(_) => "tests",
            Self::Stats(_) => "stats",
            Self::Place(_) => "at",
        }
    }
}
