//! The cases that odds are given for: results of a roll, as far as they differ.

use wardiary_base::{
    book::Grade,
    sides::{BothSides, CombatSide},
};
use wardiary_rules::rules::{Outcome, table::DrawnRow};

/// The units left of a side: how many of which grade, best first. Support dice are not counted.
pub(crate) type Survivors = Vec<(Grade, u16)>;

/// A result of a roll or a combat, as far as the odds distinguish it from others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Case {
    /// A total.
    Sum {
        /// Dice and what was added.
        total: i32,
    },
    /// EDNA tests in a row.
    Edna {
        /// In how many the unit acted.
        acted: u8,
        /// Its EDNA afterwards.
        edna: u8,
    },
    /// The initiative.
    Initiative {
        /// The side that has it.
        winner: CombatSide,
    },
    /// Defeats that each side suffered in a phase.
    Defeats(BothSides<u16>),
    /// What is left of each side.
    Left(BothSides<Survivors>),
    // ---- dice tests and volleys
    /// How many tests passed.
    Tests {
        /// Of all that were thrown.
        passed: usize,
    },
    /// A volley.
    Volley {
        /// Hits on each target class, in the order in which they were named.
        hits: Vec<u16>,
    },
    /// Blows.
    Blows {
        /// How many hit.
        hits: u8,
        /// The damage they do together.
        damage: u32,
    },
    // ---- campaigns
    /// A random table, and those that it sends to.
    Table {
        /// What comes up on each.
        rows: Vec<DrawnRow>,
    },
}

impl Case {
    /// The case of an outcome; of a combat, what is left if `left` is set, and the defeats otherwise.
    #[must_use]
    pub fn of(outcome: &Outcome, left: bool) -> Self {
        match outcome {
            Outcome::Sum { total } => Self::Sum { total: *total },
            Outcome::Edna { acted, edna, .. } => Self::Edna { acted: *acted, edna: *edna },
            Outcome::Scrud { left: grades, .. } if left => Self::Left(grades.clone()),
            Outcome::Scrud { defeats, .. } => Self::Defeats(*defeats),
            Outcome::Initiative { winner } => Self::Initiative { winner: *winner },
            // ---- dice tests and volleys
            Outcome::Tests(thrown) => Self::Tests { passed: thrown.passed() },
            Outcome::Volley { fired, .. } => Self::Volley { hits: fired.hits.clone() },
            Outcome::Table(drawn) => Self::Table { rows: drawn.iter().map(|drawn| drawn.row).collect() },
            Outcome::Blows(blows) => {
                let damage = blows.iter().filter_map(|blow| blow.damage);
                let hits = u8::try_from(damage.clone().count()).expect("a roll has 100 blows at the most");
                Self::Blows { hits, damage: damage.sum() }
            }
        }
    }
}
