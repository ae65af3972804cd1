//! The line on the start screen for the name of a save, or for a table of units to import.

use crate::{
    command::{Availability, Unavailable, require},
    command_id::GroupId,
    component::{Action, Actions, Command, CommandMode, Event, always},
    effect::{Effect, SaveAction, TableChoice},
    notice::Notice,
    start_context::StartContext,
    text_input::{Prompt, TextLine},
};
use std::path::PathBuf;
use wardiary_diary::assets::unit_table;
use wardiary_view::ClickTarget;

/// Its completions are the paths that start with the text.
pub(crate) type StartLine = TextLine<StartPrompt>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StartPrompt {
    Rename(PathBuf),
    Copy(PathBuf),
    Table,
    /// The title of a campaign from a table, and what was read.
    TableTitle(TableChoice, String),
}

const COMMANDS: &[&[Command<StartLine, StartContext>]] = &[&commands! {
    StartLineAccept, "do it", "rename, copy or start with the typed text", always, StartLine::accept;
    StartLineComplete, "complete", "complete the line to the selected path, or to the first one", StartLine::has_completions, |line, _| line.complete();
    StartLineDown, "next", "select the next path", StartLine::has_completions, |line, _| line.select(1);
    StartLineUp, "", "select the path before", StartLine::has_completions, |line, _| line.select(-1);
    StartLineCancel, "back", "back to the start screen; nothing changes", always, |_, _| vec![Action::Close];
}];

impl StartLine {
    pub fn open_action(asks: StartPrompt, text: &str) -> Actions<StartContext> {
        let mut line = Self::new(asks, text);
        line.update_completions();
        vec![Action::Open(Box::new(line))]
    }

    fn update_completions(&mut self) {
        self.completions =
            if self.prompt == StartPrompt::Table { unit_table::complete_path(self.value()) } else { Vec::new() };
        // A complete path needs no completion.
        let text = self.value().to_string();
        self.completions.retain(|path| *path != text);
        self.selected = None;
    }

    fn has_completions(&self, _: &StartContext) -> Availability {
        require(!self.completions.is_empty(), Unavailable::NotNow)
    }

    /// Selects the completion that many places further down, around the ends.
    fn select(&mut self, by: isize) -> Actions<StartContext> {
        let count = self.completions.len().cast_signed();
        let from = self.selected.map_or(-by.max(0), usize::cast_signed);
        self.selected = Some((from + by).rem_euclid(count.max(1)).cast_unsigned());
        Vec::new()
    }

    /// On an error the line stays open and shows it.
    fn accept(&mut self, start: &mut StartContext) -> Actions<StartContext> {
        if self.selected.is_some() {
            self.complete();
        }
        let typed = self.value().trim().to_string();
        let action = match &self.prompt {
            StartPrompt::Table if typed.is_empty() => {
                start.notice = Some(Notice::bad("choose a file with Down, or type its path"));
                return Vec::new();
            }
            // A folder was completed: its files are offered next.
            StartPrompt::Table if typed.ends_with(std::path::is_separator) => return Vec::new(),
            StartPrompt::Table => {
                let path = unit_table::expand_home(&typed);
                SaveAction::NewFromTable(TableChoice { path, strength_per: None, title: None })
            }
            _ if typed.is_empty() => return Vec::new(),
            StartPrompt::Rename(path) => SaveAction::Rename(path.clone(), typed),
            StartPrompt::Copy(path) => SaveAction::Copy(path.clone(), typed),
            StartPrompt::TableTitle(table, _) => {
                SaveAction::NewFromTable(TableChoice { title: Some(typed), ..table.clone() })
            }
        };
        vec![Action::Effect(Effect::ManageSave(action))]
    }

    fn complete(&mut self) -> Actions<StartContext> {
        self.take_completion(self.selected.unwrap_or(0));
        Vec::new()
    }

    fn take_completion(&mut self, at: usize) -> bool {
        let path = self.completions.get(at).cloned();
        path.iter().for_each(|path| self.set_text(path));
        self.update_completions();
        path.is_some()
    }
}

impl Prompt for StartPrompt {
    type Context = StartContext;

    const MODES: &'static [CommandMode<StartLine, StartContext>] =
        &[CommandMode::new(GroupId::StartLine, "Typing a name or a file on the start screen", COMMANDS)];
    const MAX_PASTED: usize = 4_000;
    // On a small screen the card of a save is below.
    const TAKES_PATH: bool = true;

    fn words(&self, start: &StartContext) -> (String, String) {
        let (title, hint) = match self {
            Self::Rename(_) => ("New name", "Enter renames the save; no file is overwritten"),
            Self::Copy(_) => ("Copy as", "Enter copies the whole save; no file is overwritten"),
            Self::Table => {
                ("A table of units", "Enter reads a .csv, .xlsx or .ods file with the columns side, stack and name")
            }
            Self::TableTitle(_, summary) => ("The title of the campaign", &**summary),
        };
        let refused = start.notice.as_ref().filter(|notice| notice.bad).map(|notice| notice.text.as_str());
        (title.into(), refused.unwrap_or(hint).into())
    }

    /// A click on a completion takes it.
    fn event(line: &mut StartLine, event: &Event, _: &mut StartContext) -> bool {
        matches!(event, Event::Target(ClickTarget::Row(row)) if line.take_completion(*row))
    }

    fn on_event(line: &mut StartLine, _: &str) -> Actions<StartContext> {
        line.update_completions();
        Vec::new()
    }
}
