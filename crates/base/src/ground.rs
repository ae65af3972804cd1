//! The ground that a battle is fought on: its grid, what each area is, and what lies between areas (RULES 4.4, 4.5).
//!
//! A grid has squares or hexes; a [`Cell`] is one area of it, a [`Facing`] one of the edges of an area. [`Ground`] is a
//! whole map: the terrain of each area, what lies on edges, roads, named places and objectives. What terrain *means* is
//! a setting of the rulebook, which this module knows by name only. Everything is worked out in integers.
//!
//! Here is also what a campaign is fought over: a [`Network`] of places and roads in place of a map, and the [`Spot`] that
//! a place of either is (RULES 7).

mod cell;
mod check;
mod draft;
mod edit;
mod facing;
mod grid;
mod line;
mod network;
mod place;
mod sight;
mod spot;
mod theatre;
mod write;

pub use cell::{Cell, NoCell};
pub use draft::{GroundDraft, Pairs};
pub use edit::Edit;
pub use edit::runs;
pub use facing::{Facing, NoFacing};
pub use grid::Grid;
pub use line::Crossed;
pub use network::{Network, NetworkDraft};
pub use place::Place;
pub use sight::Sight;
pub use spot::{Spot, Station};
pub use theatre::TheatreDraft;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The most columns, and the most rows, that ground may have.
pub const LARGEST: u16 = 200;

/// A map of the ground, checked; [`GroundDraft::check`] makes one. It is read and written as its draft.
///
/// An area's *index* is its place in reading order, from 0: what is worked out for all areas is kept by it. Terrain and
/// edges go by their place in [`Ground::legend`] and [`Ground::edge_kinds`], so that no name is compared in a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    title: String,
    about: String,
    rules: String,
    grid: Grid,
    width: u16,
    height: u16,
    /// Characters and the terrain each stands for, unused ones too.
    legend: Vec<(char, String)>,
    /// By index, the place in the legend.
    terrain: Vec<u8>,
    edge_kinds: Vec<String>,
    /// By index and facing, what lies on the edge: 0 for nothing, else its place in `edge_kinds` and one. The two sides of
    /// an edge agree.
    edges: Vec<[u8; FACINGS]>,
    /// By index, a bit for each facing that a road leads to. The two sides of an edge agree.
    roads: Vec<u8>,
    places: Vec<(String, Cell)>,
    objectives: Vec<(Cell, String)>,
}

/// The most edges an area has.
const FACINGS: usize = Facing::ALL.len();

impl Ground {
    /// Ground of that size, all of the first terrain of its legend, which is still empty.
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

    /// What it is called.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What is to be known of it.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The rulebook whose terrain it names, if it is drawn for one; empty if not.
    #[must_use]
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Squares or hexes.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// How many columns it has.
    #[must_use]
    pub fn width(&self) -> u16 {
        self.width
    }

    /// How many rows it has.
    #[must_use]
    pub fn height(&self) -> u16 {
        self.height
    }

    /// How many areas it has.
    #[must_use]
    pub fn areas(&self) -> usize {
        self.terrain.len()
    }

    /// All areas, in reading order, which is that of their indices.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |row| (0..width).map(move |column| Cell { column, row }))
    }

    /// Whether an area is on it.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.column < self.width && cell.row < self.height
    }

    /// The index of an area; none if it is off the map.
    #[must_use]
    pub fn index(&self, cell: Cell) -> Option<usize> {
        self.contains(cell).then(|| self.index_of(cell))
    }

    fn index_of(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.width) + usize::from(cell.column)
    }

    /// The area with an index.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn cell(&self, index: usize) -> Cell {
        assert!(index < self.areas(), "no area has the index {index}");
        let part = |n: usize| u16::try_from(n).expect("a map is no larger than that");
        Cell { column: part(index % usize::from(self.width)), row: part(index / usize::from(self.width)) }
    }

    /// The area beyond an edge; none at the end of the map, or if the areas have no such edge.
    #[must_use]
    pub fn neighbour(&self, cell: Cell, facing: Facing) -> Option<Cell> {
        self.grid.neighbour(cell, facing).filter(|cell| self.contains(*cell))
    }

    /// The neighbours of an area that are on the map, each with the edge that leads to it, clockwise from n.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Facing, Cell)> {
        self.grid.neighbours(cell).filter(|(_, cell)| self.contains(*cell))
    }

    /// The characters of the map and the terrain each stands for.
    #[must_use]
    pub fn legend(&self) -> &[(char, String)] {
        &self.legend
    }

    /// The place in the legend of an area's terrain; 0 off the map.
    #[must_use]
    pub fn terrain_index(&self, cell: Cell) -> usize {
        self.index(cell).map_or(0, |index| usize::from(self.terrain[index]))
    }

    /// The terrain of an area, by its name; none off the map.
    #[must_use]
    pub fn terrain(&self, cell: Cell) -> Option<&str> {
        self.index(cell).map(|index| self.legend[usize::from(self.terrain[index])].1.as_str())
    }

    /// The kinds of edges there are on it.
    #[must_use]
    pub fn edge_kinds(&self) -> &[String] {
        &self.edge_kinds
    }

    /// The place in [`Ground::edge_kinds`] of what lies on an edge.
    #[must_use]
    pub fn edge_index(&self, cell: Cell, facing: Facing) -> Option<usize> {
        usize::from(self.edges[self.index(cell)?][facing as usize]).checked_sub(1)
    }

    /// What lies on an edge, by its name.
    #[must_use]
    pub fn edge(&self, cell: Cell, facing: Facing) -> Option<&str> {
        self.edge_index(cell, facing).map(|kind| self.edge_kinds[kind].as_str())
    }

    /// Whether a road crosses an edge.
    #[must_use]
    pub fn has_road(&self, cell: Cell, facing: Facing) -> bool {
        self.index(cell).is_some_and(|index| self.roads[index] & 1 << facing as u8 != 0)
    }

    /// The area of that name, in any case.
    #[must_use]
    pub fn place_named(&self, name: &str) -> Option<Cell> {
        self.places.iter().find(|(place, _)| place.eq_ignore_ascii_case(name)).map(|(_, cell)| *cell)
    }

    /// The name of an area, if it has one.
    #[must_use]
    pub fn name_of(&self, cell: Cell) -> Option<&str> {
        self.places.iter().find(|(_, place)| *place == cell).map(|(name, _)| name.as_str())
    }

    /// The named places.
    #[must_use]
    pub fn places(&self) -> &[(String, Cell)] {
        &self.places
    }

    /// The objectives, and by name the side that holds each at the start; `""` for nobody.
    #[must_use]
    pub fn objectives(&self) -> &[(Cell, String)] {
        &self.objectives
    }

    /// Makes an area of another terrain. Nothing is done off the map.
    pub fn set_terrain(&mut self, cell: Cell, terrain: &str) {
        let Some(index) = self.index(cell) else { return };
        let known = self.legend.iter().position(|(_, name)| name == terrain);
        let at = known.unwrap_or_else(|| {
            self.legend.push((self.fresh_sign(terrain), terrain.into()));
            self.legend.len() - 1
        });
        if let Ok(at) = u8::try_from(at) {
            self.terrain[index] = at;
        }
    }

    /// Lays something on an edge, or takes away what lies there. Nothing is done at the end of the map.
    pub fn set_edge(&mut self, cell: Cell, facing: Facing, kind: Option<&str>) {
        let Some((index, beyond)) = self.both_sides(cell, facing) else { return };
        let at = kind.map_or(0, |kind| {
            let known = self.edge_kinds.iter().position(|name| name == kind);
            1 + known.unwrap_or_else(|| {
                self.edge_kinds.push(kind.into());
                self.edge_kinds.len() - 1
            })
        });
        if let Ok(at) = u8::try_from(at) {
            self.edges[index][facing as usize] = at;
            self.edges[beyond][facing.opposite() as usize] = at;
        }
    }

    /// Makes a road across an edge, or breaks it there. Nothing is done at the end of the map.
    pub fn set_road(&mut self, cell: Cell, facing: Facing, there: bool) {
        let Some((index, beyond)) = self.both_sides(cell, facing) else { return };
        for (index, facing) in [(index, facing), (beyond, facing.opposite())] {
            let bit = 1 << facing as u8;
            self.roads[index] = if there { self.roads[index] | bit } else { self.roads[index] & !bit };
        }
    }

    fn both_sides(&self, cell: Cell, facing: Facing) -> Option<(usize, usize)> {
        Some((self.index(cell)?, self.index_of(self.neighbour(cell, facing)?)))
    }

    /// A sentence about an area that is not on it.
    fn off(&self, cell: Cell) -> String {
        let last = Cell { column: self.width - 1, row: self.height - 1 };
        format!("{cell} is off the map, which ends at {last}")
    }
}

impl Serialize for Ground {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_draft().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Ground {
    /// Reads a draft and checks it; the first fault is the error.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let draft = GroundDraft::deserialize(deserializer)?;
        draft.check().map_err(|faults| de::Error::custom(faults.first().map_or_else(String::new, ToString::to_string)))
    }
}
