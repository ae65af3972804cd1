//! The odds on screen: of a typed order, of the Odds screen's rolls, and the rank of the last roll. They are requested
//! when the screen changes, and the odds worker computes them.

use super::odds_worker::{OddsJob, OddsReport, OddsResult, OddsWorker};
use std::time::Duration;
use wardiary_diary::diary::EntryNo;
use wardiary_odds::odds::{
    forecast::{
        Forecast,
        words::{self, ChanceTable},
    },
    statistics::Rank,
    unknown_odds_text, unknown_side_of,
};
use wardiary_rules::{order::Order, state::State};

pub struct SessionOdds {
    worker: OddsWorker,
    current_request: OddsRequest,
    forecast: Option<Box<Forecast>>,
    roll_rank: Option<(EntryNo, Option<Rank>)>,
    shown_progress: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum OddsRequest {
    Nothing,
    Order(EntryNo, Box<Order>),
    RollRank(EntryNo),
    Screen { changed: bool },
}

impl SessionOdds {
    pub fn new(worker: OddsWorker) -> Self {
        Self { worker, current_request: OddsRequest::Nothing, forecast: None, roll_rank: None, shown_progress: 0 }
    }

    /// Whether the request differs from the last one.
    pub fn is_new_request(&self, asked: &OddsRequest) -> bool {
        self.current_request != *asked
    }

    pub fn request(&mut self, asked: OddsRequest, jobs: Vec<OddsJob>) {
        self.worker.cancel();
        self.forecast = None;
        if asked != OddsRequest::Nothing {
            self.worker.request(jobs);
        }
        self.current_request = match asked {
            OddsRequest::Screen { .. } => OddsRequest::Screen { changed: false },
            asked => asked,
        };
    }

    /// Stops the computation and keeps the results so far.
    pub fn stop(&mut self) {
        self.worker.cancel();
    }

    /// Drops the request. It is made again with the next frame.
    pub(crate) fn invalidate(&mut self) {
        self.worker.cancel();
        self.current_request = OddsRequest::Nothing;
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
        let is_new = !reports.is_empty() || (self.worker.is_busy() && progress != self.shown_progress);
        self.shown_progress = progress;
        let mut rest = Vec::new();
        for report in reports {
            match (report.result, &self.current_request) {
                (OddsResult::Order(forecast), _) => self.forecast = forecast,
                (OddsResult::RollRank(standing), OddsRequest::RollRank(no)) => self.roll_rank = Some((*no, standing)),
                (result, _) => rest.push(OddsReport { result, ..report }),
            }
        }
        (rest, is_new)
    }

    pub(crate) fn has_roll_rank(&self, entry: EntryNo) -> bool {
        self.roll_rank.is_some_and(|(no, _)| no == entry)
    }

    pub fn roll_rank(&self, entry: EntryNo) -> Option<Rank> {
        self.roll_rank.filter(|(no, _)| *no == entry).and_then(|(_, standing)| standing)
    }

    /// The odds of the requested order: as a table if there is one, and as phrases. Names at most `most` units, those in
    /// most danger first.
    pub fn order_odds_text(&self, state: &State, most: usize) -> (Option<ChanceTable>, Vec<String>) {
        match (&self.forecast, &self.current_request) {
            (None, request) if *request != OddsRequest::Nothing && self.is_busy() => {
                (None, vec!["calculating the odds".into()])
            }
            (None, OddsRequest::Order(_, order)) => {
                let unknown = unknown_side_of(state, order);
                (None, unknown.map(|side| unknown_odds_text(state, side)).into_iter().collect())
            }
            (None, _) => (None, Vec::new()),
            (Some(forecast), _) => {
                // While a better forecast is computed, its progress in percent.
                let method = words::method_note(forecast, self.is_busy().then(|| self.progress()));
                if let Some(table) = words::chance_table(state, forecast, most) {
                    return (Some(table), method.into_iter().collect());
                }
                let mut phrases = words::main_odds_briefly(state, forecast);
                phrases.extend(words::side_losses(state, forecast));
                phrases.extend(method);
                phrases.extend(words::unit_losses(state, forecast, most));
                (None, phrases)
            }
        }
    }
}
