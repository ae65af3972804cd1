//! What a side came to know, in words: in the diary of what it saw.

use crate::{
    event::{IntelEvent, Learned},
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
        IntelEvent::Learned(learned) => learned_so(after, learned),
    }
}

/// `6th Dragoons found to have 5 SP of 8, EDNA 7 of 8`
fn learned_so(state: &State, learned: &Learned) -> Option<String> {
    let Learned { unit, strength, edna, grade, kind } = learned;
    let strength = strength.map(|(now, full)| format!("{now} SP of {full}"));
    let edna = edna.map(|(now, start)| format!("EDNA {now} of {start}"));
    let grade = grade.map(|grade| format!("grade {}", state.book().ladder.name(grade)));
    let kind = kind.as_ref().map(|kind| format!("{} for its troop type", text::display_name(kind)));
    let facts: Vec<String> = [strength, edna, grade, kind].into_iter().flatten().collect();
    let name = state.name(*unit);
    if facts.is_empty() { None } else { Some(format!("{name} found to have {}", text::list(&facts))) }
}
