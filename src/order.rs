//! Orders: everything that may be asked. An order names things by their numbers and says all that it needs: given
//! again in another past, it means the same. Its text form is in [`crate::notation`].

mod argument;

pub use argument::{Argument, Need, Regrading, Verdict};
mod stacks;
mod stance;
mod stats;

pub use stacks::StackOrder;
pub use stance::{Edge, Posture, Screen};
pub use stats::{Rank, Stat, Stats};

use crate::{
    book::{Mechanism, NamedTest, RulebookDraft},
    id::{BattleId, Id, SideId, StackId, UnitId},
};
use serde::{Deserialize, Serialize};

/// One order. Each variant shows its text form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Order {
    /// `side Germans`
    Side {
        /// The number it gets.
        id: SideId,
        /// Its name.
        name: String,
    },
    /// `stack "XX Corps" for Germans`
    Stack {
        /// The number it gets.
        id: StackId,
        /// Whose it is.
        side: SideId,
        /// Its name.
        name: String,
    },
    /// `unit "37th Brigade" in "XX Corps" grade green`
    Unit(Recruit),
    /// `rename "XX Corps" to "20th Corps"`
    Rename {
        /// A side, a stack, a unit or a battle.
        id: Id,
        /// Its new name.
        name: String,
    },
    /// `assign "37th Brigade" + "41st Brigade" to "XX Corps"`; `detach "37th Brigade"`
    Assign {
        /// Who goes.
        units: Vec<UnitId>,
        /// Where to; out of any stack if nowhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stack: Option<StackId>,
    },
    /// `date "27 August 1914"`
    Date {
        /// The campaign's day, in its own words.
        date: String,
    },
    /// `battle "First day" with "XX Corps" v "XIII Corps" + "XV Corps"`
    Battle {
        /// The number it gets.
        id: BattleId,
        /// Its name.
        name: String,
        /// Who takes part: the sides, stacks and units of each party, two parties or more.
        parties: Vec<Vec<Id>>,
    },
    /// `end battle`
    EndBattle {
        /// Which.
        battle: BattleId,
        /// How it came out, in words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
    },
    /// `reinforce "I Corps"`
    Reinforce {
        /// The battle.
        battle: BattleId,
        /// Who arrives.
        who: Vec<Id>,
    },
    /// `initiative`
    Initiative {
        /// The battle.
        battle: BattleId,
    },
    /// `first Germans`
    First {
        /// The battle.
        battle: BattleId,
        /// Who goes first.
        side: SideId,
    },
    /// `pass`
    Pass {
        /// The battle.
        battle: BattleId,
    },
    /// `end turn`
    EndTurn {
        /// The battle.
        battle: BattleId,
    },
    /// `edna "1st Grenadiers" for "take the ridge"`
    Edna {
        /// Who is asked.
        unit: UnitId,
        /// For what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        purpose: Option<String>,
    },
    /// `wear "1st Grenadiers" fire`: the EDNA that the rulebook's `wear` takes.
    Wear {
        /// Who.
        unit: UnitId,
        /// By what.
        cause: WearCause,
    },
    /// `shake "1st Grenadiers" 2`: a ruling that takes EDNA.
    Shake {
        /// Who.
        unit: UnitId,
        /// How much.
        by: u8,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `rally "1st Grenadiers" 2`: a ruling that gives EDNA back.
    Rally {
        /// Who.
        unit: UnitId,
        /// How much.
        by: u8,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `scrud "XX Corps" v "XIII Corps"`: a combat's first phase, or its next.
    Scrud {
        /// Those who open the fight.
        first: Force,
        /// Those they attack.
        second: Force,
    },
    /// `reroll "37th Brigade" + "41st Brigade" die 2`; `stand Germans`
    Reroll {
        /// The battle.
        battle: BattleId,
        /// Whose decision it is.
        side: SideId,
        /// The dice to throw again; none to let them stand.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dice: Vec<DieOf>,
    },
    /// `withdraw "XX Corps"`: its side leaves the combat.
    Withdraw {
        /// One of those who withdraw: a side, a stack or a unit in a combat.
        who: Id,
    },
    /// `commit "I Corps" to "XX Corps"`: reserves join a combat.
    Commit {
        /// Who joins.
        who: Vec<Id>,
        /// A side, a stack or a unit in the combat.
        to: Id,
    },
    /// `lose "37th Brigade" 2`
    Lose {
        /// Who.
        unit: UnitId,
        /// Strength Points.
        points: u16,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `restore "37th Brigade" 1`
    Restore {
        /// Who.
        unit: UnitId,
        /// Strength Points.
        points: u16,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `eliminate "37th Brigade"`
    Eliminate {
        /// Who.
        unit: UnitId,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// `promote "37th Brigade" 1 this combat because "dug in"`; `demote …`
    Regrade {
        /// Units, stacks or sides.
        who: Vec<Id>,
        /// Steps up the ladder; below zero, down.
        by: i8,
        /// For how long.
        #[serde(default, skip_serializing_if = "Term::is_for_good")]
        term: Term,
        /// Why.
        why: String,
    },
    /// `note "the fog lifts"`
    Note {
        /// What is noted.
        text: String,
    },
    /// `rules change "(scrud: (extras: Ignored))"`
    Rules(
        /// What is changed; all else stays.
        Box<RulebookDraft>,
    ),
    // ---- matrix arguments
    /// `argue "The supply columns are stuck" for "rain, one road" roll 2d6 7+ then demote "XIII Corps" 1 this combat`
    Argue(
        /// The argument.
        Box<Argument>,
    ),
    // ---- dice tests and volleys
    /// `test "37th Brigade" for Leadership`; `test "XX Corps" for Leadership in parallel`
    Test {
        /// Units, stacks or sides: each of their units.
        who: Vec<Id>,
        /// The test's name.
        test: String,
        /// Whether the tests are thrown in parallel.
        #[serde(default, skip_serializing_if = "is_zero")]
        parallel: bool,
    },
    /// `volley "37th Brigade" at "1st Rifle Brigade" range 2 in cover`
    Volley(Volley),
    // ---- stacks
    /// An order for a stack, or in a Conflict: `posture "XX Corps" offensive`, `strike "A" at "B" back` …
    Stacks(StackOrder),
    // ---- branches of the diary
    /// `branch "No artillery"`: what follows goes by this name.
    Branch {
        /// The branch's name.
        name: String,
        /// The serial number of the program's next die here, where the dice of another branch are to fall again; else
        /// they are fresh.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<u32>,
    },
}

/// A unit's fire at those in one place. Source: RULES 4.5.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volley {
    /// Who fires.
    pub unit: UnitId,
    /// Those in the target's place: one unit, or several that share it.
    pub at: Vec<UnitId>,
    /// How far it is, in grid areas from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<u8>,
    /// What it fires with; by default the first of its weapons that reaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    /// Whether the targets are in cover.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cover: bool,
    /// Whether a General is in the firer's place.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub general: bool,
}

/// What a unit is when it is mustered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recruit {
    /// Its number.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// Its side; may be left out where its stack says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideId>,
    /// Its stack, if it is in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<StackId>,
    /// Its troop type; by default the rulebook's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Its full strength in Strength Points, 1 to 999; by default its troop type's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<u16>,
    /// Strength Points it has lost already.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lost: u16,
    /// The EDNA it starts with, 0 to 200; by default the rulebook's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edna: Option<u8>,
    /// EDNA it has lost already.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub worn: u8,
    /// Its grade's name; by default the ladder's neutral one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<String>,
    // ---- dice tests and volleys
    /// Tests it carries beside its troop type's, or in their stead where they have one's name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<NamedTest>,
    /// What it fires with; by default its troop type's weapons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<String>,
    /// Its numbers for the mechanics of stacks; all 0 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<Box<Stats>>,
}

impl Recruit {
    /// A recruit of whom nothing is said but the name.
    #[must_use]
    pub fn new(id: UnitId, name: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            id,
            name,
            side: None,
            stack: None,
            kind: None,
            strength: None,
            lost: 0,
            edna: None,
            worn: 0,
            grade: None,
            tests: Vec::new(),
            weapons: Vec::new(),
            stats: None,
        }
    }
}

fn is_zero<T: Default + PartialEq>(n: &T) -> bool {
    *n == T::default()
}

/// Those who fight on one side of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// Sides, stacks and units.
    pub who: Vec<Id>,
    /// Dice more (or, below zero, fewer) for the tactical situation.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub dice: i8,
    /// Units that support this phase from outside the line. Source: RULES 2.4.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<Support>,
}

/// A unit that supports a phase: `"Fliers"`, `"Guns" counter "Heavy Battery"`. As what, its troop type says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Support {
    /// Who.
    pub unit: UnitId,
    /// The enemy artillery against which its counter-battery is declared, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<UnitId>,
}

impl Force {
    /// Those, with as many dice as they have.
    #[must_use]
    pub fn of(who: Vec<Id>) -> Self {
        Self { who, dice: 0, support: Vec::new() }
    }
}

/// One of the dice that somebody rolled: the n-th, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DieOf(
    /// A unit, or a side for a bonus die.
    pub Id,
    /// Which of its dice, from 1.
    pub u8,
);

/// What wears a unit's EDNA outside a test. Source: RULES 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WearCause {
    /// Enemy fire that took no Strength Point.
    Fire,
    /// A second change of orders in a turn.
    Manoeuvre,
}

/// For how long a ruling on grades holds. Source: RULES 2.5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Term {
    /// The unit's next phase of a combat.
    Phase,
    /// The unit's next combat, or the one it is in.
    Combat,
    /// For good.
    #[default]
    ForGood,
}

impl Term {
    fn is_for_good(&self) -> bool {
        *self == Self::ForGood
    }
}

impl Order {
    /// The word its text form begins with.
    #[must_use]
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Side { .. } => "side",
            Self::Stack { .. } => "stack",
            Self::Unit(_) => "unit",
            Self::Rename { .. } => "rename",
            Self::Assign { stack: Some(_), .. } => "assign",
            Self::Assign { stack: None, .. } => "detach",
            Self::Date { .. } => "date",
            Self::Battle { .. } => "battle",
            Self::EndBattle { .. } => "end battle",
            Self::Reinforce { .. } => "reinforce",
            Self::Initiative { .. } => "initiative",
            Self::First { .. } => "first",
            Self::Pass { .. } => "pass",
            Self::EndTurn { .. } => "end turn",
            Self::Edna { .. } => "edna",
            Self::Wear { .. } => "wear",
            Self::Shake { .. } => "shake",
            Self::Rally { .. } => "rally",
            Self::Scrud { .. } => "scrud",
            Self::Reroll { dice, .. } if dice.is_empty() => "stand",
            Self::Reroll { .. } => "reroll",
            Self::Withdraw { .. } => "withdraw",
            Self::Commit { .. } => "commit",
            Self::Lose { .. } => "lose",
            Self::Restore { .. } => "restore",
            Self::Eliminate { .. } => "eliminate",
            Self::Regrade { by, .. } if *by < 0 => "demote",
            Self::Regrade { .. } => "promote",
            Self::Note { .. } => "note",
            Self::Rules(_) => "rules change",
            // ---- dice tests and volleys
            Self::Test { .. } => "test",
            Self::Volley(_) => "volley",
            // ---- matrix arguments
            Self::Argue(_) => "argue",
            // ---- stacks
            Self::Stacks(order) => order.verb(),
            // ---- branches of the diary
            Self::Branch { .. } => "branch",
        }
    }
    /// The mechanism it belongs to, where a rulebook can do without.
    #[must_use]
    pub fn mechanism(&self) -> Option<Mechanism> {
        mechanism_of(self.verb())
    }
}

/// The mechanism to which orders that begin with this word belong.
#[must_use]
pub fn mechanism_of(verb: &str) -> Option<Mechanism> {
    match verb {
        "edna" | "wear" | "shake" | "rally" => Some(Mechanism::Edna),
        "scrud" | "reroll" | "stand" | "withdraw" | "commit" => Some(Mechanism::Scrud),
        "initiative" | "first" | "pass" | "end turn" => Some(Mechanism::Turns),
        "test" => Some(Mechanism::Tests),
        "volley" => Some(Mechanism::Volleys),
        "posture" | "lead" | "unlead" | "screen" | "unscreen" | "merge" | "stats" | "conflict" | "strike" | "hold"
        | "round" | "rotate" | "join" | "flee" | "disengage" => Some(Mechanism::Stacks),
        _ => None,
    }
}
