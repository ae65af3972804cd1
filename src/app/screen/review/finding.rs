//! Finding in the diary: what fits a filter, and a place by its number, its turn, its bookmark or its branch.

use super::table::ReviewScreen;
use crate::{
    app::{component::Actions, notice::Notice, session::Session},
    diary::{EntryNo, filter::Nearest},
    notation::{Destination, Filter},
    text,
};

/// Whether something is sought.
pub(super) fn is_filtered(screen: &ReviewScreen, _: &Session) -> bool {
    !screen.filter.is_all()
}

/// Shows what fits a filter, and goes to the first that does, from the entry that is looked at on.
pub(super) fn filter(screen: &mut ReviewScreen, session: &mut Session, text: &str) {
    match session.save.diary().filter(text) {
        Err(error) => {
            let hint = error.hint.map_or_else(String::new, |hint| format!(": {hint}"));
            session.notice = Some(Notice::bad(format!("{}{hint}", error.what)));
        }
        Ok(filter) => {
            screen.filter = filter;
            screen.look_through_again();
            screen.seeking = (!screen.filter.is_all()).then_some(true);
            screen.look_up(session);
        }
    }
}

/// To the next entry that fits, on whatever way, or the one before; from the other end where there is none.
pub(super) fn next_match(screen: &mut ReviewScreen, session: &mut Session, forward: bool) -> Actions<Session> {
    screen.playing = false;
    screen.seeking = Some(forward);
    screen.look_up(session);
    if screen.seeking.is_some() {
        session.notice = Some(Notice::good("the diary is still being looked through"));
    }
    Vec::new()
}

impl ReviewScreen {
    /// Shows everything again.
    pub(super) fn show_all(&mut self) {
        self.filter = Filter::default();
        self.seeking = None;
        self.look_through_again();
    }

    /// Once all entries were looked through: goes to the match that was asked for, or says that there is none.
    pub(super) fn seek(&mut self, session: &mut Session) {
        let Some(forward) = self.seeking.take() else { return };
        let here = session.entry();
        if self.matches.is_empty() {
            let said = self.filter.means_nothing(self.catalogue.accounts());
            // What comes near is in the line when it is opened again.
            let near = Nearest::to(&self.filter, self.catalogue.accounts());
            self.show_all();
            let taken = near.map(|near| near.filter);
            let offer = if taken.is_some() { "; it stands in the line of the filter" } else { "" };
            self.offered = taken;
            session.notice = Some(Notice::bad(format!("{said}{offer}")));
            return;
        }
        let next = if forward {
            let fits = |no: &&EntryNo| **no > here || (**no == here && self.step.no != Some(here));
            self.matches.iter().find(fits).or(self.matches.first())
        } else {
            self.matches.iter().rev().find(|no| **no < here).or(self.matches.last())
        };
        if let Some(no) = next.copied() {
            let place = self.matches.binary_search(&no).map_or(0, |at| at + 1);
            self.look_at(no, session);
            session.notice = Some(Notice::good(format!(
                "entry {no}, {place} of {} that fit `{}`",
                self.matches.len(),
                text::sanitize(&self.filter.to_string())
            )));
        }
    }
}

/// Goes to what is named: an entry, a turn of the battle that is shown, a bookmark, a branch, or what fits.
pub(super) fn go_to(screen: &mut ReviewScreen, session: &mut Session, text: &str) {
    let text = text.trim();
    let diary = session.save.diary();
    let last = diary.next_no() - 1;
    let words: Vec<&str> = text.split_whitespace().collect();
    let place = match words[..] {
        [] => return,
        [no] | ["entry", no] if no.parse::<EntryNo>().is_ok() => {
            let no = no.parse().unwrap_or(EntryNo::MAX);
            let there = if last == 0 {
                "the diary is empty".into()
            } else {
                format!("they are 1 to {last}, and 0 is the muster")
            };
            if no <= last { Ok(no) } else { Err(format!("there is no entry {no}: {there}")) }
        }
        ["turn", turn] if turn.parse::<u32>().is_ok() => screen.turn(session, turn.parse().unwrap_or(0)),
        _ => named(screen, session, text),
    };
    match place {
        Ok(no) => {
            screen.playing = false;
            screen.look_at(no, session);
        }
        Err(why) => session.notice = Some(Notice::bad(why)),
    }
}

impl ReviewScreen {
    /// Where a turn of the battle that is shown begins, on the way that is gone.
    fn turn(&self, session: &Session, turn: u32) -> Result<EntryNo, String> {
        let battle = self.battle(session);
        let is_there = |no: &EntryNo| {
            self.catalogue.moment(*no).is_some_and(|moment| (moment.battle, moment.turn) == (battle, turn))
        };
        let found = std::iter::once(0).chain(self.way.iter().copied()).find(is_there);
        found.ok_or_else(|| {
            let turns =
                self.way.iter().filter_map(|no| self.catalogue.moment(*no)).filter(|moment| moment.battle == battle);
            match turns.map(|moment| moment.turn).max() {
                Some(last) if last > 0 => format!("there is no turn {turn} on this way: the last is {last}"),
                _ => format!("there is no turn {turn} on this way"),
            }
        })
    }
}

/// The entry of a bookmark or the end of a branch, by name; else the first that fits the text as a filter.
fn named(screen: &ReviewScreen, session: &Session, text: &str) -> Result<EntryNo, String> {
    let diary = session.save.diary();
    let lower = text.to_lowercase();
    let bookmarks = || diary.remarks().filter_map(|(no, remarks)| Some((no, remarks.bookmark_text()?.to_lowercase())));
    let exact = bookmarks().find(|(_, name)| *name == lower);
    let begins = || bookmarks().find(|(_, name)| !name.is_empty() && name.starts_with(&lower));
    if let Some((no, _)) = exact.or_else(begins) {
        return Ok(no);
    }
    if let Ok(no) = diary.place(&Destination::Branch(text.to_string())) {
        return Ok(no);
    }
    let filter = diary.filter(text).map_err(|error| error.what)?;
    let here = session.entry();
    let fits = |account: &&crate::diary::Account| account.fits(&filter);
    let accounts = screen.catalogue.accounts();
    let found = accounts.iter().filter(|account| account.no > here).find(fits).or_else(|| accounts.iter().find(fits));
    found.map(|account| account.no).ok_or_else(|| {
        let near = Nearest::to(&filter, accounts).map_or(String::new(), |near| format!("; {}", near.describe()));
        format!("no bookmark, no branch and no entry is “{}”{near}", text::display_name(text))
    })
}
