//! Reads the sheets of .xlsx and .ods files. Such a file is a zip archive of XML: both can expand a few bytes to
//! gigabytes, so the limits are checked before calamine reads it.

use super::{MAX_COLUMNS, Unreadable, clean};
use calamine::{DataType, Ods, Reader, SheetVisible, Xlsx};
use csv::StringRecord;
use std::{
    collections::BTreeMap,
    fmt::Display,
    io::{Cursor, Read},
};
use wardiary_base::text;
use zip::ZipArchive;

/// The maximum length of an unpacked file, in bytes. 50,000 units with ten columns need about 20 MB.
const MAX_UNPACKED: u64 = 64 << 20;

/// The maximum number of cells, and of bytes of text in them.
const MAX_CELLS: usize = 2_000_000;
const MAX_TEXT: usize = 64 << 20;

/// A table as rows of texts.
pub(super) struct Sheet {
    pub name: String,
    /// The rows that are not blank, with their numbers from 1.
    pub rows: Vec<(u64, StringRecord)>,
    /// Cells without a value: row, column from 0, and why.
    pub broken: Vec<(u64, usize, String)>,
    /// Whether it comes from a text, in which a separator may be misplaced.
    pub is_text: bool,
}

type Bytes<'a> = Cursor<&'a [u8]>;

pub(super) enum Workbook<'a> {
    Xlsx(Box<Xlsx<Bytes<'a>>>),
    /// With the merged cells of each sheet, in their order.
    Ods(Box<Ods<Bytes<'a>>>, Vec<Vec<Merge>>),
}

/// A cell that is merged with those below it: row and column from 0, and the last row.
type Merge = (u32, u32, u32);

/// Whether the bytes are a file of a spreadsheet program: a zip archive, or the older container.
pub(super) fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"\xd0\xcf\x11\xe0")
}

impl<'a> Workbook<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, Unreadable> {
        if !bytes.starts_with(b"PK") {
            // Encrypted .xlsx files are in the container of .xls files.
            let stream: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
            let is_encrypted = bytes.windows(stream.len()).any(|window| window == stream);
            return Err(if is_encrypted { password() } else { other_format() });
        }
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
        check_size(&mut archive)?;
        if archive.index_for_name("xl/workbook.xml").is_some() {
            let book = Xlsx::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
            return Ok(Self::Xlsx(Box::new(book)));
        }
        if archive.index_for_name("content.xml").is_none() {
            return Err(other_format());
        }
        let mut content = Vec::new();
        let read = archive.by_name("content.xml").map(|mut file| file.read_to_end(&mut content));
        read.map_err(|error| damaged(&error))?.map_err(|error| damaged(&error))?;
        let merges = merges_of_ods(&String::from_utf8_lossy(&content)).ok_or_else(too_many_cells)?;
        let book = Ods::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
        Ok(Self::Ods(Box::new(book), merges))
    }

    /// The sheets, and whether each is hidden.
    pub fn sheets(&self) -> Vec<(String, bool)> {
        let sheets = match self {
            Self::Xlsx(book) => book.sheets_metadata(),
            Self::Ods(book, _) => book.sheets_metadata(),
        };
        sheets.iter().map(|sheet| (sheet.name.clone(), sheet.visible != SheetVisible::Visible)).collect()
    }

    /// Reads a sheet. Sheets of charts and macros are blank.
    pub fn sheet(&mut self, at: usize) -> Result<Sheet, Unreadable> {
        let name = self.sheets().swap_remove(at).0;
        let mut grid = Grid::default();
        match self {
            Self::Xlsx(book) => {
                let Ok(mut cells) = book.worksheet_cells_reader(&name) else { return Ok(grid.into_sheet(name)) };
                while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(|error| damaged(&error))? {
                    grid.add(cell.pos, &cell.value, cell.formula.is_some())?;
                }
                drop(cells);
                let merges = book.merge_cells_by_sheet_name(&name).map_err(|error| damaged(&error))?;
                grid.fill(merges.iter().map(|merge| (merge.start.0, merge.start.1, merge.end.0)))?;
            }
            Self::Ods(book, merges) => {
                let range = book.worksheet_range(&name).map_err(|error| damaged(&error))?;
                let formulas = book.worksheet_formula(&name).map_err(|error| damaged(&error))?;
                let (top, left) = range.start().unwrap_or_default();
                let place = |row, column| Some((top + u32::try_from(row).ok()?, left + u32::try_from(column).ok()?));
                for (row, column, value) in range.cells() {
                    let Some(at) = place(row, column) else { continue };
                    grid.add(at, value, formulas.get_value(at).is_some_and(|formula| !formula.is_empty()))?;
                }
                grid.fill(merges.get(at).into_iter().flatten().copied())?;
            }
        }
        Ok(grid.into_sheet(name))
    }
}

#[derive(Default)]
struct Grid {
    rows: BTreeMap<u32, BTreeMap<u32, String>>,
    broken: Vec<(u64, usize, String)>,
    /// The cells and bytes of text so far.
    size: (usize, usize),
}

impl Grid {
    fn add(&mut self, (row, column): (u32, u32), value: &impl DataType, is_formula: bool) -> Result<(), Unreadable> {
        let text = text_of(value);
        let why = match value.get_error() {
            Some(error) => Some(format!("the value of this cell is the error {error}")),
            None if is_formula && value.is_empty() => Some("the formula in this cell has no value yet".to_string()),
            None => None,
        };
        if let Some(why) = why {
            self.broken.push((u64::from(row) + 1, column as usize, why));
        }
        if text.is_empty() {
            return Ok(());
        }
        if column as usize >= MAX_COLUMNS {
            let what = format!("row {}: a table has at most {MAX_COLUMNS} columns, not {}", row + 1, column + 1);
            return Err(Unreadable::new(
                what,
                "delete what is beside the table, or copy the table to a sheet of its own",
            ));
        }
        self.insert(row, column, text)
    }

    fn insert(&mut self, row: u32, column: u32, text: String) -> Result<(), Unreadable> {
        self.size = (self.size.0 + 1, self.size.1 + text.len());
        if self.size.0 > MAX_CELLS || self.size.1 > MAX_TEXT {
            return Err(too_many_cells());
        }
        self.rows.entry(row).or_default().entry(column).or_insert(text);
        Ok(())
    }

    /// Repeats the text of merged cells in the rows below that are not blank.
    fn fill(&mut self, merges: impl Iterator<Item = Merge>) -> Result<(), Unreadable> {
        for (first, column, last) in merges.filter(|(first, _, last)| first < last) {
            let Some(text) = self.rows.get(&first).and_then(|row| row.get(&column)).cloned() else { continue };
            let below: Vec<u32> = self.rows.range(first + 1..=last).map(|(row, _)| *row).collect();
            below.into_iter().try_for_each(|row| self.insert(row, column, text.clone()))?;
        }
        Ok(())
    }

    fn into_sheet(self, name: String) -> Sheet {
        let record = |(row, cells): (u32, BTreeMap<u32, String>)| {
            let width = cells.last_key_value().map_or(0, |(column, _)| column + 1);
            let cells = (0..width).map(|column| cells.get(&column).map_or("", String::as_str));
            (u64::from(row) + 1, cells.collect())
        };
        let rows = self.rows.into_iter().map(record).collect();
        Sheet { name, rows, broken: self.broken, is_text: false }
    }
}

/// The value of a cell as one would type it: `4`, `true`, `1914-08-26`.
fn text_of(value: &impl DataType) -> String {
    if let Some(text) = value.get_string().or(value.get_datetime_iso()).or(value.get_duration_iso()) {
        return clean(text);
    }
    if let Some(moment) = value.get_datetime() {
        let (year, month, day, hour, minute, ..) = moment.to_ymd_hms_milli();
        let date = if moment.as_f64() < 1.0 { String::new() } else { format!("{year}-{month:02}-{day:02}") };
        let time = if (hour, minute) == (0, 0) { String::new() } else { format!("{hour}:{minute:02}") };
        return format!("{date} {time}").trim().into();
    }
    let number = value.get_int().map(|n| n.to_string()).or(value.get_float().map(|n| n.to_string()));
    number.or(value.get_bool().map(|is| is.to_string())).unwrap_or_default()
}

/// Checks the declared size of the unpacked files. Reading stops with an error where a file is longer than declared.
fn check_size(archive: &mut ZipArchive<Bytes>) -> Result<(), Unreadable> {
    let mut size: u64 = 0;
    for at in 0..archive.len() {
        size = size.saturating_add(archive.by_index_raw(at).map_err(|error| damaged(&error))?.size());
    }
    if size <= MAX_UNPACKED {
        return Ok(());
    }
    let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
    let what = format!("the file unpacks to {} MB; the maximum is {} MB", megabytes(size), megabytes(MAX_UNPACKED));
    Err(Unreadable::new(what, "copy the table to a file of its own, or save it as CSV"))
}

/// The cells of each sheet of an .ods file that are merged with those below them. `None` if its repeated cells exceed
/// the limit: calamine makes a copy for each repeat.
fn merges_of_ods(content: &str) -> Option<Vec<Vec<Merge>>> {
    let mut sheets: Vec<Vec<Merge>> = Vec::new();
    let (mut cells, mut row, mut repeats, mut width, mut filled, mut has_value) = (0usize, 0usize, 1, 0usize, 0, false);
    for tag in content.split('<').skip(1) {
        match tag.split(|c: char| c.is_whitespace() || c == '/' || c == '>').next().unwrap_or_default() {
            "table:table" => {
                sheets.push(Vec::new());
                row = 0;
            }
            "table:table-row" => {
                repeats = attribute(tag, "number-rows-repeated");
                (width, filled, has_value) = (0, 0, false);
            }
            "table:table-cell" | "table:covered-table-cell" => {
                filled = width;
                let rows = attribute(tag, "number-rows-spanned");
                if let (Some(sheet), true, Ok(at), Ok(column), Ok(rows)) =
                    (sheets.last_mut(), rows > 1, u32::try_from(row), u32::try_from(width), u32::try_from(rows))
                {
                    sheet.push((at, column, at.saturating_add(rows - 1)));
                }
                width = width.saturating_add(attribute(tag, "number-columns-repeated"));
                if tag.contains("value") || tag.contains("formula") {
                    (filled, has_value) = (width, true);
                }
            }
            "text:s" => cells = cells.saturating_add(attribute(tag, "text:c")),
            "" if tag.starts_with("/table:table-row") => {
                cells = cells.saturating_add(filled.saturating_mul(if has_value { repeats } else { 1 }));
                row = row.saturating_add(repeats);
            }
            _ => {}
        }
    }
    (cells <= MAX_CELLS).then_some(sheets)
}

/// The number that a tag has for an attribute, by default 1.
fn attribute(tag: &str, name: &str) -> usize {
    let number = |(at, _): (usize, &str)| {
        let value = tag[at + name.len()..].trim_start_matches([' ', '=', '\t', '\n', '\r']);
        let quote = value.chars().next()?;
        value[quote.len_utf8()..].split(quote).next()?.parse().ok()
    };
    tag.match_indices(name).map(|found| number(found).unwrap_or(usize::MAX)).max().unwrap_or(1)
}

fn too_many_cells() -> Unreadable {
    let what = format!("a sheet can have at most {MAX_CELLS} cells");
    Unreadable::new(what, "copy the table to a file of its own, or save it as CSV")
}

fn other_format() -> Unreadable {
    Unreadable::new("the file is no table of a known format", "save it from the spreadsheet as .xlsx, .ods or CSV")
}

fn password() -> Unreadable {
    Unreadable::new("the file is protected by a password", "save it from the spreadsheet without one")
}

fn damaged(error: &impl Display) -> Unreadable {
    let error = error.to_string();
    if error.to_lowercase().contains("password") {
        return password();
    }
    let what = format!("the spreadsheet can't be read: {}", text::excerpt(&error));
    Unreadable::new(what, "open it in the spreadsheet program and save it again, or as CSV")
}
