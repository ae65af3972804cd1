//! Locations: areas and facings of a map, places and spots of a theatre, and the theatre as a file stores it.
//! Source: RULES 7.

use super::NetworkDraft;
use crate::{
    id::{Id, MapId, SideId},
    text::Text,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Visitor};
use std::{fmt, str::FromStr};

/// A unit's place: an area of a map, and its facing there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub map: MapId,
    #[serde(rename = "at")]
    pub cell: Cell,
    pub facing: Facing,
}

/// An area. Written as its column in letters and its row as a number, from the top left: `A1`, `C5`, `AB12`.
///
/// Ordered left to right, then top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// From 0.
    pub row: u16,
    /// From 0.
    pub column: u16,
}

const LETTERS: u16 = 26;

impl Cell {
    pub fn new(column: u16, row: u16) -> Self {
        Self { row, column }
    }

    /// The letters of a column: `A` … `Z`, `AA` … `GR`.
    pub fn column_name(column: u16) -> String {
        let mut letters = Vec::new();
        let mut rest = u32::from(column) + 1;
        while rest > 0 {
            let letter = (rest - 1) % u32::from(LETTERS);
            letters.push(char::from(b'A' + u8::try_from(letter).expect("there are 26 letters")));
            rest = (rest - 1) / u32::from(LETTERS);
        }
        letters.iter().rev().collect()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", Self::column_name(self.column), u32::from(self.row) + 1))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write an area as column letters and row number, such as C5")]
pub struct ParseCellError;

crate::text::stored_as_text!(Cell);

impl FromStr for Cell {
    type Err = ParseCellError;

    /// Reads `C5` or `c5`: one to three letters, then a number without leading zeros.
    fn from_str(text: &str) -> Result<Self, ParseCellError> {
        let number = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = &text[..text.len() - number.len()];
        let digits = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        fail_if!(letters.is_empty() || letters.len() > 3 || number.is_empty() || !digits, ParseCellError);
        let column =
            letters.bytes().fold(0, |sum, letter| sum * LETTERS + u16::from(letter.to_ascii_uppercase() - b'A') + 1);
        let row: u16 = number.parse().map_err(|_| ParseCellError)?;
        Ok(Self { column: column - 1, row: row - 1 })
    }
}

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
#[error("a facing must be n, e, s or w; on hexes n, ne, se, s, sw or nw")]
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

/// A place of a theatre: an area of its map, or a place of its network. A file writes an area as `"C5"` and a place as
/// its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    Area(Cell),
    /// A place of the network, by its index in the network's list.
    Place(u16),
}

/// The location of a force. While it marches, it still counts as being at the place that it left: in that area on a
/// map, or partway along the road on a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Station {
    /// The place where it is, or that it left last.
    pub at: Spot,
    /// The place it is marching to, and the steps already made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward: Option<(Spot, u16)>,
}

impl Station {
    pub fn at(at: Spot) -> Self {
        Self { at, toward: None }
    }
}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Area(cell) => serializer.collect_str(cell),
            Self::Place(number) => serializer.serialize_u16(*number),
        }
    }
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AreaOrNumber;

        impl Visitor<'_> for AreaOrNumber {
            type Value = Spot;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an area such as \"C5\", or a place's number")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Spot, E> {
                text.parse().map(Spot::Area).map_err(E::custom)
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Spot, E> {
                u16::try_from(number).map(Spot::Place).map_err(E::custom)
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Spot, E> {
                u16::try_from(number).map(Spot::Place).map_err(E::custom)
            }
        }

        deserializer.deserialize_any(AreaOrNumber)
    }
}

/// A theatre as a file stores it, unchecked. It is a network or one of the campaign's maps. Places go by name; areas of
/// a map also by column and row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TheatreDraft {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkDraft>,
    /// One of the campaign's maps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<MapId>,
    /// The places of stacks, and of units that are in none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<(Id, Text)>,
    /// Objectives, each with its points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<(Text, u16)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<(SideId, Text)>,
}
