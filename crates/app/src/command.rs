//! What there is to say of a command: its name in the keymap, its label in the footer, its line in the help. The
//! footer, the help and the keymap are made of these, so they agree.

use wardiary_base::book::Mechanism;
use wardiary_rules::order::Verb;

/// What there is to say of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// Its name in the keymap.
    pub name: &'static str,
    /// What the footer says; empty where it would only be noise there.
    pub label: &'static str,
    /// What the help says.
    pub help: &'static str,
    /// Whether with it a line opens that text is typed into: what is typed after it was meant for that.
    pub types: bool,
    /// Whether it moves in a list, and does nothing else.
    pub moves: bool,
}

impl Info {
    /// What a sentence about it calls it: its label, or what the help says where it has none.
    #[must_use]
    pub fn title(&self) -> &'static str {
        if self.label.is_empty() { self.help } else { self.label }
    }

    /// Whether with it an overlay closes that leaves things as they were.
    #[must_use]
    pub(crate) fn is_way_back(&self) -> bool {
        self.name.ends_with("-cancel") || self.name.ends_with("-close")
    }

    /// The mechanism it is for, if it is for one.
    #[must_use]
    pub fn mechanism(&self) -> Option<Mechanism> {
        match self.name {
            "support" => Some(Mechanism::Scrud),
            // The rest are called as their orders are.
            name => Verb::named(&name.replace('-', " ")).and_then(Verb::mechanism),
        }
    }
}

/// That a command can't be done now, where there is nothing more to say of it.
#[must_use]
pub(crate) fn not_now() -> String {
    "not possible now".into()
}

/// The commands among which no two have the same key: those of a screen or an overlay, or of one mode of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandGroup {
    /// Its name in the keymap.
    pub name: &'static str,
    /// Its heading in the help; where it has none the help does without it.
    pub heading: Option<&'static str>,
    /// Its commands, the most useful first.
    pub commands: Vec<Info>,
}
