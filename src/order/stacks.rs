//! Orders for stacks: how they stand, and how they fight in Conflicts. Source: RULES 5.

use super::{Edge, Posture, ScreenTarget, Stats, Verb};
use crate::id::{Id, StackId, UnitId};
use serde::{Deserialize, Serialize};

/// One order for a stack. Each variant shows its text form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StackOrder {
    /// `posture "XX Corps" offensive`
    Posture {
        /// Whose.
        stack: StackId,
        /// What it is out for.
        posture: Posture,
    },
    /// `lead "XX Corps" with "Warlord X"`; `unlead "XX Corps"`
    Lead {
        /// Who is led.
        stack: StackId,
        /// By whom; by nobody if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
    },
    /// `screen "A" for "B" left`, `screen "A" for unit "X"`, `screen "A" for structure "the bridge"`; `unscreen "A"`
    Screen {
        /// Who screens.
        stack: StackId,
        /// What; nothing if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        screen: Option<ScreenTarget>,
    },
    /// `merge "A" into "B"`
    Merge {
        /// The stack that goes.
        stack: StackId,
        /// The stack that takes its units.
        into: StackId,
    },
    /// `stats "Warlord X" attack 5 warlord`: a ruling on a unit's numbers, such as a new level.
    Stats {
        /// Whose.
        unit: UnitId,
        /// All of them, as they are from here on.
        stats: Box<Stats>,
    },
    /// `conflict "A" v "B" + "C"`
    Conflict {
        /// Those who open it.
        first: Vec<StackId>,
        /// Those they engage.
        second: Vec<StackId>,
    },
    /// `strike "A" at "B" back`
    Strike {
        /// The stack whose turn it is in the round.
        stack: StackId,
        /// Whom it strikes.
        at: StackId,
        /// On which Edge; on the one where it stands already if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<Edge>,
    },
    /// `hold "A"`: the stack whose turn it is does something else.
    Hold {
        /// Who.
        stack: StackId,
    },
    /// `round "A"`: all that have not acted yet strike at those opposite.
    Round {
        /// A stack in the Conflict.
        stack: StackId,
    },
    /// `rotate "A" 3`
    Rotate {
        /// Who.
        stack: StackId,
        /// How often it turns by one area's edge.
        times: u8,
    },
    /// `join "D" to "A"`
    Join {
        /// Who joins.
        stack: StackId,
        /// A stack in the Conflict.
        to: StackId,
    },
    /// `flee "A"`: it has left its Conflict.
    Flee {
        /// Who.
        stack: StackId,
    },
    /// `disengage "A"`: all in its Conflict break it off.
    Disengage {
        /// A stack in the Conflict.
        stack: StackId,
    },
}

impl StackOrder {
    /// The verb its text begins with.
    #[must_use]
    pub fn verb(&self) -> Verb {
        match self {
            Self::Posture { .. } => Verb::Posture,
            Self::Lead { unit: Some(_), .. } => Verb::Lead,
            Self::Lead { unit: None, .. } => Verb::Unlead,
            Self::Screen { screen: Some(_), .. } => Verb::Screen,
            Self::Screen { screen: None, .. } => Verb::Unscreen,
            Self::Merge { .. } => Verb::Merge,
            Self::Stats { .. } => Verb::Stats,
            Self::Conflict { .. } => Verb::Conflict,
            Self::Strike { .. } => Verb::Strike,
            Self::Hold { .. } => Verb::Hold,
            Self::Round { .. } => Verb::Round,
            Self::Rotate { .. } => Verb::Rotate,
            Self::Join { .. } => Verb::Join,
            Self::Flee { .. } => Verb::Flee,
            Self::Disengage { .. } => Verb::Disengage,
        }
    }

    /// The stacks and units that it names.
    #[must_use]
    pub fn names(&self) -> Vec<Id> {
        match self {
            Self::Merge { stack, into: other } | Self::Join { stack, to: other } => {
                vec![(*stack).into(), (*other).into()]
            }
            Self::Strike { stack, at, .. } => vec![(*stack).into(), (*at).into()],
            Self::Stats { unit, .. } => vec![(*unit).into()],
            Self::Conflict { first, second } => first.iter().chain(second).map(|s| Id::from(*s)).collect(),
            Self::Posture { stack, .. }
            | Self::Lead { stack, .. }
            | Self::Screen { stack, .. }
            | Self::Hold { stack }
            | Self::Round { stack }
            | Self::Rotate { stack, .. }
            | Self::Flee { stack }
            | Self::Disengage { stack } => vec![(*stack).into()],
        }
    }
}
