//! Errors in events of battles and their turns.

use wardiary_base::id::{BattleId, SideId, UnitId};

/// Why an event of a battle or its turn is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattleError {
    Over {
        battle: BattleId,
    },
    SideNotInBattle {
        battle: BattleId,
    },
    TooFewParties,
    /// A side has no party of living units, or several parties.
    NotOneParty {
        side: SideId,
    },
    /// A party has a unit of another side, or a unit twice.
    WrongParty {
        unit: UnitId,
    },
    /// The turn sequence has no such phase.
    NoPhase {
        /// From 0.
        phase: u8,
    },
    Eliminated {
        unit: UnitId,
    },
    InBattle {
        unit: UnitId,
        battle: BattleId,
    },
}

impl BattleError {
    /// The field of the event that is at fault.
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
