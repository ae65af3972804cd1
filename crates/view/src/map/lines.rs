//! The lines between areas and through them: grid, rivers and walls that join up, roads.

use super::{
    paint::Painter,
    scale::{Scale, Spot, Zoom},
    terrain,
};
use ratatui::style::Modifier;
use wardiary_base::{
    book::EdgeLook,
    ground::{Cell, Facing, Grid},
};

/// The ends of a line, as bits of the index into `LineSigns`.
const NORTH: usize = 1;
const EAST: usize = 2;
const SOUTH: usize = 4;
const WEST: usize = 8;
const VERTICAL: usize = NORTH | SOUTH;
const HORIZONTAL: usize = EAST | WEST;

impl Painter<'_, '_> {
    /// Draws the grid, then edges, then roads.
    pub fn draw_lines(&mut self) {
        if self.scale.slant > 0 {
            self.draw_slanted_grid();
        } else if self.has_corners() && self.scale.zoom >= Zoom::Block {
            self.draw_upright_grid();
        }
        for at in 0..self.visible.len() {
            let cell = self.visible[at];
            for facing in self.scale.grid.facings() {
                if let Some(kind) = self.pane.ground.edge_index(cell, *facing) {
                    self.draw_edge(cell, *facing, self.edge_looks[kind]);
                }
            }
        }
        if self.has_corners() {
            self.draw_corners();
        }
        for at in 0..self.visible.len() {
            self.draw_roads(self.visible[at]);
        }
    }

    /// Whether the corner of four areas has a screen cell of its own.
    fn has_corners(&self) -> bool {
        self.scale.grid == Grid::Square && self.scale.row_step > 1
    }

    fn draw_slanted_grid(&mut self) {
        let style = self.styles.grid;
        for at in 0..self.visible.len() {
            let (x, y) = self.origin(self.visible[at]);
            for facing in Grid::Hex.facings() {
                let sign = match facing {
                    Facing::Ne | Facing::Sw => self.signs.falling,
                    Facing::Se | Facing::Nw => self.signs.rising,
                    _ => self.signs.hex_bottom,
                };
                for spot in 0..self.borders[*facing as usize].len() {
                    let (dx, dy) = self.borders[*facing as usize][spot];
                    self.put((x + dx, y + dy), sign, style);
                }
            }
        }
    }

    fn draw_upright_grid(&mut self) {
        let style = self.styles.grid;
        for at in 0..self.visible.len() {
            let (x, y) = self.origin(self.visible[at]);
            for facing in Grid::Square.facings() {
                let ends = if matches!(facing, Facing::N | Facing::S) { HORIZONTAL } else { VERTICAL };
                for spot in 0..self.borders[*facing as usize].len() {
                    let (dx, dy) = self.borders[*facing as usize][spot];
                    self.put((x + dx, y + dy), self.signs.grid[ends], style);
                }
            }
        }
    }

    fn draw_edge(&mut self, cell: Cell, facing: Facing, look: EdgeLook) {
        let (x, y) = self.origin(cell);
        let style = terrain::edge_style(look, self.styles);
        let level = matches!(facing, Facing::N | Facing::S);
        let sign = match self.scale.grid {
            Grid::Square if level => terrain::edge_signs(look, self.signs)[HORIZONTAL],
            Grid::Square => terrain::edge_signs(look, self.signs)[VERTICAL],
            Grid::Hex => terrain::hex_edge_sign(look, self.signs),
        };
        for spot in 0..self.borders[facing as usize].len() {
            let (dx, dy) = self.borders[facing as usize][spot];
            self.put((x + dx, y + dy), sign, style);
        }
        // Without a row between areas, the upper one is underlined.
        if self.scale.row_step == 1 && facing == Facing::S {
            let ground = self.pane.ground;
            let below = Cell { row: cell.row + 1, ..cell };
            let upright = |facing| [cell, below].into_iter().any(|at| ground.edge_index(at, facing).is_some());
            let beside = ground.neighbour(cell, Facing::E);
            let runs_on = beside.is_some_and(|beside| ground.edge_index(beside, Facing::S).is_some());
            // The line continues to the next one in either direction.
            let from = if upright(Facing::W) { -1 } else { 0 };
            let to = if runs_on || upright(Facing::E) { self.scale.column_step } else { self.scale.column_step - 1 };
            (from..to).for_each(|dx| self.tint((x + dx, y), style.add_modifier(Modifier::UNDERLINED)));
        }
    }

    /// Draws the corners of four squares: the edge that continues there, or the grid.
    fn draw_corners(&mut self) {
        let (width, height) = super::size(self.pane.ground);
        let Some((first, last)) = self.visible.first().copied().zip(self.visible.last().copied()) else { return };
        for row in first.row..=(last.row + 1).min(height) {
            for column in first.column..=(last.column + 1).min(width) {
                let (x, y) = self.origin(Cell::new(column, row));
                self.draw_corner((column, row), (x - 1, y - 1));
            }
        }
    }

    fn draw_corner(&mut self, corner: (u16, u16), at: Spot) {
        let ends = self.ends(corner);
        let strongest = ends.iter().filter_map(|(_, look, _)| *look).min_by_key(|look| *look as u8);
        if let Some(look) = strongest {
            let mask = ends.iter().filter(|(_, other, _)| *other == Some(look)).map(|(end, ..)| end).sum::<usize>();
            self.put(at, terrain::edge_signs(look, self.signs)[mask], terrain::edge_style(look, self.styles));
        } else if self.scale.zoom >= Zoom::Block {
            let mask = ends.iter().filter(|(.., on_map)| *on_map).map(|(end, ..)| end).sum::<usize>();
            self.put(at, self.signs.grid[mask], self.styles.grid);
        }
    }

    /// The four lines that meet at the upper left corner of an area, which may be one past the last. For each: its end,
    /// its edge, and whether it is on the map at all.
    fn ends(&self, (column, row): (u16, u16)) -> [(usize, Option<EdgeLook>, bool); 4] {
        let ground = self.pane.ground;
        let cell = |left: u16, up: u16| {
            let cell = Cell::new(column.checked_sub(left)?, row.checked_sub(up)?);
            ground.contains(cell).then_some(cell)
        };
        let line = |one: Option<Cell>, facing: Facing, other: Option<Cell>| {
            let kind = one.and_then(|cell| ground.edge_index(cell, facing));
            (kind.map(|kind| self.edge_looks[kind]), one.or(other).is_some())
        };
        let north = line(cell(1, 1), Facing::E, cell(0, 1));
        let east = line(cell(0, 1), Facing::S, cell(0, 0));
        let south = line(cell(1, 0), Facing::E, cell(0, 0));
        let west = line(cell(1, 1), Facing::S, cell(1, 0));
        [(NORTH, north), (EAST, east), (SOUTH, south), (WEST, west)].map(|(end, (line, on_map))| (end, line, on_map))
    }

    /// Draws the roads of an area, from its middle through each crossed edge.
    fn draw_roads(&mut self, cell: Cell) {
        let ground = self.pane.ground;
        let crossed = |facing: &&Facing| ground.has_road(cell, **facing);
        let roads: Vec<Facing> = self.scale.grid.facings().iter().filter(crossed).copied().collect();
        if roads.is_empty() {
            return;
        }
        let (x, y) = self.origin(cell);
        let style = Self::on_ground(self.styles.road);
        let (cx, cy) = self.scale.centre();
        for facing in &roads {
            let way = road_strokes(self.scale, *facing, &self.borders[*facing as usize]);
            let bridge = ground.edge_index(cell, *facing).is_some();
            let many = way.len();
            for (at, ((dx, dy), sign)) in way.into_iter().enumerate() {
                let over = bridge && at + 1 == many;
                let sign = match sign {
                    _ if over && matches!(facing, Facing::N | Facing::S) => self.signs.bridge[1],
                    _ if over => self.signs.bridge[0],
                    Stroke::Horizontal => self.signs.road[HORIZONTAL],
                    Stroke::Vertical => self.signs.road[VERTICAL],
                    Stroke::Rising => self.signs.rising,
                    Stroke::Falling => self.signs.falling,
                };
                self.put((x + dx, y + dy), sign, if over { self.strong(style) } else { style });
            }
        }
        let mut mask = 0;
        for facing in &roads {
            mask |= match facing {
                Facing::N => NORTH,
                Facing::S => SOUTH,
                Facing::Ne | Facing::E | Facing::Se => EAST,
                Facing::Sw | Facing::W | Facing::Nw => WEST,
            };
        }
        self.put((x + cx, y + cy), self.signs.road[mask], style);
    }
}

#[derive(Clone, Copy)]
enum Stroke {
    Horizontal,
    Vertical,
    Rising,
    Falling,
}

/// A road from the middle of an area to an edge and beyond, without the middle.
fn road_strokes(scale: Scale, facing: Facing, border: &[Spot]) -> Vec<(Spot, Stroke)> {
    let (cx, cy) = scale.centre();
    if border.is_empty() {
        return Vec::new();
    }
    let end = match facing {
        Facing::N | Facing::S => (cx, border[0].1),
        Facing::E | Facing::W => (border[0].0, cy),
        Facing::Ne | Facing::Nw | Facing::Se | Facing::Sw => border[(border.len() - 1) / 2],
    };
    let (across, down) = ((end.0 - cx).signum(), (end.1 - cy).signum());
    if across == 0 {
        return (1..=(end.1 - cy).abs()).map(|step| ((cx, cy + down * step), Stroke::Vertical)).collect();
    }
    // Level from the middle, then slanted across the edge, so that it looks like one line.
    let slanted = (end.1 - cy).abs();
    let level = (end.0 - cx).abs() - slanted.max(1);
    let slant = match facing {
        Facing::Ne | Facing::Sw => Stroke::Rising,
        Facing::Se | Facing::Nw => Stroke::Falling,
        _ => Stroke::Horizontal,
    };
    let mut way: Vec<(Spot, Stroke)> = (1..=level).map(|step| ((cx + across * step, cy), Stroke::Horizontal)).collect();
    way.extend((1..=slanted).map(|step| ((cx + across * (level + step), cy + down * step), slant)));
    if slanted == 0 {
        way.push((end, slant));
    }
    way
}
