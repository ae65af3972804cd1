//! The frame of a chapter, and the results of battles and campaigns in prose: the opponents, the orders of battle at the beginning and the end, and the result.

use super::{
    names::{self, count_in_words},
    narration::{force_name, sentence},
    story::{Columns, ForceGroup, OrderOfBattle, SideStrengths, StrengthHistory, UnitLine},
    verdict::verdict,
};
use std::fmt::Write as _;
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, Id, SideId, StackId, UnitId},
    text::{self, Text},
};
use wardiary_diary::diary::EntryNo;
use wardiary_rules::{
    event::{BattleEnd, Decision},
    order::Award,
    state::{Battle, Contingent, Losses, Score, State, Unit, total_strength},
};

/// The orders of battle of one battle or of everybody, with the units' EDNA if that matters.
pub(super) fn orders_of_battle(state: &State, battle: Option<BattleId>, edna: bool) -> Vec<OrderOfBattle> {
    let of_side = |side: SideId, units: Vec<&Unit>| order_of_battle(state, side, &units, edna);
    match battle.and_then(|battle| state.battle(battle)) {
        Some(battle) => battle
            .contingents
            .iter()
            .map(|contingent| {
                of_side(contingent.side, contingent.units().filter_map(|unit| state.unit(unit)).collect())
            })
            .collect(),
        None => state
            .sides()
            .iter()
            .map(|side| of_side(side.id, state.units_of_side(side.id).collect()))
            .filter(|roll| !roll.groups.is_empty())
            .collect(),
    }
}

fn order_of_battle(state: &State, side: SideId, units: &[&Unit], edna: bool) -> OrderOfBattle {
    let book = state.book();
    let mut stacks: Vec<(Option<StackId>, Vec<UnitLine>)> = Vec::new();
    for unit in units {
        let line = UnitLine {
            name: unit.name.to_string(),
            kind: unit.kind.clone(),
            grade: state.uses_grade(unit).then(|| unit.grade().map(|grade| book.ladder.name(grade).to_lowercase())),
            strength: unit.strength(),
            edna: unit.edna(),
            alive: unit.is_alive(),
        };
        match stacks.iter_mut().find(|(stack, _)| *stack == unit.stack) {
            Some((_, lines)) => lines.push(line),
            None => stacks.push((unit.stack, vec![line])),
        }
    }
    let path = |stack: Option<StackId>| stack.map_or_else(Vec::new, |stack| formations_from_the_top(state, stack));
    // The stacks of a formation follow each other, in the order in which formations began; stacks in none come last.
    let place = |id: &Id| state.formations().iter().position(|formation| formation.id == *id);
    let key = |stack: Option<StackId>| {
        let path: Vec<_> = path(stack).iter().map(place).collect();
        (path.is_empty(), path)
    };
    stacks.sort_by_cached_key(|(stack, _)| key(*stack));
    let mut groups = Vec::new();
    let mut open: Vec<Id> = Vec::new();
    for (stack, lines) in stacks {
        let path = path(stack);
        let common = open.iter().zip(&path).take_while(|(one, other)| one == other).count();
        for (depth, formation) in path.iter().enumerate().skip(common) {
            let own = units.iter().copied().filter(|unit| state.holders(unit.id.into()).contains(formation));
            let sum =
                total_strength(own).map_or_else(|| "? SP".into(), |sum| format!("{} of {} SP", sum.now, sum.full));
            groups.push(ForceGroup { name: state.name(*formation), formation: Some((depth, sum)), units: Vec::new() });
        }
        open = path;
        let name = stack.map_or_else(String::new, |stack| state.name(stack));
        groups.push(ForceGroup { name, formation: None, units: lines });
    }
    OrderOfBattle { side: state.name(side), groups, columns: Columns { grade: book.uses_line_up(), edna } }
}

/// The formations of a stack, the largest first.
fn formations_from_the_top(state: &State, stack: StackId) -> Vec<Id> {
    let mut path: Vec<Id> = state.formations_of_stack(stack).map(|formation| formation.id).collect();
    path.reverse();
    path
}

/// The opponents and their strength.
fn opponents(state: &State, battle: &Battle, teller: Option<SideId>) -> String {
    let mut is_first = true;
    let met = |contingent: &Contingent| {
        // In a part of a battle some of the strength is lost already.
        let points = state.losses(battle, contingent).map(|losses| match losses.lost {
            0 => losses.initial.to_string(),
            lost => format!("{} of {}", losses.initial.saturating_sub(lost), losses.initial),
        });
        let there = contingent.units().filter(|unit| state.unit(*unit).is_some_and(Unit::is_alive)).count();
        let many = count_in_words(u32::try_from(there).unwrap_or(u32::MAX), "unit", "units");
        let what = if points.is_some() && std::mem::take(&mut is_first) { " Strength Points" } else { "" };
        let with = points.map_or_else(|| "of unknown strength".into(), |points| format!("with {points}{what}"));
        format!("{}, {many} {with}", names::with_article(&state.name(contingent.side)))
    };
    let sides: Vec<String> = teller_first(battle, teller).into_iter().map(met).collect();
    let map = battle.map.and_then(|map| state.map(map));
    let map = map.map_or(String::new(), |map| format!(", on the map “{}”", map.name));
    let faced = match &sides[..] {
        [one, other] => format!("{one}, faced {other}{map}"),
        several => format!("{} faced each other{map}", several.join("; ")),
    };
    sentence(&faced)
}

/// The contingents of a battle, that of the side that tells it first.
fn teller_first(battle: &Battle, teller: Option<SideId>) -> Vec<&Contingent> {
    let mut all: Vec<&Contingent> = battle.contingents.iter().collect();
    all.sort_by_key(|contingent| teller.is_some() && teller != Some(contingent.side));
    all
}

/// Who fought, who won, and at what cost, a sentence each; `turn` is that of the last reported entry.
pub(super) fn lead(
    (before, after, teller): (&State, &State, Option<SideId>),
    battle: (&Battle, &Battle),
    exhausted: &[(SideId, u32)],
    (turn, goes_on): (Option<u32>, bool),
) -> Vec<String> {
    let (at_first, at_last) = battle;
    let mut text = vec![opponents(before, at_first, teller)];
    if goes_on && at_last.ended.is_none() {
        text.push(part_ending(after, at_last, turn));
    } else {
        text.extend(battle_ending(after, at_last, teller));
        if at_last.decision.is_none() {
            text.push(verdict(after, at_last, exhausted));
            text.extend(at_last.ended.map(|_| "The referee has not named a winner.".into()));
        }
    }
    let is_told = at_last.decision.is_none() && !goes_on;
    text.extend(Some(cost(after, (at_last, teller), exhausted)).filter(|cost| !is_told && !cost.is_empty()));
    text
}

/// `The Column lost 7 of 27 Strength Points and the Emirate 17 of 28, exhausted in turn 6.`, or `… and the Emirate an unknown number.`
fn cost(state: &State, (battle, teller): (&Battle, Option<SideId>), exhausted: &[(SideId, u32)]) -> String {
    let mut is_first = true;
    let of_side = |(at, contingent): (usize, &Contingent)| {
        let losses = state.losses(battle, contingent);
        let lost = match losses {
            None => "an unknown number".to_string(),
            Some(Losses { lost: 0, initial, .. }) => format!("none of {initial}"),
            Some(Losses { lost, initial, .. }) => format!("{lost} of {initial}"),
        };
        let comma = if at == 0 && battle.contingents.len() == 2 { "," } else { "" };
        let side = names::with_article(&state.name(contingent.side));
        let (verb, points) = match (std::mem::take(&mut is_first), losses.is_some()) {
            (true, true) => (" lost", " Strength Points"),
            (true, false) => (" lost", " of Strength Points"),
            (false, _) => ("", ""),
        };
        let broke = exhausted.iter().find(|(of, _)| *of == contingent.side);
        let broke = broke.map_or(String::new(), |(_, turn)| format!(", exhausted in turn {turn}{comma}"));
        format!("{side}{verb} {lost}{points}{broke}")
    };
    let sides: Vec<String> = teller_first(battle, teller).into_iter().enumerate().map(of_side).collect();
    if sides.is_empty() { String::new() } else { sentence(&text::list(&sides)) }
}

/// How many losses exhaust each side.
fn exhaustion_limits(state: &State, battle: &Battle) -> Option<String> {
    let point = |contingent: &Contingent| {
        let losses = state.losses(battle, contingent)?;
        Some(format!("{} {}", names::with_article(&state.name(contingent.side)), losses.exhaustion_point))
    };
    let points: Vec<String> = battle.contingents.iter().filter_map(point).collect();
    let uses = state.book().uses(Mechanism::Exhaustion) && !points.is_empty();
    uses.then(|| format!("A side is exhausted when it has lost this many: {}.", text::list(&points)))
}

/// ` Strength Points`, for the first known number of them; later numbers omit the unit.
fn points_unit(state: &State, battle: &Battle, at: usize) -> &'static str {
    let is_known = |contingent: &Contingent| state.losses(battle, contingent).is_some();
    if battle.contingents[..at].iter().any(is_known) { "" } else { " Strength Points" }
}

/// The figures of a battle at its end, or at the last reported entry, a sentence each.
pub(super) fn closing(before: &State, after: &State, battle: &Battle, goes_on: bool) -> Vec<String> {
    let is_part = goes_on && battle.ended.is_none();
    let mut text: Vec<String> = exhaustion_limits(after, battle).into_iter().collect();
    let losses = battle.contingents.iter().enumerate().map(|side| side_losses(after, battle, side, is_part));
    text.extend(losses);
    let arrived = |contingent: &Contingent| {
        let at_first = before.battle(battle.id)?.contingents.iter().find(|other| other.side == contingent.side)?;
        let came = contingent.arrived.iter().map(|(unit, _)| *unit).filter(|unit| !at_first.contains(*unit));
        let came: Vec<&Unit> = came.filter_map(|unit| after.unit(unit)).collect();
        let points = total_strength(came.iter().copied());
        let many = count_in_words(u32::try_from(came.len()).unwrap_or(u32::MAX), "unit", "units");
        let side = names::with_article(&after.name(contingent.side));
        let counts = match came.len() {
            _ if after.book().exhaustion.reinforcements_count => "",
            1 => ", which does not count towards this",
            _ => ", which do not count towards this",
        };
        let with = |points| format!(" with {}", count_in_words(points, "Strength Point", "Strength Points"));
        let with = points.map_or_else(String::new, |points| with(points.full));
        let text = format!("{many}{with} reinforced {side} after the battle had begun{counts}");
        (!came.is_empty()).then(|| sentence(&text))
    };
    text.extend(battle.contingents.iter().filter_map(arrived));
    text.extend(objectives(after, battle));
    text
}

/// The losses of a side in a battle.
fn side_losses(after: &State, battle: &Battle, (at, contingent): (usize, &Contingent), is_part: bool) -> String {
    let losses = after.losses(battle, contingent);
    let side = names::with_article(&after.name(contingent.side));
    let points = points_unit(after, battle, at);
    let (begins, had) = match (is_part, at) {
        (true, 0) => (format!("By then {side}"), " had"),
        (true, _) => (side, " had"),
        (false, _) => (side, ""),
    };
    let mut text = match losses {
        None => format!("The losses of {side} are not known", side = names::with_article(&after.name(contingent.side))),
        Some(Losses { lost: 0, initial, .. }) => format!("{begins}{had} lost none of {initial}{points}"),
        Some(Losses { lost, initial, .. }) if lost >= initial => format!("{begins}{had} lost all {lost}{points}"),
        Some(Losses { lost, initial, .. }) => format!("{begins}{had} lost {lost} of {initial}{points}"),
    };
    let is_gone = |unit: &UnitId| after.unit(*unit).is_some_and(|unit| !unit.is_alive());
    let gone: Vec<UnitId> = contingent.units().filter(is_gone).collect();
    if !gone.is_empty() && losses.is_none_or(|losses| losses.lost < losses.initial) {
        let with = if losses.is_some() { "including" } else { "except for" };
        let _ = write!(text, ", {with} {}", force_name(after, &gone));
    }
    // Exhaustion is checked at the end of a turn, and the battle may have ended before that.
    let reaches = |losses: &Losses| {
        after.book().uses(Mechanism::Exhaustion)
            && (1..losses.initial).contains(&losses.lost)
            && losses.lost >= losses.exhaustion_point
    };
    match (contingent.exhausted, losses.filter(reaches)) {
        (true, _) => {
            let it = if losses.is_some() { "" } else { "it " };
            let _ = write!(text, ", and {it}{} exhausted", if is_part { "became" } else { "ended" });
        }
        (false, Some(losses)) => {
            let _ = write!(text, "; this reached its Exhaustion Point, {}", losses.exhaustion_point);
        }
        (false, None) => {}
    }
    sentence(&text)
}

/// The objectives on the battle's map, with their holders.
fn objectives(state: &State, battle: &Battle) -> Option<String> {
    let map = state.map(battle.map?)?;
    let holder =
        |side: Option<SideId>| side.map_or("nobody".to_string(), |side| names::with_article(&state.name(side)));
    let mut by_holder: Vec<(Option<SideId>, Vec<String>)> = Vec::new();
    for (cell, side) in map.objectives() {
        let place = names::area(&map.ground, cell);
        match by_holder.iter_mut().find(|(other, _)| *other == side) {
            Some((_, places)) => places.push(place),
            None => by_holder.push((side, vec![place])),
        }
    }
    let several = by_holder.iter().any(|(_, places)| places.len() > 1);
    let text: Vec<String> =
        by_holder.iter().map(|(side, places)| format!("{} held {}", holder(*side), text::list(places))).collect();
    let text = if several { text.join(", and ") } else { text::list(&text) };
    (!by_holder.is_empty()).then(|| sentence(&text))
}

/// The losses of a side, and the Strength Points of its reinforcements if they do not count towards its exhaustion; `None`
/// if they are not known.
fn losses_and_reinforcements(state: &State, battle: &Battle, contingent: &Contingent) -> Option<(Losses, u32)> {
    let arrived = contingent.arrived.iter().filter(|_| !state.book().exhaustion.reinforcements_count);
    let units = arrived.filter_map(|(unit, _)| state.unit(*unit));
    let points = units.map(|unit| unit.strength_left().exact().map(u32::from)).sum::<Option<u32>>()?;
    Some((state.losses(battle, contingent)?, points))
}

impl StrengthHistory {
    pub(super) fn new(state: &State, battle: &Battle, before: EntryNo) -> Self {
        let side = |contingent: &Contingent| {
            let known = losses_and_reinforcements(state, battle, contingent);
            let (losses, reinforcements) = known.unwrap_or_default();
            SideStrengths {
                is_known: known.is_some(),
                name: state.name(contingent.side),
                initial: losses.initial,
                exhaustion_point: state.book().uses(Mechanism::Exhaustion).then_some(losses.exhaustion_point),
                remaining: vec![losses.initial.saturating_sub(losses.lost)],
                reinforcements: vec![reinforcements],
            }
        };
        let sides = battle.contingents.iter().map(side).collect();
        Self { entries: vec![before], sides, turns: vec![(0, battle.turn)], is_over: battle.ended.is_some() }
    }

    pub(super) fn add_entry(&mut self, state: &State, battle: &Battle, entry: EntryNo) {
        self.entries.push(entry);
        for (side, contingent) in self.sides.iter_mut().zip(&battle.contingents) {
            let known = losses_and_reinforcements(state, battle, contingent);
            let (losses, reinforcements) = known.unwrap_or_default();
            side.is_known &= known.is_some();
            side.initial = side.initial.max(losses.initial);
            side.remaining.push(losses.initial.saturating_sub(losses.lost));
            // What happens to units after the battle is not part of it.
            let last = side.reinforcements.last().copied().filter(|_| self.is_over);
            side.reinforcements.push(last.unwrap_or(reinforcements));
        }
        self.is_over = battle.ended.is_some();
        let at = self.entries.len() - 1;
        if self.turns.last().is_none_or(|(_, turn)| *turn != battle.turn) {
            self.turns.push((at, battle.turn));
        }
    }
}

/// The end of a part of a battle that continues in entries that are not reported.
fn part_ending(state: &State, battle: &Battle, turn: Option<u32>) -> String {
    match turn.filter(|_| state.book().uses(Mechanism::Turns)) {
        Some(turn) if battle.turn > turn => format!("This part ends with turn {turn}."),
        Some(turn) => format!("This part ends in turn {turn}."),
        None => "This part ends before the battle does.".into(),
    }
}

/// How a battle ended, a sentence each: the winner, in the words of the player who ended it, and the reason.
fn battle_ending(state: &State, battle: &Battle, teller: Option<SideId>) -> Vec<String> {
    let in_turn = if state.book().uses(Mechanism::Turns) { format!(" in turn {}", battle.turn) } else { String::new() };
    let Some(over) = battle.ended else {
        return vec![format!("The diary stops{in_turn}, with the battle undecided.")];
    };
    let won = battle
        .decision
        .as_ref()
        .map_or_else(String::new, |decision| format!(" in {}", victory_in_brief(state, decision, teller)));
    let mut text = vec![format!("The battle ended{in_turn}{won}.")];
    text.extend(outcome_quote(battle.outcome.as_ref()));
    text.extend(match over {
        BattleEnd::Called => None,
        BattleEnd::AllExhausted => Some("Every side was exhausted.".into()),
        BattleEnd::NoneLeft(side) => Some(format!("No units of {} were left.", names::with_article(&state.name(side)))),
    });
    text
}

pub(super) fn campaign_ending(state: &State) -> Vec<String> {
    let Some(end) = state.ended() else { return Vec::new() };
    let won = end
        .decision
        .as_ref()
        .map_or_else(String::new, |decision| format!(" in {}", victory_in_brief(state, decision, None)));
    let mut text = vec![format!("the campaign ended{won}.")];
    text.extend(outcome_quote(end.outcome.as_ref()));
    if state.keeps_score() {
        let side = |score: Score| format!("{} {}", names::with_article(&state.name(score.side)), score.total_words());
        let sides: Vec<String> = state.score().into_iter().map(side).collect();
        text.push(format!("Victory points: {}.", text::list(&sides)));
    }
    text
}

/// `a crushing victory for the French`; told by the Coalition, `a crushing defeat for the Coalition`.
pub(super) fn victory_in_brief(state: &State, decision: &Decision, teller: Option<SideId>) -> String {
    let Award::Won { side, margin } = &decision.award else { return "a draw".into() };
    let is_lost = teller.is_some_and(|teller| teller != *side);
    let side = names::with_article(&state.name(teller.unwrap_or(*side)));
    let won = if is_lost { "defeat" } else { "victory" };
    // The rulebook names margins freely; treat a single lower-case word as an adjective.
    match margin.as_ref().map(Text::to_string) {
        Some(margin) if !margin.is_empty() && margin.chars().all(|c| c.is_ascii_lowercase()) => {
            format!("{} {won} for {side}", text::with_article(&margin))
        }
        Some(margin) => format!("a {won} for {side} ({margin})"),
        None => format!("a {won} for {side}"),
    }
}

/// The words of the player who ended it, verbatim.
fn outcome_quote(outcome: Option<&Text>) -> Option<String> {
    let quote = outcome.filter(|outcome| !outcome.is_blank())?.trim().to_string();
    Some(format!("“{}”", sentence(&text::capitalized(&quote))))
}
