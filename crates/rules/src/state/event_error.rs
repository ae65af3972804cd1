//! Errors of events, as data: ids, values and closed lists of reasons. [`crate::notation::refusal`] turns them into
//! sentences with the names of a state.

mod battle;
mod clock;
mod combat;
mod map;
mod recruit;
mod refit;
mod stacks;
mod staff;
mod theatre;
mod victory;

pub use battle::BattleError;
pub use clock::ClockError;
pub use combat::CombatError;
pub use map::MapError;
pub use recruit::RecruitError;
pub use refit::RefitError;
pub use stacks::StackError;
pub use staff::StaffError;
pub use theatre::TheatreError;
pub use victory::VictoryError;

use super::EntityKind;
use crate::order::{Posture, ScreenTarget, Stats};
use wardiary_base::{
    book::{Grade, Moment},
    fault::Fault,
    ground::{Cell, Spot, Station},
    id::{BattleId, Id, SideId, StackId, UnitId},
};

/// Why an event is invalid in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventError {
    /// A new id is 0 or more than [`MAX_ID`](wardiary_base::id::MAX_ID).
    IdOutOfRange {
        id: Id,
    },
    /// A new id is already taken.
    IdTaken {
        id: Id,
        by: EntityKind,
        /// An id that is free.
        free: u32,
    },
    UnknownId {
        id: Id,
    },
    /// The id belongs to nothing, or to another kind of thing than `wanted`.
    NotFound {
        id: Id,
        wanted: EntityKind,
        /// What has the id, if anything does.
        found: Option<EntityKind>,
        field: &'static str,
    },
    Mismatch(Mismatch),
    /// A value after the event exceeds the full value.
    AboveFull {
        gauge: GaugeKind,
        to: u16,
        full: u16,
    },
    Rules {
        faults: Vec<Fault>,
    },
    /// A unit is assigned to a stack of another side.
    StackOfOtherSide {
        stack: StackId,
    },
    /// The ladder does not have the grade.
    GradeOffLadder {
        grade: Grade,
    },
    /// The ladder does not have the grade that a unit is said to have fought with.
    FoughtOffLadder {
        grade: Grade,
    },
    /// More steps of promotions were used up than there were.
    StepsSpent {
        spent: u32,
        there: u32,
    },
    ShiftForGood,
    ShiftByZero,
    /// A test does not have one die for each unit.
    TestDice {
        units: usize,
        dice: usize,
    },
    /// A unit of a volley is not in its battle.
    VolleyOutsideBattle {
        unit: UnitId,
        battle: BattleId,
    },
    /// The text is not a moment of the clock, or the moment lies before the start of the campaign.
    Moment {
        written: String,
        /// The start, if the moment lies before it.
        now: Option<Moment>,
    },
    NothingScheduled,
    Recruit(RecruitError),
    Battle(BattleError),
    Combat(CombatError),
    Stack(StackError),
    Map(MapError),
    Clock(ClockError),
    Victory(VictoryError),
    Refit(RefitError),
    Theatre(TheatreError),
    Staff(StaffError),
}

/// A value before an event: as the event has it, and as the state has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differing<T> {
    /// As the event has it.
    pub said: T,
    /// As the state has it.
    pub is: T,
}

/// A value before an event that is not the current one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    Date(Differing<String>),
    Moment(Differing<Moment>),
    Stack(Differing<Option<StackId>>),
    Edna(Differing<u8>),
    Grade(Differing<Grade>),
    Strength(Differing<u16>),
    Supply(Differing<u8>),
    Stats(Box<Differing<Option<Stats>>>),
    Posture(Differing<Posture>),
    Leader(Differing<Option<UnitId>>),
    Screening(Differing<Option<ScreenTarget>>),
    /// The area of a unit.
    Place(Differing<Option<Cell>>),
    Kind(Differing<String>),
    Terrain(Differing<String>),
    Edge(Differing<Option<String>>),
    Road(Differing<bool>),
    Holder(Differing<Option<SideId>>),
    Station(Differing<Option<Station>>),
    /// The places that a force has yet to march to.
    Way(Differing<Vec<Spot>>),
}

/// A value that has a full value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaugeKind {
    Strength,
    Edna,
}

impl EventError {
    /// The field of the event that is at fault, if it is one field.
    pub fn field(&self) -> Option<&'static str> {
        Some(match self {
            Self::IdOutOfRange { .. } | Self::IdTaken { .. } | Self::UnknownId { .. } => "id",
            Self::NotFound { field, .. } => field,
            Self::Mismatch(_) => "from",
            Self::AboveFull { .. } | Self::StackOfOtherSide { .. } | Self::GradeOffLadder { .. } => "to",
            // Errors of a theatre come with their path in the draft.
            Self::Rules { .. } | Self::Theatre(_) | Self::Moment { .. } | Self::NothingScheduled => return None,
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
            Self::Clock(error) => error.field(),
            Self::Victory(error) => error.field(),
            Self::Refit(error) => error.field(),
            Self::Staff(error) => error.field(),
        })
    }
}

impl From<VictoryError> for EventError {
    fn from(error: VictoryError) -> Self {
        Self::Victory(error)
    }
}

impl From<ClockError> for EventError {
    fn from(error: ClockError) -> Self {
        Self::Clock(error)
    }
}

impl From<RefitError> for EventError {
    fn from(error: RefitError) -> Self {
        Self::Refit(error)
    }
}

impl From<StaffError> for EventError {
    fn from(error: StaffError) -> Self {
        Self::Staff(error)
    }
}

impl From<TheatreError> for EventError {
    fn from(error: TheatreError) -> Self {
        Self::Theatre(error)
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
