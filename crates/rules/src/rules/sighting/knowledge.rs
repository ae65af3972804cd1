//! A side's knowledge of a force: the truth, limited by its sighting and the rulebook. Source: RULES 7.

use crate::{
    event::{Age, Estimate, Known, Precision, SightLevel, UnitPrecision},
    state::{State, Unit, UnitSnapshot, VisibilityRuling},
};
use std::collections::BTreeSet;
use wardiary_base::{
    book::{Detail, Knowledge},
    id::{Id, SideId, UnitId},
    text::Text,
};

/// The knowledge of each side about enemy forces, without unknown ones; including single units that a ruling revealed.
pub fn all_knowledge(state: &State) -> impl Iterator<Item = (SideId, Known)> {
    let sides = state.sides().iter().map(|side| side.id);
    let sighted = sides.flat_map(|side| known_forces(state, side).into_iter().map(move |(_, known)| (side, known)));
    sighted.chain(state.sighting_estimates().map(|(side, _, known)| (side, known)))
}

/// The knowledge of a side about existing forces, with the force itself, which the side may not be able to identify.
pub fn known_forces(state: &State, side: SideId) -> Vec<(Id, Known)> {
    let sighted = state.sightings().filter(|(whose, ..)| *whose == side).map(|(_, force, _)| force);
    let all: BTreeSet<Id> = sighted.chain(revealed_ids(state, side)).collect();
    all.into_iter().filter_map(|force| Some((force, knowledge_of(state, side, force)?))).collect()
}

/// The forces that rulings reveal to a side, and revealed units of other forces.
fn revealed_ids(state: &State, side: SideId) -> Vec<Id> {
    if !state.book().sight.is_on() || state.rulings().next().is_none() {
        return Vec::new();
    }
    let is_revealed = |id| state.effective_ruling(side, id) == Some(VisibilityRuling::Revealed);
    let of_force = |(force, units): (Id, Vec<&Unit>)| -> Vec<Id> {
        if is_revealed(force) {
            return vec![force];
        }
        units.into_iter().map(|unit| Id::from(unit.id)).filter(|unit| is_revealed(*unit)).collect()
    };
    state.forces_with_units().into_iter().flat_map(of_force).collect()
}

/// Whether a ruling hides a force, or all units of it, from a side.
pub fn is_hidden(state: &State, side: SideId, force: Id) -> bool {
    let hidden = |id: Id| state.effective_ruling(side, id) == Some(VisibilityRuling::Hidden);
    let units = state.units_of_force(force);
    hidden(force) || (!units.is_empty() && units.iter().all(|unit| hidden(unit.id.into())))
}

/// A side's knowledge of a force; `None` if it never saw it, or it is hidden. Own and revealed forces are known fully.
pub fn knowledge_of(state: &State, side: SideId, force: Id) -> Option<Known> {
    let of = state.side_of(force)?;
    if of == side {
        return exact_knowledge(state, (side, force), of, None);
    }
    let is_revealed =
        state.book().sight.is_on() && state.effective_ruling(side, force) == Some(VisibilityRuling::Revealed);
    if is_revealed {
        let sighting = state.sighting(side, force).filter(|sighting| sighting.is_in_sight());
        let level = sighting.map_or(SightLevel::Seen, |sighting| sighting.level);
        return exact_knowledge(state, (side, force), of, Some(level));
    }
    let sighting = state.sighting(side, force).filter(|_| !is_hidden(state, side, force))?;
    let rules = &state.book().sight;
    let of_level = |level: &SightLevel| match level {
        SightLevel::Seen => &rules.seen,
        SightLevel::InContact => &rules.in_contact,
        SightLevel::Fought => &rules.fought,
    };
    let levels: Vec<&Knowledge> = sighting.levels.iter().map(of_level).collect();
    let details = |of: fn(&Knowledge) -> &Detail| levels.iter().map(|level| of(level)).collect::<Vec<_>>();
    let is_exact = |of| details(of).contains(&&Detail::Exact);
    if levels.iter().all(|level| level.presence == Detail::Hidden) {
        return None;
    }
    let seen_now = || visible_units(state, side, force);
    let units = sighting.last_seen_units(state.calendar().now).map_or_else(seen_now, <[UnitSnapshot]>::to_vec);
    let of_force = estimate(&details(|level| &level.strength), strength(&units), 1);
    let has_fought = sighting.levels.contains(&SightLevel::Fought);
    let of_units = has_fought.then(|| sum_of_units(rules.unit_strength(), &units)).flatten();
    let known = Known {
        level: Some(sighting.level),
        age: sighting.last_seen_at().map_or(Age::InSight, Age::Remembered),
        as_of: sighting.last_seen_at().unwrap_or(state.calendar().now),
        is_over: !is_still_engaged(state, side, force, sighting.level),
        force: is_exact(|level| &level.presence).then_some(force),
        alias: None,
        of,
        units: estimate(&details(|level| &level.presence), units.len(), 1),
        place: is_exact(|level| &level.place).then_some(sighting.station),
        kinds: is_exact(|level| &level.kind).then(|| kinds(&units)),
        strength: of_force.into_iter().chain(of_units).reduce(Estimate::intersect),
        grades: grades(&details(|level| &level.grade), &units),
        edna: edna(&details(|level| &level.edna), &units),
    };
    Some(age_knowledge(state, known))
}

/// Old knowledge: once the rulebook's memory is over, only the station where the force was last seen.
pub fn age_knowledge(state: &State, known: Known) -> Known {
    let Age::Remembered(seen) = known.age else { return known };
    let parts = state.book().clock.parts_between(seen, state.calendar().now);
    if parts <= u32::from(state.book().sight.memory) {
        return known;
    }
    Known { age: Age::LastSeen(seen), units: None, kinds: None, strength: None, grades: None, edna: None, ..known }
}

/// Everything about an enemy force, for a side that nothing is hidden from.
pub fn full_knowledge(state: &State, side: SideId, force: Id) -> Option<Known> {
    exact_knowledge(state, (side, force), state.side_of(force)?, Some(SightLevel::Seen))
}

/// Everything about a force, or about a unit of one.
fn exact_knowledge(state: &State, (side, force): (SideId, Id), of: SideId, level: Option<SightLevel>) -> Option<Known> {
    let exact = [&Detail::Exact];
    let units = visible_units(state, side, force);
    let place = state.station(force).or_else(|| state.station_of_unit(UnitId(force.0)));
    (!units.is_empty()).then(|| Known {
        level,
        age: Age::InSight,
        as_of: state.calendar().now,
        is_over: false,
        force: Some(force),
        alias: None,
        of,
        units: estimate(&exact, units.len(), 1),
        place,
        kinds: Some(kinds(&units)),
        strength: estimate(&exact, strength(&units), 1),
        grades: grades(&exact, &units),
        edna: edna(&exact, &units),
    })
}

/// The living units of a force as they are now, or a single unit, without those that a ruling hides from a side.
fn visible_units(state: &State, side: SideId, force: Id) -> Vec<UnitSnapshot> {
    let alone = state.unit(UnitId(force.0)).filter(|unit| unit.is_alive());
    let units = alone.map_or_else(|| state.units_of_force(force), |unit| vec![unit]);
    let seen =
        units.into_iter().filter(|unit| state.effective_ruling(side, unit.id.into()) != Some(VisibilityRuling::Hidden));
    seen.map(|unit| state.unit_snapshot(unit)).collect()
}

/// How exactly a side knows a unit's numbers: its own and revealed ones fully, enemies it fights by the rulebook.
pub fn unit_precision(state: &State, side: SideId, unit: &Unit) -> UnitPrecision {
    let rules = &state.book().sight;
    let is_revealed = || state.effective_ruling(side, unit.id.into()) == Some(VisibilityRuling::Revealed);
    if unit.side == side || !rules.is_on() {
        return UnitPrecision::default();
    }
    // A side sees no changes of supply but its own.
    let supply = if state.book().supply.is_on() { Precision::Unknown } else { Precision::default() };
    if is_revealed() {
        return UnitPrecision { supply, ..UnitPrecision::default() };
    }
    let fought = &rules.fought;
    UnitPrecision {
        strength: precision(rules.unit_strength(), unit.strength.now.into(), 1),
        edna: precision(&fought.edna, unit.edna.now.into(), 0),
        grade: precision(&fought.grade, usize::from(state.grade_in_rules(unit).0) + 1, 1),
        supply,
    }
}

/// Whether a side fights a force, or is in contact with it, if its knowledge depends on that.
fn is_still_engaged(state: &State, side: SideId, force: Id, level: SightLevel) -> bool {
    match level {
        SightLevel::Seen => true,
        SightLevel::InContact => state.enemies_in_contact(force).any(|other| state.side_of(other) == Some(side)),
        SightLevel::Fought => {
            let battles = || state.units_of_force(force).into_iter().filter_map(|unit| state.battle_of(unit.id));
            battles().any(|battle| battle.contingent(side).is_some())
        }
    }
}

fn kinds(units: &[UnitSnapshot]) -> Vec<Text> {
    let mut kinds: Vec<Text> = Vec::new();
    for unit in units {
        if !kinds.contains(&unit.kind) {
            kinds.push(unit.kind.clone());
        }
    }
    kinds
}

fn strength(units: &[UnitSnapshot]) -> usize {
    units.iter().map(|unit| usize::from(unit.strength)).sum()
}

/// The strength of a force as the estimates of its units limit it; `None` if they are hidden.
fn sum_of_units(detail: &Detail, units: &[UnitSnapshot]) -> Option<Estimate> {
    let each = units.iter().map(|unit| estimate(&[detail], unit.strength.into(), 1));
    each.reduce(|sum, unit| sum.zip(unit).map(|(sum, unit)| sum.plus(unit)))?
}

fn grades(details: &[&Detail], units: &[UnitSnapshot]) -> Option<Vec<Estimate>> {
    estimates(details, 1, units.iter().map(|unit| usize::from(unit.grade.0) + 1))
}

fn edna(details: &[&Detail], units: &[UnitSnapshot]) -> Option<Vec<Estimate>> {
    estimates(details, 0, units.iter().map(|unit| usize::from(unit.edna)))
}

/// The known estimate of each number, without duplicates, in ascending order.
fn estimates(details: &[&Detail], lowest: u32, numbers: impl Iterator<Item = usize>) -> Option<Vec<Estimate>> {
    let mut all: Vec<Estimate> = numbers.map(|number| estimate(details, number, lowest)).collect::<Option<_>>()?;
    all.sort_unstable();
    all.dedup();
    Some(all).filter(|_| details.iter().any(|detail| **detail != Detail::Hidden))
}

fn precision(detail: &Detail, number: usize, lowest: u32) -> Precision {
    match detail {
        Detail::Exact => Precision::default(),
        Detail::Hidden | Detail::Band(_) => {
            estimate(&[detail], number, lowest).map_or(Precision::Unknown, Precision::Within)
        }
    }
}

/// The range that these details leave for a number.
fn estimate(details: &[&Detail], number: usize, lowest: u32) -> Option<Estimate> {
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    let estimate = |detail: &&Detail| match detail {
        Detail::Exact => Some(Estimate { least: number, most: Some(number) }),
        Detail::Hidden => None,
        Detail::Band(from) => {
            let from: Vec<u32> = from.iter().copied().map(u32::from).collect();
            let least = from.iter().rev().find(|start| **start <= number).copied().unwrap_or(lowest);
            let most = from.iter().find(|start| **start > number).map(|start| start - 1);
            Some(Estimate { least, most })
        }
    };
    details.iter().filter_map(estimate).reduce(Estimate::intersect)
}
