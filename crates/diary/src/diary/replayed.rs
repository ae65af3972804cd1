//! An entry carried out again with the dice that fell for it, to see what they came to.

use super::{steps::DiaryStep, verify::are_recorded_as};
use wardiary_base::dice::Request;
use wardiary_rules::{
    event::Event,
    rules::{self, Replay, Resolution, Step},
    state::State,
};

/// What an entry's order comes to with its dice, by today's rules.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The state that the order was carried out in.
    pub before: State,
    /// The requests that its dice answer, as far as they do.
    pub asked: Vec<Request>,
    /// What came of it.
    pub result: ReplayResult,
}

/// How an entry's order comes out again.
#[derive(Clone, Debug)]
pub enum ReplayResult {
    /// As it was recorded.
    AsRecorded(Box<Resolution>),
    /// It was broken off after dice had been shown.
    Abandoned,
    /// Otherwise than it was recorded, or not at all.
    Otherwise,
}

impl DiaryStep<'_> {
    /// Carries the order out again.
    #[must_use]
    pub fn replayed(&self) -> Replayed {
        // The event that names the version comes first, and the order was carried out after it.
        let opened = self.entry.events.iter().take_while(|event| matches!(event, Event::Opened { .. })).count();
        let (opened, facts) = self.entry.events.split_at(opened);
        // What a side came to know by an entry stands there too, and follows from no order of its own.
        let facts = facts.iter().filter(|event| !matches!(event, Event::Intel(_)));
        let mut before = State::clone(&self.before);
        opened.iter().for_each(|event| before.apply(event));
        let Replay { step, asked } = rules::replay(before.clone(), &self.entry.order, &self.entry.dice);
        let result = match step {
            _ if self.entry.is_abandoned() => ReplayResult::Abandoned,
            Ok(Step::Done(done)) if asked.len() == self.entry.dice.len() && are_recorded_as(&done.events, facts) => {
                ReplayResult::AsRecorded(done)
            }
            _ => ReplayResult::Otherwise,
        };
        Replayed { before, asked, result }
    }
}
