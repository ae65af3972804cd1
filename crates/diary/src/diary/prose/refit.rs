//! Recovery and supply between battles, in words. Source: RULES 7.

use super::unit;
use std::collections::BTreeSet;
use wardiary_base::{
    id::{SideId, UnitId},
    text,
};
use wardiary_rules::{event::RefitEvent, state::State};

/// An event between battles, a sentence for each number that changed.
pub(super) fn sentences(state: &State, event: &RefitEvent) -> Vec<String> {
    match event {
        RefitEvent::Counted { losses, .. } => counted(state, losses),
        RefitEvent::Credited { units, .. } => {
            let text = |(unit, defeats): &(UnitId, u16)| {
                let defeats = text::count((*defeats).into(), "defeat", "defeats");
                format!("{} {defeats}", state.name(*unit))
            };
            vec![format!("inflicted: {}", text::list(&units.iter().map(text).collect::<Vec<_>>()))]
        }
        RefitEvent::Returned { unit, from, to } => {
            vec![format!("{} SP came back to {}, now {to}", to.saturating_sub(*from), state.name(*unit))]
        }
        RefitEvent::Recovered { unit, strength, edna, grade } => {
            let strength = strength.map(|change| unit::strength_restored(state, *unit, change));
            let edna = edna.map(|change| unit::rested(state, *unit, change));
            let grade = grade.map(|change| unit::regained(state, *unit, change));
            strength.into_iter().chain(edna).chain(grade).collect()
        }
        RefitEvent::Replaced { unit, pool, from, to } => {
            let (points, pool) = (to.saturating_sub(*from), text::display_name(pool));
            vec![format!("{} took {points} SP from the pool {pool}, now {to}", state.name(*unit))]
        }
        RefitEvent::Supplied { units, to } => supplied(state, units, *to),
        RefitEvent::Raised { unit, to, edna, grade } => {
            let mut text = vec![format!("{} rebuilt with {to} SP", state.name(*unit))];
            text.extend((edna.0 != edna.1).then(|| unit::rested(state, *unit, *edna)));
            text.extend((grade.0 != grade.1).then(|| unit::regraded(state, *unit, *grade)));
            // The unit has no station: a member of a stationed stack shares its station, nobody else does.
            let is_nowhere = state.theatre().is_some() && state.station_of_unit(*unit).is_none();
            let force = state.force_of(*unit).filter(|_| is_nowhere);
            text.extend(force.map(|force| format!("no station in the theatre yet for {}", state.name(force))));
            text
        }
    }
}

/// `supply of XX Corps: full to low`, a sentence for each previous level.
fn supplied(state: &State, units: &[(UnitId, u8)], to: u8) -> Vec<String> {
    let name =
        |level: u8| state.book().supply.level(level).map_or(String::new(), |level| text::display_name(&level.name));
    let levels: BTreeSet<u8> = units.iter().map(|(_, from)| *from).filter(|from| *from != to).collect();
    let text = |from: u8| {
        let of_level = units.iter().filter(|(_, at)| *at == from).map(|(unit, _)| state.name(*unit));
        format!("supply of {}: {} to {}", text::list(&of_level.collect::<Vec<_>>()), name(from), name(to))
    };
    levels.into_iter().map(text).collect()
}

/// `units of Germans that still live lost 11 SP: 6 for good, 5 to come back`, a sentence for each side.
fn counted(state: &State, losses: &[(UnitId, u16, u16)]) -> Vec<String> {
    let mut sides: Vec<(SideId, u32, u32)> = Vec::new();
    for (unit, for_good, back) in losses {
        let Some(side) = state.unit(*unit).map(|unit| unit.side) else { continue };
        let at = sides.iter().position(|(other, ..)| *other == side).unwrap_or_else(|| {
            sides.push((side, 0, 0));
            sides.len() - 1
        });
        sides[at].1 += u32::from(*for_good);
        sides[at].2 += u32::from(*back);
    }
    let text = |(side, for_good, back): &(SideId, u32, u32)| {
        let (units, lost) = (state.name(*side), for_good + back);
        format!("units of {units} that still live lost {lost} SP: {for_good} for good, {back} to come back")
    };
    sides.iter().map(text).collect()
}
