//! The orders that a side may give, and those that only the referee may. Source: the architecture, “What a side sees”.

use crate::{
    order::{ClockOrder, Force, MapOrder, Order, StackOrder, StaffOrder, TheatreOrder, VictoryOrder},
    state::State,
};
use wardiary_base::{
    id::{Id, SideId},
    text::Text,
};

/// Why a side may not give an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthorityError {
    /// Only the referee may give it.
    Referee,
    /// It is a ruling about the side's own units. The side can ask the referee for it.
    Ruling,
    /// It concerns somebody else's units.
    Stranger(Id),
}

/// Whether a side may give an order: only to its own units, and only by the rules. All else is the referee's.
pub fn may_give(state: &State, side: SideId, order: &Order) -> Result<(), AuthorityError> {
    let own = |ids: &[Id]| {
        let is_own = |id: &Id| *id == Id::from(side) || state.side_of(*id) == Some(side);
        ids.iter().find(|id| !is_own(id)).map_or(Ok(()), |id| Err(AuthorityError::Stranger(*id)))
    };
    let force = |force: &Force| {
        let support = force.support.iter().map(|support| Id::from(support.unit));
        own(&force.who.iter().copied().chain(support).collect::<Vec<_>>())
    };
    let ruling = |ids: &[Id]| if own(ids).is_ok() { AuthorityError::Ruling } else { AuthorityError::Referee };
    let by_the_rules = |anyway: &Option<Text>| if anyway.is_some() { Err(AuthorityError::Referee) } else { Ok(()) };
    match order {
        Order::Initiative { battle } => match state.battle(*battle) {
            Some(battle) if battle.contingent(side).is_some() => Ok(()),
            _ => Err(AuthorityError::Referee),
        },
        Order::Pass { battle } => match state.battle(*battle) {
            Some(battle) if battle.contingent(side).is_some() && battle.may_act(state, side) => Ok(()),
            _ => Err(AuthorityError::Referee),
        },
        Order::First { battle, .. } => match state.battle(*battle) {
            Some(battle) if battle.initiative_winner == Some(side) => Ok(()),
            _ => Err(AuthorityError::Referee),
        },
        Order::Object { side: whose, .. } => own(&[Id::from(*whose)]),
        Order::Edna { unit, .. } | Order::Retest { unit } => own(&[Id::from(*unit)]),
        Order::Scrud { first, .. } => force(first),
        Order::Reroll { side: whose, .. } => own(&[Id::from(*whose)]),
        Order::Withdraw { who } => own(&[*who]),
        Order::Test { who, .. } => own(who),
        Order::Commit { who, to } => own(who).and_then(|()| own(&[*to])),
        Order::Volley(volley) => {
            by_the_rules(&volley.anyway)?;
            own(&[Id::from(volley.unit)])
        }
        Order::Stacks(stacks) => {
            let (acts, anyway) = match stacks {
                StackOrder::Posture { stack, .. }
                | StackOrder::Lead { stack, .. }
                | StackOrder::Screen { stack, .. }
                | StackOrder::Hold { stack }
                | StackOrder::Round { stack }
                | StackOrder::Rotate { stack, .. }
                | StackOrder::Turn { stack, .. }
                | StackOrder::Flee { stack }
                | StackOrder::Disengage { stack } => (vec![*stack], &None),
                StackOrder::Merge { stack, anyway, .. }
                | StackOrder::Strike { stack, anyway, .. }
                | StackOrder::Join { stack, anyway, .. } => (vec![*stack], anyway),
                StackOrder::Conflict { first, anyway, .. } => (first.clone(), anyway),
                StackOrder::Stats { .. } => return Err(AuthorityError::Referee),
            };
            by_the_rules(anyway)?;
            own(&acts.into_iter().map(Id::from).collect::<Vec<_>>())
        }
        Order::Map(map) => match map {
            MapOrder::Move { anyway, .. } | MapOrder::Face { anyway, .. } => {
                by_the_rules(anyway)?;
                own(&map.named_ids())
            }
            MapOrder::Change { unit, .. } => own(&[Id::from(*unit)]),
            MapOrder::Place { .. }
            | MapOrder::Terrain { .. }
            | MapOrder::Between { .. }
            | MapOrder::Objective { .. }
            | MapOrder::LayOut { .. } => Err(AuthorityError::Referee),
        },
        Order::Staff(StaffOrder::HandIn { side: whose, .. } | StaffOrder::Cancel { side: whose, .. }) => {
            own(&[Id::from(*whose)])
        }
        Order::Theatre(TheatreOrder::March { force, .. } | TheatreOrder::Halt { force }) => own(&[*force]),
        Order::Theatre(
            TheatreOrder::LayOut(_)
            | TheatreOrder::Station { .. }
            | TheatreOrder::Contact { .. }
            | TheatreOrder::SetAside { .. }
            | TheatreOrder::Objective { .. },
        )
        | Order::Clock(
            ClockOrder::Advance { .. }
            | ClockOrder::Schedule { .. }
            | ClockOrder::Settle { .. }
            | ClockOrder::Give { .. },
        )
        | Order::Staff(
            StaffOrder::Tell { .. }
            | StaffOrder::Reveal { .. }
            | StaffOrder::Hide { .. }
            | StaffOrder::Grant { .. }
            | StaffOrder::Done { .. }
            | StaffOrder::Refuse { .. },
        )
        | Order::Victory(VictoryOrder::EndCampaign { .. } | VictoryOrder::Score { .. })
        | Order::Side { .. }
        | Order::Stack { .. }
        | Order::Unit(_)
        | Order::Date { .. }
        | Order::Battle { .. }
        | Order::EndBattle { .. }
        | Order::EndTurn { .. }
        | Order::Wear { .. }
        | Order::Rules(_)
        | Order::Argue(_)
        | Order::Consult { .. }
        | Order::Roll { .. }
        | Order::Branch { .. } => Err(AuthorityError::Referee),
        Order::Note { .. } => Err(AuthorityError::Ruling),
        Order::Rename { id, .. } => Err(ruling(&[*id])),
        Order::Assign { units, stack } => {
            let units = units.iter().copied().map(Id::from);
            Err(ruling(&units.chain(stack.map(Id::from)).collect::<Vec<_>>()))
        }
        Order::Shake { unit, .. }
        | Order::Rally { unit, .. }
        | Order::Lose { unit, .. }
        | Order::Restore { unit, .. }
        | Order::Eliminate { unit, .. } => Err(ruling(&[Id::from(*unit)])),
        Order::Reinforce { who, .. } | Order::Regrade { who, .. } => Err(ruling(who)),
        Order::Refit(refit) => Err(ruling(&refit.named_ids())),
    }
}
