//! The order line for who reads line by line: what stands in it, what comes of that, what it could go on with.

use super::{OrderLine, Outlook, Preview};
use crate::{
    app::{
        component::{Actions, Typed},
        notice::Notice,
        session::Session,
    },
    odds::forecast::words::{ChanceRow, Chances},
    view::order_line::Said,
};

/// So many suggestions are told.
const MOST_TOLD: usize = 20;

impl OrderLine {
    /// What stands in it, what would come of that, and what it could go on with, by number.
    pub(super) fn told(&self, session: &Session) -> Vec<String> {
        let Outlook { suggestions, .. } = self.outlook(session);
        let (table, phrases) = session.odds.told(session.save.diary().state());
        let Said { result, fault, hint, .. } = self.outlook(session).meant().said();
        let begun = Some(self.input.value().trim()).filter(|begun| !begun.is_empty());
        let mut lines = vec![begun.map_or_else(|| "An order, to be typed.".into(), |begun| format!("Order: {begun}"))];
        lines.extend(result);
        lines.extend(table.iter().flat_map(odds));
        lines.extend((!phrases.is_empty()).then(|| phrases.join("; ")));
        lines.extend(fault);
        lines.extend(hint);
        let named = suggestions.iter().filter(|suggestion| !suggestion.text.is_empty());
        let line = |(at, suggestion): (usize, &crate::notation::Suggestion)| {
            format!("{}  {}  {}", at + 1, suggestion.text, suggestion.about).trim_end().to_string()
        };
        lines.extend(named.clone().enumerate().take(MOST_TOLD).map(line));
        let more = named.count().saturating_sub(MOST_TOLD);
        lines.extend((more > 0).then(|| format!("{more} more: type how the name begins")));
        lines
    }

    /// Takes the suggestion of that number.
    pub(super) fn take_number(&mut self, at: usize, session: &Session) -> Option<Actions<Session>> {
        let many = self.outlook(session).suggestions.iter().filter(|s| !s.text.is_empty()).count();
        if at >= many {
            return None;
        }
        let (line, shown) = (self.input.value().to_string(), session.battle());
        self.outlook(session);
        self.outlook.get_mut()?.mark(Some(at), (&line, shown), session.save.diary());
        self.complete(session);
        Some(Vec::new())
    }

    /// A line that was typed goes on from what stands there, or is an order by itself. What is wrong is said, and the line
    /// stays as it was.
    pub(super) fn take_line(&mut self, typed: &str, session: &mut Session) -> Typed {
        let begun = self.input.value().to_string();
        let is_quoted = begun.matches('"').count() % 2 == 1;
        let gap = if begun.is_empty() || is_quoted || begun.ends_with(char::is_whitespace) { "" } else { " " };
        let mut open = None;
        for text in [format!("{begun}{gap}{typed}"), typed.to_string()] {
            self.write(text.clone());
            if matches!(self.outlook(session).preview, Preview::Ready { .. }) {
                return Typed::Whole;
            }
            // The word that was typed last is whole, or its end is suggested.
            for text in [format!("{text} "), text] {
                self.write(text.clone());
                if open.is_none() && self.goes_on(session) {
                    open = Some(text);
                }
            }
        }
        if let Some(text) = open {
            self.write(text);
            return Typed::Open;
        }
        self.write(if begun.is_empty() { typed.into() } else { format!("{begun}{gap}{typed}") });
        let Said { fault, hint, .. } = self.outlook(session).meant().said();
        let why: Vec<String> = fault.into_iter().chain(hint).collect();
        session.notice = Some(Notice::bad(why.join("; ")));
        self.write(begun);
        Typed::Wrong
    }

    /// Whether what stands there can go on: something may follow what was typed last.
    fn goes_on(&self, session: &Session) -> bool {
        let Outlook { suggestions, preview, .. } = self.outlook(session);
        matches!(preview, Preview::Unfinished { .. }) && suggestions.iter().any(|s| !s.text.is_empty())
    }
}

/// A table of odds, a line for each row: `Germans: wins 61%, no defeat 48%`.
fn odds(table: &Chances) -> Vec<String> {
    let row = |row: &ChanceRow| {
        let cells =
            row.cells.iter().zip(table.heads.iter().chain(std::iter::repeat(&""))).filter(|(cell, _)| !cell.is_empty());
        let cells: Vec<String> = cells.map(|(cell, head)| format!("{head} {cell}").trim_start().to_string()).collect();
        format!("{}: {}", row.name, cells.join(", "))
    };
    table.rows.iter().map(row).chain(table.below.iter().cloned()).collect()
}
