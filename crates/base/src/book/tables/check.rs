//! Validates the random tables of a rulebook.

use super::{FORCE_PLACEHOLDER, Table, TableRow, Tables, TablesDraft, Totals};
use crate::{
    fault::Fault,
    text::{self, Text},
};

const MAX_TABLES: usize = 200;
const MAX_ROWS: usize = 1000;
/// Maximum number of outcomes of a table, including those of the tables that it sends to.
const MAX_OUTCOMES: usize = 1000;
/// Maximum number of orders in a row.
const MAX_ORDERS: usize = 20;
/// Maximum length of a row's text and of an order, in characters.
const MAX_TEXT_LENGTH: usize = 500;

impl TablesDraft {
    /// Faults of the resulting tables. A fault of a table that the draft does not define itself comes from what it adds
    /// or removes elsewhere.
    pub(in crate::book) fn faults(&self, base: &Tables, made: &Tables) -> Vec<Fault> {
        let mut faults = self.faults_of_names(base);
        let place = |at: usize| self.index_in_file(made.0[at].name.raw());
        if made.0.len() > MAX_TABLES {
            let what = format!("a rulebook has {MAX_TABLES} tables at the most, not {}", made.0.len());
            faults.push(Fault::at("tables", what));
        }
        for at in 0..made.0.len() {
            let of_table = made.table_faults(at).into_iter();
            faults.extend(of_table.map(|fault| match place(at) {
                Some(place) => fault.with_prefix(&place).with_prefix("tables"),
                None => Fault { path: vec!["tables".into()], ..fault },
            }));
        }
        faults
    }

    /// Index in the file of the table of this name.
    pub fn index_in_file(&self, name: &str) -> Option<String> {
        let lower = name.to_lowercase();
        self.0.iter().position(|(name, _)| name.raw().to_lowercase() == lower).map(|at| at.to_string())
    }

    fn faults_of_names(&self, base: &Tables) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (at, (name, table)) in self.0.iter().enumerate() {
            let path = format!("tables.{at}");
            if let Some(what) = text::name_fault(name) {
                faults.push(Fault::at(&path, what));
            }
            let lower = name.raw().to_lowercase();
            if self.0[..at].iter().any(|(other, _)| other.raw().to_lowercase() == lower) {
                faults.push(Fault::at(&path, format!("a second table “{}”", name.as_name())));
            } else if table.is_none() && base.find(name).is_none() {
                let what = format!("there is no table “{}” to take away", name.as_name());
                faults.push(hint_table(Fault::at(&path, what), name, base));
            }
        }
        faults
    }
}

/// Adds the likely table names as a hint.
fn hint_table(fault: Fault, name: &Text, tables: &Tables) -> Fault {
    let names: Vec<&Text> = tables.iter().map(|table| &table.name).collect();
    match text::nearest(name, names.iter().copied()) {
        Some(near) => fault.with_hint(format!("perhaps “{near}”")),
        None if names.is_empty() => fault,
        None => fault.with_hint(format!("there is {}", text::list(&names))),
    }
}

impl Tables {
    /// Faults of a table and of where it sends to.
    fn table_faults(&self, at: usize) -> Vec<Fault> {
        let table = &self.0[at];
        let name = table.name.as_name();
        let mut faults = table.faults();
        for (place, row) in table.rows.iter().enumerate() {
            if let Some(then) = row.then.as_ref().filter(|then| self.find(then).is_none()) {
                let what = format!("“{name}” sends to a table “{}”, and there is none", then.as_name());
                faults.push(hint_table(Fault::at(format!("rows.{place}.then"), what), then, self));
            }
        }
        if let Some((row, circle)) = self.cycle_from(at) {
            // Reports each circle once, at its first table.
            if circle.iter().all(|other| at <= *other) {
                let names: Vec<String> = circle.iter().map(|at| self.0[*at].name.as_name()).collect();
                let what = format!("these tables send round in a circle: {} → {name}", names.join(" → "));
                faults.push(Fault::at(format!("rows.{row}.then"), what).with_hint("one of them must send no further"));
            }
        } else if self.outcome_count(at, &mut vec![None; self.0.len()]) > MAX_OUTCOMES {
            let what = format!("“{name}” comes out in more than {MAX_OUTCOMES} ways with the tables that it sends to");
            faults.push(Fault::at("rows", what));
        }
        faults
    }

    /// A circle back to a table: the row that it starts with, and the tables on it, beginning with this one.
    fn cycle_from(&self, start: usize) -> Option<(usize, Vec<usize>)> {
        let rows = self.0[start].rows.iter().enumerate();
        let mut sent = rows.filter_map(|(row, to)| Some((row, self.next_table(to)?)));
        sent.find_map(|(row, to)| {
            let mut seen = vec![false; self.0.len()];
            let mut way = vec![start];
            self.closes_cycle(start, to, &mut seen, &mut way).then_some((row, way))
        })
    }

    fn closes_cycle(&self, start: usize, now: usize, seen: &mut [bool], way: &mut Vec<usize>) -> bool {
        if now == start {
            return true;
        }
        if std::mem::replace(&mut seen[now], true) {
            return false;
        }
        way.push(now);
        let found = self.0[now]
            .rows
            .iter()
            .filter_map(|row| self.next_table(row))
            .any(|to| self.closes_cycle(start, to, seen, way));
        if !found {
            way.pop();
        }
        found
    }

    /// The number of outcomes of a table. Circles, which are a separate fault, count as 0.
    fn outcome_count(&self, at: usize, known: &mut [Option<usize>]) -> usize {
        if let Some(ways) = known[at] {
            return ways;
        }
        known[at] = Some(0);
        let further = |row: &TableRow| self.next_table(row).map_or(1, |to| self.outcome_count(to, known));
        let ways = self.0[at].rows.iter().map(further).fold(0, usize::saturating_add);
        known[at] = Some(ways);
        ways
    }
}

impl Table {
    /// Faults of the table alone.
    fn faults(&self) -> Vec<Fault> {
        let (name, reach) = (self.name.as_name(), self.roll.range());
        let mut faults: Vec<Fault> = Vec::new();
        if self.rows.len() > MAX_ROWS {
            let what = format!("“{name}” has {} rows, and {MAX_ROWS} are the most", self.rows.len());
            return vec![Fault::at("rows", what)];
        }
        for (at, row) in self.rows.iter().enumerate() {
            let path = format!("rows.{at}.on");
            let (Totals { least, most }, roll) = (row.on, self.roll);
            let never = match (least < reach.least, most > reach.most) {
                (true, _) => Some(Totals { least, most: most.min(reach.least - 1) }),
                (false, true) => Some(Totals { least: least.max(reach.most + 1), most }),
                (false, false) => None,
            };
            if let Some(never) = never {
                let what = format!("{roll} gives {} to {}, and never {never}", reach.least, reach.most);
                faults.push(Fault::at(&path, what));
            }
            let earlier = self.rows[..at].iter().find(|other| other.on.least <= most && least <= other.on.most);
            if let Some(other) = earlier {
                let twice = Totals { least: least.max(other.on.least), most: most.min(other.on.most) };
                let what = format!("“{name}” has a row for {twice} already: {}", other.on);
                faults.push(Fault::at(&path, what).with_hint("every total has one row"));
            }
            faults.extend(row.faults().into_iter().map(|fault| fault.with_prefix(&at.to_string()).with_prefix("rows")));
        }
        let gaps: Vec<String> = self.gaps().iter().map(ToString::to_string).collect();
        if !gaps.is_empty() {
            let what = format!("“{name}” has no row for {}", text::list(&gaps));
            let all = format!("{} gives {} to {}, and every total has one row", self.roll, reach.least, reach.most);
            faults.push(Fault::at("rows", what).with_hint(all));
        }
        faults
    }

    fn gaps(&self) -> Vec<Totals> {
        let reach = self.roll.range();
        let mut rows: Vec<Totals> = self.rows.iter().map(|row| row.on).collect();
        rows.sort_unstable();
        let (mut gaps, mut next) = (Vec::new(), reach.least);
        for on in rows {
            if on.least > next && next <= reach.most {
                gaps.push(Totals { least: next, most: (on.least - 1).min(reach.most) });
            }
            next = next.max(on.most.saturating_add(1));
        }
        if next <= reach.most {
            gaps.push(Totals { least: next, most: reach.most });
        }
        gaps
    }
}

impl TableRow {
    fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.orders.len() > MAX_ORDERS {
            let what = format!("a row gives {MAX_ORDERS} orders at the most, not {}", self.orders.len());
            faults.push(Fault::at("orders", what));
        }
        let orders = self.orders.iter().enumerate().map(|(at, order)| (format!("orders.{at}"), "an order", order));
        for (path, what, text) in orders.chain([("text".to_string(), "what a row says", &self.text)]) {
            if text.is_blank() {
                faults.push(Fault::at(&path, format!("{what} can't be empty")));
            } else if text.raw().chars().count() > MAX_TEXT_LENGTH {
                faults.push(Fault::at(&path, format!("{what} has {MAX_TEXT_LENGTH} characters at the most")));
            }
            if let Some(blank) = unknown_placeholder(text.raw()) {
                let what = format!("nothing can be filled in for `{blank}`");
                faults.push(
                    Fault::at(&path, what)
                        .with_hint(format!("`{FORCE_PLACEHOLDER}` is the force that it is consulted for")),
                );
            }
        }
        faults
    }
}

/// A word in braces other than [`FORCE_PLACEHOLDER`]. Braces in a rules change hold more than a word and do not count.
fn unknown_placeholder(text: &str) -> Option<&str> {
    let opened = text.match_indices('{').filter_map(|(at, _)| {
        let word = &text[at..=at + text[at..].find('}')?];
        let inner = &word[1..word.len() - 1];
        (!inner.is_empty() && inner.chars().all(char::is_alphabetic)).then_some(word)
    });
    opened.into_iter().find(|word| *word != FORCE_PLACEHOLDER)
}
