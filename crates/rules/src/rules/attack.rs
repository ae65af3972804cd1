//! How often a unit attacks in a turn, and what an exhausted side may not order. Source: RULES 4.2, 4.5.

use super::{
    Refusal, Resolver,
    refusal::{Attack, BarredAttack, BattleRefusal},
};
use crate::state::{Battle, Combat, Conflict, State, Unit};
use wardiary_base::{
    book::{Attacks, ExhaustedMay, Mechanism},
    id::{BattleId, SideId, StackId, UnitId},
    sides::CombatSide,
};

impl Battle {
    pub fn is_exhausted(&self, side: SideId) -> bool {
        self.contingent(side).is_some_and(|c| c.exhausted)
    }
}

impl State {
    /// How a unit has attacked this turn, if it has. Being attacked does not count. Source: RULES 4.5.
    pub fn attack_this_turn(&self, unit: UnitId) -> Option<Attack> {
        let volleyed = self.battle_of(unit)?.volleyed.contains(&unit);
        if volleyed { Some(Attack::Volley) } else { self.melee_this_turn(unit) }
    }

    /// How a unit attacked hand to hand this turn: in a combat that its side opened, or in a round of any Conflict.
    fn melee_this_turn(&self, unit: UnitId) -> Option<Attack> {
        let battle = self.battle_of(unit)?;
        let opened = |combat: &Combat| combat.conflict.is_none() && combat.lines.first.units.contains(&unit);
        if self.has_fought_a_round(unit) {
            Some(Attack::Round)
        } else {
            battle.combats.iter().any(opened).then_some(Attack::Combat)
        }
    }

    /// Why a unit may not attack in this way this turn, if it may not.
    pub fn attack_refusal(&self, unit: UnitId, attack: Attack) -> Option<BattleRefusal> {
        if !self.book().uses(Mechanism::Turns) {
            return None;
        }
        match self.book().turn.attacks {
            Attacks::Free => None,
            Attacks::OncePerKind if attack == Attack::Support => None,
            Attacks::OncePerKind if attack == Attack::Volley => {
                let again = self.battle_of(unit)?.volleyed.contains(&unit);
                again.then_some(BattleRefusal::HasAttacked { unit, how: attack })
            }
            // A round of a Conflict counts as a combat, unless players may fight any number of rounds.
            Attacks::OncePerKind => {
                let counts = |how: &Attack| *how != Attack::Round || self.book().stacks.rounds_a_turn.is_some();
                self.repeated_attack_refusal(unit, self.melee_this_turn(unit).filter(counts))
            }
            Attacks::OncePerTurn => {
                self.repeated_attack_refusal(unit, self.attack_this_turn(unit).or_else(|| self.support_this_turn(unit)))
            }
        }
    }

    /// The units in a line that are left out of its next phase: they have volleyed, and attack once a turn. RULES 4.5.
    pub fn units_left_out(&self, battle: &Battle, combat: usize, orders: CombatSide) -> Vec<UnitId> {
        let once = self.book().uses(Mechanism::Turns) && self.book().turn.attacks == Attacks::OncePerTurn;
        let line = battle.combats.get(combat).filter(|_| once).map(|combat| &combat.lines[orders].units);
        let is_left_out =
            |unit: &&UnitId| battle.volleyed.contains(unit) && self.unit(**unit).is_some_and(Unit::is_alive);
        line.into_iter().flatten().filter(is_left_out).copied().collect()
    }

    /// The unit's attack this turn by supporting a combat that its side opened. Other support does not count.
    fn support_this_turn(&self, unit: UnitId) -> Option<Attack> {
        let side = self.unit(unit)?.side;
        let supports = |combat: &Combat| {
            combat.lines.first.side == side && combat.supporters.iter().any(|(supporter, _)| *supporter == unit)
        };
        self.battle_of(unit)?.combats.iter().any(supports).then_some(Attack::Support)
    }

    /// Why a unit that has attacked as `how`, or has yet to fight a round of a Conflict, may not attack again.
    fn repeated_attack_refusal(&self, unit: UnitId, how: Option<Attack>) -> Option<BattleRefusal> {
        match how {
            Some(how) => Some(BattleRefusal::HasAttacked { unit, how }),
            None => self.attacks_in_conflict(unit).then_some(BattleRefusal::AttackDue { unit }),
        }
    }

    /// Whether a unit is in a Conflict whose rounds are the unit's attack. False if this turn's round is passed over.
    fn attacks_in_conflict(&self, unit: UnitId) -> bool {
        let conflict = self.unit(unit).and_then(|unit| self.conflict_of(unit.stack?));
        conflict.is_some_and(|(battle, at)| self.round_orderer(battle, at).is_some())
    }

    /// Whether a stack of a side may order a round of a Conflict. A side may not order one in a Conflict that it opened
    /// if it is exhausted, or has only ineffective units left in it. If only exhausted sides are left to order a round,
    /// none may. Source: RULES 1, 4.2.
    pub(crate) fn may_order_round(&self, battle: &Battle, conflict: &Conflict, side: SideId) -> bool {
        let mut there = conflict.stacks.iter().filter(|s| !s.fled && self.has_units(s.stack));
        let somebody_fresh = there.any(|s| self.side_of(s.stack.into()).is_some_and(|side| !battle.is_exhausted(side)));
        let opened = self.opening_side(conflict) == Some(side);
        let exhausted = battle.is_exhausted(side) && (opened || !somebody_fresh || self.only_defends(battle, side));
        !(exhausted || opened && self.is_ineffective_in(conflict, side))
    }

    /// Whether a side is exhausted and may only defend itself, by the rulebook. Source: RULES 4.2.
    pub(crate) fn only_defends(&self, battle: &Battle, side: SideId) -> bool {
        battle.is_exhausted(side) && self.book().exhaustion.exhausted_may == ExhaustedMay::Defend
    }

    /// Whether a side has only ineffective units left in a Conflict.
    pub(crate) fn is_ineffective_in(&self, conflict: &Conflict, side: SideId) -> bool {
        let own = conflict.stacks.iter().filter(|s| !s.fled && self.side_of(s.stack.into()) == Some(side));
        own.flat_map(|s| self.units_of_stack(s.stack)).all(Unit::is_ineffective)
    }

    /// The first stack of a Conflict whose side may order its next round; `None` if the round is passed over.
    pub fn round_orderer(&self, battle: BattleId, at: usize) -> Option<StackId> {
        let (battle, conflict) = (self.battle(battle)?, self.conflict(battle, at)?);
        let mut there = conflict.stacks.iter().filter(|s| !s.fled && self.has_units(s.stack)).map(|s| s.stack);
        there.find(|s| self.side_of((*s).into()).is_some_and(|side| self.may_order_round(battle, conflict, side)))
    }

    /// Whether a unit has fought a round of any Conflict this turn, even in another stack. Source: RULES 5.8.
    pub(crate) fn has_fought_a_round(&self, unit: UnitId) -> bool {
        self.battle_of(unit).is_some_and(|b| b.fought_rounds.iter().any(|(fought, _)| *fought == unit))
    }
}

impl Resolver<'_> {
    /// Refuses an attack by an exhausted side.
    pub(super) fn check_not_exhausted(
        &self,
        battle: BattleId,
        side: SideId,
        from: BarredAttack,
    ) -> Result<(), Refusal> {
        fail_if!(self.open_battle(battle)?.is_exhausted(side), BattleRefusal::Exhausted { side, battle, from });
        Ok(())
    }

    /// Refuses to press on with a fight: by an exhausted side that opened it, or that may only defend itself.
    pub(super) fn check_may_press(
        &self,
        battle: BattleId,
        side: SideId,
        opened: bool,
        from: BarredAttack,
    ) -> Result<(), Refusal> {
        if opened || self.state.only_defends(self.open_battle(battle)?, side) {
            self.check_not_exhausted(battle, side, from)?;
        }
        Ok(())
    }
}
