//! What is not about a save: screens, the help, the mouse, the theme.

use crate::{
    app::{
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
    },
    id::SideId,
    order::Order,
    suggest,
    view::{Look, theme::Theme},
};

/// Shows a screen: one that is about an order is always a new one, else the one that others were opened from.
pub(crate) fn show(desk: &mut Desk<Session>, name: ScreenName, about: Option<Order>) {
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
pub(crate) fn suggest(desk: &mut Desk<Session>, side: Option<SideId>) {
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
    let look = Look { theme: &model.theme, glyphs: &glyphs };
    // The keys of what is on the screen come first, and what its signs mean. While a map is drawn, nothing else helps.
    let (here, reasons, legend, others) = match &model.front {
        Front::Start(desk, _) => (desk.groups_here(), desk.reasons(), Vec::new(), registry::groups_by_use()),
        Front::Session(desk) => (desk.groups_here(), desk.reasons(), desk.legend(look), registry::groups_by_use()),
        Front::Drawing(desk, _) => (desk.groups_here(), desk.reasons(), Vec::new(), registry::of_drawing()),
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

/// The mouse, ours or the terminal's.
pub(crate) fn toggle_mouse(model: &mut Model) {
    model.mouse = !model.mouse;
    model.say(Notice::good(if model.mouse { "the mouse works here" } else { "the mouse selects text" }));
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
