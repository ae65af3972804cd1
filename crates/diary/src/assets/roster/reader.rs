//! The reader of a table of units, row by row.

use super::{
    COLUMNS, CellFault, DECRYPTED, MAX_FAULTS, MAX_UNITS_PER_ROW, SCREENED_STRUCTURE, SCREENED_UNIT, TableFaults,
    headings,
};
use csv::StringRecord;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
    str::FromStr,
    sync::Arc,
};
use wardiary_base::{
    book::Rulebook,
    ground::{Cell, Facing, GroundDraft},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::{self, Text, name_match::normalized_name, spreadsheet::unescape_cell},
};
use wardiary_rules::{
    notation::{NotationError, refusal::describe_invalid_muster, table_cell},
    order::{Edge, Posture, Rank, Recruit, ScreenTarget, Stats},
    state::{
        Muster,
        muster::{MusteredBattle, MusteredMap, MusteredSide, MusteredStack},
    },
};

/// The index of each named thing.
#[derive(Default)]
struct NameIndex {
    units: BTreeMap<(Option<StackId>, SideId, Text), usize>,
    stacks: BTreeMap<(SideId, Text), usize>,
    sides: BTreeMap<Text, SideId>,
}

/// Why a screened thing was not found.
enum ScreenError {
    NotFound(String),
    /// It can't be screened, whatever the rows are; with a hint.
    NotScreenable(String, Option<String>),
}

/// A table that is being read.
#[derive(Default)]
pub(super) struct RosterReader {
    /// The name of each column; none for a faulty one.
    pub(super) headings: Vec<Option<&'static str>>,
    pub(super) muster: Muster,
    /// The row of each unit, each stack and each side.
    rows: [Vec<u64>; 3],
    pub(super) faults: TableFaults,
    /// Units by stack, side and name; stacks by side and name; sides by name. The values are indices.
    names: NameIndex,
    /// What each stack screens, unparsed, with its row: it may refer to a later row.
    screens: Vec<(u64, StackId, Vec<Text>)>,
    next: u32,
}

impl RosterReader {
    pub(super) fn fault(&mut self, row: u64, column: Option<usize>, what: impl Into<String>, hint: Option<String>) {
        if self.faults.listed.len() >= MAX_FAULTS {
            self.faults.unlisted += 1;
            return;
        }
        let heading = column.and_then(|at| self.headings.get(at).copied().flatten()).unwrap_or_default().to_string();
        self.faults.listed.push(CellFault { row, column, heading, what: what.into(), hint });
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.headings.iter().position(|heading| *heading == Some(name))
    }

    pub(super) fn read_headings(&mut self, row: u64, record: &StringRecord) {
        let mut meant = Vec::new();
        for (at, name) in record.iter().map(Text::from).enumerate() {
            let known = COLUMNS.iter().map(|(known, ..)| *known).find(|known| name.eq_ignore_case(known));
            let twice = known.is_some() && self.headings.contains(&known);
            self.headings.push(known.filter(|_| !twice));
            if twice {
                self.fault(row, Some(at), format!("a second column “{}”", name.as_name()), None);
            } else if known.is_none() {
                let near = text::nearest(&name, COLUMNS.iter().map(|(known, ..)| *known));
                meant.extend(near);
                let hint = near.map_or_else(
                    || format!("the columns are {}", headings(false)),
                    |near| format!("did you mean `{near}`?"),
                );
                self.fault(row, Some(at), format!("there is no column “{}”", name.as_name()), Some(hint));
            }
        }
        for (name, about, _) in COLUMNS.iter().filter(|(.., needed)| *needed) {
            if self.column(name).is_none() && !meant.contains(name) {
                let hint = format!("it holds {about}; required columns: {}", headings(true));
                self.fault(row, None, format!("the column `{name}` is missing"), Some(hint));
            }
        }
    }

    /// Reads a row of units: one, or as many as `count` says.
    pub(super) fn read_unit(&mut self, row: u64, record: &StringRecord) {
        self.refuse_cells_without_column(row, record);
        for name in ["side", "name"] {
            if let Some(at) = self.column(name).filter(|_| self.cell(record, name).is_none()) {
                self.fault(row, Some(at), format!("a unit needs a {name}"), None);
            }
        }
        let count = self.parse_number(row, record, "count", 1, MAX_UNITS_PER_ROW).unwrap_or(1);
        let strength = self.parse_number(row, record, "strength", 1, 999);
        let lost = self.parse_number(row, record, "lost", 0, 999).unwrap_or(0);
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
        let (Some(side), Some(name)) = (self.cell(record, "side"), self.cell(record, "name")) else { return };
        let side = self.side(row, &side);
        let stack = self.cell(record, "stack").map(|stack| self.stack(row, side, &stack));
        for number in 1..=count {
            let name = if count == 1 { name.clone() } else { format!("{} {number}", name.raw()).into() };
            if !self.check_name(row, (side, stack), &name) {
                return;
            }
            let id = UnitId(self.fresh_id());
            self.muster.units.push(Recruit {
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
        let cell = record.get(self.column(name)?)?;
        (!cell.is_empty()).then(|| normalized_name(unescape_cell(cell)).into())
    }

    /// Checks that a name can be shown and is unique in its stack.
    fn check_name(&mut self, row: u64, (side, stack): (SideId, Option<StackId>), name: &Text) -> bool {
        let at = self.column("name");
        if let Some(what) = text::name_fault(name) {
            self.fault(row, at, what, None);
            return false;
        }
        let place = self.muster.units.len();
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
        let number = cell.raw().parse().ok().filter(|n| (least..=most).contains(n));
        if number.is_none() {
            let what = format!("“{}” is not a number from {least} to {most}", cell.as_name());
            self.fault(row, Some(at), what, Some("write it in digits, or leave it blank for the default".into()));
        }
        number
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

    /// Reads whether the unit leads its stack.
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
        let led = &mut self.muster.stacks[led];
        if led.leader.is_some() {
            let what = format!("a second leader of {}", led.name.as_name());
            return self.fault(row, at, what, None);
        }
        (led.leader, led.posture) = (Some(unit), posture);
    }

    /// Stores what the stack screens, for [`Self::resolve_screens`].
    fn store_screen(&mut self, row: u64, record: &StringRecord, stack: Option<StackId>) {
        let words = self.parse_list(row, record, "screens", table_cell::parse_names);
        match stack {
            _ if words.is_empty() => {}
            None if !self.has_known_stacks() => {}
            None => self.fault(row, self.column("screens"), "a unit in no stack can't screen anything", None),
            Some(stack) => self.screens.push((row, stack, words)),
        }
    }

    /// Resolves what each stack screens, after all rows have been read.
    pub(super) fn resolve_screens(&mut self) {
        // A missing thing may have been in a refused row.
        let complete = self.faults.listed.is_empty();
        for (row, stack, words) in std::mem::take(&mut self.screens) {
            let Some(at) = self.stack_at(stack) else { continue };
            let found = if self.muster.stacks[at].screening.is_some() {
                let what = format!("{} already screens something else", self.muster.stacks[at].name.as_name());
                Err(ScreenError::NotScreenable(what, None))
            } else {
                self.resolve_screen(self.muster.stacks[at].side, &words)
            };
            match found {
                Ok(screened) => self.muster.stacks[at].screening = Some(screened),
                Err(ScreenError::NotFound(_)) if !complete => {}
                Err(ScreenError::NotFound(what)) => self.fault(row, self.column("screens"), what, None),
                Err(ScreenError::NotScreenable(what, hint)) => self.fault(row, self.column("screens"), what, hint),
            }
        }
    }

    /// Resolves what a stack of a side screens.
    fn resolve_screen(&self, side: SideId, words: &[Text]) -> Result<ScreenTarget, ScreenError> {
        let stack_of = |name: &Text| {
            let place = self.names.stacks.get(&(side, name.clone()));
            let stack = place.map(|place| self.muster.stacks[*place].id);
            stack.ok_or_else(|| ScreenError::NotFound(format!("its side has no stack “{}”", name.as_name())))
        };
        let edge = |word: &Text| Edge::ALL.into_iter().find(|edge| word.eq_ignore_case(edge.word()));
        match words {
            [structure, what] if *structure == SCREENED_STRUCTURE => Ok(ScreenTarget::Structure(what.clone())),
            [unit, name, within @ ..] if *unit == SCREENED_UNIT && within.len() < 2 => {
                let stack = within.first().map(stack_of).transpose()?;
                let unit = self.names.units.get(&(stack, side, name.clone()));
                let unit = unit.and_then(|place| self.muster.units.get(*place)).map(|unit| ScreenTarget::Unit(unit.id));
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

    /// Reads a unit's stack numbers and ranks, if the row has any.
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

    /// Reads one word of the column `ranks`.
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
        self.muster.stacks.binary_search_by_key(&stack, |s| s.id).ok()
    }

    fn fresh_id(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn side(&mut self, row: u64, name: &Text) -> SideId {
        if let Some(side) = self.names.sides.get(name) {
            return *side;
        }
        if let Some(what) = text::name_fault(name) {
            self.fault(row, self.column("side"), what, None);
        }
        let id = SideId(self.fresh_id());
        self.names.sides.insert(name.clone(), id);
        self.muster.sides.push(MusteredSide { id, name: name.clone() });
        self.rows[2].push(row);
        id
    }

    fn stack(&mut self, row: u64, side: SideId, name: &Text) -> StackId {
        if let Some(place) = self.names.stacks.get(&(side, name.clone())) {
            return self.muster.stacks[*place].id;
        }
        if let Some(what) = text::name_fault(name) {
            self.fault(row, self.column("stack"), what, None);
        }
        let id = StackId(self.fresh_id());
        self.names.stacks.insert((side, name.clone()), self.muster.stacks.len());
        self.muster.stacks.push(MusteredStack {
            id,
            side,
            name: name.clone(),
            leader: None,
            posture: Posture::default(),
            screening: None,
        });
        self.rows[1].push(row);
        id
    }

    pub(super) fn add_map(&mut self, ground: GroundDraft) -> MapId {
        let id = MapId(self.fresh_id());
        self.muster.maps.push(MusteredMap { id, map: None, ground: Some(ground) });
        id
    }

    pub(super) fn begin_battle(&mut self, title: &str, map: Option<MapId>) {
        let living = self.muster.units.iter().filter(|u| u.strength.is_none_or(|full| u.lost < full));
        let side_of = |u: &Recruit| match u.stack {
            Some(stack) => self.stack_at(stack).map(|at| self.muster.stacks[at].side),
            None => u.side,
        };
        let alive: BTreeSet<SideId> = living.filter_map(side_of).collect();
        let sides = self.muster.sides.iter().filter(|side| alive.contains(&side.id));
        let parties: Vec<Vec<Id>> = sides.map(|side| vec![side.id.into()]).collect();
        if parties.len() >= 2 {
            let id = BattleId(self.fresh_id());
            self.muster.battles.push(MusteredBattle { id, name: title.into(), parties, map });
        }
    }

    /// Checks the muster against the rulebook: unknown troop types and grades, numbers that contradict each other.
    pub(super) fn check(mut self, book: &Arc<Rulebook>) -> Result<Muster, TableFaults> {
        let faults =
            self.muster.check(book).map_err(|invalid| describe_invalid_muster(&invalid)).err().unwrap_or_default();
        let refused: BTreeSet<u64> = self.faults.listed.iter().map(|fault| fault.row).collect();
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
            let row = at.parse().ok().and_then(|at: usize| rows.get(at).copied()).unwrap_or(1);
            let field = field.first().map(String::as_str);
            // The numbers of a row are checked against each other, so one that was refused makes others look faulty.
            let stands_alone = field.is_some_and(|field| ["kind", "grade", "weapons"].contains(&field));
            if list == "units" && refused.contains(&row) && !stands_alone {
                continue;
            }
            let column = field.and_then(|field| self.column(field));
            self.fault(row, column, fault.reason, fault.hint);
        }
        self.faults.listed.sort();
        // A row that makes several units reports a fault once.
        self.faults.listed.dedup();
        if self.faults.listed.is_empty() { Ok(self.muster) } else { Err(self.faults) }
    }
}
