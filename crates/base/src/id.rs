//! Identifiers. All kinds share one series within a campaign, so a bare [`Id`] is unambiguous.

use crate::dice::Owner;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The largest identifier. No diary reaches it in years of play, and it bounds what a damaged save can allocate.
pub const MAX_ID: u32 = 9_999_999;

/// The identifier of a side, stack, unit, battle or map. Orders write it as `#12`.
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
    SideId,
    StackId,
    UnitId,
    BattleId,
    MapId,
}
