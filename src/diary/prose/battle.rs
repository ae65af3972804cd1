//! How battles begin and end, in words.

use crate::{
    event::BattleEnd,
    id::{BattleId, SideId, UnitId},
    notation::battle_end,
    state::State,
    text,
};

pub(super) fn begun(state: &State, name: &str, sides: &[(SideId, Vec<UnitId>)]) -> String {
    let side = |(side, units): &(SideId, Vec<UnitId>)| {
        format!("{} with {}", state.name(*side), text::count(units.len(), "unit", "units"))
    };
    let sides: Vec<String> = sides.iter().map(side).collect();
    format!("the battle {name} begins: {}", text::list(&sides))
}

pub(super) fn ended(state: &State, battle: BattleId, how: BattleEnd) -> String {
    let why = battle_end(state, how).map_or(String::new(), |why| format!(": {why}"));
    format!("the battle {} ends{why}", state.name(battle))
}
