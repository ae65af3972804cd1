//! What a side came to know, in words: in the diary of what it saw.

use crate::{
    event::{Found, IntelEvent, Learned, Reading, Veil},
    notation::{SightingWords, sighting_words},
    state::State,
    text,
};

/// What was made out, lost, or learned; names of what is no more are those of before.
pub(super) fn sentence(before: &State, after: &State, event: &IntelEvent) -> Option<String> {
    match event {
        IntelEvent::Sketched { known, .. } => {
            let SightingWords { who, place, when, facts } = sighting_words(after, known);
            let facts = if facts.is_empty() { String::new() } else { format!(" ({facts})") };
            Some(format!("{who}{place}, {when}{facts}"))
        }
        IntelEvent::Faded { number } => {
            let (_, known) = before.sketch(*number)?;
            Some(format!("nothing is known any more of {}", sighting_words(before, &known).who))
        }
        IntelEvent::Learned(learned) => learned_so(before, after, learned),
    }
}

/// `6th Dragoons found to have 5 SP of 8, EDNA 7 of 8`, `6th Dragoons found to be at C5`
fn learned_so(before: &State, state: &State, learned: &Learned) -> Option<String> {
    let Learned { unit, name, stack, place, strength, edna, grade, shifts, kind, stats, veil } = learned;
    // What is not known exactly is said by its bounds alone: what stands in its place is no number of the unit's.
    let known = state.unit(*unit).and_then(|unit| unit.veil.as_deref()).cloned().unwrap_or_default();
    let strength = strength.filter(|_| known.strength.is_exact()).map(|(now, full)| format!("{now} SP of {full}"));
    let edna = edna.filter(|_| known.edna.is_exact()).map(|(now, start)| format!("EDNA {now} of {start}"));
    let grade = grade.filter(|_| known.grade.is_exact());
    let grade = grade.map(|grade| format!("grade {}", state.book().ladder.name(grade)));
    let shifts = shifts.as_ref().filter(|_| known.grade.is_exact());
    let bounds = veil.iter().flat_map(bounds);
    let shifts = shifts.map(|shifts| match shifts.iter().map(|(by, _)| i32::from(*by)).sum::<i32>() {
        0 => "no shift of its grade".to_string(),
        steps => format!("its grade shifted by {steps:+}"),
    });
    let kind = kind.as_ref().map(|kind| format!("{} for its troop type", text::display_name(kind)));
    let stats = stats.as_ref().map(|_| "other numbers in a stack".to_string());
    let has: Vec<String> = [strength, edna, grade, shifts, kind, stats].into_iter().flatten().chain(bounds).collect();
    let stack = stack.map(|stack| match stack {
        Found::In(stack) => format!("in {}", state.name(stack)),
        Found::Nowhere => "in no stack".to_string(),
    });
    let place = place.map(|place| match place {
        Found::In(place) => format!("at {}", place.cell),
        Found::Nowhere => "on no map".to_string(),
    });
    let name = name.as_ref().map(|name| format!("called {}", text::display_name(name)));
    let is: Vec<String> = [name, stack, place].into_iter().flatten().collect();
    let has = (!has.is_empty()).then(|| format!("to have {}", text::list(&has)));
    let is = (!is.is_empty()).then(|| format!("to be {}", text::list(&is)));
    let found: Vec<String> = [has, is].into_iter().flatten().collect();
    let who = before.unit(*unit).map_or_else(|| state.name(*unit), |_| before.name(*unit));
    if found.is_empty() { None } else { Some(format!("{who} found {}", text::list(&found))) }
}

/// What is known of numbers within bounds: `5 to 9 SP`, `EDNA 3 to 5`, `grade 2 to 3`
fn bounds(veil: &Veil) -> Vec<String> {
    let within = |reading: Reading| match reading {
        Reading::Within(estimate) => Some(estimate),
        Reading::Exact | Reading::Unknown => None,
    };
    let strength = within(veil.strength).map(|estimate| format!("{estimate} SP"));
    let edna = within(veil.edna).map(|estimate| format!("EDNA {estimate}"));
    let grade = within(veil.grade).map(|estimate| format!("grade {estimate}"));
    [strength, edna, grade].into_iter().flatten().collect()
}
