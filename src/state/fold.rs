//! The fold: what an event does to the state. Total: an event that [`State::fits`] would not let in does nothing.

use super::{Battle, Combat, Conflict, Contingent, Kind, Line, Shift, Side, Stack, State, Throw};
use crate::{
    book::Carry,
    event::{BattleEnd, ConflictEnd, Event},
    id::{BattleId, Id, SideId, UnitId},
    order::{Posture, Term},
    text,
};
use std::sync::Arc;

impl State {
    /// What is so after an event.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Abandoned | Event::Noted | Event::PushedBack { .. } | Event::Argued { .. } => {}
            Event::Opened { program } => self.program = Some(program.clone()),
            Event::RulesChanged(draft) => {
                if let Ok(book) = draft.check(&self.book) {
                    let lowest = book.ladder.lowest();
                    for unit in self.units.iter_mut().filter(|u| u.grade > lowest) {
                        Arc::make_mut(unit).grade = lowest;
                    }
                    self.book = Arc::new(book);
                }
            }
            Event::SideMade { id, name } => {
                self.enter((*id).into(), Kind::Side, self.sides.len());
                self.sides.push(Side { id: *id, name: text::presentable(name).into() });
            }
            Event::StackMade { id, side, name } => {
                self.enter((*id).into(), Kind::Stack, self.stacks.len());
                self.stacks.push(Stack {
                    id: *id,
                    side: *side,
                    name: text::presentable(name).into(),
                    posture: Posture::default(),
                    leader: None,
                    screening: None,
                });
            }
            Event::UnitMade(recruit) => {
                if let Ok(unit) = self.recruit(recruit) {
                    self.enter(unit.id.into(), Kind::Unit, self.units.len());
                    self.units.push(Arc::new(unit));
                }
            }
            Event::Renamed { id, to, .. } => self.rename(*id, to),
            Event::BranchNamed { name } => self.branch = text::presentable(name),
            Event::Assigned { unit, to, .. } => {
                if let Some(unit) = self.unit_mut(*unit) {
                    unit.stack = *to;
                }
            }
            Event::DateSet { to, .. } => self.date = text::presentable(to),
            Event::BattleBegun { id, name, sides } => self.begin(*id, name, sides),
            Event::EdnaTested { unit, to, .. }
            | Event::EdnaWorn { unit, to, .. }
            | Event::EdnaRuled { unit, to, .. } => {
                if let Some(unit) = self.unit_mut(*unit) {
                    unit.edna.now = *to;
                }
            }
            Event::Demoted { unit, to, .. } | Event::Regraded { unit, to, .. } => {
                if let Some(unit) = self.unit_mut(*unit) {
                    unit.grade = *to;
                }
            }
            Event::StrengthLost { unit, to, .. } | Event::StrengthRestored { unit, to, .. } => {
                if let Some(unit) = self.unit_mut(*unit) {
                    unit.strength.now = *to;
                }
            }
            Event::Eliminated { unit, .. } => {
                if let Some(unit) = self.unit_mut(*unit) {
                    unit.strength.now = 0;
                    unit.shifts.clear();
                }
            }
            Event::Shifted { unit, by, term } => {
                if let Some(unit) = self.unit_mut(*unit) {
                    unit.shifts.push(Shift { by: *by, term: *term });
                }
            }
            Event::Arrived { battle, .. }
            | Event::BattleEnded { battle, .. }
            | Event::InitiativeWon { battle, .. }
            | Event::FirstChosen { battle, .. }
            | Event::PhaseBegun { battle, .. }
            | Event::TurnEnded { battle, .. }
            | Event::Exhausted { battle, .. }
            | Event::CombatOpened { battle, .. }
            | Event::Committed { battle, .. }
            | Event::Thrown { battle, .. }
            | Event::Rethrown { battle, .. }
            | Event::PhaseFought { battle, .. }
            | Event::CombatEnded { battle, .. }
            | Event::Supported { battle, .. } => self.apply_to_battle(*battle, event),
            // ---- dice tests and volleys
            Event::DiceTested { .. } => {}
            Event::Volleyed { battle, .. } => self.apply_to_battle(*battle, event),
            // ---- stacks
            Event::Stacks(event) => self.apply_stack_event(event),
        }
    }

    fn enter(&mut self, id: Id, kind: Kind, at: usize) {
        Arc::make_mut(&mut self.index).insert(id.0, (kind, at));
    }

    fn rename(&mut self, id: Id, to: &str) {
        let name: Arc<str> = text::presentable(to).into();
        match self.index.get(&id.0) {
            Some((Kind::Side, at)) => self.sides[*at].name = name,
            Some((Kind::Stack, at)) => self.stacks[*at].name = name,
            Some((Kind::Unit, at)) => Arc::make_mut(&mut self.units[*at]).name = name,
            Some((Kind::Battle, at)) => self.battles[*at].name = name,
            None => {}
        }
    }

    fn with_strength(&self, units: &[UnitId]) -> Vec<(UnitId, u16)> {
        units.iter().filter_map(|id| self.unit(*id)).map(|u| (u.id, u.strength.now)).collect()
    }

    fn begin(&mut self, id: BattleId, name: &str, sides: &[(SideId, Vec<UnitId>)]) {
        let contingents = sides
            .iter()
            .map(|(side, units)| Contingent {
                side: *side,
                brought: self.with_strength(units),
                arrived: Vec::new(),
                exhausted: false,
                carried: 0,
                lost_in_all: 0,
            })
            .collect();
        let mut battle = Battle {
            id,
            name: text::presentable(name).into(),
            contingents,
            turn: 1,
            phase: 0,
            acting: None,
            initiative: None,
            first: None,
            combats: Vec::new(),
            over: None,
            volleyed: Vec::new(),
            conflicts: Vec::new(),
        };
        self.acting_at_start(&mut battle);
        self.enter(id.into(), Kind::Battle, self.battles.len());
        self.battles.push(battle);
    }

    /// A turn whose first phase is one in which each side acts begins with the first of them.
    fn acting_at_start(&self, battle: &mut Battle) {
        let each = matches!(battle.phase_of(self), crate::book::TurnPhase::EachSide(_));
        battle.acting = battle.order_of_sides().first().copied().filter(|_| each);
    }

    fn apply_to_battle(&mut self, id: BattleId, event: &Event) {
        // Taken out while it is worked on, since what happens in it can touch its units.
        let Some(mut battle) = self.battle_mut(id).map(std::mem::take) else { return };
        match event {
            Event::Arrived { units, .. } => {
                for arrival in self.with_strength(units) {
                    let side = self.unit(arrival.0).map(|u| u.side);
                    if let Some(c) = battle.contingents.iter_mut().find(|c| Some(c.side) == side) {
                        c.arrived.push(arrival);
                    }
                }
            }
            Event::BattleEnded { how, .. } => self.end(&mut battle, *how),
            Event::InitiativeWon { side, .. } => battle.initiative = Some(*side),
            Event::FirstChosen { side, .. } => battle.first = Some(*side),
            Event::PhaseBegun { phase, side, .. } => {
                battle.phase = usize::from(*phase);
                battle.acting = *side;
            }
            Event::TurnEnded { turn, .. } => {
                battle.turn = turn.saturating_add(1);
                battle.phase = 0;
                battle.initiative = None;
                battle.first = None;
                battle.combats.clear();
                battle.volleyed.clear();
                battle.conflicts.iter_mut().for_each(Conflict::next_turn);
                self.acting_at_start(&mut battle);
            }
            Event::Exhausted { side, .. } => {
                if let Some(c) = battle.contingents.iter_mut().find(|c| c.side == *side) {
                    c.exhausted = true;
                }
            }
            Event::Volleyed { unit, .. } => battle.volleyed.push(*unit),
            Event::CombatOpened { first, second, .. } => {
                let line =
                    |(side, units): &(SideId, Vec<UnitId>)| Line { side: *side, units: units.clone(), carried: 0 };
                let lines = [line(first), line(second)];
                battle.combats.push(Combat { lines, phases: 0, thrown: None, over: None, supported: Vec::new() });
            }
            Event::Committed { combat, units, .. } => {
                for unit in units.iter().filter_map(|u| self.unit(*u)) {
                    let lines = battle.combats.get_mut(usize::from(*combat)).map(|c| &mut c.lines);
                    if let Some(line) = lines.into_iter().flatten().find(|l| l.side == unit.side) {
                        line.units.push(unit.id);
                        line.units.sort_by_key(|u| self.roster_place(*u));
                    }
                }
            }
            Event::Thrown { combat, dice, bonus, support, .. } => {
                if let Some(combat) = battle.combats.get_mut(usize::from(*combat)) {
                    let dice = [dice.0.clone(), dice.1.clone()];
                    let support = [support.0.clone(), support.1.clone()];
                    combat.thrown = Some(Throw { dice, bonus: [bonus.0, bonus.1], support, deciding: 0 });
                }
            }
            Event::Rethrown { combat, dice, .. } => {
                let thrown = battle.combats.get_mut(usize::from(*combat)).and_then(|c| c.thrown.as_mut());
                if let Some(thrown) = thrown {
                    let line = &mut thrown.dice[thrown.deciding.min(1)];
                    for (at, cast) in dice {
                        if let Some(die) = line.get_mut(usize::from(*at)) {
                            *die = *cast;
                        }
                    }
                    thrown.deciding += 1;
                }
            }
            Event::PhaseFought { combat, carried, .. } => self.fought(&mut battle, usize::from(*combat), *carried),
            Event::CombatEnded { combat, how, .. } => {
                if let Some(combat) = battle.combats.get_mut(usize::from(*combat)) {
                    combat.over = Some(*how);
                    combat.thrown = None;
                    let support = combat.supported.iter().map(|(unit, _)| *unit);
                    let units: Vec<UnitId> =
                        combat.lines.iter().flat_map(|l| l.units.iter().copied()).chain(support).collect();
                    self.lapse(&units, |_| true);
                }
            }
            // ---- support
            Event::Supported { combat, units, .. } => {
                if let Some(combat) = battle.combats.get_mut(usize::from(*combat)) {
                    let phase = combat.phases.saturating_add(1);
                    combat.supported.extend(units.iter().map(|unit| (*unit, phase)));
                }
            }
            _ => {}
        }
        if let Some(slot) = self.battle_mut(id) {
            *slot = battle;
        }
    }

    fn fought(&mut self, battle: &mut Battle, at: usize, carried: (u16, u16)) {
        let per_battle = self.book.scrud.carry == Carry::PerBattle;
        let Some(combat) = battle.combats.get_mut(at) else { return };
        combat.phases = combat.phases.saturating_add(1);
        combat.thrown = None;
        for (line, left) in combat.lines.iter_mut().zip([carried.0, carried.1]) {
            if !per_battle {
                line.carried = left;
            } else if let Some(c) = battle.contingents.iter_mut().find(|c| c.side == line.side) {
                c.carried = left;
            }
        }
        let now = combat.phases;
        let support = combat.supported.iter().filter(|(_, phase)| *phase == now).map(|(unit, _)| *unit);
        let units: Vec<UnitId> = combat.lines.iter().flat_map(|l| l.units.iter().copied()).chain(support).collect();
        self.lapse(&units, |term| term == Term::Phase);
    }

    fn lapse(&mut self, units: &[UnitId], which: impl Fn(Term) -> bool) {
        for id in units {
            if let Some(unit) = self.unit_mut(*id) {
                unit.shifts.retain(|shift| !which(shift.term));
            }
        }
    }

    fn end(&mut self, battle: &mut Battle, how: BattleEnd) {
        let lost: Vec<u32> = battle.contingents.iter().map(|c| self.losses(battle, c).lost).collect();
        for (contingent, lost) in battle.contingents.iter_mut().zip(lost) {
            contingent.lost_in_all = lost;
        }
        let units: Vec<UnitId> = battle.contingents.iter().flat_map(Contingent::units).collect();
        self.lapse(&units, |_| true);
        let open = battle.conflicts.iter_mut().filter(|c| c.over.is_none());
        open.for_each(|c| c.end(ConflictEnd::TimeUp));
        battle.over = Some(how);
    }
}
