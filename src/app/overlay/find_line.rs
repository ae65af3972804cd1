//! The line for what is looked for in the diary; the screen under it looks for it.

use crate::{
    app::{
        component::{
            Action, Actions, Command, Commands, Component, Context, DrawContext, Keys, Overlay, OverlayPlace,
            SessionChange, Unused, always,
        },
        motion::Motion,
        session::Session,
        text_input,
    },
    view::order_line::{OrderLinePane, Said},
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use tui_input::Input;

/// The line.
#[derive(Default)]
pub(crate) struct FindLine {
    input: Input,
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
        vec![Action::Close, Action::Submit(self.input.value().to_string())]
    }
}

impl Component<Session> for FindLine {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let said = Said { hint: Some("Enter finds the last entry that says so".into()), ..Said::default() };
        let pane = OrderLinePane {
            look: canvas.look,
            title: "Find in the diary",
            text: self.input.value(),
            cursor: self.input.cursor(),
            suggestions: &[],
            marked: None,
            said: &said,
            dice: session.dice_from(),
        };
        frame.render_widget(&pane, area);
    }

    fn unused(&mut self, unused: &Unused, _: &mut Session) {
        if let Some(request) = text_input::edit(unused.key) {
            self.input.handle(request);
        }
    }

    fn paste(&mut self, pasted: &str, session: &mut Session) -> Actions<Session> {
        session.notice = text_input::paste(pasted, 10_000, |request| self.input.handle(request));
        Vec::new()
    }

    fn changed(&mut self, change: SessionChange, _: &Session) {
        if matches!(change, SessionChange::Reread) {
            self.input = text_input::line(self.input.value());
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
