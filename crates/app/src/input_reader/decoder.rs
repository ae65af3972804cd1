//! Decodes terminal sequences into events: keys, mouse events and pasted text. Unrequested replies are ignored.
//!
//! Sequences follow xterm (<https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>). Keys have crossterm's names,
//! which users' keymaps contain.

use super::sequence_parser::Sequence;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

pub fn decode_event(piece: Sequence) -> Option<Event> {
    match piece {
        Sequence::Char(c) => Some(Event::Key(character_key(c))),
        Sequence::Alt(c) => {
            let key = character_key(c);
            Some(Event::Key(KeyEvent { modifiers: key.modifiers | KeyModifiers::ALT, ..key }))
        }
        Sequence::Escape => Some(Event::Key(KeyCode::Esc.into())),
        Sequence::Ss3(b'R') => Some(Event::Key(KeyCode::F(3).into())),
        Sequence::Ss3(letter) => letter_key(letter).map(|code| Event::Key(code.into())),
        Sequence::Console(letter @ b'A'..=b'E') => Some(Event::Key(KeyCode::F(1 + letter - b'A').into())),
        Sequence::Console(_) => None,
        Sequence::Csi(parameters, end) => decode_csi(str::from_utf8(&parameters).ok()?, end),
        Sequence::Mouse([button, column, row]) => {
            let at = |byte: u8| u32::from(byte.saturating_sub(b' '));
            decode_mouse(at(button), at(column), at(row)).map(Event::Mouse)
        }
        Sequence::Paste(text) => Some(Event::Paste(text)),
        Sequence::Osc(_) => None,
    }
}

/// Parses a background reply: `11;rgb:ffff/ffff/ffff`, each number with one to four digits.
pub fn parse_background(piece: &Sequence) -> Option<(u8, u8, u8)> {
    let Sequence::Osc(text) = piece else { return None };
    let numbers = str::from_utf8(text).ok()?.strip_prefix("11;rgb")?.trim_start_matches('a').strip_prefix(':')?;
    let mut shares = numbers.split('/').map(|digits| {
        let most = (1..=4).contains(&digits.len()).then(|| (1_u32 << (4 * digits.len())) - 1)?;
        u8::try_from(u32::from_str_radix(digits, 16).ok()? * 255 / most).ok()
    });
    Some((shares.next()??, shares.next()??, shares.next()??))
}

fn character_key(c: char) -> KeyEvent {
    let ctrl = |c: u8| KeyEvent::new(KeyCode::Char(c.into()), KeyModifiers::CONTROL);
    match c {
        '\r' => KeyCode::Enter.into(),
        '\t' => KeyCode::Tab.into(),
        '\x1b' => KeyCode::Esc.into(),
        '\x7f' => KeyCode::Backspace.into(),
        '\0' => ctrl(b' '),
        '\x01'..='\x1a' => ctrl(c as u8 - 1 + b'a'),
        '\x1c'..='\x1f' => ctrl(c as u8 - 0x1c + b'4'),
        c if c.is_uppercase() => KeyEvent::new(KeyCode::Char(c), KeyModifiers::SHIFT),
        c => KeyCode::Char(c).into(),
    }
}

fn letter_key(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P' => KeyCode::F(1),
        b'Q' => KeyCode::F(2),
        // `CSI R` is a cursor position report; only `ESC O R` is a key.
        b'S' => KeyCode::F(4),
        _ => return None,
    })
}

/// The key of a control sequence with this number and a final `~`.
fn tilde_key(number: u32) -> Option<KeyCode> {
    let function = |number: u32| u8::try_from(number).ok().map(KeyCode::F);
    match number {
        1 | 7 => Some(KeyCode::Home),
        2 => Some(KeyCode::Insert),
        3 => Some(KeyCode::Delete),
        4 | 8 => Some(KeyCode::End),
        5 => Some(KeyCode::PageUp),
        6 => Some(KeyCode::PageDown),
        11..=15 => function(number - 10),
        17..=21 => function(number - 11),
        23..=26 => function(number - 12),
        28..=29 => function(number - 15),
        31..=34 => function(number - 17),
        _ => None,
    }
}

fn decode_csi(parameters: &str, end: u8) -> Option<Event> {
    if let Some(report) = parameters.strip_prefix('<') {
        let event = parse_mouse_report(report)?;
        return match (end, event.kind) {
            (b'M', _) => Some(Event::Mouse(event)),
            (b'm', MouseEventKind::Down(button)) => {
                Some(Event::Mouse(MouseEvent { kind: MouseEventKind::Up(button), ..event }))
            }
            (b'm', _) => Some(Event::Mouse(event)),
            _ => None,
        };
    }
    if !parameters.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b';' | b':')) {
        return None;
    }
    let fields: Vec<&str> = parameters.split(';').collect();
    let number = |at: usize| fields.get(at)?.split(':').next()?.parse::<u32>().ok();
    let state = KeyState::parse(fields.get(1).copied().unwrap_or_default());
    match end {
        b'M' => {
            let event = decode_mouse(number(0)?.checked_sub(32)?, number(1)?, number(2)?)?;
            Some(Event::Mouse(event))
        }
        b'I' if parameters.is_empty() => Some(Event::FocusGained),
        b'O' if parameters.is_empty() => Some(Event::FocusLost),
        b'Z' => Some(Event::Key(KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT))),
        // xterm's `modifyOtherKeys` format.
        b'~' if number(0) == Some(27) => Some(state.key(code_point_key(number(2)?, state)?)),
        b'~' => Some(state.key(tilde_key(number(0)?)?)),
        // The `CSI u` format.
        b'u' => Some(state.key(code_point_key(number(0)?, state)?)),
        // Some terminals omit the first parameter.
        _ => Some(KeyState::parse(fields.last().copied().unwrap_or_default()).key(letter_key(end)?)),
    }
}

fn code_point_key(number: u32, state: KeyState) -> Option<KeyCode> {
    let shift = state.modifiers.contains(KeyModifiers::SHIFT);
    Some(match char::from_u32(number)? {
        '\x1b' => KeyCode::Esc,
        '\r' => KeyCode::Enter,
        '\t' if shift => KeyCode::BackTab,
        '\t' => KeyCode::Tab,
        '\x7f' => KeyCode::Backspace,
        // Keys without a character, which terminals send only on request.
        '\u{e000}'..='\u{f8ff}' => return None,
        c if c.is_control() => return None,
        c if shift => KeyCode::Char(c.to_uppercase().next().unwrap_or(c)),
        c => KeyCode::Char(c),
    })
}

#[derive(Clone, Copy)]
struct KeyState {
    modifiers: KeyModifiers,
    kind: KeyEventKind,
}

impl KeyState {
    /// Parses a parameter: the sum of the modifiers plus one, and after a colon the press state.
    fn parse(parameter: &str) -> Self {
        let mut parts = parameter.split(':').map(|part| part.parse::<u32>().unwrap_or(1));
        let sum = parts.next().unwrap_or(1).saturating_sub(1);
        let all = [KeyModifiers::SHIFT, KeyModifiers::ALT, KeyModifiers::CONTROL, KeyModifiers::SUPER];
        let modifiers = (0..).zip(all).filter(|(bit, _)| sum >> bit & 1 == 1).map(|(_, modifier)| modifier).collect();
        let kind = match parts.next() {
            Some(2) => KeyEventKind::Repeat,
            Some(3) => KeyEventKind::Release,
            _ => KeyEventKind::Press,
        };
        Self { modifiers, kind }
    }

    fn key(self, code: KeyCode) -> Event {
        Event::Key(KeyEvent::new_with_kind(code, self.modifiers, self.kind))
    }
}

/// Parses a mouse report: numbers separated by semicolons.
fn parse_mouse_report(report: &str) -> Option<MouseEvent> {
    let mut numbers = report.split(';').map(|number| number.parse().ok());
    decode_mouse(numbers.next()??, numbers.next()??, numbers.next()??)
}

/// Decodes a mouse event. `what` is the sum of the button (bits 1, 2, 64, 128), the modifiers (4, 8, 16) and the motion
/// flag (32). Positions count from 1.
fn decode_mouse(what: u32, column: u32, row: u32) -> Option<MouseEvent> {
    let moves = what & 32 != 0;
    let kind = match ((what & 3) | (what & 0b1100_0000) >> 4, moves) {
        (0, false) => MouseEventKind::Down(MouseButton::Left),
        (1, false) => MouseEventKind::Down(MouseButton::Middle),
        (2, false) => MouseEventKind::Down(MouseButton::Right),
        (3, false) => MouseEventKind::Up(MouseButton::Left),
        (0, true) => MouseEventKind::Drag(MouseButton::Left),
        (1, true) => MouseEventKind::Drag(MouseButton::Middle),
        (2, true) => MouseEventKind::Drag(MouseButton::Right),
        (3..=5, true) => MouseEventKind::Moved,
        (4, false) => MouseEventKind::ScrollUp,
        (5, false) => MouseEventKind::ScrollDown,
        (6, false) => MouseEventKind::ScrollLeft,
        (7, false) => MouseEventKind::ScrollRight,
        _ => return None,
    };
    let bits = [(4, KeyModifiers::SHIFT), (8, KeyModifiers::ALT), (16, KeyModifiers::CONTROL)];
    let modifiers = bits.into_iter().filter(|(bit, _)| what & bit != 0).map(|(_, modifier)| modifier).collect();
    let from_nought = |at: u32| u16::try_from(at.checked_sub(1)?).ok();
    Some(MouseEvent { kind, column: from_nought(column)?, row: from_nought(row)?, modifiers })
}
