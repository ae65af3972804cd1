//! Panes: widgets that draw a [`State`](wardiary_rules::state::State), and nothing else of the campaign.
//!
//! A pane is a struct that borrows everything it shows; a reference to it is a widget. It changes nothing, keeps
//! nothing, and draws only inside its area, which can have any size. Keys, focus and selection belong to `app`, which
//! sets the panes' fields.

pub mod aftermath;
pub mod battle_timeline;
pub mod campaign;
pub mod click_targets;
pub mod colour;
pub mod diary_pane;
pub mod dice_pane;
pub mod die;
pub mod footer;
pub mod forces;
pub mod gauges;
pub mod glyphs;
pub mod hand_dice;
pub mod header;
pub mod help;
pub mod layout;
pub mod line_up;
pub mod list_dialog;
pub mod map;
pub mod measure;
pub mod menu;
pub mod odds;
pub mod order_form;
pub mod order_line;
pub mod qr;
pub mod review;
pub mod screenshot;
pub mod search;
pub mod square;
pub mod table_pane;
pub mod theme;

pub use forces::{ForceRow, ForcesPane};
pub use gauges::GaugesPane;
pub use glyphs::{GlyphSet, Glyphs};
pub use header::HeaderPane;
pub use line_up::LineUpPane;

pub use click_targets::{ClickTarget, ClickTargets};
pub use diary_pane::DiaryPane;
pub use square::SquarePane;
pub use theme::{Depth, Theme};

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Position, Rect},
    symbols::merge::MergeStrategy,
    text::{Line, Span},
    widgets::{Block, Clear, Widget},
};
use unicode_width::UnicodeWidthChar;
use wardiary_base::book::{Grade, GradeStep};
use wardiary_rules::state::State;

/// The theme and glyphs that panes draw with, and a record of what is drawn where.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    pub theme: &'a Theme,
    pub glyphs: &'a Glyphs,
    /// Records click targets and the selection while panes draw.
    targets: Option<&'a ClickTargets>,
}

impl<'a> Look<'a> {
    /// A look that records nothing.
    pub const fn new(theme: &'a Theme, glyphs: &'a Glyphs) -> Self {
        Self { theme, glyphs, targets: None }
    }

    /// The same look, recording into `places`.
    pub const fn recording(self, places: &'a ClickTargets) -> Self {
        Self { targets: Some(places), ..self }
    }

    /// The same look with another theme and glyph set.
    pub const fn with_theme<'b>(self, theme: &'b Theme, glyphs: &'b Glyphs) -> Look<'b>
    where
        'a: 'b,
    {
        Look { theme, glyphs, targets: self.targets }
    }

    fn set_selection(self, (x, y): (u16, u16)) {
        if let Some(places) = self.targets {
            places.set_selection(Some(Position::new(x, y)));
        }
    }

    /// Clears the recorded selection: a component drawn later has the focus.
    pub fn clear_selection(self) {
        if let Some(places) = self.targets {
            places.set_selection(None);
        }
    }

    /// Drops the click targets recorded so far: an overlay covers them.
    pub fn clear_targets(self) {
        if let Some(places) = self.targets {
            places.clear_targets();
        }
    }

    /// Makes each character of a text field clickable, from the character number `skipped` on.
    fn add_letter_targets(self, text: &str, skipped: usize, place: Rect) {
        let mut x = place.x;
        for (at, letter) in text.chars().enumerate().skip(skipped) {
            let wide = u16::try_from(measure::width(&letter.to_string())).unwrap_or(1);
            if x.saturating_add(wide) >= place.right() {
                break;
            }
            self.add_target(ClickTarget::Letter(at), Rect { x, width: wide, ..place });
            x += wide;
        }
        let end = Rect { x, width: place.right().saturating_sub(x), ..place };
        self.add_target(ClickTarget::Letter(text.chars().count()), end);
    }

    fn add_target(self, thing: ClickTarget, place: Rect) {
        if let Some(places) = self.targets {
            places.add(place, thing);
        }
    }
}

/// The part of an area that the buffer holds. `None` if there is none.
fn visible_part(area: Rect, buf: &Buffer) -> Option<Rect> {
    Some(area.intersection(buf.area)).filter(|area| !area.is_empty())
}

fn clear_overlay(look: Look, place: Rect, buf: &mut Buffer) {
    Clear.render(place, buf);
    buf.set_style(place, look.theme.base);
}

/// The part of a screen that an overlay covers, no wider than text is easy to read.
pub(crate) fn centred(area: Rect) -> Rect {
    let [_, middle, _] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Max(96), Constraint::Fill(1)]).areas(area);
    middle
}

/// The same for an overlay with this many rows and a border.
fn centred_rows(area: Rect, rows: usize) -> Rect {
    let middle = centred(area);
    let height = u16::try_from(rows + 2).unwrap_or(u16::MAX).min(middle.height);
    Rect { y: middle.y + (middle.height - height) / 2, height, ..middle }
}

/// The bordered block of a pane. Focus shows in the border's colour and in a mark before the title, so that it is
/// visible without colours. Borders of blocks that overlap by a column or a row are merged.
pub fn frame<'a>(look: Look<'a>, title: Line<'a>, focused: bool) -> Block<'a> {
    let style = &look.theme.frame;
    let (border, words) =
        if focused { (style.border_focused, style.title_focused) } else { (style.border, style.title) };
    let mut spans = vec![Span::raw(" ")];
    if focused {
        spans.push(Span::styled(format!("{} ", look.glyphs.focus), style.mark));
    }
    spans.extend(title.spans);
    spans.push(Span::raw(" "));
    Block::bordered()
        .border_set(look.glyphs.border())
        .border_style(border)
        .style(look.theme.base)
        .title(Line::from(spans).style(words))
        .merge_borders(MergeStrategy::Exact)
}

/// The letter of a grade, so that colour is not the only sign of it.
pub fn grade_letter(step: &GradeStep) -> char {
    let first = || step.name.to_string().chars().next().and_then(|c| c.to_uppercase().next());
    // A letter two columns wide would misalign the boxes of a line.
    step.mark.or_else(first).filter(|c| c.width() == Some(1)).unwrap_or('?')
}

/// A grade's modifier with its sign: `+1`, `-2`, or `0`.
pub fn modifier(step: &GradeStep) -> String {
    if step.modifier == 0 { "0".into() } else { format!("{:+}", step.modifier) }
}

/// A grade with its modifier, if it has one: `green +1`.
fn grade_with_bonus(state: &State, grade: Grade) -> String {
    let step = state.book().ladder.step(grade);
    if step.modifier == 0 { step.name.to_string() } else { format!("{} {}", step.name, modifier(step)) }
}

/// The frame of a list `width` columns wide: its title, cut to fit, and how many rows are hidden above and below. Both
/// are in the upper border, since the lower one is often shared with the next pane.
fn list_frame<'a>(look: Look<'a>, title: &str, focused: bool, width: u16, (above, below): (usize, usize)) -> Block<'a> {
    let glyphs = look.glyphs;
    let part = |n: usize, sign: char| if n == 0 { String::new() } else { format!(" {n}{sign} ") };
    let hint = part(above, glyphs.above) + &part(below, glyphs.below);
    // Two corners, a blank at each end of the title, and the focus mark.
    let room = usize::from(width).saturating_sub(6 + measure::width(&hint));
    let block = frame(look, Line::raw(measure::cut(title, room, glyphs)), focused);
    if hint.is_empty() { block } else { block.title(Line::styled(hint, look.theme.frame.hint).right_aligned()) }
}

/// Draws the frame of a list of `all` rows, scrolled down by `scroll`, and returns the area of the rows.
fn draw_list_frame(
    look: Look,
    title: &str,
    focused: bool,
    (area, buf): (Rect, &mut Buffer),
    (scroll, all): (usize, usize),
) -> Rect {
    let height = usize::from(area.intersection(buf.area).height.saturating_sub(2));
    // A list too low for a row shows no counts: its title says what it holds.
    let hidden = if height == 0 { (0, 0) } else { (scroll.min(all), all.saturating_sub(scroll + height)) };
    draw_frame(list_frame(look, title, focused, area.width, hidden), area, buf)
}

/// The row of a framed list at a screen position. The list has `all` rows and is scrolled down by `scroll`.
pub fn row_at(list: Rect, at: Position, (scroll, all): (usize, usize)) -> Option<usize> {
    let is_inside = list.contains(at) && at.y > list.y && at.y + 1 < list.bottom();
    let row = scroll + usize::from(at.y.checked_sub(list.y + 1)?);
    (is_inside && row < all).then_some(row)
}

/// Draws a block, clipped to the buffer, and returns the area inside it.
fn draw_frame(block: Block<'_>, area: Rect, buf: &mut Buffer) -> Rect {
    let area = area.intersection(buf.area);
    let inner = block.inner(area);
    if !area.is_empty() {
        block.render(area, buf);
    }
    inner.intersection(area)
}

/// Marks the selected row on the frame to its left, for a framed list without a column for the mark.
fn mark_row(look: Look, (area, inner): (Rect, Rect), row: u16, buf: &mut Buffer) {
    let at = Position::new(inner.x.saturating_sub(1), inner.y.saturating_add(row));
    let is_there = row < inner.height && area.contains(at) && !inner.contains(at);
    if let Some(cell) = buf.cell_mut(at).filter(|_| is_there) {
        cell.set_char(look.glyphs.cursor).set_style(look.theme.forces.cursor);
    }
}

/// Draws a line in a row of an area, from a column on, clipped to the area.
pub fn draw_line(buf: &mut Buffer, area: Rect, (column, row): (u16, u16), line: &Line<'_>) {
    let area = area.intersection(buf.area);
    if column >= area.width || row >= area.height {
        return;
    }
    let (mut x, y, end) = (area.x + column, area.y + row, area.right());
    for span in &line.spans {
        let style = line.style.patch(span.style);
        // Nearly all characters have a cell of their own. Segmenting them into graphemes would take longer than drawing
        // them.
        if span.content.chars().all(has_own_cell) {
            for (cell, c) in (x..end).zip(span.content.chars()) {
                buf[(cell, y)].set_char(c).set_style(style);
                x = cell + 1;
            }
        } else {
            x = buf.set_stringn(x, y, &span.content, usize::from(end - x), style).0;
        }
    }
}

/// Whether a character takes one column and never joins another: printable ASCII and Latin letters, punctuation,
/// arrows, lines, blocks and shapes.
fn has_own_cell(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{24f}' | '\u{2010}'..='\u{2027}' | '\u{2190}'..='\u{21ff}' | '\u{2500}'..='\u{25fc}')
}
