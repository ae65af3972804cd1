//! Musters as CSV tables, the format of spreadsheets: one row a unit.

mod reader;

use csv::{ReaderBuilder, StringRecord, Trim};
use reader::RosterReader;
use std::{fmt, sync::Arc};
use wardiary_base::{
    book::Rulebook,
    ground::GroundDraft,
    text::{self, Text, spreadsheet::escape_cell},
};
use wardiary_rules::{
    notation::table_cell,
    order::{ScreenTarget, Stats},
    state::{Muster, State, Unit},
};

/// The possible columns in writing order: name, content, whether it is required.
pub const COLUMNS: &[(&str, &str, bool)] = &[
    ("side", "the side's name", true),
    ("stack", "the stack's name; blank for a unit in no stack", true),
    ("name", "the unit's name, unique in its stack", true),
    ("kind", "its troop type; by default the rulebook's first", false),
    ("strength", "its full Strength Points, 1 to 999; by default its troop type's", false),
    ("lost", "Strength Points it has lost already", false),
    ("edna", "the EDNA it starts with, 0 to 200; by default the rulebook's", false),
    ("worn", "EDNA it has lost already", false),
    ("grade", "its grade; by default the ladder's neutral one", false),
    ("count", "how many such units, numbered 1, 2, 3 …; by default one", false),
    // The numbers for stacks, by the names of `Stats::NAMES`.
    ("attack", "Attack; this and the numbers below are 0 to 9999, by default 0", false),
    ("defense", "Defense", false),
    ("dmg", "the damage it adds to a blow that hits", false),
    ("dr", "the damage it takes off a blow that hits its stack", false),
    ("init", "Initiative", false),
    ("move", "Move", false),
    ("upkeep", "Upkeep, ignoring any waiver", false),
    ("level", "Level", false),
    ("specials", "how many Specials it has", false),
    ("bonus", "the bonus that a Caster gives its stack", false),
    (
        "ranks",
        "ruler, heir, attuned, warlord, royal, noble, caster, decrypted: any of them, separated by blanks",
        false,
    ),
    ("leads", "for a stack's leader: the stack's posture, neutral, offensive, defensive or screening", false),
    ("screens", "what its stack screens: left, STACK (or another Edge); unit, NAME, STACK; structure, WORDS", false),
    ("weapons", "what it fires with, separated by commas; by default its troop type's weapons", false),
    ("at", "its area on the map, such as C5; blank if it is not on the map", false),
    ("facing", "the edge it faces there: n, e, s or w, on hexes n, ne, se, s, sw or nw; by default n", false),
    ("tests", "tests it has besides its troop type's: Leadership pass-one 2d 4-, Nerve pass-all 3d 5+", false),
];

/// A word of the column `ranks`, besides the ranks.
const DECRYPTED: &str = "decrypted";

/// A first word of the column `screens`, besides an Edge.
const SCREENED_UNIT: &str = "unit";
const SCREENED_STRUCTURE: &str = "structure";

/// The maximum number of units that a row makes.
const MAX_UNITS_PER_ROW: u16 = 200;

/// The maximum number of units in a table.
pub const MAX_UNITS: usize = 50_000;

/// The maximum number of columns read, known or not.
const MAX_COLUMNS: usize = 100;

/// The maximum number of faults listed one by one.
const MAX_FAULTS: usize = 100;

/// The faults of a table, the first of them listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableFaults {
    /// The first faults, by row and column.
    pub listed: Vec<CellFault>,
    /// The number of faults not listed.
    pub unlisted: usize,
}

/// A fault in a table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellFault {
    /// The row, from 1. The header is row 1.
    pub row: u64,
    /// The column, from 0, if it is about one.
    pub column: Option<usize>,
    pub heading: String,
    pub what: String,
    pub hint: Option<String>,
}

impl fmt::Display for CellFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}", self.row)?;
        if let Some(column) = self.column {
            write!(f, ", column {}", letters(column))?;
            if !self.heading.is_empty() {
                write!(f, " ({})", self.heading)?;
            }
        }
        write!(f, ": {}", self.what)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

/// The letters that spreadsheets use for a column: A to Z, then AA.
fn letters(mut column: usize) -> String {
    let mut letters = String::new();
    loop {
        letters.insert(0, char::from(b'A' + u8::try_from(column % 26).unwrap_or(0)));
        match (column / 26).checked_sub(1) {
            Some(rest) => column = rest,
            None => return letters,
        }
    }
}

/// Reads a muster from a table. Two or more sides start in a battle, fought on the map if there is one. Cells may be
/// separated by commas, semicolons or tabs; any line ending and a byte order mark are accepted.
///
/// # Errors
/// All faults at once, each with its row and column.
pub fn read(text: &str, title: &str, book: &Arc<Rulebook>, map: Option<GroundDraft>) -> Result<Muster, TableFaults> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter(text))
        .flexible(true)
        .has_headers(false)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut sheet = RosterReader::default();
    let mut rows = RowNumbers { text, row: 1, read: 0 };
    for (at, record) in reader.records().enumerate() {
        let Ok(record) = record else { continue };
        let row = rows.row_of(&record);
        if at == 0 && record.len() > MAX_COLUMNS {
            let what = format!("a table has at most {MAX_COLUMNS} columns, not {}", record.len());
            sheet.fault(row, None, what, None);
            return Err(sheet.faults);
        }
        if at == 0 {
            sheet.read_headings(row, &record);
        } else if sheet.muster.units.len() >= MAX_UNITS {
            let what = format!("a table can have at most {MAX_UNITS} units");
            sheet.fault(row, None, what, None);
            return Err(sheet.faults);
        } else if record.iter().any(|cell| !cell.is_empty()) {
            sheet.read_unit(row, &record);
        }
    }
    if sheet.headings.is_empty() {
        sheet.fault(1, None, "the table is empty", Some(format!("begin with a heading row: {}", headings(false))));
    } else if sheet.muster.units.is_empty() && sheet.faults.listed.is_empty() {
        sheet.fault(1, None, "the table has no units below its heading row", None);
    }
    sheet.resolve_screens();
    let map = map.map(|ground| sheet.add_map(ground));
    sheet.begin_battle(title, map);
    sheet.check(book)
}

/// Maps each record to its row. Line breaks within quotes belong to a cell, and blank lines count.
struct RowNumbers<'a> {
    text: &'a str,
    row: u64,
    /// The byte up to which rows have been counted.
    read: usize,
}

impl RowNumbers<'_> {
    fn row_of(&mut self, record: &StringRecord) -> u64 {
        let begins = record.position().map_or(0, |p| usize::try_from(p.byte()).unwrap_or(0));
        // A record starts with the blank lines before it.
        let rest = self.text.get(begins..).unwrap_or_default();
        let begins = begins + (rest.len() - rest.trim_start_matches(['\r', '\n']).len());
        let passed = self.text.get(self.read..begins).unwrap_or_default();
        let mut quoted = false;
        for c in passed.chars() {
            match c {
                '"' => quoted = !quoted,
                '\n' if !quoted => self.row += 1,
                _ => {}
            }
        }
        self.read = begins;
        self.row
    }
}

/// The separator of cells: the most frequent of `;`, tab and `,` in the first line.
fn delimiter(text: &str) -> u8 {
    let line = text.trim_start().lines().next().unwrap_or_default();
    let many = |delimiter: &u8| line.bytes().filter(|b| b == delimiter).count();
    // On a tie the last one wins.
    [b'\t', b';', b','].into_iter().max_by_key(many).unwrap_or(b',')
}

fn headings(only_needed: bool) -> String {
    let names: Vec<&str> =
        COLUMNS.iter().filter(|(.., needed)| *needed || !only_needed).map(|(name, ..)| *name).collect();
    text::list(&names)
}

/// Writes the units of a campaign as a table. Reading it musters the same units again. The columns for stack numbers,
/// leaders, screens, weapons and tests are left out where no unit uses them.
///
/// # Panics
/// Never: writing to memory does not fail.
pub fn write(state: &State) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let units = state.units();
    let leads = |unit: &Unit| state.stacks().iter().find(|stack| stack.leader == Some(unit.id));
    let with_stats = units.iter().any(|unit| unit.stats.is_some());
    let with_leaders = units.iter().any(|unit| leads(unit).is_some());
    // A stack's screen is written in one of its rows only.
    let screens = |unit: &Unit| {
        let stack = unit.stack.and_then(|stack| state.stack(stack)).filter(|stack| stack.screening.is_some())?;
        let first = state.units().iter().find(|other| other.stack == Some(stack.id)).map(|other| other.id);
        stack.screening.as_ref().filter(|_| stack.leader.or(first) == Some(unit.id))
    };
    let with_screens = units.iter().any(|unit| screens(unit).is_some());
    let with_weapons = units.iter().any(|unit| !unit.weapons.is_empty());
    let with_places = units.iter().any(|unit| unit.place.is_some());
    let with_tests = units.iter().any(|unit| !unit.tests.is_empty());
    let is_written = |name: &str| match name {
        "count" => false,
        "ranks" => with_stats,
        "leads" => with_leaders,
        "screens" => with_screens,
        "weapons" => with_weapons,
        "at" | "facing" => with_places,
        "tests" => with_tests,
        name => with_stats || !Stats::NAMES.contains(&name),
    };
    let columns: Vec<&str> = COLUMNS.iter().map(|(name, ..)| *name).filter(|name| is_written(name)).collect();
    writer.write_record(&columns).expect("the memory takes it");
    for unit in units {
        let stack = unit.stack.map_or(String::new(), |stack| state.name(stack));
        // A number that is not known exactly is a placeholder, so it is left blank.
        let known = |is_exact: bool, number: u16| if is_exact { number.to_string() } else { String::new() };
        let (strength, edna) = (unit.strength_precision().is_exact(), unit.edna_precision().is_exact());
        let mut row = vec![
            state.name(unit.side),
            stack,
            unit.name.to_string(),
            unit.kind.to_string(),
            known(strength, unit.strength.full),
            known(strength, unit.strength.full - unit.strength.now),
            known(edna, unit.edna.full.into()),
            known(edna, (unit.edna.full - unit.edna.now).into()),
            if unit.grade_precision().is_exact() {
                state.book().ladder.name(unit.grade).to_string()
            } else {
                String::new()
            },
        ];
        if with_stats {
            let stats = unit.stats.as_deref().cloned().unwrap_or_default();
            row.extend(stats.numbers().into_iter().map(|(_, n)| if n == 0 { String::new() } else { n.to_string() }));
            let ranks = stats.ranks.iter().map(|rank| rank.word()).chain(stats.decrypted.then_some(DECRYPTED));
            row.push(ranks.collect::<Vec<_>>().join(" "));
        }
        row.extend(with_leaders.then(|| leads(unit).map_or("", |stack| stack.posture.word()).to_string()));
        row.extend(
            with_screens.then(|| screens(unit).map_or(String::new(), |screened| screened_text(state, screened))),
        );
        row.extend(with_weapons.then(|| table_cell::names_text(&unit.weapons)));
        if with_places {
            row.push(unit.place.map_or(String::new(), |place| place.cell.to_string()));
            row.push(unit.place.map_or("", |place| place.facing.word()).to_string());
        }
        row.extend(with_tests.then(|| table_cell::tests_text(&unit.tests)));
        writer.write_record(row.iter().map(|cell| escape_cell(cell))).expect("the memory takes it");
    }
    let bytes = writer.into_inner().expect("the memory takes it");
    String::from_utf8(bytes).expect("it is made of text")
}

/// What a stack screens, as written in the column `screens`. It is of the stack's own side, so no side is named.
fn screened_text(state: &State, screened: &ScreenTarget) -> String {
    let words: Vec<Text> = match screened {
        ScreenTarget::Edge(stack, edge) => vec![edge.word().into(), state.name(*stack).into()],
        ScreenTarget::Unit(unit) => {
            let stack = state.unit(*unit).and_then(|unit| unit.stack).map(|stack| state.name(stack).into());
            [SCREENED_UNIT.into(), state.name(*unit).into()].into_iter().chain(stack).collect()
        }
        ScreenTarget::Structure(what) => vec![SCREENED_STRUCTURE.into(), what.clone()],
    };
    table_cell::names_text(&words)
}
