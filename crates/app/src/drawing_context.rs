//! The context of the drawing screen: the drawing, its file and the last notice.

use super::{component::Context, notice::Notice};
use std::path::PathBuf;
use wardiary_base::{fault::Fault, ground::Edit};
use wardiary_rules::drawing::Drawing;

#[derive(Debug)]
pub struct DrawingContext {
    pub drawing: Drawing,
    /// `None` for a new drawing, or one that ships with the program.
    pub path: Option<PathBuf>,
    pub name: String,
    /// Whether to ask for the map size first.
    pub(crate) prompts_for_size: bool,
    pub(crate) notice: Option<Notice>,
    /// The last warning. Repeating the action confirms it.
    pub(crate) warned: Option<Warning>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Warning {
    /// Saving would drop the comments of the file.
    Comments,
    /// The file has changed since it was read.
    FileChanged,
    /// The drawing is unsaved, and the terminal is too small to show a question.
    Unsaved,
}

impl DrawingContext {
    /// `name` is the suggested file name if `path` is `None`.
    pub fn new(drawing: Drawing, path: Option<PathBuf>, name: impl Into<String>) -> Self {
        Self { drawing, path, name: name.into(), prompts_for_size: false, notice: None, warned: None }
    }

    pub fn prompting_for_size(mut self) -> Self {
        self.prompts_for_size = true;
        self
    }

    pub fn apply_edit(&mut self, edit: &Edit) -> bool {
        let done = self.drawing.apply_edit(edit);
        self.report_fault(&done)
    }

    /// Shows a fault as a notice. Returns whether there was none.
    pub fn report_fault(&mut self, done: &Result<(), Fault>) -> bool {
        if let Err(fault) = done {
            let hint = fault.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
            self.say(Notice::bad(format!("{}{hint}", fault.reason)));
        }
        done.is_ok()
    }
}

impl Context for DrawingContext {
    fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    fn notice_mut(&mut self) -> &mut Option<Notice> {
        &mut self.notice
    }
}
