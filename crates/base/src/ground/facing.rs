//! The edges of an area, and so the directions in which a unit can face.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// An edge of an area by compass direction; n is up. Squares have `n e s w`, hexes `n ne se s sw nw`
/// ([`Grid::facings`](super::Grid::facings)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    #[default]
    N,
    Ne,
    E,
    Se,
    S,
    Sw,
    W,
    Nw,
}

impl Facing {
    pub const ALL: [Self; 8] = [Self::N, Self::Ne, Self::E, Self::Se, Self::S, Self::Sw, Self::W, Self::Nw];

    /// The word in orders and files: `n`, `ne` …
    pub fn word(self) -> &'static str {
        ["n", "ne", "e", "se", "s", "sw", "w", "nw"][self as usize]
    }

    /// The word in sentences: `north`, `north-east` …
    pub fn name(self) -> &'static str {
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"][self as usize]
    }

    pub fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a facing is n, e, s or w, on hexes n, ne, se, s, sw or nw")]
pub struct ParseFacingError;

impl FromStr for Facing {
    type Err = ParseFacingError;

    /// Reads the word or the name, ignoring case.
    fn from_str(text: &str) -> Result<Self, ParseFacingError> {
        let named =
            |facing: &&Self| text.eq_ignore_ascii_case(facing.word()) || text.eq_ignore_ascii_case(facing.name());
        Self::ALL.iter().find(named).copied().ok_or(ParseFacingError)
    }
}
