//! Lists over a screen: the branches of the diary, and what no longer holds before a rebase is accepted.

use crate::{
    app::{
        component::{Canvas, Command, Commands, Component, Keys, Overlay, OverlayPlace, Step, Steps, always},
        effect::Effect,
        motion::Motion,
        session::Session,
    },
    diary::{
        Diary, EntryNo,
        amend::{Rebase, RebaseConflict},
        tree::Branch,
    },
    notation::{Destination, Instruction},
    text,
    view::listing::{ListRow, ListingPane},
};
use ratatui::{Frame, layout::Rect};

/// A list over a screen.
pub(crate) struct Listing {
    title: String,
    /// A sentence above it.
    about: String,
    rows: Vec<ListRow>,
    /// The row of the cursor.
    selected: usize,
    accept: Accept,
}

/// What accepting a list does.
enum Accept {
    /// The diary goes on from the entry of the chosen row.
    GoTo(Vec<EntryNo>),
    /// The diary is rebased.
    Rebase(Box<Rebase>),
}

const COMMANDS: &[&[Command<Listing, Session>]] = &[
    &commands! { "list-accept", "take it", "take what is chosen, or accept what is listed", always, Listing::accept; },
    &motions!("list-": Down, Up, PageDown, PageUp, Top, Bottom),
    &commands! { "list-close", "back", "back to the table; nothing changes", always, |_, _| vec![Step::Close]; },
];

impl Commands<Session> for Listing {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: "list", heading: Some("In a list"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, _: &mut Session) {
        self.selected = motion.step(self.selected, self.rows.len());
    }
}

impl Listing {
    /// The branches of a diary, those with a name first, then the youngest.
    #[must_use]
    pub(crate) fn of_branches(diary: &Diary) -> Self {
        let mut branches = diary.branches();
        branches.sort_by_key(|branch| (branch.name.is_none(), std::cmp::Reverse(branch.last)));
        let selected = branches.iter().position(|branch| branch.current).unwrap_or(0);
        let row = |branch: &Branch| {
            let last = diary.step(branch.last).map_or(String::new(), |step| step.account().headline);
            let from = if branch.from == 0 { "the muster".into() } else { format!("entry {}", branch.from) };
            ListRow {
                head: branch.title(),
                body: format!(
                    "from {from}, {}, to entry {}: {last}",
                    text::count(branch.entries, "entry", "entries"),
                    branch.last
                ),
                marked: branch.current,
            }
        };
        Self {
            title: "Branches of the diary".into(),
            about: "Enter goes to where a branch ends; what is given then goes on from there. Nothing is erased."
                .into(),
            rows: branches.iter().map(row).collect(),
            selected,
            accept: Accept::GoTo(branches.iter().map(|branch| branch.last).collect()),
        }
    }

    /// What no longer holds after a rebase of the diary.
    #[must_use]
    pub(crate) fn of_rebase(retelling: Rebase) -> Self {
        let row = |loss: &RebaseConflict| ListRow {
            head: format!("entry {}: {}", loss.entry, loss.headline),
            body: loss.what.to_string(),
            marked: loss.what.leaves_out(),
        };
        let about = format!(
            "Of {} after entry {}, this no longer holds. Enter tells the diary anew all the same, on a branch of its own; \
             Esc leaves it as it is.",
            text::count(retelling.followed, "entry", "entries"),
            retelling.entry
        );
        Self {
            title: format!("Entry {} told anew", retelling.entry),
            about,
            rows: retelling.losses.iter().map(row).collect(),
            selected: 0,
            accept: Accept::Rebase(Box::new(retelling)),
        }
    }

    /// Takes what the list is about.
    fn accept(&mut self, session: &mut Session) -> Steps<Session> {
        let mut steps = vec![Step::Close];
        match &self.accept {
            Accept::Rebase(retelling) => steps.push(Step::Do(Effect::Rebase(retelling.clone()))),
            Accept::GoTo(ends) => match ends.get(self.selected) {
                Some(no) if session.save.is_writable() => {
                    steps.push(Step::Do(Effect::Go(Box::new(Instruction::GoTo(Destination::Entry(*no))))));
                }
                // A save that is only read can be looked at from there.
                Some(no) => session.look_at(*no),
                None => {}
            },
        }
        steps
    }
}

impl Component<Session> for Listing {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &Session, canvas: Canvas) {
        let Self { title, about, rows, selected, .. } = self;
        frame.render_widget(&ListingPane { look: canvas.look, title, about, rows, selected: *selected }, area);
    }
}

impl Overlay<Session> for Listing {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Whole
    }
}
