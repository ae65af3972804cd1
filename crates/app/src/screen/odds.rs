//! The Odds screen: the odds of any roll in the notation, a second roll beside it, changes to the first, and a fight
//! simulated to its end.

use super::ScreenName;
use crate::{
    borders,
    command::{Availability, require, without_reason},
    command_id::{CommandId, GroupId},
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context as _, Event, RenderOptions, Screen,
        above_dock, above_status, always, below_header,
    },
    lists::{List, ListRows, ListState},
    motion::{Motion, cycled},
    notice::Notice,
    odds_worker::{OddsJob, OddsResult},
    overlay::order_line,
    panes::Panes,
    session::Session,
    session_odds::OddsRequest,
    shared_commands as shared, text_input,
};
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use std::sync::Arc;
use tui_input::{Input, InputRequest};
use wardiary_base::{
    book::Rulebook,
    id::{Id, SideId},
    sides::BothSides,
};
use wardiary_diary::assets::Shipped;
use wardiary_odds::odds::{
    Answer, Method, Question, forecast,
    playout::{Playout, PlayoutOdds, StopCondition},
    unknown_odds_text, unknown_side_of,
    variants::{self, Variant},
    words,
};
use wardiary_rules::{
    notation::{self, NotationError},
    order::Order,
    rules::Roll,
    state::State,
};
use wardiary_view::{
    layout::{AreaSplitter, BorderPlace},
    odds::{ChangeRow, OddsAreas, OddsColumn, OddsPane, areas},
};

const COMMANDS: &[&[Command<OddsScreen, Session>]] = &[
    &commands! {
        OddsAccept, "compare", "compare the roll with the chosen change", always, OddsScreen::accept;
        OddsType, "type a roll", "type a roll", always, |screen, _| screen.place = OddsFocus::Roll(0);
        OddsNext, "next", "to the next of the two rolls and the table", always, |screen, _| screen.cycle_focus(1);
        OddsPrevious, "", "to the previous one", always, |screen, _| screen.cycle_focus(-1);
        OddsLeft, "survivors", "of a combat: show what each side has left, or its defeats", is_combat, OddsScreen::toggle_remaining;
        OddsPlayOut, "simulate", "simulate the order's fight: the combat, until a side is exhausted, or the whole battle", |screen, _| require(screen.order.is_some(), "choose an order first, to simulate its fight"), OddsScreen::next_playout;
        OddsStop, "cancel", "cancel long work; the results so far stay", is_busy, OddsScreen::stop;
        OddsFind => shared::find().with_label("");
        OddsFindNext => shared::find_next();
    },
    &motions!(
        OddsDown("", "the next change"),
        OddsUp("", "the previous change"),
        OddsPageDown("", "scroll the chances down"),
        OddsPageUp("", "scroll the chances up")
    ),
    &shared::screen_commands(ScreenName::Odds),
    &shared::jumps::<OddsScreen>(),
    &borders::resize_commands::<OddsScreen>(CommandId::OddsZoom),
    &commands! {
        OddsOrder => order_line::open_command("").available_if(can_order);
        @ look_as OddsLookAs, copy OddsCopy, help OddsHelp;
        OddsClose, "back", "back to the previous screen", always, |_, _| vec![Action::LeaveScreen];
        OddsQuit => shared::quit().with_label("");
    },
];

/// The commands while the user types a roll.
const TYPING_COMMANDS: &[&[Command<OddsScreen, Session>]] = &[
    &commands! {
        OddsTyped, "done", "done typing", always, OddsScreen::accept;
        OddsRollNext, "next", "to the next of the two rolls and the table", always, |screen, _| screen.cycle_focus(1);
        OddsRollPrevious, "", "to the previous one", always, |screen, _| screen.cycle_focus(-1);
        OddsRollLeft, "survivors", "of a combat: show what each side has left, or its defeats", is_combat, OddsScreen::toggle_remaining;
        OddsRollStop, "cancel", "cancel long work; the results so far stay", is_busy, OddsScreen::stop;
    },
    &motions!(
        OddsRollDown("", "scroll the chances down"),
        OddsRollUp("", "scroll the chances up"),
        OddsRollPageDown("", "scroll a page down"),
        OddsRollPageUp("", "scroll a page up")
    ),
    &commands! {
        OddsRollOrder => order_line::open_command("").available_if(can_order);
        OddsRollLookAs => shared::look_as();
        OddsRollClose, "back", "back to the previous screen", always, |_, _| vec![Action::LeaveScreen];
    },
];

fn is_combat(screen: &OddsScreen, _: &Session) -> Availability {
    require(screen.is_combat(), "only a combat has survivors to show")
}

fn is_busy(_: &OddsScreen, session: &Session) -> Availability {
    require(session.odds.is_busy(), "nothing is being calculated")
}

/// Whether orders can be given. Otherwise the key may be text.
fn can_order(screen: &OddsScreen, session: &Session) -> Availability {
    without_reason(shared::can_order(screen, session))
}

/// The area for the odds, below the line that names the viewing side if there is one.
fn odds_area(session: &Session, area: Rect) -> Rect {
    if session.viewed().side().is_some() { below_header(area) } else { area }
}

/// The force for which the order consults a table.
fn consulted_for(order: &Order) -> Option<Id> {
    match order.effective_order() {
        Order::Consult { who, .. } => *who,
        _ => None,
    }
}

/// The maximum scroll offset of the chances, in lines.
const MAX_SCROLL: usize = 500;

impl Commands<Session> for OddsScreen {
    const MODES: &'static [CommandMode<Self, Session>] = &[
        CommandMode::new(GroupId::Odds, "On the Odds screen", COMMANDS),
        CommandMode::new(GroupId::OddsRoll, "On the Odds screen, while a roll is typed", TYPING_COMMANDS),
    ];

    fn mode(&self) -> &'static CommandMode<Self, Session> {
        &<Self as Commands<Session>>::MODES[usize::from(self.is_typing())]
    }

    fn apply_motion(&mut self, motion: Motion, _: &mut Session) {
        match self.place {
            OddsFocus::Table if !matches!(motion, Motion::PageUp | Motion::PageDown) => {
                self.variants.apply_motion(motion);
            }
            _ => self.scroll = motion.target_index(self.scroll, MAX_SCROLL),
        }
    }
}

impl OddsScreen {
    fn layout(&self, area: Rect, session: &Session) -> (OddsAreas, Vec<BorderPlace>) {
        self.areas(odds_area(session, above_status(self, area, session)), &session.panes)
    }

    pub fn for_order(order: Order, session: &Session) -> Self {
        let state = session.diary().state();
        if let Some(side) = unknown_side_of(state, &order) {
            return Self { note: Some(unknown_odds_text(state, side)), ..Self::new(session) };
        }
        let roll = forecast::bare_roll(state, &order);
        let text = roll.as_ref().map_or_else(String::new, |(roll, _)| notation::roll_text(roll, state.book()));
        let mut screen = Self::with_text(text);
        screen.note = roll.filter(|(_, plain)| !plain).map(|_| match consulted_for(&order) {
            Some(who) => format!("for {}, which the table calls “the force”", state.name(who)),
            None => "the roll leaves out facts of the campaign: strengths, leftover defeats, who aims at whom".into(),
        });
        screen.sides = forecast::opponents(state, &order);
        screen.order = Some(order).filter(|order| Playout::new(state, order, StopCondition::CombatOver).is_some());
        if screen.order.is_some() {
            screen.place = OddsFocus::Table;
        }
        screen
    }

    /// Moves the focus to the next roll, or to the table.
    fn cycle_focus(&mut self, by: isize) {
        self.place = cycled(&[OddsFocus::Roll(0), OddsFocus::Roll(1), OddsFocus::Table], self.place, by);
        self.scroll = 0;
    }

    /// Ends typing, or puts the selected change beside the roll.
    fn accept(&mut self, session: &mut Session) {
        let book = session.diary().state().book();
        match self.place {
            OddsFocus::Roll(_) => self.place = OddsFocus::Table,
            OddsFocus::Table => {
                // Several keys may arrive between two frames.
                self.parse_rolls(book);
                if let Some(variant) = self.variants.selected_row() {
                    self.fields[1].input = text_input::input_with(notation::roll_text(&variant.roll, book));
                    self.playout_end = None;
                    self.changed = true;
                }
            }
        }
    }

    /// Switches between what is left of the sides and how many defeats they suffer.
    fn toggle_remaining(&mut self, _: &mut Session) {
        self.left = !self.left;
        self.changed = true;
    }

    /// Simulates the order's fight to the next of the possible ends; after the last one, stops simulating.
    fn next_playout(&mut self, _: &mut Session) {
        self.playout_end = match self.playout_end {
            None => Some(StopCondition::CombatOver),
            Some(StopCondition::CombatOver) => Some(StopCondition::SideExhausted),
            Some(StopCondition::SideExhausted) => Some(StopCondition::BattleOver),
            Some(StopCondition::BattleOver) => None,
        };
        self.scroll = 0;
        self.changed = true;
    }

    /// A click selects a roll or a row; a click on the selected row puts that change beside the roll.
    fn click(&mut self, at: Position, area: Rect, session: &mut Session) -> Actions<Session> {
        let (areas, _) = self.layout(area, session);
        session.clear_notice();
        if session.panes.press(at) {
            return Vec::new();
        }
        if let Some(place) = areas.columns.iter().position(|column| column.contains(at)) {
            if self.playout_end.is_none() || place == 0 {
                self.place = OddsFocus::Roll(place);
            }
        } else if areas.table.contains(at) && at.y >= areas.table.y + 2 {
            let row = usize::from(at.y - areas.table.y - 2) + self.first_visible_row(areas.table);
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
        self.is_cancelled = true;
        session.say(Notice::good("cancelled; the results so far are shown"));
    }
}

impl Component<Session> for OddsScreen {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        let pane = above_dock(self, area, session, canvas.docked);
        if session.viewed().side().is_some() {
            frame.render_widget(&session.header(canvas.look), Rect { height: pane.height.min(1), ..pane });
        }
        let area = odds_area(session, pane);
        let (state, progress) = (session.diary().state(), session.odds.progress());
        let first = self.column(0, state, progress);
        let second = self.column(1, state, progress);
        let names = self.names(state);
        let (heading, rows) = self.change_table(&names);
        let pane = OddsPane {
            look: canvas.look,
            columns: [&first, &second],
            areas: self.areas(area, &session.panes).0,
            table: (&heading, &rows),
            selected: (self.place == OddsFocus::Table).then_some(self.variants.state.selected),
        };
        frame.render_widget(&pane, area);
    }

    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Key(key) => {
                session.clear_notice();
                if let Some(request) = text_input::edit_request(key).filter(|_| self.is_typing()) {
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
            Event::Scroll(at, area, motion) => {
                let (areas, _) = self.layout(area, session);
                session.clear_notice();
                if areas.table.contains(at) {
                    self.variants.apply_motion(motion);
                } else {
                    self.scroll = motion.target_index(self.scroll, MAX_SCROLL);
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
        (!self.variants.rows.is_empty()).then(|| self.variants.search_rows(""))
    }

    fn list_area(&self, area: Rect, session: &Session) -> Rect {
        self.layout(area, session).0.table
    }

    fn odds_request(&self, _: &Session) -> Option<OddsRequest> {
        Some(OddsRequest::Screen { changed: self.changed })
    }

    fn odds_jobs(&mut self, session: &Session) -> Vec<OddsJob> {
        let state = session.diary().state();
        let book = Arc::clone(state.book());
        self.changed = false;
        self.is_cancelled = false;
        self.parse_rolls(&book);
        self.slots.clear();
        self.playout_odds = None;
        let mut jobs = Vec::new();
        let mut ask = |slots: &mut Vec<OddsQuestion>, of: QuestionTarget, job: OddsJob| {
            slots.push(OddsQuestion { of, answer: None, done: false });
            jobs.push(job);
        };
        let question = |roll: &Roll, left: bool| {
            let combat = matches!(roll, Roll::Scrud(_));
            OddsJob::Roll(
                Arc::clone(&book),
                Box::new(Question { asks_survivors: left && combat, ..Question::from_roll(roll.clone()) }),
            )
        };
        for (at, field) in self.fields.iter_mut().enumerate() {
            field.answer = None;
            if let Some(Ok(roll)) = &field.roll {
                ask(&mut self.slots, QuestionTarget::Roll(at), question(roll, self.left));
            }
        }
        for (at, variant) in self.variants.rows.iter().enumerate() {
            ask(&mut self.slots, QuestionTarget::Variant(at), question(&variant.roll, self.left));
        }
        let playout =
            self.playout_end.zip(self.order.as_ref()).and_then(|(until, order)| Playout::new(state, order, until));
        if let Some(playout) = playout {
            ask(&mut self.slots, QuestionTarget::Playout, OddsJob::Playout(Box::new(playout), PLAYOUTS));
        }
        jobs
    }
}

impl Screen<Session> for OddsScreen {
    fn prepare(&mut self, area: Rect, session: &mut Session) {
        let (areas, places) = self.layout(area, session);
        let focused = self.focused_area(&areas);
        session.panes.lay(places, focused);
    }
}

#[derive(Default)]
pub(crate) struct OddsScreen {
    pub fields: [Field; 2],
    pub place: OddsFocus,
    /// For combats, whether to show what is left rather than the defeats.
    pub left: bool,
    pub scroll: usize,
    pub(crate) variants: List<Vec<Variant>>,
    pub(crate) slots: Vec<OddsQuestion>,
    pub order: Option<Order>,
    pub playout_end: Option<StopCondition>,
    pub playout_odds: Option<PlayoutOdds>,
    pub sides: Option<BothSides<SideId>>,
    /// A note on the parts of its order that the roll leaves out.
    pub note: Option<String>,
    /// Whether the questions have changed since the last request.
    pub changed: bool,
    pub is_cancelled: bool,
}

#[derive(Default)]
pub struct Field {
    pub input: Input,
    pub roll: Option<Result<Roll, NotationError>>,
    pub answer: Option<Answer>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum OddsFocus {
    Roll(usize),
    #[default]
    Table,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OddsQuestion {
    pub of: QuestionTarget,
    pub answer: Option<Answer>,
    pub done: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionTarget {
    Roll(usize),
    Variant(usize),
    Playout,
}

const PLAYOUTS: u64 = 10_000;

impl OddsScreen {
    pub fn new(_: &Session) -> Self {
        Self::with_text(String::new())
    }

    fn with_text(text: String) -> Self {
        let place = if text.is_empty() { OddsFocus::Roll(0) } else { OddsFocus::Table };
        let first = Field { input: text_input::input_with(text), ..Field::default() };
        Self { fields: [first, Field::default()], place, changed: true, ..Self::default() }
    }

    pub(crate) fn is_typing(&self) -> bool {
        matches!(self.place, OddsFocus::Roll(_))
    }

    pub fn parse_rolls(&mut self, book: &Rulebook) {
        for field in &mut self.fields {
            let text = field.input.value();
            field.roll = (!text.trim().is_empty()).then(|| notation::parse_roll(text, book, &Shipped));
        }
        self.variants.rows = match &self.fields[0].roll {
            Some(Ok(roll)) => variants::variants(book, roll),
            _ => Vec::new(),
        };
        let ListState { selected, .. } = &mut self.variants.state;
        *selected = (*selected).min(self.variants.rows.len().saturating_sub(1));
    }

    /// Whether one of the rolls is a combat's, or may be because it is not parsed yet.
    pub fn is_combat(&self) -> bool {
        self.fields.iter().any(|field| match &field.roll {
            None => !field.input.value().is_empty(),
            Some(roll) => matches!(roll, Ok(Roll::Scrud(_))),
        })
    }

    pub(crate) fn take_result(&mut self, place: usize, result: OddsResult, is_last: bool) {
        let Some(slot) = self.slots.get_mut(place) else { return };
        slot.done = is_last;
        match result {
            OddsResult::Roll(answer) => {
                if let QuestionTarget::Roll(at) = slot.of {
                    self.fields[at].answer = Some((*answer).clone());
                }
                slot.answer = Some(*answer);
            }
            OddsResult::Playout(odds) => self.playout_odds = Some(*odds),
            OddsResult::Order(_)
            | OddsResult::RollRank(_)
            | OddsResult::Luck(_)
            | OddsResult::LuckByEntry(_)
            | OddsResult::Service(_) => {}
        }
    }

    pub(crate) fn edit(&mut self, request: InputRequest) {
        let OddsFocus::Roll(at) = self.place else { return };
        if self.fields[at].input.handle(request).is_some_and(|change| change.value) {
            self.changed = true;
            self.scroll = 0;
            if at == 0 {
                self.note = None;
            }
        }
    }

    pub fn visible_field(&self) -> usize {
        match self.place {
            OddsFocus::Roll(at) => at,
            // Simulated fights take the second roll's place.
            OddsFocus::Table => usize::from(self.playout_end.is_some()),
        }
    }

    pub(crate) fn shows_second_column(&self) -> bool {
        self.playout_end.is_some() || self.place == OddsFocus::Roll(1) || !self.fields[1].input.value().is_empty()
    }
}

impl OddsScreen {
    pub fn areas(&self, area: Rect, panes: &Panes) -> (OddsAreas, Vec<BorderPlace>) {
        let mut divided = AreaSplitter::new(&panes.borders);
        let areas = if panes.zoomed && self.place == OddsFocus::Table {
            OddsAreas { table: area, ..OddsAreas::default() }
        } else {
            let rows = if panes.zoomed { 0 } else { self.variants.rows.len() };
            areas(area, (self.visible_field(), self.shows_second_column()), rows, &mut divided)
        };
        (areas, divided.border_places)
    }

    pub(crate) fn focused_area(&self, areas: &OddsAreas) -> Rect {
        match self.place {
            OddsFocus::Table => areas.table,
            OddsFocus::Roll(at) => areas.columns[at],
        }
    }

    pub(crate) fn first_visible_row(&self, table: Rect) -> usize {
        let room = usize::from(table.height.saturating_sub(3));
        if self.place == OddsFocus::Table { (self.variants.state.selected + 1).saturating_sub(room) } else { 0 }
    }

    /// The names of the sides, if the roll is an order's.
    fn names(&self, state: &State) -> BothSides<String> {
        self.sides.map_or_else(words::unnamed_sides, |sides| sides.map(|side| state.name(side)))
    }

    fn column(&self, at: usize, state: &State, progress: u32) -> OddsColumn {
        if at == 1 && self.playout_end.is_some() {
            return self.playout_column(state, progress);
        }
        let Field { input, roll, answer } = &self.fields[at];
        let book = state.book();
        let mut column = OddsColumn {
            title: if at == 0 { "Odds".into() } else { "Compared with".into() },
            text: input.value().to_string(),
            cursor: (self.place == OddsFocus::Roll(at)).then(|| input.cursor()),
            scroll: self.scroll,
            ..OddsColumn::default()
        };
        match roll {
            None if at == 0 => column.results = EXAMPLES.iter().map(ToString::to_string).collect(),
            None => column.results = vec!["type a second roll, or press Enter on a change below".into()],
            Some(Err(error)) => {
                let place = input.value().get(error.at.clone()).filter(|part| !part.trim().is_empty());
                column.fault.push(match place {
                    Some(part) => format!("{}, at “{}”", error.reason, part.trim()),
                    None => error.reason.clone(),
                });
                column.fault.extend(error.hint.clone());
            }
            Some(Ok(roll)) => {
                if at == 0 {
                    column.results.extend(self.note.clone());
                }
                if let Some(answer) = answer {
                    fill_column(&mut column, book, (roll, answer), &self.names(state));
                }
                let place = |side: &SideId| state.sides().iter().position(|other| other.id == *side);
                column.sides = self.sides.iter().flat_map(BothSides::iter).filter_map(place).collect();
                column.progress = self.progress_text(QuestionTarget::Roll(at), answer.is_some(), progress);
            }
        }
        column
    }

    fn progress_text(&self, of: QuestionTarget, found: bool, progress: u32) -> Option<String> {
        let is_pending = self.slots.iter().any(|slot| slot.of == of && !slot.done);
        match (is_pending, self.is_cancelled, found) {
            (false, ..) => None,
            (true, true, true) => Some("the exact odds were cancelled".into()),
            (true, true, false) => Some("cancelled".into()),
            (true, false, true) => Some(format!("calculating the exact odds: {progress}% done")),
            (true, false, false) => Some(format!("calculating: {progress}% done")),
        }
    }

    fn playout_column(&self, state: &State, progress: u32) -> OddsColumn {
        let title = match self.playout_end {
            Some(StopCondition::SideExhausted) => "Simulated until a side is exhausted",
            Some(StopCondition::BattleOver) => "The whole battle simulated",
            _ => "Simulated until the combat is over",
        };
        let mut column = OddsColumn { title: title.into(), scroll: self.scroll, ..OddsColumn::default() };
        if let Some(odds) = &self.playout_odds {
            let names: Vec<String> = odds.sides.iter().map(|side| state.name(*side)).collect();
            (column.results, column.tables) = words::playout_text(odds, &names);
        }
        column.progress = self.progress_text(QuestionTarget::Playout, self.playout_odds.is_some(), progress);
        column
    }

    /// The table of changes to the roll: its heading, and a row for each change, the unchanged roll first.
    fn change_table(&self, names: &BothSides<String>) -> (ChangeRow, Vec<ChangeRow>) {
        let figures = |answer: Option<&Answer>| {
            answer.map(|answer| words::key_figures(&answer.summary, names)).unwrap_or_default()
        };
        let found =
            |of: QuestionTarget| self.slots.iter().find(|slot| slot.of == of).and_then(|slot| slot.answer.as_ref());
        let own = figures(found(QuestionTarget::Roll(0)));
        let mut heading = vec![String::new()];
        heading.extend(own.iter().map(|(name, _)| name.clone()));
        let rows = self.variants.rows.iter().enumerate().map(|(at, variant)| {
            let answer = found(QuestionTarget::Variant(at));
            let about = if answer.is_some_and(|answer| answer.method != Method::Exact) { "~ " } else { "" };
            let mut row = vec![variant.name.clone()];
            row.extend(figures(answer).into_iter().map(|(_, value)| format!("{about}{value}")));
            row
        });
        let rows: Vec<ChangeRow> = rows.collect();
        if !own.is_empty() {
            heading[0] = "unchanged".into();
            for (cell, (name, value)) in heading[1..].iter_mut().zip(&own) {
                *cell = format!("{name} {value}");
            }
        }
        (heading, rows)
    }
}

fn fill_column(column: &mut OddsColumn, book: &Rulebook, (roll, answer): (&Roll, &Answer), names: &BothSides<String>) {
    column.results.push(match answer.method {
        Method::Exact => "exact".into(),
        Method::Simulated { trials, error } => {
            format!("~ simulated {trials} times, each chance accurate to about ±{:.2}%", 200.0 * error)
        }
    });
    column.results.extend(words::summary_sentences(&answer.summary, names));
    column.tables = words::result_tables(&Question::from_roll(roll.clone()), roll.book(book), answer, names);
}

const EXAMPLES: [&str; 7] = [
    "Type any roll:",
    "2d6, 3d10+1, edna 8, 3x edna 8",
    "scrud 4 green v 8 yellow",
    "scrud 4 green + artillery blue v 8 yellow phases 3",
    "3x pass-one 2d 4-, test 4+",
    "volley 6 at infantry in cover",
    "initiative",
];
