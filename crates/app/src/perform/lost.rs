//! Recovers entries that are in memory but not in the save's file, after another program has changed it. They are kept
//! in a file of their own before anything replaces them; then the user can restore them or continue in that file.

#![allow(clippy::disallowed_methods, reason = "the folder for a copy when no other can be written")]

use super::drawing;
use crate::{
    component::SessionChange, desk::Desk, model::Model, notice::Notice, overlay::listing::Listing, session::Session,
};
use std::{
    io,
    path::{Path, PathBuf},
};
use wardiary_diary::{
    diary::{
        file::{FileError, InFile},
        watch::Watch,
    },
    error::{UserError, notice_text, shown},
};

/// Reads the save again. Entries that would be lost are kept beside it. If the file is only a beginning of what is in
/// memory, or gone, asks what to do.
pub(crate) fn read_again(desk: &mut Desk<Session>, watch: Watch) {
    let save = desk.context.save_mut();
    let found = match save.in_file(watch) {
        // The content of the file is unknown, so nothing is asked or kept.
        InFile::Nothing(broken_off @ FileError::BrokenOff { .. }) => return fail(desk, broken_off),
        found => found,
    };
    let kept = match &found {
        InFile::All => None,
        _ => match save.keep_ours_in(&[]) {
            Ok(kept) => Some(kept),
            Err(error) => return fail(desk, error),
        },
    };
    match (found, kept) {
        (InFile::All, _) | (_, None) => take(desk, None, watch),
        (InFile::Other, Some(kept)) => take(desk, Some(kept), watch),
        (InFile::Beginning(last), Some(kept)) => {
            let listing = Listing::of_beginning(save, last, &kept);
            desk.open(Box::new(listing));
        }
        (InFile::Nothing(error), Some(kept)) => {
            let gone = matches!(&error, FileError::Io { error, .. } if error.kind() == io::ErrorKind::NotFound);
            let listing = Listing::of_nothing(&UserError::from(error).what, &kept, gone);
            desk.open(Box::new(listing));
        }
    }
}

/// Accepts the file as it is, and keeps what it lacks.
pub(crate) fn take_file(desk: &mut Desk<Session>, watch: Watch) {
    match desk.context.save_mut().keep_ours() {
        Ok(kept) => take(desk, kept, watch),
        Err(error) => fail(desk, error),
    }
}

fn take(desk: &mut Desk<Session>, kept: Option<PathBuf>, watch: Watch) {
    if let Err(error) = desk.context.save_mut().read_again(watch) {
        return fail(desk, error);
    }
    reread(desk);
    let save = desk.context.viewed();
    let mended = save.notices().first().map(|found| Notice::bad(notice_text(found)));
    let at = save.diary().head();
    desk.context.say(match kept {
        Some(kept) => Notice::bad(format!(
            "read again: at entry {at}; it is another file than before, and what was here is kept in {}",
            shown(&kept)
        )),
        None => mended.unwrap_or_else(|| Notice::good(format!("read again: at entry {at}"))),
    });
}

/// Writes the save in memory back to its file.
pub(crate) fn put_back(desk: &mut Desk<Session>) {
    match desk.context.save_mut().put_back() {
        Ok(copy) => {
            reread(desk);
            let there = copy.map_or(String::new(), |copy| format!("; what was there is kept in {}", shown(&copy)));
            desk.context.say(Notice::good(format!("all of it is back in its file{there}")));
        }
        Err(error) => fail(desk, error),
    }
}

/// Continues in the file in which the save in memory is kept.
pub(crate) fn go_on_beside(desk: &mut Desk<Session>) {
    let save = desk.context.save_mut();
    match save.keep_ours_in(&[]).and_then(|kept| save.go_on_in(&kept).map(|()| kept)) {
        Ok(kept) => {
            reread(desk);
            desk.context.say(Notice::good(format!("you go on in {}", shown(&kept))));
        }
        Err(error) => fail(desk, error),
    }
}

/// Writes the whole save to another file, and continues there.
pub(crate) fn save_as(model: &mut Model, name: &str) {
    let is_path = Path::new(name).extension().is_some() || name.contains(['/', '\\']);
    let named = if is_path { name.into() } else { format!("{name}.ron") };
    let Some(session) = model.session() else { return };
    // A bare name is relative to the folder of the save.
    let path = session.viewed().path().parent().map_or_else(|| PathBuf::from(&named), |folder| folder.join(&named));
    let Some(desk) = model.desk() else { return };
    match desk.context.save_mut().save_as(&path) {
        Ok(()) => {
            reread(desk);
            desk.context.say(Notice::good(format!("saved as {}; you go on there", shown(&path))));
        }
        Err(error) => fail(desk, error),
    }
}

/// Keeps entries that are only in memory in a file. `None` if there are none, or they are kept already.
pub(crate) fn keep_what_is_nowhere(model: &mut Model) -> Option<Result<PathBuf, FileError>> {
    let folders = [model.folders.saves.clone(), std::env::temp_dir()];
    let session = model.any_session()?;
    if !session.viewed().is_writable() {
        return None;
    }
    let save = session.save_mut();
    if save.is_all_in_file() || save.is_kept() {
        return None;
    }
    Some(save.keep_ours_in(&folders))
}

/// Whether the program may quit or open another save: no entries are only in memory. Such entries are kept in a file
/// first, with a notice; a second attempt succeeds.
pub fn may_leave(model: &mut Model) -> bool {
    may_leave_by(model, "press q again to leave")
}

/// Like [`may_leave`]; `again` says how to repeat the attempt.
pub(super) fn may_leave_by(model: &mut Model, again: &str) -> bool {
    if !drawing::may_leave(model) {
        return false;
    }
    let notice = match keep_what_is_nowhere(model) {
        None => return true,
        Some(Ok(kept)) => Notice::bad(format!(
            "another program changed the file, and it lacks what is here: that is kept in {}; {again}",
            shown(&kept)
        )),
        Some(Err(error)) => Notice::of_failure(
            &UserError::from(error).hint("what is here is in no file: save it under another name before you leave"),
        ),
    };
    model.say(notice);
    false
}

fn fail(desk: &mut Desk<Session>, error: FileError) {
    desk.context.say(Notice::of_failure(&error.into()));
}

/// Updates the screens after the save was read again.
pub(crate) fn reread(desk: &mut Desk<Session>) {
    desk.context.after_reading();
    desk.tell(SessionChange::Reread);
}

/// Whether the save is writable. One opened for reading is read again for that, and the current entry stays.
pub(super) fn may_write(desk: &mut Desk<Session>, watch: Watch) -> bool {
    if desk.context.viewed().is_writable() {
        return true;
    }
    match desk.context.save_mut().read_again(watch) {
        Ok(()) => {
            reread(desk);
            true
        }
        Err(error) => {
            desk.context.say(Notice::of_failure(&error.into()));
            false
        }
    }
}
