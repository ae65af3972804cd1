//! Moves through the diary: undo, redo, branches, rebase; remarks, comparisons, and playing on from an entry. A save
//! opened for reading is taken for writing before anything is written.

use super::lost::may_write;
use crate::{
    clock,
    component::SessionChange,
    desk::Desk,
    notice::Notice,
    overlay::{comparison::Comparison, listing::Listing},
    screen::ScreenName,
    session::Session,
};
use wardiary_base::{id::SideId, remark::Annotation, text};
use wardiary_diary::{
    diary::{
        EntryNo,
        amend::Rebase,
        compare::Compared,
        file::{Mode, Save, WriteError},
        merge::MergeError,
        watch::Watch,
    },
    error::{UserError, shown},
};
use wardiary_rules::notation::{self, Destination, Instruction};

pub fn undo(desk: &mut Desk<Session>, many: u32) {
    let way = desk.context.diary().path().to_vec();
    let undone = desk.context.save_mut().undo(many);
    after(desk, undone.map(|to| moved("undone", &way[way.partition_point(|no| *no <= to)..])));
}

pub fn redo(desk: &mut Desk<Session>, many: u32) {
    let redone = desk.context.save_mut().redo(many);
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
    let diary = session.diary();
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
            let gone = desk.context.save_mut().go(way, now);
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
    let last = desk.context.diary().next_no();
    if !may_write(desk, watch) {
        return;
    }
    if desk.context.diary().next_no() != last {
        // Another program has written entries since, so the rebase may be out of date.
        return desk.context.say(Notice::bad("somebody has written on meanwhile: nothing is changed; ask again"));
    }
    let (followed, losses, now) = (rebase.followed, rebase.losses.len(), rebase.now);
    let rebased = desk.context.save_mut().rebase(rebase);
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
        WriteError::Failed(error) if session.viewed().is_overtaken() => {
            // Keeps what the file lacks before anything else can happen.
            let hint = match session.save_mut().keep_ours() {
                Ok(None) => "read it again, with what the other wrote: nothing of yours is lost".to_string(),
                Ok(Some(kept)) => format!("read it again; what is here and not in it is kept in {}", shown(&kept)),
                Err(_) => "what is here is in no file: read it again, or save it under another name".into(),
            };
            Notice::of_failure(&UserError::from(error).hint(hint))
        }
        not => Notice::of_failure(&UserError::unrecorded(not, session.diary().state())),
    }
}

/// Adds or withdraws a remark. The head and the current entry stay.
pub fn remark(desk: &mut Desk<Session>, entry: EntryNo, says: Annotation, watch: Watch) {
    if !may_write(desk, watch) {
        return;
    }
    let session = &mut desk.context;
    let told = match &says {
        Annotation::NoComment => format!("the remark on entry {entry} is withdrawn"),
        Annotation::NoBookmark => format!("the bookmark on entry {entry} is withdrawn"),
        Annotation::Table(sides) => told_of_table(session, sides),
        Annotation::Comment(_) | Annotation::Bookmark(_) => text::sanitize(&notation::remark_text(entry, &says)),
    };
    let missing =
        session.save().files_not_there(&says).into_iter().map(|file| format!("; {} is not there", shown(&file)));
    let told = std::iter::once(told).chain(missing).collect::<String>();
    let done = clock::now().map(|now| session.save_mut().remark(entry, says, now));
    session.forget_told(entry);
    let notice = match done {
        Err(failure) => Notice::of_failure(&failure),
        Ok(Ok(())) => Notice::good(told),
        Ok(Err(not)) => not_written(session, not),
    };
    session.say(notice);
    desk.tell(SessionChange::Remarked(entry));
}

fn told_of_table(session: &Session, table: &[SideId]) -> String {
    let state = session.diary().state();
    let of = |on_table: bool| {
        let sides = state.sides().iter().filter(|side| table.contains(&side.id) == on_table);
        sides.map(|side| text::sanitize(&state.name(side.id))).collect::<Vec<_>>()
    };
    match (&of(true)[..], &of(false)[..]) {
        ([], _) => "the program throws the dice".into(),
        (_, []) => "the dice are thrown on the table: you type in what they show".into(),
        (table, program) => format!(
            "dice of {}: thrown on the table and typed in; of {}: thrown by the program",
            text::list(table),
            text::list(program)
        ),
    }
}

/// Makes an entry the head and goes to the battle screen. The entries after it stay as a branch.
pub(crate) fn write_on(desk: &mut Desk<Session>, entry: EntryNo, watch: Watch) {
    if !may_write(desk, watch) {
        return;
    }
    if desk.context.diary().head() == entry {
        desk.context.look_at(entry);
    } else {
        go(desk, Instruction::GoTo(Destination::Entry(entry)), watch);
    }
    desk.return_to(ScreenName::Battle);
}

/// Compares the path to an entry with another copy of the save, which is only read.
pub fn compare(desk: &mut Desk<Session>, end: EntryNo, name: &str, watch: Watch) {
    let session = &mut desk.context;
    let path = session.folders().save(name);
    let beside = Save::open_watched(&path, Mode::Read, watch).map_err(UserError::from).and_then(|other| {
        let file = |save: &Save| save.path().file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        let names = [file(session.save()), file(&other)];
        let copies = [(session.diary(), end, &*names[0]), (other.diary(), other.diary().head(), &*names[1])];
        let strangers = || UserError::refused(format!("{}: {}", shown(&path), MergeError::Strangers));
        Compared::of_copies(copies).ok_or_else(strangers)
    });
    match beside {
        Ok(compared) => desk.open(Box::new(Comparison::new(compared, false))),
        Err(failure) => session.say(Notice::of_failure(&failure)),
    }
}
