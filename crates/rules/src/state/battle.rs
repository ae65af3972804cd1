//! A battle: a chapter of the campaign, with its own turn, initiative, exhaustion and combats.

use super::{Conflict, Moved, State};
use crate::{
    event::{BattleEnd, Cast, CombatEnd, Decision, FoundCombat, UnderWay},
    order::Support,
};
use std::sync::Arc;
use wardiary_base::{
    book::{Mechanism, TurnOrder, TurnPhase},
    id::{BattleId, Id, MapId, SideId, UnitId},
    sides::{BothSides, CombatSide},
};

/// A battle. Source: RULES 4.2, 4.3.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Battle {
    /// Its number.
    pub id: BattleId,
    /// Its name, as [`text::display_name`](wardiary_base::text::display_name) gives it.
    pub name: Arc<str>,
    /// What each side has in it; two or more.
    pub contingents: Vec<Contingent>,
    /// The turn, from 1.
    pub turn: u32,
    /// The phase of the rulebook's turn sequence, from 0.
    pub phase: usize,
    /// Whose part of it, where each side acts in turn.
    pub acting: Option<SideId>,
    /// Who won this turn's initiative.
    pub initiative: Option<SideId>,
    /// Who goes first this turn.
    pub first: Option<SideId>,
    /// This turn's combats, those that are over among them.
    pub combats: Vec<Combat>,
    /// Who was pushed back this turn, in that order; where the rulebook knows no turns, since his last combat began.
    pub pushed_back: Vec<PushBack>,
    /// How it ended.
    pub over: Option<BattleEnd>,
    /// How it came out, where whoever ended it said so.
    pub outcome: Option<Arc<str>>,
    /// Who won it, if it was decided.
    pub decision: Option<Decision>,
    /// Units that have fired a volley this turn.
    pub volleyed: Vec<UnitId>,
    /// Units that have fought a round of a Conflict this turn, each with the Conflict's place.
    pub fought: Vec<(UnitId, usize)>,
    /// The sides that object to tests in parallel.
    pub objects: Vec<SideId>,
    /// Its Conflicts, those that are over among them.
    pub conflicts: Vec<Conflict>,
    /// The map that it is fought on, if it is fought on one.
    pub map: Option<MapId>,
    /// Those who have made their move of this turn.
    pub moved: Vec<Moved>,
    /// Those who have fired this turn with what costs them nothing of their move.
    pub(crate) fired_freely: Vec<UnitId>,
}

/// That a unit was pushed back in a combat. Source: RULES 2.2, 4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PushBack {
    /// The unit.
    pub unit: UnitId,
    /// Whose die beat it first: a unit's, or a side's bonus die. Diaries of the first format do not say.
    pub by: Option<Id>,
}

/// What a side has in a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Contingent {
    /// The side.
    pub side: SideId,
    /// The units it brought, with the Strength Points each had then.
    pub brought: Vec<(UnitId, u16)>,
    /// Those that came later, likewise.
    pub arrived: Vec<(UnitId, u16)>,
    /// Whether it is exhausted. That does not pass.
    pub exhausted: bool,
    /// Defeats left over towards the next elimination, where they are carried through the battle.
    pub carried: u16,
    /// Once the battle is over: the Strength Points it had lost.
    pub(crate) lost_in_all: u32,
    /// Once the battle is over: the Strength Points it had lost, those of its reinforcements among them.
    pub fallen: u32,
}

impl Battle {
    /// It is as far as whoever came upon it found it.
    pub(super) fn stand_as(&mut self, found: &UnderWay) {
        let UnderWay { battle: _, turn, phase, acting, initiative, first, exhausted, brought, combats, conflicts } =
            found;
        (self.turn, self.phase, self.acting) = (*turn, usize::from(*phase), *acting);
        (self.initiative, self.first) = (*initiative, *first);
        for contingent in &mut self.contingents {
            contingent.exhausted = exhausted.contains(&contingent.side);
            if let Some((_, units)) = brought.iter().find(|(side, _)| *side == contingent.side) {
                contingent.brought.clone_from(units);
            }
        }
        let line = |(side, units): &(SideId, Vec<UnitId>)| CombatLine { side: *side, units: units.clone(), carried: 0 };
        let combat = |combat: &FoundCombat| Combat {
            lines: BothSides { first: line(&combat.first), second: line(&combat.second) },
            phases: combat.phases,
            thrown: None,
            over: combat.over,
            conflict: None,
            supported: Vec::new(),
        };
        self.combats = combats.iter().map(combat).collect();
        self.conflicts = conflicts.iter().map(Conflict::found).collect();
    }

    /// The units that have fired this turn.
    pub fn fired(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.volleyed.iter().chain(&self.fired_freely).copied()
    }
}

impl Contingent {
    /// Whether a unit is part of it.
    #[must_use]
    pub fn has(&self, unit: UnitId) -> bool {
        self.units().any(|u| u == unit)
    }

    /// All its units, with the Strength Points with which they came.
    pub fn came(&self) -> impl Iterator<Item = (UnitId, u16)> + '_ {
        self.brought.iter().chain(&self.arrived).copied()
    }

    /// All its units, as they came.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.brought.iter().chain(&self.arrived).map(|(unit, _)| *unit)
    }
}

/// A SCRUD combat of this turn. Source: RULES 2.3.
#[derive(Clone, Debug, PartialEq)]
pub struct Combat {
    /// Those who opened it, and those they attacked.
    pub lines: BothSides<CombatLine>,
    /// Phases fought.
    pub phases: u8,
    /// The dice of a phase that may still be rerolled.
    pub thrown: Option<Throw>,
    /// How it ended.
    pub over: Option<CombatEnd>,
    /// The Conflict of which it is a round fought by SCRUD, by its place in the battle's list. Source: RULES 5.8.
    pub conflict: Option<usize>,
    /// The units that supported it from outside the lines, each with the phase in which it did, from 1.
    pub supported: Vec<(UnitId, u8)>,
}

/// One side of a combat.
#[derive(Clone, Debug, PartialEq)]
pub struct CombatLine {
    /// The side.
    pub side: SideId,
    /// Its units, in roster order, the eliminated among them.
    pub units: Vec<UnitId>,
    /// Defeats left over towards the next elimination, where they are carried through the combat.
    pub carried: u16,
}

/// Dice on the table that may still be rerolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The dice of either side, in the order of the request.
    pub dice: BothSides<Vec<Cast>>,
    /// The dice either side had more, or fewer.
    pub bonus: BothSides<i8>,
    /// The support of either side, whose dice come last.
    pub support: BothSides<Vec<Support>>,
    /// Whose decision it is, those who opened the fight first; `None` once both have decided.
    pub(crate) deciding: Option<CombatSide>,
    /// Whether some of these dice were thrown again.
    pub again: bool,
}

impl Throw {
    /// The side that decides, or decided last.
    #[must_use]
    pub fn decider(&self) -> CombatSide {
        self.deciding.unwrap_or(CombatSide::Second)
    }
}

impl Combat {
    /// Which of its lines a unit is in.
    #[must_use]
    pub fn side_of(&self, unit: UnitId) -> Option<CombatSide> {
        self.lines.by_side().find(|(_, line)| line.units.contains(&unit)).map(|(side, _)| side)
    }
}

/// A decision that must be made before a battle goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaiting {
    /// The side that won the initiative chooses who goes first.
    First(SideId),
    /// A side may throw some of its dice again, in the combat of that number.
    Rerolls(SideId, usize),
}

impl Battle {
    /// What a side has in it.
    #[must_use]
    pub fn contingent(&self, side: SideId) -> Option<&Contingent> {
        self.contingents.iter().find(|c| c.side == side)
    }

    /// The side that has won it, if one has.
    #[must_use]
    pub fn winner(&self) -> Option<SideId> {
        self.decision.as_ref().and_then(|decision| decision.award.winner())
    }

    /// The decision it awaits, if any.
    #[must_use]
    pub fn awaiting(&self) -> Option<Awaiting> {
        if self.over.is_some() {
            return None;
        }
        let open = self.combats.iter().enumerate().filter(|(_, c)| c.over.is_none());
        let mut rerolls =
            open.filter_map(|(at, c)| c.thrown.as_ref().map(|t| Awaiting::Rerolls(c.lines[t.decider()].side, at)));
        rerolls.next_back().or_else(|| self.initiative.filter(|_| self.first.is_none()).map(Awaiting::First))
    }

    /// Whether the initiative of this turn is due, and nobody has rolled for it.
    #[must_use]
    pub fn awaits_initiative(&self, state: &State) -> bool {
        let is_due = matches!(self.phase_of(state), TurnPhase::Initiative) && self.initiative.is_none();
        is_due && state.book().uses(Mechanism::Turns)
    }

    /// The sides in the order in which they act this turn.
    #[must_use]
    pub fn order_of_sides(&self) -> Vec<SideId> {
        let mut sides: Vec<SideId> = self.contingents.iter().map(|c| c.side).collect();
        if let Some(at) = self.first.and_then(|first| sides.iter().position(|s| *s == first)) {
            let first = sides.remove(at);
            sides.insert(0, first);
        }
        sides
    }

    /// The phase of the turn sequence it is in.
    #[must_use]
    pub fn phase_of<'a>(&self, state: &'a State) -> &'a TurnPhase {
        let phases = &state.book().turn.phases;
        &phases[self.phase.min(phases.len() - 1)]
    }

    /// Whether a side may open a fight now, as far as the turn sequence goes.
    #[must_use]
    pub fn may_act(&self, state: &State, side: SideId) -> bool {
        match self.phase_of(state) {
            _ if state.book().turn.order == TurnOrder::Free || !state.book().uses(Mechanism::Turns) => true,
            TurnPhase::EachSide(_) => self.acting == Some(side),
            TurnPhase::Together(_) | TurnPhase::Rounds(_) => true,
            TurnPhase::Initiative | TurnPhase::Exhaustion => false,
        }
    }
}
