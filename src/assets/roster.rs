//! Musters as tables of comma-separated values, the form in which spreadsheets keep them: a row for each unit.

use crate::{
    book::Rulebook,
    id::{BattleId, Id, SideId, StackId, UnitId},
    order::{Posture, Rank, Recruit, Stats},
    state::{
        Muster, State,
        muster::{MusteredBattle, MusteredSide, MusteredStack},
    },
    text,
};
use csv::{ReaderBuilder, StringRecord, Trim};
use std::{fmt, sync::Arc};

/// The columns there can be, in the order in which they are written: name, what it holds, whether it must be there.
pub const COLUMNS: &[(&str, &str, bool)] = &[
    ("side", "the side's name", true),
    ("stack", "the stack's name; blank for a unit in no stack", true),
    ("name", "the unit's name, once in a stack", true),
    ("kind", "its troop type; by default the rulebook's first", false),
    ("strength", "its full Strength Points, 1 to 999; by default its troop type's", false),
    ("lost", "Strength Points it has lost already", false),
    ("edna", "the EDNA it starts with, 0 to 200; by default the rulebook's", false),
    ("worn", "EDNA it has lost already", false),
    ("grade", "its grade; by default the ladder's neutral one", false),
    ("count", "so many units, numbered 1, 2, 3 …; by default one", false),
    // The numbers for stacks, by the names that `Stats::numbers` gives them.
    ("attack", "Attack, as all numbers from here on 0 to 9999, by default 0", false),
    ("defense", "Defense", false),
    ("dmg", "the damage it adds to a blow that hits", false),
    ("dr", "the damage it takes off a blow that hits its stack", false),
    ("init", "Initiative", false),
    ("move", "Move", false),
    ("upkeep", "Upkeep: what it would be, where it is waived", false),
    ("level", "Level", false),
    ("specials", "how many Specials it has", false),
    ("bonus", "the bonus that a Caster gives its stack", false),
    ("ranks", "ruler, heir, attuned, warlord, royal, noble, caster, decrypted: any of them, blanks between", false),
];

/// Besides the ranks, what the column `ranks` can say.
const DECRYPTED: &str = "decrypted";

/// The most units that a row makes.
const MOST: u16 = 200;

/// Something wrong in a table: where, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellFault {
    /// The row, from 1; the row of the columns' names is the first.
    pub row: u64,
    /// The column, from 0, where it is about one.
    pub column: Option<usize>,
    /// The column's name.
    pub heading: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
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

/// A column as spreadsheets count them: A to Z, then AA.
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

/// Reads a muster from a table, with a battle under way between its sides where there are two or more. Commas, semicolons
/// or tabs between cells, any line ends, and a byte-order mark are all taken.
///
/// # Errors
/// All that is wrong with it, at once, each with its row and column.
pub fn read(text: &str, title: &str, book: &Arc<Rulebook>) -> Result<Muster, Vec<CellFault>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter(text))
        .flexible(true)
        .has_headers(false)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut sheet = Sheet::default();
    let mut rows = Rows { text, row: 1, read: 0 };
    for (at, record) in reader.records().enumerate() {
        let Ok(record) = record else { continue };
        let row = rows.of(&record);
        if at == 0 {
            sheet.head(row, &record);
        } else if record.iter().any(|cell| !cell.is_empty()) {
            sheet.unit(row, &record);
        }
    }
    if sheet.headings.is_empty() {
        sheet.fault(
            1,
            None,
            "the table is empty",
            Some(format!("it begins with a row of columns: {}", headings(false))),
        );
    } else if sheet.muster.units.is_empty() && sheet.faults.is_empty() {
        sheet.fault(1, None, "there is no unit below the columns' names", None);
    }
    sheet.begin_battle(title);
    sheet.check(book)
}

/// The row in which each record begins: line ends within quotes belong to a cell, and blank lines count.
struct Rows<'a> {
    text: &'a str,
    row: u64,
    /// The byte up to which rows were counted.
    read: usize,
}

impl Rows<'_> {
    fn of(&mut self, record: &StringRecord) -> u64 {
        let begins = record.position().map_or(0, |p| usize::try_from(p.byte()).unwrap_or(0));
        // The reader's record begins with the blank lines before it.
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

/// What stands between cells: whichever of `;`, tab and `,` the first line has most of.
fn delimiter(text: &str) -> u8 {
    let line = text.trim_start().lines().next().unwrap_or_default();
    let many = |delimiter: &u8| line.bytes().filter(|b| b == delimiter).count();
    // The last of equals wins.
    [b'\t', b';', b','].into_iter().max_by_key(many).unwrap_or(b',')
}

fn headings(only_needed: bool) -> String {
    let names: Vec<&str> =
        COLUMNS.iter().filter(|(.., needed)| *needed || !only_needed).map(|(name, ..)| *name).collect();
    text::list(&names)
}

/// A table while it is read.
#[derive(Default)]
struct Sheet {
    /// What each column is; none for one that is faulty.
    headings: Vec<Option<&'static str>>,
    muster: Muster,
    /// The row of each unit, each stack and each side.
    rows: [Vec<u64>; 3],
    faults: Vec<CellFault>,
    next: u32,
}

impl Sheet {
    fn fault(&mut self, row: u64, column: Option<usize>, what: impl Into<String>, hint: Option<String>) {
        let heading = column.and_then(|at| self.headings.get(at).copied().flatten()).unwrap_or_default().to_string();
        self.faults.push(CellFault { row, column, heading, what: what.into(), hint });
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.headings.iter().position(|heading| *heading == Some(name))
    }

    /// The row of the columns' names.
    fn head(&mut self, row: u64, record: &StringRecord) {
        let mut meant = Vec::new();
        for (at, name) in record.iter().enumerate() {
            let known = COLUMNS.iter().map(|(known, ..)| *known).find(|known| known.eq_ignore_ascii_case(name));
            let twice = known.is_some() && self.headings.contains(&known);
            self.headings.push(known.filter(|_| !twice));
            if twice {
                self.fault(row, Some(at), format!("a second column “{}”", text::presentable(name)), None);
            } else if known.is_none() {
                let near = text::nearest(name, COLUMNS.iter().map(|(known, ..)| *known));
                meant.extend(near);
                let hint =
                    near.map_or_else(|| format!("there is {}", headings(false)), |near| format!("perhaps `{near}`"));
                self.fault(row, Some(at), format!("there is no column “{}”", text::presentable(name)), Some(hint));
            }
        }
        for (name, about, _) in COLUMNS.iter().filter(|(.., needed)| *needed) {
            if self.column(name).is_none() && !meant.contains(name) {
                let hint = format!("it holds {about}; needed are {}", headings(true));
                self.fault(row, None, format!("the column `{name}` is missing"), Some(hint));
            }
        }
    }

    fn unit(&mut self, row: u64, record: &StringRecord) {
        for (at, cell) in record.iter().enumerate().skip(self.headings.len()) {
            if !cell.is_empty() {
                let what = format!("“{}” stands in no column", text::presentable(cell));
                self.fault(row, Some(at), what, Some("a text that holds the separator stands in double quotes".into()));
            }
        }
        let cell = |sheet: &Self, name: &str| -> Option<String> {
            let cell = record.get(sheet.column(name)?)?;
            (!cell.is_empty()).then(|| cell.to_string())
        };
        for name in ["side", "name"] {
            if let Some(at) = self.column(name).filter(|_| cell(self, name).is_none()) {
                self.fault(row, Some(at), format!("a unit needs a {name}"), None);
            }
        }
        let count = self.number(row, record, "count", 1, MOST).unwrap_or(1);
        let strength = self.number(row, record, "strength", 1, 999);
        let lost = self.number(row, record, "lost", 0, 999).unwrap_or(0);
        let edna = self.number(row, record, "edna", 0, 200).and_then(|n| u8::try_from(n).ok());
        let worn = self.number(row, record, "worn", 0, 200).and_then(|n| u8::try_from(n).ok()).unwrap_or(0);
        let stats = self.stats(row, record);
        let (Some(side), Some(name)) = (cell(self, "side"), cell(self, "name")) else { return };
        let side = self.side(row, &side);
        let stack = cell(self, "stack").map(|stack| self.stack(row, side, &stack));
        let at = self.column("name");
        for number in 1..=count {
            let name = if count == 1 { name.clone() } else { format!("{name} {number}") };
            if let Some(what) = text::fault_of_name(&name) {
                self.fault(row, at, what, None);
                return;
            }
            let alike = |u: &Recruit| u.stack == stack && u.side.is_none_or(|s| s == side) && u.name == name;
            if let Some(other) = self.muster.units.iter().position(alike) {
                let first = self.rows[0][other];
                let what = format!("a second “{}” in the same stack", text::presentable(&name));
                self.fault(
                    row,
                    at,
                    what,
                    Some(format!("the first is in row {first}; the column `count` makes several")),
                );
                return;
            }
            let id = UnitId(self.number_given());
            self.muster.units.push(Recruit {
                side: stack.is_none().then_some(side),
                stack,
                kind: cell(self, "kind"),
                strength,
                lost,
                edna,
                worn,
                grade: cell(self, "grade"),
                stats: stats.clone().map(Box::new),
                ..Recruit::new(id, name)
            });
            self.rows[0].push(row);
        }
    }

    fn number(&mut self, row: u64, record: &StringRecord, name: &str, least: u16, most: u16) -> Option<u16> {
        let at = self.column(name)?;
        let cell = record.get(at).filter(|cell| !cell.is_empty())?;
        let number = cell.parse().ok().filter(|n| (least..=most).contains(n));
        if number.is_none() {
            let what = format!("“{}” is no number from {least} to {most}", text::presentable(cell));
            self.fault(row, Some(at), what, Some("write it in digits; blank is the default".into()));
        }
        number
    }

    /// A unit's numbers for stacks and its ranks, where the row says any.
    fn stats(&mut self, row: u64, record: &StringRecord) -> Option<Stats> {
        let mut stats = Stats::default();
        for name in Stats::NAMES {
            if let Some(number) = self.number(row, record, name, 0, Stats::MAX) {
                stats.number_mut(name).into_iter().for_each(|n| *n = number);
            }
        }
        if let Some(at) = self.column("ranks") {
            let cell = record.get(at).unwrap_or_default().to_lowercase();
            for word in cell.split_whitespace() {
                match Rank::ALL.iter().find(|(known, _)| *known == word) {
                    Some((_, rank)) if !stats.is(*rank) => stats.ranks.push(*rank),
                    None if word == DECRYPTED && !stats.decrypted => stats.decrypted = true,
                    found => {
                        let twice = found.is_some() || word == DECRYPTED;
                        let known: Vec<&str> = Rank::ALL.iter().map(|(known, _)| *known).chain([DECRYPTED]).collect();
                        let near = text::nearest(word, known.iter().copied());
                        let hint = near
                            .map_or_else(|| format!("there is {}", text::list(&known)), |n| format!("perhaps `{n}`"));
                        let word = text::presentable(word);
                        let what = if twice {
                            format!("“{word}” stands here twice")
                        } else {
                            format!("there is no rank “{word}”")
                        };
                        self.fault(row, Some(at), what, (!twice).then_some(hint));
                    }
                }
            }
        }
        (stats != Stats::default()).then_some(stats)
    }

    fn number_given(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn side(&mut self, row: u64, name: &str) -> SideId {
        if let Some(side) = self.muster.sides.iter().find(|s| s.name == name) {
            return side.id;
        }
        if let Some(what) = text::fault_of_name(name) {
            self.fault(row, self.column("side"), what, None);
        }
        let id = SideId(self.number_given());
        self.muster.sides.push(MusteredSide { id, name: name.into() });
        self.rows[2].push(row);
        id
    }

    fn stack(&mut self, row: u64, side: SideId, name: &str) -> StackId {
        if let Some(stack) = self.muster.stacks.iter().find(|s| s.name == name && s.side == side) {
            return stack.id;
        }
        if let Some(what) = text::fault_of_name(name) {
            self.fault(row, self.column("stack"), what, None);
        }
        let id = StackId(self.number_given());
        self.muster.stacks.push(MusteredStack {
            id,
            side,
            name: name.into(),
            leader: None,
            posture: Posture::default(),
            screening: None,
        });
        self.rows[1].push(row);
        id
    }

    fn begin_battle(&mut self, title: &str) {
        let alive = |side: &&MusteredSide| {
            let of = |u: &Recruit| match u.stack {
                Some(stack) => self.muster.stacks.iter().any(|s| s.id == stack && s.side == side.id),
                None => u.side == Some(side.id),
            };
            self.muster.units.iter().any(|u| of(u) && u.strength.is_none_or(|full| u.lost < full))
        };
        let parties: Vec<Vec<Id>> = self.muster.sides.iter().filter(alive).map(|s| vec![s.id.into()]).collect();
        if parties.len() >= 2 {
            let id = BattleId(self.number_given());
            self.muster.battles.push(MusteredBattle { id, name: title.into(), parties });
        }
    }

    /// What the rulebook has to say of it: unknown kinds and grades, numbers that do not go together.
    fn check(mut self, book: &Arc<Rulebook>) -> Result<Muster, Vec<CellFault>> {
        let faults = self.muster.check(book).err().unwrap_or_default();
        let found_others = !self.faults.is_empty();
        for fault in faults {
            let [list, at, field @ ..] = &fault.path[..] else { continue };
            let rows = match list.as_str() {
                "units" => &self.rows[0],
                "stacks" => &self.rows[1],
                "sides" => &self.rows[2],
                // What is wrong with the battle follows from the rest.
                _ if found_others => continue,
                _ => &self.rows[0],
            };
            let row = at.parse().ok().and_then(|at: usize| rows.get(at).copied()).unwrap_or(1);
            let column = field.first().and_then(|field| self.column(field));
            self.fault(row, column, fault.what, fault.hint);
        }
        self.faults.sort();
        // A row that makes several units is faulty once.
        self.faults.dedup();
        if self.faults.is_empty() { Ok(self.muster) } else { Err(self.faults) }
    }
}

/// The units of a campaign as such a table: read again, it musters them as they stand. The numbers for stacks have columns
/// where any unit has some.
///
/// # Panics
/// Never: writing to memory does not fail.
#[must_use]
pub fn write(state: &State) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let with_stats = state.units().iter().any(|unit| unit.stats.is_some());
    let of_stats = |name: &str| name == "ranks" || Stats::NAMES.contains(&name);
    let columns = COLUMNS.iter().map(|(name, ..)| *name).filter(|name| *name != "count");
    let columns: Vec<&str> = columns.filter(|name| with_stats || !of_stats(name)).collect();
    writer.write_record(&columns).expect("the memory takes it");
    for unit in state.units() {
        let stack = unit.stack.map_or(String::new(), |stack| state.name(stack));
        let mut row = vec![
            state.name(unit.side),
            stack,
            unit.name.to_string(),
            unit.kind.to_string(),
            unit.strength.full.to_string(),
            (unit.strength.full - unit.strength.now).to_string(),
            unit.edna.full.to_string(),
            (unit.edna.full - unit.edna.now).to_string(),
            state.book().ladder.name(unit.grade).to_string(),
        ];
        if with_stats {
            let stats = unit.stats.as_deref().cloned().unwrap_or_default();
            row.extend(stats.numbers().map(|(_, n)| if n == 0 { String::new() } else { n.to_string() }));
            let ranks = stats.ranks.iter().map(|rank| rank.word()).chain(stats.decrypted.then_some(DECRYPTED));
            row.push(ranks.collect::<Vec<_>>().join(" "));
        }
        writer.write_record(&row).expect("the memory takes it");
    }
    let bytes = writer.into_inner().expect("the memory takes it");
    String::from_utf8(bytes).expect("it is made of text")
}
