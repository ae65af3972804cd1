//! The rulebook: every number and every choice that players could disagree about, as checked data.
//!
//! A RON file is a [`RulebookDraft`]: what it omits is as in the book it is `based_on`, or as in RULES.md.
//! [`RulebookDraft::check`] makes the checked [`Rulebook`], or reports all errors at once. A save carries its whole
//! rulebook and events can change it, so this module is below orders, events and state, and knows none of them.

mod check;
pub mod dice_test;
mod difference;
mod draft;
pub mod ladder;
mod lists;
mod mechanism;
mod settings;
mod shifted_grade;
pub mod tables;
mod troops;
mod unused_settings;
pub mod weapons;

pub use dice_test::{DiceTest, NamedTest, Passing, Target};
pub use draft::RulebookDraft;
pub use ladder::{Grade, GradeStep, Ladder, LadderDraft};
pub use lists::{BookList, DroppedEntries};
pub use mechanism::Mechanism;
pub use settings::{
    AirDefence, AskedFor, BonusDice, DicePer, EdnaDraft, Eliminates, ExhaustedFrom, ExhaustionDraft, GROUPS,
    GeneralHit, HandDice, Hits, OtherDouble, Policy, PolicyDraft, Scales, SettingsGroup, Square, SquareDraft,
    SquareOrder, StacksDraft, TestsDraft, Turn, TurnDraft, TurnOrder, VolleysDraft,
};
pub use settings::{
    Attacks, BlockedPush, Blows, Carry, Casualty, Edna, Equal, Exhaustion, Extras, LineUp, Objection, Parallel, Power,
    Rerolls, Scrud, ScrudDraft, Stacks, Tests, Ties, TurnPhase, Volleys, Wear,
};
pub use settings::{Clock, ClockDraft, Moment};
pub use settings::{Decides, Margins, Points, Victory, VictoryDraft};
pub use settings::{Detail, Knowledge, Sighting, SightingDraft};
pub use settings::{EdgeKind, EdgeLook, GroundRules, GroundRulesDraft, Stacking, Terrain, TerrainFor, TerrainLook};
pub use settings::{
    LostForGood, LostForGoodDraft, Merit, Pool, Promote, PromoteDraft, Raise, RaiseDraft, Replacements,
    ReplacementsDraft,
};
pub use settings::{Marching, MarchingDraft, MarchingFor};
pub use settings::{Recover, RecoverDraft, Share, When};
pub use settings::{Supply, SupplyDraft, SupplyLevel};
pub use shifted_grade::{ShiftSteps, ShiftedGrade};
pub use tables::{Table, TableRoll, TableRow, Tables, TablesDraft, Totals};
pub use troops::{Change, SupportRole, TroopType};
pub use weapons::TargetClass;
pub use weapons::{HitBy, Weapon};

/// A checked rulebook; only [`RulebookDraft::check`] makes one.
#[derive(Clone, Debug, PartialEq)]
pub struct Rulebook {
    /// The name on the command line.
    pub name: String,
    pub title: String,
    pub ladder: Ladder,
    pub scrud: Scrud,
    pub edna: Edna,
    pub exhaustion: Exhaustion,
    pub turn: Turn,
    pub square: Square,
    pub troops: Vec<TroopType>,
    pub tests: Tests,
    pub volley: Volleys,
    pub weapons: Vec<Weapon>,
    pub targets: Vec<TargetClass>,
    /// The mechanisms it uses. Orders of other mechanisms are refused.
    pub mechanisms: Vec<Mechanism>,
    pub stacks: Stacks,
    pub ground: GroundRules,
    pub clock: Clock,
    pub march: Marching,
    pub sight: Sighting,
    pub recover: Recover,
    pub replacements: Replacements,
    pub raise: Raise,
    pub promote: Promote,
    pub lost_for_good: LostForGood,
    pub supply: Supply,
    pub tables: Tables,
    /// How battles and campaigns are won.
    pub victory: Victory,
    /// The policy of `suggest` and `playtest`.
    pub policy: Policy,
    checked: Checked,
}

/// A private field, so that only this module can make a rulebook and each has been checked.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Checked;

impl Rulebook {
    /// The whole book as a draft without a base.
    pub fn to_draft(&self) -> RulebookDraft {
        RulebookDraft {
            name: self.name.clone(),
            title: self.title.clone(),
            based_on: None,
            only: Vec::new(),
            ladder: Some(LadderDraft::Own(self.ladder.clone())),
            scrud: Some((&self.scrud).into()),
            edna: Some((&self.edna).into()),
            exhaustion: Some((&self.exhaustion).into()),
            turn: Some((&self.turn).into()),
            square: Some((&self.square).into()),
            troops: Some(self.troops.clone()),
            tests: Some((&self.tests).into()),
            volley: Some((&self.volley).into()),
            weapons: Some(self.weapons.clone()),
            targets: Some(self.targets.clone()),
            mechanisms: (self.mechanisms != Mechanism::ALL).then(|| self.mechanisms.clone()),
            stacks: Some((&self.stacks).into()),
            ground: Some((&self.ground).into()),
            clock: Some((&self.clock).into()),
            march: Some((&self.march).into()),
            sight: Some((&self.sight).into()),
            recover: Some((&self.recover).into()),
            replacements: Some((&self.replacements).into()),
            raise: Some((&self.raise).into()),
            promote: Some((&self.promote).into()),
            lost_for_good: Some((&self.lost_for_good).into()),
            supply: Some((&self.supply).into()),
            tables: (!self.tables.is_empty()).then(|| (&self.tables).into()),
            victory: Some((&self.victory).into()),
            policy: Some((&self.policy).into()),
        }
    }

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

    /// Replaces the ladder, for a roll that names a ladder.
    pub fn with_ladder(self, ladder: Ladder) -> Self {
        Self { name: ladder.name.clone(), title: format!("The ladder “{}”", ladder.name), ladder, ..self }
    }

    pub fn troop(&self, name: &str) -> Option<&TroopType> {
        self.troops.iter().find(|t| t.name.eq_ignore_ascii_case(name))
    }

    pub fn weapon(&self, name: &str) -> Option<&Weapon> {
        self.weapons.iter().find(|w| w.name.eq_ignore_ascii_case(name))
    }

    pub fn target(&self, name: &str) -> Option<&TargetClass> {
        self.targets.iter().find(|t| t.name.eq_ignore_ascii_case(name))
    }

    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.find(name).and_then(|at| self.tables.get(at))
    }

    /// The target class of a troop type; the rulebook's last one if the type is not in it.
    pub fn target_of(&self, kind: &str) -> &TargetClass {
        let class = self.troop(kind).and_then(|t| self.target(&t.target));
        class.unwrap_or(&self.targets[self.targets.len() - 1])
    }

    /// The defaults of RULES.md, from which a book without a base starts.
    pub fn default_rules() -> Self {
        Self {
            name: "rules".into(),
            title: "The rules as shipped".into(),
            ladder: Ladder::mouat(),
            scrud: Scrud::default(),
            edna: Edna::default(),
            exhaustion: Exhaustion::default(),
            turn: Turn::default(),
            square: Square::default(),
            troops: troops::default_troop_types(),
            tests: Tests::default(),
            volley: Volleys::default(),
            weapons: weapons::default_weapons(),
            targets: weapons::default_targets(),
            mechanisms: Mechanism::ALL.to_vec(),
            stacks: Stacks::default(),
            ground: GroundRules::default(),
            clock: Clock::default(),
            march: Marching::default(),
            sight: Sighting::default(),
            recover: Recover::default(),
            replacements: Replacements::default(),
            raise: Raise::default(),
            promote: Promote::default(),
            lost_for_good: LostForGood::default(),
            supply: Supply::default(),
            tables: Tables::default(),
            victory: Victory::default(),
            policy: Policy::default(),
            checked: Checked,
        }
    }
}
