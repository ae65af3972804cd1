//! The last lines of the screen: the latest message, and the keys that are available now.

use super::{ClickTarget, Look, draw_line, measure};
use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Line, text::Span, widgets::Widget};
use unicode_width::UnicodeWidthStr;

/// A message over the footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusLine {
    /// The text. Empty to reserve a line for later messages.
    pub text: String,
    pub tone: StatusTone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusTone {
    /// A default message, shown while nothing has happened.
    Plain,
    /// The result of a command.
    Outcome,
    Error,
}

impl StatusLine {
    fn lines(&self, frame: Rect) -> Vec<String> {
        measure::wrap(&self.text, usize::from(frame.width.saturating_sub(2)))
    }

    /// The rows that the message takes in a frame: enough for all of it, if there is room.
    pub fn rows(&self, frame: Rect) -> u16 {
        let most = if frame.height < 24 { 2 } else { 3 };
        u16::try_from(self.lines(frame).len()).unwrap_or(most).clamp(1, most)
    }
}

pub struct StatusLinePane<'a> {
    pub look: Look<'a>,
    pub line: &'a StatusLine,
}

impl Widget for &StatusLinePane<'_> {
    /// Draws into a whole frame.
    fn render(self, frame: Rect, buf: &mut Buffer) {
        let styles = &self.look.theme.footer;
        let style = match self.line.tone {
            StatusTone::Plain => Style::default(),
            StatusTone::Outcome => styles.notice,
            StatusTone::Error => styles.error,
        };
        let rows = self.line.rows(frame).min(frame.height.saturating_sub(1));
        let area = Rect { y: frame.bottom().saturating_sub(rows + 1), height: rows, ..frame };
        let lines = self.line.lines(frame);
        let is_cut = lines.len() > usize::from(rows);
        for y in 0..rows {
            let line = match lines.get(usize::from(y)..) {
                Some(rest) if is_cut && y + 1 == rows => {
                    measure::cut(&rest.join(" "), usize::from(frame.width.saturating_sub(2)), self.look.glyphs)
                }
                Some([line, ..]) => line.clone(),
                _ => break,
            };
            draw_line(buf, area, (0, y), &Line::styled(format!(" {line}"), style));
        }
    }
}

/// A key in the footer and its command's label.
pub struct Hint {
    pub key: String,
    pub label: &'static str,
    /// The number of the command. `None` if a click on the key does nothing.
    pub command: Option<usize>,
}

/// The available keys, the most useful first. Items without room are left out, except the last `pinned`.
pub struct FooterPane<'a> {
    pub look: Look<'a>,
    pub items: &'a [Hint],
    /// How many of the last items are never left out.
    pub pinned: usize,
}

impl FooterPane<'_> {
    /// The columns of each item that fits, with its index in `items`.
    pub fn places(&self, width: u16) -> Vec<(usize, std::ops::Range<u16>)> {
        let size = |at: usize| {
            let Hint { key, label, .. } = &self.items[at];
            u16::try_from(key.width() + 1 + label.width() + 3).unwrap_or(u16::MAX)
        };
        let pinned = self.items.len().saturating_sub(self.pinned)..self.items.len();
        let room = pinned.clone().map(size).fold(width.saturating_sub(1), u16::saturating_sub);
        let mut places = Vec::new();
        let mut at = 1u16;
        for item in 0..self.items.len() {
            if !pinned.contains(&item) && at.saturating_add(size(item)) > room {
                continue;
            }
            places.push((item, at..at.saturating_add(size(item))));
            at = at.saturating_add(size(item));
        }
        places
    }
}

impl Widget for &FooterPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let styles = &self.look.theme.footer;
        for (item, place) in self.places(area.width) {
            let Hint { key, label, command } = &self.items[item];
            let across = place.end.min(area.width).saturating_sub(place.start);
            let there =
                Rect { x: area.x.saturating_add(place.start), width: across, height: area.height.min(1), ..area };
            if let Some(command) = *command {
                self.look.add_target(ClickTarget::Command(command), there);
            }
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
