//! The rounds of a Conflict: when they are fought (those of all Conflicts come first), turning stacks before they act,
//! acting, and rounds that are phases of SCRUD (the setting `blows`). Source: RULES 5.6, 5.8.

use super::{ConflictRef, conflict_number};
use crate::{
    event::{CombatEnd, Event, StackEvent},
    order::Force,
    rules::{
        Refusal, Resolver, RuleResult, outstanding,
        outstanding::is_round_due,
        refusal::{BarredAttack, BattleRefusal, CombatRefusal, IdlePhase, StackRefusal},
        square::Shape,
    },
    state::{Battle, Conflict, MapError, State},
};
use wardiary_base::{
    book::{Blows, Mechanism, TurnOrder, TurnPhase},
    ground::{Facing, Grid, Place},
    id::{BattleId, Id, SideId, StackId, UnitId},
    sides::BothSides,
};

impl Resolver<'_> {
    /// Updates the numbers of the stacks in a Conflict: of all stacks including Init, or only of those whose Square
    /// has changed.
    pub(super) fn update_formations(&mut self, (battle, at): ConflictRef, with_init: bool) {
        let stacks: Vec<StackId> =
            self.conflict((battle, at)).stacks.iter().filter(|s| !s.fled).map(|s| s.stack).collect();
        for stack in stacks.into_iter().filter(|s| self.state.has_units(*s)).collect::<Vec<_>>() {
            let square = self.state.square(stack);
            let standing = self.conflict((battle, at)).active_stack(stack).map(|s| &s.square);
            if with_init || standing != Some(&square) {
                let init = with_init.then(|| self.state.numbers(&square).init);
                self.emit_stack(StackEvent::Formed { battle, conflict: conflict_number(at), stack, square, init });
            }
        }
    }

    /// Begins the round unless it has begun: all stacks reform, and their order is set.
    pub(super) fn begin_round(&mut self, (battle, at): ConflictRef, by: StackId) -> Result<(), Refusal> {
        if self.conflict((battle, at)).under_way {
            return Ok(());
        }
        self.check_can_begin_round((battle, at))?;
        self.check_round_is_next((battle, at))?;
        self.check_can_order_round((battle, at), by)?;
        let there = self.conflict((battle, at)).stacks.iter().filter(|s| !s.fled);
        there.into_iter().try_for_each(|s| self.state.check_in_one_area(s.stack))?;
        self.update_formations((battle, at), false);
        let order = match self.state.book().stacks.blows {
            Blows::D20 => self.state.acting_order(battle, at),
            Blows::Scrud => Vec::new(),
        };
        self.emit_stack(StackEvent::RoundBegun { battle, conflict: conflict_number(at), order });
        Ok(())
    }

    /// Refuses a round that the turn has no room for: there were enough, or nobody acts yet.
    fn check_can_begin_round(&self, (battle, at): ConflictRef) -> Result<(), Refusal> {
        let book = self.state.book();
        if !book.uses(Mechanism::Turns) {
            return Ok(());
        }
        if let Some(rounds) = book.stacks.rounds_a_turn.filter(|most| self.conflict((battle, at)).rounds_begun >= *most)
        {
            return Err(StackRefusal::RoundsFought { rounds }.into());
        }
        let found = self.open_battle(battle)?;
        fail_if!(self.state.is_past_rounds(self.conflict((battle, at)), found.phase), StackRefusal::RoundsOver);
        let phase = match found.current_phase(&self.state) {
            TurnPhase::Initiative => IdlePhase::Initiative,
            TurnPhase::Exhaustion => IdlePhase::Exhaustion,
            TurnPhase::EachSide(_) | TurnPhase::Together(_) | TurnPhase::Rounds(_) => return Ok(()),
        };
        match book.turn.order {
            TurnOrder::Free => Ok(()),
            TurnOrder::Strict => Err(StackRefusal::NoRoundNow { phase }.into()),
        }
    }

    /// Refuses a round ordered by a side that is exhausted or ineffective.
    fn check_can_order_round(&self, (battle, at): ConflictRef, by: StackId) -> Result<(), Refusal> {
        let (found, side) = (self.open_battle(battle)?, self.stack(by)?.side);
        if self.state.may_order_round(found, self.conflict((battle, at)), side) {
            return Ok(());
        }
        fail_if!(!found.is_exhausted(side), StackRefusal::AllIneffective { side });
        let somebody_may = self.state.round_orderer(battle, at).is_some();
        let from = if somebody_may { BarredAttack::NextRound } else { BarredAttack::PassedOver };
        Err(BattleRefusal::Exhausted { side, battle, from }.into())
    }

    /// Refuses a stack that does not have to act in the round.
    pub(super) fn check_has_yet_to_act(&self, at: ConflictRef, stack: StackId) -> Result<(), StackRefusal> {
        let yet = self.conflict(at).to_act.contains(&stack);
        if yet { Ok(()) } else { Err(StackRefusal::Acted { stack }) }
    }

    pub(super) fn begin_stack_turn(&mut self, stack: StackId) -> RuleResult<ConflictRef> {
        self.begin_stack_turn_by(stack, |_, _| stack)
    }

    /// The same; if the round has not begun, `orders` chooses the stack that orders it.
    fn begin_stack_turn_by(
        &mut self,
        stack: StackId,
        orders: impl Fn(&State, ConflictRef) -> StackId,
    ) -> RuleResult<ConflictRef> {
        let at = self.conflict_with(stack)?;
        fail_if!(self.state.book().stacks.blows == Blows::Scrud, StackRefusal::ByScrud);
        self.begin_round(at, orders(&self.state, at))?;
        self.check_has_yet_to_act(at, stack)?;
        match self.conflict(at).to_act.first() {
            Some(next) if *next != stack => Err(StackRefusal::NotItsTurn { stack, next: *next }.into()),
            _ => Ok(at),
        }
    }

    /// Makes a stack pass its turn in the round, even if its side may not order the round.
    pub(in crate::rules) fn hold(&mut self, stack: StackId) -> RuleResult {
        let orders = |state: &State, (battle, at): ConflictRef| state.round_orderer(battle, at).unwrap_or(stack);
        let (battle, at) = self.begin_stack_turn_by(stack, orders)?;
        self.emit_stack(StackEvent::Held { battle, conflict: conflict_number(at), stack });
        Ok(())
    }

    /// Plays the rest of a round: each stack that has not acted strikes the opposite stack.
    pub(in crate::rules) fn round(&mut self, stack: StackId) -> RuleResult {
        let at = self.conflict_with(stack)?;
        self.begin_round(at, stack)?;
        let (battle, conflict) = (at.0, conflict_number(at.1));
        let acting = self.conflict(at).to_act.clone();
        if self.state.book().stacks.blows == Blows::Scrud {
            for stack in acting {
                self.emit_stack(StackEvent::Held { battle, conflict, stack });
            }
            return self.round_by_scrud(at);
        }
        let faces = if acting.is_empty() { Vec::new() } else { self.roll_blows(&acting)? };
        for (by, face) in acting.into_iter().zip(faces) {
            match self.state.default_target(self.conflict(at), by) {
                Some(target) => {
                    let edge = self.state.edge_of(self.conflict(at), target, by);
                    self.resolve_blow(at, by, (target, edge), face)?;
                }
                // Nobody is left to strike; the stack's die counts for nothing.
                None => self.emit_stack(StackEvent::Held { battle, conflict, stack: by }),
            }
        }
        Ok(())
    }

    /// Refuses a round, in the part of the turn for rounds, while another Conflict that comes first on the map has a
    /// round due or under way. Without a map or a strict order players choose. Source: RULES 5.8.
    pub(super) fn check_round_is_next(&self, (battle, conflict): ConflictRef) -> Result<(), Refusal> {
        let found = self.open_battle(battle)?;
        if !self.state.has_strict_turn_order() || !self.state.book().turn.has_rounds(found.current_phase(&self.state)) {
            return Ok(());
        }
        let order = self.state.order_of_conflicts(battle);
        let before = order.into_iter().take_while(|at| *at != conflict).map(|at| (at, &found.conflicts[at]));
        let open = before.filter(|(_, other)| other.ended.is_none());
        let mut first = open.filter(|(at, other)| other.under_way || is_round_due(&self.state, found, *at, other));
        match first.find_map(|(_, other)| self.state.first_cell_of_conflict(other)) {
            Some((area, stack)) => Err(StackRefusal::OtherConflictFirst { stack, area }.into()),
            None => Ok(()),
        }
    }

    /// Refuses an attack while a round of a Conflict comes first: a round under way, the immediate first round of a
    /// Conflict opened this turn, and, in the part of the turn for rounds, every due round; in a turn without that
    /// part, at any time.
    pub(in crate::rules) fn check_no_round_due(&self, id: BattleId) -> Result<(), Refusal> {
        Ok(self.state.check_no_round_due(self.open_battle(id)?)?)
    }

    /// Fights a SCRUD phase between the stacks of the two sides.
    pub(super) fn round_by_scrud(&mut self, at: ConflictRef) -> RuleResult {
        let mut forces: Vec<(SideId, Vec<Id>)> = Vec::new();
        for stack in self.conflict(at).stacks.iter().filter(|s| !s.fled && self.state.has_units(s.stack)) {
            let Some(side) = self.state.side_of(stack.stack.into()) else { continue };
            match forces.iter_mut().find(|(s, _)| *s == side) {
                Some((_, who)) => who.push(stack.stack.into()),
                None => forces.push((side, vec![stack.stack.into()])),
            }
        }
        match &forces[..] {
            [(_, first), (_, second), ..] => {
                self.phase_of_conflict(at, &Force::new(first.clone()), &Force::new(second.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Fights a phase between the stacks of a Conflict. It is not a new attack, so neither exhaustion nor the turn
    /// prevents it. Units that have arrived since the last phase are committed; if a unit has left, a new combat
    /// begins. A combat that is not a round of this Conflict is never continued. Source: RULES 5.8.
    fn phase_of_conflict(&mut self, (id, conflict): ConflictRef, first: &Force, second: &Force) -> RuleResult {
        let (_, own) = self.combatants(first, Some(id))?;
        let (_, enemy) = self.combatants(second, Some(id))?;
        let sides = BothSides::new(self.living_unit(own[0])?.side, self.living_unit(enemy[0])?.side);
        let mut both = BothSides::new(own, enemy);
        let under_way = self.open_battle(id)?.combats.iter().position(|combat| {
            let fights = |units: &Vec<UnitId>| units.iter().any(|u| combat.side_of(*u).is_some());
            combat.ended.is_none() && combat.conflict == Some(conflict) && both.iter().all(fights)
        });
        if let Some(at) = under_way {
            let lines = &self.open_battle(id)?.combats[at].lines;
            let stays =
                |unit: &UnitId| both.iter().any(|units| units.contains(unit)) || self.living_unit(*unit).is_err();
            let all_stay = lines.iter().flat_map(|line| &line.units).all(stays);
            let combat = u16::try_from(at).expect("a turn has fewer combats than that");
            if all_stay {
                let free = |u: &UnitId| self.state.combat_of(*u).is_none();
                let units: Vec<UnitId> = both.iter().flatten().copied().filter(free).collect();
                if !units.is_empty() {
                    self.emit(Event::Committed { battle: id, combat, units });
                }
                return self.roll_phase(id, at, BothSides::default(), BothSides::default(), Vec::new());
            }
            self.emit(Event::CombatEnded { battle: id, combat, how: CombatEnd::TimeUp });
        }
        for units in both.iter_mut() {
            let first = units[0];
            units.retain(|u| self.state.combat_of(*u).is_none());
            fail_if!(units.is_empty(), CombatRefusal::InCombat { unit: first });
        }
        let at = self.open_battle(id)?.combats.len();
        self.emit(Event::CombatOpened {
            battle: id,
            first: (sides.first, both.first),
            second: (sides.second, both.second),
        });
        self.roll_phase(id, at, BothSides::default(), BothSides::default(), Vec::new())
    }

    /// Turns a stack a number of times. On a map the result must be unambiguous: about-face, or a full turn.
    pub(in crate::rules) fn rotate(&mut self, stack: StackId, times: u8) -> RuleResult {
        let (battle, _) = self.conflict_with(stack)?;
        fail_if!(!(1..=MAX_TURNS).contains(&times), StackRefusal::TurnCount { times });
        self.state.check_in_one_area(stack).map_err(Refusal::from)?;
        let facing = self.place_and_grid(stack).map(|(place, grid)| facings_after_turns(grid, place, times));
        let facing = match facing {
            None => None,
            Some((first, second)) if first == second => Some(first),
            Some(either) => return Err(StackRefusal::AmbiguousTurn { stack, times, either }.into()),
        };
        self.apply_turn(battle, stack, times, facing)
    }

    /// Turns a stack on the map to face an edge, the shorter way.
    pub(in crate::rules) fn turn_to(&mut self, stack: StackId, facing: Facing) -> RuleResult {
        let (battle, _) = self.conflict_with(stack)?;
        let place = self.state.place_on_map(battle, stack)?;
        let grid = self.place_and_grid(stack).map(|(_, grid)| grid).unwrap_or_default();
        let no_edge = MapError::NoEdge { map: place.map, facing };
        let turn = grid.clockwise(place.facing, facing).ok_or_else(|| Refusal::from(no_edge))?;
        let times = turn.min(grid.facings().len() - turn);
        fail_if!(times == 0, Refusal::NoChange);
        self.apply_turn(battle, stack, u8::try_from(times).unwrap_or(MAX_TURNS), Some(facing))
    }

    fn place_and_grid(&self, stack: StackId) -> Option<(Place, Grid)> {
        let place = self.state.place_of_stack(stack)?;
        Some((place, self.state.map(place.map)?.ground.grid()))
    }

    fn apply_turn(&mut self, battle: BattleId, stack: StackId, times: u8, facing: Option<Facing>) -> RuleResult {
        let (_, at) = self.conflict_with(stack)?;
        fail_if!(self.state.book().stacks.blows == Blows::Scrud, StackRefusal::ByScrud);
        self.begin_round((battle, at), stack)?;
        self.check_has_yet_to_act((battle, at), stack)?;
        let rows = Shape::new(self.state.effective_square(stack).units.len()).complete_rows;
        let cost = u16::try_from(rows * usize::from(times)).unwrap_or(u16::MAX);
        self.emit_stack(StackEvent::Rotated { battle, conflict: conflict_number(at), stack, times, cost, facing });
        Ok(())
    }
}

impl State {
    /// Whether the order of a turn's parts is enforced.
    pub(crate) fn has_strict_turn_order(&self) -> bool {
        self.book().uses(Mechanism::Turns) && self.book().turn.order == TurnOrder::Strict
    }

    /// Whether a turn at this phase is past the rounds of a Conflict. Under a strict order rounds belong to their own
    /// parts of the turn, except for a Conflict that is opened later, which fights at once.
    pub(crate) fn is_past_rounds(&self, conflict: &Conflict, phase: usize) -> bool {
        let turn = &self.book().turn;
        let has = |phase: &TurnPhase| turn.has_rounds(phase);
        let past = turn.phases.iter().take(phase).any(has) && !turn.phases.iter().skip(phase).any(has);
        self.has_strict_turn_order() && past && !conflict.opened_this_turn && !conflict.under_way
    }

    /// The Conflicts whose rounds are skipped if the turn goes to a phase.
    pub fn rounds_skipped_by(&self, battle: &Battle, phase: usize) -> Vec<usize> {
        let mut due = outstanding(self, battle.id).due_rounds;
        due.retain(|at| battle.conflicts.get(*at).is_some_and(|conflict| self.is_past_rounds(conflict, phase)));
        due
    }

    /// Refuses an attack in a battle while a round of a Conflict comes first.
    pub(in crate::rules) fn check_no_round_due(&self, battle: &Battle) -> Result<(), StackRefusal> {
        let turn = &self.book().turn;
        let here = turn.has_rounds(battle.current_phase(self));
        let everywhere = here || !turn.phases.iter().any(|phase| turn.has_rounds(phase));
        let comes_first = |(at, conflict): (usize, &Conflict)| {
            let due = || is_round_due(self, battle, at, conflict) && (everywhere || conflict.opened_this_turn);
            conflict.ended.is_none() && (conflict.under_way || due())
        };
        if self.has_strict_turn_order() && battle.conflicts.iter().enumerate().any(comes_first) {
            return Err(StackRefusal::RoundsDue { battle: battle.id });
        }
        Ok(())
    }
}

const MAX_TURNS: u8 = 12;

/// The facing after turning a number of times clockwise, and anticlockwise.
fn facings_after_turns(grid: Grid, place: Place, times: u8) -> (Facing, Facing) {
    let edges = grid.facings().len();
    let turns = usize::from(times) % edges;
    let facing = |turns| grid.rotated(place.facing, turns).unwrap_or(place.facing);
    (facing(turns), facing(edges - turns))
}
