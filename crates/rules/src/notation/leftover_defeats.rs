//! Words for defeats left over from the last elimination. Source: RULES 2.2, step 6.

use super::combat_name;
use crate::state::{Battle, Combat, State};
use wardiary_base::book::{Carry, Mechanism};

/// Whether leftover defeats still count.
pub fn carries_over(state: &State, carry: Carry) -> bool {
    let (book, scrud) = (state.book(), &state.book().scrud);
    book.uses(Mechanism::Scrud) && scrud.carry == carry && scrud.eliminate_every.is_some_and(|every| every > 1)
}

/// `2 of 3`: leftover defeats out of those needed to eliminate a unit; `None` if there are none.
pub fn leftover_text(state: &State, carried: u16) -> Option<String> {
    let every = state.book().scrud.eliminate_every?;
    (carried > 0).then(|| format!("{carried} of {every}"))
}

/// The leftover defeats of each side in a battle: `Germans 1 of 3`. With several open combats each is named.
pub fn leftover_in_battle(state: &State, battle: &Battle) -> Vec<String> {
    if battle.ended.is_some() {
        return Vec::new();
    }
    if carries_over(state, Carry::PerBattle) {
        let of = |carried| leftover_text(state, carried);
        let sides = battle.contingents.iter().filter_map(|c| Some((c.side, of(c.carried_defeats)?)));
        return sides.map(|(side, defeats)| format!("{} {defeats}", state.name(side))).collect();
    }
    if !carries_over(state, Carry::PerCombat) {
        return Vec::new();
    }
    let going_on: Vec<&Combat> =
        battle.combats.iter().filter(|combat| combat.ended.is_none() && combat.conflict.is_none()).collect();
    let of_combat = |combat: &&Combat| {
        let which = match going_on.len() {
            1 => String::new(),
            _ => format!(" in {}", combat_name(state, battle, combat)),
        };
        let lines =
            combat.lines.iter().filter_map(|line| Some((line.side, leftover_text(state, line.carried_defeats)?)));
        lines.map(|(side, defeats)| format!("{} {defeats}{which}", state.name(side))).collect::<Vec<_>>()
    };
    going_on.iter().flat_map(of_combat).collect()
}
