//! The settings of sighting in the theatre: specific to this program. Source: RULES 7.

use super::{deserialize_some, serialize_some};
use crate::fault::Fault;
use serde::{Deserialize, Serialize};

/// Maximum range of sight, in areas.
const MAX_RANGE: u8 = 100;

/// Maximum time that a sighting is remembered, in parts.
const MAX_MEMORY: u16 = 1_000;

settings! {
    /// Sighting in the theatre of a campaign: who sees whom, and what he knows of him. Source: RULES 7.
    Sighting, SightingDraft {
        /// How many areas far a force sees, 0 to 100, where nothing blocks its line of sight; on a network it sees its own place
        /// and the next ones. Without it there is no sighting.
        range: Option<u8> = None,
        /// What a side knows of an enemy force that it sees: `(strength: Band([5, 10]), edna: Hidden)`.
        seen: Knowledge = Knowledge::default(),
        /// What it knows of one with which it is in contact.
        in_contact: Knowledge = Knowledge { strength: Detail::Exact, ..Knowledge::default() },
        /// What it knows of one that it fights. Strength, grade and EDNA go by it, of each unit; who stands against whom is seen on
        /// the table, so that presence, place and kind are then exact whatever it says.
        fought: Knowledge = Knowledge { strength: Detail::Exact, grade: Detail::Exact, edna: Detail::Exact, ..Knowledge::default() },
        /// For how many parts a side still knows what it knew of a force that it sees no more; then only where and when it saw
        /// it last.
        memory: u16 = 0,
    }
}

/// What a side knows of an enemy force. The default is `Exact` for presence, place and kind, and `Hidden` for the rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Knowledge {
    /// Its identity and number of units. A band of the number tells that some force is there, but not which. If hidden,
    /// nothing is known of the force at all.
    pub presence: Detail,
    pub place: Detail,
    /// Troop types of its units.
    pub kind: Detail,
    pub strength: Detail,
    /// Grades of its units. Bands count grades from 1, the best.
    pub grade: Detail,
    pub edna: Detail,
}

/// How exactly something is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Detail {
    Exact,
    /// As a band. Each band begins with one of these numbers, the first with 0.
    Band(Vec<u16>),
    Hidden,
}

impl Default for Knowledge {
    fn default() -> Self {
        let (exact, hidden) = (|| Detail::Exact, || Detail::Hidden);
        Self { presence: exact(), place: exact(), kind: exact(), strength: hidden(), grade: hidden(), edna: hidden() }
    }
}

impl Knowledge {
    fn faults(&self) -> Vec<Fault> {
        let Self { presence, place, kind, strength, grade, edna } = self;
        let numbers = [("presence", presence), ("strength", strength), ("grade", grade), ("edna", edna)];
        let mut faults: Vec<Fault> = numbers.into_iter().filter_map(|(name, detail)| detail.fault(name)).collect();
        for (name, detail) in [("place", place), ("kind", kind)] {
            if matches!(detail, Detail::Band(_)) {
                let fault = Fault::at(name, format!("there are no bands of a {name}, which is no number"));
                faults.push(fault.with_hint("`Exact` or `Hidden`"));
            }
        }
        faults
    }
}

impl Detail {
    fn fault(&self, name: &str) -> Option<Fault> {
        let Self::Band(from) = self else { return None };
        let rises = !from.is_empty() && from[0] > 0 && from.windows(2).all(|pair| pair[0] < pair[1]);
        let what = "bands begin with rising numbers, of which the first is 1 at least";
        (!rises).then(|| Fault::at(name, what).with_hint("`Band([5, 10])` is 0 to 4, 5 to 9, and 10 or more"))
    }
}

impl Sighting {
    pub fn is_on(&self) -> bool {
        self.range.is_some()
    }

    pub(in crate::book) fn faults(&self) -> Vec<Fault> {
        let levels = [("seen", &self.seen), ("in_contact", &self.in_contact), ("fought", &self.fought)];
        let mut faults: Vec<Fault> = levels
            .into_iter()
            .flat_map(|(name, level)| level.faults().into_iter().map(|f| f.with_prefix(name)))
            .collect();
        if let Some(range) = self.range.filter(|range| *range > MAX_RANGE) {
            faults.push(Fault::at("range", format!("a force sees 0 to {MAX_RANGE} areas far, not {range}")));
        }
        if self.memory > MAX_MEMORY {
            let what = format!("0 to {MAX_MEMORY} parts are remembered, not {}", self.memory);
            faults.push(Fault::at("memory", what));
        }
        faults
    }
}
