//! Refusals of orders for stacks.

use super::{kind_and_name, quoted, quoted_name, refusals, sentence};
use crate::{notation::conflict_stacks, order::Edge, rules};
use wardiary_base::{
    ground::{Cell, Facing, Place},
    id::{BattleId, Id, SideId, StackId, UnitId},
    text,
};

refusals! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum StackRefusal, |refusal, state| match *refusal {
        NoLeader { stack: StackId } => sentence(format!("{} has no leader, so it can't take a posture", kind_and_name(state, stack)))
            .with_hint(format!("appoint one: `lead {} with UNIT`", quoted_name(state, stack))),
        NotInStack { unit: UnitId, stack: StackId } => {
            let text = sentence(format!("the unit {} is not in {}", state.name(unit), kind_and_name(state, stack)));
            if state.side_of(unit.into()) == state.side_of(stack.into()) {
                let (unit, stack) = (quoted_name(state, unit), quoted_name(state, stack));
                text.with_hint(format!("`assign {unit} to {stack}` brings it there"))
            } else {
                text.with_hint("name a unit of its own")
            }
        },
        ScreensNothing { stack: StackId } => sentence(format!("{} screens nothing", kind_and_name(state, stack)))
            .with_hint(format!("name a target: `screen {0} for STACK left`, `screen {0} for UNIT`", quoted_name(state, stack))),
        ScreensItself { stack: StackId } => sentence(format!("{} can't screen itself", kind_and_name(state, stack)))
            .with_hint("name another stack of its side"),
        Screening { stack: StackId } => sentence(format!("{} is screening, so it can't be screened", kind_and_name(state, stack)))
            .with_hint(format!("`unscreen {}` ends that", quoted_name(state, stack))),
        Screened { stack: StackId, by: StackId } => {
            sentence(format!("{} is screened by {}, so it can't screen", kind_and_name(state, stack), state.name(by)))
                .with_hint(format!("`unscreen {}` ends that", quoted_name(state, by)))
        },
        OtherSide { stack: StackId, other: Id } => {
            sentence(format!("{} and {} are not on the same side", state.name(stack), state.name(other)))
        },
        OtherBattle { stack: StackId, other: Id } => {
            sentence(format!("{} and {} are in different battles", state.name(stack), state.name(other)))
                .with_hint("a stack screens in an adjacent area")
        },
        MergesItself { stack: StackId } => sentence(format!("{} can't merge with itself", kind_and_name(state, stack))),
        JoinsFirst {
            stack: StackId,
            /// The stack in a Conflict.
            into: StackId,
        } => sentence(format!("{} is in a Conflict and {} is not: they can't merge", kind_and_name(state, into), state.name(stack)))
            .with_hint(format!("`join {} to {}` brings it in, after a round", quoted_name(state, stack), quoted_name(state, into))),
        NoSideThere { side: SideId, to: StackId } => {
            sentence(format!("no stack of {} is in the Conflict of {}", state.name(side), state.name(to)))
        },
        NotBeside { stack: StackId, other: StackId, areas: (Cell, Cell) } => {
            let (stack_name, other) = (state.name(stack), state.name(other));
            sentence(format!("{stack_name} at {} and {other} at {} are not neighbours", areas.0, areas.1))
                .with_hint(format!("`move {} to …` brings it beside the other", quoted_name(state, stack)))
        },
        NotToItsSide { stack: StackId, other: StackId, at: Cell, facing: Facing } => {
            let (other, name, facing) = (state.name(other), state.name(stack), facing.name());
            let turns = format!("`face {} …` turns it", quoted(&name));
            sentence(format!("{other} at {at} is not to the left or right of {name}, which faces {facing}"))
                .with_hint(format!("{turns}; it screens a stack to the left or right of its Front"))
        },
        NotCovered {
            stack: StackId,
            other: StackId,
            edge: Edge,
            /// The Edge beside it, and the one on the side it faces.
            near: Edge,
            ahead: Option<Edge>,
        } => {
            let covers: Vec<&str> = [Some(near), ahead].into_iter().flatten().map(Edge::word).collect();
            let (name, other) = (state.name(stack), state.name(other));
            sentence(format!("{name} can't screen the {} of {other} from its position", edge.word()))
                .with_hint(format!("it can screen the {}", text::list_or(&covers)))
        },
        OutOfContact {
            stack: StackId,
            enemy: StackId,
            areas: (Cell, Cell),
        } => sentence(format!("{} at {} is not beside {} at {}", kind_and_name(state, stack), areas.0, state.name(enemy), areas.1))
            .with_hint("stacks fight adjacent stacks; to overrule the map: `… anyway because TEXT`"),
        OtherEdge {
            by: StackId,
            from: Cell,
            enemy: StackId,
            place: Place,
            given: Edge,
            is: Edge,
        } => {
            let (facing, is, given) = (place.facing.name(), is.word(), given.word());
            let (enemy, by) = (state.name(enemy), state.name(by));
            sentence(format!("{enemy} at {} faces {facing}: {by} at {from} hits its {is}, not its {given}", place.cell))
                .with_hint("leave out the Edge; to overrule the map: `… anyway because TEXT`")
        },
        /// The number of turns leaves two possible facings on the map.
        AmbiguousTurn {
            stack: StackId,
            times: u8,
            /// The facing after turning clockwise, and anticlockwise.
            either: (Facing, Facing),
        } => {
            let ((first, second), times) = (either, text::times(times.into()));
            sentence(format!("turned {times}, {} could face {} or {}", kind_and_name(state, stack), first.name(), second.name()))
                .with_hint(format!("say which: `rotate {0} {first}` or `rotate {0} {second}`", quoted_name(state, stack)))
        },
        OtherConflictFirst {
            /// The first stack of that Conflict on the map.
            stack: StackId,
            area: Cell,
        } => {
            let by = state.conflict_of(stack).and_then(|(battle, at)| state.round_orderer(battle, at));
            sentence(format!("rounds go left to right, top to bottom: the Conflict of {} at {area} comes first", state.name(stack)))
                .with_hint(format!("`round {}` fights it, `pass` skips it", quoted_name(state, by.unwrap_or(stack))))
        },
        Apart { stack: StackId, other: StackId } => {
            sentence(format!("{} and {} are not in the same Conflict and battle", state.name(stack), state.name(other)))
                .with_hint("`join` and `flee` bring a stack into a Conflict and out of it")
        },
        UnderWay { next: StackId } => sentence("a round of the Conflict is under way")
            .with_hint(format!("`strike {0} at …`, `hold {0}`, or `round` to fight the rest of it", quoted_name(state, next))),
        InConflict { stack: StackId } => sentence(format!("{} is already in a Conflict", kind_and_name(state, stack)))
            .with_hint(format!("`flee {}` takes it out", quoted_name(state, stack))),
        NoConflict { stack: StackId } => sentence(format!("{} is not in a Conflict", kind_and_name(state, stack)))
            .with_hint("start one: `conflict STACK v STACK`"),
        Twice { stack: StackId } => sentence(format!("{} is named twice", kind_and_name(state, stack))),
        NotThere { stack: StackId, other: StackId } => {
            sentence(format!("{} is not in the Conflict of {}", kind_and_name(state, other), state.name(stack)))
                .with_hint("`join STACK to STACK` brings a stack in after a round")
        },
        Acted { stack: StackId } => {
            sentence(format!("{} has already acted in this round, or was not there when it began", kind_and_name(state, stack)))
                .with_hint("continue with `round`")
        },
        NotItsTurn { stack: StackId, next: StackId } => {
            sentence(format!("it is not the turn of {} in the round: {} acts first", state.name(stack), kind_and_name(state, next)))
                .with_hint(format!("`strike {0} at …`, `hold {0}`, or `round` to fight the rest of it", quoted_name(state, next)))
        },
        Unharmed { stack: StackId } => sentence(format!("no unit of {} can be hit", state.name(stack)))
            .with_hint(format!("break the screen of {} first, or `hold` to pass", quoted_name(state, stack))),
        ByScrud => sentence("under these rules a round is a single SCRUD phase for all stacks")
            .with_hint("use `round`"),
        TurnCount { times: u8 } => sentence(format!("a stack turns 1 to 12 times, not {times}")),
        SameStats { unit: UnitId } => sentence(format!("the unit {} already has these stats", state.name(unit))),
        LevelsWait { stack: StackId } => sentence(format!("{} is in a Conflict: levels can't change until it is over", kind_and_name(state, stack)))
            .with_hint("repeat the order after the Conflict"),
        RoundsFought {
            rounds: u8,
        } => sentence(format!("the Conflict has already had {} this turn", text::count(rounds.into(), "round", "rounds")))
            .with_hint("`end turn` starts the next turn; the rulebook sets the limit: `stacks.rounds_a_turn`"),
        FoughtThisTurn { stack: StackId } => {
            sentence(format!("{} has already fought a round of a Conflict this turn", kind_and_name(state, stack)))
                .with_hint("a stack fights in one Conflict per turn; `end turn` starts the next turn")
        },
        RoundFirst { other: StackId } => {
            sentence(format!("the Conflict of {} must fight its round of this turn first; stacks join after it", state.name(other)))
                .with_hint(format!("`round {}` fights it", quoted_name(state, other)))
        },
        NoRoundNow { phase: IdlePhase } => {
            let phase = match phase {
                IdlePhase::Initiative => "the initiative",
                IdlePhase::Exhaustion => "the exhaustion check",
            };
            sentence(format!("no round can be fought during {phase}"))
                .with_hint("`initiative` rolls for it, `pass` continues")
        },
        RoundsDue { battle: BattleId } => {
            let left = rules::outstanding(state, battle);
            let due = left.due_rounds.iter().chain(&left.open_rounds);
            let named = due.map(|at| format!(" in the Conflict of {}", conflict_stacks(state, battle, *at)));
            sentence(format!("a round is due first{}", named.collect::<Vec<_>>().join(",")))
                .with_hint("`round STACK` fights it, `pass` skips it")
        },
        RoundsOver => sentence("the turn is past the rounds of its Conflicts")
            .with_hint("the next round is in the next turn; a new Conflict is fought at once"),
        AllIneffective { side: SideId } => {
            let side = state.name(side);
            sentence(format!("{side} can’t continue this Conflict: every unit that {side} still has in it is ineffective"))
                .with_hint("the enemy can order the round: `round` with an enemy stack")
        },
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdlePhase {
    Initiative,
    Exhaustion,
}
