//! Why an event can't have happened in a state, as data: numbers of things, values, closed lists of reasons. The sentences
//! are in [`crate::notation::refusal`], which puts the names of a state to the numbers.

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

/// Why an event can't have happened in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventError {
    /// A new id is 0 or more than [`MAX_ID`](wardiary_base::id::MAX_ID).
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
    /// The clock has no moment that is written so, or it lies before the start of the campaign.
    Moment {
        /// As it is written.
        written: String,
        /// The start, where it lies before that.
        now: Option<Moment>,
    },
    /// What is scheduled has no text.
    NothingScheduled,
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
    /// The campaign's clock.
    Clock(ClockError),
    /// How the campaign comes out.
    Victory(VictoryError),
    /// Between battles.
    Refit(RefitError),
    /// The theatre.
    Theatre(TheatreError),
    /// Staff work.
    Staff(StaffError),
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
    /// The moment by the campaign's clock.
    Moment(Differing<Moment>),
    /// A unit's stack.
    Stack(Differing<Option<StackId>>),
    /// A unit's EDNA.
    Edna(Differing<u8>),
    /// A unit's grade.
    Grade(Differing<Grade>),
    /// A unit's strength.
    Strength(Differing<u16>),
    /// The level of a unit's supply.
    Supply(Differing<u8>),
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
    /// What lies on an edge.
    Edge(Differing<Option<String>>),
    /// Whether a road leads over an edge.
    Road(Differing<bool>),
    /// The side that holds an objective.
    Holder(Differing<Option<SideId>>),
    /// Where a force stands in the theatre.
    Station(Differing<Option<Station>>),
    /// The places that a force is to enter.
    Way(Differing<Vec<Spot>>),
}

/// A value that has a full one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaugeKind {
    /// A unit's strength.
    Strength,
    /// A unit's EDNA.
    Edna,
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
            // What is wrong with a theatre comes with its place in the draft.
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
