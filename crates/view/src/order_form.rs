//! The form of an order: rows of labelled fields, the order that they compose, and a picture beside them.

use super::{
    ClickTarget, Look,
    campaign::NetworkPane,
    clear_overlay, draw_line, frame,
    measure::{self, wrap},
};
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_base::text::sanitize;

pub struct FormField {
    pub label: &'static str,
    pub text: String,
    /// The column of the cursor, if it is in this field.
    pub cursor: Option<usize>,
}

pub struct FormRow<'a> {
    /// Whether the labels of its fields are shown above it.
    pub labelled: bool,
    pub fields: Vec<FormField>,
    pub fault: Option<&'a str>,
}

pub struct OrderFormPane<'a> {
    pub look: Look<'a>,
    pub title: &'a str,
    pub rows: &'a [FormRow<'a>],
    /// The completions of the current field.
    pub completions: &'a [String],
    pub marked: Option<usize>,
    /// The order that the fields compose.
    pub order: &'a str,
    /// A fault of the order that belongs to no field.
    pub fault: Option<&'a str>,
    pub is_ready: bool,
    pub picture: Option<&'a NetworkPane<'a>>,
}

/// A picture needs this many columns beside the fields.
const PICTURE_COLUMNS: u16 = 32;

const FIELD_COLUMNS: u16 = 44;

/// The maximum number of rows for the order.
const MAX_ORDER_ROWS: usize = 5;

impl OrderFormPane<'_> {
    fn order_lines(&self, width: usize) -> Vec<Line<'static>> {
        let styles = &self.look.theme.picker;
        let mut lines: Vec<Line> =
            wrap(&sanitize(self.order), width).into_iter().map(|line| Line::styled(line, styles.input)).collect();
        if lines.len() > MAX_ORDER_ROWS {
            // The end is being typed.
            lines.drain(..lines.len() - MAX_ORDER_ROWS);
        }
        let (text, style) = match self.fault {
            Some(fault) => (sanitize(fault), styles.error),
            None if self.is_ready => ("Enter gives the order".into(), styles.matched),
            None => return lines,
        };
        lines.extend(wrap(&text, width).into_iter().map(|line| Line::styled(line, style)));
        lines
    }

    fn row_height(&self, row: &FormRow, width: usize) -> u16 {
        let fault = row.fault.map_or(0, |fault| wrap(&sanitize(fault), width.saturating_sub(2)).len());
        let completes = row.fields.iter().any(|field| field.cursor.is_some()) && !self.completions.is_empty();
        u16::try_from(1 + usize::from(row.labelled) + usize::from(completes) + fault).unwrap_or(u16::MAX)
    }

    fn draw_row(&self, row: &FormRow, first: usize, area: Rect, buf: &mut Buffer) {
        let styles = &self.look.theme.picker;
        let fields = Layout::horizontal(vec![Constraint::Fill(1); row.fields.len()]).spacing(1).split(area);
        let mut y = 0;
        if row.labelled {
            for (field, place) in row.fields.iter().zip(&*fields) {
                draw_line(buf, *place, (0, 0), &Line::styled(field.label, styles.muted));
            }
            y = 1;
        }
        for (nth, (field, place)) in row.fields.iter().zip(&*fields).enumerate() {
            let place = Rect { y: place.y + y, height: 1, ..*place }.intersection(area);
            let room = usize::from(place.width);
            let shown = sanitize(&field.text);
            let skip = field.cursor.unwrap_or(0).saturating_sub(room.saturating_sub(1));
            let shown: String = shown.chars().skip(skip).collect();
            let text = measure::cut(&shown, room, self.look.glyphs);
            let blank = "_".repeat(room.saturating_sub(measure::width(&text)));
            draw_line(
                buf,
                place,
                (0, 0),
                &Line::from(vec![Span::styled(text, styles.input), Span::styled(blank, styles.muted)]),
            );
            if let Some(cursor) = field.cursor {
                let x = place.x + u16::try_from(cursor - skip).unwrap_or(0).min(place.width.saturating_sub(1));
                self.look.set_selection((x, place.y));
                if let Some(cell) = buf.cell_mut((x, place.y)).filter(|_| place.height > 0) {
                    cell.set_style(Style::new().add_modifier(Modifier::REVERSED));
                }
            }
            self.look.add_target(ClickTarget::Row(first + nth), place);
        }
        y += 1;
        for line in row.fault.iter().flat_map(|fault| wrap(&sanitize(fault), usize::from(area.width).saturating_sub(2)))
        {
            draw_line(buf, area, (2, y), &Line::styled(line, styles.error));
            y += 1;
        }
        if row.fields.iter().any(|field| field.cursor.is_some()) && !self.completions.is_empty() {
            let mut spans = vec![Span::styled("perhaps ", styles.muted)];
            for (at, text) in self.completions.iter().enumerate().skip(self.marked.unwrap_or(0).saturating_sub(2)) {
                let style = if Some(at) == self.marked { styles.selected } else { styles.item };
                spans.extend([Span::styled(sanitize(text), style), "  ".into()]);
            }
            draw_line(buf, area, (0, y), &Line::from(spans));
        }
    }
}

impl Widget for &OrderFormPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        clear_overlay(self.look, area, buf);
        let beside = self.picture.filter(|_| area.width >= FIELD_COLUMNS + PICTURE_COLUMNS);
        let widths = [
            Constraint::Fill(1),
            Constraint::Length(
                beside.map_or(0, |_| (area.width / 2).max(PICTURE_COLUMNS).min(area.width - FIELD_COLUMNS)),
            ),
        ];
        let [form, picture] = Layout::horizontal(widths).areas(area);
        if let Some(beside) = beside {
            beside.render(picture, buf);
        }
        let block = frame(self.look, Line::from(self.title.to_string()), true);
        let inner = block.inner(form);
        block.render(form, buf);
        let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        let order = self.order_lines(usize::from(inner.width));
        let tall = u16::try_from(order.len()).unwrap_or(u16::MAX).saturating_add(1);
        let [rows, below] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(tall.min(inner.height / 2))]).areas(inner);
        for (row, line) in (1..).zip(&order) {
            draw_line(buf, below, (0, row), line);
        }
        let heights: Vec<u16> = self.rows.iter().map(|row| self.row_height(row, usize::from(inner.width))).collect();
        let current = self.rows.iter().position(|row| row.fields.iter().any(|field| field.cursor.is_some()));
        let current = current.unwrap_or(0);
        // The row after the current one is visible, too, if there is room.
        let mut top = 0;
        while top < current && heights[top..(current + 2).min(heights.len())].iter().sum::<u16>() > rows.height {
            top += 1;
        }
        let mut y = rows.y;
        let mut first: usize = self.rows[..top].iter().map(|row| row.fields.len()).sum();
        for (row, height) in self.rows.iter().zip(heights).skip(top) {
            let place = Rect { y, height, ..rows }.intersection(rows);
            if place.height < height {
                break;
            }
            self.draw_row(row, first, place, buf);
            first += row.fields.len();
            y += height;
        }
    }
}
