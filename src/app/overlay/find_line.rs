//! The line for what is looked for in the diary; the screen under it looks for it.

use crate::app::{
    component::{
        Action, Actions, Command, Commands, Component, Context, DrawContext, Keys, Overlay, OverlayPlace,
        SessionChange, always,
    },
    motion::Motion,
    session::Session,
    text_input::TextLine,
};
use crossterm::event::KeyEvent;
use ratatui::{
    Frame,
    layout::{Position, Rect},
};

/// The line.
#[derive(Default)]
pub(crate) struct FindLine {
    line: TextLine,
}

const COMMANDS: &[&[Command<FindLine, Session>]] = &[&commands! {
    "find-look", "find", "the last entry that says so", always, FindLine::look;
    "find-cancel", "back", "back to the table", always, |_, _| vec![Action::Close];
}];

impl Commands<Session> for FindLine {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: "find", heading: Some("Looking for something in the diary"), commands: COMMANDS }];
}

impl FindLine {
    fn look(&mut self, _: &mut Session) -> Actions<Session> {
        vec![Action::Close, Action::Submit(self.line.value().to_string())]
    }
}

impl Component<Session> for FindLine {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let asks = ("Find in the diary", "Enter finds the last entry that says so");
        self.line.draw(frame, area, asks, session.dice_from(), canvas);
    }

    fn unused(&mut self, key: KeyEvent, _: &mut Session) -> Actions<Session> {
        self.line.edit(key);
        Vec::new()
    }

    fn paste(&mut self, pasted: &str, session: &mut Session) -> Actions<Session> {
        session.notice = self.line.paste(pasted, 10_000);
        Vec::new()
    }

    fn changed(&mut self, change: SessionChange, _: &Session) {
        if matches!(change, SessionChange::Reread) {
            self.line = TextLine::new(self.line.value());
        }
    }

    fn wheel(&mut self, _: Position, _: Rect, _: Motion, session: &mut Session) -> bool {
        session.begin();
        true
    }
}

impl Overlay<Session> for FindLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}
