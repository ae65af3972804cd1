//! Recovers entries that are in memory but not in the save's file, after another program has changed it. They are kept
//! in a file of their own before anything replaces them; then the user can restore them or continue in that file.

#![allow(clippy::disallowed_methods, reason = "needs the temporary folder as a last resort for the rescue copy")]

use super::drawing;
use crate::{
    component::{Context as _, SessionChange},
    model::Model,
    notice::Notice,
    overlay::listing::Listing,
    screen_stack::ScreenStack,
    session::Session,
};
use std::{
    io,
    path::{Path, PathBuf},
};
use wardiary_diary::{
    assets::{new_file, with_home},
    diary::{
        file::{Divergence, FileError},
        watch::Watch,
    },
    error::{UserError, display_path, notice_text},
};

/// Reads the save again, and keeps entries that would be lost beside it. If the file holds only the first part of what is in
/// memory, or gone, asks what to do.
pub(crate) fn read_again(screens: &mut ScreenStack<Session>, watch: Watch) {
    let save = screens.context.save_mut();
    let found = match save.divergence(watch) {
        // The content of the file is unknown, so nothing is asked or kept.
        Divergence::Unreadable(broken_off @ FileError::Cancelled { .. }) => return say_error(screens, broken_off),
        found => found,
    };
    let rescue_copy = match &found {
        Divergence::UpToDate => None,
        _ => match save.write_rescue_copy_in(&[]) {
            Ok(rescue_copy) => Some(rescue_copy),
            Err(error) => return say_error(screens, error),
        },
    };
    match (found, rescue_copy) {
        (Divergence::UpToDate, _) | (_, None) => reload(screens, None, watch),
        (Divergence::Diverged, Some(rescue_copy)) => reload(screens, Some(rescue_copy), watch),
        (Divergence::Behind(last), Some(rescue_copy)) => {
            let listing = Listing::of_truncated_file(save, last, &rescue_copy);
            screens.open(Box::new(listing));
        }
        (Divergence::Unreadable(error), Some(rescue_copy)) => {
            let gone = matches!(&error, FileError::Io { error, .. } if error.kind() == io::ErrorKind::NotFound);
            let listing = Listing::of_unreadable_file(&UserError::from(error).what, &rescue_copy, gone);
            screens.open(Box::new(listing));
        }
    }
}

pub(crate) fn accept_file(screens: &mut ScreenStack<Session>, watch: Watch) {
    match screens.context.save_mut().write_rescue_copy() {
        Ok(rescue_copy) => reload(screens, rescue_copy, watch),
        Err(error) => say_error(screens, error),
    }
}

fn reload(screens: &mut ScreenStack<Session>, rescue_copy: Option<PathBuf>, watch: Watch) {
    if let Err(error) = screens.context.save_mut().reload(watch) {
        return say_error(screens, error);
    }
    after_reload(screens);
    let save = screens.context.viewed();
    let mended = save.notices().first().map(|found| Notice::bad(notice_text(found)));
    let at = save.diary().head();
    screens.context.say(match rescue_copy {
        Some(rescue_copy) => Notice::bad(format!(
            "reloaded: at entry {at}; the file was replaced, and the entries that it lacks are kept in {}",
            display_path(&rescue_copy)
        )),
        None => mended.unwrap_or_else(|| Notice::good(format!("reloaded: at entry {at}"))),
    });
}

pub(crate) fn write_back(screens: &mut ScreenStack<Session>) {
    let done = screens.context.save_mut().restore_file().map(|copy| {
        let there =
            copy.map_or(String::new(), |copy| format!("; its other content is kept in {}", display_path(&copy)));
        format!("the whole save is back in its file{there}")
    });
    finish_reload(screens, done);
}

pub(crate) fn continue_in_copy(screens: &mut ScreenStack<Session>) {
    let save = screens.context.save_mut();
    let done =
        save.write_rescue_copy_in(&[]).and_then(|rescue_copy| save.continue_in(&rescue_copy).map(|()| rescue_copy));
    finish_reload(screens, done.map(|rescue_copy| format!("continuing in {}", display_path(&rescue_copy))));
}

fn finish_reload(screens: &mut ScreenStack<Session>, done: Result<String, FileError>) {
    if done.is_ok() {
        after_reload(screens);
    }
    screens.context.say(Notice::of_result(done));
}

pub(crate) fn open_save_as_line(model: &mut Model, name: &str) {
    let is_path = Path::new(name).extension().is_some() || name.contains(['/', '\\']);
    let named = if is_path { name.into() } else { format!("{name}.ron") };
    let Some(screens) = model.session_stack() else { return };
    let named = match new_file(with_home(named.into()).into()) {
        Ok(named) => named,
        Err(why) => return screens.context.say(Notice::of_failure(&why)),
    };
    // A bare name is relative to the folder of the save.
    let path = screens.context.viewed().path().parent().map_or_else(|| named.clone(), |folder| folder.join(&named));
    let done = screens.context.save_mut().save_as(&path);
    finish_reload(screens, done.map(|()| format!("saved as {}, and continuing there", display_path(&path))));
}

/// Keeps entries that are only in memory in a file. `None` if there are none, or they are kept already.
pub(crate) fn save_unsaved_entries(model: &mut Model) -> Option<Result<PathBuf, FileError>> {
    let folders = [model.folders.saves.clone(), std::env::temp_dir()];
    let session = model.any_session()?;
    if !session.viewed().is_writable() {
        return None;
    }
    let save = session.save_mut();
    if save.is_file_up_to_date() || save.has_rescue_copy() {
        return None;
    }
    Some(save.write_rescue_copy_in(&folders))
}

/// Where the entries and the drawing are at the end of a run.
pub(crate) fn saved_text(rescue_copy: Option<&Result<PathBuf, FileError>>, drawn: Option<&Path>) -> String {
    match (rescue_copy, drawn) {
        (None, None) => "everything is saved".into(),
        (None, Some(drawn)) => format!("the drawing is kept in {}", display_path(drawn)),
        (Some(Ok(rescue_copy)), _) => {
            format!(
                "another program changed the file; the entries that it lacks are kept in {}",
                display_path(rescue_copy)
            )
        }
        (Some(Err(error)), _) => format!("the entries that the file lacks could not be saved: {error}"),
    }
}

/// Whether the program may quit or open another save. Entries that are only in memory are first kept in a file.
pub fn confirm_leave(model: &mut Model) -> bool {
    confirm_leave_by(model, "press q again to leave")
}

/// Like [`confirm_leave`]; `again` says how to repeat the attempt.
pub(super) fn confirm_leave_by(model: &mut Model, again: &str) -> bool {
    if !drawing::confirm_leave(model) {
        return false;
    }
    let notice = match save_unsaved_entries(model) {
        None => return true,
        Some(Ok(rescue_copy)) => Notice::bad(format!(
            "another program changed the file; the entries that it lacks are kept in {}; {again}",
            display_path(&rescue_copy)
        )),
        Some(Err(error)) => Notice::of_failure(
            &UserError::from(error).hint("these entries are in no file: save under another name before you leave"),
        ),
    };
    model.say(notice);
    false
}

fn say_error(screens: &mut ScreenStack<Session>, error: FileError) {
    screens.context.say(Notice::of_failure(&error.into()));
}

pub(crate) fn after_reload(screens: &mut ScreenStack<Session>) {
    screens.context.after_reload();
    screens.notify(SessionChange::Reread);
}

/// Whether the save is writable. One opened for reading is read again for that, and the current entry stays.
pub(super) fn ensure_writable(screens: &mut ScreenStack<Session>, watch: Watch) -> bool {
    if screens.context.viewed().is_writable() {
        return true;
    }
    let done = screens.context.save_mut().reload(watch);
    let is_done = done.is_ok();
    match done {
        Ok(()) => after_reload(screens),
        Err(error) => say_error(screens, error),
    }
    is_done
}
