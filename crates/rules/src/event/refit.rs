//! Events between battles. Source: RULES 7.

use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::Grade,
    id::{BattleId, UnitId},
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RefitEvent {
    /// After a battle, its losses were divided into permanent and recoverable ones.
    Counted {
        battle: BattleId,
        /// Each surviving unit with losses: Strength Points lost for good, and those that will come back.
        losses: Vec<(UnitId, u16, u16)>,
    },
    /// Units were credited with what their dice did to the enemy. Only if the rulebook promotes units for it.
    Credited {
        battle: BattleId,
        /// Each unit, and the defeats it inflicted.
        units: Vec<(UnitId, u16)>,
    },
    /// Recoverable losses came back to a unit.
    Returned { unit: UnitId, from: u16, to: u16 },
    /// A unit recovered. Each value is (before, after), and is left out if unchanged.
    Recovered {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        strength: Option<(u16, u16)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edna: Option<(u8, u8)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        grade: Option<(Grade, Grade)>,
    },
    Replaced {
        unit: UnitId,
        /// The pool of the unit's side.
        pool: String,
        from: u16,
        to: u16,
    },
    /// An eliminated unit was rebuilt.
    Raised { unit: UnitId, to: u16, edna: (u8, u8), grade: (Grade, Grade) },
    /// The supply of units changed.
    Supplied {
        /// Units with their previous supply level; 0 is the best.
        units: Vec<(UnitId, u8)>,
        to: u8,
    },
}

impl RefitEvent {
    /// The battle that it concerns, and the units that it names.
    pub fn subjects(&self) -> (Option<BattleId>, Vec<UnitId>) {
        match self {
            Self::Counted { battle, losses, .. } => (Some(*battle), losses.iter().map(|(unit, ..)| *unit).collect()),
            Self::Credited { battle, units, .. } => (Some(*battle), units.iter().map(|(unit, _)| *unit).collect()),
            Self::Supplied { units, .. } => (None, units.iter().map(|(unit, _)| *unit).collect()),
            Self::Recovered { unit, .. }
            | Self::Returned { unit, .. }
            | Self::Replaced { unit, .. }
            | Self::Raised { unit, .. } => (None, vec![*unit]),
        }
    }
}
