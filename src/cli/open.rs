//! `wardiary` and `wardiary open`: the way into the program's screens.

use super::{answer::Answer, merge::compared, watcher::Watcher};
use crate::{
    app::{self, Opening, OwnFiles, Start, held::Chosen},
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
    /// Another copy of it: both are laid side by side, from where they part
    other: Option<OsString>,
    /// Begin at this entry; 0 is the muster
    #[arg(long, value_name = "N")]
    at: Option<EntryNo>,
    /// Lay side by side with the way to this entry or branch: of the other save, or of this one where there is no other
    #[arg(long, value_name = "ENTRY")]
    with: Option<String>,
}

/// Opens a save in the program.
pub(super) fn open(open: &Open, chosen: &Chosen) -> Result<Answer, UserError> {
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
    open_program(start, chosen)
}

/// Opens a save on the Review screen. It is read, and not written: only a remark, or writing on, takes it for writing.
pub(super) fn review(review: &Review, chosen: &Chosen) -> Result<Answer, UserError> {
    need_terminal()?;
    let folders = Folders::of_user()?;
    let path = folders.save(&review.save);
    let watcher = Watcher::begin();
    let save = match review.at {
        Some(at) => watcher.open_as_far(&path, at)?,
        None => watcher.open(&path, Mode::Read)?,
    };
    let other = review.other.as_ref().map(|other| watcher.open(&folders.save(other), Mode::Read)).transpose()?;
    drop(watcher);
    let beside = if other.is_some() || review.with.is_some() {
        let at = review.at.map(|at| at.to_string());
        Some(compared(&save, other.as_ref(), (at.as_deref(), review.with.as_deref()))?)
    } else {
        None
    };
    let opening = match beside {
        Some(compared) => Opening::Beside { at: review.at, compared: Box::new(compared), is_here: other.is_none() },
        None => Opening::Review(review.at),
    };
    open_program(Start::Reading(Box::new(save), opening), chosen)
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

/// Opens the program with its start screen.
pub(super) fn start_screen(chosen: &Chosen) -> Result<Answer, UserError> {
    open_program(Start::Menu, chosen)
}

/// Opens the program's screens, and comes back when they are closed.
pub(super) fn open_program(start: Start, chosen: &Chosen) -> Result<Answer, UserError> {
    need_terminal()?;
    let folders = Folders::of_user()?;
    // Said here too: on the screen it is gone with the next notice.
    let notes = OwnFiles::of_user(&folders, chosen).warnings().collect();
    app::run(start, folders, chosen).map(|()| Answer { notes, ..Answer::default() })
}
