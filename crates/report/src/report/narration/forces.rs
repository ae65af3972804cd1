//! Names units in prose: by their side or stack if all of it is meant.

use super::super::names;
use wardiary_base::id::UnitId;
use wardiary_rules::state::{State, Unit};

/// The name of a set of units: a side, its stacks, or one by one.
pub(in super::super) fn force_name(state: &State, units: &[UnitId]) -> String {
    let found: Vec<&Unit> = units.iter().filter_map(|unit| state.unit(*unit)).collect();
    let Some(first) = found.first() else { return "nobody".into() };
    let is_all = |mut living: Vec<UnitId>| {
        let mut meant: Vec<UnitId> = found.iter().map(|unit| unit.id).collect();
        living.sort_unstable();
        meant.sort_unstable();
        living == meant
    };
    let living = |unit: &&Unit| unit.is_alive() || units.contains(&unit.id);
    if found.len() > 1 && is_all(state.units_of_side(first.side).filter(living).map(|unit| unit.id).collect()) {
        return names::with_article(&state.name(first.side));
    }
    // Name whole stacks first, and the rest one by one.
    let mut parties: Vec<String> = Vec::new();
    let mut text = Vec::new();
    for unit in &found {
        if text.contains(&unit.id) {
            continue;
        }
        let mates: Vec<UnitId> =
            unit.stack.map_or_else(Vec::new, |s| state.units_of_stack(s).filter(living).map(|u| u.id).collect());
        match unit.stack {
            Some(stack) if mates.len() > 1 && mates.iter().all(|mate| units.contains(mate)) => {
                parties.push(state.name(stack));
                text.extend(mates);
            }
            _ => parties.push(state.name(unit.id)),
        }
    }
    names::list(&parties)
}
