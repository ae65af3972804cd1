//! What happened in the theatre, in words. Source: RULES 7.

use crate::{event::TheatreEvent, state::State};

/// An event in the theatre, in the names of the state after the entry.
pub(super) fn described(after: &State, event: &TheatreEvent) -> Vec<String> {
    let Some(theatre) = after.theatre() else { return Vec::new() };
    match event {
        TheatreEvent::LaidOut(_) => {
            let title = theatre.title();
            vec![if title.is_empty() { "the theatre is laid out".into() } else { format!("the theatre is {title}") }]
        }
        TheatreEvent::Stationed { force, to, .. } => {
            let force = after.name(*force);
            vec![match to {
                Some(to) => format!("{force} stands at {}", theatre.name_of_station(*to)),
                None => format!("{force} stands nowhere any more"),
            }]
        }
    }
}
