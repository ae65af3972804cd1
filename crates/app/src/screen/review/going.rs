//! Navigation in the diary: by entry, phase, turn and battle, along forks, playback, filters, and targets by name. A
//! search works in slices, a few entries a frame, so that it never blocks.

use super::table::{Peek, ReviewScreen};
use crate::{
    command::{Availability, require},
    component::{Action, Actions},
    lists::Seek,
    notice::Notice,
    overlay::listing::Listing,
    session::Session,
};
use wardiary_base::{id::BattleId, text};
use wardiary_diary::diary::{
    EntryNo,
    catalogue::Span,
    filter::none_is_shown,
    nearest::Nearest,
    search::{Search, Searched},
};
use wardiary_rules::notation::{Destination, Filter, NotationError};
use wardiary_view::found;

/// Goes to an index on the path: 0 is the muster.
pub(super) fn go_to_place(screen: &mut ReviewScreen, session: &mut Session, at: usize) {
    screen.playing = false;
    let no = at.checked_sub(1).map_or(0, |at| screen.way[at]);
    screen.look_at(no, session);
}

/// Steps one span forwards or back.
pub(super) fn step(screen: &mut ReviewScreen, session: &mut Session, span: Span, forward: bool) {
    // Several keys may arrive between two frames.
    screen.find_step(session);
    let at = screen.at(session);
    if let Some(to) = screen.catalogue.step(&screen.way, at, span, forward) {
        go_to_place(screen, session, to);
    } else {
        screen.playing = false;
        session.say(Notice::bad(match (span, forward) {
            _ if !screen.catalogue.is_complete(session.diary()) => "the diary is still being looked up",
            (Span::Entry, true) => "this is the last entry",
            (_, false) => "this is the muster: nothing was before it",
            (Span::Phase, true) => "no other phase follows",
            (Span::Turn, true) => "no other turn follows",
            (Span::Battle, true) => "no other battle follows",
        }));
    }
}

/// Moves by a twentieth of the strip, at least by one entry.
pub(super) fn scrub(screen: &mut ReviewScreen, session: &mut Session, forward: bool) {
    screen.find_step(session);
    let by = screen.way.len().div_ceil(20);
    let at = screen.at(session);
    let to = if forward { (at + by).min(screen.way.len()) } else { at.saturating_sub(by) };
    go_to_place(screen, session, to);
}

/// Starts or stops playback. At the end it starts from the beginning.
pub(super) fn play(screen: &mut ReviewScreen, session: &mut Session) {
    screen.find_step(session);
    let playing = !screen.playing;
    if playing && screen.at(session) == screen.way.len() {
        go_to_place(screen, session, 0);
    }
    screen.playing = playing && !screen.way.is_empty();
}

/// Plays the next entry, or stops at the end.
pub(super) fn play_on(screen: &mut ReviewScreen, session: &mut Session) {
    let at = screen.at(session) + 1;
    go_to_place(screen, session, at.min(screen.way.len()));
    screen.playing = at < screen.way.len();
}

/// Whether the diary has several branches.
pub(super) fn forks(screen: &ReviewScreen, _: &Session) -> Availability {
    require(screen.graph.forks(), "from no entry several ways go on")
}

/// Goes to the next or previous fork.
pub(super) fn fork(screen: &mut ReviewScreen, session: &mut Session, forward: bool) {
    screen.find_step(session);
    let (at, diary) = (screen.at(session), session.diary());
    let forks = |place: &usize| diary.is_fork(place.checked_sub(1).map_or(0, |at| screen.way[at]));
    let found = if forward { (at + 1..=screen.way.len()).find(forks) } else { (0..at).rev().find(forks) };
    match found {
        Some(place) => go_to_place(screen, session, place),
        None => session.say(Notice::bad("no other fork lies that way")),
    }
}

/// Switches to the next branch: of those that begin beside the viewed entry, or of those that continue from it.
pub(super) fn other_way(screen: &mut ReviewScreen, session: &mut Session) {
    screen.find_step(session);
    screen.playing = false;
    let diary = session.diary();
    let here = session.entry();
    let next_of = |from: EntryNo, present: Option<EntryNo>| {
        let ways: Vec<EntryNo> = diary.children(from).collect();
        let at = ways.iter().position(|no| Some(*no) == present).map_or(0, |at| at + 1);
        (ways.len() > 1).then(|| ways[at % ways.len()])
    };
    let beside = diary.entry(here).and_then(|entry| next_of(entry.follows(), Some(here)));
    let on = || next_of(here, screen.way.get(screen.at(session)).copied());
    match beside.or_else(on) {
        Some(no) => screen.look_at(no, session),
        None => session.say(Notice::bad("no other way begins here; `next fork` finds one")),
    }
}

/// Opens the list of branches to compare with the current path.
pub(super) fn compare(screen: &mut ReviewScreen, session: &mut Session) -> Actions<Session> {
    screen.find_step(session);
    let end = screen.way.last().copied().unwrap_or(0);
    vec![Action::Open(Box::new(Listing::to_compare(session.diary(), end)))]
}

/// Folds or unfolds the selected row of the forces.
pub(super) fn fold(screen: &mut ReviewScreen, session: &mut Session) {
    let rows = screen.force_rows(session);
    if let Some(row) = rows.get(screen.forces.selected).filter(|row| row.open.is_some())
        && !screen.closed.remove(&row.id)
    {
        screen.closed.insert(row.id);
    }
}

/// Goes back one step: stops playback, cancels a search, clears the filter, or closes the screen.
pub(super) fn back(screen: &mut ReviewScreen, _: &mut Session) -> Actions<Session> {
    if screen.playing {
        screen.playing = false;
    } else if screen.going.is_some() {
        screen.going = None;
    } else if screen.is_filtered() {
        screen.show_all();
    } else {
        return vec![Action::Leave];
    }
    Vec::new()
}

/// Shows the entries that match a filter, and goes to the first match from the viewed entry on.
pub(super) fn filter(screen: &mut ReviewScreen, session: &mut Session, text: &str) {
    let peek = screen.peek.take();
    // If the user has moved between matches, the view stays where it is.
    let stays = peek.as_ref().is_some_and(|peek| peek.is_moved);
    if let Some(peek) = peek.filter(|_| !stays) {
        screen.look_at(peek.origin, session);
    }
    match session.diary().filter(text) {
        Err(error) => session.say(Notice::bad(said(&error))),
        Ok(filter) => {
            screen.seeking = (!filter.is_all() && !stays).then_some(true);
            screen.show(filter);
            screen.look_up(session);
        }
    }
}

/// Applies a filter while it is typed: marks matches and goes to the first one from where the typing began, as Enter
/// would.
pub(super) fn typing(screen: &mut ReviewScreen, session: &mut Session, text: &str) {
    let origin = screen.peek.take().map_or(session.entry(), |peek| peek.origin);
    let filter = session.diary().filter(text).ok().filter(|filter| !filter.is_all());
    let (search, words) = (filter.map(Search::new), found::words(text));
    let wants = search.is_some().then_some(Seek::Here);
    screen.playing = false;
    screen.marked_for = None;
    screen.look_at(origin, session);
    screen.peek = Some(Peek { origin, search, words, wants, is_moved: false });
    screen.look_up(session);
}

/// Moves between matches of the filter being typed, or returns to where the typing began.
pub(super) fn seek(screen: &mut ReviewScreen, session: &mut Session, seek: Seek) {
    if seek == Seek::Back {
        if let Some(peek) = screen.peek.take() {
            screen.marked_for = None;
            session.begin();
            screen.look_at(peek.origin, session);
        }
        return;
    }
    if let Some(peek) = screen.peek.as_mut().filter(|peek| peek.search.is_some()) {
        peek.wants = Some(seek);
        screen.look_up(session);
    }
}

/// The parse error, with a suggestion if there is one.
fn said(error: &NotationError) -> String {
    let hint = error.hint.as_ref().map_or_else(String::new, |hint| format!(": {hint}"));
    format!("{}{hint}", error.what)
}

/// Goes to the next or previous match on any branch, wrapping around.
pub(super) fn next_match(screen: &mut ReviewScreen, session: &mut Session, forward: bool) {
    screen.playing = false;
    screen.seeking = Some(forward);
    screen.look_up(session);
}

impl ReviewScreen {
    /// Whether a filter is active.
    pub(super) fn is_filtered(&self) -> bool {
        !self.shown.filter().is_all()
    }

    pub(super) fn show_all(&mut self) {
        self.seeking = None;
        self.show(Filter::default());
    }

    /// Handles a finished search: goes to the match, or says that there is none.
    pub(super) fn found(&mut self, found: Searched, session: &mut Session) {
        match found {
            Searched::NotYet => {}
            Searched::Nothing(near) => {
                let said = none_is_shown(self.shown.filter(), self.catalogue.accounts().len(), near.as_ref());
                self.show_all();
                // The nearest filter is offered in the line when it is opened again.
                let offer = if near.is_some() { "; it stands in the line of the filter" } else { "" };
                self.offered = near.map(|near| near.filter);
                session.say(Notice::bad(format!("{said}{offer}")));
            }
            Searched::Found => {
                if let Some(forward) = self.seeking.take() {
                    self.go_to_match(session, forward);
                }
            }
        }
    }

    /// Handles a finished search for the filter being typed: goes to the match, or back to where the typing began.
    pub(super) fn peeked(&mut self, found: &Searched, session: &mut Session) {
        let Some(peek) = self.peek.as_mut().filter(|_| *found != Searched::NotYet) else { return };
        let Some(wants) = peek.wants.take() else { return };
        if *found == Searched::Found {
            peek.is_moved |= wants != Seek::Here;
            return self.go_to_match(session, wants != Seek::Previous);
        }
        let origin = peek.origin;
        self.look_at(origin, session);
        session.say(Notice::bad("nothing fits that so far"));
    }

    fn go_to_match(&mut self, session: &mut Session, forward: bool) {
        let (matches, here) = (self.sought().matches(), session.entry());
        let next = if forward {
            let fits = |no: &&EntryNo| **no > here || (**no == here && self.step.no != Some(here));
            matches.iter().find(fits).or(matches.first())
        } else {
            matches.iter().rev().find(|no| **no < here).or(matches.last())
        };
        let Some(no) = next.copied() else { return };
        let place = matches.binary_search(&no).map_or(0, |at| at + 1);
        let filter = text::sanitize(&self.sought().filter().to_string());
        let said = format!("entry {no}, {place} of {} that fit `{filter}`", matches.len());
        self.look_at(no, session);
        session.say(Notice::good(said));
    }

    /// Handles a finished search for a target: goes there, or says that there is none.
    pub(super) fn arrive(&mut self, found: Option<Searched>, session: &mut Session) {
        let place = match found {
            None | Some(Searched::NotYet) => return,
            Some(Searched::Nothing(near)) => Err(near),
            Some(Searched::Found) => Ok(()),
        };
        let Some(search) = self.going.take() else { return };
        let (matches, here) = (search.matches(), session.entry());
        match place.map(|()| matches.iter().find(|no| **no > here).or(matches.first())) {
            Ok(Some(no)) => self.look_at(*no, session),
            Ok(None) => {}
            Err(near) => {
                let near = near.as_ref().map_or_else(String::new, |near| format!("; {}", Nearest::describe(near)));
                let asked = text::display_name(&search.filter().to_string());
                session.say(Notice::bad(format!("no bookmark, no branch and no entry is “{asked}”{near}")));
            }
        }
    }
}

/// Goes to a target: an entry, a turn of the shown battle, a bookmark, a branch, or a match.
pub(super) fn go_to(screen: &mut ReviewScreen, session: &mut Session, text: &str) {
    let text = text.trim();
    let diary = session.diary();
    let last = diary.next_no() - 1;
    let words: Vec<&str> = text.split_whitespace().collect();
    let place = match words[..] {
        [] => return,
        [no] | ["entry" | "goto", no] | ["go", "to", no] if no.parse::<EntryNo>().is_ok() => {
            let no = no.parse().unwrap_or(EntryNo::MAX);
            let there = if last == 0 {
                "the diary is empty".into()
            } else {
                format!("they are 1 to {last}, and 0 is the muster")
            };
            if no <= last { Ok(no) } else { Err(format!("there is no entry {no}: {there}")) }
        }
        ["turn", turn] if turn.parse::<u32>().is_ok() => screen.turn(session, turn.parse().unwrap_or(0)),
        _ => match named(session, text) {
            Some(no) => Ok(no),
            None => match diary.filter(text) {
                Ok(filter) => {
                    screen.playing = false;
                    screen.going = Some(Search::new(filter));
                    return screen.look_up(session);
                }
                Err(error) => Err(said(&error)),
            },
        },
    };
    match place {
        Ok(no) => {
            screen.playing = false;
            screen.look_at(no, session);
        }
        Err(why) => session.say(Notice::bad(why)),
    }
}

impl ReviewScreen {
    /// The entry on the current path where a turn of the shown battle begins.
    fn turn(&self, session: &Session, turn: u32) -> Result<EntryNo, String> {
        let battle = self.battle(session);
        let is_there = |no: &EntryNo| {
            self.catalogue.moment(*no).is_some_and(|moment| (moment.battle, moment.turn) == (battle, turn))
        };
        let found = std::iter::once(0).chain(self.way.iter().copied()).find(is_there);
        found.ok_or_else(|| {
            if !self.catalogue.is_complete(session.diary()) {
                return "the diary is still being looked up".into();
            }
            let moments =
                || std::iter::once(0).chain(self.way.iter().copied()).filter_map(|no| self.catalogue.moment(no));
            let last = moments().filter(|moment| moment.battle == battle).map(|moment| moment.turn).max();
            let last = last.filter(|last| *last > 0);
            match (self.turn_elsewhere(session, turn), battle, last) {
                (Some((other, no)), Some(here), Some(last)) => {
                    let [here, other] = [here, other].map(|battle| session.diary().state().name(battle));
                    format!(
                        "{here} has no turn {turn}: its last is {last}. That of {other} begins at entry {no}: go to {no}"
                    )
                }
                (Some((other, no)), ..) => {
                    let other = session.diary().state().name(other);
                    format!("no turn {turn} is shown here. That of {other} begins at entry {no}: go to {no}")
                }
                (None, _, Some(last)) => format!("there is no turn {turn} on this way: the last here is {last}"),
                (None, ..) => format!("there is no turn {turn} on this way"),
            }
        })
    }

    /// The nearest battle on the current path that has such a turn, and the entry where the turn begins.
    fn turn_elsewhere(&self, session: &Session, turn: u32) -> Option<(BattleId, EntryNo)> {
        let at = self.at(session);
        let mut begun: Vec<(BattleId, usize, EntryNo)> = Vec::new();
        for (place, no) in std::iter::once(0).chain(self.way.iter().copied()).enumerate() {
            let moment = self.catalogue.moment(no).filter(|moment| moment.turn == turn);
            if let Some(battle) = moment.and_then(|moment| moment.battle)
                && begun.iter().all(|(other, ..)| *other != battle)
            {
                begun.push((battle, place, no));
            }
        }
        begun.into_iter().min_by_key(|(_, place, _)| place.abs_diff(at)).map(|(battle, _, no)| (battle, no))
    }
}

/// The entry of a bookmark, or the end of a branch, by name.
fn named(session: &Session, text: &str) -> Option<EntryNo> {
    let diary = session.diary();
    let lower = text.to_lowercase();
    let bookmarks = || diary.remarks().filter_map(|(no, remarks)| Some((no, remarks.bookmark_text()?.to_lowercase())));
    let exact = bookmarks().find(|(_, name)| *name == lower);
    let begins = || bookmarks().find(|(_, name)| !name.is_empty() && name.starts_with(&lower));
    let bookmark = exact.or_else(begins).map(|(no, _)| no);
    bookmark.or_else(|| diary.place(&Destination::Branch(text.to_string())).ok())
}
