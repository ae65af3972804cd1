//! The start screen: what can be opened or started, and what can be done with saves.

use crate::{
    command::{Availability, Unavailable, require},
    command_id::{CommandId, GroupId},
    component::{
        Action, Actions, Command, Commands, Component, Context as _, DrawContext, Event, Keys, Screen, above_footer,
        always, effect,
    },
    effect::{Choice, Effect, Shelving},
    glimpses::Told,
    lists::{ListRows, ListState, Spot},
    lobby::{Lobby, MenuItem},
    motion::Motion,
    overlay::{
        list_dialog::Choosing,
        picker::{Pickable, Picker},
        shelf_line::{ShelfAsks, ShelfLine},
    },
    shared_commands as shared,
};
use ratatui::{Frame, layout::Rect};
use std::{path::Path, time::Duration};
use wardiary_view::{
    Thing,
    menu::{MenuAreas, MenuPane},
    save_card::{self, SaveCard, SavePoint},
};

#[derive(Default)]
pub(crate) struct MenuScreen {
    list: ListState,
}

/// How often the screen checks whether a save has finished loading.
const READING: Duration = Duration::from_millis(20);

const COMMANDS: &[&[Command<MenuScreen, Lobby>]] = &[
    &commands! {
        MenuChoose, "choose", "open what is chosen", always, MenuScreen::choose;
        MenuRename, "rename", "give the chosen save another name", MenuScreen::is_save, MenuScreen::rename, types;
        MenuCopy, "copy", "copy the chosen save, under another name", MenuScreen::is_save, MenuScreen::copy, types;
        MenuDelete, "delete", "throw the chosen save away, into the trash; it is asked first", MenuScreen::is_save, MenuScreen::delete;
        MenuTable, "from a table", "begin a campaign from a table of units, a file of comma-separated values", always, |_, _| ShelfLine::opened(ShelfAsks::Table, ""), types;
        MenuRules, "rulebook", "choose the rulebook by which campaigns are begun", always, |_, _| effect(Effect::Shelve(Shelving::ListRules));
        MenuSample, "sample battle", "a copy of the sample battle, to try things on", always, |_, _| effect(Effect::Choose(Choice::Sample));
    },
    &commands! {
        MenuJump, "", "jump to a save or a scenario by a few letters, and open it", always, |_, lobby| MenuScreen::picker(lobby);
        MenuFind => shared::find();
        MenuFindNext => shared::find_next();
    },
    &motions!(MenuDown, MenuUp, MenuPageDown, MenuPageUp, MenuTop, MenuBottom),
    &commands! {
        MenuBack, "back", "back to the battle that is open", MenuScreen::can_go_back, |_, _| effect(Effect::ToSession);
        MenuHelp => shared::help();
        MenuQuit => shared::quit();
    },
];

impl Commands<Lobby> for MenuScreen {
    const KEYS: &'static [Keys<Self, Lobby>] =
        &[Keys { group: GroupId::Menu, heading: Some("On the start screen"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, lobby: &mut Lobby) {
        self.list.go(motion, lobby.items.len());
    }
}

impl MenuScreen {
    fn chosen<'l>(&self, lobby: &'l Lobby) -> Option<&'l MenuItem> {
        lobby.items.get(self.list.selected)
    }

    fn save<'l>(&self, lobby: &'l Lobby) -> Option<&'l Path> {
        self.chosen(lobby)?.save()
    }

    fn is_save(&self, lobby: &Lobby) -> Availability {
        require(self.save(lobby).is_some(), "choose a save first")
    }

    fn can_go_back(_: &Self, lobby: &Lobby) -> Availability {
        require(lobby.has_session, Unavailable::NoWayBack)
    }

    fn choose(&mut self, lobby: &mut Lobby) -> Actions<Lobby> {
        match self.chosen(lobby).map(|item| item.choice.clone()) {
            Some(Choice::Table) => ShelfLine::opened(ShelfAsks::Table, ""),
            Some(choice) => vec![Action::Do(Effect::Choose(choice))],
            None => Vec::new(),
        }
    }

    fn rename(&mut self, lobby: &mut Lobby) -> Actions<Lobby> {
        let Some(path) = self.save(lobby) else { return Vec::new() };
        ShelfLine::opened(ShelfAsks::Name(path.to_path_buf()), &stem(path))
    }

    fn copy(&mut self, lobby: &mut Lobby) -> Actions<Lobby> {
        let Some(path) = self.save(lobby) else { return Vec::new() };
        ShelfLine::opened(ShelfAsks::Copy(path.to_path_buf()), &format!("{}-copy", stem(path)))
    }

    fn delete(&mut self, lobby: &mut Lobby) -> Actions<Lobby> {
        let Some(item) = self.chosen(lobby) else { return Vec::new() };
        item.save().map(|path| Action::Open(Box::new(Choosing::to_delete(path, &item.title)))).into_iter().collect()
    }

    /// A picker over everything that can be opened or started.
    fn picker(lobby: &Lobby) -> Actions<Lobby> {
        let pickable = |(row, item): (usize, &MenuItem)| {
            let kind = match item.choice {
                Choice::Open(_) => "save",
                Choice::New(_) => "new",
                Choice::Sample => "sample",
                Choice::Table => "table",
                Choice::DrawNew | Choice::Draw(_) => "map",
            };
            let name = item
                .label
                .split_once(": ")
                .filter(|(verb, _)| !verb.contains(' '))
                .map_or(&*item.label, |(_, name)| name);
            let goes = vec![Action::Choose(Spot { list: 0, row }), Action::Run(CommandId::MenuChoose)];
            Pickable { kind, name: name.into(), about: String::new(), goes }
        };
        let all = lobby.items.iter().enumerate().map(pickable).collect();
        vec![Action::Open(Box::new(Picker::new("Open or begin …", all)))]
    }

    /// The description of the selected row.
    fn told<'l>(&self, lobby: &'l Lobby, lines: &'l mut Vec<String>) -> save_card::Told<'l> {
        let Some(item) = self.chosen(lobby) else { return save_card::Told::About(&[]) };
        let Some(path) = item.save() else {
            lines.push(item.about.clone());
            let by = match (&lobby.rules, &item.choice) {
                (Some(rules), Choice::New(_) | Choice::Table) => format!("It begins by the rulebook `{rules}`."),
                (None, Choice::New(_)) => "It begins by its own rulebook.".into(),
                (None, Choice::Table) => "It begins by the rulebook of campaigns.".into(),
                _ => return save_card::Told::About(lines),
            };
            lines.extend([String::new(), by]);
            return save_card::Told::About(lines);
        };
        match lobby.glimpses.of(path) {
            None => save_card::Told::Reading(lobby.glimpses.progress(), &item.about),
            Some(Told::Ok(seen)) => save_card::Told::Save(SavePoint {
                state: &seen.state,
                entries: seen.entries,
                last: seen.last.as_ref().map(|(no, said)| (*no, said.as_str())),
                found: seen.notice.as_deref(),
                file: &item.about,
            }),
            Some(Told::Err(failure)) => {
                // The folder is shown below anyway.
                let folder = path.parent().map_or_else(String::new, |folder| format!("{}/", folder.display()));
                lines.extend(failure.what.lines().take(3).map(|line| line.replace(&folder, "")));
                lines.extend(failure.hint.clone());
                save_card::Told::Broken(lines, &item.about)
            }
        }
    }
}

/// The file name of a save as the user types it.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

impl Component<Lobby> for MenuScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, lobby: &Lobby, canvas: DrawContext) {
        let look = canvas.look;
        let items: Vec<String> = lobby.items.iter().map(|item| item.label.clone()).collect();
        let mut lines = Vec::new();
        let card = SaveCard {
            look,
            title: self.chosen(lobby).map_or("", |item| &item.title),
            told: self.told(lobby, &mut lines),
            // An open input line shows its own errors.
            notice: lobby.notice.as_ref().filter(|_| canvas.focused).map(|notice| (notice.text.as_str(), notice.bad)),
        };
        let ListState { selected, scroll } = self.list;
        let pane = MenuPane { look, items: &items, selected, scroll, card };
        frame.render_widget(&pane, above_footer(area));
    }

    fn lines(&self, lobby: &Lobby) -> Option<Vec<String>> {
        let items = lobby.items.iter().enumerate();
        let mut lines: Vec<String> =
            items.map(|(at, item)| format!("{}  {}  {}", at + 1, item.label, item.about).trim_end().into()).collect();
        lines.insert(0, "wardiary, the war diary of your campaign. A number opens:".into());
        Some(lines)
    }

    /// A click selects; a second click, or a number, opens.
    fn event(&mut self, event: Event, lobby: &mut Lobby) -> Option<Actions<Lobby>> {
        let rows = lobby.items.len();
        let is_accepted = match event {
            Event::Pulse => {
                lobby.glimpses.receive();
                return Some(Vec::new());
            }
            // The whole width of a row counts.
            Event::Target(Thing::Row(_)) => return None,
            Event::Click(at, area) => self.list.select_at(at, MenuAreas::of(above_footer(area)).list, rows)?,
            event => {
                if matches!(event, Event::Wheel(..)) {
                    lobby.begin();
                }
                self.list.event(&event, rows)?
            }
        };
        Some(if is_accepted { self.choose(lobby) } else { Vec::new() })
    }

    fn list<'a>(&'a self, _: Option<usize>, lobby: &'a Lobby) -> Option<ListRows<'a>> {
        let rows = lobby.items.iter().map(|item| item.label.as_str().into()).collect();
        Some(ListRows::new("", rows, self.list.selected))
    }

    fn list_place(&self, area: Rect, _: &Lobby) -> Rect {
        MenuAreas::of(above_footer(area)).list
    }
}

impl Screen<Lobby> for MenuScreen {
    /// Reads the preview of the selected save.
    fn prepare(&mut self, area: Rect, lobby: &mut Lobby) {
        if let Some(wanted) = lobby.wanted.take() {
            let at = lobby.items.iter().position(|item| item.save() == Some(&wanted));
            self.list.selected = at.unwrap_or(self.list.selected);
        }
        self.list.selected = self.list.selected.min(lobby.items.len().saturating_sub(1));
        self.list.show_selected(MenuAreas::of(above_footer(area)).rows());
        match lobby.items.get(self.list.selected).and_then(MenuItem::save) {
            Some(path) => lobby.glimpses.look(path),
            None => lobby.glimpses.rest(),
        }
    }

    fn pulse(&self, lobby: &Lobby) -> Option<Duration> {
        lobby.glimpses.is_busy().then_some(READING)
    }
}
