//! How far units may move in a turn. Source: RULES 1, 4.2, 4.4.

use super::moving_units::MovingUnits;
use crate::{
    rules::refusal::MapRefusal,
    state::{State, Unit, UnitMove},
};
use wardiary_base::{
    book::{Mechanism, Weapon},
    id::{SideId, UnitId},
};

/// The allowance of units that move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowance {
    /// In areas, at the normal cost of 1.
    pub areas: u16,
    /// Whether it is one less than normal, for an attack this turn.
    pub attacked: bool,
    /// Extra areas for a move that ends beside an enemy. They do not count as used.
    pub charge: u16,
    /// The unit with the smallest allowance, if others have more.
    pub slowest: Option<UnitId>,
}

/// Why a unit may not move nearer to the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AdvanceBan {
    pub unit: UnitId,
    /// Its side, if that is exhausted; otherwise the unit is ineffective.
    pub exhausted: Option<SideId>,
}

impl State {
    /// The allowance of a unit in a turn, in areas: its own Move if it has one, else its troop type's, scaled by EDNA.
    /// Attacks this turn are not subtracted.
    pub fn areas_per_turn(&self, unit: &Unit) -> u16 {
        let own = unit.stats.as_deref().map_or(0, |stats| stats.movement);
        let of_type = self.book().troop(&unit.kind).map_or(2, |troop| u16::from(troop.moves));
        let areas = if own > 0 { own } else { of_type };
        let scale = self.book().edna.scales.movement;
        u16::try_from(scale.scale(areas.into(), unit.edna.now.into(), unit.edna.full.into())).unwrap_or(areas)
    }

    /// Whether a unit has attacked this turn with something that costs an area of its move.
    fn has_attacked_at_move_cost(&self, unit: UnitId) -> bool {
        let freely = self.battle_of(unit).is_some_and(|battle| battle.fired_freely.contains(&unit));
        self.attack_this_turn(unit).is_some_and(|how| how != crate::rules::refusal::Attack::Volley || !freely)
    }

    /// Why a unit may not attack with a weapon, or hand to hand if `None`, after its move this turn: it has used its
    /// full allowance, and the attack costs an area of it.
    pub fn attack_after_move_refusal(&self, unit: UnitId, weapon: Option<&Weapon>) -> Option<MapRefusal> {
        let costs = weapon.is_none_or(|weapon| weapon.attack_costs_move);
        let full = self.book().uses(Mechanism::Turns) && self.move_of(unit).is_some_and(UnitMove::is_full);
        (full && costs).then_some(MapRefusal::Spent { unit })
    }

    /// Whether one of a unit's weapons costs nothing of its move.
    pub(in crate::rules) fn has_free_attack(&self, unit: &Unit) -> bool {
        let weapons = self.weapons_of(unit).iter().filter_map(|name| self.book().weapon(name));
        self.book().uses(Mechanism::Volleys) && weapons.into_iter().any(|weapon| !weapon.attack_costs_move)
    }
}

impl MovingUnits {
    /// The allowance of the party: that of its slowest unit.
    pub(super) fn allowance(&self, state: &State) -> Allowance {
        let of = |id: &UnitId| {
            let unit = state.unit(*id);
            let attacked = state.has_attacked_at_move_cost(*id);
            let areas = unit.map_or(0, |unit| state.areas_per_turn(unit)).saturating_sub(attacked.into());
            let charge = unit.and_then(|unit| state.book().troop(&unit.kind)).map_or(0, |troop| troop.charge.into());
            Allowance { areas, attacked, charge, slowest: Some(*id) }
        };
        let all: Vec<Allowance> = self.units.iter().map(of).collect();
        let charge = all.iter().map(|a| a.charge).min().unwrap_or(0);
        let slowest = all.iter().min_by_key(|a| a.areas).copied().expect("a party has a unit");
        let one_is_slower = all.iter().any(|a| a.areas > slowest.areas);
        Allowance { charge, slowest: slowest.slowest.filter(|_| one_is_slower), ..slowest }
    }

    /// The allowance of the party in a turn without attacks.
    pub(super) fn areas_per_turn(&self, state: &State) -> u16 {
        let areas = self.units.iter().filter_map(|id| state.unit(*id)).map(|unit| state.areas_per_turn(unit));
        areas.min().unwrap_or(0)
    }

    /// The unit that may not move nearer to the enemy, if there is one.
    pub(super) fn advance_ban(&self, state: &State) -> Option<AdvanceBan> {
        if state.battle(self.battle).is_some_and(|battle| battle.is_exhausted(self.side)) {
            return Some(AdvanceBan { unit: self.units[0], exhausted: Some(self.side) });
        }
        let ineffective = self.units.iter().find(|id| state.unit(**id).is_some_and(Unit::is_ineffective));
        ineffective.map(|unit| AdvanceBan { unit: *unit, exhausted: None })
    }
}
