//! The settings of exhaustion. Source: RULES 4.2.

use super::{deserialize_some, serialize_some};
use crate::fault::Fault;
use serde::{Deserialize, Serialize};

/// When a side that has lost its Exhaustion Point becomes exhausted. Source: RULES 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExhaustedFrom {
    /// At the check at the end of the turn.
    EndOfTurn,
    AtOnce,
}

settings! {
    /// Exhaustion. Source: RULES 4.2.
    Exhaustion, ExhaustionDraft {
        /// The share of its first Strength Points that a side can lose, as a fraction; the point is rounded up.
        fraction: (u16, u16) = (1, 2),
        /// When it takes hold.
        exhausted_from: ExhaustedFrom = ExhaustedFrom::EndOfTurn,
        /// Whether reinforcements' strength and losses count.
        reinforcements_count: bool = false,
    }
}

impl Exhaustion {
    /// The Exhaustion Point of a side with this many initial Strength Points, rounded up.
    pub fn point(&self, initial: u32) -> u32 {
        let (part, whole) = (u64::from(self.fraction.0), u64::from(self.fraction.1.max(1)));
        u32::try_from((u64::from(initial) * part).div_ceil(whole)).unwrap_or(u32::MAX)
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let (part, whole) = self.fraction;
        if part == 0 || whole == 0 || part > whole {
            let what = format!("({part}, {whole}) is no fraction above 0 and up to 1");
            return vec![Fault::at("fraction", what).with_hint("a half is `(1, 2)`")];
        }
        Vec::new()
    }
}
