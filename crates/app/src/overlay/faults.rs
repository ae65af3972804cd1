//! The faults in the user's own files, shown at startup with their places.

use crate::{
    command_id::GroupId,
    component::{Action, Actions, Commands, Component, Context, DrawContext, Keys, Overlay, OverlayPlace, always},
    motion::Motion,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use wardiary_view::{
    Thing,
    listing::{self, ListMark, ListRow, ListingPane},
};

const TITLE: &str = "Faults in your own files";
const ABOUT: &str =
    "What is wrong in them is left out, and the defaults stand in for it. `wardiary check FILE` looks at one again.";

pub(crate) struct Faults {
    rows: Vec<ListRow>,
    selected: usize,
}

impl Faults {
    /// Takes faults in the form `keys.ron:3:8: “hop” is no key (…)`.
    pub fn new(told: &[String]) -> Self {
        let row = |told: &String| {
            let (head, body) = told.split_once(": ").unwrap_or(("", told));
            ListRow { head: head.into(), body: body.into(), mark: ListMark::None }
        };
        Self { rows: told.iter().map(row).collect(), selected: 0 }
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
        self.selected = motion.step(self.selected, self.rows.len());
    }
}

impl<C: Context> Component<C> for Faults {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &C, canvas: DrawContext) {
        let (title, about) = (TITLE, ABOUT);
        let pane = ListingPane { look: canvas.look, title, about, rows: &self.rows, selected: self.selected };
        frame.render_widget(&pane, area);
    }

    /// A click selects a fault; a second click continues, like Enter.
    fn click_on(&mut self, thing: Thing, _: &mut C) -> Option<Actions<C>> {
        let Thing::Row(row) = thing else { return None };
        let again = std::mem::replace(&mut self.selected, row) == row;
        Some(if again { vec![Action::Close] } else { Vec::new() })
    }

    fn lines(&self, _: &C) -> Option<Vec<String>> {
        Some(listing::told(TITLE, ABOUT, &self.rows, false))
    }

    fn wheel(&mut self, _: Position, _: Rect, motion: Motion, context: &mut C) -> bool {
        self.go(motion, context);
        true
    }
}

impl<C: Context> Overlay<C> for Faults {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Whole
    }
}
