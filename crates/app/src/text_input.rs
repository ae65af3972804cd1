//! Lines of text: what a key does to one, and one that asks for a text and no more.

use super::{
    component::{DrawContext, Typed},
    notice::Notice,
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{Frame, layout::Rect};
use tui_input::{Input, InputRequest};
use wardiary_view::order_line::{OrderLinePane, Said};

/// A line in the dock that asks for a text, without suggestions.
#[derive(Default)]
pub(crate) struct TextLine {
    input: Input,
}

impl TextLine {
    /// A line that begins with a text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { input: line(text) }
    }

    /// The text.
    #[must_use]
    pub fn value(&self) -> &str {
        self.input.value()
    }

    /// Draws it, with what it asks for above and what Enter does below; and where the dice come from, if that is told.
    pub fn draw(&self, frame: &mut Frame, area: Rect, words: (&str, &str), dice: &str, canvas: DrawContext) {
        self.draw_offering(frame, area, words, (&[], dice), canvas);
    }

    /// The same with what the text could be, the likeliest first.
    pub(crate) fn draw_with(
        &self,
        frame: &mut Frame,
        area: Rect,
        words: (&str, &str),
        offered: &[String],
        canvas: DrawContext,
    ) {
        let offered: Vec<(String, String)> = offered.iter().map(|text| (text.clone(), String::new())).collect();
        self.draw_offering(frame, area, words, (&offered, ""), canvas);
    }

    fn draw_offering(
        &self,
        frame: &mut Frame,
        area: Rect,
        (title, hint): (&str, &str),
        (suggestions, dice): (&[(String, String)], &str),
        canvas: DrawContext,
    ) {
        let said = Said { hint: Some(hint.into()), ..Said::default() };
        let pane = OrderLinePane {
            look: canvas.look,
            title,
            text: self.input.value(),
            cursor: self.input.cursor(),
            suggestions,
            marked: None,
            said: &said,
            dice,
        };
        frame.render_widget(&pane, area);
    }

    /// What a key does to it, where it does something to text.
    pub fn edit(&mut self, key: KeyEvent) {
        if let Some(request) = edit(key) {
            self.input.handle(request);
        }
    }

    /// The cursor goes to a letter.
    pub fn point(&mut self, letter: usize) {
        self.input.handle(InputRequest::SetCursor(letter));
    }

    /// A line that was typed whole stands in place of what was there.
    pub fn type_whole(&mut self, text: &str) -> Typed {
        *self = Self::new(text);
        Typed::Whole
    }

    /// Puts a pasted text in, as [`paste`] does.
    pub fn paste(&mut self, text: &str, max: usize) -> Option<Notice> {
        paste(text, max, |request| self.input.handle(request))
    }
}

/// What a key does to a line of text; nothing, where it does nothing to text.
#[must_use]
pub(crate) fn edit(key: KeyEvent) -> Option<InputRequest> {
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

/// Puts a pasted text into a line of text, with line ends as blanks; of so many characters at most, and what is to be said
/// where it has more.
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

/// A line that begins with a text, the cursor behind it.
#[must_use]
pub fn line(text: impl Into<String>) -> Input {
    Input::new(text.into())
}
