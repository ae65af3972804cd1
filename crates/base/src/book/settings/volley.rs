//! The settings of dice tests and volleys. Source: RULES 3, 4.5.

use crate::fault::Fault;
use serde::{Deserialize, Serialize};

/// Whether several tests may be rolled in parallel. Source: RULES 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Parallel {
    Allowed,
    /// Allowed until a side objects. Then both sides roll tests in series for the rest of the battle.
    Objected,
}

settings! {
    /// Dice tests. Source: RULES 3.
    Tests, TestsDraft {
        /// Whether several tests may be rolled in parallel: `Allowed`; or `Objected`, until a side objects.
        parallel: Parallel = Parallel::Allowed,
        /// Whether dice that pass beyond what a test needs earn a bonus. If so, tests are rolled in series, since passing dice
        /// can't be counted in parallel.
        bonuses: bool = false,
    }
}

/// Why tests may not be rolled in parallel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objection {
    BySide,
    /// Dice that pass earn bonuses, which cannot be counted in parallel.
    Bonuses,
}

impl Tests {
    pub fn objection(&self, objected: bool) -> Option<Objection> {
        match self {
            Self { bonuses: true, .. } => Some(Objection::Bonuses),
            Self { parallel: Parallel::Objected, .. } if objected => Some(Objection::BySide),
            Self { .. } => None,
        }
    }
}

/// The number of hits that a volley scores on a target. Source: RULES 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hits {
    EachDouble,
    /// One, regardless of the number of doubles.
    AtMostOne,
}

/// The second double that beats cover, besides the one that hits. Source: RULES 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OtherDouble {
    /// Any, including one of the same face.
    Any,
    OtherFace,
}

/// Who is hit when a volley hits a General and the troops with him. Source: RULES 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GeneralHit {
    Both,
    /// A D6 decides: on 1 to 5 the troops, on 6 the General.
    D6,
}

settings! {
    /// Volleys. Source: RULES 4.5.
    Volleys, VolleysDraft {
        /// How many hits a volley scores on a target: one for `EachDouble`, or `AtMostOne` in all.
        hits: Hits = Hits::EachDouble,
        /// Which second double beats cover: `Any`, or one of an `OtherFace`.
        other_double: OtherDouble = OtherDouble::Any,
        /// Who is hit when a volley hits both a General and troops: `Both`; or `D6`, the troops on 1 to 5, the General on 6.
        general_hit: GeneralHit = GeneralHit::Both,
        /// Extra dice with a General in the attacker's area, 0 to 20.
        general_dice: u8 = 2,
    }
}

impl Volleys {
    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        if self.general_dice <= 20 {
            return Vec::new();
        }
        vec![Fault::at("general_dice", format!("a General must add 0 to 20 dice, not {}", self.general_dice))]
    }
}
