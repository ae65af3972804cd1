//! Detects text that was pasted by a terminal without bracketed paste: several lines at once, or a line break among more
//! keys than anybody types at once. The lines after the first must not act as keys, whatever else is among them.

use super::{InputEvent, MAX_BURST_KEYS};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::time::{Duration, Instant};

/// A burst is complete when nothing arrived for this time.
const GAP: Duration = Duration::from_millis(50);

#[derive(Debug, Default)]
pub struct BurstPaste {
    events: Vec<InputEvent>,
    last: Option<Instant>,
}

impl BurstPaste {
    /// Takes events that arrived at once. Returns those to handle now; a burst is held until it is [due](Self::due).
    pub fn receive(&mut self, events: Vec<InputEvent>, at: Instant) -> Vec<InputEvent> {
        if events.is_empty() {
            return events;
        }
        let before = if self.due().is_some_and(|due| due < at) { self.take() } else { Vec::new() };
        if self.last.is_some() || is_burst(&events) {
            self.events.extend(events);
            self.last = Some(at);
            return before;
        }
        before.into_iter().chain(events).collect()
    }

    pub fn due(&self) -> Option<Instant> {
        self.last.map(|last| last + GAP)
    }

    /// The burst: a pasted text, if it has several lines. Of other keys, those after the first Enter are left out if there
    /// is another Enter among them, since each may give an order.
    pub fn take(&mut self) -> Vec<InputEvent> {
        let Self { mut events, .. } = std::mem::take(self);
        let pressed = pressed(&events);
        if let Some(text) = pressed.iter().copied().collect::<Option<String>>()
            && has_lines(&text)
        {
            return vec![InputEvent::Event(Event::Paste(text))];
        }
        if is_enter_repeated(&pressed) {
            let mut is_first_line = true;
            events.retain(|event| {
                let is_kept = is_first_line || !matches!(event, InputEvent::Event(Event::Key(_) | Event::Paste(_)));
                is_first_line &= is_release(event) || character(event) != Some('\n');
                is_kept
            });
            events.push(InputEvent::KeysLeftOut);
        }
        events
    }
}

/// Whether nobody types these keys at once. One Enter and the next key after it are typed ahead where a line is slow.
fn is_burst(events: &[InputEvent]) -> bool {
    let pressed = pressed(events);
    is_enter_repeated(&pressed)
        || has_lines(&pressed.iter().flatten().collect::<String>())
        || (pressed.len() > MAX_BURST_KEYS && pressed.contains(&Some('\n')))
}

/// The characters of the keys that were pressed, in order; none for a key that is not text.
fn pressed(events: &[InputEvent]) -> Vec<Option<char>> {
    events.iter().filter(|event| !is_release(event)).map(character).collect()
}

fn has_lines(text: &str) -> bool {
    text.lines().filter(|line| !line.trim().is_empty()).count() > 1
}

fn is_enter_repeated(pressed: &[Option<char>]) -> bool {
    pressed.iter().filter(|key| **key == Some('\n')).count() > 1
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
