//! The ground of a battle: its grid, the terrain of its areas, and the edges and roads between them (RULES 4.4, 4.5).
//!
//! A grid has squares or hexes; a [`Cell`] is one area of it, a [`Facing`] one of the edges of an area. [`Ground`] is a
//! whole map: terrain, edges, roads, named places and objectives. What a terrain *means* is a setting of the rulebook;
//! this module knows only its name. All arithmetic is in integers.
//!
//! The theatre of a campaign is here too: a [`Network`] of places and roads instead of a map, and [`Spot`], a place of
//! either (RULES 7).

mod check;
mod draft;
mod edit;
mod grid;
mod line;
mod network;
pub mod network_layout;
mod place;
mod sight;

pub use draft::{GroundDraft, Pairs};
pub use edit::{Edit, road_pieces};
pub use grid::Grid;
pub use line::Crossed;
pub use network::{Network, NetworkDraft};
pub use place::{Cell, Facing, ParseCellError, ParseFacingError, Place, Spot, Station, TheatreDraft};
pub use sight::Sight;

use crate::text::{Text, name_match::position_named};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Maximum number of columns and of rows.
pub const MAX_SIZE: u16 = 200;

/// A checked map; made by [`GroundDraft::check`]. It is read and written as its draft.
///
/// The *index* of an area is its position in reading order, from 0; values for all areas are stored by index. Terrain
/// and edges are indices into [`Ground::legend`] and [`Ground::edge_kinds`], so that searches compare no names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    title: Text,
    about: Text,
    rules: Text,
    grid: Grid,
    width: u16,
    height: u16,
    /// The terrain of each character, including unused characters.
    legend: Vec<(char, Text)>,
    /// By area: index into the legend.
    terrain: Vec<u8>,
    edge_kinds: Vec<Text>,
    /// By area and facing: the kind of the edge, 0 for none, otherwise its index in `edge_kinds` plus 1. Both sides of an
    /// edge agree.
    edges: Vec<[u8; FACINGS]>,
    /// By area: a bit for each facing with a road. Both sides of an edge agree.
    roads: Vec<u8>,
    places: Vec<(Text, Cell)>,
    objectives: Vec<(Cell, Text)>,
}

const FACINGS: usize = Facing::ALL.len();

impl Ground {
    /// Ground of this size, filled with legend entry 0. The legend is still empty.
    fn empty(draft: &GroundDraft, width: u16, height: u16) -> Self {
        let areas = usize::from(width) * usize::from(height);
        Self {
            title: draft.title.clone(),
            about: draft.about.clone(),
            rules: draft.rules.clone(),
            grid: draft.grid,
            width,
            height,
            legend: Vec::new(),
            terrain: vec![0; areas],
            edge_kinds: Vec::new(),
            edges: vec![[0; FACINGS]; areas],
            roads: vec![0; areas],
            places: Vec::new(),
            objectives: Vec::new(),
        }
    }

    pub fn title(&self) -> &Text {
        &self.title
    }

    pub fn about(&self) -> &Text {
        &self.about
    }

    /// The rulebook whose terrain it uses; empty if it is drawn for none.
    pub fn rules(&self) -> &Text {
        &self.rules
    }

    pub fn grid(&self) -> Grid {
        self.grid
    }

    pub fn width(&self) -> u16 {
        self.width
    }

    pub fn height(&self) -> u16 {
        self.height
    }

    pub fn areas(&self) -> usize {
        self.terrain.len()
    }

    /// All areas in reading order, which is the order of their indices.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |row| (0..width).map(move |column| Cell { row, column }))
    }

    pub fn contains(&self, cell: Cell) -> bool {
        cell.column < self.width && cell.row < self.height
    }

    pub fn index(&self, cell: Cell) -> Option<usize> {
        self.contains(cell).then(|| self.index_of(cell))
    }

    fn index_of(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.width) + usize::from(cell.column)
    }

    /// The area with this index. Panics if there is none.
    pub fn cell(&self, index: usize) -> Cell {
        assert!(index < self.areas(), "no area has the index {index}");
        let part = |n: usize| u16::try_from(n).expect("a map is no larger than that");
        Cell { column: part(index % usize::from(self.width)), row: part(index / usize::from(self.width)) }
    }

    /// The area beyond an edge; `None` at the border of the map, or if the areas have no such edge.
    pub fn neighbour(&self, cell: Cell, facing: Facing) -> Option<Cell> {
        self.grid.neighbour(cell, facing).filter(|cell| self.contains(*cell))
    }

    /// The neighbours of an area that are on the map, each with the edge that leads to it, clockwise from n.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Facing, Cell)> {
        self.grid.neighbours(cell).filter(|(_, cell)| self.contains(*cell))
    }

    pub fn legend(&self) -> &[(char, Text)] {
        &self.legend
    }

    /// Index of an area's terrain in the legend; 0 off the map.
    pub fn terrain_index(&self, cell: Cell) -> usize {
        self.index(cell).map_or(0, |index| usize::from(self.terrain[index]))
    }

    /// The name of an area's terrain; `None` off the map.
    pub fn terrain(&self, cell: Cell) -> Option<&Text> {
        self.index(cell).map(|index| &self.legend[usize::from(self.terrain[index])].1)
    }

    pub fn edge_kinds(&self) -> &[Text] {
        &self.edge_kinds
    }

    pub fn edge_index(&self, cell: Cell, facing: Facing) -> Option<usize> {
        usize::from(self.edges[self.index(cell)?][facing as usize]).checked_sub(1)
    }

    pub fn edge(&self, cell: Cell, facing: Facing) -> Option<&Text> {
        self.edge_index(cell, facing).map(|kind| &self.edge_kinds[kind])
    }

    pub fn has_road(&self, cell: Cell, facing: Facing) -> bool {
        self.index(cell).is_some_and(|index| self.roads[index] & 1 << facing as u8 != 0)
    }

    pub fn place_named(&self, name: &str) -> Option<Cell> {
        position_named(self.places.iter().map(|(place, _)| place.raw()), name).map(|at| self.places[at].1)
    }

    pub fn name_of(&self, cell: Cell) -> Option<&Text> {
        self.places.iter().find(|(_, place)| *place == cell).map(|(name, _)| name)
    }

    pub fn places(&self) -> &[(Text, Cell)] {
        &self.places
    }

    pub fn objectives(&self) -> &[(Cell, Text)] {
        &self.objectives
    }

    /// Sets the terrain of an area. Does nothing off the map.
    pub fn set_terrain(&mut self, cell: Cell, terrain: &Text) {
        let Some(index) = self.index(cell) else { return };
        let known = self.legend.iter().position(|(_, name)| name == terrain);
        let at = known.unwrap_or_else(|| {
            self.legend.push((self.free_sign(terrain.raw()), terrain.clone()));
            self.legend.len() - 1
        });
        if let Ok(at) = u8::try_from(at) {
            self.terrain[index] = at;
        }
    }

    /// Sets the kind of an edge, or clears it. Does nothing at the border of the map.
    pub fn set_edge(&mut self, cell: Cell, facing: Facing, kind: Option<&Text>) {
        let Some((index, beyond)) = self.edge_indices(cell, facing) else { return };
        let at = kind.map_or(0, |kind| {
            let known = self.edge_kinds.iter().position(|name| name == kind);
            1 + known.unwrap_or_else(|| {
                self.edge_kinds.push(kind.clone());
                self.edge_kinds.len() - 1
            })
        });
        if let Ok(at) = u8::try_from(at) {
            self.edges[index][facing as usize] = at;
            self.edges[beyond][facing.opposite() as usize] = at;
        }
    }

    /// Builds or breaks a road across an edge. Does nothing at the border of the map.
    pub fn set_road(&mut self, cell: Cell, facing: Facing, there: bool) {
        let Some((index, beyond)) = self.edge_indices(cell, facing) else { return };
        for (index, facing) in [(index, facing), (beyond, facing.opposite())] {
            let bit = 1 << facing as u8;
            self.roads[index] = if there { self.roads[index] | bit } else { self.roads[index] & !bit };
        }
    }

    fn edge_indices(&self, cell: Cell, facing: Facing) -> Option<(usize, usize)> {
        Some((self.index(cell)?, self.index_of(self.neighbour(cell, facing)?)))
    }

    fn off_map_message(&self, cell: Cell) -> String {
        let last = Cell { column: self.width - 1, row: self.height - 1 };
        format!("{cell} is off the map, whose last area is {last}")
    }
}

impl Serialize for Ground {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_draft().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Ground {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let draft = GroundDraft::deserialize(deserializer)?;
        draft.check().map_err(|faults| de::Error::custom(faults.first().map_or_else(String::new, ToString::to_string)))
    }
}
