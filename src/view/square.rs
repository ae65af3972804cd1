//! The Square of a stack, with the Front at the bottom: who stands where, in which order they would be lost from an
//! Edge, and what the stack's numbers are there. Source: RULES 5.1 to 5.5.

use super::{Look, frame, letter, measure, open_frame, put};
use crate::{
    book::Mechanism,
    id::StackId,
    order::{Edge, Posture},
    rules::square::Shape,
    state::{Stack, State, Unit},
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
    /// What it shows.
    pub state: &'a State,
    /// Whose Square it is.
    pub stack: Option<StackId>,
    /// The Edge from which the order of loss is shown, if it is.
    pub edge: Option<Edge>,
    /// Whether the pane has the focus.
    pub focused: bool,
}

/// The widest that a cell gets.
const WIDEST: usize = 18;
/// The narrowest that has a name in it.
const NAMED: usize = 8;

/// The columns of `3↑` at the end of a border.
const MORE: usize = 3;

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

/// A place of the Square.
struct Stands<'a> {
    /// Who stands there, unless he is gone since the stack formed.
    unit: Option<&'a Unit>,
    /// Whether he leads the stack.
    leads: bool,
    /// As the how-many-th he would be lost; `-` where melee does not touch him.
    lost: Option<String>,
}

impl Stands<'_> {
    /// What stands for it in a cell that has no room for a name: its place in the order of loss, or the letter of its grade.
    fn sign(&self, mark: char) -> String {
        let star = if self.leads { "*" } else { "" };
        format!("{star}{}", self.lost.clone().unwrap_or_else(|| mark.to_string()))
    }

    /// The columns that its name takes with what stands before it, if there are so many.
    fn width(&self, columns: usize) -> usize {
        let before = usize::from(self.leads) + self.lost.as_ref().map_or(0, |lost| measure::width(lost) + 1);
        let name = self.unit.map_or(0, |unit| measure::width(short(unit, columns.saturating_sub(before))));
        before + name
    }
}

/// The whole name if it fits, or else its first word.
fn short(unit: &Unit, columns: usize) -> &str {
    let first = unit.name.split_whitespace().next().unwrap_or_default();
    if measure::width(&unit.name) <= columns { &unit.name } else { first }
}

impl SquarePane<'_> {
    /// A unit in its cell: as much of the name as there is room for, and the letter of its grade.
    /// Where the order of loss is shown its number goes before the name, or in the letter's place where there is no room;
    /// a Warlord is starred.
    fn cell(&self, stands: &Stands, columns: usize) -> Span<'static> {
        let Some(unit) = stands.unit else {
            return Span::raw(if columns < 3 { " ".repeat(columns) } else { format!("[{}]", " ".repeat(columns - 2)) });
        };
        let step = self.state.book().ladder.step(self.state.grade_used(unit));
        let mark = letter(step);
        let text = match (columns, &stands.lost) {
            (0, _) => String::new(),
            // Where grades are nothing, a cell has room for the beginning of a name.
            (3..NAMED, None) if !self.graded() => {
                let name: String = unit.name.chars().filter(|c| !c.is_whitespace()).collect();
                let before = if stands.leads { "*" } else { "" };
                let room = columns - 2 - before.len();
                let name: String = measure::wrap(&name, room).into_iter().next().unwrap_or_default();
                let pad = " ".repeat(room.saturating_sub(measure::width(&name)));
                format!("[{before}{name}{pad}]")
            }
            (1..NAMED, _) => {
                let inside = stands.sign(mark);
                if measure::width(&inside) + 2 <= columns {
                    format!("[{inside:>0$}]", columns - 2)
                } else if measure::width(&inside) <= columns {
                    format!("{inside:>columns$}")
                } else {
                    measure::cut(inside.trim_start_matches('*'), columns, self.look.glyphs)
                }
            }
            (_, lost) => {
                let star = if stands.leads { "*" } else { "" };
                let before = lost.as_ref().map_or(String::new(), |lost| format!("{lost} ")) + star;
                let mark = if self.graded() { format!(" {mark}") } else { String::new() };
                let room = (columns - 2).saturating_sub(measure::width(&before) + mark.len());
                format!("[{before}{}{mark}]", measure::fit(short(unit, room), room, self.look.glyphs))
            }
        };
        Span::styled(text, self.look.theme.grade(step))
    }

    /// Whether a unit's grade is something.
    fn graded(&self) -> bool {
        self.state.book().uses(Mechanism::Scrud)
    }

    /// Who stands at each place: as the stack formed for the Conflict it is in, or as it would form now.
    fn places(&self, stack: &Stack) -> Vec<Stands<'_>> {
        let state = self.state;
        let formation = state.formation_used(stack.id);
        let order = self.edge.map(|edge| state.order_of_loss(stack.id, edge, false));
        let stands = formation.units.iter().map(|id| Stands {
            unit: state.unit(*id).filter(|u| u.is_alive() && u.stack == Some(stack.id)),
            leads: formation.leader == Some(*id),
            lost: order.as_ref().map(|order| {
                let at = order.iter().position(|unit| unit == id);
                at.map_or_else(|| "-".to_string(), |at| (at + 1).to_string())
            }),
        });
        stands.collect()
    }

    /// The stack's numbers on the Edge that is looked at, where its units have any.
    fn numbers(&self, stack: &Stack, edge: Edge) -> Option<[String; 2]> {
        let state = self.state;
        state.units_of_stack(stack.id).find(|u| u.stats.is_some())?;
        let numbers = state.numbers(&state.formation_used(stack.id));
        let turned = state.standing(stack.id).map_or(0, |s| s.turned);
        let (ap, dp) = (numbers.ap(edge, turned), numbers.dp(edge, turned) + state.screening_bonus(stack.id, edge));
        let brief = format!("AP {ap}  DP {dp}");
        let rest = format!("Dmg {}  DR {}  Init {}  Move {}", numbers.dmg, numbers.dr, numbers.init, numbers.movement);
        Some([brief, rest])
    }

    /// What stands over the pane: whose Square it is, and what it is out for. Where it is too long, the name gives way.
    fn title(&self, stack: &Stack, columns: usize) -> String {
        let posture =
            if stack.posture == Posture::Neutral { String::new() } else { format!(", {}", stack.posture.word()) };
        let whole = format!("Square: {}{posture}", stack.name);
        if measure::width(&whole) <= columns {
            return whole;
        }
        // The pane above says on the same border how much more it has.
        let room = columns.saturating_sub(measure::width(&posture) + MORE);
        measure::cut(&stack.name, room, self.look.glyphs) + &posture
    }

    fn square(&self, stack: &Stack, inner: Rect, buf: &mut Buffer) {
        let style = self.look.theme.square;
        let units = self.places(stack);
        let edge = self.edge.unwrap_or_default();
        let shape = Shape::of(units.len());
        let plan = Plan::of(shape, inner);
        // Cells are no wider than the names in them.
        let longest = units.iter().map(|u| u.width(plan.cell.saturating_sub(4))).max().unwrap_or(0);
        let cell = if plan.cell < NAMED {
            // A sign in brackets, where nothing but signs is shown.
            let signs = units.iter().map(|u| measure::width(&u.sign(' ')) + 2).max().unwrap_or(0);
            if self.graded() || self.edge.is_some() { plan.cell.min(signs) } else { plan.cell }
        } else {
            plan.cell.min((longest + 4).max(NAMED))
        };
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
        let edge_line = |words: &str| {
            let looked_at = self.edge.is_some_and(|edge| edge.word() == words);
            let words = if looked_at { format!("lost from the {words}") } else { words.to_string() };
            (middle(&words), Line::styled(words, style.edge))
        };
        if plan.edges {
            let (column, line) = edge_line("back");
            row_at(&line, column, 1);
        }
        for row in (0..plan.rows).rev() {
            let places = row * shape.width..((row + 1) * shape.width).min(units.len());
            let spans = places.flat_map(|place| [self.cell(&units[place], cell), Span::raw(" ")]);
            row_at(&Line::from(spans.collect::<Vec<_>>()), left, if row == 0 { 1 } else { plan.pitch });
        }
        if plan.edges {
            // The Sides have no line of their own: which of them is looked at is said below.
            let (column, line) = match self.edge {
                Some(side @ (Edge::Left | Edge::Right)) => {
                    let words = format!("front, lost from the {}", side.word());
                    (middle(&words), Line::styled(words, style.edge))
                }
                _ => edge_line("front"),
            };
            row_at(&line, column, 1);
        }
        if plan.shape {
            let rows = text::count(shape.complete_rows, "complete row", "complete rows");
            let long = format!("width {}, {rows}", shape.width);
            let words = shorter(long, format!("width {}", shape.width));
            row_at(&Line::styled(words.clone(), style.text), middle(&words), 1);
        }
        let numbers = self.numbers(stack, edge).into_iter().flatten();
        // What is too long for a line goes on in the next.
        let columns = usize::from(inner.width);
        let whole = |words: String| {
            if measure::width(&words) <= columns { vec![words] } else { measure::wrap(&words, columns) }
        };
        for words in numbers.flat_map(whole) {
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
        let stack = self.stack.and_then(|id| self.state.stack(id));
        let room = usize::from(area.width).saturating_sub(if self.focused { 6 } else { 4 });
        let title = stack.map_or_else(|| "Square".to_string(), |stack| self.title(stack, room));
        let title = measure::cut(&title, room, self.look.glyphs);
        let inner = open_frame(frame(self.look, Line::raw(title), self.focused), area, buf);
        let message = match stack {
            None => "Choose a stack, or a unit in one, to see how it stands.".to_string(),
            Some(stack) if self.state.units_of_stack(stack.id).next().is_none() => {
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
