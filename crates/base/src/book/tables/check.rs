//! Validates the random tables of a rulebook.

use super::{FORCE_PLACEHOLDER, Table, TableRow, TableState, Tables, TablesDraft, Totals};
use crate::{
    fault::Fault,
    text::{self, Text},
};
use std::collections::BTreeSet;

const MAX_TABLES: usize = 200;
const MAX_ROWS: usize = 1000;
const MAX_STATES: usize = 50;
/// Maximum number of outcomes of a table, including those of the tables that it leads to.
const MAX_OUTCOMES: usize = 1000;
const MAX_ORDERS: usize = 20;
/// Maximum length of a row's text and of an order, in characters.
const MAX_TEXT_LENGTH: usize = 500;

impl TablesDraft {
    /// Faults of the resulting tables. Those of tables that the draft does not define come from its other changes.
    pub(in crate::book) fn faults(&self, base: &Tables, made: &Tables) -> Vec<Fault> {
        let mut faults = self.faults_of_names(base);
        let place = |at: usize| self.index_in_file(made.0[at].name.raw());
        if made.0.len() > MAX_TABLES {
            let what = format!("a rulebook has at most {MAX_TABLES} tables, not {}", made.0.len());
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
                faults.push(Fault::at(&path, format!("duplicate table “{}”", name.as_name())));
            } else if table.is_none() && base.find(name).is_none() {
                let what = format!("there is no table “{}” to remove", name.as_name());
                faults.push(hint_table(Fault::at(&path, what), name, base));
            }
        }
        faults
    }
}

fn hint_table(fault: Fault, name: &Text, tables: &Tables) -> Fault {
    let names: Vec<&Text> = tables.iter().map(|table| &table.name).collect();
    match text::nearest(name, names.iter().copied()) {
        Some(near) => fault.with_hint(format!("did you mean “{near}”?")),
        None if names.is_empty() => fault,
        None => fault.with_hint(format!("available: {}", text::list(&names))),
    }
}

impl Tables {
    fn table_faults(&self, at: usize) -> Vec<Fault> {
        let table = &self.0[at];
        let name = table.name.as_name();
        let mut faults = table.faults();
        for (place, row) in table.rows.iter().enumerate() {
            if let Some(then) = row.then.as_ref().filter(|then| self.find(then).is_none()) {
                let what = format!("“{name}” leads to a table “{}”, which does not exist", then.as_name());
                faults.push(hint_table(Fault::at(format!("rows.{place}.then"), what), then, self));
            }
        }
        if let Some((row, circle)) = self.cycle_from(at) {
            // Reports each loop once, at its first table.
            if circle.iter().all(|other| at <= *other) {
                let names: Vec<String> = circle.iter().map(|at| self.0[*at].name.as_name()).collect();
                let what = format!("these tables form a loop: {} → {name}", names.join(" → "));
                faults.push(Fault::at(format!("rows.{row}.then"), what).with_hint("remove `then` from one of them"));
            }
        } else if self.outcome_count(at, &mut vec![None; self.0.len()]) > MAX_OUTCOMES {
            let what = format!("“{name}” has more than {MAX_OUTCOMES} outcomes with the tables that it leads to");
            faults.push(Fault::at("rows", what));
        }
        faults
    }

    /// A loop back to a table: the row that it starts with, and the tables on it, beginning with this one.
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

    /// The number of outcomes of a table. Loops, which are a separate fault, count as 0.
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
    fn faults(&self) -> Vec<Fault> {
        let name = self.name.as_name();
        if self.states.len() > MAX_STATES {
            let what = format!("“{name}” has {} states; the maximum is {MAX_STATES}", self.states.len());
            return vec![Fault::at("states", what)];
        }
        let mut faults = self.state_faults();
        if self.rows.len() > MAX_ROWS {
            let what = format!("“{name}” has {} rows; the maximum is {MAX_ROWS}", self.rows.len());
            faults.push(Fault::at("rows", what));
            return faults;
        }
        let all = self.roll.0.possible_totals();
        let (Some(least), Some(most)) = (all.first(), all.last()) else { return faults };
        let mut earlier: Vec<(&TableRow, BTreeSet<i32>)> = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            let path = format!("rows.{at}.on");
            for &(from, to) in row.on.ranges() {
                let never = match (from < *least, to > *most) {
                    (true, _) => Some((from, to.min(least - 1))),
                    (false, true) => Some((from.max(most + 1), to)),
                    (false, false) => all.range(from..=to).next().is_none().then_some((from, to)),
                };
                if let Some((from, to)) = never {
                    let (never, roll) = (Totals::of_range(from, to), &self.roll);
                    faults.push(Fault::at(&path, format!("{roll} gives {least} to {most}, never {never}")));
                }
            }
            let on: BTreeSet<i32> = all.iter().copied().filter(|total| row.on.contains(*total)).collect();
            let twice = |(other, others): &(&TableRow, BTreeSet<i32>)| {
                let both: Vec<i32> = on.intersection(others).copied().collect();
                (!both.is_empty() && row.competes_with(other))
                    .then(|| (Totals::describe(&both, &all), other.on.clone()))
            };
            if let Some((twice, other)) = earlier.iter().find_map(twice) {
                let what = format!("“{name}” already has a row for {twice}: {other}");
                faults.push(Fault::at(&path, what).with_hint("every total needs exactly one row"));
            }
            earlier.push((row, on));
            faults.extend(row.faults().into_iter().map(|fault| fault.with_prefix(&at.to_string()).with_prefix("rows")));
        }
        // Without states there is one case.
        let states = self.states.iter().map(|state| Some(&state.name));
        for state in states.chain(self.states.is_empty().then_some(None)) {
            let counts = |row: &TableRow| row.after.is_empty() || state.is_some_and(|state| row.names(state));
            let covered: BTreeSet<i32> =
                earlier.iter().filter(|(row, _)| counts(row)).flat_map(|(_, on)| on).copied().collect();
            let gaps: Vec<i32> = all.difference(&covered).copied().collect();
            if !gaps.is_empty() {
                let after = state.map_or(String::new(), |state| format!(" after “{}”", state.as_name()));
                let what = format!("“{name}” has no row for {}{after}", Totals::describe(&gaps, &all));
                let hint = format!("{} gives {least} to {most}, and every total needs a row", self.roll);
                faults.push(Fault::at("rows", what).with_hint(hint));
            }
        }
        faults
    }

    fn state_faults(&self) -> Vec<Fault> {
        let name = self.name.as_name();
        let mut faults = Vec::new();
        for (at, state) in self.states.iter().enumerate() {
            let path = format!("states.{at}.name");
            if let Some(what) = text::name_fault(&state.name) {
                faults.push(Fault::at(&path, what));
            }
            let most = TableState::MAX_EFFECT;
            if self.states[..at].iter().any(|other| other.name.eq_ignore_case(&state.name)) {
                faults.push(Fault::at(&path, format!("duplicate state “{}” of “{name}”", state.name.as_name())));
            }
            let &TableState { march, attack_dice, volley_dice, .. } = state;
            for (field, value) in [("march", march), ("attack_dice", attack_dice), ("volley_dice", volley_dice)] {
                if !(-most..=most).contains(&value) {
                    let what = format!("`{field}` must be -{most} to {most}, not {value}");
                    faults.push(Fault::at(format!("states.{at}.{field}"), what));
                }
            }
        }
        for (at, row) in self.rows.iter().enumerate() {
            let after = row.after.iter().enumerate().map(|(nth, state)| (format!("rows.{at}.after.{nth}"), state));
            for (path, state) in after.chain(row.becomes.iter().map(|state| (format!("rows.{at}.becomes"), state))) {
                if self.state(state).is_none() {
                    let names = self.states.iter().map(|state| &state.name);
                    let fault = Fault::at(path, format!("“{name}” has no state “{}”", state.as_name()));
                    faults.push(match text::nearest(state, names) {
                        Some(near) => fault.with_hint(format!("did you mean “{near}”?")),
                        None => fault.with_hint("add it: `states: [(name: \"mud\", march: 1)]`"),
                    });
                }
            }
        }
        faults
    }
}

impl TableRow {
    fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.orders.len() > MAX_ORDERS {
            let what = format!("a row gives at most {MAX_ORDERS} orders, not {}", self.orders.len());
            faults.push(Fault::at("orders", what));
        }
        let orders = self.orders.iter().enumerate().map(|(at, order)| (format!("orders.{at}"), "an order", order));
        for (path, what, text) in orders.chain([("text".to_string(), "a row's text", &self.text)]) {
            if text.is_blank() {
                faults.push(Fault::at(&path, format!("{what} can't be empty")));
            } else if text.raw().chars().count() > MAX_TEXT_LENGTH {
                faults.push(Fault::at(&path, format!("{what} has at most {MAX_TEXT_LENGTH} characters")));
            }
            if let Some(blank) = unknown_placeholder(text.raw()) {
                let what = format!("unknown placeholder `{blank}`");
                faults.push(
                    Fault::at(&path, what).with_hint(format!(
                        "`{FORCE_PLACEHOLDER}` stands for the force that the table is consulted for"
                    )),
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
