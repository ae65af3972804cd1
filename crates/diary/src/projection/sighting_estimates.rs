//! Updates a side's estimates of enemy forces in the theatre (sketches), and its forces' contacts with them.

use super::{projection_pass::ProjectionPass, viewer_ids::EstimateTarget};
use std::collections::{BTreeMap, BTreeSet};
use wardiary_base::{
    ground::Station,
    id::{Id, SideId, UnitId},
    text::{self, Text},
};
use wardiary_rules::{
    event::{Age, Event, Fading, IntelEvent, Known},
    rules::sighting,
    state::{ForceContact, State},
};

/// Updates the side's sketches to what it knows after the entry.
pub(super) fn update_estimates(pass: &mut ProjectionPass) {
    if !pass.is_foggy() {
        return;
    }
    let side = pass.viewer.0;
    let Some(own_side) = pass.ids.id(side.0).map(SideId) else { return };
    let after = pass.after;
    let mut sighted = sighting::known_forces(after, side);
    remove_outdated(pass, &sighted);
    sighted
        .sort_by_cached_key(|(force, known)| (known.place, alias(after, *force, known), known.units, known.strength));
    for (force, known) in sighted {
        // If the side can't tell which force it is, one that it lost and finds again may be another.
        let last = pass.ids.estimate_of(force);
        let is_named = known.force.is_some();
        if known.age != Age::InSight && !is_named && last.is_none() {
            // The side has looked at that place since.
            continue;
        }
        let was_lost =
            |number: &u32| pass.own_state.sighting_estimate(*number).is_some_and(|(_, old)| old.age != Age::InSight);
        if let Some(lost) = last.filter(was_lost)
            && known.age == Age::InSight
            && !is_named
        {
            pass.ids.lose_track(lost);
        }
        let Some(of) = pass.own_id(known.of.0).map(SideId) else { continue };
        let number = pass.ids.estimate_number(force, is_named);
        let as_of = if known.age == Age::InSight { after.calendar().now } else { known.as_of };
        let alias = Some(alias(after, force, &known));
        let known = Known { of, force: None, alias, as_of, ..known };
        record_if_changed(pass, own_side, number, known);
    }
    age_estimates(pass);
    update_contacts(pass);
}

/// Records an estimate if it has changed.
pub(super) fn record_if_changed(pass: &mut ProjectionPass, side: SideId, number: u32, known: Known) {
    if pass.own_state.sighting_estimate(number).is_none_or(|(_, old)| old != known) {
        pass.record(Event::Intel(IntelEvent::Sketched { side, number, known: Box::new(known) }));
    }
}

/// Removes sketches of forces that the side saw destroyed or that are hidden from it.
fn remove_outdated(pass: &mut ProjectionPass, sighted: &[(Id, Known)]) {
    for (number, EstimateTarget { force, .. }) in pass.ids.current().collect::<Vec<_>>() {
        let is_sighted = |force: Id| sighted.iter().any(|(other, _)| *other == force);
        if is_sighted(force) {
            continue;
        }
        // A unit that was known alone may be known with its stack now.
        let alone = pass.after.unit(UnitId(force.0)).filter(|unit| unit.is_alive());
        let is_gone = alone.is_none() && pass.after.units_of_force(force).is_empty();
        let is_in_sight = pass.own_state.sighting_estimate(number).is_some_and(|(_, known)| known.age == Age::InSight);
        if is_gone && !is_in_sight {
            // The side does not see what becomes of a force out of sight, so the force stays where it was last seen.
            pass.ids.lose_track(number);
            continue;
        }
        pass.ids.remove_estimate(number);
        let own = pass.ids.id(force.0).map(Id);
        let why = match () {
            () if is_gone => Fading::Gone,
            () if alone.and_then(|unit| pass.after.force_of(unit.id)).is_some_and(is_sighted) => Fading::FoundAgain,
            () if own.is_some_and(|own| pass.own_state.battle_of_force(own).is_some()) => Fading::Fighting,
            () => Fading::Hidden,
        };
        pass.record(Event::Intel(IntelEvent::Faded { number, why }));
    }
}

/// Ages the sketches of forces out of sight. A nameless one is removed when another force of its side is seen at the
/// place, which may be the same, or when the side looks there again after a long time. An estimate that gets no more
/// updates ages like the others until its force is known by name elsewhere.
fn age_estimates(pass: &mut ProjectionPass) {
    let (seen, old): (Vec<_>, Vec<_>) =
        pass.own_state.sighting_estimates().partition(|(_, _, known)| known.age == Age::InSight);
    if old.is_empty() {
        return;
    }
    let posts = stations_of(pass.after, pass.viewer.0);
    let looks_at = |at: Station| posts.iter().any(|post| sighting::can_see(pass.after, *post, at));
    let is_seen = |of: SideId, at: Station| seen.iter().any(|(_, _, now)| (now.of, now.place) == (of, Some(at)));
    for (whose, number, known) in old {
        let aged = sighting::age_knowledge(pass.after, known.clone());
        let is_long_ago = matches!(aged.age, Age::LastSeen(_));
        let is_out_of_date = match pass.ids.target(number) {
            Some(EstimateTarget { force, is_named: true, is_current }) => !is_current && pass.ids.is_named(force),
            Some(EstimateTarget { is_named: false, .. }) | None => {
                known.place.is_some_and(|at| is_seen(known.of, at) || is_long_ago && looks_at(at))
            }
        };
        if is_out_of_date {
            pass.ids.remove_estimate(number);
            pass.record(Event::Intel(IntelEvent::Faded { number, why: Fading::FoundAgain }));
            continue;
        }
        if aged.age != known.age {
            let is_named = pass.ids.target(number).is_some_and(|estimate| estimate.is_named);
            let alias = if is_named { known.alias } else { Some(description(pass.after, &aged)) };
            record_if_changed(pass, whose, number, Known { alias, ..aged });
        }
    }
}

pub(super) fn is_enemy(state: &State, side: SideId, force: Id) -> bool {
    state.side_of(force).is_some_and(|of| of != side)
}

pub(super) fn stations_of(state: &State, side: SideId) -> BTreeSet<Station> {
    let own = state.forces().into_iter().filter(|force| state.side_of(*force) == Some(side));
    own.filter_map(|force| state.station(force)).collect()
}

/// Records the contacts with enemy forces that start or end.
fn update_contacts(pass: &mut ProjectionPass) {
    let side = pass.viewer.0;
    let mut now: BTreeSet<(Id, u32)> = BTreeSet::new();
    for contact in pass.after.contacts() {
        for (own, enemy) in [contact.forces, (contact.forces.1, contact.forces.0)] {
            let enemy = pass.ids.estimate_of(enemy).filter(|_| pass.after.side_of(own) == Some(side));
            let own = if enemy.is_some() { pass.own_id(own.0) } else { None };
            now.extend(own.map(Id).zip(enemy));
        }
    }
    let before: BTreeSet<(Id, u32)> = pass.own_state.all_contacts_with_sighted().collect();
    for (forces, enemies) in group_by_enemies(before.difference(&now)) {
        pass.record(Event::Intel(IntelEvent::Parted { forces, enemies }));
    }
    for (forces, enemies) in group_by_enemies(now.difference(&before)) {
        pass.record(Event::Intel(IntelEvent::Met { forces, enemies }));
    }
    record_stopped(pass);
}

/// Records which of the side's forces are stopped on the march, or held in place, by somebody it does not know of. A
/// force that meant to stay is not told of a contact.
fn record_stopped(pass: &mut ProjectionPass) {
    let (side, before, after) = (pass.viewer.0, pass.before, pass.after);
    let with_own = |contact: &ForceContact| {
        let both = [contact.forces, (contact.forces.1, contact.forces.0)];
        both.into_iter().find(|(own, _)| after.side_of(*own) == Some(side))
    };
    let (seen, unseen): (Vec<_>, Vec<_>) = after
        .contacts()
        .iter()
        .filter_map(|contact| Some((with_own(contact)?, before.contact(contact.number).is_none())))
        .partition(|((_, enemy), _)| pass.ids.estimate_of(*enemy).is_some());
    let mut stopped: Vec<Id> = Vec::new();
    for ((own, _), is_new) in unseen {
        let marches = |state: &State| !state.route_of(own).is_empty();
        let is_stopped = || marches(before) && marches(after) && after.standstill(&after.units_of_force(own)).is_none();
        let is_held = || before.calendar().now != after.calendar().now && before.station(own) == after.station(own);
        let is_by_others = || seen.iter().any(|((other, _), _)| *other == own);
        if (is_new || is_held()) && is_stopped() && !is_by_others() && !stopped.contains(&own) {
            stopped.push(own);
        }
    }
    let forces: Vec<Id> = stopped.into_iter().filter_map(|own| pass.own_id(own.0)).map(Id).collect();
    if !forces.is_empty() {
        pass.record(Event::Intel(IntelEvent::Stopped { forces }));
    }
}

/// Groups pairs: all forces with the same enemies, and those enemies.
fn group_by_enemies<'a>(pairs: impl Iterator<Item = &'a (Id, u32)>) -> Vec<(Vec<Id>, Vec<u32>)> {
    let mut by_force: BTreeMap<Id, Vec<u32>> = BTreeMap::new();
    for (force, enemy) in pairs {
        by_force.entry(*force).or_default().push(*enemy);
    }
    let mut groups: Vec<(Vec<Id>, Vec<u32>)> = Vec::new();
    for (force, enemies) in by_force {
        match groups.iter_mut().find(|(_, others)| *others == enemies) {
            Some((forces, _)) => forces.push(force),
            None => groups.push((vec![force], enemies)),
        }
    }
    groups
}

/// The side's name for a force: its own name if the side knows which it is, else its description.
fn alias(state: &State, force: Id, known: &Known) -> Text {
    if known.force.is_some() { state.name(force).into() } else { description(state, known) }
}

/// The description of an unidentified force: `infantry, about C5`.
fn description(state: &State, known: &Known) -> Text {
    let kinds = known.kinds.as_ref().map(|kinds| kinds.iter().map(Text::as_name).collect::<Vec<_>>());
    let what = kinds.filter(|kinds| !kinds.is_empty()).map_or_else(|| "a force".into(), |kinds| text::list(&kinds));
    match known.place.zip(state.theatre()) {
        Some((place, theatre)) => format!("{what}, {}", theatre.whereabouts_with("about", place)).into(),
        None => what.into(),
    }
}
