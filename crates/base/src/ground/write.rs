//! Converts ground back to a draft as a person would write it.

use super::{Cell, Facing, Ground, GroundDraft, Pairs};
use crate::text::Text;

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
