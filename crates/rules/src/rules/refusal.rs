//! Why orders are refused, as data: ids, values and closed lists of reasons. A refused order changes nothing.
//! [`crate::notation::refusal`] turns refusals into sentences with the names of a state.

mod battle;
mod clock;
mod combat;
mod fire;
mod map;
mod refit;
mod stacks;
mod staff;
mod support;
mod table;
mod theatre;
mod unit;
mod victory;

pub use battle::{Aggression, Attack, Awaited, BattleRefusal, Unawaited};
pub use clock::ClockRefusal;
pub use combat::{CombatRefusal, RerollRefusal};
pub use fire::{FireRefusal, RollRefusal};
pub use map::MapRefusal;
pub use refit::RefitRefusal;
pub use stacks::{IdlePhase, StackRefusal};
pub use staff::StaffRefusal;
pub use support::SupportRefusal;
pub use table::TableRefusal;
pub use theatre::TheatreRefusal;
pub use unit::{StrengthChange, UnitRefusal};
pub use victory::VictoryRefusal;

use crate::state::{EntityKind, EventError, StaffError, TheatreError};
use wardiary_base::{
    book::Mechanism,
    dice::{Dice, DiceError},
    fault::Fault,
    id::{Id, SideId, UnitId},
    text::NameFault,
};

/// Why an order is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    Nobody {
        id: Id,
    },
    /// The id belongs to another kind of thing than is wanted.
    OtherKind {
        id: Id,
        /// The kinds that are accepted.
        wanted: &'static [EntityKind],
    },
    /// The order needs a side, stack or unit, but names none.
    NobodyNamed,
    /// The side or stack has no living unit.
    NobodyLeft {
        of: Id,
    },
    Eliminated {
        unit: UnitId,
    },
    /// The EDNA of the unit, or of every unit of the stack, is 0.
    Ineffective {
        who: Id,
    },
    /// The two must be on the same side, but are not.
    TwoSides {
        first: Id,
        second: Id,
    },
    /// The two must be enemies, but are on the same side.
    OwnSide {
        side: SideId,
    },
    /// The dice do not match the request.
    Dice(DiceError),
    /// The name is not allowed.
    Name(NameFault),
    /// The order's event is invalid in the state.
    Event(EventError),
    NoChange,
    NoDate,
    NothingToNote,
    NothingArgued,
    /// The number of an argument lies outside the totals of its dice.
    OutOfReach {
        dice: Dice,
        /// The number that the total is compared with.
        number: u16,
        /// The lowest total.
        least: u16,
        /// The highest total.
        most: u16,
    },
    /// The rulebook does not use the mechanism.
    MechanismOff {
        mechanism: Mechanism,
    },
    Rules {
        /// All faults of the rules, with their words as `wardiary check` prints them: they refer to settings by their
        /// paths in the rulebook, not to anything in a campaign.
        faults: Vec<Fault>,
    },
    Unit(UnitRefusal),
    /// An order that needs a battle, or a part of its turn.
    Battle(BattleRefusal),
    Combat(CombatRefusal),
    /// Support from outside the lines of a combat.
    Support(SupportRefusal),
    /// A dice test or a volley.
    Fire(FireRefusal),
    Roll(RollRefusal),
    Stacks(StackRefusal),
    Map(MapRefusal),
    Clock(ClockRefusal),
    Theatre(TheatreRefusal),
    /// An order that decides who has won, or that follows the end of the campaign.
    Victory(VictoryRefusal),
    Refit(RefitRefusal),
    Table(TableRefusal),
    Staff(StaffRefusal),
}

impl Refusal {
    /// Whether the order only lacks words that may follow, and is otherwise valid.
    pub fn wants_more(&self) -> bool {
        matches!(self, Self::Fire(FireRefusal::NoRange) | Self::Table(TableRefusal::ForWhom { .. }))
    }
}

impl From<StaffError> for Refusal {
    fn from(error: StaffError) -> Self {
        Self::Event(error.into())
    }
}

impl From<TheatreError> for Refusal {
    fn from(error: TheatreError) -> Self {
        Self::Event(error.into())
    }
}

macro_rules! parts_of_refusal {
    ($($Variant:ident($Part:ty)),* $(,)?) => {$(
        impl From<$Part> for Refusal {
            fn from(part: $Part) -> Self {
                Self::$Variant(part)
            }
        }
    )*};
}

parts_of_refusal! {
    Unit(UnitRefusal),
    Battle(BattleRefusal),
    Combat(CombatRefusal),
    Support(SupportRefusal),
    Fire(FireRefusal),
    Roll(RollRefusal),
    Stacks(StackRefusal),
    Map(MapRefusal),
    Clock(ClockRefusal),
    Theatre(TheatreRefusal),
    Victory(VictoryRefusal),
    Refit(RefitRefusal),
    Table(TableRefusal),
    Staff(StaffRefusal),
}
