//! The order line: the user composes an order by typing and by picking suggestions, and sees what it needs and does
//! before giving it.

pub mod preview;
pub mod suggest;

use super::order_form::OrderForm;
use crate::{
    command::{Availability, Unavailable, require, without_reason},
    command_id::{CommandId, GroupId},
    component::{
        Action, Actions, Command, CommandMode, Commands, Component, Context as _, Event, LineResult, Overlay,
        OverlayPlace, RenderOptions, SessionChange, always,
    },
    effect::Effect,
    motion::Motion,
    notice::Notice,
    order_history::HistoryCursor,
    screen::ScreenName,
    session::Session,
    session_odds::OddsRequest,
    shared_commands as shared, text_input,
};
use crossterm::event::KeyEvent;
use preview::Preview;
use ratatui::{Frame, layout::Rect};
use std::cell::OnceCell;
use suggest::LineAnalysis;
use tui_input::{Input, InputRequest};
use wardiary_base::{
    id::{BattleId, Id},
    text,
};
use wardiary_diary::{
    assets::Folders,
    diary::{Diary, EntryNo},
};
use wardiary_odds::{
    odds::forecast::words::{ChanceRow, ChanceTable},
    suggest as odds_suggest,
};
use wardiary_rules::{
    notation::{self, Aliases, Instruction},
    order::{Order, Verb},
    state::{EntityKind, State},
};
use wardiary_view::{
    ClickTarget,
    order_line::{OrderFeedback, OrderLinePane},
};

pub struct OrderLine {
    input: Input,
    /// The entry to change, if the line was opened for that. Such a line gives no new order.
    amends: Option<EntryNo>,
    /// The position in the order history, while the line shows an order from it unchanged.
    history_cursor: Option<HistoryCursor>,
    /// Whether the user typed any of the text.
    is_typed: bool,
    /// The likeliest end of the order, which is suggested first until the user types.
    likeliest: String,
    /// The composed order that the side would likely lose by, once the user was told so.
    warned_of: Option<Box<Order>>,
    /// Computed on demand: after a burst of keys, only the last text is analysed.
    pub analysis: OnceCell<LineAnalysis>,
}

const COMMANDS: &[&[Command<OrderLine, Session>]] = &[
    &commands! {
        ComposeReadAgain => shared::read_again("reload the save with the changes of others; the line stays").available_if(OrderLine::can_read_again);
        Give, "give the order", "give the order, or accept the marked suggestion", OrderLine::can_enter, OrderLine::enter;
        Complete, "complete", "accept the suggestion", always, OrderLine::take_or_complete;
    },
    &motions!(SuggestionDown("choose", "the next suggestion, or the next newer order of the history")),
    &commands! {
        ComposeHandDice => shared::hand_dice().available_if(|line, s| require(line.amends.is_none() && s.viewed().is_writable(), Unavailable::NotNow));
        ComposeOdds, "odds", "show the odds of this order on the Odds screen", always, OrderLine::open_odds;
    },
    &motions!(SuggestionUp(
        "earlier",
        "the previous suggestion; above the first, earlier orders that begin like the line",
        OrderLine::can_go_up
    )),
    &commands! {
        ComposeEarlier, "", "earlier orders, whatever is marked", |line, _| require(line.amends.is_none(), Unavailable::NotNow), |line, s| line.recall(s, true);
        ComposeLater, "", "later orders, and back to the original line", |line, _| require(line.history_cursor.is_some(), Unavailable::NotNow), |line, s| line.recall(s, false);
        ComposeForm, "", "the order as a form with fields, if it has one", |line, _| require(line.amends.is_none() && OrderForm::of_text(line.input.value()).is_some(), Unavailable::NotNow), OrderLine::form_instead;
        ComposeCancel, "back", "back to the table; the text can be recalled", always, OrderLine::cancel;
    },
];

/// The kinds of names that an order accepts for a force.
pub(crate) const FORCES: &[EntityKind] = &[EntityKind::Side, EntityKind::Stack, EntityKind::Unit];

pub(crate) fn force_names(state: &State, forces: &[Id]) -> String {
    forces.iter().map(|id| notation::reference_text(state, *id, FORCES)).collect::<Vec<_>>().join(" + ")
}

pub const fn open_command<S>(label: &'static str) -> Command<S, Session> {
    let open = |_: &mut S, _: &mut Session| OrderLine::open_action(String::new());
    Command::new(CommandId::Order, label, "type any order", shared::can_order, open).with_text_line()
}

impl Commands<Session> for OrderLine {
    const MODES: &'static [CommandMode<Self, Session>] =
        &[CommandMode::new(GroupId::Compose, "In the order line", COMMANDS)];

    fn apply_motion(&mut self, motion: Motion, session: &mut Session) {
        // The history lies above the suggestions, of which the first is the nearest.
        let is_above = motion == Motion::Up && self.analysis(session).marked.is_none_or(|at| at == 0);
        if self.amends.is_none() && (self.history_cursor.is_some() || is_above) {
            self.recall(session, motion == Motion::Up);
        } else {
            self.move_mark(motion.rows_moved(1), session);
        }
    }
}

impl OrderLine {
    pub fn new(text: String) -> Self {
        Self {
            input: text_input::input_with(text),
            amends: None,
            history_cursor: None,
            is_typed: false,
            likeliest: String::new(),
            warned_of: None,
            analysis: OnceCell::new(),
        }
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

    pub(crate) fn to_change(no: EntryNo, text: String) -> Actions<Session> {
        vec![Action::Open(Box::new(Self { amends: Some(no), ..Self::new(text) }))]
    }

    /// The dice source: a rebase uses the recorded dice, or those that are typed.
    fn dice_source(&self, session: &Session) -> &'static str {
        match self.amends {
            Some(_) => "no dice are rerolled",
            None if session.letter_file.is_some() => "no dice are rolled here",
            None => session.next_dice_source(),
        }
    }

    fn set_text(&mut self, text: String) {
        *self = Self { amends: self.amends, is_typed: self.is_typed, ..Self::new(text) };
    }

    fn can_read_again(&self, session: &Session) -> Availability {
        without_reason(shared::can_read_again(self, session))
    }

    /// Whether there is anything above the marked suggestion.
    fn can_go_up(&self, session: &Session) -> Availability {
        let is_below = self.analysis(session).marked.is_some_and(|at| at > 0);
        let is_there = is_below || self.history_cursor.is_some() || session.has_line_history();
        require(is_there, Unavailable::NotNow)
    }

    /// Replaces the text with an earlier or later order from the history.
    fn recall(&mut self, session: &Session, back: bool) {
        let recalled = match self.history_cursor.take() {
            None if back => {
                let lines = session.line_history();
                HistoryCursor::of(self.input.value(), lines)
            }
            None => None,
            Some(mut recalled) if back => {
                recalled.older();
                Some(recalled)
            }
            Some(mut recalled) => {
                if !recalled.newer() {
                    self.set_text(recalled.draft().into());
                    return;
                }
                Some(recalled)
            }
        };
        if let Some(recalled) = recalled {
            self.set_text(recalled.line().into());
            self.history_cursor = Some(recalled);
        }
    }

    /// Makes the text the user's own, and keeps the recalled text in the history.
    fn keep_recalled(&mut self, session: &mut Session) {
        if let Some(recalled) = self.history_cursor.take().filter(|_| self.is_typed) {
            session.remember_line(recalled.draft());
        }
        self.is_typed = true;
    }

    /// Closes the line. What was typed can be recalled.
    fn cancel(&mut self, session: &mut Session) -> Actions<Session> {
        if self.is_typed && self.amends.is_none() {
            let draft = self.history_cursor.as_ref().map_or(self.input.value(), HistoryCursor::draft);
            session.remember_line(draft);
        }
        vec![Action::Close]
    }

    fn form_instead(&mut self, session: &mut Session) -> Actions<Session> {
        [Action::Close].into_iter().chain(OrderForm::open_action(self.input.value(), session)).collect()
    }

    pub fn open_action(text: impl Into<String>) -> Actions<Session> {
        vec![Action::Open(Box::new(Self::new(text.into())))]
    }

    /// Opens a line with a composed order; if the rules refuse it, says why instead.
    pub(crate) fn open_unless_refused(text: impl Into<String>, session: &mut Session) -> Actions<Session> {
        let text = text.into();
        Self::compose(session, &[], |_, _| (text.clone(), String::new()))
    }

    /// Opens a line with an order for these forces: `order` makes its text and likeliest end. Forces for which the rules
    /// would refuse the order are left out, which a notice says. If that leaves none, a notice says why.
    pub(crate) fn compose(
        session: &mut Session,
        forces: &[Id],
        order: impl Fn(&State, &[Id]) -> (String, String),
    ) -> Actions<Session> {
        let line = |forces: &[Id]| {
            let (text, likeliest) = order(session.diary().state(), forces);
            Self { likeliest, ..Self::new(text) }
        };
        let whole = line(forces);
        let Some(why) = whole.fault(session) else { return vec![Action::Open(Box::new(whole))] };
        let fits = |id: &Id| line(&[*id]).fault(session).is_none();
        let able: Vec<Id> = forces.iter().copied().filter(|id| forces.len() > 1 && fits(id)).collect();
        // Some orders take a single unit.
        let taken = [&able[..], &able[..able.len().min(1)]].into_iter().find(|some| {
            let refused = some.is_empty() || line(some).fault(session).is_some();
            !refused
        });
        let Some(taken) = taken else {
            session.say(Notice::bad(why));
            return Vec::new();
        };
        let left_out: Vec<String> =
            forces.iter().filter(|id| !taken.contains(id)).map(|id| session.diary().state().name(*id)).collect();
        let opened = line(taken);
        session.say(Notice::good(format!("left out: {}", text::list(&left_out))));
        vec![Action::Open(Box::new(opened))]
    }

    /// Why the text is neither an order that can be given nor the beginning of one.
    fn fault(&self, session: &Session) -> Option<String> {
        match self.analysis(session).effective_preview() {
            Preview::Refused { what, hint } => {
                Some(std::iter::once(what).chain(hint).cloned().collect::<Vec<_>>().join("; "))
            }
            Preview::Unfinished { what, column, .. } => {
                let ends = self.input.value().trim_end().chars().count();
                Some(what.clone()).filter(|_| *column < ends)
            }
            Preview::Nothing | Preview::Ready { .. } | Preview::ByForce(_) => None,
        }
    }

    /// Gives a valid order at once if it breaks off no fight, passes nothing over and is not likelier to lose than not.
    /// Otherwise opens the line with it, which shows what it would leave undone.
    pub(crate) fn give_or_open(text: String, session: &mut Session) -> Actions<Session> {
        let state = session.diary().state();
        let Some(order) = preview::safe_order(&text, session.battle(), state) else {
            return Self::open_unless_refused(text, session);
        };
        match Self::loss_warning(&order, state) {
            None => vec![Action::Effect(Effect::Give(Box::new(order), Vec::new()))],
            Some(warning) => {
                session.say(warning);
                vec![Action::Open(Box::new(Self { warned_of: Some(Box::new(order)), ..Self::new(text) }))]
            }
        }
    }

    /// Warns of an order by which its side would rather lose the phase than not.
    fn loss_warning(order: &Order, state: &State) -> Option<Notice> {
        let of_100 = odds_suggest::chance_to_lose(state, order).filter(|chance| *chance > 0.5)? * 100.0;
        let Order::Scrud { first, .. } = order else { return None };
        let side = state.name(state.side_of(*first.who.first()?)?);
        Some(Notice::bad(format!(
            "{side} would lose this phase in {of_100:.0} of 100 rolls: Enter to give the order anyway"
        )))
    }

    /// The order that the line gives now.
    pub(crate) fn order(&self, session: &Session) -> Result<Order, String> {
        let preview = &self.analysis(session).preview;
        preview.order().cloned().ok_or_else(|| match preview {
            Preview::Ready { .. } => "this is not an order; type it by itself".into(),
            preview => {
                let OrderFeedback { fault, hint, .. } = preview.feedback();
                fault.into_iter().chain(hint).collect::<Vec<_>>().join("; ")
            }
        })
    }

    /// The lines of a pasted text, if they are several and one of them begins as an order.
    fn script(pasted: &str, session: &Session) -> Option<Vec<String>> {
        // Terminals paste a line end as a carriage return.
        let lines = pasted.split(['\r', '\n']).map(str::trim).filter(|line| notation::is_command(line));
        let lines: Vec<String> = lines.map(String::from).collect();
        let is_order = |line: &String| {
            let first = line.split_whitespace().next().unwrap_or_default().to_lowercase();
            Verb::from_text(&first).is_some() || session.settings.aliases.expand(line).is_some()
        };
        (lines.len() > 1 && lines.iter().any(is_order)).then_some(lines)
    }

    /// The action of pasting text on a screen: lists several orders, or opens the line with the text.
    pub fn paste_action(pasted: &str, session: &mut Session) -> Actions<Session> {
        if let Some(why) = session.no_orders_reason() {
            session.say(Notice::bad(format!("{why}: no order can be pasted")));
            return Vec::new();
        }
        if let Some(lines) = Self::script(pasted, session) {
            return vec![Action::Effect(Effect::ListLines(lines))];
        }
        let mut line = Self::new(String::new());
        line.insert(pasted, session);
        vec![Action::Open(Box::new(line))]
    }

    pub fn edit(&mut self, key: KeyEvent) {
        if let Some(request) = text_input::edit_request(key) {
            self.input.handle(request);
            self.analysis = OnceCell::new();
        }
    }

    fn insert(&mut self, pasted: &str, session: &mut Session) {
        self.keep_recalled(session);
        session.set_notice(text_input::paste(pasted, 10_000, |request| self.input.handle(request)));
        self.analysis = OnceCell::new();
    }

    fn analysis(&self, session: &Session) -> &LineAnalysis {
        self.analyse_in(session.battle(), session.diary(), (&session.folders, &session.settings.aliases))
    }

    pub fn analyse_in(&self, shown: Option<BattleId>, diary: &Diary, of_user: (&Folders, &Aliases)) -> &LineAnalysis {
        self.analysis.get_or_init(|| {
            let line = self.input.value();
            let analysis = LineAnalysis::analyse(line, shown, diary, of_user);
            if self.is_typed { analysis } else { analysis.with_first(&self.likeliest, (line, shown), diary) }
        })
    }

    fn move_mark(&mut self, by: isize, session: &Session) {
        let many = self.analysis(session).suggestions.iter().filter(|s| !s.text.is_empty()).count();
        let (line, shown) = (self.input.value().to_string(), session.battle());
        let Some(outlook) = self.analysis.get_mut().filter(|_| many > 0) else { return };
        let marked = match outlook.marked {
            None if by < 0 => many - 1,
            None => 0,
            Some(at) => at.saturating_add_signed(by).min(many - 1),
        };
        outlook.mark(Some(marked), (&line, shown), session.diary());
    }

    /// Takes the marked suggestion, or the first. Returns false if there is none.
    fn complete(&mut self, session: &Session) -> bool {
        let LineAnalysis { suggestions, marked, .. } = self.analysis(session);
        let Some(taken) = suggestions.get(marked.unwrap_or(0)).filter(|s| !s.text.is_empty()) else { return false };
        let text = format!("{}{} ", &self.input.value()[..taken.at.start], taken.text);
        self.set_text(text);
        true
    }

    /// Takes a suggestion, if there is one.
    fn take_or_complete(&mut self, session: &mut Session) {
        if self.complete(session) {
            self.keep_recalled(session);
        }
    }

    /// Whether Enter does something. Otherwise the error is shown under the line.
    fn can_enter(&self, session: &Session) -> Availability {
        let outlook = self.analysis(session);
        let is_said = !matches!(outlook.effective_preview(), Preview::Unfinished { .. } | Preview::Refused { .. });
        require(is_said || (outlook.marked.is_some() && outlook.completed.is_none()), Unavailable::NotNow)
    }

    /// Warns once of a composed order that is likely to fail. Typed orders are deliberate.
    fn warn_of_loss(&mut self, session: &mut Session) -> bool {
        let order = self.analysis(session).effective_preview().order();
        let Some(order) = order.filter(|order| !self.is_typed && self.warned_of.as_deref() != Some(order)) else {
            return false;
        };
        let Some(warning) = Self::loss_warning(order, session.diary().state()) else { return false };
        self.warned_of = Some(Box::new(order.clone()));
        session.say(warning);
        true
    }

    /// Gives the order, together with the marked suggestion if that completes it. Otherwise takes the marked
    /// suggestion, or shows what is missing.
    fn enter(&mut self, session: &mut Session) -> Actions<Session> {
        let outlook = self.analysis(session);
        if outlook.marked.is_some() && outlook.completed.is_none() && self.complete(session) {
            return Vec::new();
        }
        if self.amends.is_none() && self.warn_of_loss(session) {
            return Vec::new();
        }
        match self.analysis(session).effective_preview() {
            Preview::Ready { instruction, .. }
                if self.amends.is_some()
                    && !matches!(**instruction, Instruction::Rebase { .. } | Instruction::WhatIf { .. }) =>
            {
                let no = self.amends.unwrap_or_default();
                let reason = format!(
                    "this line changes entry {no}, with `amend`, `strike` or `what if`; close it to give orders"
                );
                session.say(Notice::bad(reason));
                Vec::new()
            }
            Preview::Ready { instruction, text, .. } => {
                let line = text.clone();
                let effect = match (**instruction).clone() {
                    Instruction::Order(order) => Effect::Give(Box::new(order), Vec::new()),
                    Instruction::Undo(many) => Effect::Undo(many),
                    Instruction::Redo(many) => Effect::Redo(many),
                    Instruction::Suggest(side) => Effect::Suggest(side),
                    Instruction::Propose => Effect::Show(ScreenName::Campaign, None),
                    Instruction::Remark { entry, annotation: says } => Effect::Remark(entry, says),
                    way => Effect::GoToOrRebase(Box::new(way)),
                };
                session.remember_line(&line);
                vec![Action::Close, Action::Effect(Effect::SaveTypedLine(line)), Action::Effect(effect)]
            }
            Preview::ByForce(orders) if self.amends.is_none() => {
                let orders = orders.clone();
                session.remember_line(self.input.value());
                vec![Action::Close, Action::Effect(Effect::ListLines(orders))]
            }
            Preview::Nothing => vec![Action::Close],
            // The line stays open, with the error under it.
            Preview::Unfinished { .. } | Preview::Refused { .. } | Preview::ByForce(_) => Vec::new(),
        }
    }

    fn open_odds(&mut self, session: &mut Session) -> Actions<Session> {
        let order = self.analysis(session).effective_preview().order().cloned().map(Box::new);
        vec![Action::Effect(Effect::Show(ScreenName::Odds, order))]
    }
}

/// The maximum number of units named in the odds; fewer in a low pane.
const MAX_UNITS: [usize; 3] = [6, 4, 2];

const MAX_LISTED: usize = 20;

impl OrderLine {
    /// The text, its preview, and the numbered suggestions.
    fn plain_text(&self, session: &Session) -> Vec<String> {
        let LineAnalysis { suggestions, .. } = self.analysis(session);
        let (table, phrases) = session.odds.order_odds_text(session.diary().state(), MAX_UNITS[0]);
        let OrderFeedback { result, fault, hint, .. } = self.analysis(session).effective_preview().feedback();
        let begun = Some(self.input.value().trim()).filter(|begun| !begun.is_empty());
        let mut text = vec![begun.map_or_else(|| "Type an order.".into(), |begun| format!("Order: {begun}"))];
        text.extend(result);
        text.extend(table.iter().flat_map(odds));
        text.extend((!phrases.is_empty()).then(|| phrases.join("; ")));
        text.extend(fault);
        text.extend(hint);
        let named = suggestions.iter().filter(|suggestion| !suggestion.text.is_empty());
        let line = |(at, suggestion): (usize, &wardiary_rules::notation::Completion)| {
            format!("{}  {}  {}", at + 1, suggestion.text, suggestion.description).trim_end().to_string()
        };
        text.extend(named.clone().enumerate().take(MAX_LISTED).map(line));
        let more = named.count().saturating_sub(MAX_LISTED);
        text.extend((more > 0).then(|| format!("{more} more: type the beginning of the name")));
        text
    }

    fn take_numbered(&mut self, at: usize, session: &Session) -> Option<Actions<Session>> {
        let many = self.analysis(session).suggestions.iter().filter(|s| !s.text.is_empty()).count();
        if at >= many {
            return None;
        }
        let (line, shown) = (self.input.value().to_string(), session.battle());
        self.analysis(session);
        self.analysis.get_mut()?.mark(Some(at), (&line, shown), session.diary());
        self.complete(session);
        Some(Vec::new())
    }

    /// A typed line continues the text, or is an order by itself. If it is invalid, the error is shown and the text
    /// stays.
    fn take_line(&mut self, typed: &str, session: &mut Session) -> LineResult {
        let begun = self.input.value().to_string();
        let is_quoted = begun.matches('"').count() % 2 == 1;
        let gap = if begun.is_empty() || is_quoted || begun.ends_with(char::is_whitespace) { "" } else { " " };
        let mut open = None;
        for text in [format!("{begun}{gap}{typed}"), typed.to_string()] {
            self.set_text(text.clone());
            if matches!(self.analysis(session).preview, Preview::Ready { .. } | Preview::ByForce(_)) {
                return LineResult::Complete;
            }
            // The last word is either complete or the start of a suggestion.
            for text in [format!("{text} "), text] {
                self.set_text(text.clone());
                if open.is_none() && self.can_continue(session) {
                    open = Some(text);
                }
            }
        }
        if let Some(text) = open {
            self.set_text(text);
            return LineResult::Incomplete;
        }
        self.set_text(if begun.is_empty() { typed.into() } else { format!("{begun}{gap}{typed}") });
        let OrderFeedback { fault, hint, .. } = self.analysis(session).effective_preview().feedback();
        let why: Vec<String> = fault.into_iter().chain(hint).collect();
        session.say(Notice::bad(why.join("; ")));
        self.set_text(begun);
        LineResult::Rejected
    }

    /// Whether the text can be continued after its last word.
    fn can_continue(&self, session: &Session) -> bool {
        let LineAnalysis { suggestions, preview, .. } = self.analysis(session);
        matches!(preview, Preview::Unfinished { .. }) && suggestions.iter().any(|s| !s.text.is_empty())
    }
}

impl Component<Session> for OrderLine {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: RenderOptions) {
        let outlook = self.analysis(session);
        let LineAnalysis { suggestions, marked, .. } = outlook;
        let text = |s: &wardiary_rules::notation::Completion| {
            if s.text.is_empty() {
                (s.description.clone(), String::new())
            } else {
                (s.text.clone(), s.description.clone())
            }
        };
        let suggestions: Vec<(String, String)> = suggestions.iter().map(text).collect();
        let feedback = MAX_UNITS.map(|most| {
            let (chances, odds) = session.odds.order_odds_text(session.diary().state(), most);
            OrderFeedback { odds, chances, ..outlook.effective_preview().feedback() }
        });
        let title = self
            .history_cursor
            .as_ref()
            .map_or_else(String::new, |recalled| format!("Order: {}", recalled.position_text()));
        let pane = |feedback| OrderLinePane {
            look: canvas.look,
            title: self.history_cursor.as_ref().map_or("Order", |_| &title),
            text: self.input.value(),
            cursor: self.input.cursor(),
            suggestions: &suggestions,
            selected: *marked,
            feedback,
            dice_hint: self.dice_source(session),
        };
        let shown = feedback.iter().map(pane).find(|pane| pane.fits(area));
        frame.render_widget(&shown.unwrap_or_else(|| pane(&feedback[MAX_UNITS.len() - 1])), area);
    }

    /// A click on a suggestion, or its number, takes it.
    fn event(&mut self, event: Event, session: &mut Session) -> Option<Actions<Session>> {
        match event {
            Event::Key(key) => {
                if text_input::edit_request(key).is_some() {
                    self.keep_recalled(session);
                }
                self.edit(key);
            }
            Event::Paste(pasted) if self.amends.is_none() && self.input.value().trim().is_empty() => {
                let opened = Self::paste_action(pasted, session);
                return Some([Action::Close].into_iter().chain(opened).collect());
            }
            Event::Paste(pasted) => self.insert(pasted, session),
            Event::Target(ClickTarget::Letter(letter)) => {
                self.input.handle(InputRequest::SetCursor(letter));
            }
            Event::Target(ClickTarget::Row(row)) | Event::Number(row) => return self.take_numbered(row, session),
            Event::Scroll(.., motion) => {
                session.clear_notice();
                self.move_mark(motion.rows_moved(1), session);
            }
            Event::Changed(SessionChange::Reread) => self.set_text(self.input.value().into()),
            _ => return None,
        }
        Some(Vec::new())
    }

    fn lines(&self, session: &Session) -> Option<Vec<String>> {
        Some(self.plain_text(session))
    }

    fn handle_line(&mut self, line: &str, session: &mut Session) -> Option<LineResult> {
        Some(self.take_line(line, session))
    }

    fn odds_request(&self, session: &Session) -> Option<OddsRequest> {
        let order =
            |order: &wardiary_rules::order::Order| OddsRequest::Order(session.diary().head(), Box::new(order.clone()));
        Some(self.analysis(session).effective_preview().order().map_or(OddsRequest::Nothing, order))
    }
}

impl Overlay<Session> for OrderLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}

/// A table of odds, one line a row: `Germans: wins 61%, no defeat 48%`.
pub(super) fn odds(table: &ChanceTable) -> Vec<String> {
    let row = |row: &ChanceRow| {
        let cells = row
            .cells
            .iter()
            .zip(table.headings.iter().chain(std::iter::repeat(&"")))
            .filter(|(cell, _)| !cell.is_empty());
        let cells: Vec<String> = cells.map(|(cell, head)| format!("{head} {cell}").trim_start().to_string()).collect();
        format!("{}: {}", row.name, cells.join(", "))
    };
    table.rows.iter().map(row).chain(table.notes.iter().cloned()).collect()
}
