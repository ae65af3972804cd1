//! A side-by-side comparison of two branches, or of two copies of a save, from their fork on, with the differences at
//! their ends.

use crate::{
    command::{Availability, Unavailable, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Overlay, OverlayPlace, above_footer,
        always,
    },
    lists::ListRows,
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
    selected: [usize; 2],
    scroll: usize,
    focus: ComparedPane,
}

const COMMANDS: &[&[Command<Comparison, Session>]] = &[
    &commands! {
        CompareLook, "look at it", "look at the chosen entry", Comparison::can_look, Comparison::look_at;
        CompareNextPane, "pane", "to the other way, and to what differs at the end", always, |c, _| c.next_pane(1);
        ComparePreviousPane, "", "to the pane before", always, |c, _| c.next_pane(-1);
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
        match self.focus {
            ComparedPane::Way(way) => {
                self.selected[way] = motion.step(self.selected[way], self.compared.ways[way].entries.len());
            }
            ComparedPane::Ends => self.scroll = motion.step(self.scroll, self.compared.differences.len()),
        }
    }
}

impl Comparison {
    /// Shows a comparison of two branches of the open save, or of one of them with another save's.
    pub fn new(compared: Compared, is_here: bool) -> Self {
        // If the first branch has no entries of its own, the second gets the focus.
        let focus = ComparedPane::Way(usize::from(compared.ways[0].entries.is_empty()));
        Self { compared, is_here, selected: [0; 2], scroll: 0, focus }
    }

    /// The selected entry, if it belongs to the open save.
    fn chosen(&self) -> Option<EntryNo> {
        match self.focus {
            ComparedPane::Way(way) if way == 0 || self.is_here => {
                Some(self.compared.ways[way].entries.get(self.selected[way])?.no)
            }
            _ => None,
        }
    }

    fn can_look(&self, _: &Session) -> Availability {
        require(self.chosen().is_some(), Unavailable::NotNow)
    }

    fn look_at(&mut self, session: &mut Session) -> Actions<Session> {
        self.chosen().into_iter().for_each(|no| session.look_at(no));
        vec![Action::Close]
    }

    fn next_pane(&mut self, by: isize) {
        let panes = [ComparedPane::Way(0), ComparedPane::Way(1), ComparedPane::Ends];
        let at = panes.iter().position(|pane| *pane == self.focus).unwrap_or(0);
        self.focus = panes[(at + panes.len()).saturating_add_signed(by) % panes.len()];
    }

    fn pane<'a>(&'a self, look: Look<'a>) -> DifferencesPane<'a> {
        let Self { compared, selected, scroll, focus, .. } = self;
        DifferencesPane { look, compared, selected: *selected, scroll: *scroll, focus: *focus }
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
                let was = std::mem::replace(&mut self.focus, pane);
                if let (ComparedPane::Way(way), Some(entry)) = (pane, entry) {
                    let again = std::mem::replace(&mut self.selected[way], entry) == entry && was == pane;
                    if again && self.chosen().is_some() {
                        return Some(self.look_at(session));
                    }
                }
            }
            Event::Wheel(at, area, motion) => {
                if let Some((pane, _)) = self.under(at, area) {
                    self.focus = pane;
                    self.go(motion, session);
                }
            }
            Event::Select(spot) => {
                self.focus = ComparedPane::Way(spot.list);
                self.selected[spot.list] = spot.row;
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, at: Option<usize>, _: &'a Session) -> Option<ListRows<'a>> {
        let at = at.unwrap_or(usize::from(self.focus == ComparedPane::Way(1)));
        let entries = &self.compared.ways.get(at)?.entries;
        let says = |entry: &'a Account| {
            let said: Vec<&str> = std::iter::once(entry.headline.as_str()).chain(entry.details()).collect();
            said.join("\n").into()
        };
        let name = if at == 0 { "the first way" } else { "the second way" };
        let rows = entries.iter().map(says).collect();
        Some(ListRows::new(name, rows, self.selected[at]).one_of(at, self.compared.ways.len()))
    }
}

impl Overlay<Session> for Comparison {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Whole
    }
}
