//! A list in an overlay, for choosing, or for reading before confirming.

use super::{ClickTarget, Look, centred, centred_rows, clear_overlay, frame, measure};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_base::text::sanitize;

/// A row of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListRow {
    /// The subject of the row.
    pub head: String,
    /// The details; may be long.
    pub body: String,
    pub mark: ListMark,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListMark {
    #[default]
    None,
    /// The branch that stays current, or what a branch would lack.
    Branch,
    Here,
}

pub struct ListDialogPane<'a> {
    pub look: Look<'a>,
    pub title: &'a str,
    /// A sentence above the rows; may be empty.
    pub intro: &'a str,
    pub rows: &'a [ListRow],
    pub selected: usize,
}

/// The list as text: its title, the sentence above it, and its rows, numbered if they can be chosen.
pub fn plain_lines(title: &str, about: &str, rows: &[ListRow], numbered: bool) -> Vec<String> {
    let row = |(at, row): (usize, &ListRow)| {
        let number = if numbered { format!("{}  ", at + 1) } else { String::new() };
        let here = if row.mark == ListMark::None { "" } else { " (here)" };
        format!("{number}{}{here}  {}", row.head, row.body).trim_end().to_string()
    };
    let above = [title, about].into_iter().filter(|line| !line.is_empty()).map(String::from);
    above.chain(rows.iter().enumerate().map(row)).collect()
}

/// The sentence above a list, wrapped.
fn wrap_intro(about: &str, width: usize) -> Vec<String> {
    if about.is_empty() { Vec::new() } else { measure::wrap(&sanitize(about), width.max(1)) }
}

/// The details of a row, indented and wrapped.
fn wrap_body(body: &str, width: usize) -> Vec<String> {
    measure::wrap(&sanitize(body), width.saturating_sub(6).max(1))
}

/// The area of a list, as high as its content.
pub fn dialog_area(area: Rect, about: &str, rows: &[ListRow]) -> Rect {
    let width = usize::from(centred(area).width.saturating_sub(2));
    let message = |row: &ListRow| if row.body.is_empty() { 0 } else { wrap_body(&row.body, width).len() };
    let lines = wrap_intro(about, width).len() + rows.iter().map(|row| 1 + message(row)).sum::<usize>();
    centred_rows(area, lines)
}

impl ListDialogPane<'_> {
    /// The lines of a row: its head, then its details indented and wrapped.
    fn lines(&self, at: usize, width: usize) -> Vec<Line<'static>> {
        let (styles, glyphs) = (&self.look.theme.help, self.look.glyphs);
        let row = &self.rows[at];
        let here = at == self.selected;
        let cursor = if here { glyphs.cursor } else { ' ' };
        let mark = match row.mark {
            ListMark::None => ' ',
            ListMark::Branch => glyphs.branch,
            ListMark::Here => glyphs.focus,
        };
        let head = if here { self.look.theme.dialog.selected } else { styles.key };
        let mut lines = vec![Line::from(vec![
            Span::styled(format!("{cursor} {mark} "), styles.matched),
            Span::styled(sanitize(&row.head), head),
        ])];
        if !row.body.is_empty() {
            lines.extend(
                wrap_body(&row.body, width)
                    .into_iter()
                    .map(|words| Line::styled(format!("      {words}"), styles.text)),
            );
        }
        lines
    }
}

impl Widget for &ListDialogPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let styles = &self.look.theme.help;
        let block = frame(self.look, Line::from(sanitize(self.title)), true);
        let middle = dialog_area(area, self.intro, self.rows);
        clear_overlay(self.look, middle, buf);
        let inner = block.inner(middle);
        let width = usize::from(inner.width);
        let about = wrap_intro(self.intro, width);
        let all: Vec<Vec<Line>> = (0..self.rows.len()).map(|at| self.lines(at, width)).collect();
        let height = usize::from(inner.height).saturating_sub(about.len());
        // Keeps the cursor's row visible, whole if there is room.
        let mut first = self.selected.min(all.len().saturating_sub(1));
        let mut used = all.get(first).map_or(0, Vec::len);
        while first > 0 && used + all[first - 1].len() <= height {
            first -= 1;
            used += all[first].len();
        }
        let lines: Vec<Line> = all[first..].iter().flatten().take(height).cloned().collect();
        let shown = lines.len();
        let above: usize = about.len()
            + all[first..].iter().take(self.selected - first.min(self.selected)).map(Vec::len).sum::<usize>();
        if let Some(y) = u16::try_from(above).ok().filter(|y| *y < inner.height && !self.rows.is_empty()) {
            self.look.set_selection((inner.x, inner.y + y));
        }
        let more = all[first..].iter().map(Vec::len).sum::<usize>() - shown;
        let below = if more > 0 { format!(" {} {more} more ", self.look.glyphs.below) } else { String::new() };
        block.title_bottom(Line::styled(below, styles.muted).right_aligned()).render(middle, buf);
        let about = about.into_iter().map(|words| Line::styled(words, styles.heading));
        let mut y = inner.y.saturating_add(u16::try_from(about.len()).unwrap_or(u16::MAX));
        for (at, row) in all.iter().enumerate().skip(first) {
            let tall = u16::try_from(row.len()).unwrap_or(u16::MAX).min(inner.bottom().saturating_sub(y));
            self.look.add_target(ClickTarget::Row(at), Rect { y, height: tall, ..inner });
            y = y.saturating_add(tall);
        }
        for (y, line) in (inner.y..inner.bottom()).zip(about.chain(lines)) {
            buf.set_line(inner.x, y, &line, inner.width);
        }
    }
}
