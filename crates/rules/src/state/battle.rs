//! Battles. A battle is a chapter of the campaign, with its own turn, initiative, exhaustion and combats.

use super::{Conflict, State, UnitMove};
use crate::{
    event::{BattleEnd, Cast, CombatEnd, Decision, FoundCombat, UnderWay},
    order::Support,
};
use std::sync::Arc;
use wardiary_base::{
    book::{Mechanism, TurnOrder, TurnPhase},
    id::{BattleId, Id, MapId, SideId, UnitId},
    sides::{BothSides, CombatSide},
    text::Text,
};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Battle {
    pub id: BattleId,
    /// Sanitized by [`text::display_name`](wardiary_base::text::display_name).
    pub name: Arc<str>,
    /// The sides, at least two.
    pub contingents: Vec<Contingent>,
    /// From 1.
    pub turn: u32,
    /// The index in the rulebook's turn sequence.
    pub phase: usize,
    /// The side whose part of the phase it is, in a phase in which sides act one after the other.
    pub acting_side: Option<SideId>,
    pub initiative_winner: Option<SideId>,
    pub first_side: Option<SideId>,
    /// This turn's combats, including those that are over.
    pub combats: Vec<Combat>,
    /// The units pushed back this turn, in order; without turns, those pushed back since their last combat began.
    pub pushed_back: Vec<PushBack>,
    pub ended: Option<BattleEnd>,
    /// The outcome in words, if the order that ended the battle has one.
    pub outcome: Option<Text>,
    pub decision: Option<Decision>,
    pub volleyed: Vec<UnitId>,
    /// Units that have fought a round of a Conflict this turn, each with the Conflict's index.
    pub fought_rounds: Vec<(UnitId, usize)>,
    pub objectors: Vec<SideId>,
    /// Including those that are over.
    pub conflicts: Vec<Conflict>,
    pub map: Option<MapId>,
    pub moved: Vec<UnitMove>,
    /// The units that have fired this turn with a weapon that costs nothing of their move.
    pub(crate) fired_freely: Vec<UnitId>,
}

/// A push-back of a unit in a combat. Source: RULES 2.2, 4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushBack {
    pub unit: UnitId,
    /// The owner of the die that beat it first, a side for a bonus die. Diaries of the first format do not say.
    pub beaten_by: Option<Id>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Contingent {
    pub side: SideId,
    /// The initial units, each with its Strength Points at that time, if they were known exactly.
    pub brought: Vec<(UnitId, Option<u16>)>,
    /// Reinforcements, each with its Strength Points on arrival, if they were known exactly.
    pub arrived: Vec<(UnitId, Option<u16>)>,
    /// Whether the side is exhausted. Exhaustion lasts for the rest of the battle.
    pub exhausted: bool,
    /// Defeats left over towards the next elimination, if the rules carry them through the battle.
    pub carried_defeats: u16,
    /// Strength Points lost, set when the battle ends.
    pub(crate) final_losses: Option<u32>,
    /// Strength Points lost including reinforcements, set when the battle ends.
    pub(crate) final_losses_with_arrivals: Option<u32>,
}

impl Battle {
    /// Sets how far the battle has come, as the side that discovered it knows it.
    pub(super) fn set_progress(&mut self, found: &UnderWay) {
        let UnderWay { battle: _, turn, phase, acting, initiative, first, exhausted, brought, combats, conflicts } =
            found;
        (self.turn, self.phase, self.acting_side) = (*turn, usize::from(*phase), *acting);
        (self.initiative_winner, self.first_side) = (*initiative, *first);
        for contingent in &mut self.contingents {
            contingent.exhausted = exhausted.contains(&contingent.side);
            if let Some((_, units)) = brought.iter().find(|(side, _)| *side == contingent.side) {
                contingent.brought = units.iter().map(|(unit, brought)| (*unit, Some(*brought))).collect();
            }
        }
        let line = |(side, units): &(SideId, Vec<UnitId>)| CombatLine {
            side: *side,
            units: units.clone(),
            carried_defeats: 0,
        };
        let combat = |combat: &FoundCombat| Combat {
            lines: BothSides { first: line(&combat.first), second: line(&combat.second) },
            phases_fought: combat.phases,
            thrown: None,
            ended: combat.over,
            conflict: None,
            supporters: Vec::new(),
        };
        self.combats = combats.iter().map(combat).collect();
        self.conflicts = conflicts.iter().map(Conflict::from_found).collect();
    }

    /// The units that have fired this turn.
    pub fn fired(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.volleyed.iter().chain(&self.fired_freely).copied()
    }

    pub fn contingent(&self, side: SideId) -> Option<&Contingent> {
        self.contingents.iter().find(|c| c.side == side)
    }

    pub fn winner(&self) -> Option<SideId> {
        self.decision.as_ref().and_then(|decision| decision.award.winner())
    }

    /// Whether no order has said how it ended.
    pub fn is_undecided(&self) -> bool {
        self.decision.is_none() && self.outcome.is_none()
    }

    pub fn pending_decision(&self) -> Option<PendingDecision> {
        if self.ended.is_some() {
            return None;
        }
        let open = self.combats.iter().enumerate().filter(|(_, c)| c.ended.is_none());
        let mut rerolls = open
            .filter_map(|(at, c)| c.thrown.as_ref().map(|t| PendingDecision::Rerolls(c.lines[t.decider()].side, at)));
        rerolls
            .next_back()
            .or_else(|| self.initiative_winner.filter(|_| self.first_side.is_none()).map(PendingDecision::First))
    }

    /// Whether the initiative of this turn is due and has not been rolled.
    pub fn awaits_initiative(&self, state: &State) -> bool {
        let is_due = matches!(self.current_phase(state), TurnPhase::Initiative) && self.initiative_winner.is_none();
        is_due && state.book().uses(Mechanism::Turns)
    }

    /// The sides in the order in which they act this turn.
    pub fn order_of_sides(&self) -> Vec<SideId> {
        let mut sides: Vec<SideId> = self.contingents.iter().map(|c| c.side).collect();
        if let Some(at) = self.first_side.and_then(|first| sides.iter().position(|s| *s == first)) {
            let first = sides.remove(at);
            sides.insert(0, first);
        }
        sides
    }

    pub fn current_phase<'a>(&self, state: &'a State) -> &'a TurnPhase {
        let phases = &state.book().turn.phases;
        &phases[self.phase.min(phases.len() - 1)]
    }

    /// Whether the turn sequence lets a side open a fight now.
    pub fn may_act(&self, state: &State, side: SideId) -> bool {
        match self.current_phase(state) {
            _ if state.book().turn.order == TurnOrder::Free || !state.book().uses(Mechanism::Turns) => true,
            TurnPhase::EachSide(_) => self.acting_side == Some(side),
            TurnPhase::Together(_) | TurnPhase::Rounds(_) => true,
            TurnPhase::Initiative | TurnPhase::Exhaustion => false,
        }
    }
}

impl Contingent {
    pub fn contains(&self, unit: UnitId) -> bool {
        self.units().any(|u| u == unit)
    }

    /// All units, each with its Strength Points on arrival.
    pub fn strengths_on_arrival(&self) -> impl Iterator<Item = (UnitId, Option<u16>)> + '_ {
        self.brought.iter().chain(&self.arrived).copied()
    }

    /// All units, in order of arrival.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.brought.iter().chain(&self.arrived).map(|(unit, _)| *unit)
    }
}

/// A SCRUD combat of this turn. Source: RULES 2.3.
#[derive(Clone, Debug, PartialEq)]
pub struct Combat {
    /// First the line that opened the combat, then the line it attacked.
    pub lines: BothSides<CombatLine>,
    pub phases_fought: u8,
    /// The dice of a phase that may still be rerolled.
    pub thrown: Option<Throw>,
    pub ended: Option<CombatEnd>,
    /// The Conflict, by its index in the battle, if this combat is a round of it fought by SCRUD. Source: RULES 5.8.
    pub conflict: Option<usize>,
    /// Units that supported the combat from outside the lines, each with the phase in which it did, from 1.
    pub supporters: Vec<(UnitId, u8)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CombatLine {
    pub side: SideId,
    /// In roster order, including eliminated units.
    pub units: Vec<UnitId>,
    /// Defeats left over towards the next elimination, if the rules carry them through the combat.
    pub carried_defeats: u16,
}

/// Dice on the table that may still be rerolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// In the order of the request.
    pub dice: BothSides<Vec<Cast>>,
    /// Bonus dice; negative for fewer dice.
    pub bonus: BothSides<i8>,
    /// The support of each side, whose dice come last.
    pub support: BothSides<Vec<Support>>,
    /// The side that decides about rerolls, first the one that opened the fight. `None` once both have.
    pub(crate) deciding: Option<CombatSide>,
    /// Units in the lines without dice in this phase.
    pub left_out: Vec<UnitId>,
    pub has_rerolls: bool,
}

impl Throw {
    /// The side that decides about rerolls, or decided last.
    pub fn decider(&self) -> CombatSide {
        self.deciding.unwrap_or(CombatSide::Second)
    }
}

impl Combat {
    pub fn side_of(&self, unit: UnitId) -> Option<CombatSide> {
        self.lines.by_side().find(|(_, line)| line.units.contains(&unit)).map(|(side, _)| side)
    }
}

/// A decision that a side must make before a battle can continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PendingDecision {
    /// The winner of the initiative chooses who goes first.
    First(SideId),
    /// A side may reroll some of its dice, in the combat with this index.
    Rerolls(SideId, usize),
}
