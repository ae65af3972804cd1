//! Mail. Orders on a share are added to the letter to the referee instead of being carried out. The referee's program
//! takes in what players hand in while it has the save open.

use super::{
    give_orders,
    history::{finish_change, write_error_notice},
    unsaved_recovery::ensure_writable,
};
use crate::{
    clock,
    component::{Context as _, SessionChange},
    effect::Effect,
    model::Model,
    notice::Notice,
    overlay::order_line::OrderLine,
    screen_stack::ScreenStack,
    session::Session,
};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};
use wardiary_base::text;
use wardiary_diary::{
    assets::{letters_folder, letters_in},
    diary::watch::Watch,
    error::{UserError, display_path},
    mail::{ComposedOrder, Delivery, Letter, LetterFile, shown_name},
};
use wardiary_rules::{notation, order::Order};

/// Takes in the orders that players handed in beside the open save. Returns whether there is anything new to draw. It waits
/// while something is open over the screen, during a review, and while odds are computed: the program polls too often
/// then.
pub(crate) fn take_in_mail(model: &mut Model) -> bool {
    let Some(screens) = model.session_stack().filter(|screens| !screens.has_overlay()) else { return false };
    let session = &mut screens.context;
    if session.odds.is_busy() || session.is_reviewing() || !session.viewed().is_writable() {
        return false;
    }
    let Ok(now) = clock::now() else { return false };
    let (entries, fault) = match session.save_mut().take_in(now) {
        Ok(taken) => {
            let left = taken.left.first().map(|(path, fault)| format!("{}: {fault}", display_path(path)));
            (taken.entries, left.map(Notice::bad))
        }
        Err(error) => (Vec::new(), Some(write_error_notice(session, error))),
    };
    let steps = entries.iter().filter_map(|no| session.diary().step(*no));
    let mut news: Vec<String> = steps.flat_map(|step| step.account().sentences).collect();
    let folder_fault = watch_folder(session, &mut news);
    let fault = fault.or(folder_fault);
    // Each fault is reported once, not at each poll.
    let is_new_fault = fault.is_some() && fault != session.mail_fault;
    session.mail_fault.clone_from(&fault);
    if !news.is_empty() {
        finish_change(screens, Ok(news.join("; ")));
    }
    if let Some(fault) = fault.filter(|_| is_new_fault) {
        screens.context.say(fault);
    }
    is_new_fault || !news.is_empty()
}

/// Imports the new orders files of the mail folder. Returns the last fault of those that are not of another campaign.
fn watch_folder(session: &mut Session, news: &mut Vec<String>) -> Option<Notice> {
    let mut fault = None;
    for (path, time) in letters_in(&mail_folder(session)?) {
        if session.read_letters.insert(path.clone(), time) == Some(time) {
            continue;
        }
        let done = Letter::from_file(&path).and_then(|letter| {
            // Other campaigns may share the folder.
            let is_ours = letter.title == session.diary().header().title;
            if is_ours { import(session, (&letter, &path), news) } else { Ok(()) }
        });
        if let Err(failure) = done {
            fault = Some(Notice::of_failure(&failure));
        }
    }
    fault
}

/// The orders files beside the save and in the mail folder.
pub(super) fn letters(session: &Session) -> Vec<PathBuf> {
    let beside = session.save().path().parent().map(Path::to_path_buf);
    let folders: BTreeSet<PathBuf> = beside.into_iter().chain(mail_folder(session)).collect();
    folders.iter().flat_map(|folder| letters_in(folder)).map(|(path, _)| path).collect()
}

pub(super) fn mail_folder(session: &Session) -> Option<PathBuf> {
    letters_folder(&session.settings.mail_folder, session.save().path())
}

pub(super) fn import_letter(screens: &mut ScreenStack<Session>, path: &Path, watch: Watch) {
    if !ensure_writable(screens, watch) {
        return;
    }
    let mut news = Vec::new();
    let letter = Letter::from_file(path);
    let done = letter.and_then(|letter| import(&mut screens.context, (&letter, path), &mut news));
    let none = || format!("{}: all its orders were handed in before", shown_name(path));
    finish_change(screens, Ok(if news.is_empty() { none() } else { news.join("; ") }));
    if let Err(failure) = done {
        screens.context.say(Notice::of_failure(&failure));
    }
}

/// Hands in the new orders of a letter. The notice names each as the inbox does, with the notes for the referee.
fn import(session: &mut Session, (letter, path): (&Letter, &Path), news: &mut Vec<String>) -> Result<(), UserError> {
    let save = session.save();
    let delivery = Delivery::of(letter, save.diary(), save.seals().chain().secret());
    let delivery = delivery.map_err(|why| why.into_user_error(&display_path(path), save.diary().state()))?;
    for order in &delivery.orders {
        let Some(number) = order.enter(session.save_mut(), false, clock::now()?)? else { continue };
        let label = session.diary().state().orders_label(number);
        let note = Some(order.note(&label)).filter(|note| !note.is_empty());
        news.push(format!("orders {label} handed in{}", note.map_or_else(String::new, |note| format!(" ({note})"))));
    }
    Ok(())
}

/// Redirects orders and undo to the letter, and refuses other effects that would write. Returns every other effect.
pub(super) fn redirect_to_letter(screens: &mut ScreenStack<Session>, effect: Effect) -> Option<Effect> {
    match effect {
        Effect::Give(order, _) => compose(screens, &order),
        Effect::GiveLines(lines) => {
            give_orders::for_each_line(screens, lines, |screens, order| compose(screens, &order));
        }
        Effect::Undo(many) => take_back(screens, many),
        Effect::Abandon(..) | Effect::Redo(_) | Effect::GoToOrRebase(_) | Effect::Rebase(_) => {
            let why = screens.context.read_only_reason().map(Notice::bad);
            screens.context.set_notice(why);
        }
        other => return Some(other),
    }
    None
}

/// Composes an order. If that fails, it goes back to the order line.
fn compose(screens: &mut ScreenStack<Session>, order: &Order) {
    let done = change_letter(screens, |letter_file, session| letter_file.compose(session.save(), order));
    let ComposedOrder { number, order: text, overrides, backup } = match done {
        Ok(composed) => composed,
        Err(failure) => {
            let line = OrderLine::new(notation::order_text(screens.context.diary().state(), order));
            screens.open(Box::new(line));
            return screens.context.say(Notice::of_failure(&failure));
        }
    };
    screens.context.clear_picks_after(order);
    screens.notify(SessionChange::Recorded(order));
    let older = backup
        .map_or_else(String::new, |older| format!("; the orders of the older share are in {}", shown_name(&older)));
    let file = letter_file(&screens.context);
    let instead = overrides.map_or_else(String::new, |other| format!(", which replaces order {other}"));
    let notice = format!("order {number} in {file}: {text}{instead}; undo takes it back{older}");
    screens.context.say(Notice::good(notice));
}

fn take_back(screens: &mut ScreenStack<Session>, many: u32) {
    let back = change_letter(screens, |letter_file, _| letter_file.take_back(many as usize));
    let text = back.map(|back| {
        let back: Vec<String> = back.iter().map(ToString::to_string).collect();
        let holds = screens.context.composed_orders().len();
        format!(
            "taken back: {}; {} left in {}",
            back.join(", "),
            text::count(holds, "order", "orders"),
            letter_file(&screens.context)
        )
    });
    screens.context.say(Notice::of_result(text));
}

/// Changes the letter as its file has it now.
fn change_letter<T>(
    screens: &mut ScreenStack<Session>,
    how: impl FnOnce(&mut LetterFile, &Session) -> Result<T, UserError>,
) -> Result<T, UserError> {
    let session = &mut screens.context;
    let changed = LetterFile::of(session.save()).and_then(|mut letter_file| {
        let done = how(&mut letter_file, session);
        session.letter_file = Some(Ok(letter_file));
        done
    });
    session.stop_reviewing();
    screens.notify(SessionChange::Moved);
    changed
}

fn letter_file(session: &Session) -> String {
    let letter_file = session.letter_file.as_ref().and_then(|letter_file| letter_file.as_ref().ok());
    letter_file.map_or_else(String::new, LetterFile::name)
}
