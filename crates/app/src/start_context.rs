//! The context of the start screen: the saves, scenarios and maps to open or start.

use super::{component::Context, effect::StartChoice, notice::Notice, save_previews::SavePreviews};
use std::path::{Path, PathBuf};
use wardiary_base::text::Text;

#[derive(Debug, Default)]
pub(crate) struct StartContext {
    pub(crate) items: Vec<StartItem>,
    /// Whether a save is open behind the start screen.
    pub(crate) has_session: bool,
    /// The rulebook for new campaigns. `None` means the scenario's own, and the default rulebook for a table of units.
    pub rules: Option<Text>,
    pub(crate) previews: SavePreviews,
    /// The save to select next, if the selection has to move.
    pub to_select: Option<PathBuf>,
    pub notice: Option<Notice>,
}

impl Context for StartContext {
    /// The start screen draws its notice beside the choices.
    fn notice(&self) -> Option<&Notice> {
        None
    }

    fn notice_mut(&mut self) -> &mut Option<Notice> {
        &mut self.notice
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StartItem {
    pub label: String,
    pub title: String,
    pub about: String,
    pub choice: StartChoice,
}

impl StartItem {
    /// The save that the choice opens, if it opens one.
    pub fn save(&self) -> Option<&Path> {
        match &self.choice {
            StartChoice::Open(path) => Some(path),
            _ => None,
        }
    }
}
