//! Refusals of orders that need a battle, or a part of its turn.

use super::{RefusalText, in_battle_phrase, kind_and_name, of_battle_phrase, quoted, quoted_name, refusals, sentence};
use crate::{
    notation::example_battle,
    state::{EntityKind, PendingDecision, State},
};
use wardiary_base::{
    book::Attacks,
    id::{BattleId, Id, SideId, UnitId},
    text,
};

refusals! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum BattleRefusal, |refusal, state| match *refusal {
        NotInBattle { who: Id } => {
            let open: Vec<String> = state.open_battles().map(|battle| state.name(battle.id)).collect();
            let who = kind_and_name(state, who);
            if open.is_empty() {
                sentence(format!("{who} is not in a battle: none is under way"))
                    .with_hint(format!("start one: {}", example_battle(state)))
            } else {
                sentence(format!("{who} is not in {}", text::list_or(&open.iter().map(String::as_str).collect::<Vec<_>>()))).with_hint("`reinforce` brings it into the battle")
            }
        },
        InBattle { unit: UnitId, battle: BattleId } => {
            sentence(format!("{} is already in {}", kind_and_name(state, unit), kind_and_name(state, battle)))
        },
        TwoBattles {
            first: Id,
            /// The unit or stack elsewhere, or the battle that the first is not in.
            second: Id,
        } => sentence(not_same_battle(first, second, state)),
        OneSide { side: Option<SideId> } => {
            let named = side.map_or_else(|| "no units".into(), |side| format!("only {}", state.name(side)));
            sentence(format!("a battle needs units of two sides, but this one has {named}"))
                .with_hint(format!("name a force for each side: {}", example_battle(state)))
        },
        NameTaken { battle: BattleId } => {
            let name = state.name(battle);
            sentence(format!("there is already a battle called {name}"))
                .with_hint(format!("choose another name, such as {}", quoted(&state.unique_battle_name(&name))))
        },
        SideNotInBattle { side: SideId, battle: BattleId } => {
            sentence(format!("{} is not in {}", kind_and_name(state, side), kind_and_name(state, battle)))
        },
        BattleOver { battle: BattleId } => sentence(format!("{} is over", kind_and_name(state, battle))),
        Awaits { battle: BattleId, awaited: BlockingStep } => {
            sentence(format!("{} is waiting: {}", kind_and_name(state, battle), describe_awaited(awaited, state)))
                .with_hint(settling_orders(awaited, state))
        },
        NothingAwaited { side: SideId, battle: BattleId, why: NotAwaited } => not_awaited(side, battle, why, state),
        InitiativeSettled {
            battle: BattleId,
            /// From 1.
            turn: u32,
            winner: SideId,
        } => {
            let of_battle = of_battle_phrase(state, battle);
            sentence(format!("the initiative of turn {turn}{of_battle} is already decided: {} won it", state.name(winner)))
        },
        NotInitiative {
            battle: BattleId,
            turn: u32,
        } => {
            sentence(format!("the initiative phase of turn {turn} of {} is over", state.name(battle)))
                .with_hint("`end turn` starts the next turn")
        },
        NotTheirTurn {
            side: SideId,
            battle: BattleId,
            /// The side that may act now, if any.
            now: Option<SideId>,
        } => {
            let there = in_battle_phrase(state, battle);
            sentence(format!("{} can’t act in this part of the turn{there}", state.name(side))).with_hint(now.map_or_else(
                || "no side acts before the initiative: roll for it with `initiative`".into(),
                |now| format!("{} can act; `pass` hands over to the next side", state.name(now)),
            ))
        },
        Exhausted { side: SideId, battle: BattleId, from: BarredAttack } => {
            exhausted_text(&kind_and_name(state, side), &in_battle_phrase(state, battle), from)
        },
        HasAttacked { unit: UnitId, how: Attack } => {
            let text = sentence(format!("{} has attacked this turn{}", kind_and_name(state, unit), attack_text(how)));
            text.with_hint(format!("{}; `end turn` starts the next turn", attack_limit_text(state)))
        },
        AttackDue { unit: UnitId } => {
            sentence(format!("{} is in a Conflict: its round is the unit's attack this turn", kind_and_name(state, unit)))
                .with_hint(format!("{}; fight the Conflict's round with `round`", attack_limit_text(state)))
        },
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotAwaited {
    FirstSettled { turn: u32, first: SideId },
    NoInitiative { turn: u32 },
    NoDice,
}

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

/// An action that an exhausted side may not take. Source: RULES 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarredAttack {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockingStep {
    Decision(PendingDecision),
    /// The initiative, if the order of the turn is strict.
    Initiative,
    /// The sides that may still act this turn, if the order of the turn is strict.
    EndOfTurn,
}

/// The text that two things are not in the same battle, or that one is not in the given battle.
fn not_same_battle(first: Id, second: Id, state: &State) -> String {
    if state.kind(second) == Some(EntityKind::Battle) {
        format!("{} is not in {}", kind_and_name(state, first), kind_and_name(state, second))
    } else {
        format!("{} and {} are not in the same battle", state.name(first), state.name(second))
    }
}

/// Why a battle does not await a decision of this side.
fn not_awaited(side: SideId, battle: BattleId, why: NotAwaited, state: &State) -> RefusalText {
    let of_battle = of_battle_phrase(state, battle);
    match why {
        NotAwaited::FirstSettled { turn, first } => sentence(format!(
            "the side that goes first in turn {turn}{of_battle} is already chosen: {}",
            state.name(first)
        )),
        NotAwaited::NoInitiative { turn } => {
            sentence(format!("no side has won the initiative of turn {turn}{of_battle} yet"))
                .with_hint("roll for it with `initiative`, before the sides act")
        }
        NotAwaited::NoDice => {
            sentence(format!("{} has no dice to reroll{}", kind_and_name(state, side), in_battle_phrase(state, battle)))
        }
    }
}

fn attack_limit_text(state: &State) -> &'static str {
    match state.book().turn.attacks {
        Attacks::OncePerKind => "a unit may volley once and attack in one combat per turn",
        Attacks::OncePerTurn | Attacks::Free => "a unit may attack once per turn",
    }
}

fn attack_text(how: Attack) -> &'static str {
    match how {
        Attack::Volley => ": it has volleyed",
        Attack::Combat => ": it was in a combat that its own side opened",
        Attack::Round => ": it fought a round of a Conflict",
        Attack::Support => ": it supported a combat of its side",
    }
}

fn exhausted_text(side: &str, there: &str, from: BarredAttack) -> RefusalText {
    match from {
        BarredAttack::Open => sentence(format!("{side} is exhausted{there} and can't open a combat"))
            .with_hint("it may defend itself, volley and withdraw"),
        BarredAttack::OpenConflict => sentence(format!("{side} is exhausted{there} and can't open a Conflict"))
            .with_hint("it may defend itself and volley"),
        BarredAttack::NextPhase => sentence(format!("{side} is exhausted{there} and can't order another phase"))
            .with_hint("the enemy can order the next phase: name the enemy force first"),
        BarredAttack::NextRound => sentence(format!("{side} is exhausted{there} and can't order another round"))
            .with_hint("the enemy can order the round: `round` with an enemy stack"),
        BarredAttack::PassedOver => sentence("all sides in that Conflict are exhausted, so its round is skipped")
            .with_hint("`disengage` ends it"),
        BarredAttack::Reserves => {
            sentence(format!("{side} is exhausted{there} and can't commit reserves to that fight"))
                .with_hint("it may defend itself, volley and withdraw")
        }
    }
}

/// The decision that a battle awaits, with the side that makes it.
pub fn describe_decision(decision: PendingDecision, state: &State) -> String {
    match decision {
        PendingDecision::First(side) => format!("{} to choose who goes first", state.name(side)),
        PendingDecision::Rerolls(side, _) => format!("{} may reroll dice", state.name(side)),
    }
}

/// A hint with the orders that settle what a battle awaits.
fn settling_orders(awaited: BlockingStep, state: &State) -> String {
    let name = |side| quoted_name(state, side);
    match awaited {
        BlockingStep::Decision(PendingDecision::First(_)) => "decide with `first SIDE`".into(),
        BlockingStep::Decision(PendingDecision::Rerolls(side, _)) => {
            format!("decide with `reroll …`, or with `stand {}`", name(side))
        }
        BlockingStep::Initiative => "roll for it with `initiative`".into(),
        BlockingStep::EndOfTurn => "`pass` hands over to the next side".into(),
    }
}

fn describe_awaited(awaited: BlockingStep, state: &State) -> String {
    match awaited {
        BlockingStep::Decision(decision) => describe_decision(decision, state),
        BlockingStep::Initiative => "the initiative has not been rolled".into(),
        BlockingStep::EndOfTurn => "not every side has finished its turn".into(),
    }
}
