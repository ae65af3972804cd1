//! Refusals of orders for stacks.

use super::{RefusalText, only, quoted, the};
use crate::{
    notation::conflict_stacks,
    rules::{
        self,
        refusal::{IdlePhase, StackRefusal},
    },
    state::State,
};
use wardiary_base::{id::StackId, text};

pub(super) fn describe(refusal: &StackRefusal, state: &State) -> RefusalText {
    let named = |stack: StackId| quoted(&state.name(stack));
    let text = only(what(refusal, state));
    match *refusal {
        StackRefusal::NoLeader { stack } => text.hint(format!("name one: `lead {} with UNIT`", named(stack))),
        StackRefusal::NotInStack { unit, stack } if state.side_of(unit.into()) != state.side_of(stack.into()) => {
            text.hint("name a unit of its own")
        }
        StackRefusal::NotInStack { unit, stack } => {
            text.hint(format!("`assign {} to {}` brings it there", quoted(&state.name(unit)), named(stack)))
        }
        StackRefusal::ScreensNothing { stack } => {
            text.hint(format!("say what: `screen {0} for STACK left`, `screen {0} for UNIT`", named(stack)))
        }
        StackRefusal::ScreensItself { .. } => text.hint("name another stack of its side"),
        StackRefusal::Screening { stack } | StackRefusal::Screened { by: stack, .. } => {
            text.hint(format!("`unscreen {}` ends that", named(stack)))
        }
        StackRefusal::NotBeside { stack, .. } => {
            text.hint(format!("`move {} to …` brings it beside the other", named(stack)))
        }
        StackRefusal::NotToItsSide { stack, .. } => text
            .hint(format!("`face {} …` turns it; it screens a stack to the left or right of its Front", named(stack))),
        StackRefusal::OutOfContact { .. } => {
            text.hint("stacks fight with those beside them; `… anyway because TEXT` is the referee's ruling")
        }
        StackRefusal::OtherEdge { .. } => {
            text.hint("leave the Edge out; `… anyway because TEXT` is the referee's ruling")
        }
        StackRefusal::WhichWay { stack, either: (first, second), .. } => {
            text.hint(format!("say which: `rotate {0} {first}` or `rotate {0} {second}`", named(stack)))
        }
        StackRefusal::RoundBefore { stack, .. } => {
            let by = state.conflict_of(stack).and_then(|(battle, at)| state.orders_round(battle, at));
            text.hint(format!("`round {}` fights it, `pass` leaves it", named(by.unwrap_or(stack))))
        }
        StackRefusal::Apart { .. } => text.hint("`join` and `flee` bring a stack into a Conflict and out of it"),
        StackRefusal::OtherBattle { .. } => text.hint("a stack screens in an area next to its own"),
        StackRefusal::JoinsFirst { stack, into } => {
            text.hint(format!("`join {} to {}` brings it in, after a round", named(stack), named(into)))
        }
        StackRefusal::UnderWay { next } | StackRefusal::NotItsTurn { next, .. } => {
            text.hint(format!("`strike {0} at …`, `hold {0}`, or `round` for all that is left of it", named(next)))
        }
        StackRefusal::InConflict { stack } => text.hint(format!("`flee {}` takes it out", named(stack))),
        StackRefusal::NoConflict { .. } => text.hint("begin one: `conflict STACK v STACK`"),
        StackRefusal::NotThere { .. } => text.hint("`join STACK to STACK` brings a stack in after a round"),
        StackRefusal::Acted { .. } => text.hint("`round` fights on"),
        StackRefusal::Unharmed { stack } => {
            text.hint(format!("what screens {} must go first; `hold` passes the turn", named(stack)))
        }
        StackRefusal::ByScrud => text.hint("give `round`"),
        StackRefusal::RoundsFought { .. } => {
            text.hint("`end turn` begins the next; the rulebook's `stacks.rounds_a_turn` says how many")
        }
        StackRefusal::FoughtThisTurn { .. } => {
            text.hint("a stack fights in one Conflict a turn; `end turn` brings the next")
        }
        StackRefusal::RoundFirst { other } => text.hint(format!("`round {}` fights it", named(other))),
        StackRefusal::NoRoundNow { .. } => text.hint("`initiative` rolls for it, `pass` goes on"),
        StackRefusal::RoundsDue { .. } => text.hint("`round STACK` fights it, `pass` leaves it"),
        StackRefusal::AllIneffective { .. } => text.hint("the enemy can order the round: `round` with a stack of his"),
        StackRefusal::RoundsOver => text.hint("the next turn brings the next; a new Conflict is fought at once"),
        StackRefusal::LevelsWait { .. } => text.hint("give it when the Conflict is over"),
        StackRefusal::OtherSide { .. }
        | StackRefusal::MergesItself { .. }
        | StackRefusal::NoSideThere { .. }
        | StackRefusal::Twice { .. }
        | StackRefusal::Turns { .. }
        | StackRefusal::SameStats { .. } => text,
    }
}

fn what(refusal: &StackRefusal, state: &State) -> String {
    let name = |stack: StackId| state.name(stack);
    let the = |stack: StackId| the(state, stack);
    match *refusal {
        StackRefusal::NoLeader { stack } => format!("{} has no leader, and takes no posture", the(stack)),
        StackRefusal::NotInStack { unit, stack } => format!("the unit {} is not in {}", state.name(unit), the(stack)),
        StackRefusal::ScreensNothing { stack } => format!("{} screens nothing", the(stack)),
        StackRefusal::ScreensItself { stack } => format!("{} can't screen itself", the(stack)),
        StackRefusal::Screening { stack } => format!("{} screens already, and can't be screened", the(stack)),
        StackRefusal::Screened { stack, by } => {
            format!("{} is screened by {}, and can't screen", the(stack), name(by))
        }
        StackRefusal::OtherBattle { stack, other } => {
            format!("{} and {} are in different battles", name(stack), state.name(other))
        }
        StackRefusal::OtherSide { stack, other } => {
            format!("{} and {} are not on the same side", name(stack), state.name(other))
        }
        StackRefusal::MergesItself { stack } => format!("{} can't merge with itself", the(stack)),
        StackRefusal::JoinsFirst { stack, into } => {
            format!("{} is in a Conflict and {} is not: they can't merge", the(into), name(stack))
        }
        StackRefusal::NotBeside { stack, other, areas: (own, there) } => {
            format!("{} at {own} and {} at {there} are not neighbours", name(stack), name(other))
        }
        StackRefusal::NotToItsSide { stack, other, at, facing } => {
            let facing = facing.name();
            format!("{} at {at} is not to the left or right of {}, which faces {facing}", name(other), name(stack))
        }
        StackRefusal::OutOfContact { stack, enemy, areas: (own, there) } => {
            format!("{} at {own} is not beside {} at {there}", the(stack), name(enemy))
        }
        StackRefusal::OtherEdge { by, from, enemy, place, said, is } => {
            let (facing, is, said) = (place.facing.name(), is.word(), said.word());
            let enemy = name(enemy);
            format!("{enemy} at {} faces {facing}: {} at {from} hits its {is}, not its {said}", place.cell, name(by))
        }
        StackRefusal::WhichWay { stack, times, either: (first, second) } => {
            let times = text::times(times.into());
            format!("turned {times}, {} could face {} or {}", the(stack), first.name(), second.name())
        }
        StackRefusal::RoundBefore { stack, area } => {
            format!("left to right, top to bottom, the Conflict of {} at {area} comes first", name(stack))
        }
        StackRefusal::Apart { stack, other } => {
            format!("{} and {} are not in the same Conflict and battle", name(stack), name(other))
        }
        StackRefusal::NoSideThere { side, to } => {
            format!("no stack of {} is in the Conflict of {}", state.name(side), name(to))
        }
        StackRefusal::UnderWay { .. } => "a round of the Conflict is under way".into(),
        StackRefusal::InConflict { stack } => format!("{} is in a Conflict already", the(stack)),
        StackRefusal::NoConflict { stack } => format!("{} is in no Conflict", the(stack)),
        StackRefusal::Twice { stack } => format!("{} is named twice", the(stack)),
        StackRefusal::NotThere { stack, other } => {
            format!("{} is not in the Conflict of {}", the(other), name(stack))
        }
        StackRefusal::Acted { stack } => {
            format!("{} has acted in this round, or was not there when it began", the(stack))
        }
        StackRefusal::NotItsTurn { stack, next } => {
            format!("it is not the turn of {} in the round: {} acts first", name(stack), the(next))
        }
        StackRefusal::Unharmed { stack } => format!("nobody of {} can be harmed", name(stack)),
        StackRefusal::ByScrud => "under these rules a round is a SCRUD phase of all at once".into(),
        StackRefusal::Turns { times } => format!("a stack turns 1 to 12 times, not {times}"),
        StackRefusal::SameStats { unit } => format!("the unit {} has these numbers already", state.name(unit)),
        StackRefusal::LevelsWait { stack } => format!("levels wait until {} is in no Conflict", the(stack)),
        StackRefusal::RoundsFought { rounds } => {
            format!("the Conflict has had {} this turn", text::count(rounds.into(), "round", "rounds"))
        }
        StackRefusal::FoughtThisTurn { stack } => {
            format!("{} has fought a round of a Conflict this turn, and fights no other", the(stack))
        }
        StackRefusal::RoundFirst { other } => {
            format!("the Conflict of {} has its round of this turn first; stacks join after it", name(other))
        }
        StackRefusal::RoundsDue { battle } => {
            let left = rules::outstanding(state, battle);
            let due = left.rounds.iter().chain(&left.under_way);
            let named = due.map(|at| format!(" in the Conflict of {}", conflict_stacks(state, battle, *at)));
            format!("a round comes first{}", named.collect::<Vec<_>>().join(","))
        }
        StackRefusal::AllIneffective { side } => {
            let side = state.name(side);
            format!("{side} can’t go on with this Conflict: every unit that is left to {side} in it is ineffective")
        }
        StackRefusal::RoundsOver => "the turn has gone on past the rounds of its Conflicts".into(),
        StackRefusal::NoRoundNow { phase } => {
            let phase = match phase {
                IdlePhase::Initiative => "the initiative",
                IdlePhase::Exhaustion => "the exhaustion check",
            };
            format!("no round is fought while the turn is at {phase}")
        }
    }
}
