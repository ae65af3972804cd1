//! Lists in overlays: one for choosing, or for reading before confirming; and the picker, a search field and its
//! matches, best first.

use super::{ClickTarget, Look, centred, centred_rows, clear_overlay, draw_line, frame, measure};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Widget,
};
use unicode_segmentation::UnicodeSegmentation;
use wardiary_base::text::sanitize;

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
    let body_rows = |row: &ListRow| if row.body.is_empty() { 0 } else { wrap_body(&row.body, width).len() };
    let lines = wrap_intro(about, width).len() + rows.iter().map(|row| 1 + body_rows(row)).sum::<usize>();
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

pub struct PickerItem<'a> {
    pub kind: &'a str,
    pub name: &'a str,
    pub description: &'a str,
    /// Character indexes of the matching letters in `name`.
    pub letters: Vec<u32>,
}

pub struct PickerPane<'a> {
    pub look: Look<'a>,
    /// The kind of thing to pick.
    pub title: &'a str,
    pub query: &'a str,
    /// The cursor's position in `typed`, in characters.
    pub cursor: usize,
    pub items: &'a [PickerItem<'a>],
    /// The number of items before filtering.
    pub total: usize,
    pub selected: usize,
}

/// The widest picker, and the fewest columns for the kind of an item.
const WIDEST: u16 = 78;
const KIND_COLUMNS: usize = 8;

impl PickerPane<'_> {
    /// The area of the picker for this many rows: as large as its content, near the top.
    fn place(area: Rect, rows: usize) -> Rect {
        let width = area.width.min(WIDEST);
        let tall = u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(3).max(5);
        let height = tall.min(area.height);
        let above = (area.height - height) / 3;
        Rect { x: area.x + (area.width - width) / 2, y: area.y + above, width, height }
    }

    /// The number of visible rows, and the first of them.
    fn visible_rows(place: Rect, selected: usize) -> (usize, usize) {
        let tall = usize::from(place.height.saturating_sub(3));
        (tall, (selected + 1).saturating_sub(tall.max(1)))
    }

    fn line(&self, item: &PickerItem, is_chosen: bool, room: usize) -> Line<'static> {
        let (styles, glyphs) = (&self.look.theme.help, self.look.glyphs);
        let cursor = if is_chosen { glyphs.cursor } else { ' ' };
        let mut spans = vec![Span::styled(format!("{cursor} "), styles.matched)];
        let kind = self.items.iter().map(|item| measure::width(item.kind) + 1).fold(KIND_COLUMNS, usize::max);
        spans.push(Span::styled(measure::fit(item.kind, kind, glyphs), styles.muted));
        let own = if is_chosen { styles.selected } else { styles.text };
        let name = sanitize(item.name);
        for (at, letter) in (0u32..).zip(name.graphemes(true)) {
            let is_typed = item.letters.binary_search(&at).is_ok();
            let style = if is_typed { own.patch(styles.matched).add_modifier(Modifier::UNDERLINED) } else { own };
            spans.push(Span::styled(letter.to_string(), if is_chosen { Style { bg: own.bg, ..style } } else { style }));
        }
        let left = room.saturating_sub(kind + 4 + measure::width(&name));
        if left > 4 && !item.description.is_empty() {
            let about = measure::cut(&sanitize(item.description), left, glyphs);
            spans.push(Span::styled(format!("  {about}"), styles.muted));
        }
        Line::from(spans)
    }
}

impl Widget for &PickerPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let place = PickerPane::place(area, self.items.len());
        clear_overlay(self.look, place, buf);
        let styles = &self.look.theme.help;
        let (tall, first) = PickerPane::visible_rows(place, self.selected);
        let more = self.items.len().saturating_sub(first + tall);
        let below = if more > 0 { format!(" {} {more} more ", self.look.glyphs.below) } else { String::new() };
        let block = frame(self.look, Line::from(self.title.to_string()), true)
            .title_bottom(Line::styled(below, styles.muted).right_aligned());
        let inner = block.inner(place);
        block.render(place, buf);
        let typed = sanitize(self.query);
        let prompt = if typed.is_empty() {
            Span::styled("type a few letters of a name", styles.muted)
        } else {
            Span::styled(typed.clone(), styles.matched)
        };
        draw_line(buf, inner, (0, 0), &Line::from(vec![Span::styled("/ ", styles.muted), prompt]));
        let letters = Rect {
            x: inner.x.saturating_add(2),
            width: inner.width.saturating_sub(14),
            height: inner.height.min(1),
            ..inner
        };
        self.look.add_letter_targets(self.query, 0, letters.intersection(inner));
        let before: String = typed.chars().take(self.cursor).collect();
        let column =
            inner.x.saturating_add(2).saturating_add(u16::try_from(measure::width(&before)).unwrap_or(u16::MAX));
        if let Some(cell) = buf.cell_mut((column, inner.y)).filter(|_| column < inner.right() && inner.height > 0) {
            cell.set_style(Style::new().add_modifier(Modifier::REVERSED));
        }
        let count = format!("{} of {}", self.items.len(), self.total);
        let at = inner.width.saturating_sub(u16::try_from(count.len()).unwrap_or(0));
        draw_line(buf, inner, (at, 0), &Line::styled(count, styles.muted));
        if self.items.is_empty() {
            draw_line(buf, inner, (2, 1), &Line::styled("no match", styles.muted));
        }
        let rows = self.items.iter().enumerate().skip(first).take(tall);
        for (row, (at, item)) in (1u16..).zip(rows) {
            draw_line(buf, inner, (0, row), &self.line(item, at == self.selected, usize::from(inner.width)));
            let place = Rect { y: inner.y + row, height: 1, ..inner }.intersection(inner);
            if at == self.selected {
                self.look.set_selection((place.x, place.y));
            }
            self.look.add_target(ClickTarget::Row(at), place);
        }
    }
}
