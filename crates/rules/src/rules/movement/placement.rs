//! Placing units on the map. Source: RULES 4.4.

use super::moving_units::living_units;
use crate::{
    event::{Event, MapEvent},
    rules::{Refusal, Resolver, RuleResult, refusal::MapRefusal},
    state::{Battle, Unit},
};
use wardiary_base::{ground::Place, id::Id};

/// Whether a battle is in deployment, when units may still be placed elsewhere: nothing has happened in it yet.
fn is_deploying(battle: &Battle) -> bool {
    let idle = battle.moved.is_empty() && battle.volleyed.is_empty() && battle.combats.is_empty();
    battle.turn == 1 && battle.initiative_winner.is_none() && idle && battle.conflicts.is_empty()
}

impl Resolver<'_> {
    /// Places a unit, or all units of a stack, in an area.
    pub(super) fn place_units(&mut self, who: Id, place: Place, ruled: bool) -> RuleResult {
        let units = living_units(&self.state, who)?;
        for id in &units {
            let unit = self.living_unit(*id)?;
            if let Some(battle) = self.state.battle_of(*id) {
                check_battle_map(battle, place)?;
                check_can_be_placed(unit, battle, ruled)?;
            }
        }
        let placed = |unit: &Unit| MapEvent::Placed { unit: unit.id, from: unit.place, to: place };
        let all = units.iter().filter_map(|id| self.state.unit(*id)).filter(|unit| unit.place != Some(place));
        let events: Vec<Event> = all.map(placed).map(Event::Map).collect();
        fail_if!(events.is_empty(), Refusal::NoChange);
        self.state.check_place(place).map_err(Refusal::from)?;
        self.state.check_room(&units, place).map_err(Refusal::from)?;
        for event in events {
            self.emit_if_valid(event)?;
        }
        Ok(())
    }
}

fn check_battle_map(battle: &Battle, place: Place) -> Result<(), Refusal> {
    match battle.map {
        Some(map) if map == place.map => Ok(()),
        Some(map) => Err(MapRefusal::OtherMap { battle: battle.id, map }.into()),
        None => Err(MapRefusal::NoMap { battle: battle.id }.into()),
    }
}

/// Refuses a unit that is already on the map: it moves instead, once the battle has begun.
fn check_can_be_placed(unit: &Unit, battle: &Battle, ruled: bool) -> Result<(), Refusal> {
    match unit.place.filter(|place| Some(place.map) == battle.map) {
        Some(place) if !ruled && !is_deploying(battle) => {
            Err(MapRefusal::AlreadyPlaced { unit: unit.id, at: place.cell }.into())
        }
        _ => Ok(()),
    }
}
