//! What can be seen from where. Source: RULES 4.5.
//!
//! Sight goes from centre to centre. An area that blocks hides what lies behind it; a line through a corner, or along an
//! edge, is blocked where the areas on both its sides block, so that sight is the same both ways. The areas at either end
//! hide nothing: hence one area into a wood can be seen, and out of a wood from its edge only.

use super::{
    Cell, Crossed, Facing, Ground,
    line::{Point, side},
};
use crate::book::GroundRules;

/// Which areas of some ground block sight, under a rulebook.
#[derive(Clone, Debug)]
pub struct Sight<'a> {
    ground: &'a Ground,
    /// By the areas' indices.
    blocks: Vec<bool>,
}

impl<'a> Sight<'a> {
    /// Sight on that ground. Terrain that the rulebook does not know blocks nothing.
    #[must_use]
    pub fn new(ground: &'a Ground, rules: &GroundRules) -> Self {
        let known = |name: &str| rules.terrain(name).is_some_and(crate::book::Terrain::blocks_sight);
        let kinds: Vec<bool> = ground.legend.iter().map(|(_, name)| known(name)).collect();
        Self { ground, blocks: ground.terrain.iter().map(|kind| kinds[usize::from(*kind)]).collect() }
    }

    /// Whether an area blocks sight.
    #[must_use]
    pub fn blocks(&self, cell: Cell) -> bool {
        self.ground.index(cell).is_some_and(|index| self.blocks[index])
    }

    /// What blocks the line between two areas, the first on the way; none where it is free.
    #[must_use]
    pub fn obstacle(&self, from: Cell, to: Cell) -> Option<Crossed> {
        let mut obstacle = None;
        self.ground.grid.walk(from, to, |crossed| {
            let blocked = match crossed {
                Crossed::Area(cell) => self.blocks(cell),
                Crossed::Between(one, other) => self.blocks(one) && self.blocks(other),
            };
            obstacle = blocked.then_some(crossed);
            !blocked
        });
        obstacle
    }

    /// Whether the line between two areas is free.
    #[must_use]
    pub fn is_free(&self, from: Cell, to: Cell) -> bool {
        self.obstacle(from, to).is_none()
    }

    /// By the areas' indices, whether the line from an area to each is free; to itself it is. None is seen from off the map.
    ///
    /// As [`Sight::is_free`] for each, but all at once: ring by ring around the area, between each two neighbouring
    /// facings, with the directions that nearer rings have hidden. A line goes through rings in their order, and the areas of
    /// one ring hide nothing of each other.
    #[must_use]
    pub fn from(&self, cell: Cell) -> Vec<bool> {
        let mut seen = vec![false; self.ground.areas()];
        let Some(index) = self.ground.index(cell) else { return seen };
        seen[index] = true;
        let facings = self.ground.grid.facings();
        for (at, facing) in facings.iter().enumerate() {
            self.sector(cell, (*facing, facings[(at + 1) % facings.len()]), &mut seen);
        }
        seen
    }

    /// What is seen between two neighbouring facings, both included.
    fn sector(&self, from: Cell, (left, right): (Facing, Facing), seen: &mut [bool]) {
        let grid = self.ground.grid;
        let (left, right) = (step(left, grid), step(right, grid));
        let mut hidden = Hidden::default();
        let mut new: Vec<Cone> = Vec::new();
        let start = grid.centre(from);
        let mut ring = 1;
        loop {
            let (mut any, mut cones) = (false, hidden.cones.iter().peekable());
            new.clear();
            let mut run: Option<Cone> = None;
            for across in 0..=ring {
                let ahead = ring - across;
                let way = (ahead * left.0 + across * right.0, ahead * left.1 + across * right.1);
                let Some(index) = self.index_at((start.0 + way.0, start.1 + way.1)) else {
                    new.extend(run.take());
                    continue;
                };
                any = true;
                while cones.next_if(|cone| side(cone.right, way) >= 0).is_some() {}
                seen[index] = cones.peek().is_none_or(|cone| side(cone.left, way) <= 0);
                if self.blocks[index] {
                    // Neighbours in a ring hide what lies between them too: their cones touch or overlap.
                    let cone = self.cone(way, ahead == 0, across == 0, left, right);
                    let left = run.as_ref().map_or(cone.left, |run| run.left);
                    run = Some(Cone { left, right: cone.right });
                } else {
                    new.extend(run.take());
                }
            }
            new.extend(run);
            if !any {
                return;
            }
            hidden.hide(&new);
            ring += 1;
        }
    }

    /// The directions that an area hides which lies that way. What an area on either end of the sector hides beyond it is
    /// cut off just outside.
    fn cone(&self, way: Point, last: bool, first: bool, left: Point, right: Point) -> Cone {
        let corners = self.ground.grid.corners().iter().map(|corner| (way.0 + corner.0, way.1 + corner.1));
        let mut cone = Cone { left: way, right: way };
        for corner in corners {
            if side(cone.left, corner) < 0 {
                cone.left = corner;
            }
            if side(cone.right, corner) > 0 {
                cone.right = corner;
            }
        }
        if first {
            cone.left = (2 * left.0 - right.0, 2 * left.1 - right.1);
        }
        if last {
            cone.right = (2 * right.0 - left.0, 2 * right.1 - left.1);
        }
        cone
    }

    /// The index of the area with that centre, if it is on the map.
    fn index_at(&self, (x, y): Point) -> Option<usize> {
        let (column, row) = match self.ground.grid {
            super::Grid::Square => (x / 2, y.div_euclid(2)),
            super::Grid::Hex => (x / 3, (y - (x / 3).rem_euclid(2)).div_euclid(2)),
        };
        if x < 0 || y < 0 {
            return None;
        }
        self.ground.index(Cell { column: u16::try_from(column).ok()?, row: u16::try_from(row).ok()? })
    }
}

/// From the centre of an area to that of the neighbour beyond an edge.
fn step(facing: Facing, grid: super::Grid) -> Point {
    let from = Cell { column: 2, row: 2 };
    let to = grid.neighbour(from, facing).unwrap_or(from);
    let (start, end) = (grid.centre(from), grid.centre(to));
    (end.0 - start.0, end.1 - start.1)
}

/// Directions, from one to another to the right of it, both left out.
#[derive(Clone, Copy, Debug)]
struct Cone {
    left: Point,
    right: Point,
}

/// The directions that are hidden, from left to right. Two cones that only touch stay two: along the line between them
/// something is seen.
#[derive(Default)]
struct Hidden {
    cones: Vec<Cone>,
}

impl Hidden {
    fn hide(&mut self, new: &[Cone]) {
        if new.is_empty() {
            return;
        }
        let mut all = Vec::with_capacity(self.cones.len() + new.len());
        let (mut old, mut new) = (self.cones.iter().copied().peekable(), new.iter().copied().peekable());
        loop {
            let next = match (old.peek(), new.peek()) {
                (Some(one), Some(other)) if side(one.left, other.left) >= 0 => old.next(),
                (Some(_), None) => old.next(),
                (_, Some(_)) => new.next(),
                (None, None) => break,
            };
            let Some(cone) = next else { break };
            match all.last_mut() {
                Some(Cone { right, .. }) if side(cone.left, *right) > 0 => {
                    if side(*right, cone.right) > 0 {
                        *right = cone.right;
                    }
                }
                _ => all.push(cone),
            }
        }
        self.cones = all;
    }
}
