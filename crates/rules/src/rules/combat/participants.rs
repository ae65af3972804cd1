//! The participants of a combat: the units of a force, those that join, those that fight on, and how the order for its next
//! phase names them. Source: RULES 2.3.

use super::combat_number;
use crate::{
    event::Event,
    order::{Force, Order},
    rules::{
        Refusal, Resolver, RuleResult,
        refusal::{Attack, BarredAttack, BattleRefusal, CombatRefusal, SupportRefusal},
    },
    state::{Battle, Combat, CombatLine, State, Unit},
};
use wardiary_base::{
    book::Mechanism,
    id::{BattleId, Id, SideId, StackId, UnitId},
    sides::{BothSides, CombatSide},
};

impl State {
    /// The remaining units of a line: a stack if all its units that roll dice are in the line, otherwise each unit.
    pub fn remaining_in(&self, line: &CombatLine) -> Vec<Id> {
        let living = || line.units.iter().filter_map(|unit| self.unit(*unit)).filter(|unit| unit.is_alive());
        let whole = |stack: StackId| {
            let mut of_it = self.units_of_stack(stack).filter(|unit| self.rolls_in_combat(unit));
            of_it.all(|unit| line.units.contains(&unit.id))
                && living().filter(|unit| unit.stack == Some(stack)).count() > 1
        };
        let named = |unit: &Unit| unit.stack.filter(|stack| whole(*stack)).map_or(Id::from(unit.id), Id::from);
        let mut names: Vec<Id> = Vec::new();
        for id in living().map(named) {
            if !names.contains(&id) {
                names.push(id);
            }
        }
        names
    }

    /// The combat in which some of `own` face some of `enemy`, with its index and whether `own` is its second side. An
    /// order for these units is for its next phase, whoever gives it. An open combat takes precedence over one that is
    /// over.
    pub(super) fn combat_between<'b>(
        &self,
        battle: &'b Battle,
        own: &[UnitId],
        enemy: &[UnitId],
    ) -> Option<(usize, bool, &'b Combat)> {
        let among = |side: CombatSide, units: &[UnitId], combat: &Combat| {
            units.iter().any(|u| combat.lines[side].units.contains(u))
        };
        // Without turns a combat that is over blocks no unit.
        let turns = self.book().uses(Mechanism::Turns);
        let counted = battle.combats.iter().enumerate().filter(|(_, combat)| turns || combat.ended.is_none());
        let between = counted.filter_map(|(at, combat)| {
            let [straight, turned] =
                CombatSide::BOTH.map(|side| among(side, own, combat) && among(side.opponent(), enemy, combat));
            (straight || turned).then_some((at, turned, combat))
        });
        between.min_by_key(|(_, _, combat)| combat.ended.is_some())
    }

    /// A unit that a force names by its own name although it is not in the combat: to join, it must be committed.
    pub(super) fn reserve_named_in(&self, force: &Force, combat: &Combat) -> Option<UnitId> {
        let units = force.who.iter().filter_map(|id| self.unit(UnitId(id.0)));
        let mut able = units.filter(|unit| self.rolls_in_combat(unit) && self.combat_of(unit.id).is_none());
        able.find(|unit| combat.side_of(unit.id).is_none()).map(|unit| unit.id)
    }

    pub(super) fn common_battle(&self, first: &Force, second: &Force) -> Option<&Battle> {
        let in_battle = |force: &Force, battle: &Battle| {
            let mut units = force.who.iter().flat_map(|id| self.units_for_id(*id));
            units.any(|u| u.is_alive() && self.battle_of(u.id).is_some_and(|b| b.id == battle.id))
        };
        let mut common = self.open_battles().filter(|b| in_battle(first, b) && in_battle(second, b));
        common.next().filter(|_| common.next().is_none())
    }
}

/// Leaves out the units that can't take part. Refuses if one of them is named by its own name, or if none is left, with
/// the refusal of the first.
pub(super) fn retain_able(
    units: &mut Vec<UnitId>,
    named: &[Id],
    mut refusal: impl FnMut(UnitId) -> Result<Option<Refusal>, Refusal>,
) -> Result<(), Refusal> {
    let (mut able, mut first) = (Vec::new(), None);
    for unit in std::mem::take(units) {
        match refusal(unit)? {
            None => able.push(unit),
            Some(cannot) if named.contains(&unit.into()) => return Err(cannot),
            Some(cannot) => first = first.or(Some(cannot)),
        }
    }
    *units = able;
    first.filter(|_| units.is_empty()).map_or(Ok(()), Err)
}

/// An order as the diary stores it. An order for the next phase of a combat is rewritten to name exactly the units that
/// fight in it. If it names a unit that is not in the combat and could be committed, it stays as it is, and is refused.
pub fn normalize_combat_order(state: &State, order: Order) -> Order {
    match order {
        Order::Scrud { first, second } => {
            let fighting = fighting_forces(state, &first, &second);
            let [first_who, second_who] = fighting.unwrap_or_else(|| [first.who.clone(), second.who.clone()]);
            Order::Scrud { first: Force { who: first_who, ..first }, second: Force { who: second_who, ..second } }
        }
        other => other,
    }
}

/// The names for both forces, if they fight the next phase of a combat and the order names others than its units.
fn fighting_forces(state: &State, first: &Force, second: &Force) -> Option<[Vec<Id>; 2]> {
    let battle = state.common_battle(first, second)?;
    let forces = BothSides::new(first, second);
    let meant = forces.map(|force| named_units(state, force));
    let (_, turned, combat) = state.combat_between(battle, &meant.first, &meant.second)?;
    if combat.ended.is_some() || forces.iter().any(|force| state.reserve_named_in(force, combat).is_some()) {
        return None;
    }
    let lines = if turned { combat.lines.as_ref().swapped() } else { combat.lines.as_ref() };
    let names = |force: &Force, meant: &[UnitId], line: &CombatLine| {
        let living = |unit: &&UnitId| state.unit(**unit).is_some_and(Unit::is_alive);
        let fight = || line.units.iter().filter(living);
        let same = fight().all(|u| meant.contains(u)) && meant.iter().all(|u| line.units.contains(u));
        if same { force.who.clone() } else { state.remaining_in(line) }
    };
    Some([names(first, &meant.first, lines.first), names(second, &meant.second, lines.second)])
}

fn named_units(state: &State, force: &Force) -> Vec<UnitId> {
    let supports = |unit: &Unit| force.support.iter().any(|s| s.unit == unit.id);
    let meant = force.who.iter().flat_map(|id| state.units_for_id(*id));
    meant.filter(|u| u.is_alive() && state.rolls_in_combat(u) && !supports(u)).map(|u| u.id).collect()
}

impl Resolver<'_> {
    /// The units of a force that can take part. Units that never roll a die are left out, even if the order names them.
    pub(in crate::rules) fn combatants(
        &self,
        force: &Force,
        within: Option<BattleId>,
    ) -> Result<(BattleId, Vec<UnitId>), Refusal> {
        let mut units = self.living_units(&force.who)?;
        let elsewhere = |unit: &UnitId| within.is_some() && self.state.battle_of(*unit).map(|b| b.id) != within;
        units.retain(|unit| !elsewhere(unit));
        if let Some(both) = force.support.iter().find(|s| force.who.contains(&s.unit.into())) {
            return Err(SupportRefusal::Fights { unit: both.unit }.into());
        }
        // Of a stack or side, the supporting units are not in the line.
        let supports = |unit: &UnitId| force.support.iter().any(|s| s.unit == *unit);
        fail_if!(units.iter().all(supports), SupportRefusal::EmptyLine);
        units.retain(|unit| !supports(unit));
        retain_able(&mut units, &force.who, |unit| {
            let is_absent = self.state.battle_of(unit).is_none();
            Ok(is_absent.then(|| BattleRefusal::NotInBattle { who: unit.into() }.into()))
        })?;
        retain_able(&mut units, &[], |unit| {
            let found = self.living_unit(unit)?;
            Ok((!self.state.rolls_in_combat(found)).then(|| CombatRefusal::NoDie { unit }.into()))
        })?;
        Ok((self.common_battle_of(&units)?, units))
    }

    /// The battle of units that must be of one side and in one battle.
    fn common_battle_of(&self, units: &[UnitId]) -> Result<BattleId, Refusal> {
        let first = self.living_unit(units[0])?;
        let battle = self.state.battle_of(units[0]).map(|b| b.id);
        for unit in &units[1..] {
            let other = self.living_unit(*unit)?;
            let (first, second) = ((first.side, first.id.into()), (other.side, other.id.into()));
            fail_if!(first.0 != second.0, Refusal::TwoSides { first: first.1, second: second.1 });
            if self.state.battle_of(*unit).map(|b| b.id) != battle {
                return Err(BattleRefusal::TwoBattles { first: first.1, second: second.1 }.into());
            }
        }
        battle.ok_or_else(|| BattleRefusal::NotInBattle { who: first.id.into() }.into())
    }

    pub(in crate::rules) fn commit(&mut self, who: &[Id], to: Id) -> RuleResult {
        let (battle, at, _) = self.combat_with(to, |stack| CombatRefusal::NoReserves { to, stack })?;
        self.ready_battle(battle)?;
        let mut units = self.living_units(who)?;
        let combat = &self.open_battle(battle)?.combats[at];
        let attacker = combat.lines.first.side;
        for id in &units {
            let side = self.living_unit(*id)?.side;
            fail_if!(!combat.lines.iter().any(|l| l.side == side), CombatRefusal::NoSideThere { side });
        }
        retain_able(&mut units, who, |id| Ok(self.check_fights_in(battle, id, to).err().map(Refusal::from)))?;
        retain_able(&mut units, &[], |unit| {
            let found = self.living_unit(unit)?;
            Ok((!self.state.rolls_in_combat(found)).then(|| CombatRefusal::NoDie { unit }.into()))
        })?;
        retain_able(&mut units, who, |id| {
            let unit = self.living_unit(id)?;
            let attacks = unit.side == attacker;
            self.check_may_press(battle, unit.side, attacks, BarredAttack::Reserves)?;
            let spent = self.state.attack_refusal(id, Attack::Combat).filter(|_| attacks);
            let moved = self.state.attack_after_move_refusal(id, None).filter(|_| attacks);
            Ok(if unit.is_ineffective() {
                Some(Refusal::Ineffective { who: id.into() })
            } else if self.state.combat_of(id).is_some() {
                Some(CombatRefusal::InCombat { unit: id }.into())
            } else if let Some(spent) = spent {
                Some(spent.into())
            } else if let Some(moved) = moved {
                Some(moved.into())
            } else {
                self.state.check_near_any(id, &enemies_of(combat, unit.side)).err().map(Refusal::from)
            })
        })?;
        self.conclude(Event::Committed { battle, combat: combat_number(at), units })
    }

    fn check_fights_in(&self, battle: BattleId, unit: UnitId, to: Id) -> Result<(), BattleRefusal> {
        match self.state.battle_of(unit) {
            Some(found) if found.id == battle => Ok(()),
            Some(_) => Err(BattleRefusal::TwoBattles { first: unit.into(), second: to }),
            None => Err(BattleRefusal::NotInBattle { who: unit.into() }),
        }
    }
}

fn enemies_of(combat: &Combat, side: SideId) -> Vec<UnitId> {
    combat.lines.iter().filter(|line| line.side != side).flat_map(|line| line.units.clone()).collect()
}
