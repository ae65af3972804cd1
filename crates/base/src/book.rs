//! The rulebook: every number and every choice that players could argue about, as checked data.
//!
//! A RON file is a [`RulebookDraft`]: what it leaves out is as in the book it is `based_on`, or as in RULES.md.
//! [`RulebookDraft::check`] makes the checked [`Rulebook`], or reports everything wrong at once. A save carries its whole
//! rulebook, and events can change it, so this module lies below orders, events and state, and knows none of them.

mod check;
pub mod dice_test;
mod difference;
mod draft;
mod idle;
pub mod ladder;
mod lists;
mod mechanism;
mod settings;
mod standing;
pub mod tables;
mod troops;
pub mod weapons;

pub use dice_test::{DiceTest, NamedTest, Passing, Target};
pub use draft::RulebookDraft;
pub use ladder::{Grade, GradeStep, Ladder, LadderDraft};
pub use lists::{BookList, TakenAway};
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
pub use standing::{ShiftSteps, Standing};
pub use tables::{Table, TableRoll, TableRow, Tables, TablesDraft, Totals};
pub use troops::{Change, SupportRole, TroopType};
pub use weapons::TargetClass;
pub use weapons::{HitBy, Weapon};

/// A rulebook that has been checked; only [`RulebookDraft::check`] makes one.
#[derive(Clone, Debug, PartialEq)]
pub struct Rulebook {
    /// What it is called on the command line.
    pub name: String,
    /// What it is called in words.
    pub title: String,
    /// The grades, best first.
    pub ladder: Ladder,
    /// SCRUD.
    pub scrud: Scrud,
    /// EDNA.
    pub edna: Edna,
    /// Exhaustion.
    pub exhaustion: Exhaustion,
    /// The sequence of a turn.
    pub turn: Turn,
    /// The Square.
    pub square: Square,
    /// The troop types.
    pub troops: Vec<TroopType>,
    // ---- dice tests and volleys
    /// Dice tests.
    pub tests: Tests,
    /// Volleys.
    pub volley: Volleys,
    /// The weapons.
    pub weapons: Vec<Weapon>,
    /// The target classes.
    pub targets: Vec<TargetClass>,
    /// The mechanisms it uses; orders of others are refused.
    pub mechanisms: Vec<Mechanism>,
    // ---- stacks
    /// Stacks and their Conflicts.
    pub stacks: Stacks,
    // ---- the map
    /// The ground.
    pub ground: GroundRules,
    // ---- campaigns
    /// The campaign's clock.
    pub clock: Clock,
    /// Marching over the theatre.
    pub march: Marching,
    /// Sighting in the theatre.
    pub sight: Sighting,
    /// Recovery between battles.
    pub recover: Recover,
    /// Replacements.
    pub replacements: Replacements,
    /// The rebuilding of the eliminated.
    pub raise: Raise,
    /// Promotion.
    pub promote: Promote,
    /// What of a battle's losses is lost for good.
    pub lost_for_good: LostForGood,
    /// Supply.
    pub supply: Supply,
    /// The random tables.
    pub tables: Tables,
    /// How battles and campaigns are won.
    pub victory: Victory,
    // ---- solo play
    /// The policy of `suggest` and `playtest`.
    pub policy: Policy,
    checked: Checked,
}

/// What only this module can make, so that every rulebook has been through its check.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Checked;

impl Rulebook {
    /// The whole book as a draft that depends on no other.
    #[must_use]
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
            // ---- dice tests and volleys
            tests: Some((&self.tests).into()),
            volley: Some((&self.volley).into()),
            weapons: Some(self.weapons.clone()),
            targets: Some(self.targets.clone()),
            mechanisms: (self.mechanisms != Mechanism::ALL).then(|| self.mechanisms.clone()),
            // ---- stacks
            stacks: Some((&self.stacks).into()),
            // ---- the map
            ground: Some((&self.ground).into()),
            // ---- campaigns
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
            // ---- solo play
            policy: Some((&self.policy).into()),
        }
    }

    /// Whether dice are lined up, so that grades count: in combats, or in the rounds of Conflicts.
    #[must_use]
    pub fn lines_up(&self) -> bool {
        let by_scrud = self.uses(Mechanism::Stacks) && self.stacks.blows == Blows::Scrud;
        by_scrud || self.uses(Mechanism::Scrud)
    }

    /// Whether units' grades do anything: dice are rolled by them, and a stack's Square can be filled by them.
    #[must_use]
    pub fn uses_grades(&self) -> bool {
        self.uses(Mechanism::Scrud) || self.uses(Mechanism::Stacks)
    }

    /// Whether it uses a mechanism.
    #[must_use]
    pub fn uses(&self, mechanism: Mechanism) -> bool {
        self.mechanisms.contains(&mechanism)
    }

    /// These rules with another ladder, under its name: what a roll that names a ladder is rolled under.
    #[must_use]
    pub fn with_ladder(self, ladder: Ladder) -> Self {
        Self { name: ladder.name.clone(), title: format!("The ladder “{}”", ladder.name), ladder, ..self }
    }

    /// The troop type of that name.
    #[must_use]
    pub fn troop(&self, name: &str) -> Option<&TroopType> {
        self.troops.iter().find(|t| t.name.eq_ignore_ascii_case(name))
    }

    /// The weapon of that name.
    #[must_use]
    pub fn weapon(&self, name: &str) -> Option<&Weapon> {
        self.weapons.iter().find(|w| w.name.eq_ignore_ascii_case(name))
    }

    /// The target class of that name.
    #[must_use]
    pub fn target(&self, name: &str) -> Option<&TargetClass> {
        self.targets.iter().find(|t| t.name.eq_ignore_ascii_case(name))
    }

    /// The random table of that name.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.find(name).and_then(|at| self.tables.get(at))
    }

    /// The target class that troops of a type are hit as; the rulebook's last where the type is not in it.
    #[must_use]
    pub fn target_of(&self, kind: &str) -> &TargetClass {
        let class = self.troop(kind).and_then(|t| self.target(&t.target));
        class.unwrap_or(&self.targets[self.targets.len() - 1])
    }

    /// RULES.md as it stands: what a book that is based on nothing starts from.
    #[must_use]
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
            troops: troops::default_troops(),
            tests: Tests::default(),
            volley: Volleys::default(),
            weapons: weapons::default_weapons(),
            targets: weapons::default_targets(),
            mechanisms: Mechanism::ALL.to_vec(),
            // ---- stacks
            stacks: Stacks::default(),
            // ---- the map
            ground: GroundRules::default(),
            // ---- campaigns
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
            // ---- solo play
            policy: Policy::default(),
            checked: Checked,
        }
    }
}
