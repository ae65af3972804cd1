//! Detects text that was pasted by a terminal without bracketed paste: several lines at once, or a line break among more
//! keys than anybody types at once. The lines after the first must not act as keys.

use super::{InputEvent, MAX_BURST_KEYS};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::time::{Duration, Instant};

/// A burst is complete when nothing arrived for this time.
const GAP: Duration = Duration::from_millis(50);

#[derive(Debug, Default)]
pub struct BurstPaste {
    text: String,
    events: Vec<InputEvent>,
    last: Option<Instant>,
}

impl BurstPaste {
    /// Takes events that arrived at once. Returns those to handle now; a burst is held until it is [due](Self::due).
    pub fn receive(&mut self, events: Vec<InputEvent>, at: Instant) -> Vec<InputEvent> {
        if events.is_empty() {
            return events;
        }
        let text: Option<String> = events.iter().filter(|event| !is_release(event)).map(character).collect();
        let before = if text.is_none() || self.due().is_some_and(|due| due < at) { self.take() } else { Vec::new() };
        match text {
            Some(text) if self.last.is_some() || is_pasted(&text) => {
                self.text.push_str(&text);
                self.events.extend(events);
                self.last = Some(at);
                before
            }
            _ => before.into_iter().chain(events).collect(),
        }
    }

    pub fn due(&self) -> Option<Instant> {
        self.last.map(|last| last + GAP)
    }

    /// The burst: a pasted text, if it has several lines, or else its keys.
    pub fn take(&mut self) -> Vec<InputEvent> {
        let Self { text, events, .. } = std::mem::take(self);
        match text.split_once('\n') {
            Some((_, after)) if !after.trim().is_empty() => vec![InputEvent::Event(Event::Paste(text))],
            _ => events,
        }
    }
}

/// Whether nobody types these keys at once. Enter and its repetitions, and the next key after them, are typed ahead where a
/// line is slow.
fn is_pasted(keys: &str) -> bool {
    let lines = keys.lines().filter(|line| !line.trim().is_empty()).count();
    lines > 1 || (keys.chars().count() > MAX_BURST_KEYS && keys.contains('\n'))
}

fn is_release(event: &InputEvent) -> bool {
    matches!(event, InputEvent::Event(Event::Key(key)) if key.kind == KeyEventKind::Release)
}

/// The character of a pasted text that a terminal sends as this key.
fn character(event: &InputEvent) -> Option<char> {
    let InputEvent::Event(Event::Key(KeyEvent { code, modifiers, .. })) = event else { return None };
    match code {
        KeyCode::Char('j') if *modifiers == KeyModifiers::CONTROL => Some('\n'),
        KeyCode::Char(c) if (*modifiers - KeyModifiers::SHIFT).is_empty() => Some(*c),
        KeyCode::Enter => Some('\n'),
        KeyCode::Tab => Some('\t'),
        _ => None,
    }
}
