//! What is not about a battle: the help, the theme, the start screen, leaving.

use super::campaign_mut;
use crate::{
    app::{
        Effect,
        command::COMMANDS,
        model::{Choice, Help, Model, Stage},
        notice::Notice,
    },
    order::{ORDER_FORMS, Order},
    view::theme::Theme,
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The mouse, ours or the terminal's.
pub fn toggle_mouse(model: &mut Model) -> Vec<Effect> {
    model.mouse = !model.mouse;
    let told = if model.mouse { "the mouse works here" } else { "the mouse selects text" };
    if let Some(campaign) = campaign_mut(model) {
        campaign.session.notice = Some(Notice::good(told));
    }
    vec![Effect::Mouse(model.mouse)]
}

/// The next theme.
pub fn next_theme(model: &mut Model) -> Vec<Effect> {
    let shipped = Theme::NAMES.into_iter().map(String::from);
    let themes: Vec<String> = shipped.chain(model.folders.themes()).collect();
    let at = themes.iter().position(|n| *n == model.settings.theme).map_or(0, |at| at + 1);
    model.settings.theme.clone_from(&themes[at % themes.len()]);
    let told = format!("theme {}; settings.ron in the config folder keeps it", model.settings.theme);
    if let Some(campaign) = campaign_mut(model) {
        campaign.session.notice = Some(Notice::good(told));
    }
    vec![Effect::Theme]
}

/// Opens the help.
pub fn help(model: &mut Model) -> Vec<Effect> {
    model.help = Some(Help::default());
    Vec::new()
}

pub(super) fn help_key(model: &mut Model, key: KeyEvent) {
    let Some(help) = &mut model.help else { return };
    match key.code {
        KeyCode::Char(c) if !key.modifiers.contains(KeyModifiers::CONTROL) => help.search.push(c),
        KeyCode::Backspace => {
            help.search.pop();
        }
        _ => return,
    }
    help.scroll = 0;
}

/// Up or down in the help.
pub fn help_move(model: &mut Model, by: isize) -> Vec<Effect> {
    if let Some(help) = &mut model.help {
        help.scroll = help.scroll.saturating_add_signed(by).min(4 * (COMMANDS.len() + ORDER_FORMS.len()));
    }
    Vec::new()
}

/// Closes the help.
pub fn help_close(model: &mut Model) -> Vec<Effect> {
    model.help = None;
    Vec::new()
}

/// Leaves.
#[must_use]
pub fn quit(_: &mut Model) -> Vec<Effect> {
    vec![Effect::Quit]
}

/// To the shell, and back.
#[must_use]
pub fn suspend(_: &mut Model) -> Vec<Effect> {
    vec![Effect::Suspend]
}

/// To the start screen; the campaign waits behind it.
#[must_use]
pub fn to_menu(_: &mut Model) -> Vec<Effect> {
    vec![Effect::ToMenu]
}

/// Up or down on the start screen.
pub fn menu_move(model: &mut Model, by: isize) -> Vec<Effect> {
    if let Stage::Menu(menu) = &mut model.stage {
        let last = menu.items.len().saturating_sub(1);
        menu.selected = menu.selected.saturating_add_signed(by).min(last);
        menu.notice = None;
    }
    Vec::new()
}

/// Opens what is chosen on the start screen.
pub fn menu_choose(model: &mut Model) -> Vec<Effect> {
    let Stage::Menu(menu) = &model.stage else { return Vec::new() };
    menu.items.get(menu.selected).map(|item| Effect::Choose(item.choice.clone())).into_iter().collect()
}

/// Opens a copy of the sample.
#[must_use]
pub fn menu_sample(_: &mut Model) -> Vec<Effect> {
    vec![Effect::Choose(Choice::Sample)]
}

/// Back to the campaign behind the start screen.
pub fn menu_back(model: &mut Model) -> Vec<Effect> {
    if let Some(campaign) = model.behind.take() {
        model.stage = Stage::Campaign(campaign);
    }
    Vec::new()
}

/// The order of an effect, for those who test what a key does.
#[must_use]
pub fn ordered(effects: &[Effect]) -> Option<&Order> {
    effects.iter().find_map(|effect| match effect {
        Effect::Give(order, _) => Some(&**order),
        _ => None,
    })
}
