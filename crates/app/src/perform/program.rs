//! What is not about a save: screens, the help, the mouse, the theme.

use crate::{
    command::{CommandGroup, Info},
    desk::Desk,
    model::{Front, Model},
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

/// Shows a screen: one that is about an order is always a new one, else the one that others were opened from.
pub fn show(desk: &mut Desk<Session>, name: ScreenName, about: Option<Order>) {
    if about.is_some() || !desk.return_to(name) {
        desk.push(registry::open(name, &desk.context, about));
    }
    desk.context.way_back = desk.has_aside();
}

/// Goes to a screen of which a thing is to be seen; from there the one that is shown is a step back.
pub(crate) fn go_over_to(desk: &mut Desk<Session>, name: ScreenName) {
    if !desk.go_over_to(name) {
        desk.push(registry::open(name, &desk.context, None));
    }
    desk.context.way_back = desk.has_aside();
}

/// Lists what a side could do well, where there is anything.
pub fn suggest(desk: &mut Desk<Session>, side: Option<SideId>) {
    let diary = desk.context.save.diary();
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
        desk.context.notice = Some(Notice::bad(why));
        return;
    }
    let list = Listing::of_proposals(state, side, &proposals);
    desk.open(Box::new(list));
}

/// Opens the help over whatever is on the screen.
pub fn help(model: &mut Model) {
    let book = match &model.front {
        Front::Start(..) | Front::Drawing(..) => None,
        Front::Session(desk) => Some(desk.context.state().book()),
    };
    let keys_of = |info: &Info| model.keymap.shown(info.name).join(" ");
    let glyphs = model.glyphs();
    let look = Look::new(&model.theme, &glyphs);
    // The keys of what is on the screen come first, and what its signs mean. While a map is drawn, nothing else helps.
    let (here, reasons, legend, others) = match &model.front {
        Front::Start(desk, _) => (desk.groups_here(), desk.reasons(), Vec::new(), registry::groups_by_use()),
        Front::Session(desk) => (desk.groups_here(), desk.reasons(), desk.legend(look), registry::groups_by_use()),
        Front::Drawing(desk, _) => (desk.groups_here(), desk.reasons(), Vec::new(), registry::over_drawing()),
    };
    let others = others.into_iter().filter(|group| here.iter().all(|other| other.name != group.name));
    let others: Vec<CommandGroup> = others.collect();
    let book = book.map(|book| &**book);
    let palette = Palette { here: &here, others: &others, reasons, legend, book, keys_of: &keys_of };
    let help = Box::new(Help::new(palette));
    match &mut model.front {
        Front::Start(desk, _) => desk.open(help),
        Front::Session(desk) => desk.open(help),
        Front::Drawing(desk, _) => desk.open(help),
    }
}

/// So many bytes of text are copied at most: more than that not every terminal takes.
const MOST_COPIED: usize = 74_994;

/// Copies what is chosen, or what is shown, and says what that is.
pub fn copy(model: &mut Model) {
    let (theme, glyphs) = (model.theme.clone(), model.glyphs());
    let look = Look::new(&theme, &glyphs);
    let size = (model.size.width.max(1), model.size.height.max(1));
    let (what, lines) = match &model.front {
        Front::Start(desk, _) => desk.copied(look, size),
        Front::Session(desk) => desk.copied(look, size),
        Front::Drawing(desk, _) => desk.copied(look, size),
    };
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

/// Lines as one text of so many bytes at most, and how many are left out: whole characters of them.
fn within(lines: &[String], most: usize) -> (String, usize) {
    let whole: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    let end = (0..=most.min(whole.len())).rev().find(|at| whole.is_char_boundary(*at)).unwrap_or(0);
    (whole[..end].to_string(), whole.len() - end)
}

/// The mouse, ours or the terminal's.
pub(crate) fn toggle_mouse(model: &mut Model) {
    model.mouse = !model.mouse;
    model.say(Notice::good(if model.mouse { "the mouse works here" } else { "the mouse selects text" }));
}

/// Keeps how the panes lie.
pub(crate) fn keep_panes(model: &mut Model) {
    // What is done while a side's view is shown is not kept: nothing is written there.
    let session = model.session().filter(|session| session.save.side().is_none());
    let fault = session.and_then(|session| session.panes.keep(&model.folders));
    fault.into_iter().for_each(|fault| model.say(fault));
}

/// The next theme.
pub(crate) fn next_theme(model: &mut Model) {
    let shipped = Theme::NAMES.into_iter().map(String::from);
    let themes: Vec<String> = shipped.chain(model.folders.themes()).collect();
    // One that is faulty is passed, too; `auto` is none of them, and goes on from the one that it stands for.
    let place = |wanted: &str| themes.iter().position(|name| name == wanted);
    let at = place(&model.settings.theme).or_else(|| place(model.theme.name())).map_or(0, |at| at + 1);
    model.settings.theme.clone_from(&themes[at % themes.len()]);
    let told = format!("theme {}; settings.ron in the config folder keeps it", model.settings.theme);
    model.say(Notice::good(told));
    model.change_theme();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_cut_between_characters() {
        let lines = ["ä".repeat(4), "b".into()];
        assert_eq!(within(&lines, 100), ("ääää\nb\n".into(), 0));
        assert_eq!(within(&lines, 5), ("ää".into(), 7));
        assert_eq!(within(&lines, 0), (String::new(), 11));
    }
}
