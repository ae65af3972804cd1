//! Decodes terminal sequences into events: keys, mouse events and pasted text. Unrequested replies are ignored.
//!
//! Sequences follow xterm (<https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>). Keys have crossterm's names,
//! which users' keymaps contain.

use super::cut::Piece;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// The event of a sequence, if it has one.
pub(super) fn event(piece: Piece) -> Option<Event> {
    match piece {
        Piece::Char(c) => Some(Event::Key(key(c))),
        Piece::Alt(c) => {
            let key = key(c);
            Some(Event::Key(KeyEvent { modifiers: key.modifiers | KeyModifiers::ALT, ..key }))
        }
        Piece::Escape => Some(Event::Key(KeyCode::Esc.into())),
        Piece::Single(b'R') => Some(Event::Key(KeyCode::F(3).into())),
        Piece::Single(letter) => named(letter).map(|code| Event::Key(code.into())),
        Piece::Console(letter @ b'A'..=b'E') => Some(Event::Key(KeyCode::F(1 + letter - b'A').into())),
        Piece::Console(_) => None,
        Piece::Control(parameters, end) => control(str::from_utf8(&parameters).ok()?, end),
        Piece::Mouse([button, column, row]) => {
            let at = |byte: u8| u32::from(byte.saturating_sub(b' '));
            mouse(at(button), at(column), at(row)).map(Event::Mouse)
        }
        Piece::Paste(text) => Some(Event::Paste(text)),
        Piece::Answer(_) => None,
    }
}

/// Parses a background reply: `11;rgb:ffff/ffff/ffff`, each number with one to four digits.
pub(super) fn background(piece: &Piece) -> Option<(u8, u8, u8)> {
    let Piece::Answer(text) = piece else { return None };
    let numbers = str::from_utf8(text).ok()?.strip_prefix("11;rgb")?.trim_start_matches('a').strip_prefix(':')?;
    let mut shares = numbers.split('/').map(|digits| {
        let most = (1..=4).contains(&digits.len()).then(|| (1_u32 << (4 * digits.len())) - 1)?;
        u8::try_from(u32::from_str_radix(digits, 16).ok()? * 255 / most).ok()
    });
    Some((shares.next()??, shares.next()??, shares.next()??))
}

fn key(c: char) -> KeyEvent {
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

/// The key of a control sequence that ends with this letter.
fn named(letter: u8) -> Option<KeyCode> {
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
fn numbered(number: u32) -> Option<KeyCode> {
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

fn control(parameters: &str, end: u8) -> Option<Event> {
    if let Some(report) = parameters.strip_prefix('<') {
        let event = reported(report)?;
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
    let held = Held::of(fields.get(1).copied().unwrap_or_default());
    match end {
        b'M' => {
            let event = mouse(number(0)?.checked_sub(32)?, number(1)?, number(2)?)?;
            Some(Event::Mouse(event))
        }
        b'I' if parameters.is_empty() => Some(Event::FocusGained),
        b'O' if parameters.is_empty() => Some(Event::FocusLost),
        b'Z' => Some(Event::Key(KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT))),
        // xterm's `modifyOtherKeys` format.
        b'~' if number(0) == Some(27) => Some(held.key(code_of(number(2)?, held)?)),
        b'~' => Some(held.key(numbered(number(0)?)?)),
        // The `CSI u` format.
        b'u' => Some(held.key(code_of(number(0)?, held)?)),
        // Some terminals omit the first parameter.
        _ => Some(Held::of(fields.last().copied().unwrap_or_default()).key(named(end)?)),
    }
}

/// The key with this code point.
fn code_of(number: u32, held: Held) -> Option<KeyCode> {
    let shift = held.modifiers.contains(KeyModifiers::SHIFT);
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
struct Held {
    modifiers: KeyModifiers,
    kind: KeyEventKind,
}

impl Held {
    /// Parses a parameter: the sum of the modifiers plus one, and after a colon the press state.
    fn of(parameter: &str) -> Self {
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
fn reported(report: &str) -> Option<MouseEvent> {
    let mut numbers = report.split(';').map(|number| number.parse().ok());
    mouse(numbers.next()??, numbers.next()??, numbers.next()??)
}

/// Decodes a mouse event. `what` is the sum of the button (bits 1, 2, 64, 128), the modifiers (4, 8, 16) and the motion
/// flag (32). Positions count from 1.
fn mouse(what: u32, column: u32, row: u32) -> Option<MouseEvent> {
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
    let held = [(4, KeyModifiers::SHIFT), (8, KeyModifiers::ALT), (16, KeyModifiers::CONTROL)];
    let modifiers = held.into_iter().filter(|(bit, _)| what & bit != 0).map(|(_, modifier)| modifier).collect();
    let from_nought = |at: u32| u16::try_from(at.checked_sub(1)?).ok();
    Some(MouseEvent { kind, column: from_nought(column)?, row: from_nought(row)?, modifiers })
}

#[cfg(test)]
mod tests {
    use super::{super::cut::Cutter, *};
    use proptest::prelude::*;

    fn events(bytes: &[u8]) -> Vec<Event> {
        let mut cutter = Cutter::default();
        bytes.iter().for_each(|byte| cutter.push(*byte));
        cutter.give_up();
        cutter.cut().filter_map(event).collect()
    }

    #[test]
    fn keys() {
        let none = KeyModifiers::NONE;
        let (shift, alt, ctrl) = (KeyModifiers::SHIFT, KeyModifiers::ALT, KeyModifiers::CONTROL);
        for (bytes, code, modifiers) in [
            (&b"q"[..], KeyCode::Char('q'), none),
            (b"Q", KeyCode::Char('Q'), shift),
            ("Ž".as_bytes(), KeyCode::Char('Ž'), shift),
            (b"\x1bq", KeyCode::Char('q'), alt),
            (b"\x1bH", KeyCode::Char('H'), alt | shift),
            (b"\x1b\x14", KeyCode::Char('t'), alt | ctrl),
            (b"\x1b", KeyCode::Esc, none),
            (b"\r", KeyCode::Enter, none),
            (b"\n", KeyCode::Char('j'), ctrl),
            (b"\x1a", KeyCode::Char('z'), ctrl),
            (b"\x1f", KeyCode::Char('7'), ctrl),
            (b"\0", KeyCode::Char(' '), ctrl),
            (b"\x7f", KeyCode::Backspace, none),
            (b"\x1b\x7f", KeyCode::Backspace, alt),
            (b"\x1b[A", KeyCode::Up, none),
            (b"\x1bOA", KeyCode::Up, none),
            (b"\x1b[1;5C", KeyCode::Right, ctrl),
            (b"\x1b[5C", KeyCode::Right, ctrl),
            (b"\x1b[1;4H", KeyCode::Home, shift | alt),
            (b"\x1b[Z", KeyCode::BackTab, shift),
            (b"\x1bOR", KeyCode::F(3), none),
            (b"\x1b[[B", KeyCode::F(2), none),
            (b"\x1b[15~", KeyCode::F(5), none),
            (b"\x1b[24~", KeyCode::F(12), none),
            (b"\x1b[3;5~", KeyCode::Delete, ctrl),
            (b"\x1b[6~", KeyCode::PageDown, none),
            (b"\x1b[113u", KeyCode::Char('q'), none),
            (b"\x1b[97;6u", KeyCode::Char('A'), shift | ctrl),
            (b"\x1b[27;5;105~", KeyCode::Char('i'), ctrl),
        ] {
            assert_eq!(events(bytes), [Event::Key(KeyEvent::new(code, modifiers))], "{}", bytes.escape_ascii());
        }
        let released = KeyEvent::new_with_kind(KeyCode::Char('q'), none, KeyEventKind::Release);
        assert_eq!(events(b"\x1b[113;1:3u"), [Event::Key(released)]);
    }

    #[test]
    fn backgrounds() {
        for (bytes, background) in [
            (&b"\x1b]11;rgb:ffff/ffff/dddd\x07"[..], Some((255, 255, 221))),
            (b"\x1b]11;rgb:15/19/1b\x1b\\", Some((0x15, 0x19, 0x1b))),
            (b"\x1b]11;rgba:0/8/f/ffff\x07", Some((0, 136, 255))),
            (b"\x1b]11;rgb:/0/0\x07", None),
            (b"\x1b]11;rgb:00000/0/0\x07", None),
            (b"\x1b]11;rgb:gg/0/0\x07", None),
            (b"\x1b]11;rgb:00/00\x07", None),
            (b"\x1b]10;rgb:00/00/00\x07", None),
            (b"\x1b]11;#000000\x07", None),
            (b"q", None),
        ] {
            let mut cutter = Cutter::default();
            bytes.iter().for_each(|byte| cutter.push(*byte));
            let told = cutter.cut().find_map(|piece| super::background(&piece));
            assert_eq!(told, background, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn the_mouse() {
        let down = MouseEventKind::Down(MouseButton::Left);
        let ctrl = KeyModifiers::CONTROL;
        for (bytes, kind, (column, row), modifiers) in [
            (&b"\x1b[<0;20;10M"[..], down, (19, 9), KeyModifiers::NONE),
            (b"\x1b[<0;20;10;M", down, (19, 9), KeyModifiers::NONE),
            (b"\x1b[<0;20;10m", MouseEventKind::Up(MouseButton::Left), (19, 9), KeyModifiers::NONE),
            (b"\x1b[<64;300;10M", MouseEventKind::ScrollUp, (299, 9), KeyModifiers::NONE),
            (b"\x1b[<35;1;1M", MouseEventKind::Moved, (0, 0), KeyModifiers::NONE),
            (b"\x1b[32;30;40M", down, (29, 39), KeyModifiers::NONE),
            (b"\x1b[M0\x60\x70", down, (63, 79), ctrl),
        ] {
            let event = MouseEvent { kind, column, row, modifiers };
            assert_eq!(events(bytes), [Event::Mouse(event)], "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn the_focus_comes_and_goes() {
        let told = |bytes: &[u8]| {
            let mut cutter = Cutter::default();
            bytes.iter().for_each(|byte| cutter.push(*byte));
            cutter.cut().filter_map(event).collect::<Vec<_>>()
        };
        assert_eq!(told(b"\x1b[O\x1b[I"), [Event::FocusLost, Event::FocusGained]);
    }

    #[test]
    fn what_means_nothing() {
        for bytes in [
            &b"\xff"[..],
            b"\x1b[8;40;120t",
            b"\x1b[?2026;2$y",
            b"\x1b[?997;1n",
            b"\x1b[<0;5",
            b"\x1b[<0;5M",
            b"\x1b[<0;0;0M",
            b"\x1b[<0;99999;5M",
            b"\x1b[<999999999999;1;1M",
            b"\x1b[M   ",
            b"\x1b[200~",
            b"\x1b[201~",
            b"\x1b[1;1R",
            b"\x1b[?1;2c",
            b"\x1b[?0u",
            b"\x1b[57441u",
            b"\x1b[99999999u",
            b"\x1b]11;rgb:0000/0000/0000\x1b\\",
        ] {
            assert_eq!(events(bytes), [], "{}", bytes.escape_ascii());
        }
    }

    proptest! {
        /// No input panics.
        #[test]
        fn nothing_panics(bytes: Vec<u8>, parameters in "[<?]?[0-9;:]{0,12}", end in 0x40..0x7f_u8) {
            events(&bytes);
            events(&[b"\x1b[", parameters.as_bytes(), &[end]].concat());
        }
    }
}
