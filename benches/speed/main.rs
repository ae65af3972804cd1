//! Speed, with a module for each subject. `cargo bench --features bench --bench speed -- odds` measures one subject.
//! `-- odds/volley` measures only its benchmarks whose names contain `volley`.

mod campaign;
mod diary;
mod frame;
mod ground;
mod luck;
mod march;
mod month;
mod odds;
mod report;
mod review;
mod rules;
mod save;
mod share;
mod start;

use criterion::Criterion;
use std::env;

/// The subjects. The first two start processes. Starting a process takes longer if this process uses more memory, so
/// these run first.
const SUBJECTS: &[(&str, fn())] = &[
    ("start", start::run),
    ("odds", odds::run),
    ("campaign", campaign::run),
    ("diary", diary::run),
    ("frame", frame::run),
    ("ground", ground::run),
    ("luck", luck::run),
    ("march", march::run),
    ("month", month::run),
    ("report", report::run),
    ("review", review::run),
    ("rules", rules::run),
    ("save", save::run),
    ("share", share::run),
];

fn main() {
    match chosen() {
        Some((run, _)) => run(),
        None => SUBJECTS.iter().for_each(|(_, run)| run()),
    }
}

/// The subject that the arguments name, and the filter after the slash.
fn chosen() -> Option<(fn(), String)> {
    env::args().skip(1).find_map(|argument| {
        let (name, filter) = argument.split_once('/').unwrap_or((&argument, ""));
        let subject = SUBJECTS.iter().find(|(subject, _)| *subject == name)?;
        Some((subject.1, filter.to_string()))
    })
}

/// Criterion with the options and the filter of this run.
fn criterion() -> Criterion {
    let criterion = Criterion::default().configure_from_args();
    match chosen() {
        Some((_, filter)) => criterion.with_filter(filter),
        None => criterion,
    }
}

/// Whether to make a measurement that does not use criterion.
fn is_wanted(name: &str) -> bool {
    match chosen() {
        Some((_, filter)) => name.contains(&filter),
        None => env::args().skip(1).filter(|argument| !argument.starts_with("--")).all(|wanted| name.contains(&wanted)),
    }
}
