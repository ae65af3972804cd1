//! A map being drawn, or a scenario whose units are being placed: the current sheet, its undo history, and the text of
//! its file, in which only what was drawn changes.
//!
//! This module knows no screen and no file. [`Edit`]s and placings come in, text goes out.

mod scenario_units;
mod write;

use crate::state::{Muster, State};
use scenario_units::ScenarioContext;
use std::sync::Arc;
use wardiary_base::{
    book::Rulebook,
    fault::Fault,
    ground::{Cell, Edit, Facing, Ground},
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
