//! Ground as a file has it: RON that is pleasant to write by hand.

use super::{Cell, Facing, Grid};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
    ser::SerializeMap,
};
use std::{fmt, marker::PhantomData};

/// Ground as a file has it, unchecked: [`GroundDraft::check`] makes a [`Ground`](super::Ground) of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundDraft {
    /// What it is called.
    pub title: String,
    /// What is to be known of it, in a sentence or two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The rulebook whose terrain and edges it names, if it is drawn for one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// Squares or hexes.
    #[serde(default)]
    pub grid: Grid,
    /// The areas, a text for each row, a character for each area.
    pub rows: Vec<String>,
    /// Which terrain each character stands for.
    pub legend: Pairs<char, String>,
    /// What lies on the edges of areas: an area, one of its edges, and what lies there. Once for the two areas that it
    /// divides, whichever of them is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<(Cell, Facing, String)>,
    /// Roads, each the areas it goes through. A road bridges what lies on the edges that it crosses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roads: Vec<Vec<Cell>>,
    /// The names of areas.
    #[serde(default, skip_serializing_if = "Pairs::is_empty")]
    pub places: Pairs<String, Cell>,
    /// The named places that are objectives, and who holds each at the start: a side by its name, or `""` for nobody.
    #[serde(default, skip_serializing_if = "Pairs::is_empty")]
    pub objectives: Pairs<String, String>,
}

/// What a file writes as a table, `{key: value}`, in the order in which it stands there, a key that stands there twice
/// being there twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs<K, V>(pub Vec<(K, V)>);

impl<K, V> Pairs<K, V> {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K, V> Default for Pairs<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Serialize, V: Serialize> Serialize for Pairs<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Pairs<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Table<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Table<K, V> {
            type Value = Pairs<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table in braces")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(Table(PhantomData))
    }
}
