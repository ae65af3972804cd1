//! A background request of a screen about a key `A`: not requested, stopped, or answered with an `R`.

use super::session_odds::OddsRequest;

/// A request and its latest answer.
#[derive(Debug)]
pub(crate) struct BackgroundRequest<A, R> {
    latest_answer: Option<(A, R)>,
    requested: Option<A>,
    /// Whether the current key differs from that of the latest request.
    changed: bool,
    stopped: bool,
}

impl<A: Copy + PartialEq, R> BackgroundRequest<A, R> {
    pub fn new() -> Self {
        Self { latest_answer: None, requested: None, changed: true, stopped: false }
    }

    /// Makes the request due again.
    pub fn invalidate(&mut self) {
        (self.changed, self.stopped) = (true, false);
    }

    /// Stops the request until it is made again.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The odds request for this key.
    pub fn odds_request(&self, about: A) -> OddsRequest {
        let is_found = self.latest_answer.as_ref().is_some_and(|(found, _)| *found == about);
        if self.stopped || is_found { OddsRequest::Nothing } else { OddsRequest::Screen { changed: self.changed } }
    }

    /// Starts the request for this key.
    pub fn start(&mut self, about: A) {
        self.changed = false;
        self.requested = Some(about);
    }

    pub fn set_answer(&mut self, found: R) {
        self.latest_answer = self.requested.map(|about| (about, found)).or(self.latest_answer.take());
    }

    pub fn latest_answer(&self) -> Option<&(A, R)> {
        self.latest_answer.as_ref()
    }
}
