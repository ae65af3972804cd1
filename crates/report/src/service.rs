//! Service records: the history of each unit, battle by battle. Derived from the diary, never stored.
//!
//! Defeats inflicted in a combat follow from the line-up: each is credited to the unit whose die beat the one opposite,
//! or beat the lowest die from past the end of the line. Re-rolled dice count with their final faces. Blows in a
//! Conflict belong to a whole stack, and are credited to no unit.

mod gather;
mod service_reader;
pub mod words;

pub use gather::service;
pub use service_reader::ServiceReader;

use wardiary_base::id::{BattleId, SideId, UnitId};
use wardiary_diary::diary::{EntryNo, Remarks};
use wardiary_rules::{
    event::{Reading, Veil},
    state::{State, Unit},
};

/// The service record of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceRecord {
    pub unit: UnitId,
    pub side: SideId,
    /// Its first condition, and the condition after each entry that changed it.
    pub history: Vec<(EntryNo, Condition)>,
    /// In the order in which it joined them.
    pub battles: Vec<Service>,
    pub objectives_taken: Vec<Taken>,
    /// Entries that involve the unit.
    pub entries: Vec<EntryNo>,
    /// Readers' remarks on these entries.
    pub remarks: Vec<(EntryNo, Remarks)>,
}

/// A unit's service in one battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    pub battle: BattleId,
    pub from: Condition,
    /// Its condition at the end of the battle, or now.
    pub to: Condition,
    pub lost: u32,
    pub combats: u32,
    pub volleys: u32,
    /// EDNA and dice tests taken.
    pub tests: u32,
    pub passed: u32,
    /// Defeats inflicted by its dice.
    pub inflicted: u32,
    pub suffered: u32,
    pub hits: u32,
    pub objectives_taken: Vec<Taken>,
    /// The objective where it stood at the end of the battle, if its side held that.
    pub held_objective: Option<String>,
}

/// An objective that changed sides because a unit moved there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    pub no: EntryNo,
    /// The name of the place.
    pub place: String,
}

/// The condition of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub strength: u16,
    pub edna: u8,
    /// The name of its own grade.
    pub grade: String,
    /// How well the numbers are known; an unknown one is a placeholder.
    pub precision: Veil,
}

impl Condition {
    pub fn new(state: &State, unit: &Unit) -> Self {
        let grade = state.book().ladder.step(unit.grade).name.clone();
        let veil = unit.veil.as_deref().cloned().unwrap_or_default();
        Self { strength: unit.strength.now, edna: unit.edna.now, grade, precision: veil }
    }

    /// How well its strength is known. That a unit has none left is always known.
    pub fn strength_known(&self) -> Reading {
        if self.strength == 0 { Reading::Exact } else { self.precision.strength }
    }
}

impl Service {
    /// Whether there is anything to report.
    fn is_notable(&self) -> bool {
        let Self { lost, combats, volleys, tests, passed, inflicted, suffered, hits, .. } = self;
        let counts = [lost, combats, volleys, tests, passed, inflicted, suffered, hits];
        counts.into_iter().any(|count| *count > 0) || !self.objectives_taken.is_empty() || self.held_objective.is_some()
    }

    /// Combines it with the service that followed.
    pub fn combined_with(mut self, next: &Self) -> Self {
        self.to = next.to.clone();
        self.lost += next.lost;
        self.combats += next.combats;
        self.volleys += next.volleys;
        self.tests += next.tests;
        self.passed += next.passed;
        self.inflicted += next.inflicted;
        self.suffered += next.suffered;
        self.hits += next.hits;
        self.objectives_taken.extend(next.objectives_taken.iter().cloned());
        self.held_objective = next.held_objective.clone().or(self.held_objective);
        self
    }

    fn new(battle: BattleId, from: Condition) -> Self {
        Self {
            battle,
            to: from.clone(),
            from,
            lost: 0,
            combats: 0,
            volleys: 0,
            tests: 0,
            passed: 0,
            inflicted: 0,
            suffered: 0,
            hits: 0,
            objectives_taken: Vec::new(),
            held_objective: None,
        }
    }
}
