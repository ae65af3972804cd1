//! Dialogs with a titled list and a sentence above it: the faults in the user's files, unsaved drawings, and the lists
//! over the start screen.

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context, Event, Overlay, RenderOptions,
        above_footer, always,
    },
    drawing_context::DrawingContext,
    effect::{Effect, SaveAction, TableChoice},
    lists::{List, ListRows},
    motion::Motion,
    notice::Notice,
    start_context::StartContext,
};
use ratatui::{Frame, layout::Rect};
use std::{marker::PhantomData, path::Path};
use wardiary_base::text::{self, Text};
use wardiary_diary::{
    assets::{books::RulebookEntry, roster::TableFaults},
    error::display_path,
};
use wardiary_view::list_dialog::{self, ListDialogPane, ListMark, ListRow};

pub struct ListDialog<D> {
    pub title: String,
    pub about: String,
    pub(crate) list: List<Vec<ListRow>>,
    /// Whether a line's number accepts the row, in line mode.
    pub is_numbered: bool,
    pub answers: D,
}

/// The answers of a dialog: its commands, and what accepting a row does.
pub trait Dialog: Sized + 'static {
    type Context: Context;

    const MODES: &'static [CommandMode<ListDialog<Self>, Self::Context>];
    const KEEPS_NOTICE: bool = false;

    /// Accepts the selected row, as a second click or its number does.
    fn accept(dialog: &mut ListDialog<Self>, context: &mut Self::Context) -> Actions<Self::Context>;
}

impl<D> ListDialog<D> {
    pub fn new(title: impl Into<String>, about: impl Into<String>, rows: Vec<ListRow>, answers: D) -> Self {
        Self { title: title.into(), about: about.into(), list: List::new(rows), is_numbered: true, answers }
    }

    pub fn selecting(mut self, row: usize) -> Self {
        self.list.state.selected = row;
        self
    }

    pub fn without_numbers(self) -> Self {
        Self { is_numbered: false, ..self }
    }

    pub fn selected(&self) -> usize {
        self.list.state.selected
    }
}

impl<D: Dialog> Commands<D::Context> for ListDialog<D> {
    const MODES: &'static [CommandMode<Self, D::Context>] = D::MODES;
    const KEEPS_NOTICE: bool = D::KEEPS_NOTICE;

    fn apply_motion(&mut self, motion: Motion, _: &mut D::Context) {
        self.list.apply_motion(motion);
    }
}

impl<D: Dialog> Component<D::Context> for ListDialog<D> {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &D::Context, canvas: RenderOptions) {
        let Self { title, about, list, .. } = self;
        let selected = list.state.selected;
        frame.render_widget(
            &ListDialogPane { look: canvas.look, title, intro: about, rows: &list.rows, selected },
            area,
        );
    }

    fn event(&mut self, event: Event, context: &mut D::Context) -> Option<Actions<D::Context>> {
        if matches!(event, Event::Number(_)) && !self.is_numbered {
            return None;
        }
        let is_accepted = self.list.event(&event)?;
        if matches!(event, Event::Scroll(..)) {
            context.clear_notice();
        }
        Some(if is_accepted { D::accept(self, context) } else { Vec::new() })
    }

    fn lines(&self, _: &D::Context) -> Option<Vec<String>> {
        Some(list_dialog::plain_lines(&self.title, &self.about, &self.list.rows, self.is_numbered))
    }

    fn list<'a>(&'a self, _: Option<usize>, _: &'a D::Context) -> Option<ListRows<'a>> {
        Some(self.list.search_rows(""))
    }

    fn list_area(&self, area: Rect, _: &D::Context) -> Rect {
        list_dialog::dialog_area(above_footer(area), &self.about, &self.list.rows)
    }
}

impl<D: Dialog> Overlay<D::Context> for ListDialog<D> {}

/// A row without a mark.
pub(crate) fn row(head: impl Into<String>, body: impl Into<String>) -> ListRow {
    ListRow { head: head.into(), body: body.into(), mark: ListMark::None }
}

const TITLE: &str = "Faults in your own files";
const ABOUT: &str =
    "Faulty parts are ignored, and the defaults are used instead. `wardiary check FILE` checks a file again.";

pub(crate) struct NoAnswer<C>(PhantomData<fn() -> C>);

pub(crate) type FaultDialog<C> = ListDialog<NoAnswer<C>>;

impl<C> FaultDialog<C> {
    /// Takes faults in the form `keys.ron:3:8: “hop” is not a key (…)`.
    pub fn of_files(text: &[String]) -> Self {
        let fault = |text: &String| {
            let (head, body) = text.split_once(": ").unwrap_or(("", text));
            row(head, body)
        };
        Self::new(TITLE, ABOUT, text.iter().map(fault).collect(), NoAnswer(PhantomData)).without_numbers()
    }
}

impl<C: Context> Dialog for NoAnswer<C> {
    type Context = C;

    const MODES: &'static [CommandMode<FaultDialog<C>, C>] = &[CommandMode::new(
        GroupId::Faults,
        TITLE,
        &[
            &motions!(FaultsDown("down", "down"), FaultsUp, FaultsPageDown, FaultsPageUp, FaultsTop, FaultsBottom),
            &commands! { FaultsClose, "back", "continue with the defaults", always, |_, _| vec![Action::Close]; },
        ],
    )];
    const KEEPS_NOTICE: bool = true;

    fn accept(_: &mut FaultDialog<C>, _: &mut C) -> Actions<C> {
        vec![Action::Close]
    }
}

pub(crate) struct UnsavedAnswers {
    quits: bool,
}

pub(crate) type UnsavedDialog = ListDialog<UnsavedAnswers>;

const COMMANDS: &[&[Command<UnsavedDialog, DrawingContext>]] = &[
    &commands! {
        UnsavedAnswer, "answer", "give the selected answer", always, Dialog::accept;
        UnsavedSave, "save", "save it, and leave", always, |question, _| question.give_answer(0);
        UnsavedLose, "don't save", "leave without saving: the changes are lost", always, |question, _| question.give_answer(1);
        UnsavedCancel, "keep drawing", "back to the map", always, |question, _| question.give_answer(2);
    },
    &motions!(UnsavedDown, UnsavedUp),
];

impl UnsavedDialog {
    pub fn of_drawing(quits: bool, context: &DrawingContext) -> Self {
        let about = format!("Your changes to “{}” are not saved yet.", context.drawing.ground().title());
        let answers = vec![
            row("save it", "and leave"),
            row("don't save", "leave, and lose the changes"),
            row("keep drawing", ""),
        ];
        Self::new("Not saved", about, answers, UnsavedAnswers { quits }).without_numbers()
    }

    fn give_answer(&self, answer: usize) -> Actions<DrawingContext> {
        let mut actions = vec![Action::Close];
        match answer {
            // If saving fails, the drawing is not left.
            0 => {
                actions
                    .extend([Action::Effect(Effect::SaveDrawing(None)), Action::Effect(Effect::LeaveDrawing(false))]);
            }
            1 => actions.push(Action::Effect(Effect::LeaveDrawing(true))),
            _ => return actions,
        }
        if self.answers.quits {
            actions.push(Action::Effect(Effect::QuitIfDrawingLeft));
        }
        actions
    }
}

impl Dialog for UnsavedAnswers {
    type Context = DrawingContext;

    const MODES: &'static [CommandMode<UnsavedDialog, DrawingContext>] =
        &[CommandMode::new(GroupId::Unsaved, "Leaving an unsaved drawing", COMMANDS)];

    fn accept(dialog: &mut UnsavedDialog, _: &mut DrawingContext) -> Actions<DrawingContext> {
        dialog.give_answer(dialog.selected())
    }
}

/// A dialog with an answer for each row.
pub(crate) type ConfirmList = ListDialog<Vec<Answer>>;

#[derive(Clone)]
pub(crate) enum Answer {
    Nothing,
    ManageSave(SaveAction),
    Rules(Option<Text>),
    /// The row can't be chosen, for this reason.
    Refused(String),
}

const CHOOSING: &[&[Command<ConfirmList, StartContext>]] = &[
    &commands! { StartListAccept, "accept", "accept the selected row", always, Dialog::accept; },
    &commands! { @ find StartListFind, find_next StartListFindNext; },
    &motions!(StartListDown, StartListUp, StartListPageDown, StartListPageUp, StartListTop, StartListBottom),
    &commands! { StartListClose, "back", "back to the start screen; nothing changes", always, |_, _| vec![Action::Close]; },
];

impl ConfirmList {
    /// Asks whether to trash a save. Keeping it is preselected.
    pub(crate) fn to_delete(path: &Path, title: &str) -> Self {
        let rows = vec![
            row("keep it", "nothing changes"),
            row("delete it", "moves it to the system's trash, or to a folder beside the saves if there is no trash"),
        ];
        let answers = vec![Answer::Nothing, Answer::ManageSave(SaveAction::Delete(path.to_path_buf()))];
        Self::new("Delete this save?", format!("“{title}”: {}", display_path(path)), rows, answers)
    }

    /// The rulebooks for a new campaign, with the current one preselected.
    pub(crate) fn of_rules(books: &[RulebookEntry], chosen: Option<&Text>) -> Self {
        let mark = |is_chosen: bool| if is_chosen { ListMark::Here } else { ListMark::None };
        let own = ListRow {
            head: "its own".into(),
            body: "each scenario uses the rulebook that it names; a table of units uses `campaign`".into(),
            mark: mark(chosen.is_none()),
        };
        let row = |book: &RulebookEntry| {
            let body = match &book.title {
                Ok(title) if book.differences.is_empty() => title.to_string(),
                Ok(title) => format!("{title}: {}", book.differences),
                Err(problems) => {
                    format!("faulty: {}", problems.first().map_or_else(String::new, ToString::to_string))
                }
            };
            ListRow { head: book.name.to_string(), body, mark: mark(chosen == Some(&book.name)) }
        };
        let answer = |book: &RulebookEntry| match &book.title {
            Ok(_) => Answer::Rules(Some(book.name.clone())),
            Err(_) => {
                Answer::Refused(format!("the rulebook `{}` is faulty: `wardiary check` lists its faults", book.name))
            }
        };
        let at = books.iter().position(|book| Some(&book.name) == chosen).map_or(0, |at| at + 1);
        let about = "Enter uses it for new campaigns until the program ends; saves keep their own.";
        let rows = std::iter::once(own).chain(books.iter().map(row)).collect();
        let answers = std::iter::once(Answer::Rules(None)).chain(books.iter().map(answer)).collect();
        Self::new("The rulebook for new campaigns", about, rows, answers).selecting(at)
    }

    /// The faults of a table. If its strengths look like men, the user may choose what they are.
    pub(crate) fn of_table_faults(table: &TableChoice, faults: &TableFaults) -> Self {
        let answer = |strength_per| {
            let table = TableChoice { strength_per: Some(strength_per), ..table.clone() };
            Answer::ManageSave(SaveAction::NewFromTable(table))
        };
        let men = faults.men.into_iter().flat_map(|per| {
            let men =
                (row(format!("{per} men to a Strength Point"), "read the strengths as men, rounded"), answer(per));
            let points = (row("Strength Points", "read the strengths as they are"), answer(1));
            std::iter::once(men).chain((!faults.exceeds_points).then_some(points))
        });
        let listed = faults.listed.iter().map(|fault| row(fault.place(), fault.sentence()));
        let more = (faults.unlisted > 0).then(|| row(text::count(faults.unlisted, "more fault", "more faults"), ""));
        let advice = faults.advice.iter().map(|advice| row("hint", advice));
        let told = listed.chain(more).chain(advice).map(|row| (row, Answer::Nothing));
        let (rows, answers) = men.chain(told).unzip();
        let about = format!("Mend {}, then press Enter on the line again.", display_path(&table.path));
        Self::new("Faults of the table", about, rows, answers)
    }

    pub(crate) fn of_table_notes(summary: &str, notes: &[String]) -> Self {
        let rows: Vec<ListRow> = notes.iter().map(|note| row("note", note)).collect();
        let answers = vec![Answer::Nothing; rows.len()];
        Self::new("How the table was read", format!("{summary}. Nothing has been written yet."), rows, answers)
    }
}

impl Dialog for Vec<Answer> {
    type Context = StartContext;

    const MODES: &'static [CommandMode<ConfirmList, StartContext>] =
        &[CommandMode::new(GroupId::StartList, "In a list of the start screen", CHOOSING)];

    fn accept(dialog: &mut ConfirmList, start: &mut StartContext) -> Actions<StartContext> {
        match dialog.answers.get(dialog.selected()).cloned() {
            Some(Answer::ManageSave(action)) => vec![Action::Close, Action::Effect(Effect::ManageSave(action))],
            Some(Answer::Rules(rules)) => {
                let notice = rules.as_ref().map_or_else(
                    || "each scenario uses its own rulebook".to_string(),
                    |rules| format!("new campaigns use the rulebook `{rules}`"),
                );
                start.rules = rules;
                start.notice = Some(Notice::good(notice));
                vec![Action::Close]
            }
            Some(Answer::Refused(why)) => {
                dialog.about = why;
                Vec::new()
            }
            Some(Answer::Nothing) | None => vec![Action::Close],
        }
    }
}
