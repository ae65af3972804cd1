//! The start, course and end of battles, in words.

use super::{EntryContext, Sentence, Topic};
use wardiary_base::{
    book::{Mechanism, TurnPhase},
    id::{BattleId, SideId, UnitId},
    text::{self, Text},
};
use wardiary_rules::{
    event::Event,
    notation::{battle_end_text, can_still_text, conflict_stacks, unit_list},
    order::Order,
    rules,
    state::State,
};

pub(super) fn begun(state: &State, name: &Text, sides: &[(SideId, Vec<UnitId>)]) -> String {
    let side = |(side, units): &(SideId, Vec<UnitId>)| {
        format!("{} with {}", state.name(*side), text::count(units.len(), "unit", "units"))
    };
    let sides: Vec<String> = sides.iter().map(side).collect();
    format!("the battle {name} began: {}", text::list(&sides))
}

fn ended(state: &State, battle: BattleId) -> String {
    let why = state.battle(battle).and_then(|battle| battle_end_text(state, battle));
    format!("the battle {} ended{}", state.name(battle), why.map_or(String::new(), |why| format!(": {why}")))
}

/// The end of a turn, and what it left undone. Combats that it ended are reported separately.
pub(super) fn turn_ended(context: &EntryContext, battle: BattleId, turn: u32) -> Vec<Sentence> {
    let of_battle = context.of_battle(battle);
    let left = rules::outstanding(context.before, battle);
    let goes_on = |at: &usize| {
        let stacks = conflict_stacks(context.before, battle, *at);
        let next = turn.saturating_add(1);
        format!("the round under way in the Conflict of {stacks} goes on in turn {next}{of_battle}").into()
    };
    let rounds = conflicts_without_round(context, battle, turn, &left.due_rounds)
        .into_iter()
        .chain(left.open_rounds.iter().map(goes_on));
    let units = unused_attackers(context, battle, turn, &left.units);
    let ended = Sentence::new(Topic::TurnFlow, format!("turn {turn}{of_battle} ended"));
    std::iter::once(ended).chain(rounds).chain(units).collect()
}

/// The end of a battle, preceded by what that left undone if somebody ended the battle or its turn.
pub(super) fn battle_ended(context: &EntryContext, battle: BattleId) -> Vec<Sentence> {
    let ends = matches!(
        context.entry.order.effective_order(),
        Order::EndBattle { .. } | Order::EndTurn { .. } | Order::Pass { .. }
    );
    let mut text = if ends { left_undone(context, battle) } else { Vec::new() };
    text.push(ended(context.after, battle).into());
    text
}

/// What the end of a battle left undone. Combats that it ended are reported separately.
fn left_undone(context: &EntryContext, battle: BattleId) -> Vec<Sentence> {
    let turn = context.before.battle(battle).map_or(0, |b| b.turn);
    let left = rules::outstanding(context.before, battle);
    let broken_off = |at: &usize| {
        let stacks = conflict_stacks(context.before, battle, *at);
        format!("the round under way in the Conflict of {stacks}{} was broken off", context.in_battle(battle)).into()
    };
    let rounds = conflicts_without_round(context, battle, turn, &left.due_rounds)
        .into_iter()
        .chain(left.open_rounds.iter().map(broken_off));
    rounds.chain(unused_attackers(context, battle, turn, &left.units)).collect()
}

/// The units that could have attacked in a turn and did not.
fn unused_attackers(context: &EntryContext, battle: BattleId, turn: u32, units: &[UnitId]) -> Option<Sentence> {
    let did = can_still_text(context.after, units, "ed");
    let of_battle = context.of_battle(battle);
    let text = || format!("could still have {did} in turn {turn}{of_battle}: {}", unit_list(context.after, units));
    (!units.is_empty()).then(|| Sentence::new(Topic::UnusedAttack, text()))
}

/// The Conflicts that had no round when the turn went on.
fn conflicts_without_round(context: &EntryContext, battle: BattleId, turn: u32, conflicts: &[usize]) -> Vec<Sentence> {
    let no_round = |at: &usize| {
        let stacks = conflict_stacks(context.before, battle, *at);
        let text =
            format!("no round of the Conflict of {stacks} was fought in turn {turn}{}", context.of_battle(battle));
        Sentence::new(Topic::SkippedRound, text)
    };
    conflicts.iter().map(no_round).collect()
}

/// The Conflict rounds that a turn skips by going on to a phase. Those skipped at the end of the turn or battle are
/// reported there.
fn skipped_rounds(context: &EntryContext, at: usize, battle: BattleId, phase: u8) -> Vec<Sentence> {
    let Some(before) = context.before.battle(battle) else { return Vec::new() };
    let earlier = |event: &Event| matches!(event, Event::PhaseBegun { battle: b, .. } if *b == battle);
    let ends = |event: &Event| matches!(event, Event::TurnEnded { battle: b, .. } | Event::BattleEnded { battle: b, .. } if *b == battle);
    if context.entry.events[..at].iter().any(earlier) || context.entry.events.iter().any(ends) {
        return Vec::new();
    }
    conflicts_without_round(context, battle, before.turn, &context.before.rounds_skipped_by(before, usize::from(phase)))
}

/// A turn reached a part: who acts now, unless the turn has already gone on. An initiative that was skipped without a
/// roll is reported with the first part after it.
pub(super) fn phase_begun(
    context: &EntryContext,
    at: usize,
    (battle, phase, side): (BattleId, u8, Option<SideId>),
) -> Vec<Sentence> {
    let goes_on = |event: &Event| match event {
        Event::PhaseBegun { battle: b, .. }
        | Event::TurnEnded { battle: b, .. }
        | Event::BattleEnded { battle: b, .. } => *b == battle,
        _ => false,
    };
    let phases = &context.after.book().turn.phases;
    let begins = || match (side, phases.get(usize::from(phase))?) {
        (Some(side), _) => Some(format!("{} to act{}", context.name(side), context.in_battle(battle))),
        (None, TurnPhase::Initiative) => Some(format!("the initiative is next{}", context.in_battle(battle))),
        (None, phase @ (TurnPhase::Together(what) | TurnPhase::Rounds(what))) => {
            let open = context.after.battle(battle).is_some_and(|b| b.conflicts.iter().any(|c| c.ended.is_none()));
            let book = context.after.book();
            let fights_rounds = book.uses(Mechanism::Stacks) && book.turn.has_rounds(phase);
            let none = if fights_rounds && !open { " (no Conflict is open)" } else { "" };
            Some(format!("all to act{}: {what}{none}", context.in_battle(battle)))
        }
        (None, TurnPhase::EachSide(_) | TurnPhase::Exhaustion) => None,
    };
    let is_last = !context.entry.events[at + 1..].iter().any(goes_on);
    let flow = |text: String| Sentence::new(Topic::TurnFlow, text);
    let unrolled = is_unrolled(context, at, battle)
        .then(|| format!("nobody rolled for the initiative{}", context.in_battle(battle)));
    let rounds = skipped_rounds(context, at, battle, phase);
    let handed_on = is_last.then(|| unused_attackers_in_part(context, battle)).flatten();
    let begins = is_last.then(begins).flatten();
    unrolled.map(flow).into_iter().chain(rounds).chain(handed_on).chain(begins.map(flow)).collect()
}

/// Units that could still have attacked in a part of the turn that is over for their side, while the turn goes on.
/// Under a strict order the side has no other part; otherwise the end of the turn reports them.
fn unused_attackers_in_part(context: &EntryContext, battle: BattleId) -> Option<Sentence> {
    let turn = context.before.battle(battle)?.turn;
    if context.after.battle(battle)?.turn != turn {
        return None;
    }
    let left = rules::outstanding(context.after, battle).units;
    let mut units = rules::outstanding(context.before, battle).units;
    units.retain(|unit| !left.contains(unit));
    unused_attackers(context, battle, turn, &units)
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
