//! A map being drawn, or a scenario whose units are being placed: the current sheet, its undo history, and the text of
//! its file, in which only what was drawn changes.
//!
//! This module knows no screen and no file. [`Edit`]s and placings come in, text goes out.

mod scenario_units;
mod sheet;
mod write;

pub use sheet::{Placing, Sheet};
pub use write::{new_map_text, updated_map_text};

use crate::state::{Muster, State};
use scenario_units::ScenarioContext;
use std::sync::Arc;
use wardiary_base::{
    book::Rulebook,
    fault::Fault,
    ground::{Edit, Ground},
};

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
