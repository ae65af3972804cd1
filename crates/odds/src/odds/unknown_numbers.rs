//! Odds that depend on numbers a side does not know are withheld.

use wardiary_base::{
    dice::{Purpose, Request},
    id::{Id, SideId, UnitId},
};
use wardiary_rules::{
    event::{Precision, UnitPrecision},
    order::Order,
    rules::{Step, resolve},
    state::{Contingent, State, Unit},
};

/// The side whose numbers the odds of a roll depend on without being known exactly. For combat, all units that the
/// sides have in the battle may matter.
pub fn unknown_side(state: &State, request: &Request) -> Option<SideId> {
    match request.purpose {
        // Only the unit's own EDNA matters.
        Purpose::Edna => {
            let tested = request.dice.iter().filter_map(|die| state.unit(UnitId(die.owner.0)));
            return tested.filter(|unit| !unit.edna().is_exact()).map(|unit| unit.side).next();
        }
        Purpose::Sum | Purpose::Initiative | Purpose::Test | Purpose::Argument | Purpose::Table(_) => {
            return None;
        }
        Purpose::Scrud | Purpose::Reroll | Purpose::Volley | Purpose::Blow | Purpose::Exposed => {}
    }
    let owners = request.dice.iter().flat_map(|die| state.units_for_id(Id(die.owner.0)));
    let battles = owners.filter_map(|unit| state.battle_of(unit.id));
    let mut units = battles.flat_map(|battle| &battle.contingents).flat_map(Contingent::units);
    units.find_map(|unit| state.unit(unit).filter(|unit| is_unknown(state, unit))).map(|unit| unit.side)
}

/// Whether a number of a living unit that odds depend on is not known exactly. Supply matters only if it shifts grades.
pub(crate) fn is_unknown(state: &State, unit: &Unit) -> bool {
    let UnitPrecision { strength, edna, grade, supply } = unit.precision();
    let shifts = state.book().supply.levels.iter().any(|level| level.grade != 0);
    unit.is_alive() && !([strength, edna, grade].iter().all(Precision::is_exact) && (!shifts || supply.is_exact()))
}

/// [`unknown_side`] for the first roll of an order.
pub fn unknown_side_of(state: &State, order: &Order) -> Option<SideId> {
    if state.units().iter().all(|unit| unit.precision().is_exact()) {
        return None;
    }
    match resolve(state, order, &[]) {
        Ok(Step::NeedDice(request)) => unknown_side(state, &request),
        _ => None,
    }
}

/// The text shown in place of the odds.
pub fn unknown_odds_text(state: &State, side: SideId) -> String {
    format!("no odds: the numbers of {} are not all known", state.name(side))
}
