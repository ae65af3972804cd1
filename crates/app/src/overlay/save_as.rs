//! The line for the file name of Save as; the session continues in that file.

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Overlay, OverlayPlace, Typed, always,
    },
    effect::Effect,
    session::Session,
    text_input::TextLine,
};
use ratatui::{Frame, layout::Rect};

pub(crate) struct SaveAs {
    line: TextLine,
}

const COMMANDS: &[&[Command<SaveAs, Session>]] = &[&commands! {
    SaveAsWrite, "save", "write all of it to that file, and go on there", always, SaveAs::write;
    SaveAsCancel, "back", "back to the table", always, |_, _| vec![Action::Close];
}];

impl Commands<Session> for SaveAs {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: GroupId::Name, heading: Some("Saving as another file"), commands: COMMANDS }];
}

impl SaveAs {
    /// The action that opens the line with a free name.
    pub fn opened(session: &Session) -> Action<Session> {
        let stem = session.viewed().path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Action::Open(Box::new(Self { line: TextLine::new(format!("{stem}-2.ron")) }))
    }

    fn write(&mut self, _: &mut Session) -> Actions<Session> {
        match self.line.value().trim() {
            "" => Vec::new(),
            name => vec![Action::Close, Action::Do(Effect::SaveAs(name.to_string()))],
        }
    }
}

impl Component<Session> for SaveAs {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let hint = "Enter writes all of it to that file, and goes on there; no file is overwritten";
        self.line.draw(frame, area, ("Save as", hint), (&[], session.dice_from()), canvas);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        self.line.event(&event, 1_000, session).then(Vec::new)
    }

    fn line_typed(&mut self, line: &str, _: &mut Session) -> Option<Typed> {
        Some(self.line.type_whole(line))
    }
}

impl Overlay<Session> for SaveAs {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}
