//! The notable events of a campaign. Headlines, the strips, filters and turning points all take them from here.

use crate::{
    event::{Event, MapEvent, TheatreEvent},
    order::Order,
    state::{State, Unit},
};
use wardiary_base::{
    book::HitBy,
    id::{StackId, UnitId},
};

wardiary_base::words! {
    /// A kind of notable event, the least important first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum NotableKind, word {
        /// A roll that comes up at most once in fifty. It follows from the odds of the roll, not from the events.
        Roll "roll",
        /// A unit failed the EDNA test for something that its order names.
        Charge "charge",
        /// An objective changed hands.
        Objective "objective",
        /// The last unit of a stack was destroyed.
        Stack "stack",
        /// A side reached its Exhaustion Point.
        Exhaustion "exhaustion",
        /// A general, or the leader of a stack, fell.
        Leader "leader",
    }
}

/// The notable events among those of an entry, each with its index. The last unit of a stack that falls counts for the
/// stack too.
pub fn notable_events(before: &State, order: &Order, events: &[Event], after: &State) -> Vec<(usize, NotableKind)> {
    let of_event = |at: usize, event: &Event| match event {
        Event::Eliminated { unit, .. } => {
            let stack = before.unit(*unit).and_then(|unit| unit.stack);
            let is_last =
                |stack: &StackId| is_destroyed(after, *stack) && !falls_later(before, *stack, &events[at + 1..]);
            let stack = stack.filter(is_last);
            [before.is_leader(*unit).then_some(NotableKind::Leader), stack.map(|_| NotableKind::Stack)]
        }
        Event::Exhausted { .. } => [Some(NotableKind::Exhaustion), None],
        Event::Map(MapEvent::ChangedHands { .. }) | Event::Theatre(TheatreEvent::ChangedHands { .. }) => {
            [Some(NotableKind::Objective), None]
        }
        Event::EdnaTested { acts, .. } => {
            let is_for_something = matches!(order.effective_order(), Order::Edna { purpose: Some(_), .. });
            [(is_for_something && !acts).then_some(NotableKind::Charge), None]
        }
        Event::Opened { .. }
        | Event::RulesChanged(_)
        | Event::LadderChanged { .. }
        | Event::Abandoned
        | Event::SideMade { .. }
        | Event::StackMade { .. }
        | Event::UnitMade(_)
        | Event::Renamed { .. }
        | Event::Assigned { .. }
        | Event::DateSet { .. }
        | Event::BattleBegun { .. }
        | Event::Arrived { .. }
        | Event::BattleEnded { .. }
        | Event::InitiativeWon { .. }
        | Event::FirstChosen { .. }
        | Event::PhaseBegun { .. }
        | Event::TurnEnded { .. }
        | Event::EdnaRetested { .. }
        | Event::EdnaWorn { .. }
        | Event::EdnaRuled { .. }
        | Event::CombatOpened { .. }
        | Event::Committed { .. }
        | Event::Thrown { .. }
        | Event::Rethrown { .. }
        | Event::PhaseFought { .. }
        | Event::CombatEnded { .. }
        | Event::Demoted { .. }
        | Event::PushedBack { .. }
        | Event::StrengthLost { .. }
        | Event::StrengthRestored { .. }
        | Event::Regraded { .. }
        | Event::Shifted { .. }
        | Event::Noted
        | Event::DiceTested { .. }
        | Event::Objected { .. }
        | Event::Volleyed { .. }
        | Event::Supported { .. }
        | Event::Argued { .. }
        | Event::Stacks(_)
        | Event::Map(_)
        | Event::Clock(_)
        | Event::Victory(_)
        | Event::Refit(_)
        | Event::Theatre(_)
        | Event::Staff(_)
        | Event::Consulted { .. }
        | Event::Rolled { .. }
        | Event::Intel(_)
        | Event::BranchNamed { .. } => [None, None],
    };
    let found = events.iter().enumerate();
    found.flat_map(|(at, event)| of_event(at, event).into_iter().flatten().map(move |kind| (at, kind))).collect()
}

/// Whether all units of a stack are gone. A side's view may lack units of an enemy's stack, so it never says so of one.
fn is_destroyed(after: &State, stack: StackId) -> bool {
    let is_seen_whole = after.viewer().is_none_or(|viewer| after.side_of(stack.into()) == Some(viewer));
    is_seen_whole && !after.units_for_id(stack.into()).into_iter().any(Unit::is_alive)
}

fn falls_later(before: &State, stack: StackId, events: &[Event]) -> bool {
    events.iter().any(|event| {
        let falls = |unit: &UnitId| before.unit(*unit).is_some_and(|unit| unit.stack == Some(stack));
        matches!(event, Event::Eliminated { unit, .. } if falls(unit))
    })
}

impl State {
    /// Whether a unit is a general, or leads a stack.
    pub fn is_leader(&self, unit: UnitId) -> bool {
        let is_general = |unit: &Unit| self.book().target_of(&unit.kind).by == HitBy::Treble;
        self.unit(unit).is_some_and(is_general) || self.stacks().iter().any(|stack| stack.leader == Some(unit))
    }
}
