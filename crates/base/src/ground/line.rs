//! The line from the centre of one area to that of another, and the areas that it goes through.
//!
//! A line has a side for every corner of an area: left of it, right of it, or on it, which a product of whole numbers
//! tells. So it leaves an area through the edge whose corners lie on either side of it, or through the corner that lies on it.

use super::{Cell, Facing, Grid};

/// What a line goes through between its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossed {
    /// An area.
    Area(Cell),
    /// The corner where two areas meet, or the edge between them: they lie on either side of the line.
    Between(Cell, Cell),
}

/// A point, or the way from one to another, in whole numbers: to the right, down. Hexes are as much stretched across as
/// makes them whole, which leaves lines straight and sides as they are.
pub(super) type Point = (i32, i32);

/// Which side of a way a point lies on that is reached from its beginning: below 0 left, above 0 right (y goes down).
pub(super) fn side(way: Point, to: Point) -> i64 {
    i64::from(way.0) * i64::from(to.1) - i64::from(way.1) * i64::from(to.0)
}

/// How a line leaves an area.
#[derive(Clone, Copy)]
enum Exit {
    /// Through the edge at that place among the facings.
    Edge(usize),
    /// Through the corner where that edge begins, and the one before it ends.
    Corner(usize),
}

impl Grid {
    /// The centre of an area.
    pub(super) fn centre(self, cell: Cell) -> Point {
        let (column, row) = (i32::from(cell.column), i32::from(cell.row));
        match self {
            Self::Square => (2 * column, 2 * row),
            Self::Hex => (3 * column, 2 * row + column % 2),
        }
    }

    /// The corners of an area from its centre, clockwise: each edge, in the order of the facings, goes from its corner to
    /// the next.
    pub(super) fn corners(self) -> &'static [Point] {
        match self {
            Self::Square => &[(-1, -1), (1, -1), (1, 1), (-1, 1)],
            Self::Hex => &[(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)],
        }
    }

    /// What the line between two centres goes through, in its order, the two ends left out.
    #[must_use]
    pub fn line(self, from: Cell, to: Cell) -> Vec<Crossed> {
        let mut crossed = Vec::new();
        self.walk(from, to, |step| {
            crossed.push(step);
            true
        });
        crossed
    }

    /// Goes along a line as long as `goes_on`.
    pub(super) fn walk(self, from: Cell, to: Cell, mut goes_on: impl FnMut(Crossed) -> bool) {
        let start = self.centre(from);
        let end = self.centre(to);
        let way = (end.0 - start.0, end.1 - start.1);
        let mut at = from;
        while at != to {
            let next = match self.exit(at, start, way) {
                Exit::Edge(edge) => self.beyond(at, edge),
                Exit::Corner(corner) => {
                    let (left, right) = (self.before(corner), corner);
                    let (one, other) = (self.beyond(at, left), self.beyond(at, right));
                    match self.after_corner(corner, way) {
                        // Straight on, between the two: on squares through the corner, on hexes along the edge they share.
                        // One of them may lie off the map.
                        0 => {
                            if let (Some(one), Some(other)) = (one, other)
                                && !goes_on(Crossed::Between(one, other))
                            {
                                return;
                            }
                            one.and_then(|one| self.beyond(one, right))
                                .or_else(|| other.and_then(|other| self.beyond(other, left)))
                        }
                        ..0 => one,
                        1.. => other,
                    }
                }
            };
            // The line ends at an area of the map, and so never leaves it.
            let Some(next) = next else { return };
            if next != to && !goes_on(Crossed::Area(next)) {
                return;
            }
            at = next;
        }
    }

    /// The edges of an area that the line from another comes in through: one, or the two that meet in a corner.
    #[must_use]
    pub fn entered(self, from: Cell, to: Cell) -> Vec<Facing> {
        if from == to {
            return Vec::new();
        }
        // The line back begins in the centre, and so goes along an edge beyond if it leaves by a corner.
        let (start, end) = (self.centre(to), self.centre(from));
        match self.exit(to, start, (end.0 - start.0, end.1 - start.1)) {
            Exit::Edge(edge) => vec![self.facings()[edge]],
            Exit::Corner(corner) => vec![self.facings()[self.before(corner)], self.facings()[corner]],
        }
    }

    fn exit(self, cell: Cell, start: Point, way: Point) -> Exit {
        let (x, y) = self.centre(cell);
        let corners = self.corners();
        let side_of = |at: usize| side(way, (x + corners[at].0 - start.0, y + corners[at].1 - start.1));
        let mut sides = [0; 6];
        for (at, side) in sides.iter_mut().enumerate().take(corners.len()) {
            *side = side_of(at);
        }
        for at in 0..corners.len() {
            if sides[at] < 0 && sides[(at + 1) % corners.len()] > 0 {
                return Exit::Edge(at);
            }
            if sides[at] == 0 && sides[self.before(at)] < 0 {
                return Exit::Corner(at);
            }
        }
        unreachable!("a line through an area leaves it")
    }

    /// To which side of the edge that goes on from a corner the line goes: 0 along it. On squares there is no such edge.
    fn after_corner(self, corner: usize, way: Point) -> i64 {
        match self {
            Self::Square => 0,
            Self::Hex => side(self.corners()[corner], way),
        }
    }

    fn before(self, at: usize) -> usize {
        (at + self.facings().len() - 1) % self.facings().len()
    }

    fn beyond(self, cell: Cell, edge: usize) -> Option<Cell> {
        self.neighbour(cell, self.facings()[edge])
    }
}
