//! The service records: for each side, formation, stack and unit where it was and fought, what it did, its losses and
//! gains, its history, and the readers' remarks on it.

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
    id::{BattleId, Id},
    text,
};
use wardiary_diary::diary::Diary;
use wardiary_report::{
    luck::Scope,
    service::{
        Condition, ForceDay, ForceRecord, ServiceRecord, ServiceRecords,
        words::{self, achievements, condition_change},
    },
};
use wardiary_rules::state::{State, total_strength};
use wardiary_view::{
    layout::Border,
    table_pane::{CellTone, RowLink, TablePaneCell, TablePaneRow},
};

const COMMANDS: &[&[Command<ServiceScreen, Session>]] = &[
    &commands! {
        ServiceChoose, "open", "open the selected row: the entry on the Review screen, or the record of the force", TableScreen::has_link, TableScreen::open_selection;
        ServiceLater, "next force", "to the next force in the list", has_units, |screen, _| screen.select_neighbour(1);
        ServiceEarlier, "", "to the previous force", has_units, |screen, _| screen.select_neighbour(-1);
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
    Forces,
    /// The force's actions, battle by battle.
    Record,
    History,
    Remarks,
    Entries,
}

impl PaneId for ServicePaneId {
    const COLUMN_BORDER: Border = Border::ServiceColumns;

    fn is_right(self) -> bool {
        self != Self::Forces
    }

    fn top_border(self) -> Option<Border> {
        match self {
            Self::Forces => None,
            Self::Record => Some(Border::ServiceRecord),
            Self::History => Some(Border::ServiceTime),
            Self::Remarks => Some(Border::ServiceRemarks),
            Self::Entries => Some(Border::ServiceEntries),
        }
    }
}

pub(crate) type ServiceScreen = TableScreen<ServiceTables>;

pub(crate) struct ServiceTables {
    force: Option<Id>,
}

impl Tables for ServiceTables {
    type Pane = ServicePaneId;
    type Answer = ServiceRecords;
    type RowsKey = Option<Id>;

    const MODES: &'static [CommandMode<ServiceScreen, Session>] =
        &[CommandMode::new(GroupId::Service, "Among the service records", COMMANDS)];
    const FIRST_PANE: ServicePaneId = ServicePaneId::Forces;
    const ROWS_FOLLOW_DIARY: bool = true;
    const WORDS: RequestWords = RequestWords {
        idle: "nothing is being read",
        complete: "the whole diary has been read",
        busy: "reading the diary",
        stopped: "cancelled before the whole diary was read",
    };

    fn new(session: &Session) -> Self {
        let state = session.diary().state();
        let picked = session.picked().iter().copied().find(|id| !state.units_for_id(*id).is_empty());
        Self { force: picked.or_else(|| Some(state.units().first()?.id.into())) }
    }

    fn job(diary: Box<Diary>, _: Scope) -> OddsJob {
        OddsJob::Service(diary)
    }

    fn answer(result: OddsResult) -> Option<ServiceRecords> {
        if let OddsResult::Service(records) = result { Some(records) } else { None }
    }

    fn rows_key(&self) -> Option<Id> {
        self.force
    }

    fn panes(&mut self, session: &Session, _: &TableKey, records: &ServiceRecords) -> Vec<PaneRows<ServicePaneId>> {
        let state = session.diary().state();
        // A reloaded save may lack the force; the first unit takes its place.
        let known = self.force.filter(|id| state.kind(*id).is_some());
        self.force = known.or_else(|| Some(records.units.first()?.unit.into()));
        let mut panes = vec![(ServicePaneId::Forces, "Forces".into(), force_rows(state, &records.units))];
        if let Some(id) = self.force {
            let force = records.of_force(state, id);
            let side = state.side_of(id).map(Id::from).filter(|side| *side != id);
            let of = side.map_or_else(String::new, |side| format!(" of {}", state.name(side)));
            let (title, history) = match force.unit() {
                Some(record) => ("History", history_rows(state, record)),
                None => ("Day by day", day_rows(&force)),
            };
            panes.extend([
                (ServicePaneId::Record, text::sanitize(&format!("{}{of}", state.name(id))), record_rows(state, &force)),
                (ServicePaneId::History, title.into(), history),
                (ServicePaneId::Remarks, "Remarks".into(), remark_rows(&force)),
                (ServicePaneId::Entries, "Its entries".into(), entry_rows(session, &force)),
            ]);
        }
        panes
    }

    fn selected_row(&self) -> Option<(ServicePaneId, RowLink)> {
        Some((ServicePaneId::Forces, RowLink::Force(self.force?)))
    }

    fn open_link(screen: &mut ServiceScreen, link: RowLink) -> Actions<Session> {
        match link {
            RowLink::Battle(battle) => return effect(Effect::GoTo(ScreenName::Campaign, battle.into())),
            RowLink::Force(id) => {
                screen.show_force(id);
                screen.panes.focus = ServicePaneId::Record;
            }
            RowLink::Entry(_) => {}
        }
        Vec::new()
    }

    fn status((head, ..): &TableKey, records: &ServiceRecords, session: &Session) -> String {
        match session.reviewed() {
            _ if records.units.is_empty() => "the save has no units".into(),
            Some(no) => format!("the records cover all entries up to {head}, not only up to the viewed entry {no}"),
            None => String::new(),
        }
    }

    fn go_to(screen: &mut ServiceScreen, id: Id, session: &Session) {
        if !session.diary().state().units_for_id(id).is_empty() {
            screen.show_force(id);
        }
        screen.panes.focus = ServicePaneId::Record;
    }

    /// Shows the record of the force selected in the list.
    fn on_selection(screen: &mut ServiceScreen) {
        if screen.panes.focus == ServicePaneId::Forces
            && let Some(RowLink::Force(id)) = screen.selected_link()
        {
            screen.show_force(id);
        }
    }
}

impl ServiceScreen {
    fn show_force(&mut self, id: Id) {
        if self.tables.force.replace(id) != Some(id) {
            let records = self.panes.panes.iter_mut().filter(|pane| pane.id != ServicePaneId::Forces);
            records.for_each(|pane| pane.list.state = ListState::default());
        }
        self.select_link(ServicePaneId::Forces, RowLink::Force(id));
    }

    /// Moves the selection down the list by this many forces.
    fn select_neighbour(&mut self, by: isize) {
        let rows = self.panes.pane(ServicePaneId::Forces).map_or(&[][..], |pane| &pane.list.rows);
        let links = rows.iter().filter_map(|row| row.link);
        let forces: Vec<Id> =
            links.filter_map(|link| if let RowLink::Force(id) = link { Some(id) } else { None }).collect();
        if let Some(id) = self.tables.force.or(forces.first().copied()) {
            self.show_force(cycled(&forces, id, by));
        }
    }
}

/// A row for each side, formation and stack with its strength, and below it its units with their condition.
fn force_rows(state: &State, records: &[ServiceRecord]) -> Vec<TablePaneRow> {
    let holders = |record: &ServiceRecord| state.holders(record.unit.into()).into_iter().rev().collect::<Vec<_>>();
    let mut units: Vec<(Vec<Id>, &ServiceRecord)> = records.iter().map(|record| (holders(record), record)).collect();
    units.sort_by(|(one, _), (other, _)| one.cmp(other));
    let indented = |depth: usize, id: Id| format!("{}{}", " ".repeat(depth), state.name(id));
    let mut rows = Vec::new();
    let mut before: &[Id] = &[];
    for (holders, record) in &units {
        let shared = holders.iter().zip(before).take_while(|(holder, other)| holder == other).count();
        for (depth, holder) in holders.iter().enumerate().skip(shared) {
            let strength = total_strength(state.units_for_id(*holder)).map(|strength| format!("{} SP", strength.now));
            let cells = vec![
                TablePaneCell::text(indented(depth, *holder)).with_tone(CellTone::Title),
                TablePaneCell::text(strength.unwrap_or_default()),
                TablePaneCell::text(""),
            ];
            rows.push(TablePaneRow::new(cells).linked_to(RowLink::Force(*holder)));
        }
        before = holders;
        let now = record.history.last().map(|(_, now)| now);
        let is_gone = now.is_some_and(Condition::is_eliminated);
        let tone = |gone| if is_gone { gone } else { CellTone::Plain };
        let unit = Id::from(record.unit);
        let cells = vec![
            TablePaneCell::text(indented(holders.len(), unit)).with_tone(tone(CellTone::Muted)),
            TablePaneCell::text(now.map_or_else(String::new, words::strength)).with_tone(tone(CellTone::Bad)),
            TablePaneCell::text(now.filter(|_| !is_gone).map_or_else(String::new, words::grade)),
        ];
        rows.push(TablePaneRow::new(cells).linked_to(RowLink::Force(unit)));
    }
    rows
}

/// The deeds of a force, battle by battle; below it those of its units.
fn record_rows(state: &State, force: &ForceRecord) -> Vec<TablePaneRow> {
    let mut rows: Vec<TablePaneRow> = Vec::new();
    let mut section = |title: String, link: Option<RowLink>, texts: Vec<String>| {
        if texts.is_empty() {
            return;
        }
        if !rows.is_empty() {
            rows.push(TablePaneRow::default());
        }
        rows.push(TablePaneRow { link, ..TablePaneRow::text(title, CellTone::Title) });
        rows.extend(texts.into_iter().map(|text| TablePaneRow::text(text, CellTone::Plain)));
    };
    let battle = |id: BattleId| (state.name(id), Some(RowLink::Battle(id)));
    if let Some(record) = force.unit() {
        for service in &record.battles {
            let (title, link) = battle(service.battle);
            let achieved = achievements(service);
            let achieved = if achieved.is_empty() { vec!["was present, but did not fight".into()] } else { achieved };
            section(title, link, [vec![condition_change(state, service)], achieved].concat());
        }
        section("On the march".into(), None, record.objectives_taken.iter().map(words::objective_taken).collect());
    } else {
        for sum in &force.battles {
            let (title, link) = battle(sum.battle);
            section(title, link, vec![words::force_sum(sum)]);
        }
        let taken = force.objectives_taken.iter().map(|taken| words::objective_taken(taken));
        section("Objectives".into(), None, taken.collect());
    }
    let leaders = force.leaders.iter().map(|change| words::leader_change(state, change, force.id));
    section("Leaders".into(), None, leaders.collect());
    if force.unit().is_some() {
        let day = |day: &ForceDay| format!("{}: {}", day.time, day.place);
        section("Day by day".into(), None, force.days.iter().map(day).collect());
    } else {
        for record in &force.units {
            let Some(service) = record.battles.iter().cloned().reduce(|sum, next| sum.combined_with(&next)) else {
                continue;
            };
            let link = RowLink::Force(record.unit.into());
            let deeds = achievements(&service).join("; ");
            section(state.name(record.unit), Some(link), vec![deeds]);
        }
    }
    if force.battles.is_empty() {
        rows.insert(0, TablePaneRow::text("It was in no battle.", CellTone::Muted));
    }
    rows
}

/// Where the force was at the end of each day, with its strength.
fn day_rows(force: &ForceRecord) -> Vec<TablePaneRow> {
    let most = f64::from(force.days.iter().filter_map(|day| day.strength).max().unwrap_or(1).max(1));
    let row = |day: &ForceDay| {
        let cells = vec![
            TablePaneCell::text(&*day.time).muted(),
            day.strength.map_or(TablePaneCell::text(""), |strength| TablePaneCell::bar(f64::from(strength) / most)),
            TablePaneCell::number(words::force_strength(day)),
            TablePaneCell::text(&*day.place),
        ];
        TablePaneRow::new(cells)
    };
    force.days.iter().map(row).collect()
}

/// The unit at the muster, or when it was created, and after each entry that changed it.
fn history_rows(state: &State, record: &ServiceRecord) -> Vec<TablePaneRow> {
    let full = state.unit(record.unit).and_then(|unit| unit.strength().exact()).map(|strength| strength.full);
    let known = record.history.iter().filter_map(|(_, was)| was.strength.exact());
    let most = known.chain(full).max().unwrap_or(1).max(1);
    let mut before: Option<&Condition> = None;
    let mut rows = Vec::new();
    for (no, was) in &record.history {
        let when = if *no == 0 { "at the muster".into() } else { format!("entry {no}") };
        let share = was.strength.exact().map(|strength| f64::from(strength) / f64::from(most));
        let is_less = |was: Option<u16>, before: Option<u16>| was.zip(before).is_some_and(|(was, before)| was < before);
        let edna = |of: &Condition| of.edna.exact().map(u16::from);
        let fell = before.is_some_and(|before| {
            is_less(was.strength.exact(), before.strength.exact()) || is_less(edna(was), edna(before))
        });
        let cells = vec![
            TablePaneCell::text(when).muted(),
            share.map_or(TablePaneCell::text(""), TablePaneCell::bar),
            TablePaneCell::number(words::points(was)),
            TablePaneCell::text(words::edna(was)),
            TablePaneCell::text(words::grade(was)).with_tone(if fell { CellTone::Bad } else { CellTone::Plain }),
        ];
        rows.push(TablePaneRow::new(cells).linked_to(RowLink::Entry(*no)));
        before = Some(was);
    }
    rows
}

fn remark_rows(force: &ForceRecord) -> Vec<TablePaneRow> {
    let row = |(no, remarks): &(u32, &wardiary_diary::diary::Remarks)| {
        let comment = remarks.comment.as_ref();
        let mark = comment.and_then(|comment| comment.mark).map_or("", wardiary_base::remark::Mark::sign);
        let remark = comment.map_or_else(String::new, |comment| comment.text.to_string());
        let named = remarks.bookmark_text().unwrap_or_default();
        let remark = if remark.is_empty() { named } else { remark };
        let cells =
            vec![TablePaneCell::number(no.to_string()).muted(), TablePaneCell::text(mark), TablePaneCell::text(remark)];
        TablePaneRow::new(cells).linked_to(RowLink::Entry(*no))
    };
    force.remarks.iter().map(row).collect()
}

fn entry_rows(session: &Session, force: &ForceRecord) -> Vec<TablePaneRow> {
    let row = |account: wardiary_diary::diary::Account| {
        let cells = vec![
            TablePaneCell::number(account.no.to_string()).muted(),
            TablePaneCell::text(account.turn_label()).muted(),
            TablePaneCell::text(&*account.headline),
        ];
        TablePaneRow::new(cells).linked_to(RowLink::Entry(account.no))
    };
    let steps = session.diary().steps(force.entries.iter().copied());
    steps.map(|step| row(session.viewed().account(&step))).collect()
}
