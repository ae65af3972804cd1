//! `--for SIDE`: the only place where a save is opened as a side sees it. A command with this flag reads the diary that
//! it gets from here, and nothing else of the save.

use super::watcher::Watcher;
use clap::Args;
use std::path::Path;
use wardiary_base::{id::SideId, text};
use wardiary_diary::{
    diary::{
        EntryNo,
        file::{FileError, Mode, Save},
    },
    error::{ErrorKind, UserError, shown},
    projection::Viewed,
};
use wardiary_rules::{
    notation::named,
    state::{EntityKind, State},
};

/// The flag that all of them have.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct View {
    /// As this side sees it: its own entries by numbers of their own, and nothing that it does not know
    #[arg(long = "for", id = "for", value_name = "SIDE")]
    side: Option<String>,
}

impl View {
    /// Whether the view is a side's, not the referee's.
    pub fn is_of_side(&self) -> bool {
        self.side.is_some()
    }

    /// Opens a save read-only as the referee or a side sees it, at an entry of the visible diary or at its head.
    pub fn open(&self, watcher: &Watcher, path: &Path, at: Option<EntryNo>) -> Result<Viewed, UserError> {
        let Some(side) = &self.side else { return watcher.open_at(path, at).map(Viewed::from) };
        let mut viewed = by_side(watcher.open_unexplained(path)?, side)?;
        if let Some(no) = at {
            viewed.stand_at(no)?;
        }
        Ok(viewed)
    }

    /// The same with the diary at the save's head, for a command that wants one entry.
    pub fn open_as_far(&self, watcher: &Watcher, path: &Path, no: EntryNo) -> Result<Viewed, UserError> {
        if !self.is_of_side() {
            return watcher.open_as_far(path, no).map(Viewed::from);
        }
        let viewed = self.open(watcher, path, None)?;
        let last = viewed.diary().next_no() - 1;
        if no > last { Err(FileError::NoEntry { no, last }.into()) } else { Ok(viewed) }
    }
}

impl Watcher {
    /// Opens a save read-only for a side. The faults of a damaged save are not reported, since its lines are the
    /// referee's.
    fn open_unexplained(&self, path: &Path) -> Result<Save, UserError> {
        self.watch(path, |watch| Save::open_watched(path, Mode::Read, watch)).map_err(unexplained)
    }
}

/// The error if a save can't be opened for a side, without details of its contents.
pub(super) fn unexplained(error: FileError) -> UserError {
    match error {
        FileError::Faulty { path, .. } => {
            UserError::file(&path, "it is faulty, so nothing of it can be shown to a side")
                .hint("`wardiary check` tells the referee what is wrong")
        }
        error => error.into(),
    }
}

/// A save as the side of that name sees it.
fn by_side(save: Save, name: &str) -> Result<Viewed, UserError> {
    let side = side_named(name, save.diary().state())?;
    let path = save.path().to_path_buf();
    if let Some(share) = save.diary().share() {
        if share.side == side {
            return Ok(save.into());
        }
        let whose = text::display_name(&save.diary().share_for().unwrap_or_default());
        return Err(UserError::usage(format!("{}: this is a share: what {whose} knew, and nobody else", shown(&path)))
            .hint("leave --for out"));
    }
    Viewed::by_side(save, side).map_err(|faults| {
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        UserError::file(&path, format!("it can’t be shown as a side sees it: {}", text::sanitize(&told.join("; "))))
            .hint("this is a mistake in wardiary: please report it")
    })
}

/// `Tannenberg, as seen by Blue`: the title, and the viewing side if there is one.
pub(super) fn titled(title: &str, seen: &Viewed) -> String {
    match seen.side_name() {
        Some(side) => format!("{title}, as seen by {side}"),
        None => title.to_string(),
    }
}

/// The side of that name.
///
/// # Errors
/// There is none; the message lists the sides.
pub(super) fn side_named(name: &str, state: &State) -> Result<SideId, UserError> {
    let id = named(name, state, &[EntityKind::Side]).map_err(|error| {
        let there: Vec<String> = state.sides().iter().map(|side| text::display_name(&side.name)).collect();
        let hint = match &there[..] {
            [] => "there are no sides in it yet".into(),
            [only] => format!("the only side is {only}"),
            _ => format!("the sides are {}", text::list(&there)),
        };
        UserError { kind: ErrorKind::Usage, hint: Some(hint), ..UserError::of_notation(error, name) }
    })?;
    Ok(SideId(id.0))
}

/// The names of a save's sides for shell completion; empty if the save can't be read.
pub(super) fn sides_of(path: &Path) -> Vec<String> {
    let save = Save::open(path, Mode::Read);
    let names = |save: Save| save.diary().state().sides().iter().map(|side| text::display_name(&side.name)).collect();
    save.map(names).unwrap_or_default()
}

/// The error if a command does not support `--for`.
pub(super) const NOT_FOR_A_SIDE: &str = "--for shows what a side sees: open, review, picture, state, log, odds, map, report, \
    luck, service and compare have it";
