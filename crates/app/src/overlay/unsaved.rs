//! The confirmation before leaving a drawing with unsaved changes.

use crate::{
    command_id::GroupId,
    component::{Action, Actions, Command, Commands, Keys, always},
    easel::Easel,
    effect::Effect,
    motion::Motion,
    overlay::list_dialog::{Dialog, ListDialog, row},
};

pub(crate) struct Unsaved {
    /// Whether the program quits afterwards.
    quits: bool,
    dialog: ListDialog,
}

const COMMANDS: &[&[Command<Unsaved, Easel>]] = &[
    &commands! {
        UnsavedAnswer, "answer", "the answer that is marked", always, Dialog::accept;
        UnsavedSave, "save", "save it, and leave", always, |question, _| question.give(0);
        UnsavedLose, "don't save", "leave it as its file is: what was drawn since is gone", always, |question, _| question.give(1);
        UnsavedCancel, "go on drawing", "back to the map", always, |question, _| question.give(2);
    },
    &motions!(UnsavedDown, UnsavedUp),
];

impl Commands<Easel> for Unsaved {
    const KEYS: &'static [Keys<Self, Easel>] =
        &[Keys { group: GroupId::Unsaved, heading: Some("Leaving a drawing that is not saved"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, _: &mut Easel) {
        self.dialog.list.go(motion);
    }
}

impl Unsaved {
    pub fn new(quits: bool, easel: &Easel) -> Self {
        let about = format!("What you have drawn on “{}” is in no file yet.", easel.drawing.ground().title());
        let answers = vec![
            row("save it", "and leave"),
            row("leave it as its file is", "what was drawn since is gone"),
            row("go on drawing", ""),
        ];
        Self { quits, dialog: ListDialog::new("Not saved", about, answers).without_numbers() }
    }

    fn give(&self, answer: usize) -> Actions<Easel> {
        let mut actions = vec![Action::Close];
        match answer {
            // If saving fails, the drawing is not left.
            0 => actions.extend([Action::Do(Effect::SaveDrawing(None)), Action::Do(Effect::LeaveDrawing(false))]),
            1 => actions.push(Action::Do(Effect::LeaveDrawing(true))),
            _ => return actions,
        }
        if self.quits {
            actions.push(Action::Do(Effect::QuitOnceLeft));
        }
        actions
    }
}

impl Dialog for Unsaved {
    type Context = Easel;

    fn dialog(&self) -> &ListDialog {
        &self.dialog
    }

    fn dialog_mut(&mut self) -> &mut ListDialog {
        &mut self.dialog
    }

    fn accept(&mut self, _: &mut Easel) -> Actions<Easel> {
        self.give(self.dialog.selected())
    }
}
