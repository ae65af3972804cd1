//! The odds that the order line shows: asked for while an order is composed, worked out elsewhere, and said in a few
//! phrases.

pub mod worker;

mod words;

pub use words::{percent, phrases};

use super::{
    compose::Preview,
    model::{Campaign, Layer, Model, Stage},
};
use crate::{diary::EntryNo, notation::Instruction, odds::forecast::Forecast, order::Order};
use std::time::Duration;
use worker::{Finding, Inquiry, Worker};

/// How long a frame waits for odds that are all but ready, so that they come with the key that asked for them.
const PATIENCE: Duration = Duration::from_millis(4);

/// What is known of the odds of the order that is being composed.
pub struct Chances {
    /// Whoever works them out.
    pub worker: Worker,
    asked: Option<(EntryNo, Order)>,
    found: Option<Box<Forecast>>,
    seen: u32,
}

impl Default for Chances {
    /// Without a thread; see [`Worker::here`].
    fn default() -> Self {
        Self { worker: Worker::here(), asked: None, found: None, seen: 0 }
    }
}

/// What there is to say of an order's odds.
#[derive(Clone, Debug, PartialEq)]
pub enum Known<'a> {
    /// It has no dice to speak of.
    Nothing,
    /// They are being worked out.
    Awaited,
    /// What was found, and how far the work on something better is, in hundredths.
    Found(&'a Forecast, Option<u32>),
}

impl Chances {
    /// What is known of the order that was asked about last.
    #[must_use]
    pub fn known(&self) -> Known<'_> {
        match &self.found {
            Some(found) => Known::Found(found, self.worker.is_busy().then(|| self.worker.progress())),
            None if self.asked.is_some() && self.worker.is_busy() => Known::Awaited,
            None => Known::Nothing,
        }
    }
}

/// The order that is in the line, if it can be given.
fn composed(campaign: &Campaign) -> Option<&Order> {
    let Layer::Compose(composer) = &campaign.layer else { return None };
    match composer.preview() {
        Preview::Ready { instruction, .. } => match &**instruction {
            Instruction::Order(order) => Some(order),
            _ => None,
        },
        _ => None,
    }
}

/// Asks about the order in the line where it has changed, and takes in what was found since; an answer that is about to
/// come is waited for. True where there is something new to be shown.
pub fn follow(model: &mut Model) -> bool {
    let Model { stage, chances, .. } = model;
    let mut patience = Duration::ZERO;
    let wanted = match &*stage {
        Stage::Campaign(campaign) => composed(campaign).map(|order| (campaign, order)),
        Stage::Menu(_) => None,
    };
    match wanted {
        None if chances.asked.is_some() => {
            chances.worker.forget();
            (chances.asked, chances.found) = (None, None);
        }
        None => {}
        Some((campaign, order)) => {
            let head = campaign.save.diary().head();
            if chances.asked.as_ref().is_none_or(|(no, asked)| *no != head || asked != order) {
                let state = campaign.save.diary().state().clone();
                chances.worker.ask(vec![Inquiry::Order(Box::new(state), Box::new(order.clone()))]);
                (chances.asked, chances.found) = (Some((head, order.clone())), None);
                patience = PATIENCE;
            }
        }
    }
    receive(model, patience)
}

/// Takes in what was found. True where there is something new to be shown.
pub fn receive(model: &mut Model, patience: Duration) -> bool {
    let chances = &mut model.chances;
    let reports = chances.worker.reports(patience);
    let progress = chances.worker.progress();
    let new = !reports.is_empty() || (chances.worker.is_busy() && progress != chances.seen);
    chances.seen = progress;
    for report in reports {
        if let Finding::Order(found) = report.found {
            chances.found = found;
        }
    }
    new
}
