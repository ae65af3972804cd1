//! Navigation in the diary: by entry, phase, turn and battle, along forks, and playback.

use super::table::{ReviewFocus, ReviewScreen};
use crate::{
    command::{Availability, require},
    component::{Action, Actions},
    motion::Motion,
    notice::Notice,
    overlay::listing::Listing,
    session::Session,
};
use wardiary_diary::diary::{EntryNo, catalogue::Span};

/// Moves the selection in the focused pane.
pub(super) fn go(screen: &mut ReviewScreen, session: &mut Session, motion: Motion) {
    match screen.focus {
        ReviewFocus::Forces => screen.forces.go(motion, screen.force_rows(session).len()),
        ReviewFocus::Diary => {
            let at = motion.step(screen.at(session), screen.way.len() + 1);
            go_to_place(screen, session, at);
        }
    }
}

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
            _ if !screen.catalogue.is_complete(session.save.diary()) => "the diary is still being looked up",
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
    let (at, diary) = (screen.at(session), session.save.diary());
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
    let diary = session.save.diary();
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
    vec![Action::Open(Box::new(Listing::to_compare(session.save.diary(), end)))]
}

pub(super) fn next_pane(screen: &mut ReviewScreen, _: &mut Session) {
    screen.focus = if screen.focus == ReviewFocus::Diary { ReviewFocus::Forces } else { ReviewFocus::Diary };
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
