//! The rulebook: every number and every choice that players could disagree about, as checked data.
//!
//! A RON file is a [`RulebookDraft`]: omitted settings come from the book it is `based_on`, or from RULES.md.
//! [`RulebookDraft::check`] makes the checked [`Rulebook`], or reports all errors at once. A save carries its whole
//! rulebook and events can change it, so this module is below orders, events and state, and knows none of them.

#[macro_use]
mod list_draft;

pub mod dice_test;
mod difference;
mod draft;
pub mod ladder;
mod lists;
mod settings;
pub mod tables;
mod troops;
mod unused_settings;
pub mod weapons;

use crate::{
    fault::Fault,
    text::{Raw, Text},
};
pub use dice_test::{DiceTest, NamedTest, Passing, Target};
pub use draft::RulebookDraft;
pub use ladder::{Grade, GradeStep, Ladder, LadderDraft, ShiftSteps, ShiftedGrade};
pub use list_draft::{ListDraft, ListEntry};
pub use lists::{BookList, DroppedEntries};
use serde::{Deserialize, Serialize};
pub use settings::*;
pub use tables::{Table, TableAudience, TableRoll, TableRow, TableState, Tables, TablesDraft, Totals};
pub use troops::{Change, SupportRole, TroopChanges, TroopType};
pub use weapons::{HitBy, TargetClass, Weapon, WeaponChanges};

/// Declares the rulebook with a row for each group of settings: its field, its type, and its title.
macro_rules! rulebook {
    ($($(#[doc = $doc:literal])* $group:ident: $Settings:ident, $title:literal;)*) => {
        /// A checked rulebook; only [`RulebookDraft::check`] makes one.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Rulebook {
            /// The name on the command line.
            pub name: Text,
            pub title: Text,
            pub ladder: Ladder,
            pub troops: Vec<TroopType>,
            pub weapons: Vec<Weapon>,
            pub targets: Vec<TargetClass>,
            /// The mechanisms it uses. Orders of other mechanisms are refused.
            pub mechanisms: Vec<Mechanism>,
            pub tables: Tables,
            $($(#[doc = $doc])* pub $group: $Settings,)*
            checked: Checked,
        }

        pub const GROUPS: &[SettingsGroup] = &[$((stringify!($group), $title, $Settings::ABOUT)),*];

        impl Rulebook {
            /// The defaults of RULES.md, from which a book without a base starts.
            pub fn default_rules() -> Self {
                Self {
                    name: "rules".into(),
                    title: "The default rules".into(),
                    ladder: Ladder::mouat(),
                    troops: troops::default_troop_types(),
                    weapons: weapons::default_weapons(),
                    targets: weapons::default_targets(),
                    mechanisms: Mechanism::ALL.to_vec(),
                    tables: Tables::default(),
                    $($group: $Settings::default(),)*
                    checked: Checked,
                }
            }

            pub fn to_draft(&self) -> RulebookDraft {
                RulebookDraft {
                    name: self.name.clone(),
                    title: self.title.clone(),
                    based_on: None,
                    only: Vec::new(),
                    ladder: Some(LadderDraft::Own(self.ladder.clone())),
                    troops: Some(ListDraft::Whole(self.troops.clone())),
                    weapons: Some(ListDraft::Whole(self.weapons.clone())),
                    targets: Some(self.targets.clone()),
                    mechanisms: (self.mechanisms != Mechanism::ALL).then(|| self.mechanisms.clone()),
                    tables: (!self.tables.is_empty()).then(|| (&self.tables).into()),
                    $($group: Some((&self.$group).into()),)*
                }
            }

            /// The book as in a file's header: omits `[later]` settings with their default, so that shares of old saves
            /// do not change.
            pub fn to_header_draft(&self) -> RulebookDraft {
                let mut draft = self.to_draft();
                $(draft.$group.iter_mut().for_each(|group| group.omit_later_defaults());)*
                draft
            }

            fn with_settings(self, draft: RulebookDraft) -> Self {
                Self { $($group: draft.$group.unwrap_or_default().apply_to(&self.$group),)* ..self }
            }

            fn differing_settings(&self, other: &Self) -> Vec<(&'static str, Vec<difference::DifferingSetting>)> {
                let groups = [$((stringify!($group), self.$group.differing_settings(&other.$group))),*];
                groups.into_iter().filter(|(_, settings)| !settings.is_empty()).collect()
            }
        }
    };
}

rulebook! {
    scrud: Scrud, "SCRUD";
    edna: Edna, "EDNA";
    exhaustion: Exhaustion, "Exhaustion";
    turn: Turn, "The turn";
    square: Square, "The Square";
    tests: Tests, "Dice tests";
    volley: Volleys, "Volleys";
    stacks: Stacks, "Stacks";
    ground: GroundRules, "The ground";
    clock: Clock, "The campaign's clock";
    march: Marching, "Marching in the theatre";
    sight: Sighting, "Fog of war: sighting in the theatre";
    /// How battles and campaigns are won.
    victory: Victory, "Victory";
    recover: Recover, "Recovery between battles";
    replacements: Replacements, "Replacements";
    raise: Raise, "Rebuilding";
    promote: Promote, "Promotion";
    lost_for_good: LostForGood, "Losses for good";
    supply: Supply, "Supply";
    /// The policy of `suggest` and `playtest`.
    policy: Policy, "The policy of suggest and playtest";
}

/// A private field, so that only this module can make a rulebook and each has been checked.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Checked;

impl Rulebook {
    /// Whether dice are lined up, so that grades matter: in combats, or in rounds of Conflicts.
    pub fn uses_line_up(&self) -> bool {
        let by_scrud = self.uses(Mechanism::Stacks) && self.stacks.blows == Blows::Scrud;
        by_scrud || self.uses(Mechanism::Scrud)
    }

    /// Whether grades have any effect: dice depend on them, and the Square of a stack can be filled by them.
    pub fn uses_grades(&self) -> bool {
        self.uses(Mechanism::Scrud) || self.uses(Mechanism::Stacks)
    }

    pub fn uses(&self, mechanism: Mechanism) -> bool {
        self.mechanisms.contains(&mechanism)
    }

    pub fn with_ladder(self, ladder: Ladder) -> Self {
        Self { name: ladder.name.clone(), title: format!("The ladder “{}”", ladder.name).into(), ladder, ..self }
    }

    pub fn troop(&self, name: &(impl Raw + ?Sized)) -> Option<&TroopType> {
        self.troops.iter().find(|t| t.name.eq_ignore_case(name))
    }

    pub fn weapon(&self, name: &(impl Raw + ?Sized)) -> Option<&Weapon> {
        self.weapons.iter().find(|w| w.name.eq_ignore_case(name))
    }

    pub fn target(&self, name: &(impl Raw + ?Sized)) -> Option<&TargetClass> {
        self.targets.iter().find(|t| t.name.eq_ignore_case(name))
    }

    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.find(name).and_then(|at| self.tables.get(at))
    }

    /// The target class of a troop type; the rulebook's last one if the type is not in it.
    pub fn target_of(&self, kind: &(impl Raw + ?Sized)) -> &TargetClass {
        let class = self.troop(kind).and_then(|t| self.target(&t.target));
        class.unwrap_or(&self.targets[self.targets.len() - 1])
    }
}

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

fn mechanism_faults(mechanisms: &[Mechanism]) -> Vec<Fault> {
    let twice = |at: &usize| mechanisms[..*at].contains(&mechanisms[*at]);
    let fault = |at: usize| Fault::at(at.to_string(), format!("{:?} is named twice", mechanisms[at]));
    (0..mechanisms.len()).filter(twice).map(fault).collect()
}
