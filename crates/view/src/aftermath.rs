//! The overlay after a battle: its result, and below it the next steps.

use super::{
    Look, clear_overlay, row_at,
    table_pane::{TablePane, TablePaneRow},
};
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Position, Rect, Spacing},
    widgets::Widget,
};

pub struct AftermathPane<'a> {
    pub look: Look<'a>,
    pub title: &'a str,
    pub rows: &'a [TablePaneRow],
    pub scroll: usize,
    pub choices: &'a [TablePaneRow],
    pub selected: usize,
}

/// The areas of the two parts, centred and as high as their rows and choices need.
fn parts(area: Rect, rows: usize, choices: usize) -> [Rect; 2] {
    let middle = super::centred(area);
    let below = u16::try_from(choices + 2).unwrap_or(u16::MAX).min(middle.height);
    let wanted = u16::try_from(rows + 1).unwrap_or(u16::MAX).saturating_add(below).min(middle.height);
    let middle = Rect { y: middle.y + (middle.height - wanted) / 2, height: wanted, ..middle };
    Layout::vertical([Constraint::Fill(1), Constraint::Length(below)]).spacing(Spacing::Overlap(1)).areas(middle)
}

/// How many rows are visible at once, with this many choices below.
pub fn visible_rows(area: Rect, rows: usize, choices: usize) -> usize {
    usize::from(parts(area, rows, choices)[0].height.saturating_sub(2))
}

pub fn choice_at(area: Rect, rows: usize, choices: usize, at: Position) -> Option<usize> {
    row_at(parts(area, rows, choices)[1], at, (0, choices))
}

pub fn columns(area: Rect) -> usize {
    usize::from(super::centred(area).width.saturating_sub(4))
}

impl Widget for &AftermathPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let [text, next] = parts(area, self.rows.len(), self.choices.len());
        let whole = text.union(next).intersection(buf.area);
        clear_overlay(self.look, whole, buf);
        let upper = TablePane {
            look: self.look,
            title: self.title,
            rows: self.rows,
            selected: usize::MAX,
            scroll: self.scroll,
            focused: false,
        };
        upper.render(text, buf);
        let lower = TablePane {
            look: self.look,
            title: "Next steps",
            rows: self.choices,
            selected: self.selected,
            scroll: 0,
            focused: true,
        };
        lower.render(next, buf);
    }
}
