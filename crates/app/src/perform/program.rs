//! Effects that do not concern a save: screens, help, mouse, theme.

use crate::{
    command::{CommandGroup, Info},
    desk::Desk,
    model::{Front, Model, on_desk},
    notice::Notice,
    overlay::{
        help::{Help, Palette},
        listing::Listing,
    },
    registry,
    screen::ScreenName,
    session::Session,
};
use wardiary_base::{id::SideId, text};
use wardiary_odds::suggest;
use wardiary_rules::order::Order;
use wardiary_view::{Look, theme::Theme};

/// Shows a screen: a new one if it is about an order, otherwise the one in the stack.
pub fn show(desk: &mut Desk<Session>, name: ScreenName, about: Option<Order>) {
    if about.is_some() || !desk.return_to(name) {
        desk.push(name, registry::open(name, &desk.context, about));
    }
    desk.context.set_way_back(desk.has_aside());
}

/// Shows a screen above the current one, so that leaving it returns here.
pub(crate) fn go_over_to(desk: &mut Desk<Session>, name: ScreenName) {
    if !desk.go_over_to(name) {
        desk.push(name, registry::open(name, &desk.context, None));
    }
    desk.context.set_way_back(desk.has_aside());
}

/// Lists suggestions for a side, if there are any.
pub fn suggest(desk: &mut Desk<Session>, side: Option<SideId>) {
    let diary = desk.context.diary();
    let state = diary.state();
    let proposals = suggest::suggest(state, side, &diary.asked_this_turn(), &diary.consulted_lately());
    if proposals.is_empty() {
        let why = if state.ended().is_some() {
            "the campaign is over: there is nothing to propose"
        } else if state.open_battles().next().is_none() {
            "no battle is under way, and nothing is due"
        } else {
            "there is nothing to propose"
        };
        desk.context.say(Notice::bad(why));
        return;
    }
    let list = Listing::of_proposals(state, side, &proposals);
    desk.open(Box::new(list));
}

pub fn help(model: &mut Model) {
    let book = match &model.front {
        Front::Start(..) | Front::Drawing(..) => None,
        Front::Session(desk) => Some(desk.context.state().book()),
    };
    let keys_of = |info: &Info| model.keymap.shown(info.id).join(" ");
    let glyphs = model.glyphs();
    let look = Look::new(&model.theme, &glyphs);
    // The current screen's keys and symbols come first. A drawing has no other sections.
    let (here, reasons, legend) =
        on_desk!(&model.front, desk => (desk.groups_here(), desk.reasons(), desk.legend(look)));
    let others = match &model.front {
        Front::Start(..) | Front::Session(_) => registry::groups_by_use(),
        Front::Drawing(..) => registry::over_drawing(),
    };
    let others = others.into_iter().filter(|group| here.iter().all(|other| other.id != group.id));
    let others: Vec<CommandGroup> = others.collect();
    let book = book.map(|book| &**book);
    let palette = Palette { here: &here, others: &others, reasons, legend, book, keys_of: &keys_of };
    let help = Box::new(Help::new(palette));
    on_desk!(&mut model.front, desk => desk.open(help));
}

/// Maximum number of bytes copied. Some terminals accept no more.
const MOST_COPIED: usize = 74_994;

/// Copies the selection or the screen to the clipboard.
pub fn copy(model: &mut Model) {
    let (theme, glyphs) = (model.theme.clone(), model.glyphs());
    let look = Look::new(&theme, &glyphs);
    let size = (model.size.width.max(1), model.size.height.max(1));
    let (what, lines) = on_desk!(&model.front, desk => desk.copied(look, size));
    let (text, cut) = within(&lines, MOST_COPIED);
    let many = text::count(text.lines().count(), "line", "lines");
    model.say(if cut > 0 {
        Notice::bad(format!(
            "copied: {what}, but too long for a clipboard: its first {many}, and {cut} bytes are left out"
        ))
    } else {
        Notice::good(format!("copied: {what}, {many}"))
    });
    model.clipboard = Some(text);
}

/// Joins lines into a text of at most `most` bytes, cut at a character boundary. Returns it with the number of bytes
/// cut.
pub fn within(lines: &[String], most: usize) -> (String, usize) {
    let whole: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    let end = (0..=most.min(whole.len())).rev().find(|at| whole.is_char_boundary(*at)).unwrap_or(0);
    (whole[..end].to_string(), whole.len() - end)
}

pub(crate) fn toggle_mouse(model: &mut Model) {
    model.mouse = !model.mouse;
    model.say(Notice::good(if model.mouse { "the mouse works here" } else { "the mouse selects text" }));
}

pub(crate) fn keep_panes(model: &mut Model) {
    // A side's view is read-only, so its layout is not saved.
    let session = model.session().filter(|session| session.viewed().side().is_none());
    let fault = session.and_then(|session| session.panes.keep(&model.folders));
    fault.into_iter().for_each(|fault| model.say(fault));
}

pub(crate) fn next_theme(model: &mut Model) {
    let shipped = Theme::NAMES.into_iter().map(String::from);
    let themes: Vec<String> = shipped.chain(model.folders.themes()).collect();
    // Faulty themes are skipped as well. `auto` is not in the list; it continues from the theme that it resolves to.
    let place = |wanted: &str| themes.iter().position(|name| name == wanted);
    let at = place(&model.settings.theme).or_else(|| place(model.theme.name())).map_or(0, |at| at + 1);
    model.settings.theme.clone_from(&themes[at % themes.len()]);
    let told = format!("theme {}; settings.ron in the config folder keeps it", model.settings.theme);
    model.say(Notice::good(told));
    model.change_theme();
}
