//! The service records: for each unit where it fought, what it did, its losses and gains, its history, and the readers'
//! remarks on it.

use super::ScreenName;
use crate::{
    borders,
    command::{Availability, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Opened, Screen, above_dock,
        above_said, always, effect,
    },
    effect::Effect,
    inquiry::Inquiry,
    ledger::{self, Ledger, LedgerPart},
    lists::ListRows,
    motion::{Motion, cycled},
    notice::Notice,
    odds_worker::{OddsJob, OddsResult},
    session::Session,
    session_odds::Asked,
    shared_commands as shared,
};
use ratatui::{Frame, layout::Rect};
use wardiary_base::{id::UnitId, text};
use wardiary_diary::diary::EntryNo;
use wardiary_report::service::{
    Condition, ServiceRecord,
    words::{self, deeds, went},
};
use wardiary_rules::{order::Order, state::State};
use wardiary_view::{
    layout::Border,
    ledger::{LedgerCell, LedgerItem, LedgerRow, LedgerTone},
};

const COMMANDS: &[&[Command<ServiceScreen, Session>]] = &[
    &commands! {
        ServiceChoose, "choose", "to the entry that is chosen, on the Review screen; of a unit, to its record", |screen, _| require(screen.ledger.chosen().is_some(), "nothing is chosen"), choose;
        ServiceLater, "next unit", "to the next unit of the roster", ServiceScreen::has_units, |screen, session| screen.step(1, session);
        ServiceEarlier, "", "to the unit before", ServiceScreen::has_units, |screen, session| screen.step(-1, session);
        ServiceStop, "break off", "break the reading off", is_busy, stop;
        ServiceAgain, "read", "read the diary after all", is_stopped, |screen, _| screen.outdated();
        ServiceNext, "pane", "to the next pane", always, |screen, _| screen.ledger.lists.turn_focus(1);
        ServicePrevious, "", "to the pane before", always, |screen, _| screen.ledger.lists.turn_focus(-1);
        ServiceFind => shared::find();
        ServiceFindNext => shared::find_next();
    },
    &shared::screen_commands::<ServiceScreen>(),
    &shared::jumps::<ServiceScreen>(),
    &motions!(ServiceUp, ServiceDown, ServicePageUp, ServicePageDown, ServiceTop, ServiceBottom),
    &borders::commands::<ServiceScreen>(ids![
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
        ServiceQuit => shared::quit().labelled("");
    },
];

fn is_busy(_: &ServiceScreen, session: &Session) -> Availability {
    require(session.odds.is_busy(), "nothing is being read")
}

fn is_stopped(screen: &ServiceScreen, _: &Session) -> Availability {
    require(screen.inquiry.is_stopped(), "the whole diary is read")
}

/// Opens the target of the selected row.
fn choose(screen: &mut ServiceScreen, session: &mut Session) -> Actions<Session> {
    match screen.ledger.chosen() {
        Some(LedgerItem::Entry(no)) => {
            session.look_at(no);
            effect(Effect::Show(ScreenName::Review, None))
        }
        Some(LedgerItem::Unit(unit)) => {
            screen.show(unit);
            screen.ledger.lists.focus = ServicePart::Record;
            Vec::new()
        }
        Some(LedgerItem::Battle(battle)) => effect(Effect::GoTo(ScreenName::Campaign, battle.into())),
        None => Vec::new(),
    }
}

fn stop(screen: &mut ServiceScreen, session: &mut Session) {
    session.odds.stop();
    screen.inquiry.stop();
    session.say(Notice::good("broken off before the whole diary was read"));
}

/// Goes back one step: cancels the reading, leaves a zoomed pane, or closes the screen.
fn back(screen: &mut ServiceScreen, session: &mut Session) -> Actions<Session> {
    if session.odds.is_busy() {
        stop(screen, session);
        return Vec::new();
    }
    if std::mem::take(&mut session.panes.zoomed) { effect(Effect::KeepPanes) } else { vec![Action::Leave] }
}

impl ServiceScreen {
    /// The area of the panes.
    fn panes_in(&self, area: Rect, session: &Session) -> Rect {
        ledger::under_header(above_said(self, area, session))
    }
}

impl Commands<Session> for ServiceScreen {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: GroupId::Service, heading: Some("Among the service records"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, session: &mut Session) {
        self.ledger.lists.go(motion);
        self.follow_choice();
        self.make_rows(session);
    }
}

impl Component<Session> for ServiceScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let DrawContext { look, focused, docked } = canvas;
        let whole = above_dock(self, area, session, docked);
        frame.render_widget(&session.header(look), Rect { height: whole.height.min(1), ..whole });
        self.ledger.draw(frame, (ledger::under_header(whole), &session.panes), look, focused);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Changed(_) => self.outdated(),
            Event::Odds { result, .. } => self.take_result(result),
            Event::GoTo(id) => {
                let state = session.diary().state();
                if let Some(unit) = state.units_meant(id).first() {
                    self.show(unit.id);
                }
                self.ledger.lists.focus = ServicePart::Record;
            }
            event => {
                if let Some(steps) = borders::event(&event, session) {
                    return Some(steps);
                }
                let area = event.pointed().map_or(Rect::ZERO, |area| {
                    session.begin();
                    self.panes_in(area, session)
                });
                let is_accepted = self.ledger.event(&event, area, &mut session.panes)?;
                self.follow_choice();
                self.make_rows(session);
                return Some(if is_accepted { choose(self, session) } else { Vec::new() });
            }
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, at: Option<usize>, _: &'a Session) -> Option<ListRows<'a>> {
        self.ledger.lists.searched(at)
    }

    fn list_place(&self, area: Rect, session: &Session) -> Rect {
        self.ledger.list_place(self.panes_in(area, session), &session.panes)
    }

    fn asked(&self, session: &Session) -> Option<Asked> {
        Some(self.inquiry.wants(Self::about(session)))
    }

    fn jobs(&mut self, session: &Session) -> Vec<OddsJob> {
        self.inquiry.ask(Self::about(session));
        vec![OddsJob::Service(Box::new(session.diary().clone()))]
    }
}

impl Screen<Session> for ServiceScreen {
    fn standing(&self, session: &Session) -> Option<String> {
        if session.odds.is_busy() {
            return Some(format!("the diary is being read: {} % (Esc breaks it off)", session.odds.progress()));
        }
        if self.inquiry.is_stopped() {
            return Some("broken off before the whole diary was read".into());
        }
        Some(match (self.inquiry.found(), session.reviewed()) {
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
        self.make_rows(session);
        let area = self.panes_in(area, session);
        self.ledger.bring_into_sight(area, &mut session.panes);
    }
}

impl Opened for ServiceScreen {
    const NAME: ScreenName = ScreenName::Service;

    fn open(session: &Session, _: Option<Order>) -> Self {
        let state = session.diary().state();
        let picked = session.picked().iter().find_map(|id| state.units_meant(*id).first().map(|unit| unit.id));
        Self::new(picked.or_else(|| state.units().first().map(|unit| unit.id)))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ServicePart {
    Units,
    /// The unit's actions, battle by battle.
    Record,
    Time,
    /// The remarks on its entries.
    Remarks,
    /// The entries that involve it.
    Entries,
}

impl LedgerPart for ServicePart {
    const COLUMNS: Border = Border::ServiceColumns;
    const FOLLOW: bool = true;

    fn is_right(self) -> bool {
        self != Self::Units
    }

    fn above(self) -> Option<Border> {
        match self {
            Self::Units => None,
            Self::Record => Some(Border::ServiceRecord),
            Self::Time => Some(Border::ServiceTime),
            Self::Remarks => Some(Border::ServiceRemarks),
            Self::Entries => Some(Border::ServiceEntries),
        }
    }
}

pub(crate) struct ServiceScreen {
    pub(super) ledger: Ledger<ServicePart>,
    unit: Option<UnitId>,
    /// The background request that reads the records, keyed by the diary's head and its next entry number.
    pub(super) inquiry: Inquiry<(EntryNo, EntryNo), Vec<ServiceRecord>>,
    /// The unit whose rows are made.
    made: Made,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    Nothing,
    /// The rows of the shown unit; `None` if there are no units.
    Of(Option<UnitId>),
}

impl ServiceScreen {
    pub(super) fn new(unit: Option<UnitId>) -> Self {
        Self { ledger: Ledger::new(ServicePart::Units), unit, inquiry: Inquiry::new(), made: Made::Nothing }
    }

    /// Shows the record of a unit.
    pub(super) fn show(&mut self, unit: UnitId) {
        if self.unit != Some(unit) {
            self.unit = Some(unit);
            [ServicePart::Record, ServicePart::Time, ServicePart::Entries, ServicePart::Remarks]
                .into_iter()
                .for_each(|part| self.ledger.rewind(part));
        }
        self.ledger.choose(ServicePart::Units, LedgerItem::Unit(unit));
    }

    /// Shows the record of the unit selected in the list.
    pub(super) fn follow_choice(&mut self) {
        if self.ledger.lists.focus == ServicePart::Units
            && let Some(LedgerItem::Unit(unit)) = self.ledger.chosen()
        {
            self.show(unit);
        }
    }

    pub(super) fn has_units(_: &Self, session: &Session) -> Availability {
        require(!session.diary().state().units().is_empty(), "nobody is mustered")
    }

    /// Selects the unit that many places further down the roster.
    pub(super) fn step(&mut self, by: isize, session: &mut Session) {
        let units: Vec<UnitId> = session.diary().state().units().iter().map(|unit| unit.id).collect();
        if let Some(unit) = self.unit.or(units.first().copied()) {
            self.show(cycled(&units, unit, by));
        }
    }

    pub(super) fn outdated(&mut self) {
        self.inquiry.outdated();
        self.made = Made::Nothing;
    }

    fn about(session: &Session) -> (EntryNo, EntryNo) {
        let diary = session.diary();
        (diary.head(), diary.next_no())
    }

    pub(super) fn take_result(&mut self, result: OddsResult) {
        if let OddsResult::Service(records) = result {
            self.inquiry.answer(records);
            self.made = Made::Nothing;
        }
    }

    /// Makes the rows of the shown unit.
    pub(super) fn make_rows(&mut self, session: &Session) {
        let Some((_, records)) = self.inquiry.found().filter(|_| self.made != Made::Of(self.unit)) else { return };
        // A reloaded save may lack the unit; the first unit takes its place.
        let record = records.iter().find(|record| Some(record.unit) == self.unit).or(records.first());
        let state = session.diary().state();
        let mut panes: Vec<(ServicePart, String, Vec<LedgerRow>)> =
            vec![(ServicePart::Units, "Units".into(), units(state, records))];
        if let Some(record) = record {
            let name = format!("{} of {}", state.name(record.unit), state.name(record.side));
            panes.extend([
                (ServicePart::Record, text::sanitize(&name), self::record(state, record)),
                (ServicePart::Time, "Through time".into(), history(state, record)),
                (ServicePart::Remarks, "Remarks".into(), remarks(session, record)),
                (ServicePart::Entries, "Its entries".into(), entries(session, record)),
            ]);
        }
        let unit = record.map(|record| record.unit);
        self.ledger.show(panes);
        self.unit = unit;
        self.made = Made::Of(unit);
        if let Some(unit) = unit {
            self.ledger.choose(ServicePart::Units, LedgerItem::Unit(unit));
        }
    }
}

/// A row for each unit with its condition, under the name of its side.
pub(super) fn units(state: &State, records: &[ServiceRecord]) -> Vec<LedgerRow> {
    let row = |record: &ServiceRecord| {
        let now = record.history.last().map(|(_, now)| now);
        let is_gone = now.is_some_and(|now| now.strength == 0);
        let cells = vec![
            LedgerCell::text(state.name(record.unit)).toned(if is_gone {
                LedgerTone::Quiet
            } else {
                LedgerTone::Plain
            }),
            LedgerCell::text(now.map_or_else(String::new, words::strength)).toned(if is_gone {
                LedgerTone::Bad
            } else {
                LedgerTone::Plain
            }),
            LedgerCell::text(now.filter(|_| !is_gone).map_or_else(String::new, words::grade)),
        ];
        LedgerRow::of(cells).to(LedgerItem::Unit(record.unit))
    };
    let mut rows = Vec::new();
    let mut side = None;
    for record in records {
        if side.replace(record.side) != Some(record.side) {
            rows.push(LedgerRow::words(state.name(record.side), LedgerTone::Title));
        }
        rows.push(row(record));
    }
    rows
}

/// The unit's actions, battle by battle.
pub(super) fn record(state: &State, record: &ServiceRecord) -> Vec<LedgerRow> {
    let mut rows = Vec::new();
    for service in &record.battles {
        if !rows.is_empty() {
            rows.push(LedgerRow::default());
        }
        rows.push(
            LedgerRow::words(state.name(service.battle), LedgerTone::Title).to(LedgerItem::Battle(service.battle)),
        );
        rows.push(LedgerRow::words(went(state, service), LedgerTone::Plain));
        let deeds = deeds(service);
        if deeds.is_empty() {
            rows.push(LedgerRow::words("was there, and did nothing", LedgerTone::Quiet));
        }
        rows.extend(deeds.into_iter().map(|deed| LedgerRow::words(deed, LedgerTone::Plain)));
    }
    if rows.is_empty() {
        rows.push(LedgerRow::words("It was in no battle.", LedgerTone::Quiet));
    }
    if !record.took.is_empty() {
        rows.extend([LedgerRow::default(), LedgerRow::words("On the march", LedgerTone::Title)]);
        rows.extend(record.took.iter().map(|taken| LedgerRow::words(words::took(taken), LedgerTone::Plain)));
    }
    rows
}

/// The unit at the muster, or when it was created, and after each entry that changed it.
pub(super) fn history(state: &State, record: &ServiceRecord) -> Vec<LedgerRow> {
    let full = state.unit(record.unit).map_or(0, |unit| unit.strength.full);
    let most = record.history.iter().map(|(_, was)| was.strength).chain([full, 1]).max().unwrap_or(1);
    let mut before: Option<&Condition> = None;
    let mut rows = Vec::new();
    for (no, was) in &record.history {
        let when = if *no == 0 { "at the muster".into() } else { format!("entry {no}") };
        let is_known = was.strength_known().is_exact();
        let fell = before.is_some_and(|before| was.strength < before.strength || was.edna < before.edna);
        let cells = vec![
            LedgerCell::text(when).quiet(),
            if is_known { LedgerCell::bar(f64::from(was.strength) / f64::from(most)) } else { LedgerCell::text("") },
            LedgerCell::number(words::points(was)),
            LedgerCell::text(words::edna(was)),
            LedgerCell::text(words::grade(was)).toned(if fell { LedgerTone::Bad } else { LedgerTone::Plain }),
        ];
        rows.push(LedgerRow::of(cells).to(LedgerItem::Entry(*no)));
        before = Some(was);
    }
    rows
}

/// The readers' remarks on the unit's entries.
pub(super) fn remarks(session: &Session, record: &ServiceRecord) -> Vec<LedgerRow> {
    let diary = session.diary();
    let remarked = diary.remarks().filter(|(no, _)| record.entries.binary_search(no).is_ok());
    let row = |(no, remarks): (u32, &wardiary_diary::diary::Remarks)| {
        let comment = remarks.comment.as_ref();
        let mark = comment.and_then(|comment| comment.mark).map_or("", wardiary_base::remark::Mark::sign);
        let said = comment.map_or_else(String::new, |comment| text::sanitize(&comment.text));
        let named = remarks.bookmark_text().map_or_else(String::new, |name| text::sanitize(&name));
        let said = if said.is_empty() { named } else { said };
        let cells = vec![LedgerCell::number(no.to_string()).quiet(), LedgerCell::text(mark), LedgerCell::text(said)];
        LedgerRow::of(cells).to(LedgerItem::Entry(no))
    };
    remarked.map(row).collect()
}

/// The entries that involve the unit.
pub(super) fn entries(session: &Session, record: &ServiceRecord) -> Vec<LedgerRow> {
    let row = |account: wardiary_diary::diary::Account| {
        let cells = vec![
            LedgerCell::number(account.no.to_string()).quiet(),
            LedgerCell::text(account.turn_label()).quiet(),
            LedgerCell::text(&*account.headline),
        ];
        LedgerRow::of(cells).to(LedgerItem::Entry(account.no))
    };
    let steps = session.diary().steps(record.entries.iter().copied());
    steps.map(|step| row(session.viewed().account(&step))).collect()
}
