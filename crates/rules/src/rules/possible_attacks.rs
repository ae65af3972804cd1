//! Attacks that a unit or stack could make from where it is, and the edge it must face: by fire, hand to hand, or in a
//! Conflict. To ask about another area, use the state [after moving](after_moving) there. The rules accept every attack
//! found here. Also how often a unit attacks in a turn, and what an exhausted side may not order. Source: RULES 4.2, 4.4,
//! 4.5, 5.8.

use super::{
    Refusal, Resolver, Step, adjacent_enemy_stacks,
    movement::ReachedArea,
    refusal::{Attack, BarredAttack, BattleRefusal, BlockingStep, MapRefusal},
    resolve,
    volley::{FieldOfFire, TargetArea, firing_place},
};
use crate::{
    order::{Force, MapOrder, March, Order, StackOrder},
    state::{Battle, Combat, Conflict, State, Unit},
};
use wardiary_base::{
    book::{Attacks, Blows, ExhaustedMay, Mechanism, Stacking, Weapon},
    ground::{Cell, Facing},
    id::{BattleId, Id, SideId, StackId, UnitId},
    sides::CombatSide,
};

#[derive(Clone, Debug, PartialEq)]
pub struct PossibleAttack {
    /// Any one of these edges must be faced; a subset of those asked about.
    pub facings: Vec<Facing>,
    pub kind: AttackKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AttackKind {
    /// A volley into an area by each of some units that fire alike.
    Fire {
        units: Vec<UnitId>,
        /// The target, with the number of dice for each unit.
        target: TargetArea,
    },
    Combat {
        order: Order,
        /// The enemies: a stack, or units.
        enemies: Vec<Id>,
    },
    Conflict {
        order: Order,
        stack: StackId,
        enemy: StackId,
    },
}

/// The state after a move to an area in [reach](super::movement::reach). `None` faces where the rules choose.
pub fn after_moving(state: &State, who: Id, area: &ReachedArea, facing: Option<Facing>) -> Option<State> {
    let march = March { who, by: area.path.clone(), facing };
    match resolve(state, &Order::Map(MapOrder::Move { marches: vec![march], anyway: None }), &[]) {
        Ok(Step::Done(done)) => Some(done.after),
        _ => None,
    }
}

/// The attacks that a unit or stack could make from where it is, facing any of these edges.
pub fn possible_attacks(state: &State, who: Id, facings: &[Facing]) -> Vec<PossibleAttack> {
    let mut all = fire_attacks(state, who, facings);
    let mut fights = conflict_attacks(state, who);
    fights.extend(combat_attacks(state, who));
    all.extend(fights.into_iter().map(|what| PossibleAttack { facings: facings.to_vec(), kind: what }));
    all
}

/// Whether a unit or stack could ever attack: it has weapons, or fights hand to hand.
pub fn can_ever_attack(state: &State, who: Id) -> bool {
    let living = state.units_for_id(who).into_iter().filter(|unit| unit.is_alive());
    living.into_iter().any(|unit| state.has_weapon(unit) || state.fights_hand_to_hand(unit))
}

/// Why a unit or stack can't attack now, wherever the enemy is; `None` if one of its units can.
pub fn no_attack_reason(state: &State, who: Id) -> Option<Refusal> {
    let book = state.book();
    let mut why = None;
    for unit in state.units_for_id(who).into_iter().filter(|unit| unit.is_alive()) {
        let weapons: Vec<&Weapon> = state.weapons_of(unit).iter().filter_map(|name| book.weapon(name)).collect();
        if book.uses(Mechanism::Volleys) && !weapons.is_empty() {
            let is_ready = |weapon: &&Weapon| state.attack_after_move_refusal(unit.id, Some(weapon)).is_none();
            match firing_place(state, unit.id) {
                Ok(_) if weapons.iter().any(is_ready) => return None,
                Ok(_) => why = why.or(Some(MapRefusal::Spent { unit: unit.id }.into())),
                Err(refusal) => why = why.or(Some(refusal)),
            }
        }
        if state.fights_hand_to_hand(unit) {
            match state.no_fight_reason(unit) {
                None => return None,
                refusal => why = why.or(refusal),
            }
        }
    }
    why
}

fn fire_attacks(state: &State, who: Id, facings: &[Facing]) -> Vec<PossibleAttack> {
    let mut all: Vec<PossibleAttack> = Vec::new();
    let mut field = None;
    for unit in state.units_for_id(who) {
        let Ok(place) = firing_place(state, unit.id) else { continue };
        let Some(field) = field.get_or_insert_with(|| FieldOfFire::new(state, place.map)).as_ref() else { continue };
        let mut found: Vec<(TargetArea, Vec<Facing>)> = Vec::new();
        for facing in facings {
            for target in field.targets(unit, wardiary_base::ground::Place { facing: *facing, ..place }, false) {
                match found.iter_mut().find(|(other, _)| other.cell == target.cell) {
                    Some((_, facings)) => facings.push(*facing),
                    None => found.push((target, vec![*facing])),
                }
            }
        }
        for (target, facings) in found {
            let alike = |other: &&mut PossibleAttack| match &other.kind {
                AttackKind::Fire { target: same, .. } => *same == target && other.facings == facings,
                _ => false,
            };
            match all.iter_mut().find(alike).map(|other| &mut other.kind) {
                Some(AttackKind::Fire { units, .. }) => units.push(unit.id),
                _ => all.push(PossibleAttack { facings, kind: AttackKind::Fire { units: vec![unit.id], target } }),
            }
        }
    }
    all
}

/// The Conflicts that a stack could open with adjacent enemies.
fn conflict_attacks(state: &State, who: Id) -> Vec<AttackKind> {
    if !state.book().uses(Mechanism::Stacks) {
        return Vec::new();
    }
    let Some(stack) = state.units_for_id(who).first().and_then(|unit| unit.stack) else { return Vec::new() };
    // Units without numbers could not fight a round of the Conflict.
    let by_scrud = state.book().stacks.blows == Blows::Scrud;
    let counts = |unit: &Unit| unit.stats.is_some() || (by_scrud && state.rolls_in_combat(unit));
    let open = |enemy: StackId| {
        if ![stack, enemy].into_iter().all(|stack| state.units_of_stack(stack).any(counts)) {
            return None;
        }
        let conflict = StackOrder::Conflict { first: vec![stack], second: vec![enemy], anyway: None };
        let order = Order::Stacks(conflict);
        resolve(state, &order, &[]).is_ok().then_some(AttackKind::Conflict { order, stack, enemy })
    };
    adjacent_enemy_stacks(state, &[stack]).into_iter().filter_map(open).collect()
}

/// The combats that a unit or stack could open with enemies near enough: adjacent, or within the rulebook's reach.
fn combat_attacks(state: &State, who: Id) -> Vec<AttackKind> {
    let book = state.book();
    if !book.uses(Mechanism::Scrud) {
        return Vec::new();
    }
    let own = state.units_for_id(who);
    let in_conflicts = |unit: &Unit| book.uses(Mechanism::Stacks) && unit.stats.is_some() && unit.stack.is_some();
    if own.iter().any(|unit| in_conflicts(unit)) {
        return Vec::new();
    }
    let Some((first, place)) = own.iter().find_map(|unit| Some((unit, state.place_in_battle(unit.id)?))) else {
        return Vec::new();
    };
    let Some(map) = state.map(place.map) else { return Vec::new() };
    let reach = u32::from(book.ground.reach.unwrap_or(1));
    let near = |at: Cell| map.ground.grid().distance(place.cell, at) <= reach;
    let mut areas: Vec<Cell> = state
        .units_on(map.id)
        .filter(|(unit, at)| unit.side != first.side && near(at.cell))
        .map(|(_, at)| at.cell)
        .collect();
    areas.sort_unstable();
    areas.dedup();
    let open = |at: Cell| {
        let enemies = order_names_at(state, state.units_at(map.id, at).filter(|unit| unit.side != first.side));
        let order = Order::Scrud { first: Force::new(vec![who]), second: Force::new(enemies.clone()) };
        resolve(state, &order, &[]).is_ok().then_some(AttackKind::Combat { order, enemies })
    };
    areas.into_iter().filter_map(open).collect()
}

/// The units in an area, as an order names them: as a stack if all its units are there and move as one.
fn order_names_at<'s>(state: &State, units: impl Iterator<Item = &'s Unit>) -> Vec<Id> {
    let mut all: Vec<Id> = Vec::new();
    for unit in units.filter(|unit| state.rolls_in_combat(unit)) {
        let id = state.moving_id(unit.id);
        if !all.contains(&id) {
            all.push(id);
        }
    }
    all
}

impl State {
    /// Why a unit can't open a hand-to-hand fight now, wherever the enemy is.
    fn no_fight_reason(&self, unit: &Unit) -> Option<Refusal> {
        let who = unit.id.into();
        if unit.is_ineffective() {
            return Some(Refusal::Ineffective { who });
        }
        let Some(battle) = self.battle_of(unit.id) else { return Some(BattleRefusal::NotInBattle { who }.into()) };
        if let Some(decision) = battle.pending_decision() {
            return Some(BattleRefusal::Awaits { battle: battle.id, awaited: BlockingStep::Decision(decision) }.into());
        }
        if battle.is_exhausted(unit.side) {
            let (side, battle, from) = (unit.side, battle.id, BarredAttack::Open);
            return Some(BattleRefusal::Exhausted { side, battle, from }.into());
        }
        if let Some(spent) = self.attack_refusal(unit.id, Attack::Combat) {
            return Some(spent.into());
        }
        if !battle.may_act(self, unit.side) {
            let (side, now) = (unit.side, battle.acting_side);
            return Some(BattleRefusal::NotTheirTurn { side, battle: battle.id, now }.into());
        }
        let rounds = self.check_no_round_due(battle).err().map(Refusal::from);
        rounds.or_else(|| self.attack_after_move_refusal(unit.id, None).map(Refusal::from))
    }

    /// The unit or stack that an order to move this unit names: its stack, if stacks move as one and all its units are there.
    pub fn moving_id(&self, unit: UnitId) -> Id {
        let stacked = matches!(self.book().ground.stacking, Stacking::Stack(_));
        let stack = self.unit(unit).and_then(|unit| unit.stack).filter(|_| stacked);
        let place = |unit: &Unit| unit.place.map(|place| (place.map, place.cell));
        let together = |stack: &StackId| {
            let mut places = self.units_of_stack(*stack).map(place);
            let first = places.next().flatten();
            first.is_some() && places.all(|place| place == first)
        };
        stack.filter(together).map_or_else(|| unit.into(), Into::into)
    }
}

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
