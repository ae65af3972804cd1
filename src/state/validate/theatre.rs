//! Validation of events in the theatre. Source: RULES 7.

use super::{Mismatch, State, Validity, same};
use crate::{event::TheatreEvent, state::TheatreError};

impl State {
    pub(super) fn validate_theatre_event(&self, event: &TheatreEvent) -> Validity {
        match event {
            TheatreEvent::LaidOut(draft) => match self.deployment_of(draft) {
                Ok(_) => Ok(()),
                Err(errors) => {
                    let first = errors.into_iter().next().map(|(_, error)| error);
                    Err(first.unwrap_or(TheatreError::NoTheatre).into())
                }
            },
            TheatreEvent::Stationed { force, from, to } => {
                if self.theatre().is_none() {
                    return Err(TheatreError::NoTheatre.into());
                }
                same(from, &self.station(*force), Mismatch::Station)?;
                match to {
                    Some(to) => Ok(self.check_station(*force, *to)?),
                    None => Ok(self.check_force(*force)?),
                }
            }
        }
    }
}
