//! The rows of the service records' panes.

use crate::session::Session;
use wardiary_base::text;
use wardiary_report::service::{
    Condition, ServiceRecord,
    words::{self, deeds, went},
};
use wardiary_rules::state::State;
use wardiary_view::ledger::{LedgerCell, LedgerItem, LedgerRow, LedgerTone};

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
    let diary = session.save.diary();
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
    let steps = session.save.diary().steps(record.entries.iter().copied());
    steps.map(|step| row(session.save.account(&step))).collect()
}
