//! SCRUD combats in a campaign: opening, fighting phases, joining and leaving. Source: RULES 2.2, 2.3, 4.4.

mod participants;
mod phase;
mod support;

use super::{
    FORCES, Refusal, Resolver, RuleResult,
    refusal::{Attack, BarredAttack, BattleRefusal, CombatRefusal},
    scrud::{Phase, PhaseSide},
    support::SupportExchange,
};
use crate::{
    event::{CombatEnd, Driven, Event},
    order::{Force, Order, WaitsFor},
    state::{Battle, Combat, CombatLine, PendingDecision, State, Unit, battle::Contingent},
};
pub use participants::normalize_combat_order;
use participants::retain_able;
use wardiary_base::{
    book::{Blows, DicePer},
    dice::Owner,
    id::{BattleId, Id, SideId, StackId, UnitId},
    sides::{BothSides, CombatSide},
};

#[derive(Clone, Debug, PartialEq)]
pub struct FoughtPhase {
    pub sides: BothSides<SideId>,
    /// The unit behind each troop.
    pub units: BothSides<Vec<UnitId>>,
    pub parties: BothSides<PhaseSide>,
    /// The supporting units of each side, even if they did not join the line.
    pub support: BothSides<Vec<UnitId>>,
    /// Support dice, and their effects on each other before the line-up.
    pub support_exchange: SupportExchange,
    pub phase: Phase,
    /// The phase of the combat, or the round of the Conflict.
    pub part: FightPart,
    /// Whether the phase is settled. If not, dice may still be rerolled.
    pub settled: bool,
    pub rerolled: bool,
}

/// The number of a phase within its fight. Source: RULES 2.3, 5.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FightPart {
    /// A phase of a combat, from 1.
    Phase(u8),
    /// A round of a Conflict, from 1.
    Round(u32),
}

impl Default for FightPart {
    fn default() -> Self {
        Self::Phase(0)
    }
}

#[derive(Clone, Copy)]
struct PendingDie {
    owner: Owner,
    troop: Option<usize>,
    grade: wardiary_base::book::Grade,
}

impl State {
    /// The number of dice that a unit rolls in a combat. Source: RULES 2.3; 1 for the scaling by EDNA.
    pub(crate) fn combat_dice(&self, unit: &Unit) -> u32 {
        match self.book().scrud.dice_per {
            DicePer::Unit => 1,
            DicePer::StrengthPoint => {
                let melee = self.book().edna.scales.melee;
                let scaled = melee.scale(unit.strength.now.into(), unit.edna.now.into(), unit.edna.full.into());
                scaled.max(1)
            }
        }
    }

    /// Whether the rules use a unit's grade: it rolls a die of it.
    pub fn uses_grade(&self, unit: &Unit) -> bool {
        self.book().uses_line_up() && self.rolls_in_combat(unit)
    }

    pub fn rolls_in_combat(&self, unit: &Unit) -> bool {
        self.book().troop(&unit.kind).is_none_or(|t| t.fights)
    }
}

fn combat_number(at: usize) -> u16 {
    u16::try_from(at).expect("a turn has fewer combats than that")
}

impl Resolver<'_> {
    /// Refuses an order that touches a battle with a pending reroll decision, so that nothing changes under the dice.
    pub(super) fn check_nothing_awaited(&self, order: &Order) -> RuleResult {
        let units_of = |id: &Id| self.state.units_for_id(*id).into_iter().map(|u| u.id);
        let disturbed: Vec<UnitId> = match order.waits_for() {
            WaitsFor::Nothing => return Ok(()),
            WaitsFor::Units(units) => units,
            WaitsFor::Forces(who) => who.iter().flat_map(units_of).collect(),
            WaitsFor::BattleOf(battle) => {
                let battle = self.state.battle(battle);
                battle.into_iter().flat_map(|b| &b.contingents).flat_map(Contingent::units).collect()
            }
            WaitsFor::AllBattles => self.state.units().iter().map(|u| u.id).collect(),
        };
        for battle in self.state.open_battles() {
            let waits = matches!(battle.pending_decision(), Some(PendingDecision::Rerolls(..)));
            if waits && disturbed.iter().any(|u| battle.contingents.iter().any(|c| c.contains(*u))) {
                self.ready_battle(battle.id)?;
            }
        }
        Ok(())
    }

    /// The combat of `who`: battle, index and side. A unit that is only in a round of a Conflict gets the refusal
    /// `round`.
    fn combat_with(
        &self,
        who: Id,
        round: impl Fn(Option<StackId>) -> CombatRefusal,
    ) -> Result<(BattleId, usize, SideId), Refusal> {
        let side = self.state.side_of(who).ok_or_else(|| self.state.no_such(who, FORCES))?;
        let units = self.state.units_for_id(who);
        let in_combat = units.iter().filter_map(|u| Some((u, self.state.combat_of(u.id)?)));
        let (rounds, combats): (Vec<_>, Vec<_>) =
            in_combat.partition(|(_, (battle, at))| battle.combats[*at].conflict.is_some());
        match (combats.first(), rounds.first()) {
            (Some((_, (battle, at))), _) => Ok((battle.id, *at, side)),
            (None, Some((unit, _))) => {
                Err(round(unit.stack.filter(|stack| self.state.conflict_of(*stack).is_some())).into())
            }
            (None, None) => Err(CombatRefusal::NotInCombat { who }.into()),
        }
    }

    pub(super) fn withdraw(&mut self, who: Id) -> RuleResult {
        let (battle, at, side) = self.combat_with(who, |stack| CombatRefusal::NoWithdrawal { who, stack })?;
        let combat = &self.ready_battle(battle)?.combats[at];
        let own = combat.lines.iter().filter(|line| line.side == side).flat_map(|line| line.units.clone());
        let enemies = combat.lines.iter().filter(|line| line.side != side).flat_map(|line| line.units.clone());
        let (own, enemies): (Vec<UnitId>, Vec<UnitId>) = (own.collect(), enemies.collect());
        self.emit(Event::CombatEnded { battle, combat: combat_number(at), how: CombatEnd::Withdrew(side) });
        self.drive_from(&own, &enemies, Driven::Withdrew);
        self.close_empty_combats();
        Ok(())
    }
}

impl State {
    /// Whether a side may order the next phase: not one that opened the combat and is exhausted or ineffective. RULES
    /// 1, 4.2.
    pub fn may_order_phase(&self, battle: &Battle, combat: &Combat, side: CombatSide) -> bool {
        let line = &combat.lines[side];
        match side {
            CombatSide::First => !battle.is_exhausted(line.side) && self.has_effective_units(line),
            CombatSide::Second => !self.only_defends(battle, line.side),
        }
    }

    fn has_effective_units(&self, line: &CombatLine) -> bool {
        line.units.iter().filter_map(|unit| self.unit(*unit)).any(|unit| unit.is_alive() && !unit.is_ineffective())
    }

    /// The distance of a unit from an enemy, if beyond the rulebook's reach. Off the map it is never too far.
    pub(crate) fn distance_beyond_reach(&self, unit: UnitId, enemy: UnitId) -> Option<u32> {
        let reach = self.book().ground.reach?;
        let (place, other) = (self.place_in_battle(unit)?, self.place_in_battle(enemy)?);
        let far = self.map(place.map)?.ground.grid().distance(place.cell, other.cell);
        (far > reach.into()).then_some(far)
    }

    /// The enemy nearest to a unit on the map; on a tie the first.
    pub(in crate::rules) fn nearest_enemy_of(&self, unit: UnitId, enemies: &[UnitId]) -> Option<UnitId> {
        let place = self.place_in_battle(unit)?;
        let grid = self.map(place.map)?.ground.grid();
        let far = |enemy: &UnitId| Some((grid.distance(place.cell, self.place_in_battle(*enemy)?.cell), *enemy));
        enemies.iter().filter_map(far).min_by_key(|(far, _)| *far).map(|(_, enemy)| enemy)
    }

    /// Refuses a unit that is near enough to none of these enemies.
    pub(in crate::rules) fn check_near_any(&self, unit: UnitId, enemies: &[UnitId]) -> Result<(), CombatRefusal> {
        let living = enemies.iter().filter(|enemy| self.unit(**enemy).is_some_and(crate::state::Unit::is_alive));
        let far: Option<Vec<(u32, UnitId)>> =
            living.map(|enemy| Some((self.distance_beyond_reach(unit, *enemy)?, *enemy))).collect();
        let nearest = far.unwrap_or_default().into_iter().min_by_key(|(far, _)| *far);
        match (nearest, self.book().ground.reach) {
            (Some((far, enemy)), Some(reach)) => Err(CombatRefusal::OutOfReach { unit, enemy, far, reach }),
            _ => Ok(()),
        }
    }
}

impl Resolver<'_> {
    pub(in crate::rules) fn scrud(&mut self, first: &Force, second: &Force) -> RuleResult {
        let within = self.state.common_battle(first, second).map(|battle| battle.id);
        let (id, own) = self.combatants(first, within)?;
        let (other_battle, enemy) = self.combatants(second, within)?;
        let battle = self.ready_battle(id)?;
        let sides = BothSides::new(self.living_unit(own[0])?.side, self.living_unit(enemy[0])?.side);
        fail_if!(sides.first == sides.second, Refusal::OwnSide { side: sides.first });
        fail_if!(other_battle != id, BattleRefusal::TwoBattles { first: own[0].into(), second: enemy[0].into() });
        let between = self.state.combat_between(battle, &own, &enemy);
        // In an open combat the units in it fight on, whatever stack the order names.
        let fight_on = between.map(|(_, turned, combat)| {
            let lines = combat.lines.as_ref().map(|line| self.living_units_of_line(line));
            if turned { lines.swapped() } else { lines }
        });
        let BothSides { first: ours, second: theirs } =
            fight_on.unwrap_or_else(|| BothSides::new(own.clone(), enemy.clone()));
        self.check_not_in_conflict(id, &ours, &theirs)?;
        let new = battle.combats.len();
        let forces = BothSides::new(first, second);
        let (at, orders, forces) = if let Some((at, turned, combat)) = between {
            self.check_can_continue(combat, forces)?;
            // The enemy may still order the next phase.
            self.check_may_press(id, sides.first, !turned, BarredAttack::NextPhase)?;
            if !turned && !self.state.has_effective_units(&combat.lines.first) {
                return Err(CombatRefusal::AllIneffective { side: sides.first }.into());
            }
            if turned { (at, CombatSide::Second, forces.swapped()) } else { (at, CombatSide::First, forces) }
        } else {
            self.open_combat(id, sides, (first, own), (second, enemy))?;
            (new, CombatSide::First, forces)
        };
        let left_out = self.state.units_left_out(self.open_battle(id)?, at, orders);
        if let Some(unit) = left_out.first().filter(|_| self.troops(id, at, orders).0.len() == left_out.len()) {
            return Err(BattleRefusal::HasAttacked { unit: *unit, how: Attack::Volley }.into());
        }
        let (dice, support) = (forces.as_ref().map(|force| force.dice), forces.map(|force| force.support.clone()));
        self.roll_phase(id, at, dice, support, left_out)
    }

    fn living_units_of_line(&self, line: &CombatLine) -> Vec<UnitId> {
        let living = |unit: &UnitId| self.state.unit(*unit).is_some_and(Unit::is_alive);
        line.units.iter().copied().filter(living).collect()
    }

    /// Refuses a combat between stacks of a Conflict, unless the rulebook allows it; never where the Conflict's rounds
    /// are phases of SCRUD. Source: RULES 5.8.
    fn check_not_in_conflict(&self, battle: BattleId, own: &[UnitId], enemy: &[UnitId]) -> Result<(), CombatRefusal> {
        let rules = &self.state.book().stacks;
        if rules.scrud_in_conflict && rules.blows != Blows::Scrud {
            return Ok(());
        }
        let stack = |unit: &UnitId| self.state.unit(*unit).and_then(|u| u.stack);
        let conflict = |stack: StackId| self.state.conflict_of(stack).filter(|(there, _)| *there == battle);
        let enemies: Vec<_> = enemy.iter().filter_map(stack).filter_map(conflict).collect();
        let mut stacks = own.iter().filter_map(stack);
        match stacks.find(|stack| conflict(*stack).is_some_and(|at| enemies.contains(&at))) {
            Some(stack) => Err(CombatRefusal::InConflict { stack }),
            None => Ok(()),
        }
    }

    /// Refuses another phase of a combat that is over, or with units that are not in it.
    fn check_can_continue(&self, combat: &Combat, forces: BothSides<&Force>) -> Result<(), Refusal> {
        if let Some(how) = combat.ended {
            return Err(CombatRefusal::CombatOver { how }.into());
        }
        match forces.iter().find_map(|force| self.state.reserve_named_in(force, combat)) {
            Some(unit) => Err(CombatRefusal::NotInThatCombat { unit }.into()),
            None => Ok(()),
        }
    }

    fn open_combat(
        &mut self,
        id: BattleId,
        sides: BothSides<SideId>,
        (first, mut own): (&Force, Vec<UnitId>),
        (second, mut enemy): (&Force, Vec<UnitId>),
    ) -> RuleResult {
        let battle = self.open_battle(id)?;
        self.check_not_exhausted(id, sides.first, BarredAttack::Open)?;
        if !battle.may_act(&self.state, sides.first) {
            return Err(BattleRefusal::NotTheirTurn { side: sides.first, battle: id, now: battle.acting_side }.into());
        }
        for (force, units, opens) in [(first, &mut own, true), (second, &mut enemy, false)] {
            retain_able(units, &force.who, |unit| {
                let found = self.living_unit(unit)?;
                let spent = self.state.attack_refusal(unit, Attack::Combat).filter(|_| opens);
                let moved = self.state.attack_after_move_refusal(unit, None).filter(|_| opens);
                Ok(if opens && found.is_ineffective() {
                    Some(Refusal::Ineffective { who: unit.into() })
                } else if self.state.combat_of(unit).is_some() {
                    Some(CombatRefusal::InCombat { unit }.into())
                } else {
                    spent.map(Refusal::from).or(moved.map(Refusal::from))
                })
            })?;
        }
        self.drop_units_out_of_reach(first, &mut own, &enemy)?;
        self.drop_units_out_of_reach(second, &mut enemy, &own)?;
        self.check_no_round_due(id)?;
        self.conclude(Event::CombatOpened { battle: id, first: (sides.first, own), second: (sides.second, enemy) })
    }

    /// Drops units that are near enough to no enemy.
    fn drop_units_out_of_reach(
        &self,
        force: &Force,
        units: &mut Vec<UnitId>,
        enemies: &[UnitId],
    ) -> Result<(), Refusal> {
        retain_able(units, &force.who, |unit| Ok(self.state.check_near_any(unit, enemies).err().map(Refusal::from)))
    }
}
