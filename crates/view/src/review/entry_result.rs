//! The result of the current entry: its headline, dice, sentences and remarks.

use crate::{Look, draw_frame, draw_line, frame, list_frame, measure};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_base::text;
use wardiary_diary::diary::Account;

/// The result of an entry.
#[derive(Clone, Copy, Debug)]
pub struct EntryResultPane<'a> {
    pub look: Look<'a>,
    /// The entry; `None` for the muster.
    pub account: Option<&'a Account>,
    /// The text for the muster.
    pub muster: &'a str,
}

impl EntryResultPane<'_> {
    fn lines(&self, width: usize) -> Vec<Line<'static>> {
        let style = self.look.theme.diary;
        let mut lines: Vec<Line<'static>> = Vec::new();
        let mut told = |text: &str, style: Style| {
            let words = measure::wrap(&text::sanitize(text), width);
            lines.extend(words.into_iter().map(|words| Line::from(vec![Span::styled(words, style)])));
        };
        let Some(account) = self.account else {
            told(self.muster, style.sentence);
            return lines;
        };
        // Remarks come first: in little room they matter most to a reader.
        account.remark_lines().iter().for_each(|remark| told(remark, style.remark));
        told(&account.headline, style.headline);
        if !account.dice.is_empty() {
            told(&account.faces(), style.dice);
        }
        account.details().for_each(|detail| told(detail, style.sentence));
        lines
    }
}

impl Widget for &EntryResultPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let title = self.account.map_or_else(
            || "The muster".to_string(),
            |account| {
                let turn = account.turn_label();
                let turn = if turn.is_empty() { turn } else { format!(", {turn}") };
                format!("Entry {}{turn}, {}", account.no, account.at.strftime("%Y-%m-%d %H:%M UTC"))
            },
        );
        let inner = frame(self.look, Line::default(), false).inner(area.intersection(buf.area));
        let lines = self.lines(usize::from(inner.width));
        let below = lines.len().saturating_sub(usize::from(inner.height));
        let inner = draw_frame(list_frame(self.look, &title, false, area.width, (0, below)), area, buf);
        for (y, line) in (0u16..).zip(&lines).take(usize::from(inner.height)) {
            draw_line(buf, inner, (0, y), line);
        }
    }
}
