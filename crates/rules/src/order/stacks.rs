//! Orders to stacks, and their Edges, posture and screen. Source: RULES 5.

use super::Stats;
use serde::{Deserialize, Serialize};
use wardiary_base::{
    ground::{Cell, Facing, Grid, Place},
    id::{Id, StackId, UnitId},
    text::Text,
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
        /// The leader; `None` for no leader.
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
        anyway: Option<Text>,
    },
    /// `stats "Warlord X" attack 5 warlord`: a ruling that changes a unit's stats, such as a new level.
    Stats { unit: UnitId, stats: Box<Stats> },
    /// `conflict "A" v "B" + "C"`; on a map `conflict "A"` finds the adjacent enemies
    Conflict {
        first: Vec<StackId>,
        second: Vec<StackId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<Text>,
    },
    /// `strike "A" at "B" back`; `strike "A" at "B" back anyway because "…"`
    Strike {
        stack: StackId,
        at: StackId,
        /// If omitted, the Edge that the map gives, or else the one it is already on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<Edge>,
        /// The reason, if a ruling allows the blow regardless of the map.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<Text>,
    },
    /// `hold "A"`: the acting stack does something else.
    Hold { stack: StackId },
    /// `round "A"`: every stack that has not acted yet strikes the one opposite.
    Round { stack: StackId },
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
        anyway: Option<Text>,
    },
    /// `flee "A"`: leaves its Conflict.
    Flee { stack: StackId },
    /// `disengage "A"`: all stacks break off the Conflict.
    Disengage { stack: StackId },
}

impl StackOrder {
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

wardiary_base::words! {
    /// The side from which a stack is attacked, clockwise as seen from above. Left and Right are as on the page, with the
    /// Front at the bottom.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Edge, word {
        /// The bottom, with the least valuable units.
        #[default]
        Front "front",
        /// The left of the page, which is the stack's own right hand.
        Left "left",
        /// The top, with the most valuable units.
        Back "back",
        /// The right of the page.
        Right "right",
    }
}

impl Edge {
    /// The Edge of a stack that is hit from another area.
    ///
    /// That is the Front from straight ahead, the Back from straight behind, and otherwise the Side it lies on. From an
    /// area that is not adjacent, the edge nearest to its direction counts; a tie between two edges goes to the Side.
    /// Left is clockwise from the Front: for a stack that faces n, to the east.
    pub fn hit_from(grid: Grid, stack: Place, from: Cell) -> Self {
        let mut edges = grid.facings_towards(stack.cell, from).map(|way| Self::towards(grid, stack.facing, way));
        let first = edges.next().unwrap_or_default();
        edges.next().filter(|_| matches!(first, Self::Front | Self::Back)).unwrap_or(first)
    }

    /// The Edge of a stack on the side that a way leads from it.
    pub fn towards(grid: Grid, facing: Facing, way: Facing) -> Self {
        let half = grid.facings().len() / 2;
        match grid.clockwise(facing, way) {
            None | Some(0) => Self::Front,
            Some(turn) if turn == half => Self::Back,
            Some(turn) if turn < half => Self::Left,
            Some(_) => Self::Right,
        }
    }

    pub fn is_front(&self) -> bool {
        *self == Self::Front
    }
}

wardiary_base::words! {
    /// The stance of a led stack. Source: RULES 5.5.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Posture, word {
        /// None: its Warlord is one of its units.
        #[default]
        Neutral "neutral",
        /// Its Warlord adds his attack and is exposed.
        Offensive "offensive",
        /// Its Warlord adds his defense from the middle of the Square.
        Defensive "defensive",
        /// It protects the target of its screen.
        Screening "screening",
    }
}

impl Posture {
    pub(crate) fn is_neutral(&self) -> bool {
        *self == Self::Neutral
    }
}

/// The target that a stack's screen protects. Source: RULES 5.5, 5.7.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// Error messages about faulty saves show this name.
#[serde(rename = "Screen")]
pub enum ScreenTarget {
    Edge(StackId, Edge),
    /// A unit, in the stack or outside it.
    Unit(UnitId),
    Structure(Text),
}
