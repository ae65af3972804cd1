//! Moves through the diary, rebases it, adds remarks and compares paths. Before anything is written, a save opened for
//! reading is taken for writing.

use super::unsaved_recovery::ensure_writable;
use crate::{
    clock,
    component::{Context as _, SessionChange},
    model::Model,
    notice::Notice,
    overlay::{comparison::Comparison, listing::Listing},
    screen::ScreenName,
    screen_stack::ScreenStack,
    session::Session,
};
use wardiary_base::{id::SideId, remark::Annotation, text};
use wardiary_diary::{
    diary::{
        EntryNo,
        amend::Rebase,
        compare::PathComparison,
        file::{Mode, Save, WriteError},
        merge::MergeError,
        watch::Watch,
    },
    error::{UserError, display_path},
};
use wardiary_rules::notation::{self, Destination, Instruction};

pub fn undo(screens: &mut ScreenStack<Session>, many: u32) {
    let diary = screens.context.diary();
    let way = diary.path().to_vec();
    let amended = (many == 1).then(|| diary.head_before_amendment(diary.head())).flatten();
    let branch = amended.and_then(|_| diary.branch_of(diary.head()));
    let headline = diary.headline(diary.head()).filter(|_| many == 1);
    let undone = screens.context.save_mut().undo(many);
    let text = |to| match (branch, headline) {
        (Some(branch), _) => format!("the amendment is undone; it is kept as the branch “{}”", branch.title()),
        (None, Some(headline)) => format!("entry {} was undone: {headline}", way.last().copied().unwrap_or(to)),
        (None, None) => moved_text("undone", &way[way.partition_point(|no| *no <= to)..]),
    };
    finish_change(screens, undone.map(text));
}

pub fn redo(screens: &mut ScreenStack<Session>, many: u32) {
    let redone = screens.context.save_mut().redo(many);
    finish_change(screens, redone.map(|to| format!("entry {to} is back")));
}

/// Goes to another entry, or rebases one.
pub fn go_to_or_rebase(screens: &mut ScreenStack<Session>, instruction: Instruction, watch: Watch) {
    let session = &mut screens.context;
    let now = match clock::now() {
        Ok(now) => now,
        Err(failure) => return session.say(Notice::of_failure(&failure)),
    };
    let diary = session.diary();
    if let Instruction::Rebase { entry, change, anyway } = instruction {
        match diary.rebase(entry, &change, now) {
            Err(not) => session.say(Notice::of_failure(&not.into())),
            // In a save that was opened for reading, the list is also the question whether to write to it.
            Ok(rebased) if session.viewed().is_writable() && (anyway || rebased.conflicts.is_empty()) => {
                rebase(screens, rebased, watch);
            }
            Ok(rebased) => screens.open(Box::new(Listing::of_rebase(rebased))),
        }
        return;
    }
    match diary.head_move(&instruction) {
        Err(no) => session.say(Notice::of_failure(&no.into())),
        Ok(None) => {}
        Ok(Some(way)) => {
            if !ensure_writable(screens, watch) {
                return;
            }
            let gone = screens.context.save_mut().move_head(way, now);
            let is_done = gone.is_ok();
            finish_change(
                screens,
                gone.map(|no| if no == 0 { "at the muster".into() } else { format!("at entry {no}") }),
            );
            // Play continues on the new path.
            if is_done && screens.shows(ScreenName::Review) {
                screens.return_to(ScreenName::Battle);
            }
        }
    }
}

/// Carries out a confirmed rebase. The Review screen then shows the rebased entry.
pub fn rebase(screens: &mut ScreenStack<Session>, rebase: Rebase, watch: Watch) {
    let last = screens.context.diary().next_no();
    if !ensure_writable(screens, watch) {
        return;
    }
    if screens.context.diary().next_no() != last {
        // Another program has written entries since, so the rebase may be out of date.
        return screens
            .context
            .say(Notice::bad("somebody else has written to the save meanwhile: nothing was changed; try again"));
    }
    let (notice, now) = (rebase_notice(&rebase), rebase.replacement);
    let rebased = screens.context.save_mut().rebase(rebase);
    let is_done = rebased.is_ok();
    finish_change(screens, rebased.map(|_| notice));
    if is_done && screens.shows(ScreenName::Review) {
        screens.context.view_entry(now);
        screens.notify(SessionChange::Moved);
    }
}

fn rebase_notice(rebase: &Rebase) -> String {
    let effects: Vec<String> = rebase.consequences().map(|group| group.summary).collect();
    let effects = if effects.is_empty() { "everything still holds".into() } else { text::list(&effects) };
    format!("{} recalculated, {effects}; undo goes back", text::count(rebase.replayed, "entry", "entries"))
}

/// Examples: `entry 12 was undone`, `entries 4, 5 and 9 were undone`. The entries of a path need not be consecutive.
fn moved_text(what: &str, entries: &[EntryNo]) -> String {
    match entries {
        [] => format!("nothing was {what}"),
        [no] => format!("entry {no} was {what}"),
        _ => format!("entries {} were {what}", text::ranges(entries.iter().copied())),
    }
}

pub fn finish_change(screens: &mut ScreenStack<Session>, done: Result<String, WriteError>) {
    let session = &mut screens.context;
    session.stop_reviewing();
    let notice = match done {
        Ok(text) => Notice::good(text),
        Err(not) => write_error_notice(session, not),
    };
    session.say(notice);
    session.after_change();
    screens.notify(SessionChange::Moved);
}

pub(super) fn write_error_notice(session: &mut Session, not: WriteError) -> Notice {
    match not {
        WriteError::Failed(error) if session.viewed().is_changed_elsewhere() => {
            // Keeps what the file lacks before anything else can happen.
            let hint = match session.save_mut().write_rescue_copy() {
                Ok(None) => "reload it, with what the other program wrote: nothing of yours is lost".to_string(),
                Ok(Some(copy)) => {
                    format!("reload it; the entries that it lacks are kept in {}", display_path(&copy))
                }
                Err(_) => "the entries that it lacks are in no file: reload it, or save under another name".into(),
            };
            Notice::of_failure(&UserError::from(error).hint(hint))
        }
        not => Notice::of_failure(&UserError::from_write(not, session.diary().state())),
    }
}

/// Says at once that another program has replaced or deleted the save. Returns whether there is anything new to draw.
/// While odds are computed nothing is looked up: the program polls too often then.
pub(crate) fn notice_changed_save(model: &mut Model) -> bool {
    let Some(screens) = model.session_stack() else { return false };
    let session = &mut screens.context;
    if session.odds.is_busy() || !session.viewed().is_writable() {
        return false;
    }
    let Some(error) = session.save_mut().detect_change() else { return false };
    let notice = write_error_notice(session, WriteError::Failed(error));
    session.say(notice);
    true
}

/// Adds or withdraws a remark. The head and the current entry stay.
pub fn add_remark(screens: &mut ScreenStack<Session>, entry: EntryNo, says: Annotation, watch: Watch) {
    if !ensure_writable(screens, watch) {
        return;
    }
    let session = &mut screens.context;
    let text = match &says {
        Annotation::NoComment => format!("the remark on entry {entry} was withdrawn"),
        Annotation::NoBookmark => format!("the bookmark on entry {entry} was withdrawn"),
        Annotation::Table(sides) => dice_table_text(session, sides),
        Annotation::Comment(_) | Annotation::Bookmark(_) | Annotation::Shared(_) => notation::remark_text(entry, &says),
    };
    let missing =
        session.save().missing_files(&says).into_iter().map(|file| format!("; {} does not exist", display_path(&file)));
    let text = std::iter::once(text).chain(missing).collect::<String>();
    let done = clock::now().map(|now| session.save_mut().remark(entry, says, now));
    session.invalidate_account(entry);
    let notice = match done {
        Ok(Err(not)) => write_error_notice(session, not),
        done => Notice::of_result(done.map(|_| text)),
    };
    session.say(notice);
    screens.notify(SessionChange::Remarked(entry));
}

fn dice_table_text(session: &Session, table: &[SideId]) -> String {
    let state = session.diary().state();
    let of = |on_table: bool| {
        let sides = state.sides().iter().filter(|side| table.contains(&side.id) == on_table);
        sides.map(|side| state.name(side.id)).collect::<Vec<_>>()
    };
    match (&of(true)[..], &of(false)[..]) {
        ([], _) => "the program rolls the dice".into(),
        (_, []) => "dice are rolled on the table: type in their faces".into(),
        (table, program) => format!(
            "dice of {}: rolled on the table and typed in; of {}: rolled by the program",
            text::list(table),
            text::list(program)
        ),
    }
}

/// Makes an entry the head and goes to the battle screen. The entries after it stay as a branch.
pub(crate) fn continue_from(screens: &mut ScreenStack<Session>, entry: EntryNo, watch: Watch) {
    if !ensure_writable(screens, watch) {
        return;
    }
    if screens.context.diary().head() == entry {
        screens.context.view_entry(entry);
    } else {
        go_to_or_rebase(screens, Instruction::GoTo(Destination::Entry(entry)), watch);
    }
    screens.return_to(ScreenName::Battle);
}

/// Compares the path to an entry with another copy of the save, which is only read.
pub fn open_comparison(screens: &mut ScreenStack<Session>, end: EntryNo, name: &str, watch: Watch) {
    let session = &mut screens.context;
    let beside = session.folders.save_path(name).and_then(|path| {
        let other = Save::open_with_progress(&path, Mode::Read, watch)?;
        let file = |save: &Save| save.path().file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        let names = [file(session.save()), file(&other)];
        let copies = [(session.diary(), end, &*names[0]), (other.diary(), other.diary().head(), &*names[1])];
        let strangers = || UserError::refused(format!("{}: {}", display_path(&path), MergeError::Unrelated));
        PathComparison::of_copies(copies).ok_or_else(strangers)
    });
    match beside {
        Ok(compared) => screens.open(Box::new(Comparison::new(compared, false))),
        Err(failure) => session.say(Notice::of_failure(&failure)),
    }
}
