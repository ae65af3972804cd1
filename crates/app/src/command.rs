//! The description of a command: its keymap name, footer label and help text. Footer, help and keymap are all built
//! from it.

use wardiary_base::book::Mechanism;
use wardiary_rules::order::Verb;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    pub name: &'static str,
    /// Empty if the footer leaves the command out.
    pub label: &'static str,
    pub help: &'static str,
    /// Whether the command opens a text line, so that the keys typed next are text.
    pub types: bool,
    /// Whether the command only moves a selection.
    pub moves: bool,
}

impl Info {
    /// The label, or the help text if there is no label.
    pub fn title(&self) -> &'static str {
        if self.label.is_empty() { self.help } else { self.label }
    }

    /// Whether the command closes an overlay without changing anything.
    pub(crate) fn is_way_back(&self) -> bool {
        self.name.ends_with("-cancel") || self.name.ends_with("-close")
    }

    pub fn mechanism(&self) -> Option<Mechanism> {
        match self.name {
            "support" => Some(Mechanism::Scrud),
            // Other commands share the name of their order.
            name => Verb::named(&name.replace('-', " ")).and_then(Verb::mechanism),
        }
    }
}

pub(crate) fn not_now() -> String {
    "not possible now".into()
}

/// The commands of a screen or an overlay, or of one mode of it. Keys are unique within a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandGroup {
    pub name: &'static str,
    /// The heading in the help. A group without one is left out of the help.
    pub heading: Option<&'static str>,
    /// Most useful first.
    pub commands: Vec<Info>,
}
