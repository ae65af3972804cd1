//! Edits of ground. An edit returns new ground and leaves the old one unchanged.

use super::{Cell, Facing, Grid, Ground, GroundDraft, MAX_SIZE, Pairs};
use crate::{fault::Fault, text::Text};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Sets the terrain of areas. The character is added to the legend if the terrain is new and the character free.
    Terrain {
        /// Areas off the map are ignored.
        cells: Vec<Cell>,
        terrain: Text,
        sign: char,
    },
    /// Sets the kind of edges, or clears them.
    Edges {
        /// Each edge as an area and one of its edges. Edges at the border of the map are ignored.
        edges: Vec<(Cell, Facing)>,
        /// By name; `None` clears.
        kind: Option<Text>,
    },
    /// Builds or breaks a road along a path.
    Road {
        way: Vec<Cell>,
        there: bool,
    },
    /// Names an area; `""` removes the name.
    Name(Cell, Text),
    /// Makes a named area an objective, held at the start by the side of this name, or by no side if `""`. `None` makes
    /// it an ordinary area again.
    Objective(Cell, Option<Text>),
    Title(Text),
    About(Text),
    /// Adds columns and rows at the borders of the map. Negative numbers remove them.
    Grow {
        /// At the left and at the right.
        columns: (i32, i32),
        /// At the top and at the bottom.
        rows: (i32, i32),
        terrain: Text,
    },
}

impl Ground {
    /// A new map with a single terrain. Fails if its title or its size is invalid.
    pub fn filled(
        title: &str,
        rules: &str,
        grid: Grid,
        (width, height): (u16, u16),
        terrain: (char, &str),
    ) -> Result<Self, Fault> {
        check_size(i64::from(width), i64::from(height))?;
        let row: String = std::iter::repeat_n(terrain.0, usize::from(width)).collect();
        let draft = GroundDraft {
            title: title.into(),
            about: Text::default(),
            rules: rules.into(),
            grid,
            rows: vec![row; usize::from(height)],
            legend: Pairs(vec![(terrain.0, terrain.1.into())]),
            edges: Vec::new(),
            roads: Vec::new(),
            places: Pairs::default(),
            objectives: Pairs::default(),
        };
        draft.check().map_err(first_fault)
    }

    pub fn with_edit(&self, edit: &Edit) -> Result<Self, Fault> {
        let mut ground = self.clone();
        match edit {
            Edit::Terrain { cells, terrain, sign } => {
                let known = ground.legend.iter().any(|(_, name)| name == terrain);
                if !known && ground.legend.iter().all(|(taken, _)| taken != sign) {
                    ground.legend.push((*sign, terrain.clone()));
                }
                cells.iter().for_each(|cell| ground.set_terrain(*cell, terrain));
            }
            Edit::Edges { edges, kind } => {
                edges.iter().for_each(|(cell, facing)| ground.set_edge(*cell, *facing, kind.as_ref()));
            }
            Edit::Road { way, there } => {
                for pair in way.windows(2) {
                    if let Some(off) = pair.iter().find(|cell| !self.contains(**cell)) {
                        return Err(Fault::at("roads", self.off_map_message(*off)));
                    }
                    let facing = self.grid.facing_to(pair[0], pair[1]);
                    let apart = || Fault::at("roads", format!("{} and {} share no edge", pair[0], pair[1]));
                    ground.set_road(pair[0], facing.ok_or_else(apart)?, *there);
                }
            }
            Edit::Name(cell, name) => return self.with_name(*cell, name),
            Edit::Objective(cell, owner) => return self.with_objective(*cell, owner.as_ref()),
            Edit::Title(title) => {
                return GroundDraft { title: title.clone(), ..self.to_draft() }.check().map_err(first_fault);
            }
            Edit::About(about) => ground.about.clone_from(about),
            Edit::Grow { columns, rows, terrain } => return self.resized(*columns, *rows, terrain),
        }
        Ok(ground)
    }

    fn with_name(&self, cell: Cell, name: &Text) -> Result<Self, Fault> {
        let mut draft = self.to_draft();
        let before = draft.places.0.iter().position(|(_, at)| *at == cell);
        match (before, name.is_empty()) {
            (Some(at), true) => {
                let (name, _) = draft.places.0.remove(at);
                draft.objectives.0.retain(|(place, _)| *place != name);
            }
            (Some(at), false) => {
                let old = std::mem::replace(&mut draft.places.0[at].0, name.clone());
                draft
                    .objectives
                    .0
                    .iter_mut()
                    .filter(|(place, _)| *place == old)
                    .for_each(|(place, _)| place.clone_from(name));
            }
            (None, true) => return Err(Fault::at("places", format!("{cell} has no name"))),
            (None, false) => draft.places.0.push((name.clone(), cell)),
        }
        draft.check().map_err(first_fault)
    }

    fn with_objective(&self, cell: Cell, owner: Option<&Text>) -> Result<Self, Fault> {
        let mut draft = self.to_draft();
        let name = self.name_of(cell).ok_or_else(|| {
            Fault::at("objectives", format!("{cell} has no name, and an objective must be a named place"))
                .with_hint("name it first")
        })?;
        let before = draft.objectives.0.iter().position(|(place, _)| place.raw().eq_ignore_ascii_case(name.raw()));
        match (before, owner) {
            (Some(at), Some(owner)) => draft.objectives.0[at].1 = owner.clone(),
            (Some(at), None) => drop(draft.objectives.0.remove(at)),
            (None, Some(owner)) => draft.objectives.0.push((name.clone(), owner.clone())),
            (None, None) => {}
        }
        draft.check().map_err(first_fault)
    }

    fn resized(&self, columns: (i32, i32), rows: (i32, i32), terrain: &Text) -> Result<Self, Fault> {
        if self.grid == Grid::Hex && columns.0 % 2 != 0 {
            let fault = Fault::at("rows", "on hexes you can add or remove columns on the left only in pairs");
            return Err(fault.with_hint("every second column is half an area lower"));
        }
        let size = |now: u16, (before, after): (i32, i32)| i64::from(now) + i64::from(before) + i64::from(after);
        let (width, height) = (size(self.width, columns), size(self.height, rows));
        check_size(width, height)?;
        let mut known = self.clone();
        if !known.legend.iter().any(|(_, name)| name == terrain) {
            known.legend.push((known.free_sign(terrain.raw()), terrain.clone()));
        }
        let blank = known.legend.iter().find(|(_, name)| name == terrain).map_or(' ', |(sign, _)| *sign);
        let (left, top) = (columns.0, rows.0);
        let sign = |column: i64, row: i64| {
            let from = |at: i64, by: i32| u16::try_from(at - i64::from(by)).ok();
            let before = from(column, left).zip(from(row, top)).map(|(column, row)| Cell { row, column });
            before.filter(|cell| self.contains(*cell)).map_or(blank, |cell| self.sign(cell))
        };
        let draft = self.to_draft();
        let moved = |cell: Cell| {
            let cell = cell.translated(left, top)?;
            (i64::from(cell.column) < width && i64::from(cell.row) < height).then_some(cell)
        };
        let edges = draft.edges.into_iter().filter_map(|(cell, facing, kind)| {
            let beyond = self.grid.neighbour(cell, facing).and_then(moved);
            beyond.and(moved(cell)).map(|cell| (cell, facing, kind))
        });
        let roads = draft.roads.iter().flat_map(|road| road_pieces(road.iter().map(|cell| moved(*cell))));
        let places: Vec<(Text, Cell)> =
            draft.places.0.into_iter().filter_map(|(name, cell)| Some((name, moved(cell)?))).collect();
        let mut objectives = draft.objectives;
        objectives.0.retain(|(place, _)| places.iter().any(|(name, _)| name.raw().eq_ignore_ascii_case(place.raw())));
        let grown = GroundDraft {
            rows: (0..height).map(|row| (0..width).map(|column| sign(column, row)).collect()).collect(),
            legend: Pairs(known.legend),
            edges: edges.collect(),
            roads: roads.collect(),
            places: Pairs(places),
            objectives,
            ..draft
        };
        grown.check().map_err(first_fault)
    }

    pub fn without_roads(&self) -> Self {
        Self { roads: vec![0; self.areas()], ..self.clone() }
    }

    /// Flood fill: the areas of the same terrain that are connected to an area, in reading order.
    pub fn flood_fill(&self, cell: Cell) -> Vec<Cell> {
        let Some(terrain) = self.terrain(cell) else { return Vec::new() };
        let mut found = vec![false; self.areas()];
        let mut next = vec![cell];
        while let Some(cell) = next.pop() {
            let at = self.index_of(cell);
            if !std::mem::replace(&mut found[at], true) {
                next.extend(
                    self.neighbours(cell).map(|(_, cell)| cell).filter(|cell| self.terrain(*cell) == Some(terrain)),
                );
            }
        }
        self.cells().filter(|cell| found[self.index_of(*cell)]).collect()
    }

    /// The areas within a number of edges of an area, in reading order.
    pub fn cells_within(&self, cell: Cell, far: u16) -> Vec<Cell> {
        let along = |at: u16, end: u16| at.saturating_sub(far)..at.saturating_add(far + 1).min(end);
        let cells = along(cell.row, self.height)
            .flat_map(|row| along(cell.column, self.width).map(move |column| Cell { row, column }));
        cells.filter(|other| self.grid.distance(cell, *other) <= u32::from(far)).collect()
    }
}

impl Cell {
    /// The area this many columns to the right and rows down; `None` if there is no such column or row.
    pub fn translated(self, right: i32, down: i32) -> Option<Self> {
        let moved = |at: u16, by: i32| u16::try_from(i32::from(at) + by).ok();
        Some(Self { column: moved(self.column, right)?, row: moved(self.row, down)? })
    }
}

impl Grid {
    /// A path from one area to another through adjacent areas, as near to the straight line as possible. Includes both
    /// ends.
    pub fn path(self, from: Cell, to: Cell) -> Vec<Cell> {
        let mut way = vec![from];
        let mut at = from;
        while at != to {
            let far = self.distance(at, to);
            // Of the neighbours that are nearer to the goal, prefers the one straight ahead.
            let ahead = self.facing_towards(at, to);
            let nearer = |cell: &Cell| self.distance(*cell, to) < far;
            let straight = self.neighbour(at, ahead).filter(nearer);
            let Some(next) = straight.or_else(|| self.neighbours(at).map(|(_, cell)| cell).find(nearer)) else { break };
            way.push(next);
            at = next;
        }
        way
    }

    /// The edges along the right or the left of a path through adjacent areas. Edges that the path crosses are left
    /// out, so that a feature along a path never cuts it.
    pub fn edges_along(self, way: &[Cell], is_right: bool) -> Vec<(Cell, Facing)> {
        let facings = self.facings();
        let many = facings.len();
        let place = |facing: Facing| facings.iter().position(|other| *other == facing);
        let mut edges = Vec::new();
        for (at, cell) in way.iter().enumerate() {
            let to = way.get(at + 1).and_then(|next| self.facing_to(*cell, *next));
            let from = at.checked_sub(1).and_then(|before| self.facing_to(*cell, way[before]));
            // Extends the path straight on at its ends.
            let ends = (from.or_else(|| to.map(Facing::opposite)), to.or_else(|| from.map(Facing::opposite)));
            let (Some(from), Some(to)) = (ends.0.and_then(place), ends.1.and_then(place)) else { continue };
            // Clockwise from the way out to the way in is the right side.
            let (first, last) = if is_right { (to, from) } else { (from, to) };
            let mut facing = (first + 1) % many;
            while facing != last && first != last {
                edges.push((*cell, facings[facing]));
                facing = (facing + 1) % many;
            }
        }
        edges
    }
}

/// The connected pieces of a road from which some areas are missing.
pub fn road_pieces(road: impl Iterator<Item = Option<Cell>>) -> Vec<Vec<Cell>> {
    let mut runs: Vec<Vec<Cell>> = vec![Vec::new()];
    for cell in road {
        match (cell, runs.last_mut()) {
            (Some(cell), Some(run)) => run.push(cell),
            _ => runs.push(Vec::new()),
        }
    }
    runs.retain(|run| run.len() > 1);
    runs
}

fn check_size(width: i64, height: i64) -> Result<(), Fault> {
    let refused = |what: String| Err(Fault::at("rows", what));
    for (many, what, name) in [(width, "column", "columns"), (height, "row", "rows")] {
        if many < 1 {
            return refused(format!("a map has at least one {what}"));
        }
        if many > i64::from(MAX_SIZE) {
            return refused(format!("a map has at most {MAX_SIZE} {name}, not {many}"));
        }
    }
    if width * height == 1 {
        return refused("on a map of one area no unit could move".into());
    }
    Ok(())
}

fn first_fault(faults: Vec<Fault>) -> Fault {
    faults.into_iter().next().unwrap_or_else(|| Fault::at("", "this can't be drawn"))
}
