//! Progress and cancellation of long work on a diary.

use std::{fmt, ops::ControlFlow};

/// Reports progress to a watcher, if there is one.
#[derive(Clone, Copy)]
pub struct Watch<'a>(Option<&'a ProgressCallback<'a>>);

/// A progress callback, called from any thread. Returning `Break` cancels the work.
type ProgressCallback<'a> = dyn Fn(Progress) -> ControlFlow<()> + Sync + 'a;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub work: Work,
    pub done: usize,
    pub total: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    Reading,
    Verifying,
    Searching,
    Recovering,
    Sealing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl<'a> Watch<'a> {
    /// Runs to the end without a watcher.
    pub const fn none() -> Self {
        Self(None)
    }

    pub fn new(watcher: &'a ProgressCallback<'a>) -> Self {
        Self(Some(watcher))
    }

    pub(super) fn report(self, work: Work, done: usize, all: usize) -> Result<(), Cancelled> {
        match self.0.map(|watcher| watcher(Progress { work, done, total: all })) {
            Some(ControlFlow::Break(())) => Err(Cancelled),
            Some(ControlFlow::Continue(())) | None => Ok(()),
        }
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Watch::by(…)" } else { "Watch::nobody()" })
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { work, done, total: all } = self;
        match work {
            Work::Reading => write!(f, "{done} of {all} lines read"),
            Work::Verifying => write!(f, "{done} of {all} entries verified"),
            Work::Searching => write!(f, "{done} of {all} places searched for entries"),
            Work::Recovering => write!(f, "{done} of {all} lines recovered"),
            Work::Sealing => write!(f, "{done} of {all} lines sealed"),
        }
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Reading => "reading",
            Self::Verifying => "verifying",
            Self::Searching | Self::Recovering => "recovering",
            Self::Sealing => "sealing",
        })
    }
}
