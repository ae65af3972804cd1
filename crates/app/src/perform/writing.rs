//! Takes a save that was opened for reading for writing, just before the first write.

use super::lost;
use crate::{desk::Desk, notice::Notice, session::Session};
use wardiary_diary::diary::watch::Watch;

/// Whether the save is writable. One opened for reading is read again for that, and the current entry stays.
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
            desk.context.say(Notice::of_failure(&error.into()));
            false
        }
    }
}
