//! What the start screen knows: what can be opened and begun, while no save is.

use super::{effect::Choice, glimpses::Glimpses, notice::Notice};
use std::path::{Path, PathBuf};

/// What can be chosen on the start screen.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    /// The choices.
    pub(crate) items: Vec<MenuItem>,
    /// Whether a save is open behind the start screen.
    pub(crate) has_session: bool,
    /// The rulebook by which campaigns are begun; without one a scenario's own counts, and for a table the usual one.
    pub rules: Option<String>,
    /// What the saves tell that were looked at.
    pub(crate) glimpses: Glimpses,
    /// The save that is to be chosen, where that is another one than before.
    pub wanted: Option<PathBuf>,
    /// The message under the choices.
    pub notice: Option<Notice>,
}

/// Something to choose on the start screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MenuItem {
    /// What it says.
    pub label: String,
    /// What it is called.
    pub title: String,
    /// What there is to say about it.
    pub about: String,
    /// What it does.
    pub choice: Choice,
}

impl MenuItem {
    /// The save that it opens, if it does.
    #[must_use]
    pub fn save(&self) -> Option<&Path> {
        match &self.choice {
            Choice::Open(path) => Some(path),
            _ => None,
        }
    }
}
