//! The two grids: adjacency, distances, and the arc ahead of a facing.

use super::{Cell, Facing};
use serde::{Deserialize, Serialize};

/// The shape of the areas. Squares have four neighbours, hexes six. All movement and all ranges go through edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Grid {
    #[default]
    Square,
    /// Flat-topped hexes. Columns B, D, … lie half an area lower than A, C, ….
    Hex,
}

impl Grid {
    /// The facings of this grid, clockwise from n.
    pub fn facings(self) -> &'static [Facing] {
        match self {
            Self::Square => &[Facing::N, Facing::E, Facing::S, Facing::W],
            Self::Hex => &[Facing::N, Facing::Ne, Facing::Se, Facing::S, Facing::Sw, Facing::Nw],
        }
    }

    pub fn has_facing(self, facing: Facing) -> bool {
        self.facings().contains(&facing)
    }

    /// The area beyond an edge, on a map unlimited to the right and below. `None` if there is no such edge or area.
    pub fn neighbour(self, cell: Cell, facing: Facing) -> Option<Cell> {
        if !self.has_facing(facing) {
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

    /// The adjacent areas, each with the edge that leads to it, clockwise from n.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = (Facing, Cell)> {
        self.facings().iter().filter_map(move |facing| Some((*facing, self.neighbour(cell, *facing)?)))
    }

    /// The edge between two adjacent areas; `None` if they share no edge.
    pub fn facing_to(self, from: Cell, to: Cell) -> Option<Facing> {
        self.neighbours(from).find(|(_, cell)| *cell == to).map(|(facing, _)| facing)
    }

    /// The minimum number of edges crossed from one area to another.
    pub fn distance(self, from: Cell, to: Cell) -> u32 {
        let across = from.column.abs_diff(to.column);
        match self {
            Self::Square => u32::from(across) + u32::from(from.row.abs_diff(to.row)),
            // Each step sideways also goes half an area up or down; the rest goes straight.
            Self::Hex => {
                let (_, down) = self.offset(from, to);
                u32::from(across) + down.unsigned_abs().saturating_sub(u32::from(across)) / 2
            }
        }
    }

    /// The vector between two area centres in integers: areas to the right, areas down. On hexes, one unit across is
    /// 1.5 edge lengths and one unit down is half an area's height (√3/2).
    fn offset(self, from: Cell, to: Cell) -> (i32, i32) {
        let down = |cell: Cell| match self {
            Self::Square => i32::from(cell.row),
            Self::Hex => 2 * i32::from(cell.row) + i32::from(cell.column % 2),
        };
        (i32::from(to.column) - i32::from(from.column), down(to) - down(from))
    }

    /// The vector from the centre of one area to that of another, across and down; an area is one high.
    pub fn bearing(self, from: Cell, to: Cell) -> (f64, f64) {
        let (across, down) = self.offset(from, to);
        match self {
            Self::Square => (f64::from(across), f64::from(down)),
            Self::Hex => (f64::from(across) * 3f64.sqrt() / 2.0, f64::from(down) / 2.0),
        }
    }

    /// Whether the centre of an area is strictly less than 60° off a facing (RULES 4.5: the arc). An area is not in its
    /// own arc.
    pub fn in_arc(self, from: Cell, facing: Facing, to: Cell) -> bool {
        let Some((ahead, squared)) = self.ahead(from, facing, to) else { return false };
        // The cosine is more than ½, squared to stay in integers.
        ahead > 0 && 4 * ahead * ahead > squared
    }

    /// The edge nearest to the direction from one area to another. On a tie, the first clockwise from n.
    pub fn facing_towards(self, from: Cell, to: Cell) -> Facing {
        self.facings_towards(from, to).next().unwrap_or_default()
    }

    /// The edges nearest to the direction from one area to another, clockwise from n: one, or two on a tie.
    pub fn facings_towards(self, from: Cell, to: Cell) -> impl Iterator<Item = Facing> {
        let ahead = move |facing: &Facing| self.ahead(from, *facing, to).map_or(0, |(ahead, _)| ahead);
        let most = self.facings().iter().map(ahead).max();
        self.facings().iter().copied().filter(move |facing| Some(ahead(facing)) == most)
    }

    /// The number of edges clockwise from one facing to another; `None` if the areas lack one of them.
    pub fn clockwise(self, from: Facing, to: Facing) -> Option<usize> {
        let facings = self.facings();
        let at = |facing: Facing| facings.iter().position(|other| *other == facing);
        Some((at(to)? + facings.len() - at(from)?) % facings.len())
    }

    pub fn rotated(self, from: Facing, edges: usize) -> Option<Facing> {
        let facings = self.facings();
        let at = facings.iter().position(|other| *other == from)?;
        facings.get((at + edges) % facings.len()).copied()
    }

    /// How far a centre lies ahead of a facing, and its squared distance, in the same unit: the first squared divided
    /// by the second is the squared cosine of the angle. `None` if the areas have no such edge.
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
            // In units of half an area's height, a step across is √3: the point is (x√3, y). Ahead to ne is then (x√3 ·
            // √3 − y) ÷ 2. Both values are doubled, so the squared distance is four times as large.
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
