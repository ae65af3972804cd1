//! A map being drawn, or a scenario whose units are being placed: the current sheet, its undo history, and the text of
//! its file, in which only what was drawn changes.
//!
//! This module knows no screen and no file. [`Edit`]s and placings come in, text goes out.

mod write;

use crate::{
    notation::refusal::describe_invalid_muster,
    order::Recruit,
    state::{Muster, State},
};
use std::sync::Arc;
use wardiary_base::{
    book::Rulebook,
    document::patch::Patch,
    fault::Fault,
    ground::{Cell, Edit, Facing, Ground},
    id::MapId,
};
pub use write::{new_map_text, updated_map_text};

#[derive(Clone, Debug)]
pub struct Drawing {
    book: Arc<Rulebook>,
    sheet: Sheet,
    past: Vec<Sheet>,
    future: Vec<Sheet>,
    /// The sheet as saved in the file; the initial sheet if there is no file yet.
    saved: Sheet,
    /// The file's text, as read or written last.
    text: Option<String>,
    /// The sheet before the current stroke.
    stroke: Option<Sheet>,
    /// The scenario whose units are placed, if it is one.
    scenario: Option<ScenarioContext>,
    /// The state that the view shows: the rulebook and, for a scenario, the sides and units.
    state: Arc<State>,
}

impl Drawing {
    /// Opens a map under a rulebook, with the text of its file if it has one.
    pub fn of_map(ground: Ground, book: Arc<Rulebook>, text: Option<String>) -> Self {
        let sheet = Sheet::of_ground(ground);
        let state = Arc::new(State::new(Arc::clone(&book)));
        Self {
            book,
            saved: sheet.clone(),
            sheet,
            past: Vec::new(),
            future: Vec::new(),
            text,
            stroke: None,
            scenario: None,
            state,
        }
    }

    /// Opens a scenario to place its units on the first map of its muster. `own` says whether the map is part of the
    /// scenario's file, so that its ground can be drawn on. Fails if it has no map, or its muster is invalid.
    pub fn of_scenario(muster: Muster, book: Arc<Rulebook>, text: Option<String>, own: bool) -> Result<Self, Fault> {
        let (setting, sheet) = ScenarioContext::open(muster, own)?;
        let state = Arc::new(setting.state(&sheet, &book)?);
        let setting = Some(setting);
        Ok(Self {
            book,
            saved: sheet.clone(),
            sheet,
            past: Vec::new(),
            future: Vec::new(),
            text,
            stroke: None,
            scenario: setting,
            state,
        })
    }

    pub fn ground(&self) -> &Arc<Ground> {
        &self.sheet.ground
    }

    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    pub fn book(&self) -> &Arc<Rulebook> {
        &self.book
    }

    /// The sides and units as placed; empty for a map alone.
    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn is_scenario(&self) -> bool {
        self.scenario.is_some()
    }

    /// Whether its ground can be drawn on. A scenario that uses the map of another file cannot change it.
    pub fn has_own_ground(&self) -> bool {
        self.scenario.as_ref().is_none_or(ScenarioContext::has_own_ground)
    }

    pub fn is_changed(&self) -> bool {
        self.saved != self.sheet
    }

    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    pub fn apply_edit(&mut self, edit: &Edit) -> Result<(), Fault> {
        if !self.has_own_ground() {
            let fault = Fault::at("map", "this scenario's ground is a separate map: here you can only place its units");
            return Err(fault.with_hint("to draw on it, run `wardiary draw` with the name of that map"));
        }
        let sheet = self.sheet.with_edit(edit)?;
        self.replace_sheet(sheet)
    }

    /// Places a unit, or takes it off the map. `unit` is its index in the muster. An error changes nothing.
    pub fn place_unit(&mut self, unit: usize, placing: Placing) -> Result<(), Fault> {
        let sheet = self.sheet.with_unit(unit, placing);
        self.replace_sheet(sheet)
    }

    /// Replaces the sheet, as one undo step or as part of the current stroke.
    fn replace_sheet(&mut self, sheet: Sheet) -> Result<(), Fault> {
        if sheet == self.sheet {
            return Ok(());
        }
        if let Some(setting) = &self.scenario {
            self.state = Arc::new(setting.state(&sheet, &self.book)?);
        }
        let before = std::mem::replace(&mut self.sheet, sheet);
        self.future.clear();
        if self.stroke.is_none() {
            self.past.push(before);
        }
        Ok(())
    }

    /// Begins a stroke. All edits until its end are one undo step.
    pub fn begin_stroke(&mut self) {
        self.end_stroke();
        self.stroke = Some(self.sheet.clone());
    }

    pub fn end_stroke(&mut self) {
        if let Some(before) = self.stroke.take().filter(|before| *before != self.sheet) {
            self.past.push(before);
        }
    }

    /// Reverts the edits of the current stroke, which stays open.
    pub fn restart_stroke(&mut self) {
        if let Some(before) = self.stroke.clone() {
            self.show_sheet(before);
        }
    }

    /// Undoes the last stroke. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        self.end_stroke();
        let Some(before) = self.past.pop() else { return false };
        self.future.push(self.sheet.clone());
        self.show_sheet(before);
        true
    }

    pub fn redo(&mut self) -> bool {
        self.end_stroke();
        let Some(after) = self.future.pop() else { return false };
        self.past.push(self.sheet.clone());
        self.show_sheet(after);
        true
    }

    pub fn can_undo_redo(&self) -> (bool, bool) {
        (
            !self.past.is_empty() || self.stroke.as_ref().is_some_and(|before| *before != self.sheet),
            !self.future.is_empty(),
        )
    }

    fn show_sheet(&mut self, sheet: Sheet) {
        if let Some(state) = self.scenario.as_ref().and_then(|setting| setting.state(&sheet, &self.book).ok()) {
            self.state = Arc::new(state);
        }
        self.sheet = sheet;
    }

    /// The new text of the file, and whether it keeps all comments; `None` if a scenario's text has an unknown layout.
    pub fn file_text(&self) -> Option<(String, bool)> {
        match (&self.scenario, &self.text) {
            (Some(setting), text) => setting.file_text(text.as_deref()?, &self.sheet).map(|text| (text, true)),
            (None, None) => Some((new_map_text(&self.sheet.ground), true)),
            (None, Some(text)) => match updated_map_text(text, &[], &self.sheet.ground, self.sheet.shift) {
                Some(text) => Some((text, true)),
                None => Some((new_map_text(&self.sheet.ground), !text.contains("//") && !text.contains("/*"))),
            },
        }
    }

    pub fn mark_saved(&mut self, text: String) {
        self.end_stroke();
        // Shifts are relative to the file, so they restart at 0.
        let shift = self.sheet.shift;
        for sheet in self.past.iter_mut().chain(&mut self.future).chain([&mut self.sheet]) {
            sheet.shift = (sheet.shift.0 - shift.0, sheet.shift.1 - shift.1);
        }
        self.text = Some(text);
        self.saved = self.sheet.clone();
    }
}

/// The contents of a drawing. Cheap to clone, so undo keeps whole sheets.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub ground: Arc<Ground>,
    /// Where each unit of the muster is; empty for a map alone.
    pub units: Arc<Vec<Placing>>,
    /// Columns and rows added at the left and the top since the file was read or written.
    shift: (i32, i32),
}

impl PartialEq for Sheet {
    /// Compares what is drawn. A terrain in the legend that no area uses makes no difference.
    fn eq(&self, other: &Self) -> bool {
        let same = |one: &Arc<Ground>, other: &Arc<Ground>| Arc::ptr_eq(one, other) || is_same_drawing(one, other);
        self.units == other.units && same(&self.ground, &other.ground)
    }
}

/// Whether two maps show the same, regardless of the order in which they would be written.
fn is_same_drawing(one: &Ground, other: &Ground) -> bool {
    let size = |ground: &Ground| (ground.grid(), ground.width(), ground.height());
    let words = |ground: &Ground| [ground.title(), ground.about(), ground.rules()].map(Clone::clone);
    let named = |ground: &Ground| {
        let mut places = ground.places().to_vec();
        let mut objectives = ground.objectives().to_vec();
        places.sort();
        objectives.sort();
        (places, objectives)
    };
    let areas = || {
        one.cells().all(|cell| {
            let alike = |facing: &Facing| {
                one.edge(cell, *facing) == other.edge(cell, *facing)
                    && one.has_road(cell, *facing) == other.has_road(cell, *facing)
            };
            one.terrain(cell) == other.terrain(cell) && one.grid().facings().iter().all(alike)
        })
    };
    size(one) == size(other) && words(one) == words(other) && named(one) == named(other) && areas()
}

/// A unit's area and facing; no area if it is not on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placing {
    pub cell: Option<Cell>,
    pub facing: Facing,
}

impl Sheet {
    fn of_ground(ground: Ground) -> Self {
        Self { ground: Arc::new(ground), units: Arc::default(), shift: (0, 0) }
    }

    /// Applies an edit to the ground. Units move with the ground under them.
    fn with_edit(&self, edit: &Edit) -> Result<Self, Fault> {
        let ground = Arc::new(self.ground.with_edit(edit)?);
        let mut sheet = Self { ground, ..self.clone() };
        if let Edit::Grow { columns: (left, _), rows: (top, _), .. } = edit {
            sheet.shift = (self.shift.0 + left, self.shift.1 + top);
            let moved = |placing: &Placing| {
                let at = placing
                    .cell
                    .and_then(|cell| cell.translated(*left, *top))
                    .filter(|cell| sheet.ground.contains(*cell));
                Placing { cell: at, ..*placing }
            };
            sheet.units = Arc::new(self.units.iter().map(moved).collect());
        }
        Ok(sheet)
    }

    fn with_unit(&self, unit: usize, placing: Placing) -> Self {
        let mut units = (*self.units).clone();
        if let Some(there) = units.get_mut(unit) {
            *there = placing;
        }
        Self { units: Arc::new(units), ..self.clone() }
    }
}

/// The parts of a scenario that do not change while its units are placed.
#[derive(Clone, Debug)]
struct ScenarioContext {
    muster: Muster,
    /// Index of the map in the muster.
    map: usize,
    owns_ground: bool,
}

impl ScenarioContext {
    /// The first map of a muster, and the units on it.
    pub fn open(muster: Muster, own: bool) -> Result<(Self, Sheet), Fault> {
        let ground = muster.maps.first().and_then(|map| map.ground.as_ref()).ok_or_else(|| {
            let fault = Fault::at("muster.maps", "this scenario has no map to place its units on");
            fault.with_hint("add one to its muster: `maps: [(id: 40, map: \"NAME\")]`")
        })?;
        let ground = ground.check().map_err(|faults| {
            faults.into_iter().next().unwrap_or_else(|| Fault::at("muster.maps", "its map is invalid"))
        })?;
        let id = muster.maps[0].id;
        let on_it = |unit: &Recruit| unit.on.is_none_or(|on| on == id);
        let placing = |unit: &Recruit| Placing { cell: unit.at.filter(|_| on_it(unit)), facing: unit.facing };
        let units = Arc::new(muster.units.iter().map(placing).collect());
        Ok((Self { muster, map: 0, owns_ground: own }, Sheet { ground: Arc::new(ground), units, shift: (0, 0) }))
    }

    pub fn has_own_ground(&self) -> bool {
        self.owns_ground
    }

    fn id(&self) -> MapId {
        self.muster.maps[self.map].id
    }

    /// Whether a unit is on another map, which is not drawn.
    fn is_on_other_map(&self, unit: &Recruit) -> bool {
        unit.on.is_some_and(|on| on != self.id())
    }

    /// The state after the muster, with the units where the sheet has them.
    pub fn state(&self, sheet: &Sheet, book: &Arc<Rulebook>) -> Result<State, Fault> {
        let mut muster = self.muster.clone();
        let (id, several) = (self.id(), self.muster.maps.len() > 1);
        for (unit, placing) in muster.units.iter_mut().zip(&*sheet.units) {
            if placing.cell.is_some() || !self.is_on_other_map(unit) {
                (unit.at, unit.facing) = (placing.cell, placing.facing);
                unit.on = (several && placing.cell.is_some()).then_some(id);
            }
        }
        muster.maps[self.map].ground = Some(sheet.ground.to_draft());
        muster.check(book).map_err(|invalid| {
            let fault = describe_invalid_muster(&invalid).into_iter().next();
            fault.unwrap_or_else(|| Fault::at("muster", "the muster would be invalid"))
        })
    }

    /// The scenario's text with the units where the sheet has them, and with its ground if that is its own.
    pub fn file_text(&self, text: &str, sheet: &Sheet) -> Option<String> {
        let mut patch = Patch::parse(text)?;
        let id = self.id();
        for (at, placing) in sheet.units.iter().enumerate() {
            let unit = patch.find(&["muster", "units", &at.to_string()])?;
            let field = |name: &str| patch.find(&["muster", "units", &at.to_string(), name]);
            let (on, cell, facing) = (field("on"), field("at"), field("facing"));
            let was = self.muster.units.get(at)?;
            if placing.cell.is_none() {
                if self.is_on_other_map(was) {
                    continue;
                }
                patch.remove_all([on, cell, facing].into_iter().flatten().collect());
                continue;
            }
            let wanted = [
                ("on", on, (on.is_some() || self.muster.maps.len() > 1).then(|| id.0.to_string())),
                ("at", cell, placing.cell.map(|cell| format!("\"{cell}\""))),
                (
                    "facing",
                    facing,
                    (facing.is_some() || placing.facing != Facing::default()).then(|| placing.facing.to_string()),
                ),
            ];
            // Two spellings of an area, a facing or a number may mean the same.
            let is_same = |one: &str, other: &str| one.trim_matches('"').eq_ignore_ascii_case(other.trim_matches('"'));
            let mut added = Vec::new();
            for (name, field, value) in wanted {
                match (field, value) {
                    (Some(field), Some(value)) if !is_same(patch.value(field), &value) => {
                        patch.replace(field, value);
                    }
                    (None, Some(value)) => added.push(format!("{name}: {value}")),
                    _ => {}
                }
            }
            patch.append(unit, &added);
        }
        let text = patch.finish();
        if !self.owns_ground {
            return Some(text);
        }
        write::updated_map_text(&text, &["muster", "maps", &self.map.to_string(), "ground"], &sheet.ground, sheet.shift)
    }
}
