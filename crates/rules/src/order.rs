//! Orders: everything that can be asked. An order names things by their numbers and says all that it needs, so that it
//! means the same in another past. Its text form is in [`crate::notation`].

mod argument;
mod clock;
mod combat;
mod declaration;
mod fire;
mod forms;
mod map;
mod recruit;
mod refit;
mod ruling;
mod stacks;
mod staff;
mod stance;
mod stats;
mod theatre;
mod victory;

pub use argument::{Argument, Need, Regrading, Verdict};
pub use clock::ClockOrder;
pub use combat::{DieOf, Force, Support};
pub use declaration::{Concerned, ShownDice, WaitsFor};
pub use declaration::{KEYWORDS, Verb};
pub use fire::Volley;
pub use forms::ORDER_FORMS;
pub use map::{Border, MapOrder, March};
pub use recruit::Recruit;
pub use refit::{Gains, RefitOrder};
pub use ruling::{Term, WearCause};
pub use stacks::StackOrder;
pub use staff::StaffOrder;
pub use stance::{Edge, Posture, ScreenTarget};
pub use stats::StatsFault;
pub use stats::{Rank, Stats};
pub use theatre::TheatreOrder;
pub use victory::{Award, VictoryOrder};

use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::RulebookDraft,
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
};

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
    /// `battle "First day" with "XX Corps" v "XIII Corps" + "XV Corps" on "The plain"`,
    /// `battle "First day" from contact 2`: with the forces at hand there
    Battle {
        /// The number it gets.
        id: BattleId,
        /// Its name.
        name: String,
        /// Who takes part: the sides, stacks and units of each party, two parties or more.
        parties: Vec<Vec<Id>>,
        /// The map that it is fought on, if it is fought on one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        map: Option<MapId>,
        /// The contact of the theatre that is fought, if it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        contact: Option<u32>,
    },
    /// `end battle won by Germans margin "decisive" because "the ridge is taken"`
    EndBattle {
        /// Which.
        battle: BattleId,
        /// Who has won, where whoever ends it says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        award: Option<Award>,
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
    /// `retest "1st Grenadiers"`: its EDNA test thrown again.
    Retest {
        /// Who.
        unit: UnitId,
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
        #[serde(default, skip_serializing_if = "is_default")]
        term: Term,
        /// Why.
        why: String,
    },
    /// `note "the fog lifts"`
    Note {
        /// What is noted.
        text: String,
    },
    /// `rules change "(scrud: (extras: Ignored))"`; `rules change only "(troops: […])"` takes away the troop types not named
    Rules(
        /// What is changed; all else stays.
        Box<RulebookDraft>,
    ),
    /// `argue "The supply columns are stuck" for "rain, one road" roll 2d6 7+ then demote "XIII Corps" 1 this combat`
    Argue(
        /// The argument.
        Box<Argument>,
    ),
    /// `test "37th Brigade" for Leadership`; `test "XX Corps" for Leadership in parallel`
    Test {
        /// Units, stacks or sides: each of their units.
        who: Vec<Id>,
        /// The test's name.
        test: String,
        /// Whether the tests are thrown in parallel.
        #[serde(default, skip_serializing_if = "is_default")]
        parallel: bool,
    },
    /// `object Germans`; `object Germans off`: a side objects to tests in parallel, or no more.
    Object {
        /// The battle.
        battle: BattleId,
        /// The side.
        side: SideId,
        /// Whether the objection is withdrawn.
        #[serde(default, skip_serializing_if = "is_default")]
        off: bool,
    },
    /// `volley "37th Brigade" at "1st Rifle Brigade" range 2 in cover`
    Volley(Volley),
    /// An order for a stack, or in a Conflict: `posture "XX Corps" offensive`, `strike "A" at "B" back` …
    Stacks(StackOrder),
    /// An order on a map: `place "A" at C5 facing n`, `move "A" by C4 C3` …
    Map(MapOrder),
    /// An order for the campaign's clock: `advance`, `schedule "the Guard arrives" at day 3 dawn` …
    Clock(ClockOrder),
    /// An order that says how the campaign comes out: `end campaign`, `score Germans 3 because "the convoy arrived"`.
    Victory(VictoryOrder),
    /// An order between battles: `recover "XX Corps"` …
    Refit(RefitOrder),
    /// An order in the theatre: `station "XX Corps" at Thorn` …
    Theatre(TheatreOrder),
    /// An order for staff work: `tell Blue "…"`, `hide "XX Corps"`, `grant 3` …
    Staff(StaffOrder),
    /// `consult Weather`; `consult Reaction for "XIII Corps"`: what a random table says.
    Consult {
        /// The table's name.
        table: String,
        /// The unit, stack or side that it is consulted for, if it is for one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Id>,
    },
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

/// Whether a value is its type's default, which saves leave out.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
