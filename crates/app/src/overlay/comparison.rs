//! A side-by-side comparison of two branches, or of two copies of a save, from their fork on, with the differences at
//! their ends.

use crate::{
    command::{Unavailable, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Event, Overlay, RenderOptions, above_footer, always,
    },
    lists::{List, ListPane, ListPanes, ListRows},
    motion::Motion,
    session::Session,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use wardiary_diary::diary::{Account, EntryNo, compare::PathComparison};
use wardiary_view::{
    Glyphs, Look, Theme,
    review::{ComparedPane, DifferencesPane},
};

pub struct Comparison {
    compared: PathComparison,
    /// Whether the second branch belongs to the open save too, not to another file.
    same_save: bool,
    /// The entries of both branches, and the differences at their ends.
    panes: ListPanes<ComparedPane, Vec<String>>,
}

const COMMANDS: &[&[Command<Comparison, Session>]] = &[
    &commands! {
        CompareLook, "view", "view the selected entry", |c, _| require(c.selected_entry().is_some(), Unavailable::NotNow), Comparison::view_entry;
        CompareNextPane, "pane", "to the other branch, and to the differences at the end", always, |c, _| c.panes.cycle_focus(1);
        ComparePreviousPane, "", "to the previous pane", always, |c, _| c.panes.cycle_focus(-1);
    },
    &commands! { @ find CompareFind, find_next CompareFindNext; },
    &motions!(CompareDown("down", "down"), CompareUp, ComparePageDown, ComparePageUp, CompareTop, CompareBottom),
    &commands! { CompareClose, "back", "back to the diary", always, |_, _| vec![Action::Close]; },
];

impl Commands<Session> for Comparison {
    const MODES: &'static [CommandMode<Self, Session>] =
        &[CommandMode::new(GroupId::Compare, "Two branches side by side", COMMANDS)];

    fn apply_motion(&mut self, motion: Motion, _: &mut Session) {
        self.panes.apply_motion(motion);
    }
}

impl Comparison {
    /// Shows a comparison of two branches of the open save, or of one of them with another save's.
    pub fn new(compared: PathComparison, is_here: bool) -> Self {
        // If the first branch has no entries of its own, the second gets the focus.
        let focus = ComparedPane::Branch(usize::from(compared.paths[0].entries.is_empty()));
        let pane = |part, title: &str, rows| ListPane { id: part, title: title.into(), list: List::new(rows) };
        let says = |entry: &Account| {
            let lines: Vec<&str> =
                std::iter::once(entry.headline.as_str()).chain(entry.details_below_headline()).collect();
            lines.join("\n")
        };
        let entries = |way: usize| compared.paths[way].entries.iter().map(says).collect();
        let all = vec![
            pane(ComparedPane::Branch(0), "the first branch", entries(0)),
            pane(ComparedPane::Branch(1), "the second branch", entries(1)),
            pane(ComparedPane::EndStates, "", compared.differences.clone()),
        ];
        Self { compared, same_save: is_here, panes: ListPanes { panes: all, focus } }
    }

    /// The selected entry, if it belongs to the open save.
    fn selected_entry(&self) -> Option<EntryNo> {
        match self.panes.focus {
            ComparedPane::Branch(way) if way == 0 || self.same_save => {
                Some(self.compared.paths[way].entries.get(self.selected(way))?.no)
            }
            _ => None,
        }
    }

    fn selected(&self, pane: usize) -> usize {
        self.panes.panes[pane].list.state.selected
    }

    fn view_entry(&mut self, session: &mut Session) -> Actions<Session> {
        self.selected_entry().into_iter().for_each(|no| session.view_entry(no));
        vec![Action::Close]
    }

    fn pane<'a>(&'a self, look: Look<'a>) -> DifferencesPane<'a> {
        let (selected, scroll) = ([0, 1].map(|way| self.selected(way)), self.selected(2));
        DifferencesPane { look, compared: &self.compared, selected, scroll, focus: self.panes.focus }
    }

    /// The pane and row under the pointer, in a frame of that area.
    fn pane_at(&self, at: Position, area: Rect) -> Option<(ComparedPane, Option<usize>)> {
        let theme = Theme::default();
        self.pane(Look::new(&theme, &Glyphs::UNICODE)).at(above_footer(area), at)
    }
}

impl Component<Session> for Comparison {
    fn draw(&self, frame: &mut Frame, area: Rect, _: &Session, canvas: RenderOptions) {
        frame.render_widget(&self.pane(canvas.look), area);
    }

    /// A click selects an entry; a second click views it.
    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Click(at, area) => {
                let (pane, entry) = self.pane_at(at, area)?;
                let had_keys = std::mem::replace(&mut self.panes.focus, pane) == pane;
                let was_selected =
                    self.panes.focused_mut().zip(entry).is_some_and(|(list, row)| list.state.select(row));
                if was_selected && had_keys && self.selected_entry().is_some() {
                    return Some(self.view_entry(session));
                }
            }
            Event::Scroll(at, area, motion) => {
                if let Some((pane, _)) = self.pane_at(at, area) {
                    self.panes.focus = pane;
                    self.panes.apply_motion(motion);
                }
            }
            Event::Select(spot) => self.panes.select(spot),
            _ => return None,
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, at: Option<usize>, _: &'a Session) -> Option<ListRows<'a>> {
        let at = at.unwrap_or(usize::from(self.panes.focus == ComparedPane::Branch(1)));
        let ways = self.compared.paths.len();
        Some(self.panes.searched(Some(at).filter(|at| *at < ways))?.with_index(at, ways))
    }
}

impl Overlay<Session> for Comparison {}
