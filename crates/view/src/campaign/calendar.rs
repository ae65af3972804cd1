//! The calendar: what is due and what is to come, in order of time.

use super::{CampaignItem, CampaignRow, RowTone};
use wardiary_rules::{
    notation,
    state::{Scheduled, State},
};

/// `Calendar: day 3, dusk: 2 due`
pub(super) fn title(state: &State) -> String {
    let clock = &state.book().clock;
    if !clock.is_on() {
        return match state.calendar().due().len() {
            0 => "Calendar: no clock yet".into(),
            due => format!("Calendar: no clock yet, {due} due"),
        };
    }
    let calendar = state.calendar();
    let now = clock.format_moment(calendar.now);
    match calendar.due().len() {
        0 => format!("Calendar: {now}"),
        due => format!("Calendar: {now}, {due} due"),
    }
}

/// Due items first, then coming ones. A campaign without a clock offers one, and a calendar without items offers to
/// schedule one.
pub fn rows(state: &State) -> Vec<CampaignRow> {
    let clock = &state.book().clock;
    let calendar = state.calendar();
    let row = |scheduled: &Scheduled, lead: String, tone| {
        CampaignRow::new(
            CampaignItem::Scheduled(scheduled.item),
            lead,
            notation::due_text(state, scheduled).to_string(),
            tone,
        )
    };
    let mut rows: Vec<CampaignRow> = calendar.due().iter().map(|due| row(due, "due".into(), RowTone::Urgent)).collect();
    if !clock.is_on() && state.ended().is_none() {
        rows.extend([
            CampaignRow::missing(
                "start a clock: days in four parts",
                "rules change clock day with dawn, day, dusk, night",
            ),
            CampaignRow::missing("or whole days", "rules change clock day"),
            CampaignRow::missing("or weeks", "rules change clock week"),
        ]);
        return rows;
    }
    let mut last = None;
    for coming in calendar.upcoming() {
        // Only the first item of a moment names it.
        let lead = if last == Some(coming.due) { String::new() } else { clock.format_moment(coming.due) };
        rows.push(row(coming, lead, RowTone::Plain));
        last = Some(coming.due);
    }
    if rows.is_empty() && state.ended().is_none() {
        rows.push(CampaignRow::missing("nothing is scheduled: schedule something", "schedule \""));
    }
    rows
}
