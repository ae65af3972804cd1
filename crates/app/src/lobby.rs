//! The context of the start screen: what can be opened or started.

use super::{component::Context, effect::Choice, glimpses::Glimpses, notice::Notice};
use std::path::{Path, PathBuf};

#[derive(Debug, Default)]
pub(crate) struct Lobby {
    pub(crate) items: Vec<MenuItem>,
    /// Whether a save is open behind the start screen.
    pub(crate) has_session: bool,
    /// The rulebook for new campaigns. `None` means the scenario's own, and the default rulebook for a table of units.
    pub rules: Option<String>,
    pub(crate) glimpses: Glimpses,
    /// The save to select next, if the selection has to move.
    pub wanted: Option<PathBuf>,
    pub notice: Option<Notice>,
}

impl Context for Lobby {
    /// The start screen draws its notice beside the choices.
    fn notice(&self) -> Option<&Notice> {
        None
    }

    fn say(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    fn begin(&mut self) {
        self.notice = None;
    }

    fn wake(&mut self) {}
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MenuItem {
    pub label: String,
    pub title: String,
    /// The description of the selected row.
    pub about: String,
    pub choice: Choice,
}

impl MenuItem {
    /// The save that the choice opens, if it opens one.
    pub fn save(&self) -> Option<&Path> {
        match &self.choice {
            Choice::Open(path) => Some(path),
            _ => None,
        }
    }
}
