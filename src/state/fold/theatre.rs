//! What events do to the theatre. Source: RULES 7.

use crate::{event::TheatreEvent, state::State};
use std::sync::Arc;

impl State {
    pub(super) fn apply_theatre_event(&mut self, event: &TheatreEvent) {
        match event {
            TheatreEvent::LaidOut(draft) => {
                if let Ok(deployed) = self.deployment_of(draft) {
                    self.deployed = Some(Arc::new(deployed));
                }
            }
            TheatreEvent::Stationed { force, to, .. } => {
                let Some(deployed) = self.deployment_mut() else { return };
                match to {
                    Some(to) => drop(deployed.stations.insert(*force, *to)),
                    None => drop(deployed.stations.remove(force)),
                }
            }
        }
    }
}
