//! Service records: what became of each unit, battle by battle. Derived from the diary, never stored.
//!
//! What a unit inflicted in a combat is told by the line-up of its dice: each defeat is credited to the unit whose die beat
//! the one opposite, or a lowest one from beyond the end of the line. Dice that were thrown again count as they lay at last.
//! Blows in a Conflict are a whole stack's, and are credited to nobody in it.

mod deeds;
mod gather;
pub mod words;

pub use deeds::DeedsReader;
pub use gather::service;

use wardiary_base::id::{BattleId, SideId, UnitId};
use wardiary_diary::diary::{EntryNo, Remarks};
use wardiary_rules::{
    event::{Reading, Veil},
    state::{State, Unit},
};

/// All that a unit did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceRecord {
    /// The unit.
    pub unit: UnitId,
    /// The side that it belongs to.
    pub side: SideId,
    /// What it was first, and after each entry that changed it.
    pub history: Vec<(EntryNo, Condition)>,
    /// The battles that it was in, in their order.
    pub battles: Vec<Service>,
    /// The objectives that it took in no battle.
    pub took: Vec<Taken>,
    /// The entries that it is in.
    pub entries: Vec<EntryNo>,
    /// What readers have put down on these.
    pub remarks: Vec<(EntryNo, Remarks)>,
}

/// What a unit did in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    /// The battle.
    pub battle: BattleId,
    /// How it came.
    pub from: Condition,
    /// How it was when the battle ended, or is now.
    pub to: Condition,
    /// Strength Points that it lost.
    pub lost: u32,
    /// Combats and Conflicts that it fought in.
    pub combats: u32,
    /// Volleys that it fired.
    pub volleys: u32,
    /// Tests that it was put to, of EDNA and with dice.
    pub tests: u32,
    /// How many of them it passed.
    pub passed: u32,
    /// Defeats that its dice inflicted.
    pub inflicted: u32,
    /// Defeats that it suffered.
    pub suffered: u32,
    /// Hits of its volleys.
    pub hits: u32,
    /// The objectives that it took.
    pub took: Vec<Taken>,
    /// The objective in which it stood when the battle ended, where that was its side's then.
    pub held: Option<String>,
}

/// An objective that went over to a side by a unit that came to stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The entry.
    pub no: EntryNo,
    /// The place, by its name.
    pub place: String,
}

/// How a unit is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Its Strength Points.
    pub strength: u16,
    /// Its EDNA.
    pub edna: u8,
    /// The name of its own grade.
    pub grade: String,
    /// How far these are known: where one is not, what stands for it is no number of the unit's.
    pub veil: Veil,
}

impl Condition {
    /// How a unit is in a state.
    #[must_use]
    pub fn of(state: &State, unit: &Unit) -> Self {
        let grade = state.book().ladder.step(unit.grade).name.clone();
        let veil = unit.veil.as_deref().cloned().unwrap_or_default();
        Self { strength: unit.strength.now, edna: unit.edna.now, grade, veil }
    }

    /// How far its strength is known: that it has none left is.
    #[must_use]
    pub fn strength_known(&self) -> Reading {
        if self.strength == 0 { Reading::Exact } else { self.veil.strength }
    }
}

impl Service {
    /// Whether there is anything to say of it.
    fn is_something(&self) -> bool {
        let Self { lost, combats, volleys, tests, passed, inflicted, suffered, hits, .. } = self;
        let counts = [lost, combats, volleys, tests, passed, inflicted, suffered, hits];
        counts.into_iter().any(|count| *count > 0) || !self.took.is_empty() || self.held.is_some()
    }

    /// What it comes to with what followed.
    #[must_use]
    pub fn then(mut self, next: &Self) -> Self {
        self.to = next.to.clone();
        self.lost += next.lost;
        self.combats += next.combats;
        self.volleys += next.volleys;
        self.tests += next.tests;
        self.passed += next.passed;
        self.inflicted += next.inflicted;
        self.suffered += next.suffered;
        self.hits += next.hits;
        self.took.extend(next.took.iter().cloned());
        self.held = next.held.clone().or(self.held);
        self
    }

    fn beginning(battle: BattleId, from: Condition) -> Self {
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
            took: Vec::new(),
            held: None,
        }
    }
}
