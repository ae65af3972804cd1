//! Networks in files: a text with a road on each line, `Thorn - Kulm 2`, or a CSV table with the columns from, to and
//! length.

use super::{read_text_file, unit_table::expand_home};
use crate::error::UserError;
use csv::{ReaderBuilder, Trim};
use std::path::Path;
use wardiary_base::{
    document::{SourcePosition, SourceProblem},
    ground::NetworkDraft,
    text::{Text, name_match::normalized_name},
};
use wardiary_rules::notation;

/// The signs between the places of a road.
const DASHES: [&str; 3] = [" - ", " – ", " — "];

/// A road as it is written: its two places and its length. A place without a road has empty texts after it.
pub type WrittenRoad = [String; 3];

/// The roads of a text, with their lines, from 1. Blank lines and lines that begin with `#` are comments.
pub fn written_roads(text: &str) -> Vec<(usize, WrittenRoad)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_read = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let lines = text.split(['\r', '\n']).filter(|line| is_read(line));
    let delimiter =
        b"\t;,".iter().copied().find(|sign| lines.clone().next().is_some_and(|l| l.contains(char::from(*sign))));
    let numbered = text.lines().enumerate().flat_map(|(at, line)| line.split('\r').map(move |line| (at + 1, line)));
    let mut roads = Vec::new();
    for (line, row) in numbered.filter(|(_, line)| is_read(line)) {
        match delimiter.filter(|_| !DASHES.iter().any(|dash| row.contains(dash))) {
            Some(delimiter) => roads.extend(cells(row, delimiter).map(|road| (line, road))),
            None => roads.extend(row.split(',').map(|road| (line, road_of(road.trim())))),
        }
    }
    let is_heading =
        |(_, [from, to, _]): &(usize, WrittenRoad)| from.eq_ignore_ascii_case("from") && to.eq_ignore_ascii_case("to");
    roads.retain(|road| !is_heading(road) && road.1.iter().any(|cell| !cell.is_empty()));
    roads
}

fn cells(row: &str, delimiter: u8) -> Option<WrittenRoad> {
    let mut reader = ReaderBuilder::new();
    let reader = reader.delimiter(delimiter).flexible(true).has_headers(false).trim(Trim::All);
    let record = reader.from_reader(row.as_bytes()).into_records().next()?.ok()?;
    Some([0, 1, 2].map(|at| record.get(at).map_or_else(String::new, normalized_name)))
}

/// Splits `Thorn - Kulm 2`.
fn road_of(row: &str) -> WrittenRoad {
    let Some((from, rest)) = DASHES.iter().find_map(|dash| row.split_once(dash)) else {
        return [normalized_name(row), String::new(), String::new()];
    };
    let is_number = |word: &str| word.bytes().all(|digit| digit.is_ascii_digit());
    let (to, length) = rest.rsplit_once(' ').filter(|(_, last)| is_number(last)).unwrap_or((rest, ""));
    [normalized_name(from), normalized_name(to), length.into()]
}

/// The network of a text. Fails with all its faults and their lines.
pub fn read_roads(text: &str) -> Result<NetworkDraft, Vec<SourceProblem>> {
    let (mut network, mut problems) = (NetworkDraft::default(), Vec::new());
    let (mut place_lines, mut road_lines) = (Vec::new(), Vec::new());
    let problem = |line, what: String| SourceProblem::at(SourcePosition { line, column: 1 }, what);
    for (line, [from, to, length]) in written_roads(text) {
        let mut named = |name: &str, is_alone: bool| {
            let name: Text = name.into();
            let known = network.places.iter().find(|place| place.eq_ignore_case(&name)).filter(|_| !is_alone).cloned();
            known.unwrap_or_else(|| {
                network.places.push(name.clone());
                place_lines.push(line);
                name
            })
        };
        let (from, to) = (named(&from, to.is_empty()), (!to.is_empty()).then(|| named(&to, false)));
        let Some(to) = to else { continue };
        match if length.is_empty() { Ok(1) } else { length.parse() } {
            Ok(length) => network.roads.push((from, to, length)),
            Err(_) => problems.push(problem(line, format!("“{length}” is not the length of a road"))),
        }
        road_lines.push(line);
    }
    if problems.is_empty() {
        let line_of = |path: &[String]| {
            let lines = if path.first()? == "roads" { &road_lines } else { &place_lines };
            lines.get(path.get(1)?.parse::<usize>().ok()?).copied()
        };
        for fault in network.check().err().into_iter().flatten() {
            let mut found = problem(line_of(&fault.path).unwrap_or(1), fault.reason);
            found.hint = fault.hint;
            problems.push(found);
        }
    }
    if problems.is_empty() { Ok(network) } else { Err(problems) }
}

/// Reads the network of a file.
pub fn roads_of_file(path: &Path) -> Result<NetworkDraft, UserError> {
    read_roads(&read_text_file(path)?).map_err(|problems| UserError::problems(path, &problems))
}

/// Replaces the file in `theatre roads.csv …` by its roads: orders can't name files. `None` for other orders.
pub(super) fn with_roads(name: &str, before: &str, after: &str) -> Result<Option<String>, UserError> {
    if ["map", "roads"].iter().any(|word| word.starts_with(&name.to_lowercase())) {
        return Ok(None);
    }
    let network = roads_of_file(&expand_home(name))?;
    Ok(Some(format!("{before}roads {}{after}", notation::roads_text(&network))))
}
