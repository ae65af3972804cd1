//! The line for the file name of Save as; the session continues in that file.

use crate::{
    command_id::GroupId,
    component::{Action, Actions, Command, CommandMode, always},
    effect::Effect,
    session::Session,
    text_input::{Prompt, TextLine},
};

pub(crate) struct SaveAsName;

pub(crate) type SaveAsLine = TextLine<SaveAsName>;

const COMMANDS: &[&[Command<SaveAsLine, Session>]] = &[&commands! {
    SaveAsWrite, "save", "write the whole save to that file, and continue there", always, SaveAsLine::accept;
    SaveAsCancel, "back", "back to the table", always, |_, _| vec![Action::Close];
}];

impl Prompt for SaveAsName {
    type Context = Session;

    const MODES: &'static [CommandMode<SaveAsLine, Session>] =
        &[CommandMode::new(GroupId::Name, "Saving as another file", COMMANDS)];

    fn words(&self, _: &Session) -> (String, String) {
        (
            "Save as".into(),
            "Enter writes the whole save to that file, and continues there; no file is overwritten".into(),
        )
    }

    fn dice_hint(session: &Session) -> &'static str {
        session.next_dice_source()
    }
}

impl SaveAsLine {
    /// The action that opens the line with a free name.
    pub fn opened(session: &Session) -> Action<Session> {
        let stem = session.viewed().path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Action::Open(Box::new(Self::new(SaveAsName, format!("{stem}-2.ron"))))
    }

    fn accept(&mut self, _: &mut Session) -> Actions<Session> {
        match self.value().trim() {
            "" => Vec::new(),
            name => vec![Action::Close, Action::Effect(Effect::SaveAs(name.to_string()))],
        }
    }
}
