//! The description of a command: its id, footer label and help text. Footer, help and keymap are all built from it.

use super::command_id::{CommandId, CommandKind, GroupId};
use std::{borrow::Cow, fmt};
use wardiary_base::book::Mechanism;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandSpec {
    pub id: CommandId,
    /// Empty if the footer leaves the command out.
    pub label: &'static str,
    pub help: &'static str,
    /// Whether the command opens a text line, so that the keys typed next are text.
    pub opens_text_line: bool,
}

impl CommandSpec {
    /// The label, or the help text if there is no label.
    pub fn title(&self) -> &'static str {
        if self.label.is_empty() { self.help } else { self.label }
    }

    pub(crate) fn is_motion(&self) -> bool {
        matches!(self.id.kind(), CommandKind::Moves(_))
    }

    pub fn mechanism(&self) -> Option<Mechanism> {
        match self.id.kind() {
            CommandKind::Order(mechanism) => Some(mechanism),
            CommandKind::Plain | CommandKind::Back | CommandKind::Help | CommandKind::Moves(_) => None,
        }
    }
}

pub(crate) type Availability = Result<(), Unavailable>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// The program gives this reason to the user.
    Because(Cow<'static, str>),
    /// The key of the command means something else now, such as text, so pressing it gives no reason.
    NotNow,
    /// There is nothing to go back from. Pressing the key gives no reason.
    NoWayBack,
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Because(why) => why,
            Self::NotNow => "not possible now",
            Self::NoWayBack => "there is nothing to go back to",
        })
    }
}

impl From<&'static str> for Unavailable {
    fn from(why: &'static str) -> Self {
        Self::Because(why.into())
    }
}

impl From<String> for Unavailable {
    fn from(why: String) -> Self {
        Self::Because(why.into())
    }
}

/// Available if the condition holds. Otherwise this is the reason.
pub(crate) fn require(condition: bool, why: impl Into<Unavailable>) -> Availability {
    if condition { Ok(()) } else { Err(why.into()) }
}

/// Leaves the reason out, where the key of the command may mean something else.
pub(crate) fn without_reason(availability: Availability) -> Availability {
    availability.map_err(|_| Unavailable::NotNow)
}

/// The commands of a screen or an overlay, or of one mode of it. Keys are unique within a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandGroup {
    pub id: GroupId,
    /// The heading in the help. A group without one is left out of the help.
    pub heading: Option<&'static str>,
    pub commands: Vec<CommandSpec>,
}
