//! What a side knows of enemy forces, in the campaign as that side sees it. In the referee's, where the forces themselves stand,
//! it is worked out from them ([`crate::rules::sighting`]).

use super::State;
use crate::{
    event::{Age, Known},
    id::SideId,
};
use std::{collections::BTreeMap, sync::Arc};

/// By number: whose knowledge it is, and what is known.
pub(super) type Sketches = BTreeMap<u32, (SideId, Known)>;

impl State {
    /// What is known of enemy forces that are no units here: who knows it, its number, and what.
    pub fn sketches(&self) -> impl Iterator<Item = (SideId, u32, Known)> + '_ {
        let now = self.calendar.now;
        self.sketches.iter().map(move |(number, (side, known))| {
            // Who is in sight is known as of now.
            let as_of = if known.age == Age::InSight { now } else { known.as_of };
            (*side, *number, Known { as_of, ..known.clone() })
        })
    }

    /// What is known of the enemy force of that number.
    #[must_use]
    pub fn sketch(&self, number: u32) -> Option<(SideId, Known)> {
        self.sketches().find(|(_, other, _)| *other == number).map(|(side, _, known)| (side, known))
    }

    pub(super) fn sketches_mut(&mut self) -> &mut Sketches {
        Arc::make_mut(&mut self.sketches)
    }
}
