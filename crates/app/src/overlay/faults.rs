//! The faults in the user's own files, shown at startup with their places.

use crate::{
    command_id::GroupId,
    component::{Action, Actions, Commands, Context, Keys, always},
    motion::Motion,
    overlay::list_dialog::{Dialog, ListDialog, row},
};

use std::marker::PhantomData;

const TITLE: &str = "Faults in your own files";
const ABOUT: &str =
    "What is wrong in them is left out, and the defaults stand in for it. `wardiary check FILE` looks at one again.";

pub(crate) struct Faults<C> {
    dialog: ListDialog,
    context: PhantomData<fn() -> C>,
}

impl<C> Faults<C> {
    /// Takes faults in the form `keys.ron:3:8: “hop” is no key (…)`.
    pub fn new(told: &[String]) -> Self {
        let fault = |told: &String| {
            let (head, body) = told.split_once(": ").unwrap_or(("", told));
            row(head, body)
        };
        let dialog = ListDialog::new(TITLE, ABOUT, told.iter().map(fault).collect()).without_numbers();
        Self { dialog, context: PhantomData }
    }
}

impl<C: Context> Commands<C> for Faults<C> {
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

impl<C: Context> Dialog for Faults<C> {
    type Context = C;

    fn dialog(&self) -> &ListDialog {
        &self.dialog
    }

    fn dialog_mut(&mut self) -> &mut ListDialog {
        &mut self.dialog
    }

    fn accept(&mut self, _: &mut C) -> Actions<C> {
        vec![Action::Close]
    }
}
