//! Events: everything that can happen, as facts with the values before and after. What can be derived from them (prose,
//! luck, odds, service records) is not stored.

mod battle;
mod clash;
mod clock;
mod intel;
mod map;
mod refit;
mod stacks;
mod staff;
mod theatre;
mod veil;
mod victory;

pub use battle::BattleEnd;
pub use battle::{Cast, Cause, CombatEnd};
pub use clash::Clash;
pub use clash::{ClashEffect, ClashKind};
pub use clock::ClockEvent;
pub use intel::{
    Age, Estimate, Fading, Found, FoundCombat, FoundConflict, IntelEvent, Known, Learned, Lifted, UnderWay,
};
pub use map::{Driven, MapEvent};
pub use refit::RefitEvent;
pub use stacks::{ConflictEnd, Formation, StackEvent};
pub use staff::StaffEvent;
pub use theatre::{Marched, Parting, SightLevel, TheatreEvent, Touch};
pub use veil::{Reading, Veil};
pub use victory::{DecidedBy, Decision, VictoryEvent};

use crate::order::{Recruit, Support, Term, WearCause};
use serde::{Deserialize, Serialize};
use wardiary_base::{
    book::{Grade, RulebookDraft},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
};

/// One thing that happened. `from` and `to` are the values before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Event {
    /// From here on the diary was written by this version of the program: `Opened(program: "0.3.1")`.
    Opened {
        /// Its version.
        program: String,
    },
    /// The rules are different from here on: `RulesChanged((scrud: (extras: Ignored)))`.
    RulesChanged(
        /// What is changed; all else stays.
        Box<RulebookDraft>,
    ),
    /// The rules are different from here on, and their ladder has other grades: each grade of the old one becomes one of the
    /// new. Source: RULES 2.1.
    LadderChanged {
        /// What is changed; all else stays.
        rules: Box<RulebookDraft>,
        /// What each grade of the old ladder becomes, from the best on.
        grades: Vec<Grade>,
    },
    /// An order was broken off after dice had been shown.
    Abandoned,

    /// A side entered the campaign.
    SideMade {
        /// Its number.
        id: SideId,
        /// Its name.
        name: String,
    },
    /// A stack was formed.
    StackMade {
        /// Its number.
        id: StackId,
        /// The side it belongs to.
        side: SideId,
        /// Its name.
        name: String,
    },
    /// A unit was mustered.
    UnitMade(Recruit),
    /// Something has a new name.
    Renamed {
        /// A side, stack, unit or battle.
        id: Id,
        /// Its name before.
        from: String,
        /// Its name now.
        to: String,
    },
    /// A unit changed stacks.
    Assigned {
        /// The unit.
        unit: UnitId,
        /// The stack it left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<StackId>,
        /// The stack it joined.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<StackId>,
    },
    /// A new day.
    DateSet {
        /// The day before.
        from: String,
        /// The day now.
        to: String,
    },

    /// A battle began.
    BattleBegun {
        /// Its number.
        id: BattleId,
        /// Its name.
        name: String,
        /// The sides, in their order, with the units each brought.
        sides: Vec<(SideId, Vec<UnitId>)>,
        /// The map that it is fought on, if it is fought on one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        map: Option<MapId>,
    },
    /// Units joined a battle.
    Arrived {
        /// The battle.
        battle: BattleId,
        /// Who.
        units: Vec<UnitId>,
    },
    /// A battle ended.
    BattleEnded {
        /// The battle.
        battle: BattleId,
        /// How.
        how: BattleEnd,
        /// How it came out, in the words of whoever ended it. Older saves have these in the order alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<String>,
        /// Who won, if it was decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<Decision>,
    },

    /// A side won the initiative and may choose.
    InitiativeWon {
        /// The battle.
        battle: BattleId,
        /// The side.
        side: SideId,
    },
    /// Who goes first this turn is decided.
    FirstChosen {
        /// The battle.
        battle: BattleId,
        /// Who goes first.
        side: SideId,
    },
    /// The turn moved on to a phase of its sequence.
    PhaseBegun {
        /// The battle.
        battle: BattleId,
        /// The phase, counted from 0 in the rulebook's sequence.
        phase: u8,
        /// Whose part of it, where each side acts in turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<SideId>,
    },
    /// A turn is over and the next begins.
    TurnEnded {
        /// The battle.
        battle: BattleId,
        /// The turn that is over.
        turn: u32,
    },
    /// A side reached its Exhaustion Point and is exhausted.
    Exhausted {
        /// The battle.
        battle: BattleId,
        /// The side.
        side: SideId,
        /// Strength Points lost.
        lost: u32,
        /// Its Exhaustion Point.
        point: u32,
    },

    /// A unit was tested.
    EdnaTested {
        /// The unit.
        unit: UnitId,
        /// What the dice came to.
        total: u16,
        /// Whether it obeys.
        acts: bool,
        /// Its EDNA before.
        from: u8,
        /// Its EDNA after.
        to: u8,
    },
    /// A unit's test was thrown again, and what it came to then stands.
    EdnaRetested {
        /// The unit.
        unit: UnitId,
        /// What the dice came to.
        total: u16,
        /// Whether it obeys.
        acts: bool,
        /// Its EDNA before it was tested first.
        against: u8,
        /// Its EDNA before it was thrown again.
        from: u8,
        /// Its EDNA after.
        to: u8,
    },
    /// EDNA was worn down outside a test.
    EdnaWorn {
        /// The unit.
        unit: UnitId,
        /// By what.
        cause: WearCause,
        /// Before.
        from: u8,
        /// After.
        to: u8,
    },
    /// EDNA was changed by a ruling.
    EdnaRuled {
        /// The unit.
        unit: UnitId,
        /// Before.
        from: u8,
        /// After.
        to: u8,
    },

    /// A combat was opened.
    CombatOpened {
        /// The battle.
        battle: BattleId,
        /// The units of the side that opened it.
        first: (SideId, Vec<UnitId>),
        /// The units it attacks.
        second: (SideId, Vec<UnitId>),
    },
    /// Units were committed to a combat.
    Committed {
        /// The battle.
        battle: BattleId,
        /// Which combat of this turn, from 0.
        combat: u16,
        /// Who joined.
        units: Vec<UnitId>,
    },
    /// The dice of a phase were rolled, and may be rerolled.
    Thrown {
        /// The battle.
        battle: BattleId,
        /// Which combat of this turn, from 0.
        combat: u16,
        /// The dice of either side, in the order of the request.
        dice: (Vec<Cast>, Vec<Cast>),
        /// The dice either side had more, or fewer.
        bonus: (i8, i8),
        /// The support of either side, whose dice come last.
        #[serde(default, skip_serializing_if = "no_support")]
        support: (Vec<Support>, Vec<Support>),
    },
    /// A side threw some of its dice again, or let them stand.
    Rethrown {
        /// The battle.
        battle: BattleId,
        /// Which combat of this turn, from 0.
        combat: u16,
        /// Which dice of its line (from 0), and what they show now.
        dice: Vec<(u16, Cast)>,
    },
    /// A phase was fought.
    PhaseFought {
        /// The battle.
        battle: BattleId,
        /// Which combat of this turn, from 0.
        combat: u16,
        /// Defeats that either side suffered.
        defeats: (u16, u16),
        /// Defeats left over towards the next elimination.
        #[serde(default, skip_serializing_if = "none_left")]
        carried: (u16, u16),
    },
    /// A combat is over.
    CombatEnded {
        /// The battle.
        battle: BattleId,
        /// Which combat of this turn, from 0.
        combat: u16,
        /// How.
        how: CombatEnd,
    },
    /// A unit was demoted in a fight.
    Demoted {
        /// The unit.
        unit: UnitId,
        /// Its own grade before.
        from: Grade,
        /// Its own grade after; the same where the unit fought higher by a ruling, and its own grade is the lowest.
        to: Grade,
        /// The grades it fought with before and after, where rulings shift its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        used: Option<(Grade, Grade)>,
        /// Steps up by rulings for the combat that fell away. Those for the phase lapse with it in any case.
        #[serde(default, skip_serializing_if = "is_zero")]
        spent: u32,
    },
    /// A unit was pushed back.
    PushedBack {
        /// The unit.
        unit: UnitId,
        /// Whose die beat it first: a unit's, or a side's bonus die. Diaries of the first format do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Id>,
    },
    /// A unit was eliminated, with all its strength.
    Eliminated {
        /// The unit.
        unit: UnitId,
        /// The Strength Points it still had.
        from: u16,
        /// By what.
        by: Cause,
    },
    /// A unit lost strength, but not its last.
    StrengthLost {
        /// The unit.
        unit: UnitId,
        /// Before.
        from: u16,
        /// After.
        to: u16,
    },
    /// A unit got strength back.
    StrengthRestored {
        /// The unit.
        unit: UnitId,
        /// Before.
        from: u16,
        /// After.
        to: u16,
    },

    /// A unit's grade was changed for good, by a ruling.
    Regraded {
        /// The unit.
        unit: UnitId,
        /// Before.
        from: Grade,
        /// After.
        to: Grade,
    },
    /// A unit's grade is shifted for a time, by a ruling.
    Shifted {
        /// The unit.
        unit: UnitId,
        /// Steps up the ladder; below zero, down.
        by: i8,
        /// For how long.
        term: Term,
    },
    /// Something was written down; its text is the order's.
    Noted,
    // ---- dice tests and volleys
    /// Units were put to a test.
    DiceTested {
        /// Its name.
        test: String,
        /// Those that passed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<UnitId>,
        /// Those that did not.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        failed: Vec<UnitId>,
        /// How many of each one's dice passed, in that order; nothing where they were thrown in parallel.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dice: Vec<u8>,
    },
    /// A side objects to tests in parallel, which binds all sides of the battle; or it does so no more.
    Objected {
        /// The battle.
        battle: BattleId,
        /// The side.
        side: SideId,
        /// Whether the objection is withdrawn.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        off: bool,
    },
    /// A unit fired. What it cost the targets follows as events of their own.
    Volleyed {
        /// The battle.
        battle: BattleId,
        /// Who fired.
        unit: UnitId,
        /// How many dice it threw.
        dice: u8,
        /// Hits on each target.
        hits: Vec<(UnitId, u16)>,
        /// Whether its weapon costs it nothing of its move of the turn.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        freely: bool,
    },

    // ---- support
    /// Units supported a phase of a combat; this is what they did to each other before the line-up.
    Supported {
        /// The battle.
        battle: BattleId,
        /// Which combat of this turn, from 0.
        combat: u16,
        /// All whose support dice were rolled.
        units: Vec<UnitId>,
        /// Counter-battery, then air defence.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clashes: Vec<Clash<UnitId>>,
    },

    // ---- matrix arguments
    /// An argument was settled; its text is the order's, and what it led to follows.
    Argued {
        /// Whether it succeeds.
        succeeds: bool,
        /// What the dice came to, where it was rolled for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total: Option<u16>,
    },

    // ---- stacks
    /// Something happened to a stack, or in a Conflict.
    Stacks(StackEvent),

    // ---- maps
    /// Something happened on a map.
    Map(MapEvent),

    // ---- campaigns
    /// Something happened by the campaign's clock.
    Clock(ClockEvent),
    /// How the campaign comes out.
    Victory(VictoryEvent),
    /// Something happened between battles.
    Refit(RefitEvent),
    /// Something happened in the theatre.
    Theatre(TheatreEvent),
    /// Something happened by staff work.
    Staff(StaffEvent),
    /// A row of a random table came up; its orders follow as what is scheduled, and then what the table it sends to says.
    Consulted {
        /// The table.
        table: String,
        /// What the dice came to.
        total: i32,
        /// What the row says; `{force}` is whom the table is consulted for.
        text: String,
        /// The unit, stack or side that it is consulted for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Id>,
    },

    // ---- what a side comes to know
    /// A side came to know something: in the diary of what it saw.
    Intel(IntelEvent),

    // ---- branches of the diary
    /// From here on the branch has this name.
    BranchNamed {
        /// The name.
        name: String,
    },
}

fn no_support(support: &(Vec<Support>, Vec<Support>)) -> bool {
    support.0.is_empty() && support.1.is_empty()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(steps: &u32) -> bool {
    *steps == 0
}

fn none_left(carried: &(u16, u16)) -> bool {
    *carried == (0, 0)
}
