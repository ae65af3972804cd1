//! Splits a share's text into lines and finds how two such texts differ.

use super::{Discrepancy, LineDifference};
use crate::diary::{EntryNo, Record, seal::Digest, seal::without_seal};
use wardiary_base::document;

/// The lines of a share's text without their line endings, which mail programs change.
pub(super) fn lines(text: &str) -> Vec<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines: Vec<&str> = text.lines().collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines
}

/// The digest on a line of a share. The inner option is `None` if it can't be read.
#[allow(clippy::option_option, reason = "`Some(None)` is a digest line with an unreadable digest")]
pub(super) fn digest(line: &str) -> Option<Option<Digest>> {
    let value = line.trim_start().starts_with("Digest(").then(|| line.trim().trim_end_matches(','))?;
    let record = document::options().from_str(value);
    Some(record.ok().and_then(|record| match record {
        Record::Digest(hidden) => Some(hidden.of),
        _ => None,
    }))
}

/// The first line that differs from the expected share. Seals count only if nothing else differs.
pub(super) fn first_difference(found: &[&str], wanted: &[&str]) -> Option<Discrepancy> {
    let differs =
        |(at, (found, wanted)): (usize, (&&str, &&str))| (without_seals(found) != without_seals(wanted)).then_some(at);
    let many = found.len().min(wanted.len());
    let at = found.iter().zip(wanted).enumerate().find_map(differs).unwrap_or(many);
    let discrepancy = |text: &str, how| Some(Discrepancy::Line { line: at + 1, entry: entry_of(text), how });
    let (here, there) = match (found.get(at), wanted.get(at)) {
        (None, None) => return first_seal(found, wanted),
        (None, Some(wanted)) => return discrepancy(wanted, LineDifference::Dropped),
        (Some(found), None) => return discrepancy(found, LineDifference::Added),
        (Some(here), Some(there)) => (here, there),
    };
    let ends_before = entry_of(here).is_some() && wanted[at..].iter().all(|line| entry_of(line).is_none());
    match (find_equal(there, found, at), find_equal(here, wanted, at)) {
        (Some(with), Some(of)) if with == of => {
            discrepancy(here, LineDifference::Swapped { with: with + 1, entry: entry_of(found[with]) })
        }
        (Some(with), Some(_)) => discrepancy(there, LineDifference::Misplaced(with + 1)),
        (None, Some(_)) => discrepancy(there, LineDifference::Dropped),
        (Some(_), None) => discrepancy(here, LineDifference::Added),
        (None, None) if ends_before => discrepancy(here, LineDifference::Beyond),
        (None, None) => discrepancy(here, LineDifference::Altered(column(here, there))),
    }
}

/// The index of an equal line after `at`, ignoring the numbers of entries.
fn find_equal(line: &str, text: &[&str], at: usize) -> Option<usize> {
    let line = without_seals(line);
    let is_it = |other: &&str| without_number(&without_seals(other)) == without_number(&line);
    text.iter().skip(at + 1).position(is_it).map(|behind| at + 1 + behind)
}

fn first_seal(found: &[&str], wanted: &[&str]) -> Option<Discrepancy> {
    let at = found.iter().zip(wanted).position(|(found, wanted)| found != wanted)?;
    Some(Discrepancy::Line { line: at + 1, entry: entry_of(found[at]), how: LineDifference::Seal })
}

pub(super) fn count_differing(found: &[&str], wanted: &[&str]) -> usize {
    let same = found.iter().zip(wanted).filter(|(found, wanted)| found == wanted).count();
    found.len().max(wanted.len()) - same
}

/// The column where two lines start to differ, in characters from 1.
fn column(found: &str, wanted: &str) -> usize {
    found.chars().zip(wanted.chars()).take_while(|(found, wanted)| found == wanted).count() + 1
}

/// A line without its seal. The closing line repeats the last seal, which differs in a share that was sealed again.
fn without_seals(line: &str) -> String {
    match line.split_once(", last:") {
        Some((before, _)) if line.starts_with(']') => before.into(),
        _ => without_seal(line),
    }
}

/// An entry's line without its number: removing an entry renumbers the ones after it.
fn without_number(line: &str) -> &str {
    line.strip_prefix("Entry(no: ").map_or(line, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()))
}

fn entry_of(line: &str) -> Option<EntryNo> {
    let rest = line.strip_prefix("Entry(no: ")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Whether a line above the entries follows from the save's secret alone.
pub(super) fn is_derived_from_secret(line: &str) -> bool {
    ["seals:", "luck:", "seal:"].iter().any(|field| line.starts_with(field))
}
