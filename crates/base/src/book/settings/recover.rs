//! The settings of recovery between battles, and when it is due: specific to this program. Source: RULES 7.

use super::{Share, deserialize_some, serialize_some};
use crate::fault::Fault;
use serde::{Deserialize, Serialize};

/// The longest interval, in parts of the campaign's clock.
pub(in crate::book) const MAX_PARTS: u16 = 1000;

/// When something between battles is due to a unit, and due again: after a number of parts of the campaign's clock, or
/// after a battle. Source: RULES 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    /// After this many consecutive parts without fighting, marching or contact with an enemy.
    Rested(u16),
    /// After this many consecutive parts without fighting or contact. Marching is allowed.
    Unengaged(u16),
    /// After this many parts, whatever the unit did.
    Passed(u16),
    /// After the end of each battle that it was in.
    AfterBattle,
}

impl When {
    /// The interval in parts; `None` if it does not depend on time.
    pub fn parts(self) -> Option<u16> {
        match self {
            Self::Rested(parts) | Self::Unengaged(parts) | Self::Passed(parts) => Some(parts),
            Self::AfterBattle => None,
        }
    }

    pub(in crate::book) fn fault(self) -> Option<Fault> {
        let parts = self.parts().filter(|parts| !(1..=MAX_PARTS).contains(parts))?;
        Some(Fault::at("when", format!("it takes 1 to {MAX_PARTS} parts, not {parts}")))
    }
}

settings! {
    /// Recovery between battles: what a unit gets back by itself. Source: RULES 7.
    Recover, RecoverDraft {
        /// How many Strength Points at a time.
        strength: u16 = 0,
        /// How much EDNA at a time.
        edna: u8 = 0,
        /// How many of the grades that it has lost since it was mustered, at a time.
        grade: u8 = 0,
        /// When it is due: `Rested(1)`, `Unengaged(1)` or `Passed(1)`, after so many parts of the clock, or `AfterBattle`.
        when: When = When::Rested(1),
        /// The share of its full strength and of its full EDNA up to which a unit recovers.
        most: Share = Share::WHOLE,
    }
}

impl Recover {
    pub fn is_on(&self) -> bool {
        self.strength > 0 || self.edna > 0 || self.grade > 0
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = self.when.fault().into_iter().collect();
        if self.strength > 999 {
            faults.push(Fault::at("strength", format!("a unit recovers 0 to 999 SP, not {}", self.strength)));
        }
        if self.edna > 200 {
            faults.push(Fault::at("edna", format!("a unit recovers 0 to 200 EDNA, not {}", self.edna)));
        }
        if self.most == Share::NONE && self.is_on() {
            faults.push(Fault::at("most", "nobody recovers up to nothing").with_hint("a share such as 0.5, or 1"));
        }
        faults
    }
}
