//! The order line: the user composes an order by typing and by picking suggestions, and sees what it needs and does
//! before giving it.

pub mod preview;
pub mod suggest;

use crate::{
    command::{Availability, Unavailable, require, without_reason},
    command_id::{CommandId, GroupId},
    component::{
        Action, Actions, Command, Commands, Component, DrawContext, Event, Keys, Overlay, OverlayPlace, SessionChange,
        Typed, always,
    },
    effect::Effect,
    history::Recalled,
    motion::Motion,
    notice::Notice,
    screen::ScreenName,
    session::Session,
    session_odds::Asked,
    shared_commands as shared, text_input,
};
use crossterm::event::KeyEvent;
use preview::Preview;
use ratatui::{Frame, layout::Rect};
use std::cell::OnceCell;
use suggest::Outlook;
use tui_input::{Input, InputRequest};
use wardiary_base::id::BattleId;
use wardiary_diary::{
    assets::Folders,
    diary::{Diary, EntryNo},
};
use wardiary_odds::odds::forecast::words::{ChanceRow, Chances};
use wardiary_rules::notation::{Aliases, Instruction};
use wardiary_view::{
    Thing,
    order_line::{OrderLinePane, Said},
};

pub struct OrderLine {
    input: Input,
    /// The entry to change, if the line was opened for that. Such a line gives no new order.
    changes: Option<EntryNo>,
    /// The position in the order history, while the line shows an order from it unchanged.
    recalled: Option<Recalled>,
    /// Whether the user typed any of the text.
    is_own: bool,
    /// Computed on demand: after a burst of keys, only the last text is analysed.
    pub outlook: OnceCell<Outlook>,
}

const COMMANDS: &[&[Command<OrderLine, Session>]] = &[
    &commands! {
        ComposeReadAgain => shared::read_again("read the save again, with what others wrote; the line stays").only(OrderLine::can_read_again);
        Give, "give the order", "give the order, or take the suggestion that is marked", OrderLine::can_enter, OrderLine::enter;
        Complete, "complete", "take the suggestion", always, OrderLine::tab;
    },
    &motions!(SuggestionDown("choose", "the next suggestion, or the next of what was ordered earlier")),
    &commands! {
        ComposeHandDice => shared::hand_dice().only(OrderLine::can_change_dice);
        ComposeOdds, "odds", "the Odds screen, with the dice of this order", always, OrderLine::odds;
    },
    &motions!(SuggestionUp(
        "earlier",
        "the suggestion before; above the first, what was ordered earlier that begins as the line does",
        OrderLine::can_go_up
    )),
    &commands! {
        ComposeEarlier, "", "what was ordered earlier, whatever is marked", |line, _| require(line.changes.is_none(), Unavailable::NotNow), |line, s| line.recall(s, true);
        ComposeLater, "", "back towards what was in the line before", |line, _| require(line.recalled.is_some(), Unavailable::NotNow), |line, s| line.recall(s, false);
        ComposeCancel, "back", "back to the table; what was typed can be brought back", always, OrderLine::cancel;
    },
];

/// A command that opens an empty order line.
pub const fn order<S>(label: &'static str) -> Command<S, Session> {
    let open = |_: &mut S, _: &mut Session| OrderLine::opened(String::new());
    Command::new(CommandId::Order, label, "type any order", shared::can_order, open).types()
}

impl Commands<Session> for OrderLine {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: GroupId::Compose, heading: Some("In the order line"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, session: &mut Session) {
        // The history lies above the suggestions, of which the first is the nearest.
        let is_above = motion == Motion::Up && self.outlook(session).marked.is_none_or(|at| at == 0);
        if self.changes.is_none() && (self.recalled.is_some() || is_above) {
            self.recall(session, motion == Motion::Up);
        } else {
            self.mark(motion.by(1), session);
        }
    }
}

impl OrderLine {
    /// A line that starts with this text.
    pub fn new(text: String) -> Self {
        Self { input: text_input::line(text), changes: None, recalled: None, is_own: false, outlook: OnceCell::new() }
    }

    /// The action that opens a line to replace the viewed entry's order, starting with its current text.
    pub(crate) fn to_amend(session: &Session) -> Actions<Session> {
        let no = session.entry();
        let order = session.diary().step(no).map_or(String::new(), |step| step.account().order);
        Self::to_change(no, format!("amend {no} to {order}"))
    }

    /// The action that opens a line to strike the entry out.
    pub(crate) fn to_strike_out(session: &Session) -> Actions<Session> {
        Self::to_change(session.entry(), format!("strike {}", session.entry()))
    }

    /// The action that opens a line to continue from the entry on another branch.
    pub(crate) fn to_try(session: &Session) -> Actions<Session> {
        Self::to_change(session.entry(), format!("what if from {} ", session.entry()))
    }

    fn to_change(no: EntryNo, text: String) -> Actions<Session> {
        vec![Action::Open(Box::new(Self { changes: Some(no), ..Self::new(text) }))]
    }

    /// The dice source: a rebase uses the recorded dice, or those that are typed.
    fn dice(&self, session: &Session) -> &'static str {
        match self.changes {
            Some(_) => "no dice are thrown anew",
            None if session.outbox().is_some() => "no dice are thrown here",
            None => session.dice_from(),
        }
    }

    fn write(&mut self, text: String) {
        *self = Self { changes: self.changes, is_own: self.is_own, ..Self::new(text) };
    }

    fn can_read_again(&self, session: &Session) -> Availability {
        without_reason(shared::can_read_again(self, session))
    }

    /// Whether the dice can be switched between the table and the program.
    fn can_change_dice(&self, session: &Session) -> Availability {
        require(self.changes.is_none() && session.viewed().is_writable(), Unavailable::NotNow)
    }

    /// Whether there is anything above the marked suggestion.
    fn can_go_up(&self, session: &Session) -> Availability {
        let is_below = self.outlook(session).marked.is_some_and(|at| at > 0);
        let is_there = is_below || self.recalled.is_some() || session.has_past_lines();
        require(is_there, Unavailable::NotNow)
    }

    /// Replaces the text with an earlier or later order from the history. After the last one comes the text that was
    /// being typed.
    fn recall(&mut self, session: &Session, back: bool) {
        let recalled = match self.recalled.take() {
            None if back => {
                let lines = session.past_lines();
                Recalled::of(self.input.value(), lines)
            }
            None => None,
            Some(mut recalled) if back => {
                recalled.go_back();
                Some(recalled)
            }
            Some(mut recalled) => {
                if !recalled.go_on() {
                    self.write(recalled.draft().into());
                    return;
                }
                Some(recalled)
            }
        };
        if let Some(recalled) = recalled {
            self.write(recalled.line().into());
            self.recalled = Some(recalled);
        }
    }

    /// Makes the text the user's own, and keeps the recalled text in the history.
    fn own(&mut self, session: &mut Session) {
        if let Some(recalled) = self.recalled.take().filter(|_| self.is_own) {
            session.keep_line(recalled.draft());
        }
        self.is_own = true;
    }

    /// Closes the line. What was typed can be recalled.
    fn cancel(&mut self, session: &mut Session) -> Actions<Session> {
        if self.is_own && self.changes.is_none() {
            let draft = self.recalled.as_ref().map_or(self.input.value(), Recalled::draft);
            session.keep_line(draft);
        }
        vec![Action::Close]
    }

    /// The action that opens a line with this text.
    pub fn opened(text: impl Into<String>) -> Actions<Session> {
        vec![Action::Open(Box::new(Self::new(text.into())))]
    }

    /// Gives a valid order at once if it breaks off no fight and passes nothing over. Otherwise opens the line with it,
    /// which shows what it would leave undone.
    pub(crate) fn given_or_opened(text: String, session: &Session) -> Actions<Session> {
        match preview::harmless(&text, session.battle(), session.diary().state()) {
            Some(order) => vec![Action::Do(Effect::Give(Box::new(order), Vec::new()))],
            None => Self::opened(text),
        }
    }

    /// The action of pasting text on a screen: opens the line with it.
    pub fn pasted(pasted: &str, session: &mut Session) -> Actions<Session> {
        if let Some(why) = session.takes_no_orders() {
            session.say(Notice::bad(format!("{why}: no order can be pasted")));
            return Vec::new();
        }
        let mut line = Self::new(String::new());
        line.insert(pasted, session);
        vec![Action::Open(Box::new(line))]
    }

    /// Applies an editing key to the text.
    pub fn edit(&mut self, key: KeyEvent) {
        if let Some(request) = text_input::edit(key) {
            self.input.handle(request);
            self.outlook = OnceCell::new();
        }
    }

    fn insert(&mut self, pasted: &str, session: &mut Session) {
        self.own(session);
        session.set_notice(text_input::paste(pasted, 10_000, |request| self.input.handle(request)));
        self.outlook = OnceCell::new();
    }

    /// The analysis of the text at the diary's head.
    fn outlook(&self, session: &Session) -> &Outlook {
        self.outlook_in(session.battle(), session.diary(), (session.folders(), session.aliases()))
    }

    pub fn outlook_in(&self, shown: Option<BattleId>, diary: &Diary, of_user: (&Folders, &Aliases)) -> &Outlook {
        self.outlook.get_or_init(|| Outlook::of(self.input.value(), shown, diary, of_user))
    }

    /// Moves the mark by that many suggestions.
    fn mark(&mut self, by: isize, session: &Session) {
        let many = self.outlook(session).suggestions.iter().filter(|s| !s.text.is_empty()).count();
        let (line, shown) = (self.input.value().to_string(), session.battle());
        let Some(outlook) = self.outlook.get_mut().filter(|_| many > 0) else { return };
        let marked = match outlook.marked {
            None if by < 0 => many - 1,
            None => 0,
            Some(at) => at.saturating_add_signed(by).min(many - 1),
        };
        outlook.mark(Some(marked), (&line, shown), session.diary());
    }

    /// Takes the marked suggestion, or the first. Returns false if there is none.
    fn complete(&mut self, session: &Session) -> bool {
        let Outlook { suggestions, marked, .. } = self.outlook(session);
        let Some(taken) = suggestions.get(marked.unwrap_or(0)).filter(|s| !s.text.is_empty()) else { return false };
        let text = format!("{}{} ", &self.input.value()[..taken.at.start], taken.text);
        self.write(text);
        true
    }

    /// Takes a suggestion, if there is one.
    fn tab(&mut self, session: &mut Session) {
        if self.complete(session) {
            self.own(session);
        }
    }

    /// Whether Enter does something. Otherwise the error is shown under the line.
    fn can_enter(&self, session: &Session) -> Availability {
        let outlook = self.outlook(session);
        let is_said = !matches!(outlook.meant(), Preview::Unfinished { .. } | Preview::Refused { .. });
        require(is_said || (outlook.marked.is_some() && outlook.taken.is_none()), Unavailable::NotNow)
    }

    /// Gives the order, together with the marked suggestion if that completes it. Otherwise takes the marked
    /// suggestion, or shows what is missing.
    fn enter(&mut self, session: &mut Session) -> Actions<Session> {
        let outlook = self.outlook(session);
        if outlook.marked.is_some() && outlook.taken.is_none() && self.complete(session) {
            return Vec::new();
        }
        match self.outlook(session).meant() {
            Preview::Ready { instruction, .. }
                if self.changes.is_some()
                    && !matches!(**instruction, Instruction::Rebase { .. } | Instruction::WhatIf { .. }) =>
            {
                let no = self.changes.unwrap_or_default();
                let said = format!(
                    "this line changes entry {no}, with `amend`, `strike` or `what if`; orders are given at the table"
                );
                session.say(Notice::bad(said));
                Vec::new()
            }
            Preview::Ready { instruction, text, .. } => {
                let line = text.clone();
                let effect = match (**instruction).clone() {
                    Instruction::Order(order) => Effect::Give(Box::new(order), Vec::new()),
                    Instruction::Undo(many) => Effect::Undo(many),
                    Instruction::Redo(many) => Effect::Redo(many),
                    Instruction::Suggest(side) => Effect::Suggest(side),
                    Instruction::Remark { entry, says } => Effect::Remark(entry, says),
                    way => Effect::Go(Box::new(way)),
                };
                session.keep_line(&line);
                vec![Action::Close, Action::Do(Effect::KeepLine(line)), Action::Do(effect)]
            }
            Preview::Nothing => vec![Action::Close],
            // The line stays open, with the error under it.
            Preview::Unfinished { .. } | Preview::Refused { .. } => Vec::new(),
        }
    }

    /// Opens the Odds screen with the dice of the order.
    fn odds(&mut self, session: &mut Session) -> Actions<Session> {
        let order = self.outlook(session).meant().order().cloned().map(Box::new);
        vec![Action::Do(Effect::Show(ScreenName::Odds, order))]
    }
}

/// The maximum number of suggestions in plain text.
const MOST_TOLD: usize = 20;

impl OrderLine {
    /// The text, its preview, and the numbered suggestions.
    fn told(&self, session: &Session) -> Vec<String> {
        let Outlook { suggestions, .. } = self.outlook(session);
        let (table, phrases) = session.odds.told(session.diary().state());
        let Said { result, fault, hint, .. } = self.outlook(session).meant().said();
        let begun = Some(self.input.value().trim()).filter(|begun| !begun.is_empty());
        let mut told = vec![begun.map_or_else(|| "An order, to be typed.".into(), |begun| format!("Order: {begun}"))];
        told.extend(result);
        told.extend(table.iter().flat_map(odds));
        told.extend((!phrases.is_empty()).then(|| phrases.join("; ")));
        told.extend(fault);
        told.extend(hint);
        let named = suggestions.iter().filter(|suggestion| !suggestion.text.is_empty());
        let line = |(at, suggestion): (usize, &wardiary_rules::notation::Suggestion)| {
            format!("{}  {}  {}", at + 1, suggestion.text, suggestion.about).trim_end().to_string()
        };
        told.extend(named.clone().enumerate().take(MOST_TOLD).map(line));
        let more = named.count().saturating_sub(MOST_TOLD);
        told.extend((more > 0).then(|| format!("{more} more: type how the name begins")));
        told
    }

    /// Takes the suggestion with that number.
    fn take_number(&mut self, at: usize, session: &Session) -> Option<Actions<Session>> {
        let many = self.outlook(session).suggestions.iter().filter(|s| !s.text.is_empty()).count();
        if at >= many {
            return None;
        }
        let (line, shown) = (self.input.value().to_string(), session.battle());
        self.outlook(session);
        self.outlook.get_mut()?.mark(Some(at), (&line, shown), session.diary());
        self.complete(session);
        Some(Vec::new())
    }

    /// A typed line continues the text, or is an order by itself. If it is invalid, the error is shown and the text
    /// stays.
    fn take_line(&mut self, typed: &str, session: &mut Session) -> Typed {
        let begun = self.input.value().to_string();
        let is_quoted = begun.matches('"').count() % 2 == 1;
        let gap = if begun.is_empty() || is_quoted || begun.ends_with(char::is_whitespace) { "" } else { " " };
        let mut open = None;
        for text in [format!("{begun}{gap}{typed}"), typed.to_string()] {
            self.write(text.clone());
            if matches!(self.outlook(session).preview, Preview::Ready { .. }) {
                return Typed::Whole;
            }
            // The last word is either complete or the start of a suggestion.
            for text in [format!("{text} "), text] {
                self.write(text.clone());
                if open.is_none() && self.goes_on(session) {
                    open = Some(text);
                }
            }
        }
        if let Some(text) = open {
            self.write(text);
            return Typed::Open;
        }
        self.write(if begun.is_empty() { typed.into() } else { format!("{begun}{gap}{typed}") });
        let Said { fault, hint, .. } = self.outlook(session).meant().said();
        let why: Vec<String> = fault.into_iter().chain(hint).collect();
        session.say(Notice::bad(why.join("; ")));
        self.write(begun);
        Typed::Wrong
    }

    /// Whether the text can be continued after its last word.
    fn goes_on(&self, session: &Session) -> bool {
        let Outlook { suggestions, preview, .. } = self.outlook(session);
        matches!(preview, Preview::Unfinished { .. }) && suggestions.iter().any(|s| !s.text.is_empty())
    }
}

impl Component<Session> for OrderLine {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let outlook = self.outlook(session);
        let Outlook { suggestions, marked, .. } = outlook;
        let text = |s: &wardiary_rules::notation::Suggestion| {
            if s.text.is_empty() { (s.about.clone(), String::new()) } else { (s.text.clone(), s.about.clone()) }
        };
        let suggestions: Vec<(String, String)> = suggestions.iter().map(text).collect();
        let (chances, odds) = session.odds.told(session.diary().state());
        let said = Said { odds, chances, ..outlook.meant().said() };
        let title = self.recalled.as_ref().map_or_else(String::new, |recalled| format!("Order: {}", recalled.place()));
        let pane = OrderLinePane {
            look: canvas.look,
            title: self.recalled.as_ref().map_or("Order", |_| &title),
            text: self.input.value(),
            cursor: self.input.cursor(),
            suggestions: &suggestions,
            marked: *marked,
            said: &said,
            dice: self.dice(session),
        };
        frame.render_widget(&pane, area);
    }

    /// A click on a suggestion, or its number, takes it.
    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Key(key) => {
                if text_input::edit(key).is_some() {
                    self.own(session);
                }
                self.edit(key);
            }
            Event::Paste(pasted) => self.insert(pasted, session),
            Event::Target(Thing::Letter(letter)) => {
                self.input.handle(InputRequest::SetCursor(letter));
            }
            Event::Target(Thing::Row(row)) | Event::Number(row) => return self.take_number(row, session),
            Event::Wheel(.., motion) => {
                session.begin();
                self.mark(motion.by(1), session);
            }
            Event::Changed(SessionChange::Reread) => self.write(self.input.value().into()),
            _ => return None,
        }
        Some(Vec::new())
    }

    fn lines(&self, session: &Session) -> Option<Vec<String>> {
        Some(self.told(session))
    }

    fn line_typed(&mut self, line: &str, session: &mut Session) -> Option<Typed> {
        Some(self.take_line(line, session))
    }

    fn asked(&self, session: &Session) -> Option<Asked> {
        let order =
            |order: &wardiary_rules::order::Order| Asked::Order(session.diary().head(), Box::new(order.clone()));
        Some(self.outlook(session).meant().order().map_or(Asked::Nothing, order))
    }
}

impl Overlay<Session> for OrderLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}

/// A table of odds, one line a row: `Germans: wins 61%, no defeat 48%`.
pub(super) fn odds(table: &Chances) -> Vec<String> {
    let row = |row: &ChanceRow| {
        let cells =
            row.cells.iter().zip(table.heads.iter().chain(std::iter::repeat(&""))).filter(|(cell, _)| !cell.is_empty());
        let cells: Vec<String> = cells.map(|(cell, head)| format!("{head} {cell}").trim_start().to_string()).collect();
        format!("{}: {}", row.name, cells.join(", "))
    };
    table.rows.iter().map(row).chain(table.below.iter().cloned()).collect()
}
