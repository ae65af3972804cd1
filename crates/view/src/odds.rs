//! The Odds screen: a roll with its chances as bars, a second roll beside it, and a table of changes to the first. Chances
//! of an order have a table of their own.

use super::{
    ClickTarget, Look, clear_overlay, draw_line, frame,
    layout::{AreaSplitter, Border},
    list_frame, measure, visible_part,
};
use ratatui::{
    buffer::Buffer,
    layout::{Direction, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_base::text::sanitize;
use wardiary_odds::odds::{
    forecast::words::{ChanceRow, ChanceTable},
    words::OddsTable,
};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct OddsColumn {
    pub title: String,
    pub text: String,
    /// The cursor's position in `text`, in characters; `None` without focus.
    pub cursor: Option<usize>,
    /// The error in the text, and how to fix it.
    pub fault: Vec<String>,
    pub results: Vec<String>,
    pub progress: Option<String>,
    pub tables: Vec<OddsTable>,
    /// Indexes of the two sides, whose colours the tables take; empty without sides.
    pub sides: Vec<usize>,
    /// The first visible line of the results.
    pub scroll: usize,
}

/// A row of the table: a change, and its figures beside those of the unchanged roll.
pub type ChangeRow = Vec<String>;

pub struct OddsPane<'a> {
    pub look: Look<'a>,
    pub columns: [&'a OddsColumn; 2],
    pub areas: OddsAreas,
    /// The table's heading and its rows.
    pub table: (&'a ChangeRow, &'a [ChangeRow]),
    /// The cursor's row, if the table has the focus.
    pub selected: Option<usize>,
}

/// The areas of the screen; empty if there is no room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OddsAreas {
    pub columns: [Rect; 2],
    pub table: Rect,
}

/// Lays out the screen: the `shown` roll, the second one if any, and a table of this many rows.
pub fn areas(area: Rect, (shown, second): (usize, bool), rows: usize, divided: &mut AreaSplitter) -> OddsAreas {
    let tall = u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(3).min(area.height * 2 / 5);
    let tall = if rows == 0 || area.height < 16 { 0 } else { tall.max(5) };
    let [above, table] = if tall > 0 {
        divided.split(Border::OddsTable, area, Direction::Vertical, (area.height + 1).saturating_sub(tall))
    } else {
        [area, Rect::ZERO]
    };
    let mut areas = OddsAreas { table, ..OddsAreas::default() };
    if area.width >= 76 && (second || area.width >= 110) {
        areas.columns = divided.split(Border::OddsRolls, above, Direction::Horizontal, (above.width + 1).div_euclid(2));
    } else {
        areas.columns[shown] = above;
    }
    areas
}

impl OddsPane<'_> {
    fn draw_column(&self, at: usize, area: Rect, buf: &mut Buffer) {
        let column = self.columns[at];
        let focused = column.cursor.is_some();
        let inner = frame(self.look, Line::default(), focused).inner(area);
        let room = usize::from(inner.height.saturating_sub(1));
        let lines = self.lines(column, usize::from(inner.width));
        let first = column.scroll.min(lines.len().saturating_sub(room));
        let hidden = (first, lines.len().saturating_sub(first + room));
        list_frame(self.look, &sanitize(&column.title), focused, area.width, hidden).render(area, buf);
        if inner.height < 2 || inner.width < 8 {
            return;
        }
        self.draw_input(column, inner, buf);
        let below = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
        for (y, line) in (0u16..).zip(lines.iter().skip(first).take(room)) {
            draw_line(buf, below, (0, y), line);
        }
    }

    fn draw_input(&self, column: &OddsColumn, area: Rect, buf: &mut Buffer) {
        let styles = &self.look.theme.picker;
        let shown = sanitize(&column.text);
        let room = usize::from(area.width.saturating_sub(3));
        let before = column
            .cursor
            .map_or(0, |cursor| measure::width(&sanitize(&column.text.chars().take(cursor).collect::<String>())));
        let skip = before.saturating_sub(room);
        let seen: String = shown.chars().skip(skip).collect();
        let style = if column.cursor.is_some() { styles.input } else { styles.item };
        draw_line(buf, area, (0, 0), &Line::from(vec![Span::styled(": ", styles.prompt), Span::styled(seen, style)]));
        if column.cursor.is_some() {
            let at = area.x + 2 + u16::try_from(before - skip).unwrap_or(0);
            self.look.set_selection((at.min(area.right().saturating_sub(1)), area.y));
            if let Some(cell) = buf.cell_mut((at.min(area.right().saturating_sub(1)), area.y)) {
                cell.set_style(Style::new().add_modifier(Modifier::REVERSED));
            }
        }
    }

    fn lines(&self, column: &OddsColumn, width: usize) -> Vec<Line<'static>> {
        let styles = &self.look.theme.picker;
        let wrapped = |texts: &[String], style: Style| -> Vec<Line<'static>> {
            let lines = texts.iter().flat_map(|text| measure::wrap(&sanitize(text), width));
            lines.map(|line| Line::styled(line, style)).collect()
        };
        let mut lines = wrapped(&column.fault, styles.error);
        lines.extend(wrapped(&column.results, styles.input));
        lines.extend(wrapped(column.progress.as_slice(), styles.muted));
        for (at, table) in column.tables.iter().enumerate() {
            let side = column.sides.get(at).filter(|_| column.tables.len() == column.sides.len());
            let bar = side.map_or(styles.matched, |side| self.look.theme.side_sign(*side));
            lines.push(Line::styled(sanitize(&table.heading), styles.matched));
            lines.extend(self.bars(table, bar, width));
        }
        lines
    }

    /// Each row with its chance and a bar, all on one scale from 0 to 100. Row texts are wrapped, never cut.
    fn bars(&self, table: &OddsTable, bar: Style, width: usize) -> Vec<Line<'static>> {
        let styles = &self.look.theme.picker;
        let widest = table.rows.iter().map(|(name, _)| measure::width(name)).max().unwrap_or(0).min(width / 2);
        let room = width.saturating_sub(widest + 11);
        let row = |(name, p): &(String, f64)| {
            let mut names = wrap_hanging(&sanitize(name), widest).into_iter();
            let name = measure::fit(&names.next().unwrap_or_default(), widest, self.look.glyphs);
            let first = Line::from(vec![
                Span::styled(format!(" {name} "), styles.item),
                Span::styled(format!("{:6.2}% ", 100.0 * p), styles.muted),
                Span::styled(share_bar(*p, room, self.look), bar),
            ]);
            std::iter::once(first).chain(names.map(|rest| Line::styled(format!(" {rest}"), styles.item)))
        };
        let mut lines: Vec<Line> = table.rows.iter().flat_map(row).collect();
        if let Some(rest) = table.remainder(|p| format!("{:.2}%", 100.0 * p)) {
            lines.push(Line::styled(format!(" {rest}"), styles.muted));
        }
        lines
    }

    fn draw_table(&self, area: Rect, buf: &mut Buffer) {
        let styles = &self.look.theme.picker;
        let (heading, rows) = self.table;
        let focused = self.selected.is_some();
        let inner = frame(self.look, Line::default(), focused).inner(area);
        let room = usize::from(inner.height.saturating_sub(1));
        let first = self.selected.map_or(0, |at| (at + 1).saturating_sub(room));
        let hidden = (first, rows.len().saturating_sub(first + room));
        list_frame(self.look, "Changes to the roll", focused, area.width, hidden).render(area, buf);
        if inner.height < 2 {
            return;
        }
        let columns = heading.len().max(1);
        let widest = |at: usize| {
            let all = rows.iter().chain([heading]).filter_map(|row| row.get(at));
            all.map(|cell| measure::width(cell)).max().unwrap_or(0) + 2
        };
        // A column that does not fit is left out, rather than cut within a figure.
        let mut used = 2;
        let fits = |width: &usize| {
            used += *width;
            used <= usize::from(inner.width) + 2
        };
        let widths: Vec<usize> = (0..columns).map(widest).take_while(fits).collect();
        let cells = |row: &ChangeRow| -> String {
            let cells =
                row.iter().zip(&widths).map(|(cell, width)| measure::fit(&sanitize(cell), *width, self.look.glyphs));
            cells.collect::<Vec<_>>().concat()
        };
        draw_line(buf, inner, (2, 0), &Line::styled(cells(heading), styles.muted));
        for (y, (at, row)) in (1u16..).zip(rows.iter().enumerate().skip(first).take(room)) {
            let here = self.selected == Some(at);
            if here {
                self.look.set_selection((inner.x, inner.y + y));
            }
            self.look.add_target(ClickTarget::Row(at), Rect { y: inner.y + y, height: 1, ..inner }.intersection(inner));
            let mark = if here { self.look.glyphs.cursor } else { ' ' };
            let style = if here { styles.selected } else { styles.item };
            draw_line(buf, inner, (0, y), &Line::styled(format!("{mark} {}", cells(row)), style));
        }
    }
}

/// A text wrapped with a hanging indent.
fn wrap_hanging(text: &str, columns: usize) -> Vec<String> {
    let Some(first) = measure::wrap(text, columns).into_iter().next() else { return Vec::new() };
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let rest = words.strip_prefix(&*first).unwrap_or_default().trim();
    if rest.is_empty() {
        return vec![first];
    }
    let rest = measure::wrap(rest, columns.saturating_sub(2)).into_iter().map(|line| format!("  {line}"));
    std::iter::once(first).chain(rest).collect()
}

impl Widget for &OddsPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let Some(area) = visible_part(area, buf) else { return };
        clear_overlay(self.look, area, buf);
        let areas = self.areas;
        for (at, column) in areas.columns.into_iter().enumerate().filter(|(_, area)| !area.is_empty()) {
            self.draw_column(at, column, buf);
        }
        if !areas.table.is_empty() {
            self.draw_table(areas.table, buf);
        }
    }
}

/// A bar for a share from 0 to 1, `columns` wide at 1, drawn in parts of a column if the glyphs allow. A share above 0
/// is always visible.
pub(crate) fn share_bar(share: f64, columns: usize, look: Look) -> String {
    let (full, signs) = (look.glyphs.bar_full, look.glyphs.partial_columns());
    let parts = signs.len() + 1;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a few columns"
    )]
    let filled = (share.clamp(0.0, 1.0) * (columns * parts) as f64).round() as usize;
    let filled = if share > 0.0 { filled.max(1) } else { filled };
    let rest = (filled % parts).checked_sub(1).map(|at| signs[at]);
    std::iter::repeat_n(full, filled / parts).chain(rest).collect()
}

/// The widest and the narrowest bar, and the columns between two figures.
const WIDEST: usize = 20;
const NARROWEST: usize = 6;
const GAP: usize = 2;

/// The lines of the table. In little room the bars shrink to `NARROWEST` first, then names to 12 columns, then the last
/// columns are left out.
pub fn lines(look: Look, chances: &ChanceTable, columns: usize) -> Vec<Line<'static>> {
    let styles = &look.theme.picker;
    let mut shown = chances.headings.len();
    let cell_width = |at: usize| {
        let cells = chances.rows.iter().filter_map(|row| row.cells.get(at)).map(|cell| measure::width(cell));
        // The first heading also extends over the bar, so it needs no room of its own.
        let head = if at == 0 { 0 } else { chances.headings.get(at).map_or(0, |head| measure::width(head)) };
        cells.chain([head]).max().unwrap_or(0)
    };
    let numbers = |shown: usize| (0..shown).map(|at| cell_width(at) + GAP).sum::<usize>();
    let longest = chances.rows.iter().map(|row| measure::width(&row.name)).max().unwrap_or(0);
    // The first column is left free for the cursor, as in a list.
    while shown > 1 && 1 + longest.min(12) + GAP + NARROWEST + numbers(shown) > columns {
        shown -= 1;
    }
    let room = columns.saturating_sub(1 + GAP + numbers(shown));
    let bar = room.saturating_sub(longest).clamp(NARROWEST, WIDEST).min(room);
    let name = longest.min(room.saturating_sub(bar));
    let head = |at: usize| {
        let head = chances.headings.get(at).copied().unwrap_or_default();
        if at == 0 {
            format!("{head:>0$}", bar + GAP + cell_width(0))
        } else {
            format!("{:>1$}", head, cell_width(at) + GAP)
        }
    };
    let heads: String = (0..shown).map(head).collect();
    let mut lines = Vec::new();
    if chances.headings.iter().any(|head| !head.is_empty()) {
        lines.push(Line::styled(format!(" {}{}{heads}", " ".repeat(name), " ".repeat(GAP)), styles.muted));
    }
    let line = |row: &ChanceRow| {
        let ink = row.side.map_or(styles.item, |side| look.theme.side(side));
        let filled = share_bar(row.chance, bar, look);
        let empty = " ".repeat(bar.saturating_sub(measure::width(&filled)));
        let cell = |at: usize| {
            let cell = row.cells.get(at).map_or("", String::as_str);
            format!("{}{cell}", " ".repeat((cell_width(at) + GAP).saturating_sub(measure::width(cell))))
        };
        Line::from(vec![
            Span::styled(format!(" {}", measure::fit_name(&sanitize(&row.name), name, look.glyphs)), ink),
            Span::raw(" ".repeat(GAP)),
            Span::styled(filled, row.side.map_or(styles.matched, |side| look.theme.side_sign(side))),
            Span::raw(empty),
            Span::styled((0..shown).map(cell).collect::<String>(), styles.matched),
        ])
    };
    lines.extend(chances.rows.iter().map(line));
    let below = chances.notes.iter().flat_map(|note| measure::wrap(&sanitize(note), columns.saturating_sub(1).max(1)));
    lines.extend(below.map(|note| Line::styled(format!(" {note}"), styles.matched)));
    lines
}
