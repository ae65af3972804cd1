//! A party: units that move together. Source: RULES 4.4.

use crate::{
    rules::{
        Refusal,
        refusal::{BattleRefusal, MapRefusal},
    },
    state::{EntityKind, State},
};
use wardiary_base::{
    ground::Place,
    id::{BattleId, Id, SideId, StackId, UnitId},
};

/// A unit, or the units of a stack, in one area of the map of their battle.
#[derive(Clone, Debug)]
pub(super) struct MovingUnits {
    /// The unit or stack that the order names.
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

    /// The units of a unit or a stack that are on the map.
    pub fn on_map(state: &State, who: Id) -> Result<Self, Refusal> {
        let units = living_units(state, who)?;
        let placed: Vec<(UnitId, Place)> =
            units.iter().filter_map(|unit| Some((*unit, state.place_in_battle(*unit)?))).collect();
        let [(first, place), ..] = placed[..] else { return Err(not_on_map(state, who, units[0])) };
        if placed.iter().any(|(_, other)| other.cell != place.cell) {
            return Err(MapRefusal::Scattered { stack: StackId(who.0), units: placed }.into());
        }
        let battle = state.battle_of(first).ok_or(BattleRefusal::NotInBattle { who })?.id;
        let side = state.side_of(first.into()).ok_or(Refusal::UnknownId { id: who })?;
        Ok(Self { who, units: placed.into_iter().map(|(unit, _)| unit).collect(), side, battle, place })
    }
}

/// The living units of a unit or a stack.
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
