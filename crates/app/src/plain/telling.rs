//! Output after a line: new entries, the notice, and what has changed in the top component.

use crate::{
    desk::spoken::{Spoken, Top},
    model::{Front, Model, on_desk},
    title,
};
use std::io::{self, Write};
use wardiary_diary::diary::EntryNo;
use wardiary_view::Look;

/// Size of the hidden frame, so narrow that panes are stacked.
pub(super) const SIZE: (u16, u16) = (74, 60);

/// What was written after the previous line, for comparison.
pub(super) struct Told {
    top: Top,
    lines: Vec<String>,
    chosen: Option<String>,
    /// The next entry number, and the current entry.
    entries: (EntryNo, EntryNo),
    seen_by: Option<String>,
}

pub(super) fn spoken(model: &mut Model) -> Spoken {
    let (theme, glyphs) = (model.theme.clone(), model.glyphs());
    let look = Look::new(&theme, &glyphs);
    on_desk!(&mut model.front, desk => desk.spoken(look, SIZE))
}

/// Writes lines without control characters, so that they can't steer the terminal.
pub(super) fn tell(out: &mut impl Write, lines: &[String]) -> io::Result<()> {
    for line in lines {
        let plain: String = line.chars().filter(|c| !c.is_control()).collect();
        writeln!(out, "{plain}")?;
    }
    Ok(())
}

fn entries(model: &Model) -> (EntryNo, EntryNo) {
    model.session().map_or((0, 0), |session| (session.save.diary().next_no(), session.entry()))
}

impl Told {
    pub(super) fn of(model: &mut Model) -> Self {
        let Spoken { lines, chosen } = spoken(model);
        let seen_by = seen_by(model);
        Self { top: on_desk!(&mut model.front, desk => desk.top()), lines, chosen, entries: entries(model), seen_by }
    }

    pub(super) fn first(&self, model: &mut Model) -> Vec<String> {
        let mut told: Vec<String> = said(model).into_iter().collect();
        told.extend(self.seen_by.iter().map(|side| format!("This is as seen by {side}.")));
        told.extend(self.lines.iter().cloned());
        told.extend(awaited(model).filter(|_| self.top.is_screen()));
        told
    }

    pub(super) fn since(&mut self, model: &mut Model) -> Vec<String> {
        let before = std::mem::replace(self, Self::of(model));
        if before.seen_by != self.seen_by {
            // Another view has other entries: everything is written.
            return self.first(model);
        }
        let mut told = written(model, before.entries.0);
        let is_written = !told.is_empty();
        // The result of an entry is part of its text.
        told.extend(said(model).filter(|_| !is_written));
        let is_moved = before.entries != self.entries;
        if before.top != self.top {
            let is_back = self.top.is_table() && before.top.is_of_session();
            if !is_back {
                told.extend(self.lines.iter().cloned());
            }
        } else if !self.top.is_screen() {
            told.extend(self.lines.iter().filter(|_| before.lines != self.lines).cloned());
        } else if self.top.is_table() {
            told.extend(self.chosen.clone().filter(|_| !is_moved && before.chosen != self.chosen));
        } else {
            told.extend(self.lines.iter().filter(|line| !before.lines.contains(line)).cloned());
        }
        told.extend(awaited(model).filter(|_| self.top.is_screen() && (is_moved || before.top != self.top)));
        told
    }
}

fn said(model: &mut Model) -> Option<String> {
    let notice = match &mut model.front {
        Front::Start(desk, _) => desk.context.notice.take(),
        Front::Session(desk) => desk.context.take_notice(),
        Front::Drawing(desk, _) => desk.context.notice.take(),
    };
    notice.map(|notice| notice.text).filter(|text| !text.is_empty())
}

/// The entries from number `from` on: the order, the dice and the result of each.
fn written(model: &mut Model, from: EntryNo) -> Vec<String> {
    let Some(session) = model.shown_session().filter(|_| from > 0) else { return Vec::new() };
    (from..session.save.diary().next_no()).flat_map(|no| session.entry_in_lines(no)).collect()
}

fn awaited(model: &mut Model) -> Option<String> {
    let session = model.shown_session()?;
    if session.is_reviewing() {
        return Some(format!("This is entry {}, in the past.", session.entry()));
    }
    title::awaited(session).map(|awaited| format!("Awaited: {}.", awaited.text))
}

fn seen_by(model: &mut Model) -> Option<String> {
    model.shown_session()?.save.side_name().map(String::from)
}
