//! The forces: their number, whereabouts and orders.

use super::{CampaignRow, theatre::station_phrase};
use std::collections::BTreeMap;
use wardiary_base::{
    id::{BattleId, Id, MapId},
    text,
};
use wardiary_rules::state::{EntityKind, State, Unit, total_strength};

/// `Forces: 60 units, 212 of 240 SP`
pub(super) fn title(state: &State) -> String {
    let alive = state.units().iter().filter(|unit| unit.is_alive()).count();
    let strength = total_strength(state.units().iter().map(|unit| &**unit));
    let strength = strength.map(|sum| format!(", {} of {} SP", sum.now, sum.full)).unwrap_or_default();
    if state.units().is_empty() {
        return "Forces: none yet".into();
    }
    format!("Forces: {}{strength}", text::count(alive, "unit", "units"))
}

/// Offers for what a battle needs first: sides, and their units.
pub fn missing_rows(state: &State) -> Vec<CampaignRow> {
    if state.sides().is_empty() {
        return vec![CampaignRow::missing("there are no sides yet: add one", "side \"")];
    }
    if state.units().is_empty() {
        return vec![
            CampaignRow::missing("no side has a unit yet: muster one", "unit \""),
            CampaignRow::missing("or add another side", "side \""),
        ];
    }
    Vec::new()
}

/// Where a side, stack or unit is and what it is doing, in a few words; empty if there is nothing to say.
pub fn whereabouts(state: &State, id: Id) -> String {
    let units: Vec<&Unit> = state.units_for_id(id).into_iter().filter(|unit| unit.is_alive()).collect();
    match (state.kind(id), &units[..]) {
        (Some(EntityKind::Side), _) => String::new(),
        (Some(EntityKind::Unit), [unit]) => {
            let fights = state.battle_of(unit.id).map(|battle| battle_phrase(state, battle.id));
            let fights = fights.into_iter().chain(position_phrase(state, unit)).collect::<Vec<_>>().join(" ");
            let text = station_phrase(state, id).into_iter().chain([fights]).filter(|text| !text.is_empty());
            text.collect::<Vec<_>>().join(", ")
        }
        _ => {
            let mut battles: BTreeMap<BattleId, usize> = BTreeMap::new();
            let mut maps: BTreeMap<MapId, usize> = BTreeMap::new();
            for unit in &units {
                match (state.battle_of(unit.id), unit.place) {
                    (Some(battle), _) => *battles.entry(battle.id).or_default() += 1,
                    (None, Some(place)) => *maps.entry(place.map).or_default() += 1,
                    (None, None) => {}
                }
            }
            let of_all = |count: usize| if count == units.len() { String::new() } else { format!("{count} ") };
            let fights = battles.iter().map(|(battle, count)| of_all(*count) + &battle_phrase(state, *battle));
            let stands = maps.iter().map(|(map, count)| format!("{}on {}", of_all(*count), state.name(*map)));
            station_phrase(state, id).into_iter().chain(fights).chain(stands).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Whereabouts of a unit that fights, if only one battle is under way.
pub(super) const IN_BATTLE: &str = "in battle";

/// The same, naming the battle if several are under way.
fn battle_phrase(state: &State, battle: BattleId) -> String {
    let several = state.open_battles().nth(1).is_some();
    if several { format!("in {}", state.name(battle)) } else { IN_BATTLE.into() }
}

/// `at C5`, with the map's name if there are several maps.
fn position_phrase(state: &State, unit: &Unit) -> Option<String> {
    let place = unit.place?;
    let several = state.maps().len() > 1;
    Some(if several { format!("at {} on {}", place.cell, state.name(place.map)) } else { format!("at {}", place.cell) })
}
