//! The two grids: which areas touch, how far apart two are, and what lies ahead of a facing.

use super::{Cell, Facing};
use serde::{Deserialize, Serialize};

/// What the areas are. Squares have four neighbours, hexes six: all movement and all ranges go through edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Grid {
    /// Squares.
    #[default]
    Square,
    /// Hexes with flat tops; the columns B, D, … lie half an area lower than A, C, ….
    Hex,
}

impl Grid {
    /// The facings of this grid, clockwise from n.
    #[must_use]
    pub fn facings(self) -> &'static [Facing] {
        match self {
            Self::Square => &[Facing::N, Facing::E, Facing::S, Facing::W],
            Self::Hex => &[Facing::N, Facing::Ne, Facing::Se, Facing::S, Facing::Sw, Facing::Nw],
        }
    }

    /// Whether its areas have such an edge.
    #[must_use]
    pub fn has(self, facing: Facing) -> bool {
        self.facings().contains(&facing)
    }

    /// The area beyond an edge, on a map without end to the right and below. None if the areas have no such edge, or
    /// it is the map's own at the top or on the left.
    #[must_use]
    pub fn neighbour(self, cell: Cell, facing: Facing) -> Option<Cell> {
        if !self.has(facing) {
            return None;
        }
        let lower = self == Self::Hex && cell.column % 2 == 1;
        let across = match facing {
            Facing::N | Facing::S => 0,
            Facing::Ne | Facing::E | Facing::Se => 1,
            Facing::Sw | Facing::W | Facing::Nw => -1,
        };
        let down = match facing {
            Facing::N => -1,
            Facing::S => 1,
            Facing::E | Facing::W => 0,
            Facing::Ne | Facing::Nw => -i16::from(!lower),
            Facing::Se | Facing::Sw => i16::from(lower),
        };
        Some(Cell { column: cell.column.checked_add_signed(across)?, row: cell.row.checked_add_signed(down)? })
    }

    /// The neighbours of an area, each with the edge that leads to it, clockwise from n.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = (Facing, Cell)> {
        self.facings().iter().filter_map(move |facing| Some((*facing, self.neighbour(cell, *facing)?)))
    }

    /// The edge that leads from an area to one beside it; none if they do not touch in an edge.
    #[must_use]
    pub fn facing_to(self, from: Cell, to: Cell) -> Option<Facing> {
        self.neighbours(from).find(|(_, cell)| *cell == to).map(|(facing, _)| facing)
    }

    /// The fewest edges crossed on the way from one area to another.
    #[must_use]
    pub fn distance(self, from: Cell, to: Cell) -> u32 {
        let across = from.column.abs_diff(to.column);
        match self {
            Self::Square => u32::from(across) + u32::from(from.row.abs_diff(to.row)),
            // Every step to the side goes half an area up or down as well; what is left goes straight.
            Self::Hex => {
                let (_, down) = self.offset(from, to);
                u32::from(across) + down.unsigned_abs().saturating_sub(u32::from(across)) / 2
            }
        }
    }

    /// From the centre of one area to that of another, in whole numbers: areas to the right, areas down. On hexes the
    /// unit across is half an edge's length more than an edge (1.5), that down half an area's height (√3/2).
    fn offset(self, from: Cell, to: Cell) -> (i32, i32) {
        let down = |cell: Cell| match self {
            Self::Square => i32::from(cell.row),
            Self::Hex => 2 * i32::from(cell.row) + i32::from(cell.column % 2),
        };
        (i32::from(to.column) - i32::from(from.column), down(to) - down(from))
    }

    /// The way from the centre of one area to that of another, across and down; an area is one high.
    pub fn bearing(self, from: Cell, to: Cell) -> (f64, f64) {
        let (across, down) = self.offset(from, to);
        match self {
            Self::Square => (f64::from(across), f64::from(down)),
            Self::Hex => (f64::from(across) * 3f64.sqrt() / 2.0, f64::from(down) / 2.0),
        }
    }

    /// Whether the centre of an area bears strictly less than 60° from a facing (RULES 4.5: the arc). An area has
    /// nothing of its own in its arc.
    #[must_use]
    pub fn in_arc(self, from: Cell, facing: Facing, to: Cell) -> bool {
        let Some((ahead, squared)) = self.ahead(from, facing, to) else { return false };
        // The cosine is more than ½, squared so that all stays in whole numbers.
        ahead > 0 && 4 * ahead * ahead > squared
    }

    /// The edge nearest to the way from one area to another: the one with the other straight ahead of it, or least to its
    /// side; of two as near the first clockwise from n.
    #[must_use]
    pub fn facing_towards(self, from: Cell, to: Cell) -> Facing {
        self.facings_towards(from, to).next().unwrap_or_default()
    }

    /// The edges nearest to the way from one area to another, clockwise from n: one, or two as near.
    pub fn facings_towards(self, from: Cell, to: Cell) -> impl Iterator<Item = Facing> {
        let ahead = move |facing: &Facing| self.ahead(from, *facing, to).map_or(0, |(ahead, _)| ahead);
        let most = self.facings().iter().map(ahead).max();
        self.facings().iter().copied().filter(move |facing| Some(ahead(facing)) == most)
    }

    /// How many edges one turns clockwise to come from one facing to another; none if the areas have no such edge.
    #[must_use]
    pub fn clockwise(self, from: Facing, to: Facing) -> Option<usize> {
        let facings = self.facings();
        let at = |facing: Facing| facings.iter().position(|other| *other == facing);
        Some((at(to)? + facings.len() - at(from)?) % facings.len())
    }

    /// The facing after so many edges clockwise.
    #[must_use]
    pub fn turned(self, from: Facing, edges: usize) -> Option<Facing> {
        let facings = self.facings();
        let at = facings.iter().position(|other| *other == from)?;
        facings.get((at + edges) % facings.len()).copied()
    }

    /// How far ahead of a facing a centre lies, and the square of how far away, both in one unit: the first squared and
    /// divided by the second is the squared cosine of the angle between them. None if the areas have no such edge.
    fn ahead(self, from: Cell, facing: Facing, to: Cell) -> Option<(i64, i64)> {
        let (x, y) = self.offset(from, to);
        let (x, y) = (i64::from(x), i64::from(y));
        match self {
            Self::Square => {
                let ahead = match facing {
                    Facing::N => -y,
                    Facing::E => x,
                    Facing::S => y,
                    Facing::W => -x,
                    _ => return None,
                };
                Some((ahead, x * x + y * y))
            }
            // With half an area's height as the unit, a step across is √3 of them: x√3 and y. Ahead to ne is then
            // (x√3 · √3 − y) ÷ 2. Both are doubled, and the square of the distance four times as large.
            Self::Hex => {
                let twice = match facing {
                    Facing::N => -2 * y,
                    Facing::Ne => 3 * x - y,
                    Facing::Se => 3 * x + y,
                    Facing::S => 2 * y,
                    Facing::Sw => -3 * x + y,
                    Facing::Nw => -3 * x - y,
                    _ => return None,
                };
                Some((twice, 4 * (3 * x * x + y * y)))
            }
        }
    }
}
