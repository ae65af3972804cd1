//! Names of combats: by their sides, or by their forces if a battle has several combats of the same sides.

use crate::state::{Battle, Combat, CombatLine, State};
use wardiary_base::id::Id;

/// `Germans v Russians`; `XX Corps v Guard and 2 more` if the sides are ambiguous.
pub fn combat_name(state: &State, battle: &Battle, combat: &Combat) -> String {
    distinguishing_forces(state, battle, combat).unwrap_or_else(|| {
        let sides = combat.lines.as_ref().map(|line| state.name(line.side));
        format!("{} v {}", sides.first, sides.second)
    })
}

/// The forces of a combat, if another combat of the same sides has been in the battle this turn.
pub fn distinguishing_forces(state: &State, battle: &Battle, combat: &Combat) -> Option<String> {
    let sides = |combat: &Combat| {
        let mut sides = [combat.lines.first.side, combat.lines.second.side];
        sides.sort();
        sides
    };
    let alike = |other: &&Combat| other.conflict.is_none() && sides(other) == sides(combat);
    let several = battle.combats.iter().filter(alike).count() > 1;
    several.then(|| {
        let forces = combat.lines.as_ref().map(|line| force_name(state, line));
        format!("{} v {}", forces.first, forces.second)
    })
}

/// The units left in a line, or all of its units if none is left: `A`, `A and B`, `A and 2 more`.
fn force_name(state: &State, line: &CombatLine) -> String {
    let mut ids = state.remaining_in(line);
    if ids.is_empty() {
        ids = line.units.iter().copied().map(Id::from).collect();
    }
    match ids[..] {
        [] => state.name(line.side),
        [one] => state.name(one),
        [one, other] => format!("{} and {}", state.name(one), state.name(other)),
        [first, ..] => format!("{} and {} more", state.name(first), ids.len() - 1),
    }
}
