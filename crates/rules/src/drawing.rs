//! A map that is being drawn, or a scenario's units that are being set out: what it is now, what it was before each
//! stroke, and the text of its file, in which only what was drawn changes.
//!
//! Nothing here knows a screen or a file: strokes come in as [`Edit`]s and placings, and the text goes out.

mod scenario;
mod sheet;
mod write;

pub use sheet::{Placing, Sheet};
pub use write::{fresh_text, rewritten};

use crate::state::{Muster, State};
use scenario::Setting;
use std::sync::Arc;
use wardiary_base::{
    book::Rulebook,
    fault::Fault,
    ground::{Edit, Ground},
};

/// A drawing: the sheet as it is now, and as it was before each stroke.
#[derive(Clone, Debug)]
pub struct Drawing {
    book: Arc<Rulebook>,
    sheet: Sheet,
    past: Vec<Sheet>,
    future: Vec<Sheet>,
    /// The sheet as its file has it; where there is no file yet, as it was at first.
    filed: Sheet,
    /// The text of the file.
    text: Option<String>,
    /// The sheet before the stroke that is being drawn.
    stroke: Option<Sheet>,
    /// Whose units are set out, if it is a scenario.
    setting: Option<Setting>,
    /// What a view shows it with: its rulebook, and in a scenario the sides and the units where they stand.
    state: Arc<State>,
}

impl Drawing {
    /// A map under a rulebook; with the text of its file, if it has one.
    #[must_use]
    pub fn of_map(ground: Ground, book: Arc<Rulebook>, text: Option<String>) -> Self {
        let sheet = Sheet::of_ground(ground);
        let state = Arc::new(State::new(Arc::clone(&book)));
        Self {
            book,
            filed: sheet.clone(),
            sheet,
            past: Vec::new(),
            future: Vec::new(),
            text,
            stroke: None,
            setting: None,
            state,
        }
    }

    /// The units of a scenario on the map that they are set out on, the first of its muster. Its ground can be drawn on
    /// where it stands in the scenario itself, as `own` says.
    ///
    /// # Errors
    /// That it has no map, or what is wrong with its muster.
    pub fn of_scenario(muster: Muster, book: Arc<Rulebook>, text: Option<String>, own: bool) -> Result<Self, Fault> {
        let (setting, sheet) = Setting::of(muster, own)?;
        let state = Arc::new(setting.state(&sheet, &book)?);
        let setting = Some(setting);
        Ok(Self {
            book,
            filed: sheet.clone(),
            sheet,
            past: Vec::new(),
            future: Vec::new(),
            text,
            stroke: None,
            setting,
            state,
        })
    }

    /// The ground as it is now.
    #[must_use]
    pub fn ground(&self) -> &Arc<Ground> {
        &self.sheet.ground
    }

    /// The sheet as it is now.
    #[must_use]
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// The rulebook whose terrain it has.
    #[must_use]
    pub fn book(&self) -> &Arc<Rulebook> {
        &self.book
    }

    /// The sides and units as they are set out; of a map alone, nobody.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether it is a scenario, whose units are set out.
    #[must_use]
    pub fn is_scenario(&self) -> bool {
        self.setting.is_some()
    }

    /// Whether its ground can be drawn on: not where a scenario names the map of another file.
    #[must_use]
    pub fn has_own_ground(&self) -> bool {
        self.setting.as_ref().is_none_or(Setting::has_own_ground)
    }

    /// Whether anything is drawn that its file lacks.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.filed != self.sheet
    }

    /// The text of its file, as it was read or written last.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Draws on the ground.
    ///
    /// # Errors
    /// Why it can't be drawn; nothing has changed then.
    pub fn draw(&mut self, edit: &Edit) -> Result<(), Fault> {
        if !self.has_own_ground() {
            let fault = Fault::at("map", "the ground of this scenario is a map of its own: here its units are set out");
            return Err(fault.hint("`wardiary draw` with the name of that map draws on it"));
        }
        let sheet = self.sheet.drawn(edit)?;
        self.turn_to(sheet)
    }

    /// Sets a unit out, or takes it off the map: its place among the muster's.
    ///
    /// # Errors
    /// Why it can't stand there; nothing has changed then.
    pub fn set_out(&mut self, unit: usize, placing: Placing) -> Result<(), Fault> {
        let sheet = self.sheet.with_unit(unit, placing);
        self.turn_to(sheet)
    }

    /// The sheet becomes another, in one step, or as part of the stroke that is being drawn.
    fn turn_to(&mut self, sheet: Sheet) -> Result<(), Fault> {
        if sheet == self.sheet {
            return Ok(());
        }
        if let Some(setting) = &self.setting {
            self.state = Arc::new(setting.state(&sheet, &self.book)?);
        }
        let before = std::mem::replace(&mut self.sheet, sheet);
        self.future.clear();
        if self.stroke.is_none() {
            self.past.push(before);
        }
        Ok(())
    }

    /// A stroke begins: all that is drawn until it ends is undone at once.
    pub fn begin_stroke(&mut self) {
        self.end_stroke();
        self.stroke = Some(self.sheet.clone());
    }

    /// The stroke ends, if one was begun.
    pub fn end_stroke(&mut self) {
        if let Some(before) = self.stroke.take().filter(|before| *before != self.sheet) {
            self.past.push(before);
        }
    }

    /// What is drawn of the stroke is taken back, so that it can be drawn along another way.
    pub fn restart_stroke(&mut self) {
        if let Some(before) = self.stroke.clone() {
            self.look_at(before);
        }
    }

    /// Takes the last stroke back. False where there is none.
    pub fn undo(&mut self) -> bool {
        self.end_stroke();
        let Some(before) = self.past.pop() else { return false };
        self.future.push(self.sheet.clone());
        self.look_at(before);
        true
    }

    /// Brings it back. False where nothing was taken back.
    pub fn redo(&mut self) -> bool {
        self.end_stroke();
        let Some(after) = self.future.pop() else { return false };
        self.past.push(self.sheet.clone());
        self.look_at(after);
        true
    }

    /// Whether there is anything to take back, or to bring back.
    #[must_use]
    pub fn can_go(&self) -> (bool, bool) {
        (
            !self.past.is_empty() || self.stroke.as_ref().is_some_and(|before| *before != self.sheet),
            !self.future.is_empty(),
        )
    }

    /// The sheet becomes one that it has been.
    fn look_at(&mut self, sheet: Sheet) {
        if let Some(state) = self.setting.as_ref().and_then(|setting| setting.state(&sheet, &self.book).ok()) {
            self.state = Arc::new(state);
        }
        self.sheet = sheet;
    }

    /// The text of the file as it ought to be now, and whether all comments of the one there is are in it. None where a
    /// scenario can't be written, because its own text is not as a scenario's is.
    #[must_use]
    pub fn written(&self) -> Option<(String, bool)> {
        match (&self.setting, &self.text) {
            (Some(setting), text) => setting.written(text.as_deref()?, &self.sheet).map(|text| (text, true)),
            (None, None) => Some((fresh_text(&self.sheet.ground), true)),
            (None, Some(text)) => match rewritten(text, &[], &self.sheet.ground, self.sheet.shift) {
                Some(text) => Some((text, true)),
                None => Some((fresh_text(&self.sheet.ground), !text.contains("//") && !text.contains("/*"))),
            },
        }
    }

    /// The file has this text now.
    pub fn is_filed(&mut self, text: String) {
        self.end_stroke();
        // What is counted from the file begins anew.
        let shift = self.sheet.shift;
        for sheet in self.past.iter_mut().chain(&mut self.future).chain([&mut self.sheet]) {
            sheet.shift = (sheet.shift.0 - shift.0, sheet.shift.1 - shift.1);
        }
        self.text = Some(text);
        self.filed = self.sheet.clone();
    }
}
