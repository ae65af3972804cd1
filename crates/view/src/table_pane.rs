//! Panes of figures in columns: rows of text, numbers, bars and scales, each of which may link somewhere.

use super::{ClickTarget, Look, draw_line, draw_list_frame, measure, visible_part};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_base::id::{BattleId, Id};
use wardiary_diary::diary::EntryNo;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowLink {
    /// An entry of the diary; 0 is the muster.
    Entry(EntryNo),
    /// The record of a side, a formation, a stack or a unit.
    Force(Id),
    Battle(BattleId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellTone {
    Title,
    Plain,
    Muted,
    Good,
    Bad,
}

#[derive(Clone, Debug, PartialEq)]
enum CellContent {
    Text(String),
    Number(String),
    /// A share from 0 to 1.
    Bar(f64),
    /// A number around 0.
    Scale(f64),
}

#[derive(Clone, Debug, PartialEq)]
pub struct TablePaneCell {
    content: CellContent,
    tone: CellTone,
}

/// A row. Cells line up with those of the rows with as many cells; a single cell has the whole width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TablePaneRow {
    pub cells: Vec<TablePaneCell>,
    pub link: Option<RowLink>,
}

impl TablePaneRow {
    /// The text of the row, without bars and scales.
    pub fn plain_text(&self) -> String {
        let words = self.cells.iter().filter_map(|cell| match &cell.content {
            CellContent::Text(text) | CellContent::Number(text) => Some(text.as_str()),
            CellContent::Bar(_) | CellContent::Scale(_) => None,
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// The columns of a bar.
const BAR: usize = 10;

/// The range of a scale on either side of 0.
const SCALE: f64 = 3.0;

/// The columns of a scale on either side of 0.
const SCALE_HALF: usize = 6;

/// The columns between two cells.
const GAP: usize = 2;

/// The last cell is cut first, down to this many columns.
const LEAST_LAST: usize = 10;

/// No cell is cut below this.
const MIN_CELL: usize = 4;

impl TablePaneCell {
    fn new(content: CellContent) -> Self {
        Self { content, tone: CellTone::Plain }
    }

    pub fn text(text: impl Into<String>) -> Self {
        Self::new(CellContent::Text(text.into()))
    }

    pub fn number(text: impl Into<String>) -> Self {
        Self::new(CellContent::Number(text.into()))
    }

    pub fn bar(share: f64) -> Self {
        Self::new(CellContent::Bar(share))
    }

    pub fn scale(number: f64) -> Self {
        Self::new(CellContent::Scale(number))
    }

    pub fn with_tone(self, tone: CellTone) -> Self {
        Self { tone, ..self }
    }

    pub fn muted(self) -> Self {
        self.with_tone(CellTone::Muted)
    }

    fn width(&self) -> usize {
        match &self.content {
            CellContent::Text(text) | CellContent::Number(text) => measure::width(text),
            CellContent::Bar(_) => BAR,
            CellContent::Scale(_) => 2 * SCALE_HALF + 1,
        }
    }

    fn render_text(&self, columns: usize, look: Look) -> String {
        let glyphs = look.glyphs;
        match &self.content {
            CellContent::Text(text) => measure::fit(text, columns, glyphs),
            CellContent::Number(text) => {
                let text = measure::cut(text, columns, glyphs);
                format!("{}{text}", " ".repeat(columns.saturating_sub(measure::width(&text))))
            }
            CellContent::Bar(share) => {
                let full = cells(share.clamp(0.0, 1.0), BAR);
                let bar = (0..BAR).map(|at| if at < full { glyphs.bar_full } else { glyphs.bar_lost });
                measure::fit(&bar.collect::<String>(), columns, glyphs)
            }
            CellContent::Scale(number) => {
                let place = (number / SCALE).clamp(-1.0, 1.0);
                let off = cells(place.abs(), SCALE_HALF);
                let at = if place < 0.0 { SCALE_HALF - off } else { SCALE_HALF + off };
                let sign = |column: usize| match column {
                    _ if column == at => glyphs.unit,
                    SCALE_HALF => glyphs.bar,
                    _ => glyphs.dash,
                };
                measure::fit(&(0..=2 * SCALE_HALF).map(sign).collect::<String>(), columns, glyphs)
            }
        }
    }

    fn style(&self, look: Look) -> Style {
        let styles = look.theme.forces;
        match self.tone {
            CellTone::Title => styles.side,
            CellTone::Plain => styles.unit,
            CellTone::Muted => styles.muted,
            CellTone::Good => styles.up,
            CellTone::Bad => styles.down,
        }
    }
}

/// The cells of a bar for a share from 0 to 1; at least one for any share above 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a few cells")]
fn cells(share: f64, all: usize) -> usize {
    let cells = (share * all as f64).round() as usize;
    if share > 0.0 { cells.max(1) } else { cells }
}

impl TablePaneRow {
    pub fn text(text: impl Into<String>, tone: CellTone) -> Self {
        Self { cells: vec![TablePaneCell::text(text).with_tone(tone)], link: None }
    }

    pub fn new(cells: Vec<TablePaneCell>) -> Self {
        Self { cells, link: None }
    }

    pub fn linked_to(self, item: RowLink) -> Self {
        Self { link: Some(item), ..self }
    }
}

pub struct TablePane<'a> {
    pub look: Look<'a>,
    pub title: &'a str,
    pub rows: &'a [TablePaneRow],
    pub selected: usize,
    pub scroll: usize,
    pub focused: bool,
}

impl TablePane<'_> {
    /// The column widths of the rows with this many cells. Missing room is taken from the last column, then from the
    /// widest, but never from figures.
    fn widths(&self, cells: usize, room: usize) -> Vec<usize> {
        let mut widths = vec![0; cells];
        let mut figures = vec![false; cells];
        for row in self.rows.iter().filter(|row| row.cells.len() == cells) {
            for (at, cell) in row.cells.iter().enumerate() {
                widths[at] = cell.width().max(widths[at]);
                figures[at] |= matches!(cell.content, CellContent::Number(_));
            }
        }
        let gaps = GAP * cells.saturating_sub(1);
        // The last cell elaborates on those before it, so it is cut first.
        let over = (widths.iter().sum::<usize>() + gaps).saturating_sub(room);
        if let Some(last) = widths.last_mut().filter(|last| **last > LEAST_LAST) {
            *last = last.saturating_sub(over).max(LEAST_LAST);
        }
        while widths.iter().sum::<usize>() + gaps > room {
            let texts = widths.iter_mut().zip(&figures).filter(|(_, is_figure)| !**is_figure).map(|(width, _)| width);
            match texts.max().filter(|widest| **widest > MIN_CELL) {
                Some(widest) => *widest -= 1,
                None => break,
            }
        }
        widths
    }

    fn line(&self, row: &TablePaneRow, room: usize) -> Line<'static> {
        if let [cell] = &row.cells[..] {
            return Line::styled(
                measure::cut(&cell.render_text(cell.width(), self.look), room, self.look.glyphs),
                cell.style(self.look),
            );
        }
        let mut spans = Vec::new();
        for (at, (cell, width)) in row.cells.iter().zip(self.widths(row.cells.len(), room)).enumerate() {
            if at > 0 {
                spans.push(Span::raw(" ".repeat(GAP)));
            }
            let drawn = match &cell.content {
                CellContent::Text(name) if at == 0 => measure::fit_name(name, width, self.look.glyphs),
                _ => cell.render_text(width, self.look),
            };
            spans.push(Span::styled(drawn, cell.style(self.look)));
        }
        Line::from(spans)
    }
}

impl Widget for &TablePane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let Some(area) = visible_part(area, buf) else { return };
        let styles = self.look.theme.forces;
        let inner = draw_list_frame(self.look, self.title, self.focused, (area, buf), (self.scroll, self.rows.len()));
        let room = usize::from(inner.width).saturating_sub(2);
        let visible = self.rows.iter().enumerate().skip(self.scroll).take(usize::from(inner.height));
        for (y, (at, row)) in (0u16..).zip(visible) {
            let here = at == self.selected;
            if self.selected < self.rows.len() {
                self.look
                    .add_target(ClickTarget::Row(at), Rect { y: inner.y + y, height: 1, ..inner }.intersection(inner));
            }
            // Without focus, only the cursor's mark shows.
            if here && self.focused {
                self.look.set_selection((inner.x, inner.y + y));
                draw_line(buf, inner, (0, y), &Line::styled(self.look.glyphs.cursor.to_string(), styles.cursor));
            }
            draw_line(buf, inner, (1, y), &self.line(row, room));
            if here && (self.focused || row.link.is_some()) {
                let style = if self.focused { styles.selected } else { styles.chosen };
                buf.set_style(Rect { y: inner.y + y, height: 1, ..inner }, style);
            }
        }
    }
}
