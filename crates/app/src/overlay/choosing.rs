//! Lists over the start screen: the confirmation before a save is trashed, and the rulebooks.

use crate::{
    command_id::GroupId,
    component::{Action, Actions, Command, Commands, Keys, always},
    effect::{Effect, Shelving},
    lobby::Lobby,
    motion::Motion,
    notice::Notice,
    overlay::list_dialog::{Dialog, ListDialog, row},
    shared_commands as shared,
};
use std::path::Path;
use wardiary_diary::{assets::books::Listed, error::shown};
use wardiary_view::listing::{ListMark, ListRow};

pub(crate) struct Choosing {
    dialog: ListDialog,
    answers: Vec<Answer>,
}

#[derive(Clone)]
enum Answer {
    Nothing,
    Shelve(Shelving),
    Rules(Option<String>),
    /// The row can't be chosen, for this reason.
    Refused(String),
}

const COMMANDS: &[&[Command<Choosing, Lobby>]] = &[
    &commands! { ChoosingTake, "take it", "take what is chosen", always, Dialog::accept; },
    &commands! {
        ChoosingFind => shared::find();
        ChoosingFindNext => shared::find_next();
    },
    &motions!(ChoosingDown, ChoosingUp, ChoosingPageDown, ChoosingPageUp, ChoosingTop, ChoosingBottom),
    &commands! { ChoosingClose, "back", "back to the start screen; nothing changes", always, |_, _| vec![Action::Close]; },
];

impl Commands<Lobby> for Choosing {
    const KEYS: &'static [Keys<Self, Lobby>] =
        &[Keys { group: GroupId::Choosing, heading: Some("In a list of the start screen"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, _: &mut Lobby) {
        self.dialog.list.go(motion);
    }
}

impl Choosing {
    /// Asks whether to trash a save. Keeping it is preselected.
    pub(crate) fn to_delete(path: &Path, title: &str) -> Self {
        let rows = vec![
            row("keep it", "nothing changes"),
            row(
                "delete it",
                "into the system's trash; where there is none into a folder beside the saves, and it is said which",
            ),
        ];
        Self {
            dialog: ListDialog::new("Delete this save?", format!("“{title}”: {}", shown(path)), rows),
            answers: vec![Answer::Nothing, Answer::Shelve(Shelving::Delete(path.to_path_buf()))],
        }
    }

    /// The rulebooks for a new campaign, with the current one preselected.
    pub(crate) fn of_rules(books: &[Listed], chosen: Option<&str>) -> Self {
        let mark = |is_chosen: bool| if is_chosen { ListMark::Here } else { ListMark::None };
        let own = ListRow {
            head: "its own".into(),
            body: "each scenario by the rulebook that it names; a table by the rulebook of campaigns".into(),
            mark: mark(chosen.is_none()),
        };
        let row = |book: &Listed| {
            let body = match &book.title {
                Ok(title) if book.unlike.is_empty() => title.clone(),
                Ok(title) => format!("{title}: {}", book.unlike),
                Err(problems) => {
                    format!("faulty: {}", problems.first().map_or_else(String::new, ToString::to_string))
                }
            };
            ListRow { head: book.name.clone(), body, mark: mark(chosen == Some(&book.name)) }
        };
        let answer = |book: &Listed| match &book.title {
            Ok(_) => Answer::Rules(Some(book.name.clone())),
            Err(_) => Answer::Refused(format!("the rulebook `{}` is faulty: `wardiary check` tells all", book.name)),
        };
        let at = books.iter().position(|book| Some(book.name.as_str()) == chosen).map_or(0, |at| at + 1);
        let about = "Enter takes it for what is begun from now on, till the program ends; saves keep their own.";
        let rows = std::iter::once(own).chain(books.iter().map(row)).collect();
        Self {
            dialog: ListDialog::new("The rulebook of new campaigns", about, rows).selecting(at),
            answers: std::iter::once(Answer::Rules(None)).chain(books.iter().map(answer)).collect(),
        }
    }
}

impl Dialog for Choosing {
    type Context = Lobby;

    fn dialog(&self) -> &ListDialog {
        &self.dialog
    }

    fn dialog_mut(&mut self) -> &mut ListDialog {
        &mut self.dialog
    }

    fn accept(&mut self, lobby: &mut Lobby) -> Actions<Lobby> {
        match self.answers.get(self.dialog.selected()).cloned() {
            Some(Answer::Shelve(shelving)) => vec![Action::Close, Action::Do(Effect::Shelve(shelving))],
            Some(Answer::Rules(rules)) => {
                let said = rules.as_ref().map_or_else(
                    || "each scenario begins by its own rulebook".to_string(),
                    |rules| format!("campaigns begin by the rulebook `{rules}`"),
                );
                lobby.rules = rules;
                lobby.notice = Some(Notice::good(said));
                vec![Action::Close]
            }
            Some(Answer::Refused(why)) => {
                self.dialog.about = why;
                Vec::new()
            }
            Some(Answer::Nothing) | None => vec![Action::Close],
        }
    }
}
