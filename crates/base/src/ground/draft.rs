//! Ground as a file stores it, in RON that is easy to write by hand.

use super::{Cell, Facing, Grid};
use crate::text::Text;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
    ser::SerializeMap,
};
use std::{fmt, marker::PhantomData};

/// Ground as a file stores it, unchecked. [`GroundDraft::check`] makes a [`Ground`](super::Ground) of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundDraft {
    pub title: Text,
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub about: Text,
    /// The rulebook whose terrain and edges it uses; empty if it is drawn for none.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub rules: Text,
    #[serde(default)]
    pub grid: Grid,
    /// One text for each row, one character for each area.
    pub rows: Vec<String>,
    /// The terrain of each character.
    pub legend: Pairs<char, Text>,
    /// The edges that have a kind: an area, one of its edges, the kind. Each is listed once, from either area.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<(Cell, Facing, Text)>,
    /// Roads, each as the areas it goes through. A road bridges the edges that it crosses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roads: Vec<Vec<Cell>>,
    #[serde(default, skip_serializing_if = "Pairs::is_empty")]
    pub places: Pairs<Text, Cell>,
    /// The named places that are objectives, each with the side that holds it at the start, or `""`.
    #[serde(default, skip_serializing_if = "Pairs::is_empty")]
    pub objectives: Pairs<Text, Text>,
}

/// A map `{key: value}` of a file, in file order. Duplicate keys are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs<K, V>(pub Vec<(K, V)>);

impl<K, V> Pairs<K, V> {
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
