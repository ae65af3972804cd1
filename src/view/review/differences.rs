//! Two ways through a diary, or two diaries, side by side from where they part, with what differs at their ends.

use crate::{
    diary::{Account, compare::Compared},
    text,
    view::{Look, draw_line, frame, measure, open_frame, overlay},
};
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    text::{Line, Span},
    widgets::Widget,
};

/// Two ways side by side.
#[derive(Clone, Copy, Debug)]
pub struct DifferencesPane<'a> {
    /// What it is drawn with.
    pub look: Look<'a>,
    /// What was compared.
    pub compared: &'a Compared,
    /// The first line that is seen.
    pub scroll: usize,
}

impl DifferencesPane<'_> {
    /// The lines of a way: its entries, a line each.
    fn entries(&self, accounts: &[Account], width: usize) -> Vec<Line<'static>> {
        let (style, glyphs) = (self.look.theme.log, self.look.glyphs);
        let line = |account: &Account| {
            let number = format!("{:>4} ", account.no);
            let room = width.saturating_sub(number.len());
            let words = measure::cut(&text::sanitize(&account.headline), room, glyphs);
            Line::from(vec![Span::styled(number, style.number), Span::styled(words, style.headline)])
        };
        accounts.iter().map(line).collect()
    }

    /// How many lines there are to scroll by, at that width.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.compared.ways.iter().map(|way| way.entries.len()).max().unwrap_or(0)
    }
}

impl Widget for &DifferencesPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = overlay_wide(self.look, area, buf);
        let style = self.look.theme.log;
        let many = u16::try_from(self.compared.differences.len().max(1)).unwrap_or(u16::MAX);
        let below = (many + 2).min(area.height / 2);
        let [above, below] = Layout::vertical([Constraint::Fill(1), Constraint::Length(below)]).areas(area);
        let halves = Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]).areas::<2>(above);
        for (half, way) in halves.into_iter().zip(&self.compared.ways) {
            let title = format!("{}, {}", way.title, text::count(way.entries.len(), "entry", "entries"));
            let inner = open_frame(frame(self.look, Line::raw(text::sanitize(&title)), false), half, buf);
            let lines = self.entries(&way.entries, usize::from(inner.width));
            let seen = lines.iter().skip(self.scroll).take(usize::from(inner.height));
            for (y, line) in (0u16..).zip(seen) {
                draw_line(buf, inner, (0, y), line);
            }
        }
        let title = format!("What differs at the end; they part after {}", self.compared.parted());
        let inner = open_frame(frame(self.look, Line::raw(title), true), below, buf);
        let room = usize::from(inner.width);
        let mut y = 0;
        for difference in &self.compared.differences {
            let lines = measure::wrap(&text::sanitize(difference), room);
            for words in lines {
                draw_line(buf, inner, (0, y), &Line::styled(words, style.sentence));
                y += 1;
            }
        }
        if self.compared.differences.is_empty() {
            draw_line(buf, inner, (0, 0), &Line::styled("Nothing: both ends are alike.", style.sentence));
        }
    }
}

/// All of an area, cleared.
fn overlay_wide(look: Look, area: Rect, buf: &mut Buffer) -> Rect {
    overlay(look, area, buf);
    ratatui::widgets::Clear.render(area, buf);
    buf.set_style(area, look.theme.base);
    area
}
