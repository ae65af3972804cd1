//! The reader of a table of units, row by row.

use super::{
    COLUMNS, CellFault, Headings, MAX_COLUMNS, MAX_FAULTS, MAX_NAMED, MAX_UNITS, MAX_UNITS_PER_ROW, MusterTable,
    SCREENED_STRUCTURE, SCREENED_UNIT, Sheet, TableFaults, TableOptions, headings, letters, rows_text,
};
use csv::StringRecord;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
    str::FromStr,
};
use wardiary_base::{
    book::{Grade, Mechanism},
    ground::{Cell, Facing, GroundDraft},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::{self, Text, name_match::normalized_name, unescape_cell},
};
use wardiary_rules::{
    notation::{NotationError, refusal::describe_invalid_muster, table_cell},
    order::{DECRYPTED, Edge, Posture, Rank, Recruit, ScreenTarget, Stats},
    state::{
        formation::{PATH_SEPARATOR, path_names},
        muster::{MusteredBattle, MusteredMap, MusteredSide, MusteredStack},
    },
};

/// The index of each named thing.
#[derive(Default)]
struct NameIndex {
    units: BTreeMap<(Option<StackId>, SideId, Text), usize>,
    /// The stacks of a name, one for each run of rows.
    stacks: BTreeMap<(SideId, Text), Vec<usize>>,
    /// Sides by their names in lower case.
    sides: BTreeMap<String, SideId>,
}

enum ScreenError {
    NotFound(String),
    /// It can't be screened, whatever the rows are; with a hint.
    NotScreenable(String, Option<String>),
}

/// Words for quality, the best first, on a ladder of five grades.
const QUALITIES: [&[&str]; 5] = [
    &["elite", "guard", "crack", "excellent"],
    &["veteran", "seasoned", "experienced", "good"],
    &["regular", "average", "trained", "line", "normal"],
    &["raw", "green", "conscript", "poor"],
    &["militia", "levy", "untrained", "rabble"],
];

/// Words for troop types: the first is the one that rulebooks use.
const KINDS: [&[&str]; 3] = [
    &["infantry", "foot", "inf", "infanterie", "rifles", "fusiliers", "grenadiers", "musketeers"],
    &["cavalry", "cav", "horse", "kavallerie", "cavalerie", "dragoons", "hussars", "lancers", "cuirassiers", "uhlans"],
    &["artillery", "arty", "gun", "guns", "cannon", "battery", "howitzer", "howitzers", "artillerie"],
];

/// The largest strength read, in men.
const MAX_MEN: u32 = 1_000_000;
const MAX_POINTS: u32 = 999;
/// Strengths look like men if one is above the first number, or most are above the second.
const MOST_POINTS: u32 = 99;
const MANY_POINTS: u32 = 50;
/// Men for a Strength Point, to choose from.
const MEN_PER_POINT: [u32; 9] = [10, 20, 25, 50, 100, 150, 200, 250, 500];

/// A run of rows of one stack, with the formations above it.
#[derive(PartialEq, Eq)]
struct StackRun {
    side: SideId,
    name: Text,
    formations: Vec<Text>,
}

pub(super) struct RosterReader<'a> {
    options: &'a TableOptions<'a>,
    pub(super) table: MusterTable,
    /// The column of each heading, if it is known, and the heading as written.
    headings: Vec<(Option<&'static str>, Text)>,
    /// The columns of the stack's formations, from the smallest.
    formations: Vec<usize>,
    /// The row of each unit, each stack and each side.
    rows: [Vec<u64>; 3],
    faults: TableFaults,
    /// Units by stack, side and name; stacks by side and name; sides by name. The values are indices.
    names: NameIndex,
    /// The screens of stacks, unparsed, with their rows: they may refer to later rows.
    screens: Vec<(u64, StackId, Vec<Text>)>,
    /// The run that each stack was made for; the last row may continue the last run.
    runs: Vec<StackRun>,
    continues: bool,
    /// The strengths as written, with their rows.
    strengths: Vec<(u64, u32)>,
    next: u32,
}

impl<'a> RosterReader<'a> {
    pub(super) fn new(options: &'a TableOptions<'a>) -> Self {
        Self {
            options,
            table: MusterTable::default(),
            headings: Vec::new(),
            formations: Vec::new(),
            rows: Default::default(),
            faults: TableFaults::default(),
            names: NameIndex::default(),
            screens: Vec::new(),
            runs: Vec::new(),
            continues: false,
            strengths: Vec::new(),
            next: 0,
        }
    }

    /// Reads a sheet whose heading row has this index.
    pub(super) fn read_sheet(&mut self, sheet: &Sheet, at: usize, found: &Headings) {
        let Some((first, record)) = sheet.rows.get(at) else {
            let hint = format!("begin with a heading row: {}", headings(false));
            return self.fault(1, None, "the table is empty", Some(hint));
        };
        let filled = record.iter().enumerate().filter(|(_, heading)| !heading.is_empty());
        let width = filled.last().map_or(0, |(last, _)| last + 1);
        if width > MAX_COLUMNS {
            let what = format!("a table has at most {MAX_COLUMNS} columns, not {width}");
            return self.fault(*first, None, what, None);
        }
        let rows = &sheet.rows[at + 1..];
        self.read_headings(*first, record, found, rows, sheet.is_text);
        if at > 0 {
            let above: Vec<u64> = sheet.rows[..at].iter().map(|(row, _)| *row).collect();
            self.table.notes.push(format!("{} above the headings: not read", rows_text(&above)));
        }
        for (row, column, what) in &sheet.broken {
            if *row > *first && self.headings.get(*column).is_some_and(|(known, _)| known.is_some()) {
                let hint = "mend it in the spreadsheet program and save the file there".to_string();
                self.fault(*row, Some(*column), what, Some(hint));
            }
        }
        for (row, record) in rows {
            if self.table.muster.units.len() >= MAX_UNITS {
                return self.fault(*row, None, format!("a table can have at most {MAX_UNITS} units"), None);
            }
            if sheet.is_text {
                self.refuse_cells_without_column(*row, record);
            }
            self.read_unit(*row, record);
        }
        if self.table.muster.units.is_empty() && self.faults.listed.is_empty() {
            self.fault(*first, None, "the table has no units below its heading row", None);
        }
    }

    /// Adds a fault, or its row to an equal one.
    fn fault(&mut self, row: u64, column: Option<usize>, what: impl Into<String>, hint: Option<String>) {
        let what = what.into();
        let same = |fault: &&mut CellFault| fault.column == column && fault.what == what && fault.hint == hint;
        if let Some(fault) = self.faults.listed.iter_mut().find(same) {
            // A row that makes several units reports a fault once.
            if fault.rows.last() != Some(&row) {
                fault.rows.push(row);
            }
        } else if self.faults.listed.len() >= MAX_FAULTS {
            self.faults.unlisted += 1;
        } else {
            let heading = column.and_then(|at| self.headings.get(at)).filter(|(known, _)| known.is_some());
            let heading = heading.map_or_else(String::new, |(_, written)| written.as_name());
            self.faults.listed.push(CellFault { rows: vec![row], column, heading, what, hint });
        }
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.headings.iter().position(|(heading, _)| *heading == Some(name))
    }

    /// Stores the meaning of the headings. Leaves out the columns that can't be read, and says so.
    fn read_headings(
        &mut self,
        row: u64,
        record: &StringRecord,
        found: &Headings,
        rows: &[(u64, StringRecord)],
        is_text: bool,
    ) {
        let width = |record: &StringRecord| record.len().min(MAX_COLUMNS);
        let widest = rows.iter().map(|(_, record)| width(record)).max().filter(|_| !is_text).unwrap_or(0);
        let written = |at: usize| Text::from(record.get(at).unwrap_or_default());
        self.headings = (0..width(record).max(widest)).map(|at| (None, written(at))).collect();
        found.at.iter().for_each(|(column, at)| self.headings[*at].0 = Some(column));
        found.formations.iter().for_each(|at| self.headings[*at].0 = Some("formation"));
        self.formations.clone_from(&found.formations);
        let name = |at: usize| match record.get(at).unwrap_or_default() {
            "" => format!("column {} without a heading", letters(at)),
            heading => format!("column {} “{}”", letters(at), Text::from(heading).as_name()),
        };
        for at in &found.repeated {
            self.fault(row, Some(*at), format!("a second column “{}”", written(*at).as_name()), None);
        }
        let missing = COLUMNS.iter().filter(|(name, _, needed)| *needed && self.column(name).is_none());
        let mut missing: Vec<_> = missing.map(|(name, about, _)| (*name, *about)).collect();
        let mut left_out = Vec::new();
        let has_cells = |at: usize| rows.iter().any(|(_, record)| record.get(at).is_some_and(|cell| !cell.is_empty()));
        let beyond = width(record)..self.headings.len();
        for at in found.unknown.iter().copied().chain(beyond) {
            let heading = written(at);
            if heading.is_empty() && !has_cells(at) {
                continue;
            }
            let near = text::nearest(&heading, COLUMNS.iter().map(|(known, ..)| *known));
            let near = near.filter(|near| self.column(near).is_none());
            let hint = near.map(|near| format!("did you mean `{near}`?"));
            let needed = missing.iter().position(|(name, _)| near == Some(*name));
            if self.options.strict || needed.is_some() {
                let what = match &*heading.as_name() {
                    _ if heading.is_empty() => "the column has no heading".to_string(),
                    heading => format!("there is no column “{heading}”"),
                };
                self.fault(row, Some(at), what, hint);
                needed.map(|at| missing.remove(at));
            } else {
                left_out.push(name(at) + &hint.map_or_else(String::new, |hint| format!(" ({hint})")));
            }
        }
        if self.options.strict && !self.faults.listed.is_empty() {
            self.faults.advice.push(format!("the columns are {}", headings(false)));
        }
        for (name, about) in missing {
            let hint = format!("it holds {about}; required columns: {}", headings(true));
            self.fault(row, None, format!("the column `{name}` is missing"), Some(hint));
        }
        let is_synonym = |(column, at): &(&&str, &usize)| !written(**at).eq_ignore_case(column);
        let taken = found.at.iter().filter(is_synonym);
        let taken = taken.map(|(column, at)| format!("“{}” is read as `{column}`", written(*at).as_name()));
        let above = found.formations.iter().map(|at| written(*at).as_name());
        let above = above.filter(|heading| !heading.eq_ignore_ascii_case("formation"));
        let above = above.map(|heading| format!("“{heading}” is read as the formation of stacks"));
        let taken: Vec<String> = taken.chain(above).collect();
        if !taken.is_empty() {
            self.table.notes.push(format!("headings: {}", text::list(&taken)));
        }
        if !left_out.is_empty() {
            let more = left_out.len().saturating_sub(MAX_NAMED);
            left_out.truncate(MAX_NAMED);
            left_out.extend((more > 0).then(|| format!("{more} more")));
            self.table.notes.push(format!("left out: {}", text::list(&left_out)));
        }
    }

    /// Reads a row of units: one, or as many as `count` says.
    fn read_unit(&mut self, row: u64, record: &StringRecord) {
        for name in ["side", "name"] {
            if let Some(at) = self.column(name).filter(|_| self.cell(record, name).is_none()) {
                self.fault(row, Some(at), format!("a unit needs a {name}"), None);
            }
        }
        let count = self.parse_number(row, record, "count", 1, MAX_UNITS_PER_ROW).unwrap_or(1);
        let strength = self.parse_strength(row, record, "strength", 1);
        self.strengths.extend(strength.map(|men| (row, men)));
        let strength = strength.map(|men| self.points(men).max(1));
        let lost = self.parse_strength(row, record, "lost", 0).map_or(0, |men| self.points(men));
        let lost = if self.per_point() > 1 { lost.min(strength.unwrap_or(lost)) } else { lost };
        let edna = self.parse_number(row, record, "edna", 0, 200).and_then(|n| u8::try_from(n).ok());
        let worn = self.parse_number(row, record, "worn", 0, 200).and_then(|n| u8::try_from(n).ok()).unwrap_or(0);
        let stats = self.read_stats(row, record);
        let weapons = self.parse_list(row, record, "weapons", table_cell::parse_names);
        let tests = self.parse_list(row, record, "tests", table_cell::parse_tests);
        let at = self.parse_cell::<Cell>(row, record, "at");
        let facing = self.parse_cell::<Facing>(row, record, "facing");
        if facing.is_some() && self.cell(record, "at").is_none() {
            let hint =
                "fill in the column `at` with the unit's area, or leave both blank for a unit that is not on the map";
            self.fault(
                row,
                self.column("facing"),
                "a unit that is not on the map can't have a facing",
                Some(hint.into()),
            );
        }
        let facing = facing.unwrap_or_default();
        let (Some(side), Some(name)) = (self.cell(record, "side"), self.cell(record, "name")) else {
            return self.check_words(row, record);
        };
        let side = self.side(row, &side);
        let stack = self.cell(record, "stack").map(|stack| self.stack(row, record, side, stack));
        self.continues = stack.is_some();
        for number in 1..=count {
            let name = if count == 1 { name.clone() } else { format!("{} {number}", name.raw()).into() };
            if !self.check_name(row, (side, stack), &name) {
                return self.check_words(row, record);
            }
            let id = UnitId(self.fresh_id());
            self.table.muster.units.push(Recruit {
                side: stack.is_none().then_some(side),
                stack,
                kind: self.cell(record, "kind"),
                strength,
                lost,
                edna,
                worn,
                grade: self.cell(record, "grade"),
                stats: stats.clone().map(Box::new),
                weapons: weapons.clone(),
                tests: tests.clone(),
                at,
                facing,
                ..Recruit::new(id, name)
            });
            self.read_leader(row, record, stack, id);
            self.store_screen(row, record, stack);
            self.rows[0].push(row);
        }
    }

    /// Checks the troop type and the grade of a row that makes no unit. Those of units are checked with the muster.
    fn check_words(&mut self, row: u64, record: &StringRecord) {
        let book = self.options.book;
        if let Some(kind) = self.cell(record, "kind").filter(|kind| book.troop(kind).is_none()) {
            let hint = self.like_kind(&kind);
            let what = format!("the rulebook has no troop type “{}”", kind.as_name());
            self.fault(row, self.column("kind"), what, hint);
        }
        if let Some(grade) = self.cell(record, "grade").filter(|grade| book.ladder.find(grade).is_none()) {
            let hint = self.like_grade(&grade);
            self.fault(row, self.column("grade"), format!("the ladder has no grade “{}”", grade.as_name()), hint);
        }
    }

    fn refuse_cells_without_column(&mut self, row: u64, record: &StringRecord) {
        for (at, cell) in record.iter().map(Text::from).enumerate().skip(self.headings.len()) {
            if !cell.is_empty() {
                let what = format!("“{}” is beyond the last column", cell.as_name());
                self.fault(row, Some(at), what, Some("put a text that contains the separator in double quotes".into()));
            }
        }
    }

    /// The cell in a column; `None` if it is blank or the column is missing.
    fn cell(&self, record: &StringRecord, name: &str) -> Option<Text> {
        cell_at(record, self.column(name)?)
    }

    /// Checks that a name can be shown and is unique in its stack.
    fn check_name(&mut self, row: u64, (side, stack): (SideId, Option<StackId>), name: &Text) -> bool {
        let at = self.column("name");
        if let Some(what) = text::name_fault(name) {
            self.fault(row, at, what, None);
            return false;
        }
        let place = self.table.muster.units.len();
        let other = *self.names.units.entry((stack, side, name.clone())).or_insert(place);
        if other == place || !self.has_known_stacks() {
            return true;
        }
        let what = format!("a second “{}” in the same stack", name.as_name());
        let hint = format!("the first is in row {}; to make several, use the column `count`", self.rows[0][other]);
        self.fault(row, at, what, Some(hint));
        false
    }

    fn parse_number(&mut self, row: u64, record: &StringRecord, name: &str, least: u16, most: u16) -> Option<u16> {
        let at = self.column(name)?;
        let cell = record.get(at).map(Text::from).filter(|cell| !cell.is_empty())?;
        let number = without_decimals(cell.raw()).parse().ok().filter(|n| (least..=most).contains(n));
        if number.is_none() {
            self.refuse_number(row, at, &cell, (least.into(), most.into()));
        }
        number
    }

    /// Parses a number of Strength Points or, if men make them, of men: `1,200` too.
    fn parse_strength(&mut self, row: u64, record: &StringRecord, name: &str, least: u32) -> Option<u32> {
        let at = self.column(name)?;
        let cell = record.get(at).filter(|cell| !cell.is_empty())?;
        let most = MAX_POINTS.saturating_mul(self.per_point());
        let digits = without_decimals(cell).split([',', '.', '\'', '’', ' ', '\u{a0}', '\u{202f}']);
        let is_grouped = digits.clone().skip(1).all(|group| group.len() == 3);
        let number = digits.collect::<String>().parse().ok().filter(|n| is_grouped && (least..=MAX_MEN).contains(n));
        match number {
            None => self.refuse_number(row, at, &cell.into(), (least, most)),
            // Numbers that may be men are refused together.
            Some(men) if men > most && self.options.strength_per.is_some() => {
                let per = men.div_ceil(MAX_POINTS).next_multiple_of(50);
                self.faults.men = self.faults.men.max(Some(per));
                self.faults.exceeds_points = true;
                let what =
                    format!("“{}” makes more than {MAX_POINTS} Strength Points (SP)", Text::from(cell).as_name());
                self.fault(row, Some(at), what, Some("let one SP stand for more men".into()));
                return None;
            }
            Some(_) => {}
        }
        number
    }

    fn refuse_number(&mut self, row: u64, at: usize, cell: &Text, (least, most): (u32, u32)) {
        let what = format!("“{}” is not a number from {least} to {most}", cell.as_name());
        self.fault(row, Some(at), what, Some("write it in digits, or leave it blank for the default".into()));
    }

    fn per_point(&self) -> u32 {
        self.options.strength_per.unwrap_or(1).max(1)
    }

    /// Men as Strength Points, rounded. Without a number of men for each they are points, as is checked at the end.
    fn points(&self, men: u32) -> u16 {
        let per = self.per_point();
        u16::try_from(men.saturating_add(per / 2) / per).unwrap_or(u16::MAX)
    }

    fn refuse_men(&mut self) {
        let many: Vec<u64> = self.strengths.iter().filter(|(_, men)| *men > MANY_POINTS).map(|(row, _)| *row).collect();
        let mut men: Vec<u32> = self.strengths.iter().map(|(_, men)| *men).collect();
        men.sort_unstable();
        let (Some(greatest), Some(median)) = (men.last().copied(), men.get(men.len() / 2).copied()) else { return };
        if self.options.strength_per.is_some() || greatest <= MOST_POINTS && many.len() * 2 <= men.len() {
            return;
        }
        let typical = u32::from(self.options.book.troops[0].strength);
        let per = MEN_PER_POINT.into_iter().min_by_key(|per| (median / per).abs_diff(typical)).unwrap_or(100);
        self.faults.men = Some(per);
        self.faults.exceeds_points = greatest > MAX_POINTS;
        let what = format!(
            "numbers up to {greatest} look like men, not Strength Points (SP): an SP is what a unit can lose at once, and \
             most have {typical}"
        );
        let at = self.column("strength");
        let first = many.first().copied().unwrap_or(1);
        self.fault(first, at, what, None);
        if let Some(fault) = self.faults.listed.iter_mut().find(|fault| fault.rows == [first] && fault.column == at) {
            fault.rows = many;
        }
    }

    /// Parses a cell of one word; `None` if it is blank.
    fn parse_cell<T: FromStr<Err: Display>>(&mut self, row: u64, record: &StringRecord, name: &str) -> Option<T> {
        let cell = self.cell(record, name)?;
        match cell.raw().parse() {
            Ok(found) => Some(found),
            Err(error) => {
                let what = format!("“{}” is not valid: {error}", cell.as_name());
                self.fault(row, self.column(name), what, None);
                None
            }
        }
    }

    /// Parses a cell that is a list separated by commas.
    fn parse_list<T>(
        &mut self,
        row: u64,
        record: &StringRecord,
        name: &str,
        read: fn(&str) -> Result<Vec<T>, NotationError>,
    ) -> Vec<T> {
        let Some(cell) = self.cell(record, name) else { return Vec::new() };
        read(cell.raw()).unwrap_or_else(|error| {
            let at = self.column(name);
            self.fault(row, at, error.reason, error.hint);
            Vec::new()
        })
    }

    /// Whether each unit's stack is known. A faulty column is reported once, not in each row.
    fn has_known_stacks(&self) -> bool {
        self.column("stack").is_some()
    }

    fn read_leader(&mut self, row: u64, record: &StringRecord, stack: Option<StackId>, unit: UnitId) {
        let Some(cell) = self.cell(record, "leads") else { return };
        let at = self.column("leads");
        let Some(posture) = Posture::ALL.into_iter().find(|posture| cell.eq_ignore_case(posture.word())) else {
            let words = Posture::ALL.map(Posture::word);
            let near = text::nearest(&cell, words);
            let hint = near.map_or_else(
                || format!("the postures are {}", text::list(&words)),
                |near| format!("did you mean `{near}`?"),
            );
            return self.fault(row, at, format!("there is no posture “{}”", cell.as_name()), Some(hint));
        };
        let Some(led) = stack.and_then(|stack| self.stack_at(stack)) else {
            if !self.has_known_stacks() {
                return;
            }
            return self.fault(row, at, "a unit in no stack can't lead one", None);
        };
        let led = &mut self.table.muster.stacks[led];
        if led.leader.is_some() {
            let what = format!("a second leader of {}", led.name.as_name());
            return self.fault(row, at, what, None);
        }
        (led.leader, led.posture) = (Some(unit), posture);
    }

    /// Stores the target of a stack's screen, for [`Self::resolve_screens`].
    fn store_screen(&mut self, row: u64, record: &StringRecord, stack: Option<StackId>) {
        let words = self.parse_list(row, record, "screens", table_cell::parse_names);
        match stack {
            _ if words.is_empty() => {}
            None if !self.has_known_stacks() => {}
            None => self.fault(row, self.column("screens"), "a unit in no stack can't screen anything", None),
            Some(stack) => self.screens.push((row, stack, words)),
        }
    }

    /// Resolves the targets of screens, after all rows have been read.
    fn resolve_screens(&mut self) {
        // A missing thing may have been in a refused row.
        let complete = self.faults.listed.is_empty();
        for (row, stack, words) in std::mem::take(&mut self.screens) {
            let Some(at) = self.stack_at(stack) else { continue };
            let found = if self.table.muster.stacks[at].screening.is_some() {
                let what = format!("{} already screens something else", self.table.muster.stacks[at].name.as_name());
                Err(ScreenError::NotScreenable(what, None))
            } else {
                self.resolve_screen(self.table.muster.stacks[at].side, &words)
            };
            match found {
                Ok(screened) => self.table.muster.stacks[at].screening = Some(screened),
                Err(ScreenError::NotFound(_)) if !complete => {}
                Err(ScreenError::NotFound(what)) => self.fault(row, self.column("screens"), what, None),
                Err(ScreenError::NotScreenable(what, hint)) => self.fault(row, self.column("screens"), what, hint),
            }
        }
    }

    /// Resolves the target of a stack's screen.
    fn resolve_screen(&self, side: SideId, words: &[Text]) -> Result<ScreenTarget, ScreenError> {
        let stack_of = |name: &Text| {
            let stacks = &self.table.muster.stacks;
            let stack = stacks.iter().find(|stack| stack.side == side && stack.name == *name).map(|stack| stack.id);
            stack.ok_or_else(|| ScreenError::NotFound(format!("its side has no stack “{}”", name.as_name())))
        };
        let edge = |word: &Text| Edge::ALL.into_iter().find(|edge| word.eq_ignore_case(edge.word()));
        match words {
            [structure, what] if *structure == SCREENED_STRUCTURE => Ok(ScreenTarget::Structure(what.clone())),
            [unit, name, within @ ..] if *unit == SCREENED_UNIT && within.len() < 2 => {
                let stack = within.first().map(stack_of).transpose()?;
                let unit = self.names.units.get(&(stack, side, name.clone()));
                let unit =
                    unit.and_then(|place| self.table.muster.units.get(*place)).map(|unit| ScreenTarget::Unit(unit.id));
                let name = name.as_name();
                unit.ok_or_else(|| {
                    ScreenError::NotFound(match stack {
                        Some(_) => format!("there is no unit “{name}” in that stack"),
                        None => format!("its side has no unit “{name}” without a stack"),
                    })
                })
            }
            [word, stack] if let Some(edge) = edge(word) => {
                stack_of(stack).map(|stack| ScreenTarget::Edge(stack, edge))
            }
            _ => {
                let what = format!(
                    "“{}” is not something that a stack can screen",
                    Text::from(words.iter().map(Text::raw).collect::<Vec<_>>().join(", ")).as_name()
                );
                let hint = "write an Edge and a stack, `left, Centre`; `unit, NAME, STACK`; or `structure, WORDS`";
                Err(ScreenError::NotScreenable(what, Some(hint.into())))
            }
        }
    }

    fn read_stats(&mut self, row: u64, record: &StringRecord) -> Option<Stats> {
        let mut stats = Stats::default();
        for name in Stats::NAMES {
            if let Some(number) = self.parse_number(row, record, name, 0, Stats::MAX) {
                stats.number_mut(name).into_iter().for_each(|n| *n = number);
            }
        }
        if let Some(at) = self.column("ranks") {
            let cell = record.get(at).unwrap_or_default().to_lowercase();
            cell.split_whitespace().for_each(|word| self.read_rank((row, at), &word.into(), &mut stats));
        }
        (stats != Stats::default()).then_some(stats)
    }

    fn read_rank(&mut self, (row, at): (u64, usize), word: &Text, stats: &mut Stats) {
        let found = Rank::ALL.iter().find(|(known, _)| *word == *known).map(|(_, rank)| *rank);
        match found {
            Some(rank) if !stats.has_rank(rank) => return stats.ranks.push(rank),
            None if *word == DECRYPTED && !stats.decrypted => return stats.decrypted = true,
            _ => {}
        }
        let shown = word.as_name();
        if found.is_some() || *word == DECRYPTED {
            return self.fault(row, Some(at), format!("“{shown}” is listed twice"), None);
        }
        let known: Vec<&str> = Rank::ALL.iter().map(|(known, _)| *known).chain([DECRYPTED]).collect();
        let near = text::nearest(word, known.iter().copied());
        let hint = near
            .map_or_else(|| format!("the ranks are {}", text::list(&known)), |near| format!("did you mean `{near}`?"));
        self.fault(row, Some(at), format!("there is no rank “{shown}”"), Some(hint));
    }

    /// The index of a stack. Ids are assigned in rising order.
    fn stack_at(&self, stack: StackId) -> Option<usize> {
        self.table.muster.stacks.binary_search_by_key(&stack, |s| s.id).ok()
    }

    fn fresh_id(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn side(&mut self, row: u64, name: &Text) -> SideId {
        // Sides that differ by case alone are one.
        let key = name.raw().to_lowercase();
        if let Some(side) = self.names.sides.get(&key) {
            let side = *side;
            let known = self.table.muster.sides.iter().find(|known| known.id == side).map(|known| known.name.clone());
            known.into_iter().for_each(|known| self.note_spelling("side", name, &known));
            return side;
        }
        if let Some(what) = text::name_fault(name) {
            self.fault(row, self.column("side"), what, None);
        }
        let id = SideId(self.fresh_id());
        self.names.sides.insert(key, id);
        self.table.muster.sides.push(MusteredSide { id, name: name.clone() });
        self.rows[2].push(row);
        id
    }

    /// Notes that a name is read as one that differs by case.
    fn note_spelling(&mut self, kind: &str, name: &Text, known: &Text) {
        let note = format!("“{}” is read as the {kind} “{}”", name.as_name(), known.as_name());
        if name != known && !self.table.notes.contains(&note) {
            self.table.notes.push(note);
        }
    }

    /// The stack of a row. Rows of one name that lie apart are different stacks.
    fn stack(&mut self, row: u64, record: &StringRecord, side: SideId, name: Text) -> StackId {
        let formations = self.formations.iter().map(|at| cell_at(record, *at).unwrap_or_default()).collect();
        let run = StackRun { side, name, formations };
        if let Some(last) = self.table.muster.stacks.last()
            && self.continues
            && let Some(above) = self.runs.last()
            && (above.side, above.name.raw().to_lowercase(), &above.formations)
                == (run.side, run.name.raw().to_lowercase(), &run.formations)
        {
            let id = last.id;
            self.note_spelling("stack", &run.name, &above.name.clone());
            return id;
        }
        if let Some(what) = text::name_fault(&run.name) {
            self.fault(row, self.column("stack"), what, None);
        }
        for (at, cell) in self.formations.clone().into_iter().zip(&run.formations) {
            if let Some(what) = path_names(cell).find_map(|name| text::name_fault(&name)) {
                self.fault(row, Some(at), what, None);
            }
        }
        let id = StackId(self.fresh_id());
        self.names.stacks.entry((side, run.name.clone())).or_default().push(self.table.muster.stacks.len());
        let path: Vec<&str> = run.formations.iter().rev().map(Text::raw).filter(|name| !name.is_empty()).collect();
        let formation = path.join(PATH_SEPARATOR).into();
        self.table.muster.stacks.push(MusteredStack { formation, ..MusteredStack::new(id, side, run.name.clone()) });
        self.runs.push(run);
        self.rows[1].push(row);
        id
    }

    /// Renames stacks of one side and name: by the formation above them if that differs, otherwise by a number.
    fn tell_stacks_apart(&mut self) {
        let all = std::mem::take(&mut self.names.stacks);
        let mut told = Vec::new();
        for ((side, name), stacks) in all.iter().filter(|(_, stacks)| stacks.len() > 1) {
            let above = |level: usize| {
                let smallest = |at: &usize| path_names(&self.runs[*at].formations[level]).last().unwrap_or_default();
                stacks.iter().map(smallest).collect()
            };
            let differ = |labels: &Vec<Text>| {
                let different: BTreeSet<&Text> = labels.iter().filter(|label| !label.is_empty()).collect();
                different.len() == labels.len()
            };
            let numbers = || (1..=stacks.len()).map(|number| number.to_string().into()).collect();
            let labels = (0..self.formations.len()).map(above).find(differ).unwrap_or_else(numbers);
            for (at, label) in stacks.iter().zip(labels) {
                let mut named: Text = format!("{} ({})", name.raw(), label.raw()).into();
                while all.contains_key(&(*side, named.clone())) {
                    named = format!("{}′", named.raw()).into();
                }
                if let Some(what) = text::name_fault(&named) {
                    self.fault(self.rows[1][*at], self.column("stack"), what, None);
                }
                self.table.muster.stacks[*at].name = named;
            }
            let names: Vec<String> = stacks.iter().map(|at| self.table.muster.stacks[*at].name.as_name()).collect();
            let rows: Vec<u64> = stacks.iter().map(|at| self.rows[1][*at]).collect();
            let names = if names.len() > MAX_NAMED { &names[..MAX_NAMED] } else { &names };
            told.push(format!(
                "“{}” begins in {}: {} stacks, called {}",
                name.as_name(),
                rows_text(&rows),
                stacks.len(),
                names.iter().map(|name| format!("“{name}”")).collect::<Vec<_>>().join(", ")
            ));
        }
        let more = told.len().saturating_sub(MAX_NAMED);
        self.table.notes.extend(told.into_iter().take(MAX_NAMED));
        self.table.notes.extend((more > 0).then(|| format!("{more} more names of stacks that begin in several rows")));
    }

    fn add_map(&mut self, ground: GroundDraft) -> MapId {
        let id = MapId(self.fresh_id());
        self.table.muster.maps.push(MusteredMap { id, map: None, ground: Some(ground) });
        id
    }

    fn begin_battle(&mut self, title: &str, map: Option<MapId>) {
        let living = self.table.muster.units.iter().filter(|u| u.strength.is_none_or(|full| u.lost < full));
        let side_of = |u: &Recruit| match u.stack {
            Some(stack) => self.stack_at(stack).map(|at| self.table.muster.stacks[at].side),
            None => u.side,
        };
        let alive: BTreeSet<SideId> = living.filter_map(side_of).collect();
        let sides = self.table.muster.sides.iter().filter(|side| alive.contains(&side.id));
        let parties: Vec<Vec<Id>> = sides.map(|side| vec![side.id.into()]).collect();
        if parties.len() >= 2 {
            let id = BattleId(self.fresh_id());
            self.table.muster.battles.push(MusteredBattle { id, name: title.into(), parties, map });
        }
    }

    /// Completes the muster and checks it against the rulebook.
    pub(super) fn finish(mut self) -> Result<MusterTable, TableFaults> {
        self.refuse_men();
        self.tell_stacks_apart();
        self.resolve_screens();
        let map = self.options.map.clone().map(|ground| self.add_map(ground));
        self.begin_battle(self.options.title, map);
        let book = self.options.book;
        let faults = self
            .table
            .muster
            .check(book)
            .map_err(|invalid| describe_invalid_muster(&invalid))
            .err()
            .unwrap_or_default();
        let refused: BTreeSet<u64> = self.faults.listed.iter().flat_map(|fault| fault.rows.clone()).collect();
        for fault in faults {
            let [list, at, field @ ..] = &fault.path[..] else { continue };
            let rows = match list.as_str() {
                "units" => &self.rows[0],
                // These depend on all rows, so they are checked only when no row was refused.
                "stacks" | "battles" if !refused.is_empty() => continue,
                "stacks" => &self.rows[1],
                "sides" => &self.rows[2],
                _ => &self.rows[0],
            };
            let at: Option<usize> = at.parse().ok();
            let row = at.and_then(|at| rows.get(at).copied()).unwrap_or(1);
            let field = field.first().map(String::as_str);
            // The numbers of a row are checked against each other, so one that was refused makes others look faulty.
            let stands_alone = field.is_some_and(|field| ["kind", "grade", "weapons"].contains(&field));
            if list == "units" && refused.contains(&row) && !stands_alone {
                continue;
            }
            let column = field.and_then(|field| self.column(field));
            let unit = at.and_then(|at| self.table.muster.units.get(at)).filter(|_| list == "units");
            let hint = match (field, unit) {
                (Some("kind"), Some(Recruit { kind: Some(kind), .. })) => self.like_kind(&kind.clone()),
                (Some("grade"), Some(Recruit { grade: Some(grade), .. })) => self.like_grade(&grade.clone()),
                _ => fault.hint,
            };
            self.fault(row, column, fault.reason, hint);
        }
        if self.faults.listed.is_empty() {
            self.note_unarmed();
            return Ok(self.table);
        }
        let has_other_heading = |fault: &CellFault| match fault.column.and_then(|at| self.headings.get(at)) {
            Some((Some("strength"), _)) if self.faults.men.is_some() => false,
            Some((Some(column), written)) => !written.eq_ignore_case(column),
            Some((None, _)) => self.options.strict,
            None => false,
        };
        if self.faults.listed.iter().any(has_other_heading) {
            self.faults.advice.push("a heading that begins with # leaves its column out".into());
        }
        // The muster's faults come after those of the rows.
        self.faults.listed.iter_mut().for_each(|fault| fault.rows.sort_unstable());
        self.faults.listed.sort();
        Err(self.faults)
    }

    /// A troop type like an unknown one. Advises once how to add a type.
    fn like_kind(&mut self, kind: &Text) -> Option<String> {
        let troops = &self.options.book.troops;
        let words: Vec<&str> = kind.raw().split_whitespace().collect();
        let shares_word =
            |name: &&Text| words.iter().any(|word| name.raw().split(' ').any(|other| word.eq_ignore_ascii_case(other)));
        let names = || troops.iter().map(|troop| &troop.name);
        let last = words.last().map_or_else(String::new, |word| word.to_lowercase());
        let family = KINDS.iter().find(|words| words.contains(&&*last));
        let usual = family.and_then(|words| {
            let fit = names().filter(|name| name.raw().to_lowercase().contains(words[0]));
            fit.min_by_key(|name| name.raw().len())
        });
        let near = text::nearest(kind, names()).or(usual).or_else(|| names().find(shares_word));
        if !self.faults.advice.iter().any(|advice| advice.starts_with("the troop types")) {
            let like = troops.iter().find(|troop| Some(&troop.name) == near).unwrap_or(&troops[0]);
            let weapons: Vec<String> = like.weapons.iter().map(|weapon| format!("\"{}\"", weapon.as_name())).collect();
            self.faults.advice.push(format!(
                "the troop types are {}; a rulebook of your own can add one: `troops: {{\"{}\": (strength: {}, target: \
                 \"{}\", weapons: [{}])}}`",
                text::list(&names().map(Text::as_name).collect::<Vec<_>>()),
                kind.as_name(),
                like.strength,
                like.target.as_name(),
                weapons.join(", ")
            ));
        }
        near.map(|near| format!("did you mean “{near}”?"))
    }

    /// The grade that an unknown word probably means. Names the ladder once.
    fn like_grade(&mut self, word: &Text) -> Option<String> {
        let ladder = &self.options.book.ladder;
        let place = QUALITIES.iter().position(|words| words.iter().any(|quality| word.eq_ignore_case(quality)));
        let quality = place.and_then(|place| u8::try_from(place).ok()).map(|place| match place {
            2 => ladder.neutral(),
            place => Grade((ladder.lowest().0 * place + 2) / 4),
        });
        let names = || ladder.grades.iter().map(|step| &step.name);
        let near = quality.map(|grade| ladder.name(grade)).or_else(|| text::nearest(word, names()));
        let advice = format!("the ladder of this rulebook, best first: {}", text::list(&names().collect::<Vec<_>>()));
        if !self.faults.advice.contains(&advice) {
            self.faults.advice.push(advice);
        }
        near.map(|near| format!("did you mean “{near}”?"))
    }

    /// Notes the troop types in the line that could not answer a volley.
    fn note_unarmed(&mut self) {
        let book = self.options.book;
        if !book.uses(Mechanism::Volleys) {
            return;
        }
        let units = self.table.muster.units.iter().filter(|unit| unit.weapons.is_empty());
        let kinds: BTreeSet<&Text> = units
            .filter_map(|unit| book.troop(unit.kind.as_ref().unwrap_or(&book.troops[0].name)))
            .filter(|troop| troop.fights && troop.weapons.is_empty())
            .map(|troop| &troop.name)
            .collect();
        if !kinds.is_empty() {
            let kinds: Vec<String> = kinds.into_iter().map(|kind| format!("“{}”", kind.as_name())).collect();
            self.table
                .notes
                .push(format!("without weapons in this rulebook, so unable to volley: {}", text::list(&kinds)));
        }
    }
}

/// `4` for `4,0`, as a spreadsheet with decimals writes it.
fn without_decimals(cell: &str) -> &str {
    let parts = cell.rsplit_once([',', '.']).filter(|(_, decimals)| matches!(*decimals, "0" | "00"));
    parts.map_or(cell, |(whole, _)| whole)
}

fn cell_at(record: &StringRecord, at: usize) -> Option<Text> {
    let cell = record.get(at)?;
    (!cell.is_empty()).then(|| normalized_name(unescape_cell(cell)).into())
}
