//! Moves through the diary: undo, redo, branches, rebase.

use super::lost::may_write;
use crate::{
    clock, component::SessionChange, desk::Desk, notice::Notice, overlay::listing::Listing, screen::ScreenName,
    session::Session,
};
use wardiary_base::text;
use wardiary_diary::{
    diary::{EntryNo, amend::Rebase, file::WriteError, watch::Watch},
    error::{UserError, shown},
};
use wardiary_rules::notation::Instruction;

pub fn undo(desk: &mut Desk<Session>, many: u32) {
    let way = desk.context.save.diary().path().to_vec();
    let undone = desk.context.save.save_mut().undo(many);
    after(desk, undone.map(|to| moved("undone", &way[way.partition_point(|no| *no <= to)..])));
}

pub fn redo(desk: &mut Desk<Session>, many: u32) {
    let redone = desk.context.save.save_mut().redo(many);
    after(desk, redone.map(|to| format!("entry {to} is back")));
}

/// Goes to another entry, or rebases one. Lists what no longer holds first. A save opened for reading is taken for
/// writing before anything is written.
pub fn go(desk: &mut Desk<Session>, instruction: Instruction, watch: Watch) {
    let session = &mut desk.context;
    let now = match clock::now() {
        Ok(now) => now,
        Err(failure) => return session.say(Notice::of_failure(&failure)),
    };
    let diary = session.save.diary();
    if let Instruction::Rebase { entry, change, anyway } = instruction {
        match diary.rebase(entry, &change, now) {
            Err(not) => session.say(Notice::of_failure(&not.into())),
            Ok(rebased) if anyway || rebased.losses.is_empty() => rebase(desk, rebased, watch),
            Ok(rebased) => desk.open(Box::new(Listing::of_rebase(rebased))),
        }
        return;
    }
    match diary.way(&instruction) {
        Err(no) => session.say(Notice::of_failure(&no.into())),
        Ok(None) => {}
        Ok(Some(way)) => {
            if !may_write(desk, watch) {
                return;
            }
            let gone = desk.context.save.save_mut().go(way, now);
            let is_done = gone.is_ok();
            after(desk, gone.map(|no| if no == 0 { "at the muster".into() } else { format!("at entry {no}") }));
            // Play continues on the new path.
            if is_done && desk.shows(ScreenName::Review) {
                desk.return_to(ScreenName::Battle);
            }
        }
    }
}

/// Carries out a confirmed rebase. The Review screen then shows the rebased entry.
pub fn rebase(desk: &mut Desk<Session>, rebase: Rebase, watch: Watch) {
    let last = desk.context.save.diary().next_no();
    if !may_write(desk, watch) {
        return;
    }
    if desk.context.save.diary().next_no() != last {
        // Another program has written entries since, so the rebase may be out of date.
        return desk.context.say(Notice::bad("somebody has written on meanwhile: nothing is changed; ask again"));
    }
    let (followed, losses, now) = (rebase.followed, rebase.losses.len(), rebase.now);
    let rebased = desk.context.save.save_mut().rebase(rebase);
    let is_done = rebased.is_ok();
    after(desk, rebased.map(|_| rebase_notice(followed, losses)));
    if is_done && desk.shows(ScreenName::Review) {
        desk.context.look_at(now);
        desk.tell(SessionChange::Moved);
    }
}

fn rebase_notice(followed: usize, losses: usize) -> String {
    let lost = if losses == 0 {
        "all of it holds".into()
    } else {
        text::count(losses, "thing no longer holds", "things no longer hold")
    };
    format!("{} worked out again, {lost}; undo goes back", text::count(followed, "entry", "entries"))
}

/// Examples: `entry 12 is undone`, `entries 4, 5 and 9 are undone`. The entries of a path need not be consecutive.
fn moved(what: &str, entries: &[EntryNo]) -> String {
    match entries {
        [] => format!("nothing is {what}"),
        [no] => format!("entry {no} is {what}"),
        _ => format!("entries {} are {what}", text::ranges(entries.iter().copied())),
    }
}

/// Updates the screens after a change, and shows its result.
pub fn after(desk: &mut Desk<Session>, done: Result<String, WriteError>) {
    let session = &mut desk.context;
    session.stop_reviewing();
    let notice = match done {
        Ok(told) => Notice::good(told),
        Err(not) => not_written(session, not),
    };
    session.say(notice);
    session.after_change();
    desk.tell(SessionChange::Moved);
}

/// The notice for an entry that could not be written.
pub(super) fn not_written(session: &mut Session, not: WriteError) -> Notice {
    match not {
        WriteError::Failed(error) if session.save.is_overtaken() => {
            // Keeps what the file lacks before anything else can happen.
            let hint = match session.save.save_mut().keep_ours() {
                Ok(None) => "read it again, with what the other wrote: nothing of yours is lost".to_string(),
                Ok(Some(kept)) => format!("read it again; what is here and not in it is kept in {}", shown(&kept)),
                Err(_) => "what is here is in no file: read it again, or save it under another name".into(),
            };
            Notice::of_failure(&UserError::from(error).hint(hint))
        }
        not => Notice::of_failure(&UserError::unrecorded(not, session.save.diary().state())),
    }
}
