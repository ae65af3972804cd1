//! `wardiary` and `wardiary open`: the way into the program's screens.

use super::{answer::Answer, watcher::Watcher};
use crate::{
    app::{self, Opening, OwnFiles, Start},
    assets::Folders,
    diary::{
        EntryNo,
        file::{Mode, Save},
    },
    error::UserError,
};
use clap::Args;
use std::ffi::OsString;
use std::io::{self, IsTerminal};

/// `wardiary open`
#[derive(Args)]
pub(super) struct Open {
    /// The save
    save: OsString,
    /// Show it as it was after this entry, to be read; 0 is the muster
    #[arg(long, value_name = "N")]
    at: Option<EntryNo>,
    /// Watch it, to be read, while somebody else writes it
    #[arg(long, conflicts_with = "at")]
    follow: bool,
}

/// `wardiary review`
#[derive(Args)]
pub(super) struct Review {
    /// The save
    save: OsString,
    /// Begin at this entry; 0 is the muster
    #[arg(long, value_name = "N")]
    at: Option<EntryNo>,
}

/// Opens a save in the program.
pub(super) fn open(open: &Open) -> Result<Answer, UserError> {
    // Asked first, so that a save is not locked and mended for nothing.
    need_terminal()?;
    let folders = Folders::of_user()?;
    let path = folders.save(&open.save);
    let watcher = Watcher::begin();
    let start = match open.at {
        Some(at) => Start::Reading(Box::new(watcher.open_as_far(&path, at)?), Opening::At(at)),
        None if open.follow => Start::Save(Box::new(watcher.open(&path, Mode::Read)?)),
        // Open elsewhere, it is watched; the program says so, and offers to write on once it is free.
        None => Start::Save(Box::new(watcher.watch(&path, |watch| Save::open_or_watch(&path, watch))?)),
    };
    // In the program Ctrl-C is a key.
    drop(watcher);
    // Said here too: on the screen it is gone with the next notice.
    let notes = OwnFiles::of_user(&folders).warnings().collect();
    open_program(start).map(|()| Answer { notes, ..Answer::default() })
}

/// Opens a save on the Review screen. It is read, and not written: only a remark, or writing on, takes it for writing.
pub(super) fn review(review: &Review) -> Result<Answer, UserError> {
    need_terminal()?;
    let folders = Folders::of_user()?;
    let path = folders.save(&review.save);
    let watcher = Watcher::begin();
    let save = match review.at {
        Some(at) => watcher.open_as_far(&path, at)?,
        None => watcher.open(&path, Mode::Read)?,
    };
    drop(watcher);
    let notes = OwnFiles::of_user(&folders).warnings().collect();
    let start = Start::Reading(Box::new(save), Opening::Review(review.at));
    open_program(start).map(|()| Answer { notes, ..Answer::default() })
}

/// Whether a person sits at both ends.
pub(super) fn at_a_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

pub(super) fn need_terminal() -> Result<(), UserError> {
    if at_a_terminal() {
        return Ok(());
    }
    let failure = UserError::usage("this needs a terminal, for its screen and its keys");
    Err(failure.hint("`wardiary do`, `state` and `log` work without one"))
}

/// Opens the program's screens, and comes back when they are closed.
pub(super) fn open_program(start: Start) -> Result<(), UserError> {
    need_terminal()?;
    app::run(start, Folders::of_user()?)
}
