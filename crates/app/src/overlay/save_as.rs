//! The line for the name of a new file: for Save as, after which the session continues in that file, or for a report.

use crate::{
    command_id::GroupId,
    component::{Action, Actions, Command, CommandMode, always},
    effect::Effect,
    session::Session,
    text_input::{Prompt, TextLine},
};

pub(crate) enum SaveAsName {
    Save,
    Report,
}

pub(crate) type SaveAsLine = TextLine<SaveAsName>;

const COMMANDS: &[&[Command<SaveAsLine, Session>]] = &[&commands! {
    SaveAsWrite, "save", "write that file", always, SaveAsLine::accept;
    SaveAsCancel, "back", "back to the table", always, |_, _| vec![Action::Close];
}];

impl Prompt for SaveAsName {
    type Context = Session;

    const MODES: &'static [CommandMode<SaveAsLine, Session>] =
        &[CommandMode::new(GroupId::Name, "Naming a file", COMMANDS)];

    fn words(&self, _: &Session) -> (String, String) {
        let (what, about) = match self {
            Self::Save => ("Save as", "Enter writes the whole save to that file, and continues there"),
            Self::Report => (
                "Report as",
                "Enter writes a report; .html is a page with a replay, .md, .txt, .json and .csv work too",
            ),
        };
        (what.into(), format!("{about}; no file is overwritten"))
    }

    fn dice_hint(session: &Session) -> &'static str {
        session.next_dice_source()
    }
}

impl SaveAsLine {
    /// The action that opens the line with a free name.
    pub fn opened(session: &Session) -> Action<Session> {
        Action::Open(Box::new(Self::new(SaveAsName::Save, format!("{}-2.ron", save_name(session)))))
    }

    /// The action that opens the line for a report, beside the save by default.
    pub fn for_report(session: &Session) -> Action<Session> {
        Action::Open(Box::new(Self::new(SaveAsName::Report, format!("{}.html", save_name(session)))))
    }

    fn accept(&mut self, _: &mut Session) -> Actions<Session> {
        match self.value().trim() {
            "" => Vec::new(),
            name => {
                let name = name.to_string();
                vec![
                    Action::Close,
                    Action::Effect(match self.prompt {
                        SaveAsName::Save => Effect::SaveAs(name),
                        SaveAsName::Report => Effect::WriteReport(name),
                    }),
                ]
            }
        }
    }
}

fn save_name(session: &Session) -> String {
    session.viewed().path().file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
