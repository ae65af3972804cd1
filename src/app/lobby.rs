//! What the start screen knows: what can be opened and begun, while no save is.

use super::{effect::Choice, notice::Notice};

/// What can be chosen on the start screen.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    /// The choices.
    pub(crate) items: Vec<MenuItem>,
    /// Whether a save is open behind the start screen.
    pub(crate) has_session: bool,
    /// The message under the choices.
    pub notice: Option<Notice>,
}

/// Something to choose on the start screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MenuItem {
    /// What it says.
    pub label: String,
    /// What there is to say about it.
    pub about: String,
    /// What it does.
    pub choice: Choice,
}
