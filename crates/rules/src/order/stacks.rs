//! Orders for stacks: posture, leader and screen, and fighting in Conflicts. Source: RULES 5.

use super::{Edge, Posture, ScreenTarget, Stats};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    ground::Facing,
    id::{Id, StackId, UnitId},
};

/// An order for a stack. Each variant shows its text form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StackOrder {
    /// `posture "XX Corps" offensive`
    Posture { stack: StackId, posture: Posture },
    /// `lead "XX Corps" with "Warlord X"`; `unlead "XX Corps"`
    Lead {
        stack: StackId,
        /// The leader; nobody if `None`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<UnitId>,
    },
    /// `screen "A" for "B" left`, `screen "A" for unit "X"`, `screen "A" for structure "the bridge"`; `unscreen "A"`
    Screen {
        stack: StackId,
        /// Nothing if `None`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        screen: Option<ScreenTarget>,
    },
    /// `merge "A" into "B"`; `merge "A" into "B" anyway because "…"`
    Merge {
        stack: StackId,
        /// Takes the other stack's units.
        into: StackId,
        /// The reason, if a ruling merges them although the map keeps them apart.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<String>,
    },
    /// `stats "Warlord X" attack 5 warlord`: a ruling that changes a unit's stats, such as a new level.
    Stats { unit: UnitId, stats: Box<Stats> },
    /// `conflict "A" v "B" + "C"`; on a map `conflict "A"` finds the adjacent enemies
    Conflict {
        first: Vec<StackId>,
        second: Vec<StackId>,
        /// The reason, if a ruling lets them fight although the map keeps them apart.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<String>,
    },
    /// `strike "A" at "B" back`; `strike "A" at "B" back anyway because "…"`
    Strike {
        /// The stack that acts in this round.
        stack: StackId,
        at: StackId,
        /// If omitted, the Edge that the map gives, or else the one it is already on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<Edge>,
        /// The reason, if a ruling allows the blow regardless of the map.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<String>,
    },
    /// `hold "A"`: the acting stack does something else.
    Hold { stack: StackId },
    /// `round "A"`: every stack that has not acted yet strikes the one opposite.
    Round {
        /// A stack in the Conflict.
        stack: StackId,
    },
    /// `rotate "A" 3`
    Rotate {
        stack: StackId,
        /// In steps of one edge of its area.
        times: u8,
    },
    /// `rotate "A" se`: on a map, where the facing gives the number of steps.
    Turn { stack: StackId, facing: Facing },
    /// `join "D" to "A"`
    Join {
        stack: StackId,
        to: StackId,
        /// The reason, if a ruling lets it join although the map keeps it apart.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<String>,
    },
    /// `flee "A"`: leaves its Conflict.
    Flee { stack: StackId },
    /// `disengage "A"`: all stacks break off the Conflict.
    Disengage { stack: StackId },
}

impl StackOrder {
    /// The stacks and units that it names.
    pub fn named_ids(&self) -> Vec<Id> {
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
