//! The odds that the screen shows: of the order that is typed, of the Odds screen's rolls, and how likely the last roll
//! was. They are asked for as what is on the screen changes, and worked out by the odds worker.

use super::odds_worker::{OddsJob, OddsReport, OddsResult, OddsWorker};
use std::time::Duration;
use wardiary_diary::diary::EntryNo;
use wardiary_odds::odds::{
    forecast::{
        Forecast,
        words::{self, Chances},
    },
    statistics::Rank,
    unknown_odds, unknown_side_of,
};
use wardiary_rules::{order::Order, state::State};

/// How many units are named at most, those in the greatest danger first.
const MAX_UNITS: usize = 6;

/// What is known of the odds of what is on the screen.
pub struct SessionOdds {
    worker: OddsWorker,
    asked: Asked,
    found: Option<Box<Forecast>>,
    standing: Option<(EntryNo, Option<Rank>)>,
    seen: u32,
}

/// What the odds are asked of.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// Nothing.
    Nothing,
    /// What may come of an order, after an entry.
    Order(EntryNo, Box<Order>),
    /// How likely the roll of an entry was.
    Rolled(EntryNo),
    /// The screen's own jobs; and whether they are others than those asked last.
    Screen {
        /// Whether they have changed.
        changed: bool,
    },
}

/// What there is to say of an order's odds.
enum Known<'a> {
    Nothing,
    Awaited,
    /// The forecast, and how far the work on a better one is, in hundredths.
    Found(&'a Forecast, Option<u32>),
}

impl SessionOdds {
    /// Nothing asked yet.
    #[must_use]
    pub fn new(worker: OddsWorker) -> Self {
        Self { worker, asked: Asked::Nothing, found: None, standing: None, seen: 0 }
    }

    /// Whether these odds are to be asked for, since others were asked for last.
    #[must_use]
    pub fn is_new(&self, asked: &Asked) -> bool {
        self.asked != *asked
    }

    /// Asks for odds; what was asked before is forgotten.
    pub fn ask(&mut self, asked: Asked, jobs: Vec<OddsJob>) {
        self.worker.forget();
        self.found = None;
        if asked != Asked::Nothing {
            self.worker.ask(jobs);
        }
        self.asked = match asked {
            Asked::Screen { .. } => Asked::Screen { changed: false },
            asked => asked,
        };
    }

    /// Breaks off what is being worked out; what was found stays.
    pub fn stop(&mut self) {
        self.worker.forget();
    }

    /// Forgets what was asked: it is asked again when the next frame is prepared.
    pub(crate) fn forget(&mut self) {
        self.worker.forget();
        self.asked = Asked::Nothing;
    }

    /// Whether something is still being worked out.
    #[must_use]
    pub(crate) fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }

    /// How far the job in hand is, in hundredths.
    #[must_use]
    pub fn progress(&self) -> u32 {
        self.worker.progress()
    }

    /// Takes in what has come, the first of which is waited for so long: the reports on the screen's own jobs, and
    /// whether there is something new to be shown.
    pub(crate) fn receive(&mut self, patience: Duration) -> (Vec<OddsReport>, bool) {
        let reports = self.worker.reports(patience);
        let progress = self.worker.progress();
        let is_new = !reports.is_empty() || (self.worker.is_busy() && progress != self.seen);
        self.seen = progress;
        let mut rest = Vec::new();
        for report in reports {
            match (report.result, &self.asked) {
                (OddsResult::Order(forecast), _) => self.found = forecast,
                (OddsResult::Standing(standing), Asked::Rolled(no)) => self.standing = Some((*no, standing)),
                (result, _) => rest.push(OddsReport { result, ..report }),
            }
        }
        (rest, is_new)
    }

    /// Whether it is known how likely the roll of that entry was.
    #[must_use]
    pub(crate) fn has_standing(&self, entry: EntryNo) -> bool {
        self.standing.is_some_and(|(no, _)| no == entry)
    }

    /// How likely the roll of that entry was.
    #[must_use]
    pub fn standing(&self, entry: EntryNo) -> Option<Rank> {
        self.standing.filter(|(no, _)| *no == entry).and_then(|(_, standing)| standing)
    }

    fn known(&self) -> Known<'_> {
        match &self.found {
            Some(found) => Known::Found(found, self.is_busy().then(|| self.progress())),
            None if self.asked != Asked::Nothing && self.is_busy() => Known::Awaited,
            None => Known::Nothing,
        }
    }

    /// What there is to say of the order that was asked about: as a table where it is one, and in phrases.
    #[must_use]
    pub fn told(&self, state: &State) -> (Option<Chances>, Vec<String>) {
        match self.known() {
            Known::Nothing => {
                let asked = if let Asked::Order(_, order) = &self.asked { unknown_side_of(state, order) } else { None };
                (None, asked.map(|side| unknown_odds(state, side)).into_iter().collect())
            }
            Known::Awaited => (None, vec!["the odds are being worked out".into()]),
            Known::Found(forecast, progress) => {
                let method = words::method(forecast, progress);
                if let Some(table) = words::chances(state, forecast, MAX_UNITS) {
                    return (Some(table), method.into_iter().collect());
                }
                let mut phrases = words::aim_briefly(state, forecast);
                phrases.extend(words::sides(state, forecast));
                phrases.extend(method);
                phrases.extend(words::units(state, forecast, MAX_UNITS));
                (None, phrases)
            }
        }
    }
}
