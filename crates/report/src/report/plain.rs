//! A story as plain text, wrapped for a terminal or a letter.

use super::{
    markdown::unit_cells,
    story::{Die, LineUp, OrderOfBattle, Remark, Story},
    writer::{self, HeadingLevel, StoryWriter},
};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

const WIDTH: usize = 78;

pub fn plain(story: &Story) -> String {
    let mut pen = PlainWriter(String::new());
    writer::write(story, &mut pen);
    pen.0
}

struct PlainWriter(String);

impl PlainWriter {
    fn wrapped(&mut self, text: &str, (first, others): (&str, &str)) {
        let options = textwrap::Options::new(WIDTH).initial_indent(first).subsequent_indent(others).break_words(false);
        let _ = write!(self.0, "\n{}\n", textwrap::fill(text, options));
    }
}

impl StoryWriter for PlainWriter {
    fn heading(&mut self, level: HeadingLevel, text: &str) {
        let (before, line) = match level {
            HeadingLevel::Title => ("", "="),
            HeadingLevel::Chapter => ("\n", "-"),
            HeadingLevel::Part => return self.paragraph(&text.to_uppercase()),
        };
        let _ = writeln!(self.0, "{before}{text}\n{}", line.repeat(text.width()));
    }

    fn paragraph(&mut self, text: &str) {
        self.wrapped(text, ("", ""));
    }

    fn note(&mut self, text: &str) {
        self.paragraph(text);
    }

    fn lesson(&mut self, about: &str, text: &str) {
        self.paragraph(&format!("{about}. {text}"));
    }

    fn quote(&mut self, text: &str) {
        self.wrapped(&format!("“{text}”"), ("    ", "    "));
    }

    fn remark(&mut self, remark: &Remark) {
        let mut text = format!("Remark: {}", remark.line());
        for file in &remark.files {
            let _ = write!(text, " ({})", file.name());
        }
        self.wrapped(&text, ("  | ", "  | "));
    }

    fn items(&mut self, items: &[String]) {
        items.iter().for_each(|item| self.wrapped(item, ("  * ", "    ")));
    }

    fn table(&mut self, head: &[String], rows: &[Vec<String>]) {
        let rows: Vec<Vec<String>> = std::iter::once(head.to_vec()).chain(rows.iter().cloned()).collect();
        write_table(&mut self.0, &rows);
    }

    fn preformatted(&mut self, lines: &str) {
        let _ = write!(self.0, "\n{lines}\n");
    }

    fn line_up(&mut self, LineUp { sides: [first, second], pairs, .. }: &LineUp) {
        let rows = pairs.iter().map(|pair| {
            let shown = |d: &Option<Die>| d.as_ref().map_or_else(String::new, die);
            vec![shown(&pair.dice[0]), pair.verb().into(), shown(&pair.dice[1])]
        });
        self.table(&[first.clone(), String::new(), second.clone()], &rows.collect::<Vec<_>>());
    }

    fn order_of_battle(&mut self, roll: &OrderOfBattle) {
        let mut rows = vec![vec![roll.side.clone()]];
        for group in &roll.groups {
            if !group.name.is_empty() {
                rows.push(vec![format!("  {}", group.heading())]);
            }
            rows.extend(group.units.iter().map(|unit| {
                let mut cells = unit_cells(unit, roll);
                cells[0] = format!("    {}", cells[0]);
                if roll.columns.edna
                    && let Some(edna) = cells.last_mut()
                {
                    *edna = format!("EDNA {edna}");
                }
                cells
            }));
        }
        write_table(&mut self.0, &rows);
    }
}

/// A die's score, and where it comes from: `2 (yellow, rolled 3) 1st Rifle Brigade`.
pub(super) fn die(die: &Die) -> String {
    let threw = die.score.and(die.face).map(|face| format!("rolled {face}"));
    let support = die.support.then(|| "in support".to_string());
    let grade = die.grade.as_ref().map(|(_, name)| name.to_string());
    let why: Vec<String> = [grade, threw, support].into_iter().flatten().collect();
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
    format!("{}{why} {}", die.value(), die.owner)
}

/// Writes rows with aligned columns. A row with one cell does not widen its column.
fn write_table(out: &mut String, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter(|row| row.len() > 1).filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    out.push('\n');
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| {
            let room = if row.len() > 1 { width.saturating_sub(cell.width()) } else { 0 };
            format!("{cell}{}", " ".repeat(room))
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        let _ = writeln!(out, "{}", line.trim_end());
    }
}
