//! The Review screen steps through the whole diary, entry by entry. Every pane shows the state at that entry and marks
//! what the entry changed. The screen writes only remarks, or, after a confirmation, continues the diary from an entry.

mod draw;
mod going;
mod stood;
mod swings;
mod table;

use super::ScreenName;
use crate::{
    borders,
    command::{Availability, require},
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Opened, Screen, always, effect,
    },
    effect::Effect,
    motion::{Motion, cycled},
    odds_worker::{OddsJob, OddsResult},
    overlay::{
        hand_dice::HandDiceForm,
        listing::Listing,
        order_line::OrderLine,
        review_line::{FILTER_SIGN, ReviewAsks, ReviewLine},
    },
    session::Session,
    session_odds::Asked,
    shared_commands as shared,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use std::time::Duration;
use table::ReviewFocus;
pub(crate) use table::ReviewScreen;
use wardiary_diary::diary::{EntryNo, catalogue::Span};
use wardiary_rules::order::Order;
use wardiary_view::Thing;

const COMMANDS: &[&[Command<ReviewScreen, Session>]] = &[
    &commands! {
        ReviewPlay, "play", "play the diary on, entry by entry; and stop", always, going::play;
        ReviewAmend, "amend", "change the order of the entry; all that followed is worked out anew, on a branch", on_entry, |_, s| OrderLine::to_amend(s), types;
        ReviewStrike, "strike", "take the entry out; all that followed is worked out anew, on a branch", on_entry, |_, s| OrderLine::to_strike_out(s), types;
        ReviewWhatIf, "what if", "go on from the entry by another way, at the table; all that followed stays", is_referees, |_, s| OrderLine::to_try(s), types;
        ReviewWriteOn, "go on", "go on from this entry, at the table; it is asked first, and what came after it stays", is_referees, |_, s| list(Listing::to_write_on(s.diary(), s.entry()));
        ReviewFaster, "faster", "play faster", is_playing, |r, _| r.change_speed(1);
        ReviewSlower, "slower", "play more slowly", is_playing, |r, _| r.change_speed(-1);
        ReviewForward, "forward", "to the next entry", always, |r, s| going::step(r, s, Span::Entry, true);
        ReviewBack, "backward", "to the entry before", always, |r, s| going::step(r, s, Span::Entry, false);
        ReviewNextTurn, "next turn", "to where the next turn begins", always, |r, s| going::step(r, s, Span::Turn, true);
        ReviewPreviousTurn, "", "to where this turn began, or the one before", always, |r, s| going::step(r, s, Span::Turn, false);
        ReviewFilter, "filter", "show what fits: a side, a unit, a turn, a kind, a text …", always, |r, _| r.filter_line();
        ReviewNextMatch, "next match", "to the next entry that fits", is_filtered, |r, s| going::next_match(r, s, true);
        ReviewPreviousMatch, "", "to the last that fits before", is_filtered, |r, s| going::next_match(r, s, false);
        ReviewRemark, "remark", "remark on the entry: a mark, words, files", on_entry, |_, s| line(ReviewLine::remark(s.entry(), s)), types;
        ReviewBookmark, "bookmark", "bookmark the entry", on_entry, |_, s| line(ReviewLine::bookmark(s.entry(), s)), types;
        ReviewCorrect, "correct dice", "change its dice, where they were mistyped; all that followed is worked out anew, on a branch", has_dice, |_, s| HandDiceForm::to_correct(s);
        ReviewGo, "go to", "to an entry, a turn, a bookmark, a branch", always, |_, _| line(ReviewLine::new(ReviewAsks::GoTo, ""));
        ReviewRemarks, "remarks", "all remarks and bookmarks", always, |_, s| list(Listing::of_remarks(s.diary(), s.entry()));
        ReviewNextFork, "next fork", "to the next entry from which several ways go on", going::forks, |r, s| going::fork(r, s, true);
        ReviewPreviousFork, "", "to the last such entry before", going::forks, |r, s| going::fork(r, s, false);
        ReviewNextTurningPoint, "turning point", "to the next entry that moved the lead in a battle most", has_swing, |r, s| swings::turning_point(r, s, true);
        ReviewPreviousTurningPoint, "", "to the last such entry before", has_swing, |r, s| swings::turning_point(r, s, false);
        ReviewOtherWay, "other way", "to the other way on from the fork", going::forks, going::other_way;
        ReviewBranches, "branches", "the branches of the diary", going::forks, |_, s| list(Listing::of_ways(s.diary()));
        ReviewCompare, "compare", "lay another branch beside this one, or another copy of the save", always, going::compare;
        ReviewNextPhase, "", "to where the next phase of the turn begins", always, |r, s| going::step(r, s, Span::Phase, true);
        ReviewPreviousPhase, "", "to where this phase began, or the one before", always, |r, s| going::step(r, s, Span::Phase, false);
        ReviewNextBattle, "", "to the next battle", always, |r, s| going::step(r, s, Span::Battle, true);
        ReviewPreviousBattle, "", "to where this battle began, or the one before", always, |r, s| going::step(r, s, Span::Battle, false);
    },
    &shared::screen_commands::<ReviewScreen>(),
    &shared::jumps::<ReviewScreen>(),
    &commands! {
        ReviewScrubOn, "", "a twentieth of the strip further on", always, |r, s| going::scrub(r, s, true);
        ReviewScrubBack, "", "a twentieth of it back", always, |r, s| going::scrub(r, s, false);
    },
    &borders::commands::<ReviewScreen>(ids![
        ReviewZoom,
        ReviewWider,
        ReviewNarrower,
        ReviewTaller,
        ReviewShorter,
        ReviewPanesReset,
    ]),
    &motions!(
        ReviewUp,
        ReviewDown,
        ReviewPageUp,
        ReviewPageDown,
        ReviewTop("", "to the muster"),
        ReviewBottom("", "to the last entry")
    ),
    &commands! {
        ReviewRecord, "record", "the service record of the chosen unit, or the first of the stack or side", |screen, session| require(screen.chosen_force(session).is_some(), "nobody is chosen among the forces"), |r, s| shared::record(r.chosen_force(s));
        ReviewNextPane, "pane", "to the other pane", always, |r, _| r.focus = cycled(&[ReviewFocus::Diary, ReviewFocus::Forces], r.focus, 1);
        ReviewFold, "", "fold a side or a stack of the forces up, or unfold it", |screen, _| require(screen.focus == ReviewFocus::Forces, "only the forces fold up: Tab leads to them"), going::fold;
        ReviewLookAs => shared::look_as();
        ReviewMouse => shared::mouse();
        ReviewTheme => shared::theme();
        ReviewCopy => shared::copy();
        ReviewHelp => shared::help();
        ReviewClose, "back", "back one step: playing, the filter, the screen; never quits", always, going::back;
        ReviewSuspend => shared::suspend();
        ReviewQuit => shared::quit().labelled("");
    },
];

fn line(line: ReviewLine) -> Actions<Session> {
    vec![Action::Open(Box::new(line))]
}

fn list(list: Listing) -> Actions<Session> {
    vec![Action::Open(Box::new(list))]
}

/// Whether the viewed entry can be remarked on or amended. The muster can't.
fn on_entry(screen: &ReviewScreen, session: &Session) -> Availability {
    is_referees(screen, session)?;
    require(session.entry() != 0, "this is the muster: the entries after it are what can be changed")
}

/// Whether the viewed entry has dice that can be corrected.
fn has_dice(screen: &ReviewScreen, session: &Session) -> Availability {
    on_entry(screen, session)?;
    require(session.rolled_dice(), "the entry has no dice")
}

/// Whether the save can be changed: a side's share is read-only.
fn is_referees(_: &ReviewScreen, session: &Session) -> Availability {
    if session.viewed().side().is_some() { shared::is_writable(session) } else { Ok(()) }
}

fn is_filtered(screen: &ReviewScreen, _: &Session) -> Availability {
    require(screen.is_filtered(), "no filter is set")
}

fn has_swing(screen: &ReviewScreen, _: &Session) -> Availability {
    require(screen.leads.iter().any(Option::is_some), "no entry moved the lead in a battle")
}

fn is_playing(screen: &ReviewScreen, _: &Session) -> Availability {
    require(screen.playing, "it does not play")
}

impl Commands<Session> for ReviewScreen {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: GroupId::Review, heading: Some("On the Review screen"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, session: &mut Session) {
        match self.focus {
            ReviewFocus::Forces => self.forces.go(motion, self.force_rows(session).len()),
            ReviewFocus::Diary => {
                let at = motion.step(self.at(session), self.way.len() + 1);
                going::go_to_place(self, session, at);
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
            self.scrub(at, areas.strip, session);
        } else if areas.diary.contains(at) {
            self.focus = ReviewFocus::Diary;
            if let Some(no) = self.entry_at(areas.diary, at, session) {
                self.look_at(no, session);
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
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        self.draw_panes(frame, area, session, canvas);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Submitted(text) => match text.strip_prefix(FILTER_SIGN) {
                Some(filter) => going::filter(self, session, filter),
                None => going::go_to(self, session, text),
            },
            Event::Typing(typed) => going::typing(self, session, typed),
            Event::Seek(seek) => going::seek(self, session, seek),
            // Goes to the entry with that number.
            Event::Number(at) => {
                let no = EntryNo::try_from(at + 1).ok().filter(|no| session.diary().entry(*no).is_some())?;
                going::go_to(self, session, &no.to_string());
            }
            // A click on a unit in the Square, on its die or on a side's gauge selects it among the forces.
            Event::Target(Thing::Entity(id)) => {
                self.playing = false;
                self.choose_force(id, session);
            }
            Event::Click(at, area) => return Some(self.click(at, area, session)),
            Event::Drag(at, area) => {
                if borders::event(&event, session).is_none() && self.scrubbing {
                    let strip = self.areas(area, session).strip;
                    self.scrub(at, strip, session);
                }
            }
            Event::Release => {
                self.scrubbing = false;
                return borders::event(&event, session);
            }
            Event::Wheel(at, area, motion) => {
                let areas = self.areas(area, session);
                self.focus = if areas.forces.contains(at) { ReviewFocus::Forces } else { ReviewFocus::Diary };
                session.begin();
                self.go(motion, session);
            }
            Event::Changed(change) => self.follow(change, session),
            Event::Odds { result: OddsResult::Fortunes(fortunes), .. } => self.take_luck(fortunes),
            Event::Pulse => {
                if self.card.is_reading() {
                    self.card.read_on(session);
                }
                if self.playing && self.catalogue.is_complete(session.diary()) {
                    going::play_on(self, session);
                }
            }
            _ => return None,
        }
        Some(Vec::new())
    }

    fn asked(&self, session: &Session) -> Option<Asked> {
        let changed = !self.has_asked_luck(session);
        Some(if self.waits_for_luck(session) { Asked::Screen { changed } } else { Asked::Nothing })
    }

    fn jobs(&mut self, session: &Session) -> Vec<OddsJob> {
        self.ask_luck(session)
    }

    fn copied(&self, session: &Session) -> Option<(String, Vec<String>)> {
        session.copied(Some(session.entry()))
    }
}

impl Screen<Session> for ReviewScreen {
    fn standing(&self, session: &Session) -> Option<String> {
        Some(self.said(session))
    }

    fn prepare(&mut self, area: Rect, session: &mut Session) {
        self.look_up(session);
        self.find_step(session);
        self.fit(area, session);
    }

    fn pulse(&self, session: &Session) -> Option<Duration> {
        if self.is_busy(session) || self.card.is_reading() {
            return Some(Duration::ZERO);
        }
        self.playing.then(|| self.pause())
    }

    fn dock(&self, area: Rect, session: &Session) -> Rect {
        let areas = self.areas(area, session);
        // A pane without room is an empty area at the corner, so a union with it would cover everything in between.
        if areas.roll.is_empty() { areas.told } else { areas.told.union(areas.roll) }
    }
}

impl Opened for ReviewScreen {
    const NAME: ScreenName = ScreenName::Review;

    fn open(session: &Session, _: Option<Order>) -> Self {
        Self::new(session)
    }
}
