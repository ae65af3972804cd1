//! A background request of a screen about a key `A`: not requested, stopped, or answered with an `R`.

use super::session_odds::Asked;

/// A request and its latest answer.
#[derive(Debug)]
pub(crate) struct Inquiry<A, R> {
    found: Option<(A, R)>,
    asked: Option<A>,
    /// Whether the current key differs from that of the latest request.
    changed: bool,
    stopped: bool,
}

impl<A: Copy + PartialEq, R> Inquiry<A, R> {
    pub fn new() -> Self {
        Self { found: None, asked: None, changed: true, stopped: false }
    }

    /// Makes the request due again.
    pub fn outdated(&mut self) {
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
    pub fn wants(&self, about: A) -> Asked {
        let is_found = self.found.as_ref().is_some_and(|(found, _)| *found == about);
        if self.stopped || is_found { Asked::Nothing } else { Asked::Screen { changed: self.changed } }
    }

    /// Starts the request for this key.
    pub fn ask(&mut self, about: A) {
        self.changed = false;
        self.asked = Some(about);
    }

    pub fn answer(&mut self, found: R) {
        self.found = self.asked.map(|about| (about, found)).or(self.found.take());
    }

    pub fn found(&self) -> Option<&(A, R)> {
        self.found.as_ref()
    }
}
