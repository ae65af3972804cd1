//! The mechanisms of the rules. A rulebook names those it uses. Source: RULES.md, one section each.

use crate::fault::Fault;
use serde::{Deserialize, Serialize};

crate::words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Mechanism, title {
        /// Whether a unit obeys. RULES 1.
        Edna "EDNA",
        /// Combats, die against die. RULES 2.
        Scrud "SCRUD",
        /// Dice tests. RULES 3.
        Tests "dice tests",
        /// Fire at a distance. RULES 4.5.
        Volleys "volleys",
        /// How much a side can lose before it stops attacking. RULES 4.2.
        Exhaustion "exhaustion",
        /// Stacks as one unit: Conflicts, postures, screens. RULES 5.
        Stacks "stacks that fight as one",
        /// Turns, and the initiative. RULES 4.3.
        Turns "turns",
    }
}

pub(super) fn faults(mechanisms: &[Mechanism]) -> Vec<Fault> {
    let twice = |at: &usize| mechanisms[..*at].contains(&mechanisms[*at]);
    let fault = |at: usize| Fault::at(at.to_string(), format!("{:?} is named twice", mechanisms[at]));
    (0..mechanisms.len()).filter(twice).map(fault).collect()
}
