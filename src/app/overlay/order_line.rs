//! The order line: an order grows in it, by typing and by choosing alike, and shows what it would need and do before it
//! is given.

mod preview;
mod suggest;

use crate::{
    app::{
        component::{
            Action, Actions, Command, Commands, Component, Context, DrawContext, Keys, Overlay, OverlayPlace,
            SessionChange, always,
        },
        effect::Effect,
        motion::Motion,
        notice::Notice,
        screen::ScreenName,
        session::Session,
        session_odds::Asked,
        shared_commands as shared, text_input,
    },
    assets::Folders,
    diary::{Diary, EntryNo},
    id::BattleId,
    notation::{Aliases, Instruction},
    view::order_line::{OrderLinePane, Said},
};
use crossterm::event::KeyEvent;
use preview::Preview;
use ratatui::{
    Frame,
    layout::{Position, Rect},
};
use std::cell::OnceCell;
use suggest::Outlook;
use tui_input::Input;

/// An order that is typed.
pub(crate) struct OrderLine {
    input: Input,
    /// The entry that it changes, where it was opened for that: it gives no order then.
    changes: Option<EntryNo>,
    /// Worked out when it is asked for: of many keys at once only what the last leaves is looked at.
    outlook: OnceCell<Outlook>,
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
    Command::new(name, label, "type any order", shared::is_writable, |_, _| OrderLine::opened(String::new())).types()
}

impl Commands<Session> for OrderLine {
    const KEYS: &'static [Keys<Self, Session>] =
        &[Keys { group: "compose", heading: Some("In the order line"), commands: COMMANDS }];

    fn go(&mut self, motion: Motion, session: &mut Session) {
        self.mark(motion.by(1), session);
    }
}

impl OrderLine {
    /// A line that begins with a text.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self { input: text_input::line(text), changes: None, outlook: OnceCell::new() }
    }

    /// The step that opens a line for another order in the place of the entry that is looked at, with the order as it stands.
    #[must_use]
    pub(crate) fn to_amend(session: &Session) -> Actions<Session> {
        let no = session.entry();
        let order = session.save.diary().step(no).map_or(String::new(), |step| step.account().order);
        Self::to_change(no, format!("amend {no} to {order}"))
    }

    /// The same for taking the entry out.
    #[must_use]
    pub(crate) fn to_strike_out(session: &Session) -> Actions<Session> {
        Self::to_change(session.entry(), format!("strike {}", session.entry()))
    }

    fn to_change(no: EntryNo, text: String) -> Actions<Session> {
        vec![Action::Open(Box::new(Self { changes: Some(no), ..Self::new(text) }))]
    }

    /// Where the dice come from: what is worked out again takes those that fell, or those that are typed.
    fn dice(&self, session: &Session) -> &'static str {
        if self.changes.is_some() { "no dice are thrown anew" } else { session.dice_from() }
    }

    /// Another text in the line.
    fn write(&mut self, text: String) {
        *self = Self { changes: self.changes, ..Self::new(text) };
    }

    /// The step that opens a line which begins with a text.
    #[must_use]
    pub fn opened(text: String) -> Actions<Session> {
        vec![Action::Open(Box::new(Self::new(text)))]
    }

    /// Gives an order at once that can be given, where it breaks off no fight and passes nothing over; the line opens with any
    /// other, and says what that would leave.
    #[must_use]
    pub(crate) fn given_or_opened(text: String, session: &Session) -> Actions<Session> {
        match preview::harmless(&text, session.battle(), session.save.diary().state()) {
            Some(order) => vec![Action::Do(Effect::Give(Box::new(order), Vec::new()))],
            None => Self::opened(text),
        }
    }

    /// What a text pasted on a screen does: it is an order, and the line opens with it.
    #[must_use]
    pub fn pasted(pasted: &str, session: &mut Session) -> Actions<Session> {
        if !session.save.is_writable() {
            session.say(Notice::bad("this save is open to be read only: no order can be pasted"));
            return Vec::new();
        }
        let mut line = Self::new(String::new());
        line.paste(pasted, session);
        vec![Action::Open(Box::new(line))]
    }

    /// What a key does to the line, where it does something to text.
    fn edit(&mut self, key: KeyEvent) {
        if let Some(request) = text_input::edit(key) {
            self.input.handle(request);
            self.outlook = OnceCell::new();
        }
    }

    /// What there is to say of the line, where the diary stands.
    fn outlook(&self, session: &Session) -> &Outlook {
        self.outlook_in(session.battle(), session.save.diary(), (&session.folders, &session.aliases))
    }

    fn outlook_in(&self, shown: Option<BattleId>, diary: &Diary, of_user: (&Folders, &Aliases)) -> &Outlook {
        self.outlook.get_or_init(|| Outlook::of(self.input.value(), shown, diary, of_user))
    }

    /// Marks the suggestion so many further on.
    fn mark(&mut self, by: isize, session: &Session) {
        let many = self.outlook(session).suggestions.iter().filter(|s| !s.text.is_empty()).count();
        let (line, shown) = (self.input.value().to_string(), session.battle());
        let Some(outlook) = self.outlook.get_mut().filter(|_| many > 0) else { return };
        let marked = match outlook.marked {
            None if by < 0 => many - 1,
            None => 0,
            Some(at) => at.saturating_add_signed(by).min(many - 1),
        };
        outlook.mark(Some(marked), (&line, shown), session.save.diary());
    }

    /// Takes the marked suggestion, or the first. False where there is none.
    fn complete(&mut self, session: &Session) -> bool {
        let Outlook { suggestions, marked, .. } = self.outlook(session);
        let Some(taken) = suggestions.get(marked.unwrap_or(0)).filter(|s| !s.text.is_empty()) else { return false };
        let text = format!("{}{} ", &self.input.value()[..taken.at.start], taken.text);
        self.write(text);
        true
    }

    /// Takes a suggestion, if there is one.
    fn tab(&mut self, session: &mut Session) -> Actions<Session> {
        self.complete(session);
        Vec::new()
    }

    /// Gives the order, with what is marked where that makes it whole; or takes what is marked, or says what is missing.
    fn enter(&mut self, session: &mut Session) -> Actions<Session> {
        let outlook = self.outlook(session);
        if outlook.marked.is_some() && outlook.taken.is_none() && self.complete(session) {
            return Vec::new();
        }
        match self.outlook(session).meant() {
            Preview::Ready { instruction, .. }
                if self.changes.is_some() && !matches!(**instruction, Instruction::Rebase { .. }) =>
            {
                let no = self.changes.unwrap_or_default();
                let said =
                    format!("this line changes entry {no}, with `amend` or `strike`; orders are given at the table");
                session.notice = Some(Notice::bad(said));
                Vec::new()
            }
            Preview::Ready { instruction, .. } => {
                let effect = match (**instruction).clone() {
                    Instruction::Order(order) => Effect::Give(Box::new(order), Vec::new()),
                    Instruction::Undo(many) => Effect::Undo(many),
                    Instruction::Redo(many) => Effect::Redo(many),
                    Instruction::Suggest(side) => Effect::Suggest(side),
                    Instruction::Remark { entry, says } => Effect::Remark(entry, says),
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
    fn odds(&mut self, session: &mut Session) -> Actions<Session> {
        let order = self.outlook(session).meant().order().cloned().map(Box::new);
        vec![Action::Do(Effect::Show(ScreenName::Odds, order))]
    }
}

impl Component<Session> for OrderLine {
    fn draw(&self, frame: &mut Frame, area: Rect, session: &Session, canvas: DrawContext) {
        let outlook = self.outlook(session);
        let Outlook { suggestions, marked, .. } = outlook;
        let text = |s: &crate::notation::Suggestion| {
            if s.text.is_empty() { (s.about.clone(), String::new()) } else { (s.text.clone(), s.about.clone()) }
        };
        let suggestions: Vec<(String, String)> = suggestions.iter().map(text).collect();
        let (chances, odds) = session.odds.told(session.save.diary().state());
        let said = Said { odds, chances, ..outlook.meant().said() };
        let pane = OrderLinePane {
            look: canvas.look,
            title: "Order",
            text: self.input.value(),
            cursor: self.input.cursor(),
            suggestions: &suggestions,
            marked: *marked,
            said: &said,
            dice: self.dice(session),
        };
        frame.render_widget(&pane, area);
    }

    fn unused(&mut self, key: KeyEvent, _: &mut Session) -> Actions<Session> {
        self.edit(key);
        Vec::new()
    }

    fn paste(&mut self, pasted: &str, session: &mut Session) -> Actions<Session> {
        session.notice = text_input::paste(pasted, 10_000, |request| self.input.handle(request));
        self.outlook = OnceCell::new();
        Vec::new()
    }

    fn changed(&mut self, change: SessionChange, _: &Session) {
        if matches!(change, SessionChange::Reread) {
            self.write(self.input.value().into());
        }
    }

    fn wheel(&mut self, _: Position, _: Rect, motion: Motion, session: &mut Session) -> bool {
        session.begin();
        self.mark(motion.by(1), session);
        true
    }

    fn asked(&self, session: &Session) -> Option<Asked> {
        let order = |order: &crate::order::Order| Asked::Order(session.save.diary().head(), Box::new(order.clone()));
        Some(self.outlook(session).meant().order().map_or(Asked::Nothing, order))
    }
}

impl Overlay<Session> for OrderLine {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets;
    use crossterm::event::KeyCode;
    use std::path::PathBuf;

    /// However many keys come in before anybody asks, what there is to say of the line is worked out once, of what is typed
    /// by then.
    #[test]
    fn a_burst_of_keys_is_looked_at_once() {
        let header = assets::scenario("tannenberg", None, "1".parse().expect("a seed")).expect("it ships");
        let diary = Diary::new(header).expect("it stands");
        let mut line = OrderLine::new("note ".into());
        for _ in 0..5_000 {
            line.edit(KeyCode::Char('x').into());
            assert!(line.outlook.get().is_none(), "nobody has asked");
        }
        let nowhere = Folders { saves: PathBuf::new(), config: PathBuf::new() };
        assert!(matches!(
            line.outlook_in(None, &diary, (&nowhere, &Aliases::default())).preview,
            Preview::Ready { .. }
        ));
        assert!(line.outlook.get().is_some(), "it is kept");
        line.edit(KeyCode::Char('y').into());
        assert!(line.outlook.get().is_none(), "it was of another text");
        line.outlook_in(None, &diary, (&nowhere, &Aliases::default()));
        line.edit(KeyCode::F(9).into());
        assert!(line.outlook.get().is_some(), "it is no key that writes");
    }
}
