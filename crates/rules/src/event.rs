//! Events: everything that can happen, as facts with the values before and after. Prose, luck, odds and service records
//! are derived and not stored.

mod campaign;
mod intel;
mod map;
mod stacks;
mod theatre;

use crate::order::{Recruit, Support, Term, WearCause, is_default};
pub use campaign::{ClockEvent, DecidedBy, Decision, RefitEvent, StaffEvent, VictoryEvent};
pub use intel::{
    Age, Estimate, Fading, Found, FoundCombat, FoundConflict, IntelEvent, Known, Learned, Precision, Reading,
    RevealedTheatre, UnderWay, UnitPrecision,
};
pub use map::{Driven, MapEvent};
use serde::{Deserialize, Serialize};
pub use stacks::{ConflictEnd, Square, StackEvent};
pub use theatre::{ContactCause, ContactEnd, Marched, SightLevel, TheatreEvent};
use wardiary_base::{
    book::{Grade, RulebookDraft},
    dice::{DiceFormula, Face},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    text::Text,
};

/// An event. `from` and `to` are the values before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Event {
    /// This version of the program writes the diary from here on: `Opened(program: "0.3.1")`.
    Opened {
        program: Text,
    },
    /// The rules changed: `RulesChanged((scrud: (extras: Ignored)))`.
    RulesChanged(
        /// The changed settings; all others stay.
        Box<RulebookDraft>,
    ),
    /// The ladder changed with the rules: each old grade becomes a new one. Source: RULES 2.1.
    LadderChanged {
        /// The changed settings; all others stay.
        rules: Box<RulebookDraft>,
        /// The new grade for each grade of the old ladder, best first.
        grades: Vec<Grade>,
    },
    /// An order was abandoned after its dice had been shown.
    Abandoned,

    SideMade {
        id: SideId,
        name: Text,
    },
    StackMade {
        id: StackId,
        side: SideId,
        name: Text,
        /// The path of its formation: `"Army of the North / II Corps"`.
        #[serde(default, skip_serializing_if = "Text::is_empty")]
        formation: Text,
    },
    UnitMade(Recruit),
    Renamed {
        /// A side, stack, unit or battle.
        id: Id,
        from: Text,
        to: Text,
    },
    Assigned {
        unit: UnitId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<StackId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<StackId>,
    },
    DateSet {
        from: Text,
        to: Text,
    },

    BattleBegun {
        id: BattleId,
        name: Text,
        /// The sides in order, with the units that each brought.
        sides: Vec<(SideId, Vec<UnitId>)>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        map: Option<MapId>,
    },
    Arrived {
        battle: BattleId,
        units: Vec<UnitId>,
    },
    BattleEnded {
        battle: BattleId,
        how: BattleEnd,
        /// A comment on the result. Older saves have it in the order only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Text>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<Decision>,
    },

    /// A side won the initiative and may choose who goes first.
    InitiativeWon {
        battle: BattleId,
        side: SideId,
    },
    FirstChosen {
        battle: BattleId,
        side: SideId,
    },
    PhaseBegun {
        battle: BattleId,
        /// Index in the rulebook's sequence.
        phase: u8,
        /// The acting side, if sides act in turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<SideId>,
    },
    TurnEnded {
        battle: BattleId,
        turn: u32,
    },
    Exhausted {
        battle: BattleId,
        side: SideId,
        lost: u32,
        point: u32,
    },

    EdnaTested {
        unit: UnitId,
        total: u16,
        acts: bool,
        from: u8,
        to: u8,
    },
    /// A unit's test was rerolled; the second total counts.
    EdnaRetested {
        unit: UnitId,
        total: u16,
        acts: bool,
        /// Its EDNA at the first test.
        against: u8,
        /// Its EDNA before the reroll.
        from: u8,
        to: u8,
    },
    /// EDNA was worn outside a test.
    EdnaWorn {
        unit: UnitId,
        cause: WearCause,
        from: u8,
        to: u8,
    },
    EdnaRuled {
        unit: UnitId,
        from: u8,
        to: u8,
    },

    CombatOpened {
        battle: BattleId,
        /// The side that opened it, and its units.
        first: (SideId, Vec<UnitId>),
        /// The side it attacked, and its units.
        second: (SideId, Vec<UnitId>),
    },
    Committed {
        battle: BattleId,
        /// Index among this turn's combats.
        combat: u16,
        units: Vec<UnitId>,
    },
    /// The dice of a phase were rolled and may be rerolled.
    Thrown {
        battle: BattleId,
        combat: u16,
        /// The dice of each side, in the order of the request.
        dice: (Vec<Cast>, Vec<Cast>),
        /// Bonus or penalty dice of each side.
        bonus: (i8, i8),
        /// The supporting units of each side. Their dice come last.
        #[serde(default, skip_serializing_if = "is_default")]
        support: (Vec<Support>, Vec<Support>),
        /// Units in the lines whose dice are left out of this phase.
        #[serde(default, skip_serializing_if = "is_default")]
        left_out: Vec<UnitId>,
    },
    /// A side rerolled some of its dice, or kept them.
    Rethrown {
        battle: BattleId,
        combat: u16,
        /// Indices in its line, and the new faces.
        dice: Vec<(u16, Cast)>,
    },
    PhaseFought {
        battle: BattleId,
        combat: u16,
        /// Defeats suffered by each side.
        defeats: (u16, u16),
        /// Defeats carried over towards the next elimination.
        #[serde(default, skip_serializing_if = "is_default")]
        carried: (u16, u16),
    },
    CombatEnded {
        battle: BattleId,
        combat: u16,
        how: CombatEnd,
    },
    Demoted {
        unit: UnitId,
        from: Grade,
        /// The same as before if its own grade, below one that a ruling raised, is already the lowest.
        to: Grade,
        /// The grades it fought with, before and after, if rulings shift its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        used: Option<(Grade, Grade)>,
        /// Promotions for the combat that were used up. Those for the phase lapse with it anyway.
        #[serde(default, skip_serializing_if = "is_default")]
        spent: u32,
    },
    PushedBack {
        unit: UnitId,
        /// The owner of the die that beat it first: a unit, or a side for a bonus die. Diaries of the first format do not have it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Id>,
        /// The combat that it leaves, by its index among this turn's, if it retires.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leaves: Option<u16>,
    },
    Eliminated {
        unit: UnitId,
        from: u16,
        by: Cause,
    },
    /// A unit lost strength, but not all of it.
    StrengthLost {
        unit: UnitId,
        from: u16,
        to: u16,
    },
    StrengthRestored {
        unit: UnitId,
        from: u16,
        to: u16,
    },

    /// A ruling changed a unit's grade permanently.
    Regraded {
        unit: UnitId,
        from: Grade,
        to: Grade,
    },
    /// A ruling shifted a unit's grade temporarily.
    Shifted {
        unit: UnitId,
        /// Steps up the ladder; negative is down.
        by: i8,
        term: Term,
    },
    /// A note was taken; its text is the order's.
    Noted,
    DiceTested {
        test: Text,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        passed: Vec<UnitId>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        failed: Vec<UnitId>,
        /// How many dice of each unit passed, in that order; empty for parallel tests.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dice: Vec<u8>,
    },
    /// A side objects to parallel tests, which binds all sides of the battle; or it withdraws its objection.
    Objected {
        battle: BattleId,
        side: SideId,
        /// Whether the objection is withdrawn.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        off: bool,
    },
    /// A unit fired. Its effects on the targets follow as separate events.
    Volleyed {
        battle: BattleId,
        unit: UnitId,
        dice: u8,
        hits: Vec<(UnitId, u16)>,
        /// Whether the weapon leaves its move of the turn free.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        freely: bool,
    },

    /// Units supported a phase. Lists what they did to each other before the line-up.
    Supported {
        battle: BattleId,
        combat: u16,
        /// All units whose support dice were rolled.
        units: Vec<UnitId>,
        /// Counter-battery fire, then air defence.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        clashes: Vec<Clash<UnitId>>,
    },

    /// An argument was settled. Its text is the order's; its effects follow.
    Argued {
        succeeds: bool,
        /// Total of the dice, if any were rolled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total: Option<u16>,
    },

    Stacks(StackEvent),

    Map(MapEvent),

    Clock(ClockEvent),
    Victory(VictoryEvent),
    Refit(RefitEvent),
    Theatre(TheatreEvent),
    Staff(StaffEvent),
    /// A row of a random table came up. Its orders follow as scheduled items, then the result of the table it leads to.
    Consulted {
        table: Text,
        total: i32,
        /// Text of the row, with `{force}` for `who`.
        text: Text,
        /// The unit, stack or side that it is consulted for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Id>,
        /// The state that the table leaves behind.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        becomes: Option<Text>,
    },
    Rolled {
        dice: DiceFormula,
        totals: Vec<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<Id>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        purpose: Option<Text>,
    },

    /// A side learned something: only in its own diary.
    Intel(IntelEvent),

    /// The branch has this name from here on.
    BranchNamed {
        name: Text,
    },
}

impl Event {
    /// The number of the written orders that it answers.
    pub fn answered_orders(&self) -> Option<u32> {
        match self {
            Self::Staff(
                StaffEvent::Granted { number, .. }
                | StaffEvent::Refused { number, .. }
                | StaffEvent::Cancelled { number },
            ) => Some(*number),
            _ => None,
        }
    }

    /// The free text that it adds to the campaign, as it was written.
    pub fn text(&self) -> Option<&Text> {
        match self {
            Self::Consulted { text, .. }
            | Self::Clock(ClockEvent::Scheduled { what: text, .. })
            | Self::Staff(StaffEvent::Told { text, .. } | StaffEvent::HandedIn { text, .. }) => Some(text),
            Self::Staff(StaffEvent::Granted { why: text, .. } | StaffEvent::Refused { why: text, .. })
            | Self::BattleEnded { outcome: text, .. }
            | Self::Victory(
                VictoryEvent::BattleDecided { outcome: text, .. } | VictoryEvent::CampaignEnded { outcome: text, .. },
            )
            | Self::Rolled { purpose: text, .. } => text.as_ref(),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cast {
    /// A plain face, before the modifier.
    Face(Face),
    /// The score of a specialist die, used as it is.
    Score(Face),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    Defeat,
    /// The additional elimination after a number of defeats of its side.
    EveryThird,
    Losses,
    Rout,
    Ruling,

    CounterBattery,
    AirDefence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CombatEnd {
    PhasesUsed,
    Withdrew(SideId),
    NoneLeft(SideId),
    /// The turn or the battle ended.
    TimeUp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BattleEnd {
    Called,
    AllExhausted,
    NoneLeft(SideId),
}

/// A support die rolled against another: `(what: CounterBattery, by: 5, at: 9, scores: (5, 3), effect: Demoted)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clash<W> {
    pub what: ClashKind,
    pub by: W,
    pub at: W,
    pub scores: (i16, i16),
    pub effect: ClashEffect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClashKind {
    CounterBattery,
    AirDefence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Effect")]
pub enum ClashEffect {
    Nothing,
    /// It does not join the line-up of this phase.
    Silenced,
    /// It does not join the line-up, and is a grade worse.
    Demoted,
    /// It had the lowest grade, and is eliminated.
    Destroyed,
}

impl<W> Clash<W> {
    pub fn map<V>(self, mut who: impl FnMut(W) -> V) -> Clash<V> {
        Clash { what: self.what, by: who(self.by), at: who(self.at), scores: self.scores, effect: self.effect }
    }
}
