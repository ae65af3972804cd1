//! The odds on screen: of a typed order, of the Odds screen's rolls, and the rank of the last roll. They are requested
//! when the screen changes, and the odds worker computes them.

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

/// Maximum number of units named, those in most danger first.
const MAX_UNITS: usize = 6;

pub struct SessionOdds {
    worker: OddsWorker,
    asked: Asked,
    found: Option<Box<Forecast>>,
    standing: Option<(EntryNo, Option<Rank>)>,
    seen: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    Nothing,
    Order(EntryNo, Box<Order>),
    /// The rank of the roll of an entry.
    Rolled(EntryNo),
    Screen {
        changed: bool,
    },
}

enum Known<'a> {
    Nothing,
    Awaited,
    /// A forecast. While a better one is computed, its progress in percent.
    Found(&'a Forecast, Option<u32>),
}

impl SessionOdds {
    pub fn new(worker: OddsWorker) -> Self {
        Self { worker, asked: Asked::Nothing, found: None, standing: None, seen: 0 }
    }

    /// Whether the request differs from the last one.
    pub fn is_new(&self, asked: &Asked) -> bool {
        self.asked != *asked
    }

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

    /// Stops the computation and keeps the results so far.
    pub fn stop(&mut self) {
        self.worker.forget();
    }

    /// Drops the request. It is made again with the next frame.
    pub(crate) fn forget(&mut self) {
        self.worker.forget();
        self.asked = Asked::Nothing;
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.worker.is_busy()
    }

    pub fn progress(&self) -> u32 {
        self.worker.progress()
    }

    /// Takes the results that have arrived, waiting up to `patience` for the first. Returns the reports on the screen's
    /// own jobs, and whether there is anything new to draw.
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

    /// Whether the rank of the entry's roll is known.
    pub(crate) fn has_standing(&self, entry: EntryNo) -> bool {
        self.standing.is_some_and(|(no, _)| no == entry)
    }

    /// The rank of the entry's roll.
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

    /// The odds of the requested order: as a table if there is one, and as phrases.
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
