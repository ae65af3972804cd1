//! What is told after a line: the entries that were written, what was said, and what has changed on top.

use crate::{
    desk::spoken::{Spoken, Top},
    model::{Front, Model},
    title,
};
use std::io::{self, Write};
use wardiary_diary::diary::EntryNo;
use wardiary_view::Look;

/// The frame that nobody sees: so narrow that its panes stand one over another.
pub(super) const SIZE: (u16, u16) = (74, 60);

/// Does something with the desk that is shown, whatever it holds.
macro_rules! on_desk {
    ($model:expr, $desk:ident => $does:expr) => {
        match &mut $model.front {
            $crate::model::Front::Start($desk, _) => $does,
            $crate::model::Front::Session($desk) => $does,
            $crate::model::Front::Drawing($desk, _) => $does,
        }
    };
}
pub(super) use on_desk;

/// What was told so far.
pub(super) struct Told {
    top: Top,
    lines: Vec<String>,
    chosen: Option<String>,
    /// The number of the next entry, and the entry that is looked at.
    entries: (EntryNo, EntryNo),
    /// The side whose view it is; none for the referee.
    seen_by: Option<String>,
}

/// What lies on top, in lines.
pub(super) fn spoken(model: &mut Model) -> Spoken {
    let (theme, glyphs) = (model.theme.clone(), model.glyphs());
    let look = Look::new(&theme, &glyphs);
    on_desk!(model, desk => desk.spoken(look, SIZE))
}

/// Writes lines. Nothing in them steers a terminal.
pub(super) fn tell(out: &mut impl Write, lines: &[String]) -> io::Result<()> {
    for line in lines {
        let plain: String = line.chars().filter(|c| !c.is_control()).collect();
        writeln!(out, "{plain}")?;
    }
    Ok(())
}

/// The number of the next entry, and the entry that is looked at.
fn entries(model: &Model) -> (EntryNo, EntryNo) {
    model.session().map_or((0, 0), |session| (session.save.diary().next_no(), session.entry()))
}

impl Told {
    pub(super) fn of(model: &mut Model) -> Self {
        let Spoken { lines, chosen } = spoken(model);
        let seen_by = seen_by(model);
        Self { top: on_desk!(model, desk => desk.top()), lines, chosen, entries: entries(model), seen_by }
    }

    /// What is told at the start.
    pub(super) fn first(&self, model: &mut Model) -> Vec<String> {
        let mut told: Vec<String> = said(model).into_iter().collect();
        told.extend(self.seen_by.iter().map(|side| format!("This is as seen by {side}.")));
        told.extend(self.lines.iter().cloned());
        told.extend(awaited(model).filter(|_| self.top.is_screen()));
        told
    }

    /// What is told after a line.
    pub(super) fn since(&mut self, model: &mut Model) -> Vec<String> {
        let before = std::mem::replace(self, Self::of(model));
        if before.seen_by != self.seen_by {
            // Its entries are others, and so is all that is there.
            return self.first(model);
        }
        let mut told = written(model, before.entries.0);
        let is_written = !told.is_empty();
        // What an entry came to is told with it.
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

/// What was said, once.
fn said(model: &mut Model) -> Option<String> {
    let notice = match &mut model.front {
        Front::Start(desk, _) => desk.context.notice.take(),
        Front::Session(desk) => desk.context.notice.take(),
        Front::Drawing(desk, _) => desk.context.notice.take(),
    };
    notice.map(|notice| notice.text).filter(|text| !text.is_empty())
}

/// The entries that were written from that number on: what was asked, the dice, what came of it.
fn written(model: &mut Model, from: EntryNo) -> Vec<String> {
    let Some(session) = model.shown_session().filter(|_| from > 0) else { return Vec::new() };
    (from..session.save.diary().next_no()).flat_map(|no| session.entry_in_lines(no)).collect()
}

/// What is awaited in the battle that is shown.
fn awaited(model: &mut Model) -> Option<String> {
    let session = model.shown_session()?;
    if session.review.is_some() {
        return Some(format!("This is entry {}, in the past.", session.entry()));
    }
    title::awaited(session).map(|awaited| format!("Awaited: {}.", awaited.text))
}

/// The side whose view it is; none where it is the referee's, or no save is shown.
fn seen_by(model: &mut Model) -> Option<String> {
    model.shown_session()?.save.side_name().map(String::from)
}
