//! The start, course and end of battles, in words.

use super::{EntryContext, Statement, States};
use wardiary_base::{
    book::{Mechanism, TurnPhase},
    id::{BattleId, SideId, StackId, UnitId},
    text::{self, Text},
};
use wardiary_rules::{
    event::Event,
    notation::{battle_end_text, can_still_text, unit_list},
    order::Order,
    rules,
    state::State,
};

#[derive(Clone, Debug, PartialEq)]
pub enum BattleStatement {
    // Each side with the number of its units.
    Begun { battle: BattleId, name: Text, sides: Vec<(SideId, usize)> },
    Arrived { battle: BattleId, units: Vec<UnitId> },
    InitiativeWon { battle: BattleId, side: SideId },
    FirstChosen { battle: BattleId, side: SideId },
    // Strength Points lost and the Exhaustion Point, if known.
    Exhausted { battle: BattleId, side: SideId, losses: Option<(u32, u32)> },
    TurnEnded { battle: BattleId, turn: u32 },
    Ended { battle: BattleId },
    // A battle that had ended undecided was decided.
    Decided { battle: BattleId },
    NoRound { battle: BattleId, stacks: Vec<StackId>, turn: u32 },
    RoundContinues { battle: BattleId, stacks: Vec<StackId>, turn: u32 },
    RoundBrokenOff { battle: BattleId, stacks: Vec<StackId> },
    CouldHaveAttacked { battle: BattleId, turn: u32, units: Vec<UnitId> },
    InitiativeNotRolled { battle: BattleId },
    InitiativeNext { battle: BattleId },
    ToAct { battle: BattleId, side: SideId },
    // `lacks_conflict`: it is a phase of rounds, and no Conflict is open.
    AllToAct { battle: BattleId, what: Text, lacks_conflict: bool },
}

impl BattleStatement {
    pub(super) fn text(&self, states: States) -> String {
        let state = states.after;
        let there = |battle: &BattleId| states.in_battle(*battle);
        let of = |battle: &BattleId| states.of_battle(*battle);
        match self {
            Self::Begun { name, sides, .. } => {
                let side = |(side, units): &(SideId, usize)| {
                    format!("{} with {}", state.name(*side), text::count(*units, "unit", "units"))
                };
                format!("the battle {name} began: {}", text::list(&sides.iter().map(side).collect::<Vec<_>>()))
            }
            Self::Arrived { battle, units } => format!("{} arrived in {}", states.names(units), state.name(*battle)),
            Self::InitiativeWon { battle, side } => {
                format!("{} won the initiative{}", state.name(*side), there(battle))
            }
            Self::FirstChosen { battle, side } => format!("{} to go first{}", state.name(*side), there(battle)),
            Self::Exhausted { battle, side, losses } => {
                let losses = losses.map(|(lost, point)| format!(": {lost} SP lost, the Exhaustion Point is {point}"));
                format!("{} exhausted{}{}", state.name(*side), there(battle), losses.unwrap_or_default())
            }
            Self::TurnEnded { battle, turn } => format!("turn {turn}{} ended", of(battle)),
            Self::Ended { battle } => {
                let why = end_text(state, *battle).map_or(String::new(), |why| format!(": {why}"));
                format!("the battle {} ended{why}", state.name(*battle))
            }
            Self::Decided { battle } => {
                format!("the battle {}: {}", state.name(*battle), end_text(state, *battle).unwrap_or_default())
            }
            Self::NoRound { battle, stacks, turn } => {
                let stacks = states.names(stacks);
                format!("no round of the Conflict of {stacks} was fought in turn {turn}{}", of(battle))
            }
            Self::RoundContinues { battle, stacks, turn } => {
                let (stacks, of_battle) = (states.names(stacks), of(battle));
                format!("the unfinished round of the Conflict of {stacks} continues in turn {turn}{of_battle}")
            }
            Self::RoundBrokenOff { battle, stacks } => {
                let stacks = states.names(stacks);
                format!("the unfinished round of the Conflict of {stacks}{} was broken off", there(battle))
            }
            Self::CouldHaveAttacked { battle, turn, units } => {
                let (did, units) = (can_still_text(state, units, "ed"), unit_list(state, units));
                format!("could still have {did} in turn {turn}{}: {units}", of(battle))
            }
            Self::InitiativeNotRolled { battle } => format!("nobody rolled for the initiative{}", there(battle)),
            Self::InitiativeNext { battle } => format!("the initiative is next{}", there(battle)),
            Self::ToAct { battle, side } => format!("{} to act{}", state.name(*side), there(battle)),
            Self::AllToAct { battle, what, lacks_conflict } => {
                let none = if *lacks_conflict { " (no Conflict is open)" } else { "" };
                format!("all sides to act{}: {what}{none}", there(battle))
            }
        }
    }
}

fn end_text(state: &State, battle: BattleId) -> Option<String> {
    battle_end_text(state, state.battle(battle)?)
}

/// The end of a turn, and what it left undone. Combats that it ended are reported separately.
pub(super) fn turn_ended<'a>(context: &EntryContext, battle: BattleId, turn: u32) -> Vec<Statement<'a>> {
    let left = rules::outstanding(context.before, battle);
    let mut statements = vec![BattleStatement::TurnEnded { battle, turn }];
    statements.extend(conflicts_without_round(context, battle, turn, &left.due_rounds));
    statements.extend(left.open_rounds.iter().map(|at| {
        let stacks = conflict_stacks(context.before, battle, *at);
        BattleStatement::RoundContinues { battle, stacks, turn: turn.saturating_add(1) }
    }));
    statements.extend(unused_attackers(battle, turn, left.units));
    statements.into_iter().map(Statement::Battle).collect()
}

/// The end of a battle, preceded by what it left undone if somebody ended the battle or its turn.
pub(super) fn battle_ended<'a>(context: &EntryContext, battle: BattleId) -> Vec<Statement<'a>> {
    let ends = matches!(
        context.entry.order.effective_order(),
        Order::EndBattle { .. } | Order::EndTurn { .. } | Order::Pass { .. }
    );
    let mut statements = if ends { left_undone(context, battle) } else { Vec::new() };
    statements.push(BattleStatement::Ended { battle });
    statements.into_iter().map(Statement::Battle).collect()
}

/// The actions that the end of a battle left undone. Combats that it ended are reported separately.
fn left_undone(context: &EntryContext, battle: BattleId) -> Vec<BattleStatement> {
    let turn = context.before.battle(battle).map_or(0, |b| b.turn);
    let left = rules::outstanding(context.before, battle);
    let broken_off =
        |at: &usize| BattleStatement::RoundBrokenOff { battle, stacks: conflict_stacks(context.before, battle, *at) };
    let rounds = conflicts_without_round(context, battle, turn, &left.due_rounds)
        .into_iter()
        .chain(left.open_rounds.iter().map(broken_off));
    rounds.chain(unused_attackers(battle, turn, left.units)).collect()
}

fn conflict_stacks(state: &State, battle: BattleId, at: usize) -> Vec<StackId> {
    let there = state.conflict(battle, at).into_iter().flat_map(|c| &c.stacks).filter(|s| !s.fled);
    there.map(|s| s.stack).collect()
}

/// The units that could have attacked in a turn and did not.
fn unused_attackers(battle: BattleId, turn: u32, units: Vec<UnitId>) -> Option<BattleStatement> {
    (!units.is_empty()).then_some(BattleStatement::CouldHaveAttacked { battle, turn, units })
}

/// The Conflicts that had no round when the turn moved on.
fn conflicts_without_round(
    context: &EntryContext,
    battle: BattleId,
    turn: u32,
    conflicts: &[usize],
) -> Vec<BattleStatement> {
    let stacks = conflicts.iter().map(|at| conflict_stacks(context.before, battle, *at));
    stacks.map(|stacks| BattleStatement::NoRound { battle, stacks, turn }).collect()
}

/// The Conflict rounds that a turn skips by going on to a phase.
fn skipped_rounds(context: &EntryContext, at: usize, battle: BattleId, phase: u8) -> Vec<BattleStatement> {
    let Some(before) = context.before.battle(battle) else { return Vec::new() };
    let earlier = |event: &Event| matches!(event, Event::PhaseBegun { battle: b, .. } if *b == battle);
    let ends = |event: &Event| matches!(event, Event::TurnEnded { battle: b, .. } | Event::BattleEnded { battle: b, .. } if *b == battle);
    if context.entry.events[..at].iter().any(earlier) || context.entry.events.iter().any(ends) {
        return Vec::new();
    }
    conflicts_without_round(context, battle, before.turn, &context.before.rounds_skipped_by(before, usize::from(phase)))
}

/// A turn reached a part: who acts now, unless the turn has already gone on.
pub(super) fn phase_begun<'a>(
    context: &EntryContext,
    at: usize,
    (battle, phase, side): (BattleId, u8, Option<SideId>),
) -> Vec<Statement<'a>> {
    let goes_on = |event: &Event| match event {
        Event::PhaseBegun { battle: b, .. }
        | Event::TurnEnded { battle: b, .. }
        | Event::BattleEnded { battle: b, .. } => *b == battle,
        _ => false,
    };
    let book = context.after.book();
    let begins = || match (side, book.turn.phases.get(usize::from(phase))?) {
        (Some(side), _) => Some(BattleStatement::ToAct { battle, side }),
        (None, TurnPhase::Initiative) => Some(BattleStatement::InitiativeNext { battle }),
        (None, phase @ (TurnPhase::Together(what) | TurnPhase::Rounds(what))) => {
            let open = context.after.battle(battle).is_some_and(|b| b.conflicts.iter().any(|c| c.ended.is_none()));
            let fights_rounds = book.uses(Mechanism::Stacks) && book.turn.has_rounds(phase);
            Some(BattleStatement::AllToAct { battle, what: what.clone(), lacks_conflict: fights_rounds && !open })
        }
        (None, TurnPhase::EachSide(_) | TurnPhase::Exhaustion) => None,
    };
    let is_last = !context.entry.events[at + 1..].iter().any(goes_on);
    let unrolled = is_unrolled(context, at, battle).then_some(BattleStatement::InitiativeNotRolled { battle });
    let rounds = skipped_rounds(context, at, battle, phase);
    let handed_on = is_last.then(|| unused_attackers_in_part(context, battle)).flatten();
    let begins = is_last.then(begins).flatten();
    unrolled.into_iter().chain(rounds).chain(handed_on).chain(begins).map(Statement::Battle).collect()
}

/// Units that could still have attacked in a part of the turn that is over for their side, while the turn continues.
/// Under a strict order the side has no other part; otherwise the end of the turn reports them.
fn unused_attackers_in_part(context: &EntryContext, battle: BattleId) -> Option<BattleStatement> {
    let turn = context.before.battle(battle)?.turn;
    if context.after.battle(battle)?.turn != turn {
        return None;
    }
    let left = rules::outstanding(context.after, battle).units;
    let mut units = rules::outstanding(context.before, battle).units;
    units.retain(|unit| !left.contains(unit));
    unused_attackers(battle, turn, units)
}

/// Whether the turn just passed an initiative that nobody rolled for, where the rules leave that free.
fn is_unrolled(context: &EntryContext, at: usize, battle: BattleId) -> bool {
    let Some(before) = context.before.battle(battle) else { return false };
    let earlier = context.entry.events[..at].iter().rev().find_map(|event| match event {
        Event::PhaseBegun { battle: b, phase, .. } if *b == battle => Some(usize::from(*phase)),
        _ => None,
    });
    let left = context.before.book().turn.phases.get(earlier.unwrap_or(before.phase));
    matches!(left, Some(TurnPhase::Initiative)) && before.initiative_winner.is_none()
}
