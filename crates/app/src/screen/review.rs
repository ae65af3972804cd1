//! The Review screen steps through the whole diary, entry by entry. Every pane shows the state at that entry and marks
//! what the entry changed. The screen writes only remarks, or, after a confirmation, continues the diary from an entry.

mod draw;
mod navigation;
mod screen_state;
mod standing;
mod swings;

use super::ScreenName;
use crate::{
    borders,
    command::{Availability, require},
    command_id::{CommandId, GroupId},
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context as _, Event, RenderOptions, Screen, always,
        effect,
    },
    effect::Effect,
    motion::{Motion, cycled},
    odds_worker::{OddsJob, OddsResult},
    overlay::{
        hand_dice::HandDiceForm,
        listing::Listing,
        order_line::OrderLine,
        review_line::{FILTER_PREFIX, ReviewLine, ReviewPrompt},
    },
    session::Session,
    session_odds::OddsRequest,
    shared_commands as shared,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use screen_state::ReviewFocus;
pub(crate) use screen_state::ReviewScreen;
use std::time::Duration;
use wardiary_diary::diary::{EntryNo, catalogue::Span};
use wardiary_view::{ClickTarget, review::StripEvent};

const COMMANDS: &[&[Command<ReviewScreen, Session>]] = &[
    &commands! {
        ReviewPlay, "play", "play the diary entry by entry, or stop", always, navigation::toggle_playback;
        ReviewForward, "forward", "to the next entry", always, |r, s| navigation::step(r, s, Span::Entry, true);
        ReviewBack, "backward", "to the previous entry", always, |r, s| navigation::step(r, s, Span::Entry, false);
        ReviewNextTurn, "next turn", "to the start of the next turn", always, |r, s| navigation::step(r, s, Span::Turn, true);
        ReviewPreviousTurn, "", "to the start of this turn, or of the previous one", always, |r, s| navigation::step(r, s, Span::Turn, false);
        ReviewFaster, "faster", "play faster", is_playing, |r, _| r.change_speed(1);
        ReviewSlower, "slower", "play more slowly", is_playing, |r, _| r.change_speed(-1);
        ReviewNextTurningPoint, "turning point", "to the next turning point: a big shift of the lead, or a notable event such as a leader’s fall", has_swing, |r, s| swings::go_to_turning_point(r, s, true);
        ReviewPreviousTurningPoint, "", "to the previous turning point", has_swing, |r, s| swings::go_to_turning_point(r, s, false);
        ReviewFilter, "filter", "show only entries that match: a side, a unit, a turn, a kind, a text …", always, |r, _| r.open_filter_line();
        ReviewNextMatch, "next match", "to the next match", is_filtered, |r, s| navigation::go_to_next_match(r, s, true);
        ReviewPreviousMatch, "", "to the previous match", is_filtered, |r, s| navigation::go_to_next_match(r, s, false);
        ReviewGo, "go to", "to an entry, a turn, a bookmark, a branch", always, |_, _| open_line(ReviewLine::new(ReviewPrompt::GoTo, ""));
        ReviewRemark, "remark", "remark on the entry: a mark, text, files", has_viewed_entry, |_, s| open_line(ReviewLine::remark(s.entry(), s)), types;
        ReviewAmend, "amend", "change the order of the entry; everything after it is replayed on a new branch", has_viewed_entry, |_, s| OrderLine::to_amend(s), types;
        ReviewStrike, "strike", "remove the entry; everything after it is replayed on a new branch", has_viewed_entry, |_, s| OrderLine::to_strike_out(s), types;
        ReviewCorrect, "correct dice", "correct mistyped dice of the entry; everything after it is replayed on a new branch", has_dice, |_, s| HandDiceForm::open_correction(s);
        ReviewWhatIf, "what if", "continue from the entry in another way, at the table; later entries stay", is_writable, |_, s| OrderLine::to_change(s.entry(), format!("what if from {} ", s.entry())), types;
        ReviewWriteOn, "resume", "continue from this entry, at the table, after a question; later entries stay", is_writable, |_, s| open_list(Listing::to_continue_from(s.diary(), s.entry()));
        ReviewBookmark, "bookmark", "bookmark the entry", has_viewed_entry, |_, s| open_line(ReviewLine::bookmark(s.entry(), s)), types;
        ReviewRemarks, "remarks", "all remarks and bookmarks", always, |_, s| open_list(Listing::of_remarks(s.diary(), s.entry()));
        ReviewNextFork, "next fork", "to the next fork: an entry with several branches after it", navigation::has_forks, |r, s| navigation::go_to_fork(r, s, true);
        ReviewPreviousFork, "", "to the previous fork", navigation::has_forks, |r, s| navigation::go_to_fork(r, s, false);
        ReviewOtherWay, "other branch", "to the other branch from the fork", navigation::has_forks, navigation::switch_branch;
        ReviewBranches, "branches", "the branches of the diary", navigation::has_forks, |_, s| open_list(Listing::of_branch_ends(s.diary()));
        ReviewCompare, "compare", "compare this branch with another, or with another copy of the save", always, navigation::list_branches_to_compare;
        ReviewNextPhase, "", "to the start of the next phase of the turn", always, |r, s| navigation::step(r, s, Span::Phase, true);
        ReviewPreviousPhase, "", "to the start of this phase, or of the previous one", always, |r, s| navigation::step(r, s, Span::Phase, false);
        ReviewNextBattle, "", "to the next battle", always, |r, s| navigation::step(r, s, Span::Battle, true);
        ReviewPreviousBattle, "", "to the start of this battle, or of the previous one", always, |r, s| navigation::step(r, s, Span::Battle, false);
    },
    &shared::screen_commands(ScreenName::Review),
    &shared::jumps::<ReviewScreen>(),
    &commands! {
        ReviewScrubOn, "", "forward by a twentieth of the strip", always, |r, s| navigation::scrub(r, s, true);
        ReviewScrubBack, "", "back by a twentieth of the strip", always, |r, s| navigation::scrub(r, s, false);
    },
    &borders::resize_commands::<ReviewScreen>(CommandId::ReviewZoom),
    &motions!(
        ReviewUp,
        ReviewDown,
        ReviewPageUp,
        ReviewPageDown,
        ReviewTop("", "to the muster"),
        ReviewBottom("", "to the last entry")
    ),
    &commands! {
        ReviewRecord, "record", "the service record of the chosen unit, or the first of the stack or side", |screen, session| require(screen.selected_force(session).is_some(), "nothing is chosen among the forces"), |r, s| shared::show_record(r.selected_force(s));
        ReviewNextPane, "pane", "to the other pane", always, |r, _| r.focus = cycled(&[ReviewFocus::Diary, ReviewFocus::Forces], r.focus, 1);
        ReviewFold, "", "fold or unfold a side or stack of the forces", |screen, _| require(screen.focus == ReviewFocus::Forces, "only the forces can be folded: Tab goes to them"), navigation::toggle_fold;
        @ look_as ReviewLookAs, mouse ReviewMouse, theme ReviewTheme, copy ReviewCopy, help ReviewHelp, report ReviewReport;
        ReviewClose, "back", "back one step: stop playing, clear the filter, or leave the screen; never quits", always, navigation::back;
        ReviewSuspend => shared::suspend();
        ReviewQuit => shared::quit().with_label("");
    },
];

fn open_line(line: ReviewLine) -> Actions<Session> {
    vec![Action::Open(Box::new(line))]
}

fn open_list(list: Listing) -> Actions<Session> {
    vec![Action::Open(Box::new(list))]
}

/// Whether the viewed entry can be remarked on or amended. The muster can't.
fn has_viewed_entry(screen: &ReviewScreen, session: &Session) -> Availability {
    is_writable(screen, session)?;
    require(session.entry() != 0, "this is the muster: only later entries can be changed")
}

fn has_dice(screen: &ReviewScreen, session: &Session) -> Availability {
    has_viewed_entry(screen, session)?;
    require(session.has_dice(), "the entry has no dice")
}

/// Whether the save can be changed: a side's share is read-only.
fn is_writable(_: &ReviewScreen, session: &Session) -> Availability {
    if session.viewed().side().is_some() { shared::is_writable(session) } else { Ok(()) }
}

fn is_filtered(screen: &ReviewScreen, _: &Session) -> Availability {
    require(screen.is_filtered(), "no filter is set")
}

fn has_swing(screen: &ReviewScreen, _: &Session) -> Availability {
    let is_notable = |(_, signal): &(usize, StripEvent)| matches!(signal, StripEvent::Notable(_));
    let turns = screen.leads.iter().any(Option::is_some) || screen.signals.iter().any(is_notable);
    require(turns, "no entry moved the lead in a battle, and nothing notable happened")
}

fn is_playing(screen: &ReviewScreen, _: &Session) -> Availability {
    require(screen.playing, "the diary is not playing")
}

impl Commands<Session> for ReviewScreen {
    const MODES: &'static [CommandMode<Self, Session>] =
        &[CommandMode::new(GroupId::Review, "On the Review screen", COMMANDS)];

    fn apply_motion(&mut self, motion: Motion, session: &mut Session) {
        match self.focus {
            ReviewFocus::Forces => self.forces.apply_motion(motion, self.force_rows(session).len()),
            ReviewFocus::Diary => {
                let at = motion.target_index(self.path_index(session), self.path.len() + 1);
                navigation::go_to_index(self, session, at);
            }
        }
    }
}

impl ReviewScreen {
    fn click(&mut self, at: Position, area: Rect, session: &mut Session) -> Actions<Session> {
        let areas = self.areas(area, session);
        self.playing = false;
        if session.panes.press(at) {
            return Vec::new();
        }
        if areas.strip.contains(at) {
            self.scrubbing = true;
            self.go_to_strip_position(at, areas.strip, session);
        } else if areas.diary.contains(at) {
            self.focus = ReviewFocus::Diary;
            if let Some(no) = self.entry_at(areas.diary, at, session) {
                self.view_entry(no, session);
            }
        } else if areas.forces.contains(at) {
            self.focus = ReviewFocus::Forces;
            let rows = self.force_rows(session).len();
            self.forces.select_at(at, areas.forces, rows);
        } else if areas.square.contains(at) && self.map(session).is_some() {
            return effect(Effect::Show(ScreenName::Map, None));
        }
        Vec::new()
    }
}

impl Component<Session> for ReviewScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        self.draw_panes(frame, area, session, canvas);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Submitted(text) => match text.strip_prefix(FILTER_PREFIX) {
                Some(filter) => navigation::apply_filter(self, session, filter),
                None => navigation::go_to(self, session, text),
            },
            Event::SearchText(typed) => navigation::filter_typed(self, session, typed),
            Event::SearchStep(seek) => navigation::search_step(self, session, seek),
            // Goes to the entry with that number.
            Event::Number(at) => {
                let no = EntryNo::try_from(at + 1).ok().filter(|no| session.diary().entry(*no).is_some())?;
                navigation::go_to(self, session, &no.to_string());
            }
            // A click on a unit in the Square, on its die or on a side's gauge selects it among the forces.
            Event::Target(ClickTarget::Entity(id)) => {
                self.playing = false;
                self.select_force(id, session);
            }
            Event::Click(at, area) => return Some(self.click(at, area, session)),
            Event::Drag(at, area) => {
                if borders::event(&event, session).is_none() && self.scrubbing {
                    let strip = self.areas(area, session).strip;
                    self.go_to_strip_position(at, strip, session);
                }
            }
            Event::Release => {
                self.scrubbing = false;
                return borders::event(&event, session);
            }
            Event::Scroll(at, area, motion) => {
                let areas = self.areas(area, session);
                self.focus = if areas.forces.contains(at) { ReviewFocus::Forces } else { ReviewFocus::Diary };
                session.clear_notice();
                self.apply_motion(motion, session);
            }
            Event::Changed(change) => self.refresh(change, session),
            Event::Odds { result: OddsResult::LuckByEntry(roll_luck), .. } => self.take_luck(roll_luck),
            Event::Tick => {
                if self.card.is_reading() {
                    self.card.read_more(session);
                }
                if self.playing && self.catalogue.is_complete(session.diary()) {
                    navigation::play_next(self, session);
                }
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    fn odds_request(&self, session: &Session) -> Option<OddsRequest> {
        let changed = self.luck_requested_to + 1 != session.diary().next_no();
        let asks = self.waits_for_luck(session) || self.lacks_luck(session);
        Some(if asks { OddsRequest::Screen { changed } } else { OddsRequest::Nothing })
    }

    fn odds_jobs(&mut self, session: &Session) -> Vec<OddsJob> {
        self.request_luck(session)
    }

    fn copy_text(&self, session: &Session) -> Option<(String, Vec<String>)> {
        session.copy_text(Some(session.entry()))
    }
}

impl Screen<Session> for ReviewScreen {
    fn status(&self, session: &Session) -> Option<String> {
        Some(self.status_text(session))
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        session.is_review_open = true;
        self.read_slice(session);
        self.update_viewed(session);
        self.scroll_forces(area, session);
    }

    fn tick_interval(&self, session: &Session) -> Option<Duration> {
        if self.is_busy(session) || self.card.is_reading() {
            return Some(Duration::ZERO);
        }
        self.playing.then(|| self.playback_interval())
    }

    fn dock_area(&self, area: Rect, session: &Session) -> Rect {
        let areas = self.areas(area, session);
        // A pane without room is an empty area at the corner, so a union with it would cover everything in between.
        if areas.roll.is_empty() { areas.result } else { areas.result.union(areas.roll) }
    }
}
