//! What a side comes to know of enemy forces in the theatre: its sketches of them, compared with those it has.

use super::scene::Scene;
use crate::{
    event::{Age, Event, IntelEvent, Known},
    id::{Id, SideId},
    rules::sighting,
    state::State,
    text,
};
use std::sync::Arc;

/// Brings the side's sketches up to date with what it knows after the entry.
pub(super) fn sketch(scene: &mut Scene) {
    if !scene.is_foggy() {
        return;
    }
    let side = scene.viewer.0;
    let Some(own_side) = scene.eyes.own(side.0).map(SideId) else { return };
    let after = scene.after;
    let mut sighted = sighting::known_forces(after, side);
    let mut gone: Vec<(u32, Id)> = scene.eyes.sketches.iter().map(|(force, number)| (*number, *force)).collect();
    gone.retain(|(_, force)| !sighted.iter().any(|(other, _)| other == force));
    // Nothing comes in the order of the true numbers, which the side does not know.
    gone.sort_unstable();
    for (number, force) in gone {
        scene.eyes.lose(force);
        scene.record(Event::Intel(IntelEvent::Faded { number }));
    }
    sighted
        .sort_by_cached_key(|(force, known)| (known.place, alias(after, *force, known), known.units, known.strength));
    for (force, known) in sighted {
        // A force that it has lost and finds again may be another one, where it can't tell which it is.
        let was_lost = scene.eyes.sketches.get(&force).and_then(|number| scene.seen.sketch(*number));
        let is_found = known.age == Age::InSight && was_lost.is_some_and(|(_, old)| old.age != Age::InSight);
        if is_found && known.force.is_none() {
            scene.eyes.lose(force);
        }
        let Some(of) = scene.own(known.of.0).map(SideId) else { continue };
        let alias = Some(alias(after, force, &known));
        let number = scene.eyes.sketch(force);
        let as_of = if known.age == Age::InSight { after.calendar().now } else { known.as_of };
        let known = Known { of, force: None, alias, as_of, ..known };
        let is_known = scene.seen.sketch(number).is_some_and(|(_, old)| old == known);
        if !is_known {
            let known = Box::new(known);
            scene.record(Event::Intel(IntelEvent::Sketched { side: own_side, number, known }));
        }
    }
}

/// What a side calls a force: by its name where it knows which it is, and else by what it looks like: `infantry, about C5`.
fn alias(state: &State, force: Id, known: &Known) -> Arc<str> {
    if known.force.is_some() {
        return state.name(force).into();
    }
    let kinds = known.kinds.as_ref().map(|kinds| kinds.iter().map(|kind| text::display_name(kind)).collect::<Vec<_>>());
    let what = kinds.filter(|kinds| !kinds.is_empty()).map_or_else(|| "a force".into(), |kinds| text::list(&kinds));
    let whereabouts = known.place.zip(state.theatre()).map(|(place, theatre)| theatre.whereabouts(place));
    let Some(whereabouts) = whereabouts else { return what.into() };
    // On a road it is between two places already.
    let about = whereabouts.strip_prefix("at ").map_or_else(|| whereabouts.clone(), |place| format!("about {place}"));
    format!("{what}, {about}").into()
}
