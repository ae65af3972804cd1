//! Refusals of orders that need a battle, or a part of its turn.

use super::{RefusalText, in_battle, named, of_battle, only, quoted, refusals, the};
use crate::state::{Awaiting, EntityKind, State};
use wardiary_base::{
    book::Attacks,
    id::{BattleId, Id, SideId, UnitId},
};

refusals! {
    /// Why an order that needs a battle, or a part of its turn, is refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum BattleRefusal, |refusal, state| match *refusal {
        NotInBattle { who: Id } => only(format!("{} is in no battle that is under way", the(state, who)))
            .hint("begin one with `battle NAME with PARTY v PARTY`, or `reinforce` it"),
        InBattle { unit: UnitId, battle: BattleId } => {
            only(format!("{} is in {} already", the(state, unit), the(state, battle)))
        },
        TwoBattles {
            first: Id,
            /// The unit or stack elsewhere, or the battle that the first is not in.
            second: Id,
        } => only(in_two(first, second, state)),
        /// A battle needs two sides with living units.
        OneSide { side: Option<SideId> } => {
            let named = side.map_or_else(|| "none".into(), |side| state.name(side));
            only(format!("a battle needs two sides with units, and has here {named}"))
                .hint("name a party for each side: `battle \"First day\" with Germans v Russians`")
        },
        NameTaken { battle: BattleId } => {
            let name = state.name(battle);
            only(format!("there is a battle {name} already"))
                .hint(format!("take another name, such as {}", quoted(&state.free_battle_name(&name))))
        },
        SideNotInBattle { side: SideId, battle: BattleId } => {
            only(format!("{} is not in {}", the(state, side), the(state, battle)))
        },
        BattleOver { battle: BattleId } => only(format!("{} is over", the(state, battle))),
        /// Something else must be done first.
        Awaits { battle: BattleId, awaited: Awaited } => {
            only(format!("{} waits: {}", the(state, battle), describe_awaited(awaited, state)))
                .hint(what_settles(awaited, state))
        },
        /// The battle does not wait for a decision of that side.
        NothingAwaited { side: SideId, battle: BattleId, why: Unawaited } => unawaited(side, battle, why, state),
        InitiativeSettled {
            battle: BattleId,
            /// From 1.
            turn: u32,
            winner: SideId,
        } => {
            let of_battle = of_battle(state, battle);
            only(format!("the initiative of turn {turn}{of_battle} is settled: {} won it", state.name(winner)))
        },
        /// The initiative phase of the turn is over.
        NotInitiative {
            battle: BattleId,
            /// From 1.
            turn: u32,
        } => {
            only(format!("turn {turn} of {} is not at its initiative", state.name(battle)))
                .hint("`end turn` brings the next")
        },
        NotTheirTurn {
            side: SideId,
            battle: BattleId,
            /// Whose part it is; `None` if nobody's.
            now: Option<SideId>,
        } => {
            let there = in_battle(state, battle);
            only(format!("{} can’t act in this part of the turn{there}", state.name(side))).hint(now.map_or_else(
                || "nobody acts before the initiative: `initiative` rolls for it".into(),
                |now| format!("{} can; `pass` hands on", state.name(now)),
            ))
        },
        /// An exhausted side may not attack.
        Exhausted { side: SideId, battle: BattleId, from: Aggression } => {
            exhausted(&the(state, side), &in_battle(state, battle), from)
        },
        HasAttacked { unit: UnitId, how: Attack } => {
            let text = only(format!("{} has attacked this turn{}", the(state, unit), attacked(how)));
            text.hint(format!("{}; `end turn` brings the next", how_often(state)))
        },
        /// The unit's attack of this turn is the round of the Conflict that its stack is in.
        AttackDue { unit: UnitId } => {
            only(format!("{} is in a Conflict: its round is the unit's attack of this turn", the(state, unit)))
                .hint(format!("{}; `round` fights the Conflict's", how_often(state)))
        },
    }
}

/// Why a battle does not wait for a side's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unawaited {
    /// It is decided who goes first.
    FirstSettled {
        /// From 1.
        turn: u32,
        first: SideId,
    },
    /// Nobody has won the turn's initiative.
    NoInitiative {
        /// From 1.
        turn: u32,
    },
    /// The side has no dice on the table that it may reroll now.
    NoDice,
}

/// How a unit attacks. Source: RULES 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    Volley,
    /// In a combat that its own side opened.
    Combat,
    /// In a round of a Conflict, whoever opened it.
    Round,
    /// By supporting a combat that its own side opened.
    Support,
}

/// What an exhausted side may not do. Source: RULES 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggression {
    Open,
    OpenConflict,
    /// Order another phase of a combat that it opened.
    NextPhase,
    /// Order a round of a Conflict that it opened.
    NextRound,
    /// Order a round of a Conflict in which all sides are exhausted.
    PassedOver,
    /// Commit reserves to an attack of its own.
    Reserves,
}

/// What a battle waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    Decision(Awaiting),
    /// The initiative, if the order of the turn is strict.
    Initiative,
    /// The sides that may still act this turn, if the order of the turn is strict.
    EndOfTurn,
}

/// Says that two are not in the same battle, or that one is not in that battle.
fn in_two(first: Id, second: Id, state: &State) -> String {
    if state.kind(second) == Some(EntityKind::Battle) {
        format!("{} is not in {}", the(state, first), the(state, second))
    } else {
        format!("{} and {} are not in the same battle", state.name(first), state.name(second))
    }
}

/// Why a battle does not await a decision of this side.
fn unawaited(side: SideId, battle: BattleId, why: Unawaited, state: &State) -> RefusalText {
    let of_battle = of_battle(state, battle);
    match why {
        Unawaited::FirstSettled { turn, first } => {
            only(format!("it is settled who goes first in turn {turn}{of_battle}: {}", state.name(first)))
        }
        Unawaited::NoInitiative { turn } => only(format!("nobody has won the initiative of turn {turn}{of_battle}"))
            .hint("`initiative` rolls for it, before the sides act"),
        Unawaited::NoDice => {
            only(format!("{} has no dice to throw again{}", the(state, side), in_battle(state, battle)))
        }
    }
}

fn how_often(state: &State) -> &'static str {
    match state.book().turn.attacks {
        Attacks::OncePerKind => "a unit volleys once a turn, and attacks in one combat",
        Attacks::OncePerTurn | Attacks::Free => "a unit attacks once a turn",
    }
}

fn attacked(how: Attack) -> &'static str {
    match how {
        Attack::Volley => ": it has volleyed",
        Attack::Combat => ": it was in a combat that its own side opened",
        Attack::Round => ": it fought a round of a Conflict",
        Attack::Support => ": it supported a combat of its side",
    }
}

fn exhausted(side: &str, there: &str, from: Aggression) -> RefusalText {
    match from {
        Aggression::Open => only(format!("{side} is exhausted{there} and opens no combat"))
            .hint("it may defend itself, volley and withdraw"),
        Aggression::OpenConflict => {
            only(format!("{side} is exhausted{there} and opens no Conflict")).hint("it may defend itself and volley")
        }
        Aggression::NextPhase => only(format!("{side}, exhausted{there}, can't go on with its attack"))
            .hint("the enemy can order the next phase: name his force first"),
        Aggression::NextRound => only(format!("{side}, exhausted{there}, can't go on with its Conflict"))
            .hint("the enemy can order the round: `round` with a stack of his"),
        Aggression::PassedOver => {
            only("all sides in that Conflict are exhausted: its round is passed over").hint("`disengage` ends it")
        }
        Aggression::Reserves => only(format!("{side}, exhausted{there}, can't send reserves into its own attack"))
            .hint("reserves can join where the enemy attacks"),
    }
}

/// The decision that a battle awaits, with the side that makes it.
pub fn describe_decision(decision: Awaiting, state: &State) -> String {
    match decision {
        Awaiting::First(side) => format!("{} to choose who goes first", state.name(side)),
        Awaiting::Rerolls(side, _) => format!("{} may throw dice again", state.name(side)),
    }
}

/// A hint with the orders that settle what a battle awaits.
fn what_settles(awaited: Awaited, state: &State) -> String {
    let name = |side| named(state, side);
    match awaited {
        Awaited::Decision(Awaiting::First(_)) => "decide with `first SIDE`".into(),
        Awaited::Decision(Awaiting::Rerolls(side, _)) => {
            format!("decide with `reroll …`, or with `stand {}`", name(side))
        }
        Awaited::Initiative => "`initiative` rolls for it".into(),
        Awaited::EndOfTurn => "`pass` hands on".into(),
    }
}

fn describe_awaited(awaited: Awaited, state: &State) -> String {
    match awaited {
        Awaited::Decision(decision) => describe_decision(decision, state),
        Awaited::Initiative => "the initiative is to be rolled".into(),
        Awaited::EndOfTurn => "the turn is not over for everybody".into(),
    }
}
