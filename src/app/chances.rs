//! The odds that the screen shows: of the order that is composed, of the Odds screen's rolls, and how likely what was
//! rolled last was. Asked for as the model changes, and worked out elsewhere.

pub mod worker;

mod words;

pub use words::phrases;

use super::{
    compose::Preview,
    model::{Campaign, Layer, Model, Stage},
};
use crate::{
    diary::EntryNo,
    notation::Instruction,
    odds::{figures::Standing, forecast::Forecast},
    order::Order,
};
use std::{sync::Arc, time::Duration};
use worker::{Finding, Inquiry, Worker};

/// How long a frame waits for odds that are all but ready, so that they come with the key that asked for them.
const PATIENCE: Duration = Duration::from_millis(4);

/// What is known of the odds of what is on the screen.
pub struct Chances {
    /// Whoever works them out.
    pub worker: Worker,
    asked: Option<Asked>,
    found: Option<Box<Forecast>>,
    standing: Option<(EntryNo, Option<Standing>)>,
    seen: u32,
}

/// What was asked last.
#[derive(Clone, Debug, PartialEq)]
enum Asked {
    /// What may come of an order, after an entry.
    Order(EntryNo, Box<Order>),
    /// How likely it was what an entry rolled.
    Rolled(EntryNo),
    /// What the Odds screen wants to know.
    Screen,
}

impl Default for Chances {
    /// Without a thread; see [`Worker::here`].
    fn default() -> Self {
        Self { worker: Worker::here(), asked: None, found: None, standing: None, seen: 0 }
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

    /// Forgets what was asked: it is asked anew when the next frame is made ready.
    pub fn forget(&mut self) {
        self.worker.forget();
        self.asked = None;
    }

    /// How likely it was what the entry that is looked at rolled.
    #[must_use]
    pub fn standing(&self, entry: EntryNo) -> Option<Standing> {
        self.standing.filter(|(no, _)| *no == entry).and_then(|(_, standing)| standing)
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

/// What the screen wants to know now.
fn wanted(campaign: &Campaign, chances: &Chances) -> Option<Asked> {
    match &campaign.layer {
        Layer::Odds(_) => Some(Asked::Screen),
        Layer::Compose(_) => {
            let head = campaign.session.save.diary().head();
            composed(campaign).map(|order| Asked::Order(head, Box::new(order.clone())))
        }
        Layer::Table if campaign.session.rolled.is_some() && campaign.session.landed.is_none() => {
            let entry = campaign.session.entry();
            let settled = campaign.session.fought().is_none_or(|fought| fought.settled);
            (settled && chances.standing.is_none_or(|(no, _)| no != entry)).then_some(Asked::Rolled(entry))
        }
        _ => None,
    }
}

/// Asks about what is on the screen where it has changed, and takes in what was found since; an answer that is about to
/// come is waited for. True where there is something new to be shown.
pub fn follow(model: &mut Model) -> bool {
    let Model { stage, chances, .. } = model;
    let mut patience = Duration::ZERO;
    let campaign = match stage {
        Stage::Campaign(campaign) => Some(campaign),
        Stage::Menu(_) => None,
    };
    let wanted = campaign.as_deref().and_then(|campaign| wanted(campaign, chances));
    let changed = matches!(campaign.as_deref().map(|c| &c.layer), Some(Layer::Odds(screen)) if screen.has_changed());
    if wanted != chances.asked || changed {
        chances.worker.forget();
        chances.found = None;
        if let (Some(campaign), Some(wanted)) = (campaign, &wanted) {
            chances.worker.ask(inquiries(campaign, wanted));
            patience = PATIENCE;
        }
        chances.asked = wanted;
    }
    receive(model, patience)
}

fn inquiries(campaign: &mut Campaign, wanted: &Asked) -> Vec<Inquiry> {
    match wanted {
        Asked::Order(_, order) => {
            vec![Inquiry::Order(Box::new(campaign.session.save.diary().state().clone()), order.clone())]
        }
        Asked::Rolled(_) => {
            let book = Arc::clone(campaign.session.state().book());
            let rolled = campaign.session.rolled.clone().map(Box::new);
            rolled.into_iter().map(|rolled| Inquiry::Standing(Arc::clone(&book), rolled)).collect()
        }
        Asked::Screen => {
            let state = campaign.session.save.diary().state().clone();
            if let Layer::Odds(screen) = &mut campaign.layer { screen.inquiries(&state) } else { Vec::new() }
        }
    }
}

/// Takes in what was found, which may be waited for. True where there is something new to be shown.
pub fn receive(model: &mut Model, patience: Duration) -> bool {
    let Model { stage, chances, .. } = model;
    let reports = chances.worker.reports(patience);
    let progress = chances.worker.progress();
    let new = !reports.is_empty() || (chances.worker.is_busy() && progress != chances.seen);
    chances.seen = progress;
    for report in reports {
        match (report.found, &chances.asked, &mut *stage) {
            (Finding::Order(found), _, _) => chances.found = found,
            (Finding::Standing(standing), Some(Asked::Rolled(no)), _) => chances.standing = Some((*no, standing)),
            (found, _, Stage::Campaign(campaign)) => {
                if let Layer::Odds(screen) = &mut campaign.layer {
                    screen.take(report.place, found, report.last);
                }
            }
            _ => {}
        }
    }
    new
}
