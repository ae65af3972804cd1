//! The sightings of all sides, derived from the events alone and independent of the state: where each force was when it
//! was last seen, and how long it has been out of sight.

use crate::sighting;
use std::collections::BTreeMap;
use wardiary_base::{
    ground::Station,
    id::{Id, SideId},
};
use wardiary_rules::{
    event::{ClockEvent, Event, TheatreEvent},
    rules::sighting::{Age, knowledge_of},
    state::State,
};

/// The last known station of a force, and how long it has been out of sight.
#[derive(Clone, Copy, Debug)]
struct Seen {
    at: Station,
    lost: Lost,
}

/// The number of parts for which a force has been out of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lost {
    InSight,
    Since(u32),
    /// The clock has changed since.
    Uncounted,
}

/// The sightings of all sides.
#[derive(Clone, Debug, Default)]
pub struct Lookout {
    seen: BTreeMap<(SideId, Id), Seen>,
}

impl Lookout {
    /// Adds the events of an entry.
    ///
    /// # Panics
    /// If a force is sighted away from its station, if a side loses sight of a force that it did not see, or if a force
    /// that still exists is forgotten.
    pub fn enter(&mut self, events: &[Event], after: &State) {
        for event in events {
            match event {
                Event::RulesChanged(_) | Event::LadderChanged { .. } => {
                    let lost = self.seen.values_mut().filter(|seen| seen.lost != Lost::InSight);
                    lost.for_each(|seen| seen.lost = Lost::Uncounted);
                }
                Event::Clock(ClockEvent::Advanced { .. }) => {
                    for seen in self.seen.values_mut() {
                        if let Lost::Since(parts) = &mut seen.lost {
                            *parts += 1;
                        }
                    }
                }
                Event::Theatre(TheatreEvent::LaidOut(_)) => self.seen.clear(),
                Event::Theatre(TheatreEvent::Sighted { side, force, at, .. }) => {
                    assert_eq!(after.station(*force), Some(*at), "{force:?} is sighted where it stands");
                    assert_ne!(after.side_of(*force), Some(*side), "{force:?} is an enemy");
                    self.seen.insert((*side, *force), Seen { at: *at, lost: Lost::InSight });
                }
                Event::Theatre(TheatreEvent::LostSight { side, force, .. }) => {
                    let seen = self.seen.get_mut(&(*side, *force)).expect("it was seen");
                    assert_eq!(seen.lost, Lost::InSight, "{side:?} saw {force:?}");
                    seen.lost = Lost::Since(1);
                }
                _ => {}
            }
        }
        let forces = after.forces();
        self.seen.retain(|(_, force), _| forces.contains(force));
        let passed = events.iter().any(|event| matches!(event, Event::Clock(ClockEvent::Advanced { .. })));
        if passed {
            assert_eq!(sighting::wrong(after), None, "all have looked about them");
        }
    }

    /// Compares this with the state's sightings. Returns the number of forces known only by their last station.
    ///
    /// # Panics
    /// If they differ.
    pub fn hold(&self, state: &State) -> usize {
        if !state.book().sight.is_on() {
            assert_eq!(state.sightings().count(), 0);
            return 0;
        }
        let mut faded = 0;
        let kept: Vec<_> = state.sightings().map(|(side, force, _)| (side, force)).collect();
        assert_eq!(kept, self.seen.keys().copied().collect::<Vec<_>>());
        for (side, force, sighting) in state.sightings() {
            let seen = self.seen[&(side, force)];
            assert_eq!(sighting.station, seen.at, "{force:?} is known where it was seen");
            let age = knowledge_of(state, side, force).map(|known| known.age);
            if let Some(so) = sighting::as_ruled(state, side, force) {
                assert_eq!(age.is_some(), so, "{side:?} knows {force:?} as it was ruled");
                continue;
            }
            let memory = u32::from(state.book().sight.memory);
            let is_so = match (seen.lost, age) {
                (Lost::InSight, Some(Age::InSight)) => true,
                (Lost::Since(parts), Some(Age::Remembered(_))) => parts <= memory,
                (Lost::Since(parts), Some(Age::LastSeen(_))) => parts > memory,
                (Lost::Uncounted, Some(Age::Remembered(_) | Age::LastSeen(_))) => true,
                _ => false,
            };
            assert!(is_so, "{side:?} knows {force:?}: {seen:?}, {age:?}, remembered for {memory} parts");
            faded += usize::from(matches!(age, Some(Age::LastSeen(_))));
        }
        faded
    }
}
