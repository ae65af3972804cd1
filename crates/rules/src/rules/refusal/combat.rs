//! Why an order for a SCRUD combat is refused.

use crate::event::CombatEnd;
use wardiary_base::{
    dice::Face,
    id::{Id, SideId, StackId, UnitId},
};

/// Why an order for a SCRUD combat is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CombatRefusal {
    /// Units of its troop type roll no die in a combat.
    NoDie {
        /// The unit.
        unit: UnitId,
    },
    /// The unit stands too far from those whom it would fight.
    OutOfReach {
        /// The unit.
        unit: UnitId,
        /// The nearest of them.
        enemy: UnitId,
        /// How many areas away he is.
        far: u32,
        /// How far apart the rulebook lets units fight.
        reach: u8,
    },
    /// The unit is in another combat this turn.
    InCombat {
        /// The unit.
        unit: UnitId,
    },
    /// Nobody of these is in a combat.
    NotInCombat {
        /// The side, stack or unit.
        who: Id,
    },
    /// The unit is not among those who fight on in the combat that is meant.
    NotInThatCombat {
        /// The unit.
        unit: UnitId,
    },
    /// The side has nobody in that combat whom reserves could join.
    NoSideThere {
        /// The side.
        side: SideId,
    },
    /// The stack and the enemy are in a Conflict whose rounds are phases of SCRUD.
    InConflict {
        /// The stack.
        stack: StackId,
    },
    /// Nobody withdraws from a round of a Conflict.
    NoWithdrawal {
        /// Who would.
        who: Id,
        /// The stack that is in the Conflict; `None` where it has left it, or it is over.
        stack: Option<StackId>,
    },
    /// Nobody is committed to a round of a Conflict.
    NoReserves {
        /// To whom they would be.
        to: Id,
        /// The stack that is in the Conflict; `None` where it has left it, or it is over.
        stack: Option<StackId>,
    },
    /// The combat is over for this turn.
    CombatOver {
        /// How it ended.
        how: CombatEnd,
    },
    /// All units are ineffective that the side has left in the combat that it opened.
    AllIneffective {
        /// The side.
        side: SideId,
    },
    /// The rules give no dice to throw again, or not these.
    Reroll(RerollRefusal),
}

/// Why dice can't be rerolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RerollRefusal {
    /// More dice than the rulebook allows.
    TooMany {
        /// How many it allows.
        most: u8,
    },
    /// The die is a supporter's, and stays as it fell.
    Supports {
        /// Whose it is.
        who: Id,
    },
    /// There is no such die.
    NoDie {
        /// Whose it would be.
        who: Id,
        /// Which of those, from 1.
        nth: u8,
    },
    /// The die is named twice.
    Twice {
        /// Whose it is.
        who: Id,
    },
    /// The die shows a face that the rulebook does not allow to be rerolled.
    Face {
        /// Whose it is.
        who: Id,
        /// What it shows.
        face: Face,
        /// The faces that may be rerolled.
        allowed: Vec<Face>,
    },
}
