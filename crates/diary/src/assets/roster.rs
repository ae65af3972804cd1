//! Musters as tables, from CSV, .xlsx and .ods files: one row a unit.

mod headings;
mod reader;
mod spreadsheet;

use csv::{ReaderBuilder, StringRecord, Trim, WriterBuilder};
use headings::Headings;
use reader::RosterReader;
use spreadsheet::{Sheet, Workbook, is_workbook};
use std::{borrow::Cow, collections::BTreeMap, fmt, sync::Arc};
use wardiary_base::{
    book::Rulebook,
    ground::GroundDraft,
    text::{self, Text, escape_cell},
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
    ("formation", "the formations that its stack belongs to, the largest first: Army of the North / II Corps", false),
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

/// A first word of the column `screens`, besides an Edge.
const SCREENED_UNIT: &str = "unit";
const SCREENED_STRUCTURE: &str = "structure";

/// The maximum number of units that a row makes.
const MAX_UNITS_PER_ROW: u16 = 200;

/// The maximum number of units in a table.
pub const MAX_UNITS: usize = 50_000;

/// The maximum number of columns read, known or not.
const MAX_COLUMNS: usize = 100;

const MAX_FAULTS: usize = 100;

/// The maximum number of rows or columns that a sentence names.
const MAX_NAMED: usize = 8;

#[derive(Clone, Debug)]
pub struct TableOptions<'a> {
    pub title: &'a str,
    pub book: &'a Arc<Rulebook>,
    pub map: Option<GroundDraft>,
    /// The sheet of a spreadsheet. `None` is the first one with the headings.
    pub sheet: Option<&'a str>,
    /// Whether a column that can't be read is a fault; otherwise it is left out.
    pub strict: bool,
    /// How many men make one Strength Point; 1 if strengths are points. `None` refuses numbers that look like men.
    pub strength_per: Option<u32>,
}

impl<'a> TableOptions<'a> {
    pub fn new(title: &'a str, book: &'a Arc<Rulebook>) -> Self {
        Self { title, book, map: None, sheet: None, strict: false, strength_per: None }
    }
}

/// A muster, with notes for the user on how it was read, a sentence each.
#[derive(Clone, Debug, Default)]
pub struct MusterTable {
    pub muster: Muster,
    pub notes: Vec<String>,
}

impl MusterTable {
    /// `2 sides, 3 stacks, 9 units`
    pub fn summary(&self) -> String {
        let Muster { sides, stacks, units, .. } = &self.muster;
        let counts = [
            text::count(sides.len(), "side", "sides"),
            text::count(stacks.len(), "stack", "stacks"),
            text::count(units.len(), "unit", "units"),
        ];
        counts.join(", ")
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    Unreadable(Unreadable),
    Faults(TableFaults),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    pub what: String,
    pub hint: String,
}

impl Unreadable {
    fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into() }
    }
}

impl From<Unreadable> for TableError {
    fn from(unreadable: Unreadable) -> Self {
        Self::Unreadable(unreadable)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableFaults {
    pub listed: Vec<CellFault>,
    pub unlisted: usize,
    /// How to mend several of them.
    pub advice: Vec<String>,
    /// If the strengths look like men: how many could make one Strength Point.
    pub men: Option<u32>,
    /// Whether a strength is greater than any number of Strength Points.
    pub exceeds_points: bool,
}

/// A fault in a table, with all rows that have it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellFault {
    /// The rows, from 1, ascending.
    pub rows: Vec<u64>,
    /// The column, from 0, if it is about one.
    pub column: Option<usize>,
    pub heading: String,
    pub what: String,
    pub hint: Option<String>,
}

impl CellFault {
    /// `row 2, column D (kind)`
    pub fn place(&self) -> String {
        let rows = rows_text(&self.rows);
        let column = self.column.map_or_else(String::new, |at| format!(", column {}", letters(at)));
        let heading = Some(&self.heading).filter(|heading| !heading.is_empty());
        rows + &column + &heading.map_or_else(String::new, |heading| format!(" ({heading})"))
    }

    pub fn sentence(&self) -> String {
        self.what.clone() + &self.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"))
    }
}

impl fmt::Display for CellFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.sentence())
    }
}

/// `row 3`; `rows 3 to 5, 7 and 9`
fn rows_text(rows: &[u64]) -> String {
    let word = if rows.len() == 1 { "row" } else { "rows" };
    let named = rows.iter().filter_map(|row| u32::try_from(*row).ok());
    let ranges = text::ranges(named.take(if rows.len() > 4 * MAX_NAMED { 2 * MAX_NAMED } else { rows.len() }));
    match rows.len() {
        many if many > 4 * MAX_NAMED => format!("{word} {ranges} and {} more", many - 2 * MAX_NAMED),
        _ => format!("{word} {ranges}"),
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

/// Reads a muster from a table. Two or more sides start in a battle. A text may use commas, semicolons, tabs
/// or bars, any line ending and a byte order mark.
pub fn read(file: &[u8], options: &TableOptions) -> Result<MusterTable, TableError> {
    let (sheet, at, found, note) = find_sheet(file, options.sheet)?;
    let mut reader = RosterReader::new(options);
    reader.table.notes.extend(note);
    reader.read_sheet(&sheet, at, &found);
    reader.finish().map_err(TableError::Faults)
}

/// The sheet with the table, the index of its heading row, and a note if there are others.
fn find_sheet(file: &[u8], named: Option<&str>) -> Result<(Sheet, usize, Headings, Option<String>), Unreadable> {
    if !is_workbook(file) {
        if named.is_some() {
            return Err(Unreadable::new("a CSV file has no sheets", "leave --sheet out"));
        }
        let (sheet, at, found) = read_text(file)?;
        return Ok((sheet, at, found, None));
    }
    let mut book = Workbook::open(file)?;
    let (names, is_hidden): (Vec<Text>, Vec<bool>) =
        book.sheets().into_iter().map(|(name, is_hidden)| (Text::from(name), is_hidden)).unzip();
    let wanted = named.map(|named| {
        let at = text::name_match::position_named(names.iter(), named);
        at.ok_or_else(|| Unreadable::new(format!("there is no sheet “{named}”"), text::did_you_mean(named, &names)))
    });
    let wanted = wanted.transpose()?;
    let mut best: Option<(usize, (Sheet, usize, Headings))> = None;
    // A hidden sheet is read if it is named, or if all are hidden.
    let are_shown = is_hidden.contains(&false);
    for at in wanted.map_or(0..names.len(), |at| at..at + 1) {
        if wanted.is_none() && are_shown && is_hidden[at] {
            continue;
        }
        let sheet = book.sheet(at)?;
        let (row, found) = headings::find(&sheet.rows);
        if best.as_ref().is_none_or(|(_, (_, _, best))| found.at.len() > best.at.len()) {
            best = Some((at, (sheet, row, found)));
        }
        if best.as_ref().is_some_and(|(_, (_, _, found))| found.is_complete()) {
            break;
        }
    }
    let Some((at, (sheet, row, found))) = best else {
        return Err(Unreadable::new("the file has no sheets", "save the table as CSV"));
    };
    let others = names.iter().zip(&is_hidden).filter(|(name, _)| **name != *sheet.name);
    let others: Vec<String> = others
        .map(|(name, is_hidden)| format!("“{}”{}", name.as_name(), if *is_hidden { " (hidden)" } else { "" }))
        .collect();
    let note = (wanted.is_none() && !others.is_empty()).then(|| {
        let left = text::list(&others[..others.len().min(MAX_NAMED)]);
        format!("the table is on the sheet “{}”; not read: {left}", names[at].as_name())
    });
    Ok((sheet, row, found, note))
}

/// Reads a text with the separator that finds most headings, or the one that its first line names: `sep=;`.
fn read_text(file: &[u8]) -> Result<(Sheet, usize, Headings), Unreadable> {
    let text = &*decode(file)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().next().unwrap_or_default().trim().trim_matches('"');
    let named =
        first.get(..4).filter(|word| word.eq_ignore_ascii_case("sep=")).and_then(|_| first.as_bytes().get(4).copied());
    let skipped = if named.is_some() { text.find('\n').map_or(text.len(), |end| end + 1) } else { 0 };
    let read = |delimiter: u8, most: usize| {
        text_rows(&text[skipped..], delimiter, 1 + u64::from(named.is_some())).take(most).collect::<Vec<_>>()
    };
    let count = |delimiter: u8| first.bytes().filter(|byte| *byte == delimiter).count();
    // On a tie the last one wins.
    let delimiters: &[u8] = named.as_ref().map_or(b"|\t;,", std::slice::from_ref);
    let begin = |delimiter: u8| headings::find(&read(delimiter, headings::MAX_TITLE_ROWS));
    let all = delimiters.iter().map(|delimiter| (*delimiter, begin(*delimiter)));
    let best = all.max_by_key(|(delimiter, (_, found))| (found.at.len(), count(*delimiter)));
    let (delimiter, (at, found)) = best.unwrap_or_default();
    let rows = read(delimiter, usize::MAX);
    if let Some((row, _)) = rows.last().filter(|(_, record)| record.iter().any(|cell| cell.contains('\n')))
        && text.matches('"').count() % 2 == 1
    {
        let what = format!("row {row}: a double quote is opened here and never closed");
        return Err(Unreadable::new(what, "close it, or write two for one that belongs to a name"));
    }
    let rows = rows.into_iter().map(|(row, record)| (row, record.iter().map(clean).collect())).collect();
    Ok((Sheet { name: String::new(), rows, broken: Vec::new(), is_text: true }, at, found))
}

/// The text of a file: UTF-8 or, as Excel writes “Unicode text”, UTF-16. Half of the bytes of an ASCII character in
/// UTF-16 are 0.
fn decode(file: &[u8]) -> Result<Cow<'_, str>, Unreadable> {
    let unit = match file {
        [0xff, 0xfe, ..] | [1..=0xff, 0, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] | [0, 1..=0xff, ..] => u16::from_be_bytes,
        _ => {
            return str::from_utf8(file).map(Cow::from).map_err(|error| {
                let row = file[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
                let what = format!("row {row}: the file is not UTF-8 text from here on");
                Unreadable::new(what, "save it from the spreadsheet as “CSV UTF-8”")
            });
        }
    };
    let units: Vec<u16> = file.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    Ok(String::from_utf16_lossy(&units).into())
}

/// The rows that are not blank, with their numbers: a line break within quotes belongs to its cell, and blank lines count.
fn text_rows(text: &str, delimiter: u8, mut row: u64) -> impl Iterator<Item = (u64, StringRecord)> {
    let mut reader = ReaderBuilder::new();
    let reader = reader.delimiter(delimiter).flexible(true).has_headers(false).trim(Trim::All);
    reader.from_reader(text.as_bytes()).into_records().filter_map(Result::ok).filter_map(move |record| {
        // A record starts with the line end before it, and with the blank lines.
        let begins = record.position().map_or(0, |place| usize::try_from(place.byte()).unwrap_or(0));
        let above = text.get(begins..).unwrap_or_default();
        let above = &above[..above.len() - above.trim_start_matches(['\r', '\n']).len()];
        let above = if text[..begins].ends_with('\r') { above.strip_prefix('\n').unwrap_or(above) } else { above };
        let at = row + above.replace("\r\n", "\n").len() as u64;
        row = at + 1;
        record.iter().any(|cell| !cell.is_empty()).then_some((at, record))
    })
}

/// A cell on one line, without blanks around it.
fn clean(cell: &str) -> String {
    cell.split(['\r', '\n']).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

fn headings(only_needed: bool) -> String {
    let names: Vec<&str> =
        COLUMNS.iter().filter(|(.., needed)| *needed || !only_needed).map(|(name, ..)| *name).collect();
    text::list(&names)
}

/// Writes the units as a table that musters the same units again. Columns that no unit uses are left out.
pub fn write(state: &State) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut units: Vec<&Arc<Unit>> = state.units().iter().collect();
    let stacks: Vec<_> = units.iter().map(|unit| unit.stack).collect();
    units.sort_by_cached_key(|unit| match unit.stack {
        Some(_) => stacks.iter().position(|stack| *stack == unit.stack),
        None => state.roster_index(unit.id),
    });
    let formation = |unit: &Unit| unit.stack.map_or_else(String::new, |stack| state.formation_path(stack));
    let with_formations = units.iter().any(|unit| !formation(unit).is_empty());
    let leads = |unit: &Unit| state.stacks().iter().find(|stack| stack.leader == Some(unit.id));
    let with_stats = units.iter().any(|unit| !unit.stat_numbers().is_empty());
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
        "formation" => with_formations,
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
        let known = |number: Option<u16>| number.map_or_else(String::new, |number| number.to_string());
        let (strength, edna, grade) = (unit.strength().exact(), unit.edna().exact(), unit.grade().exact());
        let mut row = vec![state.name(unit.side), stack];
        row.extend(with_formations.then(|| formation(unit)));
        row.extend([
            unit.name.to_string(),
            unit.kind.to_string(),
            known(strength.map(|strength| strength.full)),
            known(strength.map(|strength| strength.full - strength.now)),
            known(edna.map(|edna| edna.full.into())),
            known(edna.map(|edna| (edna.full - edna.now).into())),
            grade.map_or_else(String::new, |grade| state.book().ladder.name(grade).to_string()),
        ]);
        if with_stats {
            let numbers: BTreeMap<_, _> = unit.stat_numbers().into_iter().collect();
            let number = |name: &&str| known(numbers.get(*name).and_then(|number| number.exact()).filter(|n| *n > 0));
            row.extend(Stats::NAMES.iter().map(number));
            row.push(unit.rank_words().join(" "));
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

/// A CSV table as spreadsheets expect it where the comma is the decimal sign: with semicolons, and with the byte order
/// mark by which Excel knows UTF-8.
///
/// # Panics
/// Never: writing to memory does not fail.
pub fn for_excel(table: &str) -> String {
    let mut writer = WriterBuilder::new().delimiter(b';').flexible(true).from_writer("\u{feff}".as_bytes().to_vec());
    let rows = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(table.as_bytes()).into_records();
    rows.filter_map(Result::ok).for_each(|row| writer.write_record(&row).expect("the memory takes it"));
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
