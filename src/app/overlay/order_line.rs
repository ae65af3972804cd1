//! The order line: an order grows in it, by typing and by choosing alike, and shows what it would need and do before it
//! is given.

mod preview;
mod suggest;

use crate::{
    app::{
        component::{
            Action, Actions, Command, Commands, Component, Context, DrawContext, Keys, Overlay, OverlayPlace,
            SessionChange, Unused, always,
        },
        effect::Effect,
        motion::Motion,
        screen::ScreenName,
        session::Session,
        session_odds::Asked,
        shared_commands as shared, text_input,
    },
    diary::Diary,
    notation::Instruction,
    view::order_line::{OrderLinePane, Said},
};
use preview::Preview;
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use suggest::Outlook;
use tui_input::Input;

/// An order that is typed.
pub(crate) struct OrderLine {
    input: Input,
    outlook: Outlook,
}

const COMMANDS: &[&[Command<OrderLine, Session>]] = &[
    &commands! {
        => shared::read_again("compose-read-again", "read the save again, with what others wrote; the line stays");
        "give", "give the order", "give the order, or take the suggestion that is marked", always, OrderLine::enter;
        "complete", "complete", "take the suggestion", always, OrderLine::tab;
    },
    &motions!("suggestion-": Down("choose", "the next suggestion"), Up("", "the suggestion before")),
    &commands! {
        => shared::hand_dice("compose-hand-dice", always);
        "compose-odds", "odds", "the Odds screen, with the dice of this order", always, OrderLine::odds;
        "compose-cancel", "back", "back to the table", always, |_, _| vec![Action::Close];
    },
];

/// The command that opens an empty order line.
#[must_use]
pub const fn order<S>(name: &'static str, label: &'static str) -> Command<S, Session> {
    Command::new(name, label, "type any order", shared::is_writable, |_, session| {
        OrderLine::opened(String::new(), session)
    })
}

impl Commands<Session> for OrderLine {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: "compose", heading: Some("In the order line"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, _: &mut Session) {
        self.mark(motion.by(1));
    }
}

impl OrderLine {
    /// A line that begins with a text, where the diary stands.
    #[must_use]
    pub fn new(text: String, diary: &Diary) -> Self {
        let outlook = Outlook::of(&text, diary);
        Self { input: text_input::line(text), outlook }
    }

    /// The step that opens a line which begins with a text.
    #[must_use]
    pub fn opened(text: String, session: &Session) -> Actions<Session> {
        vec![Action::Open(Box::new(Self::new(text, session.save.diary())))]
    }

    fn refresh(&mut self, diary: &Diary) {
        self.outlook = Outlook::of(self.input.value(), diary);
    }

    /// Marks the suggestion so many further on.
    fn mark(&mut self, by: isize) {
        let many = self.outlook.suggestions.iter().filter(|s| !s.text.is_empty()).count();
        if many == 0 {
            return;
        }
        self.outlook.marked = Some(match self.outlook.marked {
            None if by < 0 => many - 1,
            None => 0,
            Some(at) => at.saturating_add_signed(by).min(many - 1),
        });
    }

    /// Takes the marked suggestion, or the first. False where there is none.
    fn complete(&mut self, diary: &Diary) -> bool {
        let Outlook { suggestions, marked, .. } = &self.outlook;
        let Some(taken) = suggestions.get(marked.unwrap_or(0)).filter(|s| !s.text.is_empty()) else { return false };
        let text = format!("{}{} ", &self.input.value()[..taken.at.start], taken.text);
        *self = Self::new(text, diary);
        true
    }

    /// Takes a suggestion, if there is one.
    fn tab(&mut self, session: &mut Session) -> Actions<Session> {
        self.complete(session.save.diary());
        Vec::new()
    }

    /// Gives the order, takes the marked suggestion, or says what is missing.
    fn enter(&mut self, session: &mut Session) -> Actions<Session> {
        if self.outlook.marked.is_some() && self.complete(session.save.diary()) {
            return Vec::new();
        }
        match &self.outlook.preview {
            Preview::Ready { instruction, .. } => {
                let effect = match (**instruction).clone() {
                    Instruction::Order(order) => Effect::Give(Box::new(order), Vec::new()),
                    Instruction::Undo(many) => Effect::Undo(many),
                    Instruction::Redo(many) => Effect::Redo(many),
                    way => Effect::Go(Box::new(way)),
                };
                vec![Action::Close, Action::Do(effect)]
            }
            Preview::Nothing => vec![Action::Close],
            // The line stays, with what is wrong under it.
            Preview::Unfinished { .. } | Preview::Refused { .. } => Vec::new(),
        }
    }

    /// The Odds screen, with the dice of the order.
    fn odds(&mut self, _: &mut Session) -> Actions<Session> {
        let order = self.outlook.preview.order().cloned().map(Box::new);
        vec![Action::Do(Effect::Show(ScreenName::Odds, order))]
    }
}

impl Component<Session> for OrderLine {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let Outlook { suggestions, marked, preview } = &self.outlook;
        let text = |s: &crate::notation::Suggestion| {
            if s.text.is_empty() { (s.about.clone(), String::new()) } else { (s.text.clone(), s.about.clone()) }
        };
        let suggestions: Vec<(String, String)> = suggestions.iter().map(text).collect();
        let said = Said { odds: session.odds.phrases(session.save.diary().state()), ..preview.said() };
        let pane = OrderLinePane {
            look: canvas.look,
            title: "Order",
            text: self.input.value(),
            cursor: self.input.cursor(),
            suggestions: &suggestions,
            marked: *marked,
            said: &said,
            dice: session.dice_from(),
        };
        frame.render_widget(&pane, area);
    }

    fn unused(&mut self, unused: &Unused, session: &mut Session) {
        if let Some(request) = text_input::edit(unused.key) {
            self.input.handle(request);
            self.refresh(session.save.diary());
        }
    }

    fn paste(&mut self, pasted: &str, session: &mut Session) -> Actions<Session> {
        session.notice = text_input::paste(pasted, 10_000, |request| self.input.handle(request));
        self.refresh(session.save.diary());
        Vec::new()
    }

    fn changed(&mut self, change: SessionChange, session: &Session) {
        if matches!(change, SessionChange::Reread) {
            *self = Self::new(self.input.value().into(), session.save.diary());
        }
    }

    fn wheel(&mut self, _: Position, _: Rect, motion: Motion, session: &mut Session) -> bool {
        session.begin();
        self.mark(motion.by(1));
        true
    }

    fn asked(&self, session: &Session) -> Option<Asked> {
        let order = |order: &crate::order::Order| Asked::Order(session.save.diary().head(), Box::new(order.clone()));
        Some(self.outlook.preview.order().map_or(Asked::Nothing, order))
    }
}

impl Overlay<Session> for OrderLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}
