//! Who throws his dice on the table, and whose the program throws.

use std::collections::BTreeSet;
use wardiary_base::{
    dice::Owner,
    id::{Id, SideId},
};
use wardiary_rules::state::State;

/// The sides whose dice are thrown on the table and typed in.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    state: &'a State,
    /// The sides.
    pub sides: BTreeSet<SideId>,
    /// Whether all throw there, and with them who is of no side.
    all: bool,
}

impl<'a> Table<'a> {
    /// These sides of those there are; of all or none of them where nobody is of a side.
    #[must_use]
    pub fn new(state: &'a State, said: Option<&[SideId]>, all_by_default: bool) -> Self {
        let all = || state.sides().iter().map(|side| side.id);
        let sides: BTreeSet<SideId> = match said {
            Some(said) => all().filter(|side| said.contains(side)).collect(),
            None => all().filter(|_| all_by_default).collect(),
        };
        let has_all = if state.sides().is_empty() { all_by_default } else { all().all(|side| sides.contains(&side)) };
        Self { state, sides, all: has_all }
    }

    /// Whether a die of that owner is thrown there. Those of nobody are where everybody's are.
    #[must_use]
    pub fn has(&self, owner: Owner) -> bool {
        self.state.side_of(Id(owner.0)).map_or(self.all, |side| self.sides.contains(&side))
    }

    /// Whether all dice are thrown there.
    #[must_use]
    pub fn has_all(&self) -> bool {
        self.all
    }

    /// Whether some throw there and others don't.
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        !self.all && !self.sides.is_empty()
    }

    /// The sides that throw there once it is turned over: all, then none, then those who did while not all did.
    #[must_use]
    pub fn turned_over(&self, mixed: &[SideId]) -> Vec<SideId> {
        match (self.all, self.sides.is_empty() && !mixed.is_empty()) {
            (true, _) => Vec::new(),
            (false, true) => mixed.to_vec(),
            (false, false) => self.state.sides().iter().map(|side| side.id).collect(),
        }
    }

    /// The same once a side throws elsewhere than now.
    #[must_use]
    pub fn turned_over_for(&self, side: SideId) -> Vec<SideId> {
        let throws = |other: &SideId| self.sides.contains(other) != (*other == side);
        self.state.sides().iter().map(|side| side.id).filter(throws).collect()
    }
}
