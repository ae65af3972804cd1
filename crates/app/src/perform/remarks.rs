//! Actions on past entries: remarks, comparisons, playing on from an entry. A save opened for reading is taken for
//! writing first.

use super::{history, lost::may_write};
use crate::{
    clock, component::SessionChange, desk::Desk, notice::Notice, overlay::comparison::Comparison, screen::ScreenName,
    session::Session,
};
use wardiary_base::{id::SideId, remark::Annotation, text};
use wardiary_diary::{
    diary::{
        EntryNo,
        compare::Compared,
        file::{Mode, Save},
        merge::MergeError,
        watch::Watch,
    },
    error::{UserError, shown},
};
use wardiary_rules::notation::{self, Destination, Instruction};

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
        session.save.save().files_not_there(&says).into_iter().map(|file| format!("; {} is not there", shown(&file)));
    let told = std::iter::once(told).chain(missing).collect::<String>();
    let done = clock::now().map(|now| session.save.save_mut().remark(entry, says, now));
    session.forget_told(entry);
    let notice = match done {
        Err(failure) => Notice::of_failure(&failure),
        Ok(Ok(())) => Notice::good(told),
        Ok(Err(not)) => history::not_written(session, not),
    };
    session.say(notice);
    desk.tell(SessionChange::Remarked(entry));
}

fn told_of_table(session: &Session, table: &[SideId]) -> String {
    let state = session.save.diary().state();
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
    if desk.context.save.diary().head() == entry {
        desk.context.look_at(entry);
    } else {
        history::go(desk, Instruction::GoTo(Destination::Entry(entry)), watch);
    }
    desk.return_to(ScreenName::Battle);
}

/// Compares the path to an entry with another copy of the save, which is only read.
pub fn compare(desk: &mut Desk<Session>, end: EntryNo, name: &str, watch: Watch) {
    let session = &mut desk.context;
    let path = session.folders().save(name);
    let beside = Save::open_watched(&path, Mode::Read, watch).map_err(UserError::from).and_then(|other| {
        let file = |save: &Save| save.path().file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        let names = [file(session.save.save()), file(&other)];
        let copies = [(session.save.diary(), end, &*names[0]), (other.diary(), other.diary().head(), &*names[1])];
        let strangers = || UserError::refused(format!("{}: {}", shown(&path), MergeError::Strangers));
        Compared::of_copies(copies).ok_or_else(strangers)
    });
    match beside {
        Ok(compared) => desk.open(Box::new(Comparison::new(compared, false))),
        Err(failure) => session.say(Notice::of_failure(&failure)),
    }
}
