//! Dice thrown by hand: an input field for each.

use super::{Look, frame};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::Widget,
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
}

/// The dice of a request.
pub(crate) struct HandDicePane<'a> {
    /// How it looks.
    pub look: Look<'a>,
    /// The order they are for.
    pub title: &'a str,
    /// The dice.
    pub places: &'a [DieField],
    /// The one that is typed in now.
    pub at: usize,
    /// What was wrong with the last key.
    pub fault: Option<&'a str>,
}

impl HandDicePane<'_> {
    /// The dice by their sides, each with its place among all.
    fn groups(&self) -> Vec<(&str, Vec<(usize, &DieField)>)> {
        let mut groups: Vec<(&str, Vec<(usize, &DieField)>)> = Vec::new();
        for (at, place) in self.places.iter().enumerate() {
            match groups.last_mut() {
                Some((side, dice)) if *side == place.side => dice.push((at, place)),
                _ => groups.push((&place.side, vec![(at, place)])),
            }
        }
        groups
    }
}

impl Widget for &HandDicePane<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        let styles = &self.look.theme.dialog;
        let blanks = self.places.iter().filter(|p| p.face.trim().is_empty()).count();
        let rest = match blanks {
            0 => " Enter: done ".to_string(),
            n if n == self.places.len() => " type the faces; Enter: the program throws them ".into(),
            n => format!(" Enter: done, the program throws the {n} blank "),
        };
        let block = frame(self.look, Line::from(self.title.to_string()), true)
            .title_bottom(Line::styled(rest, styles.quiet).right_aligned());
        let inner = block.inner(area);
        block.render(area, buf);
        let mut y = inner.y;
        let named = self.places.get(self.at);
        let row = |x: u16, y: u16, line: &Line, buf: &mut Buffer| {
            if y < inner.bottom() {
                buf.set_line(x, y, line, inner.right().saturating_sub(x));
            }
        };
        if let Some(place) = named {
            let grade = if place.grade.is_empty() { String::new() } else { format!(" ({})", place.grade) };
            let line = Line::from(vec![
                Span::styled(format!("die {} of {}: ", self.at + 1, self.places.len()), styles.quiet),
                Span::styled(format!("{}{grade}", place.whose), styles.text),
            ]);
            row(inner.x, y, &line, buf);
            y += 1;
        }
        if let Some(fault) = self.fault {
            row(inner.x, y, &Line::styled(fault, styles.error), buf);
            y += 1;
        }
        for (side, dice) in self.groups() {
            row(inner.x, y, &Line::styled(side, styles.title), buf);
            y += 1;
            let mut x = inner.x + 1;
            for (at, place) in dice {
                let face = if place.face.is_empty() { "_" } else { &place.face };
                let text = format!("[{face}{}]", place.grade.chars().next().unwrap_or(' '));
                let wide = u16::try_from(text.width() + 1).unwrap_or(5);
                if x + wide > inner.right() {
                    x = inner.x + 1;
                    y += 1;
                }
                let style = if at == self.at { styles.field_focused } else { styles.field };
                row(x, y, &Line::styled(text, style), buf);
                x += wide;
            }
            y += 1;
        }
    }
}
