//! The Odds screen: the odds of any roll in the notation, a second roll beside it, what would change the first, and a
//! fight simulated to its end.

mod columns;
mod rolls;

use crate::{
    borders,
    command::{Availability, require, without_reason},
    command_id::GroupId,
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Opened, Screen, above_dock,
        above_said, always,
    },
    ledger,
    lists::ListRows,
    motion::{Motion, cycled},
    notice::Notice,
    odds_worker::OddsJob,
    overlay::order_line,
    screen::ScreenName,
    session::Session,
    session_odds::Asked,
    shared_commands as shared, text_input,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use rolls::OddsFocus;
use wardiary_base::id::Id;
use wardiary_odds::odds::{
    forecast,
    playout::{Playout, Until},
    unknown_odds, unknown_side_of,
};
use wardiary_rules::{notation, order::Order};
use wardiary_view::{layout::BorderPlace, odds::OddsAreas};

pub(crate) use rolls::OddsScreen;

const COMMANDS: &[&[Command<OddsScreen, Session>]] = &[
    &commands! {
        OddsAccept, "compare", "lay the chosen change beside the roll", always, OddsScreen::accept;
        OddsType, "type a roll", "type a roll", always, OddsScreen::type_roll;
        OddsNext, "next", "to the next of the two rolls and the table", always, |screen, _| screen.next(1);
        OddsPrevious, "", "to the one before", always, |screen, _| screen.next(-1);
        OddsLeft, "what is left", "of a combat, what is left of the sides, or their defeats", is_combat, OddsScreen::toggle_left;
        OddsPlayOut, "play out", "play the order's fight out: the combat, until a side is exhausted, the whole battle", has_order, OddsScreen::play_out;
        OddsStop, "break off", "break long work off; what was found stays", is_busy, OddsScreen::stop;
        OddsFind => shared::find().labelled("");
        OddsFindNext => shared::find_next();
    },
    &motions!(
        OddsDown("", "the next change"),
        OddsUp("", "the change before"),
        OddsPageDown("", "further down in the chances"),
        OddsPageUp("", "further up")
    ),
    &shared::screen_commands::<OddsScreen>(),
    &shared::jumps::<OddsScreen>(),
    &borders::commands::<OddsScreen>(ids![OddsZoom, OddsWider, OddsNarrower, OddsTaller, OddsShorter, OddsPanesReset,]),
    &commands! {
        OddsOrder => order_line::order("").only(can_order);
        OddsLookAs => shared::look_as();
        OddsCopy => shared::copy();
        OddsHelp => shared::help();
        OddsClose, "back", "back to where it was opened", always, |_, _| vec![Action::Leave];
        OddsQuit => shared::quit().labelled("");
    },
];

/// The commands while the user types a roll.
const TYPING: &[&[Command<OddsScreen, Session>]] = &[
    &commands! {
        OddsTyped, "done", "done typing", always, OddsScreen::accept;
        OddsRollNext, "next", "to the next of the two rolls and the table", always, |screen, _| screen.next(1);
        OddsRollPrevious, "", "to the one before", always, |screen, _| screen.next(-1);
        OddsRollLeft, "what is left", "of a combat, what is left of the sides, or their defeats", is_combat, OddsScreen::toggle_left;
        OddsRollStop, "break off", "break long work off; what was found stays", is_busy, OddsScreen::stop;
    },
    &motions!(
        OddsRollDown("", "further down in the chances"),
        OddsRollUp("", "further up"),
        OddsRollPageDown("", "a page further down"),
        OddsRollPageUp("", "a page further up")
    ),
    &commands! {
        OddsRollOrder => order_line::order("").only(can_order);
        OddsRollLookAs => shared::look_as();
        OddsRollClose, "back", "back to where it was opened", always, |_, _| vec![Action::Leave];
    },
];

fn is_combat(screen: &OddsScreen, _: &Session) -> Availability {
    require(screen.is_combat(), "only of a combat it is known what is left")
}

fn has_order(screen: &OddsScreen, _: &Session) -> Availability {
    require(screen.order.is_some(), "an order is to be chosen first, to play its fight out")
}

fn is_busy(_: &OddsScreen, session: &Session) -> Availability {
    require(session.odds.is_busy(), "nothing is being worked out")
}

/// Whether orders can be given. Otherwise the key may be text.
fn can_order(screen: &OddsScreen, session: &Session) -> Availability {
    without_reason(shared::can_order(screen, session))
}

/// The area for the odds, below the line that names the viewing side if there is one.
fn under_header(session: &Session, area: Rect) -> Rect {
    if session.save.side().is_some() { ledger::under_header(area) } else { area }
}

/// The force for which the order consults a table.
fn consulted_for(order: &Order) -> Option<Id> {
    match order.given() {
        Order::Consult { who, .. } => *who,
        _ => None,
    }
}

/// The maximum scroll offset of the chances, in lines.
const MAX_SCROLL: usize = 500;

impl Commands<Session> for OddsScreen {
    const KEYS: &'static [Keys<Self, Session>] = &[
        Keys { group: GroupId::Odds, heading: Some("On the Odds screen"), commands: COMMANDS },
        Keys { group: GroupId::OddsRoll, heading: Some("On the Odds screen, while a roll is typed"), commands: TYPING },
    ];

    fn keys(&self) -> &'static Keys<Self, Session> {
        &<Self as Commands<Session>>::KEYS[usize::from(self.is_typing())]
    }

    fn go(&mut self, motion: Motion, _: &mut Session) {
        match self.place {
            OddsFocus::Table if !matches!(motion, Motion::PageUp | Motion::PageDown) => self.variants.go(motion),
            _ => self.scroll = motion.step(self.scroll, MAX_SCROLL),
        }
    }
}

impl OddsScreen {
    fn laid_out(&self, area: Rect, session: &Session) -> (OddsAreas, Vec<BorderPlace>) {
        self.areas(under_header(session, above_said(self, area, session)), &session.panes)
    }

    /// Opens the screen with the roll of an order.
    fn about(order: Order, session: &Session) -> Self {
        let state = session.save.diary().state();
        if let Some(side) = unknown_side_of(state, &order) {
            return Self { note: Some(unknown_odds(state, side)), ..Self::new(String::new()) };
        }
        let roll = forecast::bare_roll(state, &order);
        let text = roll.as_ref().map_or_else(String::new, |(roll, _)| notation::roll_text(roll, state.book()));
        let mut screen = Self::new(text);
        screen.note = roll.filter(|(_, plain)| !plain).map(|_| match consulted_for(&order) {
            Some(who) => format!("for {}: where it says “the force”, that is who is meant", state.name(who)),
            None => {
                "a roll can’t say all that the campaign knows: strengths, defeats left over, who aims at whom".into()
            }
        });
        screen.sides = forecast::opponents(state, &order);
        screen.order = Some(order).filter(|order| Playout::of(state, order, Until::CombatOver).is_some());
        if screen.order.is_some() {
            screen.place = OddsFocus::Table;
        }
        screen
    }

    /// Moves the focus to the next roll, or to the table.
    fn next(&mut self, by: isize) {
        self.place = cycled(&[OddsFocus::Roll(0), OddsFocus::Roll(1), OddsFocus::Table], self.place, by);
        self.scroll = 0;
    }

    /// Focuses the first roll for typing.
    fn type_roll(&mut self, _: &mut Session) {
        self.place = OddsFocus::Roll(0);
    }

    /// Ends typing, or puts the selected change beside the roll.
    fn accept(&mut self, session: &mut Session) {
        let book = session.save.diary().state().book();
        match self.place {
            OddsFocus::Roll(_) => self.place = OddsFocus::Table,
            OddsFocus::Table => {
                // Several keys may arrive between two frames.
                self.read(book);
                if let Some(variant) = self.variants.chosen() {
                    self.fields[1].input = text_input::line(notation::roll_text(&variant.roll, book));
                    self.until = None;
                    self.changed = true;
                }
            }
        }
    }

    /// Switches between what is left of the sides and how many defeats they suffer.
    fn toggle_left(&mut self, _: &mut Session) {
        self.left = !self.left;
        self.changed = true;
    }

    /// Simulates the order's fight to the next of the possible ends; after the last one, stops simulating.
    fn play_out(&mut self, _: &mut Session) {
        self.until = match self.until {
            None => Some(Until::CombatOver),
            Some(Until::CombatOver) => Some(Until::SomebodyExhausted),
            Some(Until::SomebodyExhausted) => Some(Until::BattleOver),
            Some(Until::BattleOver) => None,
        };
        self.scroll = 0;
        self.changed = true;
    }

    /// A click selects a roll or a row; a click on the selected row puts that change beside the roll.
    fn click(&mut self, at: Position, area: Rect, session: &mut Session) -> Actions<Session> {
        let (areas, _) = self.laid_out(area, session);
        session.begin();
        if session.panes.press(at) {
            return Vec::new();
        }
        if let Some(place) = areas.columns.iter().position(|column| column.contains(at)) {
            if self.until.is_none() || place == 0 {
                self.place = OddsFocus::Roll(place);
            }
        } else if areas.table.contains(at) && at.y >= areas.table.y + 2 {
            let row = usize::from(at.y - areas.table.y - 2) + self.first_row(areas.table);
            if row < self.variants.rows.len() {
                let had_keys = std::mem::replace(&mut self.place, OddsFocus::Table) == OddsFocus::Table;
                if self.variants.state.select(row) && had_keys {
                    self.accept(session);
                }
            }
        }
        Vec::new()
    }

    /// Cancels long work and keeps the results so far.
    fn stop(&mut self, session: &mut Session) {
        session.odds.stop();
        self.stopped = true;
        session.say(Notice::good("broken off; what is shown was found before"));
    }
}

impl Component<Session> for OddsScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let pane = above_dock(self, area, session, canvas.docked);
        if session.save.side().is_some() {
            frame.render_widget(&session.header(canvas.look), Rect { height: pane.height.min(1), ..pane });
        }
        let pane = under_header(session, pane);
        self.draw_columns(frame, pane, session, canvas.look);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Key(key) => {
                session.begin();
                if let Some(request) = text_input::edit(key).filter(|_| self.is_typing()) {
                    self.edit(request);
                }
            }
            Event::Paste(pasted) => {
                if self.place == OddsFocus::Table {
                    self.place = OddsFocus::Roll(0);
                }
                session.set_notice(text_input::paste(pasted, 1_000, |request| self.edit(request)));
            }
            Event::Click(at, area) => return Some(self.click(at, area, session)),
            // The wheel scrolls the rows over the table, and the bars elsewhere.
            Event::Wheel(at, area, motion) => {
                let (areas, _) = self.laid_out(area, session);
                session.begin();
                if areas.table.contains(at) {
                    self.variants.go(motion);
                } else {
                    self.scroll = motion.step(self.scroll, MAX_SCROLL);
                }
            }
            Event::Select(spot) => {
                self.place = OddsFocus::Table;
                self.variants.state.select(spot.row);
            }
            Event::Odds { job, result, is_last } => self.take_result(job, result, is_last),
            event => return borders::event(&event, session),
        }
        Some(Vec::new())
    }

    fn list<'a>(&'a self, _: Option<usize>, _: &'a Session) -> Option<ListRows<'a>> {
        (!self.variants.rows.is_empty()).then(|| self.variants.searched(""))
    }

    fn list_place(&self, area: Rect, session: &Session) -> Rect {
        self.laid_out(area, session).0.table
    }

    fn asked(&self, _: &Session) -> Option<Asked> {
        Some(Asked::Screen { changed: self.changed })
    }

    fn jobs(&mut self, session: &Session) -> Vec<OddsJob> {
        self.ask(session.save.diary().state())
    }
}

impl Screen<Session> for OddsScreen {
    fn prepare(&mut self, area: Rect, session: &mut Session) {
        let (areas, places) = self.laid_out(area, session);
        let focused = self.focused(&areas);
        session.panes.lay(places, focused);
    }
}

impl Opened for OddsScreen {
    const NAME: ScreenName = ScreenName::Odds;

    fn open(session: &Session, about: Option<Order>) -> Self {
        match about {
            Some(order) => Self::about(order, session),
            None => Self::new(String::new()),
        }
    }
}
