//! The mechanisms of the rules. A rulebook names those it uses. Source: RULES.md, one section each.

use crate::fault::Fault;
use serde::{Deserialize, Serialize};

/// A mechanism that a rulebook can use or do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mechanism {
    /// Whether a unit obeys. RULES 1.
    Edna,
    /// Combats, die against die. RULES 2.
    Scrud,
    /// Dice tests. RULES 3.
    Tests,
    /// Fire at a distance. RULES 4.5.
    Volleys,
    /// How much a side can lose before it stops attacking. RULES 4.2.
    Exhaustion,
    /// Stacks as one unit: Conflicts, postures, screens. RULES 5.
    Stacks,
    /// Turns, and the initiative. RULES 4.3.
    Turns,
}

impl Mechanism {
    pub const ALL: [Self; 7] =
        [Self::Edna, Self::Scrud, Self::Tests, Self::Volleys, Self::Exhaustion, Self::Stacks, Self::Turns];

    /// The name in a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Self::Edna => "EDNA",
            Self::Scrud => "SCRUD",
            Self::Tests => "dice tests",
            Self::Volleys => "volleys",
            Self::Exhaustion => "exhaustion",
            Self::Stacks => "stacks that fight as one",
            Self::Turns => "turns",
        }
    }
}

/// Faults of a rulebook's list of mechanisms.
pub(super) fn faults(mechanisms: &[Mechanism]) -> Vec<Fault> {
    let twice = |at: &usize| mechanisms[..*at].contains(&mechanisms[*at]);
    let fault = |at: usize| Fault::at(at.to_string(), format!("{:?} is named twice", mechanisms[at]));
    (0..mechanisms.len()).filter(twice).map(fault).collect()
}
