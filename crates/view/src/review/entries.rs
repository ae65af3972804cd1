//! The entries of a diary as a list, a line each, with the graph of its branches in front, and the result of one.

use crate::{ClickTarget, Look, draw_frame, draw_line, frame, list_frame, mark_row, measure};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Widget,
};
use wardiary_diary::diary::{Account, EntryNo, tree::GraphRow};

#[derive(Clone, Copy, Debug)]
pub struct EntriesPane<'a> {
    pub look: Look<'a>,
    /// The rows that can be visible, the oldest first.
    pub rows: &'a [EntryRow<'a>],
    /// The number of rows above and below.
    pub hidden: (usize, usize),
    pub selected: EntryNo,
    pub title: &'a str,
    /// The entries that match the search, in order.
    pub matches: &'a [EntryNo],
    pub focused: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct EntryRow<'a> {
    /// The entry's number; 0 is the muster.
    pub no: EntryNo,
    /// `None` for the muster, and while the entry is being loaded.
    pub account: Option<&'a Account>,
    /// Its row of the graph; `None` if the graph is hidden.
    pub graph: Option<&'a GraphRow>,
    /// Whether the entry is on the current path.
    pub on_path: bool,
}

/// The most lanes that fit; lanes further right are not drawn.
const LANES: usize = 6;

impl EntriesPane<'_> {
    /// The graph of a row, two columns a lane.
    fn graph(&self, row: &EntryRow, lanes: usize) -> Vec<Span<'static>> {
        let Some(graph) = row.graph else { return Vec::new() };
        let (style, glyphs) = (self.look.theme.diary, self.look.glyphs);
        let ascii = glyphs.is_ascii();
        let last = graph.opens.iter().copied().max().unwrap_or(0);
        let mut spans = Vec::new();
        for lane in 0..lanes {
            let is_open = graph.opens.contains(&lane);
            // A lane that opens here is joined to the entry by a line from the right or the left.
            let first = graph.opens.iter().copied().min().unwrap_or(lane);
            let (from, to) = (graph.lane.min(first), graph.lane.max(last));
            let joined = !graph.opens.is_empty() && (from..=to).contains(&lane);
            let joined_right = joined && lane < to;
            let sign = match () {
                () if lane == graph.lane && row.on_path => glyphs.unit,
                () if lane == graph.lane => glyphs.off_path,
                () if is_open && ascii => '+',
                () if is_open && lane > graph.lane => {
                    if lane == to {
                        '╮'
                    } else {
                        '┬'
                    }
                }
                () if is_open => {
                    if lane == from {
                        '╭'
                    } else {
                        '┬'
                    }
                }
                () if graph.through.contains(&lane) => glyphs.bar,
                () if joined => glyphs.dash,
                () => ' ',
            };
            let ink = if lane == graph.lane { style.branch } else { style.turn };
            spans.push(Span::styled(sign.to_string(), ink));
            let gap = if joined_right { glyphs.dash } else { ' ' };
            spans.push(Span::styled(gap.to_string(), style.turn));
        }
        spans
    }

    fn line(&self, row: &EntryRow, lanes: usize, number: usize, width: usize) -> Line<'static> {
        let (style, glyphs) = (self.look.theme.diary, self.look.glyphs);
        let mut spans = self.graph(row, lanes);
        let used = if row.graph.is_some() { 2 * lanes } else { 0 } + number + 1;
        let room = width.saturating_sub(used);
        let quiet = |own: Style| if row.on_path { own } else { style.number };
        let fits = self.matches.binary_search(&row.no).is_ok();
        let numbered =
            if fits { self.look.theme.help.matched.add_modifier(Modifier::UNDERLINED) } else { style.number };
        spans.push(Span::styled(format!("{:>number$}", row.no), numbered));
        spans.push(Span::raw(" "));
        let Some(account) = row.account else {
            let words = if row.no == 0 { "the muster" } else { "" };
            spans.push(Span::styled(measure::cut(words, room, glyphs), quiet(style.headline)));
            return Line::from(spans);
        };
        let remarks = account.remarks.as_ref();
        let mark = remarks.and_then(|remarks| remarks.comment.as_ref()).map(|comment| match comment.mark {
            Some(mark) => format!("{mark} "),
            None => format!("{} ", glyphs.bullet),
        });
        let flag = remarks.and_then(|remarks| remarks.bookmark.as_ref()).map(|_| format!("{} ", glyphs.bookmark));
        let marks: String = mark.into_iter().chain(flag).collect();
        let turn = match account.turn {
            Some(turn) if room > 30 => format!("T{turn} "),
            _ => String::new(),
        };
        let words = room.saturating_sub(measure::width(&marks) + measure::width(&turn));
        let ink = if account.abandoned { style.abandoned } else { quiet(style.headline) };
        spans.push(Span::styled(turn, style.turn));
        spans.push(Span::styled(marks, style.remark));
        spans.push(Span::styled(measure::cut(&account.headline, words, glyphs), ink));
        Line::from(spans)
    }
}

impl Widget for &EntriesPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let inner = draw_frame(list_frame(self.look, self.title, self.focused, area.width, self.hidden), area, buf);
        let width = usize::from(inner.width);
        let lanes = self.rows.iter().filter_map(|row| row.graph).map(GraphRow::width).max().unwrap_or(0);
        let lanes = lanes.min(LANES).min(width / 8);
        let number = self.rows.iter().map(|row| row.no).max().unwrap_or(0).max(1).ilog10() as usize + 1;
        for (y, row) in (0u16..).zip(self.rows).take(usize::from(inner.height)) {
            draw_line(buf, inner, (0, y), &self.line(row, lanes, number, width));
            self.look.add_target(ClickTarget::Row(usize::from(y)), Rect { y: inner.y + y, height: 1, ..inner });
            if row.no == self.selected {
                if self.focused {
                    self.look.set_selection((inner.x, inner.y + y));
                }
                let row = Rect { y: inner.y + y, height: 1, ..inner };
                buf.set_style(row, self.look.theme.diary.selected);
                mark_row(self.look, (area, inner), y, buf);
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct EntryResultPane<'a> {
    pub look: Look<'a>,
    /// The entry; `None` for the muster.
    pub account: Option<&'a Account>,
    /// When the entry was written, in local time.
    pub written: &'a str,
    pub muster: &'a str,
}

impl EntryResultPane<'_> {
    fn lines(&self, width: usize) -> Vec<Line<'static>> {
        let style = self.look.theme.diary;
        let mut lines: Vec<Line<'static>> = Vec::new();
        let mut push_text = |text: &str, style: Style| {
            let words = measure::wrap(text, width);
            lines.extend(words.into_iter().map(|words| Line::from(vec![Span::styled(words, style)])));
        };
        let Some(account) = self.account else {
            push_text(self.muster, style.sentence);
            return lines;
        };
        // Remarks come first: in little room they matter most to a reader.
        account.remark_lines().iter().for_each(|remark| push_text(remark, style.remark));
        push_text(&account.headline, style.headline);
        if !account.dice.is_empty() {
            push_text(&account.faces(), style.dice);
        }
        account.details_below_headline().for_each(|detail| push_text(detail, style.sentence));
        // The order comes last: the first to go where there is no room.
        if account.order_line != account.headline {
            push_text(&account.order_line, style.number);
        }
        lines
    }
}

impl Widget for &EntryResultPane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let title = self.account.map_or_else(
            || "The muster".to_string(),
            |account| {
                let turn = account.turn_label();
                let turn = if turn.is_empty() { turn } else { format!(", {turn}") };
                format!("Entry {}{turn}, {}", account.no, self.written)
            },
        );
        let inner = frame(self.look, Line::default(), false).inner(area.intersection(buf.area));
        let lines = self.lines(usize::from(inner.width));
        let below = lines.len().saturating_sub(usize::from(inner.height));
        let inner = draw_frame(list_frame(self.look, &title, false, area.width, (0, below)), area, buf);
        for (y, line) in (0u16..).zip(&lines).take(usize::from(inner.height)) {
            draw_line(buf, inner, (0, y), line);
        }
    }
}
