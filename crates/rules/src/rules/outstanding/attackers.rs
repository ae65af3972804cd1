//! The units that can still attack or support a combat: those for which some order to do so would be accepted. Source:
//! RULES 2.3, 2.4, 4.5, 5.8.
//!
//! It is computed for every frame, so it does not try orders one by one. Units that have been in the same combats this
//! turn can open combats against the same enemies, and facts about a stack or side are computed once for it.

use super::has_attack_part_left;
use crate::{
    rules::{refusal::Attack, volley::FieldOfFire},
    state::{Battle, Combat, Contingent, State, Unit},
};
use std::collections::BTreeMap;
use wardiary_base::{
    book::{Mechanism, SupportRole, Weapon},
    ground::{Cell, Place},
    id::{SideId, StackId, UnitId},
    sides::CombatSide,
    text::Text,
};

/// The combats of this turn that a unit is or was in, each with its line.
type CombatEntries = Vec<(usize, CombatSide)>;

/// The units of a side that have been in the same combats.
type UnitsByCombats<'f> = BTreeMap<(SideId, &'f [(usize, CombatSide)]), Vec<UnitId>>;

/// Units of a side that could open combats against the same enemies.
struct Openers {
    side: SideId,
    units: Vec<UnitId>,
    targets: Vec<(UnitId, SideId)>,
}

/// A stack that could join a Conflict.
struct ConflictCandidate {
    stack: StackId,
    side: SideId,
    /// Its place, if it is in one area of a map.
    place: Option<Place>,
    /// Whether it could open a Conflict.
    can_open: bool,
}

/// The attacks that are still possible in a battle this turn.
pub(super) struct Attackers<'a> {
    state: &'a State,
    battle: &'a Battle,
    living: Vec<&'a Unit>,
    combats: BTreeMap<UnitId, CombatEntries>,
    openers: Vec<Openers>,
    /// The stacks that could join a Conflict.
    candidates: Vec<ConflictCandidate>,
    /// The battle's map as units that fire see it.
    field_of_fire: Option<FieldOfFire<'a>>,
}

impl<'a> Attackers<'a> {
    pub(super) fn new(state: &'a State, battle: &'a Battle) -> Self {
        let there = battle.contingents.iter().flat_map(Contingent::units);
        let living = there.filter_map(|id| state.unit(id)).filter(|unit| unit.is_alive()).collect();
        let mut fights: BTreeMap<UnitId, CombatEntries> = BTreeMap::new();
        for (at, combat) in battle.combats.iter().enumerate() {
            for (side, line) in combat.lines.by_side() {
                line.units.iter().for_each(|unit| fights.entry(*unit).or_default().push((at, side)));
            }
        }
        let map = battle.map.filter(|_| state.book().uses(Mechanism::Volleys));
        let map = map.and_then(|map| FieldOfFire::new(state, map));
        let mut field = Self {
            state,
            battle,
            living,
            combats: fights,
            openers: Vec::new(),
            candidates: Vec::new(),
            field_of_fire: map,
        };
        field.openers = field.find_openers();
        field.candidates = field.find_candidates();
        field
    }

    /// The units that can still attack or support a combat, in order of arrival.
    pub(super) fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.living.iter().filter(|unit| self.may_attack(unit) || self.may_support(unit)).map(|unit| unit.id)
    }

    /// The stacks that could open a Conflict with adjacent ones. Of each pair only the first in reading order.
    pub(super) fn contacts(&self) -> Vec<(StackId, Vec<StackId>)> {
        let mut placed: Vec<(Cell, &ConflictCandidate)> =
            self.candidates.iter().filter_map(|stack| Some((stack.place?.cell, stack))).collect();
        placed.sort_by_key(|(cell, stack)| (*cell, stack.stack));
        let mut contacts: Vec<(StackId, Vec<StackId>)> = Vec::new();
        for (_, own) in placed.iter().filter(|(_, own)| own.can_open) {
            let met = contacts.iter().any(|(_, beside)| beside.contains(&own.stack));
            let beside =
                placed.iter().filter(|(_, other)| self.are_adjacent_enemies(own, other)).map(|(_, other)| other.stack);
            let beside: Vec<StackId> = beside.collect();
            if !met && !beside.is_empty() {
                contacts.push((own.stack, beside));
            }
        }
        contacts
    }

    /// How each of those units can attack.
    pub(super) fn attacks(&self) -> BTreeMap<UnitId, Vec<Attack>> {
        let ways = self.living.iter().map(|unit| (unit.id, self.attacks_of(unit)));
        ways.filter(|(_, attacks)| !attacks.is_empty()).collect()
    }

    fn attacks_of(&self, unit: &Unit) -> Vec<Attack> {
        let is_free = self.can_still_act(unit);
        let ways = [
            (Attack::Combat, is_free && (self.may_join(unit) || self.may_open(unit))),
            (Attack::Round, is_free && self.may_engage(unit)),
            (Attack::Volley, is_free && self.may_volley(unit)),
            (Attack::Support, self.may_support(unit)),
        ];
        ways.into_iter().filter(|(_, may)| *may).map(|(attack, _)| attack).collect()
    }

    fn may_attack(&self, unit: &Unit) -> bool {
        self.can_still_act(unit)
            && (self.may_join(unit) || self.may_open(unit) || self.may_volley(unit) || self.may_engage(unit))
    }

    /// Whether a unit has not acted yet, and can.
    fn can_still_act(&self, unit: &Unit) -> bool {
        !unit.is_ineffective() && !self.has_acted(unit) && !self.in_conflict(unit)
    }

    fn may_open(&self, unit: &Unit) -> bool {
        let is_near = |enemy: UnitId| self.state.distance_beyond_reach(unit.id, enemy).is_none();
        let near = |openers: &Openers| openers.targets.iter().any(|(enemy, _)| is_near(*enemy));
        self.openers.iter().any(|openers| openers.units.contains(&unit.id) && near(openers))
    }

    /// Whether a unit has attacked or supported a combat this turn.
    fn has_acted(&self, unit: &Unit) -> bool {
        let supports = |combat: &Combat| combat.supporters.iter().any(|(other, _)| *other == unit.id);
        self.battle.combats.iter().any(supports) || self.state.attack_this_turn(unit.id).is_some()
    }

    fn combats_of(&self, unit: &Unit) -> &[(usize, CombatSide)] {
        self.combats.get(&unit.id).map_or(&[], Vec::as_slice)
    }

    /// Whether a unit is in an open combat.
    fn is_engaged(&self, unit: &Unit) -> bool {
        self.combats_of(unit).iter().any(|(at, _)| self.battle.combats[*at].ended.is_none())
    }

    /// A unit in a Conflict attacks in its rounds.
    fn in_conflict(&self, unit: &Unit) -> bool {
        unit.stack.is_some_and(|stack| self.state.conflict_of(stack).is_some())
    }

    fn has_part_left(&self, side: SideId) -> bool {
        has_attack_part_left(self.state, self.battle, side)
    }

    fn is_attack_spent(&self, unit: &Unit, attack: Attack) -> bool {
        // A weapon may cost nothing of a move, so volleys are checked separately.
        let moved = attack != Attack::Volley && self.state.attack_after_move_refusal(unit.id, None).is_some();
        moved || self.state.attack_refusal(unit.id, attack).is_some()
    }

    fn may_volley(&self, unit: &Unit) -> bool {
        let book = self.state.book();
        let spent = |weapon: &Weapon| self.state.attack_after_move_refusal(unit.id, Some(weapon)).is_some();
        let loaded =
            |weapon: &Text| book.weapon(weapon).is_some_and(|weapon| !weapon.dice.is_empty() && !spent(weapon));
        book.uses(Mechanism::Volleys)
            && self.state.weapons_of(unit).iter().any(loaded)
            && !self.is_attack_spent(unit, Attack::Volley)
            && self.has_part_left(unit.side)
            && self.has_target(unit)
    }

    /// Whether a unit has an enemy to fire at: by the map if both are on it, otherwise any.
    fn has_target(&self, unit: &Unit) -> bool {
        let enemies = self.living.iter().filter(|other| other.side != unit.side);
        let place = self.field_of_fire.as_ref().and_then(|map| Some((map, self.state.place_in_battle(unit.id)?)));
        match place {
            None => enemies.count() > 0,
            Some((map, place)) => {
                let mut elsewhere = enemies.filter(|enemy| self.state.place_in_battle(enemy.id).is_none());
                elsewhere.next().is_some() || map.has_target(unit, place)
            }
        }
    }

    /// Whether a unit by itself could attack in a SCRUD combat.
    fn could_fight(&self, unit: &Unit) -> bool {
        self.state.book().uses(Mechanism::Scrud)
            && self.state.rolls_in_combat(unit)
            && !unit.is_ineffective()
            && !self.is_engaged(unit)
            && !self.in_conflict(unit)
            && !self.battle.is_exhausted(unit.side)
            && !self.is_attack_spent(unit, Attack::Combat)
    }

    /// Whether a unit could be committed to a combat that its side opened.
    fn may_join(&self, unit: &Unit) -> bool {
        let near = |combat: &&Combat| self.state.check_near_any(unit.id, &combat.lines.second.units).is_ok();
        let mut own = self.open_combats().filter(|combat| combat.lines.first.side == unit.side).filter(near);
        own.next().is_some() && self.could_fight(unit)
    }

    /// The open combats, without rounds of Conflicts.
    fn open_combats(&self) -> impl Iterator<Item = &'a Combat> {
        self.battle.combats.iter().filter(|combat| combat.ended.is_none() && combat.conflict.is_none())
    }

    /// The units that could open a combat, with the enemies. Nobody fights the same enemy in two combats of a turn.
    fn find_openers(&self) -> Vec<Openers> {
        let open = |unit: &&&Unit| self.state.rolls_in_combat(unit) && !self.is_engaged(unit);
        let targets: Vec<&Unit> = self.living.iter().filter(open).copied().collect();
        let mut alike: UnitsByCombats = BTreeMap::new();
        let sides = self.battle.contingents.iter().map(|c| c.side).filter(|side| self.has_part_left(*side));
        let sides: Vec<SideId> = sides.collect();
        for unit in self.living.iter().filter(|unit| sides.contains(&unit.side) && self.could_fight(unit)) {
            alike.entry((unit.side, self.combats_of(unit))).or_default().push(unit.id);
        }
        let openers = alike.into_iter().map(|((side, fights), units)| {
            let met =
                |enemy: &Unit| fights.iter().any(|(at, side)| self.combats_of(enemy).contains(&(*at, side.opponent())));
            let left = targets.iter().filter(|enemy| enemy.side != side && !met(enemy));
            Openers { side, units, targets: left.map(|enemy| (enemy.id, enemy.side)).collect() }
        });
        openers.filter(|openers| !openers.targets.is_empty()).collect()
    }

    fn find_candidates(&self) -> Vec<ConflictCandidate> {
        let state = self.state;
        if !state.book().uses(Mechanism::Stacks) {
            return Vec::new();
        }
        let could = |stack: StackId| {
            let (side, battle) = state.conflict_side_and_battle(stack).ok()?;
            let spent = || state.units_of_stack(stack).any(|unit| self.is_attack_spent(unit, Attack::Round));
            let attacks = || self.has_part_left(side) && !self.battle.is_exhausted(side) && !spent();
            let open = battle == self.battle.id && !state.has_fought_other_conflict(stack);
            open.then(|| ConflictCandidate { stack, side, place: state.place_of_stack(stack), can_open: attacks() })
        };
        let mut stacks: Vec<StackId> = self.living.iter().filter_map(|unit| unit.stack).collect();
        stacks.sort();
        stacks.dedup();
        let mut stacks: Vec<ConflictCandidate> = stacks.into_iter().filter_map(could).collect();
        // A stack needs an enemy to attack, on a map an adjacent one.
        let met: Vec<bool> =
            stacks.iter().map(|own| stacks.iter().any(|other| self.are_adjacent_enemies(own, other))).collect();
        stacks.iter_mut().zip(met).for_each(|(stack, met)| stack.can_open &= met);
        stacks
    }

    /// Whether two stacks are enemies and adjacent, or not both on a map.
    fn are_adjacent_enemies(&self, own: &ConflictCandidate, other: &ConflictCandidate) -> bool {
        let places = own.place.zip(other.place);
        own.side != other.side && places.is_none_or(|(own, there)| self.state.edge_between(own, there).is_some())
    }

    /// Whether a unit's stack could open a Conflict in which the unit counts.
    fn may_engage(&self, unit: &Unit) -> bool {
        let counts = unit.stats.is_some() || self.state.rolls_in_combat(unit);
        counts && self.candidates.iter().any(|stack| stack.can_open && unit.stack == Some(stack.stack))
    }

    /// Whether there is, or can be, a combat that a unit could support from outside its line.
    fn may_support(&self, unit: &Unit) -> bool {
        let book = self.state.book();
        let Some(role) = book.troop(&unit.kind).and_then(|troop| troop.support) else { return false };
        let halts = unit.is_ineffective() && role != SupportRole::AirDefence;
        if !book.uses(Mechanism::Scrud)
            || halts
            || self.has_acted(unit)
            || self.is_engaged(unit)
            || self.in_conflict(unit)
        {
            return false;
        }
        let of_its_side = |openers: &Openers| {
            let others = openers.units.iter().any(|id| *id != unit.id);
            let mut targets = openers.targets.iter().filter(|(id, _)| *id != unit.id);
            others && targets.any(|(_, side)| openers.side == unit.side || *side == unit.side)
        };
        self.open_combats().any(|combat| combat.lines.iter().any(|line| line.side == unit.side))
            || self.openers.iter().any(of_its_side)
    }
}
