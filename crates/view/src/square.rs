//! The Square of a stack, with the Front at the bottom: each unit's place, the order of loss from an Edge, and the
//! stack's numbers there. Source: RULES 5.1 to 5.5.

use super::{
    ClickTarget, Look, draw_frame, draw_line, frame, grade_letter,
    measure::{self, shorten_name},
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use std::collections::BTreeMap;
use wardiary_base::{book::Mechanism, id::StackId, text};
use wardiary_rules::{
    event::Reading,
    order::{Edge, Posture},
    rules::square::Shape,
    state::{Stack, State, Unit},
};

#[derive(Clone, Copy, Debug)]
pub struct SquarePane<'a> {
    pub look: Look<'a>,
    pub state: &'a State,
    pub stack: Option<StackId>,
    /// The Edge whose order of loss is shown; `None` to show no order.
    pub edge: Option<Edge>,
    pub focused: bool,
}

/// Columns of the narrowest cell with a name.
const MIN_NAMED_CELL: usize = 8;

/// Columns of the narrowest cell with an abbreviated name.
const MIN_ABBREVIATED_CELL: usize = 4;

/// Columns of the narrowest name that is wrapped into a second line.
const MIN_TWO_LINE_NAME: usize = 7;

/// The columns of `3↑` at the end of a border.
const MORE: usize = 3;

struct SquareLayout {
    /// The columns of a cell, without the gap after it.
    cell: usize,
    /// The rows from one cell to the next.
    pitch: usize,
    /// The visible rows of the Square, counted from the Front.
    rows: usize,
    edges: bool,
    shape: bool,
    penalties: bool,
    /// Whether names may be wrapped into a second line.
    two_lines: bool,
}

impl SquareLayout {
    /// The layout in an area, with this many lines of numbers below.
    fn new(shape: Shape, area: Rect, numbers: usize) -> Self {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        // As many gaps as cells, but for the last.
        let cell = ((width + 1) / shape.width.max(1)).saturating_sub(1).max(1);
        let rows = shape.rows();
        // In order of importance: the rows, the shape in words, the edges, the gaps between rows, the penalties.
        let has_shape = height > rows;
        let has_edges = height >= rows + 3;
        let pitch = if height >= 2 * rows + 3 { 2 } else { 1 };
        let used = (rows * pitch).saturating_sub(pitch - 1) + 2 * usize::from(has_edges) + usize::from(has_shape);
        let penalties = height > used;
        // The front row needs an extra line for second lines; the other rows use the gaps.
        let two_lines = pitch > 1 && height > used + numbers + usize::from(penalties);
        Self { cell, pitch, rows: rows.min(height), edges: has_edges, shape: has_shape, penalties, two_lines }
    }
}

/// The rows of a pane that fits the stack's Square with gaps, border included; 0 if nobody is left.
pub fn rows_needed(state: &State, stack: StackId) -> u16 {
    let many = state.units_of_stack(stack).filter(|unit| unit.is_alive()).count();
    if many == 0 {
        return 0;
    }
    let rows = Shape::new(many).rows();
    // Front and back, the shape in words, and two lines each for the numbers and the penalties.
    let words = if state.book().uses(Mechanism::Stacks) { 5 } else { 2 };
    u16::try_from(2 * rows - 1 + 2 + words + 2).unwrap_or(u16::MAX)
}

struct Occupant<'a> {
    /// `None` if the unit was eliminated since the stack formed.
    unit: Option<&'a Unit>,
    is_leader: bool,
    /// Its rank in the order of loss, from 1; `-` if melee does not reach it.
    loss_rank: Option<String>,
    /// The mark of a unit whose EDNA is used up.
    ineffective: Option<char>,
}

impl Occupant<'_> {
    /// Its sign in a cell without a name: the rank in the order of loss, or the letter of its grade.
    fn sign(&self, mark: char) -> String {
        let star = if self.is_leader { "*" } else { "" };
        format!("{star}{}{}", self.loss_rank.clone().unwrap_or_else(|| mark.to_string()), self.flag())
    }

    fn flag(&self) -> String {
        self.ineffective.map(String::from).unwrap_or_default()
    }

    /// The prefix of its name: the rank in the order of loss, and a star for the leader.
    fn prefix(&self) -> String {
        self.loss_rank.as_ref().map_or(String::new(), |lost| format!("{lost} ")) + if self.is_leader { "*" } else { "" }
    }

    /// The columns of its marks, without the letter of its grade.
    fn marks(&self) -> usize {
        measure::width(&self.prefix()) + usize::from(self.ineffective.is_some())
    }
}

/// The text of each unit's cell: the whole names if all fit, otherwise what differs between them.
fn names<'a>(occupants: &[Occupant<'a>], columns: usize) -> Vec<&'a str> {
    let whole: Vec<&str> = occupants.iter().map(|o| o.unit.map_or("", |unit| &*unit.name)).collect();
    let fits = |(name, occupant): (&&str, &Occupant)| measure::width(name) + occupant.marks() <= columns;
    if whole.iter().zip(occupants).all(fits) { whole } else { measure::without_shared_words(&whole) }
}

impl SquarePane<'_> {
    /// A unit in its cell: its name, shortened to fit, and the letter of its grade. The order of loss puts its rank
    /// before the name, or in place of the letter in a narrow cell. A Warlord has a star.
    fn cell(&self, occupant: &Occupant, name: &str, columns: usize) -> Span<'static> {
        let Some(unit) = occupant.unit else {
            return Span::raw(if columns < 3 { " ".repeat(columns) } else { format!("[{}]", " ".repeat(columns - 2)) });
        };
        let used = self.state.uses_grade(unit).then(|| self.state.effective_grade(unit));
        let step = used.and_then(Reading::exact).map(|grade| self.state.book().ladder.step(grade));
        let mark = step.map_or(if used.is_some() { '?' } else { ' ' }, grade_letter);
        let text = match (columns, &occupant.loss_rank) {
            (0, _) => String::new(),
            // Without grades there is room for the beginning of a name.
            (3..MIN_NAMED_CELL, None) if !self.uses_grades() => {
                let name: String = unit.name.chars().filter(|c| !c.is_whitespace()).collect();
                let (before, flag) = (if occupant.is_leader { "*" } else { "" }, occupant.flag());
                let flag = if columns - 2 > before.len() { flag } else { String::new() };
                let room = (columns - 2).saturating_sub(before.len() + measure::width(&flag));
                let name: String = measure::wrap(&name, room).into_iter().next().unwrap_or_default();
                let pad = " ".repeat(room.saturating_sub(measure::width(&name)));
                format!("[{before}{name}{pad}{flag}]")
            }
            (1..MIN_NAMED_CELL, _) => {
                let inside = occupant.sign(mark);
                if measure::width(&inside) + 2 <= columns {
                    format!("[{inside:>0$}]", columns - 2)
                } else if measure::width(&inside) <= columns {
                    format!("{inside:>columns$}")
                } else {
                    measure::cut(inside.trim_start_matches('*'), columns, self.look.glyphs)
                }
            }
            _ => {
                let mark = if self.uses_grades() { format!(" {mark}") } else { String::new() } + &occupant.flag();
                let room = self.room(occupant, columns);
                format!("[{}{}{mark}]", occupant.prefix(), measure::fit(name, room, self.look.glyphs))
            }
        };
        Span::styled(text, step.map_or(self.look.theme.square.text, |step| self.look.theme.grade(step)))
    }

    fn room(&self, occupant: &Occupant, columns: usize) -> usize {
        columns.saturating_sub(2 + occupant.marks() + 2 * usize::from(self.uses_grades()))
    }

    fn uses_grades(&self) -> bool {
        self.state.book().uses_line_up()
    }

    /// The unit of each cell: as the stack formed for its current Conflict, or as it would form now.
    fn occupants(&self, stack: &Stack) -> Vec<Occupant<'_>> {
        let state = self.state;
        let square = state.effective_square(stack.id);
        let order = self.edge.map(|edge| state.loss_order(stack.id, edge, false));
        let there = |id| state.fighting_units(stack.id).find(|u| u.id == id);
        let tested = state.book().uses(Mechanism::Edna);
        let occupants = square.units.iter().map(|id| Occupant {
            unit: there(*id),
            ineffective: there(*id).filter(|u| tested && u.is_ineffective()).map(|_| self.look.glyphs.ineffective),
            is_leader: square.leader == Some(*id),
            loss_rank: order.as_ref().map(|order| {
                let at = order.iter().position(|unit| unit == id);
                at.map_or_else(|| "-".to_string(), |at| (at + 1).to_string())
            }),
        });
        occupants.collect()
    }

    /// The stack's numbers on the selected Edge, if its units have any.
    fn numbers(&self, stack: &Stack, edge: Edge) -> Option<[String; 2]> {
        let state = self.state;
        state.units_of_stack(stack.id).find(|u| !u.stat_numbers().is_empty())?;
        let numbers = state.effective_numbers(stack.id);
        let turned = state.conflict_entry(stack.id).map_or(0, |s| s.turn_penalty);
        let (ap, dp) = (numbers.ap(edge, turned), numbers.dp(edge, turned) + state.screening_bonus(stack.id, edge));
        let known = |power: u32| if state.knows_powers(stack.id) { power.to_string() } else { "?".into() };
        let brief = format!("AP {}  DP {}", known(ap), known(dp));
        let rest = format!("Dmg {}  DR {}  Init {}  Move {}", numbers.dmg, numbers.dr, numbers.init, numbers.movement);
        Some([brief, rest])
    }

    /// The pane's title: the stack and its posture. The name is cut if the title is too long.
    fn title(&self, stack: &Stack, columns: usize) -> String {
        let posture =
            if stack.posture == Posture::Neutral { String::new() } else { format!(", {}", stack.posture.word()) };
        let whole = format!("Square: {}{posture}", stack.name);
        if measure::width(&whole) <= columns {
            return whole;
        }
        // The pane above shows its count of hidden rows on the same border.
        let room = columns.saturating_sub(measure::width(&posture) + MORE);
        measure::cut_name(&stack.name, room, self.look.glyphs) + &posture
    }

    /// Draws the Square from the Back, at the top, to the Front, and below it whatever else fits.
    fn draw_square(&self, stack: &Stack, inner: Rect, buf: &mut Buffer) {
        let occupants = self.occupants(stack);
        let shape = Shape::new(occupants.len());
        let numbers = self.numbers(stack, self.edge.unwrap_or_default());
        let lines_of = |words: &String| measure::wrap(words, usize::from(inner.width)).len();
        let lines = numbers.iter().flatten().map(lines_of).sum();
        let layout = SquareLayout::new(shape, inner, lines);
        let mut rows = RowWriter { inner, buf, y: 0 };
        if layout.edges {
            let edge = if self.edge == Some(Edge::Back) { "lost from the back" } else { "back" };
            rows.centred(edge, self.look.theme.square.edge);
        }
        self.draw_cells(&occupants, shape, &layout, &mut rows);
        if layout.edges {
            rows.centred(&self.front(), self.look.theme.square.edge);
        }
        if layout.shape {
            let complete = text::count(shape.complete_rows, "complete row", "complete rows");
            let brief = format!("width {}", shape.width);
            let words = rows.first_that_fits(format!("{brief}, {complete}"), brief);
            rows.centred(&words, self.look.theme.square.text);
        }
        for words in numbers.into_iter().flatten() {
            rows.wrapped(words, self.look.theme.square.text);
        }
        if layout.penalties {
            self.draw_penalties(shape, &mut rows);
        }
    }

    /// The line of the Front. The Sides have no line of their own, so a selected Side is named here.
    fn front(&self) -> String {
        match self.edge {
            Some(side @ (Edge::Left | Edge::Right)) => format!("front, lost from the {}", side.word()),
            Some(Edge::Front) => "lost from the front".into(),
            Some(Edge::Back) | None => "front".into(),
        }
    }

    fn draw_cells(&self, occupants: &[Occupant], shape: Shape, layout: &SquareLayout, rows: &mut RowWriter) {
        let briefs = Self::abbreviated_names(occupants, layout);
        let cell = if briefs.is_some() { layout.cell } else { self.cell_width(occupants, layout.cell) };
        let across = (cell + 1) * shape.width - 1;
        let left = usize::from(rows.inner.width).saturating_sub(across) / 2;
        let names = names(occupants, self.name_columns(layout.cell));
        let rooms: Vec<(&str, usize)> =
            names.iter().zip(occupants).map(|(name, occupant)| (*name, self.room(occupant, cell))).collect();
        // The gaps between rows hold the second lines of names.
        let has_room = layout.two_lines && rooms.iter().all(|(_, room)| *room >= MIN_TWO_LINE_NAME);
        let halves = if has_room { measure::wrap_in_two_lines(&rooms, self.look.glyphs) } else { None };
        let one_line = |(name, room): &(&str, usize)| (measure::cut_name(name, *room, self.look.glyphs), String::new());
        let under_signs = briefs.is_some();
        let names: Vec<(String, String)> = briefs.or(halves).unwrap_or_else(|| rooms.iter().map(one_line).collect());
        let goes_on = names.iter().any(|(_, rest)| !rest.is_empty());
        for row in (0..layout.rows).rev() {
            let places = row * shape.width..((row + 1) * shape.width).min(occupants.len());
            let spans =
                places.clone().flat_map(|place| [self.cell(&occupants[place], &names[place].0, cell), Span::raw(" ")]);
            let y = rows.inner.y.saturating_add(u16::try_from(rows.y).unwrap_or(u16::MAX));
            rows.line(&Line::from(spans.collect::<Vec<_>>()), left, 1);
            for (column, place) in places.clone().enumerate().filter(|_| y < rows.inner.bottom()) {
                let x = rows.inner.x.saturating_add(u16::try_from(left + column * (cell + 1)).unwrap_or(u16::MAX));
                let (width, height) = (u16::try_from(cell).unwrap_or(1), 1 + u16::from(goes_on));
                let unit = occupants[place].unit.map(|unit| ClickTarget::Entity(unit.id.into()));
                unit.into_iter().for_each(|unit| self.look.add_target(unit, Rect { x, y, width, height }));
            }
            if goes_on {
                let rest = places.map(|place| {
                    let marks = if under_signs { 0 } else { 1 + measure::width(&occupants[place].prefix()) };
                    let before = " ".repeat(marks);
                    Span::styled(
                        measure::fit(&(before + &names[place].1), cell + 1, self.look.glyphs),
                        self.look.theme.square.text,
                    )
                });
                rows.line(&Line::from(rest.collect::<Vec<_>>()), left, 1);
            } else if row > 0 {
                rows.y += layout.pitch - 1;
            }
        }
    }

    /// Abbreviated names under the signs of cells too narrow for names, for units that they tell apart.
    fn abbreviated_names(occupants: &[Occupant], layout: &SquareLayout) -> Option<Vec<(String, String)>> {
        if !layout.two_lines || !(MIN_ABBREVIATED_CELL..MIN_NAMED_CELL).contains(&layout.cell) {
            return None;
        }
        let short = |o: &Occupant| o.unit.map_or(String::new(), |unit| shorten_name(&unit.name, layout.cell));
        let briefs: Vec<String> = occupants.iter().map(short).collect();
        let mut many: BTreeMap<&str, usize> = BTreeMap::new();
        briefs.iter().for_each(|short| *many.entry(short).or_default() += 1);
        // Ambiguous abbreviations are left out.
        let text = |short: &String| if many[&**short] == 1 { short.clone() } else { String::new() };
        Some(briefs.iter().map(|short| (String::new(), text(short))).collect())
    }

    /// The columns for a name and its marks in the widest cell.
    fn name_columns(&self, widest: usize) -> usize {
        widest.saturating_sub(2 + 2 * usize::from(self.uses_grades()))
    }

    /// The columns of a cell: as wide as the longest name needs, or as the signs need if there are only signs.
    fn cell_width(&self, occupants: &[Occupant], widest: usize) -> usize {
        if widest >= MIN_NAMED_CELL {
            let names = names(occupants, self.name_columns(widest));
            let widths = names.iter().zip(occupants).map(|(name, occupant)| measure::width(name) + occupant.marks());
            return widest.min((widths.max().unwrap_or(0) + 4).max(MIN_NAMED_CELL));
        }
        if !self.uses_grades() && self.edge.is_none() {
            return widest;
        }
        // A sign is in brackets.
        let signs = occupants.iter().map(|o| measure::width(&o.sign(' ')) + 2).max().unwrap_or(0);
        widest.min(signs)
    }

    fn draw_penalties(&self, shape: Shape, rows: &mut RowWriter) {
        let times = self.look.glyphs.times;
        let all = [
            ("minor", shape.minor_multiplier()),
            ("moderate", shape.moderate_multiplier()),
            ("major", shape.major_multiplier()),
        ];
        let long = all.map(|(word, n)| format!("{word} {times}{n}")).join("  ");
        let brief = format!("{times}{} {times}{} {times}{}", all[0].1, all[1].1, all[2].1);
        let brief = rows.first_that_fits(format!("penalties {brief}"), brief);
        rows.centred(&rows.first_that_fits(long, brief), self.look.theme.square.muted);
    }
}

/// Draws the rows of the pane from the top down.
struct RowWriter<'b> {
    inner: Rect,
    buf: &'b mut Buffer,
    y: usize,
}

impl RowWriter<'_> {
    fn columns(&self) -> usize {
        usize::from(self.inner.width)
    }

    /// Draws a line at a column, then moves down this many rows.
    fn line(&mut self, line: &Line, column: usize, rows: usize) {
        if let (Ok(x), Ok(y)) = (u16::try_from(column), u16::try_from(self.y)) {
            draw_line(self.buf, self.inner, (x, y), line);
        }
        self.y += rows;
    }

    fn centred(&mut self, words: &str, style: Style) {
        let column = self.columns().saturating_sub(measure::width(words)) / 2;
        self.line(&Line::styled(words, style), column, 1);
    }

    /// Draws text, wrapped if it is too long.
    fn wrapped(&mut self, words: String, style: Style) {
        let columns = self.columns();
        let lines = if measure::width(&words) <= columns { vec![words] } else { measure::wrap(&words, columns) };
        lines.iter().for_each(|words| self.centred(words, style));
    }

    /// The long form if it fits into a line, otherwise the brief one.
    fn first_that_fits(&self, long: String, brief: String) -> String {
        if measure::width(&long) <= self.columns() { long } else { brief }
    }
}

impl Widget for &SquarePane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let stack = self.stack.and_then(|id| self.state.stack(id));
        let room = usize::from(area.width).saturating_sub(if self.focused { 6 } else { 4 });
        let title = stack.map_or_else(|| "Square".to_string(), |stack| self.title(stack, room));
        let title = measure::cut(&title, room, self.look.glyphs);
        let inner = draw_frame(frame(self.look, Line::raw(title), self.focused), area, buf);
        let text = match stack {
            None => "Choose a stack, or a unit in one, to see its Square.".to_string(),
            Some(stack) if self.state.units_of_stack(stack.id).next().is_none() => {
                format!("{} has no units left.", stack.name)
            }
            Some(stack) => return self.draw_square(stack, inner, buf),
        };
        let lines = measure::wrap(&text, usize::from(inner.width.saturating_sub(2)));
        for (y, line) in (0u16..).zip(lines) {
            draw_line(buf, inner, (1, y), &Line::styled(line, self.look.theme.square.muted));
        }
    }
}
