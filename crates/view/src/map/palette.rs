//! The palette of the map editor: tools, the choices of the current tool, and a description of the cursor's area.

use super::terrain;
use crate::{Look, draw_frame, draw_line, frame, measure};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_base::{
    book::{EdgeLook, TerrainLook},
    ground::Facing,
    text,
};

pub struct PalettePane<'a> {
    pub look: Look<'a>,
    pub tools: &'a [&'a str],
    /// The index of the current tool.
    pub tool: usize,
    pub items: &'a [PaletteItem],
    pub item: usize,
    /// The description of the cursor's area, a paragraph each.
    pub description: &'a [String],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaletteItem {
    pub swatch: PaletteSwatch,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteSwatch {
    Terrain(TerrainLook),
    Edge(EdgeLook),
    Road,
    /// A unit of a side, by the side's index, and its facing; `None` if it is not on the map.
    Unit(usize, Option<Facing>),
    Nothing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteHit {
    Tool(usize),
    Item(usize),
}

/// The columns of a choice; wider panes show several columns.
const COLUMN: u16 = 18;

/// The areas of the tools and of the visible choices, and the area of the description.
fn areas(area: Rect, tools: &[&str], items: usize, item: usize) -> (Vec<(Rect, PaletteHit)>, Rect) {
    let inner = Rect {
        x: area.x.saturating_add(2),
        y: area.y.saturating_add(1),
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(2),
    };
    let mut places = Vec::new();
    let (mut x, mut y) = (inner.x, inner.y);
    for (at, tool) in tools.iter().enumerate() {
        let wide = u16::try_from(measure::width(tool)).unwrap_or(u16::MAX);
        if x > inner.x && x + wide > inner.right() {
            (x, y) = (inner.x, y + 1);
        }
        places.push((Rect { x, y, width: wide.min(inner.right().saturating_sub(x)), height: 1 }, PaletteHit::Tool(at)));
        x = x.saturating_add(wide + 1);
    }
    let top = y + 1;
    let below = inner.bottom().saturating_sub(top);
    // A tall pane has room for the description; a low one shows it in its last row.
    let text = if inner.height > 12 { 6 } else { 1 }.min(below);
    let rows = below - text;
    let columns = (inner.width / COLUMN).max(1);
    let wide = inner.width / columns;
    let page = usize::from(rows) * usize::from(columns);
    let first = item.checked_div(page).unwrap_or(0) * page;
    for at in (first..items).take(page) {
        let place = u16::try_from(at - first).unwrap_or(0);
        let (column, row) = (place / rows, place % rows);
        let area = Rect { x: inner.x + column * wide, y: top + row, width: wide, height: 1 };
        places.push((area, PaletteHit::Item(at)));
    }
    (places, Rect { y: top + rows, height: text, ..inner })
}

pub fn palette_hit(area: Rect, tools: &[&str], (items, item): (usize, usize), at: Position) -> Option<PaletteHit> {
    areas(area, tools, items, item).0.into_iter().find(|(place, _)| place.contains(at)).map(|(_, hit)| hit)
}

impl PalettePane<'_> {
    fn swatch(&self, swatch: PaletteSwatch) -> Span<'static> {
        let (signs, styles) = (self.look.glyphs.map(), &self.look.theme.map);
        let of = |sign: char, style: Style| Span::styled(format!("{sign}{sign}"), style);
        match swatch {
            PaletteSwatch::Terrain(look) => of(terrain::sign(look, signs), terrain::style(look, styles)),
            PaletteSwatch::Edge(look) => of(terrain::edge_signs(look, signs)[10], terrain::edge_style(look, styles)),
            PaletteSwatch::Road => of(signs.road[10], styles.road),
            PaletteSwatch::Unit(side, Some(facing)) => {
                Span::styled(format!("{} ", signs.unit(side, facing)), self.look.theme.side(side))
            }
            PaletteSwatch::Unit(side, None) => {
                Span::styled(format!("{} ", signs.sides[side % 4]), self.look.theme.side(side))
            }
            PaletteSwatch::Nothing => Span::styled("  ", styles.open),
        }
    }
}

impl Widget for &PalettePane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        draw_frame(frame(self.look, Line::raw("Palette"), false), area, buf);
        let styles = &self.look.theme.dialog;
        let (places, text) = areas(area, self.tools, self.items.len(), self.item);
        for (place, hit) in places {
            let line = match hit {
                PaletteHit::Tool(at) => {
                    let style =
                        if at == self.tool { styles.selected.add_modifier(Modifier::UNDERLINED) } else { styles.text };
                    Line::styled(self.tools[at].to_string(), style)
                }
                PaletteHit::Item(at) => {
                    let chosen = at == self.item;
                    let mark = if chosen { self.look.glyphs.cursor } else { ' ' };
                    let digit = if at < 9 { (at + 1).to_string() } else { " ".into() };
                    let room = usize::from(place.width).saturating_sub(7);
                    let name = measure::cut_name(&text::display_name(&self.items[at].name), room, self.look.glyphs);
                    Line::from(vec![
                        Span::styled(format!("{mark}{digit} "), styles.key),
                        self.swatch(self.items[at].swatch),
                        Span::styled(format!(" {name}"), if chosen { styles.selected } else { styles.text }),
                    ])
                }
            };
            if area.contains(Position::new(place.x, place.y)) {
                buf.set_line(place.x, place.y, &line, place.width);
            }
        }
        let words =
            self.description.iter().flat_map(|line| measure::wrap(&text::sanitize(line), usize::from(text.width)));
        let lines: Vec<String> = if text.height == 1 { vec![self.description.join("; ")] } else { words.collect() };
        for (y, words) in (0..text.height).zip(lines) {
            let words = measure::cut(&words, usize::from(text.width), self.look.glyphs);
            draw_line(buf, text, (0, y), &Line::styled(words, styles.muted));
        }
    }
}
