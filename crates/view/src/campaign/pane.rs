//! A pane of the Campaign screen: rows in columns, or a card.

use super::{CampaignCard, CampaignItem, CampaignRow, RowTone};
use crate::{ClickTarget, Look, draw_frame, draw_line, draw_list_frame, list_frame, measure, visible_part};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::Widget,
};

pub struct CampaignPane<'a> {
    pub look: Look<'a>,
    pub title: &'a str,
    /// The rows, from number `first` on.
    pub rows: &'a [CampaignRow],
    /// The index of the first of `rows`.
    pub first: usize,
    pub total: usize,
    pub selected: usize,
    pub scroll: usize,
    pub focused: bool,
}

/// The widest lead that aligns the texts of other rows in a wide pane.
const MAX_LEAD: usize = 28;

/// The least columns for the card's text beside a row.
const MIN_DETAILS: usize = 10;

impl CampaignPane<'_> {
    /// The widths of a row's parts, with this many columns for the lead.
    fn widths(row: &CampaignRow, columns: usize, lead: usize) -> Widths {
        // An offer is a sentence of its own.
        let lead = if row.tone == RowTone::Missing { 0 } else { lead };
        let room = columns.saturating_sub(if lead == 0 { 2 } else { lead + 3 });
        // The tail gives way to the text, except that the holder of a place precedes the forces there, which the card lists.
        let tail = measure::width(&row.tail) + 1;
        let text = measure::width(&row.text);
        let least = if matches!(row.item, CampaignItem::Station(_)) { text.min(MIN_DETAILS) } else { text };
        let tail = if row.tail.is_empty() || least + tail > room { 0 } else { tail };
        // The card's text follows if there is room for a few words.
        let about = room.saturating_sub(text + 2);
        let about = if row.details.is_empty() || about < MIN_DETAILS { 0 } else { about };
        Widths { lead, text: if about > 0 { text } else { room - tail }, details: about, tail }
    }

    fn line(&self, row: &CampaignRow, lead: &str, widths: Widths) -> Line<'static> {
        let (styles, glyphs) = (self.look.theme.forces, self.look.glyphs);
        let style = match row.tone {
            RowTone::Urgent => styles.side,
            RowTone::Plain | RowTone::Missing => styles.unit,
            RowTone::Muted => styles.muted,
        };
        let mark = match row.tone {
            RowTone::Urgent => glyphs.unit,
            RowTone::Missing => glyphs.arrow,
            RowTone::Plain | RowTone::Muted => ' ',
        };
        let front = if widths.lead == 0 { String::new() } else { measure::fit(lead, widths.lead, glyphs) + " " };
        // A contact's text is a name as well.
        let fit = if matches!(row.item, CampaignItem::Contact(_)) { measure::fit_name } else { measure::fit };
        let mut spans = vec![
            Span::styled(format!("{mark} "), self.look.theme.header.awaited),
            Span::styled(front, if row.tone == RowTone::Plain { styles.muted } else { style }),
            Span::styled(fit(&row.text, widths.text, glyphs), style),
        ];
        if widths.details > 0 {
            spans.push(Span::styled(format!("  {}", measure::cut(&row.details, widths.details, glyphs)), styles.muted));
        }
        if widths.tail > 0 {
            spans.push(Span::styled(format!(" {}", row.tail), styles.muted));
        }
        Line::from(spans)
    }
}

#[derive(Clone, Copy)]
struct Widths {
    lead: usize,
    text: usize,
    details: usize,
    tail: usize,
}

impl Widget for &CampaignPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let Some(area) = visible_part(area, buf) else { return };
        let styles = self.look.theme.forces;
        let inner = draw_list_frame(self.look, self.title, self.focused, (area, buf), (self.scroll, self.total));
        let columns = usize::from(inner.width).saturating_sub(1);
        let widest = |part: fn(&CampaignRow) -> &String| self.rows.iter().map(|row| measure::width(part(row))).max();
        // Texts are aligned behind the leads that take up to half of the row, if they are not very long, or what the texts
        // do not need. A longer lead moves the text of its own row.
        let spare = columns.saturating_sub(widest(|row| &row.text).unwrap_or(0) + 3);
        let leads = self.rows.iter().map(|row| measure::width(&row.lead));
        let lead = leads.filter(|lead| *lead <= spare.max(MAX_LEAD.min(columns / 2))).max().unwrap_or(0);
        let window = self.rows.iter().skip(self.scroll.saturating_sub(self.first)).take(usize::from(inner.height));
        let visible = window.map(|row| {
            let most = match row.item {
                CampaignItem::Station(_) => columns.saturating_sub(3 + measure::width(&row.text).min(MIN_DETAILS)),
                _ => columns / 2,
            };
            (row, measure::cut_name(&row.lead, most.max(lead), self.look.glyphs))
        });
        for (y, (at, (row, cut_lead))) in (0u16..).zip((self.scroll..).zip(visible)) {
            let own = measure::width(&cut_lead);
            let lead = if row.text.is_empty() { own } else { lead.max(own) };
            let widths = CampaignPane::widths(row, columns, lead);
            let here = at == self.selected;
            self.look.add_target(ClickTarget::Row(at), Rect { y: inner.y + y, height: 1, ..inner }.intersection(inner));
            let cursor = if here { self.look.glyphs.cursor } else { ' ' };
            draw_line(buf, inner, (0, y), &Line::styled(cursor.to_string(), styles.cursor));
            draw_line(buf, inner, (1, y), &self.line(row, &cut_lead, widths));
            if here && self.focused {
                self.look.set_selection((inner.x, inner.y + y));
            }
            if here {
                let whole = Rect { y: inner.y + y, height: 1, ..inner };
                buf.set_style(whole, if self.focused { styles.selected } else { styles.chosen });
            }
        }
    }
}

impl CampaignCard {
    pub fn wrapped(&self, columns: usize) -> Vec<String> {
        self.lines.iter().flat_map(|line| measure::wrap(line, columns)).collect()
    }

    /// Draws the card; its last line says so if there is more.
    pub fn draw(&self, look: Look, area: Rect, buf: &mut Buffer) {
        let Some(area) = visible_part(area, buf) else { return };
        let lines = self.wrapped(usize::from(area.width.saturating_sub(4)));
        let hidden = lines.len().saturating_sub(usize::from(area.height.saturating_sub(2)));
        let inner = draw_frame(list_frame(look, &self.title, false, area.width, (0, hidden)), area, buf);
        for (y, line) in (0..inner.height).zip(lines) {
            let style = if y == 0 { look.theme.header.battle } else { look.theme.header.muted };
            draw_line(buf, inner, (1, y), &Line::styled(line, style));
        }
    }
}
