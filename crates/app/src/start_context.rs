//! The context of the start screen: the saves, scenarios and maps to open or start.

use super::{component::Context, effect::StartChoice, notice::Notice, save_previews::SavePreviews};
use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};
use wardiary_base::text::Text;

#[derive(Debug, Default)]
pub(crate) struct StartContext {
    pub(crate) items: Vec<StartItem>,
    /// The saves of the folder, and when each was written.
    pub(crate) saves: Vec<(PathBuf, SystemTime)>,
    /// The save to continue, which is chosen first.
    pub(crate) latest: usize,
    /// The choice of the selected row.
    pub(crate) selected: Option<StartChoice>,
    /// Whether a save is open behind the start screen.
    pub(crate) has_session: bool,
    /// The rulebook for new campaigns. `None` means the scenario's own, and the default rulebook for a table of units.
    pub rules: Option<Text>,
    pub(crate) previews: SavePreviews,
    /// The choice to select next, if the selection has to move.
    pub to_select: Option<StartChoice>,
    pub notice: Option<Notice>,
}

impl StartContext {
    /// The row's text: what Enter does, and with what.
    pub(crate) fn label(&self, row: usize) -> String {
        let Some(item) = self.items.get(row) else { return String::new() };
        let verb = match item.choice {
            StartChoice::Open(_) if row == self.latest => "Continue: ",
            StartChoice::Open(_) => "Open: ",
            _ => "",
        };
        format!("{verb}{}", item.label)
    }
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
