//! Search in a list: the search field, and highlights over whatever was drawn.

use super::{Look, clear_overlay, draw_line, measure, visible_part};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_base::text::sanitize;

/// The words to search for, in lower case.
pub fn terms(typed: &str) -> Vec<String> {
    typed.split_whitespace().map(str::to_lowercase).collect()
}

/// Highlights the words in an area that was drawn. A word broken across rows is not found.
pub fn highlight(look: Look, words: &[String], area: Rect, buf: &mut Buffer) {
    let area = area.intersection(buf.area);
    for y in area.top()..area.bottom() {
        // Maps each byte of the row to its column.
        let mut row = String::new();
        let mut columns = Vec::new();
        for x in area.left()..area.right() {
            let symbol = buf[(x, y)].symbol().to_lowercase();
            columns.extend(std::iter::repeat_n(x, symbol.len()));
            row.push_str(&symbol);
        }
        for word in words.iter().filter(|word| !word.is_empty()) {
            for (at, found) in row.match_indices(word.as_str()) {
                let (first, last) = (columns[at], columns[at + found.len() - 1]);
                let place = Rect { x: first, y, width: last - first + 1, height: 1 };
                // The cursor's row keeps its background; the underline marks the match there.
                buf.set_style(place, Style { bg: None, ..look.theme.help.matched }.add_modifier(Modifier::UNDERLINED));
            }
        }
    }
}

pub struct SearchPane<'a> {
    pub look: Look<'a>,
    pub query: &'a str,
    /// The cursor's position in `words`, in characters; `None` once typing has ended.
    pub cursor: Option<usize>,
    pub match_count: &'a str,
    pub has_no_match: bool,
}

impl Widget for &SearchPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let Some(area) = visible_part(area, buf) else { return };
        clear_overlay(self.look, area, buf);
        let styles = &self.look.theme.picker;
        let text = if self.has_no_match { styles.error } else { styles.matched };
        let wide = measure::width(self.match_count);
        let room = usize::from(area.width).saturating_sub(wide + 6);
        let typed = sanitize(self.query);
        // Scrolls so that the end of the text is visible.
        let over = measure::width(&typed).saturating_sub(room);
        let mut skipped = 0;
        let shown: String = typed
            .chars()
            .skip_while(|c| {
                let is_over = skipped < over;
                skipped += measure::width(&c.to_string());
                is_over
            })
            .collect();
        let shown_letters = shown.chars().count().min(self.query.chars().count());
        draw_line(
            buf,
            area,
            (1, 0),
            &Line::from(vec![Span::styled("/", styles.prompt), Span::styled(shown, styles.input)]),
        );
        let letters = Rect {
            x: area.x.saturating_add(2),
            width: area.width.saturating_sub(4 + u16::try_from(wide).unwrap_or(0)),
            ..area
        };
        self.look.add_letter_targets(self.query, self.query.chars().count() - shown_letters, letters);
        if let Some(cursor) = self.cursor {
            let before: String = typed.chars().take(cursor).collect();
            let column = 2 + u16::try_from(measure::width(&before).saturating_sub(over)).unwrap_or(0);
            let at = (area.x.saturating_add(column).min(area.right() - 1), area.y);
            self.look.set_selection(at);
            if let Some(cell) = buf.cell_mut(at) {
                cell.set_style(Style::new().add_modifier(Modifier::REVERSED));
            }
        }
        let column = area.width.saturating_sub(u16::try_from(wide + 1).unwrap_or(u16::MAX));
        draw_line(buf, area, (column, 0), &Line::styled(self.match_count.to_string(), text));
    }
}
