//! Refusals of orders for stacks.

use super::{named, only, quoted, refusals, the};
use crate::{notation::conflict_stacks, order::Edge, rules};
use wardiary_base::{
    ground::{Cell, Facing, Place},
    id::{BattleId, Id, SideId, StackId, UnitId},
    text,
};

refusals! {
    /// Why an order for a stack is refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum StackRefusal, |refusal, state| match *refusal {
        NoLeader { stack: StackId } => only(format!("{} has no leader, and takes no posture", the(state, stack)))
            .hint(format!("name one: `lead {} with UNIT`", named(state, stack))),
        NotInStack { unit: UnitId, stack: StackId } => {
            let text = only(format!("the unit {} is not in {}", state.name(unit), the(state, stack)));
            if state.side_of(unit.into()) == state.side_of(stack.into()) {
                let (unit, stack) = (named(state, unit), named(state, stack));
                text.hint(format!("`assign {unit} to {stack}` brings it there"))
            } else {
                text.hint("name a unit of its own")
            }
        },
        ScreensNothing { stack: StackId } => only(format!("{} screens nothing", the(state, stack)))
            .hint(format!("say what: `screen {0} for STACK left`, `screen {0} for UNIT`", named(state, stack))),
        ScreensItself { stack: StackId } => only(format!("{} can't screen itself", the(state, stack)))
            .hint("name another stack of its side"),
        Screening { stack: StackId } => only(format!("{} screens already, and can't be screened", the(state, stack)))
            .hint(format!("`unscreen {}` ends that", named(state, stack))),
        Screened { stack: StackId, by: StackId } => {
            only(format!("{} is screened by {}, and can't screen", the(state, stack), state.name(by)))
                .hint(format!("`unscreen {}` ends that", named(state, by)))
        },
        OtherSide { stack: StackId, other: Id } => {
            only(format!("{} and {} are not on the same side", state.name(stack), state.name(other)))
        },
        OtherBattle { stack: StackId, other: Id } => {
            only(format!("{} and {} are in different battles", state.name(stack), state.name(other)))
                .hint("a stack screens in an area next to its own")
        },
        MergesItself { stack: StackId } => only(format!("{} can't merge with itself", the(state, stack))),
        JoinsFirst {
            stack: StackId,
            /// The stack in a Conflict.
            into: StackId,
        } => only(format!("{} is in a Conflict and {} is not: they can't merge", the(state, into), state.name(stack)))
            .hint(format!("`join {} to {}` brings it in, after a round", named(state, stack), named(state, into))),
        /// The side has no stack in the Conflict that its stack is to join.
        NoSideThere { side: SideId, to: StackId } => {
            only(format!("no stack of {} is in the Conflict of {}", state.name(side), state.name(to)))
        },
        NotBeside { stack: StackId, other: StackId, areas: (Cell, Cell) } => {
            let (stack_name, other) = (state.name(stack), state.name(other));
            only(format!("{stack_name} at {} and {other} at {} are not neighbours", areas.0, areas.1))
                .hint(format!("`move {} to …` brings it beside the other", named(state, stack)))
        },
        /// The stack to be screened is ahead of the screening stack or behind it.
        NotToItsSide { stack: StackId, other: StackId, at: Cell, facing: Facing } => {
            let (other, name, facing) = (state.name(other), state.name(stack), facing.name());
            let turns = format!("`face {} …` turns it", quoted(&name));
            only(format!("{other} at {at} is not to the left or right of {name}, which faces {facing}"))
                .hint(format!("{turns}; it screens a stack to the left or right of its Front"))
        },
        OutOfContact {
            stack: StackId,
            /// The nearest enemy.
            enemy: StackId,
            areas: (Cell, Cell),
        } => only(format!("{} at {} is not beside {} at {}", the(state, stack), areas.0, state.name(enemy), areas.1))
            .hint("stacks fight with those beside them; `… anyway because TEXT` is the referee's ruling"),
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
        } => {
            let (facing, is, said) = (place.facing.name(), is.word(), said.word());
            let (enemy, by) = (state.name(enemy), state.name(by));
            only(format!("{enemy} at {} faces {facing}: {by} at {from} hits its {is}, not its {said}", place.cell))
                .hint("leave the Edge out; `… anyway because TEXT` is the referee's ruling")
        },
        /// The number of turns leaves two possible facings on the map.
        WhichWay {
            stack: StackId,
            times: u8,
            /// The facing after turning clockwise, and anticlockwise.
            either: (Facing, Facing),
        } => {
            let ((first, second), times) = (either, text::times(times.into()));
            only(format!("turned {times}, {} could face {} or {}", the(state, stack), first.name(), second.name()))
                .hint(format!("say which: `rotate {0} {first}` or `rotate {0} {second}`", named(state, stack)))
        },
        /// The round of another Conflict comes first.
        RoundBefore {
            /// The first stack of that Conflict on the map.
            stack: StackId,
            area: Cell,
        } => {
            let by = state.conflict_of(stack).and_then(|(battle, at)| state.orders_round(battle, at));
            only(format!("left to right, top to bottom, the Conflict of {} at {area} comes first", state.name(stack)))
                .hint(format!("`round {}` fights it, `pass` leaves it", named(state, by.unwrap_or(stack))))
        },
        Apart { stack: StackId, other: StackId } => {
            only(format!("{} and {} are not in the same Conflict and battle", state.name(stack), state.name(other)))
                .hint("`join` and `flee` bring a stack into a Conflict and out of it")
        },
        UnderWay { next: StackId } => only("a round of the Conflict is under way")
            .hint(format!("`strike {0} at …`, `hold {0}`, or `round` for all that is left of it", named(state, next))),
        InConflict { stack: StackId } => only(format!("{} is in a Conflict already", the(state, stack)))
            .hint(format!("`flee {}` takes it out", named(state, stack))),
        NoConflict { stack: StackId } => only(format!("{} is in no Conflict", the(state, stack)))
            .hint("begin one: `conflict STACK v STACK`"),
        Twice { stack: StackId } => only(format!("{} is named twice", the(state, stack))),
        NotThere { stack: StackId, other: StackId } => {
            only(format!("{} is not in the Conflict of {}", the(state, other), state.name(stack)))
                .hint("`join STACK to STACK` brings a stack in after a round")
        },
        Acted { stack: StackId } => {
            only(format!("{} has acted in this round, or was not there when it began", the(state, stack)))
                .hint("`round` fights on")
        },
        NotItsTurn { stack: StackId, next: StackId } => {
            only(format!("it is not the turn of {} in the round: {} acts first", state.name(stack), the(state, next)))
                .hint(format!("`strike {0} at …`, `hold {0}`, or `round` for all that is left of it", named(state, next)))
        },
        /// No unit of the stack can be hit: another stack screens them all.
        Unharmed { stack: StackId } => only(format!("nobody of {} can be harmed", state.name(stack)))
            .hint(format!("what screens {} must go first; `hold` passes the turn", named(state, stack))),
        ByScrud => only("under these rules a round is a SCRUD phase of all at once")
            .hint("give `round`"),
        Turns { times: u8 } => only(format!("a stack turns 1 to 12 times, not {times}")),
        SameStats { unit: UnitId } => only(format!("the unit {} has these numbers already", state.name(unit))),
        /// The numbers of a unit in a Conflict can't change.
        LevelsWait { stack: StackId } => only(format!("levels wait until {} is in no Conflict", the(state, stack)))
            .hint("give it when the Conflict is over"),
        RoundsFought {
            /// The number of rounds a turn.
            rounds: u8,
        } => only(format!("the Conflict has had {} this turn", text::count(rounds.into(), "round", "rounds")))
            .hint("`end turn` begins the next; the rulebook's `stacks.rounds_a_turn` says how many"),
        FoughtThisTurn { stack: StackId } => {
            only(format!("{} has fought a round of a Conflict this turn, and fights no other", the(state, stack)))
                .hint("a stack fights in one Conflict a turn; `end turn` brings the next")
        },
        RoundFirst { other: StackId } => {
            only(format!("the Conflict of {} has its round of this turn first; stacks join after it", state.name(other)))
                .hint(format!("`round {}` fights it", named(state, other)))
        },
        /// No round can be fought in this phase of the turn.
        NoRoundNow { phase: IdlePhase } => {
            let phase = match phase {
                IdlePhase::Initiative => "the initiative",
                IdlePhase::Exhaustion => "the exhaustion check",
            };
            only(format!("no round is fought while the turn is at {phase}"))
                .hint("`initiative` rolls for it, `pass` goes on")
        },
        RoundsDue { battle: BattleId } => {
            let left = rules::outstanding(state, battle);
            let due = left.rounds.iter().chain(&left.under_way);
            let named = due.map(|at| format!(" in the Conflict of {}", conflict_stacks(state, battle, *at)));
            only(format!("a round comes first{}", named.collect::<Vec<_>>().join(",")))
                .hint("`round STACK` fights it, `pass` leaves it")
        },
        RoundsOver => only("the turn has gone on past the rounds of its Conflicts")
            .hint("the next turn brings the next; a new Conflict is fought at once"),
        AllIneffective { side: SideId } => {
            let side = state.name(side);
            only(format!("{side} can’t go on with this Conflict: every unit that is left to {side} in it is ineffective"))
                .hint("the enemy can order the round: `round` with a stack of his")
        },
    }
}

/// A phase of a turn in which nobody acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdlePhase {
    Initiative,
    Exhaustion,
}
