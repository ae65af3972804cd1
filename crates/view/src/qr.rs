//! A QR code in an overlay: light squares are drawn, as terminals are mostly dark, and in white on black where there are
//! colours.

use super::{Look, clear_overlay, frame, glyphs::GlyphSet};
use crate::theme::Depth;
use fast_qr::{ECL, QRBuilder};
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Rect},
    style::{Color, Style},
    text::Line,
    widgets::Widget,
};

/// How wide the light border is, in squares.
const QUIET: usize = 2;

pub struct QrPane<'a> {
    pub look: Look<'a>,
    pub title: &'a str,
    /// The text in the code.
    pub text: &'a str,
}

impl Widget for &QrPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let lines = self.lines().unwrap_or_else(|| vec!["This text is too long for a QR code.".into()]);
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let needed = [width + 2, lines.len() + 2].map(|cells| u16::try_from(cells).unwrap_or(u16::MAX));
        let fits = needed[0] <= area.width && needed[1] <= area.height;
        let lines = if fits { lines } else { vec!["The terminal is too small for the QR code.".into()] };
        let [width, height] = if fits { needed } else { [44, 3] };
        let middle = area.centered(Constraint::Length(width), Constraint::Length(height));
        clear_overlay(self.look, middle, buf);
        let block = frame(self.look, Line::from(self.title), true);
        let inner = block.inner(middle);
        block.render(middle, buf);
        let has_colours = self.look.theme.depth() != Depth::Mono && fits;
        let style = if has_colours { Style::new().fg(Color::White).bg(Color::Black) } else { Style::new() };
        for (y, line) in (inner.y..inner.bottom()).zip(lines) {
            buf.set_line(inner.x, y, &Line::styled(line, style), inner.width);
        }
        // A light square without a block sign is filled by its background.
        for at in inner.positions().filter(|_| has_colours) {
            if buf[at].symbol() == "#" {
                buf[at].set_bg(Color::White);
            }
        }
    }
}

impl QrPane<'_> {
    /// The code, two rows of squares in a line, or one where there are no half blocks.
    fn lines(&self) -> Option<Vec<String>> {
        let code = QRBuilder::new(self.text).ecl(ECL::L).build().ok()?;
        let size = code.size + 2 * QUIET;
        let is_dark = |x: usize, y: usize| {
            let inside = QUIET..QUIET + code.size;
            inside.contains(&x) && inside.contains(&y) && code[y - QUIET][x - QUIET].value()
        };
        let is_light = |x: usize, y: usize| y < size && !is_dark(x, y);
        let half = |x: usize, y: usize| match (is_light(x, y), is_light(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        let ascii = |y: usize| (0..size).map(|x| if is_light(x, y) { "##" } else { "  " }).collect();
        Some(match self.look.glyphs.set() {
            GlyphSet::Unicode | GlyphSet::Console => {
                (0..size).step_by(2).map(|y| (0..size).map(|x| half(x, y)).collect()).collect()
            }
            GlyphSet::Ascii => (0..size).map(ascii).collect(),
        })
    }
}
