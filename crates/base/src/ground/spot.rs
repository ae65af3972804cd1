//! The location of a force in a campaign: a place of the theatre, or its progress towards the next one. Source: RULES
//! 7.

use super::Cell;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Visitor};
use std::fmt;

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
    /// Where it is, or what it left last.
    pub at: Spot,
    /// The place it is marching to, and the steps already made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward: Option<(Spot, u16)>,
}

impl Station {
    /// In a place, and not marching.
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
