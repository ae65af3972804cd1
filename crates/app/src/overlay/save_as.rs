//! The line for the file name of Save as; the session continues in that file.

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Event, LineResult, Overlay, OverlayPlace,
        RenderOptions, always,
    },
    effect::Effect,
    session::Session,
    text_input::TextLine,
};
use ratatui::{Frame, layout::Rect};

pub(crate) struct SaveAsLine {
    line: TextLine,
}

const COMMANDS: &[&[Command<SaveAsLine, Session>]] = &[&commands! {
    SaveAsWrite, "save", "write all of it to that file, and go on there", always, SaveAsLine::accept;
    SaveAsCancel, "back", "back to the table", always, |_, _| vec![Action::Close];
}];

impl Commands<Session> for SaveAsLine {
    const MODES: &'static [CommandMode<Self, Session>] =
        &[CommandMode { group: GroupId::Name, heading: Some("Saving as another file"), commands: COMMANDS }];
}

impl SaveAsLine {
    /// The action that opens the line with a free name.
    pub fn opened(session: &Session) -> Action<Session> {
        let stem = session.viewed().path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Action::Open(Box::new(Self { line: TextLine::new(format!("{stem}-2.ron")) }))
    }

    fn accept(&mut self, _: &mut Session) -> Actions<Session> {
        match self.line.value().trim() {
            "" => Vec::new(),
            name => vec![Action::Close, Action::Effect(Effect::SaveAs(name.to_string()))],
        }
    }
}

impl Component<Session> for SaveAsLine {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        let hint = "Enter writes all of it to that file, and goes on there; no file is overwritten";
        self.line.draw(frame, area, ("Save as", hint), (&[], session.next_dice_source()), canvas);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        self.line.event(&event, 1_000, session).then(Vec::new)
    }

    fn handle_line(&mut self, line: &str, _: &mut Session) -> Option<LineResult> {
        Some(self.line.replace(line))
    }
}

impl Overlay<Session> for SaveAsLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}
