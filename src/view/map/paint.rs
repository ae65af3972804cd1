//! The ground itself: terrain, and the names of places.

use super::{
    MapPane, Piece,
    piece::short,
    scale::{Scale, Spot, Zoom},
    signs::MapSigns,
    terrain,
};
use crate::{
    book::{EdgeLook, TerrainLook},
    ground::{Cell, Facing},
    view::{measure, theme::MapStyle},
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};
use unicode_width::UnicodeWidthChar;

/// What a map is painted with, once it is known what of it is seen.
pub(super) struct Painter<'p, 'b> {
    pub pane: &'p MapPane<'p>,
    pub scale: Scale,
    pub field: Rect,
    pub signs: &'static MapSigns,
    pub styles: &'p MapStyle,
    /// The areas that are seen, in reading order.
    pub seen: Vec<Cell>,
    /// By the terrain's place in the legend.
    looks: Vec<TerrainLook>,
    /// By the edge's place among the kinds.
    pub edges: Vec<EdgeLook>,
    /// By facing, the cells that an area shares with its neighbour there.
    pub borders: [Vec<Spot>; 8],
    pub buf: &'b mut Buffer,
}

impl<'p, 'b> Painter<'p, 'b> {
    pub fn new(pane: &'p MapPane<'p>, field: Rect, buf: &'b mut Buffer) -> Self {
        let ground = pane.ground;
        let scale = Scale::of(ground.grid(), pane.camera.zoom);
        let rules = &pane.state.book().ground;
        Self {
            pane,
            scale,
            field,
            signs: pane.look.glyphs.map(),
            styles: &pane.look.theme.map,
            seen: scale.seen(pane.camera, field, super::size(ground)).collect(),
            looks: ground.legend().iter().map(|(_, name)| rules.terrain(name).map_or(UNKNOWN, |t| t.look)).collect(),
            edges: ground
                .edge_kinds()
                .iter()
                .map(|name| rules.edge(name).map_or(EdgeLook::Bank, |edge| edge.look))
                .collect(),
            borders: Facing::ALL.map(|facing| scale.border(facing)),
            buf,
        }
    }

    pub fn look(&self, cell: Cell) -> TerrainLook {
        self.looks[self.pane.ground.terrain_index(cell)]
    }

    pub fn origin(&self, cell: Cell) -> Spot {
        self.scale.origin(self.pane.camera, cell)
    }

    /// Puts a character at a place, as far as that is seen.
    pub fn put(&mut self, (x, y): Spot, sign: char, style: Style) {
        if (0..i32::from(self.field.width)).contains(&x) && (0..i32::from(self.field.height)).contains(&y) {
            let at = (self.field.x + u16::try_from(x).unwrap_or(0), self.field.y + u16::try_from(y).unwrap_or(0));
            let cell = &mut self.buf[at];
            // What lay there before says nothing of it, but that there is an edge below.
            cell.modifier &= Modifier::UNDERLINED;
            cell.set_char(sign).set_style(style);
        }
    }

    /// Puts a style on a place.
    pub fn tint(&mut self, (x, y): Spot, style: Style) {
        if (0..i32::from(self.field.width)).contains(&x) && (0..i32::from(self.field.height)).contains(&y) {
            let at = (self.field.x + u16::try_from(x).unwrap_or(0), self.field.y + u16::try_from(y).unwrap_or(0));
            self.buf[at].set_style(style);
        }
    }

    /// Writes a text from a place on, as far as it is seen; it ends before it would take more than so many columns.
    pub fn write(&mut self, (x, y): Spot, text: &str, columns: usize, style: Style) {
        let mut used = 0;
        for sign in text.chars() {
            let wide = sign.width().unwrap_or(0);
            if wide == 0 || used + wide > columns {
                break;
            }
            let at = x + i32::try_from(used).unwrap_or(i32::MAX);
            // A character two columns wide is drawn where both of them are seen.
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

    /// All cells of an area's interior, counted from its origin.
    pub fn interior(&self) -> Vec<Spot> {
        let rows = self.scale.interior();
        rows.flat_map(|(from, row, columns)| (from..from + columns).map(move |x| (x, row))).collect()
    }

    /// Every area in its terrain, with the edges to its right and below it.
    pub fn terrain(&mut self) {
        let interior = self.interior();
        let own = [Facing::E, Facing::Ne, Facing::Se, Facing::S]
            .map(|facing| (facing, self.borders[facing as usize].clone()));
        let upright = self.scale.slant == 0;
        for at in 0..self.seen.len() {
            let cell = self.seen[at];
            let look = self.look(cell);
            let style = terrain::style(look, self.styles);
            let (x, y) = self.origin(cell);
            for (dx, dy) in &interior {
                let sign = self.sign_at(look, cell, (*dx, *dy));
                self.put((x + dx, y + dy), sign, style);
            }
            for (facing, spots) in &own {
                let beyond = self.pane.ground.neighbour(cell, *facing);
                let runs_on = upright && beyond.is_some_and(|beyond| self.look(beyond) == look);
                for (dx, dy) in spots {
                    let sign = if runs_on && self.scale.zoom != Zoom::Far {
                        self.sign_at(look, cell, (*dx, *dy))
                    } else {
                        ' '
                    };
                    self.put((x + dx, y + dy), sign, style);
                }
            }
            if upright && self.scale.tall > 1 {
                self.put((x + self.scale.wide - 1, y + self.scale.tall - 1), ' ', style);
            }
        }
    }

    /// The sign of a texture at a place of an area, or a space.
    fn sign_at(&self, look: TerrainLook, cell: Cell, (dx, dy): Spot) -> char {
        let Scale { wide, tall, zoom, .. } = self.scale;
        let in_middle = (dx, dy) == self.scale.centre();
        let there = match look {
            _ if zoom == Zoom::Far => in_middle,
            TerrainLook::Open => in_middle && zoom == Zoom::Near,
            look => terrain::has_sign_at(look, i32::from(cell.column) * wide + dx, i32::from(cell.row) * tall + dy),
        };
        if there { terrain::sign(look, self.signs) } else { ' ' }
    }

    /// The named places with their names, the objectives in the colours of those who hold them.
    pub fn places(&mut self) {
        let ground = self.pane.ground;
        let near = self.scale.zoom >= Zoom::Block;
        for (name, cell) in ground.places() {
            if self.seen.binary_search(cell).is_err() {
                continue;
            }
            let held = self.pane.objectives.iter().find(|(place, _)| place == cell).map(|(_, side)| *side);
            let (sign, style) = match held {
                Some(Some(side)) => (self.signs.objective, self.pane.look.theme.side(side)),
                Some(None) => (self.signs.objective, self.styles.label),
                None => (self.signs.place, self.styles.label),
            };
            let (x, y) = self.origin(*cell);
            if near {
                let rows: Vec<_> = self.scale.interior().collect();
                let Some((from, row, columns)) = rows.last().copied() else { continue };
                let room = usize::try_from(columns - 1).unwrap_or(0);
                self.put((x + from, y + row), sign, style);
                self.write((x + from + 1, y + row), &short(name, room), room, self.styles.label);
            } else {
                self.label((name, *cell), sign, style);
            }
        }
    }

    /// A place's sign, and its name over the areas beside it, where all of it finds room.
    fn label(&mut self, (name, cell): (&str, Cell), sign: char, style: Style) {
        if self.piece(cell).is_some() {
            return;
        }
        let (x, y) = self.origin(cell);
        let (cx, cy) = self.scale.centre();
        let from = x + if self.scale.zoom == Zoom::Far { cx } else { self.scale.slant };
        self.put((from, y + cy), sign, style);
        let room = self.free_after(cell, from + 1);
        if measure::width(name) <= room {
            self.write((from + 1, y + cy), name, room, self.styles.label);
        }
    }

    /// The columns that are free for a name from a column on, before a piece, another place or a road in its row.
    fn free_after(&self, cell: Cell, x: i32) -> usize {
        let ground = self.pane.ground;
        let beside = (cell.column + 1..ground.width()).take(LONGEST_NAME).map(|column| Cell { column, ..cell });
        let crossed = |other: Cell| self.scale.grid.facings().iter().any(|facing| ground.has_road(other, *facing));
        let is_taken =
            |other: &Cell| self.piece(*other).is_some() || ground.name_of(*other).is_some() || crossed(*other);
        let next = beside.into_iter().find(is_taken).unwrap_or(Cell::new(ground.width(), cell.row));
        let end = self.scale.origin(self.pane.camera, next).0 - 1;
        usize::try_from(end - x).unwrap_or(0).min(LONGEST_NAME)
    }

    /// The piece in an area.
    pub fn piece(&self, cell: Cell) -> Option<&'p Piece> {
        let pieces = self.pane.pieces;
        pieces.binary_search_by_key(&cell, |piece| piece.cell).ok().map(|at| &pieces[at])
    }

    /// A style that lies on the ground: without a ground of its own.
    pub fn on_ground(style: Style) -> Style {
        Style { bg: None, ..style }
    }

    /// Bold, for what must be told without colours.
    pub fn strong(style: Style) -> Style {
        style.add_modifier(Modifier::BOLD)
    }
}

/// What terrain is drawn as that the rulebook does not know.
pub(super) const UNKNOWN: TerrainLook = TerrainLook::Rough;

/// The columns that the name of a place takes at most where it runs over other areas.
const LONGEST_NAME: usize = 18;
