//! The confirmation before leaving a drawing with unsaved changes.

use crate::{
    command_id::GroupId,
    component::{Action, Actions, Command, Commands, Component, DrawContext, Keys, Overlay, OverlayPlace, always},
    easel::Easel,
    effect::Effect,
    motion::Motion,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use wardiary_view::{
    Thing,
    listing::{ListMark, ListRow, ListingPane},
};

pub(crate) struct Unsaved {
    /// Whether the program quits afterwards.
    quits: bool,
    selected: usize,
}

const ANSWERS: [(&str, &str); 3] =
    [("save it", "and leave"), ("leave it as its file is", "what was drawn since is gone"), ("go on drawing", "")];

const COMMANDS: &[&[Command<Unsaved, Easel>]] = &[
    &commands! {
        UnsavedAnswer, "answer", "the answer that is marked", always, Unsaved::answer;
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
        self.selected = motion.step(self.selected, ANSWERS.len());
    }
}

impl Unsaved {
    pub fn new(quits: bool) -> Self {
        Self { quits, selected: 0 }
    }

    fn answer(&mut self, _: &mut Easel) -> Actions<Easel> {
        self.give(self.selected)
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

impl Component<Easel> for Unsaved {
    fn draw(&self, frame: &mut Frame, area: Rect, easel: &Easel, canvas: DrawContext) {
        let row =
            |(head, body): &(&str, &str)| ListRow { head: (*head).into(), body: (*body).into(), mark: ListMark::None };
        let rows: Vec<ListRow> = ANSWERS.iter().map(row).collect();
        let about = format!("What you have drawn on “{}” is in no file yet.", easel.drawing.ground().title());
        let pane =
            ListingPane { look: canvas.look, title: "Not saved", about: &about, rows: &rows, selected: self.selected };
        frame.render_widget(&pane, area);
    }

    /// A click selects an answer; a second click gives it.
    fn click_on(&mut self, thing: Thing, _: &mut Easel) -> Option<Actions<Easel>> {
        let Thing::Row(row) = thing else { return None };
        let again = std::mem::replace(&mut self.selected, row) == row;
        Some(if again { self.give(row) } else { Vec::new() })
    }

    fn wheel(&mut self, _: Position, _: Rect, motion: Motion, easel: &mut Easel) -> bool {
        self.go(motion, easel);
        true
    }
}

impl Overlay<Easel> for Unsaved {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Whole
    }
}
