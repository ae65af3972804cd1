//! A story as Markdown, with only the headings, paragraphs, quotes and tables that every Markdown reader supports. Text
//! from the diary is escaped, so that none of it becomes markup.

use super::{
    story::{Die, LineUp, OrderOfBattle, Remark, Story, UnitLine},
    writer::{self, HeadingLevel, StoryWriter},
};
use std::fmt::Write;
use wardiary_base::text::Text;
use wardiary_rules::state::Gauge;

pub fn markdown(story: &Story) -> String {
    let mut pen = MarkdownWriter(String::new());
    writer::write(story, &mut pen);
    pen.0
}

struct MarkdownWriter(String);

impl MarkdownWriter {
    fn block(&mut self, text: &str) {
        let before = if self.0.is_empty() { "" } else { "\n" };
        let _ = writeln!(self.0, "{before}{text}");
    }

    fn row(&mut self, cells: &[String]) {
        let _ = writeln!(self.0, "| {} |", cells.join(" | "));
    }

    fn head(&mut self, cells: &[String]) {
        self.0.push('\n');
        self.row(cells);
        let _ = writeln!(self.0, "|{}", "---|".repeat(cells.len()));
    }
}

impl StoryWriter for MarkdownWriter {
    fn heading(&mut self, level: HeadingLevel, text: &str) {
        let signs = match level {
            HeadingLevel::Title => "#",
            HeadingLevel::Chapter => "##",
            HeadingLevel::Part => "###",
        };
        self.block(&format!("{signs} {}", escaped(text)));
    }

    fn paragraph(&mut self, text: &str) {
        self.block(&escaped(text));
    }

    fn note(&mut self, text: &str) {
        self.block(&format!("*{}*", escaped(text)));
    }

    fn lesson(&mut self, about: &str, text: &str) {
        self.block(&format!("**{}.** {}", escaped(about), escaped(text)));
    }

    fn quote(&mut self, text: &str) {
        self.block(&format!("> {}", escaped(text)));
    }

    fn remark(&mut self, remark: &Remark) {
        self.block(&format!("*Remark:* {}", escaped(&remark.line())));
        remark.files.iter().for_each(|file| self.block(&format!("({})", escaped(file.name()))));
    }

    fn items(&mut self, items: &[String]) {
        self.0.push('\n');
        for item in items {
            self.0.extend(["- ", &escaped(item), "\n"]);
        }
    }

    fn table(&mut self, head: &[String], rows: &[Vec<String>]) {
        let cells = |row: &[String]| row.iter().map(|cell| escaped(cell)).collect::<Vec<_>>();
        self.head(&cells(head));
        rows.iter().for_each(|row| self.row(&cells(row)));
    }

    fn preformatted(&mut self, lines: &str) {
        // The fence must be longer than any run of backticks inside.
        let longest = lines.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        self.block(&format!("{fence}text\n{lines}\n{fence}"));
    }

    fn line_up(&mut self, LineUp { sides: [first, second], pairs, .. }: &LineUp) {
        let _ = write!(self.0, "\n| {} | | {} |\n|---|:-:|---|\n", escaped(first), escaped(second));
        for pair in pairs {
            let [a, b] = &pair.dice;
            self.row(&[die(a.as_ref()), pair.verb().into(), die(b.as_ref())]);
        }
    }

    fn order_of_battle(&mut self, roll: &OrderOfBattle) {
        let columns = roll.columns;
        let mut head = vec![escaped(&roll.side), "kind".into()];
        head.extend(columns.grade.then(|| "grade".to_string()));
        head.push("strength".into());
        head.extend(columns.edna.then(|| "EDNA".to_string()));
        self.head(&head);
        for group in &roll.groups {
            if !group.name.is_empty() {
                let _ = writeln!(self.0, "| **{}** |{}", escaped(&group.heading()), " |".repeat(head.len() - 1));
            }
            for unit in &group.units {
                let cells: Vec<String> = unit_cells(unit, roll).iter().map(|cell| escaped(cell)).collect();
                self.row(&cells);
            }
        }
    }
}

fn die(die: Option<&Die>) -> String {
    die.map_or_else(String::new, |die| escaped(&super::plain::die(die)))
}

/// The cells of a unit in an order of battle.
pub(super) fn unit_cells(unit: &UnitLine, roll: &OrderOfBattle) -> Vec<String> {
    let mut cells = vec![unit.name.clone(), unit.kind.to_string()];
    let grade = || unit.grade.as_ref().map_or(String::new(), |grade| grade.as_ref().text(Text::to_string));
    cells.extend(roll.columns.grade.then(grade));
    let strength = || unit.strength.text(|strength| format!("{} of {}", strength.now, strength.full));
    cells.push(if unit.alive { strength() } else { "destroyed".into() });
    let edna = |Gauge { now, full }| if now == full { format!("{now}") } else { format!("{now} of {full}") };
    cells.extend(roll.columns.edna.then(|| unit.edna.text(edna)));
    cells
}

/// Escapes text for Markdown and HTML, without the blanks around it: four of them would begin a code block, and emphasis
/// ends at none.
pub fn escaped(text: &str) -> String {
    let text = text.trim();
    let closing_signs = text.trim_end_matches('#').len();
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => out.extend(['\\', c]),
            // Addresses are broken up, so that none becomes a link.
            ':' if text[at..].starts_with("://") => out.push_str("&#58;"),
            // Special only at the start of a line, or as the end of a heading.
            '#' | '+' | '-' | '=' | '!' | ':' if at == 0 => out.extend(['\\', c]),
            '#' if at >= closing_signs => out.extend(['\\', c]),
            '!' if text[at + 1..].starts_with('[') => out.extend(['\\', c]),
            '.' | ')' if is_list_number(&text[..at]) => out.extend(['\\', c]),
            '@' => out.push_str("&#64;"),
            '.' if text[..at].ends_with("www") => out.push_str("&#46;"),
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Whether the text before a full stop would make a line an item of a numbered list.
fn is_list_number(before: &str) -> bool {
    (1..=9).contains(&before.len()) && before.bytes().all(|b| b.is_ascii_digit())
}
