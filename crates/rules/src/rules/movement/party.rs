//! A party: units that move together, and how far they may move in a turn. Source: RULES 1, 4.2, 4.4.

use crate::{
    rules::{
        Refusal,
        refusal::{BattleRefusal, MapRefusal},
    },
    state::{EntityKind, State, Unit, UnitMove},
};
use wardiary_base::{
    book::{Mechanism, Weapon},
    ground::Place,
    id::{BattleId, Id, SideId, StackId, UnitId},
};

/// A unit, or the units of a stack, in one area of the map of their battle.
#[derive(Clone, Debug)]
pub(super) struct MovingUnits {
    pub who: Id,
    /// In roster order; at least one.
    pub units: Vec<UnitId>,
    pub side: SideId,
    pub battle: BattleId,
    /// The place of the party; if its units face different edges, that of the first unit.
    pub place: Place,
}

impl MovingUnits {
    /// The party of a unit or a stack. A stack moves as one: all its units in the battle must be in one area.
    pub fn new(state: &State, who: Id) -> Result<Self, Refusal> {
        let party = Self::on_map(state, who)?;
        let is_missing = |unit: &UnitId| {
            !party.units.contains(unit) && state.battle_of(*unit).is_some_and(|battle| battle.id == party.battle)
        };
        match living_units(state, who)?.into_iter().find(is_missing) {
            Some(unit) => Err(MapRefusal::PartlyPlaced { stack: StackId(who.0), unit, at: party.place.cell }.into()),
            None => Ok(party),
        }
    }

    /// The units of a unit or a stack that are on the map, in the battle of the first.
    pub fn on_map(state: &State, who: Id) -> Result<Self, Refusal> {
        let units = living_units(state, who)?;
        let mut placed: Vec<(UnitId, Place)> =
            units.iter().filter_map(|unit| Some((*unit, state.place_in_battle(*unit)?))).collect();
        let [(first, place), ..] = placed[..] else { return Err(not_on_map(state, who, units[0])) };
        let battle = state.battle_of(first).ok_or(BattleRefusal::NotInBattle { who })?.id;
        placed.retain(|(unit, _)| state.battle_of(*unit).is_some_and(|found| found.id == battle));
        if placed.iter().any(|(_, other)| other.cell != place.cell) {
            return Err(MapRefusal::Scattered { stack: StackId(who.0), units: placed }.into());
        }
        let side = state.side_of(first.into()).ok_or(Refusal::UnknownId { id: who })?;
        Ok(Self { who, units: placed.into_iter().map(|(unit, _)| unit).collect(), side, battle, place })
    }

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

    pub(super) fn advance_ban(&self, state: &State) -> Option<AdvanceBan> {
        if state.battle(self.battle).is_some_and(|battle| battle.is_exhausted(self.side)) {
            return Some(AdvanceBan { unit: self.units[0], exhausted: Some(self.side) });
        }
        let ineffective = self.units.iter().find(|id| state.unit(**id).is_some_and(Unit::is_ineffective));
        ineffective.map(|unit| AdvanceBan { unit: *unit, exhausted: None })
    }
}

pub(super) fn living_units(state: &State, who: Id) -> Result<Vec<UnitId>, Refusal> {
    match state.kind(who) {
        None => return Err(Refusal::UnknownId { id: who }),
        Some(EntityKind::Unit | EntityKind::Stack) => {}
        Some(_) => return Err(MapRefusal::SideNotMovable { id: who }.into()),
    }
    let units: Vec<UnitId> =
        state.units_for_id(who).iter().filter(|unit| unit.is_alive()).map(|unit| unit.id).collect();
    match (units.is_empty(), state.kind(who)) {
        (false, _) => Ok(units),
        (true, Some(EntityKind::Unit)) => Err(Refusal::Eliminated { unit: UnitId(who.0) }),
        (true, _) => Err(Refusal::NobodyLeft { of: who }),
    }
}

/// Why a unit or a stack is not on the map of a battle.
fn not_on_map(state: &State, who: Id, unit: UnitId) -> Refusal {
    match state.battle_of(unit) {
        None => BattleRefusal::NotInBattle { who }.into(),
        Some(battle) if battle.map.is_none() => MapRefusal::NoMap { battle: battle.id }.into(),
        Some(_) => MapRefusal::NotPlaced { who }.into(),
    }
}

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AdvanceBan {
    pub unit: UnitId,
    /// Its side, if that is exhausted; otherwise the unit is ineffective.
    pub exhausted: Option<SideId>,
}

impl State {
    /// A unit's allowance in a turn, in areas: its own Move or its troop type's, scaled by EDNA, regardless of attacks.
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

    /// Why a unit may not attack with a weapon (`None`: hand to hand): it used its allowance, and the attack costs an
    /// area.
    pub fn attack_after_move_refusal(&self, unit: UnitId, weapon: Option<&Weapon>) -> Option<MapRefusal> {
        let costs = weapon.is_none_or(|weapon| weapon.attack_costs_move);
        let full = self.book().uses(Mechanism::Turns) && self.move_of(unit).is_some_and(UnitMove::is_full);
        (full && costs).then_some(MapRefusal::Spent { unit })
    }

    pub(in crate::rules) fn has_free_attack(&self, unit: &Unit) -> bool {
        let weapons = self.weapons_of(unit).iter().filter_map(|name| self.book().weapon(name));
        self.book().uses(Mechanism::Volleys) && weapons.into_iter().any(|weapon| !weapon.attack_costs_move)
    }
}
