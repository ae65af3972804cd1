//! The faults in the user's own files, shown at startup with their places.

use crate::{
    command_id::GroupId,
    component::{
        Action, Actions, Commands, Component, Context, DrawContext, Event, Keys, Overlay, OverlayPlace, always,
    },
    motion::Motion,
    overlay::list_dialog::{ListDialog, row},
};
use ratatui::{Frame, layout::Rect};

const TITLE: &str = "Faults in your own files";
const ABOUT: &str =
    "What is wrong in them is left out, and the defaults stand in for it. `wardiary check FILE` looks at one again.";

pub(crate) struct Faults {
    dialog: ListDialog,
}

impl Faults {
    /// Takes faults in the form `keys.ron:3:8: “hop” is no key (…)`.
    pub fn new(told: &[String]) -> Self {
        let fault = |told: &String| {
            let (head, body) = told.split_once(": ").unwrap_or(("", told));
            row(head, body)
        };
        Self { dialog: ListDialog::new(TITLE, ABOUT, told.iter().map(fault).collect()).without_numbers() }
    }
}

impl<C: Context> Commands<C> for Faults {
    const KEYS: &'static [Keys<Self, C>] = &[Keys {
        group: GroupId::Faults,
        heading: Some(TITLE),
        commands: &[
            &motions!(FaultsDown("on", "down"), FaultsUp, FaultsPageDown, FaultsPageUp, FaultsTop, FaultsBottom),
            &commands! { FaultsClose, "back", "go on, with the defaults", always, |_, _| vec![Action::Close]; },
        ],
    }];
    const KEEPS_NOTICE: bool = true;

    fn go(&mut self, motion: Motion, _: &mut C) {
        self.dialog.list.go(motion);
    }
}

impl<C: Context> Component<C> for Faults {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &C, canvas: DrawContext) {
        self.dialog.draw(frame, area, canvas);
    }

    /// A second click on a fault continues, like Enter.
    fn event(&mut self, event: Event, _: &mut C) -> Option<Actions<C>> {
        let is_accepted = self.dialog.event(&event)?;
        Some(if is_accepted { vec![Action::Close] } else { Vec::new() })
    }

    fn lines(&self, _: &C) -> Option<Vec<String>> {
        Some(self.dialog.lines())
    }
}

impl<C: Context> Overlay<C> for Faults {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Whole
    }
}
