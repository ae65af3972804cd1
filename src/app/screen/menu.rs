//! The start screen: what can be opened and begun.

use crate::{
    app::{
        component::{
            Action, Actions, Command, Commands, Component, DrawContext, Keys, Screen, above_footer, always, effect,
        },
        effect::{Choice, Effect},
        lobby::Lobby,
        motion::Motion,
        screen::ScreenName,
        shared_commands as shared,
    },
    view::menu::MenuPane,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};

/// The start screen.
#[derive(Default)]
pub(crate) struct MenuScreen {
    /// Which choice is chosen.
    selected: usize,
}

const COMMANDS: &[&[Command<MenuScreen, Lobby>]] = &[
    &commands! {
        "menu-choose", "choose", "open what is chosen", always, MenuScreen::choose;
        "menu-sample", "sample battle", "a copy of the sample battle, to try things on", always, |_, _| effect(Effect::Choose(Choice::Sample));
    },
    &motions!("menu-": Down, Up),
    &commands! {
        "menu-back", "back", "back to the battle that is open", |_, lobby| lobby.has_session, |_, _| effect(Effect::ToSession);
        => shared::help().named("menu-help");
        => shared::quit().named("menu-quit");
    },
];

impl Commands<Lobby> for MenuScreen {
    const KEYS: &'static [Keys<Self, Lobby>] =
        &[Keys { group: "menu", heading: Some("On the start screen"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, lobby: &mut Lobby) {
        self.selected = motion.step(self.selected, lobby.items.len());
        lobby.notice = None;
    }
}

impl MenuScreen {
    fn choose(&mut self, lobby: &mut Lobby) -> Actions<Lobby> {
        let choice = lobby.items.get(self.selected).map(|item| item.choice.clone());
        choice.map(|choice| Action::Do(Effect::Choose(choice))).into_iter().collect()
    }
}

impl Component<Lobby> for MenuScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, lobby: &Lobby, canvas: DrawContext) {
        let items: Vec<String> = lobby.items.iter().map(|item| item.label.clone()).collect();
        let pane = MenuPane {
            look: canvas.look,
            items: &items,
            selected: self.selected,
            about: lobby.items.get(self.selected).map_or("", |item| &item.about),
            notice: lobby.notice.as_ref().map(|n| (n.text.as_str(), n.bad)),
        };
        frame.render_widget(&pane, above_footer(area));
    }

    /// A click chooses; a second one opens.
    fn click(&mut self, at: Position, area: Rect, lobby: &mut Lobby) -> Actions<Lobby> {
        let (first, list) = MenuPane::list(self.selected, above_footer(area));
        let row = first + usize::from(at.y.saturating_sub(list.y));
        if !list.contains(at) || row >= lobby.items.len() {
            return Vec::new();
        }
        let again = self.selected == row;
        self.selected = row;
        if again { self.choose(lobby) } else { Vec::new() }
    }

    fn wheel(&mut self, _: Position, _: Rect, motion: Motion, lobby: &mut Lobby) -> bool {
        self.go(motion, lobby);
        true
    }
}

impl Screen<Lobby> for MenuScreen {
    fn name(&self) -> Option<ScreenName> {
        None
    }
}
