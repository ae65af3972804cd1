//! Numbers that things go by. One series counts for all of a campaign, so a bare [`Id`] names one thing only.

use crate::dice::Owner;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The largest number a thing may have: what a diary could reach in years, and no invitation to fill the memory.
pub const MAX_ID: u32 = 9_999_999;

/// The number of a side, a stack, a unit, a battle or a map. Written `#12` in orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Id(pub u32);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $Name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $Name(pub u32);

        impl From<$Name> for Id {
            fn from(id: $Name) -> Self {
                Self(id.0)
            }
        }

        impl From<$Name> for Owner {
            fn from(id: $Name) -> Self {
                Self(id.0)
            }
        }

        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "#{}", self.0)
            }
        }
    )*};
}

ids! {
    /// The number of a side.
    SideId,
    /// The number of a stack.
    StackId,
    /// The number of a unit.
    UnitId,
    /// The number of a battle.
    BattleId,
    /// The number of a map.
    MapId,
}
