//! Panes of figures in columns: rows of text, numbers, bars and scales, each of which may link somewhere.

use super::{Look, Thing, draw_line, measure, open_list};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_base::id::{BattleId, UnitId};
use wardiary_diary::diary::EntryNo;

/// The target of a row's link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerItem {
    /// An entry of the diary; 0 is the muster.
    Entry(EntryNo),
    Unit(UnitId),
    Battle(BattleId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerTone {
    Title,
    Plain,
    Quiet,
    Good,
    Bad,
}

#[derive(Clone, Debug, PartialEq)]
enum Content {
    Text(String),
    Number(String),
    /// A share from 0 to 1.
    Bar(f64),
    /// A number around 0.
    Scale(f64),
}

#[derive(Clone, Debug, PartialEq)]
pub struct LedgerCell {
    content: Content,
    tone: LedgerTone,
}

/// A row. Cells line up with those of the rows with as many cells; a single cell has the whole width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LedgerRow {
    pub cells: Vec<LedgerCell>,
    pub item: Option<LedgerItem>,
}

impl LedgerRow {
    /// The text of the row, without bars and scales.
    pub fn says(&self) -> String {
        let words = self.cells.iter().filter_map(|cell| match &cell.content {
            Content::Text(text) | Content::Number(text) => Some(text.as_str()),
            Content::Bar(_) | Content::Scale(_) => None,
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
const LEAST: usize = 4;

impl LedgerCell {
    fn new(content: Content) -> Self {
        Self { content, tone: LedgerTone::Plain }
    }

    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Content::Text(text.into()))
    }

    pub fn number(text: impl Into<String>) -> Self {
        Self::new(Content::Number(text.into()))
    }

    pub fn bar(share: f64) -> Self {
        Self::new(Content::Bar(share))
    }

    pub fn scale(number: f64) -> Self {
        Self::new(Content::Scale(number))
    }

    pub fn toned(self, tone: LedgerTone) -> Self {
        Self { tone, ..self }
    }

    pub fn quiet(self) -> Self {
        self.toned(LedgerTone::Quiet)
    }

    fn width(&self) -> usize {
        match &self.content {
            Content::Text(text) | Content::Number(text) => measure::width(text),
            Content::Bar(_) => BAR,
            Content::Scale(_) => 2 * SCALE_HALF + 1,
        }
    }

    fn drawn(&self, columns: usize, look: Look) -> String {
        let glyphs = look.glyphs;
        match &self.content {
            Content::Text(text) => measure::fit(text, columns, glyphs),
            Content::Number(text) => {
                let text = measure::cut(text, columns, glyphs);
                format!("{}{text}", " ".repeat(columns.saturating_sub(measure::width(&text))))
            }
            Content::Bar(share) => {
                let full = cells(share.clamp(0.0, 1.0), BAR);
                let bar = (0..BAR).map(|at| if at < full { glyphs.bar_full } else { glyphs.bar_lost });
                measure::fit(&bar.collect::<String>(), columns, glyphs)
            }
            Content::Scale(number) => {
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
            LedgerTone::Title => styles.side,
            LedgerTone::Plain => styles.unit,
            LedgerTone::Quiet => styles.quiet,
            LedgerTone::Good => styles.up,
            LedgerTone::Bad => styles.down,
        }
    }
}

/// The cells of a bar for a share from 0 to 1; at least one for any share above 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a few cells")]
fn cells(share: f64, all: usize) -> usize {
    let cells = (share * all as f64).round() as usize;
    if share > 0.0 { cells.max(1) } else { cells }
}

impl LedgerRow {
    pub fn words(text: impl Into<String>, tone: LedgerTone) -> Self {
        Self { cells: vec![LedgerCell::text(text).toned(tone)], item: None }
    }

    pub fn of(cells: Vec<LedgerCell>) -> Self {
        Self { cells, item: None }
    }

    pub fn to(self, item: LedgerItem) -> Self {
        Self { item: Some(item), ..self }
    }
}

pub struct LedgerPane<'a> {
    pub look: Look<'a>,
    pub title: &'a str,
    pub rows: &'a [LedgerRow],
    pub selected: usize,
    pub scroll: usize,
    pub focused: bool,
}

impl LedgerPane<'_> {
    /// The column widths of the rows with this many cells. Missing room is taken from the last column, then from the
    /// widest.
    fn widths(&self, cells: usize, room: usize) -> Vec<usize> {
        let mut widths = vec![0; cells];
        for row in self.rows.iter().filter(|row| row.cells.len() == cells) {
            for (width, cell) in widths.iter_mut().zip(&row.cells) {
                *width = cell.width().max(*width);
            }
        }
        let gaps = GAP * cells.saturating_sub(1);
        // The last cell elaborates on those before it, so it is cut first.
        let over = (widths.iter().sum::<usize>() + gaps).saturating_sub(room);
        if let Some(last) = widths.last_mut().filter(|last| **last > LEAST_LAST) {
            *last = last.saturating_sub(over).max(LEAST_LAST);
        }
        while widths.iter().sum::<usize>() + gaps > room {
            match widths.iter_mut().max().filter(|widest| **widest > LEAST) {
                Some(widest) => *widest -= 1,
                None => break,
            }
        }
        widths
    }

    fn line(&self, row: &LedgerRow, room: usize) -> Line<'static> {
        if let [cell] = &row.cells[..] {
            return Line::styled(
                measure::cut(&cell.drawn(cell.width(), self.look), room, self.look.glyphs),
                cell.style(self.look),
            );
        }
        let mut spans = Vec::new();
        for (at, (cell, width)) in row.cells.iter().zip(self.widths(row.cells.len(), room)).enumerate() {
            if at > 0 {
                spans.push(Span::raw(" ".repeat(GAP)));
            }
            let drawn = match &cell.content {
                Content::Text(name) if at == 0 => measure::fit_name(name, width, self.look.glyphs),
                _ => cell.drawn(width, self.look),
            };
            spans.push(Span::styled(drawn, cell.style(self.look)));
        }
        Line::from(spans)
    }
}

impl Widget for &LedgerPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        if area.is_empty() {
            return;
        }
        let styles = self.look.theme.forces;
        let inner = open_list(self.look, self.title, self.focused, (area, buf), (self.scroll, self.rows.len()));
        let room = usize::from(inner.width).saturating_sub(2);
        let visible = self.rows.iter().enumerate().skip(self.scroll).take(usize::from(inner.height));
        for (y, (at, row)) in (0u16..).zip(visible) {
            let here = at == self.selected;
            if self.selected < self.rows.len() {
                self.look.shows(Thing::Row(at), Rect { y: inner.y + y, height: 1, ..inner }.intersection(inner));
            }
            // Without focus, only the cursor's mark shows.
            if here && self.focused {
                self.look.select((inner.x, inner.y + y));
                draw_line(buf, inner, (0, y), &Line::styled(self.look.glyphs.cursor.to_string(), styles.cursor));
            }
            draw_line(buf, inner, (1, y), &self.line(row, room));
            if here && (self.focused || row.item.is_some()) {
                let style = if self.focused { styles.selected } else { styles.chosen };
                buf.set_style(Rect { y: inner.y + y, height: 1, ..inner }, style);
            }
        }
    }
}
