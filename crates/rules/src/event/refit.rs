//! What happens between battles. Source: RULES 7.

use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Grade,
    id::{BattleId, UnitId},
};

/// One thing that happened between battles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RefitEvent {
    /// A battle is over, and what it cost its units is told apart.
    Counted {
        /// The battle.
        battle: BattleId,
        /// Each unit that lost strength in it and lives: how much is lost for good, and how much is to come back.
        losses: Vec<(UnitId, u16, u16)>,
    },
    /// What the dice of units did to the enemy is counted for them. Only where the rulebook promotes them for it.
    Credited {
        /// The battle.
        battle: BattleId,
        /// Each unit, and how many defeats it inflicted.
        units: Vec<(UnitId, u16)>,
    },
    /// What a unit had lost in battles came back to it.
    Returned {
        /// The unit.
        unit: UnitId,
        /// Its Strength Points before.
        from: u16,
        /// After.
        to: u16,
    },
    /// A unit recovered: each number before and after, where it changed.
    Recovered {
        /// The unit.
        unit: UnitId,
        /// Its Strength Points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<(u16, u16)>,
        /// Its EDNA.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edna: Option<(u8, u8)>,
        /// Its own grade.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        grade: Option<(Grade, Grade)>,
    },
    /// A unit took replacements.
    Replaced {
        /// The unit.
        unit: UnitId,
        /// The pool that they came from: that of the unit's side.
        pool: String,
        /// Its Strength Points before.
        from: u16,
        /// After.
        to: u16,
    },
    /// A unit that was eliminated was rebuilt.
    Raised {
        /// The unit.
        unit: UnitId,
        /// Its Strength Points now.
        to: u16,
        /// Its EDNA before and after.
        edna: (u8, u8),
        /// Its own grade before and after.
        grade: (Grade, Grade),
    },
    /// Units are supplied better or worse from here on.
    Supplied {
        /// Each unit, and the level at which it was: 0 is the best.
        units: Vec<(UnitId, u8)>,
        /// The level now.
        to: u8,
    },
}

impl RefitEvent {
    /// The units that it is about.
    #[must_use]
    pub fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Counted { losses, .. } => losses.iter().map(|(unit, ..)| *unit).collect(),
            Self::Credited { units, .. } => units.iter().map(|(unit, _)| *unit).collect(),
            Self::Supplied { units, .. } => units.iter().map(|(unit, _)| *unit).collect(),
            Self::Recovered { unit, .. }
            | Self::Returned { unit, .. }
            | Self::Replaced { unit, .. }
            | Self::Raised { unit, .. } => vec![*unit],
        }
    }

    /// The battle that it is about, if it is about one.
    #[must_use]
    pub fn battle(&self) -> Option<BattleId> {
        match self {
            Self::Counted { battle, .. } | Self::Credited { battle, .. } => Some(*battle),
            _ => None,
        }
    }
}
