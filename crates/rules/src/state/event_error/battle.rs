//! Battles and their turns: why an event of them can't have happened.

use wardiary_base::id::{BattleId, SideId, UnitId};

/// Why an event of a battle or its turn can't have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattleError {
    /// The battle is over.
    Over {
        /// The battle.
        battle: BattleId,
    },
    /// A side is not in the battle.
    SideNotInBattle {
        /// The battle.
        battle: BattleId,
    },
    /// There are fewer than two parties.
    TooFewParties,
    /// A side has no party of living units, or several.
    NotOneParty {
        /// The side.
        side: SideId,
    },
    /// A party has a unit of another side, or one twice.
    WrongParty {
        /// The unit.
        unit: UnitId,
    },
    /// A turn has no such phase.
    NoPhase {
        /// The phase, from 0.
        phase: u8,
    },
    /// A unit is eliminated.
    Eliminated {
        /// The unit.
        unit: UnitId,
    },
    /// A unit is in a battle already.
    InBattle {
        /// The unit.
        unit: UnitId,
        /// The battle.
        battle: BattleId,
    },
}

impl BattleError {
    /// The field of the event that is to blame.
    pub(super) fn field(self) -> &'static str {
        match self {
            Self::Over { .. } => "battle",
            Self::SideNotInBattle { .. } => "side",
            Self::TooFewParties | Self::NotOneParty { .. } | Self::WrongParty { .. } => "parties",
            Self::NoPhase { .. } => "phase",
            Self::Eliminated { .. } | Self::InBattle { .. } => "units",
        }
    }
}
