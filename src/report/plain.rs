//! A story as plain text, wrapped for a terminal or a letter.

use super::{
    markdown::unit_cells,
    story::{Annex, Block, Chapter, Die, LineUp, Roll, Story, Table},
};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// How wide lines are.
const WIDTH: usize = 78;

/// The story as text.
#[must_use]
pub fn plain(story: &Story) -> String {
    let mut out = String::new();
    write_heading(&mut out, &story.title, '=');
    write_paragraph(&mut out, &facts(story).join(" · "), "");
    if story.chapters.is_empty() {
        write_paragraph(&mut out, &story.nothing, "");
    }
    if !story.primer.is_empty() {
        out.push('\n');
        write_heading(&mut out, "How to read this", '-');
        for lesson in &story.primer {
            write_paragraph(&mut out, &format!("{}. {}", lesson.about, lesson.text), "");
        }
    }
    for chapter in &story.chapters {
        write_chapter(&mut out, chapter);
    }
    for annex in &story.annexes {
        write_annex(&mut out, annex);
    }
    out
}

fn write_annex(out: &mut String, annex: &Annex) {
    out.push('\n');
    write_heading(out, &annex.title, '-');
    annex.text.iter().for_each(|text| write_paragraph(out, text, ""));
    for Table { caption, head, rows } in &annex.tables {
        write_paragraph(out, &caption.to_uppercase(), "");
        let head = head.iter().map(|cell| (*cell).to_string()).collect();
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows.iter().map(|(_, row)| row.clone())).collect();
        write_table(out, &rows);
    }
    annex.notes.iter().for_each(|note| write_paragraph(out, note, ""));
}

/// What stands under the title.
pub(super) fn facts(story: &Story) -> Vec<String> {
    let mut facts: Vec<String> = Vec::new();
    facts.extend(Some(story.date.clone()).filter(|date| !date.is_empty()));
    facts.push(format!("rules: {}", story.rules));
    facts.extend(story.played.as_ref().map(|(first, last)| {
        if first == last { format!("played on {first}") } else { format!("played from {first} to {last}") }
    }));
    facts
}

fn write_heading(out: &mut String, text: &str, line: char) {
    let _ = writeln!(out, "{text}\n{}", line.to_string().repeat(text.width()));
}

fn write_paragraph(out: &mut String, text: &str, indent: &str) {
    let options = textwrap::Options::new(WIDTH).initial_indent(indent).subsequent_indent(indent).break_words(false);
    let _ = write!(out, "\n{}\n", textwrap::fill(text, options));
}

fn write_chapter(out: &mut String, chapter: &Chapter) {
    out.push('\n');
    write_heading(out, &chapter.title, '-');
    if let Some(when) = &chapter.when {
        write_paragraph(out, when, "");
    }
    if !chapter.opening.is_empty() {
        write_paragraph(out, &chapter.opening, "");
    }
    if chapter.battle.is_some() {
        write_rolls(out, &chapter.before);
    }
    for turn in &chapter.turns {
        if let Some(heading) = turn.heading() {
            write_paragraph(out, &heading.to_uppercase(), "");
        }
        for block in &turn.blocks {
            match block {
                Block::Quote(_, text) => write_paragraph(out, &format!("“{text}”"), "    "),
                Block::Prose(passages) => {
                    let text: String = passages.iter().map(|passage| passage.text.as_str()).collect();
                    if !text.is_empty() {
                        write_paragraph(out, &text, "");
                    }
                }
                Block::LineUp(_, line_up) => write_line_up(out, line_up),
                Block::Remark(_, remark) => {
                    let mut told = format!("Remark: {}", remark.line());
                    for file in &remark.files {
                        let _ = write!(told, " ({})", file.name());
                    }
                    write_paragraph(out, &told, "  | ");
                }
            }
        }
    }
    if chapter.battle.is_some() {
        write_paragraph(out, "AT THE END", "");
        if !chapter.closing.is_empty() {
            write_paragraph(out, &chapter.closing.join(" "), "");
        }
        if let Some(swing) = &chapter.swing {
            let points = swing.points.iter().map(|point| format!("entry {}, {}", point.entry, point.line()));
            write_paragraph(out, &format!("{}: {}.", swing.points_word(), points.collect::<Vec<_>>().join("; ")), "");
        }
        write_rolls(out, &chapter.after);
    }
}

fn write_line_up(out: &mut String, LineUp { sides: [first, second], pairs, .. }: &LineUp) {
    let mut rows = vec![vec![first.clone(), String::new(), second.clone()]];
    rows.extend(pairs.iter().map(|pair| {
        let shown = |d: &Option<Die>| d.as_ref().map_or_else(String::new, die);
        vec![shown(&pair.dice[0]), pair.verb().into(), shown(&pair.dice[1])]
    }));
    write_table(out, &rows);
}

/// `2 (yellow, threw 3) 1st Rifle Brigade`: what a die counts for, and why.
pub(super) fn die(die: &Die) -> String {
    let threw = die.score.and(die.face).map(|face| format!("threw {face}"));
    let support = die.support.then(|| "in support".to_string());
    let grade = die.grade.as_ref().map(|(_, name)| name.clone());
    let why: Vec<String> = [grade, threw, support].into_iter().flatten().collect();
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
    format!("{}{why} {}", die.value(), die.whose)
}

fn write_rolls(out: &mut String, rolls: &[Roll]) {
    for roll in rolls {
        let mut rows = vec![vec![roll.side.clone()]];
        for (stack, units) in &roll.stacks {
            if !stack.is_empty() {
                rows.push(vec![format!("  {stack}")]);
            }
            rows.extend(units.iter().map(|unit| {
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
        write_table(out, &rows);
    }
}

/// Rows whose cells stand below each other; a row of one cell widens no column.
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
