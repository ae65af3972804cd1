//! Paints the ground, and provides the primitives that paint everything else.

use super::{
    MapAreas, MapPane, Piece,
    scale::{Scale, Spot, Zoom},
    signs::MapSigns,
    terrain,
};
use crate::theme::MapStyle;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};
use unicode_width::UnicodeWidthChar;
use wardiary_base::{
    book::{EdgeLook, TerrainLook},
    ground::{Cell, Facing},
};

/// Paints a map; holds what depends on the visible part.
pub(super) struct Painter<'p, 'b> {
    pub pane: &'p MapPane<'p>,
    pub scale: Scale,
    pub field: Rect,
    pub signs: &'static MapSigns,
    pub styles: &'p MapStyle,
    /// The visible areas, in reading order.
    pub visible: Vec<Cell>,
    /// By terrain index in the legend.
    terrain_looks: Vec<TerrainLook>,
    pub edge_looks: Vec<EdgeLook>,
    pub side_letters: Vec<char>,
    /// By facing, the screen cells that an area shares with that neighbour.
    pub borders: [Vec<Spot>; 8],
    pub buf: &'b mut Buffer,
}

impl<'p, 'b> Painter<'p, 'b> {
    pub fn new(pane: &'p MapPane<'p>, areas: MapAreas, buf: &'b mut Buffer) -> Self {
        let (ground, field) = (pane.ground, areas.field);
        let scale = areas.scale(pane.camera, ground);
        let rules = &pane.state.book().ground;
        Self {
            pane,
            scale,
            field,
            signs: pane.look.glyphs.map(),
            styles: &pane.look.theme.map,
            visible: scale.visible_areas(pane.camera, field, super::size(ground)).collect(),
            terrain_looks: ground
                .legend()
                .iter()
                .map(|(_, name)| rules.terrain(name).map_or(UNKNOWN_TERRAIN, |t| t.look))
                .collect(),
            edge_looks: ground
                .edge_kinds()
                .iter()
                .map(|name| rules.edge(name).map_or(EdgeLook::Bank, |edge| edge.look))
                .collect(),
            side_letters: super::side_letters(pane.state),
            borders: Facing::ALL.map(|facing| scale.border(facing)),
            buf,
        }
    }

    pub fn terrain_look(&self, cell: Cell) -> TerrainLook {
        self.terrain_looks[self.pane.ground.terrain_index(cell)]
    }

    pub fn origin(&self, cell: Cell) -> Spot {
        self.scale.origin(self.pane.camera, cell)
    }

    /// Puts a character at a spot, if it is visible.
    pub fn put(&mut self, (x, y): Spot, sign: char, style: Style) {
        if (0..i32::from(self.field.width)).contains(&x) && (0..i32::from(self.field.height)).contains(&y) {
            let at = (self.field.x + u16::try_from(x).unwrap_or(0), self.field.y + u16::try_from(y).unwrap_or(0));
            let cell = &mut self.buf[at];
            // Drops the style of what was there, except an underline, which is an edge.
            cell.modifier &= Modifier::UNDERLINED;
            cell.set_char(sign).set_style(style);
        }
    }

    pub fn is_road(&self, (x, y): Spot) -> bool {
        let at = |from: u16, by: i32| u16::try_from(by).ok().and_then(|by| from.checked_add(by));
        let place = at(self.field.x, x).zip(at(self.field.y, y)).filter(|place| self.field.contains((*place).into()));
        let drawn = place.and_then(|place| self.buf[place].symbol().chars().next());
        drawn.is_some_and(|sign| sign != ' ' && self.signs.road.contains(&sign))
    }

    pub fn tint(&mut self, (x, y): Spot, style: Style) {
        if (0..i32::from(self.field.width)).contains(&x) && (0..i32::from(self.field.height)).contains(&y) {
            let at = (self.field.x + u16::try_from(x).unwrap_or(0), self.field.y + u16::try_from(y).unwrap_or(0));
            self.buf[at].set_style(style);
        }
    }

    /// Writes the visible part of a text from a spot on, in at most this many columns.
    pub fn write(&mut self, (x, y): Spot, text: &str, columns: usize, style: Style) {
        let mut used = 0;
        for sign in text.chars() {
            let wide = sign.width().unwrap_or(0);
            if wide == 0 || used + wide > columns {
                break;
            }
            let at = x + i32::try_from(used).unwrap_or(i32::MAX);
            // A wide character is drawn only if both its columns are visible.
            let end = at + i32::try_from(wide).unwrap_or(0) - 1;
            if at >= 0 && end < i32::from(self.field.width) {
                self.put((at, y), sign, style);
                if wide == 2 {
                    self.put((end, y), ' ', style);
                    self.skip((end, y));
                }
            }
            used += wide;
        }
    }

    /// Empties the second column of a wide character.
    fn skip(&mut self, (x, y): Spot) {
        if (0..i32::from(self.field.width)).contains(&x) && (0..i32::from(self.field.height)).contains(&y) {
            let at = (self.field.x + u16::try_from(x).unwrap_or(0), self.field.y + u16::try_from(y).unwrap_or(0));
            self.buf[at].set_symbol("");
        }
    }

    /// All screen cells of an area's interior, relative to its origin.
    pub fn interior(&self) -> Vec<Spot> {
        let rows = self.scale.interior();
        rows.flat_map(|(from, row, columns)| (from..from + columns).map(move |x| (x, row))).collect()
    }

    /// Draws every area's terrain, with the edges to its right and below.
    pub fn draw_terrain(&mut self) {
        let interior: Vec<(i32, i32, i32)> = self.scale.interior().collect();
        let own = [Facing::E, Facing::Ne, Facing::Se, Facing::S]
            .map(|facing| (facing, self.borders[facing as usize].clone()));
        for at in 0..self.visible.len() {
            let cell = self.visible[at];
            let look = self.terrain_look(cell);
            let ground = terrain::style(look, self.styles);
            let dimmed = self.pane.overlay.is_some_and(|overlay| overlay.at(cell).tone.is_dim());
            let style = if dimmed { ground.patch(self.styles.dim) } else { ground };
            let (x, y) = self.origin(cell);
            for (at, (from, row, columns)) in interior.iter().enumerate() {
                // The last row is left for names and answers.
                let shown = self.textured(cell, at + 1 == interior.len(), *columns);
                for column in 0..*columns {
                    let there = column < shown && self.has_sign(look, cell, *row, (column, *columns));
                    let sign = match there {
                        false => ' ',
                        true if self.scale.zoom == Zoom::Far => terrain::sign(look, self.signs),
                        true => terrain::sign_at(look, cell, (column, *row), self.signs),
                    };
                    self.put((x + from + column, y + row), sign, style);
                }
            }
            for (facing, spots) in &own {
                // Ground of one kind runs on across the edges between its areas.
                let neighbour = self.pane.ground.neighbour(cell, *facing);
                let runs_on =
                    self.scale.zoom > Zoom::Far && neighbour.is_some_and(|next| self.terrain_look(next) == look);
                for (dx, dy) in spots {
                    let there = runs_on && terrain::has_sign_at(look, cell, *dy, (*dx, self.scale.column_step));
                    let sign = if there { terrain::sign_at(look, cell, (*dx, *dy), self.signs) } else { ' ' };
                    self.put((x + dx, y + dy), sign, style);
                }
            }
            if self.scale.slant == 0 && self.scale.row_step > 1 {
                self.put((x + self.scale.column_step - 1, y + self.scale.row_step - 1), ' ', ground);
            }
        }
    }

    /// How many columns of a row of an area, from the left, show its texture.
    fn textured(&self, cell: Cell, is_last: bool, columns: i32) -> i32 {
        match self.scale.zoom {
            Zoom::Far | Zoom::Near => columns,
            _ if self.piece(cell).is_some() => 0,
            _ if !is_last => columns,
            _ if self.pane.ground.name_of(cell).is_some() => 0,
            _ => columns - i32::try_from(self.answer_columns(cell)).unwrap_or(0),
        }
    }

    /// Whether a texture's sign is in a column of an area's row.
    fn has_sign(&self, look: TerrainLook, cell: Cell, row: i32, (column, columns): (i32, i32)) -> bool {
        // The first row of an area begins at its slant.
        let middle = self.scale.centre().0 - self.scale.slant;
        match self.scale.zoom {
            Zoom::Far => (column, row) == self.scale.centre(),
            Zoom::Near if look == TerrainLook::Open => column == middle && row == 0,
            Zoom::Near if row > 0 || columns > 3 && !self.is_answered(cell) => {
                terrain::has_sign_at(look, cell, row, (column, columns))
            }
            Zoom::Near => {
                let right = terrain::leans_right(cell) && !self.is_answered(cell);
                column == if right { columns - 1 } else { 0 }
            }
            Zoom::Block | Zoom::Full => terrain::has_sign_at(look, cell, row, (column, columns)),
        }
    }

    /// Draws the sign of an occupied area's terrain on the edge below it.
    pub fn draw_covered_terrain(&mut self) {
        if self.scale.zoom == Zoom::Far {
            return;
        }
        let ground = self.pane.ground;
        for at in 0..self.visible.len() {
            let cell = self.visible[at];
            let look = self.terrain_look(cell);
            let has_road = |facing: &&Facing| **facing != Facing::N && **facing != Facing::S;
            let roads =
                || self.scale.grid.facings().iter().filter(has_road).any(|facing| ground.has_road(cell, *facing));
            let near = self.scale.zoom == Zoom::Near;
            let covered = self.piece(cell).is_some() || near && (roads() || ground.name_of(cell).is_some());
            if !covered || look == TerrainLook::Open || ground.edge_index(cell, Facing::S).is_some() {
                continue;
            }
            if let Some((dx, dy)) = self.borders[Facing::S as usize].last().copied() {
                let (x, y) = self.origin(cell);
                self.put((x + dx, y + dy), terrain::sign(look, self.signs), terrain::style(look, self.styles));
            }
        }
    }

    pub fn piece(&self, cell: Cell) -> Option<&'p Piece> {
        let pieces = self.pane.pieces;
        pieces.binary_search_by_key(&cell, |piece| piece.cell).ok().map(|at| &pieces[at])
    }

    /// A style without its background, to be drawn on the ground.
    pub fn on_ground(style: Style) -> Style {
        Style { bg: None, ..style }
    }

    /// Bold, for what must stand out without colours.
    pub fn strong(&self, style: Style) -> Style {
        style.patch(self.styles.strong)
    }
}

/// The look of terrain that the rulebook does not know.
pub(super) const UNKNOWN_TERRAIN: TerrainLook = TerrainLook::Rough;
