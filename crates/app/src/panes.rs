//! How panes lie as the user has put them: which borders were dragged, and whether one pane has all the room. It is the same on
//! every screen that divides its room so, and kept beside the settings.

use super::notice::Notice;
use serde::{Deserialize, Serialize};
use wardiary_base::document;
use wardiary_diary::assets::Folders;
use wardiary_view::layout::Borders;

/// How panes lie.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Panes {
    /// Whether the pane that has the keys has all the room there is.
    pub zoomed: bool,
    /// Where borders were put.
    pub borders: Borders,
}

impl Panes {
    /// As they were kept. A file that is none of ours says nothing of panes, and is written over when one is moved.
    pub fn kept(folders: &Folders) -> Self {
        folders.kept_panes().and_then(|text| document::read(&text).ok()).unwrap_or_default()
    }

    /// Keeps them, and says where that can't be done.
    pub fn keep(&self, folders: &Folders) -> Option<Notice> {
        let is_default = *self == Self::default();
        let kept = folders.keep_panes((!is_default).then(|| document::to_line(self)).as_deref());
        kept.err().map(|failure| Notice::of_failure(&failure))
    }
}
