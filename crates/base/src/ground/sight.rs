//! Lines of sight. Source: RULES 4.5.
//!
//! Sight goes from centre to centre. A blocking area hides the areas behind it. A line through a corner, or along an
//! edge, is blocked if the areas on both sides block, which makes sight symmetric. The areas at the ends of a line never
//! block it: a unit can see one area into a wood, and out of a wood only from its edge.

use super::{
    Cell, Crossed, Facing, Ground,
    line::{Point, side_of_line},
};
use crate::{book::GroundRules, text::Text};

/// The areas of a ground that block sight under a rulebook.
#[derive(Clone, Debug)]
pub struct Sight<'a> {
    ground: &'a Ground,
    blocks: Vec<bool>,
}

impl<'a> Sight<'a> {
    /// Terrain that the rulebook does not define blocks nothing.
    pub fn new(ground: &'a Ground, rules: &GroundRules) -> Self {
        let known = |name: &Text| rules.terrain(name).is_some_and(crate::book::Terrain::blocks_sight);
        let kinds: Vec<bool> = ground.legend.iter().map(|(_, name)| known(name)).collect();
        Self { ground, blocks: ground.terrain.iter().map(|kind| kinds[usize::from(*kind)]).collect() }
    }

    pub fn blocks(&self, cell: Cell) -> bool {
        self.ground.index(cell).is_some_and(|index| self.blocks[index])
    }

    /// The first thing that blocks the line between two areas; `None` if it is free.
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

    pub fn is_free(&self, from: Cell, to: Cell) -> bool {
        self.obstacle(from, to).is_none()
    }

    /// For each area index, whether the area can be seen from `cell`. An area sees itself. From off the map nothing is
    /// seen.
    ///
    /// Gives the same as [`Sight::is_free`] for each area, but all at once: by rings around the area, in sectors
    /// between two adjacent facings, with the directions that nearer rings have hidden. A line crosses rings in their
    /// order, and areas of one ring do not hide each other.
    pub fn visible_from(&self, cell: Cell) -> Vec<bool> {
        let mut seen = vec![false; self.ground.areas()];
        let Some(index) = self.ground.index(cell) else { return seen };
        seen[index] = true;
        let facings = self.ground.grid.facings();
        for (at, facing) in facings.iter().enumerate() {
            self.sector(cell, (*facing, facings[(at + 1) % facings.len()]), &mut seen);
        }
        seen
    }

    /// Marks the areas seen between two adjacent facings, inclusive.
    fn sector(&self, from: Cell, (left, right): (Facing, Facing), seen: &mut [bool]) {
        let grid = self.ground.grid;
        let (left, right) = (facing_vector(left, grid), facing_vector(right, grid));
        let mut hidden = HiddenDirections::default();
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
                while cones.next_if(|cone| side_of_line(cone.right, way) >= 0).is_some() {}
                seen[index] = cones.peek().is_none_or(|cone| side_of_line(cone.left, way) <= 0);
                if self.blocks[index] {
                    // Adjacent areas of a ring also hide the space between them: their cones touch or overlap.
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

    /// The directions that an area at this offset hides. The cone is cut off just outside the ends of the sector.
    fn cone(&self, way: Point, last: bool, first: bool, left: Point, right: Point) -> Cone {
        let corners = self.ground.grid.corners().iter().map(|corner| (way.0 + corner.0, way.1 + corner.1));
        let mut cone = Cone { left: way, right: way };
        for corner in corners {
            if side_of_line(cone.left, corner) < 0 {
                cone.left = corner;
            }
            if side_of_line(cone.right, corner) > 0 {
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

    /// The index of the area with this centre, if it is on the map.
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

/// The vector from an area's centre to the centre of the neighbour beyond an edge.
fn facing_vector(facing: Facing, grid: super::Grid) -> Point {
    let from = Cell { column: 2, row: 2 };
    let to = grid.neighbour(from, facing).unwrap_or(from);
    let (start, end) = (grid.centre(from), grid.centre(to));
    (end.0 - start.0, end.1 - start.1)
}

/// The directions strictly between `left` and `right`.
#[derive(Clone, Copy, Debug)]
struct Cone {
    left: Point,
    right: Point,
}

/// Hidden directions from left to right. Cones that only touch stay separate, since the line between them is free.
#[derive(Default)]
struct HiddenDirections {
    cones: Vec<Cone>,
}

impl HiddenDirections {
    fn hide(&mut self, new: &[Cone]) {
        if new.is_empty() {
            return;
        }
        let mut all = Vec::with_capacity(self.cones.len() + new.len());
        let (mut old, mut new) = (self.cones.iter().copied().peekable(), new.iter().copied().peekable());
        loop {
            let next = match (old.peek(), new.peek()) {
                (Some(one), Some(other)) if side_of_line(one.left, other.left) >= 0 => old.next(),
                (Some(_), None) => old.next(),
                (_, Some(_)) => new.next(),
                (None, None) => break,
            };
            let Some(cone) = next else { break };
            match all.last_mut() {
                Some(Cone { right, .. }) if side_of_line(cone.left, *right) > 0 => {
                    if side_of_line(*right, cone.right) > 0 {
                        *right = cone.right;
                    }
                }
                _ => all.push(cone),
            }
        }
        self.cones = all;
    }
}
