//! What memory holds and the save's file lacks, after another program put something else in its place: it is kept in a
//! file of its own before anything replaces it, put back, or gone on with elsewhere.

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

/// Reads the save again, with what others have written to it. What would be lost by that is kept beside it; where the file
/// is a mere beginning of what is in memory, or none at all, it is asked what to do.
pub(crate) fn read_again(desk: &mut Desk<Session>, watch: Watch) {
    let save = desk.context.save.save_mut();
    let found = match save.in_file(watch) {
        // What is in the file is not known; so nothing is asked, and nothing kept.
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

/// Takes the file as it is. What it lacks is kept.
pub(crate) fn take_file(desk: &mut Desk<Session>, watch: Watch) {
    match desk.context.save.save_mut().keep_ours() {
        Ok(kept) => take(desk, kept, watch),
        Err(error) => fail(desk, error),
    }
}

fn take(desk: &mut Desk<Session>, kept: Option<PathBuf>, watch: Watch) {
    if let Err(error) = desk.context.save.save_mut().read_again(watch) {
        return fail(desk, error);
    }
    reread(desk);
    let save = &desk.context.save;
    let mended = save.notices().first().map(|found| Notice::bad(notice_text(found)));
    let at = save.diary().head();
    desk.context.notice = Some(match kept {
        Some(kept) => Notice::bad(format!(
            "read again: at entry {at}; it is another file than before, and what was here is kept in {}",
            shown(&kept)
        )),
        None => mended.unwrap_or_else(|| Notice::good(format!("read again: at entry {at}"))),
    });
}

/// Puts what is in memory back.
pub(crate) fn put_back(desk: &mut Desk<Session>) {
    match desk.context.save.save_mut().put_back() {
        Ok(copy) => {
            reread(desk);
            let there = copy.map_or(String::new(), |copy| format!("; what was there is kept in {}", shown(&copy)));
            desk.context.notice = Some(Notice::good(format!("all of it is back in its file{there}")));
        }
        Err(error) => fail(desk, error),
    }
}

/// Goes on in the file in which what is in memory is kept.
pub(crate) fn go_on_beside(desk: &mut Desk<Session>) {
    let save = desk.context.save.save_mut();
    match save.keep_ours_in(&[]).and_then(|kept| save.go_on_in(&kept).map(|()| kept)) {
        Ok(kept) => {
            reread(desk);
            desk.context.notice = Some(Notice::good(format!("you go on in {}", shown(&kept))));
        }
        Err(error) => fail(desk, error),
    }
}

/// Writes all of the save to another file, and goes on there.
pub(crate) fn save_as(model: &mut Model, name: &str) {
    let is_path = Path::new(name).extension().is_some() || name.contains(['/', '\\']);
    let named = if is_path { name.into() } else { format!("{name}.ron") };
    let Some(session) = model.session() else { return };
    // A name alone stands beside the save.
    let path = session.save.path().parent().map_or_else(|| PathBuf::from(&named), |folder| folder.join(&named));
    let Some(desk) = model.desk() else { return };
    match desk.context.save.save_mut().save_as(&path) {
        Ok(()) => {
            reread(desk);
            desk.context.notice = Some(Notice::good(format!("saved as {}; you go on there", shown(&path))));
        }
        Err(error) => fail(desk, error),
    }
}

/// Keeps what is in memory alone in a file, and says in which; nothing where all of it is in one already.
pub(crate) fn keep_what_is_nowhere(model: &mut Model) -> Option<Result<PathBuf, FileError>> {
    let folders = [model.folders.saves.clone(), std::env::temp_dir()];
    let save = &mut model.any_session()?.save;
    if !save.is_writable() {
        return None;
    }
    let save = save.save_mut();
    if save.is_all_in_file() || save.is_kept() {
        return None;
    }
    Some(save.keep_ours_in(&folders))
}

/// Whether the program may end, or open another save: nothing is in memory alone. What is, is kept in a file first, and
/// that is said; asked again, it may.
pub fn may_leave(model: &mut Model) -> bool {
    may_leave_by(model, "press q again to leave")
}

/// The same; how it is asked again is said.
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
    desk.context.notice = Some(Notice::of_failure(&error.into()));
}

/// Brings the screens up to date with a save that was read again.
pub(crate) fn reread(desk: &mut Desk<Session>) {
    desk.context.after_reading();
    desk.tell(SessionChange::Reread);
}
