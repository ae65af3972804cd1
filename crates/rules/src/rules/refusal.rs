//! Why an order is refused, as data: numbers of things, values, closed lists of reasons. Nothing has changed then. The
//! sentences are in [`crate::notation::refusal`], which puts the names of a state to the numbers.

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
    /// Nothing has that number.
    Nobody {
        /// The number.
        id: Id,
    },
    /// Something of another kind is wanted.
    OtherKind {
        /// What was named.
        id: Id,
        /// What it could be.
        wanted: &'static [EntityKind],
    },
    /// The order needs a side, stack or unit, and none is named.
    NobodyNamed,
    /// A side or a stack without a living unit is named.
    NobodyLeft {
        /// The side or stack.
        of: Id,
    },
    /// The unit is eliminated.
    Eliminated {
        /// The unit.
        unit: UnitId,
    },
    /// The unit's EDNA is 0, or that of every unit in the stack.
    Ineffective {
        /// The unit or stack.
        who: Id,
    },
    /// The two are on different sides, where they should be on one.
    TwoSides {
        /// A unit or stack.
        first: Id,
        /// A unit or stack of the other side.
        second: Id,
    },
    /// Both forces are of one side, where they should be enemies.
    OwnSide {
        /// The side.
        side: SideId,
    },
    /// The dice do not answer the request.
    Dice(DiceError),
    /// A name can't be given to anything.
    Name(NameFault),
    /// The event that the order asks for does not fit the state.
    Event(EventError),
    /// The order would change nothing.
    NoChange,
    /// A date without text.
    NoDate,
    /// A note without text.
    NothingToNote,
    /// An argument without a claim.
    NothingArgued,
    /// The dice of an argument can't decide it.
    OutOfReach {
        /// The dice.
        dice: Dice,
        /// The number they are compared with.
        number: u16,
        /// The least they come to.
        least: u16,
        /// The most they come to.
        most: u16,
    },
    /// The rulebook does without a mechanism.
    MechanismOff {
        /// The mechanism.
        mechanism: Mechanism,
    },
    /// The rules can't be so.
    Rules {
        /// All that is wrong with them, as `wardiary check` says it of a file: faults speak of settings by their paths in
        /// the rulebook, and of nothing in a campaign, so that they come with their words.
        faults: Vec<Fault>,
    },
    /// An order for a unit's strength, EDNA or grade.
    Unit(UnitRefusal),
    /// An order that needs a battle, or a place in its turn.
    Battle(BattleRefusal),
    /// An order for a SCRUD combat.
    Combat(CombatRefusal),
    /// Support from outside the lines of a combat.
    Support(SupportRefusal),
    /// A dice test or a volley.
    Fire(FireRefusal),
    /// A bare roll.
    Roll(RollRefusal),
    /// An order for a stack.
    Stacks(StackRefusal),
    /// An order on the map.
    Map(MapRefusal),
    /// An order for the campaign's clock.
    Clock(ClockRefusal),
    /// An order in the theatre.
    Theatre(TheatreRefusal),
    /// An order that says how the campaign comes out, or that follows its end.
    Victory(VictoryRefusal),
    /// An order between battles.
    Refit(RefitRefusal),
    /// A random table.
    Table(TableRefusal),
    /// An order for staff work.
    Staff(StaffRefusal),
}

impl Refusal {
    /// Whether it only lacks words that may follow, and is fine otherwise.
    #[must_use]
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
