//! Single-line text input.

use super::{
    component::{Context, Event, LineResult, RenderOptions},
    notice::Notice,
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{Frame, layout::Rect};
use tui_input::{Input, InputRequest};
use wardiary_view::{
    ClickTarget,
    order_line::{OrderFeedback, OrderLinePane},
};

/// A text input in the dock, without suggestions.
#[derive(Default)]
pub(crate) struct TextLine {
    input: Input,
}

impl TextLine {
    pub fn new(text: impl Into<String>) -> Self {
        Self { input: input_with(text) }
    }

    pub fn value(&self) -> &str {
        self.input.value()
    }

    /// Draws the line with the prompt above, what Enter does below, and suggestions, the likeliest first. `dice` says
    /// where the dice come from, or is empty.
    pub fn draw(
        &self,
        frame: &mut Frame,
        area: Rect,
        (title, hint): (&str, &str),
        (offered, dice): (&[String], &str),
        canvas: RenderOptions,
    ) {
        let suggestions: Vec<(String, String)> = offered.iter().map(|text| (text.clone(), String::new())).collect();
        let message = OrderFeedback { hint: Some(hint.into()), ..OrderFeedback::default() };
        let pane = OrderLinePane {
            look: canvas.look,
            title,
            text: self.input.value(),
            cursor: self.input.cursor(),
            suggestions: &suggestions,
            selected: None,
            feedback: &message,
            dice_hint: dice,
        };
        frame.render_widget(&pane, area);
    }

    /// Handles a key, a click on the text and pasted text of at most `max` characters. Returns whether the event is one
    /// of these.
    pub fn event<C: Context>(&mut self, event: &Event, max: usize, context: &mut C) -> bool {
        match event {
            Event::Key(key) => {
                context.clear_notice();
                if let Some(request) = edit_request(*key) {
                    self.input.handle(request);
                }
            }
            Event::Paste(pasted) => {
                context.clear_notice();
                let cut = paste(pasted, max, |request| self.input.handle(request));
                cut.into_iter().for_each(|notice| context.say(notice));
            }
            Event::Target(ClickTarget::Letter(letter)) => {
                self.input.handle(InputRequest::SetCursor(*letter));
            }
            _ => return false,
        }
        true
    }

    pub fn replace(&mut self, text: &str) -> LineResult {
        *self = Self::new(text);
        LineResult::Complete
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
    Some(Notice::bad(format!("the pasted text is too long: of its {whole} characters {left_out}")))
}

pub fn input_with(text: impl Into<String>) -> Input {
    Input::new(text.into())
}
