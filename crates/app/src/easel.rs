//! What the drawing screen knows: the drawing, its file, and what was said last.

use super::{component::Context, notice::Notice};
use std::path::PathBuf;
use wardiary_base::{fault::Fault, ground::Edit};
use wardiary_rules::drawing::Drawing;

/// A drawing and its file.
#[derive(Debug)]
pub struct Easel {
    /// What is drawn.
    pub drawing: Drawing,
    /// Its file; none for what has none yet, or has one that ships.
    pub path: Option<PathBuf>,
    /// What its file would be called.
    pub name: String,
    /// Whether its size is asked for first.
    pub(crate) asks_size: bool,
    /// What was said last.
    pub(crate) notice: Option<Notice>,
    /// What was warned of: the same asked for again is done.
    pub(crate) warned: Option<Warning>,
}

/// What is done only when it is asked for a second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Warning {
    /// The file's comments would be lost.
    Comments,
    /// The file is not as it was read.
    Overtaken,
    /// What is drawn is in no file, and nobody sees a question.
    Unsaved,
}

impl Easel {
    /// A drawing with its file, if it has one, or what that would be called.
    #[must_use]
    pub fn new(drawing: Drawing, path: Option<PathBuf>, name: impl Into<String>) -> Self {
        Self { drawing, path, name: name.into(), asks_size: false, notice: None, warned: None }
    }

    /// The same, with its size asked for first.
    #[must_use]
    pub fn asking_size(mut self) -> Self {
        self.asks_size = true;
        self
    }

    /// Draws something; why it can't be drawn is said.
    pub fn draw(&mut self, edit: &Edit) -> bool {
        let done = self.drawing.draw(edit);
        self.tell(&done)
    }

    /// Says what is wrong, where something is.
    pub fn tell(&mut self, done: &Result<(), Fault>) -> bool {
        if let Err(fault) = done {
            let hint = fault.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
            self.say(Notice::bad(format!("{}{hint}", fault.what)));
        }
        done.is_ok()
    }
}

impl Context for Easel {
    fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    fn say(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    fn begin(&mut self) {
        self.notice = None;
    }

    fn wake(&mut self) {}
}
