//! Words for what a side knows of an enemy force. Source: RULES 7.

use crate::{
    event::SightLevel,
    rules::sighting::{Age, Estimate, Known},
    state::State,
};
use wardiary_base::{
    book::{Grade, Ladder},
    id::{Id, SideId},
    text,
};

/// `sighted by Red: XX Corps at Thorn, in contact (2 units, infantry, 5 to 9 SP, green, EDNA 8)`
pub fn sighting(state: &State, side: SideId, known: &Known) -> String {
    let SightingWords { who, place, when, facts } = sighting_words(state, known);
    let facts = if facts.is_empty() { String::new() } else { format!(" ({facts})") };
    format!("sighted by {}: {who}{place}, {when}{facts}", state.name(side))
}

/// The parts of a sighting's text.
pub struct SightingWords {
    /// The force's name, or that it is a force of some side.
    pub who: String,
    /// Where it is or was, with a leading space; empty if unknown.
    pub place: String,
    /// How it is known now, or when it was last seen.
    pub when: String,
    /// What is known of its units; empty if nothing is.
    pub facts: String,
}

/// The parts of a sighting's text.
pub fn sighting_words(state: &State, known: &Known) -> SightingWords {
    let nameless = || {
        known
            .alias
            .as_ref()
            .map_or_else(|| format!("a force of {}", state.name(known.of)), |alias| text::sanitize(alias))
    };
    let who = known.force.map_or_else(nameless, |force| state.name(force));
    // A force without a known name is called by its place, which is then not repeated: “infantry, about C5”.
    let says_where = |name: &str| known.force.is_none() && who.ends_with(name);
    let place = known
        .place
        .zip(state.theatre())
        .filter(|(place, theatre)| !says_where(&text::sanitize(&theatre.name_of_station(*place))))
        .map_or(String::new(), |(place, theatre)| format!(" {}", theatre.whereabouts(place)));
    let over = if known.is_over { until(state, known) } else { String::new() };
    let when = match (known.age, known.level) {
        (Age::InSight, Some(SightLevel::Fought)) => format!("in battle{over}"),
        (Age::InSight, Some(SightLevel::InContact)) => format!("in contact{over}"),
        (Age::InSight, _) => "in sight".into(),
        (Age::Remembered(seen) | Age::LastSeen(seen), _) => {
            format!("last seen on {}", text::sanitize(&state.book().clock.name(seen)))
        }
    };
    SightingWords { who, place, when, facts: facts(state, known).join(", ") }
}

/// The name of the enemy force with this number in a side's own diary.
pub fn sketched(state: &State, number: u32) -> Option<String> {
    state.sketch(number).map(|(_, known)| sighting_words(state, &known).who)
}

/// ` as of day 3, dawn` for a past sighting: when the side last looked there.
fn until(state: &State, known: &Known) -> String {
    let clock = &state.book().clock;
    if clock.is_on() { format!(" as of {}", text::sanitize(&clock.name(known.as_of))) } else { ", now over".into() }
}

fn facts(state: &State, known: &Known) -> Vec<String> {
    let ladder = &state.book().ladder;
    let units = known.units.map(|units| {
        let noun = if units.most == Some(1) { "unit" } else { "units" };
        format!("{units} {noun}")
    });
    let kinds = known.kinds.as_ref().map(|kinds| {
        let kinds: Vec<String> = kinds.iter().map(|kind| text::display_name(kind)).collect();
        text::list(&kinds)
    });
    let strength = known.strength.map(|strength| format!("{strength} SP"));
    let grades = known.grades.as_ref().map(|grades| listed(grades, |grade| grade_words(ladder, grade)));
    let edna = known.edna.as_ref().map(|edna| format!("EDNA {}", listed(edna, ToString::to_string)));
    let facts = [units, kinds, strength, grades, edna];
    facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect()
}

fn listed(estimates: &[Estimate], words: impl Fn(&Estimate) -> String) -> String {
    text::list(&estimates.iter().map(words).collect::<Vec<_>>())
}

/// `green`, or `black to green`
fn grade_words(ladder: &Ladder, grade: &Estimate) -> String {
    let (best, worst) = grades_of(ladder, grade);
    let (best, worst) = (ladder.name(best), ladder.name(worst));
    if best == worst { best.into() } else { format!("{best} to {worst}") }
}

/// The best and the worst grade within an estimate; grades are numbered from 1.
pub fn grades_of(ladder: &Ladder, grade: &Estimate) -> (Grade, Grade) {
    let lowest = ladder.lowest();
    let numbered =
        |number: u32| u8::try_from(number.saturating_sub(1)).map_or(lowest, |number| Grade(number).min(lowest));
    (numbered(grade.least), grade.most.map_or(lowest, numbered))
}

/// `, and stopped at Thorn`, for forces that wanted to go further. With several places each force is named.
pub fn stopped_at(state: &State, forces: &[Id]) -> String {
    match where_they_stand(state, forces).as_slice() {
        [] => String::new(),
        [(place, there)] if there.len() == forces.len() => format!(", and stopped {place}"),
        places => {
            let stopped = |(place, there): &(String, Vec<Id>)| format!("{} stopped {place}", names(state, there));
            format!("; {}", text::list(&places.iter().map(stopped).collect::<Vec<_>>()))
        }
    }
}

/// `I Corps was stopped at Thorn`, for forces that wanted to go further.
pub fn was_stopped_at(state: &State, forces: &[Id]) -> String {
    let stopped = |(place, there): &(String, Vec<Id>)| {
        let were = if there.len() == 1 { "was" } else { "were" };
        format!("{} {were} stopped {place}", names(state, there))
    };
    text::list(&where_they_stand(state, forces).iter().map(stopped).collect::<Vec<_>>())
}

/// The places of forces that want to go further, each with the forces there.
fn where_they_stand(state: &State, forces: &[Id]) -> Vec<(String, Vec<Id>)> {
    let Some(theatre) = state.theatre() else { return Vec::new() };
    let mut places: Vec<(String, Vec<Id>)> = Vec::new();
    for force in forces.iter().copied().filter(|force| !state.way_of(*force).is_empty()) {
        let Some(station) = state.station(force) else { continue };
        let place = theatre.whereabouts(station);
        match places.iter_mut().find(|(other, _)| *other == place) {
            Some((_, there)) => there.push(force),
            None => places.push((place, vec![force])),
        }
    }
    places
}

fn names(state: &State, forces: &[Id]) -> String {
    text::list(&forces.iter().map(|force| state.name(*force)).collect::<Vec<_>>())
}
