//! The positions from which attacks are considered: where the subjects of an order stand, or where they could move.

use super::{
    attacks::{Attacks, KnownOdds},
    table::MapScreen,
};
use wardiary_base::{
    ground::{Facing, Grid},
    id::{Id, UnitId},
};
use wardiary_rules::{
    notation::refusal,
    order::{MapOrder, Order},
    rules::{
        Step,
        prospect::{self, Assault, Prospect},
        resolve,
    },
    state::State,
};

/// The text if nobody can be attacked.
const NOBODY: &str = "nobody to attack from here";

/// Attacks from the cursor's area, if the subjects stand there or can move there; if an enemy is under the cursor,
/// attacks from where they stand.
pub(super) fn from_cursor(screen: &MapScreen, state: &State, known: &mut KnownOdds) -> Option<Attacks> {
    let [who] = screen.who[..] else { return None };
    let (grid, from) = (screen.ground(state)?.grid(), screen.from(state)?);
    if !prospect::attacks_at_all(state, who) {
        return None;
    }
    let facing = facing_of(state, who)?;
    let (mut attacks, barred) = if screen.cursor == from {
        here(screen, state, (who, facing, grid), known)
    } else if screen.enemy_at_cursor(state).is_some() {
        let there: Vec<UnitId> = screen.piece_at(screen.cursor)?.units.clone();
        let mut all = from_here(screen, state, (who, facing, grid));
        all.retain(|prospect| is_at(state, &prospect.what, &there));
        (Attacks::of(state, facing, all, known), None)
    } else {
        let area = screen.reach.as_ref()?.as_ref().ok()?.at(screen.cursor)?;
        let after = prospect::after_moving(state, who, area, None)?;
        let facings = area.facings(grid);
        let all = prospect::prospects(&after, who, &facings);
        let nobody = area.may_attack.then(|| NOBODY.to_string());
        (Attacks::of(&after, facing_of(&after, who)?, all, known), nobody)
    };
    attacks.here = screen.cursor == from || screen.enemy_at_cursor(state).is_some();
    Some(attacks.or_else(barred))
}

/// Attacks from where they stand, with the text if there are none.
fn here(
    screen: &MapScreen,
    state: &State,
    (who, facing, grid): (Id, Facing, Grid),
    known: &mut KnownOdds,
) -> (Attacks, Option<String>) {
    let all = from_here(screen, state, (who, facing, grid));
    let why = match prospect::why_no_attack(state, who) {
        None => Some(NOBODY.to_string()),
        // The reason that they can't move is shown already.
        Some(why) => Some(refusal::describe(&why, state).what)
            .filter(|why| screen.reach.as_ref().is_none_or(|reach| reach.as_ref().err() != Some(why))),
    };
    (Attacks::of(state, facing, all, known), why)
}

/// Attacks from where they stand, in their facing and, if they may still move, after turning on the spot.
fn from_here(screen: &MapScreen, state: &State, (who, facing, grid): (Id, Facing, Grid)) -> Vec<Prospect> {
    let mut all = prospect::prospects(state, who, &[facing]);
    if let Some(Ok(_)) = &screen.reach {
        for prospect in after_turning(state, who, facing, grid) {
            match all.iter_mut().find(|other| other.what == prospect.what) {
                Some(same) => same.facings.extend(prospect.facings),
                None => all.push(prospect),
            }
        }
    }
    all
}

/// Attacks after turning on the spot to each other facing.
pub(super) fn after_turning(state: &State, who: Id, facing: Facing, grid: Grid) -> Vec<Prospect> {
    let others: Vec<Facing> = grid.facings().iter().copied().filter(|other| *other != facing).collect();
    let turn = others.first().map(|first| Order::Map(MapOrder::Face { who, facing: *first, anyway: None }));
    match turn.map(|turn| resolve(state, &turn, &[])) {
        Some(Ok(Step::Done(done))) => prospect::prospects(&done.after, who, &others),
        _ => Vec::new(),
    }
}

pub(super) fn facing_of(state: &State, who: Id) -> Option<Facing> {
    state
        .units_meant(who)
        .into_iter()
        .filter(|unit| unit.is_alive())
        .find_map(|unit| unit.place)
        .map(|place| place.facing)
}

/// Whether an attack targets one of these units.
pub(super) fn is_at(state: &State, what: &Assault, there: &[UnitId]) -> bool {
    let is_there = |id: &Id| state.units_meant(*id).iter().any(|unit| there.contains(&unit.id));
    match what {
        Assault::Fire { target, .. } => target.units().any(|unit| there.contains(&unit)),
        Assault::Combat { enemies, .. } => enemies.iter().any(is_there),
        Assault::Conflict { enemy, .. } => is_there(&(*enemy).into()),
    }
}
