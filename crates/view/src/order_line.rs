//! The order line: the typed text, its completions, and a preview of the result.

use super::{ClickTarget, Look, frame, measure::wrap, odds};
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    style::Style,
    text::{Line, Span},
    widgets::{Block, Paragraph, Widget},
};
use unicode_width::UnicodeWidthStr;
use wardiary_base::text::sanitize;
use wardiary_odds::odds::forecast::words::ChanceTable;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct OrderFeedback {
    /// The preview: the order's text, and the dice that it needs.
    pub result: Vec<String>,
    pub odds: Vec<String>,
    /// The odds as a table, if they form one.
    pub chances: Option<ChanceTable>,
    pub fault: Option<String>,
    pub hint: Option<String>,
    /// Whether the rules refuse the order; otherwise it is only incomplete.
    pub refused: bool,
}

pub struct OrderLinePane<'a> {
    pub look: Look<'a>,
    pub title: &'a str,
    pub text: &'a str,
    /// The cursor's position in `text`, in characters.
    pub cursor: usize,
    /// Completions, each with a description.
    pub suggestions: &'a [(String, String)],
    pub selected: Option<usize>,
    pub feedback: &'a OrderFeedback,
    pub dice_hint: &'a str,
}

impl OrderLinePane<'_> {
    fn draw_input(&self, area: Rect, buf: &mut Buffer) {
        let styles = &self.look.theme.picker;
        let shown = sanitize(self.text);
        let before: String = sanitize(&self.text.chars().take(self.cursor).collect::<String>());
        let room = usize::from(area.width.saturating_sub(3));
        // Scrolls so that the cursor is visible.
        let skip = before.width().saturating_sub(room);
        let mut seen = String::new();
        let mut column = 0;
        for c in shown.chars() {
            let width = unicode_width::UnicodeWidthChar::width(c).unwrap_or(0);
            if column >= skip {
                seen.push(c);
            }
            column += width;
        }
        let letters = Rect {
            x: area.x.saturating_add(2),
            height: area.height.min(1),
            width: area.width.saturating_sub(2),
            ..area
        };
        let all = self.text.chars().count();
        self.look.add_letter_targets(self.text, all - seen.chars().count().min(all), letters);
        let line = Line::from(vec![Span::styled(": ", styles.prompt), Span::styled(seen, styles.input)]);
        buf.set_line(area.x, area.y, &line, area.width);
        let at = area.x.saturating_add(2).saturating_add(u16::try_from(before.width() - skip).unwrap_or(0));
        self.look.set_selection((at.min(area.right().saturating_sub(1)), area.y));
        if let Some(cell) = buf.cell_mut((at.min(area.right().saturating_sub(1)), area.y)) {
            cell.set_style(Style::new().add_modifier(ratatui::style::Modifier::REVERSED));
        }
    }

    fn feedback_lines(&self, columns: usize) -> Vec<Line<'static>> {
        let styles = &self.look.theme.picker;
        let between = format!("  {}  ", self.look.glyphs.bullet);
        let fault = if self.feedback.refused { styles.error } else { styles.muted };
        let hint = self.feedback.hint.as_ref().map(|hint| format!("{} {hint}", self.look.glyphs.arrow));
        let odds = Some(self.feedback.odds.join(&between)).filter(|odds| !odds.is_empty());
        let wrapped = |(text, style): (String, Style)| {
            wrap(&sanitize(&text), columns).into_iter().map(move |line| Line::styled(line, style))
        };
        let table = self.feedback.chances.as_ref().map(|chances| odds::lines(self.look, chances, columns));
        let result = self.feedback.result.iter().map(|text| (text.clone(), styles.input));
        let odds = odds.map(|text| (text, styles.matched));
        let fault = self.feedback.fault.clone().map(|text| (text, fault));
        // The odds come first.
        let below = odds.into_iter().chain(fault).chain(result).chain(hint.map(|text| (text, styles.muted)));
        table.into_iter().flatten().chain(below.flat_map(wrapped)).collect()
    }

    /// Whether the pane has room for all its feedback in this area.
    pub fn fits(&self, area: Rect) -> bool {
        let inner = Block::bordered().inner(area);
        self.feedback_lines(usize::from(inner.width)).len() < usize::from(inner.height)
    }

    fn draw_suggestions(&self, area: Rect, buf: &mut Buffer) {
        let styles = &self.look.theme.picker;
        let rows = usize::from(area.height);
        if rows == 0 || self.suggestions.is_empty() {
            return;
        }
        let widest = self.suggestions.iter().map(|(text, about)| text.width() + 2 + about.width()).max().unwrap_or(0);
        let column = u16::try_from(widest + 3).unwrap_or(u16::MAX).clamp(12, 44).min(area.width.max(1));
        let columns = usize::from((area.width / column).max(1));
        let page = rows * columns;
        let first = self.selected.map_or(0, |marked| marked / page * page);
        for (at, (text, about)) in self.suggestions.iter().enumerate().skip(first).take(page) {
            let place = at - first;
            let x = area.x + column * u16::try_from(place / rows).unwrap_or(0);
            let y = area.y + u16::try_from(place % rows).unwrap_or(0);
            let marked = self.selected == Some(at);
            let mark = if marked { self.look.glyphs.cursor } else { ' ' };
            let style = if marked { styles.selected } else { styles.item };
            let line = Line::from(vec![
                Span::styled(format!("{mark}{text}"), style),
                Span::styled(format!("  {about}"), styles.muted),
            ]);
            let wide = column.saturating_sub(1).min(area.right().saturating_sub(x));
            buf.set_line(x, y, &line, wide);
            if !text.is_empty() {
                self.look.add_target(ClickTarget::Row(at), Rect { x, y, width: wide, height: 1 });
            }
        }
        let more = self.suggestions.len().saturating_sub(first + page);
        if more > 0 {
            let text = format!("+{more}");
            let x = area.right().saturating_sub(u16::try_from(text.len()).unwrap_or(0));
            buf.set_string(x, area.bottom() - 1, text, styles.muted);
        }
    }
}

impl Widget for &OrderLinePane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let title = if self.dice_hint.is_empty() { String::new() } else { format!(" {} ", self.dice_hint) };
        let block = frame(self.look, Line::from(self.title.to_string()), true)
            .title_bottom(Line::styled(title, self.look.theme.picker.muted).right_aligned());
        let inner = block.inner(area);
        let feedback = self.feedback_lines(usize::from(inner.width));
        // If the list has no room, the line shows which completion is selected.
        let all = self.suggestions.iter().filter(|(text, _)| !text.is_empty()).count();
        let hides_list = feedback.len() + 1 >= usize::from(inner.height);
        let which = self.selected.filter(|_| hides_list && all > 1).map(|at| {
            let title = format!(" {} {} of {all} ", self.look.glyphs.below, at + 1);
            Line::styled(title, self.look.theme.picker.matched)
        });
        which.into_iter().fold(block, Block::title_bottom).render(area, buf);
        if inner.is_empty() {
            return;
        }
        let tall = u16::try_from(feedback.len()).unwrap_or(u16::MAX);
        let [input, below, list] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(tall.min(inner.height.saturating_sub(1))),
            Constraint::Fill(1),
        ])
        .areas(inner);
        self.draw_input(input, buf);
        Paragraph::new(feedback).render(below, buf);
        self.draw_suggestions(list, buf);
    }
}
