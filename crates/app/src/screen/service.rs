//! The service records: for each unit where it fought, what it did, its losses and gains, its history, and the readers'
//! remarks on it.

use super::ScreenName;
use crate::{
    background_request::BackgroundRequest,
    borders,
    command::{Availability, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Event, RenderOptions, Screen, SessionScreen,
        above_dock, above_status, always, effect,
    },
    effect::Effect,
    lists::ListRows,
    motion::{Motion, cycled},
    notice::Notice,
    odds_worker::{OddsJob, OddsResult},
    session::Session,
    session_odds::OddsRequest,
    shared_commands as shared,
    table_panes::{self, PaneId, TablePanes},
};
use ratatui::{Frame, layout::Rect};
use wardiary_base::{id::UnitId, text};
use wardiary_diary::diary::EntryNo;
use wardiary_report::service::{
    Condition, ServiceRecord,
    words::{self, achievements, condition_change},
};
use wardiary_rules::{order::Order, state::State};
use wardiary_view::{
    layout::Border,
    table_pane::{CellTone, RowLink, TablePaneCell, TablePaneRow},
};

const COMMANDS: &[&[Command<ServiceScreen, Session>]] = &[
    &commands! {
        ServiceChoose, "choose", "to the entry that is chosen, on the Review screen; of a unit, to its record", |screen, _| require(screen.ledger.selected_item().is_some(), "nothing is chosen"), open_selection;
        ServiceLater, "next unit", "to the next unit of the roster", ServiceScreen::has_units, |screen, session| screen.select_neighbour_unit(1, session);
        ServiceEarlier, "", "to the unit before", ServiceScreen::has_units, |screen, session| screen.select_neighbour_unit(-1, session);
        ServiceStop, "break off", "break the reading off", is_busy, cancel_request;
        ServiceAgain, "read", "read the diary after all", is_stopped, |screen, _| screen.invalidate();
        ServiceNext, "pane", "to the next pane", always, |screen, _| screen.ledger.lists.cycle_focus(1);
        ServicePrevious, "", "to the pane before", always, |screen, _| screen.ledger.lists.cycle_focus(-1);
        ServiceFind => shared::find();
        ServiceFindNext => shared::find_next();
    },
    &shared::screen_commands::<ServiceScreen>(),
    &shared::jumps::<ServiceScreen>(),
    &motions!(ServiceUp, ServiceDown, ServicePageUp, ServicePageDown, ServiceTop, ServiceBottom),
    &borders::resize_commands::<ServiceScreen>(ids![
        ServiceZoom,
        ServiceWider,
        ServiceNarrower,
        ServiceTaller,
        ServiceShorter,
        ServicePanesReset,
    ]),
    &commands! {
        ServiceLookAs => shared::look_as();
        ServiceMouse => shared::mouse();
        ServiceTheme => shared::theme();
        ServiceCopy => shared::copy();
        ServiceHelp => shared::help();
        ServiceClose, "back", "back one step: the reading, a zoomed pane, the screen", always, back;
        ServiceSuspend => shared::suspend();
        ServiceQuit => shared::quit().with_label("");
    },
];

fn is_busy(_: &ServiceScreen, session: &Session) -> Availability {
    require(session.odds.is_busy(), "nothing is being read")
}

fn is_stopped(screen: &ServiceScreen, _: &Session) -> Availability {
    require(screen.inquiry.is_stopped(), "the whole diary is read")
}

/// Opens the target of the selected row.
fn open_selection(screen: &mut ServiceScreen, session: &mut Session) -> Actions<Session> {
    match screen.ledger.selected_item() {
        Some(RowLink::Entry(no)) => {
            session.view_entry(no);
            effect(Effect::Show(ScreenName::Review, None))
        }
        Some(RowLink::Unit(unit)) => {
            screen.show_unit(unit);
            screen.ledger.lists.focus = ServicePaneId::Record;
            Vec::new()
        }
        Some(RowLink::Battle(battle)) => effect(Effect::GoTo(ScreenName::Campaign, battle.into())),
        None => Vec::new(),
    }
}

fn cancel_request(screen: &mut ServiceScreen, session: &mut Session) {
    session.odds.stop();
    screen.inquiry.stop();
    session.say(Notice::good("broken off before the whole diary was read"));
}

/// Goes back one step: cancels the reading, leaves a zoomed pane, or closes the screen.
fn back(screen: &mut ServiceScreen, session: &mut Session) -> Actions<Session> {
    if session.odds.is_busy() {
        cancel_request(screen, session);
        return Vec::new();
    }
    if std::mem::take(&mut session.panes.zoomed) { effect(Effect::SavePanes) } else { vec![Action::LeaveScreen] }
}

impl ServiceScreen {
    /// The area of the panes.
    fn panes_area(&self, area: Rect, session: &Session) -> Rect {
        table_panes::below_header(above_status(self, area, session))
    }
}

impl Commands<Session> for ServiceScreen {
    const MODES: &'static [CommandMode<Self, Session>] =
        &[CommandMode { group: GroupId::Service, heading: Some("Among the service records"), commands: COMMANDS }];

    fn apply_motion(&mut self, motion: Motion, session: &mut Session) {
        self.ledger.lists.apply_motion(motion);
        self.show_selected_unit();
        self.update_rows(session);
    }
}

impl Component<Session> for ServiceScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        let RenderOptions { look, focused, docked } = canvas;
        let whole = above_dock(self, area, session, docked);
        frame.render_widget(&session.header(look), Rect { height: whole.height.min(1), ..whole });
        self.ledger.draw(frame, (table_panes::below_header(whole), &session.panes), look, focused);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Changed(_) => self.invalidate(),
            Event::Odds { result, .. } => self.take_result(result),
            Event::GoTo(id) => {
                let state = session.diary().state();
                if let Some(unit) = state.units_for_id(id).first() {
                    self.show_unit(unit.id);
                }
                self.ledger.lists.focus = ServicePaneId::Record;
            }
            event => {
                if let Some(steps) = borders::event(&event, session) {
                    return Some(steps);
                }
                let area = event.pointer_area().map_or(Rect::ZERO, |area| {
                    session.clear_notice();
                    self.panes_area(area, session)
                });
                let is_accepted = self.ledger.event(&event, area, &mut session.panes)?;
                self.show_selected_unit();
                self.update_rows(session);
                return Some(if is_accepted { open_selection(self, session) } else { Vec::new() });
            }
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, at: Option<usize>, _: &'a Session) -> Option<ListRows<'a>> {
        self.ledger.lists.searched(at)
    }

    fn list_area(&self, area: Rect, session: &Session) -> Rect {
        self.ledger.list_area(self.panes_area(area, session), &session.panes)
    }

    fn odds_request(&self, session: &Session) -> Option<OddsRequest> {
        Some(self.inquiry.odds_request(Self::request_key(session)))
    }

    fn odds_jobs(&mut self, session: &Session) -> Vec<OddsJob> {
        self.inquiry.start(Self::request_key(session));
        vec![OddsJob::Service(Box::new(session.diary().clone()))]
    }
}

impl Screen<Session> for ServiceScreen {
    fn status(&self, session: &Session) -> Option<String> {
        if session.odds.is_busy() {
            return Some(format!("the diary is being read: {} % (Esc breaks it off)", session.odds.progress()));
        }
        if self.inquiry.is_stopped() {
            return Some("broken off before the whole diary was read".into());
        }
        Some(match (self.inquiry.latest_answer(), session.reviewed()) {
            (Some((_, records)), _) if records.is_empty() => "there are no units in it".into(),
            (Some(((head, _), _)), Some(no)) => {
                format!(
                    "the records go to entry {head}, where the diary stands, and not only to entry {no}, which is looked at"
                )
            }
            _ => String::new(),
        })
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.update_rows(session);
        let area = self.panes_area(area, session);
        self.ledger.scroll_to_selection(area, &mut session.panes);
    }
}

impl SessionScreen for ServiceScreen {
    const NAME: ScreenName = ScreenName::Service;

    fn open(session: &Session, _: Option<Order>) -> Self {
        let state = session.diary().state();
        let picked = session.picked().iter().find_map(|id| state.units_for_id(*id).first().map(|unit| unit.id));
        Self::new(picked.or_else(|| state.units().first().map(|unit| unit.id)))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ServicePaneId {
    Units,
    /// The unit's actions, battle by battle.
    Record,
    History,
    /// The remarks on its entries.
    Remarks,
    /// The entries that involve it.
    Entries,
}

impl PaneId for ServicePaneId {
    const COLUMN_BORDER: Border = Border::ServiceColumns;
    const SHOWS_DETAILS: bool = true;

    fn is_right(self) -> bool {
        self != Self::Units
    }

    fn top_border(self) -> Option<Border> {
        match self {
            Self::Units => None,
            Self::Record => Some(Border::ServiceRecord),
            Self::History => Some(Border::ServiceTime),
            Self::Remarks => Some(Border::ServiceRemarks),
            Self::Entries => Some(Border::ServiceEntries),
        }
    }
}

pub(crate) struct ServiceScreen {
    pub(super) ledger: TablePanes<ServicePaneId>,
    unit: Option<UnitId>,
    /// The background request that reads the records, keyed by the diary's head and its next entry number.
    pub(super) inquiry: BackgroundRequest<(EntryNo, EntryNo), Vec<ServiceRecord>>,
    /// The unit whose rows are made.
    made: ShownRows,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShownRows {
    Nothing,
    /// The rows of the shown unit; `None` if there are no units.
    Unit(Option<UnitId>),
}

impl ServiceScreen {
    pub(super) fn new(unit: Option<UnitId>) -> Self {
        Self {
            ledger: TablePanes::new(ServicePaneId::Units),
            unit,
            inquiry: BackgroundRequest::new(),
            made: ShownRows::Nothing,
        }
    }

    /// Shows the record of a unit.
    pub(super) fn show_unit(&mut self, unit: UnitId) {
        if self.unit != Some(unit) {
            self.unit = Some(unit);
            [ServicePaneId::Record, ServicePaneId::History, ServicePaneId::Entries, ServicePaneId::Remarks]
                .into_iter()
                .for_each(|part| self.ledger.reset_pane(part));
        }
        self.ledger.select_item(ServicePaneId::Units, RowLink::Unit(unit));
    }

    /// Shows the record of the unit selected in the list.
    pub(super) fn show_selected_unit(&mut self) {
        if self.ledger.lists.focus == ServicePaneId::Units
            && let Some(RowLink::Unit(unit)) = self.ledger.selected_item()
        {
            self.show_unit(unit);
        }
    }

    pub(super) fn has_units(_: &Self, session: &Session) -> Availability {
        require(!session.diary().state().units().is_empty(), "nobody is mustered")
    }

    /// Selects the unit that many places further down the roster.
    pub(super) fn select_neighbour_unit(&mut self, by: isize, session: &mut Session) {
        let units: Vec<UnitId> = session.diary().state().units().iter().map(|unit| unit.id).collect();
        if let Some(unit) = self.unit.or(units.first().copied()) {
            self.show_unit(cycled(&units, unit, by));
        }
    }

    pub(super) fn invalidate(&mut self) {
        self.inquiry.invalidate();
        self.made = ShownRows::Nothing;
    }

    fn request_key(session: &Session) -> (EntryNo, EntryNo) {
        let diary = session.diary();
        (diary.head(), diary.next_no())
    }

    pub(super) fn take_result(&mut self, result: OddsResult) {
        if let OddsResult::Service(records) = result {
            self.inquiry.set_answer(records);
            self.made = ShownRows::Nothing;
        }
    }

    /// Makes the rows of the shown unit.
    pub(super) fn update_rows(&mut self, session: &Session) {
        let Some((_, records)) = self.inquiry.latest_answer().filter(|_| self.made != ShownRows::Unit(self.unit))
        else {
            return;
        };
        // A reloaded save may lack the unit; the first unit takes its place.
        let record = records.iter().find(|record| Some(record.unit) == self.unit).or(records.first());
        let state = session.diary().state();
        let mut panes: Vec<(ServicePaneId, String, Vec<TablePaneRow>)> =
            vec![(ServicePaneId::Units, "Units".into(), unit_rows(state, records))];
        if let Some(record) = record {
            let name = format!("{} of {}", state.name(record.unit), state.name(record.side));
            panes.extend([
                (ServicePaneId::Record, text::sanitize(&name), self::record_rows(state, record)),
                (ServicePaneId::History, "Through time".into(), history_rows(state, record)),
                (ServicePaneId::Remarks, "Remarks".into(), remark_rows(session, record)),
                (ServicePaneId::Entries, "Its entries".into(), entry_rows(session, record)),
            ]);
        }
        let unit = record.map(|record| record.unit);
        self.ledger.set_panes(panes);
        self.unit = unit;
        self.made = ShownRows::Unit(unit);
        if let Some(unit) = unit {
            self.ledger.select_item(ServicePaneId::Units, RowLink::Unit(unit));
        }
    }
}

/// A row for each unit with its condition, under the name of its side.
pub(super) fn unit_rows(state: &State, records: &[ServiceRecord]) -> Vec<TablePaneRow> {
    let row = |record: &ServiceRecord| {
        let now = record.history.last().map(|(_, now)| now);
        let is_gone = now.is_some_and(|now| now.strength == 0);
        let cells = vec![
            TablePaneCell::text(state.name(record.unit)).with_tone(if is_gone {
                CellTone::Muted
            } else {
                CellTone::Plain
            }),
            TablePaneCell::text(now.map_or_else(String::new, words::strength)).with_tone(if is_gone {
                CellTone::Bad
            } else {
                CellTone::Plain
            }),
            TablePaneCell::text(now.filter(|_| !is_gone).map_or_else(String::new, words::grade)),
        ];
        TablePaneRow::new(cells).linked_to(RowLink::Unit(record.unit))
    };
    let mut rows = Vec::new();
    let mut side = None;
    for record in records {
        if side.replace(record.side) != Some(record.side) {
            rows.push(TablePaneRow::text(state.name(record.side), CellTone::Title));
        }
        rows.push(row(record));
    }
    rows
}

/// The unit's actions, battle by battle.
pub(super) fn record_rows(state: &State, record: &ServiceRecord) -> Vec<TablePaneRow> {
    let mut rows = Vec::new();
    for service in &record.battles {
        if !rows.is_empty() {
            rows.push(TablePaneRow::default());
        }
        rows.push(
            TablePaneRow::text(state.name(service.battle), CellTone::Title).linked_to(RowLink::Battle(service.battle)),
        );
        rows.push(TablePaneRow::text(condition_change(state, service), CellTone::Plain));
        let deeds = achievements(service);
        if deeds.is_empty() {
            rows.push(TablePaneRow::text("was there, and did nothing", CellTone::Muted));
        }
        rows.extend(deeds.into_iter().map(|deed| TablePaneRow::text(deed, CellTone::Plain)));
    }
    if rows.is_empty() {
        rows.push(TablePaneRow::text("It was in no battle.", CellTone::Muted));
    }
    if !record.objectives_taken.is_empty() {
        rows.extend([TablePaneRow::default(), TablePaneRow::text("On the march", CellTone::Title)]);
        rows.extend(
            record
                .objectives_taken
                .iter()
                .map(|taken| TablePaneRow::text(words::objective_taken(taken), CellTone::Plain)),
        );
    }
    rows
}

/// The unit at the muster, or when it was created, and after each entry that changed it.
pub(super) fn history_rows(state: &State, record: &ServiceRecord) -> Vec<TablePaneRow> {
    let full = state.unit(record.unit).map_or(0, |unit| unit.strength.full);
    let most = record.history.iter().map(|(_, was)| was.strength).chain([full, 1]).max().unwrap_or(1);
    let mut before: Option<&Condition> = None;
    let mut rows = Vec::new();
    for (no, was) in &record.history {
        let when = if *no == 0 { "at the muster".into() } else { format!("entry {no}") };
        let is_known = was.strength_known().is_exact();
        let fell = before.is_some_and(|before| was.strength < before.strength || was.edna < before.edna);
        let cells = vec![
            TablePaneCell::text(when).muted(),
            if is_known {
                TablePaneCell::bar(f64::from(was.strength) / f64::from(most))
            } else {
                TablePaneCell::text("")
            },
            TablePaneCell::number(words::points(was)),
            TablePaneCell::text(words::edna(was)),
            TablePaneCell::text(words::grade(was)).with_tone(if fell { CellTone::Bad } else { CellTone::Plain }),
        ];
        rows.push(TablePaneRow::new(cells).linked_to(RowLink::Entry(*no)));
        before = Some(was);
    }
    rows
}

/// The readers' remarks on the unit's entries.
pub(super) fn remark_rows(session: &Session, record: &ServiceRecord) -> Vec<TablePaneRow> {
    let diary = session.diary();
    let remarked = diary.remarks().filter(|(no, _)| record.entries.binary_search(no).is_ok());
    let row = |(no, remarks): (u32, &wardiary_diary::diary::Remarks)| {
        let comment = remarks.comment.as_ref();
        let mark = comment.and_then(|comment| comment.mark).map_or("", wardiary_base::remark::Mark::sign);
        let said = comment.map_or_else(String::new, |comment| text::sanitize(&comment.text));
        let named = remarks.bookmark_text().map_or_else(String::new, |name| text::sanitize(&name));
        let said = if said.is_empty() { named } else { said };
        let cells =
            vec![TablePaneCell::number(no.to_string()).muted(), TablePaneCell::text(mark), TablePaneCell::text(said)];
        TablePaneRow::new(cells).linked_to(RowLink::Entry(no))
    };
    remarked.map(row).collect()
}

/// The entries that involve the unit.
pub(super) fn entry_rows(session: &Session, record: &ServiceRecord) -> Vec<TablePaneRow> {
    let row = |account: wardiary_diary::diary::Account| {
        let cells = vec![
            TablePaneCell::number(account.no.to_string()).muted(),
            TablePaneCell::text(account.turn_label()).muted(),
            TablePaneCell::text(&*account.headline),
        ];
        TablePaneRow::new(cells).linked_to(RowLink::Entry(account.no))
    };
    let steps = session.diary().steps(record.entries.iter().copied());
    steps.map(|step| row(session.viewed().account(&step))).collect()
}
