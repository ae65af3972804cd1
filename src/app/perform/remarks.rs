//! What a reader puts down on an entry, and writing on from one. A save that is only read is taken for writing first.

use super::{history, lost};
use crate::{
    app::{clock, component::SessionChange, desk::Desk, notice::Notice, screen::ScreenName, session::Session},
    diary::{EntryNo, watch::Watch},
    notation::{self, Destination, Instruction},
    remark::Annotation,
    text,
};

/// Puts something down on an entry, or withdraws it. The diary stands where it stood, and so does what is looked at.
pub(crate) fn remark(desk: &mut Desk<Session>, entry: EntryNo, says: Annotation, watch: Watch) {
    if !may_write(desk, watch) {
        return;
    }
    let session = &mut desk.context;
    let told = match &says {
        Annotation::NoComment => format!("the remark on entry {entry} is withdrawn"),
        Annotation::NoBookmark => format!("the bookmark on entry {entry} is withdrawn"),
        Annotation::Comment(_) | Annotation::Bookmark(_) => text::sanitize(&notation::remark_text(entry, &says)),
    };
    let done = clock::now().map(|now| session.save.remark(entry, says, now));
    session.forget_told(entry);
    session.notice = Some(match done {
        Err(failure) => Notice::of_failure(&failure),
        Ok(Ok(())) => Notice::good(told),
        Ok(Err(not)) => history::not_written(session, not),
    });
    desk.tell(SessionChange::Remarked(entry));
}

/// Goes on from an entry, at the table. What came after it stays, as a branch.
pub(crate) fn write_on(desk: &mut Desk<Session>, entry: EntryNo, watch: Watch) {
    if !may_write(desk, watch) {
        return;
    }
    if desk.context.save.diary().head() == entry {
        desk.context.look_at(entry);
    } else {
        history::go(desk, Instruction::GoTo(Destination::Entry(entry)));
    }
    desk.return_to(ScreenName::Battle);
}

/// Whether the save can be written; one that was only read is read again for that, and the reader stays where he is.
fn may_write(desk: &mut Desk<Session>, watch: Watch) -> bool {
    if desk.context.save.is_writable() {
        return true;
    }
    match desk.context.save.read_again(watch) {
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
