//! A story as Markdown: headings, paragraphs, quotes and tables that every reader of Markdown knows. What comes from the
//! diary is text: none of its characters is taken for markup.

use super::story::{Annex, Block, Chapter, Die, LineUp, Roll, Story, Table, UnitLine};
use std::fmt::Write;

/// The story as Markdown.
#[must_use]
pub fn markdown(story: &Story) -> String {
    let mut out = format!("# {}\n\n", escaped(&story.title));
    let facts: Vec<String> = super::plain::facts(story).iter().map(|fact| escaped(fact)).collect();
    let _ = writeln!(out, "*{}*", facts.join(" · "));
    if story.chapters.is_empty() {
        let _ = write!(out, "\n{}\n", escaped(&story.nothing));
    }
    if !story.primer.is_empty() {
        out.push_str("\n## How to read this\n");
        for lesson in &story.primer {
            let _ = write!(out, "\n**{}.** {}\n", escaped(&lesson.about), escaped(&lesson.text));
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
    let _ = write!(out, "\n## {}\n", escaped(&annex.title));
    for text in &annex.text {
        let _ = write!(out, "\n{}\n", escaped(text));
    }
    for Table { caption, head, rows } in &annex.tables {
        let _ = write!(out, "\n### {}\n", escaped(caption));
        let _ = write!(out, "\n| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
        for (_, cells) in rows {
            let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
    }
    for note in &annex.notes {
        let _ = write!(out, "\n{}\n", escaped(note));
    }
}

fn write_chapter(out: &mut String, chapter: &Chapter) {
    let _ = write!(out, "\n## {}\n", escaped(&chapter.title));
    if let Some(when) = &chapter.when {
        let _ = write!(out, "\n*{}*\n", escaped(when));
    }
    if !chapter.opening.is_empty() {
        let _ = write!(out, "\n{}\n", escaped(&chapter.opening));
    }
    if chapter.battle.is_some() {
        out.push_str("\n### Order of battle\n");
        write_rolls(out, &chapter.before);
    }
    for turn in &chapter.turns {
        if let Some(heading) = turn.heading() {
            let _ = write!(out, "\n### {}\n", escaped(&heading));
        }
        for block in &turn.blocks {
            write_block(out, block);
        }
    }
    if chapter.battle.is_some() {
        out.push_str("\n### At the end\n");
        if !chapter.closing.is_empty() {
            let _ = write!(out, "\n{}\n", escaped(&chapter.closing.join(" ")));
        }
        if let Some(swing) = &chapter.swing {
            let _ = write!(out, "\n{}:\n\n", swing.points_word());
            for point in &swing.points {
                let _ = writeln!(out, "- entry {}, {}", point.entry, escaped(&point.line()));
            }
        }
        write_rolls(out, &chapter.after);
    }
}

fn write_block(out: &mut String, block: &Block) {
    match block {
        Block::Quote(_, text) => {
            let _ = write!(out, "\n> {}\n", escaped(text));
        }
        Block::Prose(passages) => {
            let text: String = passages.iter().map(|passage| passage.text.as_str()).collect();
            if !text.is_empty() {
                let _ = write!(out, "\n{}\n", escaped(&text));
            }
        }
        Block::LineUp(_, line_up) => write_line_up(out, line_up),
        Block::Remark(_, remark) => {
            let _ = write!(out, "\n*Remark:* {}\n", escaped(&remark.line()));
            for file in &remark.files {
                let _ = write!(out, "\n({})\n", escaped(file.name()));
            }
        }
    }
}

fn write_line_up(out: &mut String, LineUp { sides: [first, second], pairs, .. }: &LineUp) {
    let _ = write!(out, "\n| {} | | {} |\n|---|:-:|---|\n", escaped(first), escaped(second));
    for pair in pairs {
        let [a, b] = &pair.dice;
        let _ = writeln!(out, "| {} | {} | {} |", die(a.as_ref()), pair.verb(), die(b.as_ref()));
    }
}

fn die(die: Option<&Die>) -> String {
    die.map_or_else(String::new, |die| escaped(&super::plain::die(die)))
}

fn write_rolls(out: &mut String, rolls: &[Roll]) {
    for roll in rolls {
        let columns = roll.columns;
        let mut head = vec![escaped(&roll.side), "kind".into()];
        head.extend(columns.grade.then(|| "grade".to_string()));
        head.push("strength".into());
        head.extend(columns.edna.then(|| "EDNA".to_string()));
        let _ = write!(out, "\n| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
        for (stack, units) in &roll.stacks {
            if !stack.is_empty() {
                let _ = writeln!(out, "| **{}** |{}", escaped(stack), " |".repeat(head.len() - 1));
            }
            for unit in units {
                let cells: Vec<String> = unit_cells(unit, roll).iter().map(|cell| escaped(cell)).collect();
                let _ = writeln!(out, "| {} |", cells.join(" | "));
            }
        }
    }
}

/// What a line of an order of battle says.
pub(super) fn unit_cells(unit: &UnitLine, roll: &Roll) -> Vec<String> {
    let mut cells = vec![unit.name.clone(), unit.kind.clone()];
    cells.extend(roll.columns.grade.then(|| unit.grade.1.clone()));
    cells.push(if unit.alive { format!("{} of {}", unit.strength.0, unit.strength.1) } else { "destroyed".into() });
    cells.extend(roll.columns.edna.then(|| match unit.edna {
        (now, full) if now == full => now.to_string(),
        (now, full) => format!("{now} of {full}"),
    }));
    cells
}

/// A text in which no character is taken for Markdown or for HTML.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => out.extend(['\\', c]),
            // Signs that mean something at the beginning of a line alone; an address is no link.
            '#' | '+' | '-' | '=' | '!' if at == 0 => out.extend(['\\', c]),
            '!' if text[at + 1..].starts_with('[') => out.extend(['\\', c]),
            '.' | ')' if is_list_number(&text[..at]) => out.extend(['\\', c]),
            ':' if text[at..].starts_with("://") => out.push_str("&#58;"),
            '@' => out.push_str("&#64;"),
            '.' if text[..at].ends_with("www") => out.push_str("&#46;"),
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Whether what stands before a full stop would make it an item of a list.
fn is_list_number(before: &str) -> bool {
    (1..=9).contains(&before.len()) && before.bytes().all(|b| b.is_ascii_digit())
}
