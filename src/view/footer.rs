//! The last line: what the keys do now.

use super::Look;
use ratatui::{buffer::Buffer, layout::Rect, text::Line, text::Span, widgets::Widget};
use unicode_width::UnicodeWidthStr;

/// What the keys do now, the most useful first; what there is no room for is left out, but the last always stays.
pub(crate) struct FooterPane<'a> {
    /// How it looks.
    pub look: Look<'a>,
    /// Keys and what they do.
    pub(crate) items: &'a [(String, &'static str)],
}

impl FooterPane<'_> {
    /// The columns that each item that fits takes, with its place in `items`.
    #[must_use]
    pub fn places(&self, width: u16) -> Vec<(usize, std::ops::Range<u16>)> {
        let size = |at: usize| {
            let (key, label) = &self.items[at];
            u16::try_from(key.width() + 1 + label.width() + 3).unwrap_or(u16::MAX)
        };
        let Some(last) = self.items.len().checked_sub(1) else { return Vec::new() };
        let room = width.saturating_sub(1).saturating_sub(size(last));
        let mut places = Vec::new();
        let mut at = 1u16;
        for item in 0..last {
            if at.saturating_add(size(item)) > room {
                continue;
            }
            places.push((item, at..at + size(item)));
            at += size(item);
        }
        places.push((last, at..at.saturating_add(size(last))));
        places
    }
}

impl Widget for &FooterPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let styles = &self.look.theme.footer;
        for (item, place) in self.places(area.width) {
            let (key, label) = &self.items[item];
            let line = Line::from(vec![
                Span::styled(key.as_str(), styles.key),
                Span::styled(format!(" {label}"), styles.text),
            ]);
            let room = area.width.saturating_sub(place.start);
            buf.set_line(
                area.x.saturating_add(place.start).min(area.right()),
                area.y,
                &line,
                if area.height > 0 { room } else { 0 },
            );
        }
    }
}
