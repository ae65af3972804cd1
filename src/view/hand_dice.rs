//! Dice thrown by hand: an input field for each.

use super::{Look, frame, measure};
use crate::{book::GradeStep, text};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::{Block, Widget},
};
use unicode_width::UnicodeWidthStr;

/// One die to be typed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DieField {
    /// What it shows; blank where nothing was typed.
    pub face: String,
    /// Whose it is.
    pub whose: String,
    /// Its letter and modifier, such as `G+1`; empty where it has no grade.
    pub grade: String,
    /// The heading it stands under: its side.
    pub side: String,
    /// The grade that it is rolled with, in whose colour it stands, where it is lined up.
    pub step: Option<GradeStep>,
    /// What the typed face counts for then.
    pub score: Option<i16>,
}

/// The dice of a request.
pub(crate) struct HandDicePane<'a> {
    /// How it looks.
    pub look: Look<'a>,
    /// The order they are for.
    pub title: &'a str,
    /// The dice.
    pub places: &'a [DieField],
    /// The one that is typed in now; past the last where all are in.
    pub at: usize,
    /// What was wrong with the last key.
    pub fault: Option<&'a str>,
    /// What there is to say of the throw before this one.
    pub note: Option<&'a str>,
}

/// A line of the form: what stands above dice, or a place for one.
enum Part<'a> {
    /// The side whose dice follow.
    Heading(&'a str),
    /// The die of that number.
    Die(usize),
}

/// Where each die's place lies in a pane that takes an area; without height where there is no room for it.
#[must_use]
pub(crate) fn fields(places: &[DieField], area: Rect) -> Vec<Rect> {
    let dice = parts(places, area).into_iter().filter_map(|(part, at)| matches!(part, Part::Die(_)).then_some(at));
    dice.collect()
}

/// The die whose place lies nearest to another's in the rows above (by −1) or below (by 1).
#[must_use]
pub(crate) fn beside(fields: &[Rect], at: usize, rows: i32) -> Option<usize> {
    let from = fields.get(at)?;
    let middle = |field: &Rect| i32::from(field.x) * 2 + i32::from(field.width);
    let row = |field: &Rect| (i32::from(field.y) - i32::from(from.y)) * rows.signum();
    let beyond = fields.iter().enumerate().filter(|(_, field)| row(field) > 0);
    beyond.min_by_key(|(_, field)| (row(field), (middle(field) - middle(from)).abs())).map(|(at, _)| at)
}

/// All that stands in the pane under its first row, and where.
fn parts(places: &[DieField], area: Rect) -> Vec<(Part<'_>, Rect)> {
    let inner = Block::bordered().inner(area);
    let room = |x: u16, y: u16, wide: u16| {
        let wide = wide.min(inner.right().saturating_sub(x));
        Rect { x, y, width: wide, height: u16::from(y < inner.bottom()) }
    };
    let (mut x, mut y) = (inner.x, inner.y);
    let mut side = None;
    let mut parts = Vec::new();
    for (at, place) in places.iter().enumerate() {
        if side != Some(&place.side) {
            side = Some(&place.side);
            parts.push((Part::Heading(&place.side), room(inner.x, y + 1, inner.width)));
            (x, y) = (inner.x + 1, y + 2);
        }
        let wide = u16::try_from(place.text().width()).unwrap_or(5);
        if x + wide > inner.right() && x > inner.x + 1 {
            (x, y) = (inner.x + 1, y + 1);
        }
        parts.push((Part::Die(at), room(x, y, wide)));
        x += wide + 1;
    }
    parts
}

impl DieField {
    /// Its place: the face, blank or typed, and the grade's letter.
    fn text(&self) -> String {
        let face = if self.face.is_empty() { "_" } else { &self.face };
        format!("[{face}{}]", self.grade.chars().next().unwrap_or(' '))
    }
}

impl HandDicePane<'_> {
    /// How the dice that are in line up so far, the best against the best: a row for each side, and between them who beats whom.
    /// Only where both sides have some, and there is room below the fields.
    fn line_up(&self, inner: Rect, buf: &mut Buffer) {
        let below = parts(self.places, Self::area_of(inner)).iter().map(|(_, at)| at.bottom()).max().unwrap_or(inner.y);
        let mut sides: Vec<&str> = Vec::new();
        self.places.iter().for_each(|place| {
            if !sides.contains(&&*place.side) {
                sides.push(&place.side);
            }
        });
        let [first, second] = sides[..] else { return };
        let lines = [first, second].map(|side| self.scored(side));
        if below + 4 > inner.bottom() || lines.iter().any(Vec::is_empty) {
            return;
        }
        let styles = &self.look.theme.line_up;
        let names = [first, second].map(|side| measure::cut(side, usize::from(inner.width) / 4, self.look.glyphs));
        let name = names.iter().map(|name| measure::width(name)).max().unwrap_or(0);
        let row = |at: usize| {
            let dice = lines[at].iter().flat_map(|field| {
                let style = field.step.as_ref().map_or(styles.quiet, |step| self.look.theme.grade(step));
                [Span::raw(" "), Span::styled(field.text(), style)]
            });
            let head = Span::styled(format!(" {:<name$}", names[at]), styles.name);
            Line::from(std::iter::once(head).chain(dice).collect::<Vec<_>>())
        };
        let signs = lines[0].iter().zip(&lines[1]).map(|(one, other)| {
            let sign = match one.score.cmp(&other.score) {
                std::cmp::Ordering::Greater => self.look.glyphs.beats,
                std::cmp::Ordering::Less => self.look.glyphs.beaten,
                std::cmp::Ordering::Equal => self.look.glyphs.even,
            };
            format!("  {sign}{}", " ".repeat(measure::width(&one.text()).saturating_sub(2)))
        });
        let signs = Line::styled(format!(" {}{}", " ".repeat(name), signs.collect::<String>()), styles.winner);
        for (y, line) in (below + 1..).zip([row(0), signs, row(1)]) {
            buf.set_line(inner.x, y, &line, inner.width);
        }
    }

    /// The dice of a side that are in, the best first.
    fn scored(&self, side: &str) -> Vec<&DieField> {
        let mut dice: Vec<&DieField> =
            self.places.iter().filter(|place| place.side == side && place.score.is_some()).collect();
        dice.sort_by_key(|place| std::cmp::Reverse(place.score));
        dice
    }

    /// The pane that has this inside.
    fn area_of(inner: Rect) -> Rect {
        Rect {
            x: inner.x.saturating_sub(1),
            y: inner.y.saturating_sub(1),
            width: inner.width + 2,
            height: inner.height + 2,
        }
    }
}

impl Widget for &HandDicePane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let styles = &self.look.theme.dialog;
        let blanks = self.places.iter().filter(|p| p.face.trim().is_empty()).count();
        let rest = match blanks {
            0 => " all are in; Enter: done ".to_string(),
            n if n == self.places.len() => " type the faces that fell ".into(),
            n => format!(" {n} blank "),
        };
        let block = frame(self.look, Line::from(self.title.to_string()), true)
            .title_bottom(Line::styled(rest, styles.quiet).right_aligned());
        let inner = block.inner(area);
        block.render(area, buf);
        // One row for what is said, whatever it is: dice do not jump when a key was wrong.
        let said = match (self.fault, self.places.get(self.at)) {
            (Some(fault), _) => Line::styled(fault, styles.error),
            (None, Some(place)) => {
                let grade = if place.grade.is_empty() { String::new() } else { format!(" ({})", place.grade) };
                let note = self.note.map_or_else(String::new, |note| format!("{note}; "));
                Line::from(vec![
                    Span::styled(note, styles.text),
                    Span::styled(format!("die {} of {}: ", self.at + 1, self.places.len()), styles.quiet),
                    Span::styled(format!("{}{grade}", place.whose), styles.text),
                ])
            }
            (None, None) => Line::styled(text::count(self.places.len(), "die is in", "dice are in"), styles.quiet),
        };
        if self.at >= self.places.len() && !inner.is_empty() {
            self.look.select((inner.x, inner.y));
        }
        said.render(Rect { height: inner.height.min(1), ..inner }, buf);
        for (part, at) in parts(self.places, area) {
            match part {
                Part::Heading(side) => Line::styled(side, styles.title).render(at, buf),
                Part::Die(die) => {
                    if die == self.at && at.height > 0 {
                        // Behind the bracket, where the face is typed.
                        self.look.select((at.x + 1, at.y));
                    }
                    let field = &self.places[die];
                    let graded = field.step.as_ref().filter(|_| !field.face.trim().is_empty());
                    let style = match graded {
                        _ if die == self.at => styles.field_focused,
                        Some(step) => self.look.theme.grade(step),
                        None => styles.field,
                    };
                    Line::styled(field.text(), style).render(at, buf);
                }
            }
        }
        self.line_up(inner, buf);
    }
}
