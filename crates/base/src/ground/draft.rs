//! Ground as a file stores it, in RON that is easy to write by hand.

use super::{Cell, Facing, Grid, Ground};
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

impl Ground {
    /// Converts to a draft. Checking the draft gives the same ground again.
    pub fn to_draft(&self) -> GroundDraft {
        let row = |row| (0..self.width).map(|column| self.sign(Cell { row, column })).collect();
        GroundDraft {
            title: self.title.clone(),
            about: self.about.clone(),
            rules: self.rules.clone(),
            grid: self.grid,
            rows: (0..self.height).map(row).collect(),
            legend: Pairs(self.legend.clone()),
            edges: self.written_edges(),
            roads: self.written_roads(),
            places: Pairs(self.places.clone()),
            objectives: Pairs(
                self.objectives
                    .iter()
                    .filter_map(|(cell, owner)| Some((self.name_of(*cell)?.clone(), owner.clone())))
                    .collect(),
            ),
        }
    }

    pub fn sign(&self, cell: Cell) -> char {
        self.legend.get(self.terrain_index(cell)).map_or(' ', |(sign, _)| *sign)
    }

    /// A free character for a terrain that is not in the legend, preferably from its name.
    pub(super) fn free_sign(&self, terrain: &str) -> char {
        let free = |sign: &char| self.legend.iter().all(|(taken, _)| taken != sign);
        let own = terrain.chars().filter(char::is_ascii_alphanumeric);
        let mut others = ('a'..='z').chain('A'..='Z').chain('0'..='9').chain('\u{a1}'..='\u{2af}');
        own.chain(others.by_ref()).find(free).unwrap_or('?')
    }

    /// Each edge once: by kind in the order in which kinds were laid, then in reading order.
    fn written_edges(&self) -> Vec<(Cell, Facing, Text)> {
        let mut edges = Vec::new();
        for kind in 0..self.edge_kinds.len() {
            for cell in self.cells() {
                // Keeps only the first of the two areas of each edge.
                let ahead = self.neighbours(cell).filter(|(_, beyond)| cell < *beyond);
                let here = ahead.filter(|(facing, _)| self.edge_index(cell, *facing) == Some(kind));
                edges.extend(here.map(|(facing, _)| (cell, facing, self.edge_kinds[kind].clone())));
            }
        }
        edges
    }

    /// The roads, each followed until it ends or forks.
    fn written_roads(&self) -> Vec<Vec<Cell>> {
        let mut left = self.roads.clone();
        let mut roads = Vec::new();
        let links = |roads: &[u8], cell: Cell| roads[self.index_of(cell)].count_ones();
        // Starts at ends and forks; then handles rings, which have neither.
        let starts = self.cells().filter(|cell| !matches!(links(&self.roads, *cell), 0 | 2));
        for start in starts.chain(self.cells()) {
            while let Some(next) = self.take_link(&mut left, start) {
                let mut road = vec![start, next];
                let mut at = next;
                while links(&self.roads, at) == 2 {
                    let Some(next) = self.take_link(&mut left, at) else { break };
                    road.push(next);
                    at = next;
                }
                roads.push(road);
            }
        }
        roads
    }

    /// Removes the first remaining link of an area and returns the neighbour it led to.
    fn take_link(&self, left: &mut [u8], cell: Cell) -> Option<Cell> {
        let here = self.index_of(cell);
        let (facing, next) = self.neighbours(cell).find(|(facing, _)| left[here] & 1 << *facing as u8 != 0)?;
        left[here] &= !(1 << facing as u8);
        left[self.index_of(next)] &= !(1 << facing.opposite() as u8);
        Some(next)
    }
}
