//! The source of each side's dice: the physical table, or the program.

use std::collections::BTreeSet;
use wardiary_base::{
    dice::Owner,
    id::{Id, SideId},
};
use wardiary_rules::state::State;

/// The sides that roll on the table and type in their dice.
#[derive(Clone, Debug)]
pub struct DiceTable<'a> {
    state: &'a State,
    pub sides: BTreeSet<SideId>,
    /// Whether all sides roll on the table. Dice without a side are then rolled there as well.
    pub all: bool,
}

impl<'a> DiceTable<'a> {
    /// `chosen` lists the sides. If it is `None`, or without sides in the state, `all_by_default` decides.
    pub fn new(state: &'a State, chosen: Option<&[SideId]>, all_by_default: bool) -> Self {
        let all = || state.sides().iter().map(|side| side.id);
        let sides: BTreeSet<SideId> = match chosen {
            Some(chosen) => all().filter(|side| chosen.contains(side)).collect(),
            None => all().filter(|_| all_by_default).collect(),
        };
        let has_all = if state.sides().is_empty() { all_by_default } else { all().all(|side| sides.contains(&side)) };
        Self { state, sides, all: has_all }
    }

    pub fn throws_for(&self, owner: Owner) -> bool {
        self.state.side_of(Id(owner.0)).map_or(self.all, |side| self.sides.contains(&side))
    }

    /// Whether some sides throw there and others do not.
    pub fn is_mixed(&self) -> bool {
        !self.all && !self.sides.is_empty()
    }

    /// The next setting of the toggle: all, then none, then the sides of the last mixed setting.
    pub fn toggled(&self, mixed: &[SideId]) -> Vec<SideId> {
        match (self.all, self.sides.is_empty() && !mixed.is_empty()) {
            (true, _) => Vec::new(),
            (false, true) => mixed.to_vec(),
            (false, false) => self.state.sides().iter().map(|side| side.id).collect(),
        }
    }

    /// The setting with one side toggled.
    pub fn toggled_for(&self, side: SideId) -> Vec<SideId> {
        let throws = |other: &SideId| self.sides.contains(other) != (*other == side);
        self.state.sides().iter().map(|side| side.id).filter(throws).collect()
    }
}
