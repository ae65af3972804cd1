//! Words for a side's knowledge of an enemy force. Source: RULES 7.

use crate::{
    event::SightLevel,
    rules::sighting::{Age, Estimate, Known},
    state::State,
};
use wardiary_base::{
    book::{Grade, Ladder},
    id::{Id, SideId},
    text::{self, Text},
};

/// `sighted by Red: XX Corps at Thorn, in contact (2 units, infantry, 5 to 9 SP, green, EDNA 8)`
pub fn sighting_text(state: &State, side: SideId, known: &Known) -> String {
    let SightingText { who, place, when, facts, .. } = sighting_parts(state, known);
    let facts = if facts.is_empty() { String::new() } else { format!(" ({facts})") };
    format!("sighted by {}: {who}{place}, {when}{facts}", state.name(side))
}

pub struct SightingText {
    /// The force's name, or that it is a force of some side.
    pub who: String,
    /// Where it is or was, with a leading space; empty if unknown.
    pub place: String,
    /// How it is known now, or when it was last seen.
    pub when: String,
    /// Whether it is in sight, and no more.
    pub only_seen: bool,
    /// The known facts about its units; empty if there are none.
    pub facts: String,
}

pub fn sighting_parts(state: &State, known: &Known) -> SightingText {
    let nameless =
        || known.alias.as_ref().map_or_else(|| format!("a force of {}", state.name(known.of)), Text::to_string);
    let who = known.force.map_or_else(nameless, |force| state.name(force));
    // A force without a known name is called by its place, which is then not repeated: “infantry, about C5”.
    let says_where = |name: &str| known.force.is_none() && who.ends_with(name);
    let place = known
        .place
        .zip(state.theatre())
        .filter(|(place, theatre)| !says_where(&theatre.name_of_station(*place)))
        .map_or(String::new(), |(place, theatre)| format!(" {}", theatre.whereabouts(place)));
    let over = if known.is_over { as_of_text(state, known) } else { String::new() };
    let when = match (known.age, known.level) {
        (Age::InSight, Some(SightLevel::Fought)) => format!("in battle{over}"),
        (Age::InSight, Some(SightLevel::InContact)) => format!("in contact{over}"),
        (Age::InSight, _) => "in sight".into(),
        (Age::Remembered(seen) | Age::LastSeen(seen), _) => {
            format!("last seen on {}", state.book().clock.format_moment(seen))
        }
    };
    let only_seen = matches!((known.age, known.level), (Age::InSight, None | Some(SightLevel::Seen)));
    SightingText { who, place, when, only_seen, facts: facts(state, known).join(", ") }
}

/// `South: Brigade Leroy, last seen on day 2, night (2 units, infantry)`: a known enemy force, to be listed under its place.
pub fn sighting_entry(state: &State, known: &Known) -> String {
    let SightingText { who, when, facts, .. } = sighting_parts(state, known);
    let facts = if facts.is_empty() { String::new() } else { format!(" ({facts})") };
    format!("{}: {who}, {when}{facts}", state.name(known.of))
}

/// The name of the enemy force with this number in a side's own diary.
pub fn sighted_force_name(state: &State, number: u32) -> Option<String> {
    state.sighting_estimate(number).map(|(_, known)| sighting_parts(state, &known).who)
}

/// ` as of day 3, dawn` for a past sighting: when the side last looked there.
fn as_of_text(state: &State, known: &Known) -> String {
    let clock = &state.book().clock;
    if clock.is_on() { format!(" as of {}", clock.format_moment(known.as_of)) } else { ", now over".into() }
}

fn facts(state: &State, known: &Known) -> Vec<String> {
    let ladder = &state.book().ladder;
    let units = known.units.map(|units| {
        let noun = if units.most == Some(1) { "unit" } else { "units" };
        format!("{units} {noun}")
    });
    let kinds = known.kinds.as_ref().map(|kinds| {
        let kinds: Vec<String> = kinds.iter().map(Text::as_name).collect();
        text::list(&kinds)
    });
    let strength = known.strength.map(|strength| format!("{strength} SP"));
    let grades = known.grades.as_ref().map(|grades| list_estimates(grades, |grade| grade_text(ladder, grade)));
    let edna = known.edna.as_ref().map(|edna| format!("EDNA {}", list_estimates(edna, ToString::to_string)));
    let facts = [units, kinds, strength, grades, edna];
    facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect()
}

fn list_estimates(estimates: &[Estimate], words: impl Fn(&Estimate) -> String) -> String {
    text::list(&estimates.iter().map(words).collect::<Vec<_>>())
}

/// `green`, or `black to green`
fn grade_text(ladder: &Ladder, grade: &Estimate) -> String {
    let (best, worst) = grade_range(ladder, grade);
    let (best, worst) = (ladder.name(best), ladder.name(worst));
    if best == worst { best.to_string() } else { format!("{best} to {worst}") }
}

/// The best and the worst grade within an estimate; grades are numbered from 1.
pub fn grade_range(ladder: &Ladder, grade: &Estimate) -> (Grade, Grade) {
    let lowest = ladder.lowest();
    let numbered =
        |number: u32| u8::try_from(number.saturating_sub(1)).map_or(lowest, |number| Grade(number).min(lowest));
    (numbered(grade.least), grade.most.map_or(lowest, numbered))
}

/// `, and stopped at Thorn`, for forces that wanted to go further. With several places each force is named.
pub fn stopped_at(state: &State, forces: &[Id]) -> String {
    match forces_by_place(state, forces).as_slice() {
        [] => String::new(),
        [(place, there)] if there.len() == forces.len() => format!(", and stopped {place}"),
        places => {
            let stopped = |(place, there): &(String, Vec<Id>)| format!("{} stopped {place}", force_names(state, there));
            format!("; {}", text::list(&places.iter().map(stopped).collect::<Vec<_>>()))
        }
    }
}

/// `I Corps was stopped at Thorn`, for forces that wanted to go further.
pub fn was_stopped_at(state: &State, forces: &[Id]) -> String {
    let stopped = |(place, there): &(String, Vec<Id>)| {
        let were = if there.len() == 1 { "was" } else { "were" };
        format!("{} {were} stopped {place}", force_names(state, there))
    };
    text::list(&forces_by_place(state, forces).iter().map(stopped).collect::<Vec<_>>())
}

/// The places of forces that want to go further, each with the forces there.
fn forces_by_place(state: &State, forces: &[Id]) -> Vec<(String, Vec<Id>)> {
    let Some(theatre) = state.theatre() else { return Vec::new() };
    let mut places: Vec<(String, Vec<Id>)> = Vec::new();
    for force in forces.iter().copied().filter(|force| !state.route_of(*force).is_empty()) {
        let Some(station) = state.station(force) else { continue };
        let place = theatre.whereabouts(station);
        match places.iter_mut().find(|(other, _)| *other == place) {
            Some((_, there)) => there.push(force),
            None => places.push((place, vec![force])),
        }
    }
    places
}

fn force_names(state: &State, forces: &[Id]) -> String {
    text::list(&forces.iter().map(|force| state.name(*force)).collect::<Vec<_>>())
}
