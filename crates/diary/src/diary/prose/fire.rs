//! Dice tests and volleys in words.

use super::{EntryContext, unit_names};
use wardiary_base::{
    id::{BattleId, SideId, UnitId},
    text,
};
use wardiary_rules::state::State;

/// Who passed and who failed, with the number of dice if known.
pub(super) fn tested(state: &State, test: &str, [passed, failed]: [&[UnitId]; 2], dice: &[u8]) -> String {
    let mut counts = dice.iter();
    let mut names = |units: &[UnitId]| -> Vec<String> {
        let name = |unit: &UnitId| match (counts.next(), dice_of(state, *unit, test)) {
            (Some(passed), Some(thrown)) if thrown > 1 => {
                format!("{} ({passed} of {thrown} dice)", state.name(*unit))
            }
            _ => state.name(*unit),
        };
        units.iter().map(name).collect()
    };
    let (passed, failed) = (names(passed), names(failed));
    let outcome = |names: &[String], verb: &str| (!names.is_empty()).then(|| format!("{} {verb}", text::list(names)));
    let outcomes = [outcome(&passed, "passed"), outcome(&failed, "failed")];
    format!("{test}: {}", outcomes.into_iter().flatten().collect::<Vec<_>>().join("; "))
}

/// Number of dice that a unit rolls in a test.
fn dice_of(state: &State, unit: UnitId, test: &str) -> Option<u8> {
    let carried = state.tests_of(state.unit(unit)?);
    carried.iter().find(|carried| carried.name == test).map(|carried| carried.dice)
}

/// A side objected to parallel tests, or withdrew its objection.
pub(super) fn objected(scene: &EntryContext, battle: BattleId, side: SideId, off: bool) -> String {
    let (side, there) = (scene.name(side), scene.in_battle(battle));
    let of_battle = scene.of_battle(battle);
    let all = if of_battle.is_empty() { " of the battle" } else { &of_battle };
    if off {
        format!("objection to tests in parallel withdrawn by {side}{there}")
    } else {
        format!("objection to tests in parallel by {side}: all tests{all} go in series")
    }
}

/// Who fired with how many dice, and how often each target was hit.
pub(super) fn volleyed(scene: &EntryContext, unit: UnitId, dice: u8, hits: &[(UnitId, u16)]) -> String {
    let (hit, missed): (Vec<_>, Vec<_>) = hits.iter().partition(|(_, n)| *n > 0);
    let on =
        |(target, n): &(UnitId, u16)| format!("{} on {}", text::count((*n).into(), "hit", "hits"), scene.name(*target));
    let mut outcomes: Vec<String> = hit.iter().map(on).collect();
    if !missed.is_empty() {
        let missed: Vec<UnitId> = missed.iter().map(|(target, _)| *target).collect();
        outcomes.push(format!("no hit on {}", text::list(&unit_names(scene.after, &missed))));
    }
    // A side may know only the hits of an enemy's fire.
    let dice = if dice == 0 { String::new() } else { format!(" with {}", text::count(dice.into(), "die", "dice")) };
    // A side does not know its hits on a target that it can't see.
    let outcomes = if outcomes.is_empty() { String::new() } else { format!(": {}", outcomes.join("; ")) };
    format!("{} fired{dice}{outcomes}", scene.name(unit))
}
