//! The start screen: what can be opened or begun, with a card about the selected choice.

use super::{ClickTarget, Look, draw_line, draw_list_frame, measure, save_card::SaveCard};
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect, Spacing},
    text::{Line, Span},
    widgets::Widget,
};

pub struct MenuPane<'a> {
    pub look: Look<'a>,
    pub items: &'a [String],
    pub selected: usize,
    /// The first that is seen.
    pub scroll: usize,
    pub card: SaveCard<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuAreas {
    pub title: Rect,
    pub list: Rect,
    pub card: Rect,
}

/// From this width on, the card is beside the list.
const WIDE: u16 = 100;

impl MenuAreas {
    /// Lays the start screen out.
    pub fn new(area: Rect) -> Self {
        let above = if area.height >= 30 { 4 } else { 2 };
        let [title, panes] = Layout::vertical([Constraint::Length(above), Constraint::Fill(1)]).areas(area);
        let [list, card] = if area.width >= WIDE {
            Layout::horizontal([Constraint::Percentage(50), Constraint::Fill(1)])
                .spacing(Spacing::Overlap(1))
                .areas(panes)
        } else {
            let rows = if panes.height >= 20 { 10 } else { 9 };
            Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).spacing(Spacing::Overlap(1)).areas(panes)
        };
        Self { title, list, card }
    }

    /// How many choices are visible at a time.
    pub fn rows(&self) -> usize {
        usize::from(self.list.height.saturating_sub(2))
    }
}

impl Widget for &MenuPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        buf.set_style(area, self.look.theme.base);
        let styles = &self.look.theme.dialog;
        let MenuAreas { title, list, card } = MenuAreas::new(area);
        let row = title.height.saturating_sub(2);
        draw_line(buf, title, (2, row), &Line::styled("w a r d i a r y", styles.title));
        draw_line(buf, title, (20, row), &Line::styled("the war diary of your campaign", styles.muted));
        let inner =
            draw_list_frame(self.look, "What to open", true, (list, &mut *buf), (self.scroll, self.items.len()));
        let room = usize::from(inner.width.saturating_sub(2));
        for (row, (at, item)) in (0..inner.height).zip(self.items.iter().enumerate().skip(self.scroll)) {
            let chosen = at == self.selected;
            if chosen {
                self.look.set_selection((inner.x, inner.y + row));
            }
            self.look
                .add_target(ClickTarget::Row(at), Rect { y: inner.y + row, height: 1, ..inner }.intersection(inner));
            let mark = if chosen { self.look.glyphs.cursor } else { ' ' };
            let style = if chosen { styles.selected } else { styles.text };
            let item = measure::cut(item, room, self.look.glyphs);
            let spans = vec![Span::styled(format!("{mark} "), styles.key), Span::styled(item, style)];
            draw_line(buf, inner, (0, row), &Line::from(spans));
        }
        self.card.render(card, buf);
    }
}
