//! What came of a battle, over the screen: what there is to say of it, and below what can be done next.

use super::{
    Look,
    ledger::{LedgerPane, LedgerRow},
    row_at,
};
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Position, Rect, Spacing},
    widgets::{Clear, Widget},
};

/// What came of a battle.
pub struct AftermathPane<'a> {
    /// What it is drawn with.
    pub look: Look<'a>,
    /// What stands over it.
    pub title: &'a str,
    /// What there is to say.
    pub rows: &'a [LedgerRow],
    /// The first row to be shown.
    pub scroll: usize,
    /// What can be done next.
    pub choices: &'a [LedgerRow],
    /// The one of them that is chosen.
    pub selected: usize,
}

/// Where the two parts lie in an area: as large as so many rows and choices need, in the middle.
fn parts(area: Rect, rows: usize, choices: usize) -> [Rect; 2] {
    let middle = super::middle_of(area);
    let below = u16::try_from(choices + 2).unwrap_or(u16::MAX).min(middle.height);
    let wanted = u16::try_from(rows + 1).unwrap_or(u16::MAX).saturating_add(below).min(middle.height);
    let middle = Rect { y: middle.y + (middle.height - wanted) / 2, height: wanted, ..middle };
    Layout::vertical([Constraint::Fill(1), Constraint::Length(below)]).spacing(Spacing::Overlap(1)).areas(middle)
}

/// How many of so many rows are seen at once in an area, with so many choices below.
pub fn rows_seen(area: Rect, rows: usize, choices: usize) -> usize {
    usize::from(parts(area, rows, choices)[0].height.saturating_sub(2))
}

/// The choice at a place of the screen.
pub fn choice_at(area: Rect, rows: usize, choices: usize, at: Position) -> Option<usize> {
    row_at(parts(area, rows, choices)[1], at, (0, choices))
}

/// The columns that a row has in an area.
pub fn columns(area: Rect) -> usize {
    usize::from(super::middle_of(area).width.saturating_sub(4))
}

impl Widget for &AftermathPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let [told, next] = parts(area, self.rows.len(), self.choices.len());
        let whole = told.union(next).intersection(buf.area);
        Clear.render(whole, buf);
        buf.set_style(whole, self.look.theme.base);
        let upper = LedgerPane {
            look: self.look,
            title: self.title,
            rows: self.rows,
            selected: usize::MAX,
            scroll: self.scroll,
            focused: false,
        };
        upper.render(told, buf);
        let lower = LedgerPane {
            look: self.look,
            title: "What next",
            rows: self.choices,
            selected: self.selected,
            scroll: 0,
            focused: true,
        };
        lower.render(next, buf);
    }
}
