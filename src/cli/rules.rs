//! `wardiary rules` lists the rulebooks, or prints one in full. The output is made from the rulebook's text, so that a
//! new setting appears without further work.

use super::command_output::{CommandOutput, columns};
use clap::Args;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wardiary_base::{
    book::{self, GradeStep, Ladder, Mechanism, Rulebook, Table, TableAudience, TableState},
    document::{
        self,
        nodes::{self, Node, NodeKind},
    },
    text::{self, Text},
};
use wardiary_diary::{
    assets::{
        self, Folders, RulebookLookup,
        books::{LoadedRulebook, RulebookEntry},
    },
    error::{UserError, display_path},
};
use wardiary_odds::odds::{self, words::percent};

/// `wardiary rules`
#[derive(Args)]
pub(super) struct Rules {
    /// The rulebook to print in full: the name of a built-in one or of your own, or a file; or a ladder: dice-sizes
    #[arg(value_name = "BOOK")]
    name: Option<String>,
    /// Print it as RON, to edit and use as a rulebook of your own
    #[arg(long, requires = "name")]
    ron: bool,
}

pub(super) fn rules(rules: &Rules) -> Result<CommandOutput, UserError> {
    let folders = Folders::of_user().ok();
    let Some(name) = &rules.name else { return Ok(list(folders.as_ref())) };
    let lookup = RulebookLookup { folders: folders.as_ref(), folder: None };
    let read = match (lookup.read_named(name), Ladder::built_in(&Text::from(name.as_str()))) {
        (Err(_), Some(ladder)) => return Ok(describe_ladder(name, &ladder)),
        (Err(error), None) if super::reference::describe_setting(name).is_some() => {
            return Err(error.hint(format!("`wardiary help {name}` explains this setting")));
        }
        (read, _) => read?,
    };
    let draft = read.book.to_draft();
    if rules.ron {
        return Ok(CommandOutput::document(document::to_lines(&draft, 3)));
    }
    let json = document::to_json(&draft);
    Ok(CommandOutput::new(describe(&read), json))
}

fn describe_ladder(name: &str, ladder: &Ladder) -> CommandOutput {
    let grade =
        |step: &GradeStep| vec![format!("  {}", step.name), step.die.to_string(), format!("{:+}", step.modifier)];
    let rows: Vec<Vec<String>> = ladder.grades.iter().map(grade).collect();
    let head = format!("{name}: a ladder of {} grades, best first; `ladder: \"{name}\"` in a rulebook", rows.len());
    let lines: Vec<String> = std::iter::once(head).chain(columns(&rows)).collect();
    CommandOutput::new(lines.join("\n"), json!({ "ladder": document::to_json(ladder) }))
}

fn list(folders: Option<&Folders>) -> CommandOutput {
    let books = assets::rulebooks(folders);
    let row = |book: &RulebookEntry| {
        let title = match &book.title {
            Ok(title) => title.to_string(),
            Err(problems) => {
                format!("faulty: {}", problems.first().map_or(String::new(), |p| text::sanitize(&p.to_string())))
            }
        };
        let path = book.path.as_deref().map_or_else(|| "ships".into(), display_path);
        let based_on = book.based_on.as_ref().map_or(String::new(), |name| format!("based on {}", name.as_name()));
        vec![book.name.to_string(), title, based_on, path]
    };
    let value = |book: &RulebookEntry| {
        json!({
            "name": book.name,
            "title": book.title.as_ref().ok(),
            "from": book.path.as_ref().map_or_else(|| "ships".into(), |path| path.display().to_string()),
            "based_on": book.based_on,
            "unlike": book.differences,
            "faults": book.title.as_ref().err().map(|p| p.iter().map(ToString::to_string).collect::<Vec<_>>()),
        })
    };
    let rows: Vec<Vec<String>> = books.iter().map(row).collect();
    let lines = columns(&rows).into_iter().zip(&books).map(|(line, book)| {
        let unlike = book.based_on.as_ref().filter(|_| !book.differences.is_empty());
        unlike.map_or(line.clone(), |base| format!("{line}\n  {}", differences_text(base, &book.differences)))
    });
    CommandOutput::new(lines.collect::<Vec<_>>().join("\n"), books.iter().map(value).collect::<Vec<Value>>().into())
}

/// `unlike mouat: with EDNA; without SCRUD`
fn differences_text(base: &Text, unlike: &str) -> String {
    format!("unlike {}: {unlike}", base.as_name())
}

/// Prints a rulebook for use at the table: its mechanisms, the settings of each with their meanings, and its tables.
fn describe(read: &LoadedRulebook) -> String {
    let book = &read.book;
    let written = document::to_lines(&book.to_draft(), 1);
    let parts = nodes::parse_nodes(&written).expect("what was written just now is well formed");
    let mut page = vec![format!("{}: {}", book.name, book.title), String::new()];
    let named = |on: bool| {
        let of: Vec<&str> = Mechanism::ALL.into_iter().filter(|m| book.uses(*m) == on).map(Mechanism::title).collect();
        text::list(&of)
    };
    page.push(format!("mechanisms: {}", named(true)));
    if book.mechanisms.len() < Mechanism::ALL.len() {
        page.push(format!("without: {}", named(false)));
    }
    if let Some((base, _)) = &read.base {
        let unlike = read.differences();
        let same = || format!("the same as {} except for its name", base.as_name());
        page.push(if unlike.is_empty() { same() } else { differences_text(base, &unlike) });
    }
    let sheet = RulebookText { text: &written, parts: &parts };
    let outermost = parts.iter().enumerate().filter(|(_, part)| part.parent.is_none());
    let sections = outermost.filter(|(_, part)| !["name", "title", "mechanisms"].contains(&part.key.as_str()));
    let (unused, used): (Vec<_>, Vec<_>) = sections.partition(|(_, part)| book.missing_mechanism(&part.key).is_some());
    if !unused.is_empty() {
        let titles: Vec<&str> = unused.into_iter().map(|(_, part)| title_of(&part.key)).collect();
        page.push(format!(
            "not shown, because its mechanisms do not use them (--ron prints all): {}",
            text::list(&titles)
        ));
    }
    for (at, _) in used {
        page.push(String::new());
        page.extend(if parts[at].key == "tables" { section(book) } else { sheet.section(at) });
    }
    page.join("\n")
}

/// The values of the settings in a rulebook's text, by the group and the name of each.
pub(super) fn setting_values(text: &str) -> BTreeMap<(String, String), String> {
    let parts = nodes::parse_nodes(text).expect("a rulebook that ships is well formed");
    let sheet = RulebookText { text, parts: &parts };
    let groups = (0..parts.len()).filter(|at| parts[*at].parent.is_none());
    let settings = groups.flat_map(|group| sheet.within(group).map(move |setting| (group, setting)));
    settings
        .map(|(group, setting)| ((parts[group].key.clone(), parts[setting].key.clone()), sheet.value(setting)))
        .collect()
}

fn title_of(field: &str) -> &str {
    book::GROUPS.iter().find(|(group, ..)| *group == field).map_or(field, |(_, title, _)| title)
}

struct RulebookText<'a> {
    text: &'a str,
    parts: &'a [Node],
}

impl RulebookText<'_> {
    fn within(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.parts.len()).filter(move |inner| self.parts[*inner].parent == Some(at))
    }

    /// A value for display: on one line, plain text without its quotes.
    fn value(&self, at: usize) -> String {
        let value = &self.text[self.parts[at].value_start..self.parts[at].end];
        let plain = document::read::<String>(value).ok();
        let spaced = plain.unwrap_or_else(|| value.replace(':', ": ").replace(',', ", "));
        text::sanitize(&spaced.split_whitespace().collect::<Vec<_>>().join(" ")).replace(", )", ")").replace(", ]", "]")
    }

    /// Whether a part is a list of structs, which can be shown as a table.
    fn is_table(&self, at: usize) -> bool {
        self.within(at).any(|row| self.parts[row].kind == NodeKind::Item && self.is_struct(row))
    }

    fn is_struct(&self, at: usize) -> bool {
        self.within(at).any(|field| self.parts[field].kind == NodeKind::Field)
    }

    fn section(&self, at: usize) -> Vec<String> {
        let name = &self.parts[at].key;
        let group = book::GROUPS.iter().find(|(field, ..)| field == name);
        let (title, about) = group.map_or((name.as_str(), &[][..]), |(_, title, about)| (*title, *about));
        let mut lines = vec![title.to_string()];
        if self.is_table(at) {
            lines.extend(self.table(at));
            return lines;
        }
        if !self.is_struct(at) {
            return vec![format!("{title}: {}", self.value(at))];
        }
        let (tables, settings): (Vec<usize>, Vec<usize>) = self.within(at).partition(|field| self.is_table(*field));
        let rows: Vec<Vec<String>> = settings
            .into_iter()
            .map(|field| {
                let name = &self.parts[field].key;
                let means = about.iter().find(|(setting, _)| setting == name).map_or("", |(_, means)| means.trim());
                vec![format!("  {name}"), self.value(field), means.to_string()]
            })
            .collect();
        lines.extend(columns(&rows));
        for table in tables {
            lines.push(format!("  {}:", self.parts[table].key));
            lines.extend(self.table(table));
        }
        lines
    }

    /// A table of a list of structs: a row for each, a column for each field that any of them has.
    fn table(&self, at: usize) -> Vec<String> {
        let rows: Vec<usize> = self.within(at).collect();
        let mut heads: Vec<&str> = Vec::new();
        for field in rows.iter().flat_map(|row| self.within(*row)) {
            let head = self.parts[field].key.as_str();
            if !heads.contains(&head) {
                heads.push(head);
            }
        }
        let head =
            heads.iter().enumerate().map(|(i, head)| format!("{}{head}", if i == 0 { "  " } else { "" })).collect();
        let cells = |row: usize| {
            heads
                .iter()
                .enumerate()
                .map(|(i, head)| {
                    let field = self.within(row).find(|field| self.parts[*field].key == *head);
                    let value = field.map_or(String::new(), |field| self.value(field));
                    format!("{}{value}", if i == 0 { "  " } else { "" })
                })
                .collect::<Vec<String>>()
        };
        let all: Vec<Vec<String>> = std::iter::once(head).chain(rows.into_iter().map(cells)).collect();
        columns(&all)
    }
}

fn section(book: &Rulebook) -> Vec<String> {
    let tables = book.tables.iter().flat_map(table_lines);
    std::iter::once("Tables: `consult NAME`, or `consult NAME for FORCE`".to_string()).chain(tables).collect()
}

/// The states that a table can set, with the effects of each.
fn state_lines(table: &Table) -> Vec<String> {
    let effects = |state: &TableState| {
        let all = [("march", state.march), ("attack dice", state.attack_dice), ("volley dice", state.volley_dice)];
        let some = all.into_iter().filter(|(_, value)| *value != 0).map(|(name, value)| format!("{name} {value:+}"));
        let some: Vec<String> = some.collect();
        if some.is_empty() { state.name.as_name() } else { format!("{} ({})", state.name.as_name(), some.join(", ")) }
    };
    let states: Vec<String> = table.states.iter().map(effects).collect();
    if states.is_empty() {
        Vec::new()
    } else {
        vec![format!("    states, beginning with the first: {}", states.join(", "))]
    }
}

fn table_lines(table: &Table) -> Vec<String> {
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .enumerate()
        .flat_map(|(at, row)| {
            let state = row.after.first().or_else(|| table.states.first().map(|state| &state.name));
            let chance = odds::table::row_chances_after(table, state)[at];
            let becomes = row.becomes.iter().map(|state| format!("now {}", state.as_name()));
            let tell = row.tell.iter().map(|to| match to {
                TableAudience::All => "all sides learn it".to_string(),
                TableAudience::Side => "the side of the force learns it".to_string(),
            });
            let then = row.then.iter().map(|then| format!("then {}", then.as_name()));
            let below = row.orders.iter().map(|order| format!("due: {order}")).chain(becomes).chain(tell).chain(then);
            let first =
                vec![format!("    {}{}", row.on, odds::table::after_text(row)), percent(chance), row.text.to_string()];
            std::iter::once(first).chain(below.map(|line| vec![String::new(), String::new(), format!("  {line}")]))
        })
        .collect();
    let heading = format!("  {}, {}", table.name.as_name(), table.roll);
    std::iter::once(heading).chain(state_lines(table)).chain(columns(&rows)).collect()
}
