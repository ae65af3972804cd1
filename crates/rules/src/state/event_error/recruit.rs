//! Errors of recruits.

use super::MapError;
use crate::order::StatsFault;
use wardiary_base::{
    fault::Fault,
    id::{SideId, StackId},
};

/// Why a recruit can't become a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecruitError {
    UnknownTroop {
        name: String,
    },
    UnknownGrade {
        name: String,
    },
    UnknownWeapon {
        name: String,
    },
    NoSide,
    /// Its stack belongs to another side than the one it names.
    StackOfOtherSide {
        stack: StackId,
        /// The side of the stack.
        side: SideId,
    },
    Strength {
        full: u16,
    },
    /// It has lost more strength than it had.
    Lost {
        /// Its initial strength.
        full: u16,
        lost: u16,
    },
    Edna {
        /// Its initial EDNA.
        full: u8,
        /// How much of it is used up.
        worn: u8,
    },
    Test(Fault),
    Stats(StatsFault),
    Place(MapError),
}

impl RecruitError {
    /// The field of the event that is at fault.
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
