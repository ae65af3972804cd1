//! A panel with the keys that can follow a prefix, and what each does.

use super::{ClickTarget, Look, draw_line, frame, measure};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::{Clear, Widget},
};

pub struct WhichKeyPane<'a> {
    pub look: Look<'a>,
    /// The keys pressed so far.
    pub pressed: &'a str,
    pub keys: &'a [FollowingKey],
}

pub struct FollowingKey {
    pub key: String,
    pub description: &'static str,
    /// Why the command is unavailable now.
    pub unavailable_reason: Option<String>,
    /// The number of the command.
    pub command: usize,
}

impl WhichKeyPane<'_> {
    /// The area of the panel over the footer: as large as its content.
    fn panel_area(&self, frame: Rect) -> Rect {
        let line = |FollowingKey { key, description: does, unavailable_reason: why, .. }: &FollowingKey| {
            measure::width(key) + measure::width(does) + why.as_ref().map_or(0, |why| measure::width(why) + 3)
        };
        let widest = self.keys.iter().map(line).max().unwrap_or(0).max(measure::width(self.pressed) + 4);
        let width = u16::try_from(widest + 7).unwrap_or(u16::MAX).min(frame.width);
        let above = frame.height.saturating_sub(1);
        let height = u16::try_from(self.keys.len() + 2).unwrap_or(u16::MAX).min(above);
        Rect { x: frame.right() - width, y: frame.y + above - height, width, height }
    }
}

impl Widget for &WhichKeyPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let place = self.panel_area(area.intersection(buf.area));
        Clear.render(place, buf);
        buf.set_style(place, self.look.theme.base);
        let styles = &self.look.theme.help;
        let block = frame(self.look, Line::from(format!("{} …", self.pressed)), true);
        let inner = block.inner(place);
        block.render(place, buf);
        let keys = self.keys.iter().map(|following| measure::width(&following.key)).max().unwrap_or(0);
        for (row, FollowingKey { key, description: does, unavailable_reason: why, command }) in
            (0..inner.height).zip(self.keys)
        {
            self.look.add_target(ClickTarget::Command(*command), Rect { y: inner.y + row, height: 1, ..inner });
            let style = if why.is_some() { (styles.muted, styles.muted) } else { (styles.key, styles.text) };
            let why = why.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
            let line = Line::from(vec![
                Span::styled(measure::fit(key, keys, self.look.glyphs), style.0),
                Span::styled(format!("  {does}{why}"), style.1),
            ]);
            draw_line(buf, inner, (1, row), &line);
        }
    }
}
