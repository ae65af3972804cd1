//! Battles. A battle is a chapter of the campaign, with its own turn, initiative, exhaustion and combats; and its
//! Conflicts: opposing stacks in ongoing combat, fought in rounds. Source: RULES 5.8.

use super::{EntityKind, Stack, State, Unit, UnitMove};
use crate::{
    event::{BattleEnd, Cast, CombatEnd, ConflictEnd, Decision, FoundCombat, FoundConflict, Square, UnderWay},
    order::{Edge, ScreenTarget, Support},
};
use std::sync::Arc;
use wardiary_base::{
    book::{MapSide, Mechanism, TurnOrder, TurnPhase},
    ground::{Cell, Place},
    id::{BattleId, Id, MapId, SideId, StackId, UnitId},
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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conflict {
    /// All stacks that are or were in it, in the order in which they joined.
    pub stacks: Vec<ConflictStack>,
    /// The current or next round, from 1.
    pub round: u32,
    pub under_way: bool,
    /// The stacks that have yet to act in the round, in order.
    pub to_act: Vec<StackId>,
    /// The number of rounds begun in the current turn, including a round carried over from the turn before.
    pub rounds_begun: u8,
    pub opened_this_turn: bool,
    /// The Edges of stacks that enemies are in contact with, except the Front.
    pub contacts: Vec<EdgeContact>,
    pub ended: Option<ConflictEnd>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConflictStack {
    pub stack: StackId,
    /// Its Square when its numbers were last calculated.
    pub square: Square,
    pub init: u32,
    /// The penalty on AP and DP for turning in this round.
    pub turn_penalty: u16,
    pub fled: bool,
    /// Its place when the round began, with its facing since. A stack wiped out in a round still acts from there.
    pub start_place: Option<Place>,
}

/// The Edge of a stack that an enemy is in contact with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeContact {
    pub stack: StackId,
    pub enemy: StackId,
    /// Never the Front in a stored contact.
    pub edge: Edge,
}

impl Conflict {
    pub(super) fn with_stacks(stacks: impl Iterator<Item = StackId>) -> Self {
        Self { stacks: stacks.map(ConflictStack::new).collect(), round: 1, opened_this_turn: true, ..Self::default() }
    }

    pub(super) fn from_found(found: &FoundConflict) -> Self {
        Self {
            round: found.round,
            under_way: found.to_act.is_some(),
            to_act: found.to_act.clone().unwrap_or_default(),
            rounds_begun: found.begun,
            opened_this_turn: false,
            ended: found.over,
            ..Self::with_stacks(found.stacks.iter().copied())
        }
    }

    /// A stack that is in the Conflict and has not fled.
    pub fn active_stack(&self, stack: StackId) -> Option<&ConflictStack> {
        self.stacks.iter().find(|s| s.stack == stack && !s.fled)
    }

    /// The Edge at which the enemy was last recorded; used if no map determines it.
    fn recorded_edge(&self, stack: StackId, enemy: StackId) -> Edge {
        let contact = self.contacts.iter().find(|c| c.stack == stack && c.enemy == enemy);
        contact.map_or(Edge::Front, |c| c.edge)
    }
}

impl ConflictStack {
    pub(super) fn new(stack: StackId) -> Self {
        Self { stack, square: Square::default(), init: 0, turn_penalty: 0, fled: false, start_place: None }
    }
}

impl State {
    /// The Edge of a stack that an enemy hits: towards it on a map, otherwise the recorded one. Source: RULES 5.3.
    pub fn edge_of(&self, conflict: &Conflict, stack: StackId, enemy: StackId) -> Edge {
        self.edge_by_map(conflict, stack, enemy).unwrap_or_else(|| conflict.recorded_edge(stack, enemy))
    }

    /// The Edge of a stack towards another on the map, if both are on it.
    pub fn edge_by_map(&self, conflict: &Conflict, stack: StackId, enemy: StackId) -> Option<Edge> {
        let (own, other) = (self.place_in_conflict(conflict, stack)?, self.place_in_conflict(conflict, enemy)?);
        let ground = &self.map(own.map).filter(|_| own.map == other.map)?.ground;
        Some(Edge::hit_from(ground.grid(), own, other.cell))
    }

    /// The place of a stack in a Conflict on the map; for a stack that was wiped out in this round, its last place.
    pub(crate) fn place_in_conflict(&self, conflict: &Conflict, stack: StackId) -> Option<Place> {
        self.place_of_stack(stack).or_else(|| conflict.active_stack(stack)?.start_place)
    }

    /// The Conflicts of a battle, by index, in the order in which they are resolved: left to right, top to bottom as the
    /// rulebook's `first_side_sits` says, by the first area that holds one of their stacks. Conflicts off the map come last, in creation order. Source: RULES
    /// 5.8.
    pub fn order_of_conflicts(&self, battle: BattleId) -> Vec<usize> {
        let conflicts = self.battle(battle).map_or(&[][..], |battle| &battle.conflicts);
        let mut order: Vec<usize> = (0..conflicts.len()).collect();
        order.sort_by_cached_key(|at| {
            let first = self.first_cell_of_conflict(&conflicts[*at]);
            (first.is_none(), first.map(|(cell, _)| self.reading_order(cell)))
        });
        order
    }

    /// The first area, left to right and top to bottom, that holds a stack of a Conflict, and that stack.
    pub(crate) fn first_cell_of_conflict(&self, conflict: &Conflict) -> Option<(Cell, StackId)> {
        let there = conflict.stacks.iter().filter(|s| !s.fled);
        let placed = there.filter_map(|s| Some((self.place_in_conflict(conflict, s.stack)?.cell, s.stack)));
        placed.min_by_key(|(cell, stack)| (self.reading_order(*cell), *stack))
    }

    /// A key that orders areas left to right, top to bottom, relative to the first side.
    fn reading_order(&self, cell: Cell) -> (i32, i32) {
        let (row, column) = (i32::from(cell.row), i32::from(cell.column));
        match self.book().stacks.first_side_sits.unwrap_or(MapSide::South) {
            MapSide::South => (row, column),
            MapSide::North => (-row, -column),
            MapSide::East => (column, -row),
            MapSide::West => (-column, row),
        }
    }

    /// The open Conflict that a stack is in: the battle, and the Conflict's index in its list.
    pub fn conflict_of(&self, stack: StackId) -> Option<(BattleId, usize)> {
        self.open_battles().find_map(|battle| {
            let mut all = battle.conflicts.iter();
            all.position(|c| c.ended.is_none() && c.active_stack(stack).is_some()).map(|at| (battle.id, at))
        })
    }

    /// The living units that fight with a stack: in a Conflict those in its battle, not ones that have yet to arrive.
    pub fn fighting_units(&self, stack: StackId) -> impl Iterator<Item = &Unit> {
        let battle = self.conflict_of(stack).map(|(battle, _)| battle);
        let here = move |unit: &Unit| battle.is_none_or(|id| self.battle_of(unit.id).is_some_and(|own| own.id == id));
        self.units_of_stack(stack).filter(move |unit| here(unit))
    }

    pub fn conflict(&self, battle: BattleId, at: usize) -> Option<&Conflict> {
        self.battle(battle)?.conflicts.get(at)
    }

    /// The side that opened a Conflict: the side of its first stack.
    pub(crate) fn opening_side(&self, conflict: &Conflict) -> Option<SideId> {
        self.side_of(conflict.stacks.first()?.stack.into())
    }

    pub(crate) fn stack_index(&self, id: StackId) -> Option<usize> {
        self.index_of(id.0, EntityKind::Stack)
    }

    /// The stacks that screen an Edge of a stack, in creation order.
    pub fn screeners(&self, stack: StackId, edge: Edge) -> Vec<StackId> {
        let screens = |s: &&Stack| s.screening == Some(ScreenTarget::Edge(stack, edge));
        self.stacks().iter().filter(screens).map(|s| s.id).collect()
    }
}
