//! The line on the start screen for the name of a save, or for a table of units to import.

use crate::{
    command::{Unavailable, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Event, LineResult, Overlay, OverlayPlace,
        RenderOptions, always,
    },
    effect::{Effect, SaveAction},
    start_context::StartContext,
    text_input::TextLine,
};
use ratatui::{Frame, layout::Rect, widgets::Clear};
use std::path::PathBuf;
use wardiary_diary::assets::unit_table;
use wardiary_view::ClickTarget;

pub(crate) struct StartLine {
    line: TextLine,
    prompt: StartPrompt,
    /// The paths that start with the text.
    completions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StartPrompt {
    Rename(PathBuf),
    Copy(PathBuf),
    Table,
}

const COMMANDS: &[&[Command<StartLine, StartContext>]] = &[&commands! {
    ShelfAccept, "do it", "rename, copy or begin with what is typed", always, |line, _| line.accept();
    ShelfComplete, "complete", "go on with the first path that begins so", |line, _| require(!line.completions.is_empty(), Unavailable::NotNow), |line, _| line.complete();
    ShelfCancel, "back", "back to the start screen; nothing changes", always, |_, _| vec![Action::Close];
}];

impl Commands<StartContext> for StartLine {
    const MODES: &'static [CommandMode<Self, StartContext>] = &[CommandMode {
        group: GroupId::Shelf,
        heading: Some("Typing a name or a file on the start screen"),
        commands: COMMANDS,
    }];
}

impl StartLine {
    /// The action that opens the line with this text.
    pub fn open_action(asks: StartPrompt, text: &str) -> Actions<StartContext> {
        let mut line = Self { line: TextLine::new(text), prompt: asks, completions: Vec::new() };
        line.update_completions();
        vec![Action::Open(Box::new(line))]
    }

    fn update_completions(&mut self) {
        self.completions =
            if self.prompt == StartPrompt::Table { unit_table::complete_path(self.line.value()) } else { Vec::new() };
        // A complete path needs no completion.
        self.completions.retain(|path| path != self.line.value());
    }

    /// On an error the line stays open and shows it.
    fn accept(&mut self) -> Actions<StartContext> {
        let typed = self.line.value().trim().to_string();
        let shelving = match &self.prompt {
            _ if typed.is_empty() => return Vec::new(),
            StartPrompt::Rename(path) => SaveAction::Rename(path.clone(), typed),
            StartPrompt::Copy(path) => SaveAction::Copy(path.clone(), typed),
            StartPrompt::Table => SaveAction::NewFromTable(unit_table::expand_home(&typed)),
        };
        vec![Action::Effect(Effect::ManageSave(shelving))]
    }

    fn complete(&mut self) {
        if let Some(path) = self.completions.first() {
            self.line = TextLine::new(path);
            self.update_completions();
        }
    }
}

impl Component<StartContext> for StartLine {
    fn draw(&self, frame: &mut Frame, area: Rect, start: &StartContext, canvas: RenderOptions) {
        let (title, hint) = match self.prompt {
            StartPrompt::Rename(_) => ("Another name", "Enter renames the save; no file is overwritten"),
            StartPrompt::Copy(_) => ("Copy as", "Enter copies the save, all of it; no file is overwritten"),
            StartPrompt::Table => {
                ("A table of units", "the path of a file such as army.csv, with columns side, stack and name")
            }
        };
        // On a small screen the card of a save is below.
        frame.render_widget(Clear, area);
        let refused = start.notice.as_ref().filter(|notice| notice.bad).map(|notice| notice.text.as_str());
        self.line.draw(frame, area, (title, refused.unwrap_or(hint)), (&self.completions, ""), canvas);
    }

    /// A click on a completion takes it.
    fn event(&mut self, event: Event, start: &mut StartContext) -> Option<Actions<StartContext>> {
        match event {
            Event::Target(ClickTarget::Row(row)) => self.line = TextLine::new(self.completions.get(row)?),
            event => {
                // A copied path may end in a newline.
                let event = if let Event::Paste(pasted) = event { Event::Paste(pasted.trim()) } else { event };
                self.line.event(&event, 4_000, start).then_some(())?;
            }
        }
        self.update_completions();
        Some(Vec::new())
    }

    fn handle_line(&mut self, line: &str, _: &mut StartContext) -> Option<LineResult> {
        Some(self.line.replace(line))
    }
}

impl Overlay<StartContext> for StartLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}
