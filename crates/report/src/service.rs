//! Service records: the history of each unit and of each force, battle by battle and day by day. Derived from the diary,
//! never stored.
//!
//! Defeats inflicted in a combat follow from the line-up: each is credited to the unit whose die beat the one opposite,
//! or beat the lowest die from past the end of the line. Re-rolled dice count with their final faces. Blows in a
//! Conflict belong to a whole stack, and are credited to no unit.

mod force;
mod gather;
pub mod words;

pub use force::{ForceDay, ForceRecord, ForceService, of_formations};
pub use gather::service;
use std::{collections::BTreeMap, sync::Arc};
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, Id, SideId, StackId, UnitId},
    text::Text,
};
use wardiary_diary::diary::{Diary, EntryNo, Remarks};
use wardiary_rules::{
    event::Reading,
    state::{State, Unit},
};

/// The records of all units, and what the records of their forces need.
#[derive(Clone, Debug, PartialEq)]
pub struct ServiceRecords {
    /// In roster order.
    pub units: Vec<ServiceRecord>,
    /// The entries about each side, formation, stack and unit.
    entries: BTreeMap<Id, Vec<EntryNo>>,
    remarks: BTreeMap<EntryNo, Remarks>,
    leaders: Vec<LeaderChange>,
    /// The campaign at the end of each period of its clock, and now.
    days: Vec<Arc<State>>,
}

/// A unit began to lead a stack; or the stack was left without a leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderChange {
    /// 0 for the muster.
    pub no: EntryNo,
    pub stack: StackId,
    pub leader: Option<UnitId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceRecord {
    pub unit: UnitId,
    pub side: SideId,
    /// Its first condition, and the condition after each entry that changed it.
    pub history: Vec<(EntryNo, Condition)>,
    /// In the order in which it joined them.
    pub battles: Vec<Service>,
    /// In no battle.
    pub objectives_taken: Vec<TakenObjective>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    pub battle: BattleId,
    /// Its stack when it joined the battle.
    pub stack: Option<StackId>,
    pub from: Condition,
    /// Its condition at the end of the battle, or now.
    pub to: Condition,
    /// `None` if the strength that it had is not known.
    pub lost: Option<u32>,
    pub combats: u32,
    pub volleys: u32,
    pub tests: u32,
    pub passed: u32,
    pub inflicted: u32,
    pub suffered: u32,
    pub hits: u32,
    pub objectives_taken: Vec<TakenObjective>,
    /// The objective where it stood at the end of the battle, if its side held that.
    pub held_objective: Option<String>,
}

/// An objective that changed sides because a unit moved there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenObjective {
    pub no: EntryNo,
    pub place: String,
    /// The unit's stack.
    pub stack: Option<StackId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub strength: Reading<u16>,
    pub edna: Reading<u8>,
    pub grade: Reading<Text>,
    /// Whether the rules use its EDNA, and its grade.
    pub uses_edna: bool,
    pub uses_grade: bool,
}

impl Condition {
    pub fn new(state: &State, unit: &Unit) -> Self {
        let grade = unit.grade().map(|grade| state.book().ladder.step(grade).name.clone());
        let (uses_edna, uses_grade) = (state.book().uses(Mechanism::Edna), state.uses_grade(unit));
        Self { strength: unit.strength_left(), edna: unit.edna().map(|edna| edna.now), grade, uses_edna, uses_grade }
    }

    pub fn is_eliminated(&self) -> bool {
        self.strength == Reading::Exact(0)
    }

    fn is_known(&self) -> bool {
        self.strength.is_exact() && self.edna.is_exact() && self.grade.is_exact()
    }
}

impl Service {
    fn is_notable(&self) -> bool {
        let Self { combats, volleys, tests, passed, inflicted, suffered, hits, .. } = self;
        let counts = [&self.lost.unwrap_or(0), combats, volleys, tests, passed, inflicted, suffered, hits];
        counts.into_iter().any(|count| *count > 0) || !self.objectives_taken.is_empty() || self.held_objective.is_some()
    }

    /// Combines it with the service that followed.
    pub fn combined_with(mut self, next: &Self) -> Self {
        self.to = next.to.clone();
        self.lost = self.lost.zip(next.lost).map(|(first, second)| first + second);
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

    fn new(battle: BattleId, state: &State, unit: &Unit) -> Self {
        let from = Condition::new(state, unit);
        Self {
            battle,
            stack: unit.stack,
            to: from.clone(),
            from,
            lost: unit.strength().exact().map(|_| 0),
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

/// Caches what units did in each entry, on any branch. Entries never change, so the cache stays valid; after a save is
/// reloaded a new reader is needed.
#[derive(Clone, Debug, Default)]
pub struct ServiceReader {
    /// By entry number, which has no gaps; `None` if not yet read.
    cache: Vec<Option<Box<[UnitService]>>>,
}

/// A unit's part in an entry, and the battle it belongs to.
type UnitService = (BattleId, UnitId, Service);

impl ServiceReader {
    /// Reads at most `many` more entries of a path, the last ones first. Returns whether the whole path is read.
    pub fn extend(&mut self, diary: &Diary, way: &[EntryNo], many: usize) -> bool {
        self.cache.resize(self.cache.len().max(diary.entries().len() + 1), None);
        let unknown = way.iter().rev().copied().filter(|no| self.cache.get(*no as usize).is_some_and(Option::is_none));
        let mut missing: Vec<EntryNo> = unknown.take(many + 1).collect();
        let is_all = missing.len() <= many;
        missing.truncate(many);
        missing.reverse();
        for step in diary.steps(missing) {
            self.cache[step.entry.no as usize] = Some(gather::step_services(&step).into());
        }
        is_all
    }

    /// The deeds of units in an entry, by battle; empty if it has not been read.
    pub fn services(&self, no: EntryNo) -> &[UnitService] {
        self.cache.get(no as usize).and_then(Option::as_deref).unwrap_or_default()
    }
}
