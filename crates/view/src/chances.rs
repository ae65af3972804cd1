//! The odds of an order as a small table: a bar from 0 to 100 for each row, and the other figures in columns.

use super::{Look, measure};
use ratatui::text::{Line, Span};
use wardiary_base::text::sanitize;
use wardiary_odds::odds::forecast::words::{ChanceRow, ChanceTable};

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
    let below =
        chances.notes.iter().flat_map(|message| measure::wrap(&sanitize(message), columns.saturating_sub(1).max(1)));
    lines.extend(below.map(|message| Line::styled(format!(" {message}"), styles.matched)));
    lines
}
