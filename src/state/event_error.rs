//! Why an event can't have happened in a state, as data: numbers of things, values, closed lists of reasons. The sentences
//! are in [`crate::notation::refusal`], which puts the names of a state to the numbers.

use super::EntityKind;
use crate::{
    book::Grade,
    fault::Fault,
    ground::{Cell, Facing},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
    order::{Posture, ScreenTarget, Stats, StatsFault},
    text::NameFault,
};

/// Why an event can't have happened in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventError {
    /// A new id is 0 or more than [`MAX_ID`](crate::id::MAX_ID).
    IdOutOfRange {
        /// The id.
        id: Id,
    },
    /// A new id is that of something else.
    IdTaken {
        /// The id.
        id: Id,
        /// What has it.
        by: EntityKind,
        /// An id that is free.
        free: u32,
    },
    /// Nothing has the id.
    UnknownId {
        /// The id.
        id: Id,
    },
    /// The id is not that of a thing of the kind that is wanted.
    NotFound {
        /// The id.
        id: Id,
        /// The kind that is wanted.
        wanted: EntityKind,
        /// What has the id, if anything does.
        found: Option<EntityKind>,
        /// The field of the event that names it.
        field: &'static str,
    },
    /// A value before the event is not the present one.
    Mismatch(Mismatch),
    /// A value after the event is more than the full one.
    AboveFull {
        /// Which value.
        gauge: GaugeKind,
        /// The value after the event.
        to: u16,
        /// The full value.
        full: u16,
    },
    /// The rules can't be changed so.
    Rules {
        /// All that is wrong with them.
        faults: Vec<Fault>,
    },
    /// A unit is assigned to a stack of another side.
    StackOfOtherSide {
        /// The stack.
        stack: StackId,
    },
    /// The ladder has no such grade.
    GradeOffLadder {
        /// The grade.
        grade: Grade,
    },
    /// The ladder has no such grade as a unit is said to have fought with.
    FoughtOffLadder {
        /// The grade.
        grade: Grade,
    },
    /// More steps of promotions fell away than there were.
    StepsSpent {
        /// How many fell away.
        spent: u32,
        /// How many there were.
        there: u32,
    },
    /// A shift for good, which is a change of grade.
    ShiftForGood,
    /// A shift by 0.
    ShiftByZero,
    /// The dice of a test are not as many as the units.
    TestDice {
        /// How many units were tested.
        units: usize,
        /// How many dice there are.
        dice: usize,
    },
    /// A unit of a volley is not in its battle.
    VolleyOutsideBattle {
        /// The unit.
        unit: UnitId,
        /// The battle.
        battle: BattleId,
    },
    /// A new unit.
    Recruit(RecruitError),
    /// A battle or its turn.
    Battle(BattleError),
    /// A SCRUD combat.
    Combat(CombatError),
    /// A stack or a Conflict.
    Stack(StackError),
    /// A map.
    Map(MapError),
}

/// What a value was before an event: as the event has it, and as the state has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differing<T> {
    /// As the event has it.
    pub said: T,
    /// As the state has it.
    pub is: T,
}

/// A value before an event that is not the present one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The campaign's day.
    Date(Differing<String>),
    /// A unit's stack.
    Stack(Differing<Option<StackId>>),
    /// A unit's EDNA.
    Edna(Differing<u8>),
    /// A unit's grade.
    Grade(Differing<Grade>),
    /// A unit's strength.
    Strength(Differing<u16>),
    /// A unit's numbers for stacks.
    Stats(Box<Differing<Option<Stats>>>),
    /// A stack's posture.
    Posture(Differing<Posture>),
    /// A stack's leader.
    Leader(Differing<Option<UnitId>>),
    /// What a stack screens.
    Screening(Differing<Option<ScreenTarget>>),
    /// The area that a unit stands in.
    Place(Differing<Option<Cell>>),
    /// A unit's troop type.
    Kind(Differing<String>),
    /// The terrain of an area.
    Terrain(Differing<String>),
}

/// A value that has a full one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaugeKind {
    /// A unit's strength.
    Strength,
    /// A unit's EDNA.
    Edna,
}

/// Why a recruit can't become a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecruitError {
    /// The rulebook has no such troop type.
    UnknownTroop {
        /// The name that was given.
        name: String,
    },
    /// The ladder has no such grade.
    UnknownGrade {
        /// The name that was given.
        name: String,
    },
    /// The rulebook has no such weapon.
    UnknownWeapon {
        /// The name that was given.
        name: String,
    },
    /// It has neither a stack nor a side.
    NoSide,
    /// Its stack is another side's than its own.
    StackOfOtherSide {
        /// The stack.
        stack: StackId,
        /// Whose the stack is.
        side: SideId,
    },
    /// Its strength is out of range.
    Strength {
        /// The strength.
        full: u16,
    },
    /// It has lost more than it had.
    Lost {
        /// Its strength at first.
        full: u16,
        /// What it has lost.
        lost: u16,
    },
    /// Its EDNA is out of range.
    Edna {
        /// Its EDNA at first.
        full: u8,
        /// What is worn of it.
        worn: u8,
    },
    /// One of its tests is faulty.
    Test(Fault),
    /// Its numbers for stacks are faulty.
    Stats(StatsFault),
    /// It can't stand there.
    Place(MapError),
}

/// Why an event of a battle or its turn can't have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattleError {
    /// The battle is over.
    Over {
        /// The battle.
        battle: BattleId,
    },
    /// A side is not in the battle.
    SideNotInBattle {
        /// The battle.
        battle: BattleId,
    },
    /// There are fewer than two parties.
    TooFewParties,
    /// A side has no party of living units, or several.
    NotOneParty {
        /// The side.
        side: SideId,
    },
    /// A party has a unit of another side, or one twice.
    WrongParty {
        /// The unit.
        unit: UnitId,
    },
    /// A turn has no such phase.
    NoPhase {
        /// The phase, from 0.
        phase: u8,
    },
    /// A unit is eliminated.
    Eliminated {
        /// The unit.
        unit: UnitId,
    },
    /// A unit is in a battle already.
    InBattle {
        /// The unit.
        unit: UnitId,
        /// The battle.
        battle: BattleId,
    },
}

/// Why an event of a SCRUD combat can't have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombatError {
    /// The battle has no open combat of that place.
    NotOpen {
        /// The place, from 0.
        combat: u16,
    },
    /// A line has no unit.
    EmptyLine,
    /// A unit of a line is not alive, or not in the battle for that side.
    NotInBattle {
        /// The unit.
        unit: UnitId,
    },
    /// A unit is of neither side of the combat, or in it already.
    CannotJoin {
        /// The unit.
        unit: UnitId,
    },
    /// No dice have been thrown that can be rerolled.
    NothingThrown,
    /// A reroll names a die that is not there.
    NoDie {
        /// Its place, from 0.
        die: u16,
    },
    /// A unit can't support the combat.
    CannotSupport {
        /// The unit.
        unit: UnitId,
    },
    /// A unit of a clash rolled no support die.
    NoSupportDie {
        /// The unit.
        unit: UnitId,
    },
}

/// Why an event of a stack or a Conflict can't have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackError {
    /// The battle has no open Conflict of that place.
    ConflictNotOpen {
        /// The place, from 0.
        conflict: u16,
    },
    /// A stack is not in the Conflict.
    NotInConflict {
        /// The stack.
        stack: StackId,
    },
    /// The stack is in the Conflict already.
    InConflict,
    /// A posture without a leader.
    NoLeader {
        /// The stack.
        stack: StackId,
    },
    /// A posture of screening, and nothing that is screened.
    ScreensNothing {
        /// The stack.
        stack: StackId,
    },
    /// The leader is not in the stack.
    LeaderNotInStack {
        /// The unit.
        unit: UnitId,
    },
    /// A unit's numbers are faulty.
    Stats(StatsFault),
    /// What is screened has a name that can't be shown.
    ScreenName(NameFault),
    /// What is screened is another side's.
    ScreensOtherSide {
        /// The stack that screens.
        stack: StackId,
    },
    /// A stack without a leader screens something else than an Edge.
    ScreensWithoutLeader {
        /// The stack that screens.
        stack: StackId,
    },
    /// A stack screens itself.
    ScreensItself,
    /// A stack is screened that screens something itself.
    Screening {
        /// The stack that is screened.
        stack: StackId,
    },
    /// A stack screens that is screened itself.
    Screened {
        /// The stack.
        stack: StackId,
        /// What screens it.
        by: StackId,
    },
}

/// Why an event on a map can't have happened, or a map or a place at the muster can't be so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapError {
    /// A map at the muster has no ground; it may be named.
    NoGround {
        /// The name, if it has one.
        named: Option<String>,
    },
    /// The ground of a map is faulty.
    Ground(Fault),
    /// Nothing says which map is meant.
    WhichMap {
        /// How many there are.
        maps: usize,
    },
    /// There is no such map.
    NoMap {
        /// The number.
        map: MapId,
    },
    /// An area is not on the map.
    OffMap {
        /// The map.
        map: MapId,
        /// The area.
        cell: Cell,
    },
    /// The areas of a map have no such edge.
    NoEdge {
        /// The map.
        map: MapId,
        /// The edge.
        facing: Facing,
    },
    /// Two areas of a way do not touch in an edge.
    Apart {
        /// The first.
        from: Cell,
        /// The second.
        to: Cell,
    },
    /// An enemy stands in the area.
    EnemyThere {
        /// The area.
        cell: Cell,
        /// The enemy.
        enemy: UnitId,
    },
    /// A friend stands in the area with whom it can't be shared.
    Taken {
        /// The area.
        cell: Cell,
        /// The friend.
        by: UnitId,
    },
    /// More units of a stack would stand in the area than the rulebook has room for.
    Crowded {
        /// The area.
        cell: Cell,
        /// How many there is room for.
        most: u16,
    },
    /// The rulebook has no such troop type.
    NoTroop {
        /// The name that was given.
        name: String,
    },
    /// The unit is eliminated.
    Eliminated {
        /// The unit.
        unit: UnitId,
    },
    /// The unit does not stand on the map of that battle.
    NotPlaced {
        /// The unit.
        unit: UnitId,
    },
    /// Nobody moved.
    Nobody,
}

impl EventError {
    /// The field of the event that is to blame, if it is one.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        Some(match self {
            Self::IdOutOfRange { .. } | Self::IdTaken { .. } | Self::UnknownId { .. } => "id",
            Self::NotFound { field, .. } => field,
            Self::Mismatch(_) => "from",
            Self::AboveFull { .. } | Self::StackOfOtherSide { .. } | Self::GradeOffLadder { .. } => "to",
            Self::Rules { .. } => return None,
            Self::ShiftForGood => "term",
            Self::ShiftByZero => "by",
            Self::FoughtOffLadder { .. } => "used",
            Self::StepsSpent { .. } => "spent",
            Self::TestDice { .. } => "dice",
            Self::VolleyOutsideBattle { .. } => "unit",
            Self::Recruit(error) => error.field(),
            Self::Battle(error) => error.field(),
            Self::Combat(error) => error.field(),
            Self::Stack(error) => error.field(),
            Self::Map(error) => error.field(),
        })
    }
}

impl RecruitError {
    fn field(&self) -> &'static str {
        match self {
            Self::UnknownTroop { .. } => "kind",
            Self::UnknownGrade { .. } => "grade",
            Self::UnknownWeapon { .. } => "weapons",
            Self::NoSide => "name",
            Self::StackOfOtherSide { .. } => "side",
            Self::Strength { .. } => "strength",
            Self::Lost { .. } => "lost",
            Self::Edna { .. } => "edna",
            Self::Test(_) => "tests",
            Self::Stats(_) => "stats",
            Self::Place(_) => "at",
        }
    }
}

impl BattleError {
    fn field(self) -> &'static str {
        match self {
            Self::Over { .. } => "battle",
            Self::SideNotInBattle { .. } => "side",
            Self::TooFewParties | Self::NotOneParty { .. } | Self::WrongParty { .. } => "parties",
            Self::NoPhase { .. } => "phase",
            Self::Eliminated { .. } | Self::InBattle { .. } => "units",
        }
    }
}

impl CombatError {
    fn field(self) -> &'static str {
        match self {
            Self::NotOpen { .. } | Self::NothingThrown => "combat",
            Self::EmptyLine | Self::NotInBattle { .. } => "first",
            Self::CannotJoin { .. } | Self::CannotSupport { .. } => "units",
            Self::NoDie { .. } => "dice",
            Self::NoSupportDie { .. } => "clashes",
        }
    }
}

impl StackError {
    fn field(self) -> &'static str {
        match self {
            Self::ConflictNotOpen { .. } => "conflict",
            Self::NotInConflict { .. } | Self::InConflict => "stack",
            Self::NoLeader { .. } | Self::ScreensNothing { .. } => "posture",
            Self::LeaderNotInStack { .. } => "leader",
            Self::Stats(_) => "to",
            Self::ScreenName(_)
            | Self::ScreensOtherSide { .. }
            | Self::ScreensWithoutLeader { .. }
            | Self::ScreensItself
            | Self::Screening { .. }
            | Self::Screened { .. } => "screening",
        }
    }
}

impl MapError {
    fn field(&self) -> &'static str {
        match self {
            Self::Ground(_) => "ground",
            Self::NoGround { .. } | Self::WhichMap { .. } | Self::NoMap { .. } => "map",
            Self::OffMap { .. }
            | Self::NoEdge { .. }
            | Self::Apart { .. }
            | Self::EnemyThere { .. }
            | Self::Taken { .. }
            | Self::Crowded { .. } => "at",
            Self::NoTroop { .. } => "to",
            Self::Eliminated { .. } | Self::NotPlaced { .. } | Self::Nobody => "unit",
        }
    }
}

impl From<MapError> for EventError {
    fn from(error: MapError) -> Self {
        Self::Map(error)
    }
}

impl From<MapError> for RecruitError {
    fn from(error: MapError) -> Self {
        Self::Place(error)
    }
}

impl From<RecruitError> for EventError {
    fn from(error: RecruitError) -> Self {
        Self::Recruit(error)
    }
}

impl From<BattleError> for EventError {
    fn from(error: BattleError) -> Self {
        Self::Battle(error)
    }
}

impl From<CombatError> for EventError {
    fn from(error: CombatError) -> Self {
        Self::Combat(error)
    }
}

impl From<StackError> for EventError {
    fn from(error: StackError) -> Self {
        Self::Stack(error)
    }
}
