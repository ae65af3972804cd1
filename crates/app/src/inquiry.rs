//! What a screen asks to be worked out beside the keys, once for what it is about: whether it is asked for, was broken off,
//! or is found.

use super::session_odds::Asked;

/// What is worked out about something, once it is.
#[derive(Debug)]
pub(crate) struct Inquiry<A, R> {
    /// What was found, and about what.
    found: Option<(A, R)>,
    /// About what it was asked last.
    asked: Option<A>,
    /// Whether something else is meant than what was asked about last.
    changed: bool,
    /// Whether it was broken off.
    stopped: bool,
}

impl<A: Copy + PartialEq, R> Inquiry<A, R> {
    /// Nothing asked yet.
    pub fn new() -> Self {
        Self { found: None, asked: None, changed: true, stopped: false }
    }

    /// Something else is meant now, or the same is to be asked again.
    pub fn outdated(&mut self) {
        (self.changed, self.stopped) = (true, false);
    }

    /// It is broken off, till it is asked again.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Whether it was broken off.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// What the screen asks for, where this is what is meant.
    pub fn wants(&self, about: A) -> Asked {
        let is_found = self.found.as_ref().is_some_and(|(found, _)| *found == about);
        if self.stopped || is_found { Asked::Nothing } else { Asked::Screen { changed: self.changed } }
    }

    /// It is asked about this.
    pub fn ask(&mut self, about: A) {
        self.changed = false;
        self.asked = Some(about);
    }

    /// What came of it.
    pub fn answer(&mut self, found: R) {
        self.found = self.asked.map(|about| (about, found)).or(self.found.take());
    }

    /// What was found last, and about what.
    pub fn found(&self) -> Option<&(A, R)> {
        self.found.as_ref()
    }
}
