//! The picker: a search field and its matches, best first, with the matching letters highlighted.

use super::{ClickTarget, Look, draw_line, frame, measure};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::{Clear, Widget},
};
use unicode_segmentation::UnicodeSegmentation;
use wardiary_base::text::sanitize;

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

/// The widest picker, and the columns for the kind of an item.
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
        spans.push(Span::styled(measure::fit(item.kind, KIND_COLUMNS, glyphs), styles.muted));
        let own = if is_chosen { styles.selected } else { styles.text };
        let name = sanitize(item.name);
        for (at, letter) in (0u32..).zip(name.graphemes(true)) {
            let is_typed = item.letters.binary_search(&at).is_ok();
            let style = if is_typed { own.patch(styles.matched).add_modifier(Modifier::UNDERLINED) } else { own };
            spans.push(Span::styled(letter.to_string(), if is_chosen { Style { bg: own.bg, ..style } } else { style }));
        }
        let left = room.saturating_sub(KIND_COLUMNS + 4 + measure::width(&name));
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
        Clear.render(place, buf);
        buf.set_style(place, self.look.theme.base);
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
            Span::styled("a few letters of its name", styles.muted)
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
            draw_line(buf, inner, (2, 1), &Line::styled("nothing is called so", styles.muted));
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
