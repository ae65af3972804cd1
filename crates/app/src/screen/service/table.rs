//! The state of the screen of service records: the records, whose is shown, the panes.

use super::rows;
use crate::{
    component::{Actions, DrawContext, above_dock},
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

/// The panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ServicePart {
    /// The units.
    Units,
    /// What the unit did, battle by battle.
    Record,
    /// What it was through time.
    Time,
    /// What was remarked on its entries.
    Remarks,
    /// The entries that it is in.
    Entries,
}

impl LedgerPart for ServicePart {
    const COLUMNS: Border = Border::ServiceColumns;
    const FOLLOW: bool = true;

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

/// The screen of service records.
pub(crate) struct ServiceScreen {
    pub(super) ledger: Ledger<ServicePart>,
    /// Whose record is shown.
    unit: Option<UnitId>,
    /// The reading of the records, of that head and so long a diary.
    pub(super) inquiry: Inquiry<(EntryNo, EntryNo), Vec<ServiceRecord>>,
    /// Whose rows are made.
    made: Made,
}

/// Whose rows are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// None are.
    Nothing,
    /// Those of the unit that is shown; nobody's where there is none.
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

    /// Gives the keys to the record.
    pub(super) fn go_to_record(&mut self) {
        self.ledger.focus = ServicePart::Record;
    }

    /// Shows the record of the unit that is chosen in the list.
    pub(super) fn follow_choice(&mut self) {
        if self.ledger.focus == ServicePart::Units
            && let Some(LedgerItem::Unit(unit)) = self.ledger.chosen()
        {
            self.show(unit);
        }
    }

    pub(super) fn has_units(_: &Self, session: &Session) -> bool {
        !session.save.diary().state().units().is_empty()
    }

    /// To the unit so many further down the roster.
    pub(super) fn step(&mut self, by: isize, session: &mut Session) -> Actions<Session> {
        let units = session.save.diary().state().units();
        let at = units.iter().position(|unit| Some(unit.id) == self.unit).unwrap_or(0);
        let many = units.len();
        if let Some(unit) = units.get((at + many).saturating_add_signed(by) % many.max(1)) {
            self.show(unit.id);
        }
        Vec::new()
    }

    pub(super) fn outdated(&mut self) {
        self.inquiry.outdated();
        self.made = Made::Nothing;
    }

    /// Reads after all.
    pub(super) fn again(&mut self) -> Actions<Session> {
        self.outdated();
        Vec::new()
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

    /// Makes the rows of the unit that is shown.
    pub(super) fn make_rows(&mut self, session: &Session) {
        let Some((_, records)) = self.inquiry.found().filter(|_| self.made != Made::Of(self.unit)) else { return };
        // A unit that is not there any more, in a save that was read again, gives way to the first.
        let record = records.iter().find(|record| Some(record.unit) == self.unit).or(records.first());
        let state = session.save.diary().state();
        let mut panes: Vec<(ServicePart, String, Vec<LedgerRow>, bool)> =
            vec![(ServicePart::Units, "Units".into(), rows::units(state, records), false)];
        if let Some(record) = record {
            let name = format!("{} of {}", state.name(record.unit), state.name(record.side));
            panes.extend([
                (ServicePart::Record, text::sanitize(&name), rows::record(state, record), true),
                (ServicePart::Time, "Through time".into(), rows::history(state, record), true),
                (ServicePart::Remarks, "Remarks".into(), rows::remarks(session, record), true),
                (ServicePart::Entries, "Its entries".into(), rows::entries(session, record), true),
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

    /// How things stand.
    pub(super) fn said(&self, session: &Session) -> String {
        if session.odds.is_busy() {
            return format!("the diary is being read: {} % (Esc breaks it off)", session.odds.progress());
        }
        if self.inquiry.is_stopped() {
            return "broken off before the whole diary was read".into();
        }
        match (self.inquiry.found(), session.review.as_ref()) {
            (Some((_, records)), _) if records.is_empty() => "there are no units in it".into(),
            (Some(((head, _), _)), Some((no, _))) => {
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
