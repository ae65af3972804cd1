//! The line on the start screen for the name of a save, or for a table of units to import.

use crate::{
    command::{Unavailable, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Overlay, OverlayPlace, Typed, always,
    },
    effect::{Effect, Shelving},
    lobby::Lobby,
    text_input::TextLine,
};
use ratatui::{Frame, layout::Rect, widgets::Clear};
use std::path::PathBuf;
use wardiary_diary::assets::table;
use wardiary_view::Thing;

pub(crate) struct ShelfLine {
    line: TextLine,
    asks: ShelfAsks,
    /// The paths that start with the text.
    begun: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShelfAsks {
    Name(PathBuf),
    Copy(PathBuf),
    Table,
}

const COMMANDS: &[&[Command<ShelfLine, Lobby>]] = &[&commands! {
    ShelfAccept, "do it", "rename, copy or begin with what is typed", always, |line, _| line.accept();
    ShelfComplete, "complete", "go on with the first path that begins so", |line, _| require(!line.begun.is_empty(), Unavailable::NotNow), |line, _| line.complete();
    ShelfCancel, "back", "back to the start screen; nothing changes", always, |_, _| vec![Action::Close];
}];

impl Commands<Lobby> for ShelfLine {
    const KEYS: &'static [Keys<Self, Lobby>] = &[Keys {
        group: GroupId::Shelf,
        heading: Some("Typing a name or a file on the start screen"),
        commands: COMMANDS,
    }];
}

impl ShelfLine {
    /// The action that opens the line with this text.
    pub fn opened(asks: ShelfAsks, text: &str) -> Actions<Lobby> {
        let mut line = Self { line: TextLine::new(text), asks, begun: Vec::new() };
        line.look_up();
        vec![Action::Open(Box::new(line))]
    }

    fn look_up(&mut self) {
        self.begun = if self.asks == ShelfAsks::Table { table::begun(self.line.value()) } else { Vec::new() };
        // A complete path needs no completion.
        self.begun.retain(|path| path != self.line.value());
    }

    /// On an error the line stays open and shows it.
    fn accept(&mut self) -> Actions<Lobby> {
        let typed = self.line.value().trim().to_string();
        let shelving = match &self.asks {
            _ if typed.is_empty() => return Vec::new(),
            ShelfAsks::Name(path) => Shelving::Rename(path.clone(), typed),
            ShelfAsks::Copy(path) => Shelving::Copy(path.clone(), typed),
            ShelfAsks::Table => Shelving::Begin(table::typed_path(&typed)),
        };
        vec![Action::Do(Effect::Shelve(shelving))]
    }

    fn complete(&mut self) {
        if let Some(path) = self.begun.first() {
            self.line = TextLine::new(path);
            self.look_up();
        }
    }
}

impl Component<Lobby> for ShelfLine {
    fn draw(&self, frame: &mut Frame, area: Rect, lobby: &Lobby, canvas: DrawContext) {
        let (title, hint) = match self.asks {
            ShelfAsks::Name(_) => ("Another name", "Enter renames the save; no file is overwritten"),
            ShelfAsks::Copy(_) => ("Copy as", "Enter copies the save, all of it; no file is overwritten"),
            ShelfAsks::Table => {
                ("A table of units", "the path of a file such as army.csv, with columns side, stack and name")
            }
        };
        // On a small screen the card of a save is below.
        frame.render_widget(Clear, area);
        let refused = lobby.notice.as_ref().filter(|notice| notice.bad).map(|notice| notice.text.as_str());
        self.line.draw(frame, area, (title, refused.unwrap_or(hint)), (&self.begun, ""), canvas);
    }

    /// A click on a completion takes it.
    fn event(&mut self, event: Event, lobby: &mut Lobby) -> Option<Actions<Lobby>> {
        match event {
            Event::Target(Thing::Row(row)) => self.line = TextLine::new(self.begun.get(row)?),
            event => {
                // A copied path may end in a newline.
                let event = if let Event::Paste(pasted) = event { Event::Paste(pasted.trim()) } else { event };
                self.line.event(&event, 4_000, lobby).then_some(())?;
            }
        }
        self.look_up();
        Some(Vec::new())
    }

    fn line_typed(&mut self, line: &str, _: &mut Lobby) -> Option<Typed> {
        Some(self.line.type_whole(line))
    }
}

impl Overlay<Lobby> for ShelfLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}
