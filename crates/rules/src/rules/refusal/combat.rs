//! Refusals of orders for SCRUD combats.

use crate::event::CombatEnd;
use wardiary_base::{
    dice::Face,
    id::{Id, SideId, StackId, UnitId},
};

/// Why an order for a SCRUD combat is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CombatRefusal {
    /// Units of its troop type roll no die in a combat.
    NoDie { unit: UnitId },
    /// The unit is too far from the enemies that it would fight.
    OutOfReach {
        unit: UnitId,
        /// The nearest enemy.
        enemy: UnitId,
        /// The distance to the enemy, in areas.
        far: u32,
        /// The rulebook's limit, in areas.
        reach: u8,
    },
    /// The unit is in another combat this turn.
    InCombat { unit: UnitId },
    /// No unit of `who` is in a combat.
    NotInCombat { who: Id },
    /// The unit is not in the combat that the order is about.
    NotInThatCombat { unit: UnitId },
    /// The side has nobody in the combat whom reserves could join.
    NoSideThere { side: SideId },
    /// The stack and the enemy are in a Conflict whose rounds are phases of SCRUD.
    InConflict { stack: StackId },
    /// Units can't withdraw from a round of a Conflict.
    NoWithdrawal {
        who: Id,
        /// The stack in the Conflict; `None` if it has left, or the Conflict is over.
        stack: Option<StackId>,
    },
    /// Units can't be committed to a round of a Conflict.
    NoReserves {
        to: Id,
        /// The stack in the Conflict; `None` if it has left, or the Conflict is over.
        stack: Option<StackId>,
    },
    /// The combat is over for this turn.
    CombatOver { how: CombatEnd },
    /// Every unit that the side has left in the combat that it opened is ineffective.
    AllIneffective { side: SideId },
    /// The rules allow no reroll, or not of these dice.
    Reroll(RerollRefusal),
}

/// Why dice can't be rerolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RerollRefusal {
    TooMany {
        /// The rulebook's limit.
        most: u8,
    },
    /// The die is a supporter's; support dice are not rerolled.
    Supports {
        who: Id,
    },
    NoDie {
        who: Id,
        /// Which of its dice, from 1.
        nth: u8,
    },
    Twice {
        who: Id,
    },
    /// The rulebook does not allow a die with this face to be rerolled.
    Face {
        who: Id,
        face: Face,
        allowed: Vec<Face>,
    },
}
