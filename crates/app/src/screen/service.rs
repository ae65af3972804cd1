//! The service records: for each unit where it fought, what it did, its losses and gains, its history, and the readers'
//! remarks on it.

use super::ScreenName;
use crate::{
    borders,
    command::{Availability, require},
    command_id::{CommandId, GroupId},
    component::{Actions, Command, CommandMode, always, effect},
    effect::Effect,
    lists::ListState,
    motion::cycled,
    odds_worker::{OddsJob, OddsResult},
    session::Session,
    shared_commands as shared,
    table_screen::{PaneId, PaneRows, RequestWords, TableKey, TableScreen, Tables},
};
use wardiary_base::{
    id::{Id, UnitId},
    text,
};
use wardiary_diary::diary::Diary;
use wardiary_report::{
    luck::Scope,
    service::{
        self, Condition, ServiceRecord,
        words::{self, achievements, condition_change},
    },
};
use wardiary_rules::state::State;
use wardiary_view::{
    layout::Border,
    table_pane::{CellTone, RowLink, TablePaneCell, TablePaneRow},
};

const COMMANDS: &[&[Command<ServiceScreen, Session>]] = &[
    &commands! {
        ServiceChoose, "open", "open the selected row: the entry on the Review screen, or the record of the unit", TableScreen::has_link, TableScreen::open_selection;
        ServiceLater, "next unit", "to the next unit of the roster", has_units, |screen, session| screen.select_neighbour_unit(1, session);
        ServiceEarlier, "", "to the previous unit", has_units, |screen, session| screen.select_neighbour_unit(-1, session);
        ServiceStop, "cancel", "cancel the reading", TableScreen::is_busy, TableScreen::cancel_request;
        ServiceAgain, "read", "read the diary after all", TableScreen::is_stopped, |screen, _| screen.invalidate();
        ServiceNext, "pane", "to the next pane", always, |screen, _| screen.panes.cycle_focus(1);
        ServicePrevious, "", "to the previous pane", always, |screen, _| screen.panes.cycle_focus(-1);
        @ find ServiceFind, find_next ServiceFindNext;
    },
    &shared::screen_commands(ScreenName::Service),
    &shared::jumps::<ServiceScreen>(),
    &motions!(ServiceUp, ServiceDown, ServicePageUp, ServicePageDown, ServiceTop, ServiceBottom),
    &borders::resize_commands::<ServiceScreen>(CommandId::ServiceZoom),
    &commands! {
        @ look_as ServiceLookAs, mouse ServiceMouse, theme ServiceTheme, copy ServiceCopy, help ServiceHelp;
        ServiceClose, "back", "back one step: cancel the reading, leave a zoomed pane, or leave the screen", always, TableScreen::back;
        ServiceSuspend => shared::suspend();
        ServiceQuit => shared::quit().with_label("");
    },
];

fn has_units(_: &ServiceScreen, session: &Session) -> Availability {
    require(!session.diary().state().units().is_empty(), "no units are mustered")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServicePaneId {
    Units,
    /// The unit's actions, battle by battle.
    Record,
    History,
    Remarks,
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

pub(crate) type ServiceScreen = TableScreen<ServiceTables>;

pub(crate) struct ServiceTables {
    unit: Option<UnitId>,
}

impl Tables for ServiceTables {
    type Pane = ServicePaneId;
    type Answer = Vec<ServiceRecord>;
    type RowsKey = Option<UnitId>;

    const MODES: &'static [CommandMode<ServiceScreen, Session>] =
        &[CommandMode::new(GroupId::Service, "Among the service records", COMMANDS)];
    const FIRST_PANE: ServicePaneId = ServicePaneId::Units;
    const ROWS_FOLLOW_DIARY: bool = true;
    const WORDS: RequestWords = RequestWords {
        idle: "nothing is being read",
        complete: "the whole diary has been read",
        busy: "reading the diary",
        stopped: "cancelled before the whole diary was read",
    };

    fn new(session: &Session) -> Self {
        let state = session.diary().state();
        let picked = session.picked().iter().find_map(|id| state.units_for_id(*id).first().map(|unit| unit.id));
        Self { unit: picked.or_else(|| state.units().first().map(|unit| unit.id)) }
    }

    fn job(diary: Box<Diary>, _: Scope) -> OddsJob {
        OddsJob::Service(diary)
    }

    fn answer(result: OddsResult) -> Option<Vec<ServiceRecord>> {
        if let OddsResult::Service(records) = result { Some(records) } else { None }
    }

    fn rows_key(&self) -> Option<UnitId> {
        self.unit
    }

    fn panes(&mut self, session: &Session, _: &TableKey, records: &Vec<ServiceRecord>) -> Vec<PaneRows<ServicePaneId>> {
        // A reloaded save may lack the unit; the first unit takes its place.
        let record = records.iter().find(|record| Some(record.unit) == self.unit).or(records.first());
        self.unit = record.map(|record| record.unit);
        let state = session.diary().state();
        let mut panes = vec![(ServicePaneId::Units, "Units".into(), unit_rows(state, records))];
        if let Some(record) = record {
            let name = format!("{} of {}", state.name(record.unit), state.name(record.side));
            panes.extend([
                (ServicePaneId::Record, text::sanitize(&name), record_rows(state, record, records)),
                (ServicePaneId::History, "History".into(), history_rows(state, record)),
                (ServicePaneId::Remarks, "Remarks".into(), remark_rows(session, record)),
                (ServicePaneId::Entries, "Its entries".into(), entry_rows(session, record)),
            ]);
        }
        panes
    }

    fn selected_row(&self) -> Option<(ServicePaneId, RowLink)> {
        Some((ServicePaneId::Units, RowLink::Unit(self.unit?)))
    }

    fn open_link(screen: &mut ServiceScreen, link: RowLink) -> Actions<Session> {
        match link {
            RowLink::Battle(battle) => return effect(Effect::GoTo(ScreenName::Campaign, battle.into())),
            RowLink::Unit(unit) => {
                screen.show_unit(unit);
                screen.panes.focus = ServicePaneId::Record;
            }
            RowLink::Entry(_) => {}
        }
        Vec::new()
    }

    fn status((head, ..): &TableKey, records: &Vec<ServiceRecord>, session: &Session) -> String {
        match session.reviewed() {
            _ if records.is_empty() => "the save has no units".into(),
            Some(no) => format!("the records cover all entries up to {head}, not only up to the viewed entry {no}"),
            None => String::new(),
        }
    }

    fn go_to(screen: &mut ServiceScreen, id: Id, session: &Session) {
        if let Some(unit) = session.diary().state().units_for_id(id).first() {
            screen.show_unit(unit.id);
        }
        screen.panes.focus = ServicePaneId::Record;
    }

    /// Shows the record of the unit selected in the list.
    fn on_selection(screen: &mut ServiceScreen) {
        if screen.panes.focus == ServicePaneId::Units
            && let Some(RowLink::Unit(unit)) = screen.selected_link()
        {
            screen.show_unit(unit);
        }
    }
}

impl ServiceScreen {
    fn show_unit(&mut self, unit: UnitId) {
        if self.tables.unit.replace(unit) != Some(unit) {
            let records = self.panes.panes.iter_mut().filter(|pane| pane.id != ServicePaneId::Units);
            records.for_each(|pane| pane.list.state = ListState::default());
        }
        self.select_link(ServicePaneId::Units, RowLink::Unit(unit));
    }

    /// Selects the unit that many places further down the roster.
    fn select_neighbour_unit(&mut self, by: isize, session: &Session) {
        let units: Vec<UnitId> = session.diary().state().units().iter().map(|unit| unit.id).collect();
        if let Some(unit) = self.tables.unit.or(units.first().copied()) {
            self.show_unit(cycled(&units, unit, by));
        }
    }
}

/// A row for each unit with its condition, under the name of its side.
fn unit_rows(state: &State, records: &[ServiceRecord]) -> Vec<TablePaneRow> {
    let row = |record: &ServiceRecord| {
        let now = record.history.last().map(|(_, now)| now);
        let is_gone = now.is_some_and(|now| now.strength == 0);
        let tone = |gone| if is_gone { gone } else { CellTone::Plain };
        let cells = vec![
            TablePaneCell::text(state.name(record.unit)).with_tone(tone(CellTone::Muted)),
            TablePaneCell::text(now.map_or_else(String::new, words::strength)).with_tone(tone(CellTone::Bad)),
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

/// What the unit did, battle by battle, and what the formations that it belongs to did together.
fn record_rows(state: &State, record: &ServiceRecord, all: &[ServiceRecord]) -> Vec<TablePaneRow> {
    let mut rows = Vec::new();
    for service in &record.battles {
        if !rows.is_empty() {
            rows.push(TablePaneRow::default());
        }
        rows.push(
            TablePaneRow::text(state.name(service.battle), CellTone::Title).linked_to(RowLink::Battle(service.battle)),
        );
        rows.push(TablePaneRow::text(condition_change(state, service), CellTone::Plain));
        let achieved = achievements(service);
        if achieved.is_empty() {
            rows.push(TablePaneRow::text("was present, but did not fight", CellTone::Muted));
        }
        rows.extend(achieved.into_iter().map(|deed| TablePaneRow::text(deed, CellTone::Plain)));
    }
    if rows.is_empty() {
        rows.push(TablePaneRow::text("It was in no battle.", CellTone::Muted));
    }
    if !record.objectives_taken.is_empty() {
        rows.extend([TablePaneRow::default(), TablePaneRow::text("On the march", CellTone::Title)]);
        let taken = record.objectives_taken.iter().map(words::objective_taken);
        rows.extend(taken.map(|taken| TablePaneRow::text(taken, CellTone::Plain)));
    }
    let holders = state.holders(record.unit.into());
    for sum in service::of_formations(state, all).iter().filter(|sum| holders.contains(&sum.formation)) {
        let title = format!("{} in {}", state.name(sum.formation), state.name(sum.battle));
        rows.extend([TablePaneRow::default(), TablePaneRow::text(title, CellTone::Title)]);
        rows.push(TablePaneRow::text(words::formation_sum(sum), CellTone::Plain));
    }
    rows
}

/// The unit at the muster, or when it was created, and after each entry that changed it.
fn history_rows(state: &State, record: &ServiceRecord) -> Vec<TablePaneRow> {
    let full = state.unit(record.unit).map_or(0, |unit| unit.strength.full);
    let most = record.history.iter().map(|(_, was)| was.strength).chain([full, 1]).max().unwrap_or(1);
    let mut before: Option<&Condition> = None;
    let mut rows = Vec::new();
    for (no, was) in &record.history {
        let when = if *no == 0 { "at the muster".into() } else { format!("entry {no}") };
        let share = f64::from(was.strength) / f64::from(most);
        let is_known = was.strength_known().is_exact();
        let fell = before.is_some_and(|before| was.strength < before.strength || was.edna < before.edna);
        let cells = vec![
            TablePaneCell::text(when).muted(),
            if is_known { TablePaneCell::bar(share) } else { TablePaneCell::text("") },
            TablePaneCell::number(words::points(was)),
            TablePaneCell::text(words::edna(was)),
            TablePaneCell::text(words::grade(was)).with_tone(if fell { CellTone::Bad } else { CellTone::Plain }),
        ];
        rows.push(TablePaneRow::new(cells).linked_to(RowLink::Entry(*no)));
        before = Some(was);
    }
    rows
}

fn remark_rows(session: &Session, record: &ServiceRecord) -> Vec<TablePaneRow> {
    let diary = session.diary();
    let remarked = diary.remarks().filter(|(no, _)| record.entries.binary_search(no).is_ok());
    let row = |(no, remarks): (u32, &wardiary_diary::diary::Remarks)| {
        let comment = remarks.comment.as_ref();
        let mark = comment.and_then(|comment| comment.mark).map_or("", wardiary_base::remark::Mark::sign);
        let remark = comment.map_or_else(String::new, |comment| comment.text.to_string());
        let named = remarks.bookmark_text().unwrap_or_default();
        let remark = if remark.is_empty() { named } else { remark };
        let cells =
            vec![TablePaneCell::number(no.to_string()).muted(), TablePaneCell::text(mark), TablePaneCell::text(remark)];
        TablePaneRow::new(cells).linked_to(RowLink::Entry(no))
    };
    remarked.map(row).collect()
}

fn entry_rows(session: &Session, record: &ServiceRecord) -> Vec<TablePaneRow> {
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
