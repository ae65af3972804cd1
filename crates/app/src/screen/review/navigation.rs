//! Navigation in the diary: by entry, phase, turn and battle, along forks, playback, filters, and targets by name. A
//! search works in slices, a few entries a frame, so that it never blocks.

use super::screen_state::{ReviewScreen, TypedFilter};
use crate::{
    command::{Availability, require},
    component::{Action, Actions, Context as _},
    lists::SearchStep,
    notice::Notice,
    overlay::listing::Listing,
    session::Session,
};
use wardiary_base::{id::BattleId, text};
use wardiary_diary::diary::{
    EntryNo,
    catalogue::Span,
    filter::{Search, SearchStatus, no_match_text},
    filter_suggestion::FilterSuggestion,
};
use wardiary_rules::notation::{Destination, Filter, NotationError};
use wardiary_view::search;

/// Goes to an index on the path: 0 is the muster.
pub(super) fn go_to_index(screen: &mut ReviewScreen, session: &mut Session, at: usize) {
    screen.playing = false;
    let no = at.checked_sub(1).map_or(0, |at| screen.path[at]);
    screen.view_entry(no, session);
}

/// Steps one span forwards or back.
pub(super) fn step(screen: &mut ReviewScreen, session: &mut Session, span: Span, forward: bool) {
    // Several keys may arrive between two frames.
    screen.update_viewed(session);
    let at = screen.path_index(session);
    if let Some(to) = screen.catalogue.step(&screen.path, at, span, forward) {
        go_to_index(screen, session, to);
    } else {
        screen.playing = false;
        session.say(Notice::bad(match (span, forward) {
            _ if !screen.catalogue.is_complete(session.diary()) => "the diary is still being read",
            (Span::Entry, true) => "this is the last entry",
            (_, false) => "this is the muster: nothing comes before it",
            (Span::Phase, true) => "there is no later phase",
            (Span::Turn, true) => "there is no later turn",
            (Span::Battle, true) => "there is no later battle",
        }));
    }
}

/// Moves by a twentieth of the strip, at least by one entry.
pub(super) fn scrub(screen: &mut ReviewScreen, session: &mut Session, forward: bool) {
    screen.update_viewed(session);
    let by = screen.path.len().div_ceil(20);
    let at = screen.path_index(session);
    let to = if forward { (at + by).min(screen.path.len()) } else { at.saturating_sub(by) };
    go_to_index(screen, session, to);
}

/// Starts or stops playback. At the end it starts from the beginning.
pub(super) fn toggle_playback(screen: &mut ReviewScreen, session: &mut Session) {
    screen.update_viewed(session);
    let playing = !screen.playing;
    if playing && screen.path_index(session) == screen.path.len() {
        go_to_index(screen, session, 0);
    }
    screen.playing = playing && !screen.path.is_empty();
}

/// Plays the next entry, or stops at the end.
pub(super) fn play_next(screen: &mut ReviewScreen, session: &mut Session) {
    let at = screen.path_index(session) + 1;
    go_to_index(screen, session, at.min(screen.path.len()));
    screen.playing = at < screen.path.len();
}

pub(super) fn has_forks(screen: &ReviewScreen, _: &Session) -> Availability {
    require(screen.graph.forks(), "no entry has several branches after it")
}

pub(super) fn go_to_fork(screen: &mut ReviewScreen, session: &mut Session, forward: bool) {
    screen.update_viewed(session);
    let (at, diary) = (screen.path_index(session), session.diary());
    let forks = |place: &usize| diary.is_fork(place.checked_sub(1).map_or(0, |at| screen.path[at]));
    let found = if forward { (at + 1..=screen.path.len()).find(forks) } else { (0..at).rev().find(forks) };
    match found {
        Some(place) => go_to_index(screen, session, place),
        None => session.say(Notice::bad("there is no other fork in that direction")),
    }
}

/// Switches to the next branch: of those that begin beside the viewed entry, or of those that continue from it.
pub(super) fn switch_branch(screen: &mut ReviewScreen, session: &mut Session) {
    screen.update_viewed(session);
    screen.playing = false;
    let diary = session.diary();
    let here = session.entry();
    let next_of = |from: EntryNo, present: Option<EntryNo>| {
        let ways: Vec<EntryNo> = diary.children(from).collect();
        let at = ways.iter().position(|no| Some(*no) == present).map_or(0, |at| at + 1);
        (ways.len() > 1).then(|| ways[at % ways.len()])
    };
    let beside = diary.entry(here).and_then(|entry| next_of(entry.parent(), Some(here)));
    let on = || next_of(here, screen.path.get(screen.path_index(session)).copied());
    match beside.or_else(on) {
        Some(no) => screen.view_entry(no, session),
        None => session.say(Notice::bad("no other branch starts here; `next fork` finds one")),
    }
}

pub(super) fn list_branches_to_compare(screen: &mut ReviewScreen, session: &mut Session) -> Actions<Session> {
    screen.update_viewed(session);
    let end = screen.path.last().copied().unwrap_or(0);
    vec![Action::Open(Box::new(Listing::to_compare(session.diary(), end)))]
}

pub(super) fn toggle_fold(screen: &mut ReviewScreen, session: &mut Session) {
    let rows = screen.force_rows(session);
    if let Some(row) = rows.get(screen.forces.selected).filter(|row| row.open.is_some())
        && !screen.folded.remove(&row.id)
    {
        screen.folded.insert(row.id);
    }
}

/// Goes back one step: stops playback, cancels a search, clears the filter, or closes the screen and returns to the
/// present.
pub(super) fn back(screen: &mut ReviewScreen, session: &mut Session) -> Actions<Session> {
    if screen.playing {
        screen.playing = false;
    } else if screen.target_search.is_some() {
        screen.target_search = None;
    } else if screen.is_filtered() {
        screen.clear_filter();
    } else {
        session.view_entry(session.diary().head());
        session.is_review_open = false;
        return vec![Action::LeaveScreen];
    }
    Vec::new()
}

/// Shows the entries that match a filter, and goes to the first match from the viewed entry on.
pub(super) fn apply_filter(screen: &mut ReviewScreen, session: &mut Session, text: &str) {
    let peek = screen.typed_filter.take();
    // If the user has moved between matches, the view stays where it is.
    let stays = peek.as_ref().is_some_and(|peek| peek.is_moved);
    if let Some(peek) = peek.filter(|_| !stays) {
        screen.view_entry(peek.origin, session);
    }
    match session.diary().filter(text) {
        Err(error) => session.say(Notice::bad(error_message(&error))),
        Ok(filter) => {
            screen.pending_jump = (!filter.matches_all() && !stays).then_some(true);
            screen.set_filter(filter);
            screen.read_slice(session);
        }
    }
}

/// Applies a filter while it is typed: marks matches and goes to the first one from where the typing began, as Enter
/// would.
pub(super) fn filter_typed(screen: &mut ReviewScreen, session: &mut Session, text: &str) {
    let origin = screen.typed_filter.take().map_or(session.entry(), |peek| peek.origin);
    let filter = session.diary().filter(text).ok().filter(|filter| !filter.matches_all());
    let (search, words) = (filter.map(Search::new), search::terms(text));
    let wants = search.is_some().then_some(SearchStep::First);
    screen.playing = false;
    screen.marks_key = None;
    screen.view_entry(origin, session);
    screen.typed_filter = Some(TypedFilter { origin, search, words, pending_step: wants, is_moved: false });
    screen.read_slice(session);
}

/// Moves between matches of the filter being typed, or returns to where the typing began.
pub(super) fn search_step(screen: &mut ReviewScreen, session: &mut Session, seek: SearchStep) {
    if seek == SearchStep::Return {
        if let Some(peek) = screen.typed_filter.take() {
            screen.marks_key = None;
            session.clear_notice();
            screen.view_entry(peek.origin, session);
        }
        return;
    }
    if let Some(peek) = screen.typed_filter.as_mut().filter(|peek| peek.search.is_some()) {
        peek.pending_step = Some(seek);
        screen.read_slice(session);
    }
}

/// The parse error, with a suggestion if there is one.
fn error_message(error: &NotationError) -> String {
    let hint = error.hint.as_ref().map_or_else(String::new, |hint| format!(": {hint}"));
    format!("{}{hint}", error.reason)
}

/// Goes to the next or previous match on any branch, wrapping around.
pub(super) fn go_to_next_match(screen: &mut ReviewScreen, session: &mut Session, forward: bool) {
    screen.playing = false;
    screen.pending_jump = Some(forward);
    screen.read_slice(session);
}

impl ReviewScreen {
    pub(super) fn is_filtered(&self) -> bool {
        !self.filter_search.filter().matches_all()
    }

    pub(super) fn clear_filter(&mut self) {
        self.pending_jump = None;
        self.set_filter(Filter::default());
    }

    /// Handles a finished search: goes to the match, or says that there is none.
    pub(super) fn on_filter_searched(&mut self, found: SearchStatus, session: &mut Session) {
        match found {
            SearchStatus::InProgress => {}
            SearchStatus::NoMatch(near) => {
                let reason = no_match_text(self.filter_search.filter(), self.catalogue.accounts().len(), near.as_ref());
                self.clear_filter();
                // The nearest filter is offered in the line when it is opened again.
                let hint = if near.is_some() { "; the filter line offers it" } else { "" };
                self.suggested_filter = near.map(|near| near.filter);
                session.say(Notice::bad(format!("{reason}{hint}")));
            }
            SearchStatus::Found => {
                if let Some(forward) = self.pending_jump.take() {
                    self.go_to_match(session, forward);
                }
            }
        }
    }

    /// Handles a finished search for the filter being typed: goes to the match, or back to where the typing began.
    pub(super) fn on_typed_filter_searched(&mut self, found: &SearchStatus, session: &mut Session) {
        let Some(peek) = self.typed_filter.as_mut().filter(|_| *found != SearchStatus::InProgress) else { return };
        let Some(wants) = peek.pending_step.take() else { return };
        if *found == SearchStatus::Found {
            peek.is_moved |= wants != SearchStep::First;
            return self.go_to_match(session, wants != SearchStep::Previous);
        }
        let origin = peek.origin;
        self.view_entry(origin, session);
        session.say(Notice::bad("nothing matches so far"));
    }

    fn go_to_match(&mut self, session: &mut Session, forward: bool) {
        let (matches, here) = (self.current_search().matches(), session.entry());
        let next = if forward {
            let fits = |no: &&EntryNo| **no > here || (**no == here && self.viewed.no != Some(here));
            matches.iter().find(fits).or(matches.first())
        } else {
            matches.iter().rev().find(|no| **no < here).or(matches.last())
        };
        let Some(no) = next.copied() else { return };
        let place = matches.binary_search(&no).map_or(0, |at| at + 1);
        let filter = self.current_search().filter();
        let notice = format!("entry {no}, match {place} of {} for `{filter}`", matches.len());
        self.view_entry(no, session);
        session.say(Notice::good(notice));
    }

    /// Handles a finished search for a target: goes there, or says that there is none.
    pub(super) fn on_target_searched(&mut self, found: Option<SearchStatus>, session: &mut Session) {
        let place = match found {
            None | Some(SearchStatus::InProgress) => return,
            Some(SearchStatus::NoMatch(near)) => Err(near),
            Some(SearchStatus::Found) => Ok(()),
        };
        let Some(search) = self.target_search.take() else { return };
        let (matches, here) = (search.matches(), session.entry());
        match place.map(|()| matches.iter().find(|no| **no > here).or(matches.first())) {
            Ok(Some(no)) => self.view_entry(*no, session),
            Ok(None) => {}
            Err(near) => {
                let near =
                    near.as_ref().map_or_else(String::new, |near| format!("; {}", FilterSuggestion::describe(near)));
                let asked = text::display_name(&search.filter().to_string());
                session.say(Notice::bad(format!("no bookmark, branch or entry matches “{asked}”{near}")));
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
                format!("entries are 1 to {last}, and 0 is the muster")
            };
            if no <= last { Ok(no) } else { Err(format!("there is no entry {no}: {there}")) }
        }
        ["turn", turn] if turn.parse::<u32>().is_ok() => screen.turn_start(session, turn.parse().unwrap_or(0)),
        _ => match bookmark_or_branch(session, text) {
            Some(no) => Ok(no),
            None => match diary.filter(text) {
                Ok(filter) => {
                    screen.playing = false;
                    screen.target_search = Some(Search::new(filter));
                    return screen.read_slice(session);
                }
                Err(error) => Err(error_message(&error)),
            },
        },
    };
    match place {
        Ok(no) => {
            screen.playing = false;
            screen.view_entry(no, session);
        }
        Err(why) => session.say(Notice::bad(why)),
    }
}

impl ReviewScreen {
    /// The entry on the current path where a turn of the shown battle begins.
    fn turn_start(&self, session: &Session, turn: u32) -> Result<EntryNo, String> {
        let battle = self.battle(session);
        let is_there = |no: &EntryNo| {
            self.catalogue.position(*no).is_some_and(|moment| (moment.battle, moment.turn) == (battle, turn))
        };
        let found = std::iter::once(0).chain(self.path.iter().copied()).find(is_there);
        found.ok_or_else(|| {
            if !self.catalogue.is_complete(session.diary()) {
                return "the diary is still being read".into();
            }
            let moments =
                || std::iter::once(0).chain(self.path.iter().copied()).filter_map(|no| self.catalogue.position(no));
            let last = moments().filter(|moment| moment.battle == battle).map(|moment| moment.turn).max();
            let last = last.filter(|last| *last > 0);
            match (self.turn_in_other_battle(session, turn), battle, last) {
                (Some((other, no)), Some(here), Some(last)) => {
                    let [here, other] = [here, other].map(|battle| session.diary().state().name(battle));
                    format!(
                        "{here} has no turn {turn}: its last is {last}. Turn {turn} of {other} begins at entry {no}: go to {no}"
                    )
                }
                (Some((other, no)), ..) => {
                    let other = session.diary().state().name(other);
                    format!("no turn {turn} is shown here. Turn {turn} of {other} begins at entry {no}: go to {no}")
                }
                (None, _, Some(last)) => format!("there is no turn {turn} on this branch: its last is {last}"),
                (None, ..) => format!("there is no turn {turn} on this branch"),
            }
        })
    }

    /// The nearest battle on the current path that has such a turn, and the entry where the turn begins.
    fn turn_in_other_battle(&self, session: &Session, turn: u32) -> Option<(BattleId, EntryNo)> {
        let at = self.path_index(session);
        let mut begun: Vec<(BattleId, usize, EntryNo)> = Vec::new();
        for (place, no) in std::iter::once(0).chain(self.path.iter().copied()).enumerate() {
            let moment = self.catalogue.position(no).filter(|moment| moment.turn == turn);
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
fn bookmark_or_branch(session: &Session, text: &str) -> Option<EntryNo> {
    let diary = session.diary();
    let lower = text.to_lowercase();
    let bookmarks = || diary.remarks().filter_map(|(no, remarks)| Some((no, remarks.bookmark_text()?.to_lowercase())));
    let exact = bookmarks().find(|(_, name)| *name == lower);
    let begins = || bookmarks().find(|(_, name)| !name.is_empty() && name.starts_with(&lower));
    let bookmark = exact.or_else(begins).map(|(no, _)| no);
    bookmark.or_else(|| diary.resolve_destination(&Destination::Branch(text.to_string())).ok())
}
