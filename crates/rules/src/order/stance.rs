//! The Edges, posture and screen of a stack. Source: RULES 5.3, 5.5, 5.7.

use serde::{Deserialize, Serialize};
use wardiary_base::{
    ground::{Cell, Grid, Place},
    id::{StackId, UnitId},
};

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
        let half = grid.facings().len() / 2;
        let edge = |facing| match grid.clockwise(stack.facing, facing) {
            None | Some(0) => Self::Front,
            Some(turn) if turn == half => Self::Back,
            Some(turn) if turn < half => Self::Left,
            Some(_) => Self::Right,
        };
        let mut edges = grid.facings_towards(stack.cell, from).map(edge);
        let first = edges.next().unwrap_or_default();
        edges.next().filter(|_| matches!(first, Self::Front | Self::Back)).unwrap_or(first)
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

/// What a stack protects. Source: RULES 5.5, 5.7.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// Error messages about faulty saves show this name.
#[serde(rename = "Screen")]
pub enum ScreenTarget {
    Edge(StackId, Edge),
    /// A unit, in the stack or outside it.
    Unit(UnitId),
    Structure(String),
}
