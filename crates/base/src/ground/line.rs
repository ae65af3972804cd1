//! The straight line between two area centres, and the areas it crosses.
//!
//! Each corner of an area is left of the line, right of it or on it, by the sign of an integer cross product. The line
//! leaves an area through the edge whose corners are on different sides, or through the corner that is on it.

use super::{Cell, Facing, Grid};

/// A crossing of a line between its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossed {
    Area(Cell),
    /// A corner where two areas meet, or the edge between them. The areas lie on either side of the line.
    Between(Cell, Cell),
}

/// A point or vector in integers: to the right, down. Hexes are stretched horizontally until their coordinates are
/// integers, which keeps lines straight and sides unchanged.
pub(super) type Point = (i32, i32);

/// On which side of a vector a point lies, as seen from the start of the vector: negative is left, positive is right (y
/// points down).
pub(super) fn side_of_line(way: Point, to: Point) -> i64 {
    i64::from(way.0) * i64::from(to.1) - i64::from(way.1) * i64::from(to.0)
}

#[derive(Clone, Copy)]
enum Exit {
    /// Through an edge, by index among the facings.
    Edge(usize),
    /// Through the corner between the previous edge and the edge with this index.
    Corner(usize),
}

impl Grid {
    pub(super) fn centre(self, cell: Cell) -> Point {
        let (column, row) = (i32::from(cell.column), i32::from(cell.row));
        match self {
            Self::Square => (2 * column, 2 * row),
            Self::Hex => (3 * column, 2 * row + column % 2),
        }
    }

    /// The corners of an area relative to its centre, clockwise. Edge *i* of the facings goes from corner *i* to the
    /// next.
    pub(super) fn corners(self) -> &'static [Point] {
        match self {
            Self::Square => &[(-1, -1), (1, -1), (1, 1), (-1, 1)],
            Self::Hex => &[(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)],
        }
    }

    /// The crossings of the line between two centres, in order, without its ends.
    pub fn line(self, from: Cell, to: Cell) -> Vec<Crossed> {
        let mut crossed = Vec::new();
        self.walk(from, to, |step| {
            crossed.push(step);
            true
        });
        crossed
    }

    /// Walks along a line while `goes_on` returns true.
    pub(super) fn walk(self, from: Cell, to: Cell, mut goes_on: impl FnMut(Crossed) -> bool) {
        let start = self.centre(from);
        let end = self.centre(to);
        let way = (end.0 - start.0, end.1 - start.1);
        let mut at = from;
        while at != to {
            let next = match self.exit_from(at, start, way) {
                Exit::Edge(edge) => self.cell_beyond(at, edge),
                Exit::Corner(corner) => {
                    let (left, right) = (self.previous_edge(corner), corner);
                    let (one, other) = (self.cell_beyond(at, left), self.cell_beyond(at, right));
                    match self.after_corner(corner, way) {
                        // Straight on between two areas: on squares through their corner, on hexes along their edge.
                        // One of them may be off the map.
                        0 => {
                            if let (Some(one), Some(other)) = (one, other)
                                && !goes_on(Crossed::Between(one, other))
                            {
                                return;
                            }
                            one.and_then(|one| self.cell_beyond(one, right))
                                .or_else(|| other.and_then(|other| self.cell_beyond(other, left)))
                        }
                        ..0 => one,
                        1.. => other,
                    }
                }
            };
            // The line ends in an area of the map, so it never leaves the map.
            let Some(next) = next else { return };
            if next != to && !goes_on(Crossed::Area(next)) {
                return;
            }
            at = next;
        }
    }

    /// The edges through which the line enters the target area: one, or the two that meet in a corner.
    pub fn entry_edges(self, from: Cell, to: Cell) -> Vec<Facing> {
        if from == to {
            return Vec::new();
        }
        // The reversed line starts in the centre, so if it leaves by a corner it goes along the edge beyond.
        let (start, end) = (self.centre(to), self.centre(from));
        match self.exit_from(to, start, (end.0 - start.0, end.1 - start.1)) {
            Exit::Edge(edge) => vec![self.facings()[edge]],
            Exit::Corner(corner) => vec![self.facings()[self.previous_edge(corner)], self.facings()[corner]],
        }
    }

    fn exit_from(self, cell: Cell, start: Point, way: Point) -> Exit {
        let (x, y) = self.centre(cell);
        let corners = self.corners();
        let side_of = |at: usize| side_of_line(way, (x + corners[at].0 - start.0, y + corners[at].1 - start.1));
        let mut sides = [0; 6];
        for (at, side) in sides.iter_mut().enumerate().take(corners.len()) {
            *side = side_of(at);
        }
        for at in 0..corners.len() {
            if sides[at] < 0 && sides[(at + 1) % corners.len()] > 0 {
                return Exit::Edge(at);
            }
            if sides[at] == 0 && sides[self.previous_edge(at)] < 0 {
                return Exit::Corner(at);
            }
        }
        unreachable!("a line through an area leaves it")
    }

    /// On which side of the edge beyond a corner the line continues; 0 along it. Squares have no such edge.
    fn after_corner(self, corner: usize, way: Point) -> i64 {
        match self {
            Self::Square => 0,
            Self::Hex => side_of_line(self.corners()[corner], way),
        }
    }

    fn previous_edge(self, at: usize) -> usize {
        (at + self.facings().len() - 1) % self.facings().len()
    }

    fn cell_beyond(self, cell: Cell, edge: usize) -> Option<Cell> {
        self.neighbour(cell, self.facings()[edge])
    }
}
