//! Carries out a recorded entry again with its recorded dice, to see what they counted for.

use super::{steps::DiaryStep, verify::match_recorded};
use wardiary_base::dice::Request;
use wardiary_rules::{
    event::Event,
    rules::{self, Replay, Resolution, Step},
    state::State,
};

/// The result of an entry's order and dice under the current rules code.
#[derive(Clone, Debug)]
pub struct EntryReplay {
    /// The state in which the order was carried out.
    pub before: State,
    /// The requests that its dice answer, as far as they do.
    pub requests: Vec<Request>,
    pub result: ReplayResult,
}

/// How the replay compares with the record.
#[derive(Clone, Debug)]
pub enum ReplayResult {
    AsRecorded(Box<Resolution>),
    /// The order was abandoned after dice were shown.
    Abandoned,
    /// Other events follow than were recorded, or the order is refused.
    Different,
}

impl DiaryStep<'_> {
    /// Carries out the order again.
    pub fn replay(&self) -> EntryReplay {
        // The event with the program version comes first; the order was carried out after it.
        let opened = self.entry.events.iter().take_while(|event| matches!(event, Event::Opened { .. })).count();
        let (opened, facts) = self.entry.events.split_at(opened);
        // Intel events are what a side learned by the entry; they do not follow from the order.
        let facts = facts.iter().filter(|event| !matches!(event, Event::Intel(_)));
        let mut before = State::clone(&self.before);
        before.replay(opened);
        let Replay { step, requests: asked } = rules::replay(before.clone(), &self.entry.order, &self.entry.dice);
        let result = match step {
            _ if self.entry.is_abandoned() => ReplayResult::Abandoned,
            Ok(Step::Done(done)) if asked.len() == self.entry.dice.len() && match_recorded(&done.events, facts) => {
                ReplayResult::AsRecorded(done)
            }
            _ => ReplayResult::Different,
        };
        EntryReplay { before, requests: asked, result }
    }
}
