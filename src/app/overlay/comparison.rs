//! Two ways through the diary side by side, from where they part, with what differs at their ends.

use crate::{
    app::{
        component::{Action, Command, Commands, Component, DrawContext, Keys, Overlay, OverlayPlace, always},
        motion::Motion,
        session::Session,
    },
    diary::{
        EntryNo,
        compare::{Compared, Way},
    },
    view::review::DifferencesPane,
};
use ratatui::{Frame, layout::Rect};

/// Two ways side by side.
pub(crate) struct Comparison {
    compared: Compared,
    scroll: usize,
}

const COMMANDS: &[&[Command<Comparison, Session>]] = &[
    &motions!("compare-": Down, Up, PageDown, PageUp, Top, Bottom),
    &commands! { "compare-close", "back", "back to the diary", always, |_, _| vec![Action::Close]; },
];

impl Commands<Session> for Comparison {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: "compare", heading: Some("Two branches side by side"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, _: &mut Session) {
        let lines = self.compared.ways.iter().map(|way| way.entries.len()).max().unwrap_or(0);
        self.scroll = motion.step(self.scroll, lines);
    }
}

impl Comparison {
    /// The ways to two entries of the diary.
    #[must_use]
    pub(crate) fn of(session: &Session, one: EntryNo, other: EntryNo) -> Option<Self> {
        let diary = session.save.diary();
        let titles = [one, other].map(|no| format!("The way to entry {no}"));
        let places = [one, other].map(|no| format!("after entry {no}"));
        let way = |end, at: usize| Way { diary, end, title: &titles[at], place: &places[at] };
        let compared = Compared::of([way(one, 0), way(other, 1)])?;
        Some(Self { compared, scroll: 0 })
    }
}

impl Component<Session> for Comparison {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &Session, canvas: DrawContext) {
        let pane = DifferencesPane { look: canvas.look, compared: &self.compared, scroll: self.scroll };
        frame.render_widget(&pane, area);
    }
}

impl Overlay<Session> for Comparison {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Whole
    }
}
