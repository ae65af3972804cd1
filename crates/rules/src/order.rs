//! Orders: everything that a player can command. An order refers to things by their ids and is self-contained, so it
//! means the same in a changed past. [`crate::notation`] reads and prints its text form.

mod campaign;
mod declaration;
mod example;
mod fight;
mod map;
mod stacks;
mod stats;

pub use campaign::{Award, ClockOrder, Gains, RefitOrder, StaffOrder, TheatreOrder, Unfinished, VictoryOrder};
pub use declaration::{ORDER_FORMS, OrderForm, OrderSubject, ShownDice, Verb, WaitsFor};
pub use fight::{Argument, DieOf, Force, Need, Regrading, Support, Term, Verdict, Volley, WearCause};
pub use map::{Border, MapOrder, March};
pub use stacks::{Edge, Posture, ScreenTarget, StackOrder};
pub use stats::{DECRYPTED, Rank, Recruit, Stats, StatsFault};
pub(crate) use wardiary_base::document::is_default;

use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::RulebookDraft,
    dice::DiceFormula,
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::Text,
};

/// An order. Each variant shows its text form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Order {
    Side {
        id: SideId,
        name: Text,
    },
    /// `stack "XX Corps" for Germans`
    Stack {
        id: StackId,
        side: SideId,
        name: Text,
    },
    /// `unit "37th Brigade" in "XX Corps" grade green`
    Unit(Recruit),
    /// `rename "XX Corps" to "20th Corps"`
    Rename {
        /// A side, stack, unit or battle.
        id: Id,
        name: Text,
    },
    /// `assign "37th Brigade" + "41st Brigade" to "XX Corps"`; `detach "37th Brigade"`
    Assign {
        units: Vec<UnitId>,
        /// The new stack; `None` takes them out of any stack.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stack: Option<StackId>,
    },
    /// `date "27 August 1914"`
    Date {
        /// The campaign's day, as free text.
        date: Text,
    },
    /// `battle "First day" with "XX Corps" v "XIII Corps" + "XV Corps" on "The plain"`,
    /// `battle "First day" from contact 2`: with the forces in that contact
    Battle {
        id: BattleId,
        name: Text,
        /// The sides, stacks and units of each party; two parties or more.
        parties: Vec<Vec<Id>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        map: Option<MapId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        contact: Option<u32>,
    },
    /// `end battle won by Germans margin "decisive" because "the ridge is taken"`
    EndBattle {
        battle: BattleId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        award: Option<Award>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Text>,
    },
    /// `reinforce "I Corps"`
    Reinforce {
        battle: BattleId,
        who: Vec<Id>,
    },
    /// `initiative`
    Initiative {
        battle: BattleId,
    },
    /// `first Germans`
    First {
        battle: BattleId,
        side: SideId,
    },
    /// `pass`
    Pass {
        battle: BattleId,
    },
    /// `end turn`
    EndTurn {
        battle: BattleId,
    },
    /// `edna "1st Grenadiers" for "take the ridge"`
    Edna {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        purpose: Option<Text>,
    },
    /// `retest "1st Grenadiers"`: rerolls its EDNA test.
    Retest {
        unit: UnitId,
    },
    /// `wear "1st Grenadiers" fire`: takes the EDNA that the rulebook's `wear` sets.
    Wear {
        unit: UnitId,
        cause: WearCause,
    },
    /// `shake "1st Grenadiers" 2`: a ruling that takes EDNA.
    Shake {
        unit: UnitId,
        by: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `rally "1st Grenadiers" 2`: a ruling that gives back EDNA.
    Rally {
        unit: UnitId,
        by: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `scrud "XX Corps" v "XIII Corps"`: the first phase of a combat, or its next.
    Scrud {
        first: Force,
        second: Force,
    },
    /// `reroll "37th Brigade" + "41st Brigade" die 2`; `stand Germans`
    Reroll {
        battle: BattleId,
        side: SideId,
        /// The dice to reroll; empty keeps them all.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dice: Vec<DieOf>,
    },
    /// `withdraw "XX Corps"`: its side leaves the combat.
    Withdraw {
        /// A side, stack or unit in the combat that withdraws.
        who: Id,
    },
    /// `commit "I Corps" to "XX Corps"`: reserves join a combat.
    Commit {
        who: Vec<Id>,
        /// A side, stack or unit in the combat.
        to: Id,
    },
    /// `lose "37th Brigade" 2`
    Lose {
        unit: UnitId,
        points: u16,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `restore "37th Brigade" 1`
    Restore {
        unit: UnitId,
        points: u16,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `eliminate "37th Brigade"`
    Eliminate {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Text>,
    },
    /// `promote "37th Brigade" 1 this combat because "dug in"`; `demote …`
    Regrade {
        who: Vec<Id>,
        /// Steps up the ladder; negative is down.
        by: i8,
        #[serde(default, skip_serializing_if = "is_default")]
        term: Term,
        why: Text,
    },
    /// `note "the fog lifts"`
    Note {
        text: Text,
    },
    /// `rules change scrud extras Ignored`; `rules change only "(troops: […])"` removes the troop types it does
    /// not name
    Rules(
        /// The changed settings; all others stay.
        Box<RulebookDraft>,
    ),
    /// `argue "The supply columns are stuck" for "rain, one road" roll 2d6 7+ then demote "XIII Corps" 1 this combat`
    Argue(Box<Argument>),
    /// `test "37th Brigade" for Leadership`; `test "XX Corps" for Leadership in parallel`
    Test {
        /// Units, stacks or sides, with all their units.
        who: Vec<Id>,
        test: Text,
        #[serde(default, skip_serializing_if = "is_default")]
        parallel: bool,
    },
    /// `object Germans`; `object Germans off`: a side objects to parallel tests, or withdraws its objection.
    Object {
        battle: BattleId,
        side: SideId,
        /// Whether the objection is withdrawn.
        #[serde(default, skip_serializing_if = "is_default")]
        off: bool,
    },
    /// `volley "37th Brigade" at "1st Rifle Brigade" range 2 in cover`
    Volley(Volley),
    /// An order for a stack or in a Conflict: `posture "XX Corps" offensive`, `strike "A" at "B" back` …
    Stacks(StackOrder),
    /// An order on a map: `place "A" at C5 facing n`, `move "A" by C4 C3` …
    Map(MapOrder),
    /// An order for the campaign's clock: `advance`, `schedule "the Guard arrives" at day 3 dawn` …
    Clock(ClockOrder),
    /// An order about the campaign's result: `end campaign`, `score Germans 3 because "the convoy arrived"`.
    Victory(VictoryOrder),
    /// An order between battles: `recover "XX Corps"` …
    Refit(RefitOrder),
    /// An order in the theatre: `station "XX Corps" at Thorn` …
    Theatre(TheatreOrder),
    /// An order for staff work: `tell Blue "…"`, `hide "XX Corps"`, `grant 3` …
    Staff(StaffOrder),
    /// `consult Weather`; `consult Reaction for "XIII Corps"`: rolls on a random table.
    Consult {
        table: Text,
        /// The unit, stack or side that it is consulted for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Id>,
    },
    /// `roll 2d6 for "weather"`, `roll 3x d6 for 37th Brigade because "a forced march"`: rolls dice outside any rule.
    Roll {
        dice: DiceFormula,
        /// The number of rolls, 1 to 100.
        #[serde(default = "once", skip_serializing_if = "is_once")]
        times: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Id>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        purpose: Option<Text>,
    },
    /// `branch "No artillery"`: names the branch that begins here.
    Branch {
        name: Text,
        /// The serial of the program's next die here, to repeat the dice of another branch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<u32>,
    },
}

fn once() -> u8 {
    1
}

/// By reference, as serde calls it.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_once(times: &u8) -> bool {
    *times == 1
}
