//! A save that was opened to be read, taken for writing: before anything of a review is written, and never sooner.

use super::lost;
use crate::{desk::Desk, notice::Notice, session::Session};
use wardiary_diary::diary::watch::Watch;

/// Whether the save can be written; one that was only read is read again for that, and the reader stays where he is.
pub(super) fn may_write(desk: &mut Desk<Session>, watch: Watch) -> bool {
    if desk.context.save.is_writable() {
        return true;
    }
    match desk.context.save.save_mut().read_again(watch) {
        Ok(()) => {
            lost::reread(desk);
            true
        }
        Err(error) => {
            desk.context.notice = Some(Notice::of_failure(&error.into()));
            false
        }
    }
}
