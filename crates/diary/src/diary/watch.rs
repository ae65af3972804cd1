//! Long work on a diary is watched: how far it is is told now and then, and whoever watches can break it off.

use std::{fmt, ops::ControlFlow};

/// Who watches, if anybody does.
#[derive(Clone, Copy)]
pub struct Watch<'a>(Option<&'a Watcher<'a>>);

/// Is told how far the work is, from any thread, and says whether it goes on.
type Watcher<'a> = dyn Fn(Progress) -> ControlFlow<()> + Sync + 'a;

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is done.
    pub work: Work,
    /// How much of it is done.
    pub done: usize,
    /// How much there is to do.
    pub all: usize,
}

/// Work that can take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// The lines of a save are read.
    Reading,
    /// The entries of a diary are verified.
    Verifying,
    /// The records of a damaged file are looked for.
    Searching,
    /// What was found of them is written anew.
    Recovering,
    /// The lines of a save get new seals.
    Sealing,
}

/// The work was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenOff;

impl<'a> Watch<'a> {
    /// Nobody watches: the work is done to its end.
    #[must_use]
    pub const fn nobody() -> Self {
        Self(None)
    }

    /// Somebody watches.
    #[must_use]
    pub fn by(watcher: &'a Watcher<'a>) -> Self {
        Self(Some(watcher))
    }

    /// Tells how far the work is.
    ///
    /// # Errors
    /// That it is broken off here.
    pub(super) fn tell(self, work: Work, done: usize, all: usize) -> Result<(), BrokenOff> {
        match self.0.map(|watcher| watcher(Progress { work, done, all })) {
            Some(ControlFlow::Break(())) => Err(BrokenOff),
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
        let Self { work, done, all } = self;
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
