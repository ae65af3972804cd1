//! The Square of a stack, with the Front at the bottom. Source: RULES 5.1.

use super::{Look, frame, letter, measure, open_frame, put};
use crate::{
    id::StackId,
    rules::square::{Shape, arranged},
    state::{Stack, Table, Unit},
    text,
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::Widget,
};

/// The Square of one stack.
#[derive(Clone, Copy, Debug)]
pub struct SquarePane<'a> {
    /// What it is drawn with.
    pub look: Look<'a>,
    /// What is seen.
    pub table: Table<'a>,
    /// Whose Square it is.
    pub stack: Option<StackId>,
    /// Whether the pane has the focus.
    pub focused: bool,
}

/// The widest that a cell gets.
const WIDEST: usize = 18;
/// The narrowest that has a name in it.
const NAMED: usize = 8;

/// What there is room for.
struct Plan {
    /// The columns of a cell, the gap after it left out.
    cell: usize,
    /// The rows from one cell's to the next's.
    pitch: usize,
    /// Rows of the Square that can be shown, counted from the Front.
    rows: usize,
    edges: bool,
    shape: bool,
    penalties: bool,
}

impl Plan {
    fn of(shape: Shape, area: Rect) -> Self {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        // As many gaps as cells, but for the last.
        let cell = ((width + 1) / shape.width.max(1)).saturating_sub(1).clamp(1, WIDEST);
        let rows = shape.rows();
        // What is least needed comes last: the rows, the shape in words, the edges, air between rows, the penalties.
        let has_shape = height > rows;
        let has_edges = height >= rows + 3;
        let pitch = if height >= 2 * rows + 3 { 2 } else { 1 };
        let used = (rows * pitch).saturating_sub(pitch - 1) + 2 * usize::from(has_edges) + usize::from(has_shape);
        Self { cell, pitch, rows: rows.min(height), edges: has_edges, shape: has_shape, penalties: height > used }
    }
}

/// The whole name if it fits, or else its first word.
fn short(unit: &Unit, columns: usize) -> &str {
    let first = unit.name.split_whitespace().next().unwrap_or_default();
    if measure::width(&unit.name) <= columns { &unit.name } else { first }
}

impl SquarePane<'_> {
    /// A unit in its cell: as much of the name as there is room for, and the letter of its grade.
    fn cell(&self, unit: &Unit, columns: usize) -> Span<'static> {
        let step = self.table.book().ladder.step(self.table.grade_used(unit));
        let mark = letter(step);
        let text = match columns {
            0 => String::new(),
            1 | 2 => mark.to_string(),
            3..NAMED => format!("[{mark}]"),
            _ => format!("[{} {mark}]", measure::fit(short(unit, columns - 4), columns - 4, self.look.glyphs)),
        };
        Span::styled(text, self.look.theme.grade(step))
    }

    fn square(&self, stack: &Stack, inner: Rect, buf: &mut Buffer) {
        let style = self.look.theme.square;
        let state = self.table.state();
        let units = arranged(state, state.units_of_stack(stack.id));
        let shape = Shape::of(units.len());
        let plan = Plan::of(shape, inner);
        // Cells are no wider than the names in them.
        let longest = units.iter().map(|u| measure::width(short(u, plan.cell.saturating_sub(4)))).max().unwrap_or(0);
        let cell = if plan.cell < NAMED { plan.cell.min(3) } else { plan.cell.min((longest + 4).max(NAMED)) };
        let across = (cell + 1) * shape.width - 1;
        let left = usize::from(inner.width).saturating_sub(across) / 2;
        let mut y = 0usize;
        let mut row_at = |line: &Line<'_>, column: usize, rows: usize| {
            if let (Ok(x), Ok(row)) = (u16::try_from(column), u16::try_from(y)) {
                put(buf, inner, (x, row), line);
            }
            y += rows;
        };
        let shorter = |long: String, brief: String| {
            if measure::width(&long) <= usize::from(inner.width) { long } else { brief }
        };
        let middle = |text: &str| usize::from(inner.width).saturating_sub(measure::width(text)) / 2;
        if plan.edges {
            row_at(&Line::styled("back", style.edge), middle("back"), 1);
        }
        for row in (0..plan.rows).rev() {
            let places = row * shape.width..((row + 1) * shape.width).min(units.len());
            let spans = places.flat_map(|place| [self.cell(units[place], cell), Span::raw(" ")]);
            row_at(&Line::from(spans.collect::<Vec<_>>()), left, if row == 0 { 1 } else { plan.pitch });
        }
        if plan.edges {
            row_at(&Line::styled("front", style.edge), middle("front"), 1);
        }
        if plan.shape {
            let rows = text::count(shape.complete_rows, "complete row", "complete rows");
            let long = format!("width {}, {rows}", shape.width);
            let words = shorter(long, format!("width {}", shape.width));
            row_at(&Line::styled(words.clone(), style.text), middle(&words), 1);
        }
        if plan.penalties {
            let times = self.look.glyphs.times;
            let all = [("minor", shape.minor()), ("moderate", shape.moderate()), ("major", shape.major())];
            let long = all.map(|(word, n)| format!("{word} {times}{n}")).join("  ");
            let brief = format!("{times}{} {times}{} {times}{}", all[0].1, all[1].1, all[2].1);
            let words = shorter(long, shorter(format!("penalties {brief}"), brief));
            row_at(&Line::styled(words.clone(), style.quiet), middle(&words), 1);
        }
    }
}

impl Widget for &SquarePane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let stack = self.stack.and_then(|id| self.table.stack(id));
        let title = stack.map_or_else(|| "Square".to_string(), |stack| format!("Square: {}", stack.name));
        let room = usize::from(area.width).saturating_sub(if self.focused { 6 } else { 4 });
        let title = measure::cut(&title, room, self.look.glyphs);
        let inner = open_frame(frame(self.look, Line::raw(title), self.focused), area, buf);
        let message = match stack {
            None => "Choose a stack, or a unit in one, to see how it stands.".to_string(),
            Some(stack) if self.table.state().units_of_stack(stack.id).next().is_none() => {
                format!("Nobody of {} is left.", stack.name)
            }
            Some(stack) => return self.square(stack, inner, buf),
        };
        let lines = measure::wrap(&message, usize::from(inner.width.saturating_sub(2)));
        for (y, line) in (0u16..).zip(lines) {
            put(buf, inner, (1, y), &Line::styled(line, self.look.theme.square.quiet));
        }
    }
}
