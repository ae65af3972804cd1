//! The state of the service records' screen: the records, the shown unit, and the panes.

use super::rows;
use crate::{
    command::{Availability, require},
    component::{DrawContext, above_dock},
    inquiry::Inquiry,
    ledger::{self, Ledger, LedgerPart},
    odds_worker::{OddsJob, OddsResult},
    session::Session,
    session_odds::Asked,
};
use ratatui::{Frame, layout::Rect};
use wardiary_base::{id::UnitId, text};
use wardiary_diary::diary::EntryNo;
use wardiary_report::service::ServiceRecord;
use wardiary_view::{
    layout::Border,
    ledger::{LedgerItem, LedgerRow},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ServicePart {
    Units,
    /// The unit's actions, battle by battle.
    Record,
    /// The unit's history.
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

    /// Focuses the record.
    pub(super) fn go_to_record(&mut self) {
        self.ledger.lists.focus = ServicePart::Record;
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
        require(!session.save.diary().state().units().is_empty(), "nobody is mustered")
    }

    /// Selects the unit that many places further down the roster.
    pub(super) fn step(&mut self, by: isize, session: &mut Session) {
        let units = session.save.diary().state().units();
        let at = units.iter().position(|unit| Some(unit.id) == self.unit).unwrap_or(0);
        let many = units.len();
        if let Some(unit) = units.get((at + many).saturating_add_signed(by) % many.max(1)) {
            self.show(unit.id);
        }
    }

    pub(super) fn outdated(&mut self) {
        self.inquiry.outdated();
        self.made = Made::Nothing;
    }

    /// Starts the reading again after it was cancelled.
    pub(super) fn again(&mut self) {
        self.outdated();
    }

    fn about(session: &Session) -> (EntryNo, EntryNo) {
        let diary = session.save.diary();
        (diary.head(), diary.next_no())
    }

    pub(super) fn asked_of(&self, session: &Session) -> Asked {
        self.inquiry.wants(Self::about(session))
    }

    pub(super) fn ask(&mut self, session: &Session) -> Vec<OddsJob> {
        self.inquiry.ask(Self::about(session));
        vec![OddsJob::Service(Box::new(session.save.diary().clone()))]
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
        let state = session.save.diary().state();
        let mut panes: Vec<(ServicePart, String, Vec<LedgerRow>)> =
            vec![(ServicePart::Units, "Units".into(), rows::units(state, records))];
        if let Some(record) = record {
            let name = format!("{} of {}", state.name(record.unit), state.name(record.side));
            panes.extend([
                (ServicePart::Record, text::sanitize(&name), rows::record(state, record)),
                (ServicePart::Time, "Through time".into(), rows::history(state, record)),
                (ServicePart::Remarks, "Remarks".into(), rows::remarks(session, record)),
                (ServicePart::Entries, "Its entries".into(), rows::entries(session, record)),
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

    pub(super) fn said(&self, session: &Session) -> String {
        if session.odds.is_busy() {
            return format!("the diary is being read: {} % (Esc breaks it off)", session.odds.progress());
        }
        if self.inquiry.is_stopped() {
            return "broken off before the whole diary was read".into();
        }
        match (self.inquiry.found(), session.reviewed()) {
            (Some((_, records)), _) if records.is_empty() => "there are no units in it".into(),
            (Some(((head, _), _)), Some(no)) => {
                format!(
                    "the records go to entry {head}, where the diary stands, and not only to entry {no}, which is looked at"
                )
            }
            _ => String::new(),
        }
    }

    pub(super) fn draw_panes(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let DrawContext { look, focused, docked } = canvas;
        let whole = above_dock(self, area, session, docked);
        frame.render_widget(&session.header(look), Rect { height: whole.height.min(1), ..whole });
        self.ledger.draw(frame, (ledger::under_header(whole), &session.panes), look, focused);
    }
}
