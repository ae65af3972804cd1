//! Lines of text: what a key does to one.

use super::notice::Notice;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, InputRequest};

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
