//! Orders for stacks: how they stand, and how they fight in Conflicts. Source: RULES 5.

use super::{Edge, Posture, ScreenTarget, Stats, Verb};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    ground::Facing,
    id::{Id, StackId, UnitId},
};

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
    /// `merge "A" into "B"`; `merge "A" into "B" anyway because "…"`
    Merge {
        /// The stack that goes.
        stack: StackId,
        /// The stack that takes its units.
        into: StackId,
        /// The referee's ruling that it goes into the other's area anyway: why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<String>,
    },
    /// `stats "Warlord X" attack 5 warlord`: a ruling on a unit's numbers, such as a new level.
    Stats {
        /// Whose.
        unit: UnitId,
        /// All of them, as they are from here on.
        stats: Box<Stats>,
    },
    /// `conflict "A" v "B" + "C"`; on a map `conflict "A"` finds those who stand beside it
    Conflict {
        /// Those who open it.
        first: Vec<StackId>,
        /// Those they engage.
        second: Vec<StackId>,
        /// The referee's ruling that they fight though the map has them apart: why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<String>,
    },
    /// `strike "A" at "B" back`; `strike "A" at "B" back anyway because "…"`
    Strike {
        /// The stack whose turn it is in the round.
        stack: StackId,
        /// Whom it strikes.
        at: StackId,
        /// On which Edge; if left out, on the one that the map says, or else on the one where it stands already.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<Edge>,
        /// The referee's ruling that it strikes so, whatever the map says: why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<String>,
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
    /// `rotate "A" se`: on a map, where how often follows from it.
    Turn {
        /// Who.
        stack: StackId,
        /// The edge it is to face.
        facing: Facing,
    },
    /// `join "D" to "A"`
    Join {
        /// Who joins.
        stack: StackId,
        /// A stack in the Conflict.
        to: StackId,
        /// The referee's ruling that it joins though the map has it apart: why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<String>,
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
            Self::Rotate { .. } | Self::Turn { .. } => Verb::Rotate,
            Self::Join { .. } => Verb::Join,
            Self::Flee { .. } => Verb::Flee,
            Self::Disengage { .. } => Verb::Disengage,
        }
    }

    /// The stacks and units that it names.
    #[must_use]
    pub fn names(&self) -> Vec<Id> {
        match self {
            Self::Merge { stack, into: other, .. } | Self::Join { stack, to: other, .. } => {
                vec![(*stack).into(), (*other).into()]
            }
            Self::Strike { stack, at, .. } => vec![(*stack).into(), (*at).into()],
            Self::Stats { unit, .. } => vec![(*unit).into()],
            Self::Conflict { first, second, .. } => first.iter().chain(second).map(|s| Id::from(*s)).collect(),
            Self::Posture { stack, .. }
            | Self::Lead { stack, .. }
            | Self::Screen { stack, .. }
            | Self::Hold { stack }
            | Self::Round { stack }
            | Self::Rotate { stack, .. }
            | Self::Turn { stack, .. }
            | Self::Flee { stack }
            | Self::Disengage { stack } => vec![(*stack).into()],
        }
    }
}
