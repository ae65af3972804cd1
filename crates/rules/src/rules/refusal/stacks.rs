//! Refusals of orders for stacks.

use crate::order::Edge;
use wardiary_base::{
    ground::{Cell, Facing, Place},
    id::{BattleId, Id, SideId, StackId, UnitId},
};

/// Why an order for a stack is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackRefusal {
    /// A stack without a leader can't take a posture.
    NoLeader {
        stack: StackId,
    },
    NotInStack {
        unit: UnitId,
        stack: StackId,
    },
    ScreensNothing {
        stack: StackId,
    },
    ScreensItself {
        stack: StackId,
    },
    /// The stack already screens something, so nothing can screen it.
    Screening {
        stack: StackId,
    },
    /// The stack is already screened, so it can't screen.
    Screened {
        stack: StackId,
        by: StackId,
    },
    /// The two are on different sides.
    OtherSide {
        stack: StackId,
        other: Id,
    },
    /// The two are in different battles, so their areas can't be adjacent.
    OtherBattle {
        stack: StackId,
        other: Id,
    },
    MergesItself {
        stack: StackId,
    },
    /// A stack in no Conflict can't merge with one that is in one.
    JoinsFirst {
        stack: StackId,
        /// The stack in a Conflict.
        into: StackId,
    },
    /// The side has no stack in the Conflict that its stack is to join.
    NoSideThere {
        side: SideId,
        to: StackId,
    },
    /// The stacks are not in neighbouring areas of the map.
    NotBeside {
        stack: StackId,
        other: StackId,
        areas: (Cell, Cell),
    },
    /// The stack to be screened is ahead of the screening stack or behind it.
    NotToItsSide {
        stack: StackId,
        other: StackId,
        at: Cell,
        facing: Facing,
    },
    /// The stack is beside none of the enemies that it is to fight.
    OutOfContact {
        stack: StackId,
        /// The nearest enemy.
        enemy: StackId,
        areas: (Cell, Cell),
    },
    /// The order names another Edge than the one that the blow hits on the map.
    OtherEdge {
        by: StackId,
        from: Cell,
        enemy: StackId,
        place: Place,
        /// The Edge in the order.
        said: Edge,
        /// The Edge on the map.
        is: Edge,
    },
    /// The number of turns leaves two possible facings on the map.
    WhichWay {
        stack: StackId,
        times: u8,
        /// The facing after turning clockwise, and anticlockwise.
        either: (Facing, Facing),
    },
    /// The round of another Conflict comes first.
    RoundBefore {
        /// The first stack of that Conflict on the map.
        stack: StackId,
        area: Cell,
    },
    /// The stacks are not in the same Conflict and battle.
    Apart {
        stack: StackId,
        other: StackId,
    },
    UnderWay {
        next: StackId,
    },
    InConflict {
        stack: StackId,
    },
    NoConflict {
        stack: StackId,
    },
    Twice {
        stack: StackId,
    },
    /// The other stack is not in the same Conflict.
    NotThere {
        stack: StackId,
        other: StackId,
    },
    /// The stack has acted in this round, or was not there when it began.
    Acted {
        stack: StackId,
    },
    NotItsTurn {
        stack: StackId,
        next: StackId,
    },
    /// No unit of the stack can be hit: another stack screens them all.
    Unharmed {
        stack: StackId,
    },
    /// Under these rules a round is a SCRUD phase in which all act at once.
    ByScrud,
    /// A stack turns 1 to 12 times.
    Turns {
        times: u8,
    },
    /// The unit already has these numbers.
    SameStats {
        unit: UnitId,
    },
    /// The numbers of a unit in a Conflict can't change.
    LevelsWait {
        stack: StackId,
    },
    /// The Conflict has had all its rounds of this turn.
    RoundsFought {
        /// The number of rounds a turn.
        rounds: u8,
    },
    /// The stack has fought a round of another Conflict this turn.
    FoughtThisTurn {
        stack: StackId,
    },
    /// Stacks join only after the Conflict's round of this turn.
    RoundFirst {
        other: StackId,
    },
    /// No round can be fought in this phase of the turn.
    NoRoundNow {
        phase: IdlePhase,
    },
    /// A new Conflict opens only after the due rounds of all others.
    RoundsDue {
        battle: BattleId,
    },
    /// The turn is past the rounds of the Conflicts.
    RoundsOver,
    /// Every unit that the side has left in the Conflict that it opened is ineffective.
    AllIneffective {
        side: SideId,
    },
}

/// A phase of a turn in which nobody acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdlePhase {
    Initiative,
    Exhaustion,
}
