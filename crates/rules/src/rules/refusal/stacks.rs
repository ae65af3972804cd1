//! Why an order for a stack is refused.

use crate::order::Edge;
use wardiary_base::{
    ground::{Cell, Facing, Place},
    id::{BattleId, Id, SideId, StackId, UnitId},
};

/// Why an order for a stack is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackRefusal {
    /// The stack has no leader, and takes no posture.
    NoLeader {
        /// The stack.
        stack: StackId,
    },
    /// The unit is not in the stack.
    NotInStack {
        /// The unit.
        unit: UnitId,
        /// The stack.
        stack: StackId,
    },
    /// The stack screens nothing.
    ScreensNothing {
        /// The stack.
        stack: StackId,
    },
    /// A stack can't screen itself.
    ScreensItself {
        /// The stack.
        stack: StackId,
    },
    /// The stack screens already, and can't be screened.
    Screening {
        /// The stack.
        stack: StackId,
    },
    /// The stack is screened, and can't screen.
    Screened {
        /// The stack.
        stack: StackId,
        /// Who screens it.
        by: StackId,
    },
    /// The two are not on the same side.
    OtherSide {
        /// The stack.
        stack: StackId,
        /// A stack or unit of the other side.
        other: Id,
    },
    /// The two are in different battles, so that their areas can't be adjacent.
    OtherBattle {
        /// The stack.
        stack: StackId,
        /// The stack or unit in the other battle.
        other: Id,
    },
    /// A stack can't merge with itself.
    MergesItself {
        /// The stack.
        stack: StackId,
    },
    /// A stack in no Conflict can't merge with one that is in one.
    JoinsFirst {
        /// The stack.
        stack: StackId,
        /// The one in a Conflict.
        into: StackId,
    },
    /// The side has no stack in the Conflict that a stack of it is to join.
    NoSideThere {
        /// The side.
        side: SideId,
        /// A stack of the Conflict.
        to: StackId,
    },
    /// The stacks do not stand in neighbouring areas of the map.
    NotBeside {
        /// One of them.
        stack: StackId,
        /// The other.
        other: StackId,
        /// Their areas.
        areas: (Cell, Cell),
    },
    /// Whom the stack is to screen stands ahead of it or behind it.
    NotToItsSide {
        /// The stack.
        stack: StackId,
        /// Whom it is to screen.
        other: StackId,
        /// Where he stands.
        at: Cell,
        /// The edge that the stack faces.
        facing: Facing,
    },
    /// A stack that is to fight stands beside none of those whom it would fight.
    OutOfContact {
        /// The stack.
        stack: StackId,
        /// The nearest of them.
        enemy: StackId,
        /// Their areas.
        areas: (Cell, Cell),
    },
    /// A blow is to fall on another Edge than the one that the map says.
    OtherEdge {
        /// Who strikes.
        by: StackId,
        /// Where he stands.
        from: Cell,
        /// Whom he strikes.
        enemy: StackId,
        /// Where that stack stands, and which edge it faces.
        place: Place,
        /// The Edge that was named.
        said: Edge,
        /// The one that he hits.
        is: Edge,
    },
    /// A stack on a map that turns so often could face either of two edges.
    WhichWay {
        /// The stack.
        stack: StackId,
        /// How often it turns.
        times: u8,
        /// What it would face, turned clockwise or the other way.
        either: (Facing, Facing),
    },
    /// The round of another Conflict comes first.
    RoundBefore {
        /// The stack of it that stands first on the map.
        stack: StackId,
        /// Where.
        area: Cell,
    },
    /// The stacks are not in the same Conflict and battle.
    Apart {
        /// One of them.
        stack: StackId,
        /// The other.
        other: StackId,
    },
    /// A round of the Conflict is under way.
    UnderWay {
        /// Who acts next in it.
        next: StackId,
    },
    /// The stack is in a Conflict already.
    InConflict {
        /// The stack.
        stack: StackId,
    },
    /// The stack is in no Conflict.
    NoConflict {
        /// The stack.
        stack: StackId,
    },
    /// The stack is named twice.
    Twice {
        /// The stack.
        stack: StackId,
    },
    /// The other stack is not in the same Conflict.
    NotThere {
        /// The stack.
        stack: StackId,
        /// The other.
        other: StackId,
    },
    /// The stack has acted in this round, or was not there when it began.
    Acted {
        /// The stack.
        stack: StackId,
    },
    /// Another stack acts first.
    NotItsTurn {
        /// The stack.
        stack: StackId,
        /// Who acts next.
        next: StackId,
    },
    /// Nobody of the stack can be harmed: another stack screens them all.
    Unharmed {
        /// The stack.
        stack: StackId,
    },
    /// Under these rules a round is a SCRUD phase of all at once.
    ByScrud,
    /// A stack turns 1 to 12 times.
    Turns {
        /// How often it should.
        times: u8,
    },
    /// The unit has these numbers already.
    SameStats {
        /// The unit.
        unit: UnitId,
    },
    /// The numbers of a unit in a Conflict do not change.
    LevelsWait {
        /// The unit's stack.
        stack: StackId,
    },
    /// The Conflict has had its rounds this turn.
    RoundsFought {
        /// How many a turn has.
        rounds: u8,
    },
    /// The stack has fought a round of a Conflict this turn, and fights in no other.
    FoughtThisTurn {
        /// The stack.
        stack: StackId,
    },
    /// The Conflict's round of this turn is fought first; then stacks join.
    RoundFirst {
        /// A stack in the Conflict.
        other: StackId,
    },
    /// No round is fought in that phase of the turn.
    NoRoundNow {
        /// The phase.
        phase: IdlePhase,
    },
    /// Rounds of Conflicts are fought first; then a new Conflict is opened.
    RoundsDue {
        /// The battle.
        battle: BattleId,
    },
    /// The turn has gone on past the rounds of the Conflicts.
    RoundsOver,
    /// Every unit that the side has left in a Conflict of its own opening is ineffective.
    AllIneffective {
        /// The side.
        side: SideId,
    },
}

/// A phase of a turn in which nobody acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdlePhase {
    /// The initiative.
    Initiative,
    /// The exhaustion check.
    Exhaustion,
}
