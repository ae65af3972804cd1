//! Defeats left over from the last elimination, in words. Source: RULES 2.2, step 6.

use super::combat_name;
use crate::state::{Battle, Combat, State};
use wardiary_base::book::{Carry, Mechanism};

/// Whether defeats left over are counted on so far.
#[must_use]
pub fn counts_on(state: &State, carry: Carry) -> bool {
    let (book, scrud) = (state.book(), &state.book().scrud);
    book.uses(Mechanism::Scrud) && scrud.carry == carry && scrud.eliminate_every.is_some_and(|every| every > 1)
}

/// `2 of 3`: the defeats left over, of as many as eliminate a unit; nothing where none are.
#[must_use]
pub fn left_over(state: &State, carried: u16) -> Option<String> {
    let every = state.book().scrud.eliminate_every?;
    (carried > 0).then(|| format!("{carried} of {every}"))
}

/// Whose defeats are left over in a battle, and how many: `Germans 1 of 3`; where several combats go on, of each which
/// it is.
#[must_use]
pub fn left_over_in(state: &State, battle: &Battle) -> Vec<String> {
    if battle.over.is_some() {
        return Vec::new();
    }
    if counts_on(state, Carry::PerBattle) {
        let of = |carried| left_over(state, carried);
        let sides = battle.contingents.iter().filter_map(|c| Some((c.side, of(c.carried)?)));
        return sides.map(|(side, defeats)| format!("{} {defeats}", state.name(side))).collect();
    }
    if !counts_on(state, Carry::PerCombat) {
        return Vec::new();
    }
    let going_on: Vec<&Combat> =
        battle.combats.iter().filter(|combat| combat.over.is_none() && combat.conflict.is_none()).collect();
    let of_combat = |combat: &&Combat| {
        let which = match going_on.len() {
            1 => String::new(),
            _ => format!(" in {}", combat_name(state, battle, combat)),
        };
        let lines = combat.lines.iter().filter_map(|line| Some((line.side, left_over(state, line.carried)?)));
        lines.map(|(side, defeats)| format!("{} {defeats}{which}", state.name(side))).collect::<Vec<_>>()
    };
    going_on.iter().flat_map(of_combat).collect()
}
