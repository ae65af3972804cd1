//! Lists over the start screen: the confirmation before a save is trashed, and the rulebooks.

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Keys, Overlay, OverlayPlace, above_footer, always,
    },
    effect::{Effect, Shelving},
    lists::{ListRows, Spot},
    lobby::Lobby,
    motion::Motion,
    notice::Notice,
    shared_commands as shared,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use std::path::Path;
use wardiary_diary::{assets::books::Listed, error::shown};
use wardiary_view::{
    Thing,
    listing::{self, ListMark, ListRow, ListingPane},
};

pub(crate) struct Choosing {
    title: String,
    about: String,
    rows: Vec<ListRow>,
    answers: Vec<Answer>,
    selected: usize,
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
    &commands! { ChoosingTake, "take it", "take what is chosen", always, Choosing::take; },
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

    fn go(&mut self, motion: Motion, lobby: &mut Lobby) {
        lobby.notice = None;
        self.selected = motion.step(self.selected, self.rows.len());
    }
}

impl Choosing {
    /// Asks whether to trash a save. Keeping it is preselected.
    pub(crate) fn to_delete(path: &Path, title: &str) -> Self {
        let row = |head: &str, body: &str| ListRow { head: head.into(), body: body.into(), mark: ListMark::None };
        Self {
            title: "Delete this save?".into(),
            about: format!("“{title}”: {}", shown(path)),
            rows: vec![
                row("keep it", "nothing changes"),
                row(
                    "delete it",
                    "into the system's trash; where there is none into a folder beside the saves, and it is said which",
                ),
            ],
            answers: vec![Answer::Nothing, Answer::Shelve(Shelving::Delete(path.to_path_buf()))],
            selected: 0,
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
        Self {
            title: "The rulebook of new campaigns".into(),
            about: "Enter takes it for what is begun from now on, till the program ends; saves keep their own.".into(),
            rows: std::iter::once(own).chain(books.iter().map(row)).collect(),
            answers: std::iter::once(Answer::Rules(None)).chain(books.iter().map(answer)).collect(),
            selected: at,
        }
    }

    fn take(&mut self, lobby: &mut Lobby) -> Actions<Lobby> {
        match self.answers.get(self.selected).cloned() {
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
                self.about = why;
                Vec::new()
            }
            Some(Answer::Nothing) | None => vec![Action::Close],
        }
    }
}

impl Component<Lobby> for Choosing {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &Lobby, canvas: DrawContext) {
        let Self { title, about, rows, selected, .. } = self;
        frame.render_widget(&ListingPane { look: canvas.look, title, about, rows, selected: *selected }, area);
    }

    fn lists(&self, _: &Lobby) -> usize {
        1
    }

    fn list<'a>(&'a self, _: usize, _: &'a Lobby) -> Option<ListRows<'a>> {
        Some(ListRows::of_listing(&self.rows, self.selected))
    }

    fn go_to_row(&mut self, spot: Spot, _: &mut Lobby) {
        self.selected = spot.row;
    }

    fn list_place(&self, area: Rect, _: &Lobby) -> Rect {
        listing::place(above_footer(area), &self.about, &self.rows)
    }

    fn lines(&self, _: &Lobby) -> Option<Vec<String>> {
        Some(listing::told(&self.title, &self.about, &self.rows, true))
    }

    fn choose_line(&mut self, at: usize, lobby: &mut Lobby) -> Option<Actions<Lobby>> {
        let is_there = at < self.rows.len();
        is_there.then(|| {
            self.selected = at;
            self.take(lobby)
        })
    }

    /// A click selects a row; a second click accepts it.
    fn click_on(&mut self, thing: Thing, lobby: &mut Lobby) -> Option<Actions<Lobby>> {
        let Thing::Row(row) = thing else { return None };
        let again = std::mem::replace(&mut self.selected, row) == row;
        Some(if again { self.take(lobby) } else { Vec::new() })
    }

    fn wheel(&mut self, _: Position, _: Rect, motion: Motion, lobby: &mut Lobby) -> bool {
        self.go(motion, lobby);
        true
    }
}

impl Overlay<Lobby> for Choosing {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Whole
    }
}
