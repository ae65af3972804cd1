//! `--for SIDE`: the only place where a save is opened as a side sees it. A command with this flag reads the diary that
//! it gets from here, and nothing else of the save.

use super::watcher::Watcher;
use clap::Args;
use std::{ffi::OsStr, path::Path};
use wardiary_base::{
    id::SideId,
    text::{self, Text},
};
use wardiary_diary::{
    assets::Folders,
    diary::{
        EntryNo,
        file::{FileError, Mode, Save},
    },
    error::{ErrorKind, UserError, display_path},
    projection::SaveView,
};
use wardiary_rules::{
    notation::{Destination, resolve_name},
    state::{EntityKind, State},
};

/// The `--for` flag, shared by all commands that have it.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ViewerArg {
    /// As this side sees it: only what it knows, with entry numbers of its own
    #[arg(long = "for", id = "for", value_name = "SIDE")]
    side: Option<String>,
}

impl ViewerArg {
    /// Whether the view is a side's, not the referee's.
    pub fn is_side(&self) -> bool {
        self.side.is_some()
    }

    /// Opens a save read-only as the referee or a side sees it, at a place in the visible diary or at its head.
    pub fn open(&self, watcher: &Watcher, path: &Path, at: Option<&Destination>) -> Result<SaveView, UserError> {
        let Some(side) = &self.side else { return watcher.open_at(path, at).map(SaveView::from) };
        let mut viewed = view_for_side(watcher.open_without_details(path)?, side)?;
        if let Some(at) = at {
            viewed.move_to(at)?;
        }
        Ok(viewed)
    }

    /// The same by the save's argument.
    pub fn open_save(&self, watcher: &Watcher, save: &OsStr, at: Option<&Destination>) -> Result<SaveView, UserError> {
        self.open(watcher, &Folders::of_user()?.save_path(save)?, at)
    }

    /// The same with the diary at the save's head, for a command that wants the entry at one place.
    pub fn open_for(&self, watcher: &Watcher, path: &Path, at: &Destination) -> Result<(SaveView, EntryNo), UserError> {
        if !self.is_side() {
            return watcher.open_for(path, at).map(|(save, no)| (save.into(), no));
        }
        let viewed = self.open(watcher, path, None)?;
        let no = viewed.find(at)?;
        Ok((viewed, no))
    }
}

impl Watcher {
    /// Opens a save read-only for a side. The faults of a damaged save are not reported, since its lines are the
    /// referee's.
    pub(super) fn open_without_details(&self, path: &Path) -> Result<Save, UserError> {
        self.watch(path, |watch| Save::open_with_progress(path, Mode::Read, watch)).map_err(without_details)
    }
}

/// The error if a save can't be opened for a side, without details of its contents.
pub(super) fn without_details(error: FileError) -> UserError {
    match error {
        FileError::Faulty { path, .. } => UserError::file(&path, "it is faulty, so it can't be shown to a side")
            .hint("`wardiary check` tells the referee what is wrong"),
        FileError::Locked { path, .. } => UserError::file(&path, "the referee has it open").hint("try again later"),
        error => error.into(),
    }
}

/// A save as the side of that name sees it.
fn view_for_side(save: Save, name: &str) -> Result<SaveView, UserError> {
    let side = side_named(name, save.diary().state())?;
    let path = save.path().to_path_buf();
    if let Some(share) = save.diary().share() {
        if share.side == side {
            return Ok(save.into());
        }
        let whose = save.diary().share_side_name().unwrap_or_default();
        return Err(UserError::usage(format!(
            "{}: this is a share, which only holds what {whose} knew",
            display_path(&path)
        ))
        .hint("leave out --for"));
    }
    SaveView::for_side(save, side).map_err(|faults| {
        let text: Vec<String> = faults.iter().map(ToString::to_string).collect();
        UserError::file(&path, format!("it can’t be shown as a side sees it: {}", text::sanitize(&text.join("; "))))
            .hint("this is a bug in wardiary: please report it")
    })
}

/// `Tannenberg, as seen by Blue`: the title for display, and the viewing side if there is one.
pub(super) fn titled(seen: &SaveView) -> String {
    with_side(&seen.diary().header().title.as_name().into(), seen).to_string()
}

/// This title, and the viewing side if there is one.
pub(super) fn with_side(title: &Text, seen: &SaveView) -> Text {
    seen.side_name().map_or_else(|| title.clone(), |side| title.followed_by(&format!(", as seen by {side}")))
}

/// The side of that name.
pub(super) fn side_named(name: &str, state: &State) -> Result<SideId, UserError> {
    let id = resolve_name(name, state, &[EntityKind::Side]).map_err(|error| {
        let there: Vec<String> = state.sides().iter().map(|side| side.name.to_string()).collect();
        let hint = match &there[..] {
            [] => "the save has no sides yet".into(),
            [only] => format!("the only side is {only}"),
            _ => format!("the sides are {}", text::list(&there)),
        };
        UserError { kind: ErrorKind::Usage, hint: Some(hint), ..UserError::from_notation(error, name) }
    })?;
    Ok(SideId(id.0))
}

/// The names of a save's sides for shell completion; empty if the save can't be read.
pub(super) fn side_names(path: &Path) -> Vec<String> {
    let save = Save::open(path, Mode::Read);
    let names = |save: Save| save.diary().state().sides().iter().map(|side| side.name.to_string()).collect();
    save.map(names).unwrap_or_default()
}

/// The error if a command does not support `--for`.
pub(super) const NOT_FOR_A_SIDE: &str = "--for shows what a side sees; it works with open, review, picture, state, log, odds, map, report, \
    luck, service and compare";
