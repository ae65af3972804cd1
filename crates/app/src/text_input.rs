//! Single-line text input.

use super::{
    component::{
        Actions, CommandMode, Commands, Component, Context, Event, LineResult, Overlay, OverlayPlace, RenderOptions,
    },
    notice::Notice,
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{Frame, layout::Rect, widgets::Clear};
use tui_input::{Input, InputRequest};
use wardiary_view::{
    ClickTarget,
    order_line::{OrderFeedback, OrderLinePane},
};

pub(crate) struct TextLine<P> {
    input: Input,
    pub prompt: P,
    /// The texts that the line may be completed to, the likeliest first.
    pub completions: Vec<String>,
    pub selected: Option<usize>,
}

pub(crate) trait Prompt: Sized + 'static {
    type Context: Context;

    const MODES: &'static [CommandMode<TextLine<Self>, Self::Context>];
    /// The maximum number of pasted characters.
    const MAX_PASTED: usize = 1_000;
    /// Whether the line asks for a path: it may cover something, and a copied path may end in a newline.
    const TAKES_PATH: bool = false;

    /// The prompt above the line, and what Enter does.
    fn words(&self, context: &Self::Context) -> (String, String);

    /// Where the dice come from, or empty.
    fn dice_hint(_context: &Self::Context) -> &'static str {
        ""
    }

    /// Handles an event that edits no text. Returns false if it means nothing here.
    fn event(_line: &mut TextLine<Self>, _event: &Event, _context: &mut Self::Context) -> bool {
        false
    }

    /// Called after an event, with the text before it.
    fn on_event(_line: &mut TextLine<Self>, _before: &str) -> Actions<Self::Context> {
        Vec::new()
    }
}

impl<P> TextLine<P> {
    pub fn new(prompt: P, text: impl Into<String>) -> Self {
        Self { input: input_with(text), prompt, completions: Vec::new(), selected: None }
    }

    pub fn value(&self) -> &str {
        self.input.value()
    }

    pub fn set_text(&mut self, text: &str) {
        self.input = input_with(text);
    }
}

impl<P: Prompt> Commands<P::Context> for TextLine<P> {
    const MODES: &'static [CommandMode<Self, P::Context>] = P::MODES;
}

impl<P: Prompt> Component<P::Context> for TextLine<P> {
    fn draw(&self, frame: &mut Frame, area: Rect, context: &P::Context, canvas: RenderOptions) {
        if P::TAKES_PATH {
            frame.render_widget(Clear, area);
        }
        let (title, hint) = self.prompt.words(context);
        let suggestions: Vec<(String, String)> =
            self.completions.iter().map(|text| (text.clone(), String::new())).collect();
        let pane = OrderLinePane {
            look: canvas.look,
            title: &title,
            text: self.input.value(),
            cursor: self.input.cursor(),
            suggestions: &suggestions,
            selected: self.selected,
            feedback: &OrderFeedback { hint: Some(hint), ..OrderFeedback::default() },
            dice_hint: P::dice_hint(context),
        };
        frame.render_widget(&pane, area);
    }

    fn event(&mut self, event: Event, context: &mut P::Context) -> Option<Actions<P::Context>> {
        let before = self.value().to_string();
        match event {
            Event::Key(key) => {
                context.clear_notice();
                edit_request(key).and_then(|request| self.input.handle(request));
            }
            Event::Paste(pasted) => {
                context.clear_notice();
                let pasted = if P::TAKES_PATH { pasted.trim() } else { pasted };
                let cut = paste(pasted, P::MAX_PASTED, |request| self.input.handle(request));
                cut.into_iter().for_each(|notice| context.say(notice));
            }
            Event::Target(ClickTarget::Letter(letter)) => {
                self.input.handle(InputRequest::SetCursor(letter));
            }
            event => P::event(self, &event, context).then_some(())?,
        }
        Some(P::on_event(self, &before))
    }

    fn handle_line(&mut self, line: &str, _: &mut P::Context) -> Option<LineResult> {
        self.set_text(line);
        Some(LineResult::Complete)
    }
}

impl<P: Prompt> Overlay<P::Context> for TextLine<P> {
    fn place(&self) -> OverlayPlace {
        OverlayPlace::Dock
    }
}

/// The edit that a key makes. `None` if it edits no text.
pub(crate) fn edit_request(key: KeyEvent) -> Option<InputRequest> {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT);
    Some(match key.code {
        KeyCode::Char('a') if ctrl => InputRequest::GoToStart,
        KeyCode::Char('e') if ctrl => InputRequest::GoToEnd,
        KeyCode::Char('w') if ctrl => InputRequest::DeletePrevWord,
        KeyCode::Char('u') if ctrl => InputRequest::DeleteFromStart,
        KeyCode::Char('k') if ctrl => InputRequest::DeleteTillEnd,
        KeyCode::Char('y') if ctrl => InputRequest::Yank,
        KeyCode::Char('b') if alt => InputRequest::GoToPrevWord,
        KeyCode::Char('f') if alt => InputRequest::GoToNextWord,
        KeyCode::Char(c) if !ctrl && !alt => InputRequest::InsertChar(c),
        KeyCode::Backspace if ctrl || alt => InputRequest::DeletePrevWord,
        KeyCode::Backspace => InputRequest::DeletePrevChar,
        KeyCode::Delete => InputRequest::DeleteNextChar,
        KeyCode::Left if ctrl => InputRequest::GoToPrevWord,
        KeyCode::Right if ctrl => InputRequest::GoToNextWord,
        KeyCode::Left => InputRequest::GoToPrevChar,
        KeyCode::Right => InputRequest::GoToNextChar,
        KeyCode::Home => InputRequest::GoToStart,
        KeyCode::End => InputRequest::GoToEnd,
        _ => return None,
    })
}

/// Inserts pasted text of at most `max` characters, with line breaks as blanks. Returns a notice if text was cut.
pub(crate) fn paste<T>(text: &str, max: usize, mut put: impl FnMut(InputRequest) -> T) -> Option<Notice> {
    let blank = |c: char| if c.is_whitespace() { ' ' } else { c };
    text.chars().take(max).for_each(|c| drop(put(InputRequest::InsertChar(blank(c)))));
    let whole = text.chars().count();
    let left_out = match whole.saturating_sub(max) {
        0 => return None,
        1 => "the last is left out".to_string(),
        more => format!("the last {more} are left out"),
    };
    Some(Notice::bad(format!("the pasted text is too long, with {whole} characters: {left_out}")))
}

pub fn input_with(text: impl Into<String>) -> Input {
    Input::new(text.into())
}
