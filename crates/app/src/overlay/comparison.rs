//! A side-by-side comparison of two branches, or of two copies of a save, from their fork on, with the differences at
//! their ends.

use crate::{
    command::{Availability, Unavailable, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Overlay, above_footer, always,
    },
    lists::{List, ListPane, ListPanes, ListRows},
    motion::Motion,
    session::Session,
    shared_commands as shared,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use wardiary_diary::diary::{Account, EntryNo, compare::Compared};
use wardiary_view::{
    Glyphs, Look, Theme,
    review::{ComparedPane, DifferencesPane},
};

pub struct Comparison {
    compared: Compared,
    /// Whether the second branch belongs to the open save too, not to another file.
    is_here: bool,
    /// The entries of both branches, and the differences at their ends.
    panes: ListPanes<ComparedPane, Vec<String>>,
}

const COMMANDS: &[&[Command<Comparison, Session>]] = &[
    &commands! {
        CompareLook, "look at it", "look at the chosen entry", Comparison::can_look, Comparison::look_at;
        CompareNextPane, "pane", "to the other way, and to what differs at the end", always, |c, _| c.panes.turn_focus(1);
        ComparePreviousPane, "", "to the pane before", always, |c, _| c.panes.turn_focus(-1);
    },
    &commands! {
        CompareFind => shared::find();
        CompareFindNext => shared::find_next();
    },
    &motions!(CompareDown("on", "down"), CompareUp, ComparePageDown, ComparePageUp, CompareTop, CompareBottom),
    &commands! { CompareClose, "back", "back to the diary", always, |_, _| vec![Action::Close]; },
];

impl Commands<Session> for Comparison {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: GroupId::Compare, heading: Some("Two ways side by side"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, _: &mut Session) {
        self.panes.go(motion);
    }
}

impl Comparison {
    /// Shows a comparison of two branches of the open save, or of one of them with another save's.
    pub fn new(compared: Compared, is_here: bool) -> Self {
        // If the first branch has no entries of its own, the second gets the focus.
        let focus = ComparedPane::Way(usize::from(compared.ways[0].entries.is_empty()));
        let pane = |part, title: &str, rows| ListPane { part, title: title.into(), list: List::new(rows) };
        let says = |entry: &Account| {
            let said: Vec<&str> = std::iter::once(entry.headline.as_str()).chain(entry.details()).collect();
            said.join("\n")
        };
        let entries = |way: usize| compared.ways[way].entries.iter().map(says).collect();
        let all = vec![
            pane(ComparedPane::Way(0), "the first way", entries(0)),
            pane(ComparedPane::Way(1), "the second way", entries(1)),
            pane(ComparedPane::Ends, "", compared.differences.clone()),
        ];
        Self { compared, is_here, panes: ListPanes { all, focus } }
    }

    /// The selected entry, if it belongs to the open save.
    fn chosen(&self) -> Option<EntryNo> {
        match self.panes.focus {
            ComparedPane::Way(way) if way == 0 || self.is_here => {
                Some(self.compared.ways[way].entries.get(self.selected(way))?.no)
            }
            _ => None,
        }
    }

    /// The selected row of a pane.
    fn selected(&self, pane: usize) -> usize {
        self.panes.all[pane].list.state.selected
    }

    fn can_look(&self, _: &Session) -> Availability {
        require(self.chosen().is_some(), Unavailable::NotNow)
    }

    fn look_at(&mut self, session: &mut Session) -> Actions<Session> {
        self.chosen().into_iter().for_each(|no| session.look_at(no));
        vec![Action::Close]
    }

    fn pane<'a>(&'a self, look: Look<'a>) -> DifferencesPane<'a> {
        let (selected, scroll) = ([0, 1].map(|way| self.selected(way)), self.selected(2));
        DifferencesPane { look, compared: &self.compared, selected, scroll, focus: self.panes.focus }
    }

    /// The pane and row under the pointer, in a frame of that area.
    fn under(&self, at: Position, area: Rect) -> Option<(ComparedPane, Option<usize>)> {
        let theme = Theme::default();
        self.pane(Look::new(&theme, &Glyphs::UNICODE)).at(above_footer(area), at)
    }
}

impl Component<Session> for Comparison {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &Session, canvas: DrawContext) {
        frame.render_widget(&self.pane(canvas.look), area);
    }

    /// A click selects an entry; a second click views it.
    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Click(at, area) => {
                let (pane, entry) = self.under(at, area)?;
                let had_keys = std::mem::replace(&mut self.panes.focus, pane) == pane;
                let was_selected =
                    self.panes.focused_mut().zip(entry).is_some_and(|(list, row)| list.state.select(row));
                if was_selected && had_keys && self.chosen().is_some() {
                    return Some(self.look_at(session));
                }
            }
            Event::Wheel(at, area, motion) => {
                if let Some((pane, _)) = self.under(at, area) {
                    self.panes.focus = pane;
                    self.panes.go(motion);
                }
            }
            Event::Select(spot) => self.panes.select(spot),
            _ => return None,
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, at: Option<usize>, _: &'a Session) -> Option<ListRows<'a>> {
        let at = at.unwrap_or(usize::from(self.panes.focus == ComparedPane::Way(1)));
        let ways = self.compared.ways.len();
        Some(self.panes.searched(Some(at).filter(|at| *at < ways))?.one_of(at, ways))
    }
}

impl Overlay<Session> for Comparison {}
