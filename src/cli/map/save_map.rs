//! The map of a save's battle with its units.

use super::{
    as_json,
    text_map::{self, Overlay},
};
use crate::cli::command_output::columns;
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::Path};
use wardiary_base::{
    book::Mechanism,
    ground::{Cell, Ground},
    id::{Id, MapId, SideId},
    text::{self, Text},
};
use wardiary_diary::{
    diary::EntryNo,
    error::{ErrorKind, UserError, display_path},
};
use wardiary_report::report::model;
use wardiary_rules::{
    event::Age,
    notation::{self, resolve_name},
    state::{Battle, EntityKind, Map, State, Unit},
};

/// The brackets around the letters of each side, so that sides differ by more than letters.
const BRACKETS: [(char, char); 4] = [('[', ']'), ('(', ')'), ('{', '}'), ('<', '>')];

/// Closes the mark of enemy forces that were only last seen in an area.
const LAST_SEEN: char = '~';

/// A map of a save at an entry.
pub(super) struct SavedMap<'s> {
    state: &'s State,
    map: &'s Map,
    /// The battle on the map: the open one, or else the last.
    battle: Option<&'s Battle>,
}

impl<'s> SavedMap<'s> {
    /// The map of that name; without a name, that of the open battle, or else of the last.
    pub fn by_name(state: &'s State, name: Option<&str>, path: &Path) -> Result<Self, UserError> {
        let named = name.map(|name| map_named(state, name)).transpose()?;
        let open = || state.open_battles().find_map(|battle| battle.map);
        let last = || state.battles().iter().rev().find_map(|battle| battle.map);
        let any = || state.maps().first().map(|map| map.id);
        let map = named.or_else(open).or_else(last).or_else(any).ok_or_else(|| {
            let failure = UserError::refused(format!("{} has no map", display_path(path)));
            if state.theatre().is_some_and(|theatre| theatre.network().is_some()) {
                return failure.hint(
                    "its theatre is a network of places: `wardiary map SAVE` prints it, and \
                     `wardiary picture SAVE --screen campaign` draws it",
                );
            }
            failure.hint(
                "a scenario names its maps and the units on them: `maps: [(id: 40, map: \"wadi\")]`, docs/FORMAT.md",
            )
        })?;
        Ok(Self::of(state, map).expect("the state has the map that it names"))
    }

    pub fn of(state: &'s State, map: MapId) -> Option<Self> {
        let map = state.map(map)?;
        let fought = |battle: &&Battle| battle.map == Some(map.id);
        let battle = state.open_battles().find(fought).or_else(|| state.battles().iter().rev().find(fought));
        Some(Self { state, map, battle })
    }

    pub fn ground(&self) -> &'s Ground {
        &self.map.ground
    }

    pub fn state(&self) -> &'s State {
        self.state
    }

    pub fn name(&self) -> &'s str {
        &self.map.name
    }

    pub fn id(&self) -> MapId {
        self.map.id
    }

    /// The sides with units on the map or in its battle, in order.
    fn sides(&self) -> Vec<SideId> {
        let theirs = |side: &SideId| self.units_of(*side).next().is_some();
        self.state.sides().iter().map(|side| side.id).filter(theirs).collect()
    }

    /// The living units of a side that are on the map, or in its battle without a place.
    fn units_of(&self, side: SideId) -> impl Iterator<Item = &'s Unit> {
        let (map, battle, state) = (self.map.id, self.battle.map(|battle| battle.id), self.state);
        state.units_of_side(side).filter(move |unit| match unit.place {
            Some(place) => place.map == map,
            None => unit.is_alive() && battle.is_some() && state.battle_of(unit.id).map(|b| b.id) == battle,
        })
    }

    /// A mark for each occupied area of each side: letters in the side's brackets, left to right and top to bottom.
    fn area_marks(&self) -> BTreeMap<(SideId, Cell), String> {
        let mut used = [0; BRACKETS.len()];
        let mut groups = BTreeMap::new();
        let mut by_side: BTreeMap<usize, BTreeMap<Cell, bool>> = BTreeMap::new();
        let place_of = |side: SideId| self.state.sides().iter().position(|other| other.id == side).unwrap_or(0);
        let mut add = |side: SideId, cell: Cell, is_last_seen: bool| {
            let last_seen = by_side.entry(place_of(side)).or_default().entry(cell).or_insert(is_last_seen);
            *last_seen &= is_last_seen;
        };
        for side in self.sides() {
            self.units_of(side).filter_map(|unit| unit.place).for_each(|place| add(side, place.cell, false));
        }
        self.state.stationed_on(self.map.id).for_each(|(unit, cell)| add(unit.side, cell, false));
        for (cell, sighted) in self.state.sighted_on(self.map.id) {
            sighted.iter().for_each(|known| add(known.of, cell, known.age != Age::InSight));
        }
        for (at, (side, cells)) in by_side.into_iter().enumerate() {
            let way = at % BRACKETS.len();
            for (cell, is_last_seen) in cells {
                let letters = Cell::column_name(used[way]);
                used[way] += 1;
                let letters = if way.is_multiple_of(2) { letters } else { letters.to_lowercase() };
                let close = if is_last_seen { LAST_SEEN } else { BRACKETS[way].1 };
                groups.insert((self.state.sides()[side].id, cell), format!("{}{letters}{close}", BRACKETS[way].0));
            }
        }
        groups
    }

    pub fn marks(&self) -> BTreeMap<Cell, String> {
        self.area_marks().into_iter().rev().map(|((_, cell), mark)| (cell, mark)).collect()
    }

    pub fn text(&self, entry: EntryNo) -> String {
        let mut lines = vec![self.head(entry), String::new()];
        lines.extend(self.map_lines(&Overlay { marks: self.marks(), ..Overlay::default() }));
        lines.join("\n")
    }

    /// The objectives and the sides that hold them now; `""` for nobody.
    fn holders(&self) -> Vec<(Cell, String)> {
        let name = |side: Option<SideId>| side.map_or_else(String::new, |side| self.state.name(side));
        self.state.objectives_of(self.map).map(|(cell, holder)| (cell, name(holder))).collect()
    }

    /// The map as drawn, with its legend and the list of units.
    pub fn map_lines(&self, overlay: &Overlay) -> Vec<String> {
        let mut lines = text_map::map_lines(self.ground(), &self.holders(), overlay);
        lines.extend(self.unit_list());
        lines.extend(self.in_theatre());
        lines
    }

    /// The forces that are on the map in the theatre, but in no area of a battle, and the enemy forces that the viewing
    /// side knows: `  [A]  E1  XX Corps of Germans`, `  (a~  F2  Russians: a force, last seen on day 2`.
    fn in_theatre(&self) -> Vec<String> {
        let marks = self.area_marks();
        let mark = |side: SideId, cell: Cell| format!("  {}", marks.get(&(side, cell)).map_or("", String::as_str));
        let forces = self.state.stationed_on(self.map.id);
        let forces = forces.filter_map(|(unit, cell)| Some((cell, self.state.force_of(unit.id)?, unit.side)));
        let mut forces: Vec<_> = forces.collect();
        forces.dedup();
        let line = |(cell, force, side): (Cell, Id, SideId)| {
            let force = format!("{} of {}", self.state.name(force), self.state.name(side));
            vec![mark(side, cell), cell.to_string(), force]
        };
        let sighted = self
            .state
            .sighted_on(self.map.id)
            .into_iter()
            .flat_map(|(cell, all)| all.into_iter().map(move |known| (cell, known)));
        let sighted = sighted.map(|(cell, known)| {
            vec![mark(known.of, cell), cell.to_string(), notation::sighting_entry(self.state, &known)]
        });
        let rows: Vec<Vec<String>> = forces.into_iter().map(line).chain(sighted).collect();
        let head = (!rows.is_empty()).then(|| [String::new(), "In the theatre".to_string()]);
        head.into_iter().flatten().chain(columns(&rows)).collect()
    }

    fn head(&self, entry: EntryNo) -> String {
        let mut head = vec![self.map.name.to_string()];
        head.extend(self.battle.map(|battle| match (battle.ended, self.state.book().uses(Mechanism::Turns)) {
            (None, false) => battle.name.to_string(),
            (None, true) => format!("{}, turn {}", battle.name, battle.turn),
            (Some(_), _) => format!("{}, over", battle.name),
        }));
        head.extend(self.state.viewer().map(|side| format!("as {} sees it", self.state.name(side))));
        head.push(if entry == 0 { "at the muster".into() } else { format!("entry {entry}") });
        head.join(" · ")
    }

    /// The units by side and area; those that are not on the map come last in their side.
    fn unit_list(&self) -> Vec<String> {
        let groups = self.area_marks();
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut heads: Vec<(usize, String)> = Vec::new();
        let mut absent: Vec<(usize, String)> = Vec::new();
        for side in self.sides() {
            heads.push((rows.len(), self.state.name(side)));
            let mut placed: Vec<&Unit> = self.units_of(side).filter(|unit| unit.place.is_some()).collect();
            placed.sort_by_key(|unit| unit.place.map(|place| place.cell));
            let mut last = None;
            for unit in placed {
                let cell = unit.place.map(|place| place.cell);
                let mark = cell.filter(|_| cell != last).and_then(|cell| groups.get(&(side, cell)));
                rows.push(self.row(unit, mark.map_or("", String::as_str)));
                last = cell;
            }
            let missing: Vec<String> =
                self.units_of(side).filter(|unit| unit.place.is_none()).map(|unit| self.state.name(unit.id)).collect();
            absent.extend(
                (!missing.is_empty()).then(|| (rows.len(), format!("  not on the map: {}", text::list(&missing)))),
            );
        }
        let mut lines = Vec::new();
        for (at, line) in columns(&rows).into_iter().map(Some).chain([None]).enumerate() {
            // Inserted at the end of a side, before the next begins.
            lines.extend(absent.iter().filter(|(after, _)| *after == at).map(|(_, text)| text.clone()));
            for (_, side) in heads.iter().filter(|(before, _)| *before == at) {
                lines.extend([String::new(), side.clone()]);
            }
            lines.extend(line);
        }
        lines
    }

    fn row(&self, unit: &Unit, mark: &str) -> Vec<String> {
        let (state, book) = (self.state, self.state.book());
        let mut row = vec![format!("  {mark}")];
        row.extend(unit.place.map(|place| place.cell.to_string()));
        row.push(unit.name.to_string());
        if book.uses(Mechanism::Stacks) {
            row.push(unit.stack.map_or(String::new(), |stack| state.name(stack)));
        }
        row.push(unit.kind.to_string());
        let name = |grade| book.ladder.name(grade).to_string();
        let grade =
            || if state.uses_grade(unit) { state.effective_grade(unit).grade_text(name) } else { String::new() };
        row.extend(book.uses_line_up().then(grade));
        row.push(format!("{} SP", unit.strength_words()));
        row.extend(book.uses(Mechanism::Edna).then(|| unit.edna_words()));
        row.extend(unit.place.map(|place| format!("facing {}", place.facing)));
        let terrain = unit.place.and_then(|place| self.ground().terrain(place.cell));
        row.extend(terrain.map(Text::to_string));
        row
    }

    pub fn json(&self, entry: EntryNo) -> Value {
        let mut value = as_json(self.ground());
        if !self.ground().objectives().is_empty() {
            let named = |cell: Cell| self.ground().name_of(cell).cloned().unwrap_or_default();
            value["objectives"] =
                self.holders().into_iter().map(|(cell, side)| (named(cell).to_string(), Value::from(side))).collect();
        }
        value["map"] = self.map.name.as_ref().into();
        value["battle"] = json!(self.battle.map(|battle| &*battle.name));
        value["turn"] = json!(self.battle.map(|battle| battle.turn));
        value["entry"] = entry.into();
        if let Some(sightings) = model::sightings(self.state).filter(|_| !self.state.sighted_on(self.map.id).is_empty())
        {
            value["sightings"] = sightings;
        }
        value["units"] =
            self.sides().into_iter().flat_map(|side| self.units_of(side)).map(|unit| self.unit(unit)).collect();
        value
    }

    fn unit(&self, unit: &Unit) -> Value {
        let state = self.state;
        json!({
            "unit": &*unit.name,
            "side": state.name(unit.side),
            "stack": unit.stack.map(|stack| state.name(stack)),
            "at": unit.place.map(|place| place.cell),
            "facing": unit.place.map(|place| place.facing),
            "kind": unit.kind,
            "strength": model::known_number(unit.strength()),
            "grade": model::known_number(state.effective_grade(unit).map(|grade| state.book().ladder.name(grade))),
            "edna": model::known_number(unit.edna()),
        })
    }
}

fn map_named(state: &State, name: &str) -> Result<MapId, UserError> {
    let wrong = |error: wardiary_rules::notation::NotationError| {
        let failure = UserError { kind: ErrorKind::Usage, ..UserError::from_notation(error, name) };
        let names: Vec<String> = state.maps().iter().map(|map| map.name.to_string()).collect();
        match (&failure.hint, names.is_empty()) {
            (None, false) => failure.hint(format!("the save's maps: {}", text::list(&names))),
            _ => failure,
        }
    };
    resolve_name(name, state, &[EntityKind::Map]).map(|id| MapId(id.0)).map_err(wrong)
}
