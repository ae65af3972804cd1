//! A screen of table panes with rows from the answer of a background request: the Luck screen and the service records.
//! The user can cancel the request.

use super::{
    borders,
    command::{Availability, require},
    component::{
        Action, Actions, CommandMode, Commands, Component, Context as _, Event, RenderOptions, Screen, above_dock,
        above_status, below_header, effect,
    },
    effect::Effect,
    lists::{List, ListPane, ListPanes, ListRows, ListState},
    motion::Motion,
    notice::Notice,
    odds_worker::{OddsJob, OddsResult},
    panes::Panes,
    screen::ScreenName,
    session::Session,
    session_odds::OddsRequest,
};
use ratatui::{
    Frame,
    layout::{Direction, Rect},
};
use wardiary_base::id::Id;
use wardiary_diary::diary::{Diary, EntryNo};
use wardiary_report::luck::Scope;
use wardiary_view::{
    campaign::stack_panes,
    forces::visible_scroll,
    layout::{AreaSplitter, Border, BorderPlace},
    table_pane::{RowLink, TablePane, TablePaneRow},
};

/// The width from which the panes are laid out in two columns.
const MIN_TWO_COLUMN_WIDTH: u16 = 110;

/// The key of a request: the head of the diary, its next entry number, and which rolls count.
pub(crate) type TableKey = (EntryNo, EntryNo, Scope);

/// A pane: its id, its title and its rows.
pub(crate) type PaneRows<P> = (P, String, Vec<TablePaneRow>);

/// Identifies a pane, and its borders.
pub(crate) trait PaneId: Copy + PartialEq {
    const COLUMN_BORDER: Border;

    /// Whether it is in the right column of a two-column layout.
    fn is_right(self) -> bool;

    /// The border above the pane. `None` for a pane that is always on top.
    fn top_border(self) -> Option<Border>;
}

pub(crate) trait Tables: Sized + 'static {
    type Pane: PaneId;
    type Answer;
    /// The inputs of the rows, besides the answer.
    type RowsKey: Copy + PartialEq;

    const MODES: &'static [CommandMode<TableScreen<Self>, Session>];
    const FIRST_PANE: Self::Pane;
    /// Whether the rows also depend on the diary as it is now.
    const ROWS_FOLLOW_DIARY: bool;
    const WORDS: RequestWords;

    fn new(session: &Session) -> Self;
    fn job(diary: Box<Diary>, scope: Scope) -> OddsJob;
    fn answer(result: OddsResult) -> Option<Self::Answer>;
    fn rows_key(&self) -> Self::RowsKey;
    fn panes(&mut self, session: &Session, about: &TableKey, answer: &Self::Answer) -> Vec<PaneRows<Self::Pane>>;
    fn status(about: &TableKey, answer: &Self::Answer, session: &Session) -> String;
    fn open_link(screen: &mut TableScreen<Self>, link: RowLink) -> Actions<Session>;

    /// The row that stays selected when the rows change.
    fn selected_row(&self) -> Option<(Self::Pane, RowLink)> {
        None
    }

    fn set_area(&mut self, _area: Rect) {}
    fn go_to(_screen: &mut TableScreen<Self>, _id: Id, _session: &Session) {}
    fn on_selection(_screen: &mut TableScreen<Self>) {}
}

pub(crate) struct RequestWords {
    pub idle: &'static str,
    pub complete: &'static str,
    pub busy: &'static str,
    pub stopped: &'static str,
}

pub(crate) struct TableScreen<T: Tables> {
    pub panes: ListPanes<T::Pane, Vec<TablePaneRow>>,
    pub tables: T,
    pub scope: Scope,
    answer: Option<(TableKey, T::Answer)>,
    requested: Option<TableKey>,
    /// Whether the current key differs from that.
    changed: bool,
    stopped: bool,
    /// The inputs of the rows. `None` if an answer has arrived since.
    rows_key: Option<T::RowsKey>,
}

impl<T: Tables> TableScreen<T> {
    pub fn new(session: &Session) -> Self {
        Self {
            panes: ListPanes::new(T::FIRST_PANE),
            tables: T::new(session),
            scope: Scope::default(),
            answer: None,
            requested: None,
            changed: true,
            stopped: false,
            rows_key: None,
        }
    }

    fn request_key(&self, session: &Session) -> TableKey {
        let diary = session.diary();
        (diary.head(), diary.next_no(), self.scope)
    }

    /// Makes the request due again.
    pub fn invalidate(&mut self) {
        (self.changed, self.stopped) = (true, false);
    }

    fn update_rows(&mut self, session: &Session) {
        let key = self.tables.rows_key();
        let Some((about, answer)) = self.answer.as_ref().filter(|_| self.rows_key != Some(key)) else { return };
        let panes = self.tables.panes(session, about, answer);
        self.set_panes(panes);
        self.rows_key = Some(self.tables.rows_key());
        if let Some((pane, link)) = self.tables.selected_row() {
            self.select_link(pane, link);
        }
    }

    /// Replaces the panes. Panes without rows are left out. Selections are kept.
    fn set_panes(&mut self, panes: Vec<PaneRows<T::Pane>>) {
        let old = std::mem::take(&mut self.panes.panes);
        for (id, title, rows) in panes.into_iter().filter(|(_, _, rows)| !rows.is_empty()) {
            let before = old.iter().find(|pane| pane.id == id).map(|pane| pane.list.state);
            let first = || rows.iter().position(|row| row.link.is_some()).unwrap_or(0);
            let mut state = before.unwrap_or_else(|| ListState { selected: first(), scroll: 0 });
            state.selected = state.selected.min(rows.len() - 1);
            self.panes.panes.push(ListPane { id, title, list: List { rows, state } });
        }
        self.panes.ensure_focus();
    }

    fn on_selection(&mut self, session: &Session) {
        T::on_selection(self);
        self.update_rows(session);
    }

    pub fn selected_link(&self) -> Option<RowLink> {
        self.panes.focused()?.selected_row()?.link
    }

    pub fn select_link(&mut self, pane: T::Pane, link: RowLink) {
        if let Some(list) = self.panes.list_mut(pane) {
            let row = list.rows.iter().position(|row| row.link == Some(link));
            list.state.selected = row.unwrap_or(list.state.selected);
        }
    }

    pub fn has_link(&self, _: &Session) -> Availability {
        require(self.selected_link().is_some(), "nothing is chosen")
    }

    pub fn open_selection(&mut self, session: &mut Session) -> Actions<Session> {
        self.selected_link().map_or_else(Vec::new, |link| match link {
            RowLink::Entry(no) => {
                session.view_entry(no);
                effect(Effect::Show(ScreenName::Review, None))
            }
            link => T::open_link(self, link),
        })
    }

    pub fn is_busy(_: &Self, session: &Session) -> Availability {
        require(session.odds.is_busy(), T::WORDS.idle)
    }

    pub fn is_stopped(&self, _: &Session) -> Availability {
        require(self.stopped, T::WORDS.complete)
    }

    pub fn cancel_request(&mut self, session: &mut Session) {
        session.odds.stop();
        self.stopped = true;
        session.say(Notice::good(T::WORDS.stopped));
    }

    /// Goes back one step: cancels the request, leaves a zoomed pane, shows all battles again, or closes the screen.
    pub fn back(&mut self, session: &mut Session) -> Actions<Session> {
        if session.odds.is_busy() {
            self.cancel_request(session);
        } else if session.panes.unzoom() {
            return effect(Effect::SavePanes);
        } else if self.scope.battle.take().is_some() {
            self.invalidate();
        } else {
            return vec![Action::LeaveScreen];
        }
        Vec::new()
    }

    /// The areas of the panes and the borders between them, in a frame of that area.
    fn layout(&self, frame: Rect, session: &Session) -> (Vec<(T::Pane, Rect)>, Vec<BorderPlace>) {
        self.layout_in(above_status(self, frame, session), &session.panes)
    }

    /// The same, in the area of the screen. Its first row is the header.
    fn layout_in(&self, area: Rect, panes: &Panes) -> (Vec<(T::Pane, Rect)>, Vec<BorderPlace>) {
        let area = below_header(area);
        if panes.zoomed {
            return (vec![(self.panes.focus, area)], Vec::new());
        }
        let wants = |right: Option<bool>| -> Vec<(T::Pane, u16)> {
            let panes = self.panes.panes.iter().filter(|pane| right.is_none_or(|right| pane.id.is_right() == right));
            panes.map(|pane| (pane.id, u16::try_from(pane.list.rows.len()).unwrap_or(u16::MAX))).collect()
        };
        let mut divided = AreaSplitter::new(&panes.borders);
        let (left, right) = (wants(Some(false)), wants(Some(true)));
        let areas = if !has_two_columns(area) || left.is_empty() || right.is_empty() {
            stack_panes(area, (&wants(None), self.panes.focus), T::Pane::top_border, &mut divided)
        } else {
            let half = area.width.div_ceil(2);
            let [one, other] = divided.split(T::Pane::COLUMN_BORDER, area, Direction::Horizontal, half);
            let mut areas = stack_panes(one, (&left, self.panes.focus), T::Pane::top_border, &mut divided);
            areas.extend(stack_panes(other, (&right, self.panes.focus), T::Pane::top_border, &mut divided));
            areas
        };
        (areas, divided.border_places)
    }
}

/// Whether the area is wide enough for two columns, and so for more than figures.
pub(crate) fn has_two_columns(area: Rect) -> bool {
    area.width >= MIN_TWO_COLUMN_WIDTH
}

impl<T: Tables> Commands<Session> for TableScreen<T> {
    const MODES: &'static [CommandMode<Self, Session>] = T::MODES;

    fn apply_motion(&mut self, motion: Motion, session: &mut Session) {
        self.panes.apply_motion(motion);
        self.on_selection(session);
    }
}

impl<T: Tables> Component<Session> for TableScreen<T> {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        let RenderOptions { look, focused, docked } = canvas;
        let whole = above_dock(self, area, session, docked);
        frame.render_widget(&session.header(look), Rect { height: whole.height.min(1), ..whole });
        for (id, place) in self.layout_in(whole, &session.panes).0 {
            let Some(pane) = self.panes.pane(id) else { continue };
            let ListState { selected, scroll } = pane.list.state;
            let drawn = TablePane {
                look,
                title: &pane.title,
                rows: &pane.list.rows,
                selected,
                // A docked overlay leaves less room than `prepare` knew of.
                scroll: visible_scroll(selected, scroll, usize::from(place.height.saturating_sub(2))),
                focused: focused && self.panes.focus == id,
            };
            frame.render_widget(&drawn, place);
        }
    }

    /// A click selects a row; a second click opens its target.
    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        if let Some(steps) = borders::event(&event, session) {
            return Some(steps);
        }
        if event.pointer_area().is_some() {
            session.clear_notice();
        }
        let mut is_accepted = false;
        match event {
            Event::Changed(_) => {
                self.invalidate();
                self.rows_key = self.rows_key.filter(|_| !T::ROWS_FOLLOW_DIARY);
                return Some(Vec::new());
            }
            Event::Odds { result, .. } => {
                if let Some(answer) = T::answer(result) {
                    self.answer = self.requested.map(|about| (about, answer)).or(self.answer.take());
                    self.rows_key = None;
                }
                return Some(Vec::new());
            }
            Event::GoTo(id) => {
                T::go_to(self, id, session);
                return Some(Vec::new());
            }
            Event::Click(at, area) => {
                let (areas, _) = self.layout(area, session);
                if session.panes.press(at) {
                    self.panes.focus_title_at(at, &areas);
                } else {
                    is_accepted = self.panes.select_at(at, &areas);
                }
            }
            Event::Scroll(at, area, motion) => {
                let (areas, _) = self.layout(area, session);
                if let Some((id, _)) = areas.iter().rev().find(|(_, place)| place.contains(at)) {
                    self.panes.focus = *id;
                    self.panes.apply_motion(motion);
                }
            }
            Event::Select(spot) => self.panes.select(spot),
            _ => return None,
        }
        self.on_selection(session);
        Some(if is_accepted { self.open_selection(session) } else { Vec::new() })
    }

    fn list<'a>(&'a self, at: Option<usize>, _: &'a Session) -> Option<ListRows<'a>> {
        self.panes.searched(at)
    }

    fn list_area(&self, area: Rect, session: &Session) -> Rect {
        let (areas, _) = self.layout(area, session);
        areas.into_iter().find(|(id, _)| *id == self.panes.focus).map_or(Rect::ZERO, |(_, place)| place)
    }

    fn odds_request(&self, session: &Session) -> Option<OddsRequest> {
        let is_found = self.answer.as_ref().is_some_and(|(found, _)| *found == self.request_key(session));
        let is_needed = !self.stopped && !is_found;
        Some(if is_needed { OddsRequest::Screen { changed: self.changed } } else { OddsRequest::Nothing })
    }

    fn odds_jobs(&mut self, session: &Session) -> Vec<OddsJob> {
        self.changed = false;
        self.requested = Some(self.request_key(session));
        vec![T::job(Box::new(session.diary().clone()), self.scope)]
    }
}

impl<T: Tables> Screen<Session> for TableScreen<T> {
    fn status(&self, session: &Session) -> Option<String> {
        if session.odds.is_busy() {
            return Some(format!("{}: {}% (Esc cancels)", T::WORDS.busy, session.odds.progress()));
        }
        if self.stopped {
            return Some(T::WORDS.stopped.into());
        }
        let answer = self.answer.as_ref();
        Some(answer.map_or_else(String::new, |(about, answer)| T::status(about, answer, session)))
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.tables.set_area(area);
        self.update_rows(session);
        let (areas, borders) = self.layout(area, session);
        session.panes.lay(borders, self.list_area(area, session));
        self.panes.fit_scroll(&areas);
    }
}
