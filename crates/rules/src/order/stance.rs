//! How a stack stands to others: its Edges, its posture, what it screens. Source: RULES 5.3, 5.5, 5.7.

use serde::{Deserialize, Serialize};
use wardiary_base::{
    ground::{Cell, Grid, Place},
    id::{StackId, UnitId},
};

/// The side from which a stack is attacked. Left and Right are the page's, with the Front at the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Edge {
    /// The bottom: the least valuable stand there.
    #[default]
    Front,
    /// The page's left: the stack's own right hand.
    Left,
    /// The top: the most valuable stand there.
    Back,
    /// The page's right.
    Right,
}

impl Edge {
    /// All four, clockwise from above, beginning with the Front.
    pub const ALL: [Self; 4] = [Self::Front, Self::Left, Self::Back, Self::Right];

    /// The Edge of a stack that is hit from another area: the Front from straight ahead, the Back from straight behind, from
    /// anywhere else the Side that it lies on. Of areas that are no neighbours the edge nearest to the way there counts; who is
    /// halfway between two stands on the Side. Left is clockwise from the Front: of a stack that faces n, to the east.
    #[must_use]
    pub fn towards(grid: Grid, stack: Place, from: Cell) -> Self {
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

    /// Its name in orders.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Left => "left",
            Self::Back => "back",
            Self::Right => "right",
        }
    }

    /// Whether it is the Front, where nothing need be said.
    #[must_use]
    pub fn is_front(&self) -> bool {
        *self == Self::Front
    }
}

/// What a led stack is out for. Source: RULES 5.5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Posture {
    /// Nothing of the sort: its Warlord is one of its units.
    #[default]
    Neutral,
    /// Its Warlord adds his attack, and is in danger.
    Offensive,
    /// Its Warlord adds his defense, from the middle of the Square.
    Defensive,
    /// It keeps somebody or something from harm.
    Screening,
}

impl Posture {
    /// All there are.
    pub const ALL: [Self; 4] = [Self::Neutral, Self::Offensive, Self::Defensive, Self::Screening];

    /// Its name in orders.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::Offensive => "offensive",
            Self::Defensive => "defensive",
            Self::Screening => "screening",
        }
    }

    /// Whether it is the one that needs no Warlord.
    #[must_use]
    pub(crate) fn is_neutral(&self) -> bool {
        *self == Self::Neutral
    }
}

/// What a stack keeps from harm. Source: RULES 5.5, 5.7.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
// The name that messages about faulty saves show.
#[serde(rename = "Screen")]
pub enum ScreenTarget {
    /// An Edge of another stack.
    Edge(StackId, Edge),
    /// A unit, of its own or outside.
    Unit(UnitId),
    /// A structure, in words.
    Structure(String),
}
