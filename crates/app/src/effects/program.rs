//! Effects that write nothing to the diary: screens, help, mouse, theme, reports and shares.

use super::mail::mail_folder;
use crate::{
    clock,
    command::{CommandGroup, CommandSpec},
    component::Context as _,
    model::{Model, VisibleStack, with_visible_stack},
    notice::Notice,
    overlay::{
        help::{Help, Palette},
        listing::Listing,
    },
    registry,
    screen::ScreenName,
    screen_stack::ScreenStack,
    session::Session,
};
use std::path::{Path, PathBuf};
use wardiary_base::{
    id::SideId,
    remark::Viewer,
    text::{self, Text},
};
use wardiary_diary::{
    assets::with_home,
    diary::{
        file::{self, FileError},
        watch::Watch,
    },
    error::{UserError, display_path},
    share::{self, check_shareable},
};
use wardiary_odds::suggest;
use wardiary_rules::order::Order;
use wardiary_view::{Look, theme::Theme};

/// Shows a screen: a new one if it is about an order, otherwise the one in the stack.
pub fn show_screen(screens: &mut ScreenStack<Session>, name: ScreenName, about: Option<Order>) {
    if about.is_some() || !screens.return_to(name) {
        screens.push(name, registry::open(name, &screens.context, about));
    }
    screens.context.set_way_back(screens.has_jumped());
}

/// Shows a screen above the current one, so that leaving it returns here.
pub(crate) fn show_on_top(screens: &mut ScreenStack<Session>, name: ScreenName) {
    if !screens.bring_to_top(name) {
        screens.push(name, registry::open(name, &screens.context, None));
    }
    screens.context.set_way_back(screens.has_jumped());
}

pub fn list_suggestions(screens: &mut ScreenStack<Session>, side: Option<SideId>) {
    let diary = screens.context.diary();
    let state = diary.state();
    let proposals = suggest::suggest(state, side, &diary.edna_tests_this_turn(), &diary.recent_consultations());
    if proposals.is_empty() {
        let why = if state.ended().is_some() {
            "the campaign is over: there is nothing to propose"
        } else if state.open_battles().next().is_none() {
            "no battle is under way, and nothing is due"
        } else {
            "there is nothing to propose"
        };
        screens.context.say(Notice::bad(why));
        return;
    }
    let list = Listing::of_proposals(state, side, &proposals);
    screens.open(Box::new(list));
}

pub fn open_help(model: &mut Model) {
    let book = match &model.visible_stack {
        VisibleStack::Start(..) | VisibleStack::Drawing(..) => None,
        VisibleStack::Session(screens) => Some(screens.context.state().book()),
    };
    let keys_of = |info: &CommandSpec| model.keymap.key_labels(info.id).join(" ");
    let glyphs = model.glyphs();
    let look = Look::new(&model.theme, &glyphs);
    // The current screen's keys and symbols come first. A drawing has no other sections.
    let (here, reasons, legend) = with_visible_stack!(&model.visible_stack, screens => (screens.groups_here(), screens.unavailable_reasons(), screens.legend(look)));
    let others = match &model.visible_stack {
        VisibleStack::Start(..) | VisibleStack::Session(_) => registry::groups_by_use(),
        VisibleStack::Drawing(..) => registry::drawing_and_shared_groups(),
    };
    let others = others.into_iter().filter(|group| here.iter().all(|other| other.id != group.id));
    let others: Vec<CommandGroup> = others.collect();
    let book = book.map(|book| &**book);
    let palette =
        Palette { here: &here, others: &others, reasons, legend, book, keys_of: &keys_of, manual: (model.manual)() };
    let help = Box::new(Help::new(palette));
    with_visible_stack!(&mut model.visible_stack, screens => screens.open(help));
}

/// Writes a report beside the save, or where the name says.
pub fn write_report(model: &mut Model, name: &str) {
    let write = model.write_report;
    let Some(session) = model.shown_session() else { return };
    let save = session.viewed().path();
    let named = Path::new(name);
    let named = if named.extension().is_some() { named.into() } else { named.with_extension("html") };
    let named = PathBuf::from(with_home(named.into()));
    let path = save.parent().map_or_else(|| named.clone(), |folder| folder.join(&named));
    let notice = match write(save, &path) {
        Ok(()) => Notice::good(format!("the report is in {}", display_path(&path))),
        Err(failure) => Notice::of_failure(&failure),
    };
    session.say(notice);
}

/// Writes the share of a side beside the save, or those of all sides into the mail folder, over older ones, and records
/// that.
pub fn write_shares(session: &mut Session, side: Option<SideId>, watch: Watch) {
    let (path, state) = (session.save().path(), session.diary().state());
    let folder = mail_folder(session).or_else(|| path.parent().map(Path::to_path_buf)).unwrap_or_default();
    let files: Vec<(SideId, PathBuf)> = match side {
        Some(side) => vec![(side, share::path_beside(path, &state.name(side)))],
        None => state.sides().iter().map(|side| (side.id, share::path_in(&folder, path, side, state))).collect(),
    };
    let written: Result<Vec<String>, UserError> =
        files.iter().map(|(side, to)| write_share(session, *side, to, watch)).collect();
    session.say(Notice::of_result(written.map(|written| written.join("; "))));
}

fn write_share(session: &mut Session, side: SideId, to: &Path, watch: Watch) -> Result<String, UserError> {
    let (save, path) = (session.save(), session.save().path());
    let name = save.diary().state().name(side);
    let secret = check_shareable(save.diary(), save.seals()).map_err(|why| UserError::unshareable(path, why))?;
    let bytes = file::read_save(path).map_err(|e| UserError::io(path, "read", &e))?;
    let made = share::share(&bytes, secret, side, watch).map_err(|e| UserError::from_share(path, &name, e))?;
    match file::export(to, &made.text) {
        Err(FileError::Exists { .. }) if file::is_share(to) => file::rewrite(to, &made.text)?,
        written => written?,
    }
    let (head, now) = (save.diary().head(), clock::now()?);
    let recorded = session.save_mut().record_share(Viewer::Side(side), head, now);
    recorded.map_err(|error| UserError::from_write(error, session.diary().state()))?;
    Ok(format!("the share for {name} is in {}", display_path(to)))
}

/// Maximum number of bytes copied. Some terminals accept no more.
const MAX_COPIED_BYTES: usize = 74_994;

pub fn copy(model: &mut Model) {
    let (theme, glyphs) = (model.theme.clone(), model.glyphs());
    let look = Look::new(&theme, &glyphs);
    let size = (model.size.width.max(1), model.size.height.max(1));
    let (what, lines) = with_visible_stack!(&model.visible_stack, screens => screens.copy_text(look, size));
    let (text, cut) = join_within(&lines, MAX_COPIED_BYTES);
    let many = text::count(text.lines().count(), "line", "lines");
    model.say(if cut > 0 {
        Notice::bad(format!("copied: the first {many} of {what}; the other {cut} bytes are too much for a clipboard"))
    } else {
        Notice::good(format!("copied: {what}, {many}"))
    });
    model.clipboard = Some(text);
}

/// Joins lines into a text of at most `most` bytes, cut at a character boundary. Returns it with the number of bytes
/// cut.
pub fn join_within(lines: &[String], most: usize) -> (String, usize) {
    let whole: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    let end = (0..=most.min(whole.len())).rev().find(|at| whole.is_char_boundary(*at)).unwrap_or(0);
    (whole[..end].to_string(), whole.len() - end)
}

pub(crate) fn toggle_mouse(model: &mut Model) {
    model.mouse = !model.mouse;
    model.say(Notice::good(if model.mouse { "the mouse controls the program" } else { "the mouse selects text" }));
}

pub(crate) fn save_panes(model: &mut Model) {
    // A side's view is read-only, so its layout is not saved.
    let session = model.session().filter(|session| session.viewed().side().is_none());
    let fault = session.and_then(|session| session.panes.save(&model.folders));
    fault.into_iter().for_each(|fault| model.say(fault));
}

pub(crate) fn next_theme(model: &mut Model) {
    let shipped = Theme::NAMES.into_iter().map(Text::from);
    let themes: Vec<Text> = shipped.chain(model.folders.themes()).collect();
    // Faulty themes are skipped as well. `auto` is not in the list; it continues from the theme that it resolves to.
    let place = |wanted: &Text| themes.iter().position(|name| name == wanted);
    let at = place(&model.settings.theme).or_else(|| place(model.theme.name())).map_or(0, |at| at + 1);
    model.settings.theme.clone_from(&themes[at % themes.len()]);
    let text = format!("theme {}; set it in settings.ron in the config folder to keep it", model.settings.theme);
    model.say(Notice::good(text));
    model.apply_theme();
}
