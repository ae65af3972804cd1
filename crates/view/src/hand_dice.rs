//! Dice rolled by hand: an input field for each, drawn as a die.

use super::{
    LineUpPane, Look,
    die::{Die, DieSize},
    draw_line, frame, line_up, measure,
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Block, Widget},
};
use wardiary_base::{book::GradeStep, text};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DieField {
    /// The typed face; blank if none.
    pub face: String,
    pub owner: String,
    /// The grade's letter and modifier, such as `G+1`; empty without a grade.
    pub grade: String,
    /// The heading above the die: its side.
    pub side: String,
    /// The grade of the roll, which gives the die its colour, if dice are lined up.
    pub step: Option<GradeStep>,
}

pub struct HandDicePane<'a> {
    pub look: Look<'a>,
    pub title: &'a str,
    pub fields: &'a [DieField],
    /// The index of the current die; past the end when all are typed.
    pub current: usize,
    pub fault: Option<&'a str>,
    pub note: Option<&'a str>,
    /// The phase that the typed dice decide, once all are typed. Its result is shown even if its dice have no room.
    pub line_up: Option<LineUpPane<'a>>,
}

/// A part of the form: a heading or a field.
enum Part<'a> {
    /// The side whose dice follow.
    Heading(&'a str),
    /// A die, by its index.
    Die(usize),
}

struct Form<'a> {
    fields_layout: DieLayout,
    parts: Vec<(Part<'a>, Rect)>,
    /// The room for the line-up of the typed dice.
    line_up: Option<Rect>,
}

#[derive(Clone, Copy)]
struct DieLayout {
    size: DieSize,
    inner: usize,
}

/// Longer names do not widen a die.
const LONGEST_NAME: usize = 17;

/// The area of each field; without height if there is no room.
pub fn field_areas(places: &[DieField], area: Rect) -> Vec<Rect> {
    let parts = Form::fitting(places, area).parts.into_iter();
    parts.filter_map(|(part, at)| matches!(part, Part::Die(_)).then_some(at)).collect()
}

/// The nearest field in the rows above (−1) or below (1).
pub fn nearest_field(fields: &[Rect], at: usize, rows: i32) -> Option<usize> {
    let from = fields.get(at)?;
    let middle = |field: &Rect| i32::from(field.x) * 2 + i32::from(field.width);
    let row = |field: &Rect| (i32::from(field.y) - i32::from(from.y)) * rows.signum();
    let beyond = fields.iter().enumerate().filter(|(_, field)| row(field) > 0);
    beyond.min_by_key(|(_, field)| (row(field), (middle(field) - middle(from)).abs())).map(|(at, _)| at)
}

/// The sides of the dice, in order.
fn sides(places: &[DieField]) -> Vec<&str> {
    let mut sides: Vec<&str> = Vec::new();
    for place in places {
        if !sides.contains(&&*place.side) {
            sides.push(&place.side);
        }
    }
    sides
}

impl DieLayout {
    fn new(places: &[DieField], size: DieSize) -> Self {
        let widest = |words: fn(&DieField, DieSize) -> usize| places.iter().map(|place| words(place, size)).max();
        let value = widest(|place, size| measure::width(&place.value(size))).unwrap_or(1);
        let face = widest(|place, _| measure::width(&place.face)).unwrap_or(1).max(1);
        let name = places.iter().map(|place| measure::width(&place.owner)).max().unwrap_or(0).min(LONGEST_NAME);
        Self { size, inner: size.inner(face).max(value).max(if size == DieSize::Large { name } else { 0 }) }
    }

    fn rows(self) -> u16 {
        u16::try_from(self.size.rows()).unwrap_or(1)
    }

    fn columns(self) -> u16 {
        u16::try_from(self.inner + 2).unwrap_or(u16::MAX)
    }
}

impl<'a> Form<'a> {
    /// The layout with the largest dice that fit. A line-up shrinks before the fields do.
    fn fitting(places: &'a [DieField], area: Rect) -> Self {
        let inside = Block::bordered().inner(area);
        let lines_up = sides(places).len() == 2 && places.iter().any(|place| place.step.is_some());
        let sizes = || DieSize::fitting(usize::from(inside.width)).iter().map(|size| DieLayout::new(places, *size));
        let word = DieLayout::new(places, DieSize::Word);
        if lines_up {
            let of_one_size = sizes().filter(|drawn| drawn.size != DieSize::Word).map(|drawn| (drawn, drawn));
            for (fields, line) in of_one_size.chain(sizes().map(|drawn| (word, drawn))) {
                let form = Self::with_die_layout(places, inside, fields);
                let below = form.bottom(inside);
                // A row of dice for each side, with the signs between them.
                if form.is_whole() && below + 1 + 2 * line.rows() <= inside.bottom() {
                    let room = Rect { y: below, height: inside.bottom() - below, ..inside };
                    return Self { line_up: Some(room), ..form };
                }
            }
        }
        let whole = sizes().map(|drawn| Self::with_die_layout(places, inside, drawn)).find(Self::is_whole);
        whole.unwrap_or_else(|| Self::with_die_layout(places, inside, word))
    }

    fn with_die_layout(places: &'a [DieField], inside: Rect, drawn: DieLayout) -> Self {
        let (wide, tall) = (drawn.columns(), drawn.rows());
        let room = |x: u16, y: u16, wide: u16, tall: u16| {
            let wide = wide.min(inside.right().saturating_sub(x));
            Rect { x, y, width: wide, height: tall.min(inside.bottom().saturating_sub(y)) }
        };
        let mut parts = Vec::new();
        // The first row is for messages.
        let (mut x, mut next) = (inside.x, inside.y + 1);
        let mut side = None;
        for (at, place) in places.iter().enumerate() {
            if side != Some(&place.side) {
                side = Some(&place.side);
                parts.push((Part::Heading(&place.side), room(inside.x, next, inside.width, 1)));
                (x, next) = (inside.x + 1, next + 1 + tall);
            }
            if x + wide > inside.right() && x > inside.x + 1 {
                (x, next) = (inside.x + 1, next + tall);
            }
            parts.push((Part::Die(at), room(x, next - tall, wide, tall)));
            x += wide + 1;
        }
        Self { fields_layout: drawn, parts, line_up: None }
    }

    fn is_whole(&self) -> bool {
        let rows = |part: &Part| if matches!(part, Part::Heading(_)) { 1 } else { self.fields_layout.rows() };
        self.parts.iter().all(|(part, at)| at.height == rows(part))
    }

    fn bottom(&self, inside: Rect) -> u16 {
        self.parts.iter().map(|(_, at)| at.bottom()).max().unwrap_or(inside.y)
    }
}

impl DieField {
    /// The die's value: the face, or a blank, and the grade's letter.
    fn value(&self, size: DieSize) -> String {
        let face = if self.face.is_empty() { "_" } else { &self.face };
        let Some(letter) = self.grade.chars().next() else { return face.into() };
        if size == DieSize::Word { format!("{face}{letter}") } else { format!("{face} {letter}") }
    }

    fn die(&self, size: DieSize, style: Style) -> Die {
        Die { owner: self.owner.clone(), value: self.value(size), natural: String::new(), counts: true, style }
    }
}

impl Widget for &HandDicePane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let styles = &self.look.theme.dialog;
        let blanks = self.fields.iter().filter(|p| p.face.trim().is_empty()).count();
        let rest = match blanks {
            0 => " all are entered; Enter: done ".to_string(),
            n if n == self.fields.len() => " type the faces rolled ".into(),
            n => format!(" {n} blank "),
        };
        let block = frame(self.look, Line::from(self.title.to_string()), true)
            .title_bottom(Line::styled(rest, styles.muted).right_aligned());
        let inner = block.inner(area);
        block.render(area, buf);
        // The message row is always one line, so that dice do not move when a key is refused.
        let line = match (self.fault, self.fields.get(self.current)) {
            (Some(fault), _) => Line::styled(fault, styles.error),
            (None, Some(place)) => {
                let grade = if place.grade.is_empty() { String::new() } else { format!(" ({})", place.grade) };
                let note = self.note.map_or_else(String::new, |note| format!("{note}; "));
                Line::from(vec![
                    Span::styled(note, styles.text),
                    Span::styled(format!("die {} of {}: ", self.current + 1, self.fields.len()), styles.muted),
                    Span::styled(format!("{}{grade}", place.owner), styles.text),
                ])
            }
            (None, None) => {
                Line::styled(text::count(self.fields.len(), "die is entered", "dice are entered"), styles.muted)
            }
        };
        if self.current >= self.fields.len() && !inner.is_empty() {
            self.look.set_selection((inner.x, inner.y));
        }
        line.render(Rect { height: inner.height.min(1), ..inner }, buf);
        let form = Form::fitting(self.fields, area);
        for (part, at) in &form.parts {
            match part {
                Part::Heading(side) => Line::styled(*side, styles.title).render(*at, buf),
                Part::Die(die) => self.field(*die, *at, form.fields_layout, buf),
            }
        }
        let Some(line_up) = &self.line_up else { return };
        if let Some(room) = form.line_up {
            return line_up.render(room, buf);
        }
        // Without room for the dice in lines, the result goes over the last fields.
        let result = line_up::result_line(line_up.state, line_up.fought).to_string();
        let lines = measure::wrap(&result, usize::from(inner.width));
        let top = inner.height.saturating_sub(u16::try_from(lines.len()).unwrap_or(u16::MAX));
        for (y, line) in (top..).zip(lines) {
            let line = measure::fit(&line, usize::from(inner.width), self.look.glyphs);
            draw_line(buf, inner, (0, y), &Line::styled(line, styles.text));
        }
    }
}

impl HandDicePane<'_> {
    fn field(&self, die: usize, at: Rect, drawn: DieLayout, buf: &mut Buffer) {
        let styles = &self.look.theme.dialog;
        let field = &self.fields[die];
        if die == self.current && at.height > 0 {
            // Puts the cursor where the face is typed.
            let value = measure::width(&field.value(drawn.size));
            let before = u16::try_from(1 + drawn.inner.saturating_sub(value) / 2).unwrap_or(1);
            self.look.set_selection((at.x + before, at.y + at.height / 2));
        }
        let graded = field.step.as_ref().filter(|_| !field.face.trim().is_empty());
        let style = match graded {
            _ if die == self.current => styles.field_focused,
            Some(step) => self.look.theme.grade(step),
            None => styles.field,
        };
        field.die(drawn.size, style).draw((at, buf), (0, 0), (drawn.size, drawn.inner), self.look.glyphs);
    }
}
