//! The Review screen steps through the whole diary, entry by entry. Every pane shows the state at that entry and marks
//! what the entry changed. The screen writes only remarks, or, after a confirmation, continues the diary from an entry.

mod draw;
mod finding;
mod going;
mod stood;
mod swings;
mod table;

use crate::{
    borders::{self, Divides, Handles},
    command::{Info, not_now},
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Opened, Screen, always, effect,
    },
    effect::Effect,
    motion::Motion,
    odds_worker::{OddsJob, OddsResult},
    overlay::{
        hand_dice::HandDiceForm,
        listing::Listing,
        order_line::OrderLine,
        review_line::{FILTER_SIGN, ReviewAsks, ReviewLine},
    },
    screen::ScreenName,
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
use wardiary_diary::diary::{EntryNo, catalogue::Span};
use wardiary_rules::order::Order;
use wardiary_view::Thing;

pub(crate) use table::ReviewScreen;

const COMMANDS: &[&[Command<ReviewScreen, Session>]] = &[
    &commands! {
        "review-play", "play", "play the diary on, entry by entry; and stop", always, going::play;
        "review-amend", "amend", "change the order of the entry; all that followed is worked out anew, on a branch", on_entry, |_, s| OrderLine::to_amend(s), types;
        "review-strike", "strike", "take the entry out; all that followed is worked out anew, on a branch", on_entry, |_, s| OrderLine::to_strike_out(s), types;
        "review-what-if", "what if", "go on from the entry by another way, at the table; all that followed stays", is_referees, |_, s| OrderLine::to_try(s), types;
        "review-write-on", "go on", "go on from this entry, at the table; it is asked first, and what came after it stays", is_referees, |_, s| list(Listing::to_write_on(s.save.diary(), s.entry()));
        "review-faster", "faster", "play faster", is_playing, |r, _| r.change_speed(1);
        "review-slower", "slower", "play more slowly", is_playing, |r, _| r.change_speed(-1);
        "review-forward", "forward", "to the next entry", always, |r, s| going::step(r, s, Span::Entry, true);
        "review-back", "backward", "to the entry before", always, |r, s| going::step(r, s, Span::Entry, false);
        "review-next-turn", "next turn", "to where the next turn begins", always, |r, s| going::step(r, s, Span::Turn, true);
        "review-previous-turn", "", "to where this turn began, or the one before", always, |r, s| going::step(r, s, Span::Turn, false);
        "review-filter", "filter", "show what fits: a side, a unit, a turn, a kind, a text …", always, |r, _| r.filter_line();
        "review-next-match", "next match", "to the next entry that fits", is_filtered, |r, s| finding::next_match(r, s, true);
        "review-previous-match", "", "to the last that fits before", is_filtered, |r, s| finding::next_match(r, s, false);
        "review-remark", "remark", "remark on the entry: a mark, words, files", on_entry, |_, s| line(ReviewLine::remark(s.entry(), s)), types;
        "review-bookmark", "bookmark", "bookmark the entry", on_entry, |_, s| line(ReviewLine::bookmark(s.entry(), s)), types;
        "review-correct", "correct dice", "change its dice, where they were mistyped; all that followed is worked out anew, on a branch", |r, s| is_referees(r, s) && s.rolled_dice(), |_, s| HandDiceForm::to_correct(s);
        "review-go", "go to", "to an entry, a turn, a bookmark, a branch", always, |_, _| line(ReviewLine::new(ReviewAsks::GoTo, ""));
        "review-remarks", "remarks", "all remarks and bookmarks", always, |_, s| list(Listing::of_remarks(s.save.diary(), s.entry()));
        "review-next-fork", "next fork", "to the next entry from which several ways go on", going::forks, |r, s| going::fork(r, s, true);
        "review-previous-fork", "", "to the last such entry before", going::forks, |r, s| going::fork(r, s, false);
        "review-next-turning-point", "turning point", "to the next entry that moved the lead in a battle most", has_swing, |r, s| swings::turning_point(r, s, true);
        "review-previous-turning-point", "", "to the last such entry before", has_swing, |r, s| swings::turning_point(r, s, false);
        "review-other-way", "other way", "to the other way on from the fork", going::forks, going::other_way;
        "review-branches", "branches", "the branches of the diary", going::forks, |_, s| list(Listing::of_ways(s.save.diary()));
        "review-compare", "compare", "lay another branch beside this one, or another copy of the save", always, going::compare;
        "review-next-phase", "", "to where the next phase of the turn begins", always, |r, s| going::step(r, s, Span::Phase, true);
        "review-previous-phase", "", "to where this phase began, or the one before", always, |r, s| going::step(r, s, Span::Phase, false);
        "review-next-battle", "", "to the next battle", always, |r, s| going::step(r, s, Span::Battle, true);
        "review-previous-battle", "", "to where this battle began, or the one before", always, |r, s| going::step(r, s, Span::Battle, false);
    },
    &shared::screen_commands::<ReviewScreen>(),
    &shared::jumps::<ReviewScreen>(),
    &commands! {
        "review-scrub-on", "", "a twentieth of the strip further on", always, |r, s| going::scrub(r, s, true);
        "review-scrub-back", "", "a twentieth of it back", always, |r, s| going::scrub(r, s, false);
    },
    &borders::commands::<ReviewScreen>([
        "review-zoom",
        "review-wider",
        "review-narrower",
        "review-taller",
        "review-shorter",
        "review-panes-reset",
    ]),
    &motions!("review-": Up, Down, PageUp, PageDown, Top("", "to the muster"), Bottom("", "to the last entry")),
    &commands! {
        "review-record", "record", "the service record of the chosen unit, or the first of the stack or side", |r, s| r.chosen_force(s).is_some(), |r, s| shared::record(r.chosen_force(s));
        "review-next-pane", "pane", "to the other pane", always, going::next_pane;
        "review-fold", "", "fold a side or a stack of the forces up, or unfold it", |r, _| r.focus == ReviewFocus::Forces, going::fold;
        => shared::look_as("review-look-as");
        => shared::mouse().named("review-mouse");
        => shared::theme().named("review-theme");
        => shared::copy().named("review-copy");
        => shared::help().named("review-help");
        "review-close", "back", "back one step: playing, the filter, the screen; never quits", always, going::back;
        => shared::suspend().named("review-suspend");
        => shared::quit().named("review-quit").labelled("");
    },
];

fn line(line: ReviewLine) -> Actions<Session> {
    vec![Action::Open(Box::new(line))]
}

fn list(list: Listing) -> Actions<Session> {
    vec![Action::Open(Box::new(list))]
}

/// Whether the viewed entry can be remarked on or amended. The muster can't.
fn on_entry(screen: &ReviewScreen, session: &Session) -> bool {
    is_referees(screen, session) && session.entry() != 0
}

/// Whether the save can be changed: a side's share is read-only.
fn is_referees(_: &ReviewScreen, session: &Session) -> bool {
    session.save.side().is_none()
}

fn is_filtered(screen: &ReviewScreen, _: &Session) -> bool {
    screen.is_filtered()
}

fn has_swing(screen: &ReviewScreen, _: &Session) -> bool {
    screen.leads.iter().any(Option::is_some)
}

/// Why a command that only looks is unavailable now. `None` for commands that change an entry.
fn why_not_looked_at(command: &str) -> Option<&'static str> {
    match command {
        "faster" | "slower" => Some("it does not play"),
        "next-match" | "previous-match" => Some("no filter is set"),
        "next-fork" | "previous-fork" | "other-way" | "branches" => Some("from no entry several ways go on"),
        "next-turning-point" | "previous-turning-point" => Some("no entry moved the lead in a battle"),
        "record" => Some("nobody is chosen among the forces"),
        "fold" => Some("only the forces fold up: Tab leads to them"),
        _ => None,
    }
}

fn is_playing(screen: &ReviewScreen, _: &Session) -> bool {
    screen.playing
}

impl Commands<Session> for ReviewScreen {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: "review", heading: Some("On the Review screen"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, session: &mut Session) {
        going::go(self, session, motion);
    }
}

impl ReviewScreen {
    fn click(&mut self, at: Position, area: Rect, session: &mut Session) -> Actions<Session> {
        let areas = self.areas(area, session);
        self.playing = false;
        if self.handles.press(at) {
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

    fn why_not(&self, command: &Info, session: &Session) -> Option<String> {
        let own = command.name.strip_prefix("review-").unwrap_or(command.name);
        let why = shared::why_not_seen(own, session).or_else(|| why_not_looked_at(own));
        Some(match why {
            Some(why) => why.into(),
            None if session.save.side().is_some() => session.read_only().unwrap_or_else(not_now),
            None if own == "correct" && session.entry() != 0 => "the entry has no dice".into(),
            None => "this is the muster: the entries after it are what can be changed".into(),
        })
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Submitted(text) => match text.strip_prefix(FILTER_SIGN) {
                Some(filter) => finding::filter(self, session, filter),
                None => finding::go_to(self, session, text),
            },
            Event::Typing(typed) => finding::typing(self, session, typed),
            Event::Seek(seek) => finding::seek(self, session, seek),
            // Goes to the entry with that number.
            Event::Number(at) => {
                let no = EntryNo::try_from(at + 1).ok().filter(|no| session.save.diary().entry(*no).is_some())?;
                finding::go_to(self, session, &no.to_string());
            }
            // A click on a unit in the Square, on its die or on a side's gauge selects it among the forces.
            Event::Target(Thing::Entity(id)) => {
                self.playing = false;
                self.choose_force(id, session);
            }
            Event::Click(at, area) => return Some(self.click(at, area, session)),
            Event::Drag(at, area) => {
                if self.handles.event(&event, &mut session.panes).is_none() && self.scrubbing {
                    let strip = self.areas(area, session).strip;
                    self.scrub(at, strip, session);
                }
            }
            Event::Release => {
                self.scrubbing = false;
                return self.handles.event(&event, &mut session.panes);
            }
            Event::Wheel(at, area, motion) => {
                let areas = self.areas(area, session);
                self.focus = if areas.forces.contains(at) { ReviewFocus::Forces } else { ReviewFocus::Diary };
                session.begin();
                going::go(self, session, motion);
            }
            Event::Changed(change) => self.follow(change, session),
            Event::Odds { result: OddsResult::Fortunes(fortunes), .. } => self.take_luck(fortunes),
            Event::Pulse => {
                if self.card.is_reading() {
                    self.card.read_on(session);
                }
                if self.playing && self.catalogue.is_complete(session.save.diary()) {
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
    fn name(&self) -> Option<ScreenName> {
        Some(Self::NAME)
    }

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

impl Divides for ReviewScreen {
    fn handles(&mut self) -> &mut Handles {
        &mut self.handles
    }
}

impl Opened for ReviewScreen {
    const NAME: ScreenName = ScreenName::Review;

    fn open(session: &Session, _: Option<Order>) -> Self {
        Self::new(session)
    }
}
