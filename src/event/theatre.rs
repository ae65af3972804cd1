//! What happens in the theatre of a campaign. Source: RULES 7.

use crate::{
    ground::{Station, TheatreDraft},
    id::Id,
};
use serde::{Deserialize, Serialize};

/// One thing that happened in the theatre.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TheatreEvent {
    /// The theatre was laid out.
    LaidOut(
        /// As a file has it.
        Box<TheatreDraft>,
    ),
    /// A force was put somewhere, or taken away.
    Stationed {
        /// A stack, or a unit that is in none.
        force: Id,
        /// Where it stood before, if anywhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Station>,
        /// Where it stands now, if anywhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Station>,
    },
}

impl TheatreEvent {
    /// The forces that it is about.
    #[must_use]
    pub fn forces(&self) -> Vec<Id> {
        match self {
            Self::LaidOut(_) => Vec::new(),
            Self::Stationed { force, .. } => vec![*force],
        }
    }
}
