//! The pane layout of the user: moved borders and zoom. All screens with panes share it, and it is saved beside the
//! settings.

use super::notice::Notice;
use serde::{Deserialize, Serialize};
use wardiary_base::document;
use wardiary_diary::assets::Folders;
use wardiary_view::layout::Borders;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Panes {
    /// Whether the focused pane takes all the room.
    pub zoomed: bool,
    pub borders: Borders,
}

impl Panes {
    /// Loads the layout. An unreadable file counts as empty, and is overwritten when a border moves.
    pub fn kept(folders: &Folders) -> Self {
        folders.kept_panes().and_then(|text| document::read(&text).ok()).unwrap_or_default()
    }

    /// Saves the layout. Returns a notice if that fails.
    pub fn keep(&self, folders: &Folders) -> Option<Notice> {
        let is_default = *self == Self::default();
        let kept = folders.keep_panes((!is_default).then(|| document::to_line(self)).as_deref());
        kept.err().map(|failure| Notice::of_failure(&failure))
    }
}
